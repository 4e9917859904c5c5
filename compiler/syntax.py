"""What is refused before and while a text is parsed, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

from .nodes import MAX_DEPTH, MAX_NODES, TAG, Text, at
from .problems import Place, Problem, Related


def odd_bytes(raw: bytes, path: str) -> Iterator[Problem]:
    """Find the first byte that is not UTF-8, in a file without byte order mark."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        yield Problem(
            "Y101",
            f"byte 0x{raw[error.start]:02X} is not UTF-8",
            at(Text(path, before), len(before)),
            help="this looks like UTF-16; save the file as UTF-8"
            if wide
            else "save the file as UTF-8",
        )


_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_LONE_RETURN = re.compile("\r(?!\n)")
_ODD_NAMES = {
    "\x00": "NUL",
    "\r": "a lone carriage return",
    "\x85": "the line break U+0085",
    "\u2028": "the line break U+2028",
    "\u2029": "the line break U+2029",
    "\ufeff": "a byte order mark inside the file",
}


def odd_characters(source: Text) -> Iterator[Problem]:
    """Find characters on which readers of YAML disagree, each kind once."""
    text = source.text
    first = {text.index(char): char for char in set(text) if _ODD.match(char)}
    if lone := _LONE_RETURN.search(text):
        first[lone.start()] = "\r"
    for index, char in sorted(first.items()):
        name = _ODD_NAMES.get(char, f"the control character U+{ord(char):04X}")
        yield Problem(
            "Y102",
            f"{name} is not allowed",
            at(source, index),
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
                at(source, start, len(line.rstrip())),
                help="remove the line: specs are YAML 1.2",
            )
        elif line.strip() and not line.lstrip().startswith("#"):
            break
        start += len(line) + 1


def too_large(source: Text, mark: Any, depth: bool) -> Problem:
    """Say that a text is too deep or has too many values."""
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem(
        "Y112",
        f"nested more than {MAX_DEPTH} deep"
        if depth
        else f"more than {MAX_NODES} values, aliases counted",
        Place(source.path, line, column, line, column + 1),
        help="flatten it" if depth else "split the file, or use fewer aliases",
    )


def braces(place: Place) -> Problem:
    """Say that a template stands without quotes."""
    return Problem(
        "Y110",
        "braces without quotes are a YAML mapping, not a template",
        place,
        help='quote the whole text: "{{ name }}"',
    )


def stray_tabs(root: Node, source: Text) -> Iterator[Problem]:
    """Find the first tab that indents a line outside quoted and block texts.

    libyaml lets it pass inside brackets.
    """
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
            return


def _tab(place: Place) -> Problem:
    return Problem("Y103", "a tab indents this line", place, help="indent with spaces")


# --- a parser's errors ------------------------------------------------------

_SYNTAX = (
    ("mapping values are not allowed", "a ':' is not possible here",
     "quote a text that holds ': '; otherwise check the indentation"),
    ("could not find expected ':'", "a key without ':'", "write `key: value`"),
    ("'-' indicator", "expected another '- ' item of the list",
     "indent the line like the key to which it belongs"),
    ("' or ']'", "a list opened with '[' is not closed with ']'",
     "close it, or quote a text with '['"),
    ("' or '}'", "a mapping opened with '{' is not closed with '}'",
     "close it, or quote a text with '{'"),
    ("unexpected end of stream", "a quote is never closed", "close it"),
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


def syntax_error(error: yaml.MarkedYAMLError, source: Text) -> Problem:
    """Say a parser's error in plain words, as the fault that it really is."""
    mark = error.problem_mark or error.context_mark
    path, text = source
    reason = error.problem or error.context or "unknown"
    index = min(mark.index, len(text)) if mark else 0
    if not text[index:].strip():
        index = len(text.rstrip())  # the end of the file: show its last line
    place = at(source, index)
    if "another document" in reason:
        return Problem(
            "Y105",
            "a second document in one file",
            at(source, index, 3),
            help="one document a file: put it into a file of its own",
        )
    if "nesting" in reason:
        return too_large(source, mark, True)
    if "tab character" in reason or text[index : index + 1] == "\t":
        return _tab(place)
    if "tag" in reason or "tag" in (error.context or ""):
        if error.context_mark and not text.startswith("!", index):
            index = error.context_mark.index
        match = TAG.match(text, index)
        return Problem(
            "Y106",
            f"the tag '{match[0] if match else '!'}' is not allowed",
            at(source, index, len(match[0]) if match else 1),
            help="remove it; quote a value that is text",
        )
    lines = text.split("\n")
    context = error.context_mark
    for number in (place.line, context.line + 1 if context else place.line):
        if number > len(lines):
            continue
        if bare := _BARE_BRACES.search(lines[number - 1]):
            start, end = bare.span(1)
            return braces(Place(path, number, start + 1, number, end + 1))
    related: tuple[Related, ...] = ()
    if context and error.context and context.line + 1 < place.line:
        related = (Related("it began here", at(source, context.index)),)
    for part, message, hint in _SYNTAX:
        if part in reason:
            return Problem("Y107", message, place, help=hint, related=related)
    return Problem("Y107", f"not valid YAML: {reason}", place, related=related)
