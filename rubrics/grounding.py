"""Does a note hold only what the person said themselves?

Every word of an item that says something must be one of the person's own: the same
lemma, stem or synonym, said by them before the agent said it, not under a negation
where the note has none (or the reverse), and with the same numbers. Words that any
note needs ("wants", "a memory of") are free.

Known limits, left to a judge: a paraphrase or a translation in other words counts as
invented; who did what to whom ("a dog chased me", "chased a dog"), whose detail it is
("a red boat and a blue house", "a blue boat"), a lost "maybe", and a wrong pronoun are
not seen. Polarity goes by rules, not by a parser: see `negation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from .contamination import first_said
from .korean import HANGUL
from .lexicon import EVENTS, LEAVING_OUT, LOOSE_NUMBERS, SLOTS, UNITS, WEIGHTY
from .negation import Said, polarity
from .numerals import counted
from .transcript import Turn
from .words import (
    KEPT,
    PLAIN,
    Lexicon,
    clean,
    content,
    headword,
    is_content,
    lemma,
    numerals,
    tokens,
)

Why = Literal["new", "contaminated", "negation", "number"]
_LEAVING_OUT = re.compile(LEAVING_OUT)
_SENTENCE = re.compile(r"[^.!?\u2026\n]+")
_NOTHING = re.compile(r"\W*(?:no|nope|nothing|none|없|아니|딱히)")
"""How an answer begins that names nothing to leave out ("no thunder" denies anyway)."""
_SHORT = 4
"""Content words of an answer that only names what to leave out, at most."""


class Unsupported(NamedTuple):
    """A word of a note that the person's own words don't bear out."""

    word: str
    """As it stands in the item, in lower case; a number in digits."""
    why: Why


class Own(NamedTuple):
    """What the person said, by canonical lemma."""

    said: frozenset[str]
    meant: frozenset[str]
    """Said somewhere without a negation."""
    denied: frozenset[str]
    """Said somewhere under one, or in answer to what should be left out."""


def invented(
    item: str,
    turns: Sequence[Turn],
    lexicon: Lexicon = PLAIN,
    *,
    excluded: bool = False,
) -> tuple[Unsupported, ...]:
    """Give what a note's item holds beyond the person's own words, in its order.

    `turns` is the whole talk, both speakers. `excluded` says that the item stands in a
    list of what to leave out, so that "thunder" is borne out by "no thunder".
    Numbers come last, smallest first.
    """
    own = _own(turns, lexicon)
    first = first_said(turns, lexicon)
    found: dict[str, Unsupported] = {}
    words = _weighed(item)
    names = {lexicon.canonical(word.lemma) for word in words}
    # A sentence quoted whole flips nothing, unless it lands among what to leave out.
    settled = bool(names & own.denied) if excluded else _verbatim(item, turns)
    for at, word in enumerate(words):
        name = lexicon.canonical(word.lemma)
        why: Why | None = None
        if name not in own.said:
            why = None if _joined(words, at, turns) else "new"
        elif _is_contaminated(word, first.get(name)):
            why = "contaminated"
        elif not settled and _flipped(name, word.denied or excluded, own):
            why = "negation"
        if why:
            found.setdefault(word.lemma, Unsupported(word.word, why))
    wrong = sorted(set(_miscounted(item, turns, lexicon)))
    return (*found.values(), *(Unsupported(f"{n:g}", "number") for n in wrong))


def _verbatim(item: str, turns: Sequence[Turn]) -> bool:
    """Tell whether the item is whole sentences of a turn: then it flips nothing.

    A piece of one does: "afraid", of "I wasn't afraid".
    """
    quoted = tokens(item)
    if not quoted:
        return False
    for turn in turns:
        if turn.speaker == "person":
            words, edges = _sentences(turn.text)
            for start in edges:
                end = start + len(quoted)
                if end in edges and words[start:end] == quoted:
                    return True
    return False


@lru_cache(maxsize=KEPT)
def _sentences(text: str) -> tuple[tuple[str, ...], frozenset[int]]:
    """Give the words of a text, and the places between its sentences."""
    words: list[str] = []
    edges = {0}
    for sentence in _SENTENCE.findall(text):
        words += tokens(sentence)
        edges.add(len(words))
    return tuple(words), frozenset(edges)


# ---------------------------------------------------------------- words


@lru_cache(maxsize=KEPT)
def _weighed(item: str) -> tuple[Said, ...]:
    """Give the words of an item that must be borne out, once for each polarity."""
    units = set(_units(tokens(item)))
    weighed = (
        said
        for said in polarity(item)
        if said.word not in units
        and (is_content(said.word) or said.word in WEIGHTY or _is_denied_event(said))
    )
    return tuple(dict.fromkeys(weighed))


def _is_denied_event(said: Said) -> bool:
    return headword(said.word) in EVENTS


def _units(words: Sequence[str]) -> Iterator[str]:
    """Give the units of measure that stand beside a number."""
    for number in counted(words):
        near = words[max(0, number.at - 3) : number.end + 3]
        yield from (word for word in near if word in UNITS)


def _own(turns: Sequence[Turn], lexicon: Lexicon) -> Own:
    said: set[str] = set()
    meant: set[str] = set()
    denied: set[str] = set()
    asked = ""
    for turn in turns:
        if turn.speaker == "agent":
            asked = turn.text
            continue
        words = polarity(turn.text)
        names = {lexicon.canonical(word.lemma) for word in words}
        against = {lexicon.canonical(word.lemma) for word in words if word.denied}
        plain = {lexicon.canonical(word.lemma) for word in words if not word.denied}
        said |= names
        denied |= against
        if _asks_what_to_leave_out(asked) and not _NOTHING.match(clean(turn.text)):
            denied |= plain
            if not against and len(content(turn.text)) <= _SHORT:
                plain = set()
        meant |= plain
        asked = ""
    return Own(frozenset(said), frozenset(meant), frozenset(denied))


@lru_cache(maxsize=KEPT)
def _asks_what_to_leave_out(text: str) -> bool:
    return bool(_LEAVING_OUT.search(clean(text)))


def _is_contaminated(word: Said, first: Turn | None) -> bool:
    if first is None or first.speaker == "person":
        return False
    return not {word.word, headword(word.word), word.lemma} & (SLOTS | WEIGHTY)


def _flipped(name: str, denied: bool, own: Own) -> bool:
    """Tell whether the person only ever said a word with the other polarity."""
    if denied:
        return name not in own.denied
    return name not in own.meant


def _joined(words: Sequence[Said], at: int, turns: Sequence[Turn]) -> bool:
    """Tell whether a word is the person's, but for a space or a hyphen."""
    here = words[at].word
    before = words[at - 1].word + here if at else ""
    after = here + words[at + 1].word if at + 1 < len(words) else ""
    for turn in turns:
        if turn.speaker == "person":
            apart, whole = _pairs(turn.text), tokens(turn.text)
            if {here, lemma(here)} & apart or {before, after} & {*whole, *apart}:
                return True
    return False


@lru_cache(maxsize=KEPT)
def _pairs(text: str) -> frozenset[str]:
    """Give each two neighbouring words of a text as one."""
    words = tokens(text)
    pairs = pairwise(words)
    return frozenset(one + form for one, two in pairs for form in (two, lemma(two)))


# ---------------------------------------------------------------- numbers


def _miscounted(item: str, turns: Sequence[Turn], lexicon: Lexicon) -> Iterator[float]:
    """Give the numbers of an item that the person didn't say, or not of that thing."""
    own = [turn.text for turn in turns if turn.speaker == "person"]
    theirs = {number.value for text in own for number in numerals(text)}
    theirs |= {LOOSE_NUMBERS[w] for t in own for w in tokens(t) if w in LOOSE_NUMBERS}
    theirs |= {1.0 for text in own if "one" in tokens(text)}
    yield from (n.value for n in numerals(item) if n.value not in theirs)
    counts: dict[str, set[float]] = {}
    for text in own:
        for thing, value in _of_what(text):
            counts.setdefault(lexicon.canonical(thing), set()).add(value)
    for thing, value in _of_what(item):
        known = counts.get(lexicon.canonical(thing))
        if known and value not in known:
            yield value


@lru_cache(maxsize=KEPT)
def _of_what(text: str) -> tuple[tuple[str, float], ...]:
    """Give what each number of a text counts: the word after it, in Korean before."""
    words = tokens(text)
    found = []
    for number in counted(words, bare_one=True):
        near = words[number.end : number.end + 1]
        if HANGUL.match((*near, words[number.at])[0]) and number.at:
            near = words[number.at - 1 : number.at]
        found += [(lemma(w), number.value) for w in near if is_content(w)]
    return tuple(found)
