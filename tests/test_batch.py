"""Many episodes at once are the same episodes."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paprika.runtime.night import batch
from paprika.runtime.night.batch import Batch, replay
from paprika.runtime.night.model import Action, Observation, Play, Stop, Wait
from paprika.runtime.night.world import Night, NightWorld, open_night

from .contract import STAGES, check_world, facts
from .nights_for_tests import recording, setup

PROFILES = ["as_recorded", "good_band", "poor_band", "ring", "perfect"]
# A busy machine must not fail a test.
busy = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def nights(draw: st.DrawFn) -> Night:
    """Any night that can be opened, with or without recorded signals."""
    true = draw(st.text("?WLDRRRR", min_size=1, max_size=60))
    seen = draw(st.text("?WLDR", min_size=len(true), max_size=len(true)))

    def signal(least: float, most: float) -> Any:
        values = st.floats(least, most) | st.just(float("nan"))
        exactly = st.lists(values, min_size=len(true), max_size=len(true))
        return draw(st.none() | exactly)

    made = recording(
        true,
        draw(st.sampled_from([true, seen])),
        heart_bpm=signal(40.0, 120.0),
        movement=signal(0.0, 1.0),
        confidence=signal(0.0, 1.0),
        quality=signal(0.0, 1.0),
    )
    before, awakenings = draw(st.integers(0, 5)), draw(st.integers(0, 3))
    return open_night(
        setup(
            made,
            start_step=draw(st.integers(0, len(true) - 1)),
            steps=draw(st.integers(before + awakenings * 2 + 1, 50)),
            lie_awake_steps=before,
            awakenings=awakenings,
            awakening_steps=draw(st.integers(0, 2)),
            heart_offset_bpm=draw(st.floats(-5.0, 10.0)),
            movement_factor=draw(st.floats(0.5, 3.0)),
            band=draw(st.none() | st.sampled_from(PROFILES)),
            dropout=draw(st.none() | st.floats(0.0, 0.3)),
            after_waking=draw(st.sampled_from([None, "resume", "end", "lose_rem"])),
            wish="the sea",
            own_words=("waves", "salt"),
            mood=draw(st.none() | st.just("calm")),
        ),
        draw(st.text(max_size=3)),
        draw(st.integers(0, 2**40)),
        draw(st.sampled_from([0.0, 0.5, 1.0, 2.0, 4.0])),
    )


odd = st.sampled_from([0.0, -1.0, 1e9, float("nan"), float("inf"), -float("inf")])
sounds: st.SearchStrategy[Action] = st.builds(
    Play,
    st.sampled_from(["ambient", "music", "humming", "lullaby", "voice"] * 4 + ["bang"]),
    st.sampled_from(["wish", "neutral"] * 8 + ["news"]),
    st.floats(-70.0, -10.0) | st.floats(-70.0, -12.0) | odd,
    st.floats(0.1, 100.0) | st.floats(0.1, 300.0) | odd | st.integers(1, 60),
    st.text(max_size=2),
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Wait()), st.builds(Wait, st.text(max_size=2)), sounds, sounds, sounds
)
rarely_stop = st.lists(actions, min_size=50, max_size=50).flatmap(
    lambda plan: st.tuples(st.just(plan), st.none() | st.integers(0, 49)).map(
        lambda both: [
            Stop("enough") if step == both[1] else action
            for step, action in enumerate(both[0])
        ]
    )
)


def as_arrays(observation: Observation) -> list[float]:
    """Write an observation as the numbers of `Observations`, without the step."""

    def number(value: float | None) -> float:
        return float("nan") if value is None else float(value)

    return [
        STAGES[observation.stage],
        number(observation.confidence),
        observation.signal_quality,
        observation.minutes_in_stage,
        number(observation.heart_bpm),
        number(observation.heart_change_bpm),
        number(observation.movement),
        observation.sounds,
        observation.sound_seconds,
        observation.playing,
        batch.OUTCOMES.index(observation.last_action),
        batch.REACTIONS.index(observation.last_reaction),
        batch.STATUSES.index(observation.status),
    ]


def both_ways(lanes: Sequence[tuple[Night, Sequence[Action]]]) -> Batch:
    """Play lanes out together and one by one; all that is seen must be equal."""
    many = Batch([night for night, _ in lanes])
    worlds = [NightWorld(night) for night, _ in lanes]
    last = [world.reset() for world in worlds]
    seen = many.reset()
    step = 0
    while True:
        for lane, observation in enumerate(last):
            got = [float(array[lane]) for array in seen[1:]]
            np.testing.assert_array_equal(got, as_arrays(observation))
        if not many.running.any():
            break
        seen = many.step([plan[step] for _, plan in lanes])
        for lane, (_, plan) in enumerate(lanes):
            if last[lane].status == "running":
                last[lane] = worlds[lane].step(plan[step])
        step += 1
    for lane, world in enumerate(worlds):
        assert many.trace(lane).night is world.trace().night
        assert facts(many.trace(lane)) == facts(world.trace())
    return many


@settings(busy, max_examples=20)
@given(st.lists(st.tuples(nights(), rarely_stop), min_size=1, max_size=4))
def test_a_batch_sees_and_does_what_single_worlds_do(
    lanes: list[tuple[Night, list[Action]]],
) -> None:
    """Observations and traces are equal to the bit for any nights and actions."""
    both_ways(lanes)


def _busy_lane(rng: np.random.Generator, seed: int) -> tuple[Night, list[Action]]:
    """Make a night full of sounds that wake, arouse and reach the phone's limits."""
    stages = "RRRRRRRRRRLLLLLLLLLLRRRRRRRRRR?DDDWLLLRRRRRRRR" * 3
    signals: dict[str, Any] = {}
    if seed % 2:
        signals = {
            "heart_bpm": rng.uniform(50.0, 80.0, len(stages)),
            "movement": rng.uniform(0.0, 0.3, len(stages)),
            "quality": rng.uniform(0.5, 1.0, len(stages)),
            "confidence": rng.uniform(0.2, 1.0, len(stages)),
        }
    night = open_night(
        setup(
            recording(stages, **signals),
            steps=int(rng.integers(80, 120)),
            start_step=int(rng.integers(0, 20)),
            lie_awake_steps=int(rng.integers(0, 3)),
            after_waking=("resume", "lose_rem", "lose_rem", "end")[seed % 4],
            band=("as_recorded", "good_band", "perfect")[seed % 3],
            movement_factor=1.7,
            dropout=None,
        ),
        "busy",
        seed,
        float(rng.choice([0.1, 0.5, 2.0])),
    )
    often = rng.choice([0.1, 0.5, 0.9])
    longest = rng.choice([20.0, 33.3, 90.0])
    plan: list[Action] = [
        Play("voice", "wish", rng.uniform(-40.0, -12.0), rng.uniform(1.0, longest))
        if rng.random() < often
        else Wait()
        for _ in range(120)
    ]
    return night, plan


def test_busy_nights_are_the_same_in_a_batch_and_alone() -> None:
    """120 nights that wake, lose REM and reach every limit of the phone."""
    rng = np.random.default_rng(1)
    many = both_ways([_busy_lane(rng, seed) for seed in range(120)])
    traces = [many.trace(lane) for lane in range(many.lanes)]
    refused = {reason for trace in traces for reason in trace.refused}
    limits = {"awake", "deep", "no reading", "too many sounds", "too much sound"}
    assert limits <= refused
    assert sum(sum(trace.woke) for trace in traces) > 200
    assert sum(sum(trace.reacted) for trace in traces) > 200
    assert {trace.status for trace in traces} == {"ended", "cut_off"}
    lost = [
        trace.position[step] >= 0
        and trace.true[step] != trace.night.recording.true[trace.position[step]]
        for trace in traces
        for step in range(trace.steps)
    ]
    assert sum(lost) > 50


def test_at_the_limit_the_order_of_adding_decides_alike() -> None:
    """Ten sounds that add up to 300 s but for rounding, after others grown old."""
    lengths = [29.1, 30.3, 29.7, 30.9, 29.9, 30.1, 28.7, 31.3, 29.3, 30.7]
    rng = np.random.default_rng(2)
    lanes = []
    for seed in range(60):
        night = open_night(setup("R" * 100, steps=100), "limit", seed, 0.0)
        plan: list[Action] = [Wait()] * 100
        for step in range(3):
            plan[step] = Play("voice", "wish", -30.0, rng.uniform(1.0, 90.0))
        for step, seconds in zip(
            range(45, 65, 2), rng.permutation(lengths), strict=True
        ):
            plan[step] = Play("voice", "wish", -30.0, float(seconds))
        lanes.append((night, plan))
    many = both_ways(lanes)
    last = {many.trace(lane).refused[63] for lane in range(many.lanes)}
    assert last == {"", "too much sound"}


@settings(busy, max_examples=20)
@given(st.lists(st.tuples(nights(), rarely_stop), min_size=1, max_size=4))
def test_replaying_plans_gives_the_traces_of_single_worlds(
    lanes: list[tuple[Night, list[Action]]],
) -> None:
    """Steps that a plan does not name are waited out."""
    plans = [
        [(step, action) for step, action in enumerate(plan) if step % 3 == 0]
        for _, plan in lanes
    ]
    traces = replay([night for night, _ in lanes], plans)
    for (night, _), plan, trace in zip(lanes, plans, traces, strict=True):
        world, acts = NightWorld(night), dict(plan)
        last = world.reset()
        while last.status == "running":
            last = world.step(acts.get(last.step, Wait()))
        assert facts(trace) == facts(world.trace())


@settings(busy, max_examples=20)
@given(nights(), rarely_stop)
def test_any_agent_on_any_night_keeps_the_contract(
    night: Night, plan: list[Action]
) -> None:
    """Ranges, limits, endings and observations hold for random actions."""
    check_world(night, lambda observation: plan[observation.step])


SOUND = Play("voice", "wish", -24.0, 10.0, "the sea", "REM for long")


def test_from_arrays_actions_have_no_words_and_no_reason() -> None:
    """From objects they are kept."""
    night = open_night(setup("RRR"), "task", 1)
    many = Batch([night, night])
    many.reset()
    actions = batch.waits(2)
    batch.put(actions, 0, SOUND)
    many.step(actions)
    actions.what[:] = batch.STOP
    many.step([Wait("shallow"), Stop("late")])
    bare = SOUND._replace(words="", reason="")
    assert many.trace(0).actions == [bare, Wait("shallow")]
    assert many.trace(1).actions == [Wait(), Stop("late")]
    assert type(many.trace(1).actions[1]) is Stop


def test_lanes_that_are_over_stand_still() -> None:
    """Their last observation stays as it was while the others go on."""
    woken, waiting = (
        open_night(setup("R" * n, after_waking="end"), "task", 1, 1e6) for n in (9, 6)
    )
    many = Batch([woken, waiting])
    many.reset()
    first = many.step([SOUND, Wait()])
    assert first.status.tolist() == [1, 0]
    for _ in range(5):
        seen = many.step([SOUND, Wait()])
        assert [array[0] for array in seen[1:] if array[0] == array[0]] == [
            array[0] for array in first[1:] if array[0] == array[0]
        ]
    assert seen.status.tolist() == [1, 2]
    assert many.trace(0).steps == 1
    with pytest.raises(RuntimeError):
        many.step([Wait(), Wait()])


def test_misuse_of_a_batch_is_an_error() -> None:
    """Steps before reset, codes out of range, no nights, mixed constants."""
    night = open_night(setup("RRR"), "task", 1)
    many = Batch([night])
    with pytest.raises(RuntimeError):
        many.step([Wait()])
    with pytest.raises(RuntimeError):
        many.trace(0)
    many.reset()
    actions = batch.waits(1)
    actions.kind[0] = 5
    with pytest.raises(ValueError, match=r"0\.\.4"):
        many.step(actions)
    with pytest.raises(ValueError, match="at least one"):
        Batch([])
    other = setup("RRR")
    other.constants = dataclasses.replace(other.constants, lose_rem=0.1)
    with pytest.raises(ValueError, match="share their constants"):
        Batch([night, open_night(other, "task", 1)])


def test_a_plan_acts_once_a_step() -> None:
    """What lies past the end is not done; one plan a night."""
    night = open_night(setup("RRR"), "task", 1)
    assert replay([], []) == []
    assert replay([night], [[(7, SOUND)]])[0].actions == [Wait()] * 3
    with pytest.raises(ValueError, match="acts twice"):
        replay([night], [[(1, SOUND), (1, Wait())]])
    with pytest.raises(ValueError, match="too early"):
        replay([night], [[(-1, SOUND)]])
    with pytest.raises(ValueError, match="2 plans for 1 nights"):
        replay([night], [[], [(0, SOUND)]])
