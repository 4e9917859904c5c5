"""The build at hand, and the compiled task behind a sample.

Samples and logs carry a task's suite, id and hash; the task itself stays here, where
solvers and scorers find it, also in a process that did not make the sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from inspect_ai._util.error import PrerequisiteError
from rich.markup import escape

from paprika.compiler.problems import closest
from paprika.compiler.suite import (
    MANIFEST,
    BrokenBuild,
    Build,
    Task,
    digest,
    find_build,
    read_build,
)

from .night.readers import UnreadableNight
from .night.store import UnknownNight, file_digest
from .worlds import world_code

_tasks: dict[tuple[str, str, str], Task] = {}


def suite_tasks(name: str, world: str = "night") -> tuple[Task, ...]:
    """Give the compiled tasks of a suite of one world.

    Raises PrerequisiteError without a usable build, or without such a suite.
    """
    build = open_build()
    worlds = {suite: tasks[0].world for suite, tasks in build.suites.items() if tasks}
    one_of(
        name,
        "suite",
        [suite for suite, made_for in worlds.items() if made_for == world],
    )
    _check_recordings(build.suites[name])
    return build.suites[name]


def _check_recordings(tasks: Sequence[Task]) -> None:
    """Refuse recordings that are gone, or are not what was compiled."""
    for name, sha256 in dict.fromkeys(
        pair for task in tasks for pair in task.data.items()
    ):
        try:
            found = file_digest(name)
        except (UnknownNight, UnreadableNight) as error:
            raise refusal(str(error)) from None
        if found != sha256:
            raise refusal(
                f"the recording {name!r} has changed since it was compiled: run "
                "`paprika compile` again"
            )


def suite_digest(tasks: Sequence[Task]) -> str:
    """Name what a suite's results rest on; other suites of the build don't count."""
    return digest([[task.id, task.hash] for task in tasks])


def open_build() -> Build:
    """Read the build that stands nearest; raises PrerequisiteError with the reason."""
    try:
        folder = find_build()
        return _read_build(folder, (folder / MANIFEST).stat().st_mtime_ns)
    except BrokenBuild as error:
        raise refusal(str(error)) from None


def compiled(metadata: Mapping[str, Any], sample_id: str | int | None) -> Task:
    """Give the compiled task of a sample, also in a process that did not make it.

    Raises PrerequisiteError where the build at hand holds another version of it.
    """
    key = (str(metadata["suite"]), str(sample_id), str(metadata["task_hash"]))
    if key not in _tasks:
        build = open_build()
        for task in build.suites.get(key[0], ()):
            remember(task)
    if key not in _tasks:
        raise refusal(
            f"the log's task {key[1]} of {key[0]} (hash {key[2][:12]}) is not in the "
            "build at hand: compile the specs it was made from, or name their build "
            "in PAPRIKA_BUILD"
        )
    return _tasks[key]


def refusal(message: str) -> PrerequisiteError:
    """Give an error that Inspect prints as it is, without a trace."""
    return PrerequisiteError(escape(message))


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """Say that a name matches nothing, and what does: the nearest, else all."""
    names = list(known)
    near = closest(str(name), names) or f"there is {', '.join(names) or 'none'}"
    return f"unknown {kind} {name!r}: {near}"


def one_of(name: object, kind: str, known: Iterable[str]) -> str:
    """Give a name back; raises PrerequisiteError with near names if it is unknown."""
    names = list(known)
    if not isinstance(name, str) or name not in names:
        raise refusal(unknown(kind, name, names))
    return name


def remember(task: Task) -> None:
    """Keep a compiled task at hand for `compiled`."""
    _tasks[task.suite, task.id, task.hash] = task


@lru_cache(maxsize=2)
def _read_build(folder: Path, stamp: int) -> Build:
    # `stamp` is part of the key: a folder that was compiled anew is read anew.
    return read_build(folder, world_code())
