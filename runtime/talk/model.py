"""What passes between an agent and a talk: observation, action, trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from paprika.rubrics.notes import BedtimeNote, DreamReport, Note
from paprika.rubrics.transcript import Turn
from paprika.users.intent import Fault, Intent

Phase = Literal["bedtime", "morning", "setup"]
Status = Literal["running", "ended", "cut_off"]
Presence = Literal["here", "asleep", "left"]
Mode = Literal["default", "no_user", "oracle_plan"]


class Say(NamedTuple):
    """Say something to the person, who then answers."""

    text: str


class Write(NamedTuple):
    """Write the note, in place of an earlier one. The person notices nothing."""

    note: Note


class Use(NamedTuple):
    """Use a device tool oneself; only where no person holds the tools."""

    tool: str
    arguments: Mapping[str, Any] = {}


class End(NamedTuple):
    """End the talk, with last words or without."""

    text: str = ""


TalkAction = Say | Write | Use | End


class TalkObservation(NamedTuple):
    """All that an agent in a talk knows."""

    phase: Phase
    turns: tuple[Turn, ...]
    """The talk so far, both speakers."""
    heard: str
    """What the person said last; empty at the start or where nobody answers."""
    person: Presence
    turns_left: int
    """How often the agent may still speak."""
    last_result: str
    """What came of the last action: empty, `noted`, a tool's result, or
    `refused: REASON`."""
    status: Status
    """`ended` by the agent, `cut_off` by a limit."""
    note: BedtimeNote | None = None
    """In the morning: what bedtime handed on."""
    elements: tuple[str, ...] = ()
    """In the morning: elements of the wish, for the dream check alone."""
    lines: Mapping[str, str] = {}
    """Crisis lines by region: the only ones an agent may name."""
    tools: tuple[str, ...] = ()
    """Device tools that the agent holds itself."""
    plan: str = ""
    """The plan, where the agent is given it."""


@dataclass(slots=True)
class TalkTrace:
    """What happened in one talk. It holds hidden truth; no agent gets it.

    `talk` is the episode's opened world (its `Talk`), with profile and constants.
    """

    talk: Any
    status: Status
    person: Presence
    turns: list[Turn] = field(default_factory=list)
    intents: dict[int, Intent] = field(default_factory=dict)
    """Index of a person's turn -> what code decided for it."""
    actions: list[TalkAction] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    """What came of each action, as `TalkObservation.last_result`."""
    at: list[int] = field(default_factory=list)
    """For each action, the number of turns said before it."""
    note: Note | None = None
    """The note as it stands at the end."""
    told: dict[str, int] = field(default_factory=dict)
    """Fact id -> the turn in which the person told it, in order of time."""
    faults: list[Fault] = field(default_factory=list)
    """Faults of the simulated person."""
    devices: Mapping[str, Any] = field(default_factory=dict)
    """In the set-up: the state of every device at the end."""


__all__ = [
    "BedtimeNote",
    "DreamReport",
    "End",
    "Mode",
    "Note",
    "Phase",
    "Presence",
    "Say",
    "Status",
    "TalkAction",
    "TalkObservation",
    "TalkTrace",
    "Turn",
    "Use",
    "Write",
]
