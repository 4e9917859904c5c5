"""What a text denies: words under a negation, English and Korean.

Read clause by clause and by a few rules of scope, without a parser. Beyond it: irony,
a denial by contrast ("anything would be nicer than a dog"), and a negation whose object
stands in another sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from . import korean
from .lexicon import (
    ABLE,
    ADVERBS,
    ASKING_FOR,
    AUXILIARIES,
    AVERSE,
    AVERSE_PAIRS,
    AVERSE_PHRASES,
    BE,
    BOUND,
    KO_AND,
    KO_DENIED,
    KO_NEGATES_NEXT,
    KO_NOT,
    KO_OPEN_VERBS,
    MEETING,
    NEGATIONS,
    NOT_DENYING,
    PERFECT,
    PRAISE,
    STAYS_OUT,
    SUBJECTS,
    WANTING,
    WEIGHTY,
    WELCOME,
    WHERE,
)
from .words import KEPT, bears, clean, counts, headword, is_content, lemma, tokens

_SENTENCE = re.compile(r"[.!?;\n](?!\d)|\s[-\u2013\u2014]+\s|\u2014")
_COMMA = re.compile(r"[,:](?!\d)")
_TURN = re.compile(
    r"(?<!anything )\bbut\b|\b(?:although|though|however|because|while|since)\b"
    r"|(?<!it )\bwhen\b|(?<!not )(?<!n't )\bonly\b|\binstead\b(?! of)"
    r"|하지만|그런데|(?<=지만) |(?<=는데) |(?<=은데) "
    r"|\b(?:and|so|then)\s+(?=(?:i|we|he|she|they|it|there|just|only|lots|more|plenty)\b)"
)
_REACH = 3
"""Words between the two of a pair, at most."""
_LIST = 4
"""Words of a part of a list, at most."""
_PARTS = 8
"""Parts of a list, at most."""
_LONGEST = 60
"""Words of a clause, at most: what a rule must look through."""


class Said(NamedTuple):
    """A word that bears something, its lemma, and whether it is denied."""

    word: str
    lemma: str
    denied: bool


@lru_cache(maxsize=KEPT)
def polarity(text: str) -> tuple[Said, ...]:
    """Give the words of a text that bear something, in order, denied or not.

    Frame words are among them, numbers and their counters are not.
    """
    found: list[Said] = []
    for sentence in _SENTENCE.split(clean(text)):
        parts = _COMMA.split(sentence)
        listed = 0
        for at, part in enumerate(parts):
            if listed:
                words = tokens(part)
                found += _said(words, set(range(len(words))))
                listed -= 1
                continue
            open_end = False
            for words in _clauses(part):
                denied = _denied(words)
                found += _said(words, denied)
                open_end = len(words) - 1 in denied
            if open_end:
                listed = _list(parts[at + 1 : at + 1 + _PARTS])
    return tuple(found)


def _clauses(part: str) -> Iterator[tuple[str, ...]]:
    """Give the words of each clause, cut where a clause has no end."""
    for clause in _TURN.split(part):
        words = tokens(clause)
        for at in range(0, len(words), _LONGEST):
            yield words[at : at + _LONGEST]


def _said(words: Sequence[str], denied: set[int]) -> Iterator[Said]:
    for at, word in enumerate(words):
        if bears(word) and not counts(words, at):
            yield Said(word, lemma(word), at in denied)


def _list(parts: Sequence[str]) -> int:
    """Give how many of the next parts go on a list ("no dogs, cats or horses")."""
    for at, part in enumerate(map(tokens, parts)):
        if len(part) > _LIST + 1 or SUBJECTS & set(part):
            return 0
        if "or" in part or "nor" in part:
            return at + 1
    return 0


@lru_cache(maxsize=KEPT)
def denied(text: str) -> frozenset[str]:
    """Give the content lemmas that stand under a negation somewhere in a text."""
    return frozenset(
        said.lemma for said in polarity(text) if said.denied and is_content(said.word)
    )


def _denied(words: Sequence[str]) -> set[int]:
    """Give the places of a clause's words that are denied, function words too."""
    found: set[int] = set()
    for at, word in enumerate(words):
        if korean.HANGUL.match(word):
            found.update(_korean(words, at))
        elif word in NEGATIONS:
            found.update(_scope(words, at))
        elif word in AVERSE and not NEGATIONS & set(words[:at]):
            found.update(range(at + 1, len(words)))
        else:
            found.update(_pair(words, at))
    return found


def _pair(words: Sequence[str], at: int) -> Iterator[int]:
    """Give what two words together deny, such as "leave ... out"."""
    near = words[at + 1 : at + 2 + _REACH]
    for first, second in AVERSE_PAIRS:
        if words[at] == first and second in near:
            yield from range(at + 1, len(words))
    for first, second in AVERSE_PHRASES:
        found = words[at] == first and near[:1] == (second,)
        if found and not NEGATIONS & set(words[:at]):
            yield from range(at + 2, len(words))
    for first, second in STAYS_OUT:
        if words[at] == first and near[:1] == (second,):
            yield from range(at)
            yield from range(at + 2, len(words))


def _scope(words: Sequence[str], at: int) -> Iterator[int]:
    """Give the places that the English negation at a place denies."""
    start = at + 1
    if start == len(words):
        yield from _refused(words, at)
    while start < len(words) and words[start] in ADVERBS:
        start += 1
    rest = tuple(words[start:])
    if any(rest[: len(each)] == each for each in NOT_DENYING):
        return
    if words[at] == "nothing" and PRAISE & set(rest[:_REACH]):
        return
    if AVERSE & set(rest):
        return
    end = _end(words, at, start)
    content = [i for i in range(start, end) if _weighs(words[i])]
    subject = [i for i in range(at) if _weighs(words[i])]
    be = words[at - 1 : at] and (words[at - 1] in BE or rest[:1] == ("be",))
    if be and all(words[i] in WELCOME for i in content):
        yield from subject
    yield from range(start, end)


def _refused(words: Sequence[str], at: int) -> Iterator[int]:
    """Give what the last word refuses: "the cliffs no", "clowns I could do without"."""
    if words[at] == "no" and at and BOUND.issuperset(words[: at - 1]):
        yield at - 1
    elif words[at] == "without" and words[at - 1 : at] == ("do",):
        yield from range(at - 1)


def _weighs(word: str) -> bool:
    return is_content(word) or word in WEIGHTY or word in WELCOME


def _end(words: Sequence[str], at: int, start: int) -> int:
    """Give where the scope of a negation ends."""
    word, before = words[at], words[at - 1] if at else ""
    if "anything" in words[start:] and "but" in words[start:]:
        # "I don't need anything but the sea": what comes then is wanted.
        return words.index("anything", start)
    if word in ("no", "without", "nor", "neither"):
        return _until(words, start, in_place=True)
    if start >= len(words):
        return start
    verbal = before in AUXILIARIES or word in ("never", "cannot", "nothing", "nobody")
    bare = words[start] in BOUND | WHERE | {"a", "an", "any", "with", "about", "to"}
    if words[start] in ABLE:
        return _until(words, start)
    if not verbal or bare:
        return _until(words, start, in_place=True)
    verb = headword(words[start])
    if before not in PERFECT and verb in WANTING:
        return len(words)
    if before in ("do", "does", "did") and verb in MEETING:
        return len(words)
    if before == "do" and verb in ASKING_FOR:
        return len(words)
    return _until(words, start)


def _until(words: Sequence[str], start: int, in_place: bool = False) -> int:
    """Give where something that is taken for given begins.

    That is at the first "the" and the like; `in_place`, only where it says where the
    denied is not ("no dogs in the house").
    """
    denies = False
    for at in range(start, len(words)):
        place = denies and words[at - 1] in WHERE
        if words[at] in BOUND and at > start and (place or not in_place):
            return at
        denies = denies or is_content(words[at])
    return len(words)


def _korean(words: Sequence[str], at: int) -> Iterator[int]:
    """Give the places that the Korean negation at a place denies."""
    word = words[at]
    before = words[at - 1] if at else ""
    if word in KO_NEGATES_NEXT:
        verb = words[at + 1] if at + 1 < len(words) else ""
        yield from range(at + 1, min(at + 2, len(words)))
        if verb and (verb.startswith(KO_OPEN_VERBS) or not bears(verb)):
            yield from _objects(words, at, 1)
    elif word.startswith(KO_NOT) and before.endswith(("지", "지는", "지도", "진")):
        yield at - 1
        if before.startswith(KO_OPEN_VERBS) or not bears(before):
            yield from _objects(words, at - 1, 2)
    elif word.startswith(KO_DENIED):
        yield from _objects(words, at, 1)


def _objects(words: Sequence[str], at: int, most: int) -> Iterator[int]:
    """Give the nouns before a place, and those that `and` or `or` joins to them."""
    taken = 0
    for place in range(at - 1, -1, -1):
        if not bears(words[place]):
            continue
        # "전쟁 얘기는": the first of two nouns bears no particle.
        bare = lemma(words[place]) == words[place]
        joined = taken and (bare or words[place].endswith(KO_AND))
        if taken >= most and not joined:
            return
        yield place
        taken += 1
