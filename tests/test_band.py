"""What the headband shows."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from paprika.runtime.night.band import draw_confidence
from paprika.runtime.night.recording import Recording
from paprika.runtime.night.world import Night, open_night

from .nights_for_tests import constants, markov_night, recording, setup, whole_night

SIMULATED = ["good_band", "poor_band", "ring"]
ROWS = {
    "good_band": [
        [0.802, 0.142, 0.004, 0.052],
        [0.022, 0.880, 0.044, 0.054],
        [0.002, 0.111, 0.886, 0.000],
        [0.058, 0.090, 0.000, 0.853],
    ],
    "poor_band": [
        [0.33, 0.45, 0.02, 0.20],
        [0.02, 0.83, 0.08, 0.07],
        [0.00, 0.26, 0.74, 0.00],
        [0.02, 0.17, 0.00, 0.81],
    ],
    "ring": [
        [0.55, 0.33, 0.02, 0.10],
        [0.05, 0.77, 0.09, 0.09],
        [0.01, 0.31, 0.66, 0.02],
        [0.04, 0.24, 0.02, 0.70],
    ],
}
"""P(shown | true), rows awake, light, deep, REM."""
LETTER = {"W": "W", "1": "L", "2": "L", "3": "D", "R": "R", "?": "?"}


class Pooled(NamedTuple):
    """What was counted over many nights."""

    rows: NDArray[np.float64]
    error_after_error: float
    error_after_right: float
    beside_change: float
    far_from_change: float
    accuracy: list[float]
    rem_after_three_minutes: float
    right_by_confidence: dict[float, float]


def count(nights: Sequence[Night]) -> Pooled:
    """Count how what is shown and what is true go together."""
    table = np.zeros((4, 4))
    runs = np.zeros((2, 2))
    distance = np.zeros((2, 2))
    rule = np.zeros(2)
    by_confidence: dict[float, list[bool]] = {}
    accuracy = []
    for night in nights:
        true, seen = night.true, night.tape_seen
        np.add.at(table, (true, seen), 1)
        wrong = true != seen
        np.add.at(runs, (wrong[:-1].astype(int), wrong[1:].astype(int)), 1)
        change = np.flatnonzero(true[1:] != true[:-1])
        place = np.arange(len(true))
        gap = np.abs(place[:, None] - np.concatenate((change, change + 1))).min(axis=1)
        for row, where in enumerate((gap == 0, gap >= 10)):
            distance[row] += wrong[where].sum(), where.sum()
        run = 0
        for now, shown in zip(true.tolist(), seen.tolist(), strict=True):
            run = run + 1 if shown == 3 else 0
            if run == 6:
                rule += now == 3, 1
        for sure, bad in zip(
            night.tape_confidence.tolist(), wrong.tolist(), strict=True
        ):
            by_confidence.setdefault(sure, []).append(not bad)
        accuracy.append(float(1.0 - wrong.mean()))
    return Pooled(
        table / table.sum(axis=1, keepdims=True),
        float(runs[1, 1] / runs[1].sum()),
        float(runs[0, 1] / runs[0].sum()),
        float(distance[0, 0] / distance[0, 1]),
        float(distance[1, 0] / distance[1, 1]),
        accuracy,
        float(rule[0] / rule[1]),
        {sure: sum(fine) / len(fine) for sure, fine in by_confidence.items()},
    )


@cache
def pooled(profile: str) -> Pooled:
    """Count over 40 made nights, six headband nights each."""
    return count(
        [
            open_night(
                setup(markov_night(960, made), steps=960, band=profile), "band", seed
            )
            for made in range(40)
            for seed in range(made * 6, made * 6 + 6)
        ]
    )


@pytest.mark.parametrize("profile", SIMULATED)
def test_over_many_nights_a_band_errs_as_its_rows_say(profile: str) -> None:
    """Within .03; stages that are never taken for each other never are."""
    rows = pooled(profile).rows
    assert np.abs(rows - np.array(ROWS[profile])).max() < 0.03
    if profile != "ring":
        assert rows[2, 3] == rows[3, 2] == 0.0


@pytest.mark.parametrize("profile", SIMULATED)
def test_errors_come_in_runs(profile: str) -> None:
    """An error follows an error far more often than a right step."""
    counted = pooled(profile)
    assert 0.65 < counted.error_after_error < 0.75
    assert counted.error_after_right < 0.13
    if profile == "good_band":
        assert 0.04 < counted.error_after_right < 0.06


def test_errors_gather_beside_changes_of_stage() -> None:
    """About .3 beside one and below .1 far from any."""
    counted = pooled("good_band")
    assert 0.24 < counted.beside_change < 0.33
    assert 0.06 < counted.far_from_change < 0.10


def test_some_nights_are_bad_nights() -> None:
    """Accuracy of a night is .87 in the mean and spreads by .06 to .09."""
    accuracy = np.array(pooled("good_band").accuracy)
    assert 0.85 < accuracy.mean() < 0.885
    assert 0.06 < accuracy.std() < 0.09
    assert accuracy.min() < 0.70


def test_three_minutes_of_shown_rem_are_not_always_rem() -> None:
    """In .65 to .82; it is what a rule that waits for REM runs into."""
    assert 0.65 < pooled("good_band").rem_after_three_minutes < 0.82


def test_confidence_means_what_it_says() -> None:
    """The share right at each level is the level, within .06."""
    by_confidence = pooled("good_band").right_by_confidence
    assert sorted(by_confidence) == [0.19, 0.29, 0.45, 0.67, 0.82, 0.95, 0.98]
    for sure, right in by_confidence.items():
        assert abs(right - sure) < 0.06


def test_right_readings_are_shown_with_more_confidence() -> None:
    """For the same roll, whatever it is."""
    rolls = np.linspace(0.0, 0.999, 100)
    right = draw_confidence(constants().confidence, np.ones(100, dtype=bool), rolls)
    wrong = draw_confidence(constants().confidence, np.zeros(100, dtype=bool), rolls)
    assert (right >= wrong).all()
    assert right.mean() > wrong.mean() + 0.3
    assert (wrong[0], right[-1]) == (0.19, 0.98)


def test_a_perfect_band_shows_the_truth() -> None:
    """With all confidence, also where the recorded headband was wrong."""
    night = open_night(setup(recording("WLDR?", "RRRRR"), band="perfect"), "band", 1)
    assert night.seen.tolist() == [0, 1, 2, 3, -1]
    assert night.tape_confidence.tolist() == [1.0] * 5


def test_as_recorded_shows_the_recording() -> None:
    """With its confidence and quality; where it has none they are drawn, or 1."""
    nan = float("nan")
    made = recording(
        "WLDR", "WRDR", confidence=[0.7, 0.6, nan, 0.5], quality=[0.1, 0.2, nan, 0.4]
    )
    night = open_night(setup(made), "band", 1)
    assert night.seen.tolist() == [0, 3, 2, 3]
    assert night.tape_confidence.tolist()[:2] == [0.7, 0.6]
    assert night.tape_confidence[2] in constants().confidence.level
    assert night.tape_quality.tolist() == [0.1, 0.2, 1.0, 0.4]


@pytest.mark.parametrize("profile", SIMULATED)
def test_steps_that_are_not_scored_show_nothing(profile: str) -> None:
    """And the rest of the night goes on."""
    night = open_night(setup("RR?RR?", band=profile), "band", 1)
    assert [stage == -1 for stage in night.seen.tolist()] == [0, 0, 1, 0, 0, 1]


def test_a_band_shows_the_same_at_the_same_step_of_any_length() -> None:
    """The rolls are keyed by step; only what comes before matters."""
    short = open_night(setup(whole_night(), steps=30, band="ring"), "band", 1)
    long = open_night(setup(whole_night(), steps=60, band="ring"), "band", 1)
    assert short.seen[:20].tolist() == long.seen[:20].tolist()


# --- on real nights -----------------------------------------------------------------


def _shared_nights() -> Path | None:
    """Find the folder of real nights; they are no part of the repository."""
    root = Path(__file__).resolve().parents[1]
    given = os.environ.get("PAPRIKA_SHARED")
    places: Iterator[Path] = (place / "shared" for place in root.parents)
    for place in [Path(given)] if given else places:
        if (place / "nights").is_dir():
            return place / "nights"
    return None


def real_nights(kind: str) -> list[Recording]:
    """Read the true stages of real nights, or skip where they are absent."""
    folder = _shared_nights()
    if folder is None:
        pytest.skip("the folder of real nights, shared/nights, is not here")
    made = []
    for path in sorted(folder.glob(f"{kind}-*.json")):
        night = json.loads(path.read_text(encoding="utf-8"))
        made.append(recording("".join(LETTER[stage] for stage in night["true"])))
    return made


@pytest.mark.parametrize("kind", ["dodh", "dodo"])
def test_on_real_nights_the_good_band_errs_as_the_real_one(kind: str) -> None:
    """Rows within .05, runs of errors, and the false starts of a REM rule."""
    counted = count(
        [
            open_night(setup(night, steps=night.steps, band="good_band"), name, 1)
            for repeat in range(4)
            for name, night in (
                (f"{repeat}-{i}", night) for i, night in enumerate(real_nights(kind))
            )
        ]
    )
    assert np.abs(counted.rows - np.array(ROWS["good_band"])).max() < 0.05
    assert 0.65 < counted.error_after_error < 0.75
    assert 0.70 < counted.rem_after_three_minutes < 0.87
