"""Rules over all specs at once: what nothing uses, and calls that nothing resolves."""

from __future__ import annotations

from collections.abc import Mapping, Set

from paprika.compiler.compose import SLOTS, calls_of
from paprika.compiler.deal import facets_of
from paprika.compiler.problems import Problem
from paprika.compiler.references import relation_problems
from paprika.compiler.resolve import resolve
from paprika.compiler.spec import Body, Condition, Specs, Suite
from paprika.compiler.vocabulary import World


def relations(specs: Specs) -> list[Problem]:
    """Look at what conditions require and exclude, in suites or not."""
    return [
        problem
        for facet, conditions in specs.conditions.items()
        for body in conditions.values()
        for problem in relation_problems(facet, body, specs)
    ]


def resolve_unused(
    specs: Specs, worlds: Mapping[str, World], used: Set[tuple[str, str]]
) -> list[Problem]:
    """Look at the calls of suites, and of conditions that no composed task holds.

    A condition belongs to the worlds of the suites that mention its facet, or to
    any world if none does. It is at fault if no such world knows all its calls.
    """
    problems: list[Problem] = []
    homes: dict[str, list[World]] = {}
    for suite in specs.suites.values():
        world = worlds.get(suite.world)
        if world is not None:
            problems += _best(suite, [world])
            for facet in facets_of(suite):
                homes.setdefault(facet, []).append(world)
    for facet, conditions in specs.conditions.items():
        for name, body in conditions.items():
            if (facet, name) not in used:
                problems += _best(body, homes.get(facet) or list(worlds.values()))
    return problems


def _best(body: Condition | Suite, worlds: list[World]) -> list[Problem]:
    """Give the problems of the world in which a body has fewest."""
    found = [
        [
            problem
            for slot, kind in SLOTS.items()
            for spec in calls_of(body, slot)
            for problem in resolve(spec, kind, world.vocabulary)[1]
        ]
        for world in worlds
    ]
    return min(found, key=len, default=[])


def unused(
    specs: Specs,
    worlds: Mapping[str, World],
    used: Set[tuple[str, str]],
    locked: bool = False,
) -> list[Problem]:
    """Warn of what no suite uses. `locked`: a lock keeps what rotation has dealt."""
    problems: list[Problem] = []
    facets = {facet for suite in specs.suites.values() for facet in facets_of(suite)}
    dealt = {facet for suite in specs.suites.values() for facet in suite.rotate}
    for facet, conditions in specs.conditions.items():
        for name, body in conditions.items():
            if (facet, name) in used:
                continue
            if locked and facet in dealt:
                said = f"{facet} {name!r} is in no task: the lock keeps others in all"
                help = "run `paprika lock --share` to give it its share of the tasks"
                problems.append(_warning("C320", said, body, help))
                continue
            why = (
                "its suites' rules leave it out everywhere"
                if facet in facets
                else f"no suite crosses or rotates {facet!r}"
            )
            problems.append(
                _warning("C320", f"{facet} {name!r} is in no task: {why}", body)
            )
    rubrics = {
        rubric
        for suite in specs.suites.values()
        for bar in suite.score.values()
        for rubric in bar.rubrics or ()
    }
    for name, rubric_body in specs.rubrics.items():
        if name not in rubrics:
            said = f"no suite scores by the rubric {name!r}"
            problems.append(_warning("C321", said, rubric_body))
    needed = {
        key
        for suite in specs.suites.values()
        if suite.world in worlds
        for key in worlds[suite.world].assumptions
    }
    for name, assumption in specs.assumptions.items():
        if name not in needed:
            said = f"no world rests on the assumption {name!r}"
            problems.append(_warning("C322", said, assumption))
    return problems


def _warning(
    code: str, said: str, body: Body, help: str = "use it, or take it away"
) -> Problem:
    return Problem(code, said, body.place(), help, severity="warning")
