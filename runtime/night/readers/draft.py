"""Research nights: JSON of the format `paprika-night/0-draft`.

`true` is a consensus of human scorers and `band` the staging of one automatic
model, both a character an epoch: W, 1 2 3 for N1 N2 N3, R, and `?` for not scored.
`band_same` counts how many of six further models named the band's stage; it becomes
the confidence by the share of epochs in which the band was then right. A night
without a `band` has its stages in `stages`, letters W L D R and `?`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ..recording import DAY_SECONDS, Recording, Stage, parse_clock
from .rows import UnreadableNight, source_of
from .side import FORMAT, Head, checked, json_of, recording_of, says_format
from .whole import CODES as LETTERS
from .whole import stages_of, steps_of

ABOUT = "JSON of the format paprika-night/0-draft"
CODES: Mapping[str, Stage] = {
    **LETTERS,
    "1": Stage.LIGHT,
    "2": Stage.LIGHT,
    "3": Stage.DEEP,
}
RIGHT_BY_AGREEMENT = (0.19, 0.29, 0.45, 0.67, 0.82, 0.95, 0.98)
"""Share of epochs in which the band's stage is the consensus, by `band_same` 0..6.

Measured over the healthy nights of the Dreem Open Datasets (Guillot, Sauvet,
During, Thorey 2020, IEEE Trans. Neural Syst. Rehabil. Eng.), in four classes."""
DREEM_SOURCE = (
    "Dreem Open Datasets, evaluation repository, record {id}; consensus of five human "
    "scorers, headband stages of one model on F4-O2 (Guillot, Sauvet, During, Thorey "
    "2020, doi 10.1109/TNSRE.2020.3011181)"
)
CURVE_NOTE = (
    "Confidence is the share of epochs in which the band was right at the same "
    "agreement of six further models, measured on the Dreem Open Datasets; the source "
    "publishes no probabilities."
)


class Draft(BaseModel):
    """The shape of the file, as far as it is read."""

    model_config = ConfigDict(frozen=True)

    name: str
    source_id: str | None = None
    epoch_seconds: float = Field(ge=0.1, le=3600)
    epochs: int
    start: str | None = None
    end: str | None = None
    true: str | None = None
    stages: str | None = None
    band: str | None = None
    band_same: str | None = None


def claims(text: str) -> bool:
    """Tell whether a text is JSON that names the format."""
    return says_format(text, "paprika-night/0-draft")


def read(path: Path) -> Recording:
    """Read the file. Raises UnreadableNight."""
    source = source_of(path)
    draft = checked(Draft, source, json_of(source))
    field = "true" if draft.true is not None else "stages"
    letters = draft.true if draft.true is not None else draft.stages
    if letters is None:
        raise UnreadableNight(path, "has neither `true` nor `stages`; add one")
    true = stages_of(path, field, letters, CODES)
    if len(true) != draft.epochs:
        raise UnreadableNight(
            path, f"epochs: says {draft.epochs}, but {field!r} has {len(true)}"
        )
    _check_length(path, draft)
    seen = None if draft.band is None else stages_of(path, "band", draft.band, CODES)
    numbers = {}
    if seen is not None and draft.band_same is not None:
        numbers["confidence"] = _confidence(path, draft.band_same, seen)
    steps = steps_of(path, draft.epoch_seconds, true, seen, numbers)
    return recording_of(path, _head(draft), steps, source.sha256)


def _head(draft: Draft) -> Head:
    notes = [] if draft.band_same is None else [CURVE_NOTE]
    if draft.start is None:
        notes.append("The clock is nominal: the source gives none.")
    dreem = draft.source_id is not None
    return Head(
        format=FORMAT,
        name=draft.name,
        start=draft.start or "23:00",
        source=DREEM_SOURCE.format(id=draft.source_id) if dreem else "written by hand",
        licence="MIT (Copyright (c) 2018 Dreem)" if dreem else "not stated",
        consent=(
            "published by its makers as open research data; the source says no more"
            if dreem
            else "none needed: no sleeper was recorded"
        ),
        simulated=not dreem,
        notes=notes,
    )


def _check_length(path: Path, draft: Draft) -> None:
    """Refuse a night whose clock and epochs give two lengths."""
    start, end = parse_clock(draft.start or ""), parse_clock(draft.end or "")
    if start is None or end is None:
        return
    span = (end - start) % DAY_SECONDS or DAY_SECONDS
    counted = draft.epochs * draft.epoch_seconds
    if counted != span:
        raise UnreadableNight(
            path,
            f"has {draft.epochs} epochs of {draft.epoch_seconds:g} s, {counted:g} s, "
            f"but {draft.start} to {draft.end} is {span} s; the epoch length is "
            "unstated or wrong",
        )


def _confidence(path: Path, digits: str, seen: list[Stage]) -> list[float]:
    strange = [digit for digit in digits if digit not in "0123456"]
    if strange:
        raise UnreadableNight(path, f"band_same: {strange[0]!r} is not within 0..6")
    if len(digits) != len(seen):
        raise UnreadableNight(
            path, f"band_same: has {len(digits)} digits, but `band` has {len(seen)}"
        )
    return [
        nan if stage == Stage.NONE else RIGHT_BY_AGREEMENT[int(digit)]
        for digit, stage in zip(digits, seen, strict=True)
    ]
