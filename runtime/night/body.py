"""Heart rate and movement, in whole units so that every machine agrees.

The heart rate is counted in tenths of a bpm, movement in hundredths. A signal at a
step is what the recording (or a base and the stage's effect) gives there, plus noise,
plus what is left of a reaction. Where the sleeper is not in the recorded stage (awake
by a sound, or out of a lost REM period) the effect of the stage is exchanged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .constants import Signal
from .recording import Stage

Bytes = NDArray[np.int8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

MISSING = -(2**30)
"""A step without a value; everything below half of it is missing too."""
NOT_MISSING = MISSING // 2

Units = NDArray[np.int32]


def to_units(values: NDArray[np.float64], units: float) -> Units:
    """Round values (NaN: missing) to whole units, halves up."""
    known = ~np.isnan(values)
    rounded = np.floor(np.where(known, values, 0.0) * units + 0.5)
    return np.where(known, rounded, MISSING).astype(np.int32)


def effects(signal: Signal) -> Units:
    """Give the effect of each stage by code; not scored (NONE is -1) is as light."""
    return np.array((*signal.stage, signal.stage[Stage.LIGHT]), dtype=np.int32)


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
    return np.floor((rolls * 2.0 - 1.0) * most + 0.5).astype(np.int32)


class Behind(NamedTuple):
    """Lanes whose tape stands before the present step, and where, flattened."""

    lanes: NDArray[np.int64]
    flat: NDArray[np.int64]


class Signals:
    """Heart rate or movement of all lanes, in whole units; see `body`."""

    def __init__(
        self,
        signal: Signal,
        tape: Units,
        noise: Units,
        effect: Units,
        recorded: Bools,
        position: Units,
        limit: int | None,
    ) -> None:
        """Take arrays of shape (steps, lanes), and by lane the stages' effects."""
        self.tape = tape
        self.noise = noise
        self.simulated = ~recorded
        self.calm = tape + np.where((position < 0) | self.simulated, noise, np.int32(0))
        # One row of five a lane, NONE first, so that a stage code + 1 finds its place.
        self.effect = np.roll(effect, 1, axis=1).ravel()
        self.limit = limit
        self.complete = bool((tape > NOT_MISSING).all())
        self.rise = np.array([0, signal.arousal[0], signal.waking[0]], np.int32)
        self.next_rise = np.array([0, signal.arousal[1], signal.waking[1]], np.int32)

    def begin(self, shape: tuple[int, int]) -> None:
        """Forget what was."""
        self.log = np.zeros(shape, dtype=np.int32)
        self.carry: Units | None = None

    def arrive(
        self,
        time: int,
        behind: Behind | None,
        true: Bytes,
        recorded: Bytes,
        position: Units,
        reaction: Bytes,
    ) -> None:
        """Take in the present step; `behind` are the lanes that stand elsewhere."""
        value = self.calm[time].copy()
        if behind is not None:
            lanes = behind.lanes
            noise = self.noise[time, lanes]
            noisy = (position[lanes] < 0) | self.simulated[lanes]
            row = lanes * 5 + 1
            value[lanes] = (
                self.tape.ravel()[behind.flat]
                + np.where(noisy, noise, 0)
                + self.effect[row + true[lanes]]
                - self.effect[row + recorded[lanes]]
            )
        if self.carry is not None:
            value += self.carry
        self.carry = None
        if reaction.any():
            value += self.rise[reaction]
            self.carry = self.next_rise[reaction]
        if self.limit is not None:
            held = np.minimum(np.maximum(value, 0), self.limit)
            value = (
                held if self.complete else np.where(value < NOT_MISSING, value, held)
            )
        self.log[time] = value

    def read(self, time: int, one: float) -> tuple[Floats, Floats]:
        """Give the values of a step and their change in two; NaN where missing."""
        now = self.log[time]
        known = now > NOT_MISSING
        value = np.where(known, now / one, np.nan)
        if time < 2:
            return value, np.full(len(now), np.nan)
        before = self.log[time - 2]
        both = known & (before > NOT_MISSING)
        return value, np.where(both, (now - before) / one, np.nan)

    def values(self, steps: int, lane: int, one: float) -> list[float | None]:
        """Give the values of a lane; None where missing."""
        return [
            value / one if value > NOT_MISSING else None
            for value in self.log[:steps, lane].tolist()
        ]
