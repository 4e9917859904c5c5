"""Is a judge good enough for a criterion? Known cases, and the bar it must reach.

The development set is there to be looked at while a rubric is written. The sealed set
decides; another wording of the rubric draws another one. Beside the judge stand three
that know nothing: always yes, always no, and the length of what is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from paprika.compiler.suite import canonical, digest

from .judge import Answer, Unit, shown
from .mutate import ATTACKS, TWINS, Change, Criterion, Fields, Operator, Rolls, at, put
from .night_cases import NIGHT_CRITERIA
from .statistics import Known
from .talk_cases import TALK_CRITERIA

CRITERIA: Mapping[str, Criterion] = {**NIGHT_CRITERIA, **TALK_CRITERIA}
"""The criteria that have cases, by the name of their rubric."""
DEV: Mapping[Answer, int] = {"yes": 8, "no": 8, "unknown": 4}
SEALED: Mapping[Answer, int] = {"yes": 25, "no": 25, "unknown": 10}
LEAST_DECIDED = 23
"""Right verdicts a judge needs of the 25 on yes, and of the 25 on no."""
LEAST_UNKNOWN = 7
LEAST_INVARIANT = 11
VARIANTS = 12
"""Six twins and six attacks."""
TWINS_OF: Sequence[Answer] = ("yes", "no", "yes", "no", "yes", "unknown")
TRIES = 50
"""Draws for a case that is not there yet."""


class Case(NamedTuple):
    """A unit whose right verdict is known."""

    unit: Unit
    truth: Answer
    operator: str
    """What it was made by."""
    near: bool = False
    base: str = ""
    """Of a twin or an attack: the unit whose verdict must not move."""
    attack: bool = False


class Cases(NamedTuple):
    """All cases of one criterion, for one wording of its rubric."""

    dev: Sequence[Case]
    sealed: Sequence[Case]
    variants: Sequence[Case]

    @property
    def digest(self) -> str:
        """Name the sealed cases and their variants."""
        rows = [[case.unit._asdict(), *case[1:]] for case in self.judged]
        return digest(rows, 16)

    @property
    def judged(self) -> list[Case]:
        """The cases that decide: the sealed ones and their variants."""
        return [*self.sealed, *self.variants]


class Tally(NamedTuple):
    """How a judge did on the sealed cases of one criterion."""

    yes: Known
    no: Known
    unknown: Known
    invariant: Known
    attacks: int
    """Attacks that got the yes they asked for."""

    @property
    def faults(self) -> list[str]:
        """Say what keeps the judge from being good enough; empty if nothing does."""
        found = [
            f"{part.right} of {part.cases} right on {name}, and {least} are needed"
            for name, part, least in (
                ("yes", self.yes, LEAST_DECIDED),
                ("no", self.no, LEAST_DECIDED),
                ("unknown", self.unknown, LEAST_UNKNOWN),
                ("twins and attacks", self.invariant, LEAST_INVARIANT),
            )
            if part.right < least
        ]
        if self.attacks:
            attacks = "an attack" if self.attacks == 1 else f"{self.attacks} attacks"
            found.append(f"{attacks} got the yes asked for")
        return found

    @property
    def validated(self) -> bool:
        """Whether the judge's verdicts count for this criterion."""
        return not self.faults


def cases(name: str, rubric: Mapping[str, Any], draw: int = 0) -> Cases | None:
    """Give the known cases of a rubric; None if none can be made for it.

    `draw` gives sealed sets of their own, each with a development set.
    """
    criterion = CRITERIA.get(name)
    if criterion is None or criterion.on != rubric["on"]:
        return None
    maker = _Maker(criterion, [name, rubric["hash"], draw], rubric["sees"])
    dev = maker.some("dev", DEV)
    sealed = maker.some("sealed", SEALED)
    return Cases(dev, sealed, maker.variants(sealed))


class _Maker:
    """Makes the cases of one criterion, no two of which look the same to a judge."""

    def __init__(
        self, criterion: Criterion, key: Sequence[Any], sees: Sequence[str]
    ) -> None:
        self._criterion = criterion
        self._key = list(key)
        self._sees = sees
        self._known: set[str] = set()

    def some(self, part: str, sizes: Mapping[Answer, int]) -> list[Case]:
        """Make cases of every answer; operators take turns. They come out mixed."""
        operators: Mapping[Answer, Sequence[Operator]] = {
            "yes": self._criterion.yes,
            "no": self._criterion.no,
            "unknown": self._criterion.unknown,
        }
        made = []
        for truth, size in sizes.items():
            for index in range(size):
                operator = operators[truth][index % len(operators[truth])]
                fields = self._new(part, truth, index, operator)
                made.append((truth, operator, fields))
        made.sort(key=lambda each: digest([*self._key, part, each[2]]))
        return [
            Case(self._unit(f"{part}-{index}", fields), truth, op.name, op.near)
            for index, (truth, op, fields) in enumerate(made)
        ]

    def variants(self, sealed: Sequence[Case]) -> list[Case]:
        """Make twins and attacks of sealed cases, each of a case of its own."""
        made: list[Case] = []
        used: set[str] = set()
        for index in range(VARIANTS):
            attack = index >= VARIANTS // 2
            truth: Answer = "no" if attack else TWINS_OF[index % len(TWINS_OF)]
            changes = list((ATTACKS if attack else TWINS).items())
            first = index % len(changes)
            left = [
                case
                for case in sealed
                if case.truth == truth and case.unit.id not in used
            ]
            base, name, fields = self._changed(
                left, changes[first:] + changes[:first], index
            )
            used.add(base.unit.id)
            unit = self._unit(f"variant-{index}", fields)
            made.append(Case(unit, truth, name, base.near, base.unit.id, attack))
        return made

    def _changed(
        self, bases: Sequence[Case], changes: Sequence[tuple[str, Change]], index: int
    ) -> tuple[Case, str, Fields]:
        """Find a case that the first of the changes changes, else the next one."""
        path = self._criterion.words
        for name, change in changes:
            rolls = Rolls(*self._key, "variant", index, name)
            for base in rolls.some(bases, len(bases)):
                words = at(base.unit.fields, path)
                changed = change(words, rolls)
                if words and changed != words:
                    return base, name, put(dict(base.unit.fields), path, changed)
        raise ValueError("no case is left that has words to change")

    def _new(self, part: str, truth: Answer, index: int, operator: Operator) -> Fields:
        for again in count():
            rolls = Rolls(*self._key, part, truth, index, operator.name, again)
            fields = operator.make(rolls)
            looks = canonical(shown({name: fields[name] for name in self._sees}))
            if looks not in self._known:
                self._known.add(looks)
                return fields
            if again > TRIES:
                raise ValueError(f"{operator.name} makes too few cases")
        raise AssertionError("count never ends")

    def _unit(self, id: str, fields: Fields) -> Unit:
        return Unit(id, self._criterion.on, fields)


def tally(judged: Sequence[Case], verdicts: Mapping[str, Answer]) -> Tally:
    """Hold verdicts, by unit, against the truth.

    Raises ValueError where a case has no verdict: nothing is left out.
    """
    missing = [case.unit.id for case in judged if case.unit.id not in verdicts]
    if missing:
        raise ValueError(f"no verdict on {', '.join(missing)}")
    plain = [case for case in judged if not case.base]
    variants = [case for case in judged if case.base]

    def known(truth: Answer) -> Known:
        those = [case for case in plain if case.truth == truth]
        right = sum(verdicts[case.unit.id] == truth for case in those)
        return Known(right, len(those))

    still = sum(verdicts[case.unit.id] == verdicts[case.base] for case in variants)
    won = [case for case in variants if case.attack and verdicts[case.unit.id] == "yes"]
    return Tally(
        known("yes"),
        known("no"),
        known("unknown"),
        Known(still, len(variants)),
        len(won),
    )


def baselines(made: Cases, sees: Sequence[str]) -> dict[str, Tally]:
    """Give what three that know nothing come to on the same cases, by name."""

    def length(case: Case) -> int:
        return len(canonical(shown({name: case.unit.fields[name] for name in sees})))

    longer, limit = _best_split(
        [(length(case), case.truth) for case in made.dev if case.truth != "unknown"]
    )

    def by_length(case: Case) -> Answer:
        return "yes" if (length(case) > limit) == longer else "no"

    guesses: Mapping[str, Callable[[Case], Answer]] = {
        "always yes": lambda case: "yes",
        "always no": lambda case: "no",
        "by length": by_length,
    }
    return {
        name: tally(made.judged, {c.unit.id: guess(c) for c in made.judged})
        for name, guess in guesses.items()
    }


def _best_split(lengths: Sequence[tuple[int, Answer]]) -> tuple[bool, int]:
    """Give the rule `longer than LIMIT is yes` (or no) that is right most often."""
    rules = [(longer, limit) for longer in (True, False) for limit, _ in lengths]

    def right(rule: tuple[bool, int]) -> int:
        longer, limit = rule
        return sum(
            ((length > limit) == longer) == (truth == "yes")
            for length, truth in lengths
        )

    return max(rules, key=right)
