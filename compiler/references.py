"""Do the names exist that a suite and its conditions mention?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paprika.compiler.problems import Place, Problem, Related, closest
from paprika.compiler.spec import Condition, Sample, Specs, Suite


def name_problems(suite: Suite, specs: Specs) -> list[Problem]:
    """Check every facet and condition name that a suite and its conditions mention."""
    problems: list[Problem] = []
    places = _facet_places(suite)
    facets = list(dict.fromkeys(facet for facet, _ in places))
    for facet, place in places:
        if not specs.conditions.get(facet):
            problems.append(_no_such_facet(facet, place, specs))
    if problems:
        return problems
    for index, facet in enumerate(suite.rotate):
        cased = next((i for i, each in enumerate(suite.cases) if facet in each), None)
        if cased is not None:
            problems.append(
                Problem(
                    "C311",
                    f"the facet {facet!r} is rotated and stands in a case",
                    suite.place("rotate", index),
                    "list a facet once: in `cases` or in `rotate`",
                    related=(
                        Related(
                            "the case", suite.place("cases", cased, facet, key=True)
                        ),
                    ),
                )
            )
    for index, facet in enumerate(suite.at_least_one_of):
        if facet not in facets:
            problems.append(_no_facet(facet, facets, suite, "at_least_one_of", index))
    if isinstance(suite.sample, Sample):
        for index, facet in enumerate(suite.sample.per):
            if facet not in facets and facet != "size":
                problems.append(_no_facet(facet, facets, suite, "sample", "per", index))
    for index, case in enumerate(suite.cases):
        for facet, name in case.items():
            problems += _unknown(facet, name, specs, suite, "cases", index, facet)
    for key, matches in (("exclude", suite.exclude), ("only", suite.only)):
        for index, match in enumerate(matches):
            problems += _match_problems(match, facets, specs, suite, key, index)
    for facet in facets:
        for body in specs.conditions[facet].values():
            problems += relation_problems(facet, body, specs)
            problems += [
                Problem(
                    "N231",
                    f"{facet} {body.name!r} requires the facet {other!r}, which suite "
                    f"{suite.name!r} neither crosses nor rotates",
                    body.place("requires", other, key=True),
                    f"its facets: {', '.join(facets)}",
                    related=(Related("the suite", suite.place()),),
                )
                for other in body.requires
                if other not in facets and specs.conditions.get(other)
            ]
    return problems


def relation_problems(facet: str, body: Condition, specs: Specs) -> list[Problem]:
    """Check what one condition requires and excludes, whatever the suite."""
    problems: list[Problem] = []
    for key, others in (("requires", body.requires), ("excludes", body.excludes)):
        for other, names in others.items():
            if not specs.conditions.get(other):
                if any(loc[:2] == ("conditions", other) for loc in specs.lost):
                    continue
                place = body.place(key, other, key=True)
                problems.append(_no_such_facet(other, place, specs))
                continue
            problems += _unknown_names(other, names, specs, body, key, other)
    for other, required in body.requires.items():
        if set(required) <= set(body.excludes.get(other, ())):
            problems.append(
                Problem(
                    "C304",
                    f"{facet} {body.name!r} requires and excludes "
                    f"{other} {', '.join(required)}",
                    body.place("requires", other),
                    "take one of the two away",
                    related=(Related("excluded here", body.place("excludes", other)),),
                )
            )
    return problems


Bodied = Suite | Condition


def _facet_places(suite: Suite) -> list[tuple[str, Place]]:
    places = [
        (facet, suite.place("cross", index))
        for index, (facet, _) in enumerate(suite.crossed)
    ]
    places += [
        (facet, suite.place("cases", index, facet, key=True))
        for index, case in enumerate(suite.cases)
        for facet in case
    ]
    return places + [
        (facet, suite.place("rotate", index))
        for index, facet in enumerate(suite.rotate)
    ]


def _no_such_facet(facet: str, place: Place, specs: Specs) -> Problem:
    known = [name for name, members in specs.conditions.items() if members]
    help = closest(facet, known) or f"facets: {', '.join(known) or 'none'}"
    if facet == "user":
        help = "write people under `personas:`; they are this facet"
    return Problem("N230", f"no condition has the facet {facet!r}", place, help)


def _no_facet(
    facet: str, facets: Sequence[str], suite: Suite, *loc: str | int, key: bool = False
) -> Problem:
    return Problem(
        "N231",
        f"the suite neither crosses nor rotates {facet!r}",
        suite.place(*loc, key=key),
        closest(facet, facets) or f"its facets: {', '.join(facets)}",
    )


def _match_problems(
    match: Mapping[str, Sequence[str]],
    facets: Sequence[str],
    specs: Specs,
    suite: Suite,
    *loc: str | int,
) -> list[Problem]:
    """Check the facets and names of a partial match that stands at a place."""
    problems = []
    for facet, names in match.items():
        if facet not in facets:
            problems.append(_no_facet(facet, facets, suite, *loc, facet, key=True))
            continue
        problems += _unknown_names(facet, names, specs, suite, *loc, facet)
    return problems


def _unknown_names(
    facet: str, names: Sequence[str], specs: Specs, body: Bodied, *loc: str | int
) -> list[Problem]:
    """Check names of a facet that stand at a place, one or a list of them."""
    written = _written(body, *loc)
    problems = []
    for index, name in enumerate(names):
        place = (*loc, index) if isinstance(written, list) else loc
        problems += _unknown(facet, name, specs, body, *place)
    return problems


def _written(body: Bodied, *loc: str | int) -> Any:
    """Give what a body says at a place, as it was written."""
    value: Any = body.origin.value
    for step in (*body.loc, *loc):
        value = value[step]
    return value


def _unknown(
    facet: str, name: str, specs: Specs, body: Bodied, *loc: str | int
) -> list[Problem]:
    known = specs.conditions[facet]
    if name in known or ("conditions", facet, name) in specs.lost:
        return []
    return [
        Problem(
            "N232",
            f"the facet {facet!r} has no condition {name!r}",
            body.place(*loc),
            closest(name, known) or f"it has {', '.join(known)}",
        )
    ]
