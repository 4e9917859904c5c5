"""Who talks, as Inspect solvers; and what is written of a talk."""

from __future__ import annotations

from inspect_ai.log import transcript
from inspect_ai.model import get_model, model_roles
from inspect_ai.solver import Generate, Solver, TaskState, solver

from paprika.compiler.suite import Task

from .builds import compiled, one_of
from .conversation import hold_by_model, hold_by_policy, scripted, worded_by
from .solvers import SOURCE, seed_of
from .talk.model import TalkTrace
from .talk.setup import MODE_BRIEFS
from .talk_log import TalkEpisode, decisions, keep, kept, overview, pack, replay
from .trials import REFERENCE, agents_of, make_talker, open_conversation, run_talk

AUTO = "auto"
"""The model where one is given, else the reference agent without a model."""
MODEL = "model"


@solver
def talk_agent(name: str = AUTO) -> Solver:
    """Let an agent talk with the person: `model`, one without a model, or `auto`.

    With `--model-role user=...` a model words what the person says.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        task = compiled(state.metadata, state.sample_id)
        agent = name
        if agent == AUTO:
            agent = REFERENCE[task.world] if state.model.api == "none" else MODEL
        if agent != MODEL:
            one_of(agent, "agent", agents_of(task.world))
        return await _talk(state, task, agent)

    return solve


async def _talk(state: TaskState, task: Task, agent: str) -> TaskState:
    seed, mode = seed_of(state), state.metadata["mode"]
    person = get_model(role="user") if "user" in model_roles() else None
    words = scripted if person is None else worded_by(person)
    if agent == MODEL:
        brief = f"{task.brief} {MODE_BRIEFS[mode]}".strip()
        world = open_conversation(task, seed, mode)
        trace, state.messages, state.output = await hold_by_model(
            world, get_model(), brief, words
        )
    elif person is None:
        trace = run_talk(task, seed, agent, mode)
    else:
        policy = make_talker(task.world, agent)
        trace = await hold_by_policy(open_conversation(task, seed, mode), policy, words)
    worded = "script" if person is None else str(person)
    keep(state, TalkEpisode(agent, seed, mode, worded, pack(trace)))
    transcript().info(
        overview(f"{task.id}, seed {seed}, {agent}", trace), source=SOURCE
    )
    for entry in decisions(trace):
        transcript().info(entry, source=SOURCE)
    return state


def kept_talk(state: TaskState, task: Task) -> TalkTrace:
    """Give the trace of a sample's finished talk, with its world."""
    episode = kept(state)
    world = open_conversation(task, episode.seed, episode.mode)  # type: ignore[arg-type]
    return replay(episode.trace, world)
