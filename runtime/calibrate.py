"""Calibration of a judge under Inspect: one sample a criterion, all its cases in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import inspect_ai
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import transcript
from inspect_ai.model import Model, get_model, model_roles
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import StoreModel
from pydantic import Field

from paprika.rubrics.calibration import Case, Cases, Tally, baselines, cases, tally
from paprika.rubrics.judge import Judged
from paprika.rubrics.statistics import Known

from .builds import one_of, open_build, refusal
from .judging import ROLE, judge_model, judge_units, keep_calibration

MOST_DRAWS = 10
NO_CASES = "There are no known cases for it, so no judge can count."


class Found(StoreModel):
    """What came of the cases of one criterion, in Inspect's store."""

    judge: str = ""
    record: dict[str, Any] = Field(default_factory=dict)
    """As it is kept in the calibrations; empty without cases, or on the visible set."""
    table: dict[str, Any] = Field(default_factory=dict)
    """Tallies of the judge and of three that know nothing, by name."""
    wrong: list[dict[str, Any]] = Field(default_factory=list)
    """The cases that the judge got wrong; whole ones of the visible set alone."""


def calibration_task(
    rubric: str | Sequence[str] | None = None, draws: int = 1, dev: bool = False
) -> inspect_ai.Task:
    """Make the Inspect task that finds out what a judge is good for.

    The judge is the model in the role `judge`, else the model under evaluation. With
    `dev` only the visible set is judged and nothing is kept. Further `draws` of sealed
    cases decide nothing; they are for the correction of rates. Raises PrerequisiteError
    for a name that is no rubric of the build, or a number of draws that makes no sense.
    """
    known = open_build().rubrics
    names = [rubric] if isinstance(rubric, str) else list(rubric or known)
    for name in names:
        one_of(name, "rubric", known)
    if isinstance(draws, bool) or not isinstance(draws, int):
        raise refusal(f"draws {draws!r}: a whole number from 1 to {MOST_DRAWS}")
    if not 1 <= draws <= MOST_DRAWS:
        raise refusal(f"draws {draws}: a whole number from 1 to {MOST_DRAWS}")
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [
                Sample(
                    id=name,
                    input=known[name]["ask"],
                    metadata={"rubric_hash": known[name]["hash"]},
                )
                for name in dict.fromkeys(names)
            ],
            name="calibration",
        ),
        solver=known_cases(draws, dev),
        scorer=judge_holds(),
        name="calibration",
        metadata={"draws": draws, "dev": dev, "build": open_build().digest},
    )


@solver
def known_cases(draws: int = 1, dev: bool = False) -> Solver:
    """Have the cases of one criterion judged, and keep what that says of the judge."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        judge = _judge()
        name = str(state.sample_id)
        rubric = open_build().rubrics[name]
        found = Found(store=state.store, judge=str(judge))
        sets = [cases(name, rubric, draw) for draw in range(draws)]
        drawn = [each for each in sets if each is not None]
        if not drawn:
            return state
        if dev:
            wanted = list(drawn[0].dev)
            judged = await _judged(name, rubric, wanted, judge)
            found.table = {str(judge): _plain(_tallied(wanted, judged))}
            found.wrong = _wrong(wanted, judged, rubric["sees"])
            return state
        tallies = []
        for index, each in enumerate(drawn):
            judged = await _judged(name, rubric, each.judged, judge)
            tallies.append(_tallied(each.judged, judged))
            if not index:
                found.wrong = _wrong(each.judged, judged)
        found.table = {
            str(judge): _plain(tallies[0]),
            **{
                other: _plain(guessed)
                for other, guessed in baselines(drawn[0], rubric["sees"]).items()
            },
        }
        found.record = _record(name, drawn[0], tallies)
        keep_calibration(rubric, str(judge), found.record)
        transcript().info({"calibration": found.record, "table": found.table})
        return state

    return solve


@scorer(metrics=[mean()])
def judge_holds() -> Scorer:
    """Score 1 if the judge counts for the criterion, else 0; unscored without cases."""

    async def score(state: TaskState, target: Target) -> Score:
        found = state.store_as(Found)
        metadata = {
            "judge": found.judge,
            "record": found.record,
            "table": found.table,
            "wrong": found.wrong,
        }
        if not found.table:
            return Score.unscored(reason="no_cases", explanation=NO_CASES)
        if not found.record:
            return Score.unscored(
                reason="development",
                explanation="The visible set decides nothing.",
                metadata=metadata,
            )
        faults = found.record["faults"]
        return Score(
            value=0 if faults else 1,
            explanation="\n".join(faults) or "The judge counts for this criterion.",
            metadata=metadata,
        )

    return score


def _judge() -> Model:
    """Give the judge under test. Raises PrerequisiteError without one."""
    if ROLE in model_roles():
        found = judge_model(allow_same_family=True)
        assert found is not None
        return found
    model = get_model()
    if str(model) == "none/none":
        raise refusal("there is no judge to calibrate: name one with --model")
    return model


async def _judged(
    name: str, rubric: Mapping[str, Any], wanted: Sequence[Case], judge: Model
) -> dict[str, Judged]:
    units = [case.unit for case in wanted]
    judged = await judge_units(name, rubric, units, judge, repeats=False)
    return {each.unit: each for each in judged}


def _tallied(wanted: Sequence[Case], judged: Mapping[str, Judged]) -> Tally:
    return tally(wanted, {unit: each.verdict for unit, each in judged.items()})


def _wrong(
    wanted: Sequence[Case], judged: Mapping[str, Judged], sees: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Tell what was judged wrong; sealed cases by their operator, and no more."""
    return [
        {
            "truth": case.truth,
            "operator": case.operator,
            "verdict": judged[case.unit.id].verdict,
            "why": judged[case.unit.id].why,
            **(
                {"shown": {name: case.unit.fields[name] for name in sees}}
                if sees
                else {}
            ),
        }
        for case in wanted
        if judged[case.unit.id].verdict != case.truth
    ]


def _record(name: str, first: Cases, tallies: Sequence[Tally]) -> dict[str, Any]:
    """Give what is kept: the tally of the first draw decides, all go into the pool."""
    decides = tallies[0]
    pool = {
        "yes": [
            sum(part) for part in zip(*(each.yes for each in tallies), strict=True)
        ],
        "no": [sum(part) for part in zip(*(each.no for each in tallies), strict=True)],
    }
    return {
        "rubric": name,
        "cases": first.digest,
        "validated": decides.validated,
        "faults": decides.faults,
        **_plain(decides),
        "pool": pool,
    }


def _plain(found: Tally) -> dict[str, Any]:
    return {
        part: list(value) if isinstance(value, Known) else value
        for part, value in found._asdict().items()
    }
