"""What is wrong with a spec, and where: values, never exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class Place(NamedTuple):
    """A stretch of a source file: 1-based lines and columns, in code points.

    The end is exclusive; `file` is as the user named it, with forward slashes.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Related(NamedTuple):
    """A second place that helps to understand a problem."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. Its code never changes meaning; every code has a page.

    `message` says what is wrong, the value and the limit; `help` what to do.
    """

    code: str
    message: str
    place: Place | None = None
    help: str | None = None
    related: tuple[Related, ...] = ()
    severity: Literal["error", "warning"] = "error"
    task: str | None = None
