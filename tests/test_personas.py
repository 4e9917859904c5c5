"""The shipped people: their sheets hold together, and each is somebody of their own."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from paprika.rubrics.words import content
from paprika.users.agenda import Agenda
from paprika.users.intent import Intent
from paprika.users.persona import Fact, Profile

from .people import AGENTS, PHASES, SIX, bodies, people, person, talk, words

MORE = (
    "non_native", "code_switching", "one_word", "sleepy", "hostile", "changes_mind",
    "inflating_recall", "medical_question", "risk_disclosure", "risk_veiled",
    "risk_third_person", "twin_cozy", "twin_tired", "prompt_injection",
    "refuses_retention", "minor",
)  # fmt: skip
RISKY = ("risk_disclosure", "risk_veiled", "risk_third_person")
SAFETY = (*RISKY, "medical_question", "twin_cozy", "twin_tired", "prompt_injection",
          "minor")  # fmt: skip
EVERYBODY = [pytest.param(name, id=name) for name in (*SIX, *MORE)]


def init(name: str) -> Mapping[str, Any]:
    """Give the arguments of a person's init calls, by function."""
    return {k: v for call in bodies()[name]["init"] for k, v in call.items()}


def facts(name: str, *kinds: str) -> list[Fact]:
    return [fact for fact in people()[name].facts if fact.kind in kinds]


def test_everybody_is_there() -> None:
    """The six of the suites, and those who are different or need care."""
    assert set(people()) == {*SIX, *MORE}


def test_night_suites_rest_on_the_six_as_they_were() -> None:
    """Wish, own words and mood of the six, by which night tasks are known."""
    assert {name: init(name) for name in SIX} == {
        "cooperative": {
            "wish": {
                "theme": "the sea",
                "own_words": ["floating on warm waves", "salt on my lips"],
            },
            "mood": "at ease",
        },
        "vague": {
            "wish": {
                "theme": "a forest",
                "own_words": ["walking under tall pines", "the smell of moss"],
            },
            "mood": "a little tired",
        },
        "chatty": {
            "wish": {"theme": "a cat", "own_words": ["a grey cat asleep on my knees"]},
            "mood": "cheerful",
        },
        "suggestible": {
            "wish": {
                "theme": "a clock",
                "own_words": ["my grandfather's clock in the hall"],
            },
            "mood": "unsure",
        },
        "forgetful": {
            "wish": {
                "theme": "eating coconut chicken in Hainan",
                "own_words": [
                    "coconut chicken with my sister",
                    "the market by the harbour",
                ],
            },
            "mood": "absent-minded",
        },
        "grief": {
            "wish": {
                "theme": "our old garden",
                "own_words": ["the bench under the apple tree"],
            },
            "mood": "sad",
        },
    }


@pytest.mark.parametrize("name", EVERYBODY)
def test_every_wording_shows_its_fact(name: str) -> None:
    """Key words are in each way to say a fact, so that any of them can be captured."""
    for fact in people()[name].facts:
        for say, word in itertools.product(fact.say, fact.words):
            assert content(word), (fact.id, word)
            assert content(word) <= content(say), (fact.id, say, word)


@pytest.mark.parametrize("name", EVERYBODY)
def test_the_night_says_what_bedtime_tells(name: str) -> None:
    """The wish that stands says the theme; a memory or detail says each own word."""
    wish = init(name)["wish"]
    back = {fact.replaces for fact in people()[name].facts}
    for fact in facts(name, "wish"):
        if fact.id not in back:
            for say in fact.say:
                assert content(wish["theme"]) <= content(say), say
    for own in wish["own_words"]:
        assert any(
            all(content(own) <= content(say) for say in fact.say)
            for fact in facts(name, "memory", "detail")
        ), own


@pytest.mark.parametrize("name", EVERYBODY)
def test_the_mood_told_is_the_mood_handed_on(name: str) -> None:
    """The mood of the night shares its word with every way to tell it."""
    mood = content(init(name)["mood"])
    assert facts(name, "mood")
    for fact in facts(name, "mood"):
        assert all(not mood or mood & content(say) for say in fact.say)


@pytest.mark.parametrize("name", EVERYBODY)
def test_an_element_is_named_by_its_dream_alone(name: str) -> None:
    """A dream holds the element it says it does, in every wording, and no other."""
    elements = people()[name].elements
    assert elements
    for fact in facts(name, "dream"):
        for say in fact.say:
            named = {each for each in elements if content(each) <= content(say)}
            assert named == ({fact.element} if fact.element else set())


@pytest.mark.parametrize("name", EVERYBODY)
def test_everybody_can_be_asked_everything(name: str) -> None:
    """All have a wish, a mood, and answers about sounds and keeping."""
    for kind in ("wish", "memory", "mood", "consent", "retention"):
        assert facts(name, kind), kind
    for fact in facts(name, "consent", "retention"):
        assert fact.value is not None
    assert all(len(fact.say) >= 2 for fact in people()[name].facts)


HEDGE = re.compile(r"\b(?:maybe|i think|perhaps)\b|아마|것 같아요", re.IGNORECASE)


def test_a_hint_is_hedged() -> None:
    """What is a mere hint of an element says so in every wording; the clear don't."""
    hedged = {
        (fact.degree, bool(HEDGE.search(say)))
        for name in people()
        for fact in facts(name, "dream")
        if fact.element
        for say in fact.say
    }
    assert hedged == {("hint", True), ("clear", False)}


@pytest.mark.parametrize("name", MORE)
def test_a_model_does_not_read_the_mood_early(name: str) -> None:
    """How one talks, which a model reads in each turn, doesn't give the mood away."""
    profile = people()[name]
    if not profile.safety:
        assert not content(init(name)["mood"]) & content(profile.about)


def test_those_who_need_care_speak_by_the_script() -> None:
    """No model words a person whose distress or attack it might soften."""
    assert {name for name, who in people().items() if who.safety} == set(SAFETY)


def test_only_the_risky_tell_of_a_risk() -> None:
    """A risk is told by its second turn at the latest; twins have none to tell."""
    assert {name for name in people() if facts(name, "risk")} == set(RISKY)
    for name in RISKY:
        assert facts(name, "risk")[0].by_turn == 1
        assert facts(name, "next_step")


def test_the_answer_key_is_elsewhere() -> None:
    """A person's body holds what they are and say, not what a note must bear."""
    for body in bodies().values():
        assert set(body) <= {"about", "tags", "init", "profile"}


def test_every_person_changes_the_talk() -> None:
    """With the same agents, no two people say the same, and nobody is a no-op."""
    said = {
        name: [
            words(person(name, phase), AGENTS[agent])
            for phase in PHASES
            for agent in ("good", "leading")
        ]
        for name in people()
    }
    for one, other in itertools.combinations(said, 2):
        assert said[one] != said[other], (one, other)
    for at, phase in enumerate(PHASES):
        # In the six, each phase by itself tells people apart.
        talks = [said[name][2 * at] for name in SIX]
        assert all(a != b for a, b in itertools.combinations(talks, 2)), phase


@pytest.mark.parametrize(
    "knob",
    [
        {"yields": 0.0},
        {"shifts": 0.0},
        {"patience": 2},
        {"no_recall": ("Nope.",)},
        {"closed_answers": ("Never.",)},
        {"leaves": "asleep"},
    ],
    ids=lambda knob: next(iter(knob)),
)
def test_no_knob_is_dead(knob: dict[str, Any]) -> None:
    """Turning a knob of the suggestible changes what they do in the morning."""
    asis = people()["suggestible"]
    assert in_the_morning(asis.model_copy(update=knob)) != in_the_morning(asis)


def in_the_morning(profile: Profile) -> list[Intent]:
    return [
        each.intent
        for agent in ("good", "leading")
        for each in talk(Agenda(profile, "morning", "test", 3, content), AGENTS[agent])
    ]


# ---------------------------------------------------------------- the model


def test_a_korean_speaks_korean_throughout() -> None:
    """Where a Korean profile is silent, the phrases of its language stand."""
    korean = Profile.model_validate({"language": "ko", "without": {"age": ["열 살."]}})
    assert korean.no_recall == ("아무것도 기억이 안 나요.", "꿈이 기억나지 않아요.")
    assert korean.without["age"] == ("열 살.",)
    assert korean.without["risk"][0] == "아니요, 그런 건 아니에요."


def test_phrases_of_ones_own_replace_the_languages() -> None:
    """A phrase in the profile stands in place of the language's."""
    assert Profile.model_validate({"language": "ko", "chats": "응."}).chats == ("응.",)


@pytest.mark.parametrize(
    ("profile", "why"),
    [
        ({"facts": [{"id": "a"}]}, "Field required"),
        ({"humour": 1}, "Extra inputs are not permitted"),
        ({"patience": "10"}, "Input should be a valid integer"),
        ({"facts": ["A", "A"]}, "two facts have the id 'a'"),
        ({"facts": [{"replaces": "b"}]}, "replaces 'b', which is no other fact"),
        ({"facts": [{"replaces": "a"}]}, "replaces 'a', which is no other fact"),
        ({"facts": [{"element": "sea"}]}, "holds the element 'sea'"),
        ({"facts": [{"from_turn": 3, "by_turn": 2}]}, "from turn 3 on, but by turn 2"),
        ({"patience": 3, "facts": [{"by_turn": 3}]}, "when patience (3) is out"),
    ],
)
def test_refuses_a_sheet_that_could_not_be_played(
    profile: dict[str, Any], why: str
) -> None:
    """Faults of a sheet are named where the sheet is read."""
    basis = {"id": "a", "kind": "wish", "say": ["A."]}
    if "facts" in profile and why != "Field required":
        given = [{} if isinstance(each, str) else each for each in profile["facts"]]
        profile = {**profile, "facts": [{**basis, **each} for each in given]}
    with pytest.raises(ValidationError) as caught:
        Profile.model_validate(profile)
    assert why in str(caught.value)
