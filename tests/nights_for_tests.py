"""Small nights for tests, built in code, and the constants of specs/."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from paprika.runtime.night.recording import LETTERS, Recording, Stage
from paprika.runtime.night.setup import NightConstants, Setup

SPECS = Path(__file__).parents[1] / "specs"
CODES = {letter: stage for stage, letter in LETTERS.items()}

WHOLE_NIGHT = """
    ? .5 | W 18 | ? .5 | W 39 | L 8 | D 11 | R 8 | L 12 | D 20 | L 6 | R 12 | W 1.5 |
    L 8.5 | D 18 | L 5 | R 14 | W 1 | L 7 | R 11 | L 10 | W 1.5 | L 11.5 | D 31 | L 36 |
    R 22 | W 1 | L 6 | D 12 | L 4 | R 15 | W 2 | R 8 | W .5 | L 5 | D 9.5 | L 4 | R 12 |
    W 3 | L 7 | R 18 | W 1 | L 4 | D 6 | L 3 | R 9 | W 1 | R 7 | W .5 | L 8.5 | R 15.5 |
    L 3 | W 1.5
"""
"""A synthetic night from 04:50 to 12:50: stage and minutes of each bout."""


@cache
def assumptions() -> dict[str, Any]:
    """Give the values of specs/assumptions.yaml by name."""
    text = (SPECS / "assumptions.yaml").read_text(encoding="utf-8")
    entries = yaml.load(text, Loader=yaml.CSafeLoader)["assumptions"]
    return {name: entry["value"] for name, entry in entries.items()}


@cache
def constants() -> NightConstants:
    """Give the constants of specs/assumptions.yaml."""
    return NightConstants.from_assumptions(assumptions())


def recording(
    true: str,
    seen: str | None = None,
    start: str = "04:50",
    heart_bpm: Sequence[float] | None = None,
    movement: Sequence[float] | None = None,
    confidence: Sequence[float] | None = None,
    quality: Sequence[float] | None = None,
) -> Recording:
    """Make a recording from a letter a step (`?WLDR`); seen is true by default."""
    hour, minute = start.split(":")

    def signal(values: Sequence[float] | None) -> Any:
        return None if values is None else np.array(values, dtype=np.float64)

    def stages(letters: str) -> Any:
        codes = np.array([CODES[letter] for letter in letters], dtype=np.int8)
        codes.flags.writeable = False
        return codes

    return Recording(
        name="made-for-a-test",
        start_seconds=int(hour) * 3600 + int(minute) * 60,
        true=stages(true),
        seen=stages(true if seen is None else seen),
        source="made for a test",
        licence="MIT",
        consent="synthetic",
        simulated=True,
        confidence=signal(confidence),
        heart_bpm=signal(heart_bpm),
        movement=signal(movement),
        quality=signal(quality),
    )


@cache
def whole_night() -> Recording:
    """Give a whole night of 960 steps, 958 of them with a reading."""
    letters = ""
    for bout in WHOLE_NIGHT.split("|"):
        letter, minutes = bout.split()
        letters += letter * int(float(minutes) * 2)
    return recording(letters)


def setup(true: str | Recording, **fields: Any) -> Setup:
    """Make a setup with no lost readings over a recording or its letters."""
    night = recording(true) if isinstance(true, str) else true
    given: dict[str, Any] = {"dropout": 0.0, "recording": night, **fields}
    return Setup(constants=constants(), **given)


@cache
def markov_night(steps: int, seed: int) -> Recording:
    """Make a night whose stages change as often as those of healthy sleepers.

    Transitions a step as measured on the healthy nights of the Dreem Open Datasets.
    """
    rows = np.array(
        [
            [0.804, 0.191, 0.001, 0.004],
            [0.034, 0.939, 0.016, 0.011],
            [0.015, 0.048, 0.937, 0.000],
            [0.019, 0.018, 0.000, 0.963],
        ]
    ).cumsum(axis=1)
    bounds = rows.tolist()
    draws = np.random.default_rng(seed).random(steps)
    stage = int(Stage.LIGHT)
    letters = []
    for draw in draws.tolist():
        stage = min(bisect_right(bounds[stage], draw), 3)
        letters.append(LETTERS[Stage(stage)])
    return recording("".join(letters))
