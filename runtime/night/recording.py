"""A recorded night: 30-s steps of true stage, headband stage and body signals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STEP_SECONDS = 30
"""Length of a sleep epoch (AASM manual); `step` in code, Inspect owns `epoch`."""


class Stage(IntEnum):
    """Sleep stage in four classes; light is N1 and N2, deep is N3."""

    NONE = -1
    AWAKE = 0
    LIGHT = 1
    DEEP = 2
    REM = 3


LETTERS = {
    Stage.NONE: "?",
    Stage.AWAKE: "W",
    Stage.LIGHT: "L",
    Stage.DEEP: "D",
    Stage.REM: "R",
}


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """One night. All arrays have one entry a step and are read-only.

    `true` and `seen` hold `Stage` codes as int8 (seen: what the headband showed;
    NONE is no reading, or not scored). The others are float64 with NaN where
    missing, or None where the source has none: `confidence` 0..1 of `seen`,
    `heart_bpm`, `movement` (0..1), `quality` of the signal 0..1.
    `start_seconds` is the local clock at step 0, in seconds after midnight.
    """

    name: str
    start_seconds: int
    true: NDArray[np.int8]
    seen: NDArray[np.int8]
    source: str
    licence: str
    consent: str
    simulated: bool
    zone: str | None = None
    date: str | None = None
    confidence: NDArray[np.float64] | None = None
    heart_bpm: NDArray[np.float64] | None = None
    movement: NDArray[np.float64] | None = None
    quality: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    sha256: str = ""
    """Of the file it was read from; of both digests where it has two files."""
    anchors: tuple[int, ...] = ()
    """Steps that a variation of the night leaves where they are, rising; empty
    where the source names none."""

    @property
    def steps(self) -> int:
        """Number of 30-s steps."""
        return len(self.true)


DAY_SECONDS = 24 * 60 * 60
MOST_STEPS = 2 * DAY_SECONDS // STEP_SECONDS
"""More than 48 hours are not one night."""

LIMITS = {
    "confidence": (0.0, 1.0),
    "heart_bpm": (20.0, 300.0),
    "movement": (0.0, 1.0),
    "quality": (0.0, 1.0),
}
"""Least and most of the values of the float arrays, by their name."""

_NAME = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
_CLOCK = re.compile(
    r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.0+)?)?(?:\s?([AaPp])\.?[Mm]\.?)?"
)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class BadRecording(Exception):
    """Values that make no night; `field` names the one at fault."""

    def __init__(self, field: str, message: str) -> None:
        """Keep the parts, so that a reader can say where the value came from."""
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message


def make_recording(
    name: str,
    *,
    start_seconds: int,
    true: Sequence[int] | NDArray[np.int8],
    seen: Sequence[int] | NDArray[np.int8] | None = None,
    source: str,
    licence: str,
    consent: str,
    simulated: bool,
    zone: str | None = None,
    date: str | None = None,
    confidence: Sequence[float] | NDArray[np.float64] | None = None,
    heart_bpm: Sequence[float] | NDArray[np.float64] | None = None,
    movement: Sequence[float] | NDArray[np.float64] | None = None,
    quality: Sequence[float] | NDArray[np.float64] | None = None,
    notes: Sequence[str] = (),
    sha256: str = "",
    anchors: Sequence[int] = (),
) -> Recording:
    """Give a recording of checked, read-only copies of the arrays.

    `seen` is `true` where it is not given. A night has 1..5760 steps and a name
    like `dodh-01`. An array with nothing but NaN is None. Raises BadRecording.
    """
    if not is_name(name):
        raise BadRecording("name", f"{name!r} is not like `dodh-01` or `my_night`")
    if not 0 <= start_seconds < DAY_SECONDS:
        raise BadRecording("start", f"{start_seconds} s is not within one day")
    if date is not None and not _DATE.fullmatch(date):
        raise BadRecording("date", f"{date!r} is not like 2026-01-31")
    true_stages = _stages("true", true)
    steps = len(true_stages)
    if not 1 <= steps <= MOST_STEPS:
        raise BadRecording("true", f"a night has 1 to {MOST_STEPS} steps, not {steps}")
    seen_stages = true_stages if seen is None else _stages("seen", seen, steps)
    if any(a >= b for a, b in pairwise(anchors)):
        raise BadRecording("anchors", f"{list(anchors)} are not rising")
    for anchor in anchors:
        if not 0 <= anchor <= steps:
            raise BadRecording("anchors", f"step {anchor} is outside 0..{steps}")
    return Recording(
        name=name,
        start_seconds=start_seconds,
        true=true_stages,
        seen=seen_stages,
        source=source,
        licence=licence,
        consent=consent,
        simulated=simulated,
        zone=zone,
        date=date,
        confidence=_numbers("confidence", confidence, steps),
        heart_bpm=_numbers("heart_bpm", heart_bpm, steps),
        movement=_numbers("movement", movement, steps),
        quality=_numbers("quality", quality, steps),
        notes=tuple(notes),
        sha256=sha256,
        anchors=tuple(anchors),
    )


def _stages(
    field: str, values: Sequence[int] | NDArray[np.int8], steps: int | None = None
) -> NDArray[np.int8]:
    given = np.asarray(values)
    if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
        raise BadRecording(field, "is not a list of stage codes")
    if steps is not None and len(given) != steps:
        raise BadRecording(field, f"has {len(given)} steps, but `true` has {steps}")
    strange = (given < min(Stage)) | (given > max(Stage))
    if strange.any():
        step = int(np.flatnonzero(strange)[0])
        codes = ", ".join(f"{stage.value} {stage.name.lower()}" for stage in Stage)
        raise BadRecording(field, f"step {step} is {given[step]}; codes are {codes}")
    kept = given.astype(np.int8)
    kept.flags.writeable = False
    return kept


def _numbers(
    field: str,
    values: Sequence[float] | NDArray[np.float64] | None,
    steps: int,
) -> NDArray[np.float64] | None:
    if values is None:
        return None
    kept = np.array(values, dtype=np.float64)
    if kept.shape != (steps,):
        raise BadRecording(field, f"has {kept.size} steps, but `true` has {steps}")
    least, most = LIMITS[field]
    if np.isnan(kept).all():
        return None
    strange = (kept < least) | (kept > most)
    if strange.any():
        step = int(np.flatnonzero(strange)[0])
        raise BadRecording(
            field, f"step {step} is {kept[step]:g}, outside {least:g}..{most:g}"
        )
    kept.flags.writeable = False
    return kept


def is_name(text: str) -> bool:
    """Tell whether a night may be called so: `dodh-01`, at most 40 characters."""
    return len(text) <= 40 and _NAME.fullmatch(text) is not None


class Runs(NamedTuple):
    """Stretches of equal stage, in order of time; arrays of one length."""

    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    stages: NDArray[np.int8]


def runs(stages: NDArray[np.int8]) -> Runs:
    """Give the stretches of equal stage of an array of at least one step."""
    starts = np.concatenate(([0], np.flatnonzero(stages[1:] != stages[:-1]) + 1))
    lengths = np.diff(starts, append=len(stages))
    return Runs(starts, lengths, stages[starts])


def first_sleep(recording: Recording) -> int | None:
    """Give the first step of true sleep of any stage; None in a night awake."""
    asleep = np.flatnonzero(recording.true > Stage.AWAKE)
    return int(asleep[0]) if asleep.size else None


def stretches(recording: Recording, stage: Stage) -> list[tuple[int, int]]:
    """Give (start, length) in steps of every stretch of a true stage, in order."""
    found = runs(recording.true)
    of_stage = found.stages == stage
    starts, lengths = found.starts[of_stage], found.lengths[of_stage]
    return list(zip(starts.tolist(), lengths.tolist(), strict=True))


def rem_onsets(recording: Recording, minutes: float = 3.0) -> list[int]:
    """Give the steps at which true REM of at least so many minutes begins."""
    least = minutes * 60 / STEP_SECONDS
    return [s for s, length in stretches(recording, Stage.REM) if length >= least]


def longest(recording: Recording, stage: Stage) -> tuple[int, int] | None:
    """Give (start, length) of the longest stretch of a true stage.

    The first among equals; None where the night has none of the stage.
    """
    return max(stretches(recording, stage), key=lambda run: run[1], default=None)


def clock_at(recording: Recording, step: int) -> str:
    """Give the local time HH:MM:SS at which a step begins.

    Counted from the start: a change to or from summer time is not followed.
    """
    return clock_text(recording.start_seconds + step * STEP_SECONDS)


_TWO = tuple(f"{number:02d}" for number in range(60))
"""Two digits: every observation tells the time, and laid out it is told faster."""


def clock_text(seconds: int) -> str:
    """Give HH:MM:SS for seconds after midnight; a full day wraps."""
    time = seconds % DAY_SECONDS
    return f"{_TWO[time // 3600]}:{_TWO[time // 60 % 60]}:{_TWO[time % 60]}"


def parse_clock(text: str) -> int | None:
    """Give the seconds after midnight of `09:41`, `9:41:00` or `9:41:00 AM`.

    None where the text is no clock time.
    """
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    hour, minute, second = (int(part or 0) for part in found.group(1, 2, 3))
    if half := found.group(4):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in "Pp" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    return (hour * 60 + minute) * 60 + second


def step_at(recording: Recording, clock: str) -> int | None:
    """Give the step that holds a local time such as "09:41" or "09:41:00".

    Times before the start belong to the day after; None outside the recording.
    Raises ValueError if the text is no clock time.
    """
    seconds = parse_clock(clock)
    if seconds is None:
        raise ValueError(f"{clock!r} is not a clock time such as 09:41 or 09:41:00")
    step = (seconds - recording.start_seconds) % DAY_SECONDS // STEP_SECONDS
    return step if step < recording.steps else None


class Summary(NamedTuple):
    """The usual figures of a night, of its true stages; times in minutes.

    Names and definitions follow the AASM manual and YASA: nothing is corrected for
    missing steps, so read `scored` beside `steps`.
    """

    steps: int
    scored: int
    """Steps with a stage."""
    counts: Mapping[Stage, int]
    """Steps by stage, `Stage.NONE` for the ones without."""
    time_in_bed: float
    """TIB: the whole recording."""
    total_sleep: float
    """TST: light, deep and REM."""
    sleep_latency: float | None
    """SOL: from the start to the first step of sleep; None without sleep."""
    awake_after_onset: float
    """WASO: awake steps between the first and the last step of sleep."""
    efficiency: float
    """SE: TST / TIB, 0..1."""
    rem_latency: float | None
    """From the first step of sleep to the first of REM; None without REM."""


def summarise(recording: Recording) -> Summary:
    """Give the figures of a night."""
    true = recording.true
    minutes = STEP_SECONDS / 60
    counts = {stage: int(np.count_nonzero(true == stage)) for stage in Stage}
    asleep = np.flatnonzero(true > Stage.AWAKE)
    rem = np.flatnonzero(true == Stage.REM)
    onset = first_sleep(recording)
    within = true[asleep[0] : asleep[-1]] if asleep.size else true[:0]
    return Summary(
        steps=recording.steps,
        scored=recording.steps - counts[Stage.NONE],
        counts=counts,
        time_in_bed=recording.steps * minutes,
        total_sleep=asleep.size * minutes,
        sleep_latency=None if onset is None else onset * minutes,
        awake_after_onset=int(np.count_nonzero(within == Stage.AWAKE)) * minutes,
        efficiency=asleep.size / recording.steps,
        rem_latency=(
            None if onset is None or not rem.size else (int(rem[0]) - onset) * minutes
        ),
    )
