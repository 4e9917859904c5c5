"""The compiled suite: the contract between the compiler and the runtime.

A build is a folder: `<suite>.jsonl` (one task a line, an Inspect sample each),
`manifest.json` (what it was made from and what was proved) and `origins.json`
(where each part was written; hashed nowhere). Every text is inlined; who reads a
build never needs a spec. The shape changes only together with `FORMAT`.
"""

from __future__ import annotations

import ctypes
import glob
import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

FORMAT = "paprika-build/1"
MANIFEST = "manifest.json"
ORIGINS = "origins.json"
WRITE_BYTES = 2**20
"""Rows are handed to the system so many bytes at a time."""
JUNK = (".DS_Store", "Thumbs.db")
"""What file managers leave in any folder that is looked at."""
DoNothing = Literal["passes", "fails"]


class BrokenBuild(Exception):
    """A build that can't be used: missing, tampered with, stale or unreadable."""


class NotABuild(Exception):
    """The output folder holds something that the compiler did not make."""


class Call(NamedTuple):
    """A call of a registered function with all its arguments."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One runnable task. Its seeds are its trials, by split."""

    id: str
    suite: str
    world: str
    conditions: Mapping[str, str]
    """Facet -> name, in composition order."""
    init: tuple[Call, ...]
    expect: tuple[Call, ...]
    solution: tuple[Call, ...]
    asserts: tuple[Call, ...]
    score: Mapping[str, Any]
    """Part -> bar in 0..1, or {bar, rubrics} for a judged part."""
    do_nothing: DoNothing
    seeds: Mapping[str, tuple[int, ...]]
    facts: Mapping[str, str]
    persona: Mapping[str, Any] | None
    brief: str
    assumptions: Mapping[str, Any]
    """Values of the world's assumptions, by name; the same for a whole build."""
    data: Mapping[str, str]
    """Data files the task rests on, name -> sha256."""
    hash: str

    @property
    def key(self) -> str:
        """The name that keys randomness: unique over all suites."""
        return f"{self.suite}:{self.id}"


@dataclass(frozen=True, slots=True)
class Build:
    """A whole build, verified. `digest` names its content."""

    folder: Path
    suites: Mapping[str, tuple[Task, ...]]
    manifest: Mapping[str, Any]
    digest: str

    @property
    def rubrics(self) -> Mapping[str, Mapping[str, Any]]:
        """What judges are asked, by rubric, each with its `hash`."""
        found: Mapping[str, Mapping[str, Any]] = self.manifest["rubrics"]
        return found


_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical(value: Any) -> str:
    """Give the one JSON text of a value: sorted keys, no spaces, no NaN.

    U+2028, U+2029 and U+0085 are escaped, since some readers split lines there.
    """
    text = _ENCODER.encode(value)
    if text.isascii():
        return text
    for char in "\x85\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def digest(value: Any, length: int = 64) -> str:
    """Give the sha256 of a value's canonical JSON, in hex, cut to `length`."""
    return sha256(canonical(value).encode())[:length]


def sha256(data: bytes) -> str:
    """Give the sha256 of bytes in hex."""
    return hashlib.sha256(data).hexdigest()


def source_sha256(path: Path) -> str:
    """Give the sha256 of a source file, whatever line ends its checkout has."""
    return sha256(path.read_bytes().replace(b"\r\n", b"\n"))


# ---------------------------------------------------------------- writing


def write_build(
    folder: Path,
    suites: Mapping[str, Iterable[str]],
    manifest: Mapping[str, Any],
    origins: Mapping[str, Any],
) -> None:
    """Write a build beside `folder`, then put it in place in one step.

    `suites` maps a suite's name to its JSON lines. Mappings of the manifest may be
    `Written`, four deep at most. A kill at any moment leaves
    the old build whole. Raises NotABuild if `folder` exists and is not a build.
    """
    _refuse_foreign(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    beside = folder.parent / f".{folder.name}-{os.getpid()}.tmp"
    beside.mkdir()
    try:
        files = {}
        for name, lines in suites.items():
            files[f"{name}.jsonl"] = _write_lines(beside / f"{name}.jsonl", lines)
        body = {"format": FORMAT, "files": files, **manifest}
        body["digest"] = sha256(_json(body, 4).encode())
        _write_lines(beside / ORIGINS, [_json(origins, 4, "")])
        _write_lines(beside / MANIFEST, [_json(body, 4, "")])
        _put_in_place(beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


class Written(dict[str, str]):
    """A mapping from ids to values that are canonical JSON texts already."""


def _json(value: Any, depth: int, indent: str | None = None) -> str:
    """Give canonical JSON of mappings that may be `Written` down to a depth.

    With an indent, mappings are written out to that depth, one entry a line.
    """
    if not isinstance(value, Mapping) or not value or depth == 0:
        return canonical(value)
    deeper = None if indent is None else indent + " "
    colon = ":" if indent is None else ": "
    if isinstance(value, Written):
        entries = [f'"{key}"{colon}{value[key]}' for key in sorted(value)]
    else:
        entries = [
            canonical(key) + colon + _json(value[key], depth - 1, deeper)
            for key in sorted(value)
        ]
    if indent is None:
        return "{" + ",".join(entries) + "}"
    return f"{{\n{deeper}" + f",\n{deeper}".join(entries) + f"\n{indent}}}"


def _write_lines(path: Path, lines: Iterable[str]) -> str:
    """Write lines with LF ends; give the file's sha256."""
    hasher = hashlib.sha256()
    with path.open("wb", buffering=WRITE_BYTES) as file:
        for line in lines:
            data = line.encode() + b"\n"
            hasher.update(data)
            file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return hasher.hexdigest()


def _refuse_foreign(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise NotABuild(f"{folder} is not a folder that the compiler made")
    if not folder.exists() or not any(folder.iterdir()):
        return
    try:
        manifest = _read_json(folder / MANIFEST)
        made_here = manifest["format"].startswith("paprika-build/")
        made = {MANIFEST, ORIGINS, *manifest["files"], *JUNK}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        made_here = False
    if not made_here:
        raise NotABuild(f"{folder} holds files that the compiler did not make")
    foreign = sorted(path.name for path in folder.iterdir() if path.name not in made)
    if foreign:
        raise NotABuild(
            f"{folder} holds {foreign[0]!r}, which the compiler did not make: "
            "move it away, for the whole folder is replaced"
        )


def _sweep(folder: Path) -> None:
    """Remove what killed compilers left; bring an old build back if need be."""
    restore(folder)
    for left in folder.parent.glob(f".{glob.escape(folder.name)}-*.tmp"):
        pid = left.name.removeprefix(f".{folder.name}-").removesuffix(".tmp")
        if pid.isdecimal() and (int(pid) == os.getpid() or not _alive(int(pid))):
            shutil.rmtree(left, ignore_errors=True)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def restore(folder: Path) -> None:
    """Undo a swap that a kill interrupted where folders can't be exchanged."""
    aside = _aside(folder)
    if aside.exists():
        if folder.exists():
            shutil.rmtree(aside, ignore_errors=True)
        else:
            aside.rename(folder)


def _aside(folder: Path) -> Path:
    return folder.parent / f".{folder.name}-old.tmp.d"


def _put_in_place(new: Path, folder: Path) -> None:
    if not folder.exists():
        new.rename(folder)
    elif not _exchange(new, folder):
        # Two renames where the system has no exchange: `restore` mends a kill
        # between them.
        folder.rename(_aside(folder))
        new.rename(folder)
        shutil.rmtree(_aside(folder))


def _exchange(a: Path, b: Path) -> bool:
    """Swap two folders in one step; False where the system can't."""
    if sys.platform.startswith("linux"):
        call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        arguments: tuple[Any, ...] = (-100, os.fsencode(a), -100, os.fsencode(b), 2)
    elif sys.platform == "darwin":
        call = getattr(ctypes.CDLL(None, use_errno=True), "renamex_np", None)
        arguments = (os.fsencode(a), os.fsencode(b), 2)
    else:
        return False
    return call is not None and call(*arguments) == 0


# ---------------------------------------------------------------- rows


class TaskTexts(NamedTuple):
    """JSON texts of a task's fields, but for those that differ from task to task."""

    asserts: str
    brief: str
    data: str
    do_nothing: str
    expect: str
    facts: str
    persona: str
    score: str
    seeds: str
    solution: str
    suite: str
    world: str


def spec_text(texts: TaskTexts, init: str) -> str:
    """Give the canonical JSON of what a task is, apart from its name and place.

    `init` is the text of its init calls.
    """
    return (
        f'{{"assert":{texts.asserts},"brief":{texts.brief},'
        f'"do_nothing":{texts.do_nothing},"expect":{texts.expect},'
        f'"facts":{texts.facts},"init":{init},"persona":{texts.persona},'
        f'"score":{texts.score},"seeds":{texts.seeds},"solution":{texts.solution}}}'
    )


def row(
    id: str, conditions: Mapping[str, str], hash: str, init: str, texts: TaskTexts
) -> str:
    """Give a task as its JSON line (canonical, so equal tasks are equal bytes).

    Ids, facets and names hold nothing that JSON escapes.
    """
    at = ",".join([f'"{facet}":"{conditions[facet]}"' for facet in sorted(conditions)])
    return (
        f'{{"id":"{id}","input":{texts.brief},"metadata":{{"assert":{texts.asserts},'
        f'"conditions":{{{at}}},"data":{texts.data},'
        f'"do_nothing":{texts.do_nothing},"expect":{texts.expect},'
        f'"facts":{texts.facts},"hash":"{hash}","init":{init},'
        f'"persona":{texts.persona},"score":{texts.score},"seeds":{texts.seeds},'
        f'"solution":{texts.solution},"suite":{texts.suite},"world":{texts.world}}}}}'
    )


class SharedTexts:
    """JSON texts of values that many tasks share, made once an object.

    Keeps the objects, so that an id is never used twice.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._texts: dict[int, tuple[Any, str]] = {}

    def text(self, value: Any) -> str:
        """Give canonical JSON of an object that is shared and never changes."""
        known = self._texts.get(id(value))
        if known is None:
            known = self._texts[id(value)] = (value, canonical(value))
        return known[1]

    def calls(self, calls: tuple[Call, ...]) -> str:
        """Give a list of calls that is the same object in many tasks."""
        known = self._texts.get(id(calls))
        if known is None:
            listed = [{"args": call.arguments, "fn": call.name} for call in calls]
            known = self._texts[id(calls)] = (calls, canonical(listed))
        return known[1]

    def task(self, task: Task) -> TaskTexts:
        """Give the texts of what a task shares with others."""
        return TaskTexts(
            asserts=self.calls(task.asserts),
            brief=self.text(task.brief),
            data=self.text(task.data),
            do_nothing=self.text(task.do_nothing),
            expect=self.calls(task.expect),
            facts=self.text(task.facts),
            persona=self.text(task.persona),
            score=self.text(task.score),
            seeds=self.text(task.seeds),
            solution=self.calls(task.solution),
            suite=self.text(task.suite),
            world=self.text(task.world),
        )


def _task(row: Mapping[str, Any], assumptions: Mapping[str, Any]) -> Task:
    meta = row["metadata"]

    def calls(key: str) -> tuple[Call, ...]:
        return tuple(Call(c["fn"], c["args"]) for c in meta[key])

    return Task(
        id=row["id"],
        suite=meta["suite"],
        world=meta["world"],
        conditions=meta["conditions"],
        init=calls("init"),
        expect=calls("expect"),
        solution=calls("solution"),
        asserts=calls("assert"),
        score=meta["score"],
        do_nothing=meta["do_nothing"],
        seeds={split: tuple(seeds) for split, seeds in meta["seeds"].items()},
        facts=meta["facts"],
        persona=meta["persona"],
        brief=row["input"],
        assumptions=assumptions,
        data=meta["data"],
        hash=meta["hash"],
    )


# ---------------------------------------------------------------- reading


def find_build(start: Path | None = None) -> Path:
    """Find the build: `PAPRIKA_BUILD`, else the nearest `build/` upward.

    Raises BrokenBuild saying where it looked.
    """
    named = os.environ.get("PAPRIKA_BUILD")
    here = (start or Path.cwd()).resolve()
    # A relative name is looked for upward too: Inspect runs a task file in the
    # file's own folder.
    for parent in (here, *here.parents):
        folder = parent / (named or "build")
        restore(folder)
        if (folder / MANIFEST).is_file():
            return folder
    if named:
        raise BrokenBuild(f"PAPRIKA_BUILD names {named}, which holds no build")
    raise BrokenBuild(
        f"no build/ in {here} or above it: run `paprika compile specs/` first"
    )


def read_build(folder: Path, code: Mapping[str, str] | None = None) -> Build:
    """Read a build and verify every byte of it against its manifest.

    `code` maps a world's name to the hash of its present code: a build made with
    other code is stale. So is one whose specs have changed since, where they stand
    beside the build. Raises BrokenBuild with the reason.
    """
    manifest = _verified_manifest(folder)
    for world, made_with in manifest["worlds"].items():
        if code is not None and code.get(world) != made_with["code"]:
            raise BrokenBuild(
                f"{folder} is stale: it was compiled with other code of the world "
                f"{world!r}; run `paprika compile` again"
            )
    for source in manifest["sources"]:
        path = folder.parent / source["path"]
        if path.is_file() and sha256(path.read_bytes()) != source["sha256"]:
            raise BrokenBuild(
                f"{folder} is stale: {source['path']} has changed since; "
                "run `paprika compile` again"
            )
    suites = {
        name: tuple(_tasks(folder / f"{name}.jsonl", name, manifest))
        for name in manifest["suites"]
    }
    return Build(folder, suites, manifest, manifest["digest"])


def _verified_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = _read_json(path)
    except OSError as error:
        raise BrokenBuild(f"{path} can't be read: {error.strerror}") from None
    except ValueError:
        raise BrokenBuild(f"{path} is not JSON: compile again") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise BrokenBuild(f"{path} has format {found!r}, this version reads {FORMAT!r}")
    body = {key: value for key, value in manifest.items() if key != "digest"}
    if manifest.get("digest") != digest(body):
        raise BrokenBuild(f"{path} was changed after it was compiled: compile again")
    return manifest


def _tasks(path: Path, suite: str, manifest: Mapping[str, Any]) -> Iterator[Task]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BrokenBuild(f"{path} can't be read: {error.strerror}") from None
    if sha256(data) != manifest["files"].get(path.name):
        raise BrokenBuild(f"{path} was changed after it was compiled: compile again")
    world = manifest["suites"][suite]["world"]
    assumptions = manifest["worlds"][world]["assumptions"]
    for line in data.decode().split("\n"):
        if line:
            yield _task(json.loads(line), assumptions)


def _read_json(path: Path) -> Any:
    return json.loads(path.read_bytes())
