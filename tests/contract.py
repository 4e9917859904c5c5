"""What every episode must keep to, whoever acts in it: a reusable contract."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from paprika.runtime.night.model import Action, Observation, Play, Stop, Trace, Wait
from paprika.runtime.night.recording import Stage
from paprika.runtime.night.world import Night, NightWorld

Agent = Callable[[Observation], Action]
STAGES = {"none": -1, "awake": 0, "light": 1, "deep": 2, "rem": 3}
PLAIN = (str, int, float, bool, type(None))


def facts(trace: Trace) -> dict[str, Any]:
    """Give a trace without its night, and its actions as they are written.

    Actions are tuples, so that `Wait("x") == Stop("x")`, and one with a NaN equals
    nothing: what they print tells them apart.
    """
    fields = {f.name: getattr(trace, f.name) for f in dataclasses.fields(trace)}
    del fields["night"]
    fields["actions"] = [repr(action) for action in trace.actions]
    return fields


def play_out(world: NightWorld, agent: Agent) -> list[Observation]:
    """Let an agent act to the end; give every observation."""
    seen = [world.reset()]
    while seen[-1].status == "running":
        seen.append(world.step(agent(seen[-1])))
    return seen


def check_world(night: Night, agent: Agent) -> Trace:
    """Play a night out twice and hold everything against the contract.

    The agent must answer equal observations with equal actions. Gives the trace.
    """
    world = NightWorld(night)
    with pytest.raises(RuntimeError):
        world.step(Wait())
    with pytest.raises(RuntimeError):
        world.trace()
    seen = play_out(world, agent)
    trace = world.trace()
    with pytest.raises(RuntimeError):
        world.step(Wait())
    again = NightWorld(night)
    assert play_out(again, agent) == seen
    assert facts(again.trace()) == facts(trace)
    _check_end(night, seen, trace)
    _check_lists(trace)
    for step, observation in enumerate(seen):
        _check_observation(night, trace, step, observation)
    for step in range(trace.steps):
        _check_step(night, trace, step)
    return trace


def _check_end(night: Night, seen: list[Observation], trace: Trace) -> None:
    assert len(seen) == trace.steps + 1
    assert trace.steps <= night.steps
    assert trace.status == seen[-1].status != "running"
    if trace.status == "ended":
        assert night.after_waking == "end"
        assert trace.woke[-1]
        assert seen[-1].last_reaction == "woke"
    else:
        assert trace.status == "cut_off"
        assert trace.steps == night.steps
    if night.after_waking == "end":
        assert not any(trace.woke[:-1])
    assert seen[-1].stage == "none"
    assert not seen[-1].playing


def _check_lists(trace: Trace) -> None:
    for name, value in facts(trace).items():
        if isinstance(value, list):
            assert len(value) == trace.steps, name


def _check_observation(
    night: Night, trace: Trace, step: int, observation: Observation
) -> None:
    """Readings are plain values in their ranges and agree with the trace."""
    for value in observation:
        assert type(value) in PLAIN or (
            type(value) is tuple and all(type(words) is str for words in value)
        )
    assert observation.step == step
    assert observation.clock == night.clock(step)
    assert observation.wish == night.wish
    assert observation.own_words == night.own_words
    assert observation.mood == night.mood
    assert 0.0 <= observation.signal_quality <= 1.0
    assert observation.minutes_in_stage <= step * 0.5
    lost = observation.stage == "none"
    assert (observation.confidence is None) == lost
    assert not lost or observation.signal_quality == 0.0
    begun = [type(a) is Play and not r for a, r in zip_actions(trace)][:step]
    assert observation.sounds == sum(begun)
    assert observation.sound_seconds == pytest.approx(sum(trace.sound_seconds[:step]))
    if observation.status == "running":
        assert STAGES[observation.stage] == trace.seen[step]
        assert observation.confidence == trace.confidence[step]
        assert observation.heart_bpm == trace.heart_bpm[step]
        assert observation.movement == trace.movement[step]
        assert not observation.playing or observation.stage in ("light", "rem")
    if observation.movement is not None:
        assert 0.0 <= observation.movement <= 1.0
    if step == 0:
        assert observation.last_action == ""
        assert observation.last_reaction == "none"
        assert observation.heart_change_bpm is None
        assert observation.minutes_in_stage == 0.0
        return
    action, refused = trace.actions[step - 1], trace.refused[step - 1]
    if refused:
        assert observation.last_action == f"refused: {refused}"
    else:
        done = {Wait: "waited", Play: "played", Stop: "stopped"}
        assert observation.last_action == done[type(action)]
    reaction = "heart_rate" if trace.reacted[step - 1] else "none"
    reaction = "woke" if trace.woke[step - 1] else reaction
    assert observation.last_reaction == reaction


def _check_step(night: Night, trace: Trace, step: int) -> None:
    """A step keeps to the limits, and only an accepted sound does anything."""
    action = trace.actions[step]
    begun = type(action) is Play and not trace.refused[step]
    assert 0.0 <= trace.sound_seconds[step] <= 30.0
    assert 0.0 <= trace.p_wake[step] <= 1.0
    assert not (trace.woke[step] and trace.reacted[step])
    if not begun:
        assert trace.p_wake[step] == 0.0
        assert not trace.woke[step]
        assert not trace.reacted[step]
    if trace.seen[step] in (Stage.AWAKE, Stage.DEEP, Stage.NONE):
        assert trace.sound_seconds[step] == 0.0
        assert not begun
    if begun:
        assert type(action) is Play
        roll, p = night.wake_roll[step], trace.p_wake[step]
        assert trace.woke[step] == (roll < p)
        noticed = roll < min(1.0, p * night.constants.arousal_ratio)
        assert trace.reacted[step] == (noticed and not trace.woke[step])
        assert trace.true[step] > Stage.AWAKE or not noticed
        limits = night.constants.limits
        window = range(max(0, step - limits.window_steps + 1), step + 1)
        lengths = [
            played.seconds
            for at in window
            if type(played := trace.actions[at]) is Play and not trace.refused[at]
        ]
        assert len(lengths) <= limits.sounds
        assert sum(lengths) <= limits.seconds
        assert action.volume_db <= limits.loudest_db


def zip_actions(trace: Trace) -> list[tuple[Action, str]]:
    """Give each action with the reason why it was refused."""
    return list(zip(trace.actions, trace.refused, strict=True))
