"""One body of a spec: from plain values to a model, or to what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from .grammar import (
    NAME_HELP,
    SECTIONS,
    Body,
    CallSpec,
    Loc,
    Suite,
    name_fault,
)
from .load import Source
from .problems import Problem, Related, closest
from .words import cut, either, in_plain_words, listing, shown

MAX_SEED = 2**31 - 1
MAX_SEEDS = 10_000
"""Most seeds in one split."""
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

RESERVED = frozenset(
    (*_CALLS, "do_nothing", "requires", "excludes", "cross", "rotate", "seeds", "score")
)
"""Keys of bodies that no facet, split or part of the score can be called."""

_Fault = tuple[Loc, Problem]
"""A problem and where it stands, so that one can silence another."""


def misplaced(name: str) -> str | None:
    """Give help for a key of a body that stands elsewhere."""
    owners = [one for model, one in SECTIONS.values() if name in _keys(model)]
    if not owners:
        return None
    of = "an" if owners[0][0] in "aeiou" else "a"
    return f"`{name}` is a key of {of} {either(owners)}: check the indentation"


def _keys(model: type[BaseModel]) -> list[str]:
    return [info.alias or name for name, info in model.model_fields.items()]


def read_body(
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
    if model is Suite and "seeds" in raw and not source.blank((*loc, "seeds")):
        raw["seeds"], found = _seeds(raw["seeds"], source, (*loc, "seeds"))
        faults += found
    body: Body | None = None
    try:
        body = model.model_validate(raw, context=(source, loc))
    except ValidationError as error:
        faults += _faults(error, model, what, source, loc)
    if isinstance(body, Suite):
        faults += _twice(body)
    # A key in the wrong place, or a broken call, needs no value as well.
    odd = [where for where, problem in faults if problem.code in ("N202", "N209")]
    blanks = [
        (where, problem)
        for where, problem in blanks
        if not any(where[: len(each)] == each for each in odd)
    ]
    silent = {where for where, _ in blanks}
    faults = blanks + [fault for fault in faults if fault[0] not in silent]
    return (None if faults else body), [problem for _, problem in faults]


def part_problems(
    model: type[BaseModel], what: str, value: Any, source: Source, loc: Loc
) -> list[Problem]:
    """Say what is wrong with a value that a world's own model reads."""
    faults = list(_blanks(value, source, loc))
    silent = {where for where, _ in faults}
    try:
        model.model_validate(value)
    except ValidationError as error:
        found = _faults(error, model, what, source, loc)
        faults += [fault for fault in found if fault[0] not in silent]
    return [problem for _, problem in faults]


def _strays(raw: dict[str, Any], source: Source, loc: Loc) -> list[_Fault]:
    """Take out keys of a body that were indented into one of its own mappings."""
    faults: list[_Fault] = []

    def without(value: Any, where: Loc) -> Any:
        if isinstance(value, list):
            return [without(item, (*where, i)) for i, item in enumerate(value)]
        if not isinstance(value, dict) or RESERVED.isdisjoint(value):
            return value
        for key in value:
            if key in RESERVED:
                place = source.place((*where, key), key=True)
                message = f"unknown key '{key}' in `{_last_key(where)}`"
                problem = Problem("N202", message, place, misplaced(key))
                faults.append(((*where, key), problem))
        return {key: each for key, each in value.items() if key not in RESERVED}

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
        return Problem("N202", f"unknown key '{second}' here", place, misplaced(second))
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
        if wrong := name_fault(split):
            place = source.place(here, key=True)
            faults.append((here, Problem("N203", wrong, place, NAME_HELP)))
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
        what = f"seed {first}" if first == last else f"the range {item}"
        return f"{what} is outside 0..{MAX_SEED}"
    if last < first:
        return f"the range {item} is empty"
    if last - first >= MAX_SEEDS:
        return (
            f"the range {item} has {last - first + 1} seeds; the limit is {MAX_SEEDS}"
        )
    return range(first, last + 1)


def _ways(raw: Mapping[str, Any], source: Source, loc: Loc) -> Iterator[_Fault]:
    """A suite makes its tasks in one of two ways."""
    here, name = source.place(loc, key=True), cut(str(loc[-1]))
    unknown = [key for key in raw if key not in _keys(Suite)]
    written = "cross" in raw or "cases" in raw
    if not written and len(not_misspelt(("cross", "cases"), unknown)) == 2:
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
                    f"the facet '{cut(facet)}' is crossed or rotated twice",
                    suite.place(*where),
                    "keep one of them",
                    (Related("first here", suite.place(*seen[facet])),),
                ),
            )
        seen.setdefault(facet, where)


# --- pydantic's findings as problems ----------------------------------------

_LABELS = frozenset({"a mapping", "a word"})
"""What pydantic puts into a place beside keys and indexes."""


def _faults(
    error: ValidationError,
    model: type[BaseModel],
    what: str,
    source: Source,
    loc: Loc,
) -> Iterator[_Fault]:
    """Turn pydantic's findings into ours."""
    missing: dict[Loc, list[str]] = {}
    unknown: dict[Loc, list[str]] = {}
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
            known = _keys(_model_at(model, steps[:-1]))
            inside = what if len(steps) == 1 else f"`{_last_key(steps[:-1])}`"
            name = str(steps[-1])
            unknown.setdefault(steps[:-1], []).append(name)
            message = f"unknown key '{cut(name)}' in {inside}"
            place = source.place(where, key=True)
            help = closest(name, known) or f"the keys are {listing(known)}"
            yield where, Problem("N202", message, place, help)
        elif stray := _stray(steps, value):
            where = (*loc, *stray)
            message = f"unknown key '{stray[-1]}' in `{steps[0]}`"
            place = source.place(where, key=True)
            yield where, Problem("N202", message, place, misplaced(str(stray[-1])))
        else:
            code = kind if kind in ("N203", "N207", "N216") else "N206"
            said = in_plain_words(details)
            message = f"{_subject(source.written(where))} {said}"
            if code == "N203":
                message = said
            where = (*where, *_inner_steps(details))
            yield where, Problem(code, message, source.place(where), hint(details))
    for steps, lacking in missing.items():
        names = not_misspelt(lacking, unknown.get(steps, ()))
        if not names:
            continue
        inside = f"`{_last_key(steps)}`" if steps else what
        where = (*loc, *steps)
        message = f"{inside} lacks {listing(names)}"
        help = f"write {listing(f'{name}:' for name in names)} below it"
        yield where, Problem("N207", message, source.place(where, key=True), help)


def not_misspelt(missing: Iterable[str], unknown: Iterable[str]) -> list[str]:
    """Leave out missing names that an unknown one stands for: one slip, one error."""
    return [
        name for name in missing if not any(closest(each, [name]) for each in unknown)
    ]


def _inner_steps(details: ErrorDetails) -> Loc:
    """Give the item of a list that one of our own validators names."""
    index = details.get("ctx", {}).get("index")
    return () if index is None else (index,)


def _stray(steps: Loc, value: Any) -> Loc | None:
    """Find a key of a body inside what should have been a list or a text."""
    if len(steps) == 1 and isinstance(value, dict):
        for key in value:
            if key in RESERVED:
                return (*steps, key)
    return None


def _model_at(model: type[BaseModel], steps: Loc) -> type[BaseModel]:
    """Give the model that reads the mapping at a place inside a model's."""
    for step in steps:
        for name, info in model.model_fields.items():
            if step == (info.alias or name):
                model = _inside(info.annotation) or model
    return model


def _inside(annotation: Any) -> type[BaseModel] | None:
    """Find the model in an annotation such as `tuple[Fact, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    found = (_inside(each) for each in get_args(annotation))
    return next((each for each in found if each is not None), None)


def _subject(steps: Loc) -> str:
    """Name what is wrong: a key, or an item of a list."""
    if isinstance(steps[-1], int) and len(steps) > 1:
        return f"item {steps[-1] + 1} of `{_last_key(steps)}`"
    return f"`{_last_key(steps)}`"


def _last_key(steps: Loc) -> str:
    return next((step for step in reversed(steps) if isinstance(step, str)), "")


def hint(details: ErrorDetails) -> str | None:
    """Say what to do about a finding of pydantic; None where that is plain."""
    kind, value = details["type"], details["input"]
    if kind == "N203":
        return NAME_HELP
    if kind == "literal_error" and isinstance(value, str):
        return closest(value, re.findall(r"'([^']*)'", details["ctx"]["expected"]))
    if kind in ("tuple_type", "list_type") and isinstance(value, str):
        return f"write [{cut(value)}]"
    if kind in ("tuple_type", "list_type") and isinstance(value, dict):
        return "begin each item with `- `, or write them in [brackets]"
    if kind == "string_type" and isinstance(value, bool | int | float):
        return "quote it if it is text"
    if kind == "string_type" and isinstance(value, list):
        return "write a single one; to have several, cross or rotate a facet"
    return None
