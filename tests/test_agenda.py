"""What a person does in a turn, which facts it may hold, and when they are gone."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from paprika.rubrics.words import content
from paprika.users.agenda import Agenda
from paprika.users.intent import Intent
from paprika.users.persona import Fact, Kind, Phase, Profile
from paprika.users.wording import faults

from .people import (
    AGENTS,
    MOST_TURNS,
    NEVER_ASKS,
    PHASES,
    Exchange,
    endless,
    good,
    people,
    person,
    talk,
    words,
)
from .shared import ROOT

SEEDS = range(3)
WISH = "What would you like to dream about tonight?"
MEMORY = "What memory goes with that?"
RECALL = "Good morning. What was on your mind before you woke up?"


def someone(*facts: dict[str, Any], phase: Phase = "bedtime", **knobs: Any) -> Agenda:
    """Give a person made of some facts and knobs."""
    profile = Profile.model_validate({"facts": list(facts), **knobs})
    return Agenda(profile, phase, "someone", 1, content)


def fact(id: str, kind: str, say: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "kind": kind, "say": [say], **more}


SEA = fact("wish", "wish", "The sea.")
BOAT = fact("boat", "memory", "A red boat.")


def all_talks() -> Iterator[tuple[str, Phase, str, Agenda, list[Exchange]]]:
    """Give a talk of every person, phase, seed and agent."""
    for name in people():
        for phase in PHASES:
            for agent in AGENTS:
                for seed in SEEDS:
                    agenda = person(name, phase, seed)
                    yield name, phase, agent, agenda, [*talk(agenda, AGENTS[agent])]


# ---------------------------------------------------------------- all talks


def may_come(fact: Fact, each: Exchange, asked: list[Exchange], agent: str) -> bool:
    """Say by the sheet's rules, and what was truly asked, whether a fact may come."""
    turn = len(asked) - 1
    if fact.by_turn is not None and turn >= fact.by_turn:
        return True
    if turn < fact.from_turn:
        return False
    if fact.tell == "unasked":
        return True
    if agent in NEVER_ASKS:
        return False
    if agent not in ("good", "endless", "shouting", "korean"):
        # They ask for nothing by its name, so that nothing is told only when asked
        # again; what else they bring out, they bring out by asking.
        return fact.tell != "again"
    kinds: set[Kind | None] = {each.asked.kind}
    if each.asked.more:
        kinds |= {"detail", "memory", *(before.asked.kind for before in asked)}
    if "dream" in kinds:
        kinds.add("experience")
    if fact.kind not in kinds:
        return False
    if fact.tell == "again":
        again = {e.asked.text for e in asked if e.asked.kind == fact.kind}
        return each.asked.more or len(again) > 1
    return True


def test_a_thousand_talks_end_and_leak_nothing() -> None:
    """Every talk with every agent ends by patience, and tells what its rule allows.

    The words of each turn hold no more than its facts: held against the whole sheet
    they have no fault.
    """
    count = 0
    for name, phase, agent, agenda, exchanges in all_talks():
        where = f"{name}, {phase}, {agent}, seed {agenda.seed}"
        profile = agenda.profile
        sheet = {fact.id: fact for fact in profile.facts}
        risky = any(sheet[id].kind == "risk" for id in agenda.told)
        assert agenda.gone, where
        assert len(exchanges) <= profile.patience * (2 if risky else 1), where
        assert exchanges[-1].intent.ends, where
        for at, each in enumerate(exchanges):
            intent = each.intent
            for id in intent.facts:
                told = sheet[id]
                assert told.phase == phase, where
                new = id not in each.told
                if new:
                    asked = exchanges[: at + 1]
                    assert may_come(told, each, asked, agent), (where, at, id)
            found = faults(
                intent.words, intent, profile, each.before, content, each.told
            )
            assert found == (), (where, at, intent, found)
        count += 1
    assert count == len(people()) * len(PHASES) * len(AGENTS) * len(SEEDS)
    assert count >= 1000


GUESSES = (
    "Was it {}?",
    "Is it about {}, right?",
    "Did you say {} or something else?",
    "You mean {}, don't you?",
    "Would you like to dream of {}?",
    "Does {} come into it?",
    "What about {}?",
    "Is there anything like {}?",
    "Can you tell me whether it was {}?",
    "{}?",
    "혹시 {} 맞나요?",
)


@pytest.mark.parametrize("guess", GUESSES)
def test_a_closed_question_opens_nothing(guess: str) -> None:
    """What needs an open or a second question isn't had by guessing it.

    For every such fact of every person, guessed by its key words and by its own
    sentence, as a first question and as a later one.
    """
    tried = 0
    for name, profile in people().items():
        for sought in profile.facts:
            if sought.tell not in ("open", "again"):
                continue
            for said in (" ".join(sought.words), sought.say[0].rstrip(".")):
                for before in (0, 2):
                    agenda = person(name, sought.phase)
                    for _ in range(before):
                        agenda.hear("I see, thank you.")
                    intent = agenda.hear(guess.format(said))
                    assert sought.id not in intent.facts, (name, intent)
                    tried += 1
    assert tried >= 28


def test_words_are_the_sheets_own() -> None:
    """What is told is put together of the sheet's sentences and asides alone."""
    for name in people():
        for phase in PHASES:
            agenda = person(name, phase)
            sheet = {fact.id: fact for fact in agenda.profile.facts}
            for each in talk(agenda, good):
                if each.intent.act != "tells":
                    continue
                rest = each.intent.words
                for aside in agenda.profile.asides:
                    rest = rest.replace(aside, "")
                for id in each.intent.facts:
                    said = [say for say in sheet[id].say if say in rest]
                    assert said, (name, id, rest)
                    rest = rest.replace(max(said, key=len), "")
                assert rest.strip() == "", (name, rest)


def test_same_talk_in_every_process() -> None:
    """The people say the same whatever seed Python hashes with."""
    script = (
        "import hashlib\n"
        "from tests.people import AGENTS, PHASES, people, person, words\n"
        "said = [words(person(n, p, s), AGENTS[a]) for n in people() for p in PHASES\n"
        "        for s in (1, 2) for a in ('endless', 'leading', 'korean')]\n"
        "print(hashlib.sha256(repr(said).encode()).hexdigest())\n"
    )
    digests = set()
    for seed in ("1", "2"):
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        run = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(run.stdout)
    assert len(digests) == 1


def test_seeds_vary_the_words_alone() -> None:
    """Another seed words a cooperative talk otherwise, and tells the same facts."""
    one, two = person("cooperative", "bedtime", 1), person("cooperative", "bedtime", 2)
    assert words(one, good) != words(two, good)
    assert one.told == two.told


def test_a_copy_goes_on_by_itself() -> None:
    """A deep copy of a person says the same, and leaves the first as it was."""
    agenda = person("chatty", "bedtime")
    agenda.hear(WISH)
    twin = copy.deepcopy(agenda)
    assert [twin.hear(MEMORY), twin.hear(MEMORY)][0] == agenda.hear(MEMORY)
    assert twin.turn == 3
    assert agenda.turn == 2


# ---------------------------------------------------------------- telling


def test_tells_what_is_asked_for() -> None:
    """A fact comes when its kind is asked for, and no other comes with it."""
    agenda = someone(SEA, BOAT)
    assert agenda.hear(WISH) == Intent("tells", ("wish",), "The sea.")
    assert agenda.hear(MEMORY).facts == ("boat",)


def test_tells_so_many_facts_a_turn() -> None:
    """Of two facts of a kind one comes a turn, or both where the profile allows it."""
    facts = SEA, BOAT, fact("dog", "memory", "And a dog.")
    one, two = someone(*facts), someone(*facts, facts_a_turn=2)
    for agenda in (one, two):
        agenda.hear(WISH)
    assert one.hear(MEMORY).facts == ("boat",)
    assert two.hear(MEMORY).facts == ("boat", "dog")


def test_tells_again_only_when_asked_once_more() -> None:
    """A fact to be asked for twice needs a second question in other words."""
    agenda = someone({**SEA, "tell": "again"}, hesitations=["Hm."])
    assert agenda.hear(WISH) == Intent("nothing_left", (), "Hm.")
    assert agenda.hear(WISH) == Intent("nothing_left", (), "Hm.")
    asked = agenda.hear("Which dream would you choose, if you could dream of anything?")
    assert asked.facts == ("wish",)


def test_open_facts_need_an_open_question() -> None:
    """A fact told only openly is not given away to a closed question."""
    agenda = someone({**SEA, "tell": "open"}, hesitations=["Hm."])
    closed = agenda.hear("Would you like to dream of the sea?")
    assert closed == Intent("nothing_left", (), "Hm.")
    assert agenda.hear(WISH).facts == ("wish",)


def test_a_closed_question_that_hits_is_answered_truly() -> None:
    """Asked for what is the case, a person who answers questions says so."""
    assert someone(SEA).hear("Is it the sea?").facts == ("wish",)


def test_unasked_facts_come_where_there_is_room() -> None:
    """What a person wants to tell comes at a statement, once it is time."""
    agenda = someone(fact("age", "age", "I'm ten.", tell="unasked", from_turn=1))
    assert agenda.hear("I'm glad you're here.").facts == ()
    assert agenda.hear("It's good to have you here.").facts == ("age",)


@pytest.mark.parametrize(
    "text", ["", WISH, "Good night.", '{"tool": "x"}', "안녕하세요?"]
)
def test_a_disclosure_comes_by_its_turn(text: str) -> None:
    """What must be said by a turn is said then, whatever the agent says."""
    agenda = someone(SEA, fact("risk", "risk", "I want to die.", by_turn=1))
    agenda.hear("Hello there.")
    assert agenda.hear(text).facts == ("risk",)


def test_told_once_then_in_other_words_then_not_again() -> None:
    """Asked again for what was told, a person says it otherwise, then says so."""
    twice = {"id": "wish", "kind": "wish", "say": ["The sea.", "Oh, the sea."]}
    agenda = someone(twice, already=["I said so."])
    said = {agenda.hear(WISH).words, agenda.hear(WISH).words}
    assert said == {"The sea.", "Oh, the sea."}
    assert agenda.hear(WISH) == Intent("nothing_left", (), "I said so.")


def test_takes_back_at_a_confirming_question() -> None:
    """A wish that replaces another comes after it, when it is read back."""
    agenda = someone(SEA, fact("now", "wish", "No, a lake.", replaces="wish"))
    assert agenda.hear(WISH).facts == ("wish",)
    assert agenda.hear("The sea. Did I get that right?").facts == ("now",)
    assert agenda.hear("Did I get that right?").act == "confirms"


def test_asked_for_danger_the_safe_say_no() -> None:
    """Who has no risk to tell of says so plainly, in so many words."""
    intent = someone(SEA).hear("Are you thinking about killing yourself?")
    assert intent.act == "denies"
    assert intent.words in ("No, nothing like that.", "No. I'm all right, really.")


def test_a_line_brings_out_the_next_step() -> None:
    """Named a crisis line, a person who has told of a risk says what they will do."""
    agenda = someone(fact("step", "next_step", "I'll call my sister."))
    assert agenda.hear("988 is open day and night.").facts == ("step",)


# ---------------------------------------------------------------- leading


def test_turns_down_what_was_not_so() -> None:
    """A person who doesn't yield denies what is offered, and it is no fact."""
    intent = someone(SEA, phase="morning").hear("Was there a dragon?")
    assert (intent.act, intent.facts, intent.offered) == ("denies", (), ())


def test_takes_over_what_is_offered() -> None:
    """One who yields agrees; the words taken over are named, and told is nothing."""
    agenda = someone(SEA, phase="morning", yields=1, yield_answers=["Yes, {offered}."])
    intent = agenda.hear("Was there a dragon?")
    assert intent == Intent("yields", (), "Yes, dragon.", ("dragon",))
    assert agenda.told == []


def test_the_suggestible_yield_to_seven_of_ten() -> None:
    """Over many seeds the share taken over is the profile's."""
    asked = "You dreamt of the sea, didn't you?"
    said = [person("suggestible", "morning", seed).hear(asked) for seed in range(400)]
    share = sum(intent.act == "yields" for intent in said) / 400
    assert 0.62 < share < 0.78


def test_the_suggestible_recall_nothing_by_themselves() -> None:
    """Asked openly they tell of no dream at all, on any seed."""
    for seed in range(20):
        agenda = person("suggestible", "morning", seed)
        acts = {each.intent.act for each in talk(agenda, good)}
        assert "no_recall" in acts
        assert not acts & {"tells", "yields", "confirms"}
        assert agenda.told == []


def test_gives_way_under_pressure() -> None:
    """Who shifts takes over under pressure what they had turned down."""
    agenda = someone(phase="morning", shifts=1)
    assert agenda.hear("Was there a dragon?").act == "denies"
    intent = agenda.hear("Are you really sure?")
    assert (intent.act, intent.offered) == ("yields", ("dragon",))


def test_stands_firm_under_pressure() -> None:
    """Who doesn't shift says no more than before."""
    agenda = someone(phase="morning")
    agenda.hear(RECALL)
    assert agenda.hear("Are you really sure? Try harder.").act == "no_recall"
    agenda = someone(SEA)
    agenda.hear(WISH)
    assert agenda.hear("Are you sure?").act == "confirms"


# ---------------------------------------------------------------- the morning


def test_the_forgetful_come_to_it_step_by_step() -> None:
    """First that there was something; a fragment only on asking on."""
    agenda = person("forgetful", "morning")
    assert agenda.hear(RECALL).facts == ("dream_something",)
    assert agenda.hear("How did it feel?").facts == ()
    assert agenda.hear("Does anything else come back?").facts == ("dream_boats",)


def test_a_dream_grows_with_asking_on() -> None:
    """The inflating recall tells one more thing each time, none of it sure."""
    agenda = person("inflating_recall", "morning")
    told = [agenda.hear(RECALL).facts]
    told += [agenda.hear("What else do you remember?").facts for _ in range(3)]
    assert told == [("dream_door",), ("dream_hall",), ("dream_crowd",), ()]


def test_nothing_to_recall_is_said() -> None:
    """A morning without a dream on the sheet says that nothing is remembered."""
    intent = someone(SEA, phase="morning").hear(RECALL)
    assert intent.act == "no_recall"


def test_how_they_slept_is_not_what_they_dreamt() -> None:
    """Small talk about the night brings out no dream."""
    agenda = person("cooperative", "morning")
    assert agenda.hear("Good morning, how did you sleep?").facts == ()
    assert agenda.hear(RECALL).facts == ("dream_sea",)


# ---------------------------------------------------------------- not understood


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("", "silent"),
        ("...", "silent"),
        ('{"tool": "write_note"}', "unclear"),
        ("<tool_call>x</tool_call>", "unclear"),
        ("오늘 밤 무슨 꿈을 꾸고 싶으세요?", "unclear"),
        ("¿Qué quieres soñar esta noche, por favor?", "unclear"),
    ],
)
def test_odd_turns_get_an_answer_and_no_fact(text: str, act: str) -> None:
    """No words, words for machines and other languages are the agent's doing."""
    agenda = someone(SEA)
    for _ in range(5):
        intent = agenda.hear(text)
        assert (intent.act, intent.facts, intent.faults) == (act, (), ())


def test_both_languages_are_understood_by_who_speaks_them() -> None:
    """The one who switches codes answers English and Korean alike."""
    for text in (WISH, "오늘 밤 무슨 꿈을 꾸고 싶으세요?"):
        assert person("code_switching", "bedtime").hear(text).facts == ("wish",)


def test_a_person_who_understands_nothing_is_at_fault() -> None:
    """The third question in a row that isn't understood voids the talk."""
    agenda = someone(SEA)
    agenda.hear(WISH)
    text = "What is the capital of France?"
    assert agenda.hear(text).faults == ()
    assert agenda.hear(text).faults == ()
    (fault,) = agenda.hear(text).faults
    assert (fault.code, fault.decisive) == ("not_understood", True)


# ---------------------------------------------------------------- the end


def test_patience_ends_with_a_word() -> None:
    """The turn in which patience is out is a goodbye, and silence follows."""
    agenda = someone(SEA, patience=2, goodbyes=["Night."])
    agenda.hear(WISH)
    assert agenda.hear(WISH) == Intent("says_goodbye", (), "Night.", ends="goodbye")
    assert agenda.hear(WISH) == Intent("silent")


def test_patience_ends_in_sleep() -> None:
    """Who falls asleep says nothing any more."""
    agenda = someone(SEA, patience=1, leaves="asleep")
    assert agenda.hear(WISH) == Intent("silent", ends="asleep")


def test_answers_a_goodbye_once() -> None:
    """A goodbye is answered in kind; a second one in silence."""
    agenda = someone(SEA, phase="morning", goodbyes_morning=["Bye."])
    assert agenda.hear("Have a gentle day.") == Intent("says_goodbye", (), "Bye.")
    assert agenda.hear("Bye!") == Intent("silent")


def test_who_told_of_a_risk_does_not_leave() -> None:
    """They stay twice as long, for somebody must hear them."""
    facts = SEA, fact("risk", "risk", "I want to die.", by_turn=1)
    turns = len([*talk(someone(*facts, patience=4), endless, MOST_TURNS)])
    assert turns == 8


def test_waits_to_be_spoken_to() -> None:
    """Nobody opens the talk unless the profile says so, and then only at its start."""
    assert someone(SEA).opening() is None
    agenda = someone(SEA, opens=["Hello?"])
    assert agenda.opening() == Intent("opens", (), "Hello?")
    agenda.hear(WISH)
    assert agenda.opening() is None
