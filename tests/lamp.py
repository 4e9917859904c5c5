"""A second world, as small as a world can be: a lamp, its switch and its plug.

It offers the compiler and the proof what they ask of any world, and shares nothing
with the night. Time moves a tick a step; a plan is the ticks at which to press.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field

from paprika.compiler.compile import Result, compile_specs
from paprika.compiler.problems import Place, Problem, in_order
from paprika.compiler.vocabulary import (
    Absent,
    BadValue,
    Score,
    Verdict,
    Vocabulary,
    World,
)
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove

WORDS = Vocabulary()
SOCKETS = 2
UNLUCKY = 13
Count = Annotated[int, Field(ge=0, le=99)]


@dataclass
class State:
    """What init functions set."""

    ticks: int
    lit: bool = False
    plugged: bool = True
    room: str = "hall"
    socket: int = 1
    loose: bool = False
    bulb: bool = True


@dataclass(frozen=True)
class Episode:
    """The lamp of one (task, seed). A loose switch misses an odd seed's first press."""

    state: State
    misses: int


class Press(NamedTuple):
    """Press the switch at a tick."""

    tick: int


@dataclass
class Trace:
    """What happened: whether the lamp was lit after each tick, and each press."""

    episode: Episode
    lit: list[bool] = field(default_factory=list)
    presses: list[int] = field(default_factory=list)

    @property
    def shines(self) -> bool:
        """Whether it is lit at the end, or at the start before anything happened."""
        return self.lit[-1] if self.lit else glows(self.episode.state, 0)


def glows(state: State, presses: int) -> bool:
    """Tell whether the lamp is lit after so many presses."""
    return state.plugged and state.lit ^ (presses % 2 == 1)


# ---------------------------------------------------------------- init


@WORDS.init(writes=["switch"])
def switch_on(state: State) -> None:
    """Begin with the switch on."""
    state.lit = True


@WORDS.init(writes=["switch"])
def switch_off(state: State) -> None:
    """Begin with the switch off, as it is anyway."""
    state.lit = False


@WORDS.init(writes=["plug"])
def unplug(state: State) -> None:
    """Pull the plug."""
    state.plugged = False


@WORDS.init(writes=["room"], facts=lambda given: {"room": given["name"]})
def room(state: State, name: str) -> None:
    """Put the lamp into a room; there is none called cellar."""
    if name == "cellar":
        raise BadValue("name", "this house has no cellar", "choose another room")
    state.room = name


@WORDS.init(writes=["socket"])
def socket(state: State, number: int) -> None:
    """Plug it into another socket of the room; there are two."""
    if number > SOCKETS:
        raise Absent(f"the room has {SOCKETS} sockets, not {number}")
    state.socket = number


@WORDS.init(writes=["switch quality"])
def loosen(state: State) -> None:
    """Let the switch miss its first press at odd seeds."""
    state.loose = True


@WORDS.init(writes=["bulb"])
def remove_bulb(state: State) -> None:
    """Take the bulb out; without it nothing can begin."""
    state.bulb = False


# ---------------------------------------------------------------- planners


@WORDS.planner()
def press(episode: Episode, at: Count = 0) -> list[Press]:
    """Press once, at a tick."""
    return [Press(at)]


@WORDS.planner()
def press_until_lit(episode: Episode) -> list[Press]:
    """Press as often as it takes."""
    needed = episode.misses + (not episode.state.lit)
    return [Press(tick) for tick in range(needed)]


@WORDS.planner()
def press_if_loose(episode: Episode) -> list[Press]:
    """Press until it is lit, but leave a switch alone that misses nothing."""
    return press_until_lit(episode) if episode.misses else []


@WORDS.planner()
def leave_alone(episode: Episode) -> list[Press]:
    """Do nothing."""
    return []


@WORDS.planner()
def press_with(episode: Episode, fingers: int) -> list[Press]:
    """Press with some fingers of one hand."""
    if fingers > 5:
        raise BadValue("fingers", f"a hand has 5 fingers, not {fingers}")
    if fingers == 0:
        raise Absent("a press without a finger")
    return [Press(0)]


# ---------------------------------------------------------------- checks


@WORDS.check()
def lit(trace: Trace) -> Verdict:
    """The lamp is lit at the end."""
    return Verdict(trace.shines, "the lamp is dark at the end")


@WORDS.check()
def dark(trace: Trace) -> Verdict:
    """The lamp is dark at the end."""
    return Verdict(not trace.shines, "the lamp is lit at the end")


@WORDS.check()
def reluctant(trace: Trace) -> Verdict:
    """The lamp is lit at the end, unless its switch is sound."""
    found = lit(trace)
    return found if trace.episode.misses else Verdict(True)


@WORDS.check()
def unplugged(trace: Trace) -> Verdict:
    """The plug is out."""
    return Verdict(not trace.episode.state.plugged, "the plug is in")


@WORDS.check()
def at_most_presses(trace: Trace, times: Count) -> Verdict:
    """The switch is pressed at most so often."""
    if len(trace.presses) <= times:
        return Verdict(True)
    tick = trace.presses[times]
    return Verdict(False, f"tick {tick}: press number {times + 1}", tick)


@WORDS.check()
def never_pressed_twice(trace: Trace) -> Verdict:
    """No two ticks in a row are pressed."""
    for tick in trace.presses:
        if tick + 1 in trace.presses:
            return Verdict(False, f"tick {tick + 1}: pressed again at once", tick + 1)
    return Verdict(True)


# ---------------------------------------------------------------- the world


def shining(trace: Trace) -> Score:
    """Score the share of ticks with light; nothing to score with the plug out."""
    if not trace.episode.state.plugged:
        return Score(None, "the plug is out")
    share = sum(trace.lit) / len(trace.lit)
    return Score(share, f"lit in {sum(trace.lit)} of {len(trace.lit)} ticks")


def twice(episode: Episode, plan: Sequence[Press]) -> list[Press]:
    """Press again after each press; press twice where nothing is pressed."""
    last = episode.state.ticks - 1
    again = {min(step.tick + extra, last) for step in plan for extra in (0, 1)}
    return [Press(tick) for tick in sorted(again)] or [Press(0), Press(1)]


def once(episode: Episode, plan: Sequence[Press]) -> list[Press]:
    """Press at the last tick alone."""
    return [Press(episode.state.ticks - 1)]


class Lamp:
    """The lamp as the compiler's `World`; counts what is asked of it."""

    name = "lamp"
    vocabulary = WORDS
    brief = "A lamp stands in the {{ room }}."
    assumptions: Mapping[str, type] = {"ticks": int}
    agents: Sequence[str] = ("idler", "presser")
    reference: Sequence[str] = ()
    idle: Sequence[str] = ()
    blind = False
    judged: Sequence[str] = ("manners",)
    sees: Mapping[str, Sequence[str]] = {"sound": ("action", "observation")}
    profile: type[BaseModel] | None = None
    mutants: Mapping[str, Callable[[Any, Sequence[Any]], list[Any]]] = {
        "twice": twice,
        "once": once,
    }

    def __init__(self, code: str = "1") -> None:
        """Start counting; `code` stands for the hash of the code."""
        self.code = code * 64
        self.agents_code = "a" * 64
        self.replayed = 0
        """Plans carried out."""
        self.performed = 0
        """Episodes in which an agent acted."""

    @property
    def scores(self) -> Mapping[str, Callable[[Any], Score]]:
        """Parts of the score."""
        return {"shining": shining}

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> State:
        """Give a plugged lamp that is off."""
        ticks = assumptions["ticks"]
        if not isinstance(ticks, int) or ticks < 1:
            raise BadValue(
                "ticks", f"must be a whole number of at least 1, not {ticks}"
            )
        return State(ticks)

    def snapshot(self, state: State) -> str:
        """Give its state as a text."""
        return repr(state)

    def open(self, state: State, task: str, seed: int) -> Episode:
        """Give the lamp of one trial."""
        if not state.bulb:
            raise BadValue("", "there is no bulb")
        if seed == UNLUCKY:
            raise BadValue("", f"no lamp is made at seed {seed}")
        return Episode(copy(state), seed % 2 if state.loose else 0)

    def start(self, episode: Episode) -> Trace:
        """Give the trace before the first tick."""
        return Trace(episode)

    def replay(
        self, episodes: Sequence[Episode], plans: Sequence[Sequence[Press]]
    ) -> list[Trace]:
        """Carry out a plan in each episode."""
        self.replayed += len(plans)
        return [
            carry_out(episode, plan)
            for episode, plan in zip(episodes, plans, strict=True)
        ]

    def perform(self, episode: Episode, agent: str) -> Trace:
        """Let an agent act: it presses never, always, or at the last moment."""
        self.performed += 1
        last = episode.state.ticks - 1
        first = {"presser": 0, "passer_by": last}.get(agent, last + 1)
        ticks = range(first, last + 1)
        return carry_out(episode, [Press(tick) for tick in ticks])

    def describe(self, step: Press) -> str:
        """Say a press in a few words."""
        return f"tick {step.tick}: press"


class Porch(Lamp):
    """A lamp all of whose tasks the agent `presser` should pass."""

    name = "porch"
    reference: Sequence[str] = ("presser",)


class Alley(Lamp):
    """A lamp none of whose tasks the agent `passer_by` should pass."""

    name = "alley"
    idle: Sequence[str] = ("passer_by",)


def carry_out(episode: Episode, plan: Sequence[Press]) -> Trace:
    """Play an episode to its end."""
    trace = Trace(episode)
    pressed = {step.tick for step in plan}
    for tick in range(episode.state.ticks):
        if tick in pressed:
            trace.presses.append(tick)
        heard = max(0, len(trace.presses) - episode.misses)
        trace.lit.append(glows(episode.state, heard))
    return trace


# ---------------------------------------------------------------- for tests

ASSUMPTIONS = """\
assumptions:
  ticks: {value: 4, unit: ticks, basis: assumed, source: as many as a test needs}
"""


def write(folder: Path, text: str) -> list[str]:
    """Write specs beside the lamp's assumptions; give the paths to compile."""
    folder.mkdir(exist_ok=True)
    (folder / "assumptions.yaml").write_text(ASSUMPTIONS, encoding="utf-8")
    (folder / "lamp.yaml").write_text(text, encoding="utf-8")
    return [folder.as_posix()]


def proved(
    paths: Sequence[str], world: World | None = None, cache: Path | None = None
) -> Result:
    """Compile and prove specs; the night's words are not known here."""
    kept = Cache(cache)
    worlds = {"lamp": world or Lamp()}
    result = compile_specs(
        paths, worlds, lambda drafts, world: prove(drafts, world, kept)
    )
    kept.save()
    return result


def only(result: Result) -> Problem:
    """Give the one problem of a result, as it is printed."""
    [problem] = in_order(result.problems)
    return problem


def where(place: Place | None) -> tuple[int, int]:
    """Give line and column of a place."""
    assert place is not None
    return place.line, place.column
