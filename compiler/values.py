"""Nodes → plain values, typed by the core schema of YAML 1.2.

Null, true, false, integers and floats, and nothing else: `05:48`, `off`, `1_000`
and `2026-10-11` are text, `0607` is the number 607.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from .nodes import (
    BARE_TAG,
    MAX_DEPTH,
    MAX_NODES,
    PROPERTIES,
    TAG,
    Text,
    at,
    place_of,
)
from .problems import Place, Problem, Related
from .syntax import braces, too_large

MAX_NUMBER = 2**53
"""Largest absolute value of a number: up to here every reader agrees on it."""
MAX_DIGITS = 400
"""Longest number, in characters."""
MAX_PROBLEMS = 500
"""Most problems told of one file."""


class Built(NamedTuple):
    """The value of a document, or what is wrong with it."""

    value: Any
    problems: list[Problem]


def build(root: Node, text: Text) -> Built:
    """Build each node once; aliased parts are shared."""
    builder = _Builder(text)
    try:
        return Built(builder.value(root), builder.problems)
    except _Stop:
        return Built(None, builder.problems)


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
    if text.isdecimal() and text.isascii() and len(text) < 16:
        return int(text)  # the common case
    if text == "" or text in _WORDS:
        return _WORDS.get(text)
    if _NOT_FINITE.match(text):
        raise ValueError(f"{text} is not a finite number")
    whole, based = _INT.match(text), _BASED.match(text)
    if not (whole or based or _FLOAT.match(text)):
        return text
    if len(text) > MAX_DIGITS:
        long = f"a number of {len(text)} characters"
        raise ValueError(f"{long}; the limit is {MAX_DIGITS}")
    number: int | float
    number = int(text) if whole else int(text, 0) if based else float(text)
    if abs(number) > MAX_NUMBER:
        raise ValueError(f"{text} is beyond 2^53 = {MAX_NUMBER}, the largest number")
    digits = text.lower().partition("e")[0]
    if number == 0 and not based and digits.strip("+-.0"):
        raise ValueError(f"{text} is so small that it becomes 0")
    return number


_Done = tuple[Any, int, int]
"""A built list or mapping, how many values it holds and how deep it is."""
_OPEN: _Done = (None, 0, 0)
"""Stands for a list or mapping that is being built."""


class _Builder:
    """Builds values from nodes, each node once, and collects what is wrong."""

    def __init__(self, source: Text) -> None:
        self.problems: list[Problem] = []
        self._source = source
        self._done: dict[int, _Done] = {}
        self._merged = 0
        # A bare `!` is a tag that a parser swallows: look for it if it may be there.
        self._bang = BARE_TAG.search(source.text) is not None
        # The slow parser lets `"\ud800"` pass.
        self._surrogates = "\\u" in source.text or "\\U" in source.text

    def value(self, node: Node) -> Any:
        """Give the value of a node. Raises _Stop when the rest is not worth it."""
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
            if done is _OPEN:
                self._cycles()
            return done[0]
        self._done[id(node)] = _OPEN
        return self._list(node) if type(node) is SequenceNode else self._mapping(node)

    def _list(self, node: Node) -> list[Any]:
        value = [self.value(child) for child in node.value]
        inner = [child for child in node.value if type(child) is not ScalarNode]
        self._keep(node, value, inner)
        return value

    def _mapping(self, node: Node) -> dict[str, Any]:
        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        keys: dict[Any, Node] = {}
        twice: list[tuple[Node, Node]] = []
        not_text: dict[Any, Node] = {}
        children: list[Node] = []
        build, bang = self.value, self._bang
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
                twice.append((key_node, keys[key]))
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
        if twice:
            self._duplicates(twice)
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
            return ("number", node.value)
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
            for key, value in self.value(part).items():
                merged.setdefault(key, value)
        self._merged += len(merged)
        if self._merged > MAX_NODES:
            self._stop(node, depth=False)

    def _keep(
        self, node: Node, value: Any, inner: Sequence[Node], merged: int = 0
    ) -> None:
        """Remember a value; stop if with all its aliases it is too large.

        `inner` are the lists and mappings in it, `merged` counts merged entries.
        """
        size, height = 1 + len(node.value) + merged, 0
        for child in inner:
            _, inner_size, inner_height = self._done[id(child)]
            size += inner_size
            if inner_height > height:
                height = inner_height
        self._done[id(node)] = (value, size, height + 1)
        if size > MAX_NODES or height >= MAX_DEPTH:
            self._stop(node, depth=height >= MAX_DEPTH)

    # What can be wrong with a node.

    def _add(self, problem: Problem) -> None:
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            raise _Stop

    def _error(self, code: str, message: str, node: Node, help: str = "") -> None:
        place = place_of(node, self._source)
        self._add(Problem(code, message, place, help=help or None))

    def _stop(self, node: Node, *, depth: bool) -> None:
        self.problems.append(too_large(self._source, node.start_mark, depth))
        raise _Stop

    def _check_tag(self, node: Node) -> None:
        text, index = self._source.text, node.start_mark.index
        match = PROPERTIES.match(text, index)
        tag = TAG.search(match[0]) if match else None
        if tag is None and not node.tag:
            return
        name, start = (tag[0], tag.start()) if tag else ("!", 0)
        place = at(self._source, index + start, len(name))
        problem = Problem(
            "Y106",
            f"the tag '{name}' is not allowed",
            place,
            help="remove it; quote a value that is text",
        )
        # A mapping begins where its first key does.
        if problem not in self.problems[-1:]:
            self._add(problem)

    def _bad_key(self, key: Node, mapping: Node) -> None:
        for node in (mapping, key):
            flow = isinstance(node, CollectionNode) and node.flow_style
            if flow and self._source.text.startswith("{{", node.start_mark.index):
                self._add(braces(place_of(node, self._source)))
                return
        self._error(
            "Y109",
            f"the key {_quoted(key)} is not text",
            key,
            f"""quote it: "{key.value}\""""
            if isinstance(key, ScalarNode) and key.value
            else "write a text as the key",
        )

    def _duplicates(self, twice: Sequence[tuple[Node, Node]]) -> None:
        """Report the keys of one mapping that were there already: (key, first)."""
        key, first = twice[0]
        said = f"the key '{key.value}' stands twice in one mapping"
        if key.value != first.value:
            said += f" (it equals '{first.value}')"
        help = "merge the two, or rename one"
        if len(twice) > 1:
            # Likely one slip: two bodies became one.
            more = len(twice) - 1
            said += f", and {more} more key{'s' * (more > 1)}"
            help += "; is a name missing above, or indented too far?"
        related = [Related("first written here", place_of(first, self._source))]
        related += [
            Related("twice, too", place_of(other, self._source))
            for other, _ in twice[1:]
        ]
        place = place_of(key, self._source)
        self._add(Problem("Y108", said, place, help, tuple(related)))

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
                        self._add(_cycle(event, start, source))
        raise _Stop


_MERGE = object()
"""Stands for the key `<<`."""


def _quoted(key: Node) -> str:
    if isinstance(key, ScalarNode):
        return f"'{key.value}'" if key.value else "(empty)"
    return "(a list)" if isinstance(key, SequenceNode) else "(a mapping)"


def _cycle(alias: Any, anchor: Any, source: Text) -> Problem:
    start, end = alias.start_mark, alias.end_mark
    place = Place(
        source.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1
    )
    name = str(alias.anchor)
    here = at(source, anchor.start_mark.index, len(name) + 1)
    return Problem(
        "Y111",
        f"the alias '*{name}' stands inside its own anchor",
        place,
        help="write the value out",
        related=(Related("the anchor", here),),
    )
