"""Seeded variations of a night that keep its facts.

The night is cut at anchors: those the recording names, else sleep onset, every REM
onset of at least 3 minutes, and both ends of the longest deep and light stretch.
Within a piece, 1 to 4 steps move from one bout to another of the same stage, many
times over. So a variation keeps

- what begins at an anchor, to the step, and the length of the night;
- the order of the bouts, and so the number of REM onsets;
- the steps of each stage in every piece, and so in the night;
- which light and which deep stretch is the longest, and its length, where both its
  ends are anchors.

Every bout keeps at least one step; a REM bout stays on its side of 3 minutes. Bouts
without a stage, and bouts that an anchor cuts, stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .recording import (
    STEP_SECONDS,
    Recording,
    Stage,
    first_sleep,
    longest,
    rem_onsets,
    runs,
)

MOVES = 120
"""Moves tried. In the built-in night 85 % of them fit within the bounds, and a
fifth of its steps gets another stage (measured over 100 seeds)."""
LARGEST_MOVE = 4
REM_STEPS = 3 * 60 // STEP_SECONDS
"""REM of 3 minutes or more counts as a REM onset, here and in `rem_onsets`."""

RandomRaw = Callable[[int], NDArray[np.uint64]]
"""Gives so many raw random integers, as `numpy.random.Philox(...).random_raw`."""


class _Plan(NamedTuple):
    """What of a recording does not depend on the seed."""

    stages: NDArray[np.int8]
    starts: NDArray[np.intp]
    lengths: list[int]
    least: list[int]
    most: list[int]
    options: list[tuple[int, int, int]]
    """Moves that may be tried: bout that gives, bout that takes, steps."""


def vary(recording: Recording, random_raw: RandomRaw, moves: int = MOVES) -> Recording:
    """Give a variation of the night; the same integers give the same variation.

    `random_raw` is called at most once, for `moves` integers. True stages are moved
    as said above. All other arrays follow the true stage: each bout's seen stages,
    confidence and body signals are stretched or shrunk to its new length by taking
    the nearest step, so a wrong reading stays at the place in its bout where it
    was. A night in which nothing may move is given back as it is.
    """
    plan = _plan(recording)
    if not plan.options or moves < 1:
        return recording
    lengths = plan.lengths.copy()
    least, most = plan.least, plan.most
    options, count = plan.options, len(plan.options)
    for number in random_raw(moves).tolist():
        giver, taker, size = options[number % count]
        if (
            lengths[giver] - size >= least[giver]
            and lengths[taker] + size <= most[taker]
        ):
            lengths[giver] -= size
            lengths[taker] += size
    new = np.array(lengths)
    true = _frozen(np.repeat(plan.stages, new))
    if recording.seen is recording.true and not _has_numbers(recording):
        return replace(recording, true=true, seen=true)
    steps = _origins(plan, new)
    return replace(
        recording,
        true=true,
        seen=_frozen(recording.seen[steps]),
        confidence=_follow(recording.confidence, steps),
        heart_bpm=_follow(recording.heart_bpm, steps),
        movement=_follow(recording.movement, steps),
        quality=_follow(recording.quality, steps),
    )


def anchors_of(recording: Recording) -> tuple[int, ...]:
    """Give the steps that a variation leaves where they are, rising."""
    if recording.anchors:
        return recording.anchors
    found = {*rem_onsets(recording, 3.0)}
    if (onset := first_sleep(recording)) is not None:
        found.add(onset)
    for stage in (Stage.LIGHT, Stage.DEEP):
        if (stretch := longest(recording, stage)) is not None:
            found |= {stretch[0], stretch[0] + stretch[1]}
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def _plan(recording: Recording) -> _Plan:
    found = runs(recording.true)
    anchors = anchors_of(recording)
    starts, stages = found.starts.tolist(), found.stages.tolist()
    lengths = found.lengths.tolist()
    # A bout belongs to the piece after the last anchor at or before its start.
    pieces = np.searchsorted(anchors, starts, side="right").tolist()
    last = np.searchsorted(anchors, found.starts + found.lengths, side="left").tolist()
    least, most = [], []
    groups: dict[tuple[int, int], list[int]] = {}
    for bout, (stage, length) in enumerate(zip(stages, lengths, strict=True)):
        low, high = _bounds(recording, Stage(stage), length)
        least.append(low)
        most.append(high)
        if pieces[bout] == last[bout] and stage != Stage.NONE:
            groups.setdefault((pieces[bout], stage), []).append(bout)
    options = [
        (giver, taker, size)
        for bouts in groups.values()
        for giver, taker in permutations(bouts, 2)
        for size in range(1, LARGEST_MOVE + 1)
    ]
    return _Plan(found.stages, found.starts, lengths, least, most, options)


def _bounds(recording: Recording, stage: Stage, length: int) -> tuple[int, int]:
    """Give the least and the most steps a bout may get."""
    if stage == Stage.REM:
        if length < REM_STEPS:
            return 1, REM_STEPS - 1
        return REM_STEPS, recording.steps
    if stage in (Stage.LIGHT, Stage.DEEP):
        top = longest(recording, stage)
        limit = 0 if top is None else top[1] * 5 // 6
        return 1, max(length, limit)  # the longest stays the longest, clearly
    return 1, recording.steps


def _origins(plan: _Plan, new: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give, for each new step, the old step whose readings it takes."""
    old = np.array(plan.lengths)
    ends = np.cumsum(new)
    within = np.arange(ends[-1]) - np.repeat(ends - new, new)
    old_length, new_length = np.repeat(old, new), np.repeat(new, new)
    nearest = (2 * within + 1) * old_length // (2 * new_length)
    origins: NDArray[np.intp] = np.repeat(plan.starts, new) + nearest
    return origins


def _has_numbers(recording: Recording) -> bool:
    arrays = (
        recording.confidence,
        recording.heart_bpm,
        recording.movement,
        recording.quality,
    )
    return any(values is not None for values in arrays)


def _follow(
    values: NDArray[np.float64] | None, steps: NDArray[np.intp]
) -> NDArray[np.float64] | None:
    if values is None:
        return None
    kept = values[steps]
    kept.flags.writeable = False
    return kept


def _frozen(stages: NDArray[np.int8]) -> NDArray[np.int8]:
    stages.flags.writeable = False
    return stages
