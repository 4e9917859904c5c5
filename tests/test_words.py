"""Words: what a text's content comes down to, English and Korean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.words import (
    Lexicon,
    clean,
    content,
    content_in_order,
    hangul_share,
    lemma,
    negated,
    numbers,
    tokens,
)


def test_tokens_are_words_and_numbers_in_one_form() -> None:
    """Case, width, curly quotes and invisible characters don't matter."""
    assert tokens("Don\u2019t STOP, \uff2d\uff2f\uff2d's\u200b 2 cats!") == (
        "do",
        "n't",
        "stop",
        "mom",
        "2",
        "cats",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("mice", "mouse"),
        ("swam", "swimming"),
        ("taught", "teaching"),
        ("waves", "wave"),
        ("grandmother", "grandmothers"),
        ("바다에서", "바다를"),
        ("고양이가", "고양이는"),
        ("수영하고", "수영했어요"),
        ("broke", "breaking"),
        ("organise", "organizing"),
        ("움직였어요", "움직임"),
        ("잠들었는데", "잠듦"),
        ("주웠던", "줍던"),
        ("담그니까", "담금"),
        ("멀리", "멀리서"),
        ("쓰려다가", "썼어요"),
        ("loneliness", "lonely"),
        ("warmth", "warm"),
        ("slowly", "slow"),
        ("grey", "gray"),
        ("sundays", "sunday"),
        ("바다가", "바다였어요"),
        ("호랑이요", "호랑이는"),
        ("무서운", "무서웠어요"),
        ("추워요", "춥고"),
        ("걸었어요", "걷는"),
        ("먹는", "먹었어요"),
        ("잤어요", "자고"),
        ("아름다운", "아름다워요"),
        ("슬픔", "슬퍼요"),
        ("불렀어요", "부르는"),
        ("지나갔어요", "지나가는"),
        ("보였어요", "보이는"),
        ("친구들이랑", "친구와"),
        ("긴장돼요", "긴장"),
        ("조용히", "조용한"),
    ],
)
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    """Irregular forms by lemma, others by stem; Korean without its endings."""
    assert lemma(one) == lemma(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("lovely", "love"),
        ("party", "part"),
        ("early", "ear"),
        ("several", "severe"),
        ("기차", "기차역"),
        ("바다", "바닷가"),
        ("공기", "공"),
        ("문", "물"),
        ("할머니", "할아버지"),
        ("감자", "감기"),
        ("종이", "종"),
    ],
)
def test_other_words_stay_apart(one: str, other: str) -> None:
    """Neither a stem nor a seeming particle makes one of two words."""
    assert lemma(one) != lemma(other)


def test_a_word_that_looks_like_a_frame_word_is_content() -> None:
    """Only forms of a frame word frame; what is made of it says something."""
    assert content("The dreams I loved.") == frozenset()
    assert content("Lovely and hopeful.") == {lemma("lovely"), lemma("hopeful")}


def test_haste_and_names_don_t_matter() -> None:
    """A missing apostrophe still negates; an apostrophe inside a name is none."""
    assert tokens("I dont know O'Brien's dog, 1,000th of '90s") == (
        *("i", "do", "n't", "know", "obrien", "dog", "1000", "of", "90"),
    )


def test_function_and_frame_words_are_no_content() -> None:
    """What any note or question needs says nothing about the wish."""
    assert content("I would like to dream of the sea with my sister, please.") == {
        lemma("sea"),
        lemma("sister"),
    }
    assert content("Can't you tell me how you felt?") == frozenset()


def test_each_token_is_read_by_its_own_script() -> None:
    """A sentence may mix Korean and English."""
    assert content_in_order("엄마랑 beach에서 수영했어요") == ("엄마", "beach", "수영")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three dogs and twenty-one cats", {3, 21}),
        ("one day I had two hundred bees", {200}),
        ("at 7.5 in room 12", {7.5, 12}),
        ("고양이 두 마리와 열 명", {2, 10}),
        ("two thousand five hundred and six", {2506}),
        ("on my 7th birthday, twice, with a dozen friends", {7, 2, 12}),
        ("first, the sea; then the third door", {3}),
        ("일곱 살 때, 열두 명과 아이 셋이랑", {7, 12, 3}),
        ("삼 년 전 이 층에서 두마리", {3, 2}),
        ("한 번개와 이 분", set()),
        ("no numbers at all", set()),
    ],
)
def test_numbers_are_read(text: str, expected: set[float]) -> None:
    """In digits and in words; a bare `one` counts nothing."""
    assert numbers(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't want any music, and not the hospital.", {"music", "hospital"}),
        ("The garden, but without my brother", {"brother"}),
        ("No cats. I like dogs.", {"cat"}),
        ("Not the hospital; the sea is fine", {"hospital"}),
        ("The lighthouse yes, the cliffs no.", {"cliffs"}),
        ("No. My mother waved.", set()),
        ("The clown I could do without.", {"clown"}),
        ("The fair minus the noise", {"noise"}),
        ("계단을 찾지 못함", {"찾지"}),
        ("음악은 싫어요. 바다가 좋아요", {"음악"}),
        ("병원 말고 바다", {"병원"}),
        ("I dream of the sea", set()),
        ("No dogs, cats or loud horses", {"dog", "cat", "loud", "horse"}),
        ("The dog wasn't there", {"dog"}),
        ("Clowns are not welcome", {"clown", "welcome"}),
        ("No dogs in the house", {"dog"}),
        ("I never reached the door", {"reach"}),
        ("I can't stand thunder, I hate wind", {"stand", "thunder", "wind"}),
        ("Leave the accident out", {"accident"}),
        ("Anything but spiders, rain rather than snow", {"spider", "snow"}),
        ("I can't wait to see the orchard", set()),
        ("Not only the sea but also the island", set()),
        ("Nothing is better than rain", set()),
        ("I don't mind rain. No idea why.", set()),
        ("I haven't seen my sister for years", set()),
        ("I don't want music and I want waves", {"music"}),
        ("밤이 무섭지 않았어요", {"무섭다"}),
        ("뱀은 안 나왔으면 좋겠어요", {"뱀"}),
        ("개와 고양이 없이", {"개", "고양이"}),
        ("말이 달렸어요", set()),
    ],
)
def test_negations_reach_to_the_end_of_their_clause(
    text: str, expected: set[str]
) -> None:
    """English what follows, Korean what stands before."""
    assert negated(text) == {lemma(word) for word in expected}


def test_a_lexicon_makes_words_the_same() -> None:
    """Groups come from specs; the first word stands for its group."""
    lexicon = Lexicon((("sea", "ocean", "seas"), ("mother", "mom", "엄마")))
    assert lexicon.same(lemma("oceans"), lemma("sea"))
    assert lexicon.same(lemma("엄마"), lemma("moms"))
    assert not lexicon.same(lemma("sea"), lemma("mom"))


def test_hangul_share_counts_letters_alone() -> None:
    """Digits and marks are no letters."""
    assert hangul_share("바다 sea 12!") == pytest.approx(2 / 5)
    assert hangul_share("123") == 0


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """No text raises, and what is negated is content."""
    assert negated(text) <= content(text)
    assert clean(clean(text)) == clean(text)
    numbers(text)
