"""One question a turn: clauses are counted, not question marks."""

from __future__ import annotations

import pytest

from paprika.rubrics.questions import count_questions, one_question, questions
from paprika.rubrics.text import MOST, plain, sentences

from .labelled import check, labelled
from .nasty import EMPTY, NASTY


def test_table_of_questions() -> None:
    """On texts with known answers at least 95 % of the counts are right."""
    cases = labelled("questions")
    assert len(cases) >= 40
    found = check(
        "count of questions", cases, lambda case: count_questions(case["text"])
    )
    assert found.share() >= 0.95
    assert found.share(lambda case: case["set"] == "fresh") >= 0.95


def test_table_of_one_question_a_turn() -> None:
    """Whether a turn keeps to one question is right in at least 95 %."""
    found = check(
        "one question a turn",
        labelled("questions"),
        lambda case: one_question(case["text"]).one,
        lambda said, case: said == (case["want"] <= 1),
    )
    assert found.share() >= 0.95


def test_counting_marks_would_not_do() -> None:
    """The question marks alone are right in fewer than three of four cases."""
    cases = labelled("questions")
    right = sum(case["text"].count("?") == case["want"] for case in cases)
    assert right / len(cases) < 0.75


def test_the_words_of_each_question_are_given() -> None:
    """A finding can quote what it counted."""
    assert questions("What did you see, and who was there?") == (
        "What did you see",
        "and who was there",
    )
    assert one_question("Where were you?") == (True, 1, ("Where were you",))


def test_what_is_quoted_is_not_asked() -> None:
    """Words in quotation marks are somebody else's, unless all is in them."""
    assert count_questions('You said "who is there?" twice.') == 0
    assert count_questions('"What did you dream?"') == 1


def test_invisible_characters_and_wide_marks_change_nothing() -> None:
    """Full-width marks, curly quotes and zero-width characters are folded."""
    assert count_questions("What did\u200b you see\uff1f") == 1
    assert plain("don\u2019t\u00a0 go") == "don't go"


def test_a_sentence_keeps_its_mark() -> None:
    """A sentence without a letter or digit is none."""
    assert sentences("Good. What now? ...") == ["Good.", "What now?"]


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_said_asks_nothing(text: str) -> None:
    """Empty turns, marks alone and pictures hold no question."""
    assert questions(text) == ()


@pytest.mark.parametrize("text", NASTY)
def test_a_turn_without_end_is_read_in_bounds(text: str) -> None:
    """Only the first part of a huge turn is read, so its count is bounded."""
    assert count_questions(text) <= MOST
