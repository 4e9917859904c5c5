"""Samples: which tasks are kept, and that unrelated edits move none of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.compiler import compose
from paprika.compiler.sample import bottom_k, pairwise

from .toy import compiled, facet, ids, only_problem, specs, suite, where

Row = Mapping[str, str]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def name(row: Row) -> str:
    return ".".join(row.values())


def taken(names: Sequence[str], take: int, seed: int = 0) -> list[str]:
    return bottom_k(names, take, seed, lambda n: n, lambda n: None)


def test_so_many_are_taken_of_every_stratum_in_listing_order() -> None:
    """A stratum that holds fewer is taken whole."""
    items = [f"{letter}{n}" for letter in "aab" for n in range(4)][2:]
    kept = bottom_k(items, 3, 0, lambda n: n, lambda n: n[0])
    assert [item[0] for item in kept].count("b") == 3
    assert kept == [item for item in items if item in kept]
    assert len(bottom_k(["a1", "b1", "b2"], 2, 0, str, lambda n: n[0])) == 3


def test_another_seed_takes_another_sample() -> None:
    """The hash is of seed and name: known values."""
    names = [f"task{n}" for n in range(20)]
    assert taken(names, 3, 0) == ["task9", "task13", "task16"]
    assert taken(names, 3, 1) == ["task3", "task15", "task16"]


@settings(deadline=None)
@given(
    st.sets(st.text("abcdef", min_size=1, max_size=4), min_size=2, max_size=30),
    st.integers(1, 10),
    st.randoms(use_true_random=False),
)
def test_an_item_taken_away_moves_at_most_one_other(
    names: set[str], take: int, dice: random.Random
) -> None:
    """Each item's fate depends on no other but those that beat it."""
    listed = sorted(names)
    gone = dice.choice(listed)
    before = set(taken(listed, take))
    after = set(taken([n for n in listed if n != gone], take))
    assert before - {gone} <= after
    if gone not in before:
        assert after == before


@settings(deadline=None)
@given(st.permutations([f"t{n}" for n in range(12)]))
def test_order_decides_nothing(names: list[str]) -> None:
    """The same items are taken in whatever order they come."""
    assert set(taken(names, 4)) == set(taken(sorted(names), 4))


def pairs(rows: Sequence[Row]) -> set[object]:
    """Give every pair of values that some row shows."""
    return {pair for row in rows for pair in combinations(sorted(row.items()), 2)}


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_pairwise_shows_every_pair_that_rules_allow(
    sizes: list[int], dice: random.Random
) -> None:
    """Whatever rows a rule has taken out, and some facets may be absent."""
    facets = "wxyz"[: len(sizes)]
    every = [
        {f: f"{f}{n}" for f, n in zip(facets, numbers, strict=True) if n}
        for numbers in product(*(range(size + 1) for size in sizes))
    ]
    rows = [row for row in every if row and dice.random() < 0.6]
    kept = pairwise(rows, lambda row: row, name)
    assert pairs(kept) == pairs(rows)
    assert kept == [row for row in rows if row in kept]
    shuffled = dice.sample(rows, len(rows))
    again = pairwise(shuffled, lambda row: row, name)
    assert {name(row) for row in again} == {name(row) for row in kept}


def test_pairwise_is_few() -> None:
    """3^4 rows have 54 pairs; nine rows could do, greedy takes a few more."""
    rows = [
        {f: f"{f}{n}" for f, n in zip("wxyz", numbers, strict=True)}
        for numbers in product(range(3), repeat=4)
    ]
    kept = pairwise(rows, lambda row: row, name)
    assert len(pairs(kept)) == 54
    assert len(kept) <= 13


def test_pairwise_of_rows_without_a_pair_keeps_none() -> None:
    """One value alone is no pair."""
    assert pairwise([{"a": "x"}, {"a": "y"}], lambda row: row, name) == []


# ---------------------------------------------------------------- in a suite

FACETS = (
    facet("color", 4, "color") + facet("size", 3, "size") + facet("shape", 3, "shape")
)


def test_a_suite_takes_a_sample_of_strata(tmp_path: Path) -> None:
    """`per` names facets; the tasks left out are counted."""
    keys = "cross: [color, size, shape]\nsample: {take: 2, per: [color], seed: 7}"
    result = compiled(tmp_path, specs(FACETS, suite("s", keys)))
    assert Counter(task.split(".")[0] for task in ids(result)) == {
        "color0": 2,
        "color1": 2,
        "color2": 2,
        "color3": 2,
    }
    assert len(result.compositions["s"].sampled_out) == 36 - 8


def test_size_is_a_stratum_too(tmp_path: Path) -> None:
    """The number of conditions that are not absent."""
    keys = "cross: [color, size?, shape?]\nsample: {take: 1, per: [size]}"
    text = specs(FACETS.replace("  size:", "  large:"), suite("s", keys)).replace(
        "size?", "large?"
    )
    result = compiled(tmp_path, text)
    assert sorted(task.count(".") for task in ids(result)) == [0, 1, 2]


def test_a_suite_of_pairs(tmp_path: Path) -> None:
    """All pairs that the rules leave are in it."""
    keys = (
        "cross: [color, size, shape]\nexclude: [{color: color0, size: size0}]\n"
        "sample: pairwise"
    )
    text = specs(FACETS, suite("s", keys) + suite("t", "cross: [color, size, shape]"))
    result = compiled(tmp_path, text)
    shown = [draft.task.conditions for draft in result.compositions["s"].drafts]
    every = [draft.task.conditions for draft in result.compositions["t"].drafts]
    assert pairs(shown) == pairs(every) - {(("color", "color0"), ("size", "size0"))}
    assert len(shown) < 20


def test_pairwise_over_too_many_tasks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C306 with the number."""
    monkeypatch.setattr(compose, "MOST_PAIRWISE", 35)
    keys = "cross: [color, size, shape]\nsample: pairwise"
    problem = only_problem(compiled(tmp_path, specs(FACETS, suite("s", keys))))
    assert (problem.code, problem.message) == (
        "C306",
        "pairwise over 36 tasks, more than 35",
    )
    assert where(problem) == "specs/0.yaml:23:13"
