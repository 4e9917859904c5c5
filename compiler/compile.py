"""The compiler as one pipeline: load, parse, compose, prove; then emit."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from paprika.compiler.body import part_problems
from paprika.compiler.check import relations, resolve_unused, unused
from paprika.compiler.compose import (
    SLOTS,
    Composition,
    Draft,
    Resolved,
    compose,
    rubric_body,
    rubric_hash,
)
from paprika.compiler.deal import Coordinates, facets_of
from paprika.compiler.grammar import SECTIONS
from paprika.compiler.load import Source, read_sources
from paprika.compiler.lock import Lock, read_lock
from paprika.compiler.problems import Problem, closest, together
from paprika.compiler.resolve import resolve
from paprika.compiler.sample import bottom_k, pairwise
from paprika.compiler.spec import CallSpec, Loc, Specs, Suite, parse
from paprika.compiler.suite import Task, Written, write_build
from paprika.compiler.vocabulary import Absent, BadValue, World


class Proof(Protocol):
    """What the prover says of one task."""

    passes_idle: bool


Prover = Callable[[Sequence[Draft], World], tuple[Mapping[str, Proof], list[Problem]]]
"""Proves the tasks of one suite: a proof for each task's id, and the problems."""


@dataclass(slots=True)
class Result:
    """Everything that compiling found. It can be written if it has no error."""

    sources: Sequence[Source]
    specs: Specs
    problems: list[Problem]
    compositions: dict[str, Composition] = field(default_factory=dict)
    proofs: dict[str, Mapping[str, Proof]] | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    lock: Lock = field(default_factory=lambda: Lock({}))

    @property
    def errors(self) -> int:
        """Number of problems that are errors."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def tasks(self) -> Iterator[Task]:
        """All tasks, suite by suite."""
        for composition in self.compositions.values():
            for draft in composition.drafts:
                yield draft.task


def compile_specs(
    paths: Sequence[str],
    worlds: Mapping[str, World],
    prove: Prover | None = None,
    settings: Mapping[str, Any] | None = None,
    share: bool = False,
) -> Result:
    """Compile specs; every problem of every stage is in the result.

    `prove` is left out where no proof is wanted. `settings` replaces the argument
    of an init call that a suite makes: `{"SUITE.CALL": value}`; a text is taken as the
    number it spells where a text doesn't fit. `share` lets names that the lock doesn't
    know take their share of what it keeps. Raises
    `load.Unreadable` for a path that can't be read; a setting that names no call is
    a problem.
    """
    result = _compiled(paths, worlds, prove, settings or {}, share)
    # Suites share conditions, so a fault may be found several times.
    result.problems = together(result.problems)
    return result


def _compiled(
    paths: Sequence[str],
    worlds: Mapping[str, World],
    prove: Prover | None,
    settings: Mapping[str, Any],
    share: bool,
) -> Result:
    sources, problems = read_sources(paths)
    specs, found = parse(sources)
    problems += found
    result = Result(sources, specs, problems, settings=dict(settings))
    lock, found = read_lock(paths)
    result.lock = lock
    problems += found
    specs = result.specs = _with_settings(specs, worlds, result.settings, problems)
    if any(source.broken or _hides_names(source.value) for source in sources):
        # Names of the broken files are missing: what depends on them would only
        # repeat the same fault. Calls can still be looked at.
        problems += resolve_unused(specs, worlds, set())
        return result
    specs = result.specs = _with_sound_profiles(specs, worlds, problems)
    assumptions = _assumptions(specs, worlds, problems)
    for name, suite in specs.suites.items():
        world = worlds.get(suite.world)
        if world is None:
            problems.append(
                Problem(
                    "N236",
                    f"there is no world {suite.world!r}",
                    suite.place("world"),
                    closest(suite.world, worlds)
                    or f"worlds: {', '.join(sorted(worlds))}",
                )
            )
        elif suite.world in assumptions and not _rests_on_lost(suite, specs):
            values = assumptions[suite.world]
            composition = compose(
                name, specs, world, values, problems, lock.rotation.get(name, {}), share
            )
            if composition is not None:
                _select(composition, suite, world, problems)
                result.compositions[name] = composition
    problems += relations(specs)
    problems += resolve_unused(specs, worlds, _used(result.compositions))
    if not result.errors:
        problems += unused(
            specs, worlds, _used(result.compositions), locked=bool(lock.rotation)
        )
    if prove is not None and not result.errors:
        result.proofs = {}
        for name, composition in result.compositions.items():
            world = worlds[specs.suites[name].world]
            result.proofs[name], found = prove(composition.drafts, world)
            problems += found
    return result


def _with_sound_profiles(
    specs: Specs, worlds: Mapping[str, World], problems: list[Problem]
) -> Specs:
    """Check what personas hide; those with a fault are lost, and their suites wait."""
    model = next((world.profile for world in worlds.values() if world.profile), None)
    if model is None:
        return specs
    lost: set[Loc] = set()
    for name, body in specs.personas.items():
        found = part_problems(
            model, "`profile`", body.profile, body.origin, (*body.loc, "profile")
        )
        problems += found
        if found:
            lost |= {("personas", name), ("conditions", "user", name)}
    return replace(specs, lost=specs.lost | lost) if lost else specs


def _hides_names(value: Any) -> bool:
    """Tell whether a file has names where nobody looks, as under `conditons:`."""
    if not isinstance(value, dict):
        return value is not None
    facets = value.get("conditions")
    inside = facets if isinstance(facets, dict) else {}
    return (
        any(key not in SECTIONS for key in value)
        or "user" in inside
        or not all(isinstance(b, dict) for b in [*value.values(), *inside.values()])
    )


LONGEST_NUMBER = 40
"""Characters of a number on the command line."""


def _with_settings(
    specs: Specs,
    worlds: Mapping[str, World],
    settings: dict[str, Any],
    problems: list[Problem],
) -> Specs:
    """Put settings in place of arguments; a text becomes the value that fits."""
    for key, value in settings.items():
        name, _, call = key.partition(".")
        if ("suites", name) in specs.lost:
            continue
        suite = specs.suites.get(name)
        if suite is None:
            help = closest(name, specs.suites)
            said = f"--set {key}: there is no suite {name!r}"
            problems.append(Problem("N237", said, None, help))
            continue
        calls = [spec.name for spec in suite.init]
        if call not in calls:
            help = closest(call, calls) or f"its init calls: {', '.join(calls)}"
            said = f"--set {key}: the suite {name!r} has no init call {call!r}"
            problems.append(Problem("N237", said, None, help))
            continue
        # A fault in the value is then told of the command line, not of the file.
        line = Source(f"--set {key}={value}", "", "")
        new = CallSpec(call, "value", value, line, ())
        if suite.world in worlds and isinstance(value, str):
            new = _fitting(new, worlds[suite.world])
            settings[key] = new.value
        init = tuple(new if spec.name == call else spec for spec in suite.init)
        changed = suite.model_copy(update={"init": init})
        specs = replace(specs, suites={**specs.suites, name: changed})
    return specs


def _fitting(text: CallSpec, world: World) -> CallSpec:
    """Give a call of a text, or of the number or truth it spells if it doesn't fit."""
    if (
        len(text.value) > LONGEST_NUMBER
        or not resolve(text, "init", world.vocabulary)[1]
    ):
        return text
    try:
        spelt = json.loads(text.value)
    except ValueError:
        return text
    plain = isinstance(spelt, bool | int | float) and math.isfinite(spelt)
    return replace(text, value=spelt) if plain else text


def _assumptions(
    specs: Specs, worlds: Mapping[str, World], problems: list[Problem]
) -> dict[str, dict[str, Any]]:
    """Give each used world its assumptions; a world that lacks any has none."""
    given: dict[str, dict[str, Any]] = {}
    first_use = {suite.world: suite for suite in reversed(list(specs.suites.values()))}
    for name, suite in first_use.items():
        world = worlds.get(name)
        if world is None:
            continue
        missing = [key for key in world.assumptions if key not in specs.assumptions]
        for key in missing:
            if ("assumptions", key) in specs.lost:
                continue
            problems.append(
                _missing(key, suite, set(specs.assumptions) - set(world.assumptions))
            )
        if missing:
            continue
        values = {key: specs.assumptions[key].value for key in world.assumptions}
        try:
            world.blank(values)
        except BadValue as error:
            problems.append(
                Problem(
                    "N239",
                    f"assumption {error.argument!r}: "
                    + error.message.removeprefix(f"{error.argument}: "),
                    specs.assumptions[error.argument].place("value", *error.part),
                    error.help,
                )
            )
            continue
        given[name] = values
    return given


def _missing(assumption: str, suite: Suite, spare: set[str]) -> Problem:
    """Report an assumption that a world needs; `spare` are those no one needs."""
    return Problem(
        "N238",
        f"the world {suite.world!r} needs the assumption {assumption!r}",
        suite.place("world"),
        closest(assumption, spare)
        or "write it under `assumptions:` with value, basis and source",
    )


def _select(
    composition: Composition, suite: Suite, world: World, problems: list[Problem]
) -> None:
    """Leave out tasks that are absent, then take the sample."""
    if suite.absent == "skip":
        kept = []
        for draft in composition.drafts:
            reason = _absence(draft.task, world)
            if reason is None:
                kept.append(draft)
            else:
                composition.absent.append((draft, reason))
        composition.drafts = kept
        if composition.absent and not kept:
            problems.append(
                Problem(
                    "C312",
                    f"no task of {composition.suite!r} is left: "
                    + composition.absent[0][1],
                    suite.place("absent"),
                    "let the conditions ask for what is there",
                )
            )
    if suite.sample is None:
        return
    before = composition.drafts
    if suite.sample == "pairwise":
        kept = pairwise(before, lambda d: d.conditions, lambda d: d.id)
    else:
        per, seed = suite.sample.per, suite.sample.seed
        kept = bottom_k(
            before,
            suite.sample.take,
            seed,
            lambda d: d.id,
            lambda d: tuple(_stratum(d.conditions, facet) for facet in per),
        )
    chosen = {draft.id for draft in kept}
    composition.sampled_out = [d for d in before if d.id not in chosen]
    composition.drafts = kept


def _stratum(at: Coordinates, facet: str) -> str | int | None:
    return len(at) if facet == "size" else at.get(facet)


def _absence(task: Task, world: World) -> str | None:
    """Say what a task's init asks for in vain, or None."""
    state = world.blank(task.assumptions, task.persona)
    try:
        for call in task.init:
            function = world.vocabulary.find("init", call.name)
            assert function is not None
            function.run(state, **call.arguments)
    except Absent as error:
        return str(error)
    except BadValue:
        # The proof says so, with the place.
        return None
    return None


def _rests_on_lost(suite: Suite, specs: Specs) -> bool:
    """Tell whether a facet of a suite lacks a body that had errors of its own."""
    facets = facets_of(suite)
    return any(
        (loc[0] == "conditions" and loc[1] in facets)
        or (loc[0] == "personas" and "user" in facets)
        for loc in specs.lost
    )


def _used(compositions: Mapping[str, Composition]) -> set[tuple[str, str]]:
    """Give (facet, name) of every condition that some combination has."""
    return {
        pair for composition in compositions.values() for pair in composition.resolved
    }


# ---------------------------------------------------------------- emitting


def emit(result: Result, worlds: Mapping[str, World], folder: Path) -> None:
    """Write a result without errors as a build. Raises suite.NotABuild."""
    lines = {
        name: (draft.row for draft in composition.drafts)
        for name, composition in result.compositions.items()
    }
    named = _Paths(folder)
    write_build(
        folder, lines, _manifest(result, worlds, named), _origins(result, named)
    )


class _Paths:
    """Names files from where the build stands, whatever folder one compiles in."""

    def __init__(self, build: Path) -> None:
        self.home = os.path.abspath(build.parent)
        self.known: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        if path not in self.known:
            whole = os.path.abspath(path)
            self.known[path] = os.path.relpath(whole, self.home).replace(os.sep, "/")
        return self.known[path]


def _manifest(
    result: Result, worlds: Mapping[str, World], named: _Paths
) -> dict[str, Any]:
    specs = result.specs
    names = sorted({suite.world for suite in specs.suites.values()})
    return {
        "sources": _sources(result, named),
        "settings": result.settings,
        "assumptions": {
            name: body.model_dump(mode="json", by_alias=True, exclude_defaults=True)
            for name, body in sorted(specs.assumptions.items())
        },
        "worlds": {
            name: {
                "code": worlds[name].code,
                "assumptions": {
                    key: specs.assumptions[key].value
                    for key in sorted(worlds[name].assumptions)
                },
                "functions": {
                    kind: worlds[name].vocabulary.names(kind)
                    for kind in ("init", "planner", "check")
                },
            }
            for name in names
        },
        "rubrics": {
            name: {**rubric_body(rubric), "hash": rubric_hash(rubric)}
            for name, rubric in sorted(specs.rubrics.items())
        },
        "suites": {
            name: _suite_entry(name, composition, result)
            for name, composition in result.compositions.items()
        },
    }


def _sources(result: Result, named: _Paths) -> list[dict[str, str]]:
    files = {source.path: source.sha256 for source in result.sources}
    if result.lock.path is not None:
        files[result.lock.path] = result.lock.sha256
    listed = sorted((named(path), sha) for path, sha in files.items())
    return [{"path": path, "sha256": sha} for path, sha in listed]


def _suite_entry(name: str, composition: Composition, result: Result) -> dict[str, Any]:
    drafts = composition.drafts
    suite = result.specs.suites[name]
    proofs = None if result.proofs is None else result.proofs[name]
    idle = (
        None
        if proofs is None
        else sum(proofs[draft.id].passes_idle for draft in drafts)
    )
    return {
        "world": suite.world,
        "tasks": len(drafts),
        "trials": {
            split: len(drafts) * len(seeds) for split, seeds in suite.seeds.items()
        },
        "left_out": {
            "by_rule": Counter(rule.name for _, rule in composition.dropped),
            "absent": Counter(reason for _, reason in composition.absent),
            "not_sampled": len(composition.sampled_out),
        },
        "rotation": rotation(composition, suite),
        "proof": None
        if proofs is None
        else {"solved": len(drafts), "passed_by_doing_nothing": idle},
        "hashes": Written((draft.id, draft.hashes_text) for draft in drafts),
    }


def rotation(composition: Composition, suite: Suite) -> dict[str, Any]:
    """Count how often each crossed name meets each rotated one."""
    table: dict[str, dict[str, dict[str, int]]] = {}
    names = {
        facet: [draft.conditions.get(facet) for draft in composition.drafts]
        for facet in facets_of(suite)
    }
    for facet in suite.rotate:
        met = table.setdefault(facet, {})
        for other in names:
            if other not in suite.rotate:
                pairs = Counter(zip(names[other], names[facet], strict=True))
                for (name, dealt), count in pairs.items():
                    if name is not None and dealt is not None:
                        met.setdefault(f"{other}={name}", {})[dealt] = count
    return table


def _origins(result: Result, named: _Paths) -> dict[str, Any]:
    """Say where each call of each task stands.

    A task's list in a slot is the suite's, then each of its conditions' in the
    order of `conditions`: so an entry a condition serves all its tasks.
    """
    return {
        name: {
            "suite": _calls(composition.own, named) if composition.own else {},
            "conditions": {
                facet: {
                    condition: _calls(resolved, named)
                    for (of, condition), resolved in composition.resolved.items()
                    if of == facet
                }
                for facet in dict.fromkeys(of for of, _ in composition.resolved)
            },
        }
        for name, composition in result.compositions.items()
    }


def _calls(resolved: Resolved, named: _Paths) -> dict[str, list[str]]:
    return {
        slot: [
            f"{named(place.file)}:{place.line}:{place.column}"
            if spec.loc
            else place.file
            for spec in resolved.specs[slot]
            for place in [spec.place()]
        ]
        for slot in SLOTS
        if resolved.specs[slot]
    }
