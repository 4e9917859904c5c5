"""The initialised night of one (task, seed): all that is settled before it begins.

The *tape* is the episode as it goes if no sound wakes the sleeper, one entry a step.
A waking halts the tape for some steps of being awake, so that the rest comes later.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from . import band, body
from .constants import NightConstants
from .model import Play
from .recording import STEP_SECONDS, Recording, Stage, clock_text
from .rolls import Channel, rolls, stream
from .setup import AfterWaking, AsksFor, Setup
from .variation import vary
from .waking import p_react, p_wake


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Night:
    """One (task, seed), settled for the whole episode; arrays are read-only.

    It knows the truth and the rolls and is hidden from agents; planners use it.
    For a plan made in advance, in which nothing wakes, `true`, `seen`, `position` and
    `wake_roll` hold one entry a step. int8 arrays hold `Stage` codes.
    """

    key: str
    seed: int
    scale: float
    """On the probability of waking: the constants' and the caller's together."""
    constants: NightConstants
    recording: Recording
    profile: str
    after_waking: AfterWaking
    wish: str
    own_words: tuple[str, ...]
    mood: str | None
    asks_for: AsksFor | None
    start_seconds: int
    """Local clock at step 0, in seconds after midnight."""
    true: NDArray[np.int8]
    seen: NDArray[np.int8]
    """What the headband shows; NONE where the reading is lost."""
    position: NDArray[np.int32]
    """Step of the recording; -1 in time that is not from it."""
    rolls: NDArray[np.float64]
    """Shape (steps, `CHANNELS`)."""
    tape_seen: NDArray[np.int8]
    """What the headband would show with no reading lost, by place on the tape."""
    tape_confidence: NDArray[np.float64]
    tape_quality: NDArray[np.float64]
    dropout: NDArray[np.bool_]
    """By step: the reading is lost."""
    tape_heart: NDArray[np.int32]
    """Tenths of a bpm without noise, by place on the tape; see `body.MISSING`."""
    tape_movement: NDArray[np.int32]
    heart_noise: NDArray[np.int32]
    """By step."""
    movement_noise: NDArray[np.int32]
    heart_effect: NDArray[np.int32]
    """By stage code, as `body.effects`."""
    movement_effect: NDArray[np.int32]
    heart_recorded: bool
    """No noise is added to what was recorded."""
    movement_recorded: bool

    def __repr__(self) -> str:
        """Name it, and tell nothing of what it hides."""
        return f"<night of {self.key!r}, seed {self.seed}, {self.steps} steps>"

    @property
    def steps(self) -> int:
        """Number of 30-s steps of the episode."""
        return len(self.true)

    @property
    def wake_roll(self) -> NDArray[np.float64]:
        """The roll that decides about a sound begun at each step."""
        return self.rolls[:, Channel.WAKE]

    def p_wake(self, step: int, play: Play, recent: int = 0) -> float:
        """Give the probability that a sound begun at a step wakes.

        `recent` is the number of sounds begun within the time that counts as
        repetition (five minutes by default) before it.
        """
        return p_wake(
            self.constants,
            self.scale,
            int(self.true[step]),
            play.volume_db,
            play.seconds,
            play.kind,
            recent,
        )

    def wakes(self, step: int, play: Play, recent: int = 0) -> bool:
        """Say whether the sound would wake the sleeper."""
        return bool(self.wake_roll[step] < self.p_wake(step, play, recent))

    def disturbs(self, step: int, play: Play, recent: int = 0) -> bool:
        """Say whether the sound would wake or raise the heart rate."""
        p = p_react(self.constants, self.p_wake(step, play, recent))
        return bool(self.wake_roll[step] < p)

    def clock(self, step: int) -> str:
        """Give the local clock at the start of a step, HH:MM:SS."""
        return clock_text(self.start_seconds + step * STEP_SECONDS)


def open_night(setup: Setup, key: str, seed: int, scale: float = 1.0) -> Night:
    """Initialise the night of a task (`key` names it) and a seed.

    The setup stays unchanged. `scale` multiplies the probability of waking. Raises
    ValueError for a setup that cannot be opened: no recording, a start outside it, an
    unknown headband profile, or no room for the recording beside the added time.
    """
    constants = setup.constants
    recording = _recording(setup, key, seed)
    start = setup.start_step or 0
    if not 0 <= start < recording.steps:
        raise ValueError(
            f"start_step {start} lies outside a recording of {recording.steps} steps"
        )
    profile = setup.band or "as_recorded"
    if profile not in band.PROFILES:
        raise ValueError(f"unknown headband profile {profile!r}")
    if not 0.0 <= scale < np.inf:
        raise ValueError(f"scale must be a number of at least 0, not {scale!r}")
    added = setup.awakenings * setup.awakening_steps
    before = setup.lie_awake_steps
    left = recording.steps - start
    if setup.recorded_steps is not None:
        left = min(left, setup.recorded_steps)
    steps = min(setup.steps, before + added + left)
    kept = steps - before - added
    if min(before, setup.awakenings, setup.awakening_steps) < 0 or kept < 1:
        raise ValueError(
            f"{steps / 2:g} min leave no room for the recording beside {before / 2:g}"
            f" min of lying awake and {added / 2:g} min of extra awakenings"
        )
    drawn = rolls(key, seed, max(steps, setup.awakenings))
    place, position = _places(setup, start, kept, drawn)
    outside = position < 0
    true = recording.true[place]
    seen = recording.seen[place]
    if before or added:
        true[outside] = Stage.AWAKE
        seen[outside] = Stage.AWAKE
    drawn = drawn[:steps]
    shown, quality = _shown(constants, profile, recording, place, true, seen, drawn)
    lost = setup.dropout
    if lost is None:
        lost = 0.0 if profile == "perfect" else constants.band_dropout
    dropout = drawn[:, Channel.DROPOUT] < lost
    heart, movement = constants.heart, constants.movement
    heart_effect = body.effects(heart)
    movement_effect = _restless(body.effects(movement), setup.movement_factor)
    offset = int(np.floor(setup.heart_offset_bpm * 10.0 + 0.5))
    recorded_true = recording.true[place]
    recorded_heart = recorded_movement = None
    if recording.heart_bpm is not None:
        recorded_heart = body.to_units(recording.heart_bpm[place], 10.0)
    if recording.movement is not None:
        recorded_movement = body.to_units(
            recording.movement[place] * setup.movement_factor, 100.0
        )
    night = Night(
        key=key,
        seed=seed,
        scale=constants.wake_scale * scale,
        constants=constants,
        recording=recording,
        profile=profile,
        after_waking=setup.after_waking or "resume",
        wish=setup.wish or "",
        own_words=setup.own_words,
        mood=setup.mood,
        asks_for=setup.asks_for,
        start_seconds=recording.start_seconds + start * STEP_SECONDS,
        true=true,
        seen=np.where(dropout, np.int8(Stage.NONE), shown.seen),
        position=position,
        rolls=drawn,
        tape_seen=shown.seen,
        tape_confidence=shown.confidence,
        tape_quality=quality,
        dropout=dropout,
        tape_heart=offset
        + body.along(heart_effect, true, recorded_true, recorded_heart, heart.base),
        tape_movement=body.along(
            movement_effect, true, recorded_true, recorded_movement, 0
        ),
        heart_noise=body.noise(
            heart.noise,
            (drawn[:, Channel.HEART] + drawn[:, Channel.HEART_AGAIN]) * 0.5,
        ),
        movement_noise=body.noise(movement.noise, drawn[:, Channel.MOVEMENT]),
        heart_effect=heart_effect,
        movement_effect=movement_effect,
        heart_recorded=recorded_heart is not None,
        movement_recorded=recorded_movement is not None,
    )
    for array in (
        night.true,
        night.seen,
        night.position,
        night.rolls,
        night.tape_seen,
        night.tape_confidence,
        night.tape_quality,
        night.dropout,
        night.tape_heart,
        night.tape_movement,
        night.heart_noise,
        night.movement_noise,
        night.heart_effect,
        night.movement_effect,
    ):
        array.flags.writeable = False
    return night


def _recording(setup: Setup, key: str, seed: int) -> Recording:
    if setup.recording is None:
        raise ValueError("the setup names no recording")
    if not setup.variation_moves:
        return setup.recording
    # A key of its own, so that a variation moves no roll.
    raw = stream(f"{key}|variation", seed).random_raw
    return vary(setup.recording, raw, setup.variation_moves)


def _places(
    setup: Setup, start: int, kept: int, drawn: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Give the recording's step at each step, as it goes or stands still, and -1.

    The first array tells where the recording stands; the second one is the same, but
    -1 in time that is not from the recording. Extra awakening i comes somewhere in the
    i-th of equal parts of what is kept of the recording, by a roll of its own.
    """
    if not setup.lie_awake_steps and not setup.awakenings:
        place = np.arange(start, start + kept, dtype=np.int32)
        return place, place
    parts = setup.awakenings
    added = [(0, setup.lie_awake_steps)]
    for part in range(parts):
        at = int((part + float(drawn[part, Channel.PLACE])) * kept / parts)
        added.append((at, setup.awakening_steps))
    stands: list[int] = []
    comes: list[int] = []
    done = 0
    for at, steps in (*added, (kept, 0)):
        run = range(start + done, start + at)
        stands += [*run, *[start + max(at - 1, 0)] * steps]
        comes += [*run, *[-1] * steps]
        done = at
    return np.array(stands, dtype=np.int32), np.array(comes, dtype=np.int32)


def _shown(
    constants: NightConstants,
    profile: str,
    recording: Recording,
    place: NDArray[np.int32],
    true: NDArray[np.int8],
    seen: NDArray[np.int8],
    drawn: NDArray[np.float64],
) -> tuple[band.Shown, NDArray[np.float64]]:
    """Give what the headband shows along the tape, and the quality of its signal."""
    certain = drawn[:, Channel.CONFIDENCE]
    if profile == "as_recorded":
        confidence = band.draw_confidence(constants.confidence, seen == true, certain)
        if recording.confidence is not None:
            known = recording.confidence[place]
            confidence = np.where(np.isnan(known), confidence, known)
        shown = band.Shown(seen, confidence, 1.0)
    elif profile == "perfect":
        shown = band.Shown(true, np.ones(len(true)), 1.0)
    else:
        shown = band.simulate(
            constants,
            constants.band_profiles[profile],
            true,
            float(drawn[0, Channel.NIGHT]),
            drawn[:, Channel.BAND_ERROR].tolist(),
            drawn[:, Channel.BAND_LABEL].tolist(),
            certain,
        )
    quality = np.full(len(true), shown.quality)
    if profile == "as_recorded" and recording.quality is not None:
        known = recording.quality[place]
        quality = np.where(np.isnan(known), quality, known)
    return shown, quality


def _restless(effect: NDArray[np.int32], factor: float) -> NDArray[np.int32]:
    """Multiply effects of the stages, halves up."""
    rounded: NDArray[np.int32] = np.floor(effect * factor + 0.5).astype(np.int32)
    return rounded
