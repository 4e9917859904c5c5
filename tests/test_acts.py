"""What a person takes an agent's turn for; labelled turns are in texts/acts.yaml.

The table is seen with `pytest tests/test_acts.py -s -k table`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.words import content
from paprika.users.acts import LIKELY, PLAINLY, Act, Heard, hear
from paprika.users.persona import Phase

from .shared import ROOT

CASES: list[Mapping[str, Any]] = yaml.load(
    (ROOT / "tests/texts/acts.yaml").read_text(encoding="utf-8"),
    Loader=yaml.CSafeLoader,
)
LEAST = {"dev": 0.95, "fresh": 0.9, "second": 0.95}
"""Share of turns that must be understood, by set."""


def read(case: Mapping[str, Any]) -> Heard:
    known = frozenset().union(*map(content, case.get("known", [])))
    return hear(case["text"], case["phase"], case.get("at", 1), content, known)


def wrong(case: Mapping[str, Any]) -> str:
    """Give what was taken wrongly, or nothing."""
    heard = read(case)
    if heard.act != case["want"]:
        return f"wanted {case['want']}, heard {heard.act}: {case['text']}"
    if "open" in case and heard.open != case["open"]:
        return f"wanted open={case['open']}: {case['text']}"
    if "offers" in case and list(heard.offered) != case["offers"]:
        return f"wanted {case['offers']}, heard {heard.offered}: {case['text']}"
    return ""


@pytest.mark.parametrize("which", LEAST)
def test_table_of_labelled_turns(which: str) -> None:
    """Nine turns of ten are understood; of unseen ones fewer: see the texts' head."""
    cases = [case for case in CASES if case["set"] == which]
    missed = [why for case in cases if (why := wrong(case))]
    print(f"\nacts {which}: {len(cases) - len(missed)} of {len(cases)} right")
    print("\n".join(f"    {why}" for why in missed))
    assert 1 - len(missed) / len(cases) >= LEAST[which]


def test_turns_are_many_and_of_every_kind() -> None:
    """The labelled turns hold at least 60 English, 8 Korean, and nearly every act."""
    korean = [case for case in CASES if re.search(r"[가-힣]", case["text"])]
    assert len(CASES) - len(korean) >= 60
    assert len(korean) >= 8
    acts = {case["want"] for case in CASES}
    assert set(get_args(Act)) - acts == {"ask_medical"}


def test_answers_the_last_question() -> None:
    """Asked two things, a person answers the second, and has heard the first."""
    heard = hear("How are you? What would you like to dream of?", "bedtime", 1)
    assert heard.acts == ("ask_mood", "ask_wish")
    assert heard.kinds == ("wish",)


def test_takes_a_second_clause_for_a_second_question() -> None:
    """A sentence that asks two things is answered by its end."""
    heard = hear("Who was there, and how are you feeling?", "bedtime", 1)
    assert heard.acts == ("ask_detail", "ask_mood")
    assert heard.question == "how are you feeling?"


@pytest.mark.parametrize(
    ("phase", "act"), [("bedtime", "ask_wish"), ("morning", "ask_recall")]
)
def test_first_question_goes_by_the_phase(phase: Phase, act: str) -> None:
    """A first question without a topic is for the wish, or for the dream."""
    heard = hear("So, what shall it be, dear?", phase, 0)
    assert (heard.act, heard.confidence) == (act, LIKELY)


def test_only_new_content_is_offered() -> None:
    """What the person named before is no offer, but asks for a yes."""
    text = "You'd like the sea, right?"
    known = content("The sea, please.")
    assert hear(text, "bedtime", 1, content).offered == ("sea",)
    heard = hear(text, "bedtime", 1, content, known)
    assert (heard.act, heard.offered) == ("confirm", ())


def test_a_courtesy_offers_nothing() -> None:
    """Small talk in a question's form is no leading question."""
    heard = hear("Did you sleep well?", "morning", 0, content)
    assert (heard.act, heard.offered) == ("ask_mood", ())


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Were there any waves in your dream?", ("waves",)),
        ("Was it a beach or something else?", ("beach",)),
        ("How about a beach?", ("beach",)),
        ("Did it have to do with trains?", ("trains",)),
        ("Were there any people?", ()),
        ("What about smells?", ()),
        ("Is there something else?", ()),
    ],
)
def test_an_open_form_may_offer(text: str, offered: tuple[str, ...]) -> None:
    """A question that is open in form alone, and names a thing, is closed."""
    heard = hear(text, "morning", 1, content)
    assert heard.offered == offered
    assert heard.open == (not offered)
    assert (heard.act == "probe_element") == bool(offered)


def test_pointing_back_offers_what_stood_before() -> None:
    """A question for "it" offers the sentence before."""
    text = "Your wish was a lighthouse. Did it come?"
    assert hear(text, "morning", 1, content).offered == ("lighthouse",)


def test_a_line_is_heard_beside_a_question() -> None:
    """A crisis line counts as offered, and the question is what is answered."""
    heard = hear("You can call 988. Who could you be with now?", "bedtime", 2)
    assert heard.acts[-1] == "ask_next_step"
    assert "offers_line" in heard.acts


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What would you like to dream of?", "en"),
        ("오늘 기분은 어떠세요?", "ko"),
        ("¿Qué quieres soñar esta noche, por favor?", "other"),
        ("今夜はどんな夢を見たいですか?", "other"),
        ("Sea?", "en"),
    ],
)
def test_tells_languages_apart(text: str, language: str) -> None:
    """Korean by its script, English by its commonest words."""
    assert hear(text, "bedtime", 1).language == language


def test_invisible_characters_change_nothing() -> None:
    """Zero-width characters and full-width letters are read as what they look like."""
    plain = hear("How are you feeling?", "bedtime", 1)
    odd = hear("\uff28ow a\u200bre you fee\u200dling?", "bedtime", 1)
    assert odd == plain
    assert plain.confidence == PLAINLY


@given(text=st.text(max_size=300), phase=st.sampled_from(["bedtime", "morning"]))
def test_takes_any_text(text: str, phase: Phase) -> None:
    """Whatever is said, something is heard: never an exception, and always an act."""
    heard = hear(text, phase, 0, content)
    assert heard.act in get_args(Act)
    assert heard.said in {
        "asks",
        "more",
        "pressure",
        "line",
        "closes",
        "states",
        "empty",
    }
