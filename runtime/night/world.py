"""One episode of a night, step by step, as an agent at the bedside lives it."""

from __future__ import annotations

import marshal
import math
from array import array
from typing import Final

from .band import confidence_if_right
from .body import NOT_MISSING
from .episode import Night, open_night
from .model import (
    Action,
    Observation,
    Play,
    Reaction,
    StageName,
    Status,
    Stop,
    Trace,
    Wait,
)
from .phone import SILENT, refusal
from .recording import STEP_SECONDS, Stage, clock_text
from .rolls import Channel
from .waking import p_react, p_wake

__all__ = ["Night", "NightWorld", "open_night"]

ACTIONS: Final = (Wait, Play, Stop)
_WAITED: Final = Wait()
STAGE_NAMES: Final[tuple[StageName, ...]] = ("awake", "light", "deep", "rem", "none")
"""By stage code; NONE is -1 and so the last one."""
STATUSES: Final[tuple[Status, ...]] = ("running", "ended", "cut_off")
RUNNING, ENDED, CUT_OFF = range(3)
NOT_BEGUN = -1


class NightWorld:
    """The world of one night.

    `reset` gives the first observation and may be called again; `step` carries out an
    action at the present step, moves time on by 30 s and gives the next observation.
    The episode is over when an observation's status is not `running`: `ended` when a
    sound woke the sleeper and the setup says so, `cut_off` when time is up. The last
    observation carries no readings. `step` before `reset` or after the end raises
    RuntimeError; an action that is none of `Wait`, `Play`, `Stop` raises TypeError.

    The world keeps no observation, and an observation holds nothing of the world.
    """

    def __init__(self, night: Night) -> None:
        """Take an opened night; nothing happens before `reset`."""
        self._night = night
        constants = night.constants
        self._limits = constants.limits
        self._memory = max(1, self._limits.sounds, constants.repetition_steps)
        self._ends = night.after_waking == "end"
        self._start_seconds = night.start_seconds
        self._heart_recorded = night.heart_recorded
        self._movement_recorded = night.movement_recorded
        # Plain arrays: reading one item of them is several times as fast as of numpy's.
        self._true = array("b", night.true.tobytes())
        self._seen = array("b", night.tape_seen.tobytes())
        self._confidence = array("d", night.tape_confidence.tobytes())
        self._quality = array("d", night.tape_quality.tobytes())
        self._dropout = night.dropout.tobytes()
        self._position = array("i", night.position.tobytes())
        self._heart = array("i", night.tape_heart.tobytes())
        self._heart_noise = array("i", night.heart_noise.tobytes())
        self._heart_effect = array("i", night.heart_effect.tobytes())
        self._movement = array("i", night.tape_movement.tobytes())
        self._movement_noise = array("i", night.movement_noise.tobytes())
        self._movement_effect = array("i", night.movement_effect.tobytes())
        self._wake_roll = array("d", night.wake_roll.tobytes())
        # Kept as bytes: each observation gets texts of its own. Later versions of
        # the format would hand out texts that Python shares.
        self._told = marshal.dumps((night.wish, night.own_words, night.mood), 2)
        self._status = NOT_BEGUN

    def reset(self) -> Observation:
        """Begin the episode anew."""
        self._status = RUNNING
        self._step = 0
        self._place = -1
        self._lost_until = 0
        self._awake_left = 0
        self._run = 0
        self._seen_now = -2
        self._left = 0.0
        self._total = 0.0
        self._stopped = False
        self._begun: list[tuple[int, float]] = []
        self._heart_carry = self._movement_carry = 0
        self._log_true = array("b")
        self._log_seen = array("b")
        self._log_position = array("i")
        self._log_confidence = array("d")
        self._log_heart = array("i")
        self._log_movement = array("i")
        self._log_sound = array("d")
        self._log_p = array("d")
        self._log_woke = bytearray()
        self._log_reacted = bytearray()
        self._log_action: list[bytes] = []
        self._log_refused: list[str] = []
        self._arrive(0, 0)
        self._run = 0
        return self._observe("", "none")

    def step(self, action: Action) -> Observation:
        """Carry an action out, let 30 s pass and observe."""
        if self._status != RUNNING:
            begun = self._status != NOT_BEGUN
            raise RuntimeError("the episode is over" if begun else "step before reset")
        refused, p, woke, reacted = "", 0.0, False, False
        if isinstance(action, Wait):
            outcome = "waited"
        elif isinstance(action, Play):
            refused = refusal(
                self._limits,
                action,
                self._step,
                self._seen_now,
                self._stopped,
                self._begun[-self._memory :],
            )
            outcome = f"refused: {refused}" if refused else "played"
            if not refused:
                p, woke, reacted = self._play(action)
        elif isinstance(action, Stop):
            outcome = "stopped"
            self._left = 0.0
            self._stopped = True
        else:
            raise TypeError(f"not an action: {action!r}")
        sounding = self._left if self._left < STEP_SECONDS else float(STEP_SECONDS)
        self._left -= sounding
        self._total += sounding
        self._log_action.append(_keep(action))
        self._log_refused.append(refused)
        self._log_sound.append(sounding)
        self._log_p.append(p)
        self._log_woke.append(woke)
        self._log_reacted.append(reacted)
        self._move_on(woke, reacted)
        return self._observe(
            outcome, "woke" if woke else "heart_rate" if reacted else "none"
        )

    def trace(self) -> Trace:
        """Give what happened so far. Raises RuntimeError before `reset`."""
        if self._status == NOT_BEGUN:
            raise RuntimeError("trace before reset")
        played = len(self._log_action)
        return Trace(
            night=self._night,
            status=STATUSES[self._status],
            true=self._log_true.tolist()[:played],
            seen=self._log_seen.tolist()[:played],
            confidence=[
                None if math.isnan(c) else c for c in self._log_confidence[:played]
            ],
            heart_bpm=_values(self._log_heart[:played], 10.0),
            movement=_values(self._log_movement[:played], 100.0),
            position=self._log_position.tolist()[:played],
            actions=[_kept(action) for action in self._log_action],
            refused=list(self._log_refused),
            sound_seconds=self._log_sound.tolist(),
            p_wake=self._log_p.tolist(),
            woke=list(map(bool, self._log_woke)),
            reacted=list(map(bool, self._log_reacted)),
        )

    def _play(self, play: Play) -> tuple[float, bool, bool]:
        """Begin a sound: probability of waking, woke, reacted without waking."""
        constants = self._night.constants
        step = self._step
        first = step - constants.repetition_steps
        recent = 0
        for begun, _ in self._begun[-self._memory :]:
            if begun >= first:
                recent += 1
        seconds = float(play.seconds)
        p = p_wake(
            constants,
            self._night.scale,
            self._log_true[-1],
            play.volume_db,
            seconds,
            play.kind,
            recent,
        )
        self._left = seconds
        self._begun.append((step, seconds))
        roll = self._wake_roll[step]
        woke = roll < p
        return p, woke, not woke and roll < p_react(constants, p)

    def _move_on(self, woke: bool, reacted: bool) -> None:
        """Go to the next step, or to the end."""
        self._step += 1
        constants = self._night.constants
        if woke:
            self._awake_left = constants.awake_steps
            if self._night.after_waking == "lose_rem":
                self._lose_rem()
        if woke and self._ends:
            self._status = ENDED
        elif self._step == len(self._true):
            self._status = CUT_OFF
        if self._status != RUNNING:
            self._left = 0.0
        elif woke:
            self._arrive(constants.heart.waking[0], constants.movement.waking[0])
            self._heart_carry = constants.heart.waking[1]
            self._movement_carry = constants.movement.waking[1]
        elif reacted:
            self._arrive(constants.heart.arousal[0], constants.movement.arousal[0])
            self._heart_carry = constants.heart.arousal[1]
            self._movement_carry = constants.movement.arousal[1]
        else:
            self._arrive(0, 0)
            self._heart_carry = self._movement_carry = 0

    def _lose_rem(self) -> None:
        """Woken from REM at the last step: decide whether the rest of it is lost."""
        if self._log_true[-1] != Stage.REM:
            return
        night = self._night
        if night.rolls[self._step - 1, Channel.LOSE_REM] < night.constants.lose_rem:
            end = self._place + 1
            while end < len(self._true) and self._true[end] == Stage.REM:
                end += 1
            self._lost_until = end

    def _arrive(self, heart_rise: int, movement_rise: int) -> None:
        """Take in the present step: what is true and what the signals show."""
        step = self._step
        if self._awake_left:
            self._awake_left -= 1
            true = seen = int(Stage.AWAKE)
            position = -1
            confidence = confidence_if_right(
                self._night.constants.confidence,
                float(self._night.rolls[step, Channel.CONFIDENCE]),
            )
        else:
            self._place += 1
            true = self._true[self._place]
            seen = self._seen[self._place]
            position = self._position[self._place]
            confidence = self._confidence[self._place]
            if self._place < self._lost_until:
                true = int(Stage.LIGHT)
                if seen == Stage.REM:
                    seen = int(Stage.LIGHT)
        if self._dropout[step]:
            seen = int(Stage.NONE)
        place = self._place
        heart = self._heart[place] + heart_rise + self._heart_carry
        movement = self._movement[place] + movement_rise + self._movement_carry
        recorded = self._true[place]
        if true != recorded:
            heart += self._heart_effect[true] - self._heart_effect[recorded]
            movement += self._movement_effect[true] - self._movement_effect[recorded]
        if position < 0 or not self._heart_recorded:
            heart += self._heart_noise[step]
        if position < 0 or not self._movement_recorded:
            movement += self._movement_noise[step]
        if NOT_MISSING < movement < 0:
            movement = 0
        elif movement > 100:
            movement = 100
        self._run = self._run + 1 if seen == self._seen_now else 0
        self._seen_now = seen
        if seen in SILENT:
            self._left = 0.0
        self._log_true.append(true)
        self._log_seen.append(seen)
        self._log_position.append(position)
        self._log_confidence.append(math.nan if seen < 0 else confidence)
        self._log_heart.append(heart)
        self._log_movement.append(movement)

    def _observe(self, outcome: str, reaction: Reaction) -> Observation:
        """Make the observation of the present step; nothing in it is shared."""
        step = self._step
        stage: StageName = "none"
        confidence = heart = change = movement = None
        quality = minutes = 0.0
        if self._status == RUNNING:
            seen = self._seen_now
            stage = STAGE_NAMES[seen]
            minutes = self._run * 0.5
            if seen >= 0:
                confidence = self._log_confidence[-1]
                quality = self._quality[self._place]
            now = self._log_heart[-1]
            if now > NOT_MISSING:
                heart = now / 10.0
                if step >= 2 and (before := self._log_heart[-3]) > NOT_MISSING:
                    change = (now - before) / 10.0
            moved = self._log_movement[-1]
            if moved > NOT_MISSING:
                movement = moved / 100.0
        wish, own_words, mood = marshal.loads(self._told)
        return Observation(
            step,
            clock_text(self._start_seconds + step * STEP_SECONDS),
            stage,
            confidence,
            quality,
            minutes,
            heart,
            change,
            movement,
            wish,
            own_words,
            mood,
            len(self._begun),
            self._total + 0.0,
            self._left > 0.0,
            outcome,
            reaction,
            STATUSES[self._status],
        )


def _values(log: array[int], one: float) -> list[float | None]:
    return [units / one if units > NOT_MISSING else None for units in log]


def _keep(action: Action) -> bytes:
    """Write an action down without keeping any object of the agent's.

    A list of the actions themselves would lead from an agent's own objects to the
    world. Raises TypeError for a field that is no text and no number.
    """
    if isinstance(action, Wait) and not action.reason:
        return b""
    what = 1 if isinstance(action, Play) else 2 if isinstance(action, Stop) else 0
    try:
        return marshal.dumps((what, *action))
    except ValueError:
        raise TypeError(f"not an action of texts and numbers: {action!r}") from None


def _kept(written: bytes) -> Action:
    if not written:
        return _WAITED
    what, *fields = marshal.loads(written)
    action: Action = ACTIONS[what](*fields)
    return action
