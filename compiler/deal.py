"""Which combinations of a suite become tasks, and what rotation deals to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple, cast

from paprika.compiler.problems import Place, Problem, Related
from paprika.compiler.spec import Specs, Suite
from paprika.compiler.suite import digest

ID_LENGTH = 100

Coordinates = Mapping[str, str]
"""Facet -> name of one task; a facet that is absent is not in it."""
Dealt = Mapping[str, Sequence[str]]
"""Crossed names joined by dots -> the rotated names they keep."""


class Rule(NamedTuple):
    """A rule that takes combinations out of a suite."""

    name: str
    place: Place
    facets: frozenset[str]
    """It can be asked once all of these are decided."""
    admits: Callable[[Coordinates], bool]


class Dropped(NamedTuple):
    """A combination that is no task, and the rule that takes it out."""

    at: Coordinates
    rule: Rule


def facets_of(suite: Suite) -> tuple[str, ...]:
    """Give a suite's facets in composition order: crossed or cased, then rotated."""
    listed = [facet for facet, _ in suite.crossed]
    listed += [facet for case in suite.cases for facet in case]
    return tuple(dict.fromkeys([*listed, *suite.rotate]))


class _Turn(NamedTuple):
    """How one rotated facet is dealt."""

    facet: str
    names: Sequence[str]
    steps: Sequence[tuple[str, Mapping[str | None, int]]]
    """Crossed facet -> how far each of its names moves the place in the deal."""
    decided: Sequence[Rule]
    """The rules that can be asked once this facet has its name."""


class Dealer:
    """Finds the combinations of one suite. `dealt` is what a lock keeps for it."""

    def __init__(
        self, suite: Suite, specs: Specs, dealt: Dealt, share: bool = False
    ) -> None:
        """Take the suite; nothing is found before `take`.

        With `share` a rotated name that the lock doesn't know takes its share of
        the tasks that the lock gives to others; else these stay as they are.
        """
        self.suite = suite
        self.specs = specs
        self.dealt = dealt
        self.share = share
        self.facets = facets_of(suite)
        self.members = {facet: list(specs.conditions[facet]) for facet in self.facets}
        self.dropped: list[Dropped] = []

    @property
    def size(self) -> int:
        """Number of combinations before any rule."""
        size = 1
        for facet, optional in self.suite.crossed:
            size *= len(self.specs.conditions[facet]) + optional
        return size

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
            if None in names:
                yield {facet: name for facet, name in pairs if name is not None}
            else:
                yield dict(cast("Iterator[tuple[str, str]]", pairs))

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

    def take(self) -> list[dict[str, str]]:
        """Give the combinations that the rules leave, with rotated facets dealt.

        What rules take out goes to `dropped`.
        """
        rules = self._rules()
        rotated = frozenset(self.suite.rotate)
        early = [rule for rule in rules if not rule.facets & rotated]
        late = [rule for rule in rules if rule.facets & rotated]
        admitted = []
        for at in self._combinations():
            rule = _blocking(early, at)
            if rule is None:
                admitted.append(at)
            else:
                self.dropped.append(Dropped(at, rule))
        if not rotated:
            return admitted
        for facet in rotated:
            # Names that never may be dealt take no part, so that the rest is even.
            alone = [rule for rule in late if rule.facets == {facet}]
            self.members[facet] = [
                name
                for name in self.members[facet]
                if all(rule.admits({facet: name}) for rule in alone)
                and self._named(facet, name)
            ] or self.members[facet]
        turns = self._turns(admitted, late)
        kept = []
        for at in admitted:
            locked = self.dealt.get(task_id(at.values()), ()) if self.dealt else ()
            rule = _first_admitted(at, turns, locked)
            if rule is None:
                kept.append(at)
            else:
                self.dropped.append(Dropped(at, rule))
        if self.dealt and self.share:
            self._level(kept, late)
        return kept

    def _named(self, facet: str, name: str) -> bool:
        """Tell whether `only` leaves a name of a facet any chance."""
        matches = self.suite.only
        return not matches or any(
            name in match.get(facet, (name,)) for match in matches
        )

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

    def _turns(
        self, admitted: Sequence[Coordinates], rules: Sequence[Rule]
    ) -> list[_Turn]:
        """Say how each rotated facet is dealt.

        Latin: the place in the deal is a sum over the crossed ranks, so every
        crossed name meets every rotated one as evenly as can be, and a condition
        appended to a facet moves nothing. Of several crossed facets one counts in
        an order that jumps far: else a small product would use the first names
        most. From the third crossed facet on each counts with its own weight: else
        the person would follow from how many things are wrong. Further rotated facets
        turn the other way, so that they don't move in step with the first.
        """
        ranks = self._ranks(admitted)
        rotated = self.suite.rotate
        turns = []
        for turn, facet in enumerate(rotated):
            names = self.members[facet]
            jumping = (len(ranks) - 1 if turn % 2 else 0) if len(ranks) > 1 else -1
            steps = [
                (
                    crossed,
                    {
                        name: max(1, index)
                        * _step(rank, turn, len(names), index == jumping)
                        for name, rank in by_name.items()
                    },
                )
                for index, (crossed, by_name) in enumerate(ranks.items())
            ]
            undecided = frozenset(rotated[turn + 1 :])
            decided = [rule for rule in rules if not rule.facets & undecided]
            turns.append(_Turn(facet, names, steps, decided))
        return turns

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

    def problems(self, kept: int) -> list[Problem]:
        """Report rules that take out nothing, or everything but `kept` tasks."""
        suite = self.suite
        problems: list[Problem] = []
        rotated = frozenset(suite.rotate)
        every = list(self._combinations()) if suite.exclude or suite.only else []
        for key, matches in (("exclude", suite.exclude), ("only", suite.only)):
            for index, match in enumerate(matches):
                crossed = {f: n for f, n in match.items() if f not in rotated}
                if not any(fits(crossed, at) for at in every):
                    problems.append(
                        Problem(
                            "C302",
                            f"this {key!r} rule matches no combination of the suite",
                            suite.place(key, index),
                            "mend the names, or take the rule away",
                        )
                    )
        if kept:
            return problems
        blame: dict[str, tuple[Rule, int]] = {}
        for _, rule in self.dropped:
            blame[rule.name] = (rule, blame.get(rule.name, (rule, 0))[1] + 1)
        problems.append(
            Problem(
                "C303",
                f"the rules of suite {suite.name!r} leave no task: all "
                f"{len(self.dropped)} combinations are taken out",
                suite.place(key=True),
                "loosen one of the rules below",
                related=tuple(
                    Related(f"`{rule.name}` takes out {count}", rule.place)
                    for rule, count in blame.values()
                ),
            )
        )
        return problems


def task_id(names: Iterable[str]) -> str:
    """Join names to an id; cut a long one at a name and add ten hex of its hash."""
    whole = ".".join(names)
    if len(whole) <= ID_LENGTH:
        return whole
    room = ID_LENGTH - len(".x0123456789")
    cut = whole[: whole.rfind(".", 0, room + 1)]
    return f"{cut}.x{digest(whole, 10)}"


def _blocking(rules: Sequence[Rule], at: Coordinates) -> Rule | None:
    """Give the first rule that takes a combination out, if any does."""
    for rule in rules:
        if not rule.admits(at):
            return rule
    return None


def _first_admitted(
    at: dict[str, str], turns: Sequence[_Turn], locked: Sequence[str], turn: int = 0
) -> Rule | None:
    """Give each rotated facet a name, in place; a rule if none is left to give.

    These are the first names that the rules admit together. A name that the lock
    holds for the crossed names, in `locked`, comes before all.
    """
    if turn == len(turns):
        return None
    facet, names, steps, decided = turns[turn]
    first = sum([by_name[at.get(crossed)] for crossed, by_name in steps]) % len(names)
    order = [*names[first:], *names[:first]]
    if turn < len(locked) and locked[turn] in names:
        order.insert(0, locked[turn])
    blocking: Rule | None = None
    for name in order:
        at[facet] = name
        blocking = _blocking(decided, at)
        blocking = blocking or _first_admitted(at, turns, locked, turn + 1)
        if blocking is None:
            return None
        for undone in turns[turn:]:
            at.pop(undone.facet, None)
    return blocking


def _step(rank: int, turn: int, names: int, jumping: bool) -> int:
    """Give how far one crossed rank moves the place from which a facet is dealt.

    `names` is how many are dealt. For each of up to two crossed facets the names
    are met evenly (differing by at most 1).
    """
    rounds, rest = divmod(rank, names)
    if jumping:
        rest = _far_apart(names)[rest]
    elif turn % 2:
        rest = -rest
    return rest + turn * rounds


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
