"""The third layer on the night suite: what a judge changes, and what it can't."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import EvalLog
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from paprika.runtime.builds import open_build
from paprika.runtime.judging import CALIBRATIONS, family
from paprika.runtime.tasks import bedtime, night

from .inspect_runs import run, shipped_build

JUDGE = "mockllm/judge"
EVIDENCE = ["action.do=play", "action.do=wait"]


@pytest.fixture
def calibrated(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Say of the mock judge that it is good for every rubric of the build."""
    folder = shipped_build()
    monkeypatch.setenv("PAPRIKA_BUILD", str(folder))
    path = folder.parent / CALIBRATIONS
    path.parent.mkdir(exist_ok=True)
    judges = {
        rubric["hash"]: {JUDGE: {"validated": True}}
        for rubric in open_build().rubrics.values()
    }
    path.write_text(json.dumps({"judges": judges}))
    yield path
    path.unlink()


@pytest.fixture
def uncalibrated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))


def judge(reply: Any) -> Model:
    """Give a judge that always says the same."""
    text = reply if isinstance(reply, str) else json.dumps(reply)

    def outputs() -> Iterator[ModelOutput]:
        while True:
            output = ModelOutput.from_content(JUDGE, text)
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            yield output

    return get_model(JUDGE, custom_outputs=outputs(), memoize=False)


def always(verdict: str) -> dict[str, Any]:
    return {"evidence": EVIDENCE, "verdict": verdict}


def held(tmp_path: Path, reply: Any = None, agent: str = "rem_rule") -> EvalLog:
    roles = {} if reply is None else {"model_roles": {"judge": judge(reply)}}
    log = run(night(agent=agent, seeds=1), tmp_path, **roles)
    assert log.status == "success", log.error
    return log


def passes(log: EvalLog) -> dict[tuple[str, int], Any]:
    assert log.samples
    return {(str(s.id), s.epoch): (s.scores or {})["passed"].value for s in log.samples}


def sounds(log: EvalLog) -> dict[tuple[str, int], int]:
    assert log.samples
    found = {}
    for sample in log.samples:
        metadata = (sample.scores or {})["gates"].metadata or {}
        found[str(sample.id), sample.epoch] = metadata["cues"]
    return found


def test_always_yes_changes_no_pass(tmp_path: Path, calibrated: Path) -> None:
    """With a judge that says yes, pass is what code says."""
    with_judge = held(tmp_path, always("yes"))
    assert passes(with_judge) == passes(held(tmp_path))
    assert with_judge.samples
    bases = {
        ((s.scores or {})["passed"].metadata or {})["pass_basis"]
        for s in with_judge.samples
    }
    assert bases == {"code", "code+judge"}


def test_always_no_fails_every_episode_with_a_sound(
    tmp_path: Path, calibrated: Path
) -> None:
    """And no other: without a sound there is nothing to judge."""
    alone, judged = held(tmp_path), held(tmp_path, always("no"))
    heard = sounds(judged)
    assert any(heard.values())
    assert not all(heard.values())
    for key, value in passes(judged).items():
        assert value == (0 if heard[key] else passes(alone)[key])


def test_always_unknown_shows_both_readings(tmp_path: Path, calibrated: Path) -> None:
    """Unscored, never 0 and never 1, with what it would be either way."""
    log = held(tmp_path, always("unknown"))
    assert log.samples
    for sample in log.samples:
        quality = (sample.scores or {})["quality"]
        assert quality.value != quality.value
        if sounds(log)[str(sample.id), sample.epoch]:
            metadata = quality.metadata or {}
            assert (metadata["strict"], metadata["lenient"]) == (0.0, 1.0)
            said = "0 with unknown as no, 1 with unknown as yes"
            assert said in str(quality.explanation)
    assert passes(log) == passes(held(tmp_path))


@pytest.mark.parametrize(
    "reply", ["", "yes", '{"verdict": "yes"}', "I'm sorry, but no."]
)
def test_malformed_replies_never_pass_anything(
    tmp_path: Path, calibrated: Path, reply: str
) -> None:
    """Quality is then unscored, and pass rests on code alone."""
    log = held(tmp_path, reply)
    assert log.samples
    for sample in log.samples:
        quality = (sample.scores or {})["quality"]
        assert quality.value != quality.value


def test_a_judge_that_is_not_calibrated_counts_for_nothing(
    tmp_path: Path, uncalibrated: None
) -> None:
    """Its verdicts are shown as unvalidated and stay out of pass."""
    log = held(tmp_path, always("no"))
    assert passes(log) == passes(held(tmp_path))
    assert log.samples
    shown = [str((s.scores or {})["quality"].explanation) for s in log.samples]
    assert any("unvalidated: counts for nothing" in each for each in shown)


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
    refused = run(night(seeds=1), tmp_path, model=agent, model_roles=roles)
    assert refused.status == "error"
    assert "of the agent's own family" in str(refused.error)
    task = night(seeds=1, allow_same_family=True)
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
        ("openai/gpt-5", "anthropic/claude-x", False),
        ("mockllm/a", "mockllm/b", True),
    ],
)
def test_a_family_is_told_by_the_model_not_by_its_host(
    one: str, other: str, same: bool
) -> None:
    """Routers and clouds serve everybody's models."""
    assert (family(one) == family(other)) == same


def test_no_hidden_truth_is_in_what_a_judge_is_shown(
    tmp_path: Path, uncalibrated: None
) -> None:
    """Neither the true stage, nor the kind of night, nor the agent's name."""
    log = held(tmp_path, always("yes"))
    assert log.samples
    asked = [
        str(event.input)
        for sample in log.samples
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
    task = bedtime(seeds=1, user="grief")
    log = run(task, tmp_path, model_roles={"judge": judge(always("yes"))})
    assert log.samples
    assert not any(e.event == "model" for s in log.samples for e in s.events)
