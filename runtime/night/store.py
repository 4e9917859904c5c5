"""Finds nights by name, and keeps them.

A night NAME is `NAME.tsv` with `NAME.json` beside it, or `NAME.json` alone. Folders
are searched in this order, and the first that has the night wins:

1. those of the environment variable `PAPRIKA_NIGHTS`, separated as in `PATH`;
2. the nearest `datasets/private` in the working directory or above it;
3. the nights that come with the package.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from .readers import READERS, UnreadableNight, read_night
from .readers.bids import tables
from .recording import Recording, is_name

PRIVATE = Path("datasets", "private")
ENVIRONMENT = "PAPRIKA_NIGHTS"


class UnknownNight(Exception):
    """No folder has a night of the name; the message says what is near."""

    def __init__(self, name: str, near: list[str], looked: list[Path]) -> None:
        """Keep the parts for diagnostics."""
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        places = ", ".join(map(str, looked))
        super().__init__(f"no night {name!r}{hint} (looked in {places})")
        self.name = name
        self.near = near
        self.looked = looked


class NightExists(Exception):
    """Another night already has the name in that folder."""

    def __init__(self, path: Path) -> None:
        """Keep the path of the night that is there."""
        super().__init__(f"{path}: another night is there already")
        self.path = path


class Entry(NamedTuple):
    """A night that can be found."""

    name: str
    path: Path


class Kept(NamedTuple):
    """Where a night was written, and whether anything changed."""

    path: Path
    written: bool


def find_night(name: str) -> Recording:
    """Give the night of a name. Files that have not changed are read once.

    Raises UnknownNight, or UnreadableNight for a file at fault.
    """
    path = _path_of(name)
    night = _load(path, _signature(path), _signature(path.with_suffix(".json")))
    if night.name != name:
        raise UnreadableNight(
            path, f"is called {night.name!r} inside; rename the file or the night"
        )
    return night


def file_digest(name: str) -> str:
    """Give the sha256, in hex, that stands for a night's files.

    Of the file itself; where a night has two, of both their digests. Equal to
    `Recording.sha256`. Raises like `find_night`.
    """
    return find_night(name).sha256


def list_nights() -> list[Entry]:
    """Give the nights that `find_night` would find, by name."""
    found: dict[str, Path] = {}
    for folder in folders():
        for name, path in _nights_in(folder):
            found.setdefault(name, path)
    return [Entry(name, found[name]) for name in sorted(found)]


def folders() -> list[Path]:
    """Give the folders in which nights are looked for, in order."""
    named = os.environ.get(ENVIRONMENT, "").split(os.pathsep)
    found = [Path(folder).absolute() for folder in named if folder]
    here = Path.cwd()
    for above in (here, *here.parents):
        if (above / PRIVATE).is_dir():
            found.append(above / PRIVATE)
            break
    return [*found, _built_in()]


def keep_night(recording: Recording, folder: Path, *, force: bool = False) -> Kept:
    """Write a night as a table and its side file, so that a stop leaves no half.

    Each file is written beside its place and renamed into it, the side file last;
    a table without its side file, or with that of another table, is no night to
    the store. Raises NightExists for a different night of the name, unless `force`;
    OSError where the folder cannot be written.
    """
    table, side = tables(recording)
    path = folder / f"{recording.name}.tsv"
    parts = ((path, table.encode()), (path.with_suffix(".json"), side.encode()))
    there = {part: part.read_bytes() for part, _ in parts if part.exists()}
    if there == dict(parts):
        return Kept(path, written=False)
    if not force and not there.items() <= dict(parts).items():
        raise NightExists(path)
    folder.mkdir(parents=True, exist_ok=True)
    for part, new in parts:
        beside = part.with_name(f".{part.name}.{os.getpid()}")
        try:
            beside.write_bytes(new)
            beside.replace(part)
        finally:
            beside.unlink(missing_ok=True)
    return Kept(path, written=True)


def _path_of(name: str) -> Path:
    looked = folders()
    if is_name(name):  # a path is no name, and may not lead out of the folders
        for folder in looked:
            side = folder / f"{name}.json"
            table = folder / f"{name}.tsv"
            if table.exists() and side.exists():
                return table
            if side.exists() and not table.exists():
                return side
    names = [entry.name for entry in list_nights()]
    raise UnknownNight(name, difflib.get_close_matches(name, names, 3), looked)


def _nights_in(folder: Path) -> Iterator[Entry]:
    if not folder.is_dir():
        return
    for side in sorted(folder.glob("*.json")):
        table = side.with_suffix(".tsv")
        if is_name(side.stem) and _is_night(side):
            yield Entry(side.stem, table if table.exists() else side)


def _is_night(path: Path) -> bool:
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError:
        return False
    return any(reader.claims(text) for reader in READERS)


@lru_cache(maxsize=1)
def _built_in() -> Path:
    """Give the folder of the nights that come with the package."""
    inside = files("paprika.datasets")
    first = next(part for part in inside.iterdir() if part.name.endswith(".tsv"))
    return Path(str(first)).parent


Signature = tuple[int, int] | None


def _signature(path: Path) -> Signature:
    """Give the change time and size of a file; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=256)
def _load(path: Path, _table: Signature, _side: Signature) -> Recording:
    return read_night(path)
