"""Runs of the `paprika` command in this process, and copies of the shipped specs."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from paprika.runtime.cli import main

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "specs"

OF_TALKS = (
    "suites/session.yaml",
    "suites/setup.yaml",
    "suites/talks.yaml",
    "conditions/devices.yaml",
    "conditions/talk.yaml",
    "personas/more.yaml",
    "rubrics/talk.yaml",
    "talk.yaml",
)
"""Files that nights do without."""

Edit = tuple[str, str, str]
"""A file below specs/, a text that stands in it once, and what takes its place."""


class Ran(NamedTuple):
    """What a run of the command came to."""

    code: int
    out: str
    err: str

    @property
    def found(self) -> list[str]:
        """The findings of `--output-format json`, as `concise` would print them."""
        return [said(each) for each in json.loads(self.out)]


def said(finding: Mapping[str, Any]) -> str:
    """Give `file:line:column: severity[code] message (help)` of a finding."""
    where = "{file}:{line}:{column}: " if finding["file"] else ""
    hint = " ({help})" if finding["help"] else ""
    form = where + "{severity}[{code}] {message}" + hint
    return form.format_map(finding)


def paprika(*arguments: str, cwd: Path) -> Ran:
    """Run `paprika` with these arguments in a folder."""
    out, err = StringIO(), StringIO()
    code = None
    with (
        inside(cwd),
        patch.object(sys, "argv", ["paprika", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as error:
            code = error.code
    assert isinstance(code, int)
    return Ran(code, out.getvalue(), err.getvalue())


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Be in a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def copied(home: Path, edits: Sequence[Edit] = (), *, small: bool = False) -> Path:
    """Copy the shipped specs of nights to `home`/specs and edit them; give `home`.

    `small` leaves the suite of week 5 with two seeds, and what it needs: that is
    soon proved.
    """
    specs = home / "specs"
    shutil.copytree(SHIPPED, specs)
    for name in OF_TALKS:
        (specs / name).unlink()
    if small:
        (specs / "paprika.lock").unlink()
        for name in (
            "suites/real.yaml",
            "suites/week4.yaml",
            "conditions/place.yaml",
            "conditions/theme.yaml",
        ):
            (specs / name).unlink()
        starts = specs / "conditions" / "start.yaml"
        unused = ("0653", "0738", "0800", "1026", "1043", "1110", "1204", "1214")
        lines = starts.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [x for x in lines if not any(f"rem_onset-{u}" in x for u in unused)]
        starts.write_text("".join(kept), encoding="utf-8")
        replace_once(
            specs / "suites" / "week5.yaml",
            "seeds: {dev: 1-5, held-out: 6-8}",
            "seeds: {dev: 1, held-out: 6}",
        )
    for name, old, new in edits:
        replace_once(specs / name, old, new)
    return home


def replace_once(path: Path, old: str, new: str) -> None:
    """Replace a text that stands exactly once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def content(folder: Path) -> dict[str, bytes]:
    """Give every file below a folder, by its relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
