"""Seeded variations: what changes, and all that stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from paprika.runtime.night.readers import read_night
from paprika.runtime.night.recording import (
    Recording,
    Stage,
    clock_at,
    first_sleep,
    longest,
    make_recording,
    rem_onsets,
    runs,
    step_at,
    summarise,
)
from paprika.runtime.night.store import find_night
from paprika.runtime.night.variation import RandomRaw, anchors_of, vary

from .shared import shared_nights

SEEDS = range(300)
REM_ONSETS_THAT_STAY = ("06:07:00", "09:41:00", "11:32:00", "12:30:00")


def raw(seed: int) -> RandomRaw:
    return np.random.Philox(seed).random_raw


def night(letters: str, **parts: Any) -> Recording:
    codes = {"?": -1, "W": 0, "L": 1, "D": 2, "R": 3}
    return make_recording(
        "test-night",
        start_seconds=0,
        true=[codes[letter] for letter in letters],
        source="a test",
        licence="MIT",
        consent="none needed",
        simulated=True,
        **parts,
    )


def facts(recording: Recording) -> tuple[object, ...]:
    """What no variation may change, of any night."""
    return (
        recording.steps,
        first_sleep(recording),
        len(rem_onsets(recording)),
        len(rem_onsets(recording, 0.5)),
        longest(recording, Stage.LIGHT),
        longest(recording, Stage.DEEP),
        summarise(recording).counts,
        runs(recording.true).stages.tolist(),
        [recording.true[a:].tobytes()[:1] for a in anchors_of(recording)],
    )


def test_three_hundred_seeds_keep_every_fact_of_the_built_in_night() -> None:
    """Start points by clock, onsets, order of bouts, counts, first sleep."""
    original = find_night("seed-night-synthetic")
    for seed in SEEDS:
        varied = vary(original, raw(seed))
        assert facts(varied) == facts(original)
        assert len(rem_onsets(varied)) == 12
        assert clock_at(varied, first_sleep(varied) or 0) == "05:48:00"
        assert longest(varied, Stage.DEEP) == (step_at(varied, "08:34"), 62)
        assert longest(varied, Stage.LIGHT) == (step_at(varied, "09:05"), 72)
        onsets = [clock_at(varied, step) for step in rem_onsets(varied)]
        assert set(REM_ONSETS_THAT_STAY) <= set(onsets)
        stages, steps = np.unique(varied.true, return_counts=True)
        assert stages.tolist() == [-1, 0, 1, 2, 3]
        assert steps.tolist() == [2, 143, 297, 215, 303]


def test_three_hundred_seeds_give_three_hundred_nights() -> None:
    """No two are equal, and each differs from the recording in many steps."""
    original = find_night("seed-night-synthetic")
    varied = [vary(original, raw(seed)).true for seed in SEEDS]
    assert len({stages.tobytes() for stages in varied}) == 300
    assert min(int((stages != original.true).sum()) for stages in varied) >= 60


def test_the_same_integers_give_the_same_night() -> None:
    """A pure function: the recording stays as it was."""
    original = find_night("seed-night-synthetic")
    before = original.true.tobytes()
    first, second = vary(original, raw(7)), vary(original, raw(7))
    assert first.true.tobytes() == second.true.tobytes()
    assert original.true.tobytes() == before
    assert not first.true.flags.writeable


def test_one_move_is_what_the_integer_says() -> None:
    """The integer modulo the number of options picks giver, taker and size."""
    original = night("W" + "LLLLLDLLLLLDDDD" + "L" * 12, anchors=[1, 16])
    # light 5 | deep 1 | light 5 | deep 4: options go light first, sizes 1 to 4
    assert letters(vary(original, lambda n: np.zeros(n, np.uint64), moves=1)) == (
        "W" + "LLLLDLLLLLLDDDD" + "L" * 12
    )


def letters(recording: Recording) -> str:
    return "".join("?WLDR"[code + 1] for code in recording.true.tolist())


def test_readings_stretch_with_their_bout() -> None:
    """A wrong reading in the last third of a bout is in the last third after."""
    original = night(
        "W" + "LLLLLLDLLLLLL" + "DD" + "L" * 12,
        seen=[0] + [1, 1, 1, 1, 0, 1] + [2] + [1, 3, 1, 1, 1, 1] + [2, 2] + [1] * 12,
        confidence=[0.5]
        + [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
        + [0.9]
        + [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
        + [0.9] * 14,
        anchors=[1, 16],
    )
    # Integer 2 is the option "3 steps from the first light bout to the second".
    varied = vary(original, lambda n: np.full(n, 2, np.uint64), moves=1)
    assert letters(varied) == "W" + "LLLDLLLLLLLLL" + "DD" + "L" * 12
    assert varied.seen.tolist() == (
        [0] + [1, 1, 1] + [2] + [1, 3, 3, 1, 1, 1, 1, 1, 1] + [2, 2] + [1] * 12
    )
    assert varied.confidence is not None
    assert varied.confidence[1:4].tolist() == [0.2, 0.4, 0.6]


def test_a_night_in_which_nothing_may_move_is_given_back() -> None:
    """One bout of each stage leaves nothing to exchange."""
    original = night("WLDR")
    assert vary(original, raw(1)) is original


def test_missing_steps_stay_where_they_are() -> None:
    """Only between bouts of sleep or wake are steps moved."""
    original = night("?LL?LL?" * 3, anchors=[0])
    for seed in range(20):
        varied = vary(original, raw(seed))
        assert runs(varied.true).lengths[0] == 1
        assert sorted(varied.true.tolist()) == sorted(original.true.tolist())


def test_a_bout_that_an_anchor_cuts_does_not_move() -> None:
    """What begins at an anchor goes on as long as it did."""
    original = night("LLLLLLWLLLLLLWLLLLLL", anchors=[3, 10])
    for seed in range(20):
        varied = vary(original, raw(seed))
        assert letters(varied)[:13] == letters(original)[:13]


def test_anchors_are_found_where_none_are_named() -> None:
    """Sleep onset, REM onsets of 3 minutes, the ends of the longest stretches."""
    assert anchors_of(night("WWLLLLDDDRRRRRRWLLDRRL")) == (2, 6, 9)


def test_research_nights_keep_their_facts() -> None:
    """Apnoea nights without REM or deep sleep too."""
    for path in shared_nights():
        original = read_night(path)
        for seed in range(3):
            varied = vary(original, raw(seed))
            assert facts(varied) == facts(original)
            assert rem_onsets(varied) == rem_onsets(original)


def test_a_variation_of_a_research_night_has_as_good_a_headband() -> None:
    """Readings follow their steps: agreement with the truth hardly changes."""
    for path in shared_nights()[:10]:
        original = read_night(path)
        before = float((original.true == original.seen).mean())
        for seed in range(5):
            varied = vary(original, raw(seed))
            after = float((varied.true == varied.seen).mean())
            assert after == pytest.approx(before, abs=0.05)


@given(
    st.lists(st.tuples(st.sampled_from("?WLDR"), st.integers(1, 15)), min_size=1),
    st.integers(0, 2**64 - 1),
)
def test_any_night_keeps_its_facts(bouts: list[tuple[str, int]], seed: int) -> None:
    """Whatever the bouts are, a variation has the same facts."""
    original = night("".join(letter * length for letter, length in bouts))

    def integers(count: int) -> NDArray[np.uint64]:
        return np.random.Philox(seed).random_raw(count)

    assert facts(vary(original, integers)) == facts(original)
