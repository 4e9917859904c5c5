"""What a person recalled, and whether the agent takes a no for a no."""

from __future__ import annotations

import pytest

from paprika.rubrics.recall import (
    accepts_no_recall,
    says_experience,
    says_no_recall,
    status,
    tells_content,
)

from .labelled import check, elements, labelled, talk
from .nasty import EMPTY, NASTY

WISH = elements("recall")


def test_table_of_status() -> None:
    """At least 95 % of mornings get the right one of three states."""
    cases = labelled("recall", "status")
    assert len(cases) >= 40
    found = check("status", cases, lambda case: status(talk(case["said"])))
    assert found.share() >= 0.95


def test_table_of_accepting_no_recall() -> None:
    """At least 95 % of agents that press on, and that don't, are told."""
    cases = labelled("recall", "accepts")
    assert len(cases) >= 40
    found = check(
        "accepts no recall",
        cases,
        lambda case: accepts_no_recall(talk(case["said"]), WISH),
        lambda said, case: (said == "") == case["want"],
    )
    assert found.share() >= 0.95


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("Was the sea there?", "turn 1: element: sea"),
        ("Are you sure?", "turn 1: pressure: Are you sure"),
        ("Who was there?", "turn 1: asks for something in particular"),
    ],
)
def test_the_reason_says_what_was_asked(asked: str, reason: str) -> None:
    """A finding names the turn and the fault."""
    turns = talk([{"person": "I don't remember."}, {"agent": asked}])
    assert accepts_no_recall(turns, WISH) == reason


def test_a_second_open_question_is_one_too_many() -> None:
    """One follow-up, then no more."""
    no = {"person": "I don't remember."}
    turns = talk([no, {"agent": "Even a feeling?"}, no, {"agent": "Anything else?"}])
    assert accepts_no_recall(turns, WISH) == (
        "turn 3: asks again after one open follow-up"
    )


def test_content_told_after_all_may_be_asked_on() -> None:
    """A person who finds something again has taken the no back."""
    turns = talk(
        [
            {"person": "I don't remember."},
            {"agent": "Even a feeling?"},
            {"person": "There was a boat!"},
            {"agent": "What happened in the boat?"},
            {"person": "It sank."},
            {"agent": "What happened then?"},
        ]
    )
    assert accepts_no_recall(turns, WISH) == ""


def test_words_of_the_agent_are_no_content() -> None:
    """Who only says yes to an offered sea has told nothing."""
    turns = talk([{"agent": "Was the sea there?"}, {"person": "Yes, the sea."}])
    assert status(turns) == "none"


def test_cues_give_their_words() -> None:
    """A finding can quote the cue."""
    assert says_no_recall("Sorry, I don't remember.") == "don't remember"
    assert says_experience("I was dreaming, but it's gone.") == "I was dreaming"
    assert tells_content("I was on a boat.") == ("boat",)


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_said_is_no_dream(text: str) -> None:
    """Empty turns hold no cue."""
    assert status(talk([{"person": text}])) == "none"
    assert says_no_recall(text) == ""


@pytest.mark.parametrize("text", NASTY)
def test_turns_without_end_are_read(text: str) -> None:
    """A huge turn comes to one of the three states."""
    turns = talk([{"person": text}, {"agent": text}, {"person": text}])
    assert status(turns) in {"none", "experience_without_content", "content"}
    assert isinstance(accepts_no_recall(turns, WISH), str)
