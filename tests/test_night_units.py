"""What a judge is shown of a night: the agent's own observation, and its memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from paprika.rubrics.judge import prompt
from paprika.runtime.agents.rules import RULES
from paprika.runtime.night.face import play
from paprika.runtime.night.model import (
    Action,
    Observation,
    PlannedStep,
    Play,
    Stop,
    Trace,
    Wait,
)
from paprika.runtime.night.recording import Stage
from paprika.runtime.night.units import MOST_SILENT, units
from paprika.runtime.night.world import open_night

from .nights_for_tests import recording, setup

LETTERS = "W" * 4 + "L" * 20 + "R" * 40 + "?" * 2 + "R" * 10 + "D" * 20 + "L" * 24
NIGHT = recording(LETTERS, quality=[0.5 + i / 1000 for i in range(len(LETTERS))])
HIDDEN = {"step", "status"}
"""Parts of an observation that say nothing about the moment."""


def noisy(observation: Observation) -> Action:
    """Play often, long and loud, stop near the end."""
    if observation.step == 105:
        return Stop("enough for tonight")
    if observation.step % 7 == 3:
        words = observation.own_words[0] if observation.own_words else "the sea"
        return Play("voice", "wish", -16.0, 75.0, words, "it is time")
    return Wait("listening" if observation.step % 5 == 0 else "")


def lived(
    policy: Callable[[Observation], Action], seed: int = 1, **fields: Any
) -> tuple[Trace, list[Observation]]:
    seen: list[Observation] = []

    def spy(observation: Observation) -> Action:
        seen.append(observation)
        return policy(observation)

    given = {
        "steps": 120,
        "wish": "the sea",
        "own_words": ("waves at night",),
        "mood": "calm",
        "dropout": 0.1,
        **fields,
    }
    return play(open_night(setup(NIGHT, **given), "a:b", seed), spy), seen


def observed(observation: Observation) -> dict[str, Any]:
    plain = observation._asdict()
    plain["own_words"] = list(observation.own_words)
    return {name: plain[name] for name in plain if name not in HIDDEN}


@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("after", ["resume", "lose_rem"])
@pytest.mark.parametrize("on", ["sound", "silence"])
def test_a_unit_holds_the_observation_that_the_agent_had(
    seed: int, after: str, on: str
) -> None:
    """Number for number, after wakings, lost readings and refusals too."""
    trace, seen = lived(noisy, seed, after_waking=after, lie_awake_steps=6)
    found = units(trace, on)
    assert found
    for unit in found:
        step = int(unit.id.rpartition("-")[2])
        shown = unit.fields["observation"]
        wanted = observed(seen[step])
        assert {name: shown[name] for name in wanted} == wanted


def test_beside_it_stands_what_the_agent_could_remember() -> None:
    """Stages of the last ten minutes, and the last sound."""

    def twice(observation: Observation) -> Action:
        if observation.step in (30, 38):
            return Play("humming", "neutral", -40.0, 5.0, "", "quiet REM")
        return Wait()

    trace, seen = lived(twice, dropout=0.0)
    second = units(trace, "sound")[1].fields["observation"]
    assert set(second) - set(observed(seen[0])) == {
        "stages_before",
        "minutes_since_last_sound",
        "last_sound_was_noticed",
    }
    assert second["stages_before"] == "light 3 min, rem 7 min"
    assert second["minutes_since_last_sound"] == 4.0
    assert second["last_sound_was_noticed"] is False
    first = units(trace, "sound")[0].fields["observation"]
    assert first["minutes_since_last_sound"] is None


def test_only_sounds_that_were_played_are_judged() -> None:
    """A refused one was heard by nobody; gates count it."""
    trace, _ = lived(noisy)
    played = [
        f"sound-{step}"
        for step, action in enumerate(trace.actions)
        if isinstance(action, Play) and not trace.refused[step]
    ]
    assert any(trace.refused)
    assert [unit.id for unit in units(trace, "sound")] == played


def test_silent_steps_are_few_fixed_and_of_every_stage() -> None:
    """At most three, each with a reading, the same in every run."""
    trace, _ = lived(RULES["wait"]())
    found = units(trace, "silence")
    steps = [int(unit.id.rpartition("-")[2]) for unit in found]
    assert len(steps) == MOST_SILENT
    assert steps == sorted(steps)
    assert len({trace.seen[step] for step in steps}) == 3
    assert Stage.NONE not in {trace.seen[step] for step in steps}
    assert units(lived(RULES["wait"]())[0], "silence") == found
    assert [unit.fields["action"] for unit in found] == [{"do": "wait"}] * 3


def test_a_night_without_a_reading_has_no_silence_to_judge() -> None:
    """Nobody could have acted on it. And it has no turns, whatever is asked."""
    trace, _ = lived(RULES["wait"](), dropout=1.0)
    assert units(trace, "silence") == []
    assert units(trace, "sound") == []
    assert units(trace, "turn") == ()


def test_nothing_hidden_is_in_a_question() -> None:
    """Two nights that look the same to the agent are asked about alike."""
    shown = "L" * 8 + "R" * 52
    rubric = {
        "hash": "0" * 16,
        "sees": ["observation", "action", "reason"],
        "ask": "Is it so?",
        "pass_when": "It is.",
        "fail_when": "It isn't.",
    }
    asked = []
    for true in (shown, "L" * 40 + "D" * 20):
        night = recording(
            true,
            shown,
            heart_bpm=[60.0] * 60,
            movement=[0.1] * 60,
            confidence=[0.9] * 60,
        )
        plan = dict([PlannedStep(20, Play("humming", "wish", -60.0, 5.0))])
        opened = open_night(setup(night, steps=60), "a:b", 1, scale=0.0)

        def act(observation: Observation, plan: dict[int, Action] = plan) -> Action:
            return plan.get(observation.step, Wait())

        trace = play(opened, act)
        asked.append([prompt(rubric, unit) for unit in units(trace, "sound")])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 1
