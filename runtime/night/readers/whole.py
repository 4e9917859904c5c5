"""A whole night in one JSON file, of the format `paprika-night/1`.

The keys are those of a side file, and then a character or a number a step:
`true` and `seen` are strings of W L D R, and `?` for missing; `confidence`,
`heart_bpm`, `movement` and `quality` are lists with null where missing. With
`step_seconds` other than 30 the steps are binned to 30 s. A file without `true` is
the side file of a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan, nan
from pathlib import Path
from typing import Any

import numpy as np

from ..recording import LETTERS, MOST_STEPS, Recording, Stage
from . import bids
from .rows import (
    MICRO,
    MOST_HOURS,
    NUMBERS,
    STEP,
    Row,
    Steps,
    UnreadableNight,
    bin_rows,
    source_of,
)
from .side import (
    FORMAT,
    Head,
    checked,
    head_of,
    json_of,
    json_text,
    recording_of,
    says_format,
)

ABOUT = "JSON of the format paprika-night/1, whole or beside a table"
CODES: Mapping[str, Stage] = {letter: stage for stage, letter in LETTERS.items()}


class Whole(Head):
    """The shape of the file."""

    true: str
    seen: str | None = None
    confidence: list[float | None] | None = None
    heart_bpm: list[float | None] | None = None
    movement: list[float | None] | None = None
    quality: list[float | None] | None = None


def claims(text: str) -> bool:
    """Tell whether a text is JSON that names the format."""
    return says_format(text, FORMAT)


def read(path: Path) -> Recording:
    """Read the file, or the table that it stands beside. Raises UnreadableNight."""
    source = source_of(path)
    value = json_of(source)
    if isinstance(value, dict) and "true" not in value:
        return bids.read(_table_of(path))
    whole = checked(Whole, source, value)
    true = stages_of(path, "true", whole.true, CODES)
    seen = None if whole.seen is None else stages_of(path, "seen", whole.seen, CODES)
    if whole.steps is not None and whole.steps != len(true):
        raise UnreadableNight(
            path, f"steps: says {whole.steps}, but `true` has {len(true)}"
        )
    numbers = {
        name: [nan if value is None else value for value in values]
        for name in NUMBERS
        if (values := getattr(whole, name)) is not None
    }
    steps = steps_of(path, whole.step_seconds, true, seen, numbers)
    return recording_of(path, whole, steps, source.sha256)


def text(recording: Recording) -> str:
    """Give the text of the file; reading it gives the same night."""
    value: dict[str, Any] = head_of(recording)
    value["true"] = _letters(recording.true.tolist())
    if not np.array_equal(recording.true, recording.seen):
        value["seen"] = _letters(recording.seen.tolist())
    for name in NUMBERS:
        values = getattr(recording, name)
        if values is not None:
            value[name] = [None if isnan(v) else v for v in values.tolist()]
    return json_text(value)


def _letters(codes: Sequence[int]) -> str:
    return "".join(LETTERS[Stage(code)] for code in codes)


def _table_of(path: Path) -> Path:
    for suffix in (".tsv", ".csv"):
        if (table := path.with_suffix(suffix)).exists():
            return table
    raise UnreadableNight(
        path,
        "has no `true` and no table beside it; add the string `true`, or the file "
        f"{path.stem}.tsv",
    )


def stages_of(
    path: Path, field: str, letters: str, codes: Mapping[str, Stage]
) -> list[Stage]:
    """Give the stages of a string of one character a step. Raises UnreadableNight."""
    stages = [codes.get(letter) for letter in letters]
    if None in stages:
        at = stages.index(None)
        raise UnreadableNight(
            path,
            f"{field}: step {at} is {letters[at]!r}; known are {' '.join(codes)}",
        )
    return [stage for stage in stages if stage is not None]


def steps_of(
    path: Path,
    step_seconds: float,
    true: Sequence[Stage],
    seen: Sequence[Stage] | None,
    numbers: Mapping[str, Sequence[float]],
) -> Steps:
    """Bin lists of one entry a step of any length. Raises UnreadableNight."""
    for name, values in {"seen": seen, **numbers}.items():
        if values is not None and len(values) != len(true):
            raise UnreadableNight(
                path,
                f"{name}: has {len(values)} steps, but `true` has {len(true)}; give "
                "one entry a step",
            )
    size = round(step_seconds * MICRO)
    if len(true) * size > MOST_STEPS * STEP:
        raise UnreadableNight(path, f"lasts longer than {MOST_HOURS} hours")
    rows = [
        Row(
            line=1,
            start=step * size,
            stop=(step + 1) * size,
            true=stage,
            seen=stage if seen is None else seen[step],
            numbers=tuple(numbers[n][step] if n in numbers else nan for n in NUMBERS),
        )
        for step, stage in enumerate(true)
    ]
    return bin_rows(path, rows)
