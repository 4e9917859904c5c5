"""The three layers of the score, and whether an episode passed them.

Code decides gates and timing from the trace in the store, so a log can be scored
again. Quality needs judges: without them it is unscored, never 0 and never 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from math import fsum, isnan
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import TaskState

from paprika.compiler.suite import Call, Task
from paprika.compiler.vocabulary import Score as Share
from paprika.rubrics.judge import Judged, Reading, incomplete, reading, stable
from paprika.rubrics.timing import Sound

from .builds import compiled, open_build
from .episode import count, kept
from .judging import (
    calibration,
    counted,
    judge_model,
    judge_units,
    same_family,
    stability,
    units_of,
    verdict_rates,
)
from .metrics import JUDGE_UNKNOWN, READINGS, facet_mean, pass_hat
from .night.face import sounds
from .night.face import timing as time_sounds
from .night.model import Trace
from .session import SessionTrace, first_loss
from .session_solvers import kept_session
from .talk.checks import captured_share, elicited_share
from .talk.model import TalkTrace
from .talk_solvers import kept_talk
from .trials import verdicts


@scorer(metrics=[mean(), facet_mean()])
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
                **_counts(trace),
            },
        )

    return score


@scorer(metrics=[mean(), facet_mean()])
def timing() -> Scorer:
    """Score 0..1 how well sounds were timed; unscored where nothing is to score."""

    async def score(state: TaskState, target: Target) -> Score:
        task, trace = _episode(state)
        if isinstance(trace, SessionTrace):
            trace = trace.night
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


@scorer(metrics=[mean(), facet_mean()])
def elicited() -> Scorer:
    """Score 0..1 how much of what there was to tell the agent brought out."""
    return _share("elicited", elicited_share)


@scorer(metrics=[mean(), facet_mean()])
def captured() -> Scorer:
    """Score 0..1 how much of what was told the note holds."""
    return _share("captured", captured_share)


@scorer(metrics=[mean(), facet_mean()])
def handoff() -> Scorer:
    """Score 1 if nothing was lost from telling to morning, else 0 and say what first.

    The metadata names the `link` that broke and `what` was lost there.
    """

    async def score(state: TaskState, target: Target) -> Score:
        _, trace = _episode(state)
        loss = first_loss(trace)
        if loss is None:
            return Score(value=1, explanation="All that was told was handed on.")
        said = f"First lost, {loss.link}: {loss.what}. {loss.why}"
        metadata = {"link": loss.link, "what": loss.what}
        return Score(value=0, explanation=said, metadata=metadata)

    return score


def _share(part: str, measure: Callable[[Any], Share]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        task, trace = _episode(state)
        if task.world == "setup":
            return _unscored("not_asked", "In the set-up nothing is told or noted.")
        found = measure(trace)
        if found.value is None:
            return _unscored("nothing_to_score", found.why or "Nothing to score.")
        bar = _bar(task.score.get(part))
        metadata = {} if bar is None else {"bar": bar}
        return Score(value=found.value, explanation=found.why, metadata=metadata)

    return score


MOST_UNKNOWN = 0.2
"""Share of verdicts that may be unknown before quality can't be told."""


@scorer(metrics=[mean(), facet_mean()])
def quality(allow_same_family: bool = False) -> Scorer:
    """Score 0..1 what a judge says of the episode; unscored without one.

    The value is the mean over rubrics of the share of yes among decided verdicts; the
    metadata holds it with unknown as no and as yes too. It is unscored where too much
    is unknown. A rubric for which the judge is not calibrated is shown as unvalidated,
    and counts for nothing.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task, trace = _episode(state)
        asked = task.score.get("quality")
        if asked is None:
            return _unscored("not_asked", "The suite does not score quality.")
        model = judge_model(allow_same_family)
        if model is None:
            return _unscored("not_judged", "No judge was at work: neither 0 nor 1.")
        rubrics = {name: open_build().rubrics[name] for name in asked["rubrics"]}
        judged: dict[str, list[Judged]] = {}
        for name, rubric in rubrics.items():
            units = units_of(trace, rubric["on"])
            verdicts_of = await judge_units(name, rubric, units, model)
            if missing := incomplete(verdicts_of, units):
                said = f"{name} has not one verdict each on {', '.join(missing)}"
                return _unscored("incomplete", said)
            if units:
                judged[name] = verdicts_of
        known = {name: calibration(rubrics[name], str(model)) for name in judged}
        return _quality(judged, known, asked["bar"], str(model), same_family(model))

    return score


def _quality(
    judged: Mapping[str, Sequence[Judged]],
    known: Mapping[str, Mapping[str, Any] | None],
    bar: float,
    model: str,
    of_one_family: bool,
) -> Score:
    """Put verdicts together: the readings of each rubric, and what they come to."""
    readings = {name: reading(found) for name, found in judged.items()}
    lines = [_of_rubric(name, found, known[name]) for name, found in readings.items()]
    if of_one_family:
        lines.append("Judge and agent are of one family.")
    trusted = {name for name, record in known.items() if record and record["validated"]}
    metadata: dict[str, Any] = {
        "judge": model,
        "same_family": of_one_family,
        "bar": bar,
        "validated": sorted(trusted),
        "calibration": {name: record for name, record in known.items() if record},
        "readings": {
            name: {
                "decided": found.decided,
                "unknown as no": found.strict,
                "unknown as yes": found.lenient,
            }
            for name, found in readings.items()
        },
        "judged": {name: counted(found, known[name]) for name, found in judged.items()},
        "stability": {
            name: how
            for name, found in judged.items()
            if (how := stability(stable(found)))
        },
        "verdicts": {
            name: [each._asdict() for each in found] for name, found in judged.items()
        },
    }
    counting = [found for name, found in readings.items() if name in trusted]

    def unscored(reason: str, why: str) -> Score:
        said = "\n".join([why, *lines])
        return Score.unscored(reason=reason, explanation=said, metadata=metadata)

    if not readings:
        return unscored("nothing_to_judge", "There was nothing to judge.")
    if not counting:
        return unscored("unvalidated", "The judge is calibrated for none of this.")
    strict = fsum(found.strict for found in counting) / len(counting)
    lenient = fsum(found.lenient for found in counting) / len(counting)
    metadata |= {"strict": strict, "lenient": lenient}
    both = f"{strict:.3g} with unknown as no, {lenient:.3g} with unknown as yes"
    unknown = sum(found.unknown for found in counting)
    decided = [found.decided for found in counting if found.decided is not None]
    most = MOST_UNKNOWN * sum(found.units for found in counting)
    if unknown > most or len(decided) < len(counting):
        return unscored("too_many_unknown", f"Too much is unknown: {both}.")
    value = fsum(decided) / len(decided)
    said = f"{value:.3g}; the bar is {bar:g}."
    if unknown:
        said = f"{value:.3g} ({both}); the bar is {bar:g}."
    return Score(value=value, explanation="\n".join([said, *lines]), metadata=metadata)


def _of_rubric(name: str, found: Reading, record: Mapping[str, Any] | None) -> str:
    """Say in a line what a judge found by one rubric, and whether that counts."""
    said = f"- {name}: {found.yes} yes, {found.no} no, {found.unknown} unknown"
    if record is None:
        return f"{said} (unvalidated: counts for nothing; never calibrated)"
    if not record["validated"]:
        faults = "; ".join(record["faults"])
        return f"{said} (unvalidated: counts for nothing; {faults})"
    return f"{said} (calibration {record['cases']})"


@scorer(metrics=[pass_hat(), verdict_rates()])
def passed() -> Scorer:
    """Score 1 if gates hold and every scored part reaches its bar, else 0.

    A fault of the simulated person that decided the episode voids it: unscored. So
    does a judge that counts but can't tell, where code alone would let it pass.

    The metadata's `pass_basis` is `code`, or `code+judge` where quality was scored;
    `readings` tells what pass is with unknown verdicts as no and as yes, where they
    differ.
    """

    async def score(state: TaskState, target: Target) -> Score:
        task = compiled(state.metadata, state.sample_id)
        scores = state.scores or {}
        if why := _void(state):
            return Score.unscored(
                reason="void",
                explanation=f"The simulated person was at fault: {why}",
                metadata={"pass_basis": "code", "failed": []},
            )
        failed = [] if _value(scores, "gates") == 1 else ["gates"]
        for part in task.score:
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
        metadata: dict[str, Any] = {
            "pass_basis": "code+judge" if judged else "code",
            "failed": failed,
        }
        of_judge = scores["quality"].metadata or {} if "quality" in scores else {}
        for name in ("judge", "same_family", "judged"):
            if name in of_judge:
                metadata[name] = of_judge[name]
        both = _both_readings(scores, set(failed) - {"quality"})
        if both:
            metadata["readings"] = both
            said = ", ".join(f"{value} with {name}" for name, value in both.items())
            lines.append(f"Unknown verdicts decide it: {said}.")
        undecided = scores.get("quality")
        if undecided is not None and not judged and not failed and _untold(undecided):
            said = "A judge that counts was at work and could not tell."
            return Score.unscored(
                reason=JUDGE_UNKNOWN,
                explanation="\n".join([said, *lines[2:], str(undecided.explanation)]),
                metadata=metadata,
            )
        return Score(
            value=0 if failed else 1, explanation="\n".join(lines), metadata=metadata
        )

    return score


def _untold(quality: Score) -> bool:
    """Tell whether a judge that counts was at work and could not tell."""
    return quality.reason in ("too_many_unknown", "incomplete")


def _both_readings(
    scores: Mapping[str, Score], failed_by_code: Set[str]
) -> dict[str, int]:
    """Give pass with unknown as no and as yes; empty where they are the same."""
    metadata = scores["quality"].metadata or {} if "quality" in scores else {}
    if "strict" not in metadata or failed_by_code:
        return {}
    low, high = (
        int(metadata[each] >= metadata["bar"]) for each in ("strict", "lenient")
    )
    return {} if low == high else dict(zip(READINGS, (low, high), strict=True))


def _episode(state: TaskState) -> tuple[Task, Any]:
    """Give a sample's task, and the trace of its episode in the task's world."""
    task = compiled(state.metadata, state.sample_id)
    if task.world == "night":
        return task, kept(state, task)
    if task.world == "session":
        return task, kept_session(state, task)
    return task, kept_talk(state, task)


def _counts(trace: Trace | TalkTrace | SessionTrace) -> dict[str, Any]:
    """Count what is worth counting in an episode, for tables."""
    if isinstance(trace, Trace):
        return count(trace)._asdict()
    if isinstance(trace, SessionTrace):
        talks = trace.bedtime, trace.morning
        faults = [fault.code for talk in talks for fault in talk.faults]
        return {**count(trace.night)._asdict(), "simulator_faults": faults}
    return {
        "agent_turns": sum(turn.speaker == "agent" for turn in trace.turns),
        "ended": trace.status == "ended",
        "simulator_faults": [fault.code for fault in trace.faults],
    }


def _void(state: TaskState) -> str:
    """Say which fault of the simulated person decided the episode; mostly none."""
    if compiled(state.metadata, state.sample_id).world == "night":
        return ""
    _, trace = _episode(state)
    session = isinstance(trace, SessionTrace)
    talks = (trace.bedtime, trace.morning) if session else (trace,)
    decisive = [fault for talk in talks for fault in talk.faults if fault.decisive]
    return "; ".join(f"{fault.code}: {fault.why}" for fault in decisive)


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
