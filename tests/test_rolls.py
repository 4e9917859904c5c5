"""Rolls of chance."""

from __future__ import annotations

import hashlib

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.runtime.night.rolls import CHANNELS, Channel, rolls


def test_rolls_are_the_same_on_every_machine() -> None:
    """The first ones of a task, to the bit."""
    first = rolls("week4:rem_onset-0941", 1, 2)
    assert first.shape == (2, CHANNELS)
    assert first[0, :3].tolist() == [
        0.9062295007227724,
        0.6115121062258321,
        0.4561849630275282,
    ]
    assert ((first >= 0.0) & (first < 1.0)).all()


def philox(counter: int, key: tuple[int, int]) -> list[int]:
    """Give one block of Philox 4x64-10, as Salmon et al. 2011 define it."""
    word = 2**64
    a, b, c, d = counter % word, counter // word, 0, 0
    left, right = key
    for _ in range(10):
        high_a, low_a = divmod(a * 0xD2E7470EE14C6C93, word)
        high_c, low_c = divmod(c * 0xCA5A826395121157, word)
        a, b, c, d = high_c ^ b ^ left, low_c, high_a ^ d ^ right, low_a
        left = (left + 0x9E3779B97F4A7C15) % word
        right = (right + 0xBB67AE8584CAA73B) % word
    return [a, b, c, d]


def test_rolls_are_philox_in_counter_order() -> None:
    """Step s, channel c is word 12 s + c; blocks are counted from 1."""
    name = hashlib.sha256(b"task\x007").digest()
    key = (int.from_bytes(name[:8], "little"), int.from_bytes(name[8:16], "little"))
    words = [word for block in range(1, 7) for word in philox(block, key)]
    expected = [(word >> 11) / 2**53 for word in words]
    assert rolls("task", 7, 2).ravel().tolist() == expected


@settings(deadline=None)
@given(st.text(), st.integers(0, 2**63), st.integers(1, 60), st.integers(1, 60))
def test_a_roll_does_not_depend_on_how_many_are_drawn(
    key: str, seed: int, few: int, many: int
) -> None:
    """Only on task, seed, step and channel."""
    shorter = min(few, many)
    assert (rolls(key, seed, few)[:shorter] == rolls(key, seed, many)[:shorter]).all()


def test_tasks_and_seeds_do_not_share_rolls() -> None:
    """Also where the texts of task and seed run together."""
    assert not (rolls("a", 1, 50) == rolls("a", 2, 50)).any()
    assert not (rolls("a", 1, 50) == rolls("b", 1, 50)).any()
    assert not (rolls("a1", 1, 50) == rolls("a", 11, 50)).any()


def test_rolls_are_even_in_every_channel_and_unrelated() -> None:
    """Means and correlations of 20,000 steps."""
    drawn = rolls("even", 1, 20_000)
    assert np.abs(drawn.mean(axis=0) - 0.5).max() < 0.01
    assert np.abs(drawn.var(axis=0) - 1 / 12).max() < 0.003
    together = np.corrcoef(drawn.T) - np.eye(CHANNELS)
    assert np.abs(together).max() < 0.04


def test_channels_are_distinct_and_fit() -> None:
    """One meaning each; the numbers are part of every published result."""
    assert [channel.value for channel in Channel] == list(range(11))
    assert CHANNELS % 4 == 0
