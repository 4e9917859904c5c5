"""Elicited and captured: two figures, each with what is missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.capture import Told, captured, elicited, holds
from paprika.rubrics.words import Lexicon

WORDS = [
    "sea",
    "grey",
    "boats",
    "two",
    "rocking",
    "quietly",
    "엄마랑",
    "바다에서",
    "tired",
    "no",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
FACTS = st.builds(
    Told, st.just("it"), TEXTS, st.lists(st.sampled_from(WORDS), max_size=2).map(tuple)
)


def test_elicited_is_the_share_of_what_there_was_to_tell() -> None:
    """What was not told is named, in the order of the facts."""
    assert elicited(["wish", "mood", "salt"], ["mood"]) == (1 / 3, ("wish", "salt"))


def test_what_was_never_there_elicits_nothing() -> None:
    """Without a fact there is no share."""
    assert elicited([], []) == (None, ())
    assert captured([], {}) == (None, ())


def test_captured_blames_the_note_for_told_facts_alone() -> None:
    """Each fact is looked for in the part of the note where it belongs."""
    told = [
        Told("wish", "I'd like the sea.", ("sea",)),
        Told("mood", "A bit tired.", ("tired",)),
    ]
    notes = {"wish": ["the sea"], "mood": ["the sea"]}
    assert captured(told, notes) == (0.5, ("mood",))


def test_all_key_words_must_be_there() -> None:
    """In any form and order, over all texts together."""
    fact = Told("memory", "Floating on warm waves.", ("floating", "waves"))
    assert holds(["a wave", "she floated"], fact)
    assert not holds(["warm waves"], fact)


def test_without_key_words_three_of_five_will_do() -> None:
    """The share of content words that a note must have is 60 %."""
    fact = Told("memory", "Old grey boats rocked quietly.")
    assert holds(["grey boats rocking"], fact)
    assert not holds(["grey boats"], fact)


def test_a_fact_of_frame_words_alone_is_held_by_these() -> None:
    """ "Good" says nothing of a wish, but is the whole of a mood."""
    assert holds(["feels good"], Told("mood", "Good.", ("good",)))
    assert holds(["good"], Told("mood", "Good, I think."))
    assert not holds(["the sea"], Told("mood", "Good.", ("good",)))


def test_a_fact_without_words_is_held_by_no_note() -> None:
    """Where nothing could be missing, nothing shows that it is there."""
    assert not holds(["the sea"], Told("pause", "..."))


def test_a_number_is_held_in_digits_or_words() -> None:
    """As a key word it must be in the note."""
    fact = Told("detail", "Twenty-one candles.", ("twenty-one", "candles"))
    assert holds(["21 candles"], fact)
    assert not holds(["20 candles"], fact)


def test_a_synonym_holds_a_fact() -> None:
    """As the lexicon says."""
    fact = Told("wish", "The ocean.", ("ocean",))
    assert holds(["the sea"], fact, Lexicon((("sea", "ocean"),)))
    assert not holds(["the sea"], fact)


def test_a_korean_fact_is_held_in_other_forms() -> None:
    """Particles and endings don't matter."""
    fact = Told("memory", "엄마랑 바다에서 수영했어요.", ("엄마", "바다", "수영"))
    assert holds(["엄마와 바다에서 수영하던 기억"], fact)


@given(FACTS, st.lists(TEXTS, max_size=3), TEXTS)
def test_a_longer_note_loses_nothing(fact: Told, note: list[str], more: str) -> None:
    """What a note holds it holds with a text more, wherever that stands."""
    if holds(note, fact):
        assert holds([*note, more], fact)
        assert holds([more, *note], fact)


@given(st.lists(st.sampled_from(WORDS[:4]), min_size=1, max_size=4))
def test_a_note_that_quotes_a_fact_holds_it(words: list[str]) -> None:
    """With all its words as key words or with none."""
    said = " ".join(words)
    assert holds([said], Told("it", said, tuple(words)))
    assert holds([said], Told("it", said))


@given(
    st.lists(st.sampled_from("abcde"), unique=True), st.sets(st.sampled_from("abcdef"))
)
def test_what_was_told_and_what_is_missing_make_up_all(
    there: list[str], told: set[str]
) -> None:
    """The share counts the facts that were there; telling others earns nothing."""
    share = elicited(there, told)
    assert share.missing == tuple(fact for fact in there if fact not in told)
    kept = len(there) - len(share.missing)
    assert share.value == (kept / len(there) if there else None)
