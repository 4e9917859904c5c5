"""Who said a word first: what the agent brought in is not the person's own.

A word that the agent says first and the person only takes up afterwards stays the
agent's, however often it is repeated: whether it would have come anyway, nobody can
tell any more. Words are compared by lemma and synonym group; a paraphrase that the
agent offers ("the ocean" for "lots of water") is beyond this check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .transcript import Turn
from .words import PLAIN, Lexicon, content_in_order


def first_said(turns: Sequence[Turn], lexicon: Lexicon = PLAIN) -> Mapping[str, Turn]:
    """Give, for every content lemma (canonical), the turn in which it came first."""
    first: dict[str, Turn] = {}
    for turn in turns:
        for word in content_in_order(turn.text):
            first.setdefault(lexicon.canonical(word), turn)
    return first


def own_words(turns: Sequence[Turn], lexicon: Lexicon = PLAIN) -> frozenset[str]:
    """Give the content lemmas (canonical) that the person brought in themselves."""
    first = first_said(turns, lexicon)
    return frozenset(w for w, turn in first.items() if turn.speaker == "person")


def contaminated(
    words: Iterable[str], turns: Sequence[Turn], lexicon: Lexicon = PLAIN
) -> Mapping[str, Turn]:
    """Give those of the lemmas that the agent said first, with the agent's turn."""
    first = first_said(turns, lexicon)
    return {
        word: first[name]
        for word in words
        if (name := lexicon.canonical(word)) in first and first[name].speaker == "agent"
    }
