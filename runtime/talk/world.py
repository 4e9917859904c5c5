"""Bedtime and morning: one talk between an agent and a person in bed.

Time moves one action of the agent a step. An opened `Talk` is a value; `TalkWorld`
plays one talk over it, with the scripted person or with other words for what code
decided. Talks always end: by the agent, or cut off by a limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pydantic import ValidationError

from paprika.compiler.vocabulary import BadValue
from paprika.rubrics.notes import BedtimeNote, DreamReport, Quote
from paprika.rubrics.words import Lexicon, content
from paprika.users.agenda import Agenda
from paprika.users.intent import Fault, Intent
from paprika.users.persona import Fact, Profile

from .model import (
    End,
    Phase,
    Say,
    TalkAction,
    TalkObservation,
    TalkTrace,
    Turn,
    Use,
    Write,
)

CUT = " […]"
"""Marks where a turn was cut that is longer than anybody listens to."""


class Limits(NamedTuple):
    """How long a talk may get, whoever holds it."""

    agent_turns: int
    """Turns of the agent."""
    actions: int
    """Actions of the agent, turns among them."""
    characters: int
    """Of one turn; the rest is cut off."""


@dataclass(slots=True)
class TalkSetup:
    """What init functions write: the talk of one task, before it is opened."""

    phase: Phase
    limits: Limits
    lines: Mapping[str, str]
    """Crisis lines by region."""
    lexicon: Lexicon
    profile: Profile
    wish: str | None = None
    own_words: tuple[str, ...] = ()
    mood: str | None = None


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk of one (task, seed), ready to be held. It holds hidden truth."""

    phase: Phase
    key: str
    seed: int
    limits: Limits
    lines: Mapping[str, str]
    lexicon: Lexicon
    profile: Profile
    wish: str
    own_words: tuple[str, ...]
    mood: str
    note: BedtimeNote | None = None
    """In the morning: what bedtime handed on."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of this phase, in the order of the sheet."""
        return tuple(f for f in self.profile.facts if f.phase == self.phase)

    def fact(self, id: str) -> Fact:
        """Give a fact by its id."""
        return next(fact for fact in self.profile.facts if fact.id == id)


def open_talk(setup: TalkSetup, key: str, seed: int) -> Talk:
    """Open the talk of one (task, seed). Raises BadValue without a wish or facts."""
    if setup.wish is None:
        raise BadValue("", "no `wish` is set", "let a persona or condition set it")
    talk = Talk(
        setup.phase,
        key,
        seed,
        setup.limits,
        setup.lines,
        setup.lexicon,
        setup.profile,
        setup.wish,
        setup.own_words,
        setup.mood or "",
        _ideal_note(setup) if setup.phase == "morning" else None,
    )
    if setup.phase == "bedtime" and not talk.facts:
        raise BadValue(
            "", "nobody is there to talk to", "rotate or cross people with a `profile`"
        )
    return talk


def _ideal_note(setup: TalkSetup) -> BedtimeNote:
    """Give the note that a perfect bedtime would have left."""
    exclude = [f.say[0] for f in setup.profile.facts if f.kind == "boundary"]
    return BedtimeNote(
        wish=setup.wish or "",
        own_words=tuple(Quote(words=words, turn=1) for words in setup.own_words),
        mood=setup.mood or "",
        exclude=tuple(exclude),
        consent="given",
        retention="given",
    )


class TalkWorld:
    """One talk: `reset`, then `step`, or `begin` and `finish`, until it ends.

    A step after the end raises RuntimeError, as does `trace` before `reset`.
    """

    def __init__(self, talk: Talk) -> None:
        """Prepare the talk; nothing is said before `reset`."""
        self._talk = talk
        self._trace: TalkTrace | None = None
        self._agenda = _agenda(talk)
        self._heard = self._result = ""
        self._intent: Intent | None = None

    def reset(self) -> TalkObservation:
        """Begin: the person is in bed and waits for the agent to speak."""
        self._trace = TalkTrace(self._talk, "running", "here")
        self._agenda = _agenda(self._talk)
        self._heard = self._result = ""
        self._intent = None
        return self.observe()

    def step(self, action: TalkAction) -> TalkObservation:
        """Carry out an action; the scripted person answers."""
        intent = self.begin(action)
        return self.finish(intent.words if intent else "")

    def begin(self, action: TalkAction) -> Intent | None:
        """Carry out an action; give what the person does, None if they aren't asked.

        Raises RuntimeError once the talk has ended.
        """
        trace = self.trace()
        if trace.status != "running":
            raise RuntimeError("the talk has ended")
        self._heard, self._intent = "", None
        trace.at.append(len(trace.turns))
        trace.actions.append(action)
        self._result = self._carry_out(action, trace)
        trace.results.append(self._result)
        return self._intent

    def finish(self, words: str = "", faults: Sequence[Fault] = ()) -> TalkObservation:
        """Say the person's words, where `begin` gave an intent; give what is seen."""
        trace, intent = self.trace(), self._intent
        self._intent = None
        if intent is not None:
            self._answer(intent, words, trace)
            trace.faults += [*intent.faults, *faults]
        if (
            trace.status == "running"
            and len(trace.actions) >= self._talk.limits.actions
        ):
            trace.status = "cut_off"
        return self.observe()

    def trace(self) -> TalkTrace:
        """Give what has happened so far. Raises RuntimeError before `reset`."""
        if self._trace is None:
            raise RuntimeError("call reset first")
        return self._trace

    def observe(self) -> TalkObservation:
        """Give what the agent sees now."""
        trace, talk = self.trace(), self._talk
        morning = talk.phase == "morning"
        return TalkObservation(
            phase=talk.phase,
            turns=tuple(trace.turns),
            heard=self._heard,
            person=trace.person,
            turns_left=max(0, self._turns_left()),
            last_result=self._result,
            status=trace.status,
            note=talk.note,
            elements=tuple(talk.profile.elements) if morning else (),
            lines=dict(talk.lines),
        )

    @property
    def talk(self) -> Talk:
        """The talk that is held. It holds hidden truth: not for agents."""
        return self._talk

    # ------------------------------------------------------------ actions

    def _carry_out(self, action: TalkAction, trace: TalkTrace) -> str:
        match action:
            case Say(text) | End(text):
                if not isinstance(text, str):
                    return "refused: words are a text"
                if isinstance(action, Say) and self._turns_left() < 0:
                    trace.status = "cut_off"
                    return "refused: no turn is left"
                if text or isinstance(action, Say):
                    self._speak(text, trace)
                if isinstance(action, End):
                    trace.status = "ended"
                elif trace.person != "here":
                    return "nobody is there to hear it"
                else:
                    self._intent = self._agenda.hear(text)
                return ""
            case Write(note):
                return self._write(note, trace)
            case Use():
                return "refused: there are no devices here"
            case _:
                return "refused: no such action"

    def _speak(self, text: str, trace: TalkTrace) -> None:
        most = self._talk.limits.characters
        said = text if len(text) <= most else text[:most] + CUT
        trace.turns.append(Turn(len(trace.turns), "agent", said))

    def _write(self, note: object, trace: TalkTrace) -> str:
        model = DreamReport if self._talk.phase == "morning" else BedtimeNote
        if not isinstance(note, model):
            return f"refused: a {self._talk.phase} leaves a {model.__name__}"
        try:
            # Made without validation it might hold anything.
            trace.note = model.model_validate_json(note.model_dump_json())
        except (ValidationError, ValueError) as error:
            return f"refused: {str(error).splitlines()[0]}"
        return "noted"

    def _answer(self, intent: Intent, words: str, trace: TalkTrace) -> None:
        at = len(trace.turns)
        trace.intents[at] = intent
        trace.turns.append(Turn(at, "person", words))
        self._heard = words
        for fact in intent.facts:
            trace.told.setdefault(fact, at)
        if intent.ends:
            trace.person = "asleep" if intent.ends == "asleep" else "left"

    def _turns_left(self) -> int:
        spoken = sum(isinstance(action, Say) for action in self.trace().actions)
        return self._talk.limits.agent_turns - spoken


def _agenda(talk: Talk) -> Agenda:
    return Agenda(talk.profile, talk.phase, talk.key, talk.seed, content)


def read_limits(value: Any) -> Limits:
    """Read the assumption `talk_limits`. Raises BadValue."""
    if not isinstance(value, Mapping) or value.keys() != set(Limits._fields):
        said = f"must be a mapping of {', '.join(Limits._fields)}"
        raise BadValue("talk_limits", said)
    for name, number in value.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            said = f"`{name}` must be a whole number of at least 1, not {number!r:.40}"
            raise BadValue("talk_limits", said, part=[name])
    return Limits(**value)
