"""Many episodes at once: the same night world, stepped with arrays.

A *lane* is one (task, seed). All lanes share the step; those that are over stand
still. Every trace is equal to the last bit to the one of `NightWorld`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import band
from .body import NOT_MISSING
from .constants import KINDS, Signal
from .episode import Night
from .model import Action, Play, Status, Stop, Trace, Wait
from .recording import STEP_SECONDS, Stage
from .rolls import Channel
from .waking import Waking
from .world import CONTENTS

WAIT, PLAY, STOP = 0, 1, 2
REASONS = (
    "",
    "after stop",
    "bad kind",
    "bad content",
    "bad length",
    "bad volume",
    "awake",
    "deep",
    "no reading",
    "too loud",
    "too many sounds",
    "too much sound",
)
"""Why the phone refuses, by code; of several reasons the first one counts."""
OUTCOMES = ("", "waited", "played", "stopped", *(f"refused: {r}" for r in REASONS[1:]))
"""Texts of `Observation.last_action` by code."""
REACTIONS = ("none", "heart_rate", "woke")
STATUSES: tuple[Status, ...] = ("running", "ended", "cut_off")
_LONG_AGO = -(2**30)
_SILENT = np.zeros(5, dtype=np.int8)  # by stage code; NONE is -1 and so the last one
_SILENT[[Stage.AWAKE, Stage.DEEP, Stage.NONE]] = [
    REASONS.index(reason) for reason in ("awake", "deep", "no reading")
]

Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)


class Actions(NamedTuple):
    """One action a lane. All but `what` matter only where it is `PLAY`."""

    what: Bytes
    """`WAIT`, `PLAY` or `STOP`."""
    kind: Bytes
    """Place in `KINDS`."""
    content: Bytes
    """Place in `CONTENTS`."""
    volume_db: Floats
    seconds: Floats


class Observations(NamedTuple):
    """One observation a lane; NaN where an `Observation` holds None.

    The wish, the words and the mood are the night's and do not change.
    """

    step: int
    """Of the lanes that still run."""
    stage: Bytes
    """`Stage` code."""
    confidence: Floats
    signal_quality: Floats
    minutes_in_stage: Floats
    heart_bpm: Floats
    heart_change_bpm: Floats
    movement: Floats
    sounds: Ints
    sound_seconds: Floats
    playing: Bools
    last_action: Bytes
    """Place in `OUTCOMES`."""
    last_reaction: Bytes
    """Place in `REACTIONS`."""
    status: Bytes
    """Place in `STATUSES`."""


def waits(lanes: int) -> Actions:
    """Give the actions of lanes that all wait; fill in what else they do."""
    return Actions(
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes, dtype=np.int8),
        np.zeros(lanes),
        np.ones(lanes),
    )


def put(actions: Actions, lane: int, action: Action) -> None:
    """Write a lane's action into the arrays. Raises TypeError for anything else."""
    if isinstance(action, Play):
        actions.what[lane] = PLAY
        actions.kind[lane] = KINDS.index(action.kind) if action.kind in KINDS else -1
        actions.content[lane] = (
            CONTENTS.index(action.content) if action.content in CONTENTS else -1
        )
        actions.volume_db[lane] = action.volume_db
        actions.seconds[lane] = action.seconds
    elif isinstance(action, Stop):
        actions.what[lane] = STOP
    elif isinstance(action, Wait):
        actions.what[lane] = WAIT
    else:
        raise TypeError(f"not an action: {action!r}")


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
        self._lane = np.arange(self.lanes)
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
        self._heart = _Signal(
            first.heart,
            _pack([night.tape_heart for night in self.nights]),
            _pack([night.heart_noise for night in self.nights]),
            np.array([night.heart_effect for night in self.nights]),
            np.array([night.heart_recorded for night in self.nights]),
            self._position,
            limit=None,
        )
        self._movement = _Signal(
            first.movement,
            _pack([night.tape_movement for night in self.nights]),
            _pack([night.movement_noise for night in self.nights]),
            np.array([night.movement_effect for night in self.nights]),
            np.array([night.movement_recorded for night in self.nights]),
            self._position,
            limit=100,
        )
        self._width = max(
            1,
            min(first.limits.sounds, first.limits.window_steps, longest),
            min(first.repetition_steps, longest),
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
            _check_codes(actions)
            self.advance(actions, {})
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
        self._begun = np.full((lanes, self._width), _LONG_AGO)
        self._begun_seconds = np.zeros((lanes, self._width))
        self._outcome = np.zeros(lanes, dtype=np.int8)
        self._reaction = np.zeros(lanes, dtype=np.int8)
        self._given: list[Mapping[int, Action]] = []
        self._log_true = np.zeros(shape, dtype=np.int8)
        self._log_seen = np.zeros(shape, dtype=np.int8)
        self._log_position = np.zeros(shape, dtype=np.int64)
        self._log_confidence = np.zeros(shape)
        self._log_sound = np.zeros(shape)
        self._log_p = np.zeros(shape)
        self._log_reaction = np.zeros(shape, dtype=np.int8)
        self._log_refused = np.zeros(shape, dtype=np.int8)
        self._log_actions = [
            np.zeros(shape, dtype=array.dtype) for array in waits(lanes)
        ]
        self._heart.begin(shape)
        self._movement.begin(shape)
        self._arrive()

    def advance(self, actions: Actions, given: Mapping[int, Action]) -> None:
        """Carry actions out and let 30 s pass; `given` are action objects by lane."""
        if self.time < 0 or not self.running.any():
            raise RuntimeError("step before reset, or after every episode was over")
        time = self.time
        self._given.append(given)
        for log, array in zip(self._log_actions, actions, strict=True):
            log[time] = array
        self._outcome = np.where(self.running, actions.what + np.int8(1), self._outcome)
        woke = None
        acts = np.flatnonzero((actions.what != WAIT) & self.running)
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
        what = self._log_actions[0][:steps, lane].tolist()
        actions: list[Action] = []
        for step, code in enumerate(what):
            given = self._given[step].get(lane)
            if given is not None:
                actions.append(given)
            elif code == PLAY:
                _, kind, content, volume_db, seconds = (
                    log[step, lane].item() for log in self._log_actions
                )
                actions.append(Play(KINDS[kind], CONTENTS[content], volume_db, seconds))
            else:
                actions.append(Stop() if code == STOP else Wait())
        return actions

    def _play(self, actions: Actions, lanes: Ints) -> Ints:
        """Let the phone play, or refuse, in some lanes; give those that woke."""
        time, limits = self.time, self.constants.limits
        volume_db, seconds = actions.volume_db[lanes], actions.seconds[lanes]
        kind = actions.kind[lanes]
        begun = self._begun[lanes]
        in_window = begun > time - limits.window_steps
        planned = np.where(in_window, self._begun_seconds[lanes], 0.0)
        sounding = np.zeros(len(lanes))
        for column in planned.T:  # one by one: the order of adding decides the bits
            sounding += column
        reason = np.zeros(len(lanes), dtype=np.int8)
        # The first of several reasons counts, so the last one is written first.
        for name, holds in (
            ("too much sound", sounding + seconds > limits.seconds),
            ("too many sounds", in_window.sum(axis=1) >= limits.sounds),
            ("too loud", volume_db > limits.loudest_db),
        ):
            reason[holds] = REASONS.index(name)
        silent = _SILENT[self._seen_now[lanes]]
        reason[silent > 0] = silent[silent > 0]
        for name, fine in (
            ("bad volume", (volume_db > -np.inf) & (volume_db <= 0.0)),
            ("bad length", (seconds > 0.0) & (seconds <= limits.longest_seconds)),
            ("bad content", actions.content[lanes] >= 0),
            ("bad kind", kind >= 0),
            ("after stop", ~self._stopped[lanes]),
        ):
            reason[~fine] = REASONS.index(name)
        self._log_refused[time, lanes] = reason
        self._outcome[lanes] = np.where(reason > 0, reason + 3, PLAY + 1)
        fine = reason == 0
        lanes, seconds = lanes[fine], seconds[fine]
        recent = (begun[fine] >= time - self.constants.repetition_steps).sum(axis=1)
        p = self.waking.p_wake(
            self._scale[lanes],
            self._log_true[time, lanes],
            volume_db[fine],
            seconds,
            kind[fine],
            recent,
        )
        roll = self._wake_roll[time, lanes]
        woke = roll < p
        self._log_p[time, lanes] = p
        self._log_reaction[time, lanes] = np.where(
            woke, 2, roll < self.waking.p_react(p)
        )
        self._left[lanes] = seconds
        self._sounds[lanes] += 1
        self._begun[lanes, :-1] = begun[fine, 1:]
        self._begun[lanes, -1] = time
        self._begun_seconds[lanes, :-1] = self._begun_seconds[lanes, 1:]
        self._begun_seconds[lanes, -1] = seconds
        woken: Ints = lanes[woke]
        return woken

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
        if not self._halted:
            # Nobody has been woken: every tape stands at the present step.
            self._place += 1
            true = recorded = self._true[time]
            seen, position = self._seen[time], self._position[time]
            confidence, self._quality_now = self._confidence[time], self._quality[time]
            flat = None
        else:
            awake = self._awake_left > 0
            self._awake_left -= awake
            self._place += ~awake & self.running
            flat = self._place * self.lanes + self._lane
            recorded = self._true.ravel()[flat]
            lost = ~awake & (self._place < self._lost_until)
            true = np.where(lost, np.int8(Stage.LIGHT), recorded)
            true[awake] = Stage.AWAKE
            seen = self._seen.ravel()[flat]
            seen[lost & (seen == Stage.REM)] = Stage.LIGHT
            seen[awake] = Stage.AWAKE
            position = self._position.ravel()[flat]
            position[awake] = -1
            confidence = self._confidence.ravel()[flat]
            for lane in np.flatnonzero(awake & self.running).tolist():
                confidence[lane] = band.confidence_if_right(
                    self.constants.confidence,
                    float(self.nights[lane].rolls[time, Channel.CONFIDENCE]),
                )
            self._quality_now = self._quality.ravel()[flat]
        seen = np.where(self._dropout[time], np.int8(Stage.NONE), seen)
        self._heart.arrive(time, flat, true, recorded, position, self._reaction)
        self._movement.arrive(time, flat, true, recorded, position, self._reaction)
        if time:
            self._run = (self._run + 1) * (seen == self._seen_now)
        self._seen_now = seen
        self._left[_SILENT[seen] > 0] = 0.0
        self._log_true[time] = true
        self._log_seen[time] = seen
        self._log_position[time] = position
        self._log_confidence[time] = np.where(seen < 0, np.nan, confidence)


class _Signal:
    """Heart rate or movement of all lanes, in whole units; see `body`."""

    def __init__(
        self,
        signal: Signal,
        tape: Ints,
        noise: Ints,
        effect: Ints,
        recorded: Bools,
        position: Ints,
        limit: int | None,
    ) -> None:
        """Take arrays of shape (steps, lanes), and by lane the stages' effects."""
        self.tape = tape
        self.noise = noise
        self.simulated = ~recorded
        self.calm = tape + np.where((position < 0) | self.simulated, noise, 0)
        # One row of five a lane, NONE first, so that a stage code + 1 finds its place.
        self.effect = np.roll(effect, 1, axis=1).ravel()
        self.limit = limit
        self.rise = np.array([0, signal.arousal[0], signal.waking[0]])
        self.next_rise = np.array([0, signal.arousal[1], signal.waking[1]])

    def begin(self, shape: tuple[int, int]) -> None:
        """Forget what was."""
        self.log = np.zeros(shape, dtype=np.int64)
        self.carry: Ints | None = None

    def arrive(
        self,
        time: int,
        flat: Ints | None,
        true: Bytes,
        recorded: Bytes,
        position: Ints,
        reaction: Bytes,
    ) -> None:
        """Take in the present step; `flat` is where the tapes stand if elsewhere."""
        if flat is None:
            value = self.calm[time].copy()
        else:
            value = self.tape.ravel()[flat]
            value += np.where((position < 0) | self.simulated, self.noise[time], 0)
            other = np.flatnonzero(true != recorded)
            row = other * 5 + 1
            value[other] += self.effect[row + true[other]]
            value[other] -= self.effect[row + recorded[other]]
        if self.carry is not None:
            value += self.carry
        self.carry = None
        if reaction.any():
            value += self.rise[reaction]
            self.carry = self.next_rise[reaction]
        if self.limit is not None:
            known = value > NOT_MISSING
            value = np.where(known, np.clip(value, 0, self.limit), value)
        self.log[time] = value

    def read(self, time: int, one: float) -> tuple[Floats, Floats]:
        """Give the values of a step and their change in two; NaN where missing."""
        now = self.log[time]
        known = now > NOT_MISSING
        value = np.where(known, now / one, np.nan)
        if time < 2:
            return value, np.full(len(now), np.nan)
        before = self.log[time - 2]
        both = known & (before > NOT_MISSING)
        return value, np.where(both, (now - before) / one, np.nan)

    def values(self, steps: int, lane: int, one: float) -> list[float | None]:
        """Give the values of a lane; None where missing."""
        return [
            value / one if value > NOT_MISSING else None
            for value in self.log[:steps, lane].tolist()
        ]


def _pack(rows: Sequence[NDArray[T]]) -> NDArray[T]:
    """Stack rows as columns; shorter ones are filled up with zeros."""
    longest = max(map(len, rows))
    if all(len(row) == longest for row in rows):
        return np.ascontiguousarray(np.stack(rows, axis=1))
    packed = np.zeros((longest, len(rows)), dtype=rows[0].dtype)
    for lane, row in enumerate(rows):
        packed[: len(row), lane] = row
    return packed


def _check_codes(actions: Actions) -> None:
    """Refuse arrays that name no action, kind or content."""
    for array, size in (
        (actions.what, 3),
        (actions.kind, len(KINDS)),
        (actions.content, len(CONTENTS)),
    ):
        if ((array < 0) | (array >= size)).any():
            raise ValueError(f"codes must lie in 0..{size - 1}")
