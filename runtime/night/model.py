"""What passes between an agent and the night: observation, action, trace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Kind = Literal["ambient", "music", "humming", "lullaby", "voice"]
Content = Literal["wish", "neutral"]
Reaction = Literal["none", "heart_rate", "woke"]
Status = Literal["running", "ended", "cut_off"]
StageName = Literal["none", "awake", "light", "deep", "rem"]


class Observation(NamedTuple):
    """All that an agent at the bedside knows, at the start of a 30-s step."""

    step: int
    """Steps since the episode began, from 0."""
    clock: str
    """Local time, HH:MM:SS."""
    stage: StageName
    """As the headband shows it; `none` is no reading."""
    confidence: float | None
    """Of the headband in its stage, 0..1; None without a reading."""
    signal_quality: float
    """0..1; 0 without a reading."""
    minutes_in_stage: float
    """Minutes the headband has shown this stage without a break, this step not
    counted; 0 at the first step of the episode."""
    heart_bpm: float | None
    heart_change_bpm: float | None
    """Against one minute ago; None where either is missing."""
    movement: float | None
    """0 (still) .. 1."""
    wish: str
    own_words: tuple[str, ...]
    mood: str | None
    sounds: int
    """Sounds played so far in this episode."""
    sound_seconds: float
    """Seconds of sound so far."""
    playing: bool
    """A sound is still playing as the step begins."""
    last_action: str
    """What became of the last action: `waited`, `played`, `stopped` or
    `refused: REASON`; empty at the first step."""
    last_reaction: Reaction
    """The sleeper's reaction to the most recent sound that could be noticed at the
    last step."""
    status: Status
    """`ended` by waking, `cut_off` by the time limit."""


class Wait(NamedTuple):
    """Let 30 s pass."""

    reason: str = ""


class Play(NamedTuple):
    """Start a sound now; one that still plays stops."""

    kind: Kind
    content: Content
    volume_db: float
    """Digital level in dBFS, at most 0."""
    seconds: float
    words: str = ""
    """Said by a voice."""
    reason: str = ""


class Stop(NamedTuple):
    """Silence what plays and play nothing more in this episode."""

    reason: str = ""


Action = Wait | Play | Stop


class PlannedStep(NamedTuple):
    """One step of a plan made in advance."""

    step: int
    action: Action


@dataclass(slots=True)
class Trace:
    """What happened in one episode, one entry a step in every list.

    It holds hidden truth and is for checks, scores and logs; no agent gets it.
    `night` is the episode's `Night`.
    """

    night: Any
    status: Status
    true: list[int]
    """`Stage` code in which the step was spent (at its start)."""
    seen: list[int]
    confidence: list[float | None]
    heart_bpm: list[float | None]
    movement: list[float | None]
    position: list[int]
    """Step of the recording; -1 in time that is not from the recording."""
    actions: list[Action]
    refused: list[str]
    """Why the phone refused a sound at this step; empty if it did not."""
    sound_seconds: list[float]
    """Seconds of sound within this step."""
    p_wake: list[float]
    """Probability that the sound begun here wakes; 0 without one."""
    woke: list[bool]
    """A sound begun here woke the sleeper."""
    reacted: list[bool]
    """A sound begun here raised the heart rate without waking."""

    @property
    def steps(self) -> int:
        """Number of steps that were played."""
        return len(self.actions)
