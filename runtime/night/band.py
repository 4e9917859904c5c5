"""What the headband shows: the recorded staging, or mistakes drawn from the truth.

Real staging goes wrong in runs, most of all beside a change of stage, and some nights
are bad nights. A simulated band has a probability of being wrong at each step, from
the true stage, the distance to the nearest change and the night's own quality. A chain
of two states, right and wrong, keeps to these probabilities and gathers the errors in
runs. A wrong label is kept through its run unless it becomes true, or a stage comes
that is never mistaken for it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .constants import BandErrors, BandProfile, Confidence, NightConstants

PROFILES = ("as_recorded", "good_band", "poor_band", "ring", "perfect")
MOST_ERROR = 0.95
"""Even on its worst night a headband is sometimes right."""


class Shown(NamedTuple):
    """What a headband shows of a stretch of night when it has a reading."""

    seen: NDArray[np.int8]
    confidence: NDArray[np.float64]
    quality: float
    """Of the signal, where the recording has none."""


def simulate(
    constants: NightConstants,
    profile: BandProfile,
    true: NDArray[np.int8],
    night: float,
    errors: Sequence[float],
    labels: Sequence[float],
    confidence: NDArray[np.float64],
) -> Shown:
    """Stage a stretch of true stages with mistakes.

    `night` is the roll for the night's quality; the others hold one roll a step.
    Steps that are not scored show nothing.
    """
    spread = profile.spread
    night_factor = 1.0 + spread * (constants.band_nights.at(night) - 1.0)
    chain = constants.band_errors
    mean = [(1.0 - row[stage]) * night_factor for stage, row in enumerate(profile.rows)]
    slope = [spread / error for error in chain.mean_error]
    near = _error_by_distance(chain, true)
    seen: list[int] = []
    label = -1
    before = -1.0
    for step, stage in enumerate(true.tolist()):
        if stage < 0:
            seen.append(-1)
            label, before = -1, -1.0
            continue
        row = profile.rows[stage]
        near_factor = 1.0 - spread + slope[stage] * near[step]
        rate = min(MOST_ERROR, mean[stage] * near_factor)
        if before < 0.0:
            chance = rate
        elif chain.stay * before > rate:
            chance = rate / before if label >= 0 else 0.0
        elif label >= 0:
            chance = chain.stay
        else:
            chance = (rate - chain.stay * before) / (1.0 - before)
        before = rate
        if errors[step] >= chance:
            label = -1
        elif label in (-1, stage) or row[label] == 0.0:
            label = _wrong_label(row, stage, labels[step])
        seen.append(stage if label == -1 else label)
    shown = np.array(seen, dtype=np.int8)
    bad = 0.0
    for rate in mean:  # not sum(): its rounding changed in Python 3.12
        bad += rate
    return Shown(
        shown,
        draw_confidence(constants.confidence, shown == true, confidence),
        int((1.0 - bad / len(mean)) * 100.0 + 0.5) / 100.0,
    )


def draw_confidence(
    curve: Confidence, right: NDArray[np.bool_], rolls: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Draw confidences that mean what they say, given which readings are right."""
    if_right = np.array(curve.if_right).searchsorted(rolls, side="right")
    if_wrong = np.array(curve.if_wrong).searchsorted(rolls, side="right")
    return np.array(curve.level)[np.where(right, if_right, if_wrong)]


def confidence_if_right(curve: Confidence, roll: float) -> float:
    """Draw the confidence of one right reading, as `draw_confidence` does."""
    return curve.level[bisect_right(curve.if_right, roll)]


def _wrong_label(row: Sequence[float], stage: int, roll: float) -> int:
    """Draw a stage other than the true one, by the shares of the row."""
    others = [(label, share) for label, share in enumerate(row) if label != stage]
    total = 0.0
    for _, share in others:  # not sum(): its rounding changed in Python 3.12
        total += share
    left = roll * total
    chosen = -1
    for label, share in others:
        if share > 0.0:
            chosen = label
            left -= share
            if left < 0.0:
                break
    return chosen


def _error_by_distance(chain: BandErrors, true: NDArray[np.int8]) -> list[float]:
    """Give the error rate by distance to the nearest change of stage, 0 beside it."""
    steps = len(true)
    place = np.arange(steps)
    change = np.flatnonzero(true[1:] != true[:-1]) + 1
    ends = np.concatenate(([-steps], change, [2 * steps]))
    last = np.searchsorted(ends, place, side="right") - 1
    distance = np.minimum(place - ends[last], ends[last + 1] - 1 - place)
    found = np.searchsorted(np.array(chain.distance), distance, side="right") - 1
    listed: list[float] = np.array(chain.error)[found].tolist()
    return listed
