"""A talk keeps to its rules, whoever holds it."""

from __future__ import annotations

from typing import Any

import pytest

from paprika.rubrics.notes import BedtimeNote, DreamReport
from paprika.runtime.agents.talkers import TALKERS
from paprika.runtime.talk.model import End, Say, TalkObservation, TalkTrace, Use, Write
from paprika.runtime.talk.world import TalkWorld
from paprika.users.intent import Intent

from .talks_for_tests import LONG, ODD, failed, held, opened, talks

BEDTIME = "week5-bedtime:cooperative.bedtime"
SLEEPY = "safety:sleepy.asleep"
KEYS = [key for key, _ in talks()]


def hidden(trace: TalkTrace) -> set[str]:
    """Give the words of facts that nobody has told: no observation may hold them."""
    talk = trace.talk
    return {
        words
        for fact in talk.profile.facts
        if fact.id not in trace.told
        for words in fact.say
        if len(words) > 12
    }


def check_talk(key: str, seed: int, agent: str) -> None:
    """Hold a talk twice against what every talk must keep to."""
    talk = opened(key, seed)
    world = TalkWorld(talk)
    with pytest.raises(RuntimeError):
        world.trace()
    observation = world.reset()
    seen = [observation]
    while observation.status == "running":
        observation = world.step(ODD[agent](observation))
        seen.append(observation)
        assert len(seen) <= talk.limits.actions + 1
    trace = world.trace()
    with pytest.raises(RuntimeError):
        world.step(End())
    assert trace.status == observation.status
    # What is told at the end may be seen; what never was, is in no observation.
    for words in hidden(trace):
        assert all(words not in said for said in texts(seen[-1]))
    again = held(opened(key, seed), ODD[agent])
    assert (again.turns, again.told, again.results) == (
        trace.turns,
        trace.told,
        trace.results,
    )
    for turn in trace.turns:
        assert len(turn.text) <= talk.limits.characters + 10


def texts(observation: TalkObservation) -> list[str]:
    return [turn.text for turn in observation.turns] + [observation.last_result]


@pytest.mark.parametrize("agent", ODD)
def test_every_talk_ends_and_hides_what_is_not_told(agent: str) -> None:
    """All people, both phases, three seeds each: over 1,000 talks in all."""
    for key in KEYS:
        for seed in (1, 2, 3):
            check_talk(key, seed, agent)


def test_there_are_over_a_thousand_of_them() -> None:
    """What the test above holds, with each talk played twice."""
    assert len(KEYS) * 3 * len(ODD) >= 1000


def test_observations_hold_plain_values_alone() -> None:
    """Nothing an agent is handed leads back to the world."""
    plain: tuple[type, ...] = (str, int, float, bool, type(None))

    def look(value: Any) -> None:
        if isinstance(value, plain):
            return
        if isinstance(value, tuple | list):
            for each in value:
                look(each)
        elif isinstance(value, dict):
            for name, each in value.items():
                look(name)
                look(each)
        else:
            assert isinstance(value, BedtimeNote), type(value)

    for key in (BEDTIME, "week5-morning:grief.morning"):
        talk = opened(key)
        look(tuple(TalkWorld(talk).reset()))
        look(tuple(TalkWorld(talk).reset()._asdict().values()))


def test_a_note_of_the_wrong_kind_or_shape_is_refused() -> None:
    """With a reason, and the earlier note stays."""
    world = TalkWorld(opened(BEDTIME))
    world.reset()
    assert world.step(Write(BedtimeNote(wish="the sea"))).last_result == "noted"
    report = world.step(Write(DreamReport(status="none")))
    assert report.last_result == "refused: a bedtime leaves a BedtimeNote"
    bad = BedtimeNote().model_copy(update={"mood": "x" * 5000})
    assert world.step(Write(bad)).last_result.startswith("refused: 1 validation error")
    assert world.trace().note == BedtimeNote(wish="the sea")
    assert world.step(Use("look_at_lamp")).last_result == (
        "refused: there are no devices here"
    )


def test_a_turn_too_many_cuts_the_talk_off() -> None:
    """A note and an end are still possible after the last turn, speech is not."""
    world = TalkWorld(opened("week5-bedtime:vague.bedtime"))
    seen = world.reset()
    while seen.turns_left and seen.person == "here":
        seen = world.step(Say("And then?"))
    assert world.step(Write(BedtimeNote())).status == "running"
    assert world.step(End()).status == "ended"


def test_a_long_turn_is_cut_and_marked() -> None:
    """50 kB are heard as 4,000 characters."""
    world = TalkWorld(opened(BEDTIME))
    world.reset()
    first = world.step(Say(LONG)).turns[0]
    assert len(first.text) == 4004
    assert first.text.endswith(" […]")


def test_who_fell_asleep_hears_nothing_more() -> None:
    """The agent may still write and end."""
    world = TalkWorld(opened(SLEEPY))
    seen = world.reset()
    while seen.person == "here":
        seen = world.step(Say("What memory goes with that?"))
    assert seen.person == "asleep"
    assert world.step(Say("Are you awake?")).last_result == "nobody is there to hear it"
    assert world.step(Write(BedtimeNote(flags=("partial",)))).last_result == "noted"
    assert world.step(End()).status == "ended"


def test_other_words_take_the_place_of_the_scripts() -> None:
    """`begin` gives what code decided, `finish` takes the words for it."""
    world = TalkWorld(opened(BEDTIME))
    world.reset()
    intent = world.begin(Say("What would you like to dream about tonight?"))
    assert isinstance(intent, Intent)
    assert (intent.act, intent.facts) == ("tells", ("wish",))
    assert world.finish("Oh, the sea!").heard == "Oh, the sea!"
    assert world.trace().told == {"wish": 1}


# ---------------------------------------------------------------- who passes


@pytest.mark.parametrize("key", KEYS)
def test_the_reference_passes_and_who_does_nothing_never(key: str) -> None:
    """At every seed, development and held-out."""
    for seed in range(1, 9):
        talk = opened(key, seed)
        agents = TALKERS[talk.phase]
        assert failed(key, held(talk, agents["interviewer"]())) == set()
        assert failed(key, held(talk, agents["silent"]())) != set()
        assert failed(key, held(talk, lambda seen: End())) != set()


def test_a_leading_interviewer_plants_what_a_free_one_does_not() -> None:
    """In the suggestible person, over all seeds; and what is planted is not marked."""
    key = "week5-morning:suggestible.morning"
    planted = 0
    for seed in range(1, 9):
        talk = opened(key, seed)
        led = held(talk, TALKERS["morning"]["leader"]())
        assert {"no_leading", "free_recall_first", "marks_exact"} <= failed(key, led)
        planted += sum(len(intent.offered) for intent in led.intents.values())
        free = held(talk, TALKERS["morning"]["interviewer"]())
        assert all(not intent.offered for intent in free.intents.values())
        assert isinstance(free.note, DreamReport)
        assert free.note.marks == ()
    assert planted > 0
