"""A session hands on what was told, and names what it loses first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paprika.rubrics.notes import BedtimeNote, Quote
from paprika.runtime.agents.rules import RULES
from paprika.runtime.agents.talkers import TALKERS
from paprika.runtime.night.model import Play
from paprika.runtime.session import Session, SessionTrace, first_loss, handed, hold
from paprika.runtime.talk.model import TalkAction, TalkObservation, Write

from .talks_for_tests import opened, shipped

KEYS = [key for key, task in shipped().items() if task.world == "session"]
CALM = next(key for key in KEYS if "rem_onset-0941.calm" in key)
Change = Callable[[BedtimeNote], BedtimeNote]


def changed(**fields: object) -> Change:
    return lambda note: note.model_copy(update=fields)


def added(field: str, words: str) -> Change:
    return lambda note: note.model_copy(update={field: getattr(note, field) + words})


def same(note: BedtimeNote) -> BedtimeNote:
    return note


def played(
    key: str, written: Change = same, carry: Change = same, night: str = "wait"
) -> SessionTrace:
    """Hold a session by the references, with a note that is changed on the way."""
    session: Session = opened(key)
    interviewer = TALKERS["bedtime"]["interviewer"]()

    def bedtime(observation: TalkObservation) -> TalkAction:
        action = interviewer(observation)
        if isinstance(action, Write) and isinstance(action.note, BedtimeNote):
            return Write(written(action.note))
        return action

    morning = TALKERS["morning"]["interviewer"]()
    return hold(session, bedtime, RULES[night](), morning, carry)


@pytest.mark.parametrize("key", KEYS)
def test_references_lose_nothing(key: str) -> None:
    """What was told is in the note, and that reaches night and morning."""
    trace = played(key)
    assert first_loss(trace) is None
    assert trace.night.night.wish == trace.note.wish != ""
    assert trace.morning.talk.note == trace.note


@pytest.mark.parametrize(
    ("written", "carry", "link", "what"),
    [
        (changed(mood=""), same, "telling to note", "mood"),
        (changed(wish="flying over hills"), same, "telling to note", "wish"),
        (changed(wish="", mood=""), same, "telling to note", "wish"),
        (changed(consent="refused"), same, "telling to note", "consent"),
        (
            changed(own_words=(Quote(words="a silver balloon", turn=1),)),
            same,
            "telling to note",
            "own words",
        ),
        (added("wish", " with a red horse"), same, "telling to note", "wish"),
        (added("mood", " and thirsty"), same, "telling to note", "mood"),
        (changed(own_words=()), same, "telling to note", "memory"),
        (changed(flags=("risk",)), same, "telling to note", "flags"),
        (changed(flags=("no_incubation",)), same, "telling to note", "flags"),
        (same, changed(mood=""), "note to night", "mood"),
        (same, changed(wish="a castle"), "note to night", "wish"),
        (same, changed(own_words=()), "note to night", "own words"),
        (same, changed(exclude=("rain",)), "note to morning", "exclude"),
        (same, changed(flags=("partial",)), "note to morning", "flags"),
        (changed(mood=""), changed(wish="a castle"), "telling to note", "mood"),
    ],
)
def test_the_first_broken_link_is_named(
    written: Change, carry: Change, link: str, what: str
) -> None:
    """Faults in the note itself, between the note and the night, and after it."""
    loss = first_loss(played(CALM, written, carry))
    assert loss is not None
    assert (loss.link, loss.what) == (link, what)


@pytest.mark.parametrize(
    "bar", [{"flags": ("no_incubation",)}, {"flags": ("risk",)}, {"consent": "refused"}]
)
def test_a_barred_wish_never_reaches_the_night(bar: dict[str, object]) -> None:
    """Neither the wish nor own words, so no agent can play it; the mood is known."""
    session: Session = opened(CALM)
    note = BedtimeNote(
        wish="the sea", own_words=(Quote(words="warm waves", turn=1),), mood="calm"
    )
    assert handed(session.night, note).wish == "the sea"
    night = handed(session.night, note.model_copy(update=bar))
    assert (night.wish, night.own_words, night.mood) == ("", (), "calm")
    trace = played(CALM, changed(**bar), night="fixed_timer")
    assert not any(isinstance(action, Play) for action in trace.night.actions)


def test_the_night_says_the_words_of_the_note() -> None:
    """Not those of the task: it is the note that is handed on."""
    trace = played(CALM, night="fixed_timer")
    played_words = {a.words for a in trace.night.actions if isinstance(a, Play)}
    assert played_words == {trace.note.own_words[0].words}
