"""The night world, one episode at a time."""

from __future__ import annotations

import dataclasses
import gc
import hashlib
import os
import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from paprika.runtime.night.model import Action, Observation, Play, Stop, Trace, Wait
from paprika.runtime.night.recording import Recording
from paprika.runtime.night.world import Night, NightWorld, open_night

from .contract import check_world, facts
from .nights_for_tests import constants, recording, setup, whole_night

SOUND = Play("voice", "wish", -30.0, 10.0, "the sea")
BANG: Any = ("bang", "wish", -30.0, 10.0)
NEWS: Any = ("voice", "news", -30.0, 10.0)
CERTAIN = 1e6
"""A scale that makes every sound wake who sleeps."""
NEVER = 0.0
REM_ONSETS = [154, 246, 336, 380, 582, 672, 706, 760, 804, 868, 888, 920]


def acts(plan: dict[int, Action]) -> Callable[[Observation], Action]:
    """Make an agent that does what a plan says and waits otherwise."""
    return lambda observation: plan.get(observation.step, Wait())


def played(
    true: str | Recording,
    plan: dict[int, Action],
    scale: float = NEVER,
    seed: int = 1,
    **fields: Any,
) -> Trace:
    """Play a plan out under the contract."""
    night = open_night(setup(true, **fields), "task", seed, scale)
    return check_world(night, acts(plan))


def observed(
    true: str | Recording,
    plan: dict[int, Action],
    scale: float = NEVER,
    **fields: Any,
) -> list[Observation]:
    """Give every observation of a plan played out."""
    world = NightWorld(open_night(setup(true, **fields), "task", 1, scale))
    seen = [world.reset()]
    while seen[-1].status == "running":
        seen.append(world.step(plan.get(seen[-1].step, Wait())))
    return seen


def test_waiting_through_a_night_sees_every_step_that_was_recorded() -> None:
    """960 steps from 04:50 to 12:50, 958 of them with a reading."""
    trace = played(whole_night(), {}, steps=960)
    assert trace.seen == whole_night().seen.tolist()
    assert trace.true == whole_night().true.tolist()
    assert trace.position == list(range(960))
    assert sum(stage != -1 for stage in trace.seen) == 958
    assert trace.status == "cut_off"


def test_steps_before_reset_and_after_the_end_are_errors() -> None:
    """So is anything that is no action; it changes nothing."""
    world = NightWorld(open_night(setup("LL", steps=2), "task", 1))
    with pytest.raises(RuntimeError, match="before reset"):
        world.step(Wait())
    world.reset()
    with pytest.raises(TypeError, match="not an action"):
        world.step("wait")  # type: ignore[arg-type]
    world.step(Wait())
    assert world.step(Wait()).status == "cut_off"
    with pytest.raises(RuntimeError, match="over"):
        world.step(Wait())
    assert world.reset().step == 0


def test_no_two_observations_share_a_text_that_was_told() -> None:
    """Not even one that Python shares; what refers to a text would lead to the world.

    A text that is no valid Unicode comes through as it is.
    """
    wish, words, mood = map(sys.intern, ("lighthouse", "harbour", "calm"))
    told: dict[str, Any] = {
        "wish": wish,
        "own_words": (words, "half a \ud83d pair"),
        "mood": mood,
    }
    seen = observed("LLL", {}, **told)
    for one in seen:
        assert (one.wish, one.own_words, one.mood) == tuple(told.values())
    texts = [text for one in seen for text in (one.wish, *one.own_words, one.mood)]
    assert len({id(text) for text in (*texts, wish, words, mood)}) == 4 * 4 + 3


def test_the_clock_runs_on_past_midnight() -> None:
    """It shows the start of a step."""
    seen = observed(recording("LLLL", start="23:59"), {})
    assert [o.clock for o in seen] == [
        "23:59:00",
        "23:59:30",
        "00:00:00",
        "00:00:30",
        "00:01:00",
    ]


def test_an_episode_starts_where_it_is_told_and_stops_with_the_recording() -> None:
    """Three steps are left after step 5 of eight."""
    trace = played("WWWWWLDR", {}, start_step=5)
    assert trace.true == [1, 2, 3]
    assert trace.position == [5, 6, 7]


# --- the headband -------------------------------------------------------------------


def test_minutes_in_stage_count_what_the_headband_has_shown() -> None:
    """This step is not counted, and a lost reading starts anew."""
    seen = observed(recording("RRRRRR", "LRRR?R"), {})
    assert [o.stage for o in seen[:-1]] == ["light", "rem", "rem", "rem", "none", "rem"]
    assert [o.minutes_in_stage for o in seen] == [0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0]


def test_without_a_reading_there_is_no_confidence_and_no_quality() -> None:
    """The body goes on being observed."""
    first, second = observed(recording("RR", "R?", confidence=[0.9, 0.8]), {})[:2]
    assert (first.stage, first.confidence, first.signal_quality) == ("rem", 0.9, 1.0)
    assert (second.stage, second.confidence) == ("none", None)
    assert second.signal_quality == 0.0
    assert second.heart_bpm is not None


def test_readings_are_lost_as_often_as_the_setup_says() -> None:
    """About 2 % of 40 nights as recorded; none where dropout is 0."""
    lost = sum(
        int(open_night(setup("R" * 500, steps=500, dropout=None), "t", i).dropout.sum())
        for i in range(40)
    )
    assert 300 < lost < 500
    assert not open_night(setup("R" * 500, steps=500), "t", 1).dropout.any()
    perfect = setup("R" * 500, steps=500, dropout=None, band="perfect")
    assert not open_night(perfect, "t", 1).dropout.any()


# --- time that is not from the recording --------------------------------------------


def test_lying_awake_comes_before_the_recording() -> None:
    """The clock is that of the start; the recording begins later."""
    trace = played("LDRLDR", {}, lie_awake_steps=2, start_step=1, steps=5)
    assert trace.true == [0, 0, 2, 3, 1]
    assert trace.seen == [0, 0, 2, 3, 1]
    assert trace.position == [-1, -1, 1, 2, 3]


def test_extra_awakenings_are_spread_and_shift_the_rest() -> None:
    """Each falls in its own part, nothing of the recording is skipped."""
    places = set()
    for seed in range(20):
        night = open_night(
            setup("R" * 40, awakenings=3, awakening_steps=4), "task", seed
        )
        assert night.steps == 40
        outside = (night.position < 0).tolist()
        assert [p for p in night.position.tolist() if p >= 0] == list(range(28))
        assert (night.true == 0).tolist() == outside
        kept = 28 / 3
        before = [outside[:i].count(False) for i, out in enumerate(outside) if out]
        for part in range(3):
            first = before[part * 4]
            assert before[part * 4 : part * 4 + 4] == [first] * 4
            assert int(part * kept) <= first <= (part + 1) * kept
        places.add(tuple(before))
    assert len(places) > 10


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"recording": None}, "no recording"),
        ({"start_step": 3}, "outside"),
        ({"start_step": -1}, "outside"),
        ({"band": "watch"}, "unknown headband"),
        ({"lie_awake_steps": 40}, "no room"),
        ({"awakenings": 10, "awakening_steps": 4}, "no room"),
        ({"lie_awake_steps": -1}, "no room"),
        ({"steps": 0}, "no room"),
    ],
)
def test_a_setup_that_cannot_be_opened_is_an_error(
    fields: dict[str, Any], message: str
) -> None:
    """It says what is wrong."""
    with pytest.raises(ValueError, match=message):
        open_night(setup("LLL", **fields), "task", 1)


# --- the phone ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seen", "sound", "reason"),
    [
        ("W", SOUND, "awake"),
        ("D", SOUND, "deep"),
        ("?", SOUND, "no reading"),
        ("R", SOUND._replace(volume_db=-11.9), "too loud"),
        ("R", SOUND._replace(volume_db=0.1), "bad volume"),
        ("R", SOUND._replace(volume_db=float("nan")), "bad volume"),
        ("R", SOUND._replace(volume_db=float("-inf")), "bad volume"),
        ("R", SOUND._replace(seconds=0.0), "bad length"),
        ("R", SOUND._replace(seconds=-1.0), "bad length"),
        ("R", SOUND._replace(seconds=300.5), "bad length"),
        ("R", SOUND._replace(seconds=float("inf")), "bad length"),
        ("R", SOUND._replace(seconds=float("nan")), "bad length"),
        ("R", Play(*BANG), "bad kind"),
        ("R", Play(*NEWS), "bad content"),
        ("R", SOUND, ""),
        ("L", SOUND._replace(volume_db=-12.0, seconds=300.0), ""),
    ],
)
def test_the_phone_refuses_and_a_refused_sound_does_nothing(
    seen: str, sound: Play, reason: str
) -> None:
    """Refused is logged and said; the sleeper, in REM all along, sleeps on."""
    night = recording("RRR", seen * 3)
    trace = played(night, {0: sound}, CERTAIN)
    assert trace.refused == [reason, "", ""]
    assert trace.woke == [reason == "", False, False]
    assert (trace.sound_seconds[0] == 0.0) == (reason != "")
    outcome = f"refused: {reason}" if reason else "played"
    assert observed(night, {0: sound}, CERTAIN)[1].last_action == outcome


def test_ten_sounds_fit_into_twenty_minutes() -> None:
    """The eleventh is refused until the first is 40 steps old."""
    plan: dict[int, Action] = {step: SOUND for step in range(11)}
    plan |= {39: SOUND, 40: SOUND, 41: SOUND, 42: Wait(), 43: SOUND}
    trace = played("R" * 60, plan, steps=60)
    refused = {step: why for step, why in enumerate(trace.refused) if why}
    assert refused == {10: "too many sounds", 39: "too many sounds"}


def test_three_hundred_seconds_of_sound_fit_into_twenty_minutes() -> None:
    """A sound counts in full when it begins, also when the next one cuts it."""
    long = SOUND._replace(seconds=150.0)
    plan: dict[int, Action] = {0: long, 1: long, 2: SOUND, 40: SOUND}
    trace = played("R" * 60, plan, steps=60)
    assert trace.refused[2] == "too much sound"
    assert trace.refused[40] == ""
    assert trace.sound_seconds[:7] == [30.0] * 6 + [0.0]


def test_after_stop_nothing_plays() -> None:
    """Stop silences what plays, at once."""
    plan: dict[int, Action] = {0: SOUND._replace(seconds=100.0), 2: Stop(), 3: SOUND}
    trace = played("RRRRR", plan)
    assert trace.sound_seconds == [30.0, 30.0, 0.0, 0.0, 0.0]
    assert trace.refused == ["", "", "", "after stop", ""]


def test_a_long_sound_goes_on_until_the_headband_says_no() -> None:
    """The phone cuts it when awake, deep or nothing is shown, and for good."""
    plan: dict[int, Action] = {0: SOUND._replace(seconds=100.0)}
    assert played("RRRRR", plan).sound_seconds == [30.0, 30.0, 30.0, 10.0, 0.0]
    for other in "WD?":
        cut = recording("RRRRR", f"RR{other}RR")
        assert played(cut, plan).sound_seconds == [30.0, 30.0, 0.0, 0.0, 0.0]
        seen = observed(cut, plan)
        assert [o.playing for o in seen] == [False, True, False, False, False, False]
        assert [o.sound_seconds for o in seen][-1] == 60.0


def test_a_refused_sound_does_not_cut_the_one_that_plays() -> None:
    """An accepted one does."""
    loud = SOUND._replace(volume_db=-3.0)
    plan: dict[int, Action] = {0: SOUND._replace(seconds=100.0), 1: loud, 2: SOUND}
    assert played("RRRRR", plan).sound_seconds == [30.0, 30.0, 10.0, 0.0, 0.0]


# --- waking -------------------------------------------------------------------------


def test_after_a_waking_the_recording_goes_on_where_it_stopped() -> None:
    """Four awake steps; nothing is skipped, the end of the window is not reached."""
    trace = played("LRRRLLDD", {1: SOUND}, CERTAIN)
    assert trace.woke.index(True) == 1
    assert trace.true == [1, 3, 0, 0, 0, 0, 3, 3]
    assert trace.seen == trace.true
    assert trace.position == [0, 1, -1, -1, -1, -1, 2, 3]


def test_a_night_may_end_with_the_waking() -> None:
    """`ended` is told from `cut_off`, and the last observation has no readings."""
    trace = played("LRRRLL", {1: SOUND}, CERTAIN, after_waking="end")
    assert (trace.steps, trace.status) == (2, "ended")
    last = observed("LRRRLL", {1: SOUND}, CERTAIN, after_waking="end")[-1]
    assert (last.step, last.status, last.last_reaction) == (2, "ended", "woke")
    assert (last.stage, last.confidence, last.heart_bpm) == ("none", None, None)


def test_a_waking_at_the_last_step_ends_the_night_too() -> None:
    """The waking counts before the time limit."""
    trace = played("RR", {1: SOUND}, CERTAIN, after_waking="end")
    assert (trace.steps, trace.status) == (2, "ended")


def test_a_lost_rem_period_is_light_and_the_next_one_is_not() -> None:
    """In about half of the wakings; as shown by the headband too."""
    night = "RRRRLRRR"
    lost = [1, 1, 1, 1, 3, 3, 3]
    kept = [3, 3, 3, 1, 3, 3, 3]
    ends = []
    for seed in range(200):
        trace = played(
            night + "L" * 4,
            {0: SOUND},
            CERTAIN,
            seed,
            after_waking="lose_rem",
            steps=12,
        )
        assert trace.true[:5] == [3, 0, 0, 0, 0]
        assert trace.true[5:] in (lost, kept)
        assert trace.seen == trace.true
        assert trace.position[5:] == [1, 2, 3, 4, 5, 6, 7]
        ends.append(trace.true[5:] == lost)
    assert 75 < sum(ends) < 125


def test_only_rem_is_lost() -> None:
    """Woken from light sleep the sleeper goes on as recorded."""
    for seed in range(20):
        trace = played("LLRRRRRR", {0: SOUND}, CERTAIN, seed, after_waking="lose_rem")
        assert trace.true == [1, 0, 0, 0, 0, 1, 3, 3]


def test_the_reaction_is_told_once_and_at_the_next_step() -> None:
    """Woken: an awake headband; aroused: the heart rate alone."""
    woken = observed("RRRR", {1: SOUND}, CERTAIN)
    assert [o.last_reaction for o in woken] == ["none", "none", "woke", "none", "none"]
    assert woken[2].stage == "awake"
    shy = dataclasses.replace(constants(), arousal_ratio=1e9)
    world = NightWorld(
        open_night(dataclasses.replace(setup("RRRR"), constants=shy), "task", 1, 1e-6)
    )
    world.reset()
    aroused = [world.step(a) for a in (Wait(), SOUND, Wait(), Wait())]
    assert [o.last_reaction for o in aroused] == ["none", "heart_rate", "none", "none"]
    assert aroused[1].stage == "rem"


# --- chance -------------------------------------------------------------------------


def test_every_agent_meets_the_same_rolls() -> None:
    """What came before a sound, or what it is, changes its chance, not its roll."""
    night = open_night(setup("R" * 40), "task", 7)
    soft, loud = SOUND, SOUND._replace(volume_db=-12.0)
    for step in range(0, 40, 3):
        one = check_world(night, acts({step: soft}))
        other = check_world(night, acts({0: loud, step: loud}))
        assert one.woke[step] == (night.wake_roll[step] < one.p_wake[step])
        if other.true[step] == 3:
            assert other.woke[step] == (night.wake_roll[step] < other.p_wake[step])
            assert other.p_wake[step] > one.p_wake[step]


def test_the_rolls_do_not_depend_on_the_length_of_the_episode() -> None:
    """Nor on the setup."""
    short = open_night(setup("R" * 60, steps=20), "task", 1)
    long = open_night(setup("L" * 60, steps=50, lie_awake_steps=4), "task", 1)
    assert (long.rolls[:20] == short.rolls).all()
    other = open_night(setup("R" * 60, steps=20), "task", 2)
    assert not (other.rolls == short.rolls).any()


def _digest() -> str:
    """Play a busy night out and hash all that happened."""
    night = open_night(
        setup(whole_night(), steps=300, start_step=500, band="ring", dropout=None),
        "task",
        5,
        scale=2.0,
    )
    plan: dict[int, Action] = {step: SOUND for step in range(0, 300, 5)}
    return hashlib.sha256(
        repr(facts(check_world(night, acts(plan)))).encode()
    ).hexdigest()


def test_another_process_sees_the_same_night() -> None:
    """Whatever its hash seed."""
    root = os.path.dirname(os.path.dirname(__file__))
    code = "from tests.test_world import _digest; print(_digest())"
    for hash_seed in ("0", "1"):
        path = os.pathsep.join([os.path.join(root, "src"), root])
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
        result = subprocess.run(
            [sys.executable, "-c", code],
            env=env,
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        assert result.stdout.strip() == _digest()


def test_the_world_loads_nothing_heavy() -> None:
    """No Inspect, no model library, no YAML."""
    code = (
        "import sys, paprika.runtime.night.world\n"
        "heavy = {'inspect_ai', 'litellm', 'langfuse', 'yaml', 'pandas'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = os.path.dirname(os.path.dirname(__file__))
    env = {**os.environ, "PYTHONPATH": os.path.join(root, "src")}
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == "[]"


# --- what an agent can reach --------------------------------------------------------


def _reachable(roots: Sequence[object]) -> dict[int, object]:
    """Give the data that objects hold, and not the code that they run."""
    found: dict[int, object] = {}
    left = list(roots)
    while left:
        thing = left.pop()
        holds = isinstance(
            thing, dict | list | tuple | set | array | NightWorld | Night
        )
        if id(thing) in found or not (holds or dataclasses.is_dataclass(thing)):
            continue
        if isinstance(thing, type):
            continue
        found[id(thing)] = thing
        left += gc.get_referents(thing)
    return found


def test_an_observation_leads_nowhere() -> None:
    """Nothing of the world refers to it or to its parts, and it refers to no world."""
    night = open_night(
        setup(
            "R" * 40, wish="the sea by night", own_words=("waves", "salt"), mood="calm"
        ),
        "task",
        1,
    )
    world = NightWorld(night)
    seen = [world.reset()] + [world.step(SOUND) for _ in range(5)]
    inside = _reachable([world, night])
    held = {id(each) for holder in inside.values() for each in gc.get_referents(holder)}
    assert id(night.wish) in held
    for observation in seen:
        for part in (observation, *observation, *observation.own_words):
            # Python itself has one empty text, one empty tuple, one of each int.
            own = isinstance(part, str | float | tuple) and part not in ("", ())
            assert not (own and id(part) in held), part
    assert seen[0].wish == "the sea by night"
    assert seen[0].wish is not night.wish
    assert seen[0].own_words == ("waves", "salt")


def test_the_world_writes_nothing_into_the_night() -> None:
    """Its arrays are read-only and its name tells nothing."""
    night = open_night(setup("RL"), "task", 1)
    with pytest.raises(ValueError, match="read-only"):
        night.true[0] = 0
    assert repr(night) == "<night of 'task', seed 1, 2 steps>"


# --- the published baselines --------------------------------------------------------


def _fixed_timer(observation: Observation) -> Action:
    return SOUND if observation.step % 10 == 0 else Wait()


class _RemRule:
    """The wish once REM has been seen for six full steps, then every four."""

    def __init__(self) -> None:
        self.last = -4

    def __call__(self, observation: Observation) -> Action:
        if observation.step == 0:
            self.last = -4
        in_rem = observation.stage == "rem" and observation.minutes_in_stage >= 3.0
        if in_rem and observation.step - self.last >= 4:
            self.last = observation.step
            return SOUND
        return Wait()


def _over_all_starts(agent: Callable[[Observation], Action]) -> tuple[float, ...]:
    """Give sounds a task, share of them in REM, refused and wakings a task."""
    attempts = in_rem = refused = woke = tasks = 0
    for start in [116, *REM_ONSETS, 510, 448]:
        for seed in range(12):
            opened = setup(whole_night(), start_step=start, dropout=None)
            trace = check_world(open_night(opened, f"start-{start}", seed), agent)
            tried = [i for i, act in enumerate(trace.actions) if isinstance(act, Play)]
            attempts += len(tried)
            in_rem += sum(trace.true[step] == 3 for step in tried)
            refused += sum(trace.refused[step] != "" for step in tried)
            woke += sum(trace.woke)
            tasks += 1
    return attempts / tasks, in_rem / attempts, refused / tasks, woke / tasks


def test_a_timer_breaks_rules_and_a_rem_rule_does_not() -> None:
    """On the synthetic night, 15 starts of 20 minutes, as published within noise."""
    sounds, in_rem, refused, woke = _over_all_starts(_fixed_timer)
    assert sounds == 4.0
    assert 0.57 < in_rem < 0.65
    assert 7.0 < refused * 15 < 11.0
    assert 0.1 < woke < 0.3
    sounds, in_rem, refused, woke = _over_all_starts(_RemRule())
    assert 3.4 < sounds < 4.0
    assert in_rem == 1.0
    assert refused == 0.0
    assert 0.1 < woke < 0.3
