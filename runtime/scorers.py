"""The three layers of the score, and whether an episode passed them.

Code decides gates and timing from the trace in the store, so a log can be scored
again. Quality needs judges: without them it is unscored, never 0 and never 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState

from paprika.compiler.suite import Call, Task
from paprika.rubrics.timing import Sound

from .builds import compiled
from .episode import count, kept
from .metrics import night_mean, pass_hat
from .night.face import sounds, verdicts
from .night.face import timing as time_sounds
from .night.model import Trace


@scorer(metrics=[mean(), night_mean()])
def gates() -> Scorer:
    """Score 1 if every assert of the task holds, else 0 and say which don't.

    The metadata counts the episode's sounds and wakings.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task, trace = _episode(state)
        found = verdicts(task, trace)
        broken = [(call, verdict) for call, verdict in found if not verdict.holds]
        lines = [f"- {_said(call)}: {verdict.why}" for call, verdict in broken]
        return Score(
            value=0 if broken else 1,
            explanation="\n".join(lines) or f"All {len(found)} asserts hold.",
            metadata={
                "broken": [_said(call) for call, _ in broken],
                **count(trace)._asdict(),
            },
        )

    return score


@scorer(metrics=[mean(), night_mean()])
def timing() -> Scorer:
    """Score 0..1 how well sounds were timed; unscored where nothing is to score."""

    async def score(state: TaskState, target: Target) -> Score:
        task, trace = _episode(state)
        bar = _bar(task.score.get("timing"))
        if bar is None:
            return _unscored("not_asked", "The suite does not score timing.")
        found = time_sounds(trace)
        if found.value is None:
            return _unscored("nothing_to_score", found.why or "Nothing to score.")
        holds = found.value >= bar
        verdict = "reaches" if holds else "is below"
        lines = [f"{found.value:.3g} {verdict} the bar of {bar:g}: {found.why}"]
        if not holds:
            lines += [_heard(trace, sound) for sound in sounds(trace)]
        return Score(
            value=found.value,
            explanation="\n".join(lines),
            metadata={"bar": bar},
        )

    return score


@scorer(metrics=[mean(), night_mean()])
def quality() -> Scorer:
    """Leave quality unscored: it needs a judge, and none is at work."""

    async def score(state: TaskState, target: Target) -> Score:
        asked = compiled(state.metadata, state.sample_id).score.get("quality")
        if asked is None:
            return _unscored("not_asked", "The suite does not score quality.")
        return _unscored("not_judged", "No judge was at work: neither 0 nor 1.")

    return score


@scorer(metrics=[pass_hat()])
def passed() -> Scorer:
    """Score 1 if gates hold and every scored part reaches its bar, else 0.

    The metadata's `pass_basis` is `code`, or `code+judge` where quality was scored.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task = compiled(state.metadata, state.sample_id)
        scores = state.scores or {}
        failed = [] if _value(scores, "gates") == 1 else ["gates"]
        for part in ("timing", "quality"):
            bar, value = _bar(task.score.get(part)), _value(scores, part)
            if bar is not None and value is not None and value < bar:
                failed.append(part)
        judged = _value(scores, "quality") is not None
        lines = [
            f"{part}:\n{scores[part].explanation}" for part in failed if part in scores
        ]
        lines = lines or ["Every scored layer was cleared."]
        if not judged:
            lines.append("Code only: quality was not judged.")
        return Score(
            value=0 if failed else 1,
            explanation="\n".join(lines),
            metadata={
                "pass_basis": "code+judge" if judged else "code",
                "failed": failed,
            },
        )

    return score


def _episode(state: TaskState) -> tuple[Task, Trace]:
    task = compiled(state.metadata, state.sample_id)
    return task, kept(state, task)


def _said(call: Call) -> str:
    """Give an assert as the spec says it, without what it leaves out."""
    given = ", ".join(
        f"{name}: {value}"
        for name, value in call.arguments.items()
        if value is not None and value is not False
    )
    return f"{call.name} ({given})" if given else call.name


def _heard(trace: Trace, sound: Sound) -> str:
    at = f"- step {sound.step} ({trace.night.clock(sound.step)})"
    reacted = ", the sleeper reacted" if sound.reacted else ""
    return (
        f"{at}: {sound.content}, {sound.seconds:g} s, {sound.rem_seconds:g} s of them "
        f"in REM{reacted}"
    )


def _bar(part: Any) -> float | None:
    """Give the bar of a part of the score; None where the suite has no such part."""
    if part is None:
        return None
    return float(part["bar"] if isinstance(part, Mapping) else part)


def _value(scores: Mapping[str, Score], name: str) -> float | None:
    """Give a part's score; None where it was not scored."""
    if name not in scores or isnan(value := scores[name].as_float()):
        return None
    return value


def _unscored(reason: str, explanation: str) -> Score:
    return Score.unscored(reason=reason, explanation=explanation)
