"""Words and what they come down to: tokens, content lemmas, numbers, negations.

English goes by lemma, then by stem, so that two forms of a word meet; Korean by the
noun or stem that is left when particles and endings are taken off. Each token is read
by its own script, so a sentence may mix both. What words mean together (a paraphrase,
who did what to whom) is out of reach here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from . import korean
from .lexicon import (
    APART,
    CONTRACTED,
    FRAME,
    FUNCTION,
    KIN,
    KO_BARE,
    KO_COUNTED,
    KO_COUNTERS,
    KO_FUNCTION,
    KO_SINO_COUNTERS,
    NUMBERS,
    SCALES,
)
from .numerals import Counted, counted

_TOKEN = re.compile(
    r"[가-힣]+|[a-z\u00df-\u024f]+(?:'[a-z]+)*"
    r"|(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:(?:st|nd|rd|th|s)\b)?|[^\W\d_]+"
)
_LETTER = re.compile(r"[^\W\d_]")
_ENDS = frozenset({"s", "d", "ll", "ve", "re", "m", "t", "em"})
_DIGITS = re.compile(r"(?:st|nd|rd|th|s|,)")
_QUOTES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'", "`": "'"})
_KO_EMPTY = KO_FUNCTION | KO_BARE | KO_COUNTED.keys() | NUMBERS.keys()
KEPT = 4096
"""Texts whose words stay at hand."""


def clean(text: str) -> str:
    """Give a text in one form: NFKC, lower case, no invisible characters."""
    if text.isascii() and text.isprintable():
        return text.lower().translate(_QUOTES)
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    return "".join(
        char
        for char in plain
        if char in "\n\t " or unicodedata.category(char) not in ("Cf", "Cc", "Co", "Cs")
    )


@lru_cache(maxsize=KEPT)
def tokens(text: str) -> tuple[str, ...]:
    """Give the words and numbers of a text in order; `n't` is a word of its own.

    Numbers come without separators and endings: "1,000th" is "1000".
    """
    return tuple(_split(_TOKEN.findall(clean(text))))


def _split(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word[0].isdigit():
            yield _DIGITS.sub("", word)
        elif word in CONTRACTED:
            yield from (CONTRACTED[word], "n't")
        elif word.endswith("n't"):
            yield from (word[:-3], "n't")
        elif "'" in word:
            first, *others = word.split("'")
            yield "".join([first, *(part for part in others if part not in _ENDS)])
        else:
            yield word


@lru_cache(maxsize=KEPT * 4)
def lemma(word: str) -> str:
    """Give what a word comes down to: equal for the forms of one word."""
    return korean.stem(word) if korean.HANGUL.match(word) else _english(word)


def _english(word: str) -> str:
    if word.endswith("iness"):
        word = f"{word[:-5]}y"
    base = KIN.get(word) or headword(word)
    base = KIN.get(base, base)
    if base in APART:
        return base
    stem = str(_stemmer().stemWord(base))
    if stem.endswith(("is", "ys")):
        # One key for organise and organize.
        return f"{stem[:-1]}z"
    # The stemmer leaves the adverbs of short words whole: slowly, boldly.
    return stem[:-2] if base.endswith("ly") and stem.endswith("li") else stem


@lru_cache(maxsize=KEPT * 4)
def headword(word: str) -> str:
    """Give the form of an English word that stands in a dictionary."""
    import simplemma

    # Names of days and months come back with a capital.
    return str(simplemma.lemmatize(word, lang="en")).lower()


@cache
def _stemmer():  # type: ignore[no-untyped-def]  # imported late
    from snowballstemmer import stemmer

    return stemmer("english")


@lru_cache(maxsize=KEPT * 4)
def bears(word: str) -> bool:
    """Tell whether a token is neither a function word, a number nor a stray letter.

    Frame words bear something too: a note may say them of the person.
    """
    if korean.HANGUL.match(word):
        return word not in _KO_EMPTY and lemma(word) not in _KO_EMPTY
    if word in FUNCTION or word in NUMBERS or word in SCALES or word[0].isdigit():
        return False
    return len(word) > 1


@lru_cache(maxsize=KEPT * 4)
def is_content(word: str) -> bool:
    """Tell whether a token has a content of its own."""
    return bears(word) and word not in FRAME and headword(word) not in FRAME


@lru_cache(maxsize=KEPT)
def content(text: str) -> frozenset[str]:
    """Give the content lemmas of a text: what is left of function and frame words."""
    return frozenset(content_in_order(text))


@lru_cache(maxsize=KEPT)
def content_in_order(text: str) -> tuple[str, ...]:
    """Give the content lemmas of a text in order, each as often as it comes."""
    words = tokens(text)
    return tuple(
        lemma(word)
        for at, word in enumerate(words)
        if is_content(word) and not counts(words, at)
    )


def counts(words: Sequence[str], at: int) -> bool:
    """Tell whether a word is a Korean number or the counter after one (두 마리)."""
    word = words[at]
    if not korean.HANGUL.match(word):
        return False
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    if korean.counted(word, after) is not None:
        return True
    if before[:1].isdigit():
        return bool({word, lemma(word)} & (KO_COUNTERS | KO_SINO_COUNTERS))
    bare = korean.counted(before, "") is None
    return bare and korean.counted(before, word) is not None


@lru_cache(maxsize=KEPT)
def numerals(text: str) -> tuple[Counted, ...]:
    """Give the numbers of a text with their places among its tokens."""
    return counted(tokens(text))


@lru_cache(maxsize=KEPT)
def numbers(text: str) -> frozenset[float]:
    """Give the numbers that a text counts or names.

    Left out is a bare `one`, which mostly counts nothing.
    """
    return frozenset(number.value for number in numerals(text))


def negated(text: str) -> frozenset[str]:
    """Give the content lemmas that stand under a negation: see `negation.denied`."""
    from .negation import denied

    return denied(text)


def hangul_share(text: str) -> float:
    """Give the share of Hangul among a text's letters, 0..1."""
    plain = clean(text)
    if plain.isascii():
        return 0.0
    letters = _LETTER.findall(plain)
    hangul = sum(bool(korean.HANGUL.match(each)) for each in letters)
    return hangul / max(1, len(letters))


@dataclass(frozen=True)
class Lexicon:
    """Groups of words that count as the same, as specs give them.

    A form of several words stands for its last one.
    """

    groups: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def _first(self) -> Mapping[str, str]:
        """Name each group after its first word. Late, for lemmas take time to load."""
        return {
            lemma(token): lemma(tokens(group[0])[-1])
            for group in self.groups
            for word in group
            for token in tokens(word)[-1:]
        }

    def canonical(self, word: str) -> str:
        """Give the one lemma that stands for a lemma's whole group."""
        return self._first.get(word, word)

    def of(self, words: Iterable[str]) -> frozenset[str]:
        """Give the canonical lemmas of lemmas."""
        return frozenset(map(self.canonical, words))

    def same(self, one: str, other: str) -> bool:
        """Tell whether two lemmas count as the same word."""
        return self.canonical(one) == self.canonical(other)


PLAIN = Lexicon()
"""A lexicon in which only forms of one word are the same."""


def spoken(texts: Sequence[str], lexicon: Lexicon = PLAIN) -> frozenset[str]:
    """Give the canonical content lemmas of several texts together."""
    return lexicon.of(word for text in texts for word in content(text))
