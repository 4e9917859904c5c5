"""One episode: a task, a seed and an agent's name give a trace."""

from __future__ import annotations

from paprika.compiler.suite import Task
from paprika.runtime.agents.rules import RULES, Policy, planned
from paprika.runtime.night.face import open_task, play, solution
from paprika.runtime.night.model import Trace
from paprika.runtime.night.world import Night

ORACLE = "oracle"
"""Knows the truth and plays the task's reference solution: the best possible."""
AGENTS: tuple[str, ...] = (ORACLE, *RULES)


def make_agent(name: str, task: Task, night: Night) -> Policy:
    """Give a fresh agent. Only the oracle gets anything of the task or the night."""
    if name == ORACLE:
        return planned(solution(task, night))
    return RULES[name]()


def run_episode(task: Task, seed: int, agent: str, scale: float = 1.0) -> Trace:
    """Let an agent act in one trial of a task.

    A plain function on purpose: what an agent is handed leads back to no object
    that holds the truth, which a waiting coroutine's variables would be.
    """
    night = open_task(task, seed, scale)
    return play(night, make_agent(agent, task, night))
