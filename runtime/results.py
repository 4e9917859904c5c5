"""What runs came to: read from their logs, and shown as a table or as JSON.

An agent's row holds reliability by night type or by person, and what it did in figures
of its world: sounds and wakings at night, turns and what was brought out in talks.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from paprika.rubrics.statistics import Estimate, estimates

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSampleSummary

KS = (1, 2, 3, 4, 5)
VARIANTS: Mapping[str, tuple[str, float | str]] = {
    "night": ("scale", 1.0),
    "setup": ("mode", "default"),
}
"""World -> what its episodes may be played with, and the usual value of that."""
NO_MODEL = "none/none"


class Cell(NamedTuple):
    """One log of a run: an agent, played with one variant of its world."""

    agent: str
    variant: float | str | None = None
    """Factor on waking at night, mode of a set-up; None where there is none."""
    model: str = NO_MODEL
    """The model behind the agent."""


class Wanted(NamedTuple):
    """What logs must have been made with to be results of a run."""

    suite: str
    world: str
    split: str
    episodes: int
    """Of a whole log."""
    night_agent: str = ""
    """Who acts in the night of a session."""
    roles: Mapping[str, str] = {}
    """Role -> model: who words the person, who judges."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one agent did with one variant, over all tasks and seeds."""

    cell: Cell
    episodes: int
    """Episodes that were scored."""
    missing: int
    """Episodes without a score: errors, or not run yet."""
    error: str
    """Why episodes are missing, as the log says it; empty if it doesn't."""
    basis: str
    """`code` where quality was nowhere judged, else `code+judge`."""
    passes: Mapping[str, Sequence[Estimate]]
    """pass^k by night type or person; "" is over all."""
    did: Mapping[str, float | None]
    """Figures by name, as `FIGURES` has them; None with nothing to count."""
    unscored: Mapping[str, int] = field(default_factory=dict)
    """Why episodes have no pass, and how many: `void` by a fault of the simulated
    person, `judge_unknown`."""
    readings: Mapping[str, Mapping[int, float]] = field(default_factory=dict)
    """pass^k by k, with unknown verdicts as no and as yes; empty where none decides."""
    judge: str = ""
    """Who judged quality; empty where nobody did."""
    same_family: bool = False
    """Whether judge and agent come from one maker."""


@dataclass(frozen=True, slots=True)
class Results:
    """What a run came to. It is complete if every episode of every row has a score."""

    wanted: Wanted
    version: str
    folder: Path
    rows: Sequence[Row]

    @property
    def complete(self) -> bool:
        """Whether no episode is missing."""
        return not any(row.missing for row in self.rows)


# ---------------------------------------------------------------- figures

Scores = Sequence[Mapping[str, Any]]
"""The scores of each scored episode, by scorer."""


class Figure(NamedTuple):
    """A column of what agents did."""

    name: str
    title: str
    shown: str
    """A format, such as `.2f`."""
    of: Callable[[Scores, int], float | None]
    """Computes it from the scored episodes and the number of runs through the suite."""


def _counted(name: str) -> Callable[[Scores, int], float | None]:
    """Give the mean of what the gates counted, over episodes."""

    def of(scores: Scores, runs: int) -> float | None:
        return _total(scores, name) / max(len(scores), 1)

    return of


def _mean(part: str) -> Callable[[Scores, int], float | None]:
    """Give the mean of a score, over the episodes that have it."""

    def of(scores: Scores, runs: int) -> float | None:
        values = [each[part].as_float() for each in scores if part in each]
        values = [value for value in values if not isnan(value)]
        return fsum(values) / len(values) if values else None

    return of


def _cues_in_rem(scores: Scores, runs: int) -> float | None:
    cues = _total(scores, "cues")
    return _total(scores, "cues_in_rem") / cues if cues else None


def _rule_breaks(scores: Scores, runs: int) -> float | None:
    return _total(scores, "rule_breaks") / max(runs, 1)


def _faults(scores: Scores, runs: int) -> float | None:
    counts = [each["gates"].metadata or {} for each in scores]
    return sum(len(each["simulator_faults"]) for each in counts) / max(len(scores), 1)


def _total(scores: Scores, name: str) -> int:
    return sum(int((each["gates"].metadata or {})[name]) for each in scores)


_WAKINGS = Figure("wakings_per_episode", "wakings", ".2f", _counted("wakings"))
_CUES = Figure("cues_per_episode", "cues", ".2f", _counted("cues"))
_PLAYED = Figure("played_per_episode", "played", ".2f", _counted("played"))
_IN_REM = Figure("share_of_cues_in_rem", "in REM", ".0%", _cues_in_rem)
_BREAKS = Figure("rule_breaks_per_run", "rule breaks", ".1f", _rule_breaks)
_TURNS = Figure("turns_per_episode", "turns", ".1f", _counted("agent_turns"))
_ENDED = Figure("share_ended", "ended", ".0%", _counted("ended"))
_ELICITED = Figure("elicited", "elicited", ".2f", _mean("elicited"))
_CAPTURED = Figure("captured", "captured", ".2f", _mean("captured"))
_HANDED_ON = Figure("handed_on", "handed on", ".0%", _mean("handoff"))
_FAULTS = Figure("person_faults_per_episode", "person faults", ".2f", _faults)
_QUALITY = Figure("quality", "quality", ".2f", _mean("quality"))
_TALK = (_TURNS, _ENDED, _ELICITED, _CAPTURED, _FAULTS)
FIGURES: Mapping[str, Sequence[Figure]] = {
    "night": (_WAKINGS, _CUES, _PLAYED, _IN_REM, _BREAKS),
    "bedtime": _TALK,
    "morning": _TALK,
    "setup": (_TURNS, _ENDED, _FAULTS),
    "session": (_WAKINGS, _CUES, _PLAYED, _IN_REM, _HANDED_ON, _FAULTS),
}
"""World -> what is told of the agents in it. Cues are sounds asked for, refused ones
among them; rule breaks are cues refused or with words never said; person faults are
those of the simulated person."""


# ---------------------------------------------------------------- reading


def read_rows(folder: Path, wanted: Wanted, cells: Sequence[Cell]) -> list[Row]:
    """Give a row for each cell from the logs in a folder."""
    from inspect_ai.log import (
        list_eval_logs,
        read_eval_log,
        read_eval_log_sample_summaries,
    )

    logs: dict[Cell, tuple[str, str]] = {}
    errors: dict[Cell, str] = {}
    for info in list_eval_logs(str(folder), recursive=False):
        header = read_eval_log(info, header_only=True)
        cell = _cell(header, wanted)
        # Of two logs of one cell the later one goes on from the earlier.
        if cell is not None and header.eval.created >= logs.get(cell, ("", ""))[0]:
            logs[cell] = (header.eval.created, info.name)
            errors[cell] = header.error.message if header.error else ""
    return [
        _row(
            cell,
            read_eval_log_sample_summaries(logs[cell][1]) if cell in logs else [],
            wanted,
            errors.get(cell, ""),
        )
        for cell in cells
    ]


def _cell(log: EvalLog, wanted: Wanted) -> Cell | None:
    """Give the cell of a whole run's log; None for any other log."""
    given = log.eval.task_args
    if any(given.get(part) is not None for part in ("seeds", "night", "user")):
        return None
    roles = {
        role: [each.model for each in (bound if isinstance(bound, list) else [bound])]
        for role, bound in (log.eval.model_roles or {}).items()
    }
    if (given.get("suite"), given.get("split"), roles) != (
        wanted.suite,
        wanted.split,
        {role: [model] for role, model in wanted.roles.items()},
    ):
        return None
    if given.get("night_agent", "") != wanted.night_agent:
        return None
    variant: float | str | None = None
    if wanted.world in VARIANTS:
        name, usual = VARIANTS[wanted.world]
        variant = type(usual)(given.get(name, usual))
    return Cell(str(given.get("agent")), variant, log.eval.model)


def _row(
    cell: Cell, summaries: Sequence[EvalSampleSummary], wanted: Wanted, error: str
) -> Row:
    from inspect_ai.scorer import SampleScore

    from .metrics import READINGS, read_as, read_by, trials, undecided

    scored = [one for one in summaries if one.scores and "passed" in one.scores]
    scores = [one.scores or {} for one in scored]
    told = [one["passed"].metadata or {} for one in scores]
    passed = [
        SampleScore(
            score=score["passed"], sample_id=one.id, sample_metadata=one.metadata
        )
        for one, score in zip(scored, scores, strict=True)
    ]
    unscored: dict[str, int] = {}
    for one in scores:
        if isnan(one["passed"].as_float()):
            reason = one["passed"].reason or "unscored"
            unscored[reason] = unscored.get(reason, 0) + 1
    readings = {}
    for reading in READINGS if any(map(undecided, passed)) else ():
        told_so = [read_as(reading, one) for one in passed]
        found = estimates(trials(told_so, read_by(passed), "start"), KS)[""]
        readings[reading] = {one.k: one.value or 0.0 for one in found}
    judges = [str(each["judge"]) for each in told if each.get("judge")]
    runs = len({one.epoch for one in scored})
    figures = [*FIGURES[wanted.world], *([_QUALITY] if judges else [])]
    judged = any(each.get("pass_basis") == "code+judge" for each in told)
    return Row(
        cell=cell,
        episodes=len(scored),
        missing=wanted.episodes - len(scored),
        error=error or next((one.error for one in summaries if one.error), ""),
        basis="code+judge" if judged else "code",
        passes=estimates(trials(passed, read_by(passed), "start"), KS),
        did={figure.name: figure.of(scores, runs) for figure in figures},
        unscored=dict(sorted(unscored.items())),
        readings=readings,
        judge=judges[0] if judges else "",
        same_family=any(each.get("same_family") for each in told),
    )


# ---------------------------------------------------------------- showing


def as_table(results: Results) -> str:
    """Give the results as text: reliability by night or person, what agents did."""
    wanted, rows = results.wanted, results.rows
    facet = "night" if wanted.world in ("night", "session") else "user"
    most = max(
        (e.k for row in rows for part in row.passes.values() for e in part), default=1
    )
    ks = sorted({1, most})
    first = ["agent", *_variant_title(wanted)]
    lines = [[*first, facet, "tasks", *(f"pass^{k}" for k in ks)]]
    for row in rows:
        for name in [name for name in row.passes if name] + [""]:
            found = {one.k: one for one in row.passes.get(name, ())}
            tasks = found[1].tasks if 1 in found else 0
            cells = [_interval(found.get(k)) for k in ks]
            lines.append([*_shown(row.cell), name or "all", str(tasks), *cells])
    figures = [*FIGURES[wanted.world]]
    if any(row.judge for row in rows):
        figures.append(_QUALITY)
    did = [[*first, "episodes", *(figure.title for figure in figures)]]
    for row in rows:
        values = [_figure(row.did.get(each.name), each.shown) for each in figures]
        did.append([*_shown(row.cell), str(row.episodes), *values])
    return "\n".join(
        [_head(results), "", *aligned(lines), "", *aligned(did), "", *_notes(results)]
    )


def as_json(results: Results) -> str:
    """Give the results as JSON: the same numbers, unrounded, keys sorted."""
    wanted = results.wanted
    body = {
        "suite": wanted.suite,
        "world": wanted.world,
        "split": wanted.split,
        "version": results.version,
        "model_roles": dict(wanted.roles),
        "basis": _basis(results),
        "complete": results.complete,
        "rows": [_plain(row, wanted.world) for row in results.rows],
    }
    if wanted.night_agent:
        body["night_agent"] = wanted.night_agent
    return json.dumps(body, indent=2, sort_keys=True, allow_nan=False)


def _head(results: Results) -> str:
    wanted = results.wanted
    judges = [row.judge for row in results.rows if row.judge]
    words = _basis(results)
    if words == "code":
        words = "code only: quality was not judged"
    if words != "code+judge" and judges:
        words = "code only: the judge counts for nothing here"
    return f"{wanted.suite}, {wanted.split}, version {results.version} ({words})"


def _notes(results: Results) -> list[str]:
    """Give what must be known to read the tables."""
    wanted = results.wanted
    notes = ["Intervals are 95 %."]
    if wanted.world in ("night", "session"):
        said = "Wakings, cues and played are per episode"
        breaks = "; rule breaks per run through the suite"
        notes[0] += f" {said}{breaks if wanted.world == 'night' else ''}."
    if wanted.world != "night":
        notes[0] += " Person faults, per episode, are the simulation's own."
    if wanted.night_agent:
        notes.append(f"At night: {wanted.night_agent}.")
    notes += [f"Role {role}: {model}." for role, model in sorted(wanted.roles.items())]
    for row in results.rows:
        named = ", ".join(_named(row.cell, wanted.world))
        if row.same_family:
            notes.append(f"{named}: the judge is of the agent's own family.")
        for reason, count in row.unscored.items():
            said = {
                "void": "void by a fault of the simulated person",
                "judge_unknown": "without a pass, for the judge could not tell",
            }.get(reason, reason)
            notes.append(f"{named}: {_episodes(count)} {said}")
        if row.readings:
            both = (f"{found[1]:.2f} with {how}" for how, found in row.readings.items())
            notes.append(f"{named}: pass^1 is {', '.join(both)}")
        if row.missing:
            why = f": {row.error}" if row.error else ""
            has = (
                "1 episode has" if row.missing == 1 else f"{row.missing} episodes have"
            )
            notes.append(f"{named}: {has} no score{why}")
    return notes


def _episodes(count: int) -> str:
    return "1 episode is" if count == 1 else f"{count} episodes are"


def _basis(results: Results) -> str:
    judged = any(row.basis != "code" for row in results.rows)
    return "code+judge" if judged else "code"


def _variant_title(wanted: Wanted) -> list[str]:
    return [VARIANTS[wanted.world][0]] if wanted.world in VARIANTS else []


def _shown(cell: Cell) -> list[str]:
    agent = cell.agent if cell.model == NO_MODEL else f"{cell.agent} ({cell.model})"
    variant = cell.variant
    if variant is None:
        return [agent]
    return [agent, f"{variant:g}" if isinstance(variant, float) else variant]


def _named(cell: Cell, world: str) -> list[str]:
    agent, *variant = _shown(cell)
    return [agent, *(f"{VARIANTS[world][0]} {each}" for each in variant)]


def _figure(value: float | None, shown: str) -> str:
    return "-" if value is None else format(value, shown)


def _interval(found: Estimate | None) -> str:
    if found is None or found.value is None or found.interval is None:
        return "-"
    low, high = found.interval
    return f"{found.value:.2f} [{low:.2f}-{high:.2f}]"


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Give lines of cells as text, in columns."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True)
        ).rstrip()
        for line in lines
    ]


def _plain(row: Row, world: str) -> dict[str, Any]:
    variant = {VARIANTS[world][0]: row.cell.variant} if world in VARIANTS else {}
    return {
        "agent": row.cell.agent,
        "model": None if row.cell.model == NO_MODEL else row.cell.model,
        **variant,
        "episodes": row.episodes,
        "missing": row.missing,
        "error": row.error,
        "unscored": dict(row.unscored),
        "pass_by_reading": {
            how: {str(k): value for k, value in found.items()}
            for how, found in row.readings.items()
        },
        "basis": row.basis,
        "judge": row.judge or None,
        "judge_of_the_agents_family": row.same_family,
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
        **row.did,
    }
