"""The compiler and the proof serve a world that is no night."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from paprika.compiler.compile import emit
from paprika.compiler.suite import BrokenBuild, Call, read_build

from .lamp import Lamp, only, proved, where, write

SPECS = """\
conditions:
  switch:
    off: {solution: [press_until_lit]}
    on: {init: [switch_on], do_nothing: passes, solution: [leave_alone]}
  place:
    hall: {init: [room: entrance hall]}
    attic: {init: [room: attic]}
    study: {init: [room: study]}
  wear:
    loose: {init: [loosen], excludes: {switch: "on"}}
    second_socket: {init: [socket: 2]}
  lighter:
    ann: {about: Left-handed.}
    ben: {about: Right-handed.}
    cleo: {about: Both.}
suites:
  lamps:
    world: lamp
    cross: [switch, place, wear?]
    exclude: [{place: study, wear: loose}]
    rotate: [lighter]
    seeds: {dev: 1-3, held-out: 4-5}
    assert: [lit]
    score: {shining: 0.5}
"""
CASES = """\
conditions:
  switch:
    off: {solution: [press]}
    on: {init: [switch_on], do_nothing: passes}
  place:
    hall: {init: [room: entrance hall]}
    attic: {init: [room: attic]}
suites:
  lamps:
    world: lamp
    cases:
      - {switch: "off", place: attic}
      - {switch: "on", place: hall}
    seeds: {dev: 1}
    assert: [lit]
"""


def test_composes_and_proves_a_world_that_is_no_night(tmp_path: Path) -> None:
    """14 of 18 combinations: two rules take out two each."""
    result = proved(write(tmp_path / "specs", SPECS))
    assert result.problems == []
    names = [task.id.rpartition(".") for task in result.tasks]
    assert [crossed for crossed, _, _ in names] == [
        "off.hall.loose",
        "off.hall.second_socket",
        "off.hall",
        "off.attic.loose",
        "off.attic.second_socket",
        "off.attic",
        "off.study.second_socket",
        "off.study",
        "on.hall.second_socket",
        "on.hall",
        "on.attic.second_socket",
        "on.attic",
        "on.study.second_socket",
        "on.study",
    ]
    dealt = Counter(lighter for _, _, lighter in names)
    assert sorted(dealt.values()) == [4, 5, 5]
    for place in ("hall", "attic", "study"):
        met = {n for crossed, _, n in names if f".{place}" in crossed}
        assert met == {"ann", "ben", "cleo"}
    rules = [rule.name for _, rule in result.compositions["lamps"].dropped]
    assert sorted(rules) == ["exclude 1"] * 2 + ["wear loose excludes"] * 2


def test_emits_and_reads_back_what_it_compiled(tmp_path: Path) -> None:
    """A build holds the lamp's tasks, the proof's counts and no word of a night."""
    result = proved(write(tmp_path / "specs", SPECS))
    emit(result, {"lamp": Lamp()}, tmp_path / "build")
    build = read_build(tmp_path / "build", {"lamp": "1" * 64})
    assert build.suites["lamps"] == tuple(result.tasks)
    entry = build.manifest["suites"]["lamps"]
    assert entry["proof"] == {"solved": 14, "passed_by_doing_nothing": 6}
    assert entry["trials"] == {"dev": 42, "held-out": 28}
    assert entry["left_out"]["by_rule"] == {"exclude 1": 2, "wear loose excludes": 2}
    task = build.suites["lamps"][0]
    assert task.brief == "A lamp stands in the entrance hall."
    assert task.init == (Call("room", {"name": "entrance hall"}), Call("loosen", {}))
    assert task.assumptions == {"ticks": 4}
    text = (tmp_path / "build" / "lamps.jsonl").read_text(encoding="utf-8")
    for word in ("night", "sleep", "recording"):
        assert word not in text


def test_a_build_of_other_code_is_stale(tmp_path: Path) -> None:
    """The code of the world a build was made with is part of it."""
    result = proved(write(tmp_path / "specs", SPECS))
    emit(result, {"lamp": Lamp()}, tmp_path / "build")
    with pytest.raises(BrokenBuild, match="other code of the world 'lamp'"):
        read_build(tmp_path / "build", {"lamp": "2" * 64})


def test_takes_cases_instead_of_crossing(tmp_path: Path) -> None:
    """Two cases are two tasks, named in facet order."""
    result = proved(write(tmp_path / "specs", CASES))
    assert result.problems == []
    assert [task.id for task in result.tasks] == ["off.attic", "on.hall"]


def test_at_least_one_of_leaves_out_the_bare_combinations(tmp_path: Path) -> None:
    """Of 6 bare combinations of switch and place none is left."""
    text = SPECS.replace("    rotate:", "    at_least_one_of: [wear]\n    rotate:")
    result = proved(write(tmp_path / "specs", text))
    assert result.problems == []
    assert len(list(result.tasks)) == 8
    assert all("wear" in task.conditions for task in result.tasks)


def test_sample_takes_one_a_stratum_and_an_edit_elsewhere_moves_none(
    tmp_path: Path,
) -> None:
    """One task a place; another condition of an uncrossed facet changes nothing."""
    text = SPECS.replace(
        "    seeds:", "    sample: {take: 1, per: [place]}\n    seeds:"
    )
    first = [t for t in proved(write(tmp_path / "specs", text)).tasks]
    assert [t.conditions["place"] for t in first] == ["attic", "hall", "study"]
    more = text.replace("suites:", "  other:\n    extra: {about: Unused.}\nsuites:")
    again = proved(write(tmp_path / "more", more))
    assert [p.code for p in again.problems] == ["C320"]
    assert list(again.tasks) == first


def test_pairwise_shows_every_pair_that_the_rules_allow(tmp_path: Path) -> None:
    """Fewer tasks, and no pair of conditions lost."""

    def pairs(text: str) -> tuple[int, set[tuple[str, str]]]:
        tasks = list(proved(write(tmp_path / "specs", text)).tasks)
        found = set()
        for task in tasks:
            names = sorted(f"{f}={n}" for f, n in task.conditions.items())
            found |= {(a, b) for a in names for b in names if a < b}
        return len(tasks), found

    everything, all_pairs = pairs(SPECS)
    count, shown = pairs(
        SPECS.replace("    seeds:", "    sample: pairwise\n    seeds:")
    )
    assert shown == all_pairs
    assert count < everything == 14


def test_absent_tasks_are_skipped_and_counted_where_the_suite_says_so(
    tmp_path: Path,
) -> None:
    """A third socket is absent: its tasks go, with the world's own reason."""
    text = SPECS.replace("socket: 2", "socket: 3").replace(
        "    seeds:", "    absent: skip\n    seeds:"
    )
    result = proved(write(tmp_path / "specs", text))
    assert result.problems == []
    assert len(list(result.tasks)) == 8
    absent = result.compositions["lamps"].absent
    assert [reason for _, reason in absent] == ["the room has 2 sockets, not 3"] * 6


def test_two_writers_of_one_part_are_shown_both(tmp_path: Path) -> None:
    """`room` in the suite and in a place: an error at the second, naming the first."""
    text = SPECS.replace("    assert:", "    init: [room: kitchen]\n    assert:")
    text = text.replace("    hall: {init: [room: entrance hall]}\n", "")
    text = text.replace("    study: {init: [room: study]}\n", "")
    text = text.replace("    exclude: [{place: study, wear: loose}]\n", "")
    problem = only(proved(write(tmp_path / "specs", text)))
    assert problem.code == "C305"
    assert where(problem.place) == (6, 20)
    assert where(problem.related[0].place) == (20, 12)


def test_an_unknown_word_gets_the_lamps_own_suggestion(tmp_path: Path) -> None:
    """The lamp's vocabulary alone is known: no word of the night is."""
    text = CASES.replace("solution: [press]", "solution: [pres]")
    problem = only(proved(write(tmp_path / "specs", text)))
    assert (problem.code, problem.help) == ("N201", "did you mean 'press'?")
    text = CASES.replace("solution: [press]", "solution: [stay_silent]")
    assert only(proved(write(tmp_path / "other", text))).code == "N201"


def test_a_bad_assumption_points_at_its_value(tmp_path: Path) -> None:
    """The world says which assumption is at fault; the compiler knows where it is."""
    paths = write(tmp_path / "specs", CASES)
    path = tmp_path / "specs" / "assumptions.yaml"
    path.write_text(path.read_text().replace("value: 4", "value: 0"))
    problem = only(proved(paths))
    assert problem.code == "N239"
    assert where(problem.place) == (2, 18)
    assert "at least 1, not 0" in problem.message


def test_the_compiler_alone_imports_no_world_and_nothing_heavy() -> None:
    """In a fresh process: no runtime, no array library, no Inspect, no model client."""
    code = (
        "import sys, json, paprika.compiler.compile, paprika.compiler.suite\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    loaded = set(json.loads(done.stdout))
    assert "paprika.compiler.compile" in loaded
    heavy = {"numpy", "inspect_ai", "litellm", "langfuse", "pandas", "jinja2"}
    assert loaded & heavy == set()
    ours = {name.split(".")[1] for name in loaded if name.startswith("paprika.")}
    assert ours == {"compiler"}
