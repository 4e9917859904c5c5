"""A world with next to nothing in it, and what tests of the compiler do with it.

Its state is a dict. A plan is a list of words; so is the trace. `say` is what a
solution does; `said` and `unsaid` check it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from paprika.compiler.compile import Result, compile_specs
from paprika.compiler.compose import Draft
from paprika.compiler.problems import Problem
from paprika.compiler.suite import canonical
from paprika.compiler.vocabulary import Absent, BadValue, Score, Verdict, Vocabulary

WORDS = Vocabulary()
SEEDS = "{dev: 1-2, held-out: 3}"


@WORDS.init(writes=["color"])
def color(state: dict[str, Any], value: str) -> None:
    """Paint it."""
    state["color"] = value


@WORDS.init(writes=["size"])
def size(state: dict[str, Any], value: Annotated[int, Field(ge=0)]) -> None:
    """Make it so large."""
    state["size"] = value


@WORDS.init(writes=["shape"])
def shape(state: dict[str, Any], value: str) -> None:
    """Give it a form."""
    state["shape"] = value


@WORDS.init(writes=["mark"])
def mark(state: dict[str, Any], value: str) -> None:
    """Put a mark on it."""
    state["mark"] = value


@WORDS.init(writes=["color", "size"])
def dress(state: dict[str, Any], value: str) -> None:
    """Paint it and make it large."""
    state["color"], state["size"] = value, 9


@WORDS.init(writes=["topic"], facts=lambda given: {"topic": given["value"]})
def topic(state: dict[str, Any], value: str) -> None:
    """Say what it is about."""
    state["topic"] = value


@WORDS.init(writes=["shelf"])
def shelf(state: dict[str, Any], value: int) -> None:
    """Take it from a shelf; there are three."""
    if value > 3:
        raise Absent(f"there are 3 shelves, not {value}")
    state["shelf"] = value


def _parcel(given: Mapping[str, Any]) -> Mapping[str, str]:
    if given["value"] == "lost":
        raise BadValue("value", "there is no parcel 'lost'")
    return {given["value"]: "ab" * 32}


@WORDS.init(writes=["parcel"], data=_parcel)
def parcel(state: dict[str, Any], value: str) -> None:
    """Rest on a data file."""
    state["parcel"] = value


@WORDS.planner()
def say(episode: Any, word: str) -> list[str]:
    """Say one word."""
    return [word]


@WORDS.check()
def said(trace: list[str], word: str) -> Verdict:
    """The word was said."""
    return Verdict(word in trace, f"{word!r} in {trace}")


@WORDS.check()
def unsaid(trace: list[str], word: str) -> Verdict:
    """The word was not said."""
    return Verdict(word not in trace, f"{word!r} in {trace}")


def _manners(trace: list[str]) -> Score:
    return Score(1.0 if "please" in trace else 0.0)


class Like(BaseModel):
    """One thing that somebody likes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    what: str
    much: int = 1


class Person(BaseModel):
    """What the toy's people hide."""

    model_config = ConfigDict(extra="forbid", strict=True)

    about: str = ""
    likes: list[Like] = []


class Toy:
    """The smallest world that the compiler can compile for."""

    name = "toy"
    vocabulary = WORDS
    brief = "Talk about {{ topic }}."
    assumptions: Mapping[str, type] = {"patience": int}
    agents: Sequence[str] = ("parrot",)
    reference: Sequence[str] = ()
    idle: Sequence[str] = ()
    blind = False
    judged: Sequence[str] = ("taste",)
    sees: Mapping[str, Sequence[str]] = {"sound": ("action", "observation")}
    profile: type[BaseModel] | None = Person
    mutants: Mapping[str, Any] = {"shout": lambda episode, plan: ["no"] * len(plan)}
    scores: Mapping[str, Any] = {"manners": _manners}
    agents_code = "toy agents"

    def __init__(self, code: str = "0123456789abcdef" * 4) -> None:
        self.code = code

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        if assumptions["patience"] == 0:
            raise BadValue("patience", "0 is no patience", "take 1")
        return {}

    def snapshot(self, state: dict[str, Any]) -> str:
        return canonical(state)

    def open(self, state: dict[str, Any], task: str, seed: int) -> dict[str, Any]:
        return {**state, "seed": seed}

    def start(self, episode: Any) -> list[str]:
        return []

    def replay(
        self, episodes: Sequence[Any], plans: Sequence[Sequence[Any]]
    ) -> Sequence[Any]:
        return [list(plan) for plan in plans]

    def perform(self, episode: Any, agent: str) -> list[str]:
        return ["yes", "no"]

    def describe(self, step: str) -> str:
        return f"saying {step}"


TOY = Toy()
PATIENCE = "assumptions: {patience: {value: 1, basis: assumed, source: a guess}}\n"


def facet(name: str, members: Sequence[str] | int, call: str) -> str:
    """Give the lines of a facet whose members differ in the value of one call."""
    if isinstance(members, int):
        members = [f"{name}{index}" for index in range(members)]
    lines = [
        f"    {member}: {{init: [{{{call}: {member}}}]}}\n"
        if call != "size"
        else f"    {member}: {{init: [{{size: {index}}}]}}\n"
        for index, member in enumerate(members)
    ]
    return f"  {name}:\n" + "".join(lines)


def suite(name: str, keys: str, topics: bool = True) -> str:
    """Give a suite; `keys` are more of its lines, each with its own indentation."""
    lines = "".join(f"    {line}\n" for line in keys.strip("\n").split("\n"))
    init = "    init: [topic: tea]\n" if topics else ""
    common = f"    world: toy\n    seeds: {SEEDS}\n    assert: [unsaid: no]\n"
    return f"  {name}:\n{common}{init}{lines}"


def specs(conditions: str, suites: str, more: str = "") -> str:
    """Give the text of a whole file."""
    return f"{PATIENCE}{more}conditions:\n{conditions}suites:\n{suites}"


def compiled(
    folder: Path,
    *texts: str,
    settings: Mapping[str, Any] | None = None,
    world: Toy = TOY,
    paths: Sequence[str] = ("specs",),
    share: bool = False,
) -> Result:
    """Compile texts as files below `folder`, which must be the working directory."""
    (folder / "specs").mkdir(exist_ok=True)
    for index, text in enumerate(texts):
        (folder / "specs" / f"{index}.yaml").write_text(text)
    return compile_specs(list(paths), {"toy": world}, None, settings, share)


def drafts(result: Result, name: str = "s") -> list[Draft]:
    """Give the tasks of one suite; there must be no error."""
    assert not result.errors, [(p.code, p.message) for p in result.problems]
    return result.compositions[name].drafts


def ids(result: Result, name: str = "s") -> list[str]:
    """Give the ids of one suite."""
    return [draft.task.id for draft in drafts(result, name)]


def only_problem(result: Result) -> Problem:
    """Give the one problem there is."""
    [problem] = result.problems
    return problem


def where(problem: Problem) -> str:
    """Give a problem's place as FILE:LINE:COLUMN."""
    place = problem.place
    assert place is not None
    return f"{place.file}:{place.line}:{place.column}"
