"""Reliability over repeated trials: pass^k and how sure the number is.

pass^k is the chance that all of k trials of a task pass. From n trials of which c
passed its unbiased estimate is C(c, k) / C(n, k), the share of the k-subsets that
passed whole (Yao et al., 2024); a suite's pass^k is the mean over its tasks.

Intervals are 95 %, computed, not drawn, so that a log has one answer. Trials of a
task are not independent (an agent without chance passes all or none) and neither
are tasks that share a start point. So the variance of the mean is taken between
clusters of tasks, turned into the number of independent trials that would have
it, corrected for few clusters by Student's t, and put into Wilson's interval
(Wilson, 1927; Korn and Graubard, 1998, with Wilson's interval for theirs). Where
all tasks pass, or none, nothing varies and the clusters are counted instead: seven
start points passed of seven give 0.65 to 1, never 1 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb, fsum, sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

_T = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
"""The 97.5 % quantiles of Student's t with 1 to 30 degrees of freedom."""


class Trials(NamedTuple):
    """What came of the trials of one task; trials without a score are not counted."""

    task: str
    passed: int
    scored: int
    group: str | None = None
    """What results are read by, such as the night type; None belongs to no group."""
    cluster: str | None = None
    """Tasks of one cluster are not independent; None makes the task its own."""


class Interval(NamedTuple):
    """A 95 % confidence interval within 0..1."""

    low: float
    high: float


class Estimate(NamedTuple):
    """pass^k over some tasks. `value` and `interval` are None without any task."""

    k: int
    value: float | None
    interval: Interval | None
    tasks: int
    """Tasks with at least k scored trials; the others say nothing about pass^k."""
    trials: int
    """Scored trials of those tasks."""


def pass_hat(passed: int, scored: int, k: int) -> float | None:
    """Give the unbiased estimate of pass^k for one task; None below k trials.

    Raises ValueError where k < 1 or not 0 <= passed <= scored.
    """
    if k < 1 or not 0 <= passed <= scored:
        raise ValueError(f"no pass^{k} of {passed} passed of {scored} trials")
    return None if scored < k else comb(passed, k) / comb(scored, k)


def wilson(share: float, trials: float) -> Interval:
    """Give Wilson's interval for a share seen in a number of independent trials.

    `trials` may be a fraction (an effective number). Raises ValueError where
    trials <= 0 or the share is not within 0..1.
    """
    if trials <= 0 or not 0 <= share <= 1:
        raise ValueError(f"no interval for a share of {share} in {trials} trials")
    square = Z * Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    spread = share * (1 - share) / trials + square / (4 * trials * trials)
    half = Z * sqrt(spread) / (1 + square / trials)
    # The interval holds its share; rounding must not undo that at 0 and 1.
    high = min(1.0, max(share, middle + half))
    return Interval(min(share, max(0.0, middle - half)), high)


def estimate(tasks: Iterable[Trials], k: int) -> Estimate:
    """Estimate pass^k over tasks, whatever their order.

    Tasks with fewer than k scored trials are left out, not counted as failed.
    """
    usable = [task for task in tasks if task.scored >= max(k, 1)]
    shares = [_share(task, k) for task in usable]
    if not shares:
        return Estimate(k, None, None, 0, 0)
    value = fsum(shares) / len(shares)
    trials = sum(task.scored for task in usable)
    interval = wilson(value, _effective_trials(usable, shares, value, k))
    return Estimate(k, value, interval, len(usable), trials)


def estimates(tasks: Sequence[Trials], ks: Iterable[int]) -> dict[str, list[Estimate]]:
    """Estimate pass^k for each k over all tasks (key "") and for each group.

    Groups stand sorted behind the whole. A k that no task of a group has the
    trials for is left out of that group.
    """
    wanted = list(ks)
    parts: dict[str, list[Trials]] = {"": list(tasks)}
    for group in sorted({task.group for task in tasks if task.group is not None}):
        parts[group] = [task for task in tasks if task.group == group]
    return {
        name: [one for k in wanted if (one := estimate(part, k)).value is not None]
        for name, part in parts.items()
    }


def _share(task: Trials, k: int) -> float:
    share = pass_hat(task.passed, task.scored, k)
    assert share is not None, "tasks below k trials were left out"
    return share


def _effective_trials(
    tasks: Sequence[Trials], shares: Sequence[float], value: float, k: int
) -> float:
    """Give the number of independent trials that would vary as the clusters do."""
    deviations: dict[tuple[str, str], list[float]] = {}
    for task, share in zip(tasks, shares, strict=True):
        own = ("task", task.task) if task.cluster is None else ("", task.cluster)
        deviations.setdefault(own, []).append(share - value)
    clusters = len(deviations)
    if clusters == 1 or value <= 0 or value >= 1:
        return float(clusters)
    # As many disjoint k-subsets as the trials allow: more can't be independent.
    most = max(float(sum(task.scored // k for task in tasks)), float(clusters))
    between = fsum(fsum(part) ** 2 for part in deviations.values())
    variance = clusters / (clusters - 1) * between / len(shares) ** 2
    if variance <= 0:
        return most
    few = (Z / _t_quantile(clusters - 1)) ** 2
    return min(most, few * value * (1 - value) / variance)


def _t_quantile(degrees: int) -> float:
    """Give the 97.5 % quantile of Student's t, to three digits."""
    if degrees <= len(_T):
        return _T[degrees - 1]
    # Two terms of the Cornish-Fisher series (Abramowitz and Stegun, 1964, 26.7.5).
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    return Z + first / degrees + second / degrees**2


LEAST_CORRECTED = 30
"""Known yes cases, and known no cases, below which no share is corrected."""


class Agreement(NamedTuple):
    """How far verdicts on the same units agree when they are asked for again."""

    units: int
    """Units with more than one verdict; the others say nothing."""
    unanimous: int
    interval: Interval | None
    """Of the share that is unanimous; None without a unit."""
    ac1: float | None
    """Gwet's AC1; None without a unit."""
    base_rate: Mapping[str, float]
    """Share of every category among these verdicts."""


def agreement(ratings: Iterable[Sequence[str]], categories: Sequence[str]) -> Agreement:
    """Tell how stable verdicts are: raw agreement, and Gwet's AC1 (Gwet, 2008).

    Each of `ratings` holds the verdicts on one unit. AC1 is given since kappa and
    alpha fall to nothing where nearly all verdicts are the same. Raises ValueError
    for a verdict that is no category, or fewer than two categories.
    """
    units = [list(rating) for rating in ratings if len(rating) > 1]
    strange = {verdict for rating in units for verdict in rating} - set(categories)
    if strange or len(categories) < 2:
        raise ValueError(f"{sorted(strange)} are none of {list(categories)}")
    if not units:
        return Agreement(0, 0, None, None, {})
    seen, by_chance, rates = [], [], {}
    for rating in units:
        pairs = len(rating) * (len(rating) - 1)
        counts = [rating.count(category) for category in categories]
        seen.append(sum(count * (count - 1) for count in counts) / pairs)
    for category in categories:
        rate = fsum(rating.count(category) / len(rating) for rating in units)
        rates[category] = rate / len(units)
        by_chance.append(rates[category] * (1 - rates[category]))
    chance = fsum(by_chance) / (len(categories) - 1)
    raw = fsum(seen) / len(units)
    unanimous = sum(len(set(rating)) == 1 for rating in units)
    return Agreement(
        len(units),
        unanimous,
        wilson(unanimous / len(units), len(units)),
        (raw - chance) / (1 - chance),
        rates,
    )


class Known(NamedTuple):
    """How a judge did on cases of one answer that is known."""

    right: int
    cases: int


class Corrected(NamedTuple):
    """A share of yes as it would be if the judge made no mistakes."""

    value: float
    interval: Interval


def corrected(yes: int, units: int, on_yes: Known, on_no: Known) -> Corrected | None:
    """Correct a judge's share of yes by its known mistakes (Rogan and Gladen, 1978).

    `on_yes` and `on_no` are the judge's right verdicts on known cases. The interval
    carries the chance in both the units and the known cases (Lang and Reiczigel,
    2014). None below `LEAST_CORRECTED` cases of either kind, without a unit, or where
    the judge is no better than chance.
    """
    if units < 1 or min(on_yes.cases, on_no.cases) < LEAST_CORRECTED:
        return None
    sensitivity, specificity = (known.right / known.cases for known in (on_yes, on_no))
    n_yes, n_no = on_yes.cases + 2, on_no.cases + 2
    found, spared = (on_yes.right + 1) / n_yes, (on_no.right + 1) / n_no
    if min(sensitivity + specificity, found + spared) <= 1:
        return None
    value = (yes / units + specificity - 1) / (sensitivity + specificity - 1)
    value = min(1.0, max(0.0, value))
    square = Z * Z
    n = units + square
    share = (yes + square / 2) / n
    middle = min(1.0, max(0.0, (share + spared - 1) / (found + spared - 1)))
    of_yes = middle * found * (1 - found) / n_yes
    of_no = (1 - middle) * spared * (1 - spared) / n_no
    spread = share * (1 - share) / n + middle * of_yes + (1 - middle) * of_no
    half = Z * sqrt(spread) / (found + spared - 1)
    middle += 2 * square * (of_yes - of_no)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return Corrected(value, Interval(min(low, value), max(high, value)))
