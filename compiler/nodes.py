"""YAML text → a graph of nodes, and where each of them stands.

libyaml composes the graph (through PyYAML); without it PyYAML's own parser does,
slowly. Nothing is typed here: that is `values`.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Protocol

import yaml
from yaml.composer import Composer
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from .problems import Place

MAX_DEPTH = 64
"""Deepest nesting of lists and mappings, aliases followed."""
MAX_NODES = 1_000_000
"""Most values in a file, aliases followed."""
UNTAGGED = ""
"""The tag of a node without one."""


class Text(NamedTuple):
    """A file's text, by the name to show."""

    path: str
    text: str


class TooLarge(Exception):
    """A text is nested too deep (`depth`) or has too many values, at `mark`."""

    def __init__(self, mark: Any, depth: bool) -> None:
        """Keep the mark of the node that is too much."""
        super().__init__()
        self.mark = mark
        self.depth = depth


class _Count:
    """What both parsers ask while they compose: nothing is typed, all is counted."""

    _nodes = 0
    _depth = 0

    def resolve(self, kind: object, value: object, implicit: object) -> str:
        return UNTAGGED

    def descend_resolver(self, parent: Node | None, index: object) -> None:
        self._nodes += 1
        self._depth += 1
        # A scalar is one level below its list; the builder is exact about depth.
        if self._depth > MAX_DEPTH + 1 or self._nodes > MAX_NODES:
            mark = parent.start_mark if parent else None
            raise TooLarge(mark, self._depth > MAX_DEPTH + 1)

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

    _in_plain = False

    def scan_plain(self) -> Any:
        """Let a `?` stand inside plain text in brackets, as YAML 1.2 does."""
        self._in_plain = True
        token = super().scan_plain()
        self._in_plain = False
        return token

    def peek(self, index: int = 0) -> str:
        """Give a character ahead."""
        char: str = super().peek(index)
        return "x" if char == "?" and self._in_plain else char


_FastComposer: type[_Composer] = _PureComposer
if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _CComposer(_Count, CParser):
        pass

    _FastComposer = _CComposer


def compose(text: str, *, pure: bool = False) -> Node | None:
    """Give the node graph of a document; None if it is empty.

    Raises yaml.MarkedYAMLError for what is not YAML, TooLarge for a bomb. `pure`
    asks for the slow parser.
    """
    composer = _PureComposer if pure else _FastComposer
    return composer(text).get_single_node()


def is_merge(key: Node) -> bool:
    """Tell whether a key is a bare `<<`."""
    return isinstance(key, ScalarNode) and key.value == "<<" and not key.style


def merged_nodes(value: Node) -> list[MappingNode]:
    """Give the mappings that a `<<` takes in, the stronger first."""
    nodes = value.value if isinstance(value, SequenceNode) else [value]
    return [node for node in nodes if isinstance(node, MappingNode)]


# --- places -----------------------------------------------------------------

TAG = re.compile(r"!(?:<[^>\n]*>|[^\s,\[\]{}]*)")
PROPERTIES = re.compile(rf"(?:(?:&[^\s,\[\]{{}}]+|{TAG.pattern})\s*)+")
BARE_TAG = re.compile(r"(?<![^\s\[{,])!(?![^\s\]}},])")


def place_of(node: Node, source: Text) -> Place:
    """Give the place of a node's text, without its anchor and trailing space."""
    text = source.text
    start, end = node.start_mark, _last(node).end_mark
    index, line, column = start.index, start.line, start.column
    if text[index : index + 1] in ("&", "!") and (
        match := PROPERTIES.match(text, index)
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


def at(source: Text, index: int, length: int = 1) -> Place:
    """Give the place of text[index:index + length], within one line."""
    line = source.text.count("\n", 0, index) + 1
    column = index - source.text.rfind("\n", 0, index)
    return Place(source.path, line, column, line, column + length)
