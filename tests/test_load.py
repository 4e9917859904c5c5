"""Files become plain values; what readers disagree on is an error with a place."""

from __future__ import annotations

import gc
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.compiler.load import Source, Unreadable, _parse, read_sources
from paprika.compiler.problems import Place, Problem, render


def load(text: str) -> tuple[Any, list[Problem]]:
    """Give the value of a text and its problems."""
    source, problems = _parse("a.yaml", text, "")
    return source.value, problems


def value(text: str) -> Any:
    """Give the value of a text that has no problem."""
    found, problems = load(text)
    assert problems == []
    return found


def codes(text: str) -> list[str]:
    """Give the codes of a text's problems."""
    return [problem.code for problem in load(text)[1]]


def at(place: Place, text: str) -> str:
    """Give the text that stands at a place within one line."""
    assert place.line == place.end_line
    line = text.split("\n")[place.line - 1]
    return line[place.column - 1 : place.end_column - 1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder that is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    """Write files below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


# What a plain scalar means.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("05:48", "05:48"),
        ("5:48", "5:48"),
        ("12:30", "12:30"),
        ("1:2:3", "1:2:3"),
        ("0607", 607),
        ("-007", -7),
        ("08", 8),
        ("1_000", "1_000"),
        ("1e3", 1000.0),
        ("1e-3", 0.001),
        ("+.5E+1", 5.0),
        ("1.", 1.0),
        ("0o17", 15),
        ("0x1F", 31),
        ("-0x1F", "-0x1F"),
        ("0b11", "0b11"),
        ("off", "off"),
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("True", True),
        ("tRue", "tRue"),
        ("FALSE", False),
        ("~", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("2026-10-11", "2026-10-11"),
        ("72225e2", 7222500.0),
        (".", "."),
        ("-", "-"),
        ("e3", "e3"),
        ("9007199254740992", 9007199254740992),
        ('"12"', "12"),
        ("'true'", "true"),
        ('""', ""),
    ],
)
def test_plain_scalars_mean_what_yaml_1_2_core_says(text: str, expected: Any) -> None:
    """No clock, date, on/off word or octal number changes its kind."""
    if text == "-":
        text = '"-"'
    found = value(f"a: {text}\n")["a"]

    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    "text",
    [
        ".inf",
        "-.INF",
        ".nan",
        "1234e567",
        "-1e400",
        "9007199254740993",
        "1e16",
        "1e-999",
        "0xFFFFFFFFFFFFFFFF",
        "7" * 5000,
        "0" * 401,
        "0." + "1" * 500,
    ],
)
def test_numbers_out_of_range_are_errors(text: str) -> None:
    """A number that JSON or a float would change is an error at the number."""
    found, [problem] = load(f"a: [1, {text}]\n")

    assert found is None
    assert problem.code == "Y113"
    assert problem.place == Place("a.yaml", 1, 8, 1, 8 + len(text))


def test_same_digits_are_fine_as_text() -> None:
    """Quoted, any row of digits is text."""
    assert value(f"a: '{'7' * 5000}'\n") == {"a": "7" * 5000}


# Duplicate keys and merges.


def test_duplicate_key_names_both_places() -> None:
    """The second key is the error, the first a related place."""
    _, [problem] = load("suites: {}\nrubrics: {}\nsuites: {a: 1}\n")

    assert problem.code == "Y108"
    assert problem.place == Place("a.yaml", 3, 1, 3, 7)
    assert [related.place for related in problem.related] == [
        Place("a.yaml", 1, 1, 1, 7)
    ]


@pytest.mark.parametrize("keys", ["1 01", "1 1.0", "true True", "~ null", "'1' \"1\""])
def test_keys_with_one_meaning_are_duplicates(keys: str) -> None:
    """Two spellings of one key are one error."""
    first, second = keys.split()
    assert codes(f"{first}: a\n{second}: b\n") == ["Y108"]


@pytest.mark.parametrize("keys", ["1 '1'", "a A", "x 'x '", "yes true"])
def test_keys_with_two_meanings_are_no_duplicates(keys: str) -> None:
    """Text and number, or two cases, are two keys."""
    first, second = keys.split(" ", 1)
    assert "Y108" not in codes(f"{first}: a\n{second}: b\n")


def test_override_of_a_merged_key_is_no_duplicate() -> None:
    """Own keys win over merged ones, and an earlier merge over a later one."""
    text = (
        "a: &a {x: {deep: 1}, y: 1}\n"
        "b: &b {y: 2, z: 2}\n"
        "c:\n  x: {deep: 3}\n  <<: [*a, *b]\n"
    )
    assert value(text)["c"] == {"x": {"deep": 3}, "y": 1, "z": 2}


def test_merge_keeps_the_base_as_it_was() -> None:
    """Overriding in one place changes nothing in another."""
    text = "a: &a {x: 1}\nb: {<<: *a, x: 2}\nc: {<<: *a}\n"
    assert value(text) == {"a": {"x": 1}, "b": {"x": 2}, "c": {"x": 1}}


def test_two_merges_in_one_mapping_are_duplicates() -> None:
    """Several bases go into one list."""
    assert codes("a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a\n") == ["Y108"]


def test_quoted_merge_key_is_a_plain_key() -> None:
    """Only a bare `<<` merges."""
    assert value('a: {"<<": 1}\n') == {"a": {"<<": 1}}


# Other things that are refused.


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("a: 1\n---\nb: 2\n", "Y105", "---"),
        ("a: !!str 1\n", "Y106", "!!str"),
        ("a: !<tag:x> 1\n", "Y106", "!<tag:x>"),
        ("a: &x ! 1\n", "Y106", "!"),
        ("!k a: 1\n", "Y106", "!k"),
        ("! a: 1\n", "Y106", "!"),
        ("a: !k", "Y106", "!k"),
        ("a: [!k, b]\n", "Y106", "!k"),
        ("a: [b, !]\n", "Y106", "!"),
        ("a: !\nb: 1\n", "Y106", "!"),
        ("a: !k\n  b: 1\n", "Y106", "!k"),
        ("a: !e!x 1\n", "Y106", "!e!x"),
        ("5: a\n", "Y109", "5"),
        (".inf: a\n", "Y109", ".inf"),
        ("~: a\n", "Y109", "~"),
        ("[a, b]: c\n", "Y109", "[a, b]"),
        ("a: {{ x }}\n", "Y110", "{{ x }}"),
        ("a: [{{ x }}, b]\n", "Y110", "{{ x }}"),
        ("- {{ x | upper }}\n", "Y110", "{{ x | upper }}"),
        ("a: {{ x }} and more\n", "Y110", "{{ x }}"),
        ("a: {{ f('x') }}\n", "Y110", "{{ f('x') }}"),
        ("a: {% if x %}\n", "Y110", "{% if x %}"),
        ("{{ x }}: 1\n", "Y110", "{{ x }}"),
        ("a: &a [*a]\n", "Y111", "*a"),
        ("a: &a\n  b: {c: [*a]}\n", "Y111", "*a"),
        ("a: &a\n  <<: *a\n", "Y111", "*a"),
        ("a: &a 1\nb: {<<: *a}\n", "Y115", "1"),
        ("a: *b\n", "Y107", "*"),
        ("a: [1\n", "Y107", ""),
        ("a: 'x\n", "Y107", ""),
        ("a: b: c\n", "Y107", ":"),
        ("a: @x\n", "Y107", "@"),
        ("a: |x\n  y\n", "Y107", "x"),
        ('a: "\\q"\n', "Y107", "\\"),
        ('a: "\\ud800"\n', "Y107", "d"),
        ("a: - b\n", "Y107", "-"),
        ("a: &b 1\nc: &b 2\n", "Y107", "&"),
    ],
)
def test_what_is_no_spec_is_one_error_at_its_text(
    text: str, code: str, shown: str
) -> None:
    """One problem, and its place begins with the text at fault."""
    found, [problem] = load(text)

    assert found is None
    assert problem.code == code
    assert problem.place is not None
    assert at(problem.place, text + " ").strip().startswith(shown[:1])
    if code not in ("Y107",):
        assert at(problem.place, text) == shown


def test_braces_in_quotes_or_a_block_are_text() -> None:
    """A template is a text like any other."""
    text = "a: '{{ x }}'\nb: |\n  {{ x }}\nc: hello {{ x }}\n"
    assert value(text) == {"a": "{{ x }}", "b": "{{ x }}\n", "c": "hello {{ x }}"}


def test_exclamation_marks_in_prose_are_no_tags() -> None:
    """Only a tag in front of a value is one."""
    assert value("a: stop ! now\nb: '! x'\nc: [a, b!]\n") == {
        "a": "stop ! now",
        "b": "! x",
        "c": ["a", "b!"],
    }


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a:\n\tb: 1\n", 2, 1),
        ("a:\n  b: 1\n  \tc: 2\n", 3, 3),
        ("a: [\n\tx]\n", 2, 1),
        ("a: x\n\ty\n", 2, 1),
        ("a: |\n  x\n\ty\n", 3, 1),
    ],
)
def test_tab_in_the_indentation_is_an_error(text: str, line: int, column: int) -> None:
    """Also where libyaml would let it pass."""
    _, [problem] = load(text)

    assert problem.code == "Y103"
    assert problem.place == Place("a.yaml", line, column, line, column + 1)


def test_tab_inside_a_text_is_kept() -> None:
    """Code in a block keeps its tabs."""
    assert value("a: |\n  x\n  \ty\nb: 'p\n\tq'\nc: a\tb\n") == {
        "a": "x\n\ty\n",
        "b": "p q",
        "c": "a\tb",
    }


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n# comments\n", "---\n"])
def test_empty_file_is_fine(text: str) -> None:
    """Nothing is said, nothing is wrong."""
    assert load(text) == (None, [])


# Bombs.


def _aliases(levels: int) -> str:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"]
    for level in range(1, levels):
        items = ", ".join([f"*a{level - 1}"] * 10)
        rows.append(f"a{level}: &a{level} [{items}]\n")
    return "".join(rows)


def _chain(levels: int) -> str:
    rows = ["a0: &a0 [x]\n"]
    rows += [f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, levels)]
    return "".join(rows)


def _merges(levels: int) -> str:
    rows = ["a0: &a0 {k0: 1}\n"]
    for n in range(1, levels):
        bases = ", ".join([f"*a{n - 1}"] * 10)
        rows.append(f"a{n}: &a{n} {{<<: [{bases}], k{n}: 1}}\n")
    return "".join(rows)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "[" * 65 + "]" * 65,
        _aliases(9),
        _chain(80),
        _merges(3000),
    ],
    ids=["[", "{", "-", "?", "65", "aliases", "chain", "merges"],
)
def test_bomb_is_one_error(text: str) -> None:
    """Depth, aliases and merges are counted before they are followed."""
    assert codes(text) == ["Y112"]


def test_hopeless_file_tells_its_first_problems() -> None:
    """Five hundred are enough."""
    assert codes("- !t 1\n" * 2000) == ["Y106"] * 500


def test_duplicate_keys_of_one_mapping_are_one_error() -> None:
    """Where a name is lost, two bodies become one: that is one slip."""
    text = "a: {x: 1, y: 2}\nb:\n  x: 1\n  y: 2\n  x: 3\n  y: 4\n"
    _, [problem] = load(text)
    assert problem.message == "the key 'x' stands twice in one mapping, and 1 more key"
    assert problem.place is not None
    assert problem.place[1:3] == (5, 3)
    assert [each.place[1:3] for each in problem.related] == [(3, 3), (6, 3)]


def test_limits_are_inclusive() -> None:
    """64 levels and a million values are fine."""
    assert codes("[" * 64 + "]" * 64) == []
    assert codes("[" * 64 + "x" + "]" * 64) == []
    assert codes(_aliases(5)) == []


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the peak is read from /proc"
)
def test_bomb_takes_little_memory() -> None:
    """A process that meets every bomb stays below 200 MB."""
    here = Path(__file__)
    code = (
        "import importlib.util\n"
        f"spec = importlib.util.spec_from_file_location('t', {str(here)!r})\n"
        "t = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(t)\n"
        "for text in ('[' * 100_000, t._aliases(9), t._merges(3000)):\n"
        "    assert t.codes(text) == ['Y112']\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert int(done.stdout) < 200_000


# Files and folders.


def test_folder_is_read_in_sorted_order_without_hidden_files(folder: Path) -> None:
    """*.yaml and *.yml of all levels, hidden files and folders left out."""
    names = ["specs/b.yaml", "specs/a/z.yml", "specs/a.yaml", "specs/.x.yaml"]
    names += ["specs/.git/c.yaml", "specs/readme.md"]
    write(folder, {name: "{}\n" for name in names})

    sources, problems = read_sources(["specs"])

    assert problems == []
    assert [source.path for source in sources] == [
        "specs/a.yaml",
        "specs/a/z.yml",
        "specs/b.yaml",
    ]


def test_file_named_twice_is_read_once(folder: Path) -> None:
    """A file and its folder, or two spellings of one path, are one file."""
    write(folder, {"specs/a.yaml": "{}\n"})

    sources, _ = read_sources(["specs", "specs/a.yaml", str(folder / "specs/a.yaml")])

    assert [source.path for source in sources] == ["specs/a.yaml"]


def test_order_of_arguments_does_not_matter(folder: Path) -> None:
    """Files are sorted by path over all arguments."""
    write(folder, {"p/a.yaml": "{}\n", "q/a.yaml": "{}\n"})

    there = [source.path for source in read_sources(["p", "q"])[0]]
    back = [source.path for source in read_sources(["q", "p"])[0]]

    assert there == back == ["p/a.yaml", "q/a.yaml"]


def test_source_keeps_text_and_hash_of_the_bytes(folder: Path) -> None:
    """The hash is of the file as it is, byte order mark and all."""
    write(folder, {"a.yaml": b"\xef\xbb\xbfa: 1\r\n"})

    [source], problems = read_sources(["a.yaml"])

    assert problems == []
    assert source.value == {"a": 1}
    assert source.text == "a: 1\r\n"
    assert source.sha256 == hashlib.sha256(b"\xef\xbb\xbfa: 1\r\n").hexdigest()
    assert source.place(("a",)) == Place("a.yaml", 1, 4, 1, 5)


def test_missing_path_raises(folder: Path) -> None:
    """A path that does not exist is the caller's problem, not a spec's."""
    with pytest.raises(Unreadable, match=r"cannot read 'nowhere': no such file"):
        read_sources(["nowhere"])


def test_unreadable_file_raises_naming_it(folder: Path) -> None:
    """A link to nowhere cannot be read, by anyone."""
    write(folder, {"specs/a.yaml": "{}\n"})
    (folder / "specs/b.yaml").symlink_to("gone")

    with pytest.raises(Unreadable, match=r"specs/b\.yaml"):
        read_sources(["specs"])


def test_pipe_is_not_waited_for(folder: Path) -> None:
    """Something that is no file raises at once."""
    os.mkfifo(folder / "a.yaml")

    with pytest.raises(Unreadable, match="not a file"):
        read_sources(["a.yaml"])


def test_empty_folder_is_a_problem(folder: Path) -> None:
    """A folder without specs is an error; the others are read all the same."""
    write(folder, {"specs/a.yaml": "a: 1\n"})
    (folder / "empty").mkdir()

    sources, [problem] = read_sources(["empty", "specs"])

    assert problem.code == "Y114"
    assert [source.value for source in sources] == [{"a": 1}]


def test_errors_of_all_files_come_in_one_run(folder: Path) -> None:
    """A broken file has no value and hides no other."""
    write(folder, {"a.yaml": "a: [\n", "b.yaml": "b: 1\n", "c.yaml": "c: 1\nc: 2\n"})

    sources, problems = read_sources(["a.yaml", "b.yaml", "c.yaml"])

    assert [(p.place and p.place.file, p.code) for p in problems] == [
        ("a.yaml", "Y107"),
        ("c.yaml", "Y108"),
    ]
    assert [(s.value, s.broken) for s in sources] == [
        (None, True),
        ({"b": 1}, False),
        (None, True),
    ]


def test_file_above_ten_megabytes_is_an_error(folder: Path) -> None:
    """It is not parsed."""
    write(folder, {"a.yaml": "#" * 10_000_001, "b.yaml": "#" * 10_000_000})

    sources, [problem] = read_sources(["a.yaml", "b.yaml"])

    assert problem.code == "Y112"
    assert [source.broken for source in sources] == [True, False]


@pytest.mark.parametrize(
    ("raw", "code", "line", "column"),
    [
        (b"a: \xe4\n", "Y101", 1, 4),
        (b"# \xed\x95\x9c\xea\xb8\x80 \xff\n", "Y101", 1, 6),
        (b"a: 1\nb: \xed\xa0\x80\n", "Y101", 2, 4),
        ("a: 1\n".encode("utf-16"), "Y101", 1, 1),
        (b"a: 1\nb: x\x00y\n", "Y102", 2, 5),
        (b"a: x\x7f\n", "Y102", 1, 5),
        ("a: x\u0085y\n".encode(), "Y102", 1, 5),
        ("a: x\u2029y\n".encode(), "Y102", 1, 5),
        ("a: 1\nb: \ufeffx\n".encode(), "Y102", 2, 4),
        (b"a: 1\rb: 2\r", "Y102", 1, 5),
        (b"%YAML 1.1\n---\na: 1\n", "Y104", 1, 1),
        (b"# first\n\n%TAG ! x\n---\na: 1\n", "Y104", 3, 1),
    ],
)
def test_odd_bytes_and_characters_have_a_place(
    folder: Path, raw: bytes, code: str, line: int, column: int
) -> None:
    """They are found before any parser sees them."""
    write(folder, {"a.yaml": raw})

    _, [problem] = read_sources(["a.yaml"])

    assert problem.code == code
    assert problem.place is not None
    assert (problem.place.line, problem.place.column) == (line, column)


def test_percent_in_a_text_is_no_directive() -> None:
    """Only lines before the document are directives."""
    assert value("a: 'x\n\n  %y'\nb: 5 %\n") == {"a": "x\n%y", "b": "5 %"}


def test_collector_is_left_as_it_was(folder: Path) -> None:
    """Loading switches the cyclic collector off and back on, also after an error."""
    write(folder, {"a.yaml": "a: 1\n"})
    assert gc.isenabled()

    read_sources(["a.yaml"])
    assert gc.isenabled()
    with pytest.raises(Unreadable):
        read_sources(["a.yaml", "b.yaml"])
    assert gc.isenabled()


def test_loading_needs_no_heavy_import() -> None:
    """The loader and the printer start without pydantic, numpy and jinja2."""
    code = (
        "import sys, paprika.compiler.load, paprika.compiler.problems\n"
        "print([m for m in ('pydantic', 'numpy', 'jinja2') if m in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout == "[]\n"


# Places.

NIGHT = "'조용한 밤 🌙'"
PLACED = """\
conditions:
  밤:   # the night
    calm: &calm
      about: '조용한 밤 🌙'
      tags: [a,   "b c"]
      init:
        - lie_awake:
            minutes: 5

        -
      text: |
        one
        two

    restless:
      <<: *calm
      tags: *calm
    e\u0301: {x: é}
"""


def placed() -> Source:
    """Give the source of the text above."""
    source, problems = _parse("a.yaml", PLACED, "")
    assert problems == []
    return source


@pytest.mark.parametrize(
    ("loc", "key", "place", "text"),
    [
        (("conditions",), True, (1, 1, 1, 11), "conditions"),
        (("conditions", "밤"), True, (2, 3, 2, 4), "밤"),
        (("conditions", "밤", "calm", "about"), False, (4, 14, 4, 23), NIGHT),
        (("conditions", "밤", "calm", "tags", 1), False, (5, 19, 5, 24), '"b c"'),
        (("conditions", "밤", "calm", "tags", 7), False, (5, 7, 5, 11), "tags"),
        (("conditions", "밤", "calm", "nope"), False, (3, 5, 3, 9), "calm"),
        (("conditions", "밤", "calm", "about", 0), False, (4, 14, 4, 23), NIGHT),
        (("conditions", "밤", "calm", "init", 0, "lie_awake", "minutes"), False,
         (8, 22, 8, 23), "5"),
        (("conditions", "밤", "calm", "init", 0, "lie_awake"), True,
         (7, 11, 7, 20), "lie_awake"),
        (("conditions", "밤", "restless", "about"), False, (4, 14, 4, 23), NIGHT),
        (("conditions", "밤", "restless", "tags", "about"), True,
         (4, 7, 4, 12), "about"),
        (("conditions", "밤", "e\u0301", "x"), False, (18, 13, 18, 14), "é"),
    ],
)  # fmt: skip
def test_place_is_where_the_text_stands(
    loc: tuple[str | int, ...], key: bool, place: tuple[int, ...], text: str
) -> None:
    """Columns are code points; merges and aliases lead to the text itself."""
    found = placed().place(loc, key=key)

    assert found == Place("a.yaml", *place)
    assert at(found, PLACED) == text


def test_place_of_blocks_ends_with_their_text() -> None:
    """A mapping begins after its anchor and ends with its last value."""
    source = placed()

    calm = source.place(("conditions", "밤", "calm"))
    text = source.place(("conditions", "밤", "calm", "text"))
    init = source.place(("conditions", "밤", "calm", "init", 0))

    assert calm == Place("a.yaml", 4, 7, 13, 12)
    assert text == Place("a.yaml", 11, 13, 13, 12)
    assert init == Place("a.yaml", 7, 11, 8, 23)


def test_value_without_text_has_the_place_of_its_key() -> None:
    """An empty value is blank; an explicit null is not."""
    source, _ = _parse("a.yaml", "a:\n  init:\n  b: null\n  c: ''\n", "")

    assert source.place(("a", "init")) == Place("a.yaml", 2, 3, 2, 7)
    assert source.blank(("a", "init"))
    assert not source.blank(("a", "b"))
    assert not source.blank(("a", "c"))
    assert not source.blank(("a", "nope"))


def test_places_count_alike_with_carriage_returns() -> None:
    """CRLF changes neither values nor lines nor columns."""
    text = "a:\n  b: [1, x]\n  c: |\n    t\n"
    plain, _ = _parse("a.yaml", text, "")
    dos, _ = _parse("a.yaml", text.replace("\n", "\r\n"), "")

    assert dos.value == plain.value
    for loc in [("a", "b", 1), ("a", "c"), ("a", "b")]:
        assert dos.place(loc) == plain.place(loc)


def test_error_in_an_emoji_line_is_marked_under_its_text() -> None:
    """Two cells for a wide character, none for a combining one."""
    text = "a: ['밤🌙e\u0301', .inf]\n"
    _, problems = load(text)

    assert render(problems, {"a.yaml": text}) == (
        "error[Y113]: .inf is not a finite number\n"
        " --> a.yaml:1:13\n"
        "  |\n"
        "1 | a: ['밤🌙e\u0301', .inf]\n"
        "  |              ^^^^\n"
        "  = help: quote it if it is text\n"
    )


# Both parsers.

plain_text = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")),
    max_size=12,
).filter(lambda text: not re.match(r"[-+.]?[0-9]", text))  # 1.1 leaves 1e3 bare
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(-1e15, 1e15).filter(lambda x: x == 0 or abs(x) > 1e-300)
    | plain_text,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(plain_text, inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(values, st.booleans())
def test_values_survive_a_dump(tree: Any, flow: bool) -> None:
    """What another writer writes for 1.2-safe data is read back as it was."""
    text = yaml.dump(
        tree, Dumper=yaml.SafeDumper, allow_unicode=False, default_flow_style=flow
    )
    source, problems = _parse("a.yaml", text, "")

    assert problems == []
    assert source.value == tree


@settings(max_examples=150, deadline=None)
@given(values, st.booleans())
def test_both_parsers_give_the_same_values_and_places(tree: Any, flow: bool) -> None:
    """Without libyaml a spec means the same and errors point at the same text."""
    text = yaml.dump(
        tree, Dumper=yaml.SafeDumper, allow_unicode=False, default_flow_style=flow
    )
    fast, fast_problems = _parse("a.yaml", text, "")
    slow, slow_problems = _parse("a.yaml", text, "", pure=True)

    assert fast.value == slow.value
    assert fast_problems == slow_problems
    assert _places(fast) == _places(slow)


def test_both_parsers_take_a_question_mark_in_brackets() -> None:
    """`[start, night?]` is how an optional facet is written."""
    text = "cross: [start, night?, w?x]\n"
    slow, problems = _parse("a.yaml", text, "", pure=True)

    assert problems == []
    assert slow.value == value(text) == {"cross": ["start", "night?", "w?x"]}


def _places(source: Source) -> list[Place]:
    """Give the place of every value and key."""
    found: list[Place] = []
    todo: list[tuple[tuple[str | int, ...], Any]] = [((), source.value)]
    while todo:
        loc, each = todo.pop()
        found += [source.place(loc), source.place(loc, key=True)]
        if isinstance(each, dict):
            todo += [((*loc, step), inner) for step, inner in each.items()]
        elif isinstance(each, list):
            todo += [((*loc, step), inner) for step, inner in enumerate(each)]
    return found


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("ab1 :-[]{}'\"|>&*!%@#,?\n\t~<."), max_size=40))
def test_any_text_gives_a_value_or_placed_problems(text: str) -> None:
    """No text raises; a problem's place lies in the file."""
    source, problems = _parse("a.yaml", text, "")

    assert source.broken == bool(problems)
    lines = text.split("\n")
    for problem in problems:
        assert problem.place is not None
        assert 1 <= problem.place.line <= len(lines)
        assert 1 <= problem.place.column <= len(lines[problem.place.line - 1]) + 1
    render(problems, {"a.yaml": text})
