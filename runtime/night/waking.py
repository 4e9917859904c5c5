"""Does a sound wake the sleeper? One probability, for one sound and for many."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .constants import KINDS, SLEEPER, NightConstants
from .curve import Curves
from .recording import Stage


def p_wake(
    constants: NightConstants,
    scale: float,
    stage: int,
    volume_db: float,
    seconds: float,
    kind: str,
    recent: int = 0,
) -> float:
    """Give the probability that a sound wakes; 0 for who is awake or not scored.

    `scale` multiplies it, `stage` is the true stage's code, `seconds` the planned
    length, `recent` the number of sounds begun in the minutes before it that count
    as repetition. At most 1.
    """
    if stage <= Stage.AWAKE:
        return 0.0
    table = min(1.0, constants.wake_table[stage].at(volume_db))
    length = constants.wake_length.at(seconds)
    factor = constants.wake_kind[KINDS.index(kind)]
    again = min(
        constants.repetition_most, 1.0 + constants.repetition_per_sound * recent
    )
    return min(1.0, scale * table * length * factor * again)


def p_react(constants: NightConstants, p: float) -> float:
    """Give the probability that a sound wakes or at least raises the heart rate."""
    return min(1.0, p * constants.arousal_ratio)


class Waking:
    """`p_wake` for many sounds at once, the same to the bit."""

    def __init__(self, constants: NightConstants) -> None:
        """Lay the tables out as arrays."""
        self.constants = constants
        self.table = Curves([constants.wake_table[stage] for stage in SLEEPER])
        self.length = Curves([constants.wake_length])
        self.kind = np.array(constants.wake_kind)

    def p_wake(
        self,
        scale: NDArray[np.float64],
        stage: NDArray[np.int8],
        volume_db: NDArray[np.float64],
        seconds: NDArray[np.float64],
        kind: NDArray[np.int8],
        recent: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Give the probabilities; all arrays have one entry a sound.

        `kind` holds places in `KINDS`.
        """
        constants = self.constants
        row = np.maximum(stage, np.int8(0)).astype(np.intp)
        table = np.minimum(1.0, self.table.at(row, volume_db))
        length = self.length.at(np.zeros(len(row), dtype=np.intp), seconds)
        again = np.minimum(
            constants.repetition_most, 1.0 + constants.repetition_per_sound * recent
        )
        p: NDArray[np.float64] = np.minimum(
            1.0, scale * table * length * self.kind[kind] * again
        )
        return p

    def p_react(self, p: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the probabilities of waking or at least a rise of the heart rate."""
        return np.minimum(1.0, p * self.constants.arousal_ratio)
