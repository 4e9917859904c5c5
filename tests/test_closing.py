"""Leave-taking, and what a talk leaves open."""

from __future__ import annotations

import pytest

from paprika.rubrics.closing import ends_well, is_goodbye, open_question_left

from .labelled import check, labelled, talk
from .nasty import EMPTY, NASTY


def test_table_of_goodbyes() -> None:
    """On texts with known answers at least 95 % are right."""
    cases = labelled("closing")
    assert len(cases) >= 40
    found = check("goodbye", cases, lambda case: is_goodbye(case["text"]))
    assert found.share() >= 0.95
    assert found.share(lambda case: case["set"] == "fresh") >= 0.95


def test_a_talk_that_ends_well() -> None:
    """The agent ends it, asks nothing more, and nobody waits for an answer."""
    turns = talk([{"agent": "What do you wish?"}, {"person": "The sea."}])
    turns += [turns[0]._replace(at=2, text="Thank you. Good night.")]
    assert ends_well(turns, ended_by_agent=True) == ""


def test_a_talk_that_somebody_else_ended() -> None:
    """A talk that the person or a limit ended did not end on its own."""
    turns = talk([{"agent": "Good night."}])
    assert ends_well(turns, ended_by_agent=False) == "the agent did not end the talk"


def test_a_question_in_the_last_words_stays_open() -> None:
    """Nobody can answer it any more."""
    turns = talk([{"person": "The sea."}, {"agent": "Which sea? Good night."}])
    assert open_question_left(turns) == "Which sea"
    assert ends_well(turns, ended_by_agent=True) == (
        "turn 1: ends with a question of its own: 'Which sea'"
    )


def test_an_answered_question_of_the_agent_is_not_open() -> None:
    """What the person spoke to last is theirs."""
    turns = talk([{"agent": "Which sea?"}, {"person": "The one at home."}])
    assert open_question_left(turns) == ""
    assert ends_well(turns, ended_by_agent=True) == ""


@pytest.mark.parametrize("last", ["Good night.", "Thank you. Sleep well!", ""])
def test_a_person_cut_off_with_a_question(last: str) -> None:
    """Thanks and a goodbye are no answer."""
    turns = talk([{"person": "Will you wake me?"}, {"agent": last}])
    assert ends_well(turns, ended_by_agent=True) == (
        "turn 0: the person's question is open: 'Will you wake me'"
    )


def test_a_persons_question_that_got_an_answer() -> None:
    """Any word beyond a goodbye counts as one; a judge may see more."""
    turns = talk([{"person": "Will you wake me?"}, {"agent": "No. Good night."}])
    assert ends_well(turns, ended_by_agent=True) == ""


def test_a_talk_without_words_has_nothing_open() -> None:
    """No turn at all: nothing is left."""
    assert open_question_left([]) == ""
    assert ends_well([], ended_by_agent=True) == ""


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_said_is_no_goodbye(text: str) -> None:
    """Empty turns take no leave."""
    assert not is_goodbye(text)


@pytest.mark.parametrize("text", NASTY)
def test_a_turn_without_end_is_read(text: str) -> None:
    """A huge turn comes to an answer: only endless goodbyes are one."""
    assert is_goodbye(text) is text.startswith("good night")
