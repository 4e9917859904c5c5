"""What YAML may say: the grammar of the five top-level keys.

Every body knows its file and where it stands, so later stages can point at any
part of it: `body.place("assert", 0)`, `call.place()`, `call.argument_place("bpm")`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    InstanceOf,
    PrivateAttr,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from .load import Source
from .problems import Place
from .words import cut, shown

Loc = tuple[str | int, ...]

NAME = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*\Z")
"""What a name looks like."""
MAX_NAME = 40
NAME_HELP = "lower-case letters, digits, and single `-` or `_` between them"


def name_fault(name: str) -> str | None:
    """Say what is wrong with a name; None if nothing is."""
    if len(name) > MAX_NAME:
        long = f"the name '{cut(name)}' has {len(name)} characters"
        return f"{long}; the limit is {MAX_NAME}"
    return None if NAME.match(name) else f"'{name}' is not a name"


# --- calls ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallSpec:
    """A call as written: `name`, `name: value` or `name: {argument: value}`."""

    name: str
    argument: Literal["none", "value", "mapping"]
    value: Any
    source: Source = field(repr=False, compare=False)
    loc: Loc = field(repr=False, compare=False)

    def place(self) -> Place:
        """Give the place of the function's name."""
        if self.argument == "none":
            return self.source.place(self.loc)
        return self.source.place((*self.loc, self.name), key=True)

    def argument_place(self, *argument: str | int, key: bool = False) -> Place:
        """Give the place of an argument's value, or of its key.

        More steps lead into the value. For `name: value` it is the value; for an
        argument that was not written it is the name of the call.
        """
        if self.argument == "none":
            return self.place()
        if self.argument == "value":
            return self.source.place((*self.loc, self.name, *argument[1:]))
        if not argument or argument[0] not in self.value:
            return self.place()
        return self.source.place((*self.loc, self.name, *argument), key=key)


# --- kinds of values --------------------------------------------------------


def _listed(value: Any) -> Any:
    """Turn a list into a tuple; anything else is refused by the tuple's own type."""
    return tuple(value) if isinstance(value, list) else value


def _one_or_more(value: Any) -> Any:
    """Take a name for a list of that one name."""
    if not isinstance(value, str | list):
        raise PydanticCustomError(
            "N206",
            "must be a name or a list of names, not {shown}",
            {"shown": shown(value)},
        )
    return (value,) if isinstance(value, str) else tuple(value)


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("N206", "must not be empty")
    return text


def _about(value: Any) -> Any:
    return {"about": _not_blank(value)} if isinstance(value, str) else value


def _not_null(value: Any) -> Any:
    if value is None:
        raise PydanticCustomError("N206", "must not be null")
    return value


def _tag(name: str) -> str:
    if fault := name_fault(name):
        raise PydanticCustomError("N203", "{fault}", {"fault": fault})
    return name


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise PydanticCustomError(
                "N216", "holds '{name}' twice", {"name": name, "index": index}
            )
    return names


Text = Annotated[str, AfterValidator(_not_blank)]
Tags = Annotated[
    tuple[Annotated[str, AfterValidator(_tag)], ...],
    BeforeValidator(_listed),
    AfterValidator(_distinct),
]
Names = Annotated[tuple[Text, ...], BeforeValidator(_listed), AfterValidator(_distinct)]
SomeNames = Annotated[
    tuple[Text, ...],
    Field(min_length=1),
    BeforeValidator(_listed),
    AfterValidator(_distinct),
]
NameOrNames = Annotated[
    tuple[Text, ...],
    Field(min_length=1),
    BeforeValidator(_one_or_more),
    AfterValidator(_distinct),
]
Calls = Annotated[tuple[InstanceOf[CallSpec], ...], BeforeValidator(_listed)]
Match = Annotated[dict[str, NameOrNames], Field(min_length=1)]
"""Part of a task's coordinates: facet -> the names that match."""
Matches = Annotated[tuple[Match, ...], Field(min_length=1), BeforeValidator(_listed)]
Row = Annotated[dict[str, Text], Field(min_length=1)]


# --- bodies -----------------------------------------------------------------


class Part(BaseModel):
    """A value of the grammar: frozen, and nothing in it is unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Body(Part):
    """What stands under a name, and where."""

    _source: Source = PrivateAttr()
    _loc: Loc = PrivateAttr()

    def model_post_init(self, context: Any) -> None:
        """Keep the place, handed in as the context (source, loc)."""
        self._source, self._loc = context

    @property
    def name(self) -> str:
        """The name it is defined under."""
        return str(self._loc[-1])

    @property
    def origin(self) -> Source:
        """The file it stands in."""
        return self._source

    @property
    def loc(self) -> Loc:
        """Where it stands in its file, as keys from the top."""
        return self._loc

    def place(self, *loc: str | int, key: bool = False) -> Place:
        """Give the place of its name; with steps, of the value there or its key.

        What is not written has the place of the nearest name above it.
        """
        return self._source.place((*self._loc, *loc), key=key or not loc)


class Assumption(Body):
    """A constant that tasks rest on."""

    value: Annotated[Any, AfterValidator(_not_null)]
    unit: Text | None = None
    basis: Literal["assumed", "measured", "literature"]
    source: Text
    vary: dict[
        str,
        Annotated[tuple[float, ...], Field(min_length=1), BeforeValidator(_listed)],
    ] = {}
    order: Names = ()
    about: Text | None = None


class Condition(Body):
    """One value of a facet: what it changes, and what must then hold."""

    about: Text | None = None
    tags: Tags = ()
    init: Calls = ()
    expect: Calls = ()
    solution: Calls = ()
    asserts: Calls = Field(default=(), alias="assert")
    do_nothing: Literal["passes", "fails"] = "fails"
    requires: dict[str, NameOrNames] = {}
    excludes: dict[str, NameOrNames] = {}

    @property
    def do_nothing_written(self) -> bool:
        """Whether `do_nothing` was written, not taken by default."""
        return "do_nothing" in self.model_fields_set


class Persona(Condition):
    """A person the agent meets: a value of the facet `user`."""

    profile: Annotated[dict[str, Any], BeforeValidator(_about)] = {}
    """What only the simulated user knows; its texts are Jinja. A bare text is its
    `about`. The worlds say what else may stand here."""


class Known(Part):
    """A case whose right answer is known."""

    case: Text
    answer: Literal["pass", "fail"]


class Rubric(Body):
    """A question for the judge."""

    on: Literal["sound", "silence", "turn", "talk", "note_item"]
    sees: SomeNames
    ask: Text
    pass_when: Text
    fail_when: Text
    applies_when: Text | None = None
    known: Annotated[tuple[Known, ...], BeforeValidator(_listed)] = ()
    about: Text | None = None


class Sample(Part):
    """How many tasks to keep, and of which strata."""

    take: Annotated[int, Field(ge=1)]
    per: Names = ()
    """Facets, or `size`: the number of conditions that are not absent."""
    seed: Annotated[int, Field(ge=0)] = 0


def _sample(value: Any) -> Any:
    if value == "pairwise" or isinstance(value, dict):
        return value
    raise PydanticCustomError(
        "N206",
        "must be 'pairwise' or a mapping with `take`, not {shown}",
        {"shown": shown(value)},
    )


class ScorePart(Part):
    """The bar of one part of the score, and the rubrics if a judge decides it."""

    bar: Annotated[float, Field(gt=0, le=1)]
    rubrics: SomeNames | None = None

    @model_validator(mode="before")
    @classmethod
    def _bare_bar(cls, value: Any) -> Any:
        """Take a number for the bar of a part that code decides."""
        if isinstance(value, dict):
            if "rubrics" not in value:
                raise PydanticCustomError("N207", "lacks `rubrics`")
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return {"bar": value}
        raise PydanticCustomError(
            "N206",
            "must be a number, or a mapping with `rubrics` and `bar`, not {shown}",
            {"shown": shown(value)},
        )


class Crossed(NamedTuple):
    """A crossed facet; an optional one (`facet?`) may be absent from a task."""

    facet: str
    optional: bool


class Suite(Body):
    """A family of tasks and how they are made, seeded and scored."""

    world: Text
    about: Text | None = None
    cross: SomeNames = ()
    rotate: Names = ()
    at_least_one_of: Names = ()
    exclude: Matches = ()
    only: Matches = ()
    cases: Annotated[
        tuple[Row, ...], Field(min_length=1), BeforeValidator(_listed)
    ] = ()
    sample: (
        Annotated[
            Annotated[Sample, Tag("a mapping")]
            | Annotated[Literal["pairwise"], Tag("a word")],
            Discriminator(lambda v: "a word" if isinstance(v, str) else "a mapping"),
            BeforeValidator(_sample),
        ]
        | None
    ) = None
    seeds: dict[str, tuple[int, ...]]
    init: Calls = ()
    asserts: Calls = Field(default=(), alias="assert")
    score: dict[str, ScorePart] = {}
    brief: Text | None = None
    """Jinja text for the agent; None takes the world's."""
    absent: Literal["skip", "error"] = "error"

    @property
    def crossed(self) -> tuple[Crossed, ...]:
        """The facets of `cross`, in order; empty for a suite of `cases`."""
        return tuple(
            Crossed(name.removesuffix("?"), name.endswith("?")) for name in self.cross
        )


class Section(NamedTuple):
    """What stands under a top-level key."""

    model: type[Body]
    one: str
    """What one body is called."""


SECTIONS: dict[str, Section] = {
    "assumptions": Section(Assumption, "assumption"),
    "conditions": Section(Condition, "condition"),
    "personas": Section(Persona, "persona"),
    "rubrics": Section(Rubric, "rubric"),
    "suites": Section(Suite, "suite"),
}


@dataclass(frozen=True)
class Specs:
    """All that the files say, by name, in the order of files and lines."""

    assumptions: Mapping[str, Assumption]
    conditions: Mapping[str, Mapping[str, Condition]]
    """Facet -> name -> condition; the facet `user` holds the personas."""
    personas: Mapping[str, Persona]
    rubrics: Mapping[str, Rubric]
    suites: Mapping[str, Suite]
    sources: tuple[Source, ...]
    broken: bool
    """Some file or body had errors, so names may be missing here."""
    lost: frozenset[Loc] = frozenset()
    """Where a body with errors stood, e.g. ("conditions", "night", "restless"); a
    name found here exists, so do not call it unknown."""
