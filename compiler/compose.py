"""Facets times rules give tasks: stable order, stable ids, nothing by accident."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
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
    canonical,
    digest,
    sha256,
    spec_text,
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


@dataclass(frozen=True, slots=True)
class Draft:
    """A composed task and where each part of it was written."""

    task: Task
    suite: Suite
    parts: tuple[Resolved, ...]
    """Who contributed, in composition order: suite, crossed, rotated facets."""
    hashes: Mapping[str, str]
    """The task's hash and its parts: spec, world and code."""

    def writer(self, slot: str, index: int) -> CallSpec:
        """Give the call as it was written, by its index in the task."""
        for part in self.parts:
            specs = part.specs[slot]
            if index < len(specs):
                return specs[index]
            index -= len(specs)
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
            if isinstance(part.body, Condition) and part.body.do_nothing == "passes"
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
            problems.append(
                Problem(
                    "N230",
                    f"no condition has the facet {facet!r}",
                    place,
                    closest(facet, specs.conditions)
                    or f"facets: {', '.join(specs.conditions) or 'none'}",
                )
            )
    if problems:
        return problems
    listed = [facet for facet, _ in suite.crossed] + list(suite.rotate)
    for index, facet in enumerate(suite.rotate):
        if listed.count(facet) > 1 or any(facet in case for case in suite.cases):
            problems.append(
                Problem(
                    "C311",
                    f"the facet {facet!r} is listed twice",
                    suite.place("rotate", index),
                    "list a facet once, in `cross` or in `rotate`",
                )
            )
    seen: set[str] = set()
    for index, (facet, _) in enumerate(suite.crossed):
        if facet in seen:
            problems.append(
                Problem(
                    "C311",
                    f"the facet {facet!r} is listed twice",
                    suite.place("cross", index),
                    "list a facet once, in `cross` or in `rotate`",
                )
            )
        seen.add(facet)
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
            for key, others in (
                ("requires", body.requires),
                ("excludes", body.excludes),
            ):
                if key == "requires" or any(f in facets for f in others):
                    kept = {
                        f: names
                        for f, names in others.items()
                        if key == "requires" or f in facets
                    }
                    problems += _match_problems(kept, facets, specs, body, key)
            for other in body.requires:
                both = set(body.requires[other]) & set(body.excludes.get(other, ()))
                if both and both == set(body.requires[other]):
                    problems.append(
                        Problem(
                            "C304",
                            f"{facet} {body.name!r} requires and excludes "
                            f"{other} {', '.join(sorted(both))}",
                            body.place("requires", other),
                            "take one of the two away",
                            related=(
                                Related("excluded here", body.place("excludes", other)),
                            ),
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


def _no_facet(
    facet: str, facets: Sequence[str], body: Bodied, *loc: str | int, key: bool = False
) -> Problem:
    return Problem(
        "N231",
        f"the suite neither crosses nor rotates {facet!r}",
        body.place(*loc, key=key),
        closest(facet, facets) or f"its facets: {', '.join(facets)}",
    )


def _match_problems(
    match: Mapping[str, Sequence[str]],
    facets: Sequence[str],
    specs: Specs,
    body: Bodied,
    *loc: str | int,
) -> list[Problem]:
    """Check the facets and names of a partial match that stands at a place."""
    problems = []
    for facet, names in match.items():
        if facet not in facets:
            problems.append(_no_facet(facet, facets, body, *loc, facet, key=True))
            continue
        written = _written(body, *loc, facet)
        for index, name in enumerate(names):
            place = (*loc, facet, index) if isinstance(written, list) else (*loc, facet)
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
    if name in known:
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
        self.locked_names = {name for names in dealt.values() for name in names}
        self.resolved: dict[tuple[str, str], Resolved] = {}
        self.personas: dict[tuple[str, str, str], Mapping[str, Any]] = {}
        self.facets = facets_of(suite)
        self.score = {part: _score_value(bar) for part, bar in suite.score.items()}
        self.seeds = dict(suite.seeds)
        self.texts = CallTexts()
        self.world_parts: dict[str, str] = {}
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

        Latin: the place in the deal is the sum of the crossed ranks, so every
        crossed name meets every rotated one as evenly as can be, and a condition
        appended to a facet moves nothing. Further rotated facets turn the other
        way, so that they don't move in step with the first. A name that the lock
        holds for these crossed names comes before all.
        """
        crossed = [by_name[at.get(facet)] for facet, by_name in ranks.items()]
        locked = self.dealt.get(task_id(at.values()), ())
        for turn, facet in enumerate(self.suite.rotate):
            names = list(self.specs.conditions[facet])
            first = sum(
                (-rank if turn % 2 and place else rank) + turn * (rank // len(names))
                for place, rank in enumerate(crossed)
            )
            order = [names[(first + shift) % len(names)] for shift in range(len(names))]
            if turn < len(locked) and locked[turn] in names:
                order.insert(0, locked[turn])
            undecided = frozenset(self.suite.rotate[turn + 1 :])
            for at[facet] in order:
                blocking = next(
                    (
                        rule
                        for rule in rules
                        if not rule.facets & undecided and not rule.admits(at)
                    ),
                    None,
                )
                if blocking is None:
                    break
            else:
                return blocking
        return None

    def _level(self, kept: Sequence[dict[str, str]], rules: Sequence[Rule]) -> None:
        """Give a rotated name that the lock leaves without a task its share.

        Only so many tasks move as it must get, each from the name that has most.
        """
        for facet in self.suite.rotate:
            names = list(self.specs.conditions[facet])
            counts = Counter(at[facet] for at in kept)
            by_hash = sorted(kept, key=lambda at: digest(list(at.values())))
            for name in names:
                if name in self.locked_names:
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
        self.own = self._resolved(self.suite, "")
        used = {pair for at in combinations for pair in at.items()}
        for facet in self.facets:
            for name, body in self.specs.conditions[facet].items():
                if (facet, name) in used:
                    self.resolved[facet, name] = self._resolved(body, f"{facet} {name}")
        self._score_problems()
        if len(self.problems) > before:
            return composition
        self._conflicts(combinations)
        drafts = [self._draft(at) for at in combinations]
        self._id_problems(drafts)
        if not any(p.severity == "error" for p in self.problems[before:]):
            composition.drafts = drafts
            composition.own = self.own
            composition.resolved = self.resolved
        return composition

    def _resolved(self, body: Suite | Condition, label: str) -> Resolved:
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
        return Resolved(body, calls, specs, writes, facts, data)

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
        parts = (self.own, *(self.resolved[pair] for pair in at.items()))
        calls = {
            slot: tuple(call for part in parts for call in part.calls[slot])
            for slot in SLOTS
        }
        facts = {name: text for part in parts for name, text in part.facts.items()}
        data = {name: text for part in parts for name, text in part.data.items()}
        passes = any(
            isinstance(part.body, Condition) and part.body.do_nothing == "passes"
            for part in parts
        )
        task = Task(
            id=task_id(at.values()),
            suite=self.name,
            world=self.suite.world,
            conditions=at,
            init=calls["init"],
            expect=calls["expect"],
            solution=calls["solution"],
            asserts=calls["assert"],
            score=self.score,
            do_nothing="passes" if passes else "fails",
            seeds=self.seeds,
            facts=facts,
            persona=self._persona(parts, facts),
            brief=self._brief(facts),
            assumptions=self.assumptions,
            data=data,
            hash="",
        )
        hashes = self._hashes(task)
        task = replace(task, hash=hashes["hash"])
        return Draft(task, self.suite, parts, hashes)

    def _hashes(self, task: Task) -> dict[str, str]:
        """Hash what a task is; places, names and unrelated specs are not in it."""
        data = canonical(task.data)
        world = self.world_parts.get(data)
        if world is None:
            world = digest([self.assumptions, task.data], HASH_LENGTH)
            self.world_parts[data] = world
        spec = sha256(spec_text(task, self.texts).encode())[:HASH_LENGTH]
        parts = {"spec": spec, "world": world, "code": self.code}
        return {"hash": digest(parts, HASH_LENGTH), **parts}

    def _brief(self, facts: Mapping[str, str]) -> str:
        if self.suite.brief is None:
            return self._prose(self.world.brief, facts, self.suite.place(key=True))
        return self._prose(self.suite.brief, facts, self.suite.place("brief"))

    def _persona(
        self, parts: Sequence[Resolved], facts: Mapping[str, str]
    ) -> Mapping[str, Any] | None:
        for part in parts:
            body = part.body
            if isinstance(body, Persona):
                profile = self._prose(body.profile or "", facts, body.place("profile"))
                key = ("persona", body.name, profile)
                if key not in self.personas:
                    self.personas[key] = {
                        "name": body.name,
                        "profile": profile,
                        "tells": list(body.tells),
                    }
                    self._leaks(body)
                return self.personas[key]
        return None

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
                if rubric not in self.specs.rubrics:
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
