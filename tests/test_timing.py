"""The timing layer, part by part, on sounds written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.timing import Sound, TimingRule, timing
from paprika.runtime.night import face
from paprika.runtime.night.episode import Night, open_night
from paprika.runtime.night.model import Action, Play, Stop, Trace, Wait
from paprika.runtime.night.world import NightWorld

from .nights_for_tests import constants, recording, setup

RULE = TimingRule(seconds_min=5, seconds_max=150, pause_steps=4, softer_db=6)
BAR = 0.75


def sound(
    step: int = 0,
    content: str = "wish",
    volume_db: float = -30.0,
    seconds: float = 10.0,
    rem_seconds: float = 10.0,
    reacted: bool = False,
) -> Sound:
    return Sound(step, content, volume_db, seconds, rem_seconds, reacted)


def scored(asked: str | None, *sounds: Sound) -> float:
    value = timing(asked, sounds, RULE).value
    assert value is not None
    return value


def test_the_shipped_rule() -> None:
    """5 to 150 s in all; after a reaction two minutes of rest, or 6 dB less."""
    assert constants().timing == RULE


# ---------------------------------------------------------------- the asked sound


def test_one_soft_sound_in_rem_is_all_that_is_asked_for() -> None:
    """Asked, in REM, sensible: a full score, and each part says why."""
    found = timing("wish", [sound(7)], RULE)
    assert found.value == 1.0
    assert found.why == (
        "wish sound in REM at step 7; 100% of 10 s of sound in REM; "
        "10 s in all, within 5-150 s"
    )


@pytest.mark.parametrize(
    "sounds",
    [
        [],
        [sound(content="neutral")],
        [sound(rem_seconds=0.0)],
        [sound(content="neutral"), sound(9, rem_seconds=0.0)],
    ],
)
def test_without_the_asked_sound_in_rem_all_else_counts_nothing(
    sounds: list[Sound],
) -> None:
    """No sound, the wrong one, or none in REM: 0, with the reason."""
    found = timing("wish", sounds, RULE)
    assert found == (0.0, "no wish sound in REM, and this window asks for one")


def test_a_stressed_night_asks_for_a_neutral_sound() -> None:
    """There the wish is the wrong one."""
    assert scored("neutral", sound(content="neutral")) == 1.0
    assert scored("neutral", sound(content="wish")) == 0.0


# ---------------------------------------------------------------- silence


@pytest.mark.parametrize("asked", [None, "silence"])
def test_silence_is_full_marks_where_no_sound_is_asked_for(asked: str | None) -> None:
    """Nothing is outside REM, and 0 s is within 0 to anything."""
    assert scored(asked) == 1.0


def test_a_sound_where_silence_is_asked_for_fails_the_bar() -> None:
    """Even all in REM: half of the parts hold."""
    assert scored("silence", sound(content="neutral")) == 0.5 < BAR


def test_a_short_sound_in_rem_is_allowed_where_nothing_is_asked_for() -> None:
    """A window with too little REM: the least total does not count, the most does."""
    assert scored(None, sound(seconds=2.0, rem_seconds=2.0)) == 1.0
    assert scored(None, sound(seconds=151.0, rem_seconds=151.0)) == 0.5


def test_a_sound_outside_rem_fails_the_bar_where_nothing_is_asked_for() -> None:
    """Its share in REM is 0."""
    assert scored(None, sound(rem_seconds=0.0)) == 0.5 < BAR


# ---------------------------------------------------------------- the parts


def test_the_share_inside_rem_is_by_seconds() -> None:
    """40 of 50 s in REM: (1 + .8 + 1) / 3."""
    value = scored("wish", sound(), sound(9, seconds=40.0, rem_seconds=30.0))
    assert value == pytest.approx(2.8 / 3)


@pytest.mark.parametrize(
    ("seconds", "value"),
    [(4.9, 2 / 3), (5.0, 1.0), (150.0, 1.0), (150.1, 2 / 3)],
)
def test_the_total_is_sensible_within_its_bounds(seconds: float, value: float) -> None:
    """Bounds included; outside one of three parts is lost, and so the bar."""
    found = scored("wish", sound(seconds=seconds, rem_seconds=seconds))
    assert found == pytest.approx(value)


def test_the_total_is_over_all_sounds() -> None:
    """Sixteen times 10 s are too much."""
    assert scored("wish", *[sound(6 * i) for i in range(15)]) == 1.0
    assert scored("wish", *[sound(6 * i) for i in range(16)]) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("step", "volume_db", "backed_off"),
    [
        (1, -30.0, False),
        (4, -30.0, False),
        (5, -30.0, True),
        (1, -36.0, True),
        (1, -35.9, False),
        (4, -20.0, False),
    ],
)
def test_backing_off_is_a_pause_or_a_softer_sound(
    step: int, volume_db: float, backed_off: bool
) -> None:
    """After a reaction at step 0 to -30 dB: nothing for four steps, or 6 dB less."""
    value = scored("wish", sound(0, reacted=True), sound(step, volume_db=volume_db))
    assert value == (1.0 if backed_off else 0.75)


def test_backing_off_counts_every_reaction() -> None:
    """One of two reactions was pressed on: half of the fourth part."""
    sounds = [
        sound(0, reacted=True),
        sound(2, volume_db=-25.0, reacted=True),
        sound(12, volume_db=-25.0),
    ]
    found = timing("wish", sounds, RULE)
    assert found.value == pytest.approx(3.5 / 4)
    assert found.why.endswith(
        "backed off after 50% of reactions; went on at once after step 0"
    )


def test_without_a_reaction_there_is_nothing_to_back_off_from() -> None:
    """The part is left out, not given away: three parts, not four."""
    assert scored("wish", sound(0), sound(1, rem_seconds=0.0)) == pytest.approx(2.5 / 3)


@given(
    asked=st.sampled_from([None, "silence", "wish", "neutral"]),
    sounds=st.lists(
        st.builds(
            lambda step, content, db, seconds, share, reacted: Sound(
                step, content, db, seconds, seconds * share, reacted
            ),
            st.integers(0, 40),
            st.sampled_from(["wish", "neutral"]),
            st.floats(-60, -12),
            st.floats(0, 300),
            st.floats(0, 1),
            st.booleans(),
        ),
        max_size=8,
    ),
)
def test_a_score_lies_within_0_and_1(asked: str | None, sounds: list[Sound]) -> None:
    """Whatever was played, and it always says why."""
    found = timing(asked, sounds, RULE)
    assert found.value is not None
    assert 0.0 <= found.value <= 1.0 + 1e-9
    assert found.why


# ---------------------------------------------------------------- from a trace


def acted(night: Night, actions: dict[int, Action]) -> Trace:
    world = NightWorld(night)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(actions.get(observation.step, Wait()))
    return world.trace()


def undisturbed(true: str, seen: str | None = None) -> Night:
    """Give a night in which no sound wakes and nobody reacts."""
    made = setup(recording(true, seen), steps=len(true), asks_for="wish")
    return open_night(made, "made", 1, scale=0.0)


LONG = Play("music", "wish", -30.0, 70.0)


def test_a_sound_is_heard_until_it_ends() -> None:
    """70 s from step 1 over REM, REM and light: 60 s in REM, 10 s after it."""
    trace = acted(undisturbed("RRRLLL"), {1: LONG})
    assert face.sounds(trace) == [Sound(1, "wish", -30.0, 70.0, 60.0, False)]


def test_a_sound_is_heard_until_the_next_begins_or_it_is_stopped() -> None:
    """30 s of the first, 30 s of the second."""
    trace = acted(undisturbed("RRRRRR"), {0: LONG, 1: LONG, 2: Stop()})
    assert [(s.step, s.seconds) for s in face.sounds(trace)] == [(0, 30.0), (1, 30.0)]


def test_a_sound_is_cut_while_the_headband_shows_no_sleep_to_play_in() -> None:
    """Deep at step 2: the phone falls silent after 30 s."""
    trace = acted(undisturbed("RRDRRR"), {1: LONG})
    assert [s.seconds for s in face.sounds(trace)] == [30.0]


def test_a_refused_sound_is_none() -> None:
    """And does not cut the one that plays."""
    trace = acted(undisturbed("RRRR"), {0: LONG, 1: LONG._replace(volume_db=-1.0)})
    assert [(s.step, s.seconds) for s in face.sounds(trace)] == [(0, 70.0)]


def test_rem_is_the_true_one() -> None:
    """The headband says light, the sleeper dreams."""
    trace = acted(undisturbed("RRRRRR", "LLLLLL"), {0: LONG})
    assert face.timing(trace).value == 1.0
    trace = acted(undisturbed("LRRRRRR", "RLLLLLL"), {0: LONG._replace(seconds=30)})
    assert face.timing(trace).value == 0.0


def test_a_waking_counts_as_a_reaction() -> None:
    """Playing on right after it is pressing on."""
    trace = acted(undisturbed("RRRRRRR"), {0: LONG, 3: LONG})
    trace.woke[0] = True
    trace.reacted[3] = True
    assert [s.reacted for s in face.sounds(trace)] == [True, True]
    assert face.timing(trace).why.endswith("went on at once after step 0")
