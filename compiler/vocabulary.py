"""The functions a world offers to YAML, and what the proof asks of a world.

The compiler knows no world. A world hands in a `World`: its vocabulary (init,
planner and check functions with typed arguments) and a way to replay plans.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

Kind = Literal["init", "planner", "check"]
F = TypeVar("F", bound=Callable[..., Any])
Texts = Callable[[Mapping[str, Any]], Mapping[str, str]]


class Absent(Exception):
    """An init function asks for something that the world does not hold.

    For example the third REM period of a night that has two. A suite may say
    `absent: skip` to leave such tasks out; otherwise it is an error.
    """


class BadValue(Exception):
    """An argument or assumption that its type allows but the world does not.

    `argument` names the argument (or the assumption's name) at fault; `part` leads
    to the part of its value that is.
    """

    def __init__(
        self,
        argument: str,
        message: str,
        help: str | None = None,
        part: Sequence[str] = (),
    ) -> None:
        """Keep the parts, so that a diagnostic can point at the argument."""
        super().__init__(message)
        self.argument = argument
        self.message = message
        self.help = help
        self.part = tuple(part)


class Verdict(NamedTuple):
    """Whether a check holds, and why in one sentence that names step and clock."""

    holds: bool
    why: str = ""
    step: int | None = None


class Score(NamedTuple):
    """A part of the score in 0..1; `value` is None where nothing was to score."""

    value: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A registered function.

    `run` takes the world's own object first: init the state, planner the
    episode (an initialised world), check the trace; then the arguments.
    `writes` (init only) names the parts of the state it sets.
    `facts` (init only) gives the task's facts for prose from the arguments; `data`
    (init only) the data files it will read, name -> sha256, and may raise BadValue.
    """

    name: str
    kind: Kind
    run: Callable[..., Any]
    arguments: type[BaseModel]
    about: str
    writes: tuple[str, ...] = ()
    facts: Texts | None = None
    data: Texts | None = None

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the arguments without a default, in order."""
        fields = self.arguments.model_fields.items()
        return tuple(name for name, info in fields if info.is_required())


@dataclass(slots=True)
class Vocabulary:
    """The functions of one world, by kind and name."""

    functions: dict[tuple[Kind, str], Function] = field(default_factory=dict)

    def init(
        self,
        *,
        writes: Sequence[str],
        facts: Texts | None = None,
        data: Texts | None = None,
    ) -> Callable[[F], F]:
        """Register a function that changes the state before the episode."""
        return self._register("init", tuple(writes), facts, data)

    def planner(self) -> Callable[[F], F]:
        """Register a function of the episode that returns an ideal agent's steps."""
        return self._register("planner")

    def check(self) -> Callable[[F], F]:
        """Register a function of the trace that returns a `Verdict`."""
        return self._register("check")

    def find(self, kind: Kind, name: str) -> Function | None:
        """Look a function up; None if there is no such function of that kind."""
        return self.functions.get((kind, name))

    def names(self, kind: Kind) -> list[str]:
        """Names of one kind, sorted."""
        return sorted(name for k, name in self.functions if k == kind)

    def __or__(self, other: Vocabulary) -> Vocabulary:
        """Give the words of both. Raises ValueError for a function in both."""
        twice = self.functions.keys() & other.functions.keys()
        if twice:
            raise ValueError(f"registered twice: {sorted(twice)}")
        return Vocabulary({**self.functions, **other.functions})

    def _register(
        self,
        kind: Kind,
        writes: tuple[str, ...] = (),
        facts: Texts | None = None,
        data: Texts | None = None,
    ) -> Callable[[F], F]:
        def register(run: F) -> F:
            name = run.__name__.rstrip("_")
            if (kind, name) in self.functions:
                raise ValueError(f"{kind} function {name!r} registered twice")
            about = (inspect.getdoc(run) or "").split("\n", 1)[0]
            self.functions[kind, name] = Function(
                name, kind, run, _arguments(name, run), about, writes, facts, data
            )
            return run

        return register


def _arguments(name: str, run: Callable[..., Any]) -> type[BaseModel]:
    """Make the argument model from a signature, without its first parameter."""
    hints = get_type_hints(run, include_extras=True)
    parameters = list(inspect.signature(run).parameters.values())[1:]
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is p.empty else p.default)
        for p in parameters
    }
    config = ConfigDict(extra="forbid", strict=True, frozen=True)
    return create_model(name, __config__=config, **fields)


class World(Protocol):
    """A world as the compiler and the proof see it. S, E, P, T are its own types.

    S state: what init functions change. E episode: the initialised world of one
    (task, seed). P step: one step of a plan. T trace: what happened.
    """

    name: str
    vocabulary: Vocabulary
    brief: str
    """Jinja text an agent gets where a suite has no `brief`."""
    assumptions: Mapping[str, type]
    """Assumptions it rests on, with the type of their values."""
    agents: Sequence[str]
    """Shipped agents without a model, for the search for dead asserts."""
    reference: Sequence[str]
    """Shipped agents that must pass every task at every seed."""
    idle: Sequence[str]
    """Shipped agents that do next to nothing, such as leaving at once. They must not
    pass where doing nothing must not."""
    blind: bool
    """Solutions are made without knowing what is hidden, so a step may be in vain."""
    judged: Sequence[str]
    """Parts of the score that need a judge."""
    sees: Mapping[str, Sequence[str]]
    """What a judge can be asked about, and the fields of it that it can be shown."""
    profile: type[BaseModel] | None
    """What the hidden `profile` of a persona may say; None where nobody talks."""
    mutants: Mapping[str, Callable[[Any, Sequence[Any]], list[Any]]]
    """Ways to spoil a solution: (episode, steps) -> steps."""

    @property
    def scores(self) -> Mapping[str, Callable[[Any], Score]]:
        """Parts of the score that code decides: functions of the trace, by name."""
        ...

    @property
    def code(self) -> str:
        """Hash of the code that decides what happens."""
        ...

    @property
    def agents_code(self) -> str:
        """Hash of the code of the shipped agents."""
        ...

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> Any:
        """Give a fresh state. Raises BadValue naming the assumption at fault.

        `persona` is a task's: its name, and its `profile` as plain values.
        """
        ...

    def snapshot(self, state: Any) -> str:
        """Give a text that is equal exactly for equal states."""
        ...

    def open(self, state: Any, task: str, seed: int) -> Any:
        """Initialise the world for one (task, seed); the state stays unchanged.

        Raises BadValue for a state that can't be opened.
        """
        ...

    def start(self, episode: Any) -> Any:
        """Give the trace of an episode in which nothing has happened yet."""
        ...

    def replay(
        self, episodes: Sequence[Any], plans: Sequence[Sequence[Any]]
    ) -> Sequence[Any]:
        """Carry plans out, one an episode, each to the end; give the traces."""
        ...

    def perform(self, episode: Any, agent: str) -> Any:
        """Let a shipped agent act to the end; give the trace."""
        ...

    def describe(self, step: Any) -> str:
        """Say a step of a plan in a few words, for diagnostics."""
        ...
