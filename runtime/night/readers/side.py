"""What a night needs beside its steps: the head of every `paprika-night/1` file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..recording import (
    DAY_SECONDS,
    MOST_STEPS,
    STEP_SECONDS,
    BadRecording,
    Recording,
    clock_at,
    make_recording,
    parse_clock,
)
from .rows import Source, Steps, UnreadableNight, name_of

FORMAT = "paprika-night/1"
M = TypeVar("M", bound=BaseModel)


class Head(BaseModel):
    """All that a night says of itself but its steps."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["paprika-night/1"]
    name: str | None = None
    """The file's own name unless it says another."""
    start: str
    """Local clock at second 0, HH:MM:SS."""
    zone: str | None = None
    """IANA name or offset; None is local time, zone unknown."""
    date: str | None = None
    """Of the start, YYYY-MM-DD."""
    step_seconds: float = Field(STEP_SECONDS, ge=0.1, le=3600)
    steps: int | None = Field(None, ge=1, le=MOST_STEPS)
    """Length of the night; without it a table ends with its last row."""
    source: str
    licence: str
    consent: str
    simulated: bool
    notes: list[str] = []
    anchors: list[int | str] = []
    """Steps, or clock times, that a variation leaves where they are."""


class SideFile(Head):
    """The JSON beside a table."""

    table_sha256: str | None = None
    """Of the table; a table that is another one is refused."""
    onset: dict[str, Any] = {}
    duration: dict[str, Any] = {}
    stage: dict[str, Any] = {}
    """BIDS column descriptions; `Levels` here gives unusual stage codes a word."""
    seen: dict[str, Any] = {}
    confidence: dict[str, Any] = {}
    heart_bpm: dict[str, Any] = {}
    movement: dict[str, Any] = {}
    quality: dict[str, Any] = {}

    def levels(self) -> dict[str, str]:
        """Give the words of unusual stage codes."""
        levels = self.stage.get("Levels")
        if not isinstance(levels, dict):
            return {}
        return {str(code): str(word) for code, word in levels.items()}


def says_format(text: str, name: str) -> bool:
    """Tell whether a text looks like JSON with that `format`."""
    pattern = rf'"format"\s*:\s*"{re.escape(name)}"'
    return text.lstrip()[:1] == "{" and re.search(pattern, text) is not None


def json_of(source: Source) -> Any:
    """Read a JSON text. Raises UnreadableNight."""
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as error:
        message = f"is not JSON: {error.msg.lower()}; correct it there"
        raise UnreadableNight(source.path, message, error.lineno) from None
    except (RecursionError, ValueError):
        message = "is JSON too deep or with a number too long to be a night"
        raise UnreadableNight(source.path, message) from None


def checked(model: type[M], source: Source, value: object) -> M:
    """Check what a JSON text holds. Raises UnreadableNight at the first fault."""
    try:
        return model.model_validate(value, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the whole"
        allowed = ""
        if first["type"] == "extra_forbidden":
            allowed = f"; the keys are {', '.join(model.model_fields)}"
        raise UnreadableNight(
            source.path,
            f"{where}: {first['msg'].lower()}{allowed}",
            _line_of(source.text, first["loc"]),
        ) from None


def _line_of(text: str, place: tuple[int | str, ...]) -> int | None:
    """Give the line of a top-level key; None where the text has no such key."""
    at = text.find(f'"{place[0]}"') if place else -1
    return None if at < 0 else text.count("\n", 0, at) + 1


def recording_of(path: Path, head: Head, steps: Steps, sha256: str) -> Recording:
    """Put head and steps together. Raises UnreadableNight, with `path` at fault."""
    start = parse_clock(head.start)
    if start is None:
        raise UnreadableNight(
            path, f"start: {head.start!r} is no clock time; write it as 04:50:00"
        )
    try:
        return make_recording(
            head.name or name_of(path),
            start_seconds=start,
            true=steps.true,
            seen=None if np.array_equal(steps.true, steps.seen) else steps.seen,
            source=head.source,
            licence=head.licence,
            consent=head.consent,
            simulated=head.simulated,
            zone=head.zone,
            date=head.date,
            notes=tuple(dict.fromkeys((*head.notes, *steps.notes))),
            sha256=sha256,
            anchors=[_anchor(path, start, anchor) for anchor in head.anchors],
            confidence=steps.numbers.get("confidence"),
            heart_bpm=steps.numbers.get("heart_bpm"),
            movement=steps.numbers.get("movement"),
            quality=steps.numbers.get("quality"),
        )
    except BadRecording as error:
        raise UnreadableNight(path, f"{error}; correct it there") from None


def _anchor(path: Path, start: int, anchor: int | str) -> int:
    if isinstance(anchor, int):
        return anchor
    seconds = parse_clock(anchor)
    if seconds is None:
        raise UnreadableNight(
            path, f"anchors: {anchor!r} is no clock time; write it as 05:48"
        )
    return (seconds - start) % DAY_SECONDS // STEP_SECONDS


def head_of(recording: Recording) -> dict[str, Any]:
    """Give the keys of a `Head` that say all but the steps, in its order."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "name": recording.name,
        "start": clock_at(recording, 0),
        "zone": recording.zone,
        "date": recording.date,
        "step_seconds": STEP_SECONDS,
        "steps": recording.steps,
        "source": recording.source,
        "licence": recording.licence,
        "consent": recording.consent,
        "simulated": recording.simulated,
        "notes": list(recording.notes),
        "anchors": [_anchor_text(recording, step) for step in recording.anchors],
    }
    return {key: value for key, value in head.items() if value is not None}


def _anchor_text(recording: Recording, step: int) -> int | str:
    """Give the clock of a step, or the step where a clock could mean another."""
    within_a_day = step * STEP_SECONDS < DAY_SECONDS
    return clock_at(recording, step) if within_a_day else step


def json_text(value: dict[str, Any]) -> str:
    """Give the text of a JSON file: a key a line, and a line end at the end."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
