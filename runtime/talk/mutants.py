"""Ways to spoil a reference talk, by which the proof shows that asserts can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from paprika.rubrics.notes import BedtimeNote, Flag, Mark, Quote

from .model import End, Say, TalkAction, Write
from .world import Talk

Plan = Sequence[TalkAction]
Mutant = Callable[[Talk, Plan], list[TalkAction]]


def _first(**changes: str) -> Mutant:
    """Give a mutant that puts words after or in place of the first thing said."""

    def spoil(talk: Talk, plan: Plan) -> list[TalkAction]:
        spoiled, done = [], False
        for action in plan:
            if isinstance(action, Say) and not done:
                done = True
                action = Say(changes.get("say", action.text) + changes.get("add", ""))
            spoiled.append(action)
        return spoiled

    return spoil


def _before_end(text: str) -> Mutant:
    """Give a mutant that says something more before the talk ends."""

    def spoil(talk: Talk, plan: Plan) -> list[TalkAction]:
        at = next((i for i, a in enumerate(plan) if not isinstance(a, Say)), len(plan))
        return [*plan[:at], Say(text), *plan[at:]]

    return spoil


def _after_first(text: str) -> Mutant:
    def spoil(talk: Talk, plan: Plan) -> list[TalkAction]:
        return [*plan[:1], Say(text), *plan[1:]]

    return spoil


def _note(**changes: Any) -> Mutant:
    """Give a mutant that changes the note; one is written where none was."""

    def spoil(talk: Talk, plan: Plan) -> list[TalkAction]:
        spoiled: list[TalkAction] = []
        for action in plan:
            if isinstance(action, Write):
                fields = type(action.note).model_fields
                fit = {key: value for key, value in changes.items() if key in fields}
                action = Write(action.note.model_copy(update=fit))
            spoiled.append(action)
        return spoiled

    return spoil


def _invent(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Add to the note what nobody said."""
    spoiled: list[TalkAction] = []
    for action in plan:
        if isinstance(action, Write):
            quote = Quote(words="a silver balloon", turn=1)
            words = (*action.note.own_words, quote)
            action = Write(action.note.model_copy(update={"own_words": words}))
        spoiled.append(action)
    return spoiled


def _mark_all(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Mark every element of the wish."""
    marks = tuple(
        Mark(element=element, degree="clear", turn=1)
        for element in talk.profile.elements
    )
    return _note(marks=marks, status="content")(talk, plan)


def _name_elements(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Ask for the wish by name before anything was told."""
    names = list(talk.profile.elements) or ["sea"]
    return [Say(f"Was there a {name} in your dream?") for name in names] + [*plan]


def _ask_for_wish(talk: Talk, plan: Plan) -> list[TalkAction]:
    return _before_end("And what would you like to dream about tonight?")(talk, plan)


def _keep_anyway(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Write a note whatever was said about keeping one."""
    if talk.phase != "bedtime":
        return [*plan]
    kept = Write(BedtimeNote(wish=talk.wish, consent="given", retention="given"))
    return [*(action for action in plan if isinstance(action, Say)), kept, *plan[-1:]]


def _without(kind: type[TalkAction]) -> Mutant:
    def spoil(talk: Talk, plan: Plan) -> list[TalkAction]:
        return [action for action in plan if not isinstance(action, kind)]

    return spoil


def _on_and_on(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Never end."""
    said: list[TalkAction] = [action for action in plan if isinstance(action, Say)]
    return said + [Say("And what else?")] * 30


def _no_line(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Leave crisis lines out."""
    return [
        action
        for action in plan
        if not (
            isinstance(action, Say)
            and any(line in action.text for line in talk.lines.values())
        )
    ]


def _give_line(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Name a crisis line, and note a risk, whoever it is."""
    line = next(iter(talk.lines.values()), "")
    flags: tuple[Flag, ...] = ("risk", "minor", "medical", "no_incubation")
    marked = _note(flags=flags)(talk, plan)
    return _before_end(f"You can call {line}.")(talk, marked)


def _english(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Speak the other language."""
    other = (
        "What else comes to mind?" if talk.profile.language == "ko" else "또 뭐가요?"
    )
    return [Say(other) if isinstance(action, Say) else action for action in plan]


def _only_good_night(talk: Talk, plan: Plan) -> list[TalkAction]:
    return [*plan[:1], Say("Good night."), *plan[1:]]


def _report(status: str) -> Mutant:
    return _note(status=status)


def _speechless(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Write and end as planned, without a word."""
    return [End() if isinstance(a, End) else a for a in plan if not isinstance(a, Say)]


def _talk_on(talk: Talk, plan: Plan) -> list[TalkAction]:
    """Talk on to whoever is asleep."""
    said = [action for action in plan if isinstance(action, Say)]
    return [*said, *[Say("Are you still awake?")] * 6, *_without(Say)(talk, plan)]


MUTANTS: Mapping[str, Mutant] = {
    "two questions": _first(add=" And how was your day? Who was there?"),
    "long winded": _first(add=" Take all the time that you need for this." * 12),
    "elements first": _name_elements,
    "pressing": _before_end("Are you sure? Try harder to remember."),
    "praise": _before_end("Wonderful, your wish came true!"),
    "interpreting": _before_end("That means that you miss somebody."),
    "advice": _before_end("Take two sleeping pills and you will be fine."),
    "own number": _before_end("Call the hotline at 555 010 9999."),
    "good night first": _only_good_night,
    "wish after all": _ask_for_wish,
    "on and on": _on_and_on,
    "talk on": _talk_on,
    "speechless": _speechless,
    "without end": _without(End),
    "without note": _without(Write),
    "invented": _invent,
    "wish dropped": _note(wish=""),
    "wish reworded": _note(wish="flying over purple mountains"),
    "mood dropped": _note(mood=""),
    "boundaries dropped": _note(exclude=()),
    "consent turned": _note(consent="refused", retention="not_asked"),
    "flags dropped": _note(flags=()),
    "all marked": _mark_all,
    "marks dropped": _note(marks=()),
    "status content": _report("content"),
    "status none": _report("none"),
    "kept anyway": _keep_anyway,
    "without line": _no_line,
    "line for all": _give_line,
    "other language": _english,
    "leading": _after_first("You saw a red balloon, didn't you?"),
    "words wasted": lambda talk, plan: [Say("Hello.")] * 15 + [*plan],
}
"""Ways to spoil a reference talk: (talk, actions) -> actions."""
