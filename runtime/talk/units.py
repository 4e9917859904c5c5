"""What a judge is shown of a talk: what was said and noted, and nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paprika.rubrics.judge import Unit
from paprika.rubrics.notes import BedtimeNote, DreamReport

from .model import TalkTrace, Turn

SEES: Mapping[str, Sequence[str]] = {
    "turn": ("before", "turn"),
    "talk": ("talk", "note"),
    "note_item": ("item", "talk"),
}
"""Kind of unit -> the fields it has."""


def units(trace: TalkTrace, on: str) -> list[Unit]:
    """Give the units of one kind, in order."""
    return [Unit(id, on, shown) for id, shown in _fields(trace, on)]


def _fields(trace: TalkTrace, on: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Give each unit's id within the talk, and its fields by name."""
    talk = [_row(turn) for turn in trace.turns]
    match on:
        case "turn":
            return [
                (f"turn-{turn.at}", {"before": talk[: turn.at], "turn": _row(turn)})
                for turn in trace.turns
                if turn.speaker == "agent" and turn.text
            ]
        case "talk":
            note = None if trace.note is None else trace.note.model_dump(mode="json")
            return [("talk", {"talk": talk, "note": note})] if talk else []
        case "note_item":
            return [
                (f"item-{index}", {"item": item, "talk": talk})
                for index, item in enumerate(_items(trace))
            ]
        case _:
            return []


def _row(turn: Turn) -> dict[str, Any]:
    return {"turn": turn.at, "speaker": turn.speaker, "text": turn.text}


def _items(trace: TalkTrace) -> list[dict[str, str]]:
    """Give what a note says, each item under its field's name."""
    note = trace.note
    if isinstance(note, BedtimeNote):
        items = [("wish", note.wish), ("mood", note.mood)]
        items += [("exclude", each) for each in note.exclude]
    elif isinstance(note, DreamReport):
        items = [("feeling", note.feeling)]
    else:
        return []
    items += [("own_words", quote.words) for quote in note.own_words]
    return [{"field": field, "text": text} for field, text in items if text]
