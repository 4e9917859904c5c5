"""What an agent is handed leads to nothing that is hidden from it.

An agent here searches, while it acts, everything it can get hold of: attributes,
closures, members, and whatever refers to any of these. Modules are left out: who
shares a process can import anything; the point is that nothing is handed over.
"""

from __future__ import annotations

import functools
import gc
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
)
from typing import Any, get_args

import numpy as np
import pytest

from paprika.compiler.compile import Result, compile_specs
from paprika.compiler.compose import Composition, Draft
from paprika.compiler.suite import Build, Call, Task
from paprika.runtime.agents import episode as episodes
from paprika.runtime.agents.episode import run_episode
from paprika.runtime.agents.rules import RULES, Policy
from paprika.runtime.night.constants import NightConstants
from paprika.runtime.night.face import open_task, play, solution
from paprika.runtime.night.functions import Profile
from paprika.runtime.night.model import Action, Observation, Play, Trace, Wait
from paprika.runtime.night.recording import LETTERS, Recording, Stage
from paprika.runtime.night.setup import Setup
from paprika.runtime.night.world import Night, NightWorld
from paprika.runtime.worlds import WORLDS

from .nights_for_tests import SPECS

pytestmark = pytest.mark.usefixtures("every_object")

HIDDEN = (
    Night,
    NightWorld,
    Trace,
    Setup,
    Recording,
    NightConstants,
    Task,
    Draft,
    Composition,
    Build,
)
NIGHT_TYPES = ("calm", "restless", "stressed", "broken")
PROFILES: tuple[str, ...] = get_args(Profile)
LEVELS = 4
STEPS = (0, 7, 20)
"""Steps at which the agent searches: the first one, and later ones."""


@dataclass
class Truth:
    """What must not be found. It is kept in this module and handed to nobody."""

    texts: tuple[str, ...] = ()
    blobs: tuple[bytes, ...] = ()
    plays: tuple[Play, ...] = ()


TRUTH = Truth()
FOUND: list[str] = []
"""What the present search has found, in words."""
REACHED: list[int] = []
"""Number of objects that each search has looked at."""


def hide(task: Task, seed: int, rubrics: Sequence[str]) -> None:
    """Say what the next episode must not give away."""
    night = open_task(task, seed)
    letters = "".join(LETTERS[Stage(code)] for code in night.true.tolist())
    TRUTH.texts = (*NIGHT_TYPES, *PROFILES, task.id, task.hash, letters, *rubrics)
    TRUTH.blobs = (
        night.true.tobytes(),
        night.rolls.tobytes(),
        night.wake_roll.tobytes(),
    )
    TRUTH.plays = tuple(
        step.action for step in solution(task, night) if isinstance(step.action, Play)
    )
    FOUND.clear()
    REACHED.clear()


# ---------------------------------------------------------------- the search


def seeker(steps: Sequence[int] = STEPS) -> Policy:
    """Give an agent that searches at some steps, and hums so that things happen.

    A plain function: only while it calls one does the interpreter show the variables
    of a running coroutine to those who ask who refers to what.
    """

    def seek(observation: Observation) -> Action:
        if observation.step in steps:
            search([observation, seek])
        if observation.step % 6 == 5:
            return Play("humming", "neutral", -50.0, 5.0, "", "to see what happens")
        return Wait()

    return seek


def search(roots: list[Any]) -> None:
    """Look at all that is within `LEVELS` of the roots, forth and back.

    Plain loops on purpose: a generator would itself refer to what it looks at. One
    find is enough: behind it lies everything.
    """
    skipped = {id(vars(module)) for module in list(sys.modules.values())}
    seen: dict[int, Any] = {}
    frontier = roots
    own = {id(roots), id(seen), id(skipped)}
    for level in range(LEVELS + 1):
        reached: list[Any] = []
        own |= {id(reached), id(frontier)}
        for each in frontier:
            forth = [each]
            own.add(id(forth))
            while forth and not FOUND:
                found = forth.pop()
                if id(found) in seen or id(found) in skipped or id(found) in own:
                    continue
                if plain(found):
                    continue
                seen[id(found)] = found
                inspect(found, level)
                reached.append(found)
                forth.extend(members(found))
        if level == LEVELS or FOUND:
            break
        frontier = gc.get_referrers(*reached) if reached else []
    REACHED.append(len(seen))


def plain(value: Any) -> bool:
    """Tell whether a value is shared by everybody, and so tells nothing.

    Interned texts are looked at as well, but nobody asks who else has them.
    """
    if isinstance(value, str):
        inspect(value, 0)
        return len(value) < 2 or sys.intern("".join(list(value))) is value
    if isinstance(value, int):
        return -6 < value < 257
    kinds = (type, ModuleType, CodeType, BuiltinFunctionType)
    empty = isinstance(value, tuple) and not value
    return value is None or empty or isinstance(value, kinds)


def members(value: Any) -> list[Any]:
    """Give what can be got from a value without asking who refers to it."""
    found: list[Any] = []
    if isinstance(value, dict):
        found += [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        found += value
    elif isinstance(value, FunctionType):
        found += [value.__closure__, value.__defaults__, value.__kwdefaults__]
    elif isinstance(value, MethodType):
        found += [value.__self__, value.__func__]
    elif isinstance(value, functools.partial):
        found += [value.func, value.args, value.keywords]
    elif isinstance(value, CellType):
        found += [value.cell_contents] if value != CellType() else []
    elif isinstance(value, GeneratorType):
        found.append(value.gi_frame and value.gi_frame.f_locals)
    elif isinstance(value, CoroutineType):
        found.append(value.cr_frame and value.cr_frame.f_locals)
    elif isinstance(value, FrameType) and value.f_code.co_filename != __file__:
        found += [value.f_locals, value.f_back]
    found.append(getattr(value, "__dict__", None))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            found.append(getattr(value, name, None))
    return found


def inspect(value: Any, level: int) -> None:
    """Note what is hidden and was found all the same."""
    what = ""
    if isinstance(value, HIDDEN):
        what = type(value).__name__
    elif isinstance(value, str):
        what = "a text" if any(text in value for text in TRUTH.texts) else ""
    elif isinstance(value, Play):
        what = "the solution" if value in TRUTH.plays else ""
    elif isinstance(value, bytes | bytearray | memoryview | array | np.ndarray):
        what = "an array" if tells(bytes(value)) else ""
    elif isinstance(value, list | tuple) and len(value) > 7:
        what = "a list" if tells(packed(value)) else ""
    if what:
        FOUND.append(f"{what} at level {level}")


def tells(blob: bytes) -> bool:
    return any(hidden in blob for hidden in TRUTH.blobs)


def packed(values: Sequence[Any]) -> bytes:
    """Give numbers as an array of stages or of rolls would hold them."""
    if all(isinstance(v, int) and -128 <= v < 128 for v in values):
        return array("b", values).tobytes()
    if all(isinstance(v, float) for v in values):
        return array("d", values).tobytes()
    return b""


# ---------------------------------------------------------------- nothing is found


@functools.cache
def compiled() -> Result:
    return compile_specs([SPECS.as_posix()], WORLDS)


def task_of(night: str, profile: str = "as_recorded") -> Task:
    """Give the week-5 task at 09:41 of a night type, with a headband."""
    found = compiled().compositions["week5-night"].drafts
    wanted = {"start": "rem_onset-0941", "night": night}
    [task] = [d.task for d in found if wanted.items() <= d.task.conditions.items()]
    return replace(task, init=(*task.init, Call("band", {"profile": profile})))


def rubric_texts() -> list[str]:
    rubrics = compiled().specs.rubrics.values()
    return [text for r in rubrics for text in (r.ask, r.pass_when, r.fail_when)]


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    yield
    hide_nothing()


def hide_nothing() -> None:
    TRUTH.texts, TRUTH.blobs, TRUTH.plays = (), (), ()


@pytest.mark.parametrize("night", NIGHT_TYPES)
def test_an_agent_finds_nothing_hidden(
    night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first and at later steps of every night type."""
    task = task_of(night)
    hide(task, 2, rubric_texts())
    monkeypatch.setattr(episodes, "RULES", {**RULES, "wait": seeker})
    trace = run_episode(task, 2, "wait")
    assert len(REACHED) == sum(step < trace.steps for step in STEPS) > 1
    assert min(REACHED) > 10
    assert FOUND == []


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("night", NIGHT_TYPES)
def test_an_agent_finds_nothing_hidden_whatever_headband_is_worn(
    night: str, profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headbands are simulated from the true stages; none of that comes along."""
    task = task_of(night, profile)
    hide(task, 3, rubric_texts())
    rules = {**RULES, "wait": lambda: seeker([6])}
    monkeypatch.setattr(episodes, "RULES", rules)
    run_episode(task, 3, "wait")
    assert len(REACHED) == 1
    assert FOUND == []


def test_an_agent_finds_nothing_hidden_under_inspect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sample's coroutines, store and transcript give nothing away either."""
    from paprika.runtime.tasks import night

    from .inspect_runs import run, shipped_build

    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))
    hide(task_of("stressed"), 1, rubric_texts())
    rules = {**RULES, "wait": lambda: seeker([6])}
    monkeypatch.setattr(episodes, "RULES", rules)
    log = run(night(agent="wait", seeds=1), tmp_path, limit=4)
    assert log.status == "success"
    assert len(REACHED) == 4
    assert FOUND == []


# ---------------------------------------------------------------- the search can find


def generated(night: Night, policy: Policy) -> None:
    """Let a generator hold world and observation while the agent acts."""

    def observations() -> Iterator[Observation]:
        world = NightWorld(night)
        observation = world.reset()
        while observation.status == "running":
            yield observation
            observation = world.step(Wait())

    for observation in observations():
        policy(observation)


def coroutine(night: Night, policy: Policy) -> None:
    """Let a coroutine hold them."""

    async def episode() -> None:
        world = NightWorld(night)
        observation = world.reset()
        policy(observation)

    waiting = episode()
    with pytest.raises(StopIteration):
        waiting.send(None)


class Marked(Observation):
    """An observation that can carry an attribute."""

    world: Any


def attribute(night: Night, policy: Policy) -> None:
    """Hang the world on the observation."""
    world = NightWorld(night)
    marked = Marked(*world.reset())
    marked.world = world
    policy(marked)


def shared_text(night: Night, policy: Policy) -> None:
    """Hand over the very text that the night holds."""
    world = NightWorld(night)
    policy(world.reset()._replace(wish=night.wish))


def closure(night: Night, policy: Policy) -> None:
    """Give the agent a function that knows the night."""

    def hint() -> int:
        return night.steps

    vars(policy)["hint"] = hint
    policy(NightWorld(night).reset())


def kept_list(night: Night, policy: Policy) -> None:
    """Keep the observation in a list beside the true stages."""
    observation = NightWorld(night).reset()
    book = {"seen": [observation], "true": night.true.tolist()}
    policy(observation)
    assert len(book) == 2


def named_mood(night: Night, policy: Policy) -> None:
    """Say the night type where the mood should stand."""
    mood = "".join(["rest", "less"])
    policy(NightWorld(night).reset()._replace(mood=mood))


LEAKS = (
    generated,
    coroutine,
    attribute,
    shared_text,
    closure,
    kept_list,
    named_mood,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_the_search_finds_what_a_leaky_world_hands_over(
    leak: Callable[[Night, Policy], None],
) -> None:
    """Each way to leak is found, so that finding nothing means something."""
    task = task_of("restless")
    hide(task, 2, rubric_texts())
    leak(open_task(task, 2), seeker([0]))
    assert FOUND != []


def test_the_search_finds_a_solution_that_is_handed_over() -> None:
    """As a plan in a partial function of the agent."""
    task = task_of("calm")
    hide(task, 2, rubric_texts())
    night = open_task(task, 2)
    policy = seeker([0])
    vars(policy)["plan"] = functools.partial(len, solution(task, night))
    play(night, policy)
    assert FOUND == ["the solution at level 0"]
