"""What passes in and out of a batch: actions and observations as arrays, and codes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .constants import CONTENTS, KINDS
from .model import Action, Play, Stop, Wait
from .phone import REASONS
from .world import STATUSES

__all__ = [
    "OUTCOMES",
    "PLAY",
    "REACTIONS",
    "STATUSES",
    "STOP",
    "WAIT",
    "Actions",
    "Observations",
    "check_codes",
    "put",
    "waits",
]

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

WAIT, PLAY, STOP = 0, 1, 2
OUTCOMES = ("", "waited", "played", "stopped", *(f"refused: {r}" for r in REASONS[1:]))
"""Texts of `Observation.last_action` by code."""
REACTIONS = ("none", "heart_rate", "woke")


class Actions(NamedTuple):
    """One action a lane. All but `what` matter only where it is `PLAY`."""

    what: Bytes
    """`WAIT`, `PLAY` or `STOP`."""
    kind: Bytes
    """Place in `KINDS`."""
    content: Bytes
    """Place in `CONTENTS`."""
    volume_db: Floats
    seconds: Floats

    def copy(self) -> Actions:
        """Give a copy of all arrays."""
        return Actions(
            self.what.copy(),
            self.kind.copy(),
            self.content.copy(),
            self.volume_db.copy(),
            self.seconds.copy(),
        )


class Observations(NamedTuple):
    """One observation a lane; NaN where an `Observation` holds None.

    The wish, the words and the mood are the night's and do not change.
    """

    step: int
    """Of the lanes that still run."""
    stage: Bytes
    """`Stage` code."""
    confidence: Floats
    signal_quality: Floats
    minutes_in_stage: Floats
    heart_bpm: Floats
    heart_change_bpm: Floats
    movement: Floats
    sounds: Ints
    sound_seconds: Floats
    playing: Bools
    last_action: Bytes
    """Place in `OUTCOMES`."""
    last_reaction: Bytes
    """Place in `REACTIONS`."""
    status: Bytes
    """Place in `STATUSES`."""


def waits(lanes: int) -> Actions:
    """Give the actions of lanes that all wait; fill in what else they do."""
    return Actions(
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes),
        np.ones(lanes),
    )


def put(actions: Actions, lane: int, action: Action) -> None:
    """Write a lane's action into the arrays. Raises TypeError for anything else."""
    if isinstance(action, Play):
        actions.what[lane] = PLAY
        actions.kind[lane] = KINDS.index(action.kind) if action.kind in KINDS else -1
        actions.content[lane] = (
            CONTENTS.index(action.content) if action.content in CONTENTS else -1
        )
        actions.volume_db[lane] = action.volume_db
        actions.seconds[lane] = action.seconds
    elif isinstance(action, Stop):
        actions.what[lane] = STOP
    elif isinstance(action, Wait):
        actions.what[lane] = WAIT
    else:
        raise TypeError(f"not an action: {action!r}")


def check_codes(actions: Actions) -> None:
    """Refuse arrays that name no action, kind or content."""
    for array, size in (
        (actions.what, 3),
        (actions.kind, len(KINDS)),
        (actions.content, len(CONTENTS)),
    ):
        if ((array < 0) | (array >= size)).any():
            raise ValueError(f"codes must lie in 0..{size - 1}")
