"""Rolls of chance: every one is fixed by (task, seed, step, channel) alone.

So each agent meets the same roll at the same step, however long the episode is and
whatever was drawn before (common random numbers).
"""

from __future__ import annotations

import hashlib
from enum import IntEnum
from typing import cast

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray


class Channel(IntEnum):
    """What a step's rolls are for. New ones take a spare; none is ever renumbered."""

    WAKE = 0
    """Does a sound begun here wake, or raise the heart rate?"""
    LOSE_REM = 1
    """If it wakes from REM: is the REM period over?"""
    DROPOUT = 2
    """Does the headband lose its reading?"""
    BAND_ERROR = 3
    """Does the headband's staging go wrong, or stay wrong?"""
    BAND_LABEL = 4
    """Which wrong stage?"""
    CONFIDENCE = 5
    HEART = 6
    HEART_AGAIN = 7
    """Two rolls, so that the noise of the heart rate is a triangle."""
    MOVEMENT = 8
    PLACE = 9
    """At step i: where in its part of the window extra awakening i goes."""
    NIGHT = 10
    """At step 0: how good the headband is this night."""


CHANNELS = 12
"""Rolls a step; a multiple of 4, so that a step is whole blocks of Philox."""


def rolls(key: str, seed: int, steps: int) -> NDArray[np.float64]:
    """Give the rolls of an episode, uniform in [0, 1), shape (steps, CHANNELS).

    Philox 4x64-10 (Salmon et al. 2011) in counter order, keyed by the first 128 bits
    of sha256 of `key`, NUL and `seed`. Raw words become doubles by their upper 53
    bits. Only the raw stream is used: numpy promises that one between versions.
    """
    raw = stream(key, seed).random_raw(steps * CHANNELS)
    upper = (raw >> np.uint64(11)).astype(np.float64)
    return (upper * 2.0**-53).reshape(steps, CHANNELS)


def stream(key: str, seed: int) -> np.random.Philox:
    """Give the stream of raw words that belongs to a key and a seed."""
    name = hashlib.sha256(f"{key}\0{seed}".encode()).digest()
    words = _Key(np.frombuffer(name, dtype="<u8", count=2))
    # Generators take anything of this interface; their types name one class of it.
    return np.random.Philox(cast(np.random.SeedSequence, words))


class _Key(ISeedSequence):
    """Hands a generator its key as it is.

    Given as `key=`, numpy would draw a seed from the system first and throw it away,
    which takes longer than all else about a stream.
    """

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self._words = words

    def generate_state(
        self, n_words: int, dtype: object = np.uint32
    ) -> NDArray[np.uint64]:
        """Give the key: Philox asks for its two words and nothing else."""
        return self._words
