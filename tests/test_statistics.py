"""Reliability numbers: pass^k, its mean over tasks, and its interval."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.rubrics.statistics import (
    Estimate,
    Known,
    Trials,
    agreement,
    corrected,
    estimate,
    estimates,
    pass_hat,
    wilson,
)


def tasks(*counts: tuple[int, int], **same: str) -> list[Trials]:
    """Make tasks t0, t1, ... from (passed, scored)."""
    return [Trials(f"t{i}", c, n, **same) for i, (c, n) in enumerate(counts)]


trials = st.integers(1, 8).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("passed", "scored", "k", "expected"),
    [(3, 5, 1, 0.6), (3, 5, 2, 0.3), (3, 5, 3, 0.1), (3, 5, 4, 0.0), (5, 5, 5, 1.0)],
)
def test_pass_hat(passed: int, scored: int, k: int, expected: float) -> None:
    """Three of five pass: one in ten of the three-subsets passes whole."""
    assert pass_hat(passed, scored, k) == pytest.approx(expected)


@given(trials, st.integers(1, 8))
def test_pass_hat_counts_subsets(counts: tuple[int, int], k: int) -> None:
    """pass^k is the share of the k-subsets of the trials that passed whole."""
    passed, scored = counts
    outcomes = [1] * passed + [0] * (scored - passed)
    subsets = [all(subset) for subset in combinations(outcomes, k)]
    expected = sum(subsets) / len(subsets) if subsets else None
    assert pass_hat(passed, scored, k) == expected


def test_pass_hat_needs_k_trials() -> None:
    """Four trials say nothing about pass^5."""
    assert pass_hat(4, 4, 5) is None


@pytest.mark.parametrize(("passed", "scored", "k"), [(2, 1, 1), (-1, 1, 1), (1, 1, 0)])
def test_pass_hat_refuses_nonsense(passed: int, scored: int, k: int) -> None:
    """More passed than scored, fewer than none, and pass^0 are faults of ours."""
    with pytest.raises(ValueError, match="no pass"):
        pass_hat(passed, scored, k)


def test_wilson_known_values() -> None:
    """Ten of ten gives 0.722 to 1, half of twenty 0.299 to 0.701."""
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.5, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize(("share", "number"), [(0.5, 0), (1.1, 5), (-0.1, 5)])
def test_wilson_refuses_nonsense(share: float, number: float) -> None:
    """No interval without trials or for a share outside 0..1."""
    with pytest.raises(ValueError, match="no interval"):
        wilson(share, number)


def test_estimate_is_the_mean_over_tasks() -> None:
    """A task with more trials weighs no more than another."""
    found = estimate(tasks((5, 5), (0, 10)), 1)
    assert (found.value, found.tasks, found.trials) == (0.5, 2, 15)


def test_tasks_below_k_trials_are_left_out() -> None:
    """A task of which two of five trials were scored is absent from pass^5."""
    found = estimate(tasks((5, 5), (2, 2)), 5)
    assert (found.value, found.tasks) == (1.0, 1)


def test_nothing_scored_has_no_value() -> None:
    """Neither no task nor tasks without scored trials are a 0 or a 1."""
    assert estimate([], 1) == Estimate(1, None, None, 0, 0)
    assert estimate(tasks((0, 0)), 1) == Estimate(1, None, None, 0, 0)


def test_all_passed_counts_the_clusters() -> None:
    """28 tasks on 7 start points, all passed: as sure as 7 of 7, not as 140 of 140."""
    many = [Trials(f"t{i}", 5, 5, cluster=f"start{i % 7}") for i in range(28)]
    found = estimate(many, 5)
    assert found.value == 1.0
    assert found.interval == pytest.approx((0.6457, 1.0), abs=1e-4)


def test_independent_trials_are_all_counted() -> None:
    """Where tasks vary no more than chance, each trial counts."""
    found = estimate(tasks(*[(3, 5)] * 4), 1)
    assert found.interval == pytest.approx(wilson(0.6, 20))


def test_trials_of_one_mind_count_once() -> None:
    """An agent without chance: ten tasks pass always, ten never; 20 trials, not 100."""
    found = estimate(tasks(*[(5, 5)] * 10, *[(0, 5)] * 10), 1)
    effective = 19 * (1.95996 / 2.0930) ** 2
    assert found.interval == pytest.approx(wilson(0.5, effective), abs=1e-4)


def test_tasks_of_a_cluster_count_less() -> None:
    """Twenty tasks on two start points, one good, one bad: hardly anything known."""
    alone = estimate(tasks(*[(1, 1)] * 10, *[(0, 1)] * 10), 1).interval
    two = [Trials(f"t{i}", i % 2, 1, cluster=f"start{i % 2}") for i in range(20)]
    together = estimate(two, 1).interval
    assert alone is not None
    assert together is not None
    assert together.low < alone.low < alone.high < together.high


def test_estimates_by_group() -> None:
    """The whole first, then the groups, each with the ks it has the trials for."""
    both = [*tasks((1, 2), group="calm"), *tasks((1, 1), group="broken")]
    found = estimates(both, [1, 2])
    values = {name: [(e.k, e.value) for e in part] for name, part in found.items()}
    assert list(values) == ["", "broken", "calm"]
    assert values == {
        "": [(1, 0.75), (2, 0.0)],
        "broken": [(1, 1.0)],
        "calm": [(1, 0.5), (2, 0.0)],
    }


@given(st.lists(trials, min_size=1, max_size=12), st.integers(1, 5))
def test_interval_holds_its_value(counts: list[tuple[int, int]], k: int) -> None:
    """The interval lies within 0..1 around the value; order changes no bit."""
    found = estimate(tasks(*counts), k)
    assert found == estimate(tasks(*counts)[::-1], k)
    if found.value is not None:
        assert found.interval is not None
        assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_pass_hat_falls_with_k(passed: list[int]) -> None:
    """To pass k + 1 times in a row is never likelier than k times."""
    values = [estimate(tasks(*[(c, 5) for c in passed]), k).value for k in range(1, 6)]
    known = [value for value in values if value is not None]
    assert len(known) == 5
    assert all(b <= a + 1e-12 for a, b in pairwise(known))


# ---------------------------------------------------------------- judges


def test_agreement_does_not_collapse_where_nearly_all_say_yes() -> None:
    """95 + 5 split pairs of 100: kappa is below 0 there, AC1 is 0.947 (Gwet, 2008)."""
    skewed = [("y", "y")] * 95 + [("y", "n")] * 2 + [("n", "y")] * 3
    found = agreement(skewed, ("y", "n"))
    assert (found.units, found.unanimous) == (100, 95)
    assert found.ac1 == pytest.approx(0.9474, abs=1e-4)
    assert found.base_rate == {"y": 0.975, "n": pytest.approx(0.025)}
    assert found.interval == pytest.approx((0.8883, 0.9785), abs=1e-4)
    even = [("y", "y")] * 48 + [("y", "n")] * 5 + [("n", "n")] * 47
    assert agreement(even, ("y", "n")).ac1 == pytest.approx(0.9, abs=1e-3)


def test_agreement_of_three_and_of_none() -> None:
    """A unit judged once says nothing; two of three alike are a third of the pairs."""
    found = agreement([("y", "y", "n"), ("y",)], ("y", "n", "u"))
    assert (found.units, found.unanimous) == (1, 0)
    # Seen 1/3; by chance (2/3 * 1/3 + 1/3 * 2/3) / 2 = 2/9.
    assert found.ac1 == pytest.approx((1 / 3 - 2 / 9) / (1 - 2 / 9))
    assert agreement([("y",)], ("y", "n")) == (0, 0, None, None, {})
    same = agreement([("y", "y", "y")] * 4, ("y", "n", "u"))
    assert (same.ac1, same.interval and same.interval.high) == (1.0, 1.0)
    with pytest.raises(ValueError, match="x"):
        agreement([("x", "y")], ("y", "n"))


def test_a_share_is_corrected_by_known_mistakes() -> None:
    """Rogan and Gladen: (share + specificity - 1) / (sensitivity + specificity - 1)."""
    found = corrected(70, 100, Known(45, 50), Known(40, 50))
    assert found is not None
    assert found.value == pytest.approx((0.7 + 0.8 - 1) / (0.9 + 0.8 - 1))
    assert found.interval.low < found.value < found.interval.high
    perfect = corrected(70, 100, Known(50, 50), Known(50, 50))
    assert perfect is not None
    assert perfect.value == pytest.approx(0.7)


def test_too_few_known_cases_correct_nothing() -> None:
    """30 + 30 are needed, a unit, and a judge that is better than chance."""
    assert corrected(7, 10, Known(30, 30), Known(30, 30)) is not None
    assert corrected(7, 10, Known(29, 29), Known(30, 30)) is None
    assert corrected(7, 10, Known(30, 30), Known(25, 25)) is None
    assert corrected(0, 0, Known(30, 30), Known(30, 30)) is None
    assert corrected(7, 10, Known(15, 30), Known(15, 30)) is None


@given(
    st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.integers(30, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.integers(30, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
)
def test_a_corrected_share_lies_in_its_interval(
    units: tuple[int, int], on_yes: tuple[int, int], on_no: tuple[int, int]
) -> None:
    """Within 0..1, however bad the judge."""
    found = corrected(*units, Known(*on_yes), Known(*on_no))
    if found is not None:
        assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1


def test_the_interval_of_a_corrected_share_covers_the_truth() -> None:
    """In at least 94 of 100 of 2,000 simulated judges, for two kinds of them."""
    for sensitivity, specificity, truth in ((0.95, 0.9, 0.9), (0.85, 0.9, 0.5)):
        rng = np.random.default_rng(7)
        share = truth * sensitivity + (1 - truth) * (1 - specificity)
        held = asked = 0
        for _ in range(2000):
            on_yes = Known(int(rng.binomial(30, sensitivity)), 30)
            on_no = Known(int(rng.binomial(30, specificity)), 30)
            found = corrected(int(rng.binomial(140, share)), 140, on_yes, on_no)
            if found is not None:
                asked += 1
                held += found.interval.low <= truth <= found.interval.high
        assert held / asked >= 0.94
