"""The suites under Inspect: tasks by name, an episode's log, scores, exit of errors."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CoroutineType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspect_ai import score
from inspect_ai._util.error import PrerequisiteError
from inspect_ai._util.registry import registry_info
from inspect_ai.log import EvalLog, read_eval_log, resolve_sample_attachments

from paprika.runtime.agents import episode
from paprika.runtime.agents.episode import AGENTS, run_episode
from paprika.runtime.agents.rules import RULES
from paprika.runtime.builds import compiled, suite_tasks
from paprika.runtime.episode import ENTRY, count, read, unpack, write
from paprika.runtime.night.model import Action, Observation, Play, Stop, Trace, Wait
from paprika.runtime.night.world import Night, NightWorld
from paprika.runtime.scorers import gates, passed, quality, timing
from paprika.runtime.solvers import SOLVERS, night_agent
from paprika.runtime.tasks import night

from .inspect_runs import information, metrics, run, shipped_build, streams_left_open
from .shared import ROOT


@pytest.fixture(autouse=True)
def _build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))


@pytest.fixture(scope="module")
def timer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EvalLog]:
    """The log of the fixed timer on calm and broken nights, two seeds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PAPRIKA_BUILD", str(shipped_build()))
        task = night(agent="fixed_timer", seeds="4-5", night=["calm", "broken"])
        yield run(task, tmp_path_factory.mktemp("logs"))


# ---------------------------------------------------------------- tasks and samples


def test_the_default_task() -> None:
    """Bare `inspect eval` runs the REM rule on the week-5 suite, five dev seeds."""
    task = night()
    assert len(task.dataset) == 28
    assert task.epochs == 5
    assert registry_info(task.solver).name.split("/")[-1] == "rem_rule"
    assert task.model is None


def test_a_sample_is_a_task_and_stays_small() -> None:
    """Id and brief of the compiled task; the metadata holds names, no calls."""
    sample = night(night="calm").dataset[0]
    task = next(task for task in suite_tasks("week5-night") if task.id == sample.id)
    assert sample.input == task.brief
    assert sample.metadata == {
        "suite": "week5-night",
        "split": "dev",
        "conditions": dict(task.conditions),
        "task_hash": task.hash,
        "seeds": [1, 2, 3, 4, 5],
        "scale": 1.0,
    }
    assert len(json.dumps(sample.metadata)) < 400


@pytest.mark.parametrize(
    ("seeds", "expected"),
    [
        (3, [3]),
        ("3", [3]),
        ("2-4", [2, 3, 4]),
        (["5", "1"], [1, 5]),
        ([1, 2], [1, 2]),
        (["1-2", "2-3"], [1, 2, 3]),
    ],
)
def test_seeds_may_be_picked(seeds: Any, expected: list[int]) -> None:
    """As `-T seeds=` gives them: a number, a range, a list of texts or numbers."""
    task = night(seeds=seeds)
    assert task.dataset[0].metadata is not None
    assert task.dataset[0].metadata["seeds"] == expected
    assert task.epochs == len(expected)


def test_nights_may_be_picked() -> None:
    """`-T night=calm` leaves a quarter, `calm,broken` a half."""
    assert len(night(night="calm").dataset) == 7
    assert len(night(night=["calm", "broken"]).dataset) == 14


def test_held_out_seeds_are_a_split() -> None:
    """The split's own seeds are the epochs."""
    assert night(split="held-out").epochs == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"suite": "week5-nigth"}, "unknown suite 'week5-nigth': did you mean"),
        ({"suite": "zzz"}, "unknown suite 'zzz': there is real-night, week4-night"),
        ({"suite": 5}, "unknown suite 5"),
        ({"agent": "rem-rule"}, "unknown agent 'rem-rule': did you mean 'rem_rule'?"),
        ({"agent": ["oracle", "wait"]}, "unknown agent ['oracle', 'wait']"),
        ({"split": "held_out"}, "unknown split 'held_out': did you mean 'held-out'?"),
        ({"night": "clam"}, "unknown night type 'clam': did you mean 'calm'?"),
        ({"night": ["calm", "x"]}, "unknown night type 'x': there is calm"),
        ({"night": False}, "unknown night type False"),
        ({"night": []}, "no night type is named"),
        ({"seeds": 9}, "the split dev has 1, 2, 3, 4, 5, not 9"),
        ({"seeds": "4-7"}, "not 6, 7"),
        ({"seeds": "5-4"}, "the first number is above the last"),
        ({"seeds": []}, "the split dev has 1, 2, 3, 4, 5"),
        ({"seeds": True}, "a seed is a number such as 3"),
        ({"seeds": "1-99999999999999"}, "a seed is a number such as 3"),
        ({"seeds": ["one"]}, "a seed is a number such as 3"),
        ({"scale": -1}, "a number from 0 to 1000"),
        ({"scale": float("inf")}, "a number from 0 to 1000"),
        ({"scale": float("nan")}, "a number from 0 to 1000"),
        ({"scale": "loud"}, "a number from 0 to 1000"),
        ({"scale": True}, "a number from 0 to 1000"),
    ],
)
def test_what_matches_nothing_is_refused(
    arguments: dict[str, Any], message: str
) -> None:
    """A wrong name or number stops before anything runs, and says what there is."""
    with pytest.raises(PrerequisiteError) as raised:
        night(**arguments)
    # Rich reads square brackets as markup, so the text carries them escaped.
    assert message in str(raised.value.message).replace("\\[", "[")


def test_without_a_build_the_way_out_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No build in the folder or above: compile first."""
    monkeypatch.delenv("PAPRIKA_BUILD")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrerequisiteError) as raised:
        night()
    assert "run `paprika compile specs/` first" in str(raised.value.message)


def test_the_version_follows_the_suite_alone() -> None:
    """Another suite of the build has another version; picking seeds changes none."""
    assert night().version == night(seeds=1).version
    assert night().version != night(suite="week4-night").version
    assert str(night().version).startswith("1+")


def test_every_shipped_agent_is_a_solver() -> None:
    """`--solver paprika/NAME` knows them all, and each name by argument."""
    assert set(SOLVERS) == set(AGENTS)
    for name, make in SOLVERS.items():
        assert registry_info(make()).name.split("/")[-1] == name
    with pytest.raises(PrerequisiteError):
        night_agent("rem_rul")


# ---------------------------------------------------------------- the log


def test_a_run_succeeds_and_keeps_its_identity(timer: EvalLog) -> None:
    """Suite, split, scale and version stand in the log's header."""
    assert timer.status == "success"
    assert timer.eval.metadata == {
        "suite": "week5-night",
        "split": "dev",
        "scale": 1.0,
        "build": shipped_digest(),
    }
    assert timer.eval.model == "none/none"
    assert timer.results is not None
    assert [score.name for score in timer.results.scores] == [
        "gates",
        "timing",
        "quality",
        "passed",
    ]
    headline = timer.results.headline
    assert headline is not None
    assert (headline.scorer, headline.metric) == ("passed", "pass^1")


def shipped_digest() -> str:
    """Give what the build's manifest says of itself."""
    manifest = json.loads((shipped_build() / "manifest.json").read_text())
    return str(manifest["digest"])


def test_an_epoch_is_a_seed(timer: EvalLog) -> None:
    """Epoch 1 plays the first seed asked for, epoch 2 the second."""
    seeds = {(s.epoch, s.metadata["seed"]) for s in timer.samples or []}
    assert seeds == {(1, 4), (2, 5)}


def test_the_store_holds_the_whole_trace(timer: EvalLog) -> None:
    """It has one entry, which gives the trace of the same episode played again."""
    tasks = {task.id: task for task in suite_tasks("week5-night")}
    for sample in (timer.samples or [])[:8]:
        assert list(sample.store) == [ENTRY]
        kept = read(sample.store[ENTRY])
        again = run_episode(tasks[str(sample.id)], kept.seed, "fixed_timer")
        assert (kept.agent, kept.scale) == ("fixed_timer", 1.0)
        assert unpack(kept.trace, again.night) == again


def test_one_entry_a_decision(timer: EvalLog) -> None:
    """An overview, then each sound with the waiting before it; waiting at the end."""
    sample = next(
        s for s in timer.samples or [] if (s.scores or {})["gates"].value == 1
    )
    sample = resolve_sample_attachments(sample)
    overview, *entries = information(sample.events)
    assert overview.startswith(f"### {sample.id}, seed")
    assert "Hidden from the agent: the true stages." in overview
    assert "```text\nawake" in overview
    assert "\nsound" in overview
    did = [entry.split("- did: ")[1].split("\n")[0] for entry in entries]
    assert did[0].startswith("play voice (wish) at -30 dB for 10 s, words: ")
    assert [one.split(" ")[0] for one in did] == [*["play"] * 4, "wait"]
    heads = [
        [line.split(" ")[1] for line in entry.split("\n") if line[:1] == "-"]
        for entry in entries
    ]
    plain = ["saw:", "did:", "reason:", "outcome:"]
    assert heads == [plain, *[["before:", *plain]] * 3, plain]


def test_gates_name_each_broken_assert(timer: EvalLog) -> None:
    """A failed gate says which assert, at which step and clock."""
    broken = [
        s.scores["gates"]
        for s in timer.samples or []
        if s.scores and s.scores["gates"].value == 0
    ]
    assert broken
    for found in broken:
        assert found.metadata is not None
        lines = (found.explanation or "").split("\n")
        assert len(lines) == len(found.metadata["broken"]) >= 1
        for line, name in zip(lines, found.metadata["broken"], strict=True):
            place = line.removeprefix(f"- {name}: ")
            assert re.match(r"step \d+ \(\d\d:\d\d:\d\d\): ", place), line


def test_quality_without_a_judge_is_unscored(timer: EvalLog) -> None:
    """Neither 0 nor 1, in samples and in results; the pass says `code only`."""
    assert timer.results is not None
    found = {score.name: score for score in timer.results.scores}
    assert (found["quality"].scored_samples, found["quality"].unscored_samples) == (
        0,
        14,
    )
    for sample in timer.samples or []:
        assert sample.scores is not None
        assert sample.scores["quality"].reason == "not_judged"
        assert (sample.scores["passed"].metadata or {})["pass_basis"] == "code"
        assert "Code only" in (sample.scores["passed"].explanation or "")


def test_a_pass_needs_gates_and_timing(timer: EvalLog) -> None:
    """Passed exactly where gates are 1 and timing reaches 0.75."""
    for sample in timer.samples or []:
        scores = {name: s.as_float() for name, s in (sample.scores or {}).items()}
        expected = scores["gates"] == 1 and scores["timing"] >= 0.75
        assert scores["passed"] == expected


def test_a_log_can_be_scored_again(timer: EvalLog, tmp_path: Path) -> None:
    """From the store alone the same scores come out, explanations too."""
    log = read_eval_log(timer.location)
    scorers = [gates(), timing(), quality(), passed()]
    with streams_left_open():
        again = score(log, scorers, action="overwrite", display="none")
    for before, after in zip(log.samples or [], again.samples or [], strict=True):
        for name, one in (before.scores or {}).items():
            other = (after.scores or {})[name]
            assert (one.explanation, one.metadata) == (
                other.explanation,
                other.metadata,
            )
            assert str(one.value) == str(other.value)
    assert metrics(log, "passed") == metrics(again, "passed")


def test_scores_follow_the_store_and_not_what_this_process_remembers(
    timer: EvalLog,
) -> None:
    """With another episode in its store a sample gets that episode's scores."""
    log = read_eval_log(timer.location)
    log.samples = (log.samples or [])[:1]
    (sample,) = log.samples
    cues = ((sample.scores or {})["gates"].metadata or {})["cues"]
    task, seed = compiled(sample.metadata, sample.id), sample.metadata["seed"]
    waited = run_episode(task, seed, "wait")
    sample.store[ENTRY] = write("wait", seed, 1.0, waited)
    with streams_left_open():
        again = score(log, [gates()], action="overwrite", display="none")
    (sample,) = again.samples or []
    found = ((sample.scores or {})["gates"].metadata or {})["cues"]
    assert (cues, found) == (4, 0)


def test_the_same_run_gives_the_same_log(timer: EvalLog, tmp_path: Path) -> None:
    """Everything but ids and times is equal when a run is repeated."""
    again = run(
        night(agent="fixed_timer", seeds="4-5", night=["calm", "broken"]), tmp_path
    )
    for one, two in zip(timer.samples or [], again.samples or [], strict=True):
        assert (one.id, one.epoch, one.store, one.metadata) == (
            two.id,
            two.epoch,
            two.store,
            two.metadata,
        )
    assert metrics(timer, "passed") == metrics(again, "passed")


def test_a_log_of_another_build_is_not_scored(timer: EvalLog) -> None:
    """A sample whose task the build does not hold names the task and the way out."""
    sample = (timer.samples or [])[0]
    with pytest.raises(PrerequisiteError) as raised:
        compiled({**sample.metadata, "task_hash": "0123456789abcdef"}, sample.id)
    message = str(raised.value.message)
    assert f"task {sample.id} of week5-night (hash 0123456789ab)" in message
    assert "PAPRIKA_BUILD" in message


def test_more_epochs_than_seeds_is_an_error(tmp_path: Path) -> None:
    """`--epochs 3` with two seeds ends as an error that says how many there are."""
    log = run(night(seeds="1-2", night="calm"), tmp_path, epochs=3, limit=1)
    assert log.status == "error"
    assert log.error is not None
    assert "epoch 3 has no seed: the task has 2 (1, 2)" in log.error.message


def test_fewer_epochs_take_the_first_seeds(tmp_path: Path) -> None:
    """`--epochs 1` plays the first seed; pass^1 is the only reliability known."""
    log = run(night(agent="oracle", night="calm"), tmp_path, epochs=1)
    assert {s.metadata["seed"] for s in log.samples or []} == {1}
    assert set(metrics(log, "passed")) == {
        "pass^1",
        "pass^1 low",
        "pass^1 high",
        "pass^1(calm)",
        "pass^1(calm) low",
        "pass^1(calm) high",
    }


def test_the_oracle_passes_every_time(tmp_path: Path) -> None:
    """Code-only, the reference passes every task five times of five."""
    task = night(agent="oracle", night=["calm", "broken"])
    found = metrics(run(task, tmp_path), "passed")
    assert (found["pass^1"], found["pass^5"]) == (1.0, 1.0)
    assert found["pass^5(broken)"] == 1.0


# ---------------------------------------------------------------- traces


WORDS = st.sampled_from(["", "the sea", "vägen hem\u2028", '"'])
actions = st.one_of(
    st.builds(Wait, st.sampled_from(["", "not yet"])),
    st.builds(Stop, WORDS),
    st.builds(
        Play,
        st.sampled_from(["voice", "music"]),
        st.sampled_from(["wish", "neutral"]),
        st.floats(-60, 0),
        st.floats(0.5, 300),
        WORDS,
        WORDS,
    ),
)
readings = st.none() | st.floats(0, 200)


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    """Draw any trace, likely or not."""
    steps = draw(st.integers(0, 12))

    def column(of: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(of, min_size=steps, max_size=steps))

    return Trace(
        night=None,
        status=draw(st.sampled_from(["running", "ended", "cut_off"])),
        true=column(st.integers(-1, 3)),
        seen=column(st.integers(-1, 3)),
        confidence=column(readings),
        heart_bpm=column(readings),
        movement=column(readings),
        position=column(st.integers(-1, 5)),
        actions=column(actions),
        refused=column(st.sampled_from(["", "awake", "deep"])),
        sound_seconds=column(st.floats(0, 30)),
        p_wake=column(st.floats(0, 1)),
        woke=column(st.booleans()),
        reacted=column(st.booleans()),
    )


@given(traces())
def test_a_written_trace_comes_back(trace: Trace) -> None:
    """Through the text in the store and back nothing of a trace is lost."""
    found = read(write("wait", 3, 0.5, trace))
    assert found[:3] == ("wait", 3, 0.5)
    assert unpack(found.trace, None) == trace


def test_counts_tell_refused_from_played() -> None:
    """Cues are attempts; REM counts at a cue's first step, whether refused or not."""
    play = Play("voice", "wish", -30.0, 10.0)
    sounds: list[Action] = [play, Wait(), play, play]
    trace = Trace(
        night=None,
        status="ended",
        true=[3, 3, 1, 3],
        seen=[3, 3, 0, 3],
        confidence=[None] * 4,
        heart_bpm=[None] * 4,
        movement=[None] * 4,
        position=[0, 1, 2, 3],
        actions=sounds,
        refused=["", "", "awake", ""],
        sound_seconds=[10.0, 0.0, 0.0, 10.0],
        p_wake=[0.1, 0.0, 0.0, 0.1],
        woke=[False, False, False, True],
        reacted=[False] * 4,
    )
    assert count(trace)._asdict() == {
        "steps": 4,
        "wakings": 1,
        "cues": 3,
        "played": 2,
        "cues_in_rem": 2,
        "refused": 1,
        "rule_breaks": 1,
    }


# ---------------------------------------------------------------- how it is loaded


@pytest.mark.usefixtures("every_object")
def test_while_an_agent_acts_no_coroutine_holds_the_truth(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No suspended frame has the night, the world, a trace or the agent in hand."""
    held: list[str] = []
    asked: list[int] = []

    def spy(observation: Observation) -> Action:
        if observation.step == 3:
            asked.append(3)
            secret = (Night, NightWorld, Trace)
            for each in gc.get_objects():
                if type(each) is CoroutineType and each.cr_frame is not None:
                    variables = each.cr_frame.f_locals.values()
                    held.extend(
                        each.__qualname__
                        for value in variables
                        if isinstance(value, secret) or value is spy
                    )
        return Wait()

    rules = {**RULES, "wait": lambda: spy}
    monkeypatch.setattr(episode, "RULES", rules)
    log = run(night(agent="wait", seeds=1), tmp_path, limit=1)
    assert log.status == "success"
    assert (asked, held) == ([3], [])


def in_repository(code: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter with the package importable."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "PAPRIKA_BUILD": str(shipped_build()),
        },
    )


LOADED = """
import sys, json
from pathlib import Path
import paprika.runtime._registry
from inspect_ai._eval.list import list_tasks
from inspect_ai._eval.loader import load_tasks
found = [[task.file, task.name] for task in list_tasks()]
made = load_tasks(["runtime/tasks.py"], {})
files = {}
for name, module in list(sys.modules.items()):
    file = getattr(module, "__file__", None)
    if file and Path(file).resolve().is_relative_to(Path.cwd()):
        files.setdefault(str(Path(file).resolve()), []).append(name)
twice = {file: names for file, names in files.items() if len(names) > 1}
print(json.dumps([found, len(made), len(files) > 10, twice]))
"""


def test_bare_inspect_eval_loads_each_task_once_and_no_module_twice() -> None:
    """A scan of the repository finds each task once; run by path beside the entry
    point, no module exists under two names.
    """
    done = in_repository(LOADED)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [
        [
            ["runtime/tasks.py", name]
            for name in ("bedtime", "morning", "night", "session", "setup")
        ],
        5,
        True,
        {},
    ]
