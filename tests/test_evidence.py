"""What a judge cites: verbatim, of the right speaker, or the value of a field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.evidence import proves, supported

FIELDS: dict[str, Any] = {
    "observation": {
        "stage": "rem",
        "heart_bpm": 61.5,
        "sounds": 0,
        "playing": False,
        "movement": None,
        "mood": "rough day, still sad",
        "own_words": ["slow waves on sand", "a lamp on the pier"],
    },
    "reason": "It\u2019s \u201cdreaming sleep\u201d \u2013 steady for four "
    "minutes\u2026 and caf\u00e9 noise is low",
}
TALK: dict[str, Any] = {
    "item": {"field": "wish", "text": "a boat on the wide sea"},
    "talk": [
        {"turn": 0, "speaker": "agent", "text": "Was it perhaps a boat on a lake?"},
        {"turn": 1, "speaker": "person", "text": "No, I saw the wide sea"},
        {"turn": 2, "speaker": "person", "text": "그리고 할머니가 노래를 불렀어요"},
    ],
}


@pytest.mark.parametrize(
    "evidence",
    [
        "steady for four minutes",
        "STEADY   for\nfour minutes!",
        'It\'s "dreaming sleep" - steady',
        "steady for four minutes... and cafe\u0301 noise",
        "\u201cslow waves on sand\u201d",
        "observation.stage=rem",
        "observation.stage = REM",
        '`observation.stage="rem"`',
        "observation.heart_bpm=61.50",
        "observation.heart_bpm=6.15e1",
        "observation.sounds=0",
        "observation.playing=false",
        "observation.movement=null",
        "observation.mood=Rough day; still sad",
        "observation.own_words.1=a lamp on the pier",
    ],
)
def test_what_is_there_in_another_form_is_there(evidence: str) -> None:
    """Case, spaces, punctuation, marks, how a letter or a number is written."""
    assert supported(evidence, FIELDS, "sound")


@pytest.mark.parametrize(
    "evidence",
    [
        "",
        "   ",
        "...",
        "four minutes",
        "steady for minutes",
        "steady for five minutes",
        "not steady for four minutes",
        "waves on sand a lamp",
        "slow waves on the sand",
        "low rough day",
        "observation.stage=deep",
        "observation.stage=",
        "observation.stage",
        "stage=rem",
        "observation.heart_bpm=61",
        "observation.heart_bpm=none",
        "observation.movement=0",
        "observation.playing=true",
        "observation.missing=null",
        "observation=rem",
        "observation.own_words.7=a lamp on the pier",
        "observation.own_words.\u00b2=a lamp on the pier",
        "observation.own_words.-1=a lamp on the pier",
        "observation.stage=rem or deep",
        "true_stage=rem",
    ],
)
def test_what_is_not_there_is_no_evidence(evidence: str) -> None:
    """Too short, changed by a word, put together from two texts, or another value."""
    assert not supported(evidence, FIELDS, "sound")


def test_evidence_on_a_note_is_the_persons_own() -> None:
    """Within one turn of theirs; neither the agent's nor the note's words."""
    assert supported("I saw the wide sea", TALK, "note_item")
    assert supported("할머니가 노래를 불렀어요", TALK, "note_item")
    assert not supported("perhaps a boat on a lake", TALK, "note_item")
    assert not supported("a boat on the wide sea", TALK, "note_item")
    assert not supported("the wide sea 그리고", TALK, "note_item")
    assert supported("perhaps a boat on a lake", TALK, "turn")


@given(st.text(max_size=200))
def test_no_text_breaks_the_check(text: str) -> None:
    """Whatever is cited, the answer is yes or no."""
    assert supported(text, FIELDS, "sound") in (True, False)


@given(st.lists(st.sampled_from(["slow", "waves", "on", "sand", "the"]), max_size=6))
def test_only_words_in_a_row_count(words: list[str]) -> None:
    """A quote is there exactly if its words stand so in one text."""
    there = "slow waves on sand"
    quote = " ".join(words)
    wanted = len(words) >= 3 and f" {quote} " in f" {there} "
    assert supported(quote, FIELDS, "sound") == wanted


@pytest.mark.parametrize(
    ("evidence", "there", "proof"),
    [
        ("talk.1.text=No, I saw the wide sea", True, True),
        ("item.text=a boat on the wide sea", True, True),
        ("talk.0.text=Was it perhaps a boat on a lake?", False, False),
        ("talk.0.speaker=agent", False, False),
        ("talk.1.speaker=person", True, False),
        ("talk.1.turn=1", True, False),
        ("item.field=wish", True, False),
        ("item.field=mood", False, False),
    ],
)
def test_a_field_is_evidence_as_its_words_would_be(
    evidence: str, there: bool, proof: bool
) -> None:
    """Of the right speaker; where something stands is true, and proves nothing."""
    assert supported(evidence, TALK, "note_item") is there
    assert proves(evidence, TALK, "note_item") is proof
