"""`paprika run`: agents and waking scales on one suite, and the closing table.

Every (agent, scale) is one Inspect log. Logs stand in `LOG_DIR/SUITE-VERSION`, where
the version names the suite's compiled tasks: a run that was cut off goes on where it
stopped, and results of other suites or of changed tasks are never mixed in. The table
is made from these logs alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paprika.rubrics.statistics import Estimate, estimates

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSampleSummary

KS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Row:
    """What one agent did at one waking scale, over all tasks and seeds."""

    agent: str
    scale: float
    episodes: int
    """Episodes that were scored."""
    missing: int
    """Episodes without a score: errors, or not run yet."""
    error: str
    """Why episodes are missing, as the log says it; empty if it doesn't."""
    basis: str
    """`code` where quality was nowhere judged, else `code+judge`."""
    passes: Mapping[str, Sequence[Estimate]]
    """pass^k by night type; "" is over all."""
    wakings: float
    """Caused by a sound, an episode; so are `cues` and `played`."""
    cues: float
    """Sounds asked for, refused ones among them."""
    played: float
    cues_in_rem: float | None
    """Share of the cues that began in true REM; None without a cue."""
    rule_breaks: float
    """Cues refused or with words never said, in one run through the suite."""


@dataclass(frozen=True, slots=True)
class Results:
    """What a run came to. It is complete if every episode of every row has a score."""

    suite: str
    split: str
    version: str
    folder: Path
    rows: Sequence[Row]

    @property
    def complete(self) -> bool:
        """Whether no episode is missing."""
        return not any(row.missing for row in self.rows)


class Refused(click.ClickException):
    """The run can't begin: a name matches nothing, or there is no usable build."""

    exit_code = 2


def run(
    suite: str,
    agents: Sequence[str],
    split: str = "dev",
    scales: Sequence[float] = (1.0,),
    log_dir: Path = Path("logs"),
) -> Results:
    """Run agents on a suite, as far as logs don't hold it yet; give the results.

    Inspect's words go to stderr. Raises Refused, before anything runs, for a name
    that matches nothing, and KeyboardInterrupt if the user stopped it.
    """
    from inspect_ai import eval_set

    from .builds import suite_digest, suite_tasks
    from .tasks import night

    grid = [(agent, scale) for agent in agents for scale in scales]
    with _refusals(), redirect_stdout(sys.stderr):
        compiled = suite_tasks(suite)
        _check_logs(log_dir / f"{suite}-{suite_digest(compiled)[:8]}")
        tasks = [
            night(suite=suite, agent=agent, split=split, scale=scale)
            for agent, scale in grid
        ]
        version = suite_digest(compiled)[:8]
        folder = log_dir / f"{suite}-{version}"
        _, logs = eval_set(
            tasks,
            log_dir=str(folder),
            model=None,
            display="none",
            score_display=False,
            log_realtime=False,
            ctl_server=False,
            # The folder may hold other agents, scales and splits of this version.
            log_dir_allow_dirty=True,
            # No chance and no network: what failed once would fail again.
            retry_attempts=1,
            retry_immediate=False,
        )
        if len(logs) < len(tasks):
            # Inspect swallows an interrupt and gives back no logs.
            click.echo("Interrupted: the same command goes on from here.", err=True)
            raise KeyboardInterrupt
        expected = len(compiled) * len(compiled[0].seeds[split])
        rows = read_rows(folder, suite, split, grid, expected)
    return Results(suite, split, version, folder, rows)


def _check_logs(folder: Path) -> None:
    """Refuse to go on from a log that is no whole file, and name it."""
    from zipfile import is_zipfile

    for path in sorted(folder.glob("*.eval")):
        if not is_zipfile(path):
            raise Refused(f"{path} is no whole log: delete it, then it is run again")


def read_rows(
    folder: Path,
    suite: str,
    split: str,
    grid: Sequence[tuple[str, float]],
    expected: int,
) -> list[Row]:
    """Give a row for each (agent, scale) from the logs in a folder.

    `expected` is the number of episodes that a whole log has.
    """
    from inspect_ai.log import (
        list_eval_logs,
        read_eval_log,
        read_eval_log_sample_summaries,
    )

    logs: dict[tuple[str, float], tuple[str, str]] = {}
    errors: dict[tuple[str, float], str] = {}
    for info in list_eval_logs(str(folder), recursive=False):
        header = read_eval_log(info, header_only=True)
        key = _cell(header, suite, split)
        # Of two logs of one cell the later one goes on from the earlier.
        if key is not None and header.eval.created >= logs.get(key, ("", ""))[0]:
            logs[key] = (header.eval.created, info.name)
            errors[key] = header.error.message if header.error else ""
    return [
        _row(
            *cell,
            read_eval_log_sample_summaries(logs[cell][1]) if cell in logs else [],
            expected,
            errors.get(cell, ""),
        )
        for cell in grid
    ]


def as_table(results: Results) -> str:
    """Give the results as text: reliability by night type, then what agents did."""
    basis = _basis(results)
    words = "code only: quality was not judged" if basis == "code" else basis
    head = f"{results.suite}, {results.split}, version {results.version} ({words})"
    most = max(
        (e.k for row in results.rows for part in row.passes.values() for e in part),
        default=1,
    )
    ks = sorted({1, most})
    lines = [["agent", "scale", "night", "tasks", *(f"pass^{k}" for k in ks)]]
    for row in results.rows:
        names = [name for name in row.passes if name] + [""]
        for name in names:
            found = {one.k: one for one in row.passes.get(name, ())}
            tasks = found[1].tasks if 1 in found else 0
            cells = [_interval(found.get(k)) for k in ks]
            shown = [row.agent, f"{row.scale:g}", name or "all", str(tasks)]
            lines.append([*shown, *cells])
    did = [
        [
            *("agent", "scale", "episodes", "wakings", "cues", "played"),
            *("in REM", "rule breaks"),
        ]
    ]
    for row in results.rows:
        in_rem = "-" if row.cues_in_rem is None else f"{row.cues_in_rem:.0%}"
        did.append(
            [
                *(row.agent, f"{row.scale:g}", str(row.episodes)),
                *(f"{row.wakings:.2f}", f"{row.cues:.2f}", f"{row.played:.2f}"),
                *(in_rem, f"{row.rule_breaks:.1f}"),
            ]
        )
    notes = [
        "Intervals are 95 %. Wakings, cues and played are per episode; rule breaks "
        "per run through the suite."
    ]
    notes += [
        f"{row.agent}, scale {row.scale:g}: {row.missing} episodes have no score"
        + (f": {row.error}" if row.error else "")
        for row in results.rows
        if row.missing
    ]
    return "\n".join([head, "", *_aligned(lines), "", *_aligned(did), "", *notes])


def as_json(results: Results) -> str:
    """Give the results as JSON: the same numbers, unrounded, keys sorted."""
    body = {
        "suite": results.suite,
        "split": results.split,
        "version": results.version,
        "basis": _basis(results),
        "complete": results.complete,
        "rows": [_plain(row) for row in results.rows],
    }
    return json.dumps(body, indent=2, sort_keys=True, allow_nan=False)


@click.command("run")
@click.option("--suite", default="week5-night", show_default=True, help="To run.")
@click.option(
    "--agents",
    default="oracle,wait,fixed_timer,rem_rule,paprika_rule",
    show_default=True,
    help="Names, separated by commas.",
)
@click.option("--split", default="dev", show_default=True, help="Seeds to run.")
@click.option(
    "--scale",
    "scales",
    default="1",
    show_default=True,
    help="Factors on the waking probabilities, separated by commas: 0.5,1,2,4.",
)
@click.option(
    "--log-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("logs"),
    show_default=True,
    help="Where logs go, in a folder for the suite and its version.",
)
@click.option(
    "--output-format",
    type=click.Choice(["table", "json"]),
    default="table",
    envvar="PAPRIKA_OUTPUT_FORMAT",
    show_default=True,
    help="How the results are printed.",
)
def run_command(
    suite: str,
    agents: str,
    split: str,
    scales: str,
    log_dir: Path,
    output_format: str,
) -> None:
    """Evaluate agents on a suite and print the closing table.

    A run that was cut off goes on where it stopped. Exit 0 if every episode was
    scored, 1 if some are missing, 2 if a name matches nothing.
    """
    results = run(suite, _names(agents), split, _numbers(scales), log_dir)
    click.echo(as_json(results) if output_format == "json" else as_table(results))
    if not results.complete:
        sys.exit(1)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn Inspect's refusal, which is marked up, into the command's own."""
    from inspect_ai._util.error import PrerequisiteError
    from rich.text import Text

    try:
        yield
    except PrerequisiteError as error:
        raise Refused(Text.from_markup(str(error.message)).plain) from None


def _names(text: str) -> list[str]:
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    if "" in names:
        raise click.BadParameter(f"{text!r} has an empty name", param_hint="--agents")
    return names


def _numbers(text: str) -> list[float]:
    try:
        return list(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not numbers separated by commas, such as 0.5,1",
            param_hint="--scale",
        ) from None


def _cell(log: EvalLog, suite: str, split: str) -> tuple[str, float] | None:
    """Give the (agent, scale) of a whole run's log; None for any other log."""
    given = log.eval.task_args
    whole = given.get("seeds") is None and given.get("night") is None
    if (given.get("suite"), given.get("split"), whole) != (suite, split, True):
        return None
    return str(given.get("agent")), float(given.get("scale", 1.0))


def _row(
    agent: str,
    scale: float,
    summaries: Sequence[EvalSampleSummary],
    expected: int,
    error: str,
) -> Row:
    from inspect_ai.scorer import SampleScore

    from .metrics import trials

    scored = [one for one in summaries if one.scores and "passed" in one.scores]
    scores = [one.scores or {} for one in scored]
    counts = [one["gates"].metadata or {} for one in scores]
    judged = any(
        (one["passed"].metadata or {}).get("pass_basis") != "code" for one in scores
    )
    passed = [
        SampleScore(
            score=score["passed"], sample_id=one.id, sample_metadata=one.metadata
        )
        for one, score in zip(scored, scores, strict=True)
    ]
    episodes = len(scored)

    def total(name: str) -> int:
        return sum(int(one[name]) for one in counts)

    return Row(
        agent=agent,
        scale=scale,
        episodes=episodes,
        missing=expected - episodes,
        error=error,
        basis="code+judge" if judged else "code",
        passes=estimates(trials(passed, "night", "start"), KS),
        wakings=total("wakings") / max(episodes, 1),
        cues=total("cues") / max(episodes, 1),
        played=total("played") / max(episodes, 1),
        cues_in_rem=total("cues_in_rem") / total("cues") if total("cues") else None,
        rule_breaks=total("rule_breaks") / max(len({one.epoch for one in scored}), 1),
    )


def _basis(results: Results) -> str:
    judged = any(row.basis != "code" for row in results.rows)
    return "code+judge" if judged else "code"


def _interval(found: Estimate | None) -> str:
    if found is None or found.value is None or found.interval is None:
        return "-"
    low, high = found.interval
    return f"{found.value:.2f} [{low:.2f}-{high:.2f}]"


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]


def _plain(row: Row) -> dict[str, Any]:
    return {
        "agent": row.agent,
        "scale": row.scale,
        "episodes": row.episodes,
        "missing": row.missing,
        "error": row.error,
        "basis": row.basis,
        "pass": {
            name or "all": {
                str(one.k): {
                    "value": one.value,
                    "low": one.interval.low if one.interval else None,
                    "high": one.interval.high if one.interval else None,
                    "tasks": one.tasks,
                    "trials": one.trials,
                }
                for one in part
            }
            for name, part in row.passes.items()
        },
        "wakings_per_episode": row.wakings,
        "cues_per_episode": row.cues,
        "played_per_episode": row.played,
        "share_of_cues_in_rem": row.cues_in_rem,
        "rule_breaks_per_run": row.rule_breaks,
    }
