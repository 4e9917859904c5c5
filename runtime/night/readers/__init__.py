"""One module a file format: each turns a file into a `Recording`.

To add a format, write a module here with three names and put it in `READERS`:

- `ABOUT`: the format in a few words, for the list in error messages;
- `claims(text) -> bool`: whether a text is of the format, by a quick look;
- `read(path) -> Recording`: reads the file, or raises `UnreadableNight` with one
  sentence that says what is wrong and what to do.

`rows.bin_rows` gives steps from rows of any length, by the policies that all
readers share; `side.recording_of` checks the whole.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ..recording import Recording
from . import bids, draft, whole
from .rows import UnreadableNight, source_of

__all__ = ["READERS", "Reader", "UnreadableNight", "read_night"]


class Reader(Protocol):
    """What a module of this package offers."""

    ABOUT: str

    def claims(self, text: str) -> bool:
        """Tell by a quick look whether a text is of the format."""

    def read(self, path: Path) -> Recording:
        """Give the night in the file. Raises UnreadableNight."""


READERS: tuple[Reader, ...] = (whole, draft, bids)
"""Asked in this order; the first that claims a file reads it."""


def read_night(path: Path) -> Recording:
    """Read a night from a file of any known format, told by its content.

    Raises UnreadableNight.
    """
    text = source_of(path).text
    for reader in READERS:
        if reader.claims(text):
            return reader.read(path)
    formats = "; ".join(reader.ABOUT for reader in READERS)
    raise UnreadableNight(path, f"is none of the known formats, which are: {formats}")
