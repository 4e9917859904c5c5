"""Texts with known answers from tests/texts, and the table of how a check does on them.

Every case has a `set`: `dev` cases were used to tune a check, `fresh` ones were written
after it had been tuned, and no rule was changed for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from paprika.rubrics.transcript import Turn

TEXTS = Path(__file__).parent / "texts"
Case = Mapping[str, Any]


class Wrong(NamedTuple):
    """A case that a check got wrong, and what it said."""

    case: Case
    said: object


class Result(NamedTuple):
    """How a check did on labelled cases."""

    name: str
    cases: Sequence[Case]
    wrong: tuple[Wrong, ...]

    def share(self, chosen: Callable[[Case], bool] = lambda case: True) -> float:
        """Give the share of the chosen cases that came out right."""
        total = sum(map(chosen, self.cases))
        return 1 - sum(chosen(each.case) for each in self.wrong) / total


def labelled(name: str, part: str | None = None) -> list[Case]:
    """Give the cases of a file, or of one of its parts."""
    read = _read(name)
    cases = read if part is None else read[part]
    assert isinstance(cases, list)
    return cases


def elements(name: str) -> Mapping[str, Sequence[str]]:
    """Give the elements of the wish that a file's cases are about."""
    found: Mapping[str, Sequence[str]] = _read(name)["elements"]
    return found


@cache
def _read(name: str) -> Any:
    """Read a file once; nobody changes what it holds."""
    with (TEXTS / f"{name}.yaml").open("rb") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)


def talk(said: Iterable[Mapping[str, str]]) -> list[Turn]:
    """Give the turns that a case writes as `[person: ..., agent: ...]`."""
    pairs = [next(iter(each.items())) for each in said]
    return [
        Turn(at, "agent" if speaker == "agent" else "person", text)
        for at, (speaker, text) in enumerate(pairs)
    ]


def check(
    name: str,
    cases: Sequence[Case],
    answer: Callable[[Case], object],
    right: Callable[[object, Case], bool] = lambda said, case: said == case["want"],
) -> Result:
    """Run a check over cases and print a row for each set, and each case it got wrong.

    The rows are seen with `pytest -s -k table`.
    """
    said = [answer(case) for case in cases]
    wrong = tuple(
        Wrong(case, answer)
        for case, answer in zip(cases, said, strict=True)
        if not right(answer, case)
    )
    result = Result(name, cases, wrong)
    for which in ("dev", "fresh"):
        total = sum(case["set"] == which for case in cases)
        missed = sum(each.case["set"] == which for each in wrong)
        if total:
            print(
                f"\n{name:24} {which:6} {total - missed:3} of {total:3} right", end=""
            )
    for each in wrong:
        words = each.case.get("text") or each.case["said"]
        print(f"\n    wanted {each.case['want']}, said {each.said!r}: {words}", end="")
    return result
