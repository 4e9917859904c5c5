"""Metrics that read results by night type, or by person where there is no night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, isnan
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Value, metric

from paprika.rubrics.statistics import Trials, estimates

JUDGE_UNKNOWN = "judge_unknown"
"""Why an episode has no pass: a judge that counts was at work and could not tell."""
READINGS = ("unknown as no", "unknown as yes")
KS = (1, 2, 3, 4, 5)
"""pass^k is given for these k, as far as the trials of a task reach."""


@metric(scores="unreduced")
def pass_hat(by: str | None = None, cluster: str = "start") -> Metric:
    """Give pass^k over all tasks and by the name a task has in the facet `by`.

    Left out, that is the night where tasks have one, else the person.

    Keys are `pass^K` for every k and `pass^K(NAME)` for the first and the last, these
    two with `... low` and `... high` (95 %). Tasks of one `cluster` are not
    independent. Trials without a score are left out (Inspect doesn't even show them
    here), as are tasks with fewer than k; `pass^K tasks` tells how many are left where
    that made them fewer. Round brackets, since Inspect's terminal takes square ones for
    markup.
    """

    def measure(scores: list[SampleScore]) -> Value:
        values: dict[str, str | int | float | bool | None] = {}
        facet = by or read_by(scores)
        ids = {score.sample_id for score in scores}
        for name, found in estimates(trials(scores, facet, cluster), KS).items():
            for estimate in found:
                outer = estimate in (found[0], found[-1])
                if name and not outer:
                    continue
                key = f"pass^{estimate.k}" + (f"({name})" if name else "")
                values[key] = estimate.value
                if outer and estimate.interval:
                    values[f"{key} low"] = estimate.interval.low
                    values[f"{key} high"] = estimate.interval.high
                if not name and outer and estimate.tasks < len(ids):
                    values[f"{key} tasks"] = estimate.tasks
        return values

    return measure


def undecided(score: SampleScore) -> bool:
    """Tell whether unknown verdicts decide whether an episode passed."""
    told = score.score.metadata or {}
    return "readings" in told or score.score.reason == JUDGE_UNKNOWN


def read_as(reading: str, score: SampleScore) -> SampleScore:
    """Give a score as it is with unknown verdicts as `no` or as `yes`.

    Where a judge that counts could tell nothing, code alone would let it pass.
    """
    if not undecided(score):
        return score
    both = (score.score.metadata or {}).get("readings", {})
    value = both.get(reading, int(reading == READINGS[1]))
    plain = Score(value=value, metadata=score.score.metadata)
    return score.model_copy(update={"score": plain})


@metric
def facet_mean(by: str | None = None) -> Metric:
    """Give the mean over tasks for each name in the facet `by`, sorted.

    Left out, that is the night where tasks have one, else the person.
    """

    def measure(scores: list[SampleScore]) -> Value:
        parts: dict[str, list[float]] = {}
        facet = by or read_by(scores)
        for score in scores:
            name = conditions(score.sample_metadata).get(facet)
            if name is not None and not isnan(score.score.as_float()):
                parts.setdefault(name, []).append(score.score.as_float())
        return {name: fsum(part) / len(part) for name, part in sorted(parts.items())}

    return measure


def read_by(scores: Sequence[SampleScore]) -> str:
    """Give the facet by which results are read: the night, else the person."""
    nights = any("night" in conditions(score.sample_metadata) for score in scores)
    return "night" if nights else "user"


def trials(scores: Sequence[SampleScore], by: str, cluster: str) -> list[Trials]:
    """Count the scored trials of each task, in the order of the scores."""
    tasks: dict[str, Trials] = {}
    for score in scores:
        value = score.score.as_float()
        if isnan(value):
            continue
        names = conditions(score.sample_metadata)
        blank = Trials(str(score.sample_id), 0, 0, names.get(by), names.get(cluster))
        task = tasks.get(blank.task, blank)
        tasks[task.task] = task._replace(
            passed=task.passed + (value >= 1), scored=task.scored + 1
        )
    return list(tasks.values())


def conditions(metadata: Mapping[str, Any] | None) -> Mapping[str, str]:
    """Give the facet -> name of a sample; empty for a sample of another kind."""
    found = (metadata or {}).get("conditions")
    return found if isinstance(found, Mapping) else {}
