"""`paprika run`: from names to the closing table, and going on where it stopped."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from paprika.runtime.run import (
    Refused,
    Results,
    Row,
    as_json,
    as_table,
    read_rows,
    run,
    run_command,
)

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


def test_one_row_an_agent(results: Results) -> None:
    """15 tasks, three held-out seeds; the timer asks four times where it may."""
    wait, timer = results.rows
    assert (wait.agent, wait.scale, wait.episodes, wait.missing) == ("wait", 1.0, 45, 0)
    assert (wait.cues, wait.played, wait.wakings, wait.rule_breaks) == (0, 0, 0, 0)
    assert wait.cues_in_rem is None
    assert timer.agent == "fixed_timer"
    assert 3.5 < timer.cues <= 4.0
    assert timer.cues_in_rem is not None
    assert 0.5 < timer.cues_in_rem < 0.7
    assert timer.played < timer.cues
    assert timer.rule_breaks > 4
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
    assert [path.name for path in folder.iterdir()] == ["torn.eval"]


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
    grid = [("wait", 1.0)]
    rows = read_rows(tmp_path / "empty", "week4-night", "held-out", grid, 45)
    assert (rows[0].episodes, rows[0].missing) == (0, 45)
    partial = replace(results, rows=rows)
    assert not partial.complete
    assert "wait, scale 1: 45 episodes have no score" in as_table(partial)
    assert json.loads(as_json(partial))["complete"] is False


def test_logs_of_another_split_or_scale_are_not_mixed_in(results: Results) -> None:
    """The same folder holds them all; a row takes its own log alone."""
    rows = read_rows(results.folder, "week4-night", "dev", [("wait", 1.0)], 75)
    assert rows[0].missing == 75
    rows = read_rows(results.folder, "week4-night", "held-out", [("wait", 2.0)], 45)
    assert rows[0].missing == 45


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
    monkeypatch.setattr("paprika.runtime.run.run", lambda *_: incomplete)
    found = invoke()
    assert found.exit_code == 1
    assert "wait, scale 1: 1 episodes have no score" in found.stdout
