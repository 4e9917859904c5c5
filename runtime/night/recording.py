"""A recorded night: 30-s steps of true stage, headband stage and body signals."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

STEP_SECONDS = 30
"""Length of a sleep epoch (AASM manual); `step` in code, Inspect owns `epoch`."""


class Stage(IntEnum):
    """Sleep stage in four classes; light is N1 and N2, deep is N3."""

    NONE = -1
    AWAKE = 0
    LIGHT = 1
    DEEP = 2
    REM = 3


LETTERS = {
    Stage.NONE: "?",
    Stage.AWAKE: "W",
    Stage.LIGHT: "L",
    Stage.DEEP: "D",
    Stage.REM: "R",
}


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """One night. All arrays have one entry a step and are read-only.

    `true` and `seen` hold `Stage` codes as int8 (seen: what the headband showed;
    NONE is no reading, or not scored). The others are float64 with NaN where
    missing, or None where the source has none: `confidence` 0..1 of `seen`,
    `heart_bpm`, `movement` (0..1), `quality` of the signal 0..1.
    `start_seconds` is the local clock at step 0, in seconds after midnight.
    """

    name: str
    start_seconds: int
    true: NDArray[np.int8]
    seen: NDArray[np.int8]
    source: str
    licence: str
    consent: str
    simulated: bool
    zone: str | None = None
    date: str | None = None
    confidence: NDArray[np.float64] | None = None
    heart_bpm: NDArray[np.float64] | None = None
    movement: NDArray[np.float64] | None = None
    quality: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    sha256: str = ""
    """Of the file it was read from."""

    @property
    def steps(self) -> int:
        """Number of 30-s steps."""
        return len(self.true)
