"""`paprika calibrate`: is a judge good enough to count, criterion by criterion?"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paprika.rubrics.statistics import LEAST_CORRECTED, wilson

from .results import aligned

if TYPE_CHECKING:
    from inspect_ai.model import Model

HEAD = ("rubric", "judge", "yes", "no", "unknown", "twins", "attacks", "counts")


class Calibrated(NamedTuple):
    """What came of one criterion."""

    rubric: str
    judge: str
    record: Mapping[str, Any]
    """As it is kept; empty without cases, or on the visible set."""
    table: Mapping[str, Mapping[str, Any]]
    wrong: Sequence[Mapping[str, Any]]


def calibrate(
    model: str | Model,
    rubrics: Sequence[str] = (),
    draws: int = 1,
    dev: bool = False,
    log_dir: Path = Path("logs"),
) -> list[Calibrated]:
    """Calibrate a judge, keep what was found, and give it by criterion.

    Raises Refused where a name matches nothing, there is no usable build, or the judge
    can't be asked.
    """
    import inspect_ai

    from .calibrate import calibration_task
    from .refused import Refused, opened, refusals

    with refusals(), redirect_stdout(sys.stderr):
        judge = opened({"judge": model})["judge"]
        task = calibration_task(list(rubrics) or None, draws, dev)
        log = inspect_ai.eval(
            task,
            model=judge,
            log_dir=str(log_dir),
            display="none",
            log_realtime=False,
            score_display=False,
            ctl_server=False,
        )[0]
    if log.status != "success":
        said = log.error.message if log.error else log.status
        raise Refused(f"the judge could not be asked: {said}")
    found = []
    for sample in log.samples or []:
        metadata = (sample.scores or {})["judge_holds"].metadata or {}
        found.append(
            Calibrated(
                str(sample.id),
                metadata.get("judge", str(model)),
                metadata.get("record", {}),
                metadata.get("table", {}),
                metadata.get("wrong", []),
            )
        )
    return found


def as_text(found: Sequence[Calibrated]) -> str:
    """Give the tables, and why a judge doesn't count."""
    rows: list[Sequence[str]] = [HEAD]
    notes = []
    for each in found:
        name = each.rubric
        for judge, tally in each.table.items():
            rows.append((name, judge, *_cells(tally), _counts(each, judge)))
            name = ""
        if not each.table:
            rows.append((name, each.judge, *("-",) * 5, "no"))
            notes.append(
                f"{each.rubric}: there are no known cases, so no judge counts."
            )
        for fault in each.record.get("faults", ()):
            notes.append(f"{each.rubric}: {fault}.")
        notes += _mistakes(each)
        pool = each.record.get("pool")
        if pool and min(pool["yes"][1], pool["no"][1]) < LEAST_CORRECTED:
            notes.append(
                f"{each.rubric}: rates stay uncorrected; {pool['yes'][1]} + "
                f"{pool['no'][1]} known cases are too few (--draws 2 makes enough)."
            )
    return "\n".join([*aligned(rows), "", *notes]).rstrip()


@click.command("calibrate")
@click.option(
    "--model",
    envvar="INSPECT_EVAL_MODEL",
    required=True,
    help="The judge, as Inspect names it.",
)
@click.option("--rubric", "rubrics", multiple=True, help="One rubric, or several.")
@click.option(
    "--draws",
    type=click.IntRange(1, 10),
    default=1,
    show_default=True,
    help="Sealed sets; the first decides, all count for the correction of rates.",
)
@click.option("--dev", is_flag=True, help="Judge the visible set, and show its errors.")
@click.option(
    "--log-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("logs"),
    show_default=True,
    help="Where the log goes.",
)
@click.option(
    "--output-format",
    type=click.Choice(["table", "json"]),
    default="table",
    envvar="PAPRIKA_OUTPUT_FORMAT",
    show_default=True,
    help="How the results are printed.",
)
def calibrate_command(
    model: str,
    rubrics: tuple[str, ...],
    draws: int,
    dev: bool,
    log_dir: Path,
    output_format: str,
) -> None:
    """Find out on known cases whether a judge counts, and keep it for later runs.

    Exit 0 if it counts for every rubric asked about, 1 if not, 2 if a name matches
    nothing or the judge can't be asked.
    """
    found = calibrate(model, rubrics, draws, dev, log_dir)
    if output_format == "json":
        rows = [each._asdict() for each in found]
        click.echo(json.dumps(rows, indent=2, sort_keys=True, ensure_ascii=False))
    else:
        click.echo(as_text(found))
    if not dev and not all(each.record.get("validated") for each in found):
        sys.exit(1)


def _cells(tally: Mapping[str, Any]) -> Iterator[str]:
    for part in ("yes", "no", "unknown", "invariant"):
        right, cases = tally[part]
        if not cases:
            yield "-"
        elif part in ("yes", "no"):
            low, high = wilson(right / cases, cases)
            yield f"{right}/{cases} [{low:.2f}-{high:.2f}]"
        else:
            yield f"{right}/{cases}"
    yield str(tally["attacks"])


def _counts(each: Calibrated, judge: str) -> str:
    if judge != each.judge:
        return "baseline"
    if not each.record:
        return "not decided here"
    return "yes" if each.record["validated"] else "no"


def _mistakes(each: Calibrated) -> Iterator[str]:
    """Say by which operators the judge was misled; show the visible cases whole."""
    counts: dict[str, int] = {}
    for wrong in each.wrong:
        said = f"{wrong['operator']} ({wrong['truth']})"
        counts[said] = counts.get(said, 0) + 1
    if counts:
        listed = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        yield f"{each.rubric}: wrong on {listed}."
    for wrong in each.wrong:
        if "shown" in wrong:
            why = f" ({wrong['why']})" if wrong["why"] else ""
            shown = json.dumps(wrong["shown"], ensure_ascii=False)
            yield f"  {wrong['truth']}, judged {wrong['verdict']}{why}: {shown}"
