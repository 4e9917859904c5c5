"""The `paprika` command: what it prints where, and how it ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from paprika.runtime import cli, worlds

from .shared import ROOT
from .toy import TOY, facet, specs, suite

CONDITIONS = facet("color", ["red", "green"], "color") + facet("shape", 2, "shape")
GOOD = specs(CONDITIONS, suite("s", "cross: [color, shape]"))
"""Four tasks; nothing is proved of them, for doing nothing passes."""
WARNED = GOOD.replace("cross: [color, shape]", "cross: [color]")
BAD = GOOD.replace("topic: tea", "topik: tea")
NO_PROOF = "--no-prove"


class Ran(NamedTuple):
    """How a run ended."""

    status: object
    out: str
    err: str


class Run:
    """Runs the command in this process, in an empty folder, over the toy world."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *arguments: object) -> Ran:
        words = ["paprika", *map(str, arguments)]
        self.monkeypatch.setattr(sys, "argv", words)
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return Ran(ended.value.code, *self.capsys.readouterr())


@pytest.fixture
def run(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """Give the command, with good specs in specs/."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worlds, "WORLDS", {"toy": TOY})
    for name in ("NO_COLOR", "FORCE_COLOR", "PAPRIKA_OUTPUT_FORMAT", "CI"):
        monkeypatch.delenv(name, raising=False)
    write(GOOD)
    return Run(capsys, monkeypatch)


def write(text: str, path: str = "specs/a.yaml") -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def contents(folder: str) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


# ---------------------------------------------------------------- how it ends


def test_specs_without_a_mistake(run: Run) -> None:
    """Exit 0; the closing lines go to stdout, nothing to stderr."""
    done = run("check", NO_PROOF)
    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(
        r"s: 4 tasks\n0 errors, 0 warnings, \d+\.\d\d s CPU\n", done.out
    )


def test_specs_with_a_mistake(run: Run) -> None:
    """Exit 1; findings and closing line go to stderr, and nothing is written."""
    write(BAD)
    done = run("compile", NO_PROOF)
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith(
        "error[N201]: unknown init function 'topik'\n  --> specs/a.yaml:14:12\n"
    )
    assert re.search(r"\n1 error, 0 warnings, \d+\.\d\d s CPU\n\Z", done.err)
    assert not Path("build").exists()


def test_mistakes_in_two_files_come_in_one_run(run: Run) -> None:
    """Sorted by file."""
    write(BAD)
    write("assumptions:\n  spare: {value: 1}\n", "specs/b.yaml")
    done = run("check", NO_PROOF, "--output-format", "concise")
    assert done.status == 1
    assert [line.partition(" ")[0] for line in done.err.splitlines()[:2]] == [
        "specs/a.yaml:14:12:",
        "specs/b.yaml:2:3:",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chek",), "No such command 'chek'. Did you mean 'check'?"),
        (("zzz",), "No such command 'zzz'."),
        (
            ("check", "--no-proof"),
            "No such option '--no-proof'. Did you mean '--no-prove'?",
        ),
        (("check", "--output-format", "xml"), "'xml' is not one of 'full', 'concise'"),
        (("check", "nowhere"), "cannot read 'nowhere': no such file or directory"),
        (("compile", "nowhere.yaml"), "cannot read 'nowhere.yaml': no such file"),
        (("list", "--specs", "nowhere"), "cannot read 'nowhere'"),
        (("list", "--kind", "task"), "'task' is not one of 'tasks', 'suites'"),
        (("show",), "Missing argument 'TASK'"),
        (("lock", "specs/a.yaml"), "specs/a.yaml is no folder: a lock stands in"),
        (("check", "--set", "s.topic"), "--set takes SUITE.CALL=VALUE, not 's.topic'"),
        (("check", "--set", "topic=1"), "--set takes SUITE.CALL=VALUE, not 'topic=1'"),
        (("check", "--set", "s.a=\udcff"), "is not UTF-8"),
        (("check", "--set", "s.a=1", "--set", "s.a=2"), "--set s.a is given twice"),
    ],
)
def test_mistakes_on_the_command_line(
    arguments: tuple[str, ...], message: str, run: Run
) -> None:
    """Exit 2 with what is wrong on stderr; nothing on stdout."""
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_no_specs_here(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2: without a path, specs/ is meant."""
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    done = run("check")
    assert (done.status, done.err) == (
        2,
        "Error: there is no specs/ here: name the files or folders\n",
    )


def test_an_unreadable_file_is_named(run: Run) -> None:
    """Exit 2: a folder that is called like a file of specs, and a dangling link."""
    Path("specs/gone.yaml").symlink_to("nowhere")
    done = run("check", NO_PROOF)
    assert (done.status, done.err) == (
        2,
        "Error: cannot read 'specs/gone.yaml': no such file or directory\n",
    )


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads all")
def test_a_file_without_permission_is_named(run: Run) -> None:
    """Exit 2."""
    Path("specs/a.yaml").chmod(0)
    done = run("check", NO_PROOF)
    assert (done.status, done.err) == (
        2,
        "Error: cannot read 'specs/a.yaml': permission denied\n",
    )


def test_an_empty_folder_is_a_finding(run: Run) -> None:
    """Exit 1, for the folder may have been meant to hold something."""
    Path("empty").mkdir()
    done = run("check", "empty")
    assert done.status == 1
    assert done.err.startswith("error[Y114]: no *.yaml file in the folder 'empty'\n")


def test_an_empty_file_is_fine(run: Run) -> None:
    """So is one of comments; beside others they add nothing."""
    write("", "specs/empty.yaml")
    write("# nothing yet\n", "specs/comments.yaml")
    done = run("check", NO_PROOF)
    assert (done.status, done.err) == (0, "")
    assert run("check", "specs/empty.yaml").status == 0


def test_help_and_version(run: Run) -> None:
    """Exit 0, on stdout; every verb is listed with one line."""
    done = run("--help")
    assert (done.status, done.err) == (0, "")
    listed = re.findall(r"^  ([a-z]+)  +[A-Z].*\.$", done.out, re.MULTILINE)
    assert listed == list(cli.COMMANDS) == list(cli.SUMMARIES)
    assert "Exit codes: 0 fine, 1 findings, 2 usage or environment." in done.out


@pytest.mark.parametrize(
    "verb", ["compile", "check", "list", "show", "explain", "lock"]
)
def test_every_verb_has_help(verb: str, run: Run) -> None:
    """Exit 0, with its own summary."""
    done = run(verb, "-h")
    assert done.status == 0
    assert done.out.startswith(f"Usage: paprika {verb} ")


# ---------------------------------------------------------------- formats and colours


def test_json_is_all_there_is_on_stdout(run: Run) -> None:
    """An array, with warnings and with errors, and empty without any finding."""
    assert run("check", NO_PROOF, "--output-format", "json").out == "[]\n"
    write(WARNED)
    warned = run("compile", NO_PROOF, "--output-format", "json")
    found = json.loads(warned.out)
    assert (warned.status, warned.err) == (0, "")
    assert [(one["code"], one["severity"]) for one in found] == [
        ("C320", "warning"),
        ("C320", "warning"),
    ]
    write(BAD)
    failed = run("check", NO_PROOF, "--output-format", "json")
    [one] = json.loads(failed.out)
    assert (failed.status, failed.err) == (1, "")
    assert (one["code"], one["file"], one["line"], one["column"]) == (
        "N201",
        "specs/a.yaml",
        14,
        12,
    )


def test_json_stays_json_when_the_build_cannot_be_written(run: Run) -> None:
    """The reason goes to stderr, exit 2."""
    write("mine", "build/notes.txt")
    done = run("compile", NO_PROOF, "--output-format", "json")
    assert (done.status, json.loads(done.out)) == (2, [])
    assert done.err == (
        "Error: can't write the build: build holds files that the compiler did not "
        "make\n"
    )
    assert contents("build") == {"notes.txt": b"mine"}


def test_annotations_for_github(run: Run) -> None:
    """On stdout, one command a finding."""
    write(BAD)
    done = run("check", NO_PROOF, "--output-format", "github")
    assert done.out == (
        "::error file=specs/a.yaml,line=14,col=12,title=N201 unknown function::"
        "unknown init function 'topik'%0Adid you mean 'topic'?\n"
    )


def test_the_format_from_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The option comes before it."""
    monkeypatch.setenv("PAPRIKA_OUTPUT_FORMAT", "json")
    assert run("check", NO_PROOF).out == "[]\n"
    assert "4 tasks" in run("check", NO_PROOF, "--output-format", "full").out


def test_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """None off a terminal; FORCE_COLOR paints, NO_COLOR is stronger; json never."""
    write(BAD)
    assert "\x1b" not in run("check", NO_PROOF).err
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("check", NO_PROOF).err.startswith("\x1b[1;31merror[N201]\x1b[0m")
    assert "\x1b" not in run("check", NO_PROOF, "--output-format", "json").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("check", NO_PROOF).err


def test_no_progress_off_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even where colours are forced: a log has no carriage returns."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    body = "{init: [{%s: x%d}], solution: [say: yes], assert: [said: yes]}"
    many = "".join(
        f"  {name}:\n"
        + "".join(f"    {name}{n}: {body % (call, n)}\n" for n in range(11))
        for name, call in (("color", "color"), ("shape", "shape"))
    ).replace(", solution: [say: yes], assert: [said: yes]", "", 11)
    write(specs(many, suite("s", "cross: [color, shape]")))
    done = run("check")
    assert (done.status, done.err) == (0, "")
    assert "s: 121 tasks, all solved, 0 passed by doing nothing" in done.out
    assert "\r" not in done.out + done.err


# ---------------------------------------------------------------- compile


def test_a_failed_compile_leaves_the_old_build(run: Run) -> None:
    """Every byte of it, and nothing beside it."""
    assert run("compile", NO_PROOF).status == 0
    before = contents("build")
    write(BAD)
    assert run("compile", NO_PROOF).status == 1
    assert contents("build") == before
    assert sorted(path.name for path in Path().iterdir()) == ["build", "specs"]


def test_compiling_into_another_folder(run: Run) -> None:
    """Folders above it are made."""
    assert run("compile", NO_PROOF, "-o", "out/of/here").status == 0
    assert "s.jsonl" in contents("out/of/here")
    assert not Path("build").exists()


def test_the_cache_changes_no_byte(run: Run) -> None:
    """Proved anew, from the cache, and without one."""
    body = "solution: [say: yes], assert: [said: yes]"
    write(GOOD.replace("}]}", f"}}], {body}}}", 2))
    found = []
    for arguments in (("--no-cache",), (), ()):
        done = run("compile", *arguments)
        assert (done.status, done.err) == (0, "")
        assert Path(".paprika").exists() == (not arguments)
        found.append(contents("build"))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    ("setting", "args"),
    [
        ("s.topic=milk", {"value": "milk"}),
        ("s.topic=12:30", {"value": "12:30"}),
        ("s.topic=off", {"value": "off"}),
        ("s.topic=1_000", {"value": "1_000"}),
        ("s.topic=nan", {"value": "nan"}),
        ("s.topic=0607", {"value": "0607"}),
        ("s.topic=5", {"value": "5"}),
        ("s.topic=true", {"value": "true"}),
        ("s.topic=a=b", {"value": "a=b"}),
        ("s.topic=", {"value": ""}),
    ],
)
def test_set_replaces_an_argument(
    setting: str, args: Mapping[str, str], run: Run
) -> None:
    """A text stays one; it is in the manifest, and the hash is another."""
    run("compile", NO_PROOF)
    plain = json.loads(Path("build/s.jsonl").read_text().splitlines()[0])
    assert run("compile", NO_PROOF, "--set", setting).status == 0
    row = json.loads(Path("build/s.jsonl").read_text().splitlines()[0])
    assert row["metadata"]["init"][0] == {"args": args, "fn": "topic"}
    assert row["metadata"]["hash"] != plain["metadata"]["hash"]
    manifest = json.loads(Path("build/manifest.json").read_text())
    assert manifest["settings"] == {"s.topic": args["value"]}


@pytest.mark.parametrize(
    ("setting", "message", "help"),
    [
        (
            "t.topic=x",
            "--set t.topic: there is no suite 't'",
            None,
        ),
        (
            "s.topik=x",
            "--set s.topik: the suite 's' has no init call 'topik'",
            "did you mean 'topic'?",
        ),
        (
            "s.size=big",
            "`value` of 'size' must be a whole number, not the text 'big'",
            None,
        ),
        (
            "s.size=-1",
            "`value` of 'size' must be at least 0, not -1",
            None,
        ),
        (
            "s.size=" + "9" * 5000,
            f"`value` of 'size' must be a whole number, not the text '{'9' * 59}…'",
            None,
        ),
    ],
)
def test_set_that_fits_nothing(
    setting: str, message: str, help: str | None, run: Run
) -> None:
    """A finding about the command line, not about a line of the file."""
    write(GOOD.replace("topic: tea", "topic: tea, size: 3"))
    done = run("check", NO_PROOF, "--set", setting, "--output-format", "json")
    [problem] = json.loads(done.out)
    assert (done.status, problem["message"], problem["help"]) == (1, message, help)
    assert problem["file"] in (None, f"--set {setting}")


def test_set_takes_a_number_where_only_that_fits(run: Run) -> None:
    """As in the manifest."""
    write(GOOD.replace("topic: tea", "topic: tea, size: 3"))
    assert run("compile", NO_PROOF, "--set", "s.size=20").status == 0
    manifest = json.loads(Path("build/manifest.json").read_text())
    assert manifest["settings"] == {"s.size": 20}


# ---------------------------------------------------------------- list, show, explain


def test_list_and_its_selectors(run: Run) -> None:
    """Names add up; inside quotes all must fit; a glob is over the id."""
    write(GOOD.replace("green: {", "green: {tags: [cool], "))
    every = ["s:red.shape0", "s:red.shape1", "s:green.shape0", "s:green.shape1"]

    def listed(*select: str) -> list[str]:
        done = run("list", *select, "--output-format", "json")
        assert (done.status, done.err) == (0, "")
        return [row["task"] for row in json.loads(done.out)]

    assert listed() == listed("s") == every
    assert listed("red.*") == listed("s:red.*") == every[:2]
    assert listed("color=red,green shape=shape1") == [every[1], every[3]]
    assert listed("color=red", "shape=shape1") == [every[0], every[1], every[3]]
    assert listed("tag=cool") == every[2:]
    text = run("list", "s:red.shape0").out
    assert text == "s:red.shape0  3  fails\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("list", "s:red.shap"), "'s:red.shap' matches no task: did you mean 's:red."),
        (("list", "color=rde"), "'color=rde' matches no task: did you mean 'red'?"),
        (("list", "colr=red"), "'colr=red' matches no task: did you mean 'color'?"),
        (("list", "red.*", "zz"), "'zz' matches no task"),
        (("list", ""), "'' matches no task"),
        (("list", "--kind", "conditions", "gren"), "did you mean 'green'?"),
        (("list", "--dropped", "ss"), "'ss' matches nothing: did you mean 's'?"),
        (
            ("show", "red.shape"),
            "no task 'red.shape'; near it: red.shape1, red.shape0, green.shape0",
        ),
        (("explain", "t:red.shape0"), "no task 't:red.shape0'; near it: s:red.shape0"),
        (("explain", "nothing"), "there is no task 'nothing'\n"),
    ],
)
def test_what_is_selected_must_exist(
    arguments: tuple[str, ...], message: str, run: Run
) -> None:
    """Exit 2 with near names; nothing is listed, even of what does match."""
    write(
        GOOD.replace(
            "cross: [color, shape]",
            "cross: [color, shape]\n    exclude: [{color: green, shape: shape1}]",
        )
    )
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_list_of_other_kinds(run: Run) -> None:
    """With the place of each; functions with their arguments."""

    def listed(kind: str) -> list[str]:
        return run("list", "--kind", kind).out.splitlines()

    assert listed("suites") == ["s  specs/a.yaml:10:3"]
    assert listed("conditions")[0] == "red  color  specs/a.yaml:4:5"
    assert listed("assumptions") == ["patience  specs/a.yaml:1:15"]
    assert listed("rubrics") == listed("personas") == []
    assert "said  (check of toy)  (word)  The word was said." in listed("functions")


def test_list_of_what_rules_take_out(run: Run) -> None:
    """By rule, with its place."""
    rule = "    exclude: [{color: red}]\n"
    write(GOOD + rule)
    assert run("list", "--dropped").out == "s  2  rule exclude 1  specs/a.yaml:16:15\n"
    assert run("list", "--dropped", "s").out == run("list", "--dropped").out


def test_show_gives_the_row_of_the_build(run: Run) -> None:
    """By id or by SUITE:ID."""
    run("compile", NO_PROOF)
    row = json.loads(Path("build/s.jsonl").read_text().splitlines()[3])
    for name in ("green.shape1", "s:green.shape1"):
        done = run("show", name)
        assert (done.status, json.loads(done.out)) == (0, row)


def test_a_name_that_two_suites_have(run: Run) -> None:
    """Exit 2: it must be said which."""
    write(GOOD + suite("t", "cross: [color, shape]"))
    done = run("show", "red.shape0")
    assert (done.status, done.err) == (
        2,
        "Error: 'red.shape0' is in several suites: name one of s:red.shape0, "
        "t:red.shape0\n",
    )


def test_explain_says_who_contributed_what(run: Run) -> None:
    """Suite, then conditions, each call with its place."""
    lines = run("explain", "red.shape0").out.splitlines()
    assert lines[0] == "s:red.shape0 is in, with 3 seeds"
    assert lines[2:] == [
        "  doing nothing fails",
        "  the suite  specs/a.yaml:10:3",
        '    init     topic {"value": "tea"}  specs/a.yaml:14:12',
        '    assert   unsaid {"word": "no"}  specs/a.yaml:13:14',
        "  color red (crossed)  specs/a.yaml:4:5",
        '    init     color {"value": "red"}  specs/a.yaml:4:19',
        "  shape shape0 (crossed)  specs/a.yaml:7:5",
        '    init     shape {"value": "shape0"}  specs/a.yaml:7:22',
    ]


def test_explain_says_why_a_combination_is_out(run: Run) -> None:
    """By its crossed names, with or without dealt ones; another name is unknown."""
    keys = (
        "cross: [color?]\nrotate: [shape]\nat_least_one_of: [color]\n"
        "exclude: [{color: red}]"
    )
    write(specs(CONDITIONS, suite("s", keys)))
    out = "s:{0} is out: the rule `exclude 1` takes it out (specs/a.yaml:18:15)\n"
    for name in ("red", "red.shape1"):
        done = run("explain", name)
        assert (done.status, done.out) == (0, out.format(name))
    for name in ("blue", "red.shape1.more", "redder"):
        done = run("explain", name)
        assert (done.status, done.out) == (2, "")
        assert f"there is no task '{name}'" in done.err


def test_looking_at_specs_with_mistakes_shows_the_mistakes(run: Run) -> None:
    """Exit 1, and nothing on stdout."""
    write(BAD)
    for arguments in (("list",), ("show", "x"), ("explain", "x"), ("lock",)):
        done = run(*arguments)
        assert (done.status, done.out) == (1, "")
        assert "error[N201]" in done.err


def test_lock_writes_beside_the_specs(run: Run) -> None:
    """And what it holds is then dealt."""
    write(specs(CONDITIONS, suite("s", "cross: [color]\nrotate: [shape]")))
    done = run("lock")
    assert (done.status, done.out) == (0, "")
    held = json.loads(Path("specs/paprika.lock").read_text())
    assert held["rotation"] == {"s": {"red": ["shape0"], "green": ["shape1"]}}
    assert sorted(path.name for path in Path("specs").iterdir()) == [
        "a.yaml",
        "paprika.lock",
    ]


# ---------------------------------------------------------------- kinds of input


@pytest.mark.parametrize(
    ("text", "code", "at", "first"),
    [
        (
            GOOD + "suites:\n" + suite("t", "cross: [color]"),
            "Y108",
            "specs/a.yaml:16:1",
            9,
        ),
        (GOOD.replace("    init: [topic", "      init: [topic"), "Y107", None, None),
        (
            GOOD.replace("    assert: [unsaid: no]\n", ""),
            "C309",
            "specs/a.yaml:10:3",
            None,
        ),
        (
            GOOD.replace("cross: [color, shape]", "cross: color"),
            "N206",
            "specs/a.yaml:15:12",
            None,
        ),
        (
            GOOD + "    absnt: skip\n",
            "N202",
            "specs/a.yaml:16:5",
            None,
        ),
        (
            GOOD.replace("suites:", "siutes:"),
            "N202",
            "specs/a.yaml:9:1",
            None,
        ),
        (
            GOOD + "    exclude: [{}]\n",
            "N206",
            "specs/a.yaml:16:15",
            None,
        ),
        (GOOD.replace("held-out: 3", "held-out: 2-8"), "N214", None, None),
        (GOOD.replace("{dev: 1-2, held-out: 3}", "[]"), "N214", None, None),
        (GOOD.replace("dev: 1-2", "dev: -1"), "N214", None, None),
        (GOOD.replace("dev: 1-2", f"dev: {2**70}"), "Y113", None, None),
    ],
)
def test_a_spec_with_one_mistake_has_one_error(
    text: str, code: str, at: str | None, first: int | None, run: Run
) -> None:
    """Two blocks of one name, a wrong indent, no assert, a text for a list, typos,
    an empty match, seeds that overlap or are none: each at its place, exit 1."""
    write(text)
    done = run("check", NO_PROOF, "--output-format", "json")
    errors = [one for one in json.loads(done.out) if one["severity"] == "error"]
    assert (done.status, errors[0]["code"]) == (1, code)
    assert len({(one["line"], one["column"]) for one in errors}) == len(errors)
    where = f"{errors[0]['file']}:{errors[0]['line']}:{errors[0]['column']}"
    assert at is None or where == at
    assert first is None or errors[0]["related"][0]["line"] == first


def test_one_name_in_two_files(run: Run) -> None:
    """An error with both places, whichever file is named first."""
    write("conditions:\n  color:\n    red: {init: [color: other]}\n", "specs/b.yaml")
    found = []
    for paths in (["specs/a.yaml", "specs/b.yaml"], ["specs/b.yaml", "specs/a.yaml"]):
        done = run("check", NO_PROOF, "--output-format", "json", *paths)
        found.append(json.loads(done.out))
    assert found[0] == found[1]
    [problem] = found[0]
    assert (problem["code"], problem["file"], problem["line"]) == (
        "N204",
        "specs/b.yaml",
        3,
    )
    assert problem["related"][0]["file"] == "specs/a.yaml"


def test_a_merged_anchor_with_one_key_of_its_own(run: Run) -> None:
    """`<<` is no duplicate."""
    text = GOOD.replace(
        "    red: {init: [{color: red}]}\n",
        "    red: &base {about: One., init: [{color: red}], tags: [x]}\n"
        "    blue: {<<: *base, init: [{color: blue}]}\n",
    )
    write(text)
    done = run("check", NO_PROOF)
    assert (done.status, done.err) == (0, "")
    assert "s: 6 tasks" in done.out


def test_a_duplicate_key_hides_its_dead_value(run: Run) -> None:
    """Only the duplicate is an error, not what the first value said."""
    write(
        GOOD.replace(
            "    init: [topic: tea]\n", "    init: [zz: 1]\n    init: [topic: tea]\n"
        )
    )
    done = run("check", NO_PROOF, "--output-format", "json")
    assert [one["code"] for one in json.loads(done.out)] == ["Y108"]


def test_a_comment_is_no_new_proof(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows stay, and every verdict comes from the cache."""
    body = "solution: [say: yes], assert: [said: yes]"
    proved = GOOD.replace("}]}", f"}}], {body}}}", 2)
    write(proved)
    assert run("compile").status == 0
    rows = Path("build/s.jsonl").read_bytes()
    write(f"# A comment.\n{proved}")

    def replay(*arguments: object) -> None:
        raise AssertionError("proved anew")

    monkeypatch.setattr(type(TOY), "replay", replay)
    monkeypatch.setattr(type(TOY), "perform", replay)
    assert run("compile").status == 0
    assert Path("build/s.jsonl").read_bytes() == rows


# ---------------------------------------------------------------- whole processes


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CI")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), **more}


PAPRIKA = (sys.executable, "-W", "error", "-m", "paprika.runtime.cli")


def test_the_shipped_specs_in_a_process_of_its_own(tmp_path: Path) -> None:
    """From another folder, with warnings as errors, in a terminal of ASCII only."""
    command = [*PAPRIKA, "check", str(ROOT / "specs")]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(PYTHONIOENCODING="ascii"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.sub(r"\d+\.\d\d s", "1 s", done.stdout) == (
        "real-night: 60 tasks, all solved, 36 passed by doing nothing as declared\n"
        "week5-session: 8 tasks, all solved, 0 passed by doing nothing as declared\n"
        "bedside-setup: 63 tasks, all solved, 0 passed by doing nothing as declared\n"
        "bedside-chains: 5 tasks, all solved, 0 passed by doing nothing as declared\n"
        "week5-bedtime: 6 tasks, all solved, 0 passed by doing nothing as declared\n"
        "week5-morning: 6 tasks, all solved, 0 passed by doing nothing as declared\n"
        "further-morning: 4 tasks, all solved, 0 passed by doing nothing as declared\n"
        "safety: 15 tasks, all solved, 0 passed by doing nothing as declared\n"
        "week4-night: 15 tasks, all solved, 3 passed by doing nothing as declared\n"
        "week5-night: 28 tasks, all solved, 20 passed by doing nothing as declared\n"
        "0 errors, 0 warnings, 1 s CPU\n"
    )


@pytest.fixture
def shipped(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give the command in the repository's own folder."""
    monkeypatch.chdir(ROOT)
    return Run(capsys, monkeypatch)


def test_looking_at_the_shipped_specs(shipped: Run) -> None:
    """`list` and `explain`, on the night."""
    listed = shipped("list", "week5-night", "night=calm start=rem_onset-0941")
    # The 28 of the suite, and one place on a calm night in each of two others.
    assert len(listed.out.splitlines()) == 28 + 2
    done = shipped("list", "week5-night:rem_onset-0941.calm.*")
    [line] = done.out.splitlines()
    key = line.split()[0]
    told = shipped("explain", key).out
    assert told.startswith(f"{key} is in, with 8 seeds\n")
    assert "night calm (crossed)  specs/conditions/night.yaml:4:5\n" in told
    assert "(dealt by rotation)  specs/personas/users.yaml:" in told


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at the end", "at once"])
@pytest.mark.parametrize(
    "arguments",
    [("list", "--kind", "functions"), ("check", "--output-format", "json")],
    ids=["list", "check"],
)
def test_a_closed_pipe_ends_quietly(
    arguments: tuple[str, ...], unbuffered: str, tmp_path: Path
) -> None:
    """No traceback and exit 0, whether the text fails when written or when flushed."""
    read, closed = os.pipe()
    os.close(read)
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "empty.yaml").touch()
    try:
        done = subprocess.run(
            [*PAPRIKA, *arguments],
            cwd=tmp_path,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(closed)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_exits_130_without_a_traceback(tmp_path: Path) -> None:
    """And the old build, here none, is what is left."""
    script = (
        "import os, signal, sys, time\n"
        "from paprika.compiler import compile as pipeline\n"
        "from paprika.runtime import cli\n"
        # A shell lets what it runs in the background ignore the signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def interrupt(*arguments):\n    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(60)\n"
        "pipeline.compile_specs = interrupt\n"
        "sys.argv = ['paprika', 'compile', '.']\n"
        "cli.main()\n"
    )
    done = subprocess.run(
        [*PAPRIKA[:3], "-c", script],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "\n")
    assert list(tmp_path.iterdir()) == []


def test_help_starts_without_the_heavy_parts() -> None:
    """No pydantic, numpy, jinja2 or yaml; nor inspect_ai for any verb here."""
    script = (
        "import sys\nfrom paprika.runtime import cli\n"
        "sys.argv = ['paprika', *sys.argv[1:]]\n"
        "try:\n    cli.main()\nexcept SystemExit:\n    pass\n"
        "heavy = ['pydantic', 'numpy', 'jinja2', 'yaml', 'inspect_ai', 'litellm', "
        "'langfuse', 'rich']\n"
        "print(*[name for name in heavy if name in sys.modules], file=sys.stderr)\n"
    )
    found = {}
    for arguments in (("--help",), ("check", "--no-prove")):
        done = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        found[arguments[0]] = done.stderr.split()
    assert found == {"--help": [], "check": ["pydantic", "numpy", "yaml"]}
