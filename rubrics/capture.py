"""Two figures that are easily mixed up: what was elicited, and what was captured.

Elicited is the share of the facts there were to tell that the person told: the skill
of asking. Captured is the share of the told facts that the note holds: the skill of
noting. A note can't be blamed for what nobody asked, nor the asking for what was lost
on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .lexicon import WEIGHTY
from .words import PLAIN, Lexicon, bears, content, lemma, numbers, tokens

SHARE = 0.6
"""A fact without key words is held if a note has this share of its content words:
three of five. Its own choice: looser would take any shared word for the fact, and a
note that quotes in part should count."""


class Share(NamedTuple):
    """A share 0..1 and what is missing; None where there was nothing."""

    value: float | None
    missing: tuple[str, ...]


class Told(NamedTuple):
    """A fact as it was told: what was said, and the words that show it."""

    id: str
    said: str
    key: tuple[str, ...] = ()
    """Key words, all of which a note must hold; without them, see `SHARE`."""


def holds(note: Iterable[str], fact: Told, lexicon: Lexicon = PLAIN) -> bool:
    """Tell whether a note's texts hold a fact."""
    texts = list(note)
    have = lexicon.of(lemma(word) for text in texts for word in tokens(text))
    counted = {number for text in texts for number in numbers(text)}
    if fact.key:
        words = [lexicon.of(_weight(word)) for word in fact.key if not numbers(word)]
        figures = {number for word in fact.key for number in numbers(word)}
        return all(each <= have for each in words) and figures <= counted
    wanted = lexicon.of(_weight(fact.said))
    return bool(wanted) and len(wanted & have) >= SHARE * len(wanted)


def _weight(text: str) -> frozenset[str]:
    """Give the content of a text, or all it has: "good" is the whole of a mood."""
    words = tokens(text)
    weighty = [word for word in words if word in WEIGHTY]
    said = weighty or list(filter(bears, words)) or words
    return content(text) or frozenset(map(lemma, said))


def _share(there: int, missing: tuple[str, ...]) -> Share:
    return Share((there - len(missing)) / there if there else None, missing)


def elicited(there: Sequence[str], told: Iterable[str]) -> Share:
    """Give the share of the facts (by id) that were told."""
    missing = tuple(fact for fact in there if fact not in set(told))
    return _share(len(there), missing)


def captured(
    told: Sequence[Told], notes: Mapping[str, Sequence[str]], lexicon: Lexicon = PLAIN
) -> Share:
    """Give the share of told facts that the note holds.

    `notes` gives, for each fact's id, the texts of the note in which it belongs.
    """
    missing = tuple(
        fact.id for fact in told if not holds(notes[fact.id], fact, lexicon)
    )
    return _share(len(told), missing)
