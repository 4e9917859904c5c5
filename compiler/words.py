"""Values and pydantic's findings, said in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic_core import ErrorDetails

_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "dict_type": "a mapping",
    "mapping_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dataclass_type": "a mapping",
    "none_required": "null",
    "finite_number": "a finite number",
}
_LIMITS = {
    "greater_than": ("more than", "gt"),
    "greater_than_equal": ("at least", "ge"),
    "less_than": ("less than", "lt"),
    "less_than_equal": ("at most", "le"),
    "multiple_of": ("a multiple of", "multiple_of"),
}
_LENGTHS = {
    "too_short": ("at least", "min_length", "items"),
    "too_long": ("at most", "max_length", "items"),
    "string_too_short": ("at least", "min_length", "characters"),
    "string_too_long": ("at most", "max_length", "characters"),
}


def in_plain_words(details: ErrorDetails) -> str:
    """Say a finding of pydantic as the end of a sentence: `must be ..., not ...`."""
    kind, value = details["type"], details["input"]
    context = details.get("ctx", {})
    if kind in _KINDS:
        return f"must be {_KINDS[kind]}, not {shown(value)}"
    if kind in _LIMITS:
        words, limit = _LIMITS[kind]
        return f"must be {words} {_number(context[limit])}, not {_number(value)}"
    if kind in _LENGTHS:
        words, limit, unit = _LENGTHS[kind]
        count = context[limit]
        if count == 1 and kind == "too_short":
            return "must not be empty"
        return f"must have {words} {count} {unit if count != 1 else unit[:-1]}"
    if kind in ("literal_error", "enum"):
        return f"must be {context['expected']}, not {shown(value)}"
    if kind == "string_pattern_mismatch":
        return f"must look like {context['pattern']}, not {shown(value)}"
    if kind in ("value_error", "assertion_error"):
        return f"is {shown(value)}: {context['error']}"
    return details["msg"]


def shown(value: Any) -> str:
    """Say a value in a few words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return f"the text '{cut(value)}'" if value else "an empty text"
        case list() | tuple():
            return "a list" if value else "an empty list"
        case dict():
            return "a mapping" if value else "an empty mapping"
        case _:
            return f"a {type(value).__name__}"


def _number(value: Any) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def cut(text: str) -> str:
    """Shorten a text for a message."""
    text = " ".join(text.split()) or text
    return text if len(text) <= 60 else text[:59] + "…"


def listing(names: Iterable[str]) -> str:
    """Join keys: `a`, `b` and `c`."""
    return _joined([f"`{name}`" for name in names], "and")


def either(names: Sequence[str]) -> str:
    """Join words: a, b or c."""
    return _joined(names, "or")


def _joined(words: Sequence[str], last_word: str) -> str:
    *most, last = words
    return f"{', '.join(most)} {last_word} {last}" if most else last
