"""The set-up as the compiler, the proof and the runtime see it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from paprika.compiler.suite import Call, Task, digest, source_sha256
from paprika.compiler.vocabulary import Score, Verdict, Vocabulary
from paprika.rubrics import lexicon, words
from paprika.runtime.agents import guides
from paprika.runtime.agents.guides import Guide
from paprika.runtime.talk import bedside, devices, model, setup_words
from paprika.runtime.talk.bedside import (
    Bedside,
    Setup,
    SetupTrace,
    SetupWorld,
    read_limits,
)
from paprika.runtime.talk.devices import Devices
from paprika.runtime.talk.model import End, Mode, Use
from paprika.runtime.talk.setup_words import MUTANTS, Step
from paprika.users import intent, persona, phrases, reports, tools
from paprika.users.persona import Profile

DECIDES = (
    bedside,
    devices,
    model,
    setup_words,
    intent,
    persona,
    phrases,
    reports,
    tools,
    lexicon,
    words,
)
"""Modules that decide what happens."""
BRIEF = (
    "You sit at the bedside of a person who is about to sleep, and help them to make "
    "everything ready for the night. The headband must be charged, snug and connected, "
    "the speaker's sound on, the phone at a volume from 10 to 40 percent, on do not "
    "disturb and on its charger, and the lamp off. You can neither see nor touch "
    "anything: the person looks and acts, and only when you ask, one thing a turn. "
    "Change nothing that is as it should be, and end the talk once all is ready."
)
MODE_BRIEFS: Mapping[Mode, str] = {
    "default": "",
    "no_user": "The person is not here: you hold the tools to look and act yourself.",
    "oracle_plan": "You are given a plan; follow it step by step.",
}
"""What an agent is told besides the brief, by mode."""


class SetupFace:
    """The set-up world behind the compiler's `World`."""

    name = "setup"
    brief = BRIEF
    vocabulary: Vocabulary = setup_words.WORDS
    assumptions: Mapping[str, type] = {"bedside": dict}
    agents: Sequence[str] = tuple(guides.GUIDES)
    reference: Sequence[str] = ("guide",)
    idle: Sequence[str] = ("silent",)
    blind = False
    judged: Sequence[str] = ()
    sees: Mapping[str, Sequence[str]] = {
        "turn": ("talk_before", "turn"),
        "talk": ("talk",),
    }
    profile: type[BaseModel] | None = Profile
    mutants = MUTANTS
    scores: Mapping[str, Callable[[Any], Score]] = {}

    @cached_property
    def code(self) -> str:
        """Hash of every module that decides what happens in the set-up."""
        files = {m.__name__: source_sha256(Path(inspect.getfile(m))) for m in DECIDES}
        return digest({**files, "face": source_sha256(Path(__file__))})

    @cached_property
    def agents_code(self) -> str:
        """Hash of the scripted guides."""
        return source_sha256(Path(inspect.getfile(guides)))

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> Bedside:
        """Give a bedside at which all is right. Raises BadValue at an assumption."""
        body = persona.get("profile") if persona else None
        return Bedside(
            read_limits(assumptions["bedside"]), Profile.model_validate(body or {})
        )

    def snapshot(self, state: Bedside) -> str:
        """Give a text that is equal exactly for equal states."""
        return repr(state)

    def open(self, state: Bedside, task: str, seed: int) -> Setup:
        """Give the set-up of one (task, seed)."""
        return Setup(task, seed, state.limits, state.profile, state.devices)

    def start(self, episode: Setup) -> SetupTrace:
        """Give the trace before the agent's first action."""
        world = SetupWorld(episode)
        world.reset()
        return world.trace()

    def replay(
        self, episodes: Sequence[Setup], plans: Sequence[Sequence[Step]]
    ) -> list[SetupTrace]:
        """Let the person carry plans out, then let the agent end the talk."""
        return [
            _carry_out(episode, plan)
            for episode, plan in zip(episodes, plans, strict=True)
        ]

    def perform(self, episode: Setup, agent: str) -> SetupTrace:
        """Let a scripted agent act to the end."""
        return play(episode, guides.GUIDES[agent]())

    def describe(self, step: Step) -> str:
        """Say a step of a plan in a few words."""
        if isinstance(step, Use):
            return reports.in_words(step.tool, step.arguments)
        return f"saying {step.text!r}"


SETUP = SetupFace()


def _carry_out(episode: Setup, plan: Sequence[Step]) -> SetupTrace:
    world = SetupWorld(episode)
    world.reset()
    for step in plan:
        if isinstance(step, Use):
            world.apply(step)
        else:
            world.step(step)
        if world.trace().status != "running":
            return world.trace()
    world.step(End())
    return world.trace()


def play(
    episode: Setup, policy: Guide, mode: Mode = "default", plan: Sequence[Use] = ()
) -> SetupTrace:
    """Let a policy act to the end of a set-up; give the trace.

    The policy gets observations and nothing else. `plan` is what `oracle_plan` gives.
    """
    world = SetupWorld(episode, mode, plan)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(policy(observation))
    return world.trace()


def open_task(task: Task, seed: int) -> Setup:
    """Initialise the set-up of a compiled task for one seed."""
    state = SETUP.blank(task.assumptions, task.persona)
    for call in task.init:
        _run("init", call, state)
    return SETUP.open(state, task.key, seed)


def solution(task: Task, episode: Setup) -> list[Use]:
    """Give the person's tool calls of a task's reference solution, in order."""
    return [step for call in task.solution for step in _run("planner", call, episode)]


def verdicts(task: Task, trace: SetupTrace) -> list[tuple[Call, Verdict]]:
    """Give every assert of a task with its verdict over a trace."""
    return [(call, _run("check", call, trace)) for call in task.asserts]


def _run(kind: Any, call: Call, target: Any) -> Any:
    function = SETUP.vocabulary.find(kind, call.name)
    if function is None:
        raise LookupError(f"the set-up has no {kind} function {call.name!r}")
    return function.run(target, **call.arguments)


__all__ = [
    "BRIEF",
    "MODE_BRIEFS",
    "SETUP",
    "Devices",
    "SetupFace",
    "open_task",
    "play",
    "solution",
    "verdicts",
]
