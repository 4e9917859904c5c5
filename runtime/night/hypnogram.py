"""Draws a night as text: time to the right, awake on top, REM right under it.

    awake ▗▄▄▄▄▄▄▖             ▖
    REM           █▌        ▐██
    light        ▗▄  ▄▖   ▗▄▄   ▄▄
    deep           ▄▄▄ ▄▄▄▄
          05:00    06:00    07:00

A column stands for several steps. Each stage that occurs in one of them is drawn in
the stage's own row, so a bout of one step is never hidden by a longer one; block
characters tell the two halves of a column apart. Time without a stage is a gap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .recording import DAY_SECONDS, LETTERS, STEP_SECONDS, Stage, clock_text

ROWS = (
    ("awake", Stage.AWAKE),
    ("REM", Stage.REM),
    ("light", Stage.LIGHT),
    ("deep", Stage.DEEP),
)
LABEL = 6
"""Width of the labels at the left."""
NARROWEST = LABEL + 8
"""One clock time must fit."""
# Nothing, left half, right half, both halves of a column.
THICK, THIN, PLAIN = " ▌▐█", " ▖▗▄", " ###"
TICK_MINUTES = (1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720)
SHOWN_FIRST = (Stage.AWAKE, Stage.REM, Stage.DEEP, Stage.LIGHT, Stage.NONE)
RANK = {stage + 1: rank for rank, stage in enumerate(SHOWN_FIRST)}
"""By what a byte holds; see `_codes`."""
SHOWN = {stage + 1: letter for stage, letter in LETTERS.items()} | {Stage.NONE + 1: " "}

Stages = Sequence[int] | NDArray[np.int8]


def hypnogram(
    stages: Stages,
    start_seconds: int,
    *,
    width: int = 80,
    seen: Stages | None = None,
    marks: Mapping[int, str] | None = None,
    unicode: bool = True,
) -> str:
    """Give the drawing: lines of at most `width` characters, without a last break.

    `stages` holds `Stage` codes, one a step, at least one. `seen` adds a row of
    what the headband showed, one letter a column: of the stages in the column the
    first of awake, REM, deep, light. `marks` adds a row that puts one character
    under a step; columns where different ones meet show `+`. Without `unicode` the
    text is ASCII. Raises ValueError for no stages, a width under 14, and marks that
    are no single character or outside the night.
    """
    true = _codes(stages)
    steps = len(true)
    if steps < 1:
        raise ValueError("a hypnogram needs at least one step")
    if width < NARROWEST:
        raise ValueError(f"a hypnogram needs a width of {NARROWEST}, not {width}")
    columns = min(width - LABEL, steps)
    if seen is not None and len(seen) != steps:
        raise ValueError(f"seen has {len(seen)} steps, stages has {steps}")
    lines = []
    halves = _halves(true, columns)
    for label, stage in ROWS:
        ink = (THICK if stage == Stage.REM else THIN) if unicode else PLAIN
        code = stage + 1
        # Few columns differ, so each kind of them is drawn once.
        drawn = {
            (left, right): ink[(code in left) + 2 * (code in right)]
            for left, right in dict.fromkeys(halves)
        }
        lines.append(_line(label, "".join([drawn[column] for column in halves])))
    if seen is not None:
        lines.append(_line("band", _letters(_codes(seen), columns)))
    if marks:
        lines.append(_line("sound", _marks(marks, steps, columns)))
    lines.append(_line("", _clock(start_seconds, steps, columns, width - LABEL)))
    return "\n".join(lines)


def _line(label: str, cells: str) -> str:
    return f"{label:<{LABEL}}{cells}".rstrip()


def _codes(stages: Stages) -> bytes:
    """Give a byte a step, which holds the stage's code + 1, so that NONE is 0."""
    return (np.asarray(stages, dtype=np.int8) + np.int8(1)).tobytes()


def _halves(true: bytes, columns: int) -> list[tuple[bytes, bytes]]:
    """Give the stages in the left and in the right half of each column."""
    steps = len(true)
    edges = [half * steps // (2 * columns) for half in range(2 * columns + 1)]
    parts = [true[first:stop] for first, stop in pairwise(edges)]
    # A column of one step has a half without any: that one is as the other.
    return [
        (left or right, right or left)
        for left, right in zip(parts[::2], parts[1::2], strict=True)
    ]


def _letters(seen: bytes, columns: int) -> str:
    edges = [column * len(seen) // columns for column in range(columns + 1)]
    parts = [seen[first:stop] for first, stop in pairwise(edges)]
    shown = {
        part: SHOWN[min(part, key=RANK.__getitem__)] for part in dict.fromkeys(parts)
    }
    return "".join([shown[part] for part in parts])


def _column(step: int, steps: int, columns: int) -> int:
    """Give the column whose span holds a step."""
    return ((step + 1) * columns - 1) // steps


def _marks(marks: Mapping[int, str], steps: int, columns: int) -> str:
    cells = [" "] * columns
    for step, mark in sorted(marks.items()):
        if len(mark) != 1 or not mark.isprintable():
            raise ValueError(f"mark {mark!r} is not one character")
        if not 0 <= step < steps:
            raise ValueError(f"mark at step {step} is outside 0..{steps - 1}")
        at = _column(step, steps, columns)
        cells[at] = mark if cells[at] in (" ", mark) else "+"
    return "".join(cells)


def _clock(start_seconds: int, steps: int, columns: int, room: int) -> str:
    """Give a line of clock times, each beginning at its column.

    The times are even ones, so many that they stand apart; where none fits, it is
    the start.
    """
    seconds = steps * STEP_SECONDS
    line = [" "] * room
    for minutes in TICK_MINUTES:
        tick = minutes * 60
        if tick * columns >= 8 * seconds or minutes == TICK_MINUTES[-1]:
            break
    at = -(-start_seconds // tick) * tick
    places = []
    while at < start_seconds + seconds:
        step = (at - start_seconds) // STEP_SECONDS
        places.append((_column(step, steps, columns), at))
        at += tick
    places = [place for place in places if place[0] + 5 <= room]
    for column, time in places or [(0, start_seconds)]:
        line[column : column + 5] = clock_text(time % DAY_SECONDS)[:5]
    return "".join(line)
