"""Words for what code decided: the prompt for a model, and what must not be in them.

The model is told the act, the facts of this turn and how the person talks, nothing
else of the profile. Code then holds its words against the fact sheet; what isn't sound
is replaced by the scripted wording and logged as a fault of the simulation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Protocol

from .intent import Fault, Intent
from .persona import Fact, Profile

Content = Callable[[str], frozenset[str]]

LONGEST = 600
"""Characters that a person in bed says in a turn, at most."""
SAME = 0.9
"""Likeness from which a turn counts as a repeat of an earlier one."""
HALF = 0.5
"""Share of a fact's content words that its wording must keep."""

_META = re.compile(
    r"<\|?/?(?:think|im_|assistant|system|user)|###|\bas an ai\b|\blanguage model\b|"
    r"\bpersona\b|\bmy instructions\b|\bsystem prompt\b|\brole-?play",
    re.IGNORECASE,
)
_HOST = re.compile(
    r"\bhow (?:can|may) i help\b|\bi(?:'m| am) here (?:to|for you)\b|\bi will play\b|"
    r"\bi'll (?:note|write|remember) (?:that|this)\b|\bwhat would you like to dream\b|"
    r"\bthank you for sharing\b|\bsweet dreams\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\bi (?:can't|cannot|won't) (?:assist|help|continue|do that|roleplay)\b|"
    r"\bi'm sorry, but\b",
    re.IGNORECASE,
)


class Utterance(Protocol):
    """A turn of the talk: who said it, and what."""

    @property
    def speaker(self) -> str:
        """`agent` or `person`."""
        ...

    @property
    def text(self) -> str:
        """What was said."""
        ...


_ACTS = {
    "opens": "You speak first.",
    "tells": "Say the facts below in your own manner, and nothing else of substance.",
    "yields": "Agree with what was offered, hesitantly.",
    "denies": "Say that it was not so, or that you don't think so.",
    "nothing_left": "Say that you have nothing more to say to this.",
    "no_recall": "Say that you remember no dream.",
    "unclear": "Say that you did not understand.",
    "chats": "React in a word or two, without telling anything.",
    "refuses": "Decline to answer.",
    "does": "Say what you did and what you found.",
    "says_goodbye": "Say good night.",
    "silent": "Say nothing.",
}


def prompt(
    intent: Intent, profile: Profile, turns: Sequence[Utterance]
) -> list[dict[str, str]]:
    """Give the messages for a model that words this turn, as role and content.

    They hold the act, the facts of this turn and the last words of the agent as data;
    no other fact, no element of the wish, nothing of what is scored.
    """
    facts = [fact.say[0] for fact in _told_now(intent, profile)]
    last = next((turn.text for turn in turns[::-1] if turn.speaker == "agent"), "")
    language = {"en": "English", "ko": "Korean"}[profile.language]
    system = (
        "You word one turn of a person who lies in bed and talks with a bedside "
        f"assistant. You are the person, never the assistant. Speak {language}, in one "
        "to three short spoken sentences, without quotation marks. "
        f"{profile.about}".strip()
    )
    user = {
        "the assistant just said": last[-LONGEST:],
        "do": _ACTS[intent.act],
        "facts to say": facts,
        "for example": intent.words,
    }
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": json.dumps(user, ensure_ascii=False)},
    ]


def faults(
    text: str,
    intent: Intent,
    profile: Profile,
    turns: Sequence[Utterance],
    content: Content,
) -> tuple[Fault, ...]:
    """Give what is wrong with a wording; none for what the script itself says.

    `turns` is the talk before it.
    """
    said = text.strip()
    if not said:
        return (Fault("empty", "no words came", False),) if intent.words else ()
    return tuple(
        Fault(code, why, False)
        for code, why in (
            ("meta", _found(_META, said)),
            (
                "sanitised",
                _found(_REFUSED, said) or _lost(said, intent, profile, content),
            ),
            ("role_flip", _found(_HOST, said) or _asks(said)),
            ("leak", _leak(said, intent, profile, turns, content)),
            ("invented", _invented(said, intent, profile, turns, content)),
            ("repeat", _repeat(said, intent, turns)),
            ("too_long", f"{len(said)} characters" if len(said) > LONGEST else ""),
        )
        if why
    )


def _told_now(intent: Intent, profile: Profile) -> list[Fact]:
    return [fact for fact in profile.facts if fact.id in intent.facts]


def _found(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return repr(found[0]) if found else ""


def _asks(text: str) -> str:
    return "asks the agent two questions" if text.count("?") > 1 else ""


def _lost(text: str, intent: Intent, profile: Profile, content: Content) -> str:
    """A fact that should be told is not in the words."""
    have = content(text)
    for fact in _told_now(intent, profile):
        key = [content(word) for word in fact.words]
        options = key or [content(words) for words in fact.say]
        if not any(len(words & have) >= HALF * len(words) for words in options):
            return f"the fact {fact.id} is not in the words"
    return ""


def _leak(
    text: str,
    intent: Intent,
    profile: Profile,
    turns: Sequence[Utterance],
    content: Content,
) -> str:
    """Words of a fact whose turn has not come."""
    free = _allowed(intent, profile, turns, content)
    for fact in profile.facts:
        if fact.id not in intent.facts:
            hidden = frozenset().union(*(content(words) for words in fact.say)) - free
            if found := sorted(hidden & content(text)):
                return f"{', '.join(found)} of the fact {fact.id}"
    return ""


def _invented(
    text: str,
    intent: Intent,
    profile: Profile,
    turns: Sequence[Utterance],
    content: Content,
) -> str:
    """Content that no fact holds. Words of the sheet's other facts are leaks."""
    sheet = frozenset().union(
        *(content(words) for fact in profile.facts for words in fact.say)
    )
    free = _allowed(intent, profile, turns, content) | sheet
    strange = sorted(content(text) - free)
    return ", ".join(strange) if len(strange) > 1 else ""


def _allowed(
    intent: Intent, profile: Profile, turns: Sequence[Utterance], content: Content
) -> frozenset[str]:
    """Give the content words that this turn may hold: its own, and what was said."""
    texts = [intent.words, *intent.offered, *(turn.text for turn in turns)]
    texts += [words for fact in _told_now(intent, profile) for words in fact.say]
    own = (profile.asides, profile.chats, profile.empty_answers, profile.goodbyes)
    texts += [words for some in own for words in some]
    return frozenset().union(*map(content, texts))


def _repeat(text: str, intent: Intent, turns: Sequence[Utterance]) -> str:
    if intent.act not in ("tells", "yields"):
        return ""
    for turn in turns:
        if turn.speaker == "person" and text != intent.words:
            likeness = SequenceMatcher(None, text.casefold(), turn.text.casefold())
            if likeness.quick_ratio() >= SAME and likeness.ratio() >= SAME:
                return "says an earlier turn again"
    return ""
