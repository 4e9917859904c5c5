"""Agents without a model as Inspect solvers, and what is written of an episode.

An episode is played in one go outside any coroutine: while an agent acts, nothing
that leads to hidden truth hangs on a frame that lives on. What happened is written
afterwards: the trace into the store, once, and one transcript entry a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import assert_never

from inspect_ai.log import transcript
from inspect_ai.solver import Generate, Solver, TaskState, solver

from .agents.episode import AGENTS, run_episode
from .builds import compiled, one_of, refusal
from .episode import count, keep
from .night.hypnogram import hypnogram
from .night.model import Action, Play, Stop, Trace, Wait
from .night.recording import Stage

SOURCE = "paprika"
_STAGES = {int(stage): stage.name.lower() for stage in Stage}


@solver
def night_agent(name: str = "rem_rule") -> Solver:
    """Let a shipped agent without a model be at the bedside, by its name."""
    one_of(name, "agent", AGENTS)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        play(state, name)
        return state

    return solve


def _named(name: str) -> Callable[[], Solver]:
    """Register a shipped agent under its own name, as `--solver paprika/NAME`."""

    def make() -> Solver:
        async def solve(state: TaskState, generate: Generate) -> TaskState:
            play(state, name)
            return state

        return solve

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Let the agent {name} be at the bedside."
    return solver(name)(make)


SOLVERS: dict[str, Callable[[], Solver]] = {name: _named(name) for name in AGENTS}
"""The solver of each shipped agent, by name."""


def seed_of(state: TaskState) -> int:
    """Give the seed of the sample's epoch, and note it in the metadata.

    Raises PrerequisiteError where Inspect was asked for more epochs than seeds.
    """
    seeds: list[int] = state.metadata["seeds"]
    if state.epoch > len(seeds):
        raise refusal(
            f"epoch {state.epoch} has no seed: the task has {len(seeds)} "
            f"({', '.join(map(str, seeds))}), so ask for --epochs {len(seeds)} at most"
        )
    seed = seeds[state.epoch - 1]
    state.metadata["seed"] = seed
    return seed


def play(state: TaskState, agent: str) -> None:
    """Play the sample's episode with the epoch's seed, and write it down."""
    task = compiled(state.metadata, state.sample_id)
    seed, scale = seed_of(state), state.metadata["scale"]
    trace = run_episode(task, seed, agent, scale)
    keep(state, agent, trace)
    title = f"{task.id}, seed {seed}, {agent}"
    transcript().info(overview(title, trace), source=SOURCE)
    for entry in decisions(trace):
        transcript().info(entry, source=SOURCE)


def overview(title: str, trace: Trace) -> str:
    """Give Markdown that shows an episode on one screen."""
    counts = count(trace)
    marks = {
        i: "x" if trace.refused[i] else "!" if trace.woke[i] else "*"
        for i, action in enumerate(trace.actions)
        if isinstance(action, Play)
    }
    night = trace.night
    drawn = hypnogram(trace.true, night.start_seconds, seen=trace.seen, marks=marks)
    end = night.clock(trace.steps)
    close = f"ended by waking at {end}" if trace.status == "ended" else f"until {end}"
    return (
        f"### {title}\n\n"
        f"{night.clock(0)}, {close}. Sounds asked for: {counts.cues}, "
        f"played: {counts.played}, refused: {counts.refused}; "
        f"woke the sleeper: {counts.wakings}.\n\n"
        "Hidden from the agent: the true stages. `*` sound, `!` sound that woke, "
        "`x` refused sound.\n\n"
        f"```text\n{drawn}\n```"
    )


def decisions(trace: Trace) -> Iterator[str]:
    """Give an entry for every sound, refusal and stop, and for every reason to wait.

    Markdown: the time that went by without a word before it, what the agent could see
    (stages with the number of steps they were seen in a row), what it did, its reason,
    and what came of it. Waiting that gives no reason has no entry of its own, but at
    the end.
    """
    before = range(0)
    for steps in _runs(trace):
        action = trace.actions[steps[0]]
        silent = isinstance(action, Wait) and not action.reason
        if silent and steps.stop < trace.steps:
            before = steps
            continue
        waited = f"- before: waited {_minutes(before)}, saw {_stages(trace, before)}\n"
        yield (
            f"**Step {steps[0]}, {trace.night.clock(steps[0])}**\n\n"
            f"{waited if before else ''}"
            f"- saw: {_seen(trace, steps)}\n"
            f"- did: {_said(action)}\n"
            f"- reason: {action.reason or 'none given'}\n"
            f"- outcome: {_outcome(trace, steps)}"
        )
        before = range(0)


def _runs(trace: Trace) -> Iterator[range]:
    """Cut an episode into its sounds, its stops, and waiting for one reason."""
    first = 0
    kinds = (
        action.reason if isinstance(action, Wait) else step
        for step, action in enumerate(trace.actions)
    )
    for _, same in groupby(kinds):
        length = len(list(same))
        yield range(first, first + length)
        first += length


def _minutes(steps: range) -> str:
    return f"{len(steps) / 2:g} min"


def _stages(trace: Trace, steps: range) -> str:
    return ", ".join(
        f"{_STAGES[code]} {len(list(same))}"
        for code, same in groupby(trace.seen[step] for step in steps)
    )


def _seen(trace: Trace, steps: range) -> str:
    first = steps[0]
    readings = (
        f"{name} {value:.3g}"
        for name, value in (
            ("confidence", trace.confidence[first]),
            ("heart bpm", trace.heart_bpm[first]),
            ("movement", trace.movement[first]),
        )
        if value is not None
    )
    return ", ".join((_stages(trace, steps), *readings))


def _said(action: Action) -> str:
    match action:
        case Play():
            words = f", words: {action.words}" if action.words else ""
            return (
                f"play {action.kind} ({action.content}) at {action.volume_db:g} dB "
                f"for {action.seconds:g} s{words}"
            )
        case Stop():
            return "stop"
        case Wait():
            return "wait"
        case _:
            assert_never(action)


def _outcome(trace: Trace, steps: range) -> str:
    step = steps[0]
    if trace.refused[step]:
        return f"refused: {trace.refused[step]}"
    if trace.woke[step]:
        return "the sleeper woke"
    if trace.reacted[step]:
        return "the heart rate rose"
    match trace.actions[step]:
        case Wait():
            return f"{_minutes(steps)} went by"
        case Play():
            return "the sleeper slept on"
        case Stop():
            return "nothing plays any more"
