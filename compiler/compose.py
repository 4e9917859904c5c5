"""Facets times rules give tasks: stable order, stable ids, nothing by accident."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from typing import Any, NamedTuple

from paprika.compiler.deal import Coordinates, Dealer, Dealt, Dropped, task_id
from paprika.compiler.problems import Place, Problem, Related, closest
from paprika.compiler.prose import BadProse, render, shared_words, spot
from paprika.compiler.references import Bodied, name_problems
from paprika.compiler.resolve import resolve
from paprika.compiler.spec import (
    Body,
    CallSpec,
    Condition,
    Persona,
    Rubric,
    ScorePart,
    Specs,
    Suite,
)
from paprika.compiler.suite import (
    Call,
    SharedTexts,
    Task,
    TaskTexts,
    digest,
    row,
    sha256,
    spec_text,
)
from paprika.compiler.vocabulary import BadValue, Kind, World

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

NOTHING: Mapping[str, str] = {}
"""The facts or data of a task that has none."""


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

    @property
    def contributes_more_than_init(self) -> bool:
        """Tell whether a task has more from it than init calls and a name."""
        calls = any(found for slot, found in self.calls.items() if slot != "init")
        idle = self.passes_idle or self.fails_idle
        persona = isinstance(self.body, Persona)
        return calls or bool(self.facts or self.data) or idle or persona

    @property
    def fails_idle(self) -> bool:
        """Tell whether it says in so many words that doing nothing fails.

        That overrules others: what is right in one part of a task may be too little
        for the whole.
        """
        body = self.body
        return isinstance(body, Condition) and (
            body.do_nothing == "fails" and body.do_nothing_written
        )


@dataclass(frozen=True, slots=True)
class Frame:
    """What tasks have in common whose conditions differ in their init alone."""

    suite: Suite
    own: Resolved
    """What the suite itself contributes."""
    resolved: Mapping[tuple[str, str], Resolved]
    """What each condition of the suite contributes, by facet and name."""
    inits: Mapping[tuple[str, str], str]
    """The JSON texts of their init calls, joined by commas; `own_init` likewise."""
    own_init: str
    model: Task
    """A task but for its id, conditions, init and hash."""
    texts: TaskTexts
    code: str
    world: str

    @property
    def checks_nothing(self) -> bool:
        """Tell whether its tasks neither assert nor score anything."""
        return not self.model.asserts and not self.model.score

    def init_text(self, at: Coordinates) -> str:
        """Give the JSON text of the init calls of the task with these conditions."""
        several = [self.own_init, *[self.inits[pair] for pair in at.items()]]
        return f"[{','.join(filter(None, several))}]"


@dataclass(slots=True, eq=False)
class Draft:
    """A composed task and where each part of it was written.

    There may be very many, so whatever is in the frame is not kept again: the task
    is put together when it is first asked for, the row whenever it is.
    """

    id: str
    conditions: Coordinates
    hash: str
    spec: str
    """The part of the hash that is of what the specs say."""
    frame: Frame
    _task: Task | None = None

    @property
    def task(self) -> Task:
        """The task, one object however often it is asked for."""
        if self._task is None:
            self._task = replace(
                self.frame.model,
                id=self.id,
                conditions=self.conditions,
                init=tuple([c for part in self.parts for c in part.calls["init"]]),
                hash=self.hash,
            )
        return self._task

    @property
    def key(self) -> str:
        """The key of the task."""
        return f"{self.frame.model.suite}:{self.id}"

    @property
    def suite(self) -> Suite:
        """The suite it is of."""
        return self.frame.suite

    @property
    def parts(self) -> tuple[Resolved, ...]:
        """Who contributed, in composition order: suite, crossed, rotated facets."""
        frame = self.frame
        return (frame.own, *[frame.resolved[pair] for pair in self.conditions.items()])

    @property
    def hashes(self) -> Mapping[str, str]:
        """The task's hash and its parts: spec, world and code."""
        parts: Mapping[str, str] = json.loads(self.hashes_text)
        return parts

    @property
    def hashes_text(self) -> str:
        """The JSON text of `hashes`."""
        frame = self.frame
        return (
            f'{{"code":"{frame.code}","hash":"{self.hash}",'
            f'"spec":"{self.spec}","world":"{frame.world}"}}'
        )

    @property
    def row(self) -> str:
        """The task as its line of the build."""
        frame = self.frame
        init = frame.init_text(self.conditions)
        return row(self.id, self.conditions, self.hash, init, frame.texts)

    def writer(self, slot: str, index: int) -> CallSpec:
        """Give the call as it was written, by its index in the task."""
        left = index
        for part in self.parts:
            specs = part.specs[slot]
            if left < len(specs):
                return specs[left]
            left -= len(specs)
        raise IndexError(f"{self.id} has no {slot} number {index}")

    def condition(self, facet: str) -> Condition:
        """Give the condition this task has in a facet."""
        body = self.frame.resolved[facet, self.conditions[facet]].body
        assert isinstance(body, Condition)
        return body

    def declares_idle(self) -> Condition:
        """Give the condition that declares that doing nothing passes."""
        return next(
            part.body
            for part in self.parts
            if isinstance(part.body, Condition) and part.passes_idle
        )


@dataclass(slots=True)
class Composition:
    """All that composing one suite gives. `dropped` has one entry a combination."""

    suite: str
    drafts: list[Draft] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)
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
    share: bool = False,
) -> Composition | None:
    """Compose one suite; None (with problems added) if it can't be.

    `dealt` holds what a lock keeps for this suite; see `Dealer` for `share`.
    """
    suite = specs.suites[name]
    found = name_problems(suite, specs)
    problems += found
    if found:
        return None
    before = len(problems)
    composer = _Composer(
        name,
        suite,
        specs,
        world,
        assumptions,
        problems,
        Dealer(suite, specs, dealt, share),
    )
    composition = composer.compose()
    failed = any(problem.severity == "error" for problem in problems[before:])
    return None if failed or composer.unresolved else composition


# ---------------------------------------------------------------- composing


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


def rubric_body(rubric: Rubric) -> dict[str, Any]:
    """Give what a judge is asked by a rubric, as plain values."""
    keys = {"on", "sees", "ask", "pass_when", "fail_when", "applies_when"}
    return rubric.model_dump(mode="json", include=keys)


def rubric_hash(rubric: Rubric) -> str:
    """Hash what a judge is asked; what is known of it from cases is not in it."""
    return digest(rubric_body(rubric), HASH_LENGTH)


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
        dealer: Dealer,
    ) -> None:
        self.name = name
        self.suite = suite
        self.specs = specs
        self.world = world
        self.assumptions = assumptions
        self.problems = problems
        self.dealer = dealer
        self.facets = self.dealer.facets
        self.resolved: dict[tuple[str, str], Resolved] = {}
        self.score = {part: _score_value(bar) for part, bar in suite.score.items()}
        self.seeds = dict(suite.seeds)
        self.texts = SharedTexts()
        self.inits: dict[tuple[str, str], str] = {}
        # By the names in the facets that contribute more than init.
        self.frames: dict[tuple[str | None, ...], Frame] = {}
        # By the ids of objects that live as long as this one does.
        self.mappings: dict[tuple[int, ...], Mapping[str, str]] = {}
        self.lists: dict[tuple[int, ...], tuple[Call, ...]] = {}
        self.world_parts: dict[int, str] = {}
        self.briefs: dict[int, str] = {}
        self.personas: dict[tuple[str, int], Mapping[str, Any]] = {}
        self.code = world.code[:HASH_LENGTH]
        self.judged_by = "".join(
            rubric_hash(specs.rubrics[name])
            for bar in suite.score.values()
            for name in bar.rubrics or ()
            if name in specs.rubrics
        )
        self.unresolved = False

    def compose(self) -> Composition:
        """Compose the suite; problems are added to the list given at the start."""
        composition = Composition(self.name)
        size = self.dealer.size
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
        combinations = self.dealer.take()
        composition.dropped = self.dealer.dropped
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
        self.problems += self.dealer.problems(len(combinations))
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
        drafts = self._drafts(combinations)
        self._id_problems(drafts)
        if not self._failed(before):
            composition.drafts = drafts
            composition.own = self.own
            composition.resolved = self.resolved
        return composition

    def _failed(self, before: int) -> bool:
        """Tell whether an error has come since there were `before` problems."""
        return self.unresolved or any(
            problem.severity == "error" for problem in self.problems[before:]
        )

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
                # Another suite may have told of it already: this one fails as well.
                self.unresolved |= call is None
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

    def _drafts(self, combinations: Sequence[Coordinates]) -> list[Draft]:
        """Make a task of each combination; what tasks share is made once."""
        self.inits = {
            pair: self._init_text(resolved) for pair, resolved in self.resolved.items()
        }
        framing = {
            facet
            for (facet, _), resolved in self.resolved.items()
            if resolved.contributes_more_than_init
        }
        facets = [facet for facet in self.facets if facet in framing]
        drafts = []
        for at in combinations:
            key = tuple([at.get(facet) for facet in facets])
            frame = self.frames.get(key)
            if frame is None:
                frame = self.frames[key] = self._frame(at)
            spec, whole = self._hashes(frame, frame.init_text(at))
            drafts.append(Draft(task_id(at.values()), at, whole, spec, frame))
        return drafts

    def _init_text(self, part: Resolved) -> str:
        return self.texts.calls(part.calls["init"])[1:-1]

    def _frame(self, at: Coordinates) -> Frame:
        parts = (self.own, *[self.resolved[pair] for pair in at.items()])
        facts = self._merged([part.facts for part in parts if part.facts])
        data = self._merged([part.data for part in parts if part.data])
        passes = True in [part.passes_idle for part in parts]
        passes = passes and True not in [part.fails_idle for part in parts]
        model = Task(
            id="",
            suite=self.name,
            world=self.suite.world,
            conditions=NOTHING,
            init=(),
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
        return Frame(
            suite=self.suite,
            own=self.own,
            resolved=self.resolved,
            inits=self.inits,
            own_init=self._init_text(self.own),
            model=model,
            texts=self.texts.task(model),
            code=self.code,
            world=self._world_part(data),
        )

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

    def _world_part(self, data: Mapping[str, str]) -> str:
        """Hash what a task takes from its world: assumptions and data."""
        part = self.world_parts.get(id(data))
        if part is None:
            part = digest([self.assumptions, data], HASH_LENGTH)
            self.world_parts[id(data)] = part
        return part

    def _hashes(self, frame: Frame, init: str) -> tuple[str, str]:
        """Hash what a task is; places, names and unrelated specs are not in it.

        Gives the part that is of its specs, then the hash of all parts.
        """
        text = spec_text(frame.texts, init) + self.judged_by
        spec = sha256(text.encode())[:HASH_LENGTH]
        parts = f'{{"code":"{frame.code}","spec":"{spec}","world":"{frame.world}"}}'
        return spec, sha256(parts.encode())[:HASH_LENGTH]

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
            given: dict[str, Any] = {"name": name}
            # Where nobody talks, how a person talks is no part of the task.
            if self.world.profile is not None:
                body = self.specs.personas[name]
                given["profile"] = self._filled(body.profile, facts, body, "profile")
            self.personas[key] = given
        return self.personas[key]

    def _filled(
        self, value: Any, facts: Mapping[str, str], body: Body, *loc: str | int
    ) -> Any:
        """Render all texts inside a value that stands at a place of a body."""
        if isinstance(value, str):
            return self._prose(value, facts, body.place(*loc))
        if isinstance(value, dict):
            return {
                key: self._filled(each, facts, body, *loc, key)
                for key, each in value.items()
            }
        if isinstance(value, list):
            return [
                self._filled(each, facts, body, *loc, index)
                for index, each in enumerate(value)
            ]
        return value

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
        leak = shared_words(brief, "\n".join(_texts(persona.profile)))
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
                if rubric in self.specs.rubrics:
                    self._unseen(self.specs.rubrics[rubric])
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

    def _unseen(self, rubric: Rubric) -> None:
        """Report a rubric that has nothing to judge here, or is to see what isn't."""
        world, found = self.world, []
        if rubric.on not in world.sees:
            said = f"the world {world.name!r} has no {rubric.on} to judge"
            help = f"it has {', '.join(world.sees) or 'nothing that a judge can see'}"
            found.append(Problem("N241", said, rubric.place("on"), help))
        for index, name in enumerate(rubric.sees):
            fields = world.sees.get(rubric.on, (name,))
            if name not in fields:
                said = f"a {rubric.on} of the world {world.name!r} has no {name!r}"
                help = closest(name, fields) or f"a judge can see {', '.join(fields)}"
                place = rubric.place("sees", index)
                found.append(Problem("N241", said, place, help))
        self.problems += [each for each in found if each not in self.problems]

    def _id_problems(self, drafts: Sequence[Draft]) -> None:
        """Report tasks that can't be told apart, and tasks that check nothing."""
        ids = {draft.id for draft in drafts}
        bodies = {draft.hash for draft in drafts}
        bare = any(frame.checks_nothing for frame in self.frames.values())
        if len(ids) == len(bodies) == len(drafts) and not bare:
            return
        by_id: dict[str, Draft] = {}
        by_body: dict[str, Draft] = {}
        for draft in drafts:
            if draft.frame.checks_nothing:
                self.problems.append(
                    Problem(
                        "C309",
                        f"{draft.key} asserts nothing and scores nothing",
                        self.suite.place(key=True),
                        "add `assert` or `score` to the suite",
                        task=draft.key,
                    )
                )
                return
            for code, key, known, said in (
                ("C308", draft.id, by_id, f"two tasks have the id {draft.id!r}"),
                ("C307", draft.hash, by_body, "two tasks are the same task"),
            ):
                other = known.setdefault(key, draft)
                if other is not draft:
                    self.problems.append(_same(code, said, other, draft))
                    return


def _texts(value: Any) -> Iterator[str]:
    """Give all texts inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


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
    pairs = zip(first.conditions.items(), second.conditions.items(), strict=False)
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
        f"{said}: {first.key} and {second.key}",
        place or second.suite.place(key=True),
        "rename one of the conditions"
        if code == "C308"
        else "make the conditions differ in what they do, or take one away",
        related=related,
        task=second.key,
    )
