"""Is what a judge cites really there?

A quote must stand verbatim, at least three words long, within one text of what was
shown, by whoever it must come from; `field=value` must be the value of that field,
and a turn's words must be theirs there too.
Case, punctuation, spaces and the shape of quotation marks don't count. There is no
threshold of likeness: short quotes that differ by a word can say the opposite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .words import clean

LEAST_WORDS = 3
FROM: Mapping[str, str] = {"note_item": "person"}
"""Kinds of units whose evidence must be the words of one speaker."""

BOOKKEEPING = frozenset({"turn", "speaker", "field"})
"""Fields that say where something stands: true, and proof of nothing."""

_FIELD = re.compile(r"\s*`?([A-Za-z_]\w*(?:\.\w+)*)\s*=\s*(.+?)`?\s*\Z", re.DOTALL)
_WORD = re.compile(r"[^\W_]+")

_COMMANDS = re.compile(
    r"\bverdicts?\b|\bcriteri(?:on|a)\b|\bjudge\b|\bsystem prompt\b|"
    r"\b(?:ignore|disregard|forget) (?:all|any|your|previous|the above)\b|"
    r"\b(?:answer|reply|respond|output)\W+(?:with\W+)?(?:yes|no|unknown)\b"
)
"""Words to the judge: in what is judged they prove nothing but an attack."""


def commands(evidence: str) -> bool:
    """Tell whether a piece of evidence speaks to the judge."""
    return _COMMANDS.search(clean(evidence)) is not None


def supported(evidence: str, fields: Mapping[str, Any], on: str) -> bool:
    """Tell whether a piece of evidence holds for a unit of this kind."""
    speaker = FROM.get(on)
    field = _FIELD.match(evidence)
    if field is not None:
        found = _find(fields, field[1].split("."))
        if found is not None:
            value, by = found
            theirs = None in (speaker, by) or by == speaker
            return theirs and _plain(field[2]) == _plain(
                "null" if value is None else str(value)
            )
    quote = _words(evidence)
    if len(quote) < LEAST_WORDS:
        return False
    return any(_within(quote, _words(text)) for text in _texts(fields, speaker))


def proves(evidence: str, fields: Mapping[str, Any], on: str) -> bool:
    """Tell whether it holds and says more than where something stands."""
    field = _FIELD.match(evidence)
    kept = field is not None and field[1].split(".")[-1] in BOOKKEEPING
    return not kept and supported(evidence, fields, on)


def _find(value: Any, path: list[str]) -> tuple[Any, str | None] | None:
    """Give the plain value at a path such as `observation.stage`, and who said it.

    None where there is none. A missing reading is None, and `null` in evidence.
    """
    by: str | None = None
    for step in path:
        if isinstance(value, Mapping) and step in value:
            by = value.get("speaker", by)
            value = value[step]
        elif (
            isinstance(value, list | tuple)
            and step.isdecimal()
            and int(step) < len(value)
        ):
            value = value[int(step)]
        else:
            return None
    plain = value is None or isinstance(value, str | int | float | bool)
    return (value, by) if plain else None


def _plain(text: str) -> str:
    plain = clean(text).strip().strip("\"'")
    try:
        return f"{float(plain):g}"
    except ValueError:
        return " ".join(_words(plain)) or plain


def _texts(value: Any, speaker: str | None) -> Iterator[str]:
    """Give every text in what was shown, or those of the one speaker that count."""
    if isinstance(value, str):
        if speaker is None:
            yield value
    elif isinstance(value, Mapping):
        if speaker is not None and value.get("speaker") == speaker:
            yield str(value.get("text", ""))
            return
        for each in value.values():
            yield from _texts(each, speaker)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each, speaker)


def _words(text: str) -> list[str]:
    return _WORD.findall(clean(text))


def _within(quote: list[str], text: list[str]) -> bool:
    starts = range(len(text) - len(quote) + 1)
    return any(text[at : at + len(quote)] == quote for at in starts)
