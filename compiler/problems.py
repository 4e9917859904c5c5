"""What is wrong with a spec, and where: values, never exceptions.

Also how findings are printed: for people (`full`, `concise`), for programs
(`json`) and as annotations of a pull request (`github`).
"""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, assert_never

Format = Literal["full", "concise", "json", "github"]

CODES: dict[str, str] = {
    "Y101": "file is not UTF-8",
    "Y102": "character not allowed",
    "Y103": "tab in the indentation",
    "Y104": "YAML directive",
    "Y105": "second document",
    "Y106": "YAML tag",
    "Y107": "not valid YAML",
    "Y108": "duplicate key",
    "Y109": "key is not text",
    "Y110": "braces without quotes",
    "Y111": "alias inside its own anchor",
    "Y112": "file too large or too deep",
    "Y113": "number out of range",
    "Y114": "no specs in the folder",
    "Y115": "merge of something that is not a mapping",
    "N201": "unknown function",
    "N202": "unknown key",
    "N203": "not a name",
    "N204": "name defined twice",
    "N205": "names that look alike",
    "N206": "wrong kind of value",
    "N207": "missing key",
    "N208": "key without a value",
    "N209": "not a call",
    "N210": "bare value for a function",
    "N211": "missing argument",
    "N212": "unknown argument",
    "N213": "bad argument",
    "N214": "bad seeds",
    "N215": "facet `user` outside personas",
    "N216": "same name twice in a list",
    "N230": "unknown facet",
    "N231": "facet that the suite does not have",
    "N232": "unknown condition",
    "N233": "unknown part of the score",
    "N234": "bar of the wrong kind",
    "N235": "unknown rubric",
    "N236": "unknown world",
    "N237": "setting that names nothing",
    "N238": "missing assumption",
    "N239": "assumption out of range",
    "N240": "unreadable lock",
    "N241": "nothing for a judge to see",
    "N260": "text that cannot be filled in",
    "C302": "rule that matches nothing",
    "C303": "rules that leave no task",
    "C304": "condition that contradicts itself",
    "C305": "two calls that set the same thing",
    "C306": "too many tasks for pairwise",
    "C307": "same task twice",
    "C308": "same id twice",
    "C309": "task that checks nothing",
    "C310": "too many combinations",
    "C311": "facet in a case and rotated",
    "C312": "suite whose tasks are all absent",
    "C320": "condition in no task",
    "C321": "rubric in no suite",
    "C322": "assumption of no world",
    "L601": "hidden text in the brief",
    "V401": "init call that changes nothing",
    "V402": "expectation that does not hold",
    "V403": "solution that fails an assert",
    "V404": "solution below the bar",
    "V405": "silence passes undeclared",
    "V406": "silence fails though declared",
    "V407": "unnecessary step",
    "V408": "dead assert",
    "V409": "nothing to score",
    "V411": "value that the world refuses",
    "V412": "absent from the world",
    "V413": "task that cannot begin",
    "V414": "reference agent that fails",
    "V415": "idle agent that passes",
}
"""Every code and its short title. A code never changes its meaning."""


class Place(NamedTuple):
    """A stretch of a source file: 1-based lines and columns, in code points.

    The end is exclusive; `file` is as the user named it, with forward slashes.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


class Related(NamedTuple):
    """A second place that helps to understand a problem."""

    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. Its code never changes meaning; every code has a page.

    `message` says what is wrong, the value and the limit; `help` what to do.
    """

    code: str
    message: str
    place: Place | None = None
    help: str | None = None
    related: tuple[Related, ...] = ()
    severity: Literal["error", "warning"] = "error"
    task: str | None = None


def closest(name: str, names: Iterable[str]) -> str | None:
    """Give a did-you-mean help text for a misspelt name; None if nothing is near."""
    short = name[:80]
    known = sorted(set(names))
    near = difflib.get_close_matches(short, known, n=1, cutoff=0.6)
    if not near:
        folded = {each.casefold(): each for each in known}
        fold = short.casefold()
        near = [
            folded[each]
            for each in difflib.get_close_matches(fold, folded, n=1, cutoff=0.6)
        ]
    return f"did you mean '{near[0]}'?" if near else None


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Sort by place (those without one last); the same finding is kept once."""
    once: dict[tuple[str, Place | None, str], Problem] = {}
    for problem in problems:
        once.setdefault((problem.code, problem.place, problem.message), problem)
    nowhere = Place("", 0, 0, 0, 0)
    return sorted(
        once.values(),
        key=lambda p: (p.place is None, p.place or nowhere, p.code, p.message),
    )


UNKNOWN_NAMES = frozenset({"N230", "N232", "N235", "N236"})
"""Codes of names that are not there. One slip at a definition, or one rename, makes
many of them."""


ELSEWHERE = " (and in other suites)"


def together(problems: Iterable[Problem]) -> list[Problem]:
    """Sort like `in_order`, and tell of one slip once.

    Of an unknown name with all its places; of what the proof found at one place in
    several suites with the first of them.
    """
    kept: list[Problem] = []
    first: dict[tuple[str, str], int] = {}
    proved: dict[tuple[str, Place], int] = {}
    for problem in in_order(problems):
        if problem.code.startswith("V") and problem.place is not None:
            at = (problem.code, problem.place)
            if at in proved:
                one = kept[proved[at]]
                if not one.message.endswith(ELSEWHERE):
                    kept[proved[at]] = replace(one, message=one.message + ELSEWHERE)
                continue
            proved[at] = len(kept)
        key = (problem.code, problem.message)
        if problem.code not in UNKNOWN_NAMES or problem.place is None:
            kept.append(problem)
        elif key not in first:
            first[key] = len(kept)
            kept.append(problem)
        else:
            one = kept[first[key]]
            related = (*one.related, Related("and here", problem.place))
            kept[first[key]] = replace(one, related=related)
    return kept


def render(
    problems: Iterable[Problem],
    sources: Mapping[str, str],
    format: Format = "full",
    color: bool = False,
) -> str:
    """Give the text of the findings, sorted by place, each once.

    `sources` holds the text of the files by name; a file that is not there is
    named without its line. `color` (ANSI) is for `full` and `concise` only.
    The text ends with a line feed unless it is empty; `json` is always an array.
    """
    found = in_order(problems)
    paint = _COLORS if color else {}
    match format:
        case "full":
            lines = {
                name: text.split("\n")
                for name, text in sources.items()
                if name in _files(found)
            }
            return "\n".join(_full(problem, lines, paint) for problem in found)
        case "concise":
            return "".join(_concise(problem, paint) for problem in found)
        case "json":
            return json.dumps([_plain(problem) for problem in found], indent=1) + "\n"
        case "github":
            return "".join(_annotation(problem) for problem in found)
        case _:
            assert_never(format)


def _files(problems: Iterable[Problem]) -> set[str]:
    """Give the files that findings speak of."""
    places = [problem.place for problem in problems if problem.place]
    places += [each.place for problem in problems for each in problem.related]
    return {place.file for place in places}


# --- full -------------------------------------------------------------------

_COLORS = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "frame": "\x1b[1;34m",
    "strong": "\x1b[1m",
}
_TAB = 4
_WINDOW = 100
"""Widest part of a source line that is shown, in terminal cells."""

_Paint = Mapping[str, str]


def _painted(text: str, role: str, paint: _Paint) -> str:
    return f"{paint[role]}{text}\x1b[0m" if role in paint and text else text


def _full(problem: Problem, lines: Mapping[str, list[str]], paint: _Paint) -> str:
    """Give a finding with its source lines, and a line feed at the end."""
    places = [problem.place] if problem.place else []
    places += [related.place for related in problem.related]
    gutter = max((len(str(place.line)) for place in places), default=1)
    head = _painted(f"{problem.severity}[{problem.code}]", problem.severity, paint)
    out = [f"{head}{_painted(': ' + _visible(problem.message), 'strong', paint)}"]
    if problem.place:
        role = problem.severity
        out += _excerpt("-->", problem.place, "^", "", role, gutter, lines, paint)
    for related in problem.related:
        out += _excerpt(
            ":::", related.place, "-", related.message, "frame", gutter, lines, paint
        )
    equals = " " * gutter + " " + _painted("=", "frame", paint)
    if problem.task:
        out.append(f"{equals} task: {_visible(problem.task)}")
    if problem.help:
        out.append(f"{equals} help: {_visible(problem.help)}")
    return "\n".join(out) + "\n"


def _excerpt(
    arrow: str,
    place: Place,
    mark: str,
    label: str,
    role: str,
    gutter: int,
    lines: Mapping[str, list[str]],
    paint: _Paint,
) -> list[str]:
    """Give the lines that show one place: its name, its text and the marks."""
    where = f"{_visible(place.file)}:{place.line}:{place.column}"
    out = [" " * gutter + _painted(arrow, "frame", paint) + " " + where]
    text = lines.get(place.file, [])
    label = f" {_visible(label)}" if label else ""
    if not 1 <= place.line <= len(text) or not any(text):
        if label:
            out.append(" " * gutter + " " + _painted("|", "frame", paint) + label)
        return out
    line = text[place.line - 1].removesuffix("\r")
    end = place.end_column if place.end_line == place.line else len(line) + 1
    shown, before, width = _cropped(line, place.column - 1, end - 1)
    bar = _painted("|", "frame", paint)
    number = _painted(f"{place.line:>{gutter}}", "frame", paint)
    marks = _painted(mark * width + label, role, paint)
    out.append(f"{' ' * gutter} {bar}")
    out.append(f"{number} {bar} {shown}".rstrip())
    out.append(f"{' ' * gutter} {bar} {' ' * before}{marks}")
    return out


def _cropped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Give the part of a line around a stretch, the cells before it and its width.

    The stretch is line[start:end], at least one cell wide. A line too wide for
    the window loses its ends; `…` stands where text was cut.
    """
    # Of a giant line only the surroundings are measured.
    skipped = max(start - 2 * _WINDOW, 0)
    cut = len(line) > start + 2 * _WINDOW
    line = line[skipped : start + 2 * _WINDOW]
    start, end = start - skipped, end - skipped
    cells: list[str] = []
    widths: list[int] = []
    column = 0
    for char in line:
        width = _TAB - column % _TAB if char == "\t" else _width(char)
        cells.append(" " * width if char == "\t" else _visible(char))
        widths.append(width)
        column += width
    start = min(max(start, 0), len(line))
    end = min(max(end, start), len(line))
    first, last = 0, len(line)
    if column > _WINDOW or skipped or cut:
        # Keep what stands before the stretch, up to a third of the window.
        room = _WINDOW // 3
        first = start
        while first > 0 and sum(widths[first - 1 : start]) <= room:
            first -= 1
        room = _WINDOW - sum(widths[first:start])
        last = start
        while last < len(line) and room - widths[last] >= 0:
            room -= widths[last]
            last += 1
        while first > 0 and room - widths[first - 1] >= 0:
            first -= 1
            room -= widths[first]
    shown = "".join(cells[first:last])
    left = "…" if first or skipped else ""
    right = "…" if last < len(line) or cut else ""
    before = len(left) + sum(widths[first:start])
    width = sum(widths[start : min(end, last)])
    return left + shown + right, before, max(width, 1)


def _width(char: str) -> int:
    """Give the cells a character takes on a terminal (UAX 11): 0, 1 or 2."""
    if char.isascii():
        return 1
    point = ord(char)
    if 0x1160 <= point <= 0x11FF or 0xD7B0 <= point <= 0xD7FF:
        return 0  # vowels and finals of a decomposed Hangul syllable
    if unicodedata.category(char) in ("Mn", "Me") or char in "\u200b\u200c\u200d":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _visible(text: str) -> str:
    """Replace what would move the cursor or hide text on a terminal."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible_char, text))


def _visible_char(char: str) -> str:
    point = ord(char)
    if point < 0x20:
        return chr(0x2400 + point)
    if point == 0x7F:
        return "\u2421"
    hidden = unicodedata.category(char) in ("Cc", "Cs", "Cn", "Zl", "Zp")
    bidi = point in (0x200E, 0x200F, 0x061C, 0xFEFF)
    bidi = bidi or 0x202A <= point <= 0x202E or 0x2066 <= point <= 0x2069
    return "\ufffd" if hidden or bidi else char


# --- concise, json, github --------------------------------------------------


def _concise(problem: Problem, paint: _Paint) -> str:
    place = problem.place
    where = f"{place.file}:{place.line}:{place.column}: " if place else ""
    head = _painted(f"{problem.severity}[{problem.code}]", problem.severity, paint)
    hint = f" ({problem.help})" if problem.help else ""
    return f"{_visible(where)}{head} {_visible(problem.message + hint)}\n"


def _plain(problem: Problem) -> dict[str, object]:
    """Give a finding as plain values; the fields of a missing place are None."""
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **_plain_place(problem.place),
        "help": problem.help,
        "task": problem.task,
        "related": [
            {"message": related.message, **_plain_place(related.place)}
            for related in problem.related
        ],
    }


def _plain_place(place: Place | None) -> dict[str, object]:
    parts: Sequence[object] = place or (None,) * len(Place._fields)
    return dict(zip(Place._fields, parts, strict=True))


def _annotation(problem: Problem) -> str:
    """Give a workflow command that GitHub shows beside the line."""
    title = f"{problem.code} {CODES.get(problem.code, '')}".strip()
    fields: dict[str, object] = {}
    if place := problem.place:
        fields = {"file": place.file, "line": place.line, "col": place.column}
    fields["title"] = title
    listed = ",".join(
        f"{key}={_escaped(str(value), properties=True)}"
        for key, value in fields.items()
    )
    text = problem.message + (f"\n{problem.help}" if problem.help else "")
    return f"::{problem.severity} {listed}::{_escaped(text)}\n"


def _escaped(text: str, *, properties: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    if properties:
        text = text.replace(":", "%3A").replace(",", "%2C")
    return text
