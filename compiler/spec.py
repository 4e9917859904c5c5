"""Specs: the files of a project, read by the grammar.

`parse` reads the bodies under the five top-level keys; every slip is told once, at
its exact place, and a body with a slip is left out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from .body import RESERVED, misplaced, read_body
from .grammar import (
    NAME_HELP,
    SECTIONS,
    Assumption,
    Body,
    CallSpec,
    Condition,
    Crossed,
    Known,
    Loc,
    Persona,
    Rubric,
    Sample,
    ScorePart,
    Specs,
    Suite,
    name_fault,
)
from .load import Source, collector_off
from .problems import Place, Problem, Related, closest
from .words import cut, listing, shown

__all__ = [
    "Assumption",
    "Body",
    "CallSpec",
    "Condition",
    "Crossed",
    "Known",
    "Loc",
    "Persona",
    "Rubric",
    "Sample",
    "ScorePart",
    "Specs",
    "Suite",
    "parse",
]


def parse(sources: Sequence[Source]) -> tuple[Specs, list[Problem]]:
    """Read what sources say. A body with problems is left out and is `lost`."""
    reader = _Reader()
    with collector_off():
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


class _Reader:
    """Takes in files one after the other; names must be new in all of them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.lost: set[Loc] = set()
        self.bodies: dict[str, dict[str, dict[str, Any]]] = {
            section: {} for section in SECTIONS
        }
        """Section -> facet (or "") -> name -> body."""
        self._names: dict[Loc, Source] = {}
        self._folded: dict[Loc, str] = {}
        self._slipped: set[Loc] = set()

    def read(self, source: Source) -> None:
        """Take in one file."""
        self._slipped.clear()
        if not isinstance(source.value, dict):
            self._report(
                "N206",
                f"a file of specs is a mapping, not {shown(source.value)}",
                source.place(()),
                f"begin with one of {listing(SECTIONS)}",
            )
            return
        for key, value in source.value.items():
            if key not in SECTIONS:
                self._report(
                    "N202",
                    f"unknown top-level key '{cut(key)}'",
                    source.place((key,), key=True),
                    closest(key, SECTIONS)
                    or misplaced(key)
                    or f"the keys are {listing(SECTIONS)}",
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
            if self._is_mapping(names, source, loc, f"facet '{cut(facet)}'"):
                self._section("conditions", names, source, loc)
            else:
                self._lose(loc)

    def _section(
        self, section: str, bodies: Mapping[str, Any], source: Source, above: Loc
    ) -> None:
        """Take in the bodies of one section, or of one facet."""
        model, one = SECTIONS[section]
        facet = str(above[1]) if len(above) > 1 else ""
        kept = self.bodies[section].setdefault(facet, {})
        for name, value in bodies.items():
            loc = (*above, name)
            if self._out_of_place(name, value, source, loc):
                continue
            new = self._name(source, loc, one)
            what = f"{one} '{cut(name)}'"
            if not self._is_mapping(value, source, loc, what):
                self._lose(loc)
                continue
            body, found = read_body(model, what, value, source, loc)
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
        """Report a key of a body that stands where a name is expected.

        Only the first of a mapping: a slip of the indentation moves several.
        """
        help = misplaced(name)
        if help is None or (isinstance(value, dict) and name not in RESERVED):
            return False
        if loc[:-1] not in self._slipped:
            self._slipped.add(loc[:-1])
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
                    f"{what} '{cut(name)}' is defined twice",
                    source.place(loc, key=True),
                    "rename one, or remove it",
                    (Related("first defined here", first.place(loc, key=True)),),
                )
            return False
        self._names[loc] = source
        folded = unicodedata.normalize("NFC", name).casefold()
        twin = self._folded.setdefault((*loc[:-1], folded), name)
        fault = name_fault(name)
        if twin != name:
            where = (*loc[:-1], twin)
            other = self._names[where]
            self._report(
                "N205",
                f"the {what}s '{cut(name)}' and '{cut(twin)}' look alike",
                source.place(loc, key=True),
                "rename one",
                (Related("the other one", other.place(where, key=True)),),
            )
        elif fault:
            self._report("N203", fault, source.place(loc, key=True), NAME_HELP)
        return True
