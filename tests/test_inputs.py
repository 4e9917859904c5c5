"""Kinds of specs that trip tools, through the real command and over the shipped specs.

Two suites blocks, one name in two files, odd bytes, clocks that YAML 1.1 reads as
numbers ...: each kind has the outcome that a careful author expects. Where another
test shows a kind to the letter, it is listed here instead (`COVERED`):

| kind | shown by |
|---|---|
| a duplicate key whose dead value names no function | test_breakages: a key twice ... |
| an unknown or misspelt key, at the top or inside | test_breakages: ... with a typo |
| a task without an assert and a score | test_breakages: nothing asserted ... |
| rules that remove every task | test_breakages: everything excluded |
| plain scalars mean what YAML 1.2 says | test_load |
| carets under wide and combining text | test_problems, test_load |
| cycles, bombs and deep nesting, and their memory | test_load |
| a solution that fails, silence undeclared or declared | test_breakages: PROVED |
| an init that is overwritten | test_breakages: init overwritten ... |
| only a comment changed: nothing is proved anew | test_prove |
| an agent or suite that doesn't exist is not run | test_run |
| a profile's sentence in the brief | test_breakages: a profile's sentence ... |
| seeds that overlap, are negative or missing | test_breakages: seeds ... |
"""

from __future__ import annotations

import ast
import inspect
import json
from pathlib import Path

import pytest

from paprika.runtime.tasks import night

from .cli_runs import ROOT, Edit, Ran, content, copied, paprika
from .test_breakages import PLAIN, PROVED

NIGHT = "conditions/night.yaml"
START = "conditions/start.yaml"
USERS = "personas/users.yaml"
WEEK5 = "suites/week5.yaml"
ABOUT = "The recording as it is."

COVERED = {
    "test_load": (
        "test_plain_scalars_mean_what_yaml_1_2_core_says",
        "test_numbers_out_of_range_are_errors",
        "test_error_in_an_emoji_line_is_marked_under_its_text",
        "test_places_count_alike_with_carriage_returns",
        "test_bomb_is_one_error",
        "test_bomb_takes_little_memory",
    ),
    "test_problems": ("test_caret_counts_cells_not_characters",),
    "test_prove": ("test_a_comment_proves_nothing_anew",),
    "test_run": ("test_what_matches_nothing_stops_before_anything_runs",),
}
BREAKAGES = (
    "a key with a typo",
    "a top-level key with a typo",
    "a key twice, the first with a typo inside",
    "everything excluded",
    "nothing asserted and nothing scored",
    "init overwritten within a condition",
    "init of the suite overwritten",
    "init of six personas overwritten",
    "a solution that fails",
    "silence that passes undeclared",
    "silence that fails though declared",
    "a profile's sentence in the brief",
    "seeds that overlap",
    "a negative seed",
    "no seeds",
)


def test_what_is_covered_elsewhere_is_there() -> None:
    """The tests that the table names exist."""
    for module, names in COVERED.items():
        text = (ROOT / "tests" / f"{module}.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        there = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert set(names) <= there
    assert set(BREAKAGES) <= {each.name for each in (*PLAIN, *PROVED)}


def checked(home: Path, *edits: Edit, more: dict[str, bytes] | None = None) -> Ran:
    """Check the small copy of the shipped specs after some edits and new files."""
    copied(home, edits, small=True)
    for name, data in (more or {}).items():
        (home / "specs" / name).write_bytes(data)
    return paprika("check", "specs", "--no-prove", "--output-format", "json", cwd=home)


def codes(ran: Ran) -> list[str]:
    """Give code and place of each finding: `N204 a.yaml:3:5`."""
    found = json.loads(ran.out)
    return [
        f"{each['code']} {each['file'].removeprefix('specs/')}"
        f":{each['line']}:{each['column']}"
        for each in found
    ]


def others(ran: Ran) -> list[str]:
    """Give the second places of the only finding."""
    [finding] = json.loads(ran.out)
    return [
        f"{each['file'].removeprefix('specs/')}:{each['line']}:{each['column']}"
        for each in finding["related"]
    ]


# ---------------------------------------------------------------- names and keys


def test_two_blocks_of_suites_in_one_file(tmp_path: Path) -> None:
    """An error with both places, though the second would hide the first."""
    again = "suites: {other: {world: night, cross: [start], seeds: {dev: 1}}}\nsuites:"
    ran = checked(tmp_path, (WEEK5, "suites:", again))
    assert (ran.code, codes(ran)) == (1, ["Y108 suites/week5.yaml:2:1"])
    assert others(ran) == ["suites/week5.yaml:1:1"]


@pytest.mark.parametrize(
    ("name", "where", "first"),
    [
        ("conditions/a.yaml", "conditions/night.yaml:4:5", "conditions/a.yaml:1:22"),
        ("conditions/z.yaml", "conditions/z.yaml:1:22", "conditions/night.yaml:4:5"),
    ],
)
def test_one_name_in_two_files_whatever_their_order(
    name: str, where: str, first: str, tmp_path: Path
) -> None:
    """Neither wins by the order of files."""
    more = {name: b"conditions: {night: {calm: {about: Another one.}}}\n"}
    ran = checked(tmp_path, more=more)
    assert (ran.code, codes(ran), others(ran)) == (1, [f"N204 {where}"], [first])


def test_a_merged_anchor_with_a_key_of_its_own(tmp_path: Path) -> None:
    """`<<` and then one key again is no duplicate, also where it is nested."""
    ran = checked(
        tmp_path,
        (NIGHT, "    stressed:\n", "    stressed: &tense\n"),
        (
            NIGHT,
            "    broken:\n",
            "    worried: {<<: *tense, about: Worried., "
            "init: [raise_heart_rate: {bpm: 4}, ask_for: neutral]}\n\n    broken:\n",
        ),
    )
    assert (ran.code, codes(ran)) == (0, [])


@pytest.mark.parametrize(
    ("edit", "where"),
    [
        (
            (
                NIGHT,
                "    calm:\n",
                "    calm:\n      requires: {assert: [no_sound]}\n",
            ),
            "N202 conditions/night.yaml:5:18",
        ),
        (
            (WEEK5, "score: {", "score: {assert: [still_asleep], "),
            "N202 suites/week5.yaml:24:13",
        ),
        (
            (WEEK5, "seeds: {", "seeds: {assert: [still_asleep], "),
            "N202 suites/week5.yaml:17:13",
        ),
        (
            (
                NIGHT,
                "init: [ask_for: wish]",
                "init: [{ask_for: wish, assert: [no_sound]}]",
            ),
            "N202 conditions/night.yaml:6:30",
        ),
    ],
)
def test_assert_inside_another_key(edit: Edit, where: str, tmp_path: Path) -> None:
    """It would check nothing there: an unknown key, at its place."""
    ran = checked(tmp_path, edit)
    assert (ran.code, codes(ran)) == (1, [where])


@pytest.mark.parametrize(
    ("edit", "where"),
    [
        ((WEEK5, "rotate: [user]", "rotate: user"), "N206 suites/week5.yaml:16:13"),
        ((WEEK5, "rotate: [user]", "rotate: [[user]]"), "N206 suites/week5.yaml:16:14"),
        (
            (NIGHT, ABOUT, "[a, b]\n      tags: [x] #"),
            "N206 conditions/night.yaml:5:14",
        ),
        (
            (NIGHT, "init: [ask_for: wish]", "init: [ask_for: [wish, neutral]]"),
            "N213 conditions/night.yaml:6:23",
        ),
        (
            (USERS, "own_words: [a grey cat asleep on my knees]", "own_words: a cat"),
            "N213 personas/users.yaml:126:41",
        ),
    ],
)
def test_a_list_for_one_or_one_for_a_list(
    edit: Edit, where: str, tmp_path: Path
) -> None:
    """An error at the value: nothing becomes a product without a word."""
    ran = checked(tmp_path, edit)
    assert (ran.code, codes(ran)) == (1, [where])


@pytest.mark.parametrize(
    ("rules", "where"),
    [
        ("exclude: [{}]", "N206 suites/week5.yaml:16:15"),
        ("exclude: []", "N206 suites/week5.yaml:16:14"),
        ("exclude: [night: []]", "N206 suites/week5.yaml:16:22"),
        ("exclude: [night: clam]", "N232 suites/week5.yaml:16:22"),
        ("exclude: [nigth: calm]", "N231 suites/week5.yaml:16:15"),
        ("exclude: [{night: calm, user: greif}]", "N232 suites/week5.yaml:16:35"),
    ],
)
def test_a_rule_with_a_typo_or_without_a_match(
    rules: str, where: str, tmp_path: Path
) -> None:
    """A rule that could match nothing is an error."""
    edit = (WEEK5, "    rotate: [user]", f"    {rules}\n    rotate: [user]")
    ran = checked(tmp_path, edit)
    assert (ran.code, codes(ran)) == (1, [where])


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Calm", "N205"),
        ("CALM", "N205"),
        ("cal/m", "N203"),
        ("cal..m", "N203"),
        ('"cal:m"', "N203"),
        ("cal m", "N203"),
        ("..", "N203"),
        ("calm-", "N203"),
        ("café", "N203"),
        ("c" * 300, "N203"),
    ],
)
def test_names_that_ids_cannot_be_made_of(name: str, code: str, tmp_path: Path) -> None:
    """The rule is named, or both names that look alike."""
    ran = checked(tmp_path, (NIGHT, "    stressed:", f"    {name}:"))
    assert (ran.code, codes(ran)) == (1, [f"{code} conditions/night.yaml:22:5"])


def test_names_in_two_normal_forms(tmp_path: Path) -> None:
    """`é` as one character and as two: one error that shows both."""
    more = {
        "more.yaml": "conditions: {night: {caf\u00e9: {}, cafe\u0301: {}}}\n".encode()
    }
    ran = checked(tmp_path, more=more)
    assert ran.code == 1
    assert codes(ran) == ["N203 more.yaml:1:22", "N205 more.yaml:1:32"]


# ---------------------------------------------------------------- values


@pytest.mark.parametrize("clock", ["05:48", '"05:48"', "'05:48'", "5:48", "05:48:00"])
def test_a_clock_is_a_clock_with_and_without_quotes(clock: str, tmp_path: Path) -> None:
    """No clock is read as a number of base 60; `show` gives what was written."""
    home = copied(tmp_path, [(START, 'jump_to: "05:48"', f"jump_to: {clock}")])
    ran = paprika("show", "week5-night:sleep_onset-0548.calm.cooperative", cwd=home)
    assert ran.code == 0, ran.err
    init = json.loads(ran.out)["metadata"]["init"]
    given = [call["args"] for call in init if call["fn"] == "jump_to"]
    assert given == [{"clock": clock.strip("\"'")}]


@pytest.mark.parametrize("word", ["off", "no", "yes", "1_000", "2026-10-11", "12:30"])
def test_a_word_stays_a_word(word: str, tmp_path: Path) -> None:
    """What YAML 1.1 took for a truth, a number or a date is text."""
    home = copied(tmp_path, [(USERS, "mood: sad", f"mood: {word}")])
    ran = paprika("list", "user=grief", "--output-format", "json", cwd=home)
    assert ran.code == 0, ran.err
    ran = paprika("show", json.loads(ran.out)[0]["task"], cwd=home)
    assert json.loads(ran.out)["metadata"]["facts"]["mood"] == word


@pytest.mark.parametrize(
    ("scalar", "code"),
    [
        ("0607", "N213"),
        ("1e3", "N213"),
        ("0o17", "N213"),
        ("true", "N213"),
        ("~", "N213"),
        (".inf", "Y113"),
        ("-.INF", "Y113"),
        (".nan", "Y113"),
        ("1234e567", "Y113"),
        ("7" * 5000, "Y113"),
        ("", "N208"),
    ],
)
def test_a_number_where_a_word_is_meant(scalar: str, code: str, tmp_path: Path) -> None:
    """It is an error at the value, or at the key of an empty one."""
    ran = checked(tmp_path, (USERS, "mood: sad", f"mood: {scalar}"))
    column = 15 if scalar else 9
    assert (ran.code, codes(ran)) == (1, [f"{code} personas/users.yaml:308:{column}"])


@pytest.mark.parametrize("key", ["about", "tags", "solution", "requires", "do_nothing"])
def test_a_key_without_a_value(key: str, tmp_path: Path) -> None:
    """It is no null and no empty list: an error at the key."""
    ran = checked(
        tmp_path, (NIGHT, "    calm:\n", f"    quiet:\n      {key}:\n    calm:\n")
    )
    assert (ran.code, codes(ran)) == (1, ["N208 conditions/night.yaml:5:7"])


def test_braces_in_a_fact_stay_text(tmp_path: Path) -> None:
    """A fact is filled in once; what it holds is never a template again."""
    home = copied(tmp_path, [(USERS, "theme: our old garden", 'theme: "{{ mood }} {"')])
    ran = paprika("list", "week5-night", "--output-format", "json", cwd=home)
    task = next(r["task"] for r in json.loads(ran.out) if r["task"].endswith("grief"))
    row = json.loads(paprika("show", task, cwd=home).out)
    assert "wants to dream of {{ mood }} {. Every" in row["input"]


@pytest.mark.parametrize(
    ("seeds", "where"),
    [
        ("{dev: 1-5, held-out: 5}", "N214 suites/week5.yaml:17:33"),
        ("{dev: [1, 1]}", "N214 suites/week5.yaml:17:22"),
        ("{dev: []}", "N214 suites/week5.yaml:17:18"),
        ("{}", "N214 suites/week5.yaml:17:12"),
        ("{dev: 5-1}", "N214 suites/week5.yaml:17:18"),
        ("{dev: 1.5}", "N214 suites/week5.yaml:17:18"),
        ("{dev: 2147483648}", "N214 suites/week5.yaml:17:18"),
        (f"{{dev: {2**70}}}", "Y113 suites/week5.yaml:17:18"),
    ],
)
def test_seeds_that_are_none(seeds: str, where: str, tmp_path: Path) -> None:
    """Seeds are whole numbers, each in one split, once."""
    ran = checked(tmp_path, (WEEK5, "{dev: 1, held-out: 6}", seeds))
    assert (ran.code, codes(ran)) == (1, [where])


@pytest.mark.parametrize(
    ("call", "where"),
    [
        ("soft_sound_in_rem: {kind: trumpet}", "N213 conditions/night.yaml:7:44"),
        ("soft_sound_in_rem: {content: hope}", "N213 conditions/night.yaml:7:47"),
        ("call: grandmother", "N201 conditions/night.yaml:7:18"),
    ],
)
def test_a_solution_of_what_does_not_exist(
    call: str, where: str, tmp_path: Path
) -> None:
    """An error at the argument, or at the name of the planner."""
    edit = (NIGHT, "[soft_sound_in_rem: {content: wish}]", f"[{call}]")
    ran = checked(tmp_path, edit)
    assert (ran.code, codes(ran)) == (1, [where])


# ---------------------------------------------------------------- bytes and files


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"assumptions: {\xef\xbb\xbfx: 1}\n", "Y102 odd.yaml:1:15"),
        (b"# caf\xe9\n", "Y101 odd.yaml:1:6"),
        (b"\xff\xfea\x00:\x00", "Y101 odd.yaml:1:1"),
        (b"# a\x00b\n", "Y102 odd.yaml:1:4"),
        ("# a\u2028b\n".encode(), "Y102 odd.yaml:1:4"),
        ("# a\u0085b\n".encode(), "Y102 odd.yaml:1:4"),
        (b"rubrics:\n\t{}\n", "Y103 odd.yaml:2:1"),
        (b"%YAML 1.1\n---\nrubrics: {}\n", "Y104 odd.yaml:1:1"),
        (b"rubrics: {}\n---\nrubrics: {}\n", "Y105 odd.yaml:2:1"),
        (b"rubrics: !!map {}\n", "Y106 odd.yaml:1:10"),
        (b"- a\n", "N206 odd.yaml:1:1"),
    ],
)
def test_odd_bytes_have_a_place(data: bytes, code: str, tmp_path: Path) -> None:
    """No file is half read, and no encoding guessed."""
    ran = checked(tmp_path, more={"odd.yaml": data})
    assert (ran.code, codes(ran)) == (1, [code])


@pytest.mark.parametrize(
    "data",
    [b"", b"# nothing yet\n", b"\xef\xbb\xbfrubrics: {}\n", b"rubrics: {}\r\n"],
    ids=["empty", "comment", "byte order mark", "carriage return"],
)
def test_files_that_are_fine(data: bytes, tmp_path: Path) -> None:
    """An empty file says nothing; a mark at the start and CRLF are no fault."""
    ran = checked(tmp_path, more={"odd.yaml": data})
    assert (ran.code, codes(ran)) == (0, [])


@pytest.mark.parametrize(
    ("about", "cells"), [("고요한 밤", 9), ("🌙 night 🌙", 11), ("e\u0301te\u0301", 3)]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_caret_stands_under_the_text(
    about: str, cells: int, line_end: str, tmp_path: Path
) -> None:
    """Wide characters take two cells, combining ones none; CRLF changes nothing."""
    text = f"conditions: {{night: {{x: {{about: {about}, no: 1}}}}}}{line_end}"
    home = copied(tmp_path, small=True)
    (home / "specs" / "wide.yaml").write_bytes(text.encode())
    ran = paprika("check", "specs", "--no-prove", cwd=home)
    lines = ran.err.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("1 | "))
    assert lines[at] == "1 | " + text.rstrip()
    before = len("conditions: {night: {x: {about: ") + cells + len(", ")
    assert lines[at + 1] == "  | " + " " * before + "^^"


def test_errors_in_two_files_come_in_one_run(tmp_path: Path) -> None:
    """Independent errors don't wait for one another."""
    ran = checked(
        tmp_path,
        (NIGHT, "lie_awake:", "lie_awke:"),
        (
            USERS,
            "about: Gives general answers until asked",
            "abut: Gives general answers until asked",
        ),
    )
    assert ran.code == 1
    assert codes(ran) == [
        "N201 conditions/night.yaml:14:11",
        "N202 personas/users.yaml:65:5",
    ]


def test_paths_that_hold_no_specs(tmp_path: Path) -> None:
    """An empty folder is a finding; a path that is not there, the environment's."""
    (tmp_path / "empty").mkdir()
    assert paprika("check", "empty", cwd=tmp_path).code == 1
    ran = paprika("check", "nowhere", cwd=tmp_path)
    assert ran.code == 2
    assert "nowhere" in ran.err


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A link that leads nowhere can't be read by anyone."""
    home = copied(tmp_path)
    (home / "specs" / "gone.yaml").symlink_to(home / "nothing.yaml")
    ran = paprika("check", "specs", cwd=home)
    assert ran.code == 2
    assert "specs/gone.yaml" in ran.err


# ---------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("selector", "near"),
    [
        ("week5-nigth", "week5-night"),
        ("night=clam", "calm"),
        ("nigth=calm", "night"),
        ("week5-night:rem_onset-0941.broken.greif", "rem_onset-0941.broken"),
    ],
)
def test_a_selector_that_matches_nothing(
    selector: str, near: str, tmp_path: Path
) -> None:
    """Exit 2 with a near name, and nothing on stdout."""
    ran = paprika("list", selector, cwd=copied(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert selector in ran.err
    assert near in ran.err.replace(selector, "")


def test_no_parameter_of_a_task_is_a_clock_or_a_truth() -> None:
    """Inspect reads `-T start=12:30` as 750 and `off` as false: names are safe."""
    parameters = inspect.signature(night).parameters.values()
    assert {p.name for p in parameters} == {
        "suite",
        "agent",
        "split",
        "seeds",
        "night",
        "scale",
        "allow_same_family",
    }
    flags = {p.name for p in parameters if isinstance(p.default, bool)}
    assert flags == {"allow_same_family"}


def test_a_comment_changes_no_task(tmp_path: Path) -> None:
    """Rows and hashes stay to the byte; only the source's own hash differs."""
    rows = []
    for name in ("before", "after"):
        home = copied(tmp_path / name)
        if name == "after":
            path = home / "specs" / NIGHT
            path.write_text("# A remark.\n\n" + path.read_text(encoding="utf-8"))
        assert paprika("compile", "specs", "--no-prove", cwd=home).code == 0
        files = content(home / "build")
        suites = json.loads(files["manifest.json"])["suites"]
        rows.append(({k: v for k, v in files.items() if k.endswith(".jsonl")}, suites))
    assert rows[0] == rows[1]


def test_json_with_warnings_is_all_there_is(tmp_path: Path) -> None:
    """stdout is one array, though there are warnings and a build."""
    edit = (NIGHT, "conditions:", "conditions:\n  weather:\n    rain: {}")
    home = copied(tmp_path, [edit])
    ran = paprika("compile", "specs", "--no-prove", "--output-format", "json", cwd=home)
    assert (ran.code, ran.err) == (0, "")
    assert [each["severity"] for each in json.loads(ran.out)] == ["warning"]
    assert (home / "build" / "manifest.json").is_file()


def hashes(home: Path) -> dict[str, str]:
    """Compile without a replay; give every task's hash by its key."""
    assert paprika("compile", "specs", "--no-prove", cwd=home).code == 0
    suites = json.loads((home / "build" / "manifest.json").read_bytes())["suites"]
    return {
        f"{name}:{task}": parts["hash"]
        for name, suite in suites.items()
        for task, parts in suite["hashes"].items()
    }


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The hashes of the shipped tasks."""
    return hashes(copied(tmp_path_factory.mktemp("shipped")))


def test_a_condition_more_changes_no_task(
    shipped: dict[str, str], tmp_path: Path
) -> None:
    """Though it stands before all others, every task stays what it was."""
    new = "    first: {init: [raise_heart_rate: {bpm: 1}]}\n    calm:\n"
    grown = hashes(copied(tmp_path, [(NIGHT, "    calm:\n", new)]))
    assert shipped.items() <= grown.items()
    assert len(grown) == len(shipped) + 15 + 7


def test_a_persona_more_moves_nothing(shipped: dict[str, str], tmp_path: Path) -> None:
    """The lock keeps every task; the seventh person waits to be given a share."""
    new = (
        "personas:\n  first:\n    init: [mood: new, wish: {theme: x, own_words: [y]}]\n"
    )
    assert hashes(copied(tmp_path, [(USERS, "personas:\n", new)])) == shipped
