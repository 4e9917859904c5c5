"""The lock: which rotated names the tasks of a suite keep.

Dealing depends on the listing order of the crossed facets. With a lock beside the
specs, a condition added anywhere changes the id of no task that is in it. A name
added to a rotated facet gets new tasks only, until it is given its share.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from paprika.compiler.load import Unreadable
from paprika.compiler.problems import Place, Problem
from paprika.compiler.suite import sha256

if TYPE_CHECKING:
    from paprika.compiler.compose import Composition
    from paprika.compiler.deal import Dealt
    from paprika.compiler.spec import Specs

LOCK = "paprika.lock"
FORMAT = "paprika-lock/1"


class Lock(NamedTuple):
    """What a lock holds: suite -> crossed names -> rotated names; and its file."""

    rotation: Mapping[str, Dealt]
    path: str | None = None
    sha256: str = ""


def read_lock(paths: Sequence[str]) -> tuple[Lock, list[Problem]]:
    """Read the lock in the first folder that has one; without any, an empty one.

    Raises Unreadable for a lock that can't be read.
    """
    for folder in map(Path, paths):
        path = folder / LOCK
        if not path.is_file():
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise Unreadable(f"cannot read '{path.as_posix()}': {why}") from error
        try:
            body = json.loads(data)
            rotation = body["rotation"]
            sound = body["format"] == FORMAT and all(
                isinstance(names, list) and all(isinstance(n, str) for n in names)
                for dealt in rotation.values()
                for names in dealt.values()
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            sound = False
        if not sound:
            problem = Problem(
                "N240",
                f"the lock is not of the format {FORMAT!r}",
                Place(path.as_posix(), 1, 1, 1, 1),
                "delete it and write it anew with `paprika lock`",
            )
            return Lock({}), [problem]
        return Lock(rotation, path.as_posix(), sha256(data)), []
    return Lock({}), []


def lock_text(compositions: Mapping[str, Composition], specs: Specs) -> str:
    """Give the text of a lock that keeps everything as it is dealt now."""
    from paprika.compiler.deal import task_id

    rotation = {}
    for name, composition in compositions.items():
        rotated = specs.suites[name].rotate
        if not rotated:
            continue
        rotation[name] = {
            task_id(n for f, n in draft.conditions.items() if f not in rotated): [
                draft.conditions[facet] for facet in rotated
            ]
            for draft in composition.everything()
        }
    body = {"format": FORMAT, "rotation": rotation}
    # One line a task, so that a change shows as one line.
    return json.dumps(body, indent=0, sort_keys=True) + "\n"
