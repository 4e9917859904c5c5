"""Invented details: what a note holds that the person's own words don't bear out."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.grounding import Unsupported, invented
from paprika.rubrics.words import Lexicon, lemma

from .labelled import Case, talk
from .texts import Rates, Row, groups, load, rates, table

LEXICON = Lexicon(groups("grounding"))
TEXTS = st.sampled_from(
    [turn.text for case in load("grounding") for turn in talk(case["said"])]
    + [case["item"] for case in load("grounding")]
)


def found(case: Case) -> set[tuple[str, str]]:
    excluded = case.get("excluded", False)
    turns = talk(case["said"])
    got = invented(case["item"], turns, LEXICON, excluded=excluded)
    return {(key(each.word), each.why) for each in got}


def key(word: str) -> str:
    return word if word[0].isdigit() else lemma(word)


def wanted(case: Case) -> set[tuple[str, str]]:
    return {(key(word), why) for word, why in case["want"].items()}


def row(case: Case) -> Row:
    """A faulty item counts as caught only if each word is found, for its reason."""
    got, want = found(case), wanted(case)
    text = f"{case['kind']}: {case['said']} -> {case['item']!r}: {sorted(got)}"
    return Row(case["set"], bool(want), want <= got if want else bool(got), text)


def rows(*sets: str) -> list[Row]:
    return [row(case) for case in load("grounding") if case["set"] in sets]


def test_table_of_invented_details() -> None:
    """At least 95 % of invented details are caught, with at most 10 % false alarms."""
    cases = [case for case in load("grounding") if case["set"] != "judge"]
    assert len(cases) >= 400
    assert sum(not case["want"] for case in cases) * 2 >= len(cases)
    assert sum("korean" in c["kind"] or "mixed" in c["kind"] for c in cases) >= 100
    assert sum(case["set"] == "fresh" for case in cases) >= 60
    over_all = table("invented details in a note", rows("dev", "fresh"))
    assert over_all.caught.share >= 0.95
    assert over_all.false.share <= 0.10


def test_table_of_what_only_a_judge_can_tell() -> None:
    """Role swaps, lost hedges and moved details pass; paraphrases are called new."""
    beyond: Rates = table("beyond code, for a judge", rows("judge"))
    assert beyond.caught.hits == 0
    assert beyond.false.hits == beyond.false.of == 2


def test_little_beyond_the_invented_word_is_named() -> None:
    """Where an item is faulty, few of its fair words are named with the faulty one."""
    faulty = [c for c in load("grounding") if c["want"] and c["set"] != "judge"]
    assert sum(found(case) > wanted(case) for case in faulty) <= len(faulty) * 0.05


def test_a_verbatim_quote_is_always_borne_out() -> None:
    """Whatever a turn denies or counts, the same words say the same."""
    texts = {turn.text for case in load("grounding") for turn in talk(case["said"])}
    assert len(texts) > 150
    for text in sorted(texts):
        assert invented(text, talk([{"person": text}])) == (), text


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_what_a_turn_says_is_never_new(quote: str, others: list[str]) -> None:
    """Whatever the text is, and whatever else is said."""
    turns = talk([{"person": text} for text in [*others, quote]])
    assert invented(quote, turns) == ()


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4), st.randoms())
def test_the_order_of_the_persons_turns_is_nothing_to_what_is_new(
    item: str, said: list[str], random: Random
) -> None:
    """Nor to anything else that is found, where no agent speaks."""
    turns = [{"person": text} for text in said]
    found = invented(item, talk(turns), LEXICON)
    random.shuffle(turns)
    assert invented(item, talk(turns), LEXICON) == found


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4), st.lists(TEXTS, max_size=3))
def test_what_an_agent_says_before_can_only_contaminate(
    item: str, said: list[str], before: list[str]
) -> None:
    """New words and wrong numbers stay as they are, and no word gets borne out."""
    turns = [{"agent": "Hello."}, *({"person": text} for text in said)]
    led = [*({"agent": text} for text in before), *turns]
    plain = {each.word: each.why for each in invented(item, talk(turns), LEXICON)}
    found = {each.word: each.why for each in invented(item, talk(led), LEXICON)}
    assert plain.keys() <= found.keys()
    changed = {word for word, why in found.items() if plain.get(word) != why}
    assert {found[word] for word in changed} <= {"contaminated"}
    assert {plain[word] for word in changed & plain.keys()} <= {"negation"}


@given(TEXTS, st.lists(TEXTS, max_size=4), TEXTS)
def test_what_a_person_says_more_makes_nothing_new(
    item: str, said: list[str], more: str
) -> None:
    """A word once theirs stays theirs; the more they say, the less is new."""
    turns = [{"person": text} for text in said]
    new = [
        {e.word for e in invented(item, talk(each), LEXICON) if e.why == "new"}
        for each in (turns, [*turns, {"person": more}])
    ]
    assert new[1] <= new[0]


def test_the_finding_names_word_and_reason() -> None:
    """In the item's order; a number comes last."""
    turns = talk(
        [
            {"agent": "By a lake?"},
            {"person": "Yes, a lake, with two dogs and no music."},
        ]
    )
    assert invented("music and three swans at the lake", turns) == (
        Unsupported("music", "negation"),
        Unsupported("swans", "new"),
        Unsupported("lake", "contaminated"),
        Unsupported("3", "number"),
    )


def test_nothing_said_bears_out_nothing() -> None:
    """Without a word of the person every content word is new; an empty item is fine."""
    assert invented("the sea", []) == (Unsupported("sea", "new"),)
    assert invented("", talk([{"person": "The sea."}])) == ()


def test_an_exclusion_is_borne_out_by_a_denial_or_by_an_answer() -> None:
    """An item of `exclude` was refused, or named when asked what to leave out."""
    refused = talk([{"person": "No thunder."}])
    answered = talk(
        [{"agent": "What should I leave out?"}, {"person": "Wind, thunder."}]
    )
    wished = talk([{"agent": "What would you like?"}, {"person": "Thunder."}])
    flip = (Unsupported("thunder", "negation"),)
    assert invented("thunder", refused, excluded=True) == ()
    assert invented("thunder", answered, excluded=True) == ()
    assert invented("thunder", wished, excluded=True) == flip
    assert invented("thunder", answered) == flip


def test_only_whole_sentences_are_safe_from_a_lost_negation() -> None:
    """A piece of a sentence can say its opposite."""
    turns = talk([{"person": "It was late. I wasn't afraid."}])
    assert invented("I wasn't afraid. ", turns) == ()
    assert invented("It was late. I wasn't afraid", turns) == ()
    assert invented("afraid", turns) == (Unsupported("afraid", "negation"),)


def test_who_excludes_nothing_denies_nothing() -> None:
    """What follows "nothing" in the answer is still wished for."""
    turns = talk(
        [{"agent": "What should I leave out?"}, {"person": "Nothing, the sea is fine."}]
    )
    assert invented("the sea", turns) == ()


def test_a_number_goes_with_what_it_counts() -> None:
    """The same numbers of other things are wrong numbers."""
    turns = talk([{"person": "Two cats and three birds."}])
    assert invented("two cats", turns) == ()
    assert invented("three cats", turns) == (Unsupported("3", "number"),)


def test_rates_are_shares_with_intervals() -> None:
    """Three of four caught, none of two false; nothing of nothing says so."""
    got = rates(
        [Row("dev", True, hit) for hit in (True, True, True, False)]
        + [Row("dev", False, False)] * 2
    )
    assert str(got.caught) == "  3/4   0.750 [0.301, 0.954]"
    assert got.false.share == 0
    assert str(rates([]).caught) == "none"
