"""The metrics as Inspect calls them: every trial, partial scores, nothing at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from inspect_ai.scorer import Metric, SampleScore, Score, Value

from paprika.runtime.metrics import facet_mean, pass_hat, read_as, undecided

BOTH = {"unknown as no": 0, "unknown as yes": 1}


def trial(task: str, value: float, **conditions: str) -> SampleScore:
    """Make the score of one epoch of a task."""
    return SampleScore(
        score=Score(value=value),
        sample_id=task,
        sample_metadata={"conditions": conditions},
    )


def values(metric: Metric, scores: list[SampleScore]) -> dict[str, object]:
    """Give what a metric says of scores."""
    found = cast(Callable[[list[SampleScore]], Value], metric)(scores)
    assert isinstance(found, dict)
    return dict(found)


def test_reliability_by_night_type() -> None:
    """Two tasks of three trials: one always passes, one passes twice of three."""
    scores = [trial("a", 1, night="calm", start="x") for _ in range(3)]
    scores += [trial("b", v, night="broken", start="y") for v in (1, 0, 1)]
    found = values(pass_hat(), scores)
    assert found["pass^1"] == pytest.approx(5 / 6)
    assert found["pass^2"] == pytest.approx(2 / 3)
    assert found["pass^3"] == 0.5
    assert found["pass^1(broken)"] == pytest.approx(2 / 3)
    assert found["pass^3(broken)"] == 0.0
    assert found["pass^3(calm)"] == 1.0
    assert list(found) == [
        "pass^1",
        "pass^1 low",
        "pass^1 high",
        "pass^2",
        "pass^3",
        "pass^3 low",
        "pass^3 high",
        "pass^1(broken)",
        "pass^1(broken) low",
        "pass^1(broken) high",
        "pass^3(broken)",
        "pass^3(broken) low",
        "pass^3(broken) high",
        "pass^1(calm)",
        "pass^1(calm) low",
        "pass^1(calm) high",
        "pass^3(calm)",
        "pass^3(calm) low",
        "pass^3(calm) high",
    ]


def test_order_of_trials_changes_nothing() -> None:
    """Scores arrive in any order while a run is on."""
    scores = [trial(f"t{i % 3}", i % 2, night="calm", start="x") for i in range(9)]
    assert values(pass_hat(), scores) == values(pass_hat(), scores[::-1])


def test_no_score_at_all() -> None:
    """An empty run has no reliability; the metric does not fail on it."""
    assert values(pass_hat(), []) == {}
    assert values(facet_mean(), []) == {}


def test_only_the_trials_at_hand_count() -> None:
    """While a run is on a task may have one trial: no pass^2 from it."""
    scores = [trial("a", 1, night="calm"), trial("a", 1, night="calm")]
    scores += [trial("b", 0, night="calm")]
    found = values(pass_hat(), scores)
    assert found["pass^1"] == 0.5
    assert found["pass^2"] == 1.0
    assert "pass^3" not in found


def test_more_than_five_trials_give_no_pass_6() -> None:
    """Reliability is reported for one to five times in a row."""
    found = values(pass_hat(), [trial("a", 1) for _ in range(8)])
    assert [key for key in found if " " not in key] == [
        "pass^1",
        "pass^2",
        "pass^3",
        "pass^4",
        "pass^5",
    ]


def test_unscored_trials_are_left_out() -> None:
    """NaN is Inspect's sign for not scored: neither passed nor failed."""
    scores = [trial("a", 1), trial("a", float("nan"))]
    found = values(pass_hat(), scores)
    assert found["pass^1"] == 1.0
    assert "pass^2" not in found


def test_a_sample_of_another_kind_belongs_to_no_night() -> None:
    """Without conditions there is the whole and nothing else."""
    scores = [SampleScore(score=Score(value=1), sample_id="a", sample_metadata=None)]
    assert list(values(pass_hat(), scores)) == ["pass^1", "pass^1 low", "pass^1 high"]


def test_another_facet_may_be_read_by() -> None:
    """`by` names the facet."""
    scores = [trial("a", 1, user="quiet"), trial("b", 0, user="chatty")]
    found = values(pass_hat(by="user"), scores)
    assert (found["pass^1(quiet)"], found["pass^1(chatty)"]) == (1.0, 0.0)


def test_means_by_night_type() -> None:
    """Each night type's mean, by name; unscored values are left out."""
    scores = [
        trial("a", 0.5, night="stressed"),
        trial("b", 1.0, night="calm"),
        trial("c", 0.0, night="calm"),
        trial("d", float("nan"), night="calm"),
        trial("e", 0.3),
    ]
    found = values(facet_mean(), scores)
    assert list(found.items()) == [("calm", 0.5), ("stressed", 0.5)]


def test_tasks_that_lack_trials_are_counted() -> None:
    """pass^2 of one task stands beside pass^1 of two, and says so."""
    found = values(pass_hat(), [trial("a", 0), trial("b", 1), trial("b", 1)])
    assert (found["pass^1"], found["pass^2"], found["pass^2 tasks"]) == (0.5, 1.0, 1)
    assert "pass^1 tasks" not in found


@pytest.mark.parametrize(
    ("score", "no", "yes"),
    [
        (Score.unscored(reason="judge_unknown"), 0, 1),
        (Score(value=1, metadata={"readings": BOTH}), 0, 1),
        (Score.unscored(reason="void"), None, None),
        (Score(value=1), 1, 1),
    ],
)
def test_an_episode_that_unknown_verdicts_decide_has_two_readings(
    score: Score, no: int | None, yes: int | None
) -> None:
    """Whether it has a pass or none; others stay as they are."""
    one = SampleScore(score=score, sample_id="a", sample_metadata={})
    for reading, value in (("unknown as no", no), ("unknown as yes", yes)):
        found = read_as(reading, one).score
        assert found == score if value is None else found.value == value
    assert undecided(one) is (no != yes)
