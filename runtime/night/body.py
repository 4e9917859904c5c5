"""Heart rate and movement, in whole units so that every machine agrees.

The heart rate is counted in tenths of a bpm, movement in hundredths. A signal at a
step is what the recording (or a base and the stage's effect) gives there, plus noise,
plus what is left of a reaction. Where the sleeper is not in the recorded stage (awake
by a sound, or out of a lost REM period) the effect of the stage is exchanged.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .constants import Signal

MISSING = -(2**30)
"""A step without a value; everything below half of it is missing too."""
NOT_MISSING = MISSING // 2

Units = NDArray[np.int64]


def to_units(values: NDArray[np.float64], units: float) -> Units:
    """Round values (NaN: missing) to whole units, halves up."""
    known = ~np.isnan(values)
    rounded = np.floor(np.where(known, values, 0.0) * units + 0.5)
    return np.where(known, rounded, MISSING).astype(np.int64)


def effects(signal: Signal) -> Units:
    """Give the effect of each stage by code, with that of "not scored" (0) last.

    So it can be indexed with a `Stage` code, of which NONE is -1.
    """
    return np.array((*signal.stage, 0), dtype=np.int64)


def along(
    effect: Units,
    true: NDArray[np.int8],
    recorded_true: NDArray[np.int8],
    recorded: Units | None,
    base: int,
) -> Units:
    """Give a signal without noise at each step.

    `true` is the stage the sleeper is in; it differs from the recorded one in time
    that is not from the recording. `recorded` is the recorded signal, if there is one.
    """
    if recorded is None:
        return base + effect[true]
    return recorded + effect[true] - effect[recorded_true]


def noise(most: float, rolls: NDArray[np.float64]) -> Units:
    """Give noise of at most `most` units from rolls in 0..1, halves up."""
    return np.floor((rolls * 2.0 - 1.0) * most + 0.5).astype(np.int64)
