"""Finds the shared research material that some tests read; it is not committed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
"""Of the repository."""


def shared(*parts: str) -> Path:
    """Give a path of the shared folder, or skip the test where there is none.

    The folder is `PAPRIKA_SHARED`, else `shared` beside or above the repository,
    known by its `nights`.
    """
    named = os.environ.get("PAPRIKA_SHARED")
    folders = [Path(named)] if named else [above / "shared" for above in ROOT.parents]
    for folder in folders:
        if (folder / "nights").is_dir():
            path = folder.joinpath(*parts)
            if path.exists():
                return path
    pytest.skip(f"shared {'/'.join(parts)} is not on this machine (PAPRIKA_SHARED)")


def shared_nights() -> list[Path]:
    """Give the files of the shared research nights, by name; skips without them."""
    return sorted(shared("nights").glob("*.json"))
