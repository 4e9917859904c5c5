"""Numbers in a row of words: digits, English and Korean number words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from . import korean
from .lexicon import NUMBERS, SCALES

_COUNTING = {word: NUMBERS[word] for word in ("둘", "셋", "넷", "다섯", "여섯", "일곱")}
"""Korean numbers that may bear a particle; 열 is a fever too, 하나도 "at all"."""


MOST = 10**12
"""Where scales stop to be read."""


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
        if number is None and len(word) > 1:
            number = _COUNTING.get(korean.stem(word))
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
    total = 0.0
    while end < len(words) and words[end] in SCALES and value < MOST:
        value, end = value * SCALES[words[end]], end + 1
        more = end + (end < len(words) and words[end] == "and")
        small, after = _small(words, more)
        if not small or small >= value:
            continue
        if after < len(words) and SCALES.get(words[after], MOST) < value:
            # "two thousand five hundred": the thousands are done.
            total, value, end = total + value, small, after
        else:
            return Counted(total + value + small, at, after)
    return Counted(total + value, at, end)


def _small(words: Sequence[str], at: int) -> tuple[int, int]:
    """Give a number below a hundred and where it ends; 0 where there is none."""
    value = NUMBERS.get(words[at], 0) if at < len(words) else 0
    if not value or words[at] in ("first", "twice", "thrice", "dozen"):
        return 0, at
    unit = NUMBERS.get(words[at + 1], 0) if at + 1 < len(words) else 0
    if 20 <= value <= 90 and 1 <= unit <= 9:
        return value + unit, at + 2
    return value, at + 1
