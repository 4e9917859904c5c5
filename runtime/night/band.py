"""What the headband shows: the recorded staging, or mistakes drawn from the truth.

Real staging goes wrong in runs, most of all beside a change of stage, and some nights
are bad nights. A simulated band is a chain of two states, right and wrong: from right
it goes wrong more or less often by true stage, distance to the nearest change and the
night's own quality; a wrong label is drawn when a run of errors begins and kept until
the run ends or the label becomes true.
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
"""Even the worst night is sometimes right."""


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
    error_rate = 1.0 + profile.spread * (constants.band_nights.at(night) - 1.0)
    chain = constants.band_errors
    factors = _factors(chain, true)
    wrong: list[float] = []
    begin: list[float] = []
    for stage, row in enumerate(profile.rows):
        rate = min(MOST_ERROR, (1.0 - row[stage]) * error_rate)
        wrong.append(rate)
        begin.append(
            (1.0 - chain.stay) * rate / (1.0 - rate) / chain.mean_factor[stage]
        )
    seen: list[int] = []
    label = -1
    for step, stage in enumerate(true.tolist()):
        if stage < 0:
            seen.append(-1)
            label = -1
            continue
        if label in (-1, stage):
            chance = wrong[stage] if step == 0 else begin[stage] * factors[step]
        else:
            chance = chain.stay
        if errors[step] >= chance:
            label = -1
        elif label in (-1, stage):
            label = _wrong_label(profile.rows[stage], stage, labels[step])
        seen.append(stage if label == -1 else label)
    shown = np.array(seen, dtype=np.int8)
    bad = 0.0
    for rate in wrong:
        bad += rate
    return Shown(
        shown,
        draw_confidence(constants.confidence, shown == true, confidence),
        int((1.0 - bad / len(wrong)) * 100.0 + 0.5) / 100.0,
    )


def draw_confidence(
    curve: Confidence, right: NDArray[np.bool_], rolls: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Draw confidences that mean what they say, given which readings are right."""
    if_right = np.searchsorted(np.array(curve.if_right), rolls, side="right")
    if_wrong = np.searchsorted(np.array(curve.if_wrong), rolls, side="right")
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


def _factors(chain: BandErrors, true: NDArray[np.int8]) -> list[float]:
    """Give the factor on the chance of a new error by distance to a change."""
    steps = len(true)
    change = np.flatnonzero(true[1:] != true[:-1]) + 1
    if not len(change):
        return [chain.far] * steps
    place = np.arange(steps)
    after = np.searchsorted(change, place, side="right")
    since = place - change[np.maximum(after - 1, 0)]
    until = change[np.minimum(after, len(change) - 1)] - 1 - place
    far = steps
    distance = np.minimum(
        np.where(after > 0, since, far), np.where(after < len(change), until, far)
    )
    factors = np.where(
        distance < chain.beside_steps,
        chain.beside_change,
        np.where(distance >= chain.far_steps, chain.far, 1.0),
    )
    listed: list[float] = factors.tolist()
    return listed
