"""`paprika run`: from names to the closing table, and going on where it stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from inspect_ai.model import Model, ModelOutput, ModelUsage, get_model

from paprika.runtime.refused import Refused
from paprika.runtime.results import (
    Cell,
    Results,
    Row,
    Wanted,
    as_json,
    as_table,
    read_rows,
)
from paprika.runtime.run import Models, run, run_command

from .inspect_runs import shipped_build, streams_left_open


@pytest.fixture(autouse=True)
def _build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Results]:
    """Two agents on the week-4 suite's held-out seeds."""
    with pytest.MonkeyPatch.context() as patch, streams_left_open():
        patch.setenv("PAPRIKA_BUILD", str(shipped_build()))
        logs = tmp_path_factory.mktemp("logs")
        yield run("week4-night", ["wait", "fixed_timer"], "held-out", log_dir=logs)


def invoke(*arguments: str) -> Result:
    """Call the command as the shell does."""
    with streams_left_open():
        return CliRunner().invoke(run_command, list(arguments))


WEEK4 = Wanted("week4-night", "night", "held-out", 45)
WAIT = Cell("wait", 1.0)


def test_one_row_an_agent(results: Results) -> None:
    """15 tasks, three held-out seeds; the timer asks four times where it may."""
    wait, timer = results.rows
    assert (wait.cell, wait.episodes, wait.missing) == (WAIT, 45, 0)
    assert wait.did == {
        "wakings_per_episode": 0,
        "cues_per_episode": 0,
        "played_per_episode": 0,
        "share_of_cues_in_rem": None,
        "rule_breaks_per_run": 0,
    }
    assert timer.cell == Cell("fixed_timer", 1.0)
    did = {name: value or 0 for name, value in timer.did.items()}
    assert 3.5 < did["cues_per_episode"] <= 4.0
    assert 0.5 < did["share_of_cues_in_rem"] < 0.7
    assert did["played_per_episode"] < did["cues_per_episode"]
    assert did["rule_breaks_per_run"] > 4
    assert results.complete


def test_reliability_stands_with_intervals(results: Results) -> None:
    """Three seeds: pass^1 to pass^3, over all and for the one night type."""
    for row in results.rows:
        assert list(row.passes) == ["", "calm"]
        assert [found.k for found in row.passes[""]] == [1, 2, 3]
        for found in row.passes[""]:
            assert found.tasks == 15
            assert found.value is not None
            assert found.interval is not None
            assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


def test_a_second_run_reads_the_logs(results: Results) -> None:
    """Nothing is run twice: the same logs, untouched, give the same table."""
    before = {log.name: log.read_bytes() for log in results.folder.glob("*.eval")}
    with streams_left_open():
        again = run(
            "week4-night",
            ["wait", "fixed_timer"],
            "held-out",
            log_dir=results.folder.parent,
        )
    after = {log.name: log.read_bytes() for log in results.folder.glob("*.eval")}
    assert before == after
    assert (as_table(again), as_json(again)) == (as_table(results), as_json(results))


def test_a_lost_log_is_run_again_and_others_stay(
    results: Results, tmp_path: Path
) -> None:
    """A cut-off run goes on: what is there stays, what is missing is run."""
    shutil.copytree(results.folder, tmp_path / results.folder.name)
    logs = sorted((tmp_path / results.folder.name).glob("*.eval"))
    kept = logs[0].read_bytes()
    logs[1].unlink()
    with streams_left_open():
        again = run(
            "week4-night", ["wait", "fixed_timer"], "held-out", log_dir=tmp_path
        )
    assert again.rows == results.rows
    assert logs[0].read_bytes() == kept
    assert not logs[1].exists()


def test_a_torn_log_is_named_before_anything_runs(
    results: Results, tmp_path: Path
) -> None:
    """A log that a full disk cut off stops the run with its name and the remedy."""
    folder = tmp_path / results.folder.name
    folder.mkdir()
    (folder / "torn.eval").write_bytes(b"")
    with pytest.raises(Refused, match=r"torn\.eval is no whole log: delete it"):
        run("week4-night", ["wait"], "held-out", log_dir=tmp_path)
    assert [path.name for path in folder.glob("*.eval")] == ["torn.eval"]


def test_two_runs_do_not_share_a_folder(results: Results) -> None:
    """The second is told so; when the first has ended, or was killed, it may go on."""
    logs = results.folder.parent
    arguments = ("week4-night", ["wait"], "held-out")
    said = r"another run is at work in .*week4-night-"
    with FileLock(results.folder / ".running"), pytest.raises(Refused, match=said):
        run(*arguments, log_dir=logs)
    with streams_left_open():
        assert run(*arguments, log_dir=logs).complete


def test_an_interrupt_is_not_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Inspect gives no logs back after Ctrl-C; no half table is printed."""
    monkeypatch.setattr("inspect_ai.eval_set", lambda *_, **__: (True, []))
    with pytest.raises(KeyboardInterrupt):
        run("week4-night", ["wait"], log_dir=tmp_path)
    assert "the same command goes on from here" in capsys.readouterr().err


def test_missing_logs_are_missing_episodes(results: Results, tmp_path: Path) -> None:
    """A cell without a log has no numbers, and the run is not complete."""
    (tmp_path / "empty").mkdir()
    rows = read_rows(tmp_path / "empty", WEEK4, [WAIT])
    assert (rows[0].episodes, rows[0].missing) == (0, 45)
    partial = replace(results, rows=rows)
    assert not partial.complete
    assert "wait, scale 1: 45 episodes have no score" in as_table(partial)
    assert json.loads(as_json(partial))["complete"] is False


@pytest.mark.parametrize(
    ("wanted", "cell"),
    [
        (WEEK4._replace(split="dev"), WAIT),
        (WEEK4, Cell("wait", 2.0)),
        (WEEK4, Cell("wait", 1.0, "openai/a-model")),
        (WEEK4._replace(roles={"judge": "openai/a-model"}), WAIT),
        (WEEK4._replace(night_agent="wait"), WAIT),
    ],
)
def test_logs_of_another_run_are_not_mixed_in(
    results: Results, wanted: Wanted, cell: Cell
) -> None:
    """The same folder holds them all; a row takes its own log alone."""
    assert read_rows(results.folder, WEEK4, [WAIT])[0].missing == 0
    assert read_rows(results.folder, wanted, [cell])[0].missing == 45


def test_the_table(results: Results) -> None:
    """Night types first, then the whole; what agents did; what it rests on."""
    lines = as_table(results).split("\n")
    assert lines[0] == (
        f"week4-night, held-out, version {results.version} "
        "(code only: quality was not judged)"
    )
    assert lines[2].split() == ["agent", "scale", "night", "tasks", "pass^1", "pass^3"]
    assert [line.split()[:4] for line in lines[3:7]] == [
        ["wait", "1", "calm", "15"],
        ["wait", "1", "all", "15"],
        ["fixed_timer", "1", "calm", "15"],
        ["fixed_timer", "1", "all", "15"],
    ]
    assert lines[8].split() == [
        *("agent", "scale", "episodes", "wakings", "cues", "played"),
        *("in", "REM", "rule", "breaks"),
    ]
    assert lines[9].split() == ["wait", "1", "45", "0.00", "0.00", "0.00", "-", "0.0"]


def test_json_alone_is_on_stdout(results: Results) -> None:
    """`--output-format json` prints JSON and nothing else, whatever Inspect says."""
    found = invoke(
        *("--suite", "week4-night", "--agents", "wait,fixed_timer"),
        *("--split", "held-out", "--output-format", "json"),
        *("--log-dir", str(results.folder.parent)),
    )
    assert found.exit_code == 0, found.output
    body: dict[str, Any] = json.loads(found.stdout)
    assert body["basis"] == "code"
    assert body["complete"] is True
    assert [row["agent"] for row in body["rows"]] == ["wait", "fixed_timer"]
    assert body["rows"][0]["pass"]["all"]["1"]["tasks"] == 15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--suite", "week4-nigth"], "unknown suite 'week4-nigth': did you mean"),
        (["--agents", "oracle,wiat"], "unknown agent 'wiat': did you mean 'wait'?"),
        (["--agents", "oracle,,wait"], "has an empty name"),
        (["--split", "test"], "unknown split 'test': there is dev, held-out"),
        (["--scale", "1,loud"], "is not numbers separated by commas"),
        (["--scale", "-1"], "scale -1.0: a number from 0 to 1000"),
        (["--scale", "nan"], "scale nan: a number from 0 to 1000"),
        (["--mode", "no_user"], "the world of week5-night, night, has no mode"),
        (["--night-agent", "wait"], "week5-night is no session"),
        (["--agents", "model"], "the agent 'model' needs a model: name it with"),
        (
            ["--suite", "week5-bedtime", "--scale", "2"],
            "the world of week5-bedtime, bedtime, has no scale",
        ),
        (
            ["--suite", "week5-bedtime", "--agents", "guide"],
            "unknown agent 'guide': there is",
        ),
        (
            ["--suite", "bedside-chains", "--mode", "no_usr"],
            "unknown mode 'no_usr': did you mean",
        ),
        (
            ["--suite", "week5-session", "--night-agent", "oracle"],
            "unknown night agent 'oracle'",
        ),
        (
            ["--suite", "week5-bedtime", "--agents", "silent", "--model", "a/b"],
            "no agent makes use of --model",
        ),
        (
            [
                *("--suite", "week5-bedtime", "--model", "nobody/a"),
                *("--model-role", "judge=noone/b"),
            ],
            "agent, 'nobody/a': Model API nobody of model 'nobody/a' not recognized. "
            "judge, 'noone/b': Model API noone",
        ),
        (["--model-role", "judge"], "is not user=MODEL or judge=MODEL, each once"),
        (["--model-role", "grader=a/b"], "'grader=a/b' is not user=MODEL or"),
    ],
)
def test_what_matches_nothing_stops_before_anything_runs(
    arguments: list[str], message: str, tmp_path: Path
) -> None:
    """Exit 2, the nearest names on stderr, and no log."""
    found = invoke(*arguments, "--log-dir", str(tmp_path / "logs"))
    assert found.exit_code == 2
    assert message in found.stderr.replace("\n", " ")
    assert found.stdout == ""
    assert not (tmp_path / "logs").exists()


def test_without_a_build_it_exits_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment is at fault, and the message says what to do."""
    monkeypatch.delenv("PAPRIKA_BUILD")
    monkeypatch.chdir(tmp_path)
    found = invoke()
    assert found.exit_code == 2
    assert "run `paprika compile specs/` first" in found.stderr


def test_missing_episodes_exit_1(
    results: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run with an episode that has no score is not a success."""
    row: Row = replace(results.rows[0], missing=1)
    incomplete = replace(results, rows=[row])
    monkeypatch.setattr("paprika.runtime.run.run", lambda *_, **__: incomplete)
    found = invoke()
    assert found.exit_code == 1
    assert "wait, scale 1: 1 episode has no score" in found.stdout


# ---------------------------------------------------------------- talks


def table(results: Results) -> list[list[str]]:
    return [line.split() for line in as_table(results).split("\n")]


def test_talks_are_read_by_person(tmp_path: Path) -> None:
    """Who talks with what result, and how much was brought out and noted."""
    with streams_left_open():
        found = run(
            "week5-morning", ["interviewer", "hurried"], "held-out", log_dir=tmp_path
        )
    lines = table(found)
    assert lines[2] == ["agent", "user", "tasks", "pass^1", "pass^3"]
    assert lines[3][:4] == ["interviewer", "chatty", "1", "1.00"]
    assert lines[9][:4] == ["interviewer", "all", "6", "1.00"]
    assert lines[16][:4] == ["hurried", "all", "6", "0.00"]
    assert [line[:6] for line in lines[18:21]] == [
        ["agent", "episodes", "turns", "ended", "elicited", "captured"],
        ["interviewer", "18", "4.6", "100%", "1.00", "1.00"],
        ["hurried", "18", "1.0", "100%", "0.00", "-"],
    ]
    assert found.complete


def test_a_set_up_is_run_in_its_modes(tmp_path: Path) -> None:
    """One row an agent and mode, and JSON says which."""
    with streams_left_open():
        found = run(
            *("bedside-chains", ["guide"], "held-out"),
            log_dir=tmp_path,
            modes=["default", "no_user"],
        )
    assert [row.cell.variant for row in found.rows] == ["default", "no_user"]
    rows = json.loads(as_json(found))["rows"]
    assert [row["mode"] for row in rows] == ["default", "no_user"]
    assert [row["pass"]["all"]["1"]["value"] for row in rows] == [1.0, 1.0]
    # Who holds the tools need not ask for anything.
    assert rows[1]["turns_per_episode"] < rows[0]["turns_per_episode"]


def test_a_session_names_who_was_there_at_night(tmp_path: Path) -> None:
    """The night's figures, and the share of episodes in which nothing was lost."""
    with streams_left_open():
        found = run(
            *("week5-session", ["hurried"], "held-out"),
            log_dir=tmp_path,
            night_agent="wait",
        )
    [row] = found.rows
    assert (row.did["cues_per_episode"], row.did["handed_on"]) == (0, 0)
    assert "At night: wait." in as_table(found)
    assert json.loads(as_json(found))["night_agent"] == "wait"


VERDICT = '{"evidence": [], "why": "", "verdict": "yes"}'


def answering(name: str, make: Callable[[], ModelOutput]) -> Model:
    """Give a model that always answers alike."""

    def reply(*_: Any) -> ModelOutput:
        output = make()
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    # Not a generator: Inspect writes down what models were made with.
    return get_model(f"mockllm/{name}", custom_outputs=reply, memoize=False)


def leaving(name: str) -> Model:
    """Give a model that takes leave at once."""
    return answering(
        name,
        lambda: ModelOutput.for_tool_call(name, "end_talk", {"last_words": "Bye."}),
    )


def judging(name: str) -> Model:
    return answering(name, lambda: ModelOutput.from_content(name, VERDICT))


def test_a_model_talks_and_another_judges(tmp_path: Path) -> None:
    """A judge that was never calibrated is named, and counts for nothing."""
    models = Models(leaving("claude"), {"judge": judging("gpt")})
    with streams_left_open():
        found = run("week5-bedtime", split="held-out", log_dir=tmp_path, models=models)
    [row] = found.rows
    assert row.cell == Cell("model", None, "mockllm/claude")
    assert (row.judge, row.basis, row.same_family) == ("mockllm/gpt", "code", False)
    shown = as_table(found)
    assert "(code only: the judge counts for nothing here)" in shown
    assert "Role judge: mockllm/gpt." in shown
    assert "model (mockllm/claude)" in shown


def test_a_judge_of_the_agents_family_is_refused_or_told(tmp_path: Path) -> None:
    """Before anything runs; where it is allowed, the table says so."""
    models = Models(leaving("claude-a"), {"judge": judging("claude-b")})
    with pytest.raises(Refused, match=r"own family, .* --allow-same-family"):
        run("week5-morning", split="held-out", log_dir=tmp_path, models=models)
    assert not list(tmp_path.iterdir())
    with streams_left_open():
        found = run(
            *("week5-morning", ["model"], "held-out"),
            log_dir=tmp_path,
            models=models._replace(allow_same_family=True),
        )
    assert found.rows[0].same_family
    said = "model (mockllm/claude-a): the judge is of the agent's own family."
    assert said in as_table(found)
    assert json.loads(as_json(found))["rows"][0]["judge_of_the_agents_family"] is True


def test_what_a_model_failed_at_is_run_again(tmp_path: Path) -> None:
    """Other episodes are kept; the same command goes on with what is missing."""
    asked = 0

    def reply() -> ModelOutput:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise RuntimeError("the line is down")
        return ModelOutput.for_tool_call("a", "end_talk", {"last_words": "Bye."})

    models = Models(answering("a", reply))

    def once() -> Results:
        with streams_left_open():
            return run(
                "week5-morning", split="held-out", log_dir=tmp_path, models=models
            )

    first = once()
    assert [row.missing for row in first.rows] == [1]
    assert not first.complete
    assert "has no score: RuntimeError('the line is down')" in as_table(first)
    assert asked == 18
    again = once()
    assert again.complete
    assert asked == 19


def test_unknown_verdicts_are_told_as_no_and_as_yes(results: Results) -> None:
    """In notes and JSON: what has no score is not left out in silence."""
    both = {"unknown as no": {1: 0.25}, "unknown as yes": {1: 0.75}}
    row = replace(results.rows[0], readings=both, unscored={"judge_unknown": 20})
    told = replace(results, rows=[row])
    shown = as_table(told)
    assert "wait, scale 1: pass^1 is 0.25 with unknown as no, 0.75 with un" in shown
    assert "20 episodes are without a pass, for the judge could not tell" in shown
    [plain] = json.loads(as_json(told))["rows"]
    assert plain["pass_by_reading"]["unknown as no"] == {"1": 0.25}
    assert plain["unscored"] == {"judge_unknown": 20}
