"""Labelled texts, and the table of what a check catches and where it cries wolf.

Such a check looks for faults: a case is *faulty* where something is to be found, else
*fair*. Caught is the share of faulty cases that it finds, false the share of fair ones
in which it finds anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paprika.rubrics.statistics import wilson

from .labelled import Case, labelled


def load(name: str) -> list[Case]:
    """Give the labelled cases of tests/texts/<name>.yaml, in the file's order."""
    return labelled(name, "cases")


def groups(name: str) -> tuple[tuple[str, ...], ...]:
    """Give the synonym groups that tests/texts/<name>.yaml's cases rest on."""
    return tuple(tuple(words) for words in labelled(name, "groups"))


class Row(NamedTuple):
    """What a check found in one case."""

    set: str
    """Which of the table's lines the case counts in."""
    faulty: bool
    found: bool
    text: str = ""
    """What to show where `found` is not what it should be."""


class Rate(NamedTuple):
    """So many of so many."""

    hits: int
    of: int

    @property
    def share(self) -> float:
        """0..1; nothing of nothing is 0."""
        return self.hits / self.of if self.of else 0.0

    def __str__(self) -> str:
        """Show the share with Wilson's 95 % interval."""
        if not self.of:
            return "none"
        low, high = wilson(self.share, self.of)
        return f"{self.hits:3}/{self.of:<3} {self.share:5.3f} [{low:.3f}, {high:.3f}]"


class Rates(NamedTuple):
    """Both sides of a check."""

    caught: Rate
    false: Rate


def rates(rows: Iterable[Row]) -> Rates:
    """Give what was caught of the faulty and what was false of the fair cases."""
    rows = list(rows)
    faulty = [row.found for row in rows if row.faulty]
    fair = [row.found for row in rows if not row.faulty]
    return Rates(Rate(sum(faulty), len(faulty)), Rate(sum(fair), len(fair)))


def table(title: str, rows: Iterable[Row]) -> Rates:
    """Print a line for each set and one for all, then each case that went wrong.

    Gives the rates over all. The table is seen with `pytest -s -k table`.
    """
    rows = list(rows)
    sets = list(dict.fromkeys(row.set for row in rows))
    lines = [(name, [row for row in rows if row.set == name]) for name in sets]
    print(f"\n{title}")
    print(f"    {'':8}{'caught, 95 % interval':32}false, 95 % interval")
    for name, chosen in [*lines, ("all", rows)] if len(lines) > 1 else lines:
        caught, false = rates(chosen)
        print(f"    {name:8}{caught!s:32}{false}")
    for row in rows:
        if row.found != row.faulty:
            print(f"    {'false' if row.found else 'missed'} ({row.set}): {row.text}")
    return rates(rows)
