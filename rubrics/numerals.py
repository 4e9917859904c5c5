"""Numbers in a row of words: digits, English and Korean number words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import korean
from .lexicon import NUMBERS, SCALES


class Counted(NamedTuple):
    """A number, and the words that say it: those from `at` up to `end`."""

    value: float
    at: int
    end: int


def counted(words: Sequence[str], bare_one: bool = False) -> tuple[Counted, ...]:
    """Give the numbers that a row of words counts or names, in order.

    A `first` that opens the row and, unless `bare_one`, a `one` that stands alone are
    left out: mostly they count nothing.
    """
    found: list[Counted] = []
    at = 0
    while at < len(words):
        number = _read(words, at)
        if number is None:
            at += 1
            continue
        alone = number.end == at + 1
        one = words[at] == "one" and not bare_one
        bare = alone and (one or (words[at] == "first" and at == 0))
        if not bare:
            found.append(number)
        at = number.end
    return tuple(found)


def _read(words: Sequence[str], at: int) -> Counted | None:
    """Read one number, of several words maybe ("two hundred and five")."""
    word = words[at]
    after = words[at + 1] if at + 1 < len(words) else ""
    if word in SCALES:
        return _scaled(words, at, at, 1)
    if word[0].isdigit():
        return _scaled(words, at, at + 1, float(word))
    if word not in NUMBERS:
        if not korean.HANGUL.match(word):
            return None
        number = korean.counted(word, after)
        return None if number is None else Counted(number, at, at + 1)
    value = NUMBERS[word]
    end = at + 1
    if 20 <= value <= 90 and 1 <= NUMBERS.get(after, 0) <= 9:
        value, end = value + NUMBERS[after], end + 1
    if end < len(words) and words[end] == "dozen":
        return Counted(value * 12, at, end + 1)
    return _scaled(words, at, end, value)


def _scaled(words: Sequence[str], at: int, end: int, value: float) -> Counted:
    """Take in the scales after a number, and what is added after them."""
    total, scaled = 0.0, False
    while end < len(words) and words[end] in SCALES:
        value, end, scaled = value * SCALES[words[end]], end + 1, True
    if scaled and value >= 100:
        total, value = value, 0
        more = end + 1 if end < len(words) and words[end] == "and" else end
        rest = _read(words, more) if more < len(words) else None
        plain = rest is not None and words[more] not in SCALES
        if rest is not None and plain and rest.value < total and _follows(words, more):
            value, end = rest.value, rest.end
    return Counted(total + value, at, end)


def _follows(words: Sequence[str], at: int) -> bool:
    """Tell whether a number word may end a larger number: "two hundred and five"."""
    return NUMBERS.get(words[at], 0) >= 1 and words[at] not in ("first", "twice")
