"""A talk as it is judged: who said what, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Speaker = Literal["agent", "person"]


class Turn(NamedTuple):
    """One utterance. `at` counts all turns of a talk from 0, both speakers'."""

    at: int
    speaker: Speaker
    text: str


def said_by(speaker: Speaker, turns: Sequence[Turn]) -> list[Turn]:
    """Give the turns of one speaker, in order."""
    return [turn for turn in turns if turn.speaker == speaker]
