"""Many episodes at once: the same night world, stepped with arrays.

A *lane* is one (task, seed). All lanes share the step; those that are over stand
still. Every trace is equal to the last bit to the one of `NightWorld`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from . import band
from .body import Behind, Signals
from .constants import CONTENTS, KINDS
from .episode import Night
from .lanes import (
    OUTCOMES,
    PLAY,
    REACTIONS,
    STATUSES,
    STOP,
    WAIT,
    Actions,
    Observations,
    check_codes,
    put,
    waits,
)
from .model import Action, Play, Stop, Trace, Wait
from .phone import REASONS, SILENT_CODES, refusals
from .recording import STEP_SECONDS, Stage
from .rolls import Channel
from .waking import Waking

__all__ = [
    "OUTCOMES",
    "PLAY",
    "REACTIONS",
    "REASONS",
    "STATUSES",
    "STOP",
    "WAIT",
    "Actions",
    "Batch",
    "Observations",
    "put",
    "replay",
    "waits",
]

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)
_WAITED = Wait()


def replay(
    nights: Sequence[Night], plans: Sequence[Sequence[tuple[int, Action]]]
) -> list[Trace]:
    """Carry out plans made in advance, one a night, each to the end of the episode.

    A plan is (step, action) pairs; at every other step it waits. What lies past the
    end is not done. Raises ValueError for two actions at one step or a step below 0.
    """
    if not nights:
        return []
    by_step: dict[int, dict[int, Action]] = {}
    for lane, plan in enumerate(plans):
        for step, action in plan:
            lanes = by_step.setdefault(step, {})
            if step < 0 or lane in lanes:
                raise ValueError(f"plan {lane} acts twice, or too early, at {step}")
            lanes[lane] = action
    batch = Batch(nights)
    if len(plans) != batch.lanes:
        raise ValueError(f"{len(plans)} plans for {batch.lanes} nights")
    batch.begin()
    idle = waits(batch.lanes)
    while batch.running.any():
        given = by_step.get(batch.time, {})
        actions = waits(batch.lanes) if given else idle
        for lane, action in given.items():
            put(actions, lane, action)
        batch.advance(actions, given)
    return [batch.trace(lane) for lane in range(batch.lanes)]


class Batch:
    """Worlds of many nights, stepped together.

    `reset` and `step` as in `NightWorld`, with arrays. `begin` and `advance` do the
    same without making observations. Nights must share their constants (ValueError).
    """

    def __init__(self, nights: Sequence[Night]) -> None:
        """Lay the nights out side by side: arrays of shape (steps, lanes)."""
        self.nights = tuple(nights)
        if not self.nights:
            raise ValueError("a batch needs at least one night")
        first = self.nights[0].constants
        if any(n.constants is not first and n.constants != first for n in self.nights):
            raise ValueError("nights of one batch must share their constants")
        self.lanes = len(self.nights)
        self.constants = first
        self.waking = Waking(first)
        self.length = np.array([night.steps for night in self.nights])
        longest = self.longest = int(self.length.max())
        self._even = bool((self.length == longest).all())
        self._scale = np.array([night.scale for night in self.nights])
        self._ends = np.array([n.after_waking == "end" for n in self.nights])
        self._loses = np.array([n.after_waking == "lose_rem" for n in self.nights])
        self._true = _pack([night.true for night in self.nights])
        self._seen = _pack([night.tape_seen for night in self.nights])
        self._confidence = _pack([n.tape_confidence for n in self.nights])
        self._quality = _pack([night.tape_quality for night in self.nights])
        self._position = _pack([night.position for night in self.nights])
        self._dropout = _pack([night.dropout for night in self.nights])
        self._wake_roll = _pack([night.wake_roll for night in self.nights])
        self._heart = Signals(
            first.heart,
            _pack([night.tape_heart for night in self.nights]),
            _pack([night.heart_noise for night in self.nights]),
            np.array([night.heart_effect for night in self.nights]),
            np.array([night.heart_recorded for night in self.nights]),
            self._position,
            limit=None,
        )
        self._movement = Signals(
            first.movement,
            _pack([night.tape_movement for night in self.nights]),
            _pack([night.movement_noise for night in self.nights]),
            np.array([night.movement_effect for night in self.nights]),
            np.array([night.movement_recorded for night in self.nights]),
            self._position,
            limit=100,
        )
        self._awake_confidence = band.draw_confidence(
            first.confidence,
            np.ones((longest, self.lanes), dtype=np.bool_),
            _pack([night.rolls[:, Channel.CONFIDENCE] for night in self.nights]),
        )
        self.time = -1

    def reset(self) -> Observations:
        """Begin all episodes anew."""
        self.begin()
        return self.observe()

    def step(self, actions: Actions | Sequence[Action]) -> Observations:
        """Carry one action out in each running lane, let 30 s pass and observe.

        Action objects are kept for the traces; from arrays they are made without
        words and reasons. Raises RuntimeError before `reset` and when no lane runs,
        ValueError for codes out of range.
        """
        if isinstance(actions, Actions):
            check_codes(actions)
            self.advance(actions.copy(), {})
        else:
            arrays = waits(self.lanes)
            for lane, action in enumerate(actions):
                put(arrays, lane, action)
            self.advance(arrays, dict(enumerate(actions)))
        return self.observe()

    def begin(self) -> None:
        """Begin all episodes anew, without an observation."""
        lanes, shape = self.lanes, (self.longest, self.lanes)
        self.time = 0
        self.status = np.zeros(lanes, dtype=np.int8)
        self.running = np.ones(lanes, dtype=np.bool_)
        self.played = np.zeros(lanes, dtype=np.int64)
        self._halted = False
        self._place = np.full(lanes, -1)
        self._lost_until = np.zeros(lanes, dtype=np.int64)
        self._awake_left = np.zeros(lanes, dtype=np.int64)
        self._run = np.zeros(lanes, dtype=np.int64)
        self._seen_now = np.full(lanes, -2, dtype=np.int8)
        self._left = np.zeros(lanes)
        self._total = np.zeros(lanes)
        self._sounds = np.zeros(lanes, dtype=np.int64)
        self._stopped = np.zeros(lanes, dtype=np.bool_)
        self._planned = np.zeros(lanes)
        self._outcome = np.zeros(lanes, dtype=np.int8)
        self._reaction = np.zeros(lanes, dtype=np.int8)
        self._given: list[Mapping[int, Action]] = []
        self._log_true = np.zeros(shape, dtype=np.int8)
        self._log_seen = np.zeros(shape, dtype=np.int8)
        self._log_position = np.zeros(shape, dtype=np.int32)
        self._log_confidence = np.zeros(shape)
        self._log_sound = np.zeros(shape)
        self._log_sounds = np.zeros(shape, dtype=np.int64)
        self._log_total = np.zeros(shape)
        self._log_planned = np.zeros(shape)
        self._log_p = np.zeros(shape)
        self._log_reaction = np.zeros(shape, dtype=np.int8)
        self._log_refused = np.zeros(shape, dtype=np.int8)
        self._log_actions: list[Actions | None] = []
        self._heart.begin(shape)
        self._movement.begin(shape)
        self._arrive()

    def advance(self, actions: Actions, given: Mapping[int, Action]) -> None:
        """Carry actions out and let 30 s pass; `given` are action objects by lane.

        Both are kept and must not be changed later.
        """
        if self.time < 0 or not self.running.any():
            raise RuntimeError("step before reset, or after every episode was over")
        time = self.time
        self._given.append(given)
        self._outcome = np.where(self.running, actions.what + np.int8(1), self._outcome)
        self._log_sounds[time] = self._sounds
        self._log_total[time] = self._planned
        woke = None
        acts = np.flatnonzero((actions.what != WAIT) & self.running)
        self._log_actions.append(actions if len(acts) else None)
        if len(acts):
            stops = acts[actions.what[acts] == STOP]
            self._left[stops] = 0.0
            self._stopped[stops] = True
            woke = self._play(actions, acts[actions.what[acts] == PLAY])
        sounding = np.minimum(self._left, float(STEP_SECONDS))
        self._left -= sounding
        self._total += sounding
        self._log_sound[time] = sounding
        self.played += self.running
        self._reaction = np.where(
            self.running, self._log_reaction[time], self._reaction
        )
        self._move_on(woke)

    def observe(self) -> Observations:
        """Give the observations of the present step."""
        time, running = self.time, self.running
        lanes = self.lanes
        if time < self.longest:
            stage = self._seen_now.copy()
            confidence = self._log_confidence[time].copy()
            quality = np.where(stage >= 0, self._quality_now, 0.0)
            minutes: Floats = self._run * np.float64(0.5)
            heart, change = self._heart.read(time, 10.0)
            movement, _ = self._movement.read(time, 100.0)
            if not running.all():
                over = ~running
                stage[over] = Stage.NONE
                quality[over] = minutes[over] = 0.0
                for reading in (confidence, heart, change, movement):
                    reading[over] = np.nan
        else:
            stage = np.full(lanes, Stage.NONE, dtype=np.int8)
            quality, minutes = np.zeros(lanes), np.zeros(lanes)
            confidence, heart, change, movement = np.full((4, lanes), np.nan)
        return Observations(
            time,
            stage,
            confidence,
            quality,
            minutes,
            heart,
            change,
            movement,
            self._sounds.copy(),
            self._total.copy(),
            self._left > 0.0,
            self._outcome.copy(),
            self._reaction.copy(),
            self.status.copy(),
        )

    def trace(self, lane: int) -> Trace:
        """Give what happened in a lane so far. Raises RuntimeError before `reset`."""
        if self.time < 0:
            raise RuntimeError("trace before reset")
        n = int(self.played[lane])
        confidence: list[float] = self._log_confidence[:n, lane].tolist()
        reaction = self._log_reaction[:n, lane]
        return Trace(
            night=self.nights[lane],
            status=STATUSES[self.status[lane]],
            true=self._log_true[:n, lane].tolist(),
            seen=self._log_seen[:n, lane].tolist(),
            confidence=[c if c == c else None for c in confidence],
            heart_bpm=self._heart.values(n, lane, 10.0),
            movement=self._movement.values(n, lane, 100.0),
            position=self._log_position[:n, lane].tolist(),
            actions=self._actions(n, lane),
            refused=[REASONS[code] for code in self._log_refused[:n, lane].tolist()],
            sound_seconds=self._log_sound[:n, lane].tolist(),
            p_wake=self._log_p[:n, lane].tolist(),
            woke=(reaction == 2).tolist(),
            reacted=(reaction == 1).tolist(),
        )

    def _actions(self, steps: int, lane: int) -> list[Action]:
        """Give a lane's actions, as they were given or made from the arrays."""
        made: list[Action] = []
        for arrays, given in zip(self._log_actions[:steps], self._given, strict=False):
            if lane in given:
                made.append(given[lane])
                continue
            what = WAIT if arrays is None else arrays.what[lane]
            if arrays is None or what == WAIT:
                made.append(_WAITED)
            elif what == STOP:
                made.append(Stop())
            else:
                _, kind, content, volume_db, seconds = (a[lane].item() for a in arrays)
                made.append(Play(KINDS[kind], CONTENTS[content], volume_db, seconds))
        return made

    def _play(self, actions: Actions, lanes: Ints) -> Ints:
        """Let the phone play, or refuse, in some lanes; give those that woke."""
        time, constants = self.time, self.constants
        reason = self._refusals(actions, lanes)
        self._log_refused[time, lanes] = reason
        self._outcome[lanes] = np.where(reason > 0, reason + 3, PLAY + 1)
        lanes = lanes[reason == 0]
        seconds = actions.seconds[lanes]
        sounds = self._sounds[lanes]
        first = max(0, time - constants.repetition_steps)
        p = self.waking.p_wake(
            self._scale[lanes],
            self._log_true[time, lanes],
            actions.volume_db[lanes],
            seconds,
            actions.kind[lanes],
            sounds - self._log_sounds[first, lanes],
        )
        roll = self._wake_roll[time, lanes]
        woke = roll < p
        self._log_p[time, lanes] = p
        self._log_reaction[time, lanes] = np.where(
            woke, 2, roll < self.waking.p_react(p)
        )
        self._left[lanes] = seconds
        self._sounds[lanes] = sounds + 1
        self._planned[lanes] += seconds
        self._log_planned[time, lanes] = seconds
        woken: Ints = lanes[woke]
        return woken

    def _refusals(self, actions: Actions, lanes: Ints) -> Bytes:
        """Say by code why the phone refuses sounds now; 0 where it does not."""
        limits = self.constants.limits
        seconds = actions.seconds[lanes]
        first = max(0, self.time + 1 - limits.window_steps)
        return refusals(
            limits,
            actions.kind[lanes],
            actions.content[lanes],
            actions.volume_db[lanes],
            seconds,
            self._seen_now[lanes],
            self._stopped[lanes],
            self._sounds[lanes] - self._log_sounds[first, lanes],
            self._too_much(lanes, seconds, first),
        )

    def _too_much(self, lanes: Ints, seconds: Floats, first: int) -> Bools:
        """Say where the sounds since step `first` and this one are too long."""
        most = self.constants.limits.seconds
        about = self._planned[lanes] - self._log_total[first, lanes] + seconds
        too_much: Bools = about > most
        # Close to the limit the order of adding decides: add as a single world does.
        close = np.flatnonzero(np.abs(about - most) < 1.0)
        if len(close):
            added = np.zeros(len(close))
            for step in range(first, self.time):
                added += self._log_planned[step, lanes[close]]
            too_much[close] = added + seconds[close] > most
        return too_much

    def _move_on(self, woke: Ints | None) -> None:
        """Go to the next step; lanes that are over stand still."""
        self.time += 1
        if woke is not None and len(woke):
            self._halted = True
            self._awake_left[woke] = self.constants.awake_steps
            for lane in woke[self._loses[woke]].tolist():
                self._lose_rem(lane)
            self.status[woke[self._ends[woke]]] = STATUSES.index("ended")
            self.running = self.status == 0
        if not self._even or self.time == self.longest:
            out = self.running & (self.length == self.time)
            self.status[out] = STATUSES.index("cut_off")
            self.running = self.status == 0
        if not self.running.all():
            self._left[~self.running] = 0.0
        if self.time < self.longest:
            self._arrive()

    def _lose_rem(self, lane: int) -> None:
        """Woken from REM at the last step: decide whether the rest of it is lost."""
        time = self.time - 1
        if self._log_true[time, lane] != Stage.REM:
            return
        roll = self.nights[lane].rolls[time, Channel.LOSE_REM]
        if roll < self.constants.lose_rem:
            rest = self._true[self._place[lane] + 1 : self.length[lane], lane]
            run = int(np.append(rest != Stage.REM, True).argmax())
            self._lost_until[lane] = self._place[lane] + 1 + run

    def _arrive(self) -> None:
        """Take in the present step in all lanes."""
        time = self.time
        behind = None
        true = recorded = self._true[time]
        seen, position = self._seen[time], self._position[time]
        confidence, self._quality_now = self._confidence[time], self._quality[time]
        if self._halted:
            awake = self._awake_left > 0
            self._awake_left -= awake
            self._place += ~awake & self.running
            lanes = np.flatnonzero((self._place != time) & self.running)
            behind = Behind(lanes, self._place[lanes] * self.lanes + lanes)
            awake, flat = awake[lanes], behind.flat
            rem_lost = ~awake & (self._place[lanes] < self._lost_until[lanes])
            recorded = _patched(recorded, lanes, self._true.ravel()[flat])
            true_behind = np.where(rem_lost, np.int8(Stage.LIGHT), recorded[lanes])
            true_behind[awake] = Stage.AWAKE
            true = _patched(true, lanes, true_behind)
            seen_behind = self._seen.ravel()[flat]
            seen_behind[rem_lost & (seen_behind == Stage.REM)] = Stage.LIGHT
            seen_behind[awake] = Stage.AWAKE
            seen = _patched(seen, lanes, seen_behind)
            place = np.where(awake, np.int32(-1), self._position.ravel()[flat])
            position = _patched(position, lanes, place)
            certain = self._confidence.ravel()[flat]
            certain = np.where(awake, self._awake_confidence[time, lanes], certain)
            confidence = _patched(confidence, lanes, certain)
            self._quality_now = _patched(
                self._quality_now, lanes, self._quality.ravel()[flat]
            )
        else:
            # Nobody has been woken: every tape stands at the present step.
            self._place += 1
        seen = np.where(self._dropout[time], np.int8(Stage.NONE), seen)
        for signal in (self._heart, self._movement):
            signal.arrive(time, behind, true, recorded, position, self._reaction)
        if time:
            self._run = (self._run + 1) * (seen == self._seen_now)
        self._seen_now = seen
        self._left[SILENT_CODES[seen] > 0] = 0.0
        self._log_true[time] = true
        self._log_seen[time] = seen
        self._log_position[time] = position
        self._log_confidence[time] = np.where(seen < 0, np.nan, confidence)


def _patched(row: NDArray[T], lanes: Ints, values: NDArray[T]) -> NDArray[T]:
    """Give a copy of a row with other values in some lanes."""
    row = row.copy()
    row[lanes] = values
    return row


def _pack(rows: Sequence[NDArray[T]]) -> NDArray[T]:
    """Stack rows as columns; shorter ones are filled up with zeros."""
    longest = max(map(len, rows))
    if all(len(row) == longest for row in rows):
        return np.ascontiguousarray(np.stack(rows, axis=1))
    packed = np.zeros((longest, len(rows)), dtype=rows[0].dtype)
    for lane, row in enumerate(rows):
        packed[: len(row), lane] = row
    return packed
