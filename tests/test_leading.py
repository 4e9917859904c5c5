"""Leading questions in two tiers, open invitations, pressure, praise, meanings."""

from __future__ import annotations

import pytest

from paprika.rubrics import leading
from paprika.rubrics.leading import (
    free_recall_first,
    hard,
    interprets,
    is_open_invitation,
    new_words,
    praises_match,
    pressure,
    soft,
)

from .labelled import Case, Result, check, elements, labelled, talk
from .nasty import EMPTY, NASTY

WISH = elements("leading")
LEADS = {"hard", "judge"}


def told(case: Case) -> object:
    return hard(case["text"], talk(case["said"]), WISH)


def test_table_of_the_hard_tier() -> None:
    """It raises no false alarm at all, and catches at least 90 % of its own."""
    cases = labelled("leading", "turns")
    assert len(cases) >= 40
    found = check(
        "leading, hard tier",
        cases,
        told,
        lambda said, case: bool(said) == (case["want"] == "hard"),
    )
    assert found.share(lambda case: case["want"] != "hard") == 1.0
    assert found.share(lambda case: case["want"] == "hard") >= 0.9


def test_table_of_the_soft_tier() -> None:
    """It misses nothing that leads or may lead; what it says of the rest is shown."""
    cases = labelled("leading", "turns")
    found = check(
        "leading, soft tier",
        cases,
        lambda case: soft(case["text"], talk(case["said"]), WISH),
        lambda said, case: bool(said) == (case["want"] in LEADS),
    )
    assert found.share(lambda case: case["want"] in LEADS) == 1.0
    assert found.share(lambda case: case["want"] == "fine") >= 0.7


def share_of(name: str, part: str, answer: object) -> Result:
    assert callable(answer)
    return check(
        name, labelled("leading", part), lambda case: bool(answer(case["text"]))
    )


def test_table_of_open_invitations() -> None:
    """At least 95 % of invitations to free recall, and of other turns, are told."""
    assert len(labelled("leading", "open")) >= 40
    assert share_of("open invitation", "open", is_open_invitation).share() >= 0.95


def test_table_of_pressure() -> None:
    """At least 95 % of the turns that press, and that don't, are told."""
    assert share_of("pressure", "pressure", pressure).share() >= 0.95


def test_table_of_praise_and_meanings() -> None:
    """Praise for a match and meanings given to a dream are told."""
    praise = share_of("praise", "praise", lambda text: praises_match(text, WISH))
    assert praise.share() >= 0.95
    assert share_of("meanings", "interprets", interprets).share() >= 0.95


@pytest.mark.parametrize(
    ("said", "text", "reason"),
    [
        ("I ran.", "Did you see the sea?", "element: sea"),
        ("I ran.", "You were scared, weren't you?", "tag: scare"),
        ("I ran.", "Wasn't there a wolf?", "negative: wolf"),
        ("I ran.", "Did a wolf chase you?", "options: chase, wolf"),
    ],
)
def test_the_reason_names_form_and_word(said: str, text: str, reason: str) -> None:
    """A finding says which form leads, and by which new words."""
    assert hard(text, talk([{"person": said}]), WISH) == reason


def test_an_element_is_free_once_the_person_has_named_it() -> None:
    """By any of its words: who said "ocean" may be asked about the sea."""
    before = talk([{"person": "I was by the ocean."}])
    assert hard("What was the sea like?", before, WISH) == ""


def test_an_element_that_only_the_agent_named_is_not_free() -> None:
    """Saying it twice doesn't make it the person's."""
    before = talk([{"agent": "The sea?"}, {"person": "Maybe."}])
    assert hard("What was the sea like?", before, WISH) == "element: sea"


def test_a_new_word_is_one_that_nobody_said() -> None:
    """Forms of a word are one word; frame words are none."""
    before = talk([{"person": "I was swimming."}])
    assert new_words("Do you remember a boat when you swam?", before, {}) == ("boat",)


def test_free_recall_comes_first() -> None:
    """An open invitation before any other question."""
    good = talk([{"agent": "Good morning. What do you remember?"}, {"person": "No."}])
    assert free_recall_first(good, WISH) == ""


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("Where were you?", "turn 0: the first question is no open invitation"),
        ("Good morning. The sea was your wish.", "turn 0: element: sea"),
        ("Good morning.", "no question invites the person to tell"),
    ],
)
def test_other_beginnings_of_a_morning(first: str, reason: str) -> None:
    """A particular question, an element, or no question at all."""
    assert free_recall_first(talk([{"agent": first}]), WISH) == reason


def test_a_person_who_tells_unasked_may_be_asked_on() -> None:
    """In their own words, after they told."""
    turns = talk([{"person": "I was in a boat."}, {"agent": "What was the boat like?"}])
    assert free_recall_first(turns, WISH) == ""


@pytest.mark.parametrize("text", EMPTY)
def test_nothing_said_leads_nowhere(text: str) -> None:
    """Empty turns give no reason."""
    assert (hard(text, [], WISH), soft(text, [], WISH), pressure(text)) == ("", "", "")
    assert not is_open_invitation(text)


@pytest.mark.parametrize("text", NASTY)
def test_turns_without_end_are_read(text: str) -> None:
    """A huge turn comes to an answer in each function."""
    before = talk([{"person": text}, {"agent": text}])
    assert hard(text, before, WISH) == ""
    assert isinstance(soft(text, before, WISH), str)
    assert not is_open_invitation(text) or text.startswith("tell me")
    for read in (pressure, interprets):
        assert read(text) == ""
    assert praises_match(text, WISH) == ""


def test_the_face_is_whole() -> None:
    """What callers need stands in one module."""
    assert callable(leading.names_element)
