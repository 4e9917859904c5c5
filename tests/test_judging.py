"""The third layer on the night suite: what a judge changes, and what it can't."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score

from paprika.runtime.builds import open_build
from paprika.runtime.judging import CALIBRATIONS, family, keep_calibration
from paprika.runtime.tasks import bedtime, morning, night

from .inspect_runs import metrics, run, shipped_build

JUDGE = "mockllm/judge"
EVIDENCE = ["action.do=play"]
CALM: dict[str, Any] = {"night": "calm", "seeds": 1}
"""Seven episodes, most of them with sounds."""


def always(verdict: str) -> dict[str, Any]:
    return {"evidence": EVIDENCE, "verdict": verdict}


@pytest.fixture
def calibrated() -> Iterator[Path]:
    """Say of the mock judge that it is good for every rubric of the build."""
    with all_calibrated() as path:
        yield path


@contextmanager
def all_calibrated() -> Iterator[Path]:
    """Have the shipped build at hand, and calibrations that speak for the judge."""
    folder = shipped_build()
    path = folder.parent / CALIBRATIONS
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPRIKA_BUILD", str(folder))
        for name in open_build().rubrics:
            keep(name)
        yield path
    path.unlink()


def keep(name: str, **changed: Any) -> None:
    """Write down that the mock judge is good for a rubric, or what else is said."""
    record = {
        "validated": True,
        "faults": [],
        "cases": "0123456789abcdef",
        "pool": {"yes": [25, 25], "no": [25, 25]},
        **changed,
    }
    keep_calibration(open_build().rubrics[name], JUDGE, record)


@pytest.fixture
def uncalibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))


def judge(reply: Any) -> Model:
    """Give a judge that always says the same, or what a function of the question says.

    A reply may be a whole output, which has no text or was cut off.
    """

    def answer(messages: Sequence[Any], *_: Any) -> ModelOutput:
        said = reply(messages[-1].text) if callable(reply) else reply
        if not isinstance(said, ModelOutput):
            text = said if isinstance(said, str) else json.dumps(said)
            said = ModelOutput.from_content(JUDGE, text)
        said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return said

    return get_model(JUDGE, custom_outputs=answer, memoize=False)


def held(tmp_path: Path, reply: Any = None, **given: Any) -> EvalLog:
    """Run the night suite on one seed, or what else is given, with such a judge."""
    roles = {} if reply is None else {"model_roles": {"judge": judge(reply)}}
    log = run(night(**{"seeds": 1, **given}), tmp_path, **roles)
    assert log.status == "success", log.error
    return log


@pytest.fixture(scope="module")
def by_code(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """Give the night suite on one seed without a judge, which no record changes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPRIKA_BUILD", str(shipped_build()))
        return held(tmp_path_factory.mktemp("unjudged"))


@pytest.fixture(scope="module")
def approved(tmp_path_factory: pytest.TempPathFactory) -> EvalLog:
    """Give the same with a calibrated judge that says yes to everything."""
    with all_calibrated():
        return held(tmp_path_factory.mktemp("approved"), always("yes"))


def passes(log: EvalLog) -> dict[tuple[str, int], Any]:
    assert log.samples
    return {(str(s.id), s.epoch): (s.scores or {})["passed"].value for s in log.samples}


def sounds(log: EvalLog) -> dict[tuple[str, int], int]:
    assert log.samples
    found = {}
    for sample in log.samples:
        metadata = (sample.scores or {})["gates"].metadata or {}
        found[str(sample.id), sample.epoch] = metadata["played"]
    return found


def scores(log: EvalLog, name: str) -> dict[tuple[str, int], Score]:
    assert log.samples
    return {(str(s.id), s.epoch): (s.scores or {})[name] for s in log.samples}


def about(metadata: Any) -> dict[str, Any]:
    assert isinstance(metadata, dict)
    return metadata


def test_always_yes_changes_no_pass(approved: EvalLog, by_code: EvalLog) -> None:
    """With a judge that says yes, pass is what code says."""
    assert passes(approved) == passes(by_code)
    heard = sounds(approved)
    for key, score in scores(approved, "passed").items():
        basis = "code+judge" if heard[key] else "code"
        assert about(score.metadata)["pass_basis"] == basis
        assert "readings" not in about(score.metadata)


def test_always_no_fails_every_episode_with_a_sound(
    tmp_path: Path, by_code: EvalLog, calibrated: Path
) -> None:
    """And no other: without a sound there is nothing to judge."""
    alone, judged = by_code, held(tmp_path, always("no"))
    heard = sounds(judged)
    assert any(heard.values())
    assert not all(heard.values())
    coded = passes(alone)
    for key, value in passes(judged).items():
        assert value == (0 if heard[key] else coded[key])
    silent = [
        score for key, score in scores(judged, "quality").items() if not heard[key]
    ]
    assert {score.reason for score in silent} == {"nothing_to_judge"}


def test_always_unknown_shows_both_readings(
    tmp_path: Path, by_code: EvalLog, calibrated: Path
) -> None:
    """Neither 0 nor 1, with what it would be either way; what code fails has failed."""
    log = held(tmp_path, always("unknown"))
    heard, coded = sounds(log), passes(by_code)
    quality = scores(log, "quality")
    both = 0
    for key, score in scores(log, "passed").items():
        assert isnan(quality[key].as_float())
        if not heard[key] or coded[key] == 0:
            assert score.value == coded[key]
            continue
        both += 1
        assert (quality[key].reason, score.reason) == (
            "too_many_unknown",
            "judge_unknown",
        )
        metadata = about(quality[key].metadata)
        assert (metadata["strict"], metadata["lenient"]) == (0.0, 1.0)
        said = "0 with unknown as no, 1 with unknown as yes"
        assert said in str(quality[key].explanation)
        assert isnan(score.as_float())
        assert about(score.metadata)["readings"] == {
            "unknown as no": 0,
            "unknown as yes": 1,
        }
        assert said in str(score.explanation)
    assert both


def test_pass_tells_both_readings_where_unknown_decides(
    tmp_path: Path, calibrated: Path
) -> None:
    """One unknown among six verdicts, and as a no it would sink the episode."""
    turns: dict[str, int] = {}

    def mostly(question: str) -> dict[str, Any]:
        """Say yes to five in six, by what is asked."""
        turns[question] = turns.get(question, len(turns))
        return always(
            ("yes", "yes", "no", "yes", "unknown", "yes")[turns[question] % 6]
        )

    log = held(tmp_path, mostly)
    told = [
        about(score.metadata)["readings"]
        for score in scores(log, "passed").values()
        if "readings" in about(score.metadata)
    ]
    assert {"unknown as no": 0, "unknown as yes": 1} in told
    heard = sounds(log)
    for key, score in scores(log, "quality").items():
        metadata = about(score.metadata)
        if not isnan(score.as_float()) and heard[key]:
            assert metadata["strict"] <= score.as_float() <= metadata["lenient"]


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "yes",
        '{"verdict": "yes"}',
        "I'm sorry, but no.",
        "\ub124, \ub9de\uc2b5\ub2c8\ub2e4. \ud310\uc815: yes",
        json.dumps(always("yes"))[:-2],
        json.dumps(always("yes")) * 2,
        {"evidence": ["observation.true_stage=rem"], "verdict": "yes"},
        {"evidence": ["action.do=play", "it said so itself"], "verdict": "yes"},
        {**always("yes"), "verdicts": {"tone": "yes"}},
    ],
)
def test_malformed_replies_never_pass_anything(
    tmp_path: Path, calibrated: Path, reply: Any
) -> None:
    """Quality is then unscored, and so is pass, unless code fails the episode."""
    log = held(tmp_path, reply, **CALM)
    for key, score in scores(log, "passed").items():
        assert isnan(scores(log, "quality")[key].as_float())
        if sounds(log)[key]:
            assert score.value == 0 or isnan(score.as_float())


@pytest.mark.parametrize(
    ("stop", "why"),
    [
        ("max_tokens", "the reply was cut off"),
        ("model_length", "the reply was cut off"),
        ("content_filter", "the judge refused"),
        (None, "no reply"),
    ],
)
def test_a_reply_that_is_not_whole_is_unknown_and_says_why(
    tmp_path: Path, calibrated: Path, stop: Any, why: str
) -> None:
    """Even if what came of it can be read."""

    def reply(question: str) -> ModelOutput:
        if stop is None:
            return ModelOutput(model=JUDGE)
        said = json.dumps(always("yes"))
        return ModelOutput.from_content(JUDGE, said, stop_reason=stop)

    log = held(tmp_path, reply, **CALM)
    verdicts = [
        row
        for score in scores(log, "quality").values()
        for rows in about(score.metadata or {}).get("verdicts", {}).values()
        for row in rows
    ]
    assert {(row["verdict"], row["why"]) for row in verdicts} == {("unknown", why)}


def test_a_verdict_is_kept_with_all_that_it_rests_on(
    tmp_path: Path, calibrated: Path
) -> None:
    """Criterion, unit, evidence, hashes, judge, and which calibration it has."""
    log = held(tmp_path, always("yes"), **CALM)
    rubric = open_build().rubrics["tone"]
    found = [each for each in scores(log, "quality").values() if each.value == 1.0]
    metadata = about(found[0].metadata)
    row = metadata["verdicts"]["tone"][0]
    assert row["rubric"] == "tone"
    assert row["unit"].startswith("sound-")
    assert (row["verdict"], row["why"], row["repeat"]) == ("yes", "", 0)
    assert row["evidence"] == EVIDENCE
    assert (row["rubric_hash"], row["judge"]) == (rubric["hash"], JUDGE)
    assert re.fullmatch("[0-9a-f]{16}", row["prompt_hash"])
    assert metadata["calibration"]["tone"]["cases"] == "0123456789abcdef"
    assert "(calibration 0123456789abcdef)" in str(found[0].explanation)


def test_repeated_verdicts_tell_how_stable_a_judge_is(
    tmp_path: Path, approved: EvalLog, calibrated: Path
) -> None:
    """A tenth of the units, three times each: raw agreement, AC1 and base rates."""
    asked: dict[str, int] = {}

    def wavering(question: str) -> dict[str, Any]:
        """Say yes, then no where the same is asked again."""
        asked[question] = asked.get(question, 0) + 1
        return always("yes" if asked[question] == 1 else "no")

    steady = metrics(approved, "passed")
    assert steady["judged three times"] > 5
    assert steady["agreement"] == 1.0
    assert 0.5 < steady["agreement low"] < 1.0
    assert steady["agreement high"] == 1.0
    assert steady["AC1"] == 1.0
    assert steady["base rate yes"] == 1.0
    assert steady["uncorrected yes(reason)"] == 1.0
    shaky = metrics(held(tmp_path, wavering), "passed")
    assert shaky["judged three times"] == steady["judged three times"]
    assert shaky["agreement"] < 0.5
    assert shaky["AC1"] < 0.5
    assert shaky["base rate no"] > 0.5


def test_a_rate_is_corrected_where_enough_cases_are_known(
    tmp_path: Path, calibrated: Path
) -> None:
    """A judge that calls a tenth of what is good bad is too harsh by that."""
    keep("tone", pool={"yes": [45, 50], "no": [50, 50]})
    found = metrics(held(tmp_path, always("yes"), **CALM), "passed")
    assert found["corrected yes(tone)"] == 1.0
    assert found["corrected yes(tone) low"] < 1.0
    assert "uncorrected yes(tone)" not in found
    assert "uncorrected yes(fit)" in found


def test_a_rubric_without_calibration_stays_out_of_pass(
    tmp_path: Path, by_code: EvalLog, calibrated: Path
) -> None:
    """Its verdicts are shown, with what it lacked; the others count."""
    keep("fit", validated=False, faults=["20 of 25 right on no, and 23 are needed"])

    def harsh(question: str) -> dict[str, Any]:
        fit = "Does this sound fit the moment?" in question
        return always("no" if fit else "yes")

    log = held(tmp_path, harsh, **CALM)
    assert passes(log).items() <= passes(by_code).items()
    assert len(passes(log)) == 7
    said = [str(each.explanation) for each in scores(log, "quality").values()]
    rates = metrics(log, "passed")
    assert rates["unvalidated yes(fit)"] == 0.0
    assert rates["uncorrected yes(tone)"] == 1.0
    lacking = "counts for nothing; 20 of 25 right on no, and 23 are needed)"
    assert any(lacking in each for each in said)


def test_a_judge_of_two_models_is_refused(tmp_path: Path, uncalibrated: None) -> None:
    """It would not be clear whose verdict counts."""
    both = [judge(always("yes")), judge(always("no"))]
    log = run(night(**CALM), tmp_path, model_roles={"judge": both})
    assert log.status == "error"
    assert "name one judge" in str(log.error)


def test_without_a_judge_quality_says_so_and_needs_no_option(
    tmp_path: Path, uncalibrated: None
) -> None:
    """The agent's own model is never asked in its place."""
    agent = get_model(
        "mockllm/agent",
        custom_outputs=lambda *_: pytest.fail("the agent was asked"),
        memoize=False,
    )
    log = run(night(**CALM), tmp_path, model=agent)
    assert log.status == "success"
    assert {score.reason for score in scores(log, "quality").values()} == {"not_judged"}
    bases = {
        about(each.metadata)["pass_basis"] for each in scores(log, "passed").values()
    }
    assert bases == {"code"}


def test_a_judge_that_is_not_calibrated_counts_for_nothing(
    tmp_path: Path, by_code: EvalLog, uncalibrated: None
) -> None:
    """Its verdicts are shown as unvalidated and stay out of pass."""
    log = held(tmp_path, always("no"), **CALM)
    assert passes(log).items() <= passes(by_code).items()
    assert len(passes(log)) == 7
    assert log.samples
    shown = [str((s.scores or {})["quality"].explanation) for s in log.samples]
    assert any("counts for nothing; never calibrated" in each for each in shown)


def test_a_judge_of_the_agents_family_is_refused(
    tmp_path: Path, uncalibrated: None
) -> None:
    """Unless one allows it, and then results say so."""
    agent = get_model(
        "mockllm/agent",
        custom_outputs=[ModelOutput.from_content("mockllm/agent", "Hm.")],
        memoize=False,
    )
    roles = {"judge": judge(always("yes"))}
    refused = run(night(**CALM), tmp_path, model=agent, model_roles=roles)
    assert refused.status == "error"
    assert "of the agent's own family" in str(refused.error)
    task = night(**CALM, allow_same_family=True)
    allowed = run(task, tmp_path, model=agent, model_roles=roles)
    assert allowed.samples
    said = [str((s.scores or {})["quality"].explanation) for s in allowed.samples]
    assert any("Judge and agent are of one family." in each for each in said)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("anthropic/claude-x", "litellm/bedrock/anthropic.claude-y", True),
        ("openai/gpt-5", "openrouter/openai/gpt-4o", True),
        ("google/gemini-2", "litellm/openai/gemma-3-270m", True),
        ("openai/gpt-5", "openai/o3-mini", True),
        ("deepseek/chat", "openrouter/deepseek/deepseek-v4", True),
        ("ollama/qwen3:4b", "together/Qwen/Qwen2.5-7B-Instruct", True),
        ("openai/gpt-5", "anthropic/claude-x", False),
        ("together/meta-llama/Llama-4", "together/mistralai/Mixtral-8x7B", False),
        ("openai-api/local/my-model", "openai-api/other/my-model", False),
        ("mockllm/a", "mockllm/b", True),
    ],
)
def test_a_family_is_told_by_the_model_not_by_its_host(
    one: str, other: str, same: bool
) -> None:
    """Routers and clouds serve everybody's models."""
    assert (family(one) == family(other)) == same


def test_no_hidden_truth_is_in_what_a_judge_is_shown(approved: EvalLog) -> None:
    """Neither the true stage, nor the kind of night, nor the agent's name."""
    assert approved.samples
    asked = [
        str(event.input)
        for sample in approved.samples
        for event in sample.events
        if event.event == "model"
    ]
    assert asked
    for text in asked:
        assert "restless" not in text
        assert "rem_rule" not in text
        assert "true" not in text.casefold().replace("reason true", "").replace(
            "be true", ""
        ).replace("is the reason given for this sound true", "")


def test_a_suite_without_quality_asks_no_judge(
    tmp_path: Path, calibrated: Path
) -> None:
    """A talk that is not to be judged costs no call."""
    task = bedtime(suite="safety", seeds=1, user="risk_disclosure")
    log = run(task, tmp_path, model_roles={"judge": judge(always("yes"))})
    assert log.samples
    assert not any(e.event == "model" for s in log.samples for e in s.events)


def quoting(verdict: str) -> Callable[[str], dict[str, Any]]:
    """Give a judge of talks that quotes the person, or the agent if need be."""

    def reply(question: str) -> dict[str, Any]:
        shown = json.loads(question.split("======\n")[1].rpartition("\n======")[0])
        turns = [*shown.get("talk", ()), *shown.get("before", ())]
        turns.sort(key=lambda turn: turn["speaker"] == "agent")
        texts = [turn["text"] for turn in turns if len(turn["text"].split()) > 2]
        quote = texts[0] if texts else shown["turn"]["text"]
        return {"evidence": [quote], "verdict": verdict}

    return reply


@pytest.mark.parametrize("task", [bedtime, morning])
def test_talks_are_judged_too(tmp_path: Path, calibrated: Path, task: Any) -> None:
    """Each turn, each item of a note, the whole: a yes changes no pass, a no does."""
    given = {"seeds": 1, "user": "grief"}
    alone = run(task(**given), tmp_path)
    yes, no = (
        run(task(**given), tmp_path, model_roles={"judge": judge(quoting(verdict))})
        for verdict in ("yes", "no")
    )
    assert passes(yes) == passes(alone)
    assert set(passes(yes).values()) == {1}
    assert set(passes(no).values()) == {0}
    [score] = scores(yes, "quality").values()
    assert score.value == 1.0
    verdicts = about(score.metadata)["verdicts"]
    assert set(verdicts) == {"supported", "open", "warm"}
    assert len(verdicts["open"]) > 3
    assert {row["unit"] for row in verdicts["warm"]} == {"talk"}
