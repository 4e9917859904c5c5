"""Trials of compiled tasks in any world: opened, talked through, checked.

What the night needs besides (recordings, factors on waking) is in `night.face`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from paprika.compiler.suite import BrokenBuild, Call, Task
from paprika.compiler.vocabulary import Kind, Verdict
from paprika.runtime.agents.guides import GUIDES
from paprika.runtime.agents.talkers import TALKERS
from paprika.runtime.session import Session
from paprika.runtime.talk.bedside import SetupWorld
from paprika.runtime.talk.model import Mode, TalkAction, TalkObservation, TalkTrace
from paprika.runtime.talk.world import TalkWorld
from paprika.runtime.worlds import WORLDS

Policy = Callable[[TalkObservation], TalkAction]
Conversation = TalkWorld | SetupWorld
"""A world in which an agent talks: `reset`, then `step` or `begin` and `finish`."""
TalkName = Literal["bedtime", "morning", "setup"]
REFERENCE: dict[str, str] = {
    "bedtime": "interviewer",
    "morning": "interviewer",
    "setup": "guide",
}
"""The agent without a model that passes every task, by world."""


def agents_of(world: str) -> Sequence[str]:
    """Give the agents without a model that can talk in a world."""
    return list(GUIDES) if world == "setup" else list(TALKERS[world])


def make_talker(world: str, agent: str) -> Policy:
    """Give a fresh agent without a model. It gets nothing of the task."""
    return GUIDES[agent]() if world == "setup" else TALKERS[world][agent]()


def open_session(task: Task, seed: int) -> Session:
    """Open a compiled task of the session world for one seed. Raises BrokenBuild."""
    episode: Session = _opened(task, seed)
    return episode


def _opened(task: Task, seed: int) -> Any:
    world = WORLDS[task.world]
    state = world.blank(task.assumptions, task.persona)
    for call in task.init:
        _run(task, "init", call, state)
    return world.open(state, task.key, seed)


def open_conversation(task: Task, seed: int, mode: Mode = "default") -> Conversation:
    """Open the talk of a compiled task for one seed. Raises BrokenBuild."""
    episode = _opened(task, seed)
    if task.world != "setup":
        return TalkWorld(episode)
    plan = [
        step for call in task.solution for step in _run(task, "planner", call, episode)
    ]
    return SetupWorld(episode, mode, plan)


def run_talk(task: Task, seed: int, agent: str, mode: Mode = "default") -> TalkTrace:
    """Let an agent without a model talk with the scripted person; give the trace.

    A plain function on purpose: what an agent is handed leads back to no object that
    holds the truth, which a waiting coroutine's variables would be.
    """
    world = open_conversation(task, seed, mode)
    policy = make_talker(task.world, agent)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(policy(observation))
    return world.trace()


def verdicts(task: Task, trace: Any) -> list[tuple[Call, Verdict]]:
    """Give every assert of a task with its verdict over a trace of its world."""
    return [(call, _run(task, "check", call, trace)) for call in task.asserts]


def _run(task: Task, kind: Kind, call: Call, target: Any) -> Any:
    function = WORLDS[task.world].vocabulary.find(kind, call.name)
    if function is None:
        raise BrokenBuild(f"{task.world} has no {kind} function {call.name!r}")
    return function.run(target, **call.arguments)
