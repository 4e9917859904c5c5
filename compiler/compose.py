"""Facets times rules give tasks: stable order, stable ids, nothing by accident."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise, product
from typing import Any, NamedTuple

from paprika.compiler.problems import Place, Problem, Related, closest
from paprika.compiler.prose import BadProse, render, shared_words, spot
from paprika.compiler.resolve import resolve
from paprika.compiler.spec import (
    CallSpec,
    Condition,
    Persona,
    Sample,
    ScorePart,
    Specs,
    Suite,
)
from paprika.compiler.suite import (
    Call,
    CallTexts,
    Task,
    digest,
    joined,
    row,
    sha256,
    spec_texts,
)
from paprika.compiler.vocabulary import BadValue, Kind, World

ID_LENGTH = 100
HASH_LENGTH = 16
MOST_TASKS = 1_000_000
MOST_PAIRWISE = 200_000

SLOTS: Mapping[str, Kind] = {
    "init": "init",
    "expect": "check",
    "solution": "planner",
    "assert": "check",
}
"""Where calls stand in a condition, and the kind of function each place takes."""

Coordinates = Mapping[str, str]
"""Facet -> name of one task; a facet that is absent is not in it."""
NOTHING: Mapping[str, str] = {}
"""The facts or data of a task that has none."""
Dealt = Mapping[str, Sequence[str]]
"""Crossed names joined by dots -> the rotated names they keep."""


class Resolved(NamedTuple):
    """A suite's or a condition's calls, resolved in one world."""

    body: Suite | Condition
    calls: Mapping[str, tuple[Call, ...]]
    specs: Mapping[str, tuple[CallSpec, ...]]
    writes: Mapping[str, CallSpec]
    """Part of the state -> the call that writes it first."""
    facts: Mapping[str, str]
    data: Mapping[str, str]
    passes_idle: bool
    """It declares that doing nothing passes."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A composed task and where each part of it was written."""

    task: Task
    suite: Suite
    parts: tuple[Resolved, ...]
    """Who contributed, in composition order: suite, crossed, rotated facets."""
    hashes: Mapping[str, str]
    """The task's hash and its parts: spec, world and code."""
    row: str
    """The task as its line of the build."""

    def writer(self, slot: str, index: int) -> CallSpec:
        """Give the call as it was written, by its index in the task."""
        left = index
        for part in self.parts:
            specs = part.specs[slot]
            if left < len(specs):
                return specs[left]
            left -= len(specs)
        raise IndexError(f"{self.task.id} has no {slot} number {index}")

    def condition(self, facet: str) -> Condition:
        """Give the condition this task has in a facet."""
        position = list(self.task.conditions).index(facet)
        body = self.parts[position + 1].body
        assert isinstance(body, Condition)
        return body

    def declares_idle(self) -> Condition:
        """Give the condition that declares that doing nothing passes."""
        return next(
            part.body
            for part in self.parts
            if isinstance(part.body, Condition) and part.passes_idle
        )


class Rule(NamedTuple):
    """A rule that takes combinations out of a suite."""

    name: str
    place: Place
    facets: frozenset[str]
    """It can be asked once all of these are decided."""
    admits: Callable[[Coordinates], bool]


@dataclass(slots=True)
class Composition:
    """All that composing one suite gives. `dropped` has one entry a combination."""

    suite: str
    drafts: list[Draft] = field(default_factory=list)
    dropped: list[tuple[Coordinates, Rule]] = field(default_factory=list)
    absent: list[tuple[Draft, str]] = field(default_factory=list)
    """Tasks whose init asks for what the world does not hold, and why."""
    sampled_out: list[Draft] = field(default_factory=list)
    own: Resolved | None = None
    """What the suite itself contributes."""
    resolved: Mapping[tuple[str, str], Resolved] = field(default_factory=dict)
    """What each condition that is used contributes, by facet and name."""

    def everything(self) -> Iterator[Draft]:
        """Give all drafts, those that the world or the sample leaves out too."""
        yield from self.drafts
        yield from (draft for draft, _ in self.absent)
        yield from self.sampled_out


def compose(
    name: str,
    specs: Specs,
    world: World,
    assumptions: Mapping[str, Any],
    problems: list[Problem],
    dealt: Dealt,
) -> Composition | None:
    """Compose one suite; None (with problems added) if it can't be.

    `dealt` holds what a lock keeps for this suite.
    """
    suite = specs.suites[name]
    found = name_problems(suite, specs)
    problems += found
    if found:
        return None
    before = len(problems)
    composer = _Composer(name, suite, specs, world, assumptions, problems, dealt)
    composition = composer.compose()
    failed = any(problem.severity == "error" for problem in problems[before:])
    return None if failed else composition


# ---------------------------------------------------------------- names first


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


# ---------------------------------------------------------------- composing


def facets_of(suite: Suite) -> tuple[str, ...]:
    """Give a suite's facets in composition order: crossed or cased, then rotated."""
    listed = [facet for facet, _ in suite.crossed]
    listed += [facet for case in suite.cases for facet in case]
    return tuple(dict.fromkeys([*listed, *suite.rotate]))


def calls_of(body: Suite | Condition, slot: str) -> tuple[CallSpec, ...]:
    """Give a body's calls in one slot; a suite has no `expect` and no `solution`."""
    found: tuple[CallSpec, ...] = getattr(
        body, "asserts" if slot == "assert" else slot, ()
    )
    return found


def _score_value(bar: ScorePart) -> Any:
    if bar.rubrics is None:
        return bar.bar
    return {"bar": bar.bar, "rubrics": list(bar.rubrics)}


class _Composer:
    """Composes one suite. Lives for one call of `compose`."""

    def __init__(
        self,
        name: str,
        suite: Suite,
        specs: Specs,
        world: World,
        assumptions: Mapping[str, Any],
        problems: list[Problem],
        dealt: Dealt,
    ) -> None:
        self.name = name
        self.suite = suite
        self.specs = specs
        self.world = world
        self.assumptions = assumptions
        self.problems = problems
        self.dealt = dealt
        self.resolved: dict[tuple[str, str], Resolved] = {}
        self.facets = facets_of(suite)
        self.members = {facet: list(specs.conditions[facet]) for facet in self.facets}
        self.score = {part: _score_value(bar) for part, bar in suite.score.items()}
        self.seeds = dict(suite.seeds)
        self.texts = CallTexts()
        # By the ids of objects that live as long as this one does.
        self.mappings: dict[tuple[int, ...], Mapping[str, str]] = {}
        self.lists: dict[tuple[int, ...], tuple[Call, ...]] = {}
        self.world_parts: dict[int, str] = {}
        self.briefs: dict[int, str] = {}
        self.personas: dict[tuple[str, int], Mapping[str, Any]] = {}
        self.code = world.code[:HASH_LENGTH]

    # -- which combinations

    def _combinations(self) -> Iterator[dict[str, str]]:
        """Give every combination of the crossed facets, or the listed cases."""
        suite = self.suite
        if suite.cases:
            order = self.facets
            for case in suite.cases:
                yield {facet: case[facet] for facet in order if facet in case}
            return
        members: list[list[str | None]] = [
            [*self.specs.conditions[facet], *([None] if optional else [])]
            for facet, optional in suite.crossed
        ]
        facets = [facet for facet, _ in suite.crossed]
        for names in product(*members):
            pairs = zip(facets, names, strict=True)
            yield {facet: name for facet, name in pairs if name is not None}

    def _rules(self) -> list[Rule]:
        suite = self.suite
        rules = []
        if suite.at_least_one_of:
            some = suite.at_least_one_of
            rules.append(
                Rule(
                    "at_least_one_of",
                    suite.place("at_least_one_of"),
                    frozenset(some) - frozenset(suite.rotate),
                    lambda at: any(facet in at for facet in some),
                )
            )
        for index, match in enumerate(suite.exclude):
            rules.append(
                Rule(
                    f"exclude {index + 1}",
                    suite.place("exclude", index),
                    frozenset(match),
                    _excludes(match),
                )
            )
        if suite.only:
            matches = suite.only
            facets = frozenset(facet for match in matches for facet in match)
            rules.append(
                Rule(
                    "only",
                    suite.place("only"),
                    facets,
                    lambda at: any(fits(match, at) for match in matches),
                )
            )
        for facet in self.facets:
            for name, body in self.specs.conditions[facet].items():
                for key, others, wanted in (
                    ("requires", body.requires, True),
                    ("excludes", body.excludes, False),
                ):
                    if others:
                        rules.append(
                            Rule(
                                f"{facet} {name} {key}",
                                body.place(key),
                                frozenset((facet, *others)),
                                _needs(facet, name, others, wanted),
                            )
                        )
        return rules

    def _admitted(self, composition: Composition) -> list[dict[str, str]]:
        """Give the combinations that the rules leave, with rotated facets dealt."""
        rules = self._rules()
        rotated = frozenset(self.suite.rotate)
        early = [rule for rule in rules if not rule.facets & rotated]
        late = [rule for rule in rules if rule.facets & rotated]
        admitted = []
        for at in self._combinations():
            rule = next((rule for rule in early if not rule.admits(at)), None)
            if rule is None:
                admitted.append(at)
            else:
                composition.dropped.append((at, rule))
        if not rotated:
            return admitted
        for facet in rotated:
            # Names that never may be dealt take no part, so that the rest is even.
            alone = [rule for rule in late if rule.facets == {facet}]
            self.members[facet] = [
                name
                for name in self.members[facet]
                if all(rule.admits({facet: name}) for rule in alone)
            ] or self.members[facet]
        ranks = self._ranks(admitted)
        kept = []
        for at in admitted:
            crossed = dict(at)
            rule = self._deal(at, late, ranks)
            if rule is None:
                kept.append(at)
            else:
                composition.dropped.append((crossed, rule))
        if self.dealt:
            self._level(kept, late)
        return kept

    def _ranks(
        self, admitted: Sequence[Coordinates]
    ) -> dict[str, dict[str | None, int]]:
        """Number the names that each crossed facet still has, in listing order."""
        ranks: dict[str, dict[str | None, int]] = {}
        for facet in self.facets:
            if facet not in self.suite.rotate:
                used = {at.get(facet) for at in admitted}
                listed = [*self.specs.conditions[facet], None]
                names = [name for name in listed if name in used]
                ranks[facet] = {name: rank for rank, name in enumerate(names)}
        return ranks

    def _deal(
        self,
        at: dict[str, str],
        rules: Sequence[Rule],
        ranks: Mapping[str, Mapping[str | None, int]],
    ) -> Rule | None:
        """Give each rotated facet a name, in place; a rule if none is left to give.

        Latin: the place in the deal is a sum over the crossed ranks, so every
        crossed name meets every rotated one as evenly as can be, and a condition
        appended to a facet moves nothing. Of several crossed facets one counts in
        an order that jumps far: else a small product would use the first names
        most. Further rotated facets turn the other way, so that they don't move in
        step with the first. A name that the lock holds for these crossed names
        comes before all.
        """
        crossed = [by_name[at.get(facet)] for facet, by_name in ranks.items()]
        locked = self.dealt.get(task_id(at.values()), ()) if self.dealt else ()
        orders: list[list[str]] = []
        for turn, facet in enumerate(self.suite.rotate):
            names = self.members[facet]
            first = _place_in_deal(crossed, turn, len(names))
            order = [names[(first + shift) % len(names)] for shift in range(len(names))]
            if turn < len(locked) and locked[turn] in names:
                order.insert(0, locked[turn])
            orders.append(order)
        return self._first_admitted(at, orders, rules)

    def _first_admitted(
        self, at: dict[str, str], orders: Sequence[Sequence[str]], rules: Sequence[Rule]
    ) -> Rule | None:
        """Take the first names that the rules admit together, trying in order."""
        rotated = self.suite.rotate
        turn = len(rotated) - len(orders)
        if not orders:
            return None
        undecided = frozenset(rotated[turn + 1 :])
        decided = [rule for rule in rules if not rule.facets & undecided]
        blocking: Rule | None = None
        for name in orders[0]:
            at[rotated[turn]] = name
            blocking = next((rule for rule in decided if not rule.admits(at)), None)
            blocking = blocking or self._first_admitted(at, orders[1:], rules)
            if blocking is None:
                return None
            for facet in rotated[turn:]:
                at.pop(facet, None)
        return blocking

    def _level(self, kept: Sequence[dict[str, str]], rules: Sequence[Rule]) -> None:
        """Give a rotated name that the lock leaves without a task its share.

        Only so many tasks move as it must get, each from the name that has most.
        """
        for turn, facet in enumerate(self.suite.rotate):
            names = self.members[facet]
            locked = {dealt[turn] for dealt in self.dealt.values() if turn < len(dealt)}
            counts = Counter(at[facet] for at in kept)
            by_hash = sorted(kept, key=lambda at: digest(list(at.values())))
            for name in names:
                if name in locked:
                    continue
                while counts[name] < max(1, len(kept) // len(names)):
                    most = max(counts.values())
                    move = next(
                        (
                            at
                            for at in by_hash
                            if counts[at[facet]] == most
                            and most > counts[name] + 1
                            and all(rule.admits({**at, facet: name}) for rule in rules)
                        ),
                        None,
                    )
                    if move is None:
                        break
                    counts[move[facet]] -= 1
                    counts[name] += 1
                    move[facet] = name

    def _rule_problems(self, composition: Composition, kept: int) -> None:
        """Report rules that take out nothing, or everything."""
        suite = self.suite
        rotated = frozenset(suite.rotate)
        every = list(self._combinations()) if suite.exclude or suite.only else []
        for key, matches in (("exclude", suite.exclude), ("only", suite.only)):
            for index, match in enumerate(matches):
                crossed = {f: n for f, n in match.items() if f not in rotated}
                if not any(fits(crossed, at) for at in every):
                    self.problems.append(
                        Problem(
                            "C302",
                            f"this {key!r} rule matches no combination of the suite",
                            suite.place(key, index),
                            "mend the names, or take the rule away",
                        )
                    )
        if kept:
            return
        blame: dict[str, tuple[Rule, int]] = {}
        for _, rule in composition.dropped:
            blame[rule.name] = (rule, blame.get(rule.name, (rule, 0))[1] + 1)
        self.problems.append(
            Problem(
                "C303",
                f"the rules of suite {self.name!r} leave no task: all "
                f"{len(composition.dropped)} combinations are taken out",
                suite.place(key=True),
                "loosen one of the rules below",
                related=tuple(
                    Related(f"`{rule.name}` takes out {count}", rule.place)
                    for rule, count in blame.values()
                ),
            )
        )

    # -- from combinations to tasks

    def compose(self) -> Composition:
        """Compose the suite; problems are added to the list given at the start."""
        composition = Composition(self.name)
        size = 1
        for facet, optional in self.suite.crossed:
            size *= len(self.specs.conditions[facet]) + optional
        if size > MOST_TASKS:
            self.problems.append(
                Problem(
                    "C310",
                    f"the suite crosses to {size:,} combinations, more than "
                    f"{MOST_TASKS:,}",
                    self.suite.place("cross"),
                    "rotate a facet instead of crossing it, or split the suite",
                )
            )
            return composition
        combinations = self._admitted(composition)
        if self.suite.sample == "pairwise" and len(combinations) > MOST_PAIRWISE:
            self.problems.append(
                Problem(
                    "C306",
                    f"pairwise over {len(combinations):,} tasks, more than "
                    f"{MOST_PAIRWISE:,}",
                    self.suite.place("sample"),
                    "cross fewer facets",
                )
            )
            return composition
        before = len(self.problems)
        self._rule_problems(composition, len(combinations))
        self.own = self._resolved(self.suite)
        used = {pair for at in combinations for pair in at.items()}
        for facet in self.facets:
            for name, body in self.specs.conditions[facet].items():
                if (facet, name) in used:
                    self.resolved[facet, name] = self._resolved(body)
                    if isinstance(body, Persona):
                        self._leaks(body)
        self._score_problems()
        if self._failed(before):
            return composition
        self._conflicts(combinations)
        drafts = [self._draft(at) for at in combinations]
        self._id_problems(drafts)
        if not self._failed(before):
            composition.drafts = drafts
            composition.own = self.own
            composition.resolved = self.resolved
        return composition

    def _failed(self, before: int) -> bool:
        """Tell whether an error has come since there were `before` problems."""
        return any(problem.severity == "error" for problem in self.problems[before:])

    def _resolved(self, body: Bodied) -> Resolved:
        """Resolve all calls of a body; problems go to the list."""
        calls: dict[str, tuple[Call, ...]] = {}
        specs: dict[str, tuple[CallSpec, ...]] = {}
        writes: dict[str, CallSpec] = {}
        facts: dict[str, str] = {}
        data: dict[str, str] = {}
        for slot, kind in SLOTS.items():
            found = []
            kept = []
            for spec in calls_of(body, slot):
                call, problems = resolve(spec, kind, self.world.vocabulary)
                self.problems += [p for p in problems if p not in self.problems]
                if call is None:
                    continue
                found.append(call)
                kept.append(spec)
                if slot != "init":
                    continue
                function = self.world.vocabulary.find("init", call.name)
                assert function is not None
                for part in function.writes:
                    if part in writes:
                        first = {writes[part].place(): writes[part]}
                        self.problems.append(_overwrites(part, spec, first))
                    writes[part] = spec
                if function.facts is not None:
                    facts.update(function.facts(call.arguments))
                if function.data is not None:
                    try:
                        data.update(function.data(call.arguments))
                    except BadValue as error:
                        self.problems.append(
                            Problem(
                                "V411",
                                f"`{call.name}`: {error.message}",
                                spec.argument_place(error.argument),
                                error.help,
                            )
                        )
            calls[slot] = tuple(found)
            specs[slot] = tuple(kept)
        passes = isinstance(body, Condition) and body.do_nothing == "passes"
        return Resolved(body, calls, specs, writes, facts, data, passes)

    def _conflicts(self, combinations: Sequence[Coordinates]) -> None:
        """Report two parts of one task that write the same thing."""
        writers: dict[str, dict[str, set[str]]] = {}
        for (facet, name), resolved in self.resolved.items():
            for part in resolved.writes:
                writers.setdefault(part, {}).setdefault(facet, set()).add(name)
        for part in self.own.writes:
            writers.setdefault(part, {})[""] = {""}
        shared = {part: by for part, by in writers.items() if len(by) > 1}
        clashes: dict[str, dict[Place, tuple[CallSpec, dict[Place, CallSpec]]]] = {}
        for at in combinations if shared else ():
            for part, by in shared.items():
                here = [self.own.writes[part]] if "" in by else []
                here += [
                    self.resolved[facet, at[facet]].writes[part]
                    for facet in at
                    if facet in by and at[facet] in by[facet]
                ]
                for pair in pairwise(here):
                    for one, other in (pair, pair[::-1]):
                        met = clashes.setdefault(part, {})
                        seconds = met.setdefault(one.place(), (one, {}))[1]
                        seconds[other.place()] = other
        for part, met in clashes.items():
            # The call that meets most others is likely the one too many; of two the
            # later one.
            while any(others for _, others in met.values()):
                most = max(reversed(met.values()), key=lambda one: len(one[1]))
                self.problems.append(_overwrites(part, *most))
                for place in most[1]:
                    met[place][1].pop(most[0].place(), None)
                most[1].clear()

    def _draft(self, at: Coordinates) -> Draft:
        parts = (self.own, *[self.resolved[pair] for pair in at.items()])
        facts = self._merged([part.facts for part in parts if part.facts])
        data = self._merged([part.data for part in parts if part.data])
        passes = True in [part.passes_idle for part in parts]
        task = Task(
            id=task_id(at.values()),
            suite=self.name,
            world=self.suite.world,
            conditions=at,
            init=tuple([call for part in parts for call in part.calls["init"]]),
            expect=self._joined([part.calls["expect"] for part in parts]),
            solution=self._joined([part.calls["solution"] for part in parts]),
            asserts=self._joined([part.calls["assert"] for part in parts]),
            score=self.score,
            do_nothing="passes" if passes else "fails",
            seeds=self.seeds,
            facts=facts,
            persona=self._persona(at.get("user"), facts),
            brief=self._brief(facts),
            assumptions=self.assumptions,
            data=data,
            hash="",
        )
        what = spec_texts(task, self.texts)
        hashes = self._hashes(task, what)
        task = replace(task, hash=hashes["hash"])
        return Draft(task, self.suite, parts, hashes, row(task, what, self.texts))

    # What many tasks share is one object, so that its text is made once.

    def _merged(self, several: Sequence[Mapping[str, str]]) -> Mapping[str, str]:
        if len(several) < 2:
            return several[0] if several else NOTHING
        key = tuple(map(id, several))
        if key not in self.mappings:
            self.mappings[key] = {k: v for each in several for k, v in each.items()}
        return self.mappings[key]

    def _joined(self, several: Sequence[tuple[Call, ...]]) -> tuple[Call, ...]:
        several = [calls for calls in several if calls]
        if len(several) < 2:
            return several[0] if several else ()
        key = tuple(map(id, several))
        if key not in self.lists:
            self.lists[key] = tuple(chain.from_iterable(several))
        return self.lists[key]

    def _hashes(self, task: Task, what: Mapping[str, str]) -> dict[str, str]:
        """Hash what a task is; places, names and unrelated specs are not in it."""
        world = self.world_parts.get(id(task.data))
        if world is None:
            world = digest([self.assumptions, task.data], HASH_LENGTH)
            self.world_parts[id(task.data)] = world
        spec = sha256(joined(what).encode())[:HASH_LENGTH]
        parts = {"spec": spec, "world": world, "code": self.code}
        whole = joined({key: f'"{value}"' for key, value in parts.items()})
        return {"hash": sha256(whole.encode())[:HASH_LENGTH], **parts}

    def _brief(self, facts: Mapping[str, str]) -> str:
        brief = self.briefs.get(id(facts))
        if brief is None:
            written = self.suite.brief is not None
            place = ("brief",) if written else ()
            text = self.suite.brief if written else self.world.brief
            brief = self.briefs[id(facts)] = self._prose(
                text or "", facts, self.suite.place(*place)
            )
        return brief

    def _persona(
        self, name: str | None, facts: Mapping[str, str]
    ) -> Mapping[str, Any] | None:
        if name is None:
            return None
        key = (name, id(facts))
        if key not in self.personas:
            body = self.specs.personas[name]
            profile = self._prose(body.profile or "", facts, body.place("profile"))
            self.personas[key] = {
                "name": name,
                "profile": profile,
                "tells": list(body.tells),
            }
        return self.personas[key]

    def _prose(self, text: str, facts: Mapping[str, str], place: Place) -> str:
        try:
            return render(text, facts)
        except BadProse as error:
            problem = self._bad_prose(error, place)
            if problem not in self.problems:
                self.problems.append(problem)
            return text

    def _bad_prose(self, error: BadProse, place: Place) -> Problem:
        if self.suite.brief is None and place == self.suite.place():
            said = f"the brief of the world {self.world.name!r} needs more: {error}"
            help = "add an init call that sets it, or write a `brief` in the suite"
            return Problem("N260", said, place, help)
        texts = {source.path: source.text for source in self.specs.sources}
        exact = spot(error, texts[place.file], place)
        return Problem("N260", str(error), exact, error.help)

    def _leaks(self, persona: Persona) -> None:
        # As written: facts that both are told of are no leak.
        brief = self.suite.brief or self.world.brief
        leak = shared_words(brief, persona.profile or "")
        if leak is None:
            return
        written = self.suite.brief is not None
        self.problems.append(
            Problem(
                "L601",
                f"the agent's brief repeats words of the hidden profile: {leak!r}",
                self.suite.place("brief") if written else self.suite.place(key=True),
                "say it in other words, or leave it for the agent to find out",
                related=(Related("the hidden profile", persona.place("profile")),),
                severity="warning",
            )
        )

    # -- checks on the way

    def _score_problems(self) -> None:
        suite, world = self.suite, self.world
        parts = [*world.scores, *world.judged]
        for part, bar in suite.score.items():
            place = suite.place("score", part, key=True)
            if part not in parts:
                self.problems.append(
                    Problem(
                        "N233",
                        f"the world {world.name!r} has no score part {part!r}",
                        place,
                        closest(part, parts) or f"it has {', '.join(parts)}",
                    )
                )
            elif (part in world.judged) != (bar.rubrics is not None):
                judged = part in world.judged
                self.problems.append(
                    Problem(
                        "N234",
                        f"the score part {part!r} is decided by "
                        + ("a judge" if judged else "code"),
                        suite.place("score", part),
                        "write `{rubrics: [names], bar: 0.75}`"
                        if judged
                        else "write the bar alone, such as 0.75",
                    )
                )
            for index, rubric in enumerate(bar.rubrics or ()):
                lost = ("rubrics", rubric) in self.specs.lost
                if rubric not in self.specs.rubrics and not lost:
                    self.problems.append(
                        Problem(
                            "N235",
                            f"there is no rubric {rubric!r}",
                            suite.place("score", part, "rubrics", index),
                            closest(rubric, self.specs.rubrics),
                        )
                    )

    def _id_problems(self, drafts: Sequence[Draft]) -> None:
        """Report tasks that can't be told apart, and tasks that check nothing."""
        by_id: dict[str, Draft] = {}
        by_body: dict[str, Draft] = {}
        for draft in drafts:
            task = draft.task
            if not task.asserts and not task.score:
                self.problems.append(
                    Problem(
                        "C309",
                        f"{task.key} asserts nothing and scores nothing",
                        self.suite.place(key=True),
                        "add `assert` or `score` to the suite",
                        task=task.key,
                    )
                )
                return
            for code, key, known, said in (
                ("C308", task.id, by_id, f"two tasks have the id {task.id!r}"),
                ("C307", task.hash, by_body, "two tasks are the same task"),
            ):
                other = known.setdefault(key, draft)
                if other is not draft:
                    self.problems.append(_same(code, said, other, draft))
                    return


def task_id(names: Iterable[str]) -> str:
    """Join names to an id; cut a long one at a name and add ten hex of its hash."""
    whole = ".".join(names)
    if len(whole) <= ID_LENGTH:
        return whole
    room = ID_LENGTH - len(".x0123456789")
    cut = whole[: whole.rfind(".", 0, room + 1)]
    return f"{cut}.x{digest(whole, 10)}"


def _place_in_deal(ranks: Sequence[int], turn: int, names: int) -> int:
    """Give where in its list of names a rotated facet is dealt from.

    `ranks` are those of the crossed facets. For each of up to two crossed facets
    the names are met evenly (differing by at most 1).
    """
    jumping = (len(ranks) - 1 if turn % 2 else 0) if len(ranks) > 1 else -1
    place = 0
    for index, rank in enumerate(ranks):
        rounds, rest = divmod(rank, names)
        if index == jumping:
            place += _far_apart(names)[rest]
        else:
            place += -rest if turn % 2 else rest
        place += turn * rounds
    return place


@cache
def _far_apart(count: int) -> tuple[int, ...]:
    """Give 0..count-1 in an order in which neighbours are far apart.

    The bits of each number are read backwards (van der Corput 1935).
    """
    bits = (count - 1).bit_length()
    backwards = (int(f"{n:0{bits}b}"[::-1], 2) if bits else 0 for n in range(2**bits))
    return tuple(n for n in backwards if n < count)


def fits(match: Mapping[str, Sequence[str]], at: Coordinates) -> bool:
    """Tell whether a combination matches a partial match."""
    return all(at.get(facet) in names for facet, names in match.items())


def _excludes(match: Mapping[str, Sequence[str]]) -> Callable[[Coordinates], bool]:
    return lambda at: not fits(match, at)


def _needs(
    facet: str, name: str, others: Mapping[str, Sequence[str]], wanted: bool
) -> Callable[[Coordinates], bool]:
    def admits(at: Coordinates) -> bool:
        if at.get(facet) != name:
            return True
        return all((at.get(f) in names) == wanted for f, names in others.items())

    return admits


def _overwrites(part: str, one: CallSpec, others: Mapping[Place, CallSpec]) -> Problem:
    """Report a call that writes what other calls of the same task write too."""
    first = others[min(others)]
    more = f" (and {len(others) - 1} more)" if len(others) > 1 else ""
    help = "take one of the two away"
    if one.loc[:-2] == first.loc[:-2]:
        said = f"{_owner(one)} sets {part!r} twice"
    else:
        said = f"{_owner(one)} and {_owner(first)}{more} both set {part!r}"
        if "suites" not in (one.loc[0], first.loc[0]):
            help += ", or keep the conditions apart with `excludes`"
    return Problem(
        "C305",
        said,
        one.place(),
        help,
        related=tuple(Related("set here too", place) for place in sorted(others)),
    )


def _owner(spec: CallSpec) -> str:
    """Name the body that makes a call: night 'calm', user 'vague'."""
    section, *names = map(str, spec.loc[:-2])
    if section == "suites":
        return "its suite"
    return f"{'user' if section == 'personas' else names[0]} {names[-1]!r}"


def _same(code: str, said: str, first: Draft, second: Draft) -> Problem:
    """Report two tasks at the first condition in which they differ."""
    pairs = zip(
        first.task.conditions.items(), second.task.conditions.items(), strict=False
    )
    differing = [(a, b) for a, b in pairs if a != b]
    (facet, _), (other, _) = differing[-1] if differing else ((None, ""), (None, ""))
    place = second.condition(other).place(key=True) if other else None
    related = (
        (Related("the other one", first.condition(facet).place(key=True)),)
        if facet
        else ()
    )
    return Problem(
        code,
        f"{said}: {first.task.key} and {second.task.key}",
        place or second.suite.place(key=True),
        "rename one of the conditions"
        if code == "C308"
        else "make the conditions differ in what they do, or take one away",
        related=related,
        task=second.task.key,
    )
