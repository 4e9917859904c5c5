"""YAML files → plain values that know file, line and column.

libyaml (through PyYAML) makes a graph of nodes; the values are built here, typed
by the core schema of YAML 1.2: null, true, false, integers, floats, and nothing
else, so `05:48`, `off` and `2026-10-11` are text. The nodes are kept for places.
"""

from __future__ import annotations

import gc
import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .nodes import Text, TooLarge, compose, is_merge, merged_nodes, place_of
from .problems import Place, Problem
from .syntax import odd_bytes, odd_characters, stray_tabs, syntax_error, too_large
from .values import build

MAX_BYTES = 10_000_000
"""Largest file."""


class Unreadable(Exception):
    """A path cannot be read: the environment is at fault, not a spec."""


@dataclass(frozen=True, eq=False, repr=False)
class Source:
    """One spec file: its text, its value, and where every value stands.

    `value` is plain Python (dict, list, str, int, float, bool, None); None for an
    empty file, and for a `broken` one, whose errors were reported. Aliased parts
    are shared: do not change them.
    """

    path: str
    """As the user would write it, with forward slashes."""
    text: str
    sha256: str
    """Of the bytes."""
    value: Any = None
    broken: bool = False
    _root: Node | None = None
    _index: dict[int, dict[str, tuple[Node, Node]]] = field(default_factory=dict)

    @property
    def _text(self) -> Text:
        return Text(self.path, self.text)

    def place(self, loc: Sequence[str | int], *, key: bool = False) -> Place:
        """Give the place of the value at `loc`, or of its key.

        `loc` holds a key for each mapping and an index for each list on the way.
        Merged and aliased values are found where their text stands. A value that
        is not there has the place of the nearest name above it; one with no text
        (`init:`) that of its key.
        """
        node, name, depth = self._walk(loc)
        if node is None:
            return Place(self.path, 1, 1, 1, 1)
        found = depth == len(loc)
        if name is not None:
            if found and key:
                return place_of(name, self._text)
            if not found and not isinstance(node, ScalarNode):
                return place_of(name, self._text)
        place = place_of(node, self._text)
        if name is not None and place[1:3] == place[3:5]:
            return place_of(name, self._text)
        return place

    def written(self, loc: Sequence[str | int]) -> tuple[str | int, ...]:
        """Give the part of `loc`, from its start, that is in the file."""
        return tuple(loc[: self._walk(loc)[2]])

    def blank(self, loc: Sequence[str | int]) -> bool:
        """Tell whether the value at `loc` has no text at all, as in `init:`."""
        node, _, depth = self._walk(loc)
        return (
            depth == len(loc)
            and isinstance(node, ScalarNode)
            and not node.style
            and node.value == ""
        )

    def _walk(self, loc: Sequence[str | int]) -> tuple[Node | None, Node | None, int]:
        """Follow `loc` as far as it goes: the node, its key, the steps taken.

        Short of the end of `loc`, the key of an item is that of its list.
        """
        node, name = self._root, None
        for depth, step in enumerate(loc):
            if isinstance(node, SequenceNode) and isinstance(step, int):
                if not 0 <= step < len(node.value):
                    return node, name, depth
                node = node.value[step]
            elif isinstance(node, MappingNode) and step in self._entries(node):
                name, node = self._entries(node)[str(step)]
            else:
                return node, name, depth
        if loc and isinstance(loc[-1], int):
            name = None
        return node, name, len(loc)

    def _entries(self, node: MappingNode) -> dict[str, tuple[Node, Node]]:
        """Give key and value nodes by key; own keys win over merged ones."""
        known = self._index.get(id(node))
        if known is None:
            known = self._index[id(node)] = {}
            for key, value in node.value:
                if not is_merge(key):
                    known[key.value] = (key, value)
            for key, value in node.value:
                if is_merge(key):
                    for merged in merged_nodes(value):
                        for name, entry in self._entries(merged).items():
                            known.setdefault(name, entry)
        return known


def read_sources(paths: Sequence[str]) -> tuple[list[Source], list[Problem]]:
    """Read files, and folders with all their *.yaml and *.yml, sorted by path.

    Hidden files and folders are left out, and a file named twice is read once.
    All problems of all files are given. Raises Unreadable for a path that does
    not exist and for a file or folder that cannot be read.
    """
    files, problems = _find(paths)
    sources: list[Source] = []
    with collector_off():
        for path, file in files:
            source, found = _read(path, file)
            sources.append(source)
            problems += found
    return sources, problems


@contextmanager
def collector_off() -> Iterator[None]:
    """Keep the cyclic collector off: nodes and bodies are many, and live on.

    Collecting would take four fifths of the time of loading.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _find(paths: Sequence[str]) -> tuple[list[tuple[str, str]], list[Problem]]:
    """Give (name to show, name to open) of the files, sorted, each once."""
    problems: list[Problem] = []
    found: dict[str, str] = {}
    for path in paths:
        if not os.path.isdir(path):
            found[os.path.abspath(path)] = path
            continue
        listed = [os.path.join(path, name) for name in _walk_folder(path)]
        if not listed:
            name = _shown(path)
            problems.append(
                Problem(
                    "Y114",
                    f"no *.yaml file in the folder '{name}'",
                    Place(name, 1, 1, 1, 1),
                    help="name a folder that holds specs",
                )
            )
        found.update((os.path.abspath(each), each) for each in listed)
    shown = sorted((_shown(path), path) for path in found.values())
    return shown, problems


def _walk_folder(folder: str) -> Iterator[str]:
    """Give the spec files below a folder, relative to it."""

    def fail(error: OSError) -> None:
        raise Unreadable(f"cannot read the folder '{error.filename}': {_why(error)}")

    for root, folders, files in os.walk(folder, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.endswith((".yaml", ".yml")) and not name.startswith("."):
                yield os.path.relpath(os.path.join(root, name), folder)


def _shown(path: str) -> str:
    """Give a path as the user would write it: relative if below the cwd."""
    full = os.path.abspath(path)
    here = os.getcwd()
    if full == here:
        return "."
    if full.startswith(here.rstrip(os.sep) + os.sep) or not os.path.isabs(path):
        full = os.path.relpath(full, here)
    return full.replace(os.sep, "/")


def _why(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()


def _read(path: str, file: str) -> tuple[Source, list[Problem]]:
    """Read one file; a broken one has no value."""
    try:
        status = os.stat(file)
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable(f"cannot read '{path}': not a file")
        with open(file, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable(f"cannot read '{path}': {_why(error)}") from error
    sha256 = hashlib.sha256(raw).hexdigest()
    if len(raw) > MAX_BYTES:
        problem = Problem(
            "Y112",
            f"the file is larger than {MAX_BYTES // 1_000_000} MB",
            Place(path, 1, 1, 1, 1),
            help="split it; files merge by name",
        )
        return Source(path, "", sha256, broken=True), [problem]
    raw = raw.removeprefix(b"\xef\xbb\xbf")  # a byte order mark at the start is fine
    text = raw.decode("utf-8", "replace")
    problems = list(odd_bytes(raw, path)) or list(odd_characters(Text(path, text)))
    if problems:
        return Source(path, text, sha256, broken=True), problems
    return _parse(path, text, sha256)


def _parse(
    path: str, text: str, sha256: str, *, pure: bool = False
) -> tuple[Source, list[Problem]]:
    """Give the source of a clean text; `pure` asks for the slow parser."""
    broken = Source(path, text, sha256, broken=True)
    named = Text(path, text)
    try:
        root = compose(text, pure=pure)
    except TooLarge as error:
        return broken, [too_large(named, error.mark, error.depth)]
    except yaml.MarkedYAMLError as error:
        return broken, [syntax_error(error, named)]
    if root is None:
        return Source(path, text, sha256), []
    value, problems = build(root, named)
    problems += stray_tabs(root, named)
    if problems:
        return broken, problems
    return Source(path, text, sha256, value, _root=root), []
