"""The set-up: the person's hands, three modes, checks, and what the proof finds."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paprika.compiler.compile import Result, compile_specs
from paprika.compiler.problems import in_order
from paprika.compiler.vocabulary import BadValue, Verdict
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove
from paprika.runtime.talk.bedside import (
    Setup,
    SetupTrace,
    SetupWorld,
    plan_in_words,
    read_limits,
)
from paprika.runtime.talk.devices import RIGHT, Devices
from paprika.runtime.talk.model import (
    BedtimeNote,
    End,
    Mode,
    Say,
    TalkAction,
    TalkObservation,
    Use,
    Write,
)
from paprika.runtime.talk.setup import SETUP, open_task, play, solution, verdicts
from paprika.users.intent import Fault
from paprika.users.persona import Profile
from paprika.users.tools import TOOLS

from .setups_for_tests import (
    ALL_BROKEN,
    KOREAN,
    LIMITS,
    OURS,
    a_setup,
    everything_broken,
    said,
    tasks,
)

ASKS = {
    "lamp": "Please turn off the lamp.",
    "speaker": "Please unmute the speaker.",
}


def talk(
    setup: Setup, *actions: TalkAction | str, mode: Mode = "default", end: bool = True
) -> SetupTrace:
    """Act as told; a text is said. Then end, unless the talk is over or `end` isn't."""
    world = SetupWorld(setup, mode)
    observation = world.reset()
    for action in actions:
        assert observation.status == "running"
        spoken = Say(action) if isinstance(action, str) else action
        observation = world.step(spoken)
    if end and observation.status == "running":
        world.step(End())
    return world.trace()


def check(name: str, trace: SetupTrace, **arguments: Any) -> Verdict:
    function = SETUP.vocabulary.find("check", name)
    assert function is not None
    verdict: Verdict = function.run(trace, **arguments)
    return verdict


# ---------------------------------------------------------------- the person's hands


def test_the_person_looks_when_asked_and_says_what_is_there() -> None:
    """In plain words, and of that device alone."""
    trace = talk(everything_broken(), "Please look at the lamp.")
    assert said(trace, "person")[1] in ("The lamp is on.", "The lamp is still on.")
    assert [used.tool for used in trace.uses] == ["look_at_lamp"]
    assert trace.devices["lamp"] == "on"


def test_the_person_acts_when_asked() -> None:
    """And on nothing else."""
    trace = talk(everything_broken(), ASKS["lamp"])
    wanted = {**talk(everything_broken()).devices, "lamp": "off"}
    assert trace.devices == wanted


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_person_speaks_the_language_of_their_profile(seed: int) -> None:
    """Whatever language they are asked in."""
    trace = talk(
        everything_broken(KOREAN, seed), ASKS["lamp"], "볼륨이 몇이에요?", "Eh?"
    )
    for words in said(trace, "person"):
        assert not any("a" <= letter <= "z" for letter in words.casefold())
    assert "85" in said(trace, "person")[2]


def test_of_several_requests_the_first_is_followed() -> None:
    """And the person says that this was too much."""
    trace = talk(everything_broken(), "Turn off the lamp and unmute the speaker.")
    assert (trace.devices["lamp"], trace.devices["speaker"]) == ("off", "muted")
    assert said(trace, "person")[1].endswith(
        ("One thing at a time, please.", "That was a lot. I did the first one.")
    )
    assert [request.tool for request in trace.requests[1]] == [
        "turn_off_lamp",
        "unmute_speaker",
    ]


@pytest.mark.parametrize(
    ("lamp_on", "used"), [(True, ["turn_off_lamp"]), (False, ["look_at_lamp"])]
)
def test_under_a_condition_the_person_acts_only_where_it_holds(
    lamp_on: bool, used: list[str]
) -> None:
    """Else they say what they see."""
    trace = talk(a_setup(lamp_on=lamp_on), "If the lamp is on, please turn it off.")
    assert [use.tool for use in trace.uses] == used
    assert trace.devices["lamp"] == "off"
    assert check("only_asked", trace).holds


def test_an_act_and_a_look_at_it_are_one_request() -> None:
    """The person does the one and then the other."""
    trace = talk(
        a_setup(notches=-1), "Please tighten the headband and tell me how it sits."
    )
    assert [use.tool for use in trace.uses] == ["tighten_headband", "look_at_headband"]
    assert check("one_request_a_turn", trace).holds
    assert "notch" in said(trace, "person")[1]
    assert "snug" in said(trace, "person")[1]


def test_is_everything_alright_shows_what_is_seen_without_looking() -> None:
    """Whether it is bright; no device is named."""
    for lamp_on, words in ((True, "bright"), (False, "dark")):
        trace = talk(a_setup(lamp_on=lamp_on), "Is everything alright?")
        assert words in said(trace, "person")[1]
        assert trace.uses[0].tool == "look_around"


def test_it_is_what_was_spoken_of_in_the_turn_before() -> None:
    """The person keeps the thread."""
    trace = talk(a_setup(lamp_on=True), "Look at the lamp.", "Please turn it off.")
    assert trace.devices["lamp"] == "off"


def test_what_the_person_cannot_read_is_a_fault_of_theirs() -> None:
    """Not a decisive one; small talk is none."""
    trace = talk(a_setup(), "Please do something about the lamp.", "Thanks!")
    assert [fault.code for fault in trace.faults] == ["not_understood"]
    assert not trace.faults[0].decisive
    assert [intent.act for intent in trace.intents.values()] == [
        "opens",
        "unclear",
        "chats",
    ]


def test_asides_are_added_to_reports() -> None:
    """As often as the profile says."""
    chatty = Profile(asides=("My sister rang today.",), aside_share=1.0)
    trace = talk(a_setup(chatty), "Please look at the lamp.")
    assert said(trace, "person")[1].endswith(" My sister rang today.")


@pytest.mark.parametrize("leaves", ["goodbye", "asleep"])
def test_patience_ends_a_talk_that_asks_for_nothing(leaves: Any) -> None:
    """With a word, or by falling asleep."""
    profile = Profile(patience=3, leaves=leaves)
    trace = talk(a_setup(profile), *["Hm."] * 3)
    person = {"goodbye": "left", "asleep": "asleep"}[leaves]
    assert (trace.status, trace.person) == ("cut_off", person)
    assert said(trace, "person")[-1] == "Good night." or leaves == "asleep"
    assert len(said(trace, "person")) == (4 if leaves == "goodbye" else 3)
    assert check("ends_on_its_own", trace).why in (
        "the person left",
        "the person fell asleep",
    )


def test_asking_the_same_again_wears_patience_too() -> None:
    """Unless something has changed in between."""
    patient = Profile(patience=2)
    same = ["Look at the lamp."] * 3
    assert talk(a_setup(patient), *same).person == "left"
    between = ["Look at the lamp.", "Turn off the lamp.", "Look at the lamp."]
    assert talk(a_setup(patient, lamp_on=True), *between).person == "here"


def test_other_words_for_the_same_deed() -> None:
    """`begin` gives what the person does, `finish` takes how they say it."""
    world = SetupWorld(a_setup(lamp_on=True))
    world.reset()
    intent = world.begin(Say("Good evening."))
    assert intent is not None
    assert intent.act == "chats"
    slip = Fault("repeat", "said before", False)
    observation = world.finish("Evening to you.", [slip])
    assert observation.heard == "Evening to you."
    assert world.trace().turns[-1].text == "Evening to you."
    assert world.trace().faults == [slip]
    assert world.begin(End()) is None
    assert world.finish().status == "ended"


# ---------------------------------------------------------------- reset and step


def test_it_begins_with_the_person_lying_down() -> None:
    """The agent sees the words, and nothing of the devices."""
    observation = SetupWorld(everything_broken()).reset()
    assert observation.phase == "setup"
    assert observation.heard in ("I'm in bed now.", "I'm lying down now.")
    assert observation.tools == ()
    assert observation.plan == ""
    assert observation.turns_left == 40


def test_stepping_out_of_turn_is_refused() -> None:
    """Before reset and after the end."""
    world = SetupWorld(a_setup())
    with pytest.raises(RuntimeError, match="step before reset"):
        world.step(Say("Hello."))
    with pytest.raises(RuntimeError, match="trace before reset"):
        world.trace()
    world.reset()
    world.step(End())
    with pytest.raises(RuntimeError, match="the talk is over"):
        world.step(Say("Hello."))


@pytest.mark.parametrize("action", [None, "Hello.", Say(3), End(b"x")])  # type: ignore[arg-type]  # what no agent should return
def test_what_is_no_action_is_refused(action: Any) -> None:
    """An agent that errs is told so, as in every talk; it has used an action."""
    world = SetupWorld(a_setup())
    before = world.reset()
    seen = world.step(action)
    assert seen.last_result.startswith("refused: ")
    assert (seen.turns, seen.status) == (before.turns, "running")
    assert seen.turns_left == before.turns_left - 1


def test_reset_begins_again() -> None:
    """As if nothing had happened."""
    world = SetupWorld(everything_broken())
    first = world.reset()
    world.step(Say(ASKS["lamp"]))
    assert world.reset() == first
    assert world.trace().devices["lamp"] == "on"


def test_the_same_seed_gives_the_same_words_and_others_differ() -> None:
    """Deeds are the same under every seed."""
    ask = [ASKS["lamp"], "Please look at the headband.", ASKS["speaker"], "Thanks."]
    traces = [talk(everything_broken(seed=seed), *ask) for seed in range(8)]
    again = [talk(everything_broken(seed=seed), *ask) for seed in range(8)]
    assert [trace.turns for trace in traces] == [trace.turns for trace in again]
    assert len({tuple(said(trace, "person")) for trace in traces}) > 3
    assert len({tuple(sorted(trace.devices.items())) for trace in traces}) == 1


def test_words_of_a_seed_are_the_same_everywhere() -> None:
    """The rolls come from sha256 of names, on every machine."""
    trace = talk(everything_broken(), "Please look at the headband.")
    assert said(trace, "person") == [
        "I'm in bed now.",
        "Its light blinks red, the battery is low. "
        "How it fits I can't tell, it shows nothing without power.",
    ]


# ---------------------------------------------------------------- modes


def test_by_default_the_person_holds_the_tools() -> None:
    """An agent that reaches for them is refused."""
    trace = talk(everything_broken(), Use("turn_off_lamp"), Write(BedtimeNote()))
    assert trace.results[:2] == [
        "refused: the person holds the tools; ask them",
        "refused: the set-up leaves no note",
    ]
    assert trace.uses == []


def test_without_a_person_the_agent_holds_the_tools() -> None:
    """Results are human-readable, and words reach nobody."""
    trace = talk(
        everything_broken(),
        Use("look_at_lamp"),
        Use("turn_off_lamp"),
        Use("set_volume", {"to": "low"}),
        "Are you there?",
        mode="no_user",
    )
    assert trace.results == [
        "The lamp is on.",
        "I turned the lamp off.",
        "refused: set_volume needs `to`, a whole number of percent",
        "nobody is here to hear it",
        "",
    ]
    assert said(trace, "person") == []
    assert trace.devices["lamp"] == "off"
    assert SetupWorld(a_setup(), "no_user").reset().tools == TOOLS


def test_the_oracle_plan_is_given_in_words() -> None:
    """In that mode alone, and each line asks the person for its step."""
    plan = [Use("swap_battery"), Use("set_volume", {"to": 30})]
    words = "1. swap the headband's battery\n2. set the volume to 30 percent"
    assert plan_in_words(plan) == words
    setup = everything_broken()
    assert SetupWorld(setup, "oracle_plan", plan).reset().plan == words
    assert SetupWorld(setup, "default", plan).reset().plan == ""
    lines = [f"Please {line.split(' ', 1)[1]}." for line in words.splitlines()]
    done = talk(setup, *lines).devices
    assert (done["headband_battery"], done["volume"]) == ("good", "soft")


# ---------------------------------------------------------------- checks


def test_device_checks_the_end() -> None:
    """One part or several; none at all is nothing to check, and fails."""
    trace = talk(a_setup(lamp_on=True), ASKS["lamp"])
    assert check("device", trace, lamp="off").holds
    assert check("device", trace, lamp="off", volume="soft").holds
    assert check("device", trace, lamp="on").why == "lamp is off, not on"
    assert not check("device", trace).holds
    for part, right in RIGHT.items():
        assert check("device", trace, **{part: right}).holds
    broken = talk(everything_broken())
    assert not any(check("device", broken, **{p: r}).holds for p, r in RIGHT.items())


def test_only_asked_names_the_needless_act() -> None:
    """Mending what is broken is none, a look never is, and a second mend is."""
    assert check("only_asked", talk(a_setup(lamp_on=True), ASKS["lamp"])).holds
    assert check("only_asked", talk(a_setup(), "Look at the lamp.")).holds
    trace = talk(a_setup(lamp_on=True), "Hello.", ASKS["lamp"], ASKS["lamp"])
    verdict = check("only_asked", trace)
    assert verdict == Verdict(False, "turn 6: turn_off_lamp, though lamp was off", 6)


def test_ends_on_its_own() -> None:
    """A limit or a person that leaves is no end of one's own."""
    assert check("ends_on_its_own", talk(a_setup(), "Hello.")).holds
    short = LIMITS._replace(agent_turns=2)
    trace = talk(a_setup(limits=short), "Hello.", "Hello again.")
    why = "it went on until a limit cut it off"
    assert check("ends_on_its_own", trace) == Verdict(False, why)
    assert talk(a_setup(limits=short), "Hello.", End()).status == "ended"


def test_one_request_a_turn_names_the_turn() -> None:
    """And what was asked in it."""
    trace = talk(a_setup(), "Hello.", "Turn off the lamp and unmute the speaker.")
    assert check("one_request_a_turn", trace) == Verdict(
        False, "turn 3 asks for 2: turn off the lamp, unmute the speaker", 3
    )


def test_must_must_not_and_order() -> None:
    """Over tools that were used, in order of time."""
    trace = talk(a_setup(lamp_on=True), "Look at the lamp.", ASKS["lamp"])
    look, act = "look_at_lamp", "turn_off_lamp"
    assert check("must", trace, tool=look).holds
    assert check("must", trace, tool="swap_battery").why == (
        "swap_battery was never used"
    )
    assert check("must_not", trace, tool="swap_battery").holds
    assert check("must_not", trace, tool=act) == Verdict(
        False, "turn 4: turn_off_lamp", 4
    )
    assert check("order", trace, first=look, then=act).holds
    assert not check("order", trace, first=act, then=look).holds
    assert not check("order", trace, first="swap_battery", then=look).holds
    assert not check("order", trace, first=look, then="swap_battery").holds


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("headband ready", True),
        ("READY headbands", True),
        ("volume 30 percent", True),
        ("volume thirty percent", True),
        ("lamp not ready", True),
        ("volume 40 percent", False),
        ("lamp ready", False),
        ("headband not ready", False),
        ("headband volume", False),
        ("lying in bed", False),
        ("the and of", False),
    ],
)
def test_said_asks_for_words_and_numbers_in_one_turn_of_the_agent(
    words: str, holds: bool
) -> None:
    """In any form and order; negated it is another word. The person's don't count."""
    trace = talk(
        a_setup(),
        "The headband is ready.",
        "The volume of the phone was set to thirty percent.",
        "The lamp is not ready.",
    )
    assert check("said", trace, words=words).holds is holds


# ---------------------------------------------------------------- assumptions


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"agent_turns": 0}, "an agent without a turn"),
        ({"agent_turns": 2.5}, "`agent_turns` must be a whole number, not 2.5"),
        ({"loudest_percent": 5}, "the loudest volume lies below the quietest"),
        ({"loudest_percent": 140}, "the loudest volume lies below the quietest"),
        ({"other": 1}, "must be a mapping of quietest_percent, loudest_percent"),
    ],
)
def test_limits_that_cannot_be(change: dict[str, Any], said: str) -> None:
    """The assumption is named, and what is wrong with it."""
    with pytest.raises(BadValue, match=said) as caught:
        read_limits({**LIMITS._asdict(), **change})
    assert caught.value.argument == "bedside"


def test_the_shipped_limits_are_read() -> None:
    """As the brief tells them to the agent."""
    assert read_limits(tasks("bedside-setup")[0].assumptions["bedside"]) == LIMITS
    assert "from 10 to 40 percent" in SETUP.brief


# ---------------------------------------------------------------- shipped suites


def proved(paths: list[str]) -> Result:
    kept = Cache(None)
    return compile_specs(
        paths, {"setup": SETUP}, lambda drafts, world: prove(drafts, world, kept)
    )


@pytest.fixture(scope="module")
def shipped() -> Result:
    return proved(OURS)


def test_the_shipped_suites_are_proved(shipped: Result) -> None:
    """Solvable, not by doing nothing, and with no step and no assert to spare."""
    assert in_order(shipped.problems) == []
    counts = {name: len(found.drafts) for name, found in shipped.compositions.items()}
    assert counts == {"bedside-setup": 63, "bedside-chains": 5}


def test_conditions_compose() -> None:
    """A task with several broken devices has all their solutions and asserts."""
    [task] = [
        task
        for task in tasks("bedside-setup")
        if task.id.startswith("battery_low.loose.lamp_on.")
    ]
    assert [call.arguments["tool"] for call in task.solution] == [
        "swap_battery",
        "tighten_headband",
        "tighten_headband",
        "turn_off_lamp",
    ]
    asserted = [
        {part: how for part, how in call.arguments.items() if how is not None}
        for call in task.asserts
        if call.name == "device"
    ]
    assert asserted == [
        {"headband_battery": "good"},
        {"headband_fit": "snug"},
        {"lamp": "off"},
    ]


def test_every_number_of_broken_things_is_there() -> None:
    """The whole product but its empty task."""
    found = Counter(len(task.conditions) - 1 for task in tasks("bedside-setup"))
    assert found == {1: 6, 2: 15, 3: 20, 4: 15, 5: 6, 6: 1}


def test_everything_that_can_be_broken_meets_each_of_the_six_people() -> None:
    """People are dealt, not multiplied."""
    met = {
        (facet, task.conditions["user"])
        for task in tasks("bedside-setup")
        for facet in task.conditions
        if facet != "user"
    }
    assert len(met) == 6 * 6


@pytest.mark.parametrize("suite", ["bedside-setup", "bedside-chains"])
def test_leaving_a_step_out_leaves_its_device_broken(suite: str) -> None:
    """And with all steps nothing is broken that was."""
    for task in tasks(suite):
        setup = open_task(task, 1)
        plan = solution(task, setup)
        [whole] = SETUP.replay([setup], [plan])
        assert all(verdict.holds for _, verdict in verdicts(task, whole))
        for left_out in range(len(plan)):
            rest = plan[:left_out] + plan[left_out + 1 :]
            [trace] = SETUP.replay([setup], [rest])
            failed = {call.name for call, v in verdicts(task, trace) if not v.holds}
            assert failed == {"device"}, (task.id, left_out)


SMALL = """
assumptions:
  bedside:
    value: {quietest_percent: 10, loudest_percent: 40, low_battery_percent: 20,
      agent_turns: 40}
    basis: assumed
    source: a test
conditions:
  lamp: {lit: {init: [light_lamp], solution: [SOLUTION], assert: [ASSERT]}}
suites:
  small: {world: setup, cross: [lamp], seeds: {dev: 1}}
"""


@pytest.mark.parametrize(
    ("solution", "asserted", "codes"),
    [
        ("person: turn_off_lamp", 'device: {lamp: "off"}', []),
        ("person: look_at_lamp", 'device: {lamp: "off"}', ["V403"]),
        ("person: turn_off_lamp", "device", ["V403"]),
        (
            "{person: look_at_lamp}, {person: turn_off_lamp}",
            'device: {lamp: "off"}',
            ["V407"],
        ),
        (
            "{person: look_at_lamp}, {person: turn_off_lamp}",
            "order: {first: look_at_lamp, then: turn_off_lamp}",
            [],
        ),
        ("person: set_volume", 'device: {lamp: "off"}', ["V411"]),
        ("person: turn_off_lamp", "device: {lamp: dim}", ["N213"]),
        ("person: turn_off_lamp", "must: turn_of_lamp", ["N213"]),
    ],
)
def test_the_proof_finds_slips(
    solution: str, asserted: str, codes: list[str], tmp_path: Path
) -> None:
    """A solution that mends nothing, one with a spare step, an empty check."""
    text = SMALL.replace("SOLUTION", solution).replace("ASSERT", asserted)
    (tmp_path / "small.yaml").write_text(text)
    assert [p.code for p in in_order(proved([str(tmp_path)]).problems)] == codes


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("raise_volume: 40", "40 percent is not too high"),
        ("drain_headband: {percent: 20}", "20 percent is not low"),
    ],
)
def test_a_break_must_break(call: str, said: str, tmp_path: Path) -> None:
    """The limit itself is still right."""
    text = SMALL.replace("light_lamp", call).replace("SOLUTION", "person: look_at_lamp")
    (tmp_path / "small.yaml").write_text(text.replace("ASSERT", "must: look_at_lamp"))
    [problem] = in_order(proved([str(tmp_path)]).problems)
    assert problem.code == "V411"
    assert said in problem.message


def test_the_agent_is_handed_nothing_hidden() -> None:
    """What an observation holds leads to no device, profile or seed."""
    seen: list[TalkObservation] = []

    def watch(observation: TalkObservation) -> TalkAction:
        seen.append(observation)
        return Say(ASKS["lamp"]) if len(seen) < 4 else End()

    play(everything_broken(), watch)
    plain = (str, int, type(None))
    for observation in seen:
        for value in [
            *observation,
            *[part for turn in observation.turns for part in turn],
        ]:
            assert isinstance(value, (*plain, tuple)) or value == {}


def test_a_state_has_one_text() -> None:
    """Equal states the same, and every device tells."""
    assumptions = {"bedside": LIMITS._asdict()}
    assert SETUP.snapshot(SETUP.blank(assumptions)) == SETUP.snapshot(
        SETUP.blank(assumptions, {"name": "anna", "profile": {}})
    )
    korean = {"name": "minji", "profile": {"language": "ko"}}
    texts = {SETUP.snapshot(SETUP.blank(assumptions, korean))}
    for name in [field.name for field in dataclasses.fields(Devices)]:
        state = SETUP.blank(assumptions)
        value = ALL_BROKEN.get(name, 7)
        state.devices = dataclasses.replace(state.devices, **{name: value})
        texts.add(SETUP.snapshot(state))
    assert len(texts) == 10
