"""The build as a contract: what is in it, and what is wrong with a broken one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paprika.compiler import suite as builds
from paprika.compiler.compile import emit
from paprika.compiler.suite import (
    BrokenBuild,
    NotABuild,
    canonical,
    find_build,
    read_build,
    write_build,
)

from .shared import ROOT
from .toy import TOY, compiled, drafts, specs, suite

CONDITIONS = (
    "  color:\n"
    '    red: {tags: [warm], init: [color: "x\\u2028\\u0085"], solution: [say: please],'
    " do_nothing: passes}\n"
    "    green: {init: [{color: green}, {parcel: box}], expect: [unsaid: hm]}\n"
)
PEOPLE = "personas:\n  ann: {profile: 'Likes {{ topic }}, 차도.', init: [mark: a]}\n"
TEXT = specs(
    CONDITIONS,
    suite("s", "cross: [color]\nrotate: [user]\nscore: {manners: 0.5}"),
    PEOPLE,
) + suite("t", "cross: [color]")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with specs and their build, as the working directory."""
    monkeypatch.chdir(tmp_path)
    emit(compiled(tmp_path, TEXT), {"toy": TOY}, Path("build"))
    return tmp_path


def contents(build: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(build.iterdir())}


# ---------------------------------------------------------------- what is in it


def test_a_build_reads_back_as_what_was_compiled(folder: Path) -> None:
    """Every field of every task, in order; and nothing else lies in the folder."""
    result = compiled(folder, TEXT)
    build = read_build(Path("build"), {"toy": TOY.code})
    assert list(build.suites) == ["s", "t"]
    for name, tasks in build.suites.items():
        assert list(tasks) == [draft.task for draft in drafts(result, name)]
    assert sorted(contents(folder / "build")) == [
        "manifest.json",
        "origins.json",
        "s.jsonl",
        "t.jsonl",
    ]
    assert sorted(path.name for path in folder.iterdir()) == ["build", "specs"]


def test_a_row_is_an_inspect_sample_with_all_under_metadata(folder: Path) -> None:
    """Keys are sorted; calls have all their arguments; texts are inlined."""
    first, second = (folder / "build" / "s.jsonl").read_text().splitlines()
    row = json.loads(second)
    assert list(row) == ["id", "input", "metadata"]
    assert (row["id"], row["input"]) == ("green.ann", "Talk about tea.")
    assert row["metadata"] == {
        "assert": [{"args": {"word": "no"}, "fn": "unsaid"}],
        "conditions": {"color": "green", "user": "ann"},
        "data": {"box": "ab" * 32},
        "do_nothing": "fails",
        "expect": [{"args": {"word": "hm"}, "fn": "unsaid"}],
        "facts": {"topic": "tea"},
        "hash": row["metadata"]["hash"],
        "init": [
            {"args": {"value": "tea"}, "fn": "topic"},
            {"args": {"value": "green"}, "fn": "color"},
            {"args": {"value": "box"}, "fn": "parcel"},
            {"args": {"value": "a"}, "fn": "mark"},
        ],
        "persona": {"name": "ann", "profile": {"about": "Likes tea, 차도."}},
        "score": {"manners": 0.5},
        "seeds": {"dev": [1, 2], "held-out": [3]},
        "solution": [],
        "suite": "s",
        "world": "toy",
    }
    assert json.loads(first)["metadata"]["do_nothing"] == "passes"


def test_lines_can_be_split_by_any_reader(folder: Path) -> None:
    """LF ends, none blank, and no raw separator that some readers split at."""
    data = (folder / "build" / "s.jsonl").read_bytes()
    text = data.decode()
    assert text.endswith("}\n")
    assert len(text.splitlines()) == len(text.split("\n")) - 1 == 2
    assert "" not in text.splitlines()
    assert "\\u2028\\u0085" in text
    assert json.loads(text.splitlines()[0])["metadata"]["init"][1]["args"] == {
        "value": "x\u2028\x85"
    }


def test_the_manifest_says_what_was_made_from_what(folder: Path) -> None:
    """Sources, world, counts, rotation and a hash with its parts for every task."""
    manifest = json.loads((folder / "build" / "manifest.json").read_text())
    data = (folder / "specs" / "0.yaml").read_bytes()
    sha = hashlib.sha256(data).hexdigest()
    assert manifest["format"] == "paprika-build/1"
    assert manifest["sources"] == [{"path": "specs/0.yaml", "sha256": sha}]
    assert manifest["worlds"]["toy"]["assumptions"] == {"patience": 1}
    assert manifest["settings"] == {}
    entry = manifest["suites"]["s"]
    assert entry["tasks"] == 2
    assert entry["trials"] == {"dev": 4, "held-out": 2}
    assert entry["left_out"] == {"absent": {}, "by_rule": {}, "not_sampled": 0}
    assert entry["rotation"] == {
        "user": {"color=green": {"ann": 1}, "color=red": {"ann": 1}}
    }
    assert entry["proof"] is None
    assert sorted(entry["hashes"]) == ["green.ann", "red.ann"]
    assert sorted(entry["hashes"]["red.ann"]) == ["code", "hash", "spec", "world"]
    assert entry["hashes"]["red.ann"]["code"] == "0123456789abcdef"


def test_the_manifest_has_one_line_a_task(folder: Path) -> None:
    """So that a change to one task is one line of difference."""
    lines = (folder / "build" / "manifest.json").read_text().splitlines()
    [line] = [line for line in lines if '"green.ann"' in line]
    assert re.fullmatch(r' *"green.ann": \{"code":.*,"world":"[0-9a-f]{16}"\},?', line)


def test_origins_say_where_every_call_stands(folder: Path) -> None:
    """By suite and condition; no row holds a place."""
    origins = json.loads((folder / "build" / "origins.json").read_text())
    assert origins["s"]["suite"] == {
        "assert": ["specs/0.yaml:12:14"],
        "init": ["specs/0.yaml:13:12"],
    }
    assert origins["s"]["conditions"]["color"]["green"] == {
        "expect": ["specs/0.yaml:7:61"],
        "init": ["specs/0.yaml:7:21", "specs/0.yaml:7:37"],
    }
    assert b"yaml" not in (folder / "build" / "s.jsonl").read_bytes()


def test_nothing_of_machine_or_moment_is_in_a_build(folder: Path) -> None:
    """No absolute path, host name, user name or time."""
    written = b"".join(contents(folder / "build").values()).decode()
    for text in (str(folder), str(ROOT), str(Path.home()), socket.gethostname()):
        if len(text) > 3:
            assert text not in written
    assert not re.search(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}:", written)


def test_paths_are_told_from_where_the_build_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever folder one compiles in, and however the paths are written."""
    before = contents(folder / "build")
    elsewhere = folder / "specs"
    monkeypatch.chdir(elsewhere)
    for paths in ([str(folder / "specs")], ["../specs"], ["."]):
        result = compiled(folder, TEXT, paths=paths)
        emit(result, {"toy": TOY}, folder / "build")
        assert contents(folder / "build") == before


SCRIPT = """
import sys
from pathlib import Path
from tests.toy import TOY, compiled
from paprika.compiler.compile import emit
root, text = Path(sys.argv[1]), Path(sys.argv[2]).read_text()
result = compiled(root, text, paths=[str(root / "specs")])
emit(result, {"toy": TOY}, root / "build")
"""


def test_bytes_are_the_same_whatever_the_hash_seed(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In other processes, folders and locales."""
    before = contents(folder / "build")
    for seed in ("0", "1", "4242"):
        root = tmp_path_factory.mktemp(f"seed{seed}")
        (root / "text").write_text(TEXT)
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}",
            "LC_ALL": "C",
            "TZ": f"UTC+{len(seed)}",
        }
        command = [
            sys.executable,
            "-W",
            "error",
            "-c",
            SCRIPT,
            str(root),
            str(root / "text"),
        ]
        subprocess.run(command, check=True, cwd="/", env=environment)
        assert contents(root / "build") == before


def test_a_build_written_again_is_the_same_and_leaves_nothing(folder: Path) -> None:
    """Two runs, equal bytes."""
    before = contents(folder / "build")
    emit(compiled(folder, TEXT), {"toy": TOY}, Path("build"))
    assert contents(folder / "build") == before
    assert sorted(path.name for path in folder.iterdir()) == ["build", "specs"]


# ---------------------------------------------------------------- canonical JSON

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(VALUES)
def test_canonical_is_one_line_and_reads_back(value: Any) -> None:
    """Whatever is in the texts."""
    text = canonical(value)
    assert json.loads(text) == value
    assert len(text.splitlines()) == 1


def test_canonical_sorts_keys_and_has_no_spaces() -> None:
    """One text for one value."""
    assert (
        canonical({"b": [1, 2.0], "a": "차 \u2029"}) == '{"a":"차 \\u2029","b":[1,2.0]}'
    )


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_canonical_refuses_what_is_no_json(number: float) -> None:
    """Not a number, and the infinite."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"a": [number]})


# ---------------------------------------------------------------- broken builds


def edit(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(build: Path) -> None:
        text = (build / name).read_text()
        assert old in text
        (build / name).write_text(text.replace(old, new, 1))

    return change


BREAKS: Mapping[str, tuple[Callable[[Path], object], str]] = {
    "a changed task": (
        edit("s.jsonl", "Talk", "Walk"),
        r"s\.jsonl was changed after it was compiled: compile again",
    ),
    "a line more": (
        lambda build: edit("t.jsonl", "{", "\n{")(build),
        r"t\.jsonl was changed after it was compiled",
    ),
    "a changed manifest": (
        edit("manifest.json", '"tasks": 2', '"tasks": 3'),
        r"manifest\.json was changed after it was compiled",
    ),
    "another format": (
        edit("manifest.json", "paprika-build/1", "paprika-build/0"),
        r"has format 'paprika-build/0', this version reads 'paprika-build/1'",
    ),
    "no json": (edit("manifest.json", "{", ""), "manifest.json is not JSON"),
    "no utf-8": (
        lambda build: (build / "manifest.json").write_bytes(b"\xff"),
        "manifest.json is not JSON",
    ),
    "no mapping": (
        lambda build: (build / "manifest.json").write_text("[]"),
        "has format None",
    ),
    "a missing suite": (
        lambda build: (build / "s.jsonl").unlink(),
        r"s\.jsonl can't be read: No such file or directory",
    ),
    "a missing manifest": (
        lambda build: (build / "manifest.json").unlink(),
        r"manifest\.json can't be read: No such file or directory",
    ),
    "no folder": (shutil.rmtree, r"manifest\.json can't be read"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_build_is_refused_with_the_reason(name: str, folder: Path) -> None:
    """Never read in part."""
    change, reason = BREAKS[name]
    change(folder / "build")
    with pytest.raises(BrokenBuild, match=reason):
        read_build(Path("build"))


def test_a_build_of_other_code_is_stale(folder: Path) -> None:
    """If the caller says what the code is now; a world that is gone is other code."""
    reason = "was compiled with other code of the world 'toy'"
    with pytest.raises(BrokenBuild, match=reason):
        read_build(Path("build"), {"toy": "f" * 64})
    with pytest.raises(BrokenBuild, match=reason):
        read_build(Path("build"), {})
    assert read_build(Path("build")).digest


def test_a_build_whose_specs_have_changed_is_stale(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From any working directory; where the specs are absent it can be used."""
    path = folder / "specs" / "0.yaml"
    path.write_text(f"{TEXT}# a comment\n")
    monkeypatch.chdir("/")
    with pytest.raises(BrokenBuild, match=r"stale: specs/0.yaml has changed since"):
        read_build(folder / "build")
    path.unlink()
    assert len(read_build(folder / "build").suites["s"]) == 2


def test_a_build_below_another_folder_knows_its_specs(folder: Path) -> None:
    """`-o out/build` is stale too when the specs change."""
    emit(compiled(folder, TEXT), {"toy": TOY}, Path("out/build"))
    (folder / "specs" / "0.yaml").write_text(f"{TEXT}# a comment\n")
    with pytest.raises(BrokenBuild, match=r"\.\./specs/0.yaml has changed since"):
        read_build(Path("out/build"))


def test_the_nearest_build_upward_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`PAPRIKA_BUILD` comes before it, and must be one."""
    monkeypatch.delenv("PAPRIKA_BUILD", raising=False)
    below = folder / "a" / "b"
    below.mkdir(parents=True)
    assert find_build(below) == folder / "build"
    (folder / "a" / "build").mkdir()
    assert find_build(below) == folder / "build"
    monkeypatch.setenv("PAPRIKA_BUILD", str(folder / "build"))
    assert find_build(Path("/")) == folder / "build"
    monkeypatch.setenv("PAPRIKA_BUILD", str(folder / "a"))
    with pytest.raises(BrokenBuild, match=r"PAPRIKA_BUILD names .*, which holds no"):
        find_build()


def test_no_build_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where it looked and what to run."""
    monkeypatch.delenv("PAPRIKA_BUILD", raising=False)
    with pytest.raises(BrokenBuild, match="or above it: run `paprika compile specs/`"):
        find_build(tmp_path)


# ---------------------------------------------------------------- foreign folders


def _symlink(path: Path) -> None:
    path.with_name("real").mkdir()
    path.symlink_to(path.with_name("real"))


def _holding(path: Path, name: str, text: str) -> None:
    path.mkdir()
    (path / name).write_text(text)


def _more(path: Path) -> None:
    write_build(path, {}, {}, {})
    (path / "notes.txt").write_text("mine")


FOREIGN: Mapping[str, tuple[Callable[[Path], object], str]] = {
    "a file": (lambda path: path.write_text("x"), "is not a folder that the compiler"),
    "a link": (_symlink, "is not a folder that the compiler made"),
    "other files": (
        lambda path: _holding(path, "a", "x"),
        "holds files that the compiler did not make",
    ),
    "another manifest": (
        lambda path: _holding(path, "manifest.json", '{"a": 1}'),
        "holds files that the compiler did not make",
    ),
    "a build and more": (_more, r"holds 'notes.txt', which the compiler did not make"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_what_the_compiler_did_not_make_is_left_alone(
    name: str, tmp_path: Path
) -> None:
    """NotABuild, and every byte stays."""
    make, reason = FOREIGN[name]
    target = tmp_path / "out"
    make(target)
    before = sorted(
        (path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*")
    )
    with pytest.raises(NotABuild, match=reason):
        write_build(target, {"s": ["{}"]}, {}, {})
    after = sorted(
        (path, path.is_file() and path.read_bytes()) for path in tmp_path.rglob("*")
    )
    assert after == before


def test_an_empty_folder_and_one_with_junk_can_be_built_into(tmp_path: Path) -> None:
    """What a file manager leaves is no work of anybody."""
    target = tmp_path / "out"
    target.mkdir()
    write_build(target, {"s": ["{}"]}, {}, {})
    (target / ".DS_Store").write_text("x")
    write_build(target, {"t": ["{}"]}, {}, {})
    assert sorted(contents(target)) == ["manifest.json", "origins.json", "t.jsonl"]


def test_a_failure_while_writing_leaves_the_old_build(folder: Path) -> None:
    """And nothing beside it."""
    before = contents(folder / "build")

    def lines() -> Any:
        yield "{}"
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        write_build(Path("build"), {"s": lines()}, {}, {})
    assert contents(folder / "build") == before
    assert sorted(path.name for path in folder.iterdir()) == ["build", "specs"]


def test_only_what_killed_compilers_left_is_swept(folder: Path) -> None:
    """A folder that merely has a like name stays, and one of a live process too."""
    for name in (".build-99999999.tmp", ".build-mine.tmp", ".build-1.tmp"):
        (folder / name).mkdir()
    emit(compiled(folder, TEXT), {"toy": TOY}, Path("build"))
    assert sorted(path.name for path in folder.iterdir()) == [
        ".build-1.tmp",
        ".build-mine.tmp",
        "build",
        "specs",
    ]


@pytest.mark.parametrize("killed", ["between", "after"])
def test_where_folders_cannot_be_exchanged_a_kill_is_mended(
    killed: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the two renames the old build is aside; whoever looks brings it back."""
    monkeypatch.setattr(builds, "_exchange", lambda a, b: False)
    monkeypatch.delenv("PAPRIKA_BUILD", raising=False)
    before = contents(folder / "build")
    emit(compiled(folder, TEXT), {"toy": TOY}, Path("build"))
    assert contents(folder / "build") == before
    aside = folder / ".build-old.tmp.d"
    (folder / "build").rename(aside)
    if killed == "after":
        shutil.copytree(aside, folder / "build")
    assert contents(find_build(folder)) == before
    assert not aside.exists()
