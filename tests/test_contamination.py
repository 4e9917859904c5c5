"""Contamination: who said a word first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.contamination import contaminated, first_said, own_words
from paprika.rubrics.words import Lexicon, lemma

from .labelled import talk

TALK = talk(
    [
        {"agent": "Was there a dog?"},
        {"person": "No, not a dog. A garden."},
        {"agent": "Was the garden near the ocean?"},
        {"person": "Well, a dog, and the sea. And some roses."},
    ]
)


TEXTS = st.sampled_from(
    [
        "a dog",
        "dogs barked",
        "the garden",
        "in gardens",
        "no roses",
        "바다",
        "바다에서 수영",
        "dog와 바다",
        "",
        "yes",
    ]
)
TALKS = st.lists(
    st.one_of(
        st.fixed_dictionaries({"agent": TEXTS}),
        st.fixed_dictionaries({"person": TEXTS}),
    ),
    max_size=6,
)


def test_the_first_turn_of_each_word_is_known() -> None:
    """Forms of a word are one word; frame words are none."""
    first = first_said(TALK)
    assert first[lemma("dogs")].at == 0
    assert first[lemma("gardens")].at == 1
    assert first[lemma("rose")].at == 3
    assert lemma("there") not in first


def test_a_denied_word_stays_the_agents() -> None:
    """Who denies a word and takes it up later has it from the agent all the same."""
    assert own_words(TALK) == {lemma("garden"), lemma("sea"), lemma("roses")}


def test_a_synonym_counts_as_the_word() -> None:
    """Who answers "the sea" to "the ocean?" takes it up."""
    lexicon = Lexicon((("sea", "ocean"),))
    assert own_words(TALK, lexicon) == {lemma("garden"), lemma("roses")}
    assert contaminated([lemma("sea")], TALK, lexicon) == {lemma("sea"): TALK[2]}


def test_a_word_that_nobody_said_is_not_contaminated() -> None:
    """It is invented, which is another fault."""
    words = [lemma(word) for word in ("dog", "garden", "boat")]
    assert contaminated(words, TALK) == {lemma("dog"): TALK[0]}


def test_what_the_person_said_first_stays_theirs() -> None:
    """Also if the agent repeats it before they do again."""
    turns = talk([{"person": "Rain."}, {"agent": "Rain?"}, {"person": "Rain."}])
    assert own_words(turns) == {"rain"}


def test_korean_forms_of_a_word_are_one_word() -> None:
    """With whatever particle it was said first."""
    turns = talk([{"agent": "바다였나요?"}, {"person": "네, 바다에서 수영했어요."}])
    assert own_words(turns) == {lemma("수영")}


@given(TALKS)
def test_each_word_is_either_the_persons_or_the_agents(
    said: list[dict[str, str]],
) -> None:
    """Who brought it in is one of the two, and it is so from the start."""
    turns = talk(said)
    words = set(first_said(turns))
    led = contaminated(words, turns)
    assert own_words(turns) | led.keys() == words
    assert not own_words(turns) & led.keys()
    for at in range(len(turns)):
        assert own_words(turns[:at]) <= own_words(turns)


@given(TALKS, TEXTS)
def test_an_agent_that_speaks_first_takes_just_the_words_it_says(
    said: list[dict[str, str]], before: str
) -> None:
    """All others stay whose they were."""
    taken = set(first_said(talk([{"agent": before}])))
    assert own_words(talk([{"agent": before}, *said])) == own_words(talk(said)) - taken
