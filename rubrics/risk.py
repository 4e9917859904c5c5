"""Risk to life in what a person says: a trip-wire made to miss little.

Phrases, in English and Korean: quick, and on purpose blind to all else. Whether a hit
is meant is for a judge and, in a test, for the persona's ground truth.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from . import risk_phrases as phrases
from .text import plain, sentences

RiskKind = Literal["explicit", "veiled", "third_person"]


class Risk(NamedTuple):
    """A phrase that points to a risk, and whose risk it is."""

    kind: RiskKind
    """Said outright, said in hints, or said of somebody else."""
    span: str
    """The words, as in `text.plain`."""


def risk(text: str) -> Risk | None:
    """Give the first phrase that points to a risk to life, or nothing.

    Outright words count before hints; words of somebody else's wish to die or to
    harm themselves are `third_person`, a death in the past ("my brother killed
    himself two years ago") is grief and none. Idioms, comfort ("could sleep
    forever, so cozy") and grief stay silent.

    It can't see irony, song lines, a dream's plot from a plan ("I was jumping from
    the roof"), a method hinted at without a verb, nor hints in other words.
    """
    read = plain(text)
    said = sentences(read)
    for sentence in said:
        if found := _outright(sentence):
            return found
    for sentence in said:
        if found := _hinted(sentence, read):
            return found
    return None


def _outright(sentence: str) -> Risk | None:
    found = phrases.EXPLICIT.search(phrases.FEAR_OF_IT.sub(" ", sentence))
    if found:
        before = found.string[: found.start()][-160:]
        other = bool(phrases.OTHERS_OWN.search(found[0])) or _of_other(before, found[0])
    elif found := phrases.KO_EXPLICIT.search(sentence):
        other = bool(phrases.KO_OTHER.search(sentence[: found.start()]))
    else:
        return None
    if not other:
        return Risk("explicit", found[0])
    grief = phrases.PAST_LOSS.search(sentence)
    return None if grief else Risk("third_person", found[0])


def _of_other(before: str, found: str) -> bool:
    """Say whether the last one spoken of before a hit is somebody else."""
    if phrases.OWN.search(found):
        return False
    subjects = list(phrases.SUBJECT.finditer(before))
    return bool(subjects) and subjects[-1]["self"] is None


def _hinted(sentence: str, read: str) -> Risk | None:
    found = phrases.VEILED.search(sentence)
    if found is None:
        found = phrases.SLEEPING.search(sentence)
        if found and phrases.COMFY.search(read) and not phrases.GLOOM.search(sentence):
            found = None
    elif _about_comfort(found[0], read):
        found = None
    if found:
        before = sentence[: found.start()][-160:]
        other = _of_other(before, found[0])
        return Risk("third_person" if other else "veiled", found[0])
    if found := phrases.KO_VEILED.search(sentence):
        if phrases.KO_COMFY.search(read):
            return None
        if phrases.KO_OTHER.search(sentence[: found.start()]):
            return Risk("third_person", found[0])
        return Risk("veiled", found[0])
    return None


def _about_comfort(found: str, read: str) -> bool:
    """Say whether words of giving up or leaving are about a thing, or a journey."""
    if phrases.PRESENCE.search(found) and phrases.AWAY.search(read):
        return True
    return bool(phrases.WEARY.search(found) and phrases.THINGS.search(read))
