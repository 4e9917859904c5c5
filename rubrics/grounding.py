"""Does a note hold only what the person said themselves?

Every content word of an item must be one of the person's own: the same lemma, stem or
synonym, said by them before the agent said it, not under a negation where the note has
none (or the reverse), and with the same numbers. Words that any note needs ("wants",
"a memory of") are free.

Known limits, left to a judge: a paraphrase in other words counts as invented; who did
what to whom ("a dog chased me", "chased a dog"), a lost "maybe", and a wrong pronoun
are not seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .contamination import first_said
from .transcript import Turn, said_by
from .words import PLAIN, Lexicon, content_in_order, negated, numbers, spoken

Why = Literal["new", "contaminated", "negation", "number"]


class Unsupported(NamedTuple):
    """A word of a note that the person's own words don't bear out."""

    word: str
    why: Why


def invented(
    item: str, turns: Sequence[Turn], lexicon: Lexicon = PLAIN
) -> tuple[Unsupported, ...]:
    """Give what a note's item holds beyond the person's own words, in its order."""
    person = [turn.text for turn in said_by("person", turns)]
    said, first = spoken(person, lexicon), first_said(turns, lexicon)
    flipped = _flipped(item, person, lexicon)
    found: dict[str, Unsupported] = {}
    for word in content_in_order(item):
        name = lexicon.canonical(word)
        if name not in said:
            found.setdefault(word, Unsupported(word, "new"))
        elif first[name].speaker == "agent":
            found.setdefault(word, Unsupported(word, "contaminated"))
        elif name in flipped:
            found.setdefault(word, Unsupported(word, "negation"))
    counted = {number for text in person for number in numbers(text)}
    missing = sorted(numbers(item) - counted)
    return (*found.values(), *(Unsupported(f"{n:g}", "number") for n in missing))


def _flipped(item: str, person: Sequence[str], lexicon: Lexicon) -> frozenset[str]:
    """Give the lemmas that the person always said with the other polarity."""
    denied = lexicon.of(word for text in person for word in negated(text))
    meant = lexicon.of(
        word
        for text in person
        for word in content_in_order(text)
        if word not in negated(text)
    )
    against = lexicon.of(negated(item))
    plain = spoken([item], lexicon) - against
    return (plain & (denied - meant)) | (against & (meant - denied))
