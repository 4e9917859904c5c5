"""Findings are printed for people, for programs and for a pull request."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.compiler.problems import (
    Place,
    Problem,
    Related,
    closest,
    in_order,
    render,
)

TEXT = "conditions:\n  night:\n    restless:\n      init: [{lie_awke: {minutes: 5}}]\n"
UNKNOWN = Problem(
    "N201",
    "unknown init function 'lie_awke'",
    Place("specs/a.yaml", 4, 15, 4, 23),
    help="did you mean 'lie_awake'?",
)


def marked(line: str, start: int, end: int) -> tuple[str, str]:
    """Give the shown line and its marks for line[start:end]."""
    problem = Problem("N206", "wrong", Place("a.yaml", 1, start + 1, 1, end + 1))
    *_, shown, marks = (
        render([problem], {"a.yaml": line}).removesuffix("\n").split("\n")
    )
    return shown.removeprefix("1 | "), marks.removeprefix("  | ")


def test_full_shows_line_caret_and_help() -> None:
    """The caret stands under the exact text."""
    assert render([UNKNOWN], {"specs/a.yaml": TEXT}) == (
        "error[N201]: unknown init function 'lie_awke'\n"
        " --> specs/a.yaml:4:15\n"
        "  |\n"
        "4 |       init: [{lie_awke: {minutes: 5}}]\n"
        "  |               ^^^^^^^^\n"
        "  = help: did you mean 'lie_awake'?\n"
    )


def test_full_shows_related_places_with_their_lines() -> None:
    """The gutter is as wide as the longest line number of the finding."""
    problem = Problem(
        "N204",
        "condition 'calm' is defined twice",
        Place("b.yaml", 10, 1, 10, 5),
        related=(Related("first defined here", Place("a.yaml", 1, 1, 1, 5)),),
        severity="warning",
        task="week5-night:calm",
    )
    assert render(
        [problem], {"a.yaml": "calm:\n", "b.yaml": "\n" * 9 + "calm:\r\n"}
    ) == (
        "warning[N204]: condition 'calm' is defined twice\n"
        "  --> b.yaml:10:1\n"
        "   |\n"
        "10 | calm:\n"
        "   | ^^^^\n"
        "  ::: a.yaml:1:1\n"
        "   |\n"
        " 1 | calm:\n"
        "   | ---- first defined here\n"
        "   = task: week5-night:calm\n"
    )


def test_full_without_place_or_source_is_still_said() -> None:
    """A finding about everything has no place; a file may not be at hand."""
    assert render([Problem("C301", "no task")], {}) == "error[C301]: no task\n"
    assert render([UNKNOWN], {}) == (
        "error[N201]: unknown init function 'lie_awke'\n"
        " --> specs/a.yaml:4:15\n"
        "  = help: did you mean 'lie_awake'?\n"
    )


def test_several_findings_are_apart_by_an_empty_line() -> None:
    """Nothing found prints nothing."""
    two = render([Problem("C301", "a"), Problem("C302", "b")], {})

    assert two == "error[C301]: a\n\nerror[C302]: b\n"
    assert render([], {}) == ""


@pytest.mark.parametrize(
    ("line", "text", "marks"),
    [
        ("about: x", "x", "       ^"),
        ("조용한: 밤", "밤", "        ^^"),
        ("🌙🌙: 밤", "밤", "      ^^"),
        ("e\u0301e\u0301: e\u0301x", "e\u0301x", "    ^^"),
        (unicodedata.normalize("NFD", "조용한") + ": x", "x", "        ^"),
        ("\uff21: x", "x", "    ^"),
        ("👩\u200d🚀: x", "x", "      ^"),
        ("❤\ufe0f: x", "x", "   ^"),
    ],
)
def test_caret_counts_cells_not_characters(line: str, text: str, marks: str) -> None:
    """Wide characters take two cells, combining ones none."""
    start = line.index(text)
    assert marked(line, start, start + len(text)) == (line, marks)


def test_tabs_are_expanded() -> None:
    """Line and caret agree on any terminal."""
    assert marked("\ta:\tx", 4, 5) == ("    a:  x", "        ^")


def test_empty_stretch_has_one_caret() -> None:
    """Also behind the end of a line."""
    assert marked("ab", 2, 2) == ("ab", "  ^")
    assert marked("ab", 9, 12) == ("ab", "  ^")


def test_long_line_is_cropped_around_the_caret() -> None:
    """At most 100 cells of it are shown, and what was cut is marked."""
    line = "x" * 500 + "HERE" + "y" * 500
    shown, marks = marked(line, 500, 504)

    assert shown == "…" + "x" * 33 + "HERE" + "y" * 63 + "…"
    assert marks == " " * 34 + "^^^^"


def test_long_stretch_is_cut_at_the_window() -> None:
    """Marks never run beyond what is shown."""
    shown, marks = marked("k: " + "밤" * 400, 3, 403)

    assert shown == "k: " + "밤" * 48 + "…"
    assert marks == "   " + "^" * 96


def test_short_line_is_not_cropped() -> None:
    """A line of exactly the window's width is whole."""
    assert marked("x" * 100, 99, 100) == ("x" * 100, " " * 99 + "^")


def test_stretch_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    """One line says enough."""
    problem = Problem("N206", "wrong", Place("a.yaml", 1, 4, 3, 2))
    printed = render([problem], {"a.yaml": "a: {x,\n  y\n}\n"})

    assert printed.endswith("1 | a: {x,\n  |    ^^^\n")


def test_control_characters_never_reach_the_terminal() -> None:
    """Escapes, direction marks and line breaks inside a line become visible."""
    shown, marks = marked("a\x1b[31m\u202eb\u2028c", 7, 8)
    message = render([Problem("N206", "it is '\x1b[0m\n'")], {})

    assert shown == "a␛[31m\ufffdb\ufffdc"
    assert marks == "       ^"
    assert message == "error[N206]: it is '␛[0m␊'\n"


def test_color_is_only_added_when_asked() -> None:
    """Without its escapes a coloured text is the plain one."""
    plain = render([UNKNOWN], {"specs/a.yaml": TEXT})
    colored = render([UNKNOWN], {"specs/a.yaml": TEXT}, color=True)

    assert "\x1b" not in plain
    assert "\x1b[1;31merror[N201]\x1b[0m" in colored
    for escape in ("\x1b[1;31m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m"):
        colored = colored.replace(escape, "")
    assert colored == plain


def test_findings_are_sorted_by_place_and_printed_once() -> None:
    """By file, line and column; those without a place come last."""
    late = Problem("N201", "late", Place("b.yaml", 1, 1, 1, 2))
    early = Problem("N209", "early", Place("a.yaml", 10, 1, 10, 2))
    earlier = Problem("N210", "earlier", Place("a.yaml", 9, 5, 9, 6))
    nowhere = Problem("C301", "nowhere")
    again = Problem("N201", "late", Place("b.yaml", 1, 1, 1, 2), help="other")

    found = in_order([nowhere, late, again, early, earlier, late])

    assert [problem.message for problem in found] == [
        "earlier",
        "early",
        "late",
        "nowhere",
    ]


def test_concise_is_one_line_a_finding() -> None:
    """As other tools print it, so that editors find the place."""
    assert render([UNKNOWN, Problem("C301", "no task")], {}, "concise") == (
        "specs/a.yaml:4:15: error[N201] unknown init function 'lie_awke' "
        "(did you mean 'lie_awake'?)\n"
        "error[C301] no task\n"
    )


def test_json_is_one_array_with_every_field() -> None:
    """Also for warnings, findings without a place, and none at all."""
    problem = Problem(
        "N204",
        "zweimal „calm“",
        Place("b.yaml", 3, 5, 3, 9),
        related=(Related("first", Place("a.yaml", 1, 1, 1, 5)),),
        severity="warning",
        task="s:t",
    )
    assert json.loads(render([problem, Problem("C301", "x")], {}, "json", True)) == [
        {
            "code": "N204",
            "severity": "warning",
            "message": "zweimal „calm“",
            "file": "b.yaml",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 9,
            "help": None,
            "task": "s:t",
            "related": [
                {
                    "message": "first",
                    "file": "a.yaml",
                    "line": 1,
                    "column": 1,
                    "end_line": 1,
                    "end_column": 5,
                }
            ],
        },
        {
            "code": "C301",
            "severity": "error",
            "message": "x",
            "file": None,
            "line": None,
            "column": None,
            "end_line": None,
            "end_column": None,
            "help": None,
            "task": None,
            "related": [],
        },
    ]
    assert json.loads(render([], {}, "json")) == []


def test_json_is_ascii() -> None:
    """It can be written to any terminal or pipe."""
    assert render([Problem("C301", "밤")], {}, "json").isascii()


def test_github_commands_are_escaped() -> None:
    """A message cannot end its command, and a path cannot add a property."""
    problem = Problem(
        "N206", "50% of\nit", Place("a,b:c.yaml", 2, 3, 2, 4), help="less"
    )
    assert render([problem], {}, "github") == (
        "::error file=a%2Cb%3Ac.yaml,line=2,col=3,title=N206 wrong kind of value"
        "::50%25 of%0Ait%0Aless\n"
    )


@pytest.mark.parametrize(
    ("name", "help"),
    [
        ("lie_awke", "did you mean 'lie_awake'?"),
        ("LIE_AWAKE", "did you mean 'lie_awake'?"),
        ("no-sound", "did you mean 'no_sound'?"),
        ("zzz", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_closest_helps_with_near_names_only(name: str, help: str | None) -> None:
    """Nothing is guessed from afar."""
    assert closest(name, ["no_sound", "lie_awake", "stay_silent"]) == help


def test_closest_does_not_hang_on_the_order_of_names() -> None:
    """Two equally near names give the same one always."""
    assert closest("cad", ["cat", "car"]) == closest("cad", ["car", "cat"])


@given(st.text(max_size=150), st.integers(0, 160), st.integers(0, 160))
def test_marks_stand_within_the_shown_line(line: str, start: int, end: int) -> None:
    """Whatever the line: one line of text, one of marks, no escapes."""
    line = line.replace("\n", " ")
    printed = render(
        [Problem("N206", "wrong", Place("a.yaml", 1, start + 1, 1, end + 1))],
        {"a.yaml": line},
    )
    lines = printed.split("\n")

    assert lines[-1] == ""
    assert len(lines) == (6 if line else 3)
    assert "\x1b" not in printed
