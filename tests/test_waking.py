"""Whether a sound wakes."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.runtime.night.batch import replay
from paprika.runtime.night.constants import KINDS
from paprika.runtime.night.model import Play
from paprika.runtime.night.waking import Waking, p_react, p_wake
from paprika.runtime.night.world import Night, open_night

from .nights_for_tests import constants, recording, setup

AWAKE, LIGHT, DEEP, REM = range(4)
SOUND = Play("voice", "wish", -21.0, 10.0)


def chance(
    stage: int = REM,
    volume_db: float = -21.0,
    seconds: float = 10.0,
    kind: str = "voice",
    recent: int = 0,
    scale: float = 1.0,
) -> float:
    """Give the probability with the constants of specs/."""
    return p_wake(constants(), scale, stage, volume_db, seconds, kind, recent)


@pytest.mark.parametrize(
    ("stage", "low", "medium", "high"),
    [(LIGHT, 0.08, 0.20, 0.45), (REM, 0.05, 0.15, 0.40), (DEEP, 0.02, 0.08, 0.20)],
)
def test_a_voice_of_ten_seconds_wakes_as_the_table_says(
    stage: int, low: float, medium: float, high: float
) -> None:
    """At -30, -21 and -12 dB exactly, in between on a straight line."""
    assert chance(stage, -30.0) == low
    assert chance(stage, -21.0) == medium
    assert chance(stage, -12.0) == high
    assert chance(stage, -25.5) == pytest.approx((low + medium) / 2)


def test_beyond_the_table_the_lines_go_on() -> None:
    """Down to nothing at -60 dB, up to certainty."""
    assert chance(LIGHT, -45.0) == pytest.approx(0.04)
    assert chance(LIGHT, -60.0) == 0.0
    assert chance(LIGHT, -200.0) == 0.0
    assert chance(LIGHT, -3.0) == pytest.approx(0.70)
    assert chance(LIGHT, 0.0, 300.0, scale=4.0) == 1.0


def test_who_is_awake_is_not_woken() -> None:
    """Nor can it be told where the night is not scored."""
    assert chance(AWAKE, 0.0, scale=1e9) == 0.0
    assert chance(-1, 0.0, scale=1e9) == 0.0


def test_length_kind_and_repetition_are_factors() -> None:
    """A voice of ten seconds after silence is 1."""
    assert chance(seconds=5.0) == pytest.approx(0.15 * 0.75)
    assert chance(seconds=35.0) == pytest.approx(0.15 * 1.25)
    assert chance(seconds=300.0) == pytest.approx(0.15 * 2.0)
    assert chance(kind="ambient") == pytest.approx(0.15 * 0.7)
    assert chance(recent=2) == pytest.approx(0.15 * 1.2)
    assert chance(recent=5) == chance(recent=9) == pytest.approx(0.15 * 1.5)


def test_arousals_are_five_times_as_likely() -> None:
    """At most certain."""
    assert p_react(constants(), 0.05) == 0.25
    assert p_react(constants(), 0.3) == 1.0


volumes = st.floats(-80.0, 0.0)
lengths = st.floats(0.01, 300.0)
kinds = st.sampled_from(KINDS)


@settings(deadline=None)
@given(
    st.sampled_from([LIGHT, DEEP, REM]),
    st.tuples(volumes, volumes).map(sorted),
    st.tuples(lengths, lengths).map(sorted),
    kinds,
    st.integers(0, 12),
)
def test_louder_longer_and_more_often_never_wake_less(
    stage: int, volume: list[float], seconds: list[float], kind: str, recent: int
) -> None:
    """And deep sleep is the hardest to wake from, light the easiest."""
    p = chance(stage, volume[0], seconds[0], kind, recent)
    assert 0.0 <= p <= 1.0
    slack = 1e-12
    assert chance(stage, volume[1], seconds[0], kind, recent) >= p - slack
    assert chance(stage, volume[0], seconds[1], kind, recent) >= p - slack
    assert chance(stage, volume[0], seconds[0], kind, recent + 1) >= p
    assert chance(stage, volume[0], seconds[0], kind, recent, scale=2.0) >= p
    by_stage = [chance(s, volume[0], seconds[0], kind) for s in (DEEP, REM, LIGHT)]
    assert by_stage == sorted(by_stage)


sounds = st.tuples(
    st.sampled_from([-1, AWAKE, LIGHT, DEEP, REM]),
    volumes,
    lengths,
    st.integers(0, 4),
    st.integers(0, 12),
    st.sampled_from([0.0, 0.5, 1.0, 3.7]),
)


@settings(deadline=None)
@given(st.lists(sounds, min_size=1, max_size=20))
def test_many_sounds_have_the_chances_of_each(
    rows: list[tuple[int, float, float, int, int, float]],
) -> None:
    """To the last bit."""
    stage, volume_db, seconds, kind, recent, scale = map(
        np.array, zip(*rows, strict=True)
    )
    waking = Waking(constants())
    p = waking.p_wake(
        scale, stage.astype(np.int8), volume_db, seconds, kind.astype(np.int8), recent
    )
    one_by_one = [chance(s, v, n, KINDS[k], r, x) for s, v, n, k, r, x in rows]
    assert p.tolist() == one_by_one
    assert waking.p_react(p).tolist() == [p_react(constants(), q) for q in one_by_one]


@cache
def nights(stage: str, scale: float) -> list[Night]:
    """Open 1000 nights of two steps, once for all who play sounds in them."""
    return [
        open_night(setup(stage * 2, after_waking="end"), "waking", seed, scale)
        for seed in range(1000)
    ]


def wakings(stage: str, play: Play, scale: float = 1.0) -> int:
    """Count the nights of one sound each, of 1000, that it ends."""
    traces = replay(nights(stage, scale), [[(0, play)]] * 1000)
    assert all(trace.refused[0] == "" for trace in traces)
    return sum(trace.woke[0] for trace in traces)


def test_played_out_it_happens_as_often_as_the_chance_says() -> None:
    """Within four standard deviations of 1000 nights."""
    for volume_db, p in [(-30.0, 0.05), (-21.0, 0.15), (-12.0, 0.40)]:
        woke = wakings("R", SOUND._replace(volume_db=volume_db))
        assert abs(woke - 1000 * p) < 4 * math.sqrt(1000 * p * (1 - p))


def test_louder_sounds_wake_more_and_rem_is_harder_than_light() -> None:
    """In the rolls as in the table; the same rolls for all, so without noise."""
    light = [wakings("L", SOUND._replace(volume_db=v)) for v in (-30, -21, -12)]
    rem = [wakings("R", SOUND._replace(volume_db=v)) for v in (-30, -21, -12)]
    assert light[0] < light[1] < light[2]
    assert rem[0] < rem[1] < rem[2]
    assert all(r < w for r, w in zip(rem, light, strict=True))
    assert wakings("R", SOUND._replace(seconds=60.0)) > rem[1]


def test_true_deep_sleep_that_the_headband_takes_for_light_is_hardest_to_wake() -> None:
    """The truth decides, not what is shown."""
    woke = {}
    for true in "LDR":
        night = recording(true * 2, "LL")
        opened = [open_night(setup(night), "waking", seed) for seed in range(1000)]
        traces = replay(opened, [[(0, SOUND)]] * 1000)
        woke[true] = sum(trace.woke[0] for trace in traces)
    assert woke["D"] < woke["R"] < woke["L"]


def test_the_scale_multiplies_wakings() -> None:
    """From half to four times, over the same rolls."""
    half, one, two, four = (wakings("R", SOUND, s) for s in (0.5, 1.0, 2.0, 4.0))
    assert half < one < two < four
    assert 1.6 < one / half < 2.5
    assert 1.7 < four / two < 2.3
    assert wakings("R", SOUND, 0.0) == 0


def test_planners_are_told_what_will_happen() -> None:
    """Chance, roll and outcome of a sound, before it is played."""
    for seed in range(50):
        night = open_night(setup("R" * 20), "waking", seed)
        plan = [(3, SOUND), (7, SOUND)]
        trace = replay([night], [plan])[0]
        assert trace.p_wake[3] == night.p_wake(3, SOUND)
        assert trace.woke[3] == night.wakes(3, SOUND)
        assert (trace.woke[3] or trace.reacted[3]) == night.disturbs(3, SOUND)
        if not trace.woke[3]:
            assert trace.p_wake[7] == night.p_wake(7, SOUND, recent=1)
            assert trace.woke[7] == night.wakes(7, SOUND, recent=1)
