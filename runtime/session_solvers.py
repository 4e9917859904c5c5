"""A whole session as an Inspect solver: three agents, one hand-off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from inspect_ai.log import transcript
from inspect_ai.model import get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from paprika.compiler.suite import Task
from paprika.rubrics.notes import BedtimeNote

from . import episode as night_episode
from . import solvers as night_solvers
from . import talk_log
from .agents.rules import RULES
from .builds import compiled, one_of
from .conversation import hold_by_model, hold_by_policy, scripted, worded_by
from .episode import ENTRY
from .night.face import play
from .session import Session, SessionTrace, awaited, handed
from .solvers import SOURCE, seed_of
from .talk.model import TalkTrace
from .talk.world import Talk, TalkWorld
from .talk_solvers import AUTO, MODEL
from .trials import REFERENCE, agents_of, make_talker, open_session


class SessionEpisode(NamedTuple):
    """One finished session, as the entry in the store tells it."""

    agent: str
    night_agent: str
    seed: int
    words: str
    """Who worded the person: `script`, or the name of a model."""
    bedtime: Mapping[str, Any]
    night: Mapping[str, Any]
    morning: Mapping[str, Any]


@solver
def session_agent(name: str = AUTO, night: str = "rem_rule") -> Solver:
    """Let one agent hold both talks, and one without a model be there at night.

    `name` is `model`, an agent without a model, or `auto`: the model where one is
    given. With `--model-role user=...` a model words what the person says.
    """
    one_of(night, "night agent", RULES)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        task = compiled(state.metadata, state.sample_id)
        agent = name
        if agent == AUTO:
            agent = REFERENCE["bedtime"] if state.model.api == "none" else MODEL
        if agent != MODEL:
            one_of(agent, "agent", agents_of("bedtime"))
        await _session(state, task, agent, night)
        return state

    return solve


async def _session(state: TaskState, task: Task, agent: str, night: str) -> None:
    seed = seed_of(state)
    session = open_session(task, seed)
    person = get_model(role="user") if "user" in model_roles() else None
    evening = await _talk(state, session.bedtime, task, agent)
    received = evening.note if isinstance(evening.note, BedtimeNote) else BedtimeNote()
    slept = play(handed(session.night, received), RULES[night]())
    woken = await _talk(state, awaited(session.morning, received), task, agent)
    worded = "script" if person is None else str(person)
    episode = SessionEpisode(
        agent,
        night,
        seed,
        worded,
        talk_log.pack(evening),
        night_episode.pack(slept),
        talk_log.pack(woken),
    )
    state.store.set(ENTRY, json.dumps(episode._asdict(), ensure_ascii=False))
    title = f"{task.id}, seed {seed}"
    shown = (
        talk_log.overview(f"{title}: bedtime, {agent}", evening),
        night_solvers.overview(f"{title}: night, {night}", slept),
        talk_log.overview(f"{title}: morning, {agent}", woken),
    )
    for entry in shown:
        transcript().info(entry, source=SOURCE)


async def _talk(state: TaskState, talk: Talk, task: Task, agent: str) -> TalkTrace:
    person = get_model(role="user") if "user" in model_roles() else None
    words = scripted if person is None else worded_by(person)
    world = TalkWorld(talk)
    if agent != MODEL:
        return await hold_by_policy(world, make_talker(talk.phase, agent), words)
    trace, messages, state.output = await hold_by_model(
        world, get_model(), task.brief, words
    )
    state.messages = [*state.messages, *messages]
    return trace


def kept_session(state: TaskState, task: Task) -> SessionTrace:
    """Give the trace of a sample's finished session, with its worlds."""
    episode = SessionEpisode(**json.loads(state.store.get(ENTRY)))
    session: Session = open_session(task, episode.seed)
    evening = talk_log.replay(episode.bedtime, TalkWorld(session.bedtime))
    note = evening.note if isinstance(evening.note, BedtimeNote) else BedtimeNote()
    slept = night_episode.unpack(episode.night, handed(session.night, note))
    morning = TalkWorld(awaited(session.morning, note))
    return SessionTrace(
        session, evening, slept, talk_log.replay(episode.morning, morning)
    )
