"""What the phone refuses to play, for one sound and for many."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .constants import CONTENTS, KINDS, Limits
from .model import Play
from .recording import Stage

REASONS = (
    "",
    "after stop",
    "bad kind",
    "bad content",
    "bad length",
    "bad volume",
    "awake",
    "deep",
    "no reading",
    "too loud",
    "too many sounds",
    "too much sound",
)
"""Why the phone refuses, by code; of several reasons the first one counts."""
SILENT = {
    int(Stage.AWAKE): "awake",
    int(Stage.DEEP): "deep",
    int(Stage.NONE): "no reading",
}
"""While the headband shows one of these nothing plays, and how the phone says so."""
SILENT_CODES = np.zeros(5, dtype=np.int8)
"""The same by stage code (NONE is -1 and so the last one) as a place in `REASONS`."""
for _stage, _reason in SILENT.items():
    SILENT_CODES[_stage] = REASONS.index(_reason)


def malformed(limits: Limits, play: Play) -> str:
    """Say why a sound makes no sense whenever it is played; empty if it does."""
    if play.kind not in KINDS:
        return "bad kind"
    if play.content not in CONTENTS:
        return "bad content"
    if not 0.0 < play.seconds <= limits.longest_seconds:
        return "bad length"
    if not -math.inf < play.volume_db <= 0.0:
        return "bad volume"
    return ""


def refusal(
    limits: Limits,
    play: Play,
    step: int,
    seen: int,
    stopped: bool,
    begun: Sequence[tuple[int, float]],
) -> str:
    """Say why the phone refuses a sound; empty if it plays it.

    `seen` is the stage that the headband shows; `begun` are the sounds begun before,
    in order, as step and planned seconds (those before the window may be missing).
    """
    if stopped:
        return "after stop"
    reason = malformed(limits, play) or SILENT.get(seen, "")
    if reason:
        return reason
    if play.volume_db > limits.loudest_db:
        return "too loud"
    sounds, seconds = 0, 0.0
    for at, planned in begun:
        if at > step - limits.window_steps:
            sounds += 1
            seconds += planned
    if sounds >= limits.sounds:
        return "too many sounds"
    return "too much sound" if seconds + play.seconds > limits.seconds else ""


def refusals(
    limits: Limits,
    kind: NDArray[np.int8],
    content: NDArray[np.int8],
    volume_db: NDArray[np.float64],
    seconds: NDArray[np.float64],
    seen: NDArray[np.int8],
    stopped: NDArray[np.bool_],
    sounds: NDArray[np.int64],
    too_much: NDArray[np.bool_],
) -> NDArray[np.int8]:
    """Say by place in `REASONS` why the phone refuses each of many sounds.

    `kind` and `content` are -1 where unknown; `sounds` counts the sounds begun before
    within the window; `too_much` tells where their seconds and the sound's pass.
    """
    reason = np.zeros(len(seen), dtype=np.int8)
    # The first of several reasons counts, so the last one is written first.
    reason[too_much] = REASONS.index("too much sound")
    reason[sounds >= limits.sounds] = REASONS.index("too many sounds")
    reason[volume_db > limits.loudest_db] = REASONS.index("too loud")
    silent = SILENT_CODES[seen]
    reason = np.where(silent > 0, silent, reason)
    for name, fine in (
        ("bad volume", (volume_db > -np.inf) & (volume_db <= 0.0)),
        ("bad length", (seconds > 0.0) & (seconds <= limits.longest_seconds)),
        ("bad content", content >= 0),
        ("bad kind", kind >= 0),
        ("after stop", ~stopped),
    ):
        reason[~fine] = REASONS.index(name)
    return reason
