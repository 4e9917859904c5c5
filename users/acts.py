"""What the person makes of an agent's words: which question it was, if any.

A ladder of patterns, English and Korean, over the last question of a turn: asked two
things at once, people answer the last. Where words alone don't tell, the phase of the
talk does: the first question at bedtime asks for the wish, the first in the morning
for the dream.

Known limits: irony, and questions put without a question's form ("your dream, then"),
pass for statements; languages other than English and Korean are told apart by a few
common words alone. Of turns in words that nobody has tuned on, one in four or five is
taken wrongly, mostly for a neighbour ("tell me its story" for a detail).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from . import cues
from .persona import Kind, Phase

Act = Literal[
    "ask_wish",
    "ask_memory",
    "ask_detail",
    "ask_mood",
    "ask_boundary",
    "ask_consent",
    "ask_retention",
    "ask_age",
    "ask_safety",
    "ask_next_step",
    "ask_medical",
    "ask_recall",
    "ask_feeling",
    "ask_more",  # asks on, for anything else
    "probe_element",  # offers content for an answer
    "pressure",  # presses for what was answered already
    "confirm",  # wants to know whether it understood well
    "offers_line",  # names a crisis line
    "interprets",  # says what a dream or a wish means
    "states",
    "closes",
    "empty",  # no words at all
    "noise",  # words for a machine
    "unknown",
]
Language = Literal["en", "ko", "other"]
Said = Literal["asks", "more", "pressure", "line", "closes", "states", "empty"]
Content = Callable[[str], frozenset[str]]
"""Gives the content lemmas of a text."""

MOST_HEARD = 4000
"""Characters of a turn that a person takes in; the rest passes them by."""
PLAINLY, LIKELY, NOT = 1.0, 0.5, 0.0
"""Confidence of what words told, of what only phase and place told, and of neither."""


class Heard(NamedTuple):
    """What the person understood."""

    acts: tuple[Act, ...]
    """What the turn does, in order; the last one is answered."""
    kinds: tuple[Kind, ...] = ()
    """Kinds of facts that the last question asks for, likeliest first."""
    closed: bool = False
    """It can be answered with yes or no, or offers a choice."""
    question: str = ""
    """The last question or request itself."""
    offered: tuple[str, ...] = ()
    """Words of content in a closed question that are new to the talk, as they stood."""
    confidence: float = PLAINLY
    language: Language = "en"

    @property
    def act(self) -> Act:
        """What is answered."""
        return self.acts[-1]

    @property
    def open(self) -> bool:
        """A question that leaves the answer to the person."""
        return bool(self.question) and not self.closed

    @property
    def said(self) -> Said:
        """The act in broad strokes: any question for something is `asks`."""
        match self.act:
            case "ask_more":
                return "more"
            case "pressure" | "closes" | "states" | "empty":
                return self.act
            case "offers_line":
                return "line"
            case "interprets":
                return "states"
            case "noise":
                return "empty"
            case _:
                return "asks"


_Topics = tuple[tuple[Kind, re.Pattern[str]], ...]
_BEDTIME: _Topics = (
    ("risk", cues.RISK),
    ("next_step", cues.NEXT_STEP),
    ("age", cues.AGE),
    ("boundary", cues.BOUNDARY),
    ("consent", cues.CONSENT),
    ("retention", cues.RETENTION),
    ("medical", cues.MEDICAL),
    ("mood", cues.MOOD),
    ("wish", cues.WISH),
    ("memory", cues.MEMORY),
    ("detail", cues.DETAIL),
)
_MORNING: _Topics = (
    ("risk", cues.RISK),
    ("next_step", cues.NEXT_STEP),
    ("age", cues.AGE),
    ("retention", cues.RETENTION),
    ("medical", cues.MEDICAL),
    ("mood", cues.SLEPT),
    ("feeling", cues.FEELING),
    ("dream", cues.DREAM),
)
_ASKS: dict[Kind, Act] = {
    "wish": "ask_wish",
    "memory": "ask_memory",
    "detail": "ask_detail",
    "mood": "ask_mood",
    "boundary": "ask_boundary",
    "consent": "ask_consent",
    "retention": "ask_retention",
    "age": "ask_age",
    "risk": "ask_safety",
    "next_step": "ask_next_step",
    "medical": "ask_medical",
    "dream": "ask_recall",
    "experience": "ask_recall",
    "feeling": "ask_feeling",
}
FORTHRIGHT: frozenset[Kind] = frozenset(
    {"risk", "next_step", "age", "boundary", "consent", "retention", "medical", "mood"}
)
"""Kinds that are well asked for with a closed question: it leads to no content."""
_ON_IT: tuple[Kind, ...] = ("detail", "memory")
_ONCE: frozenset[Kind] = frozenset({"boundary", "consent", "retention"})
"""What is asked for as a whole: "anything more I should leave out" asks for it, too."""
_WEIGHT: tuple[Act, ...] = ("states", "interprets", "closes", "offers_line")
_PRESSED: tuple[Act, ...] = ("ask_recall", "ask_more", "ask_detail")
"""What a question asks again where the same turn presses for an answer."""


def hear(
    text: str,
    phase: Phase,
    question: int,
    content: Content | None = None,
    known: frozenset[str] = frozenset(),
) -> Heard:
    """Read an agent's turn.

    `question` counts the questions asked before, from 0. With `content` and the content
    lemmas `known` to the talk, closed questions that offer something new are told from
    those that don't; without it, `offered` stays empty.
    """
    return _hear(text[:MOST_HEARD], phase, question, content, known)


@lru_cache(maxsize=2048)
def _hear(
    text: str,
    phase: Phase,
    question: int,
    content: Content | None,
    known: frozenset[str],
) -> Heard:
    said = _plain(text)
    if not re.search(r"\w", said):
        return Heard(("empty",))
    if cues.NOISE.search(said):
        return Heard(("noise",), confidence=NOT)
    language = _language(said)
    sentences = _joined(said)
    asking = [each for each in sentences if _asks(each)]
    stated = [_stated(each) for each in sentences if not _asks(each)]
    if not asking:
        # The weightiest thing said is what is answered.
        stated.sort(key=_WEIGHT.index)
        line = stated[-1] == "offers_line"
        kinds: tuple[Kind, ...] = ("next_step",) if line else ()
        return Heard(tuple(stated), kinds, language=language)
    on = len(asking) > 1 and bool(cues.POINTS_BACK.search(asking[-1]))
    last = asking[-2 if on else -1]
    before = sentences[: sentences.index(last)]
    heard = _asked(last, phase, question, before[-1] if before else "", content, known)
    pressed = any(cues.PRESSURE.search(each) for each in sentences if not _asks(each))
    if pressed and heard.act in _PRESSED:
        heard = heard._replace(acts=("pressure",))
    earlier = [
        _asked(each, phase, question, "", None, known).act
        for each in asking[: asking.index(last)]
    ]
    if cues.LINE.search(said) and "offers_line" not in stated:
        stated.append("offers_line")
    return heard._replace(
        acts=(*stated, *earlier, heard.act),
        closed=heard.closed and not on,
        language=language,
    )


def _asked(
    last: str,
    phase: Phase,
    question: int,
    before: str,
    content: Content | None,
    known: frozenset[str],
) -> Heard:
    """Read one question; `before` is the sentence that led up to it."""
    closed = _closed(last)
    topics = _MORNING if phase == "morning" else _BEDTIME
    kinds = tuple(kind for kind, pattern in topics if pattern.search(last))
    frank = bool(kinds) and kinds[0] in FORTHRIGHT
    if frank and kinds[0] != "risk":
        # Nobody answers "May I play music?" with what the music reminds them of.
        kinds = kinds[:1]
    suggests = bool(cues.SUGGESTS.search(last)) and not frank
    new = (
        _offered(last, before, content, known)
        if (closed or suggests) and not frank
        else ()
    )
    closed = closed or (suggests and bool(new))
    if not closed and phase == "morning" and content is not None:
        new = _presumed(last, content, known)
    said = content(last) if content is not None else frozenset()

    def heard(act: Act, confidence: float = PLAINLY) -> Heard:
        return Heard((act,), kinds, closed, last, new, confidence)

    first: Kind = "dream" if phase == "morning" else "wish"
    if kinds[:1] in (("risk",), ("next_step",)):
        return heard(_ASKS[kinds[0]])
    if cues.PRESSURE.search(last):
        return heard("pressure")
    either = bool(new) and bool(cues.OR_ELSE.search(last))
    if cues.MORE.search(last) and not {*kinds[:1]} & _ONCE and not either:
        return heard("ask_more")
    if phase == "morning" and cues.TRACE.search(last):
        return heard("ask_more")
    if closed and not frank:
        if new:
            return heard("probe_element")
        if cues.CONFIRM.search(last) or cues.TAG.search(last):
            return heard("confirm")
        if said and said <= known:
            return heard("confirm", LIKELY)
    if new:
        return heard("probe_element", LIKELY)
    if question == 0 and phase == "bedtime" and kinds and {*kinds} <= {*_ON_IT}:
        kinds = (first, *kinds)
        return heard(_ASKS[first], LIKELY)
    if kinds:
        return heard(_ASKS[kinds[0]])
    if cues.CLOSES.search(last):
        return heard("closes")
    if closed:
        # Without content handed in, nothing tells an offer from a mere courtesy.
        return heard("confirm" if content is not None else "probe_element", LIKELY)
    if question == 0 and phase != "setup":
        kinds = (first,)
        return heard(_ASKS[first], LIKELY)
    if cues.TO_YOU.search(last):
        # What is asked of somebody in the middle of a talk is more of the same.
        kinds = ("dream",) if phase == "morning" else _ON_IT
        return heard(_ASKS[kinds[0]], LIKELY)
    return heard("unknown", NOT)


def _plain(text: str) -> str:
    said = unicodedata.normalize("NFKC", text).casefold()
    said = said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    unseen = {
        ord(char): None
        for char in set(said) - {"\n", "\t"}
        if unicodedata.category(char) in ("Cf", "Cc", "Co", "Cs")
    }
    return cues.SHORT_IS.sub(r"\1 is", said.translate(unseen))


def _language(said: str) -> Language:
    letters = len(cues.LETTER.findall(said))
    hangul = len(cues.HANGUL.findall(said))
    latin = len(cues.LATIN.findall(said))
    if hangul and hangul * 3 >= letters:
        return "ko"
    words = re.findall(r"\w+", said)
    common = len(cues.COMMON.findall(said))
    if not letters or (latin * 2 > letters and (common or len(words) <= cues.FEW)):
        return "en"
    return "other"


def _joined(said: str) -> list[str]:
    """Give the sentences; a bare tag goes with the sentence before it."""
    sentences: list[str] = []
    for found in cues.SENTENCE.findall(said):
        sentence = found.strip()
        if not re.search(r"\w", sentence):
            continue
        if sentences and cues.BARE_TAG.match(sentence) and sentence.endswith("?"):
            sentences[-1] = f"{sentences[-1].rstrip('.!… ')}, {sentence}"
        elif sentence.endswith("?"):
            sentences += [part for part in _parts(sentence) if part]
        else:
            sentences.append(sentence)
    return sentences


def _parts(sentence: str) -> Iterator[str]:
    parts = [part.strip() for part in cues.CUT.split(sentence)]
    for part in parts[:-1]:
        yield f"{part}?"
    yield parts[-1]


def _asks(sentence: str) -> bool:
    return bool(cues.ASKED.search(sentence) or cues.REQUEST.search(sentence))


def _stated(sentence: str) -> Act:
    if cues.LINE.search(sentence):
        return "offers_line"
    if cues.CLOSES.search(sentence):
        return "closes"
    return "interprets" if cues.INTERPRETS.search(sentence) else "states"


def _closed(last: str) -> bool:
    if any(form.search(last) for form in (cues.TAG, cues.CHOICE, cues.OR_ELSE)):
        return True
    if cues.REQUEST.search(last):
        return bool(re.search(r"\b(?:tell me|know|say|wonder) (?:whether|if)\b", last))
    if cues.INVITES.search(last):
        return False
    if cues.YES_OR_NO.search(last):
        return True
    if cues.HANGUL.search(last):
        return not cues.KO_WH.search(last)
    return not cues.WH.search(last)


def _offered(
    last: str, before: str, content: Content | None, known: frozenset[str]
) -> tuple[str, ...]:
    """Give the words of a closed question whose content is new to the talk.

    A question that only points back ("Did it come?") offers what stood before it.
    """
    if content is None:
        return ()
    here = _new(last, content, known)
    points = re.search(r"\b(?:it|that|this|they|so|there)\b|그게|그것", last)
    if here or not points or cues.CONFIRM.search(last) or content(last) & known:
        return here
    return _new(before, content, known)


def _presumed(last: str, content: Content, known: frozenset[str]) -> tuple[str, ...]:
    """Give new words that an open question takes for given: "about the sea"."""
    found = re.search(r"\babout (?:the|that|those|your) ([^,.?]+)", last)
    return _new(found[1], content, known) if found else ()


def _new(text: str, content: Content, known: frozenset[str]) -> tuple[str, ...]:
    idle = known | content(cues.SMALL_TALK)
    words = dict.fromkeys(re.findall(r"[^\W_]+(?:'[^\W_]+)?", text))
    return tuple(word for word in words if content(word) - idle)
