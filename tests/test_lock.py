"""The lock: its text, its faults, and what it holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paprika.compiler.load import Unreadable
from paprika.compiler.lock import LOCK, lock_text, read_lock

from .toy import compiled, drafts, facet, ids, only_problem, specs, suite, where


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


FACETS = facet("color", ["red", "green"], "color") + facet("who", ["x", "y"], "mark")
DEALT = specs(FACETS, suite("s", "cross: [color]\nrotate: [who]"))


def test_a_lock_has_one_line_a_name_and_only_suites_that_deal(tmp_path: Path) -> None:
    """Sorted, so that a change is a small difference."""
    text = DEALT + suite("t", "cross: [color]")
    result = compiled(tmp_path, text)
    assert lock_text(result.compositions, result.specs) == (
        '{\n"format": "paprika-lock/1",\n"rotation": {\n"s": {\n"green": [\n"y"\n],\n'
        '"red": [\n"x"\n]\n}\n}\n}\n'
    )


def test_what_the_lock_says_comes_before_the_deal(tmp_path: Path) -> None:
    """And the lock is a source of the build."""
    assert ids(compiled(tmp_path, DEALT)) == ["red.x", "green.y"]
    held = {"format": "paprika-lock/1", "rotation": {"s": {"red": ["y"]}}}
    (tmp_path / "specs" / LOCK).write_text(json.dumps(held))
    result = compiled(tmp_path, DEALT)
    assert ids(result) == ["red.y", "green.y"]
    assert result.lock.path == "specs/paprika.lock"


def test_a_lock_written_again_is_the_same(tmp_path: Path) -> None:
    """Compiling with a lock deals what it holds."""
    result = compiled(tmp_path, DEALT)
    first = lock_text(result.compositions, result.specs)
    (tmp_path / "specs" / LOCK).write_text(first)
    again = compiled(tmp_path, DEALT)
    assert lock_text(again.compositions, again.specs) == first


def test_a_name_that_is_gone_or_barred_is_dealt_anew(tmp_path: Path) -> None:
    """A lock never brings back what the specs leave out."""
    held = {"red": ["gone"], "green": ["x"], "blue": ["x"]}
    body = {"format": "paprika-lock/1", "rotation": {"s": held, "other": {}}}
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / LOCK).write_text(json.dumps(body))
    keys = "cross: [color]\nrotate: [who]\nexclude: [{color: green, who: x}]"
    assert ids(compiled(tmp_path, specs(FACETS, suite("s", keys)))) == [
        "red.x",
        "green.y",
    ]


def test_long_names_are_held_too(tmp_path: Path) -> None:
    """Under the id of the crossed names, cut where that is longer than 100."""
    long = ["a" * 40, "b" * 40]
    conditions = (
        facet("color", long, "color")
        + facet("shape", long, "shape")
        + facet("size", ["c" * 39, "d" * 39], "size")
        + facet("who", ["x", "y", "z"], "mark")
    )
    text = specs(conditions, suite("s", "cross: [color, shape, size]\nrotate: [who]"))
    result = compiled(tmp_path, text)
    before = {draft.task.id for draft in drafts(result)}
    locked = lock_text(result.compositions, result.specs)
    (tmp_path / "specs" / LOCK).write_text(locked)
    added = text.replace("  shape:\n", "  shape:\n    new: {init: [shape: new]}\n")
    assert before <= set(ids(compiled(tmp_path, added)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "\xff",
        '{"format": "paprika-lock/2", "rotation": {}}',
        '{"format": "paprika-lock/1", "rotation": []}',
        '{"format": "paprika-lock/1", "rotation": {"s": {"red": "x"}}}',
        '{"format": "paprika-lock/1", "rotation": {"s": {"red": [["x"]]}}}',
    ],
)
def test_a_lock_that_is_none(text: str, tmp_path: Path) -> None:
    """N240 at the lock; what it can't hold is dealt as without one."""
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / LOCK).write_text(text, encoding="latin-1")
    problem = only_problem(compiled(tmp_path, DEALT))
    assert (problem.code, problem.message) == (
        "N240",
        "the lock is not of the format 'paprika-lock/1'",
    )
    assert where(problem) == "specs/paprika.lock:1:1"


def test_a_lock_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment is at fault: it is named, and nothing is dealt anew."""
    (tmp_path / LOCK).write_text("{}")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(Unreadable, match=r"cannot read 'paprika.lock': permission"):
        read_lock(["."])


def test_the_first_folder_that_has_a_lock(tmp_path: Path) -> None:
    """Files and folders without one are passed over."""
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    for name in ("b", "c"):
        body = {"format": "paprika-lock/1", "rotation": {"s": {name: []}}}
        (tmp_path / name / LOCK).write_text(json.dumps(body))
    lock, problems = read_lock(["x.yaml", "a", "b", "c"])
    assert (lock.rotation, lock.path, problems) == (
        {"s": {"b": []}},
        "b/paprika.lock",
        [],
    )
