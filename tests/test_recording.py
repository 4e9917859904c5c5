"""A recorded night: what is checked, what can be found in it, its figures."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paprika.runtime.night.readers import read_night
from paprika.runtime.night.recording import (
    BadRecording,
    Recording,
    Stage,
    clock_at,
    first_sleep,
    longest,
    make_recording,
    parse_clock,
    rem_onsets,
    runs,
    step_at,
    stretches,
    summarise,
)

from .shared import shared

W, L, D, R, NONE = Stage.AWAKE, Stage.LIGHT, Stage.DEEP, Stage.REM, Stage.NONE


def night(true: Sequence[int] | NDArray[np.int8], **parts: Any) -> Recording:
    given: dict[str, Any] = {
        "start_seconds": 23 * 3600,
        "source": "a test",
        "licence": "MIT",
        "consent": "none needed",
        "simulated": True,
    }
    return make_recording("test-night", true=true, **(given | parts))


def test_arrays_are_read_only() -> None:
    """Nobody can change a night that others hold too."""
    recording = night([W, L], confidence=[0.5, nan])
    assert recording.confidence is not None
    for array in (recording.true, recording.seen, recording.confidence):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_arrays_given_stay_the_callers() -> None:
    """A night is a copy: later changes of the source do not reach it."""
    true = np.array([0, 1, 2], dtype=np.int8)
    recording = night(true)
    true[:] = 3
    assert recording.true.tolist() == [0, 1, 2]


def test_the_headband_saw_the_truth_where_nothing_else_is_said() -> None:
    """A source of one stage list gives it as true and as seen."""
    assert night([W, L, R]).seen.tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"true": []}, "true: a night has 1 to 5760 steps, not 0"),
        ({"true": [0] * 5761}, "true: a night has 1 to 5760 steps, not 5761"),
        (
            {"true": [0, 4]},
            "true: step 1 is 4; codes are -1 none, 0 awake, 1 light, 2 deep, 3 rem",
        ),
        ({"true": [0, 0.5]}, "true: is not a list of stage codes"),
        ({"seen": [0]}, "seen: has 1 steps, but `true` has 2"),
        ({"confidence": [0.5]}, "confidence: has 1 steps, but `true` has 2"),
        ({"confidence": [0.5, 1.5]}, "confidence: step 1 is 1.5, outside 0..1"),
        ({"heart_bpm": [60, 0]}, "heart_bpm: step 1 is 0, outside 20..300"),
        ({"movement": [-0.1, 0]}, "movement: step 0 is -0.1, outside 0..1"),
        ({"quality": [float("inf"), 0]}, "quality: step 0 is inf, outside 0..1"),
        ({"start_seconds": 86400}, "start: 86400 s is not within one day"),
        ({"date": "31.01.2026"}, "date: '31.01.2026' is not like 2026-01-31"),
        ({"anchors": [1, 1]}, "anchors: [1, 1] are not rising"),
        ({"anchors": [3]}, "anchors: step 3 is outside 0..2"),
    ],
)
def test_values_that_make_no_night_are_refused(
    parts: dict[str, Any], message: str
) -> None:
    """The message names the field, the value and the limit."""
    with pytest.raises(BadRecording) as caught:
        night(**({"true": [W, L]} | parts))
    assert str(caught.value) == message


def test_a_night_needs_a_name_that_can_be_a_file() -> None:
    """Names are those of the whole language: lower case, - and _ inside."""
    with pytest.raises(BadRecording, match="name: 'My Night' is not like `dodh-01`"):
        make_recording(
            "My Night",
            start_seconds=0,
            true=[0],
            source="",
            licence="",
            consent="",
            simulated=True,
        )


def test_first_sleep_is_the_first_step_of_any_sleep() -> None:
    """Missing steps and awake ones before it are no sleep."""
    assert first_sleep(night([NONE, W, R, L])) == 2


def test_a_night_awake_has_no_sleep_and_no_stretch() -> None:
    """Whoever asks gets None, and figures without a latency."""
    recording = night([W] * 10)
    figures = summarise(recording)
    assert first_sleep(recording) is None
    assert longest(recording, Stage.DEEP) is None
    assert rem_onsets(recording) == []
    assert (figures.sleep_latency, figures.rem_latency) == (None, None)
    assert (figures.total_sleep, figures.efficiency) == (0.0, 0.0)
    assert figures.awake_after_onset == 0.0


def test_a_night_of_one_step_works() -> None:
    """The shortest night has one stretch of one step."""
    recording = night([D])
    assert stretches(recording, Stage.DEEP) == [(0, 1)]
    assert summarise(recording).total_sleep == 0.5


def test_rem_begins_where_it_lasts_long_enough() -> None:
    """By default 3 minutes, that is 6 steps; any length on request."""
    recording = night([R] * 5 + [W] + [R] * 6 + [L])
    assert rem_onsets(recording) == [6]
    assert rem_onsets(recording, minutes=0.5) == [0, 6]


def test_the_first_of_equal_stretches_is_the_longest() -> None:
    """So that a start point is one and the same on every run."""
    assert longest(night([L, L, W, L, L, W, L]), Stage.LIGHT) == (0, 2)


def test_clock_and_step_are_inverse_past_midnight() -> None:
    """Times before the start belong to the next day."""
    recording = night([L] * 240)  # 23:00 to 01:00
    assert clock_at(recording, 0) == "23:00:00"
    assert clock_at(recording, 121) == "00:00:30"
    assert step_at(recording, "00:00:30") == 121
    assert step_at(recording, "00:00:59") == 121
    assert step_at(recording, "0:59:59") == 239


def test_a_clock_outside_the_night_has_no_step() -> None:
    """The end is outside: no step begins there."""
    recording = night([L] * 240)
    assert step_at(recording, "01:00") is None
    assert step_at(recording, "22:59:59") is None


def test_text_that_is_no_clock_is_an_error() -> None:
    """A mistake in a spec is not the same as a time outside the night."""
    with pytest.raises(ValueError, match="'25:00' is not a clock time such as 09:41"):
        step_at(night([L]), "25:00")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("04:50", 17400),
        ("4:50:30", 17430),
        ("8:30:00 AM", 30600),
        ("12:00 am", 0),
        ("12:30:00 PM", 45000),
        ("11:59:59 p.m.", 86399),
        ("08:00:00.000", 28800),
        ("24:00", None),
        ("13:00 PM", None),
        ("08:00:00.5", None),
        ("8", None),
    ],
)
def test_clock_times_as_spreadsheets_write_them(text: str, seconds: int | None) -> None:
    """24 hours or 12, with or without seconds; not fractions of a second."""
    assert parse_clock(text) == seconds


def test_figures_of_a_small_night() -> None:
    """Awake before and after sleep is in bed, but not after onset."""
    figures = summarise(night([W, W, L, W, NONE, R, D, W]))
    assert figures.counts == {NONE: 1, W: 4, L: 1, D: 1, R: 1}
    assert (figures.steps, figures.scored) == (8, 7)
    assert figures.time_in_bed == 4.0
    assert figures.total_sleep == 1.5
    assert figures.sleep_latency == 1.0
    assert figures.awake_after_onset == 0.5
    assert figures.efficiency == 0.375
    assert figures.rem_latency == 1.5


def test_figures_agree_with_those_published_with_the_nights() -> None:
    """Every research night gives the figures that its index states."""
    with shared("nights", "index.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 63
    for row in rows:
        recording = read_night(shared("nights", f"{row['night']}.json"))
        figures = summarise(recording)
        assert recording.steps == int(row["epochs"])
        assert figures.sleep_latency == float(row["SOL_min"])
        assert figures.total_sleep == float(row["TST_min"])
        assert figures.awake_after_onset == float(row["WASO_min"])
        assert abs(100 * figures.efficiency - float(row["SE"])) <= 0.051
        assert len(rem_onsets(recording)) == int(row["REM_onsets_ge3min"])
        latency = row["REM_latency_min"]
        assert figures.rem_latency == (float(latency) if latency else None)


@given(st.lists(st.sampled_from(Stage), min_size=1, max_size=200))
def test_stretches_tile_the_night(true: list[Stage]) -> None:
    """Runs join end to end, and no two neighbours have the same stage."""
    found = runs(night(true).true)
    again = np.repeat(found.stages, found.lengths)
    assert again.tolist() == [int(stage) for stage in true]
    assert (found.stages[1:] != found.stages[:-1]).all()
    assert found.starts.tolist() == (np.cumsum(found.lengths) - found.lengths).tolist()
