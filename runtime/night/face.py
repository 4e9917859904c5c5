"""The night as the compiler, the proof and the runtime see it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from paprika.compiler.suite import BrokenBuild, Call, Task, digest, source_sha256
from paprika.compiler.vocabulary import BadValue, Score, Verdict, Vocabulary
from paprika.rubrics import timing as timing_layer
from paprika.runtime.agents import rules
from paprika.runtime.night import batch, checks, functions, setup
from paprika.runtime.night.model import PlannedStep, Play, Trace
from paprika.runtime.night.mutants import MUTANTS
from paprika.runtime.night.recording import Stage
from paprika.runtime.night.setup import NightConstants, Setup
from paprika.runtime.night.world import Night, NightWorld, open_night

ONLY_SHOWN = {"hypnogram.py", "units.py"}
"""Modules that show what happened and decide nothing."""
NIGHT_WORDS = functions.WORDS | checks.WORDS
WHOLE_NIGHT = 10_000
"""Steps of an episode without a window: to the end of any recording."""
BRIEF = (
    "You sit at the bedside of a sleeping person who wants to dream of {{ wish }}. "
    "Every 30 seconds you get the headband's reading, the heart rate and the movement. "
    "You may play a sound, stop, or let the time pass. Most of the time the right "
    "thing is to do nothing: never wake the person, never play while they are awake, "
    "stay within the phone's limits, and let a voice say only what they said "
    "themselves."
)


class NightFace:
    """The night world behind the compiler's `World`."""

    name = "night"
    brief = BRIEF
    vocabulary: Vocabulary = NIGHT_WORDS
    assumptions: Mapping[str, type] = setup.ASSUMPTIONS
    agents: Sequence[str] = tuple(rules.RULES)
    reference: Sequence[str] = ()
    idle: Sequence[str] = ()
    blind = False
    judged: Sequence[str] = ("quality",)
    sees: Mapping[str, Sequence[str]] = {
        "sound": ("observation", "action", "reason"),
        "silence": ("observation", "action", "reason"),
    }
    profile: type[BaseModel] | None = None
    mutants = MUTANTS

    @cached_property
    def scores(self) -> Mapping[str, Any]:
        """Parts of the score that code decides."""
        return {"timing": timing}

    @cached_property
    def code(self) -> str:
        """Hash of every module that decides what happens at night."""
        here = Path(__file__).resolve().parent
        files = sorted(here.rglob("*.py"), key=lambda path: path.as_posix())
        files = [path for path in files if path.name not in ONLY_SHOWN]
        sources = {
            path.relative_to(here).as_posix(): source_sha256(path) for path in files
        }
        sources["timing"] = source_sha256(Path(inspect.getfile(timing_layer)))
        return digest(sources)

    @cached_property
    def agents_code(self) -> str:
        """Hash of the rule agents."""
        return source_sha256(Path(inspect.getfile(rules)))

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> Setup:
        """Give a night without a recording. Raises BadValue at an assumption."""
        return Setup(_constants(assumptions), steps=WHOLE_NIGHT)

    def snapshot(self, state: Setup) -> str:
        """Give a text that is equal exactly for equal states."""
        return setup.fingerprint(state)

    def open(self, state: Setup, task: str, seed: int) -> Night:
        """Initialise the night of one (task, seed). Raises BadValue."""
        try:
            return open_night(state, task, seed)
        except ValueError as error:
            raise BadValue("", str(error)) from None

    def start(self, episode: Night) -> Trace:
        """Give the trace before the first step."""
        world = NightWorld(episode)
        world.reset()
        return world.trace()

    def replay(
        self, episodes: Sequence[Night], plans: Sequence[Sequence[PlannedStep]]
    ) -> Sequence[Trace]:
        """Carry plans out, many nights at once; of two actions at a step the last.

        A solution that plans two is caught by the proof: it passes without the first.
        """
        return batch.replay(episodes, [list(dict(plan).items()) for plan in plans])

    def perform(self, episode: Night, agent: str) -> Trace:
        """Let a rule agent act to the end."""
        return play(episode, rules.RULES[agent]())

    def describe(self, step: PlannedStep) -> str:
        """Say a step of a plan in a few words."""
        action = step.action
        if isinstance(action, Play):
            what = f"{action.kind} ({action.content}) at {action.volume_db:g} dB"
        else:
            what = type(action).__name__.lower()
        return f"step {step.step}: {what}"


NIGHT = NightFace()


MOST_PREPARED = 512
"""Tasks whose night stays at hand between their trials."""
_prepared: dict[tuple[str, str], Setup] = {}
_known: dict[int, tuple[Any, NightConstants]] = {}


def _constants(assumptions: Mapping[str, Any]) -> NightConstants:
    """Read the constants, once for each mapping of assumptions that is alive."""
    found = _known.get(id(assumptions))
    if found is None or found[0] is not assumptions:
        found = (assumptions, NightConstants.from_assumptions(assumptions))
        _known[id(assumptions)] = found
    return found[1]


def play(night: Night, policy: Any) -> Trace:
    """Let a policy act to the end of an episode; give the trace.

    The policy gets observations and nothing else. World and trace live in the
    variables of this plain function, which nothing that the policy holds leads to.
    """
    world = NightWorld(night)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(policy(observation))
    return world.trace()


def prepare(task: Task) -> Setup:
    """Carry out a compiled task's init calls on a blank night; change it no more.

    Done once for the trials of a task. Raises BrokenBuild if a recording isn't the
    one the task was compiled with.
    """
    name = task.key, task.hash
    if name not in _prepared:
        if len(_prepared) >= MOST_PREPARED:
            _prepared.clear()
        _prepared[name] = _initialised(task)
    return _prepared[name]


def _initialised(task: Task) -> Setup:
    state = NIGHT.blank(task.assumptions)
    for call in task.init:
        _run("init", call, state)
    night = state.recording
    if night is not None and task.data.get(night.name) != night.sha256:
        raise BrokenBuild(
            f"the recording of {task.key} has changed since it was compiled: "
            "run `paprika compile` again"
        )
    return state


def open_task(task: Task, seed: int, scale: float = 1.0) -> Night:
    """Initialise the night of a compiled task for one seed.

    `scale` multiplies every probability of waking.
    """
    return open_night(prepare(task), task.key, seed, scale)


def solution(task: Task, night: Night) -> list[PlannedStep]:
    """Give the steps of a task's reference solution, in order of time."""
    steps = [step for call in task.solution for step in _run("planner", call, night)]
    return sorted(steps, key=lambda planned_step: planned_step.step)


def verdicts(task: Task, trace: Trace) -> list[tuple[Call, Verdict]]:
    """Give every assert of a task with its verdict over a trace."""
    return [(call, _run("check", call, trace)) for call in task.asserts]


def timing(trace: Trace) -> Score:
    """Score the timing of an episode; see `rubrics.timing`."""
    night: Night = trace.night
    return timing_layer.timing(
        functions.asked(night), sounds(trace), night.constants.timing
    )


def sounds(trace: Trace) -> list[timing_layer.Sound]:
    """Give the sounds that were really played, with the seconds heard of each."""
    played = {
        step: action
        for step, action in enumerate(trace.actions)
        if isinstance(action, Play) and not trace.refused[step]
    }
    found = []
    for step, end in pairwise([*played, trace.steps]):
        action = played[step]
        heard = trace.sound_seconds[step:end]
        in_rem = [
            seconds
            for seconds, true in zip(heard, trace.true[step:end], strict=True)
            if true == Stage.REM
        ]
        reacted = trace.woke[step] or trace.reacted[step]
        found.append(
            timing_layer.Sound(
                step,
                action.content,
                action.volume_db,
                sum(heard),
                sum(in_rem),
                reacted,
            )
        )
    return found


def _run(kind: Any, call: Call, target: Any) -> Any:
    function = NIGHT_WORDS.find(kind, call.name)
    if function is None:
        raise BrokenBuild(f"the night has no {kind} function {call.name!r}")
    return function.run(target, **call.arguments)
