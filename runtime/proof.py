"""What the proof finds: values, their places in the specs, and the cache of them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from paprika.compiler.compose import Draft
from paprika.compiler.problems import Problem, Related
from paprika.compiler.suite import canonical, sha256


class Finding(NamedTuple):
    """Something the proof found in one task; places are attached afterwards.

    `slot` and `nth` say which call of the task it is about: `init`, `expect`,
    `solution`, `assert`; or `do_nothing` or `score` (then `argument` is the part).
    `nth` -1 is no call at all: then the suite is meant.
    """

    code: str
    slot: str
    nth: int
    message: str
    help: str
    argument: str = ""


@dataclass(slots=True)
class TaskProof:
    """What the proof found about one task."""

    passes_idle: bool = False
    """Doing nothing passes at every seed."""
    findings: list[Finding] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)
    """Asserts, by index, that something broke: they are not dead."""

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values for the cache."""
        return {
            "idle": self.passes_idle,
            "findings": [list(finding) for finding in self.findings],
            "broken": sorted(self.broken),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> TaskProof:
        """Read what `as_json` gave."""
        return cls(
            passes_idle=value["idle"],
            findings=[Finding(*finding) for finding in value["findings"]],
            broken=set(value["broken"]),
        )


class Cache:
    """Proofs of earlier runs by what they rest on. Deleting it changes nothing."""

    def __init__(self, path: Path | None) -> None:
        """Read the file if there is one; what can't be read counts as empty."""
        self._path = path
        self._old: dict[str, Any] = {}
        self._new: dict[str, Any] = {}
        if path is not None:
            try:
                known = json.loads(path.read_bytes())
                self._old = known["proofs"] if known["sum"] == _sum(known) else {}
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                self._old = {}

    def get(self, key: str) -> Any:
        """Give what is known under a key, or None."""
        known = self._old.get(key)
        if known is not None:
            self._new[key] = known
        return known

    def put(self, key: str, value: Any) -> None:
        """Remember a value."""
        self._new[key] = value

    def save(self) -> None:
        """Write what this run used, beside and then in place."""
        if self._path is None or self._new == self._old:
            return
        body: dict[str, Any] = {"proofs": self._new}
        body["sum"] = _sum(body)
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}.tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(canonical(body))
            beside.replace(self._path)
        except OSError:
            # The cache is a convenience: a folder we can't write costs time only.
            with suppress(OSError):
                beside.unlink(missing_ok=True)


def _sum(body: Mapping[str, Any]) -> str:
    return sha256(canonical(body["proofs"]).encode())


def task_problems(
    drafts: Sequence[Draft], proofs: Mapping[str, TaskProof]
) -> list[Problem]:
    """Turn findings into problems; the same fault in many tasks is one problem."""
    idle = {draft.task.id for draft in drafts if proofs[draft.task.id].passes_idle}
    grouped: dict[tuple[str, Any], list[tuple[Draft, Finding]]] = {}
    for draft in drafts:
        for finding in proofs[draft.task.id].findings:
            where: Any = _place(draft, finding, drafts, idle)
            if finding.code == "V411" and not finding.argument:
                # No argument is at fault but what the suite lacks: told once.
                where = finding.message
            grouped.setdefault((finding.code, where), []).append((draft, finding))
    problems = []
    for (code, _), found in grouped.items():
        draft, finding = found[0]
        place = _place(draft, finding, drafts, idle)
        more = len(found) - 1
        also = f" (and in {more} more task{'s' * (more > 1)})" if more else ""
        problems.append(
            Problem(
                code,
                finding.message + also,
                place,
                finding.help or None,
                related=_related(draft, finding),
                task=draft.task.key,
            )
        )
    return problems


def _place(
    draft: Draft, finding: Finding, drafts: Sequence[Draft], idle: set[str]
) -> Any:
    if finding.slot == "score":
        return draft.suite.place("score", finding.argument)
    if finding.code == "V411" and finding.slot == "init" and not finding.argument:
        return draft.suite.place("init", key=True)
    if finding.code == "V406":
        return draft.declares_idle().place("do_nothing")
    if finding.code == "V405":
        return _idle_cause(draft, drafts, idle)
    if finding.code == "V407":
        return draft.writer("solution", finding.nth).place()
    if finding.nth < 0:
        return draft.suite.place(key=True)
    spec = draft.writer(finding.slot, finding.nth)
    return spec.argument_place(finding.argument) if finding.argument else spec.place()


def _idle_cause(draft: Draft, drafts: Sequence[Draft], idle: set[str]) -> Any:
    """Find the condition all of whose tasks pass by doing nothing."""
    for facet, name in draft.task.conditions.items():
        with_it = [d for d in drafts if d.task.conditions.get(facet) == name]
        if all(d.task.id in idle for d in with_it):
            return draft.condition(facet).place(key=True)
    return draft.suite.place(key=True)


def _related(draft: Draft, finding: Finding) -> tuple[Related, ...]:
    if finding.code in ("V403", "V404") and draft.task.solution:
        place = draft.writer("solution", 0).place()
        return (Related("the solution is written here", place),)
    return ()
