"""The compiled suite: the contract between the compiler and the runtime.

Every text is inlined; who reads it never opens a spec. The shape changes only
together with `FORMAT`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

FORMAT = "paprika-build/1"
DoNothing = Literal["passes", "fails"]


class Call(NamedTuple):
    """A call of a registered function with all its arguments."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One runnable task. Its seeds are the trials of it, by split."""

    id: str
    suite: str
    world: str
    conditions: Mapping[str, str]
    init: tuple[Call, ...]
    expect: tuple[Call, ...]
    solution: tuple[Call, ...]
    asserts: tuple[Call, ...]
    score: Mapping[str, Any]
    do_nothing: DoNothing
    seeds: Mapping[str, tuple[int, ...]]
    facts: Mapping[str, str]
    persona: Mapping[str, Any] | None
    brief: str
    assumptions: Mapping[str, Any]
    """Values of the assumptions, by name; shared by all tasks of a build."""
    hash: str = ""

    @property
    def key(self) -> str:
        """The name that keys randomness: unique over all suites."""
        return f"{self.suite}:{self.id}"


def canonical(value: Any) -> str:
    """Give the one JSON text of a value: sorted keys, no spaces, no NaN."""
    return json.dumps(
        value,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    )


def digest(value: Any) -> str:
    """Give the sha256 of a value's canonical JSON, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()
