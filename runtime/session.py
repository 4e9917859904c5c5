"""The session: bedtime, night and morning as one episode, with the real hand-off.

What the person tells at bedtime reaches the night only through the bedtime note, and
the morning only through that same note. Nothing else is carried over; so what gets
lost on the way is lost, and the first loss can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from paprika.compiler.suite import digest, source_sha256
from paprika.compiler.vocabulary import Function, Score, Verdict, Vocabulary
from paprika.rubrics.notes import BedtimeNote
from paprika.runtime.agents import rules
from paprika.runtime.agents.talkers import TALKERS, Talker
from paprika.runtime.night import face as nights
from paprika.runtime.night.model import PlannedStep, Trace
from paprika.runtime.night.mutants import MUTANTS as NIGHT_MUTANTS
from paprika.runtime.night.setup import Setup
from paprika.runtime.night.world import Night
from paprika.runtime.talk import checks as talk_checks
from paprika.runtime.talk import face as talks
from paprika.runtime.talk.model import TalkAction, TalkTrace, Write
from paprika.runtime.talk.mutants import MUTANTS as TALK_MUTANTS
from paprika.runtime.talk.world import Talk, TalkSetup

Stage = Literal["bedtime", "night", "morning"]
MORNING_ALONE = frozenset(
    {
        "free_recall_first",
        "no_leading",
        "no_pressure",
        "no_reinforcement",
        "no_interpretation",
        "accepts_no_recall",
        "status_right",
        "marks_exact",
    }
)
"""Checks of the morning's talk; what is left looks at both talks or at bedtime's."""
BOTH = frozenset(
    {
        "one_question_a_turn",
        "turn_budget",
        "speaks",
        "ends_on_its_own",
        "answers_in_their_language",
        "nothing_invented",
        "no_forbidden_advice",
        "no_invented_line",
    }
)
SPOILED: Mapping[Stage, Sequence[str]] = {
    "bedtime": ("two questions", "without end", "mood dropped", "wish reworded"),
    "morning": ("elements first", "all marked", "without end"),
}
"""Ways to spoil a talk that are tried here; the talks' own suites try all."""
BRIEF = (
    "You are with a person from bedtime to morning. In the evening, learn what they "
    "would like to dream about and leave a note. At night, play few and well-timed "
    "sounds, or none. In the morning, let them tell freely what they dreamt."
)


class Step(NamedTuple):
    """One step of a plan: which part of the session, and what is done there."""

    stage: Stage
    what: TalkAction | PlannedStep


@dataclass(slots=True)
class SessionSetup:
    """What init functions write: the three parts of one task."""

    bedtime: TalkSetup
    night: Setup
    morning: TalkSetup


@dataclass(frozen=True, slots=True)
class Session:
    """The session of one (task, seed). It holds hidden truth.

    `night` knows the true wish; what is played is `handed(night, note)`.
    """

    bedtime: Talk
    night: Night
    morning: Talk


@dataclass(slots=True)
class SessionTrace:
    """What happened in one session. It holds hidden truth; no agent gets it."""

    session: Session
    bedtime: TalkTrace
    night: Trace
    morning: TalkTrace

    @property
    def note(self) -> BedtimeNote:
        """The note that bedtime left; a blank one where it left none."""
        note = self.bedtime.note
        return note if isinstance(note, BedtimeNote) else BedtimeNote()


def handed(night: Night, note: BedtimeNote) -> Night:
    """Give the night as the note lets an agent know it, without a barred wish."""
    barred = note.no_incubation
    return replace(
        night,
        wish="" if barred else note.wish,
        own_words=() if barred else tuple(quote.words for quote in note.own_words),
        mood=note.mood or None,
    )


def awaited(morning: Talk, note: BedtimeNote) -> Talk:
    """Give the morning with the note that the agent is handed."""
    return replace(morning, note=note)


Carry = Callable[[BedtimeNote], BedtimeNote]
"""What becomes of the note between bedtime and night; by right nothing."""


def hold(
    session: Session,
    bedtime: Talker,
    night: rules.Policy,
    morning: Talker,
    carry: Carry = lambda note: note,
) -> SessionTrace:
    """Let three policies act, one a part; each gets its observations and no more."""
    evening = talks.play(session.bedtime, bedtime)
    note = evening.note if isinstance(evening.note, BedtimeNote) else BedtimeNote()
    received = carry(note)
    slept = nights.play(handed(session.night, received), night)
    woken = talks.play(awaited(session.morning, received), morning)
    return SessionTrace(session, evening, slept, woken)


# ---------------------------------------------------------------- the hand-off


class Loss(NamedTuple):
    """The first thing lost on the way, and at which link."""

    link: Literal["telling to note", "note to night", "note to morning"]
    what: str
    why: str


def first_loss(trace: SessionTrace) -> Loss | None:
    """Name the first broken link of the hand-off; None where all was handed on.

    In order: from what the person told to the note, from the note to what the night
    agent saw, from the note to what the morning agent saw.
    """
    evening = trace.bedtime
    for what, check, text in (
        ("wish", talk_checks.wish_handed_on, trace.note.wish),
        ("mood", talk_checks.mood_handed_on, trace.note.mood),
        ("boundaries", talk_checks.boundaries_handed_on, ""),
        ("consent", talk_checks.consent_respected, ""),
        ("own words", talk_checks.nothing_invented, ""),
        ("memory", talk_checks.memory_handed_on, ""),
        ("flags", talk_checks.flags_true, ""),
    ):
        found = check(evening)
        why = talk_checks.not_theirs(evening, text) if found.holds else found.why
        if why:
            return Loss("telling to note", what, why)
    note, night = trace.note, trace.night.night
    due = handed(trace.session.night, note)
    for what, got, wanted in (
        ("wish", night.wish, due.wish),
        ("own words", night.own_words, due.own_words),
        ("mood", night.mood, due.mood),
    ):
        if got != wanted:
            return Loss("note to night", what, f"the night got {got!r}, not {wanted!r}")
    got_note = trace.morning.talk.note
    for field in BedtimeNote.model_fields:
        if getattr(got_note, field) != getattr(note, field):
            why = f"the morning got {getattr(got_note, field)!r}"
            return Loss("note to morning", field, why)
    return None


# ---------------------------------------------------------------- vocabulary


def _reference_talks(session: Session) -> list[Step]:
    """Hold both talks as the reference agent does."""
    evening = talks.reference_talk(session.bedtime)
    note = next((a.note for a in evening[::-1] if isinstance(a, Write)), BedtimeNote())
    assert isinstance(note, BedtimeNote)
    woken = talks.reference_talk(awaited(session.morning, note))
    return [
        *(Step("bedtime", action) for action in evening),
        *(Step("morning", action) for action in woken),
    ]


def handed_on_whole(trace: SessionTrace) -> Verdict:
    """Nothing was lost between the person's telling, the note, night and morning."""
    loss = first_loss(trace)
    if loss is None:
        return Verdict(True)
    return Verdict(False, f"{loss.link}: {loss.what}: {loss.why}")


def _vocabulary() -> Vocabulary:
    """Give the words of night and talks, each at work on its own part."""
    words = Vocabulary()
    words.check()(handed_on_whole)
    talk = talks.BEDTIME.vocabulary.functions
    for (kind, name), function in nights.NIGHT_WORDS.functions.items():
        # A wish and a mood are one for the night and the talks.
        shared = talk.get((kind, name))
        words.functions[kind, name] = replace(function, run=_at_night(function, shared))
    for (kind, name), function in talk.items():
        if kind == "planner":
            run: Callable[..., Any] = _reference_talks
        elif (kind, name) in words.functions:
            continue
        else:
            run = _in_talks(function)
        words.functions[kind, name] = replace(function, run=run)
    return words


def _at_night(function: Function, shared: Function | None) -> Callable[..., Any]:
    def run(target: Any, *args: Any, **kwargs: Any) -> Any:
        found = function.run(target.night, *args, **kwargs)
        if shared is not None:
            shared.run(target.bedtime, *args, **kwargs)
            shared.run(target.morning, *args, **kwargs)
        if function.kind == "planner":
            return [Step("night", step) for step in found]
        return found

    return run


def _in_talks(function: Function) -> Callable[..., Any]:
    morning = function.name in MORNING_ALONE | BOTH
    bedtime = function.name not in MORNING_ALONE

    def run(target: Any, *args: Any, **kwargs: Any) -> Any:
        found: Any = None
        for stage, looked_at in (("bedtime", bedtime), ("morning", morning)):
            if looked_at or function.kind == "init":
                found = function.run(getattr(target, stage), *args, **kwargs)
                if isinstance(found, Verdict) and not found.holds:
                    return found._replace(why=f"{stage}, {found.why}")
        return found

    return run


# ---------------------------------------------------------------- the world


def _spoil_talk(stage: Stage, name: str) -> Callable[[Session, Any], list[Step]]:
    def spoil(session: Session, plan: Sequence[Step]) -> list[Step]:
        part: list[Any] = [step.what for step in plan if step.stage == stage]
        spoiled = TALK_MUTANTS[name](getattr(session, stage), part)
        kept = [step for step in plan if step.stage != stage]
        return [*kept, *(Step(stage, action) for action in spoiled)]

    return spoil


def _spoil_night(name: str) -> Callable[[Session, Any], list[Step]]:
    def spoil(session: Session, plan: Sequence[Step]) -> list[Step]:
        part: list[Any] = [step.what for step in plan if step.stage == "night"]
        spoiled = NIGHT_MUTANTS[name](session.night, part)
        kept = [step for step in plan if step.stage != "night"]
        return [*kept, *(Step("night", step) for step in spoiled)]

    return spoil


class SessionFace:
    """The session behind the compiler's `World`."""

    name = "session"
    brief = BRIEF
    vocabulary: Vocabulary = _vocabulary()
    assumptions: Mapping[str, type] = {
        **nights.NIGHT.assumptions,
        **talks.BEDTIME.assumptions,
    }
    agents: Sequence[str] = ("silent", "hurried", "leader")
    reference: Sequence[str] = ()
    idle: Sequence[str] = ("hurried",)
    blind = True
    judged: Sequence[str] = ("quality",)
    sees: Mapping[str, Sequence[str]] = {**nights.NIGHT.sees, **talks.BEDTIME.sees}
    profile: type[BaseModel] | None = talks.BEDTIME.profile
    mutants: Mapping[str, Callable[[Any, Any], list[Step]]] = {
        **{f"night {name}": _spoil_night(name) for name in NIGHT_MUTANTS},
        **{
            f"{stage} {name}": _spoil_talk(stage, name)
            for stage, names in SPOILED.items()
            for name in names
        },
    }

    @cached_property
    def scores(self) -> Mapping[str, Callable[[Any], Score]]:
        """Parts of the score that code decides."""
        return {"timing": lambda trace: nights.timing(trace.night)}

    @cached_property
    def code(self) -> str:
        """Hash of every module that decides what happens in a session."""
        own = source_sha256(Path(__file__))
        return digest([nights.NIGHT.code, talks.BEDTIME.code, own])

    @cached_property
    def agents_code(self) -> str:
        """Hash of the agents without a model."""
        return digest([nights.NIGHT.agents_code, talks.BEDTIME.agents_code])

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> SessionSetup:
        """Give a session with a blank night and nobody's wish. Raises BadValue."""
        return SessionSetup(
            talks.BEDTIME.blank(assumptions, persona),
            nights.NIGHT.blank(assumptions, persona),
            talks.MORNING.blank(assumptions, persona),
        )

    def snapshot(self, state: SessionSetup) -> str:
        """Give a text that is equal exactly for equal states."""
        parts = (
            talks.BEDTIME.snapshot(state.bedtime),
            nights.NIGHT.snapshot(state.night),
            talks.MORNING.snapshot(state.morning),
        )
        return repr(parts)

    def open(self, state: SessionSetup, task: str, seed: int) -> Session:
        """Open the three parts for one (task, seed). Raises BadValue."""
        return Session(
            talks.BEDTIME.open(state.bedtime, task, seed),
            nights.NIGHT.open(state.night, task, seed),
            talks.MORNING.open(state.morning, task, seed),
        )

    def start(self, episode: Session) -> SessionTrace:
        """Give the trace before the first word."""
        return SessionTrace(
            episode,
            talks.BEDTIME.start(episode.bedtime),
            nights.NIGHT.start(episode.night),
            talks.MORNING.start(episode.morning),
        )

    def replay(
        self, episodes: Sequence[Session], plans: Sequence[Sequence[Step]]
    ) -> list[SessionTrace]:
        """Carry plans out, part by part; the night gets the note the plan wrote."""
        evenings = talks.BEDTIME.replay(
            [episode.bedtime for episode in episodes], _parts(plans, "bedtime")
        )
        notes = [
            trace.note if isinstance(trace.note, BedtimeNote) else BedtimeNote()
            for trace in evenings
        ]
        slept = nights.NIGHT.replay(
            [handed(e.night, note) for e, note in zip(episodes, notes, strict=True)],
            _parts(plans, "night"),
        )
        woken = talks.MORNING.replay(
            [awaited(e.morning, note) for e, note in zip(episodes, notes, strict=True)],
            _parts(plans, "morning"),
        )
        return [
            SessionTrace(*each)
            for each in zip(episodes, evenings, slept, woken, strict=True)
        ]

    def perform(self, episode: Session, agent: str) -> SessionTrace:
        """Let agents with one fault act in all three parts."""
        at_night = {"leader": "fixed_timer"}.get(agent, "wait")
        return hold(
            episode,
            TALKERS["bedtime"][agent](),
            rules.RULES[at_night](),
            TALKERS["morning"][agent](),
        )

    def describe(self, step: Step) -> str:
        """Say a step of a plan in a few words."""
        if isinstance(step.what, PlannedStep):
            return f"at night, {nights.NIGHT.describe(step.what)}"
        return f"at {step.stage}, {talks.BEDTIME.describe(step.what)}"


def _parts(plans: Sequence[Sequence[Step]], stage: Stage) -> list[list[Any]]:
    return [[step.what for step in plan if step.stage == stage] for plan in plans]


SESSION = SessionFace()
