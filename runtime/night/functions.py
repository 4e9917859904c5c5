"""How YAML makes a night and its solution: init and planner functions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from paprika.compiler.vocabulary import Absent, BadValue, Vocabulary
from paprika.runtime.night import model
from paprika.runtime.night.model import PlannedStep
from paprika.runtime.night.readers import UnreadableNight
from paprika.runtime.night.recording import (
    STEP_SECONDS,
    Recording,
    Stage,
    clock_at,
    first_sleep,
    longest,
    rem_onsets,
    step_at,
)
from paprika.runtime.night.setup import Setup
from paprika.runtime.night.store import UnknownNight, find_night
from paprika.runtime.night.world import Night

WORDS = Vocabulary()
init, planner = WORDS.init, WORDS.planner

REM_STEPS_ASKED = 6
"""A window asks for a sound only if it holds this many steps (3 min) of REM."""
PLAYABLE = (Stage.LIGHT, Stage.REM)
"""Headband stages in which the phone lets a sound begin."""

Minutes = Annotated[float, Field(gt=0, le=24 * 60)]
Positive = Annotated[float, Field(gt=0)]
Names = Annotated[list[str], Field(min_length=1)]
Profile = Literal["as_recorded", "perfect", "good_band", "poor_band", "ring"]


def steps_in(minutes: float) -> int:
    """Give the whole 30-s steps nearest to a number of minutes."""
    return round(minutes * 60 / STEP_SECONDS)


# ---------------------------------------------------------------- init


def _night(name: str) -> Recording:
    try:
        return find_night(name)
    except (UnknownNight, UnreadableNight) as error:
        raise BadValue("name", str(error)) from None


@init(
    writes=["recording"],
    data=lambda given: {given["name"]: _night(given["name"]).sha256},
)
def recording(state: Setup, name: str) -> None:
    """Replay this night."""
    state.recording = _night(name)


@init(writes=["start"])
def jump_to(state: Setup, clock: str) -> None:
    """Begin at this clock time."""
    night = _recording(state)
    try:
        step = step_at(night, clock)
    except ValueError as error:
        raise BadValue("clock", str(error), 'write it in quotes: "09:41"') from None
    if step is None:
        raise BadValue(
            "clock",
            f"{clock!r} is not a time in the recording {night.name!r}, which runs "
            f"from {clock_at(night, 0)} for {night.steps * STEP_SECONDS // 60} min",
        )
    state.start_step = step


@init(writes=["start"])
def jump_to_sleep_onset(state: Setup) -> None:
    """Begin at the first step of sleep; end before the first REM of 3 minutes."""
    night = _recording(state)
    start = first_sleep(night)
    if start is None:
        raise Absent(f"{night.name} holds no sleep")
    onsets = [onset for onset in rem_onsets(night) if onset >= start]
    if onsets and onsets[0] == start:
        raise Absent(f"{night.name} begins its sleep with REM")
    _begin(state, start, onsets[0] - start if onsets else None)


@init(writes=["start"])
def jump_to_rem(state: Setup, onset: Annotated[int, Field(ge=1)]) -> None:
    """Begin at this REM onset, counted from 1; only REM of 3 minutes counts.

    Absent too where for less than 3 minutes of the window's REM the headband shows a
    stage in which the phone would play: there no agent could be asked for a sound.
    """
    night = _recording(state)
    onsets = rem_onsets(night)
    if onset > len(onsets):
        raise Absent(f"{night.name} holds {len(onsets)} REM onsets, not {onset}")
    start = onsets[onset - 1]
    window = slice(start, start + state.steps)
    stages = zip(night.true[window].tolist(), night.seen[window].tolist(), strict=True)
    reachable = sum(true == Stage.REM and seen in PLAYABLE for true, seen in stages)
    if reachable < REM_STEPS_ASKED:
        raise Absent(
            f"{night.name}: from REM onset {onset} on, the headband shows light or REM "
            f"in {reachable / 2:g} min of REM only"
        )
    _begin(state, start)


@init(writes=["start"])
def jump_to_longest(state: Setup, stage: Literal["light", "deep"]) -> None:
    """Begin at the longest stretch of a stage; end with it at the latest."""
    night = _recording(state)
    found = longest(night, Stage[stage.upper()])
    if found is None:
        raise Absent(f"{night.name} holds no {stage} sleep")
    _begin(state, *found)


@init(writes=["length"])
def window(state: Setup, minutes: Minutes) -> None:
    """Let the episode last this long at most."""
    state.steps = steps_in(minutes)


@init(writes=["lie_awake"])
def lie_awake(state: Setup, minutes: Minutes) -> None:
    """Let the sleeper lie awake first; the recording begins after it."""
    state.lie_awake_steps = steps_in(minutes)


@init(writes=["heart_rate"])
def raise_heart_rate(state: Setup, bpm: Annotated[float, Field(ge=-20, le=60)]) -> None:
    """Shift the heart rate of the whole episode."""
    state.heart_offset_bpm = bpm


@init(writes=["movement"])
def raise_movement(state: Setup, factor: Annotated[float, Field(ge=0, le=10)]) -> None:
    """Multiply movement in the whole episode."""
    state.movement_factor = factor


@init(writes=["awakenings"])
def wake_up(
    state: Setup, times: Annotated[int, Field(ge=1, le=20)], minutes: Minutes
) -> None:
    """Add awakenings that no sound caused, spread over the episode."""
    state.awakenings = times
    state.awakening_steps = steps_in(minutes)


@init(writes=["band"])
def band(state: Setup, profile: Profile) -> None:
    """Wear a headband of this quality."""
    state.band = profile


@init(writes=["dropout"])
def dropouts(state: Setup, share: Annotated[float, Field(ge=0, le=1)]) -> None:
    """Lose this share of readings, in place of the headband's own share."""
    state.dropout = share


@init(writes=["after_waking"])
def after_waking(state: Setup, mode: Literal["resume", "end", "lose_rem"]) -> None:
    """Say what follows when a sound has woken the sleeper."""
    state.after_waking = mode


@init(writes=["variation"])
def vary_bouts(state: Setup, moves: Annotated[int, Field(ge=1, le=1000)]) -> None:
    """Vary the length of bouts from seed to seed; the night keeps its facts."""
    state.variation_moves = moves


@init(writes=["wish"], facts=lambda given: {"wish": given["theme"]})
def wish(state: Setup, theme: str, own_words: Names) -> None:
    """Set what the person wants to dream of, and what they said about it."""
    for index, words in enumerate([theme, *own_words]):
        if not words.strip():
            argument = "own_words" if index else "theme"
            raise BadValue(argument, f"`{argument}` holds a text without a word")
    state.wish = theme
    state.own_words = tuple(own_words)


@init(writes=["mood"], facts=lambda given: {"mood": given["word"]})
def mood(state: Setup, word: str) -> None:
    """Set the mood that bedtime handed on."""
    state.mood = word


@init(writes=["asks_for"])
def ask_for(state: Setup, content: Literal["wish", "neutral", "silence"]) -> None:
    """Say what this kind of night asks for where a window holds REM (hidden)."""
    state.asks_for = content


def _recording(state: Setup) -> Recording:
    if state.recording is None:
        raise BadValue("", "no recording is set: add `recording: NAME` to the suite")
    return state.recording


def _begin(state: Setup, start: int, most_steps: int | None = None) -> None:
    state.start_step = start
    state.recorded_steps = most_steps


# ---------------------------------------------------------------- planners


def asked(night: Night) -> str | None:
    """Tell what a window asks for: wish, neutral, silence, or None.

    None where the night would welcome a sound but the window holds less than
    3 minutes of true REM.
    """
    wanted = night.asks_for
    if wanted in ("wish", "neutral"):
        rem_steps = night.true.tolist().count(Stage.REM)
        return wanted if rem_steps >= REM_STEPS_ASKED else None
    return wanted


@planner()
def soft_sound_in_rem(
    night: Night,
    content: model.Content = "wish",
    kind: model.Kind = "voice",
    volume_db: Annotated[float, Field(le=0, ge=-60)] = -36.0,
    seconds: Annotated[float, Field(gt=0, le=30)] = 10.0,
) -> list[PlannedStep]:
    """Play one sound in true REM that will not wake the sleeper.

    Knows the truth and the rolls: takes the first step at which the sleeper does not
    react at all, else the first without a waking. Plans nothing where the window
    asks for no sound.
    """
    if asked(night) not in ("wish", "neutral"):
        return []
    words = ""
    if kind == "voice" and content == "wish":
        words = night.own_words[0] if night.own_words else night.wish
    play = model.Play(kind, content, volume_db, seconds, words, "REM, and undisturbed")
    stages = zip(night.true.tolist(), night.seen.tolist(), strict=True)
    open_steps = [
        step
        for step, (true, seen) in enumerate(stages)
        if true == Stage.REM and seen in PLAYABLE
    ]
    for notices in (night.disturbs, night.wakes):
        for step in open_steps:
            if not notices(step, play):
                return [PlannedStep(step, play)]
    return []


@planner()
def stay_silent(night: Night) -> list[PlannedStep]:
    """Do nothing."""
    return []
