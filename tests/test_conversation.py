"""Talks in which a model is the agent, the person's words, or both; all offline."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from paprika.runtime.builds import compiled
from paprika.runtime.conversation import MOST_CALLS
from paprika.runtime.talk_log import TalkEpisode, replay
from paprika.runtime.tasks import bedtime, morning, session, setup
from paprika.runtime.trials import open_conversation

from .inspect_runs import run, shipped_build

MODEL = "mockllm/model"


@pytest.fixture(autouse=True)
def _build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))


def counted(output: ModelOutput) -> ModelOutput:
    """Give an output its usage, so that nobody counts its tokens."""
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def says(text: str) -> ModelOutput:
    return counted(ModelOutput.from_content(MODEL, text))


def calls(tool: str, **arguments: Any) -> ModelOutput:
    output = ModelOutput.for_tool_call(MODEL, tool, arguments)
    # What stands beside a call would be said.
    output.message.content = ""
    return counted(output)


def model(*outputs: ModelOutput) -> Model:
    """Give a model that replies with these, then over and over with the last."""

    def replies() -> Iterator[ModelOutput]:
        yield from outputs
        while True:
            yield outputs[-1].model_copy(deep=True)

    return get_model(MODEL, custom_outputs=replies(), memoize=False)


def episode(sample: EvalSample) -> TalkEpisode:
    return TalkEpisode(**json.loads(sample.store["episode"]))


def only(log: EvalLog) -> EvalSample:
    assert log.status == "success", log.error
    assert log.samples is not None
    [sample] = log.samples
    assert sample.error is None
    return sample


NOTE = {
    "wish": "the sea",
    "own_words": [{"words": "salt on my lips", "turn": 3}],
    "mood": "",
    "consent": "given",
}


def test_a_model_talks_writes_and_ends(tmp_path: Path) -> None:
    """By its messages and tools; the trace is as an agent without a model leaves it."""
    agent = model(
        says("What would you like to dream about tonight?"),
        says("What did you notice there?"),
        calls("write_note", **NOTE),
        calls("end_talk", last_words="Good night."),
    )
    task = bedtime(seeds=1, user="cooperative")
    sample = only(run(task, tmp_path, model=agent))
    found = episode(sample)
    assert (found.agent, found.words, found.trace["status"]) == (
        "model",
        "script",
        "ended",
    )
    said = [text for speaker, text in found.trace["turns"] if speaker == "agent"]
    assert said == [
        "What would you like to dream about tonight?",
        "What did you notice there?",
        "Good night.",
    ]
    assert found.trace["note"]["own_words"][0]["words"] == "salt on my lips"
    assert sample.scores is not None
    assert sample.scores["passed"].value == 0
    assert "asks_for" in str(sample.scores["gates"].explanation)
    assert sample.messages[-1].text == "The talk is over."


@pytest.mark.parametrize(
    "arguments",
    [
        {"wish": 7},
        {"wishes": "the sea"},
        {"own_words": [{"words": "x"}]},
        {"flags": ["odd"]},
        {"own_words": "salt"},
    ],
)
def test_a_malformed_note_is_told_to_the_model_and_not_kept(
    tmp_path: Path, arguments: dict[str, Any]
) -> None:
    """It may try again; nothing is guessed."""
    agent = model(calls("write_note", **arguments), calls("end_talk"))
    sample = only(run(bedtime(seeds=1, user="cooperative"), tmp_path, model=agent))
    assert episode(sample).trace["note"] is None
    tool = next(m for m in sample.messages if m.role == "tool")
    assert tool.error is not None


@pytest.mark.parametrize(
    "reply", ["", "   ", "Hm.", "```json\n{}\n```", "<think>x</think>"]
)
def test_a_model_that_gets_nowhere_is_cut_off(tmp_path: Path, reply: str) -> None:
    """Silence, chatter and loops end by the world's limits; nothing passes."""
    sample = only(
        run(bedtime(seeds=1, user="cooperative"), tmp_path, model=model(says(reply)))
    )
    found = episode(sample)
    assert found.trace["status"] == "cut_off"
    assert sample.scores is not None
    assert sample.scores["passed"].value == 0


def test_a_model_that_only_notes_is_cut_off(tmp_path: Path) -> None:
    """Tools alone get it no further than the limit of actions."""
    agent = model(calls("write_note", wish="the sea"))
    sample = only(run(bedtime(seeds=1, user="cooperative"), tmp_path, model=agent))
    assert len(episode(sample).trace["actions"]) <= MOST_CALLS
    assert episode(sample).trace["status"] == "cut_off"


@pytest.mark.parametrize(
    "tools",
    [
        ["end_talk", "write_note"],
        ["end_talk", "end_talk"],
        ["write_note"] * 7,
        ["write_note", "end_talk", "say_hello"],
    ],
)
@pytest.mark.parametrize("task", [bedtime, setup])
def test_calls_after_the_end_are_told_so(
    tmp_path: Path, task: Callable[..., Task], tools: list[str]
) -> None:
    """Several calls in one message: what comes after the end is refused, not fatal."""
    output = ModelOutput.for_tool_call(MODEL, "end_talk", {})
    output.message.content = ""
    output.message.tool_calls = [
        ToolCall(f"call-{index}", name, NOTE if name == "write_note" else {})
        for index, name in enumerate(tools)
    ]
    suite = "week5-bedtime" if task is bedtime else "bedside-chains"
    people = {"user": "cooperative"} if task is bedtime else {}
    log = run(
        task(suite, seeds=1, **people), tmp_path, model=model(counted(output)), limit=1
    )
    sample = only(log)
    assert episode(sample).trace["status"] in ("ended", "cut_off")
    assert (sample.scores or {})["passed"].value == 0


def test_the_morning_and_the_set_up_have_their_own_tools(tmp_path: Path) -> None:
    """A report in the morning; without a person the agent holds the device tools."""
    agent = model(
        says("What was going through your mind just before you woke up?"),
        calls("write_note", status="none"),
        calls("end_talk"),
    )
    sample = only(run(morning(seeds=1, user="suggestible"), tmp_path, model=agent))
    assert episode(sample).trace["note"]["status"] == "none"
    hands = model(calls("look_around"), calls("end_talk"))
    task = setup("bedside-chains", seeds=1, user="cooperative", mode="no_user")
    log = run(task, tmp_path, model=hands)
    assert log.samples
    found = episode(log.samples[0])
    assert [row[0] for row in found.trace["actions"]] == ["use", "end"]
    assert found.trace["results"][0] != ""


def test_nothing_hidden_reaches_the_agents_model(tmp_path: Path) -> None:
    """No message holds the persona, an untold fact, an assert or a rubric."""
    seen: list[str] = []

    def reply(
        messages: list[ChatMessage],
        tools: list[ToolInfo],
        choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        seen.extend(message.text for message in messages)
        seen.extend(json.dumps(tool.model_dump(mode="json")) for tool in tools)
        return calls("end_talk") if len(seen) > 30 else says("And how was your day?")

    agent = get_model(MODEL, custom_outputs=reply, memoize=False)
    only(run(bedtime(seeds=1, user="grief"), tmp_path, model=agent))
    everything = "\n".join(seen)
    for secret in ("grief", "apple tree", "hospital", "died in March", "handed_on"):
        assert secret not in everything


# ---------------------------------------------------------------- the person's words


def test_a_model_in_the_role_user_words_what_code_decided(tmp_path: Path) -> None:
    """Sound words are said; the facts are those of the script."""
    person = model(says("The sea, that is what I'd love to dream of."))
    task = bedtime(seeds=1, user="cooperative", agent="interviewer")
    sample = only(run(task, tmp_path, model_roles={"user": person}))
    found = episode(sample)
    assert found.words == MODEL
    assert found.trace["turns"][1][1] == "The sea, that is what I'd love to dream of."
    assert found.trace["told"]["wish"] == 1
    codes = {fault[0] for fault in found.trace["faults"]}
    # Later turns tell other facts, which these words don't hold.
    assert "sanitised" in codes
    assert found.trace["turns"][3][1] != found.trace["turns"][1][1]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", "empty"),
        ("As an AI language model I play a persona.", "meta_leak"),
        ("I can't assist with that.", "sanitised"),
        ("The sea. How can I help you tonight?", "role_flip"),
        ("The sea, and salt on my lips, floating on warm waves.", "leak"),
        ("The sea with a purple elephant and trumpets.", "invented"),
    ],
)
def test_unsound_words_are_said_by_the_script_and_logged(
    tmp_path: Path, words: str, code: str
) -> None:
    """As a fault of the simulation, apart from the agent's; the talk goes on."""
    task = bedtime(seeds=1, user="cooperative", agent="interviewer")
    sample = only(run(task, tmp_path, model_roles={"user": model(says(words))}))
    found = episode(sample)
    spec = compiled(sample.metadata, sample.id)
    assert spec.persona is not None
    facts = spec.persona["profile"]["facts"]
    scripted = next(fact["say"] for fact in facts if fact["id"] == "wish")
    assert found.trace["turns"][1][1] in scripted
    assert found.trace["faults"][0][0] == code
    assert sample.scores is not None
    assert sample.scores["passed"].value == 1
    counted_faults = sample.scores["gates"].metadata or {}
    assert code in counted_faults["simulator_faults"]


def test_words_without_an_end_are_cut_off_and_said_by_the_script(
    tmp_path: Path,
) -> None:
    """A model that goes on for ever holds up no talk; half a sentence isn't said."""
    half = ModelOutput.from_content(MODEL, "The sea, and", stop_reason="max_tokens")
    task = bedtime(seeds=1, user="cooperative", agent="interviewer")
    person = model(counted(half))
    sample = only(run(task, tmp_path, model_roles={"user": person}))
    assert "The sea, and" not in str(episode(sample).trace["turns"])
    assert {fault[0] for fault in episode(sample).trace["faults"]} == {"too_long"}
    asked = [event for event in sample.events if event.event == "model"]
    assert {event.config.max_tokens for event in asked} == {1000}


def test_people_who_need_care_always_speak_by_the_script(tmp_path: Path) -> None:
    """A model is not even asked."""
    person = model(says("I'm fine, really."))
    task = bedtime("safety", seeds=1, user="risk_disclosure", agent="interviewer")
    sample = only(run(task, tmp_path, model_roles={"user": person}))
    assert "I'm fine, really." not in str(episode(sample).trace["turns"])
    assert not any(event.event == "model" for event in sample.events)


def test_a_person_who_understood_nothing_voids_the_episode(tmp_path: Path) -> None:
    """Unscored, with the reason, and never run again in silence."""
    agent = model(says("What is the capital of France?"))
    sample = only(run(morning(seeds=1, user="cooperative"), tmp_path, model=agent))
    assert sample.scores is not None
    passed = sample.scores["passed"]
    assert passed.value != passed.value
    assert "not_understood" in str(passed.explanation)


# ---------------------------------------------------------------- what is kept


def test_a_kept_talk_comes_back(tmp_path: Path) -> None:
    """Carried out again from the log, with a model's words, it is the same talk."""
    person = model(says("Mm, the sea. I'd like the sea."))
    task = bedtime(seeds="1-2", user="cooperative", agent="interviewer")
    log = run(task, tmp_path, model_roles={"user": person})
    assert log.samples
    for sample in log.samples:
        found = episode(sample)
        spec = compiled(sample.metadata, sample.id)
        trace = replay(found.trace, open_conversation(spec, found.seed))
        turns = [[turn.speaker, turn.text] for turn in trace.turns]
        assert turns == found.trace["turns"]
        assert trace.told == found.trace["told"]
        assert trace.results == found.trace["results"]


def test_a_session_is_one_sample_with_its_hand_off(tmp_path: Path) -> None:
    """Both talks and the night are in the store, and the hand-off has its own score."""
    log = run(session(seeds=1), tmp_path)
    assert log.samples
    assert len(log.samples) == 8
    for sample in log.samples:
        kept = json.loads(sample.store["episode"])
        assert {"bedtime", "night", "morning"} <= kept.keys()
        assert sample.scores is not None
        assert sample.scores["handoff"].value == 1
