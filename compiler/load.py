"""YAML files → plain values that know file, line and column.

libyaml (through PyYAML) makes a graph of nodes; the values are built here, typed
by the core schema of YAML 1.2: null, true, false, integers, floats, and nothing
else, so `05:48`, `off` and `2026-10-11` are text. The nodes are kept for places.
"""

from __future__ import annotations

import gc
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import yaml
from yaml.composer import Composer
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from .problems import Place, Problem, Related

MAX_BYTES = 10_000_000
"""Largest file."""
MAX_DEPTH = 64
"""Deepest nesting of lists and mappings, aliases followed."""
MAX_NODES = 1_000_000
"""Most values in a file, aliases followed."""
MAX_NUMBER = 2**53
"""Largest absolute value of a number: up to here every reader agrees on it."""
MAX_DIGITS = 400
"""Longest number, in characters."""


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
                return _place(name, self)
            if not found and not isinstance(node, ScalarNode):
                return _place(name, self)
        place = _place(node, self)
        if name is not None and place[1:3] == place[3:5]:
            return _place(name, self)
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
                if not _is_merge(key):
                    known[key.value] = (key, value)
            for key, value in node.value:
                if _is_merge(key):
                    for merged in _merged(value):
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
    collecting = gc.isenabled()
    gc.disable()  # nodes are many and live on: collecting takes four fifths of the time
    try:
        sources = []
        for path, file in files:
            source, found = _read(path, file)
            sources.append(source)
            problems += found
    finally:
        if collecting:
            gc.enable()
    return sources, problems


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
    problems = list(_odd_bytes(raw, path)) or list(_odd_characters(text, path))
    if problems:
        return Source(path, text, sha256, broken=True), problems
    return _parse(path, text, sha256)


def _parse(
    path: str, text: str, sha256: str, *, pure: bool = False
) -> tuple[Source, list[Problem]]:
    """Compose and build the value of a clean text."""
    bare = Source(path, text, sha256, broken=True)
    try:
        root = _compose(text, pure=pure)
    except _TooLarge as error:
        return bare, [_too_large(bare, error.mark, error.depth)]
    except yaml.MarkedYAMLError as error:
        return bare, [_syntax(error, bare)]
    if root is None:
        return Source(path, text, sha256), []
    builder = _Builder(bare)
    value = builder.build(root)
    problems = builder.problems + list(_stray_tabs(root, bare))
    if problems:
        return bare, problems
    return Source(path, text, sha256, value, _root=root), []


# --- before parsing ---------------------------------------------------------


def _odd_bytes(raw: bytes, path: str) -> Iterator[Problem]:
    """Find the first byte that is not UTF-8."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        yield Problem(
            "Y101",
            f"byte 0x{raw[error.start]:02X} is not UTF-8",
            _at(before + " ", len(before), path),
            help=f"this looks like UTF-{16 if wide else 8}; save the file as UTF-8"
            if wide
            else "save the file as UTF-8",
        )


_ODD = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)"
)
_ODD_NAMES = {
    "\x00": "NUL",
    "\r": "a lone carriage return",
    "\x85": "the line break U+0085",
    "\u2028": "the line break U+2028",
    "\u2029": "the line break U+2029",
    "\ufeff": "a byte order mark inside the file",
}


def _odd_characters(text: str, path: str) -> Iterator[Problem]:
    """Find characters on which readers of YAML disagree, each kind once."""
    first: dict[str, int] = {}
    for match in _ODD.finditer(text):
        first.setdefault(match[0], match.start())
    for char, index in first.items():
        name = _ODD_NAMES.get(char, f"the control character U+{ord(char):04X}")
        yield Problem(
            "Y102",
            f"{name} is not allowed",
            _at(text, index, path),
            help="remove it"
            if char != "\r"
            else "end lines with a line feed, or with both",
        )
    start = 0
    for line in text.split("\n"):
        if line.startswith("%"):
            yield Problem(
                "Y104",
                f"the directive '{line.split()[0]}' is not allowed",
                _at(text, start, path, len(line.rstrip())),
                help="remove the line: specs are YAML 1.2",
            )
        elif line.strip() and not line.lstrip().startswith("#"):
            break
        start += len(line) + 1


def _at(text: str, index: int, path: str, length: int = 1) -> Place:
    """Give the place of text[index:index + length], within one line."""
    line = text.count("\n", 0, index) + 1
    column = index - text.rfind("\n", 0, index)
    return Place(path, line, column, line, column + length)


# --- text → nodes -----------------------------------------------------------

_UNTAGGED = ""


class _TooLarge(Exception):
    def __init__(self, mark: Any, depth: bool) -> None:
        super().__init__()
        self.mark = mark
        self.depth = depth


class _Count:
    """What both parsers ask while they compose: nothing is typed, all is counted."""

    _nodes = 0
    _depth = 0

    def resolve(self, kind: object, value: object, implicit: object) -> str:
        return _UNTAGGED

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        self._nodes += 1
        self._depth += 1
        # A scalar is one level below its list; the builder is exact about depth.
        if self._depth > MAX_DEPTH + 1 or self._nodes > MAX_NODES:
            mark = parent.start_mark if parent else None
            raise _TooLarge(mark, self._depth > MAX_DEPTH + 1)

    def ascend_resolver(self) -> None:
        self._depth -= 1


class _Composer(Protocol):
    def __init__(self, text: str) -> None: ...

    def get_single_node(self) -> Node | None: ...


class _PureComposer(_Count, Reader, Scanner, Parser, Composer):
    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)


_FastComposer: type[_Composer] = _PureComposer
if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _CComposer(_Count, CParser):
        pass

    _FastComposer = _CComposer


def _compose(text: str, *, pure: bool = False) -> Node | None:
    """Give the node graph of a document; None if it is empty."""
    composer = _PureComposer if pure else _FastComposer
    return composer(text).get_single_node()


# --- nodes → values ---------------------------------------------------------

_FIRST = frozenset("-+.0123456789nNtTfF~")
"""First characters of plain scalars that may be something else than text."""
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("null", "Null", "NULL", "~"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")


class _Stop(Exception):
    """The rest of the file is not worth building."""


def _plain(text: str) -> Any:
    """Give the value of a plain scalar. Raises ValueError with the reason."""
    if text == "" or text in _WORDS:
        return _WORDS.get(text)
    if _NOT_FINITE.match(text):
        raise ValueError(f"{text} is not a finite number")
    whole, based = _INT.match(text), _BASED.match(text)
    if not (whole or based or _FLOAT.match(text)):
        return text
    if len(text) > MAX_DIGITS:
        raise ValueError(f"a number of {len(text)} characters; the limit is 400")
    number: int | float
    number = int(text) if whole else int(text, 0) if based else float(text)
    if abs(number) > MAX_NUMBER:
        raise ValueError(f"{text} is beyond 2^53 = {MAX_NUMBER}, the largest number")
    digits = text.lower().partition("e")[0]
    if number == 0 and not based and digits.strip("+-.0"):
        raise ValueError(f"{text} is so small that it becomes 0")
    return number


def _is_merge(key: Node) -> bool:
    return isinstance(key, ScalarNode) and key.value == "<<" and not key.style


def _merged(value: Node) -> list[MappingNode]:
    """Give the mappings that a `<<` takes in, the stronger first."""
    nodes = value.value if isinstance(value, SequenceNode) else [value]
    return [node for node in nodes if isinstance(node, MappingNode)]


class _Done(NamedTuple):
    """A built list or mapping, how many values it holds and how deep it is."""

    value: Any
    size: int
    height: int


class _Builder:
    """Builds values from nodes, each node once, and collects what is wrong."""

    def __init__(self, source: Source) -> None:
        self.problems: list[Problem] = []
        self._source = source
        self._done: dict[int, _Done] = {}
        self._open: set[int] = set()
        # `! x` is a tag that a parser swallows; look for it only if it may be there.
        self._bang = re.search(r"(?<!\S)!(?!\S)", source.text) is not None
        # The slow parser lets `"\ud800"` pass.
        self._surrogates = "\\u" in source.text or "\\U" in source.text

    def build(self, root: Node) -> Any:
        """Give the value of a document; None after a problem that ends it."""
        try:
            return self._value(root)
        except _Stop:
            return None

    def _value(self, node: Node) -> Any:
        if node.tag or self._bang:
            self._check_tag(node)
        if type(node) is ScalarNode:
            text: str = node.value
            if node.style or (text and text[0] not in _FIRST):
                if self._surrogates and any("\ud800" <= c <= "\udfff" for c in text):
                    self._error("Y107", "an escape of half a surrogate pair", node)
                return text
            try:
                return _plain(text)
            except ValueError as error:
                self._error("Y113", str(error), node, "quote it if it is text")
                return 0
        done = self._done.get(id(node))
        if done is not None:
            return done.value
        if id(node) in self._open:
            self._cycles()
        self._open.add(id(node))
        value = self._list(node) if type(node) is SequenceNode else self._mapping(node)
        self._open.discard(id(node))
        return value

    def _list(self, node: Node) -> list[Any]:
        value = [self._value(child) for child in node.value]
        self._keep(node, value, [n for n in node.value if type(n) is not ScalarNode])
        return value

    def _mapping(self, node: Node) -> dict[str, Any]:
        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        keys: dict[Any, Node] = {}
        not_text: dict[Any, Node] = {}
        children: list[Node] = []
        build, bang = self._value, self._bang
        clean = not bang and not self._surrogates
        for key_node, child in node.value:
            if type(key_node) is not ScalarNode:
                self._bad_key(key_node, node)
                continue
            key: Any = key_node.value
            if (not key or key[0] in _FIRST or key == "<<") and not key_node.style:
                key = self._plain_key(key_node)
            if bang or key_node.tag:
                self._check_tag(key_node)
            if key in keys:
                not_text.pop(key, None)
                self._duplicate(key_node, keys[key])
                continue
            keys[key] = key_node
            if type(child) is ScalarNode:
                value = child.value  # most are text: spare them a call
                if not (
                    clean
                    and not child.tag
                    and (child.style or (value and value[0] not in _FIRST))
                ):
                    value = build(child)
            else:
                value = build(child)
                children.append(child)
            if key is _MERGE:
                self._merge(child, merged)
                continue
            if type(key) is str:
                own[key] = value
            else:
                not_text[key] = key_node
        for key_node in not_text.values():
            self._bad_key(key_node, node)
        result = {**merged, **own} if merged else own
        self._keep(node, result, children, len(merged))
        return result

    def _plain_key(self, node: Node) -> Any:
        """Give text, the mark of a merge, or (kind, value) of what is not text."""
        if node.value == "<<":
            return _MERGE
        try:
            key = _plain(node.value)
        except ValueError:
            return node.value if node.value else None
        if isinstance(key, str):
            return key
        return ("number" if type(key) in (int, float) else "word", key)

    def _merge(self, node: Node, merged: dict[str, Any]) -> None:
        """Take in the mappings of one `<<`, the first the strongest."""
        parts = node.value if isinstance(node, SequenceNode) else [node]
        for part in parts:
            if not isinstance(part, MappingNode):
                self._error(
                    "Y115",
                    "`<<` takes a mapping or a list of mappings",
                    part,
                    "write `<<: *name`, where `&name` stands at a mapping",
                )
                continue
            for key, value in self._value(part).items():
                merged.setdefault(key, value)
        self._count += len(merged)
        if self._count > MAX_NODES:
            self._stop(node, depth=False)

    _count = 0

    def _keep(
        self, node: Node, value: Any, inner: Sequence[Node], merged: int = 0
    ) -> None:
        """Remember a value; stop if with all its aliases it is too large.

        `inner` are the lists and mappings in it, `merged` counts merged entries.
        """
        size, height = 1 + len(node.value) + merged, 0
        for child in inner:
            # A problem may have left a child unbuilt.
            if done := self._done.get(id(child)):
                size += done.size
                height = max(height, done.height)
        self._done[id(node)] = _Done(value, size, height + 1)
        if size > MAX_NODES or height >= MAX_DEPTH:
            self._stop(node, depth=height >= MAX_DEPTH)

    # What can be wrong with a node.

    def _error(self, code: str, message: str, node: Node, help: str = "") -> None:
        place = _place(node, self._source)
        self.problems.append(Problem(code, message, place, help=help or None))

    def _stop(self, node: Node, *, depth: bool) -> None:
        self.problems.append(_too_large(self._source, node.start_mark, depth))
        raise _Stop

    def _check_tag(self, node: Node) -> None:
        index = node.start_mark.index
        match = _PROPERTIES.match(self._source.text, index)
        tag = re.search(r"(?<!\S)!\S*", match[0]) if match else None
        if tag is not None:
            self.problems.append(
                Problem(
                    "Y106",
                    f"the tag '{tag[0]}' is not allowed",
                    _at(
                        self._source.text,
                        index + tag.start(),
                        self._source.path,
                        len(tag[0]),
                    ),
                    help="remove it; quote a value that is text",
                )
            )

    def _bad_key(self, key: Node, mapping: Node) -> None:
        for node in (mapping, key):
            flow = isinstance(node, CollectionNode) and node.flow_style
            if flow and self._source.text.startswith("{{", node.start_mark.index):
                self.problems.append(_braces(_place(node, self._source)))
                return
        self._error(
            "Y109",
            f"the key {_quoted(key)} is not text",
            key,
            f"""quote it: "{key.value}\""""
            if isinstance(key, ScalarNode) and key.value
            else "write a text as the key",
        )

    def _duplicate(self, key: Node, first: Node) -> None:
        same = key.value == first.value
        also = "" if same else f" (it equals '{first.value}')"
        self.problems.append(
            Problem(
                "Y108",
                f"the key '{key.value}' stands twice in one mapping{also}",
                _place(key, self._source),
                help="merge the two, or rename one",
                related=(Related("first written here", _place(first, self._source)),),
            )
        )

    def _cycles(self) -> None:
        """Report every alias that stands inside its own anchor, and stop."""
        source = self._source
        loader = yaml.CLoader if yaml.__with_libyaml__ else yaml.Loader
        opened: list[Any] = []
        for event in yaml.parse(source.text, Loader=loader):
            if isinstance(event, yaml.CollectionStartEvent):
                opened.append(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                opened.pop()
            elif isinstance(event, yaml.AliasEvent):
                for start in opened:
                    if start.anchor == event.anchor:
                        self.problems.append(_cycle(event, start, source))
        raise _Stop


_MERGE = object()
"""Stands for the key `<<`."""


def _quoted(key: Node) -> str:
    if isinstance(key, ScalarNode):
        return f"'{key.value}'" if key.value else "(empty)"
    return "(a list)" if isinstance(key, SequenceNode) else "(a mapping)"


def _cycle(alias: Any, anchor: Any, source: Source) -> Problem:
    start, end = alias.start_mark, alias.end_mark
    place = Place(
        source.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1
    )
    name = str(alias.anchor)
    here = _at(source.text, anchor.start_mark.index, source.path, len(name) + 1)
    return Problem(
        "Y111",
        f"the alias '*{name}' stands inside its own anchor",
        place,
        help="write the value out",
        related=(Related("the anchor", here),),
    )


def _too_large(source: Source, mark: Any, depth: bool) -> Problem:
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem(
        "Y112",
        f"nested more than {MAX_DEPTH} deep"
        if depth
        else f"more than {MAX_NODES} values, aliases counted",
        Place(source.path, line, column, line, column + 1),
        help="flatten it" if depth else "split the file, or use fewer aliases",
    )


def _braces(place: Place) -> Problem:
    return Problem(
        "Y110",
        "braces without quotes are a YAML mapping, not a template",
        place,
        help='quote the whole text: "{{ name }}"',
    )


def _stray_tabs(root: Node, source: Source) -> Iterator[Problem]:
    """Find tabs that indent a line, outside quoted and block texts."""
    if "\t" not in source.text:
        return
    lines = [
        (number, match.end())
        for number, line in enumerate(source.text.split("\n"))
        if "\t" in line and (match := re.match(r" *\t(?=\s*\S)", line))
    ]
    if not lines:
        return
    inside: set[int] = set()
    todo, seen = [root], set()
    while todo:
        node = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ScalarNode):
            if node.style:
                inside.update(range(node.start_mark.line + 1, node.end_mark.line + 1))
        elif isinstance(node, MappingNode):
            todo += [each for pair in node.value for each in pair]
        else:
            todo += node.value
    for number, column in lines:
        if number not in inside:
            yield _tab(Place(source.path, number + 1, column, number + 1, column + 1))


def _tab(place: Place) -> Problem:
    return Problem("Y103", "a tab indents this line", place, help="indent with spaces")


# --- places -----------------------------------------------------------------

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")


def _place(node: Node, source: Source) -> Place:
    """Give the place of a node's text, without its anchor and trailing space."""
    text = source.text
    start, end = node.start_mark, _last(node).end_mark
    index, line, column = start.index, start.line, start.column
    if text[index : index + 1] in ("&", "!") and (
        match := _PROPERTIES.match(text, index)
    ):
        line, column = _moved(text, index, min(match.end(), end.index), line, column)
        index = min(match.end(), end.index)
    stop = index + len(text[index : end.index].rstrip())
    end_line, end_column = _moved(text, index, stop, line, column)
    return Place(source.path, line + 1, column + 1, end_line + 1, end_column + 1)


def _moved(text: str, start: int, stop: int, line: int, column: int) -> tuple[int, int]:
    """Give line and column at `stop`, counted on from those at `start`."""
    breaks = text.count("\n", start, stop)
    if not breaks:
        return line, column + stop - start
    return line + breaks, stop - text.rfind("\n", start, stop) - 1


def _last(node: Node) -> Node:
    """Give the node in which a block collection ends: its own end is too late."""
    while isinstance(node, CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        child = last[1] if isinstance(node, MappingNode) else last
        if child.start_mark.index < node.start_mark.index:
            return last[0] if isinstance(node, MappingNode) else node  # an alias
        node = child
    return node


# --- syntax errors in plain words -------------------------------------------

_SYNTAX = (
    ("mapping values are not allowed", "a ':' is not possible here",
     "quote a text that holds ': '; otherwise check the indentation"),
    ("could not find expected ':'", "a key without ':'", None),
    ("'-' indicator", "expected another '- ' item of the list", None),
    ("' or ']'", "a list opened with '[' is not closed with ']'", None),
    ("' or '}'", "a mapping opened with '{' is not closed with '}'", None),
    ("unexpected end of stream", "a quote is never closed", None),
    ("undefined alias", "an alias without an anchor",
     "write `&name` at the value it stands for, before it; quote a text with '*'"),
    ("duplicate anchor", "the same anchor twice", "rename one"),
    ("cannot start any token", "a value cannot start with this character",
     "quote the text"),
    ("unknown escape", "unknown escape after '\\' in a text with double quotes",
     "use single quotes, or write '\\\\'"),
    ("Unicode character", "an escape of half a surrogate pair", None),
    ("hexdecimal", "an escape after '\\' needs hexadecimal digits", None),
    ("sequence entries are not allowed", "a '- ' item is not possible here",
     "start the list on its own line; quote a text that begins with '- '"),
    ("alphabetic or numeric", "a '*' or '&' without a name", "quote the text"),
    ("comment or", "text on the line of a '|' or '>'",
     "start the text on the next line"),
    ("node content", "a value is missing here", None),
    ("maximum nesting", f"nested more than {MAX_DEPTH} deep", None),
    ("expected key", "this does not fit: expected the next key",
     "check the indentation and the quotes"),
    ("<block end>", "this does not fit: expected the next key",
     "check the indentation and the quotes"),
    ("document indicator", "a quoted text ends at the end of the document", None),
)  # fmt: skip
"""Part of a parser's message, ours, and the help."""

_BARE_BRACES = re.compile(r"(?:^|[:,\[-])\s*(\{[{%].*?(?:[}%]\}|$))")


def _syntax(error: yaml.MarkedYAMLError, source: Source) -> Problem:
    """Say a parser's error in plain words, as the fault that it really is."""
    mark = error.problem_mark or error.context_mark
    text, path = source.text, source.path
    reason = error.problem or error.context or "unknown"
    index = min(mark.index, len(text)) if mark else 0
    if not text[index:].strip():
        index = len(text.rstrip())  # the end of the file: show its last line
    place = _at(text, index, path)
    if "another document" in reason:
        return Problem(
            "Y105",
            "a second document in one file",
            _at(text, index, path, 3),
            help="one document a file: put it into a file of its own",
        )
    if "nesting" in reason:
        return _too_large(source, mark, True)
    if "tab character" in reason or text[index : index + 1] == "\t":
        return _tab(place)
    if "tag" in reason or "tag" in (error.context or ""):
        match = re.compile(r"!\S*").match(text, index)
        return Problem(
            "Y106",
            f"the tag '{match[0] if match else '!'}' is not allowed",
            _at(text, index, path, len(match[0]) if match else 1),
            help="remove it; quote a value that is text",
        )
    lines = text.split("\n")
    context = error.context_mark
    for number in (place.line, context.line + 1 if context else place.line):
        if number > len(lines):
            continue
        if braces := _BARE_BRACES.search(lines[number - 1]):
            start, end = braces.span(1)
            return _braces(Place(path, number, start + 1, number, end + 1))
    related: tuple[Related, ...] = ()
    if context and error.context and context.line + 1 < place.line:
        opened = "this began here" if "plain" in error.context else "it began here"
        related = (Related(opened, _at(text, context.index, path)),)
    for part, message, hint in _SYNTAX:
        if part in reason:
            return Problem("Y107", message, place, help=hint, related=related)
    return Problem("Y107", f"not valid YAML: {reason}", place, related=related)
