"""The constants of the night world and the assumptions they are read from."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from paprika.compiler.vocabulary import BadValue
from paprika.runtime.night.setup import ASSUMPTIONS, NightConstants

from .nights_for_tests import SPECS, assumptions, constants


def test_the_assumptions_of_the_repository_hold_what_the_world_needs() -> None:
    """Each with a value of the type asked for, a unit, a basis and a source."""
    text = (SPECS / "assumptions.yaml").read_text(encoding="utf-8")
    entries = yaml.safe_load(text)["assumptions"]
    assert set(ASSUMPTIONS) <= set(entries)
    for name, entry in entries.items():
        assert set(entry) - {"vary"} == {"value", "unit", "basis", "source"}, name
        assert entry["basis"] in ("assumed", "measured", "literature"), name
    for name, kind in ASSUMPTIONS.items():
        value = entries[name]["value"]
        assert isinstance(value, int | float if kind is float else kind), name
    assert entries["wake_scale"]["vary"] == {"scale": [0.5, 1, 2, 4]}


def test_equal_assumptions_make_equal_constants() -> None:
    """Others in the same mapping are ignored."""
    more = {**copy.deepcopy(assumptions()), "crisis_lines": ["112"]}
    assert NightConstants.from_assumptions(more) == constants()


def changed(name: str, path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Give the assumptions with one field set; without it if the value is `...`."""
    values = copy.deepcopy(assumptions())
    place, key = values, name
    for step in path:
        place, key = place[key], step
    if value is ...:
        del place[key]
    else:
        place[key] = value
    return values


@pytest.mark.parametrize(
    ("name", "path", "value", "message"),
    [
        ("wake_table", (), ..., "needs the assumption wake_table"),
        ("wake_table", (), 3, "must be a mapping, not 3"),
        ("wake_table", ("rem",), ..., "rem: is missing"),
        ("wake_table", ("rem",), [0.1, 0.2], "rem: must hold 3 numbers, not 2"),
        ("wake_table", ("rem",), [0.3, 0.2, 0.4], "rem: must not fall"),
        ("wake_table", ("rem",), [0.3, 0.5, 1.4], "rem: must lie in 0..1"),
        ("wake_table", ("rem",), [0.3, 0.5, "x"], "rem: must be a list of numbers"),
        ("wake_table", ("volume_db",), [-30, -30, -12], "volume_db: must rise"),
        ("wake_table", ("silent_db",), -30, "silent_db: must lie below"),
        ("wake_length", ("factor",), [1, 2], "factor: must hold 4 numbers"),
        ("wake_kind", ("voice",), ..., "voice: is missing"),
        ("wake_kind", ("voice",), -1, "voice: must be a number from 0 on"),
        ("wake_repetition", ("most",), 0.5, "most: must be a number from 1 on"),
        ("wake_scale", (), "loud", "wake_scale must be a number"),
        ("wake_scale", (), True, "wake_scale must be a number"),
        ("wake_scale", (), float("nan"), "wake_scale must be a number"),
        ("wake_scale", (), -1, "wake_scale must be a number"),
        ("arousal_ratio", (), 0.5, "arousal_ratio must be a number in 1.."),
        ("after_waking", ("awake_steps",), 1.5, "awake_steps: must be a whole"),
        ("after_waking", ("lose_rem",), 1.5, "lose_rem: must be a number in 0..1"),
        ("phone_limits", ("loudest_db",), 3, "loudest_db: must be a number"),
        ("band_dropout", (), 2, "band_dropout must be a number in 0..1"),
        ("band_good", ("rem",), ..., "rem must be a mapping"),
        ("band_good", ("rem", "deep"), 0.5, "rem must add up to 1, not 1.5"),
        ("band_errors", ("distance",), [1, 2], "distance: must begin at 0"),
        ("band_errors", ("error",), [0.1], "error: must be 6 numbers in 0..1"),
        ("band_errors", ("mean_error", "rem"), 0, "mean_error: rem: must be"),
        ("band_nights", ("spread", "ring"), 2, "spread: ring: must be"),
        ("band_confidence", ("weight",), [0.0] * 7, "weight must not be all 0"),
        ("band_confidence", ("right",), [0.1, 1.2], "right: must lie in 0..1"),
        ("heart_rate", ("deep",), "slow", "deep: must be a number"),
        ("movement", ("next_step",), 1.5, "next_step: must be a number in 0..1"),
    ],
)
def test_a_bad_assumption_is_named_with_its_field(
    name: str, path: tuple[str, ...], value: Any, message: str
) -> None:
    """What is wrong, the value and the limit."""
    with pytest.raises(BadValue, match=message) as raised:
        NightConstants.from_assumptions(changed(name, path, value))
    assert raised.value.argument == name
