"""What YAML may say: the grammar of the five top-level keys.

Every body knows its file and where it stands, so later stages can point at any
part of it: `body.place("assert", 0)`, `call.place()`, `call.argument_place("bpm")`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from .load import Source
from .problems import Place, Problem, Related, closest

Loc = tuple[str | int, ...]

NAME = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*\Z")
"""What a name looks like."""
MAX_NAME = 40
MAX_SEED = 2**31 - 1
MAX_SEEDS = 10_000
"""Most seeds in one split."""


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


def _not_null(value: Any) -> Any:
    if value is None:
        raise PydanticCustomError("N206", "must not be null")
    return value


def _tag(name: str) -> str:
    if fault := _name_fault(name):
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

    profile: Text | None = None
    """Jinja text that only the simulated user reads."""
    tells: Names = ()


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


def parse(sources: Sequence[Source]) -> tuple[Specs, list[Problem]]:
    """Read what sources say. A body with problems is left out and is `lost`."""
    reader = _Reader()
    for source in sources:
        if source.value is not None:
            reader.read(source)
    conditions: dict[str, dict[str, Condition]] = {}
    for facet, names in reader.bodies["conditions"].items():
        conditions[facet] = dict(names)
    personas = reader.bodies["personas"].get("", {})
    if personas:
        conditions["user"] = dict(personas)
    specs = Specs(
        assumptions=reader.bodies["assumptions"].get("", {}),
        conditions=conditions,
        personas=personas,
        rubrics=reader.bodies["rubrics"].get("", {}),
        suites=reader.bodies["suites"].get("", {}),
        sources=tuple(sources),
        broken=bool(reader.problems) or any(source.broken for source in sources),
        lost=frozenset(reader.lost),
    )
    return specs, reader.problems


# --- reading ----------------------------------------------------------------


class _Section(NamedTuple):
    model: type[Body]
    one: str
    """What one body is called."""


_SECTIONS: dict[str, _Section] = {
    "assumptions": _Section(Assumption, "assumption"),
    "conditions": _Section(Condition, "condition"),
    "personas": _Section(Persona, "persona"),
    "rubrics": _Section(Rubric, "rubric"),
    "suites": _Section(Suite, "suite"),
}
_CALLS = ("init", "expect", "solution", "assert")
_BY_NAME = (
    "seeds",
    "score",
    "requires",
    "excludes",
    "vary",
    "exclude",
    "only",
    "cases",
)
"""Keys under which the user's own names are keys."""

_RESERVED = frozenset(
    (*_CALLS, "do_nothing", "requires", "excludes", "cross", "rotate", "seeds", "score")
)
"""Keys of bodies that no facet, split or part of the score can be called."""

_Fault = tuple[Loc, Problem]
"""A problem and where it stands, so that one can silence another."""


class _Reader:
    """Takes in files one after the other; names must be new in all of them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.lost: set[Loc] = set()
        self.bodies: dict[str, dict[str, dict[str, Any]]] = {
            section: {} for section in _SECTIONS
        }
        """Section -> facet (or "") -> name -> body."""
        self._names: dict[Loc, tuple[Source, Loc]] = {}
        self._folded: dict[Loc, str] = {}

    def read(self, source: Source) -> None:
        """Take in one file."""
        if not isinstance(source.value, dict):
            self._report(
                "N206",
                f"a file of specs is a mapping, not {shown(source.value)}",
                source.place(()),
                f"begin with one of {_listing(_SECTIONS)}",
            )
            return
        for key, value in source.value.items():
            if key not in _SECTIONS:
                self._report(
                    "N202",
                    f"unknown top-level key '{_cut(key)}'",
                    source.place((key,), key=True),
                    closest(key, _SECTIONS)
                    or _misplaced(key)
                    or f"the keys are {_listing(_SECTIONS)}",
                )
            elif self._is_mapping(value, source, (key,), f"`{key}`"):
                if key == "conditions":
                    self._facets(value, source)
                else:
                    self._section(key, value, source, (key,))

    def _facets(self, facets: Mapping[str, Any], source: Source) -> None:
        for facet, names in facets.items():
            loc = ("conditions", facet)
            if facet == "user":
                self._report(
                    "N215",
                    "the facet `user` is made of the personas",
                    source.place(loc, key=True),
                    "move its conditions under `personas:`",
                )
                continue
            if self._out_of_place(facet, names, source, loc):
                continue
            self._name(source, loc, "facet", again=True)
            if self._is_mapping(names, source, loc, f"facet '{_cut(facet)}'"):
                self._section("conditions", names, source, loc)

    def _section(
        self, section: str, bodies: Mapping[str, Any], source: Source, above: Loc
    ) -> None:
        """Take in the bodies of one section, or of one facet."""
        model, one = _SECTIONS[section]
        facet = str(above[1]) if len(above) > 1 else ""
        kept = self.bodies[section].setdefault(facet, {})
        for name, value in bodies.items():
            loc = (*above, name)
            if self._out_of_place(name, value, source, loc):
                continue
            new = self._name(source, loc, one)
            what = f"{one} '{_cut(name)}'"
            if not self._is_mapping(value, source, loc, what):
                self._lose(loc)
                continue
            body, found = _body(model, what, value, source, loc)
            self.problems += found
            if not new:
                continue
            if body is None:
                self._lose(loc)
            else:
                kept[name] = body

    def _lose(self, loc: Loc) -> None:
        self.lost.add(loc)
        if loc[0] == "personas":
            self.lost.add(("conditions", "user", *loc[1:]))

    def _report(
        self,
        code: str,
        message: str,
        place: Place,
        help: str | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        self.problems.append(Problem(code, message, place, help, related))

    def _is_mapping(self, value: Any, source: Source, loc: Loc, what: str) -> bool:
        if isinstance(value, dict):
            return True
        if value is None and source.blank(loc):
            self._report(
                "N208",
                f"{what} has no value",
                source.place(loc, key=True),
                "write its value, `{}` for an empty one, or remove the key",
            )
        else:
            self._report(
                "N206",
                f"{what} must be a mapping, not {shown(value)}",
                source.place(loc),
            )
        return False

    def _out_of_place(self, name: str, value: Any, source: Source, loc: Loc) -> bool:
        """Report a key of a body that stands where a name is expected."""
        help = _misplaced(name)
        if help is None or (isinstance(value, dict) and name not in _RESERVED):
            return False
        place = source.place(loc, key=True)
        self._report("N202", f"unknown key '{name}' here", place, help)
        return True

    def _name(self, source: Source, loc: Loc, what: str, again: bool = False) -> bool:
        """Check a name and tell whether it is new; a facet may come `again`."""
        name = str(loc[-1])
        first = self._names.get(loc)
        if first is not None:
            if not again:
                self._report(
                    "N204",
                    f"{what} '{_cut(name)}' is defined twice",
                    source.place(loc, key=True),
                    "rename one, or remove it",
                    (
                        Related(
                            "first defined here", first[0].place(first[1], key=True)
                        ),
                    ),
                )
            return False
        self._names[loc] = (source, loc)
        folded = unicodedata.normalize("NFC", name).casefold()
        twin = self._folded.setdefault((*loc[:-1], folded), name)
        fault = _name_fault(name)
        if twin != name:
            other, where = self._names[(*loc[:-1], twin)]
            self._report(
                "N205",
                f"the {what}s '{_cut(name)}' and '{_cut(twin)}' look alike",
                source.place(loc, key=True),
                "rename one",
                (Related("the other one", other.place(where, key=True)),),
            )
        elif fault:
            self._report("N203", fault, source.place(loc, key=True), _NAME_HELP)
        return True


_NAME_HELP = "lower-case letters, digits, and single `-` or `_` between them"


def _name_fault(name: str) -> str | None:
    """Say what is wrong with a name; None if nothing is."""
    if len(name) > MAX_NAME:
        long = f"the name '{_cut(name)}' has {len(name)} characters"
        return f"{long}; the limit is {MAX_NAME}"
    return None if NAME.match(name) else f"'{name}' is not a name"


def _misplaced(name: str) -> str | None:
    """Give help for a key of a body that stands elsewhere."""
    owners = [one for model, one in _SECTIONS.values() if name in _keys(model)]
    if not owners:
        return None
    of = "an" if owners[0][0] in "aeiou" else "a"
    return f"`{name}` is a key of {of} {_either(owners)}: check the indentation"


def _keys(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


def _body(
    model: type[Body], what: str, value: Mapping[str, Any], source: Source, loc: Loc
) -> tuple[Body | None, list[Problem]]:
    """Read one body; None if anything in it is wrong."""
    raw = dict(value)
    blanks = list(_blanks(value, source, loc))
    faults = _strays(raw, source, loc)
    for key in _CALLS:
        if key in raw and key in _keys(model) and isinstance(raw[key], list):
            raw[key], found = _calls(raw[key], source, (*loc, key))
            faults += found
    if model is Suite:
        faults += _ways(raw, source, loc)
    if model is Suite and raw.get("seeds") is not None:
        raw["seeds"], found = _seeds(raw["seeds"], source, (*loc, "seeds"))
        faults += found
    body: Body | None = None
    try:
        body = model.model_validate(raw, context=(source, loc))
    except ValidationError as error:
        faults += _faults(error, model, what, source, loc)
    if isinstance(body, Suite):
        faults += _twice(body)
    calls = [where for where, problem in faults if problem.code == "N209"]
    blanks = [
        (where, problem)
        for where, problem in blanks
        if not any(where[: len(call)] == call for call in calls)
    ]
    silent = {where for where, _ in blanks}
    faults = blanks + [fault for fault in faults if fault[0] not in silent]
    return (None if faults else body), [problem for _, problem in faults]


def _strays(raw: dict[str, Any], source: Source, loc: Loc) -> list[_Fault]:
    """Take out keys of a body that were indented into one of its own mappings."""
    faults: list[_Fault] = []

    def without(value: Any, where: Loc) -> Any:
        if isinstance(value, list):
            return [without(item, (*where, i)) for i, item in enumerate(value)]
        if not isinstance(value, dict) or _RESERVED.isdisjoint(value):
            return value
        for key in value:
            if key in _RESERVED:
                place = source.place((*where, key), key=True)
                message = f"unknown key '{key}' in `{_last_key(where)}`"
                problem = Problem("N202", message, place, _misplaced(key))
                faults.append(((*where, key), problem))
        return {key: each for key, each in value.items() if key not in _RESERVED}

    for key in _BY_NAME:
        if key in raw:
            raw[key] = without(raw[key], (*loc, key))
    return faults


def _blanks(value: Any, source: Source, loc: Loc) -> Iterator[_Fault]:
    """Find keys and items without a value, as in `init:`."""
    if value is None:
        if source.blank(loc):
            key = loc[-1]
            what = f"`{key}`" if isinstance(key, str) else "this item"
            place = source.place(loc, key=isinstance(key, str))
            help = "write its value, or remove it"
            yield loc, Problem("N208", f"{what} has no value", place, help)
        return
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for step, each in items:
        if each is None or isinstance(each, dict | list):
            yield from _blanks(each, source, (*loc, step))


def _calls(
    items: Sequence[Any], source: Source, loc: Loc
) -> tuple[list[CallSpec], list[_Fault]]:
    """Read a list of calls; what is no call is left out."""
    calls: list[CallSpec] = []
    faults: list[_Fault] = []
    for index, item in enumerate(items):
        here = (*loc, index)
        if isinstance(item, str) and item.strip():
            calls.append(CallSpec(item, "none", None, source, here))
        elif isinstance(item, dict) and len(item) == 1:
            [(name, value)] = item.items()
            how: Literal["value", "mapping"]
            how = "mapping" if isinstance(value, dict) else "value"
            calls.append(CallSpec(name, how, value, source, here))
        elif item is not None or not source.blank(here):
            faults.append((here, _no_call(item, source, here)))
    return calls, faults


def _no_call(item: Any, source: Source, loc: Loc) -> Problem:
    help: str | None = "write `name`, `name: value` or `name: {argument: value}`"
    if not isinstance(item, dict) or not item:
        message = f"a call is a name with its arguments, not {shown(item)}"
        return Problem("N209", message, source.place(loc), help)
    first, second, *_ = item
    place = source.place((*loc, second), key=True)
    if second in _CALLS:
        return Problem(
            "N202", f"unknown key '{second}' here", place, _misplaced(second)
        )
    if item[first] is None:
        help = f"indent it below `{first}:`, or write `{first}: {{{second}: ...}}`"
    else:
        help = "begin every call with its own `- `"
    return Problem(
        "N209", f"one call names one function, here also '{second}'", place, help
    )


_RANGE = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?\Z")


def _seeds(
    raw: Any, source: Source, loc: Loc
) -> tuple[dict[str, tuple[int, ...]], list[_Fault]]:
    """Read the seeds of every split; no seed may stand in two places."""
    help = "write e.g. `seeds: {dev: 1-5, held-out: 6-8}`"
    if not isinstance(raw, dict) or not raw:
        message = f"`seeds` must name at least one split, not {shown(raw)}"
        return {}, [(loc, Problem("N214", message, source.place(loc), help))]
    owners: dict[int, tuple[str, Loc]] = {}
    seeds: dict[str, tuple[int, ...]] = {}
    faults: list[_Fault] = []

    def fault(where: Loc, message: str, help: str, *related: Related) -> None:
        place = source.place(where)
        faults.append((where, Problem("N214", message, place, help, related)))

    for split, value in raw.items():
        here = (*loc, split)
        if value is None and source.blank(here):
            continue
        if wrong := _name_fault(split):
            place = source.place(here, key=True)
            faults.append((here, Problem("N203", wrong, place, _NAME_HELP)))
        several = isinstance(value, list)
        if several and not value:
            fault(here, f"the split '{split}' has no seed", help)
        listed: list[int] = []
        for index, item in enumerate(value if several else [value]):
            where = (*here, index) if several else here
            found = _seed_range(item)
            if isinstance(found, str):
                fault(where, found, help)
                continue
            taken = next((seed for seed in found if seed in owners), None)
            if taken is not None:
                owner, first = owners[taken]
                fault(
                    where,
                    f"seed {taken} stands twice in the split '{split}'"
                    if owner == split
                    else f"seed {taken} is in the splits '{owner}' and '{split}'",
                    "a seed belongs to one split, once",
                    Related("first here", source.place(first)),
                )
                continue
            owners.update(dict.fromkeys(found, (split, where)))
            listed += found
        seeds[split] = tuple(listed)
    return seeds, faults


def _seed_range(item: Any) -> Sequence[int] | str:
    """Give the seeds that an item stands for, or what is wrong with it."""
    match = _RANGE.match(item) if isinstance(item, str) else None
    if match:
        first, last = int(match[1]), int(match[2] or match[1])
    elif isinstance(item, int) and not isinstance(item, bool):
        first = last = item
    else:
        return f"{shown(item)} is not a seed or a range of seeds"
    if not 0 <= first <= MAX_SEED or last > MAX_SEED:
        return f"seed {first if first == last else item} is outside 0..{MAX_SEED}"
    if last < first:
        return f"the range {item} is empty"
    if last - first >= MAX_SEEDS:
        return (
            f"the range {item} has {last - first + 1} seeds; the limit is {MAX_SEEDS}"
        )
    return range(first, last + 1)


def _ways(raw: Mapping[str, Any], source: Source, loc: Loc) -> Iterator[_Fault]:
    """A suite makes its tasks in one of two ways."""
    here, name = source.place(loc, key=True), _cut(str(loc[-1]))
    if "cross" not in raw and "cases" not in raw:
        message = f"suite '{name}' has neither `cross` nor `cases`"
        yield loc, Problem("N207", message, here, "write `cross: [facets]`")
    if "cross" in raw and "cases" in raw:
        message = f"suite '{name}' has both `cross` and `cases`"
        place = source.place((*loc, "cases"), key=True)
        yield loc, Problem("N206", message, place, "keep one of them")


def _twice(suite: Suite) -> Iterator[_Fault]:
    """Find facets that are crossed or rotated twice."""
    seen: dict[str, Loc] = {}
    named = [(("cross", i), each.facet) for i, each in enumerate(suite.crossed)]
    named += [(("rotate", i), facet) for i, facet in enumerate(suite.rotate)]
    for where, facet in named:
        if facet in seen:
            yield (
                (*suite.loc, *where),
                Problem(
                    "N216",
                    f"the facet '{_cut(facet)}' is crossed or rotated twice",
                    suite.place(*where),
                    "keep one of them",
                    (Related("first here", suite.place(*seen[facet])),),
                ),
            )
        seen.setdefault(facet, where)


# --- pydantic's findings in plain words -------------------------------------

_LABELS = frozenset({"a mapping", "a word"})
"""What pydantic puts into a place beside keys and indexes."""


def _faults(
    error: ValidationError, model: type[Body], what: str, source: Source, loc: Loc
) -> Iterator[_Fault]:
    """Turn pydantic's findings into ours."""
    keys = _keys(model)
    missing: dict[Loc, list[str]] = {}
    for details in error.errors(include_url=False):
        steps = tuple(step for step in details["loc"] if step not in _LABELS)
        where: Loc = (*loc, *steps)
        kind, value = details["type"], details["input"]
        if kind == "missing":
            missing.setdefault(steps[:-1], []).append(str(steps[-1]))
            continue
        if kind == "too_short" and value:
            continue  # its items were at fault, and are reported
        if kind == "extra_forbidden":
            known = keys if len(steps) == 1 else _keys(_INNER[str(steps[0])])
            inside = what if len(steps) == 1 else f"`{_last_key(steps[:-1])}`"
            name = str(steps[-1])
            yield (
                where,
                Problem(
                    "N202",
                    f"unknown key '{_cut(name)}' in {inside}",
                    source.place(where, key=True),
                    closest(name, known) or f"the keys are {_listing(known)}",
                ),
            )
        elif stray := _stray(steps, value):
            where = (*loc, *stray)
            yield (
                where,
                Problem(
                    "N202",
                    f"unknown key '{stray[-1]}' in `{steps[0]}`",
                    source.place(where, key=True),
                    _misplaced(str(stray[-1])),
                ),
            )
        else:
            code = kind if kind in ("N203", "N207", "N216") else "N206"
            said = in_plain_words(details)
            message = f"{_subject(source.written(where))} {said}"
            if code == "N203":
                message = said
            where = (*where, *_inner_steps(details))
            yield where, Problem(code, message, source.place(where), _hint(details))
    for steps, names in missing.items():
        inside = f"`{_last_key(steps)}`" if steps else what
        where = (*loc, *steps)
        message = f"{inside} lacks {_listing(names)}"
        yield where, Problem("N207", message, source.place(where, key=True))


def _inner_steps(details: ErrorDetails) -> Loc:
    """Give the item of a list that one of our own validators names."""
    index = details.get("ctx", {}).get("index")
    return () if index is None else (index,)


def _stray(steps: Loc, value: Any) -> Loc | None:
    """Find a key of a body inside what should have been a list or a text."""
    if len(steps) == 1 and isinstance(value, dict):
        for key in value:
            if key in _RESERVED:
                return (*steps, key)
    return None


_INNER: dict[str, type[Part]] = {
    "known": Known,
    "sample": Sample,
    "score": ScorePart,
}
"""Mappings with keys of their own, by the key of the body that holds them."""


def _subject(steps: Loc) -> str:
    """Name what is wrong: a key, or an item of a list."""
    if isinstance(steps[-1], int) and len(steps) > 1:
        return f"item {steps[-1] + 1} of `{_last_key(steps)}`"
    return f"`{_last_key(steps)}`"


def _last_key(steps: Loc) -> str:
    return next((step for step in reversed(steps) if isinstance(step, str)), "")


_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "none_required": "null",
    "finite_number": "a finite number",
}
_LIMITS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
    "multiple_of": ("a multiple of", "multiple_of"),
}
_LENGTHS = {
    "too_short": ("at least", "min_length", "items"),
    "too_long": ("at most", "max_length", "items"),
    "string_too_short": ("at least", "min_length", "characters"),
    "string_too_long": ("at most", "max_length", "characters"),
}


def in_plain_words(details: ErrorDetails) -> str:
    """Say a finding of pydantic as the end of a sentence: `must be ..., not ...`."""
    kind, value = details["type"], details["input"]
    context = details.get("ctx", {})
    if kind in _KINDS:
        return f"must be {_KINDS[kind]}, not {shown(value)}"
    if kind in _LIMITS:
        words, limit = _LIMITS[kind]
        return f"must be {words} {_number(context[limit])}, not {_number(value)}"
    if kind in _LENGTHS:
        words, limit, unit = _LENGTHS[kind]
        count = context[limit]
        if count == 1 and kind == "too_short":
            return "must not be empty"
        return f"must have {words} {count} {unit if count != 1 else unit[:-1]}"
    if kind in ("literal_error", "enum"):
        return f"must be {context['expected']}, not {shown(value)}"
    if kind == "string_pattern_mismatch":
        return f"must look like {context['pattern']}, not {shown(value)}"
    if kind in ("value_error", "assertion_error"):
        return f"is {shown(value)}: {context['error']}"
    return details["msg"]


def _hint(details: ErrorDetails) -> str | None:
    kind, value = details["type"], details["input"]
    if kind == "N203":
        return _NAME_HELP
    if kind == "literal_error" and isinstance(value, str):
        return closest(value, re.findall(r"'([^']*)'", details["ctx"]["expected"]))
    if kind == "tuple_type" and isinstance(value, str):
        return f"write [{_cut(value)}]"
    if kind == "string_type" and isinstance(value, bool | int | float):
        return "quote it if it is text"
    if kind == "string_type" and isinstance(value, list):
        return "write one; a list is never taken apart"
    return None


def shown(value: Any) -> str:
    """Say a value in a few words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {_number(value)}"
        case str():
            return f"the text '{_cut(value)}'" if value else "an empty text"
        case list() | tuple():
            return "a list" if value else "an empty list"
        case dict():
            return "a mapping" if value else "an empty mapping"
        case _:
            return f"a {type(value).__name__}"


def _number(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _cut(text: str) -> str:
    """Shorten a text for a message."""
    text = " ".join(text.split()) or text
    return text if len(text) <= 60 else text[:59] + "…"


def _listing(names: Iterable[str]) -> str:
    return _joined([f"`{name}`" for name in names], "and")


def _either(names: Sequence[str]) -> str:
    return _joined(names, "or")


def _joined(words: Sequence[str], last_word: str) -> str:
    *most, last = words
    return f"{', '.join(most)} {last_word} {last}" if most else last
