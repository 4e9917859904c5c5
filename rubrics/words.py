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

from .lexicon import (
    FRAME,
    FUNCTION,
    KO_COUNTED,
    KO_COUNTERS,
    KO_ENDINGS,
    KO_FUNCTION,
    KO_LIGHT,
    KO_NEGATES_NEXT,
    KO_NEGATIONS,
    KO_PARTICLES,
    NEGATIONS,
    NUMBERS,
)

_TOKEN = re.compile(r"[가-힣]+|[a-z\u00df-\u024f]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[^\W\d_]+")
_HANGUL = re.compile(r"[가-힣]")
_LETTER = re.compile(r"[^\W\d_]")
_CLAUSE = re.compile(
    r"[.!?;:,\n]|\b(?:but|although|though|only|except|instead)\b|하지만|그런데"
)
_QUOTES = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'", "`": "'"})
SCOPE = 5
"""Content words that a negation reaches at most."""
KEPT = 4096
"""Texts whose words stay at hand."""


def clean(text: str) -> str:
    """Give a text in one form: NFKC, lower case, no invisible characters."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    return "".join(
        char
        for char in plain
        if char in "\n\t " or unicodedata.category(char) not in ("Cf", "Cc", "Co", "Cs")
    )


@lru_cache(maxsize=KEPT)
def tokens(text: str) -> tuple[str, ...]:
    """Give the words and numbers of a text in order; `n't` is a word of its own."""
    return tuple(_split(_TOKEN.findall(clean(text))))


def _split(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if word.endswith("n't"):
            yield from (word[:-3], "n't")
        elif "'" in word:
            yield word.split("'", 1)[0]
        else:
            yield word


@lru_cache(maxsize=KEPT)
def lemma(word: str) -> str:
    """Give what a word comes down to: equal for the forms of one word."""
    return _korean(word) if _HANGUL.match(word) else _english(word)


def _english(word: str) -> str:
    import simplemma

    return str(_stemmer().stemWord(simplemma.lemmatize(word, lang="en")))


@cache
def _stemmer():  # type: ignore[no-untyped-def]  # imported late
    from snowballstemmer import stemmer

    return stemmer("english")


def _korean(word: str) -> str:
    """Take an ending or a particle off, as long as a syllable is left."""
    for endings in (KO_ENDINGS, KO_PARTICLES):
        for ending in endings:
            if word.endswith(ending) and len(word) > len(ending) + (len(ending) == 1):
                stem = word[: -len(ending)]
                light = stem.endswith(KO_LIGHT) and len(stem) > len("수영")
                return stem[:-1] if light else stem
    return word


@cache
def _lemmas(words: frozenset[str]) -> frozenset[str]:
    return words | {lemma(word) for word in words}


def is_content(word: str) -> bool:
    """Tell whether a token has a content of its own."""
    if _HANGUL.match(word):
        empty = KO_FUNCTION | KO_COUNTED.keys()
        return word not in KO_PARTICLES and empty.isdisjoint((word, lemma(word)))
    if word in FUNCTION or word in NUMBERS or word[0].isdigit():
        return False
    # One letter is no word, and "not", cut off "cannot", no content.
    return len(word) > 1 and lemma(word) not in _lemmas(FRAME)


@lru_cache(maxsize=KEPT)
def content(text: str) -> frozenset[str]:
    """Give the content lemmas of a text: what is left of function and frame words."""
    return frozenset(content_in_order(text))


@lru_cache(maxsize=KEPT)
def content_in_order(text: str) -> tuple[str, ...]:
    """Give the content lemmas of a text in order, each as often as it comes."""
    return tuple(lemma(word) for word in tokens(text) if is_content(word))


@lru_cache(maxsize=KEPT)
def numbers(text: str) -> frozenset[float]:
    """Give the numbers that a text counts or names.

    Left out is a bare `one`, which mostly counts nothing.
    """
    found: list[float] = []
    words = tokens(text)
    for at, word in enumerate(words):
        after = words[at + 1] if at + 1 < len(words) else ""
        before = words[at - 1] if at else ""
        if word[0].isdigit():
            found.append(float(word))
        elif word == "one":
            if found and 20 <= NUMBERS.get(before, 0) <= 90:
                found[-1] += 1
        elif word == "hundred" and found and before in NUMBERS:
            found[-1] *= 100
        elif word == "hundred":
            found.append(100)
        elif word in NUMBERS:
            tens = NUMBERS.get(before, 0)
            if found and 20 <= tens <= 90 and NUMBERS[word] < 10:
                found[-1] += NUMBERS[word]
            else:
                found.append(NUMBERS[word])
        elif word in KO_COUNTED and after and lemma(after) in KO_COUNTERS:
            found.append(KO_COUNTED[word])
    return frozenset(found)


@lru_cache(maxsize=KEPT)
def negated(text: str) -> frozenset[str]:
    """Give the content lemmas that stand under a negation.

    English: what follows it in its clause. Korean: what stands before 말고, 없이,
    싫, 않 and the like, or after 안 and 못.
    """
    found: set[str] = set()
    for clause in _CLAUSE.split(clean(text)):
        words = tokens(clause)
        reach = 0
        for at, word in enumerate(words):
            if word in NEGATIONS:
                reach = SCOPE
            elif word in KO_NEGATES_NEXT:
                reach = 1
            elif word.startswith(KO_NEGATIONS):
                before = [w for w in words[:at] if is_content(w)]
                found.update(lemma(w) for w in before[-2:])
            elif reach and is_content(word):
                found.add(lemma(word))
                reach -= 1
    return frozenset(found)


def hangul_share(text: str) -> float:
    """Give the share of Hangul among a text's letters, 0..1."""
    letters = _LETTER.findall(clean(text))
    return sum(bool(_HANGUL.match(each)) for each in letters) / max(1, len(letters))


@dataclass(frozen=True)
class Lexicon:
    """Groups of words that count as the same, as specs give them."""

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
