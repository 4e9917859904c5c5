"""Who may import whom, what stands where, and what the command loads."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from .shared import ROOT

FOLDERS = ("compiler", "users", "rubrics", "runtime")
MAY_IMPORT = {
    "compiler": {"compiler"},
    "users": {"users", "compiler"},
    "rubrics": {"rubrics", "compiler"},
    "runtime": {"runtime", "users", "rubrics", "compiler", "datasets", "specs"},
}
"""By folder, which of ours it may import; a package may always import itself."""
WORLDS = ("runtime/night", "runtime/talk/", "runtime/session.py", "rubrics/", "users/")
"""Where it is decided what happens: pure, with no Inspect near."""
LATE = {"inspect_ai", "litellm", "langfuse", "pandas", "matplotlib"}
"""Slow to load: imported inside functions, except in the files below."""
FOR_INSPECT = {
    "runtime/_registry.py",
    "runtime/builds.py",
    "runtime/calibrate.py",
    "runtime/conversation.py",
    "runtime/episode.py",
    "runtime/judging.py",
    "runtime/metrics.py",
    "runtime/providers.py",
    "runtime/samples.py",
    "runtime/scorers.py",
    "runtime/session_solvers.py",
    "runtime/solvers.py",
    "runtime/talk_log.py",
    "runtime/talk_solvers.py",
    "runtime/tasks.py",
    "runtime/viewer.py",
}
"""Files that only Inspect, or a verb that runs it, loads."""


class Import(NamedTuple):
    """An imported module by its whole name, and whether it is loaded at once."""

    module: str
    line: int
    at_once: bool


def sources() -> list[str]:
    """Give every Python file of the packages, as a path from the root."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@cache
def imports(file: str) -> tuple[Import, ...]:
    """Give all imports of a file; those for type checkers alone are left out."""
    package = ["paprika", *Path(file).parent.parts]
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return tuple(_imports(tree, package, at_once=True))


def _imports(node: ast.AST, package: list[str], at_once: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, at_once)
        elif isinstance(child, ast.ImportFrom):
            above = package[: len(package) - child.level + 1] if child.level else []
            base = ".".join([*above, *([child.module] if child.module else [])])
            for alias in child.names:
                yield Import(f"{base}.{alias.name}", child.lineno, at_once)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from _imports(other, package, at_once)
        else:
            function = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
            later = isinstance(child, function)
            yield from _imports(child, package, at_once and not later)


def within(module: str, *packages: str) -> bool:
    return any(module == p or module.startswith(f"{p}.") for p in packages)


# ---------------------------------------------------------------- who imports whom


@pytest.mark.parametrize("file", sources())
def test_a_package_imports_only_those_below_it(file: str) -> None:
    """Compiler nothing of ours; users and rubrics the compiler; runtime all."""
    allowed = [f"paprika.{name}" for name in MAY_IMPORT[file.partition("/")[0]]]
    wrong = [
        f"{file}:{found.line} imports {found.module}"
        for found in imports(file)
        if within(found.module, "paprika") and not within(found.module, *allowed)
    ]
    assert wrong == []


@pytest.mark.parametrize("file", sources())
def test_worlds_know_no_inspect_and_slow_packages_come_late(file: str) -> None:
    """A world imports none of them at all, others only where they are needed."""
    world = file.startswith(WORLDS)
    wrong = [
        f"{file}:{found.line} imports {found.module}"
        for found in imports(file)
        if found.module.partition(".")[0] in LATE
        and (world or (found.at_once and file not in FOR_INSPECT))
    ]
    assert wrong == []


@pytest.mark.parametrize("file", [f for f in sources() if f.startswith(WORLDS)])
def test_worlds_import_no_file_that_is_for_inspect(file: str) -> None:
    """Not by a detour either."""
    modules = [
        f"paprika.{name.removesuffix('.py').replace('/', '.')}" for name in FOR_INSPECT
    ]
    assert [i.module for i in imports(file) if within(i.module, *modules)] == []


def test_nobody_imports_the_task_file_but_the_registry() -> None:
    """Inspect runs it by its path, and what it defines would exist twice.

    The verb `run` alone makes a task itself, once it is called.
    """
    importers = {
        (file, found.at_once)
        for file in sources()
        for found in imports(file)
        if within(found.module, "paprika.runtime.tasks")
    }
    assert importers == {("runtime/_registry.py", True), ("runtime/run.py", False)}


def test_no_file_imports_everything() -> None:
    """Where a name comes from can be read."""
    starred = [
        file
        for file in sources()
        if any(i.module.endswith(".*") for i in imports(file))
    ]
    assert starred == []


def test_packages_import_relatively_inside_and_absolutely_across() -> None:
    """A relative import never leaves its package."""
    wrong = []
    for file in sources():
        depth = len(Path(file).parent.parts)
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        wrong += [
            f"{file}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.level > depth
        ]
    assert wrong == []


def test_the_rules_can_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file that breaks them all is read as it stands."""
    (tmp_path / "compiler" / "deep").mkdir(parents=True)
    (tmp_path / "compiler" / "deep" / "bad.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "from paprika import runtime\n"
        "from ...runtime.night import world\n"
        "from . import *\n"
        "if TYPE_CHECKING:\n    import litellm\n"
        "def f():\n    import inspect_ai.log\n"
        "try:\n    import pandas as pd\nexcept ImportError:\n    pass\n"
    )
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert imports("compiler/deep/bad.py") == (
        Import("typing.TYPE_CHECKING", 1, True),
        Import("paprika.runtime", 2, True),
        Import("paprika.runtime.night.world", 3, True),
        Import("paprika.compiler.deep.*", 4, True),
        Import("inspect_ai.log", 8, False),
        Import("pandas", 10, True),
    )


# ---------------------------------------------------------------- what stands where


def tracked() -> list[Path]:
    """Give the files that git knows; skips where this is no checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
    )
    names = done.stdout.decode().split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def test_data_and_specs_hold_no_python() -> None:
    """An `__init__.py` in datasets/ would shadow Hugging Face's package."""
    found = [p for name in ("datasets", "specs") for p in (ROOT / name).rglob("*.py")]
    assert found == []


def test_import_names_are_links_to_the_folders() -> None:
    """Nothing but links stands in src/paprika, each to the folder of its name."""
    links = sorted(
        path
        for path in (ROOT / "src" / "paprika").iterdir()
        if path.name != "__pycache__"
    )
    names = ["compiler", "datasets", "rubrics", "runtime", "specs", "users"]
    assert [link.name for link in links] == names
    for link in links:
        assert link.is_symlink()
        assert link.resolve() == ROOT / link.name


def test_every_package_says_that_it_is_typed() -> None:
    """Type checkers of users read our types."""
    for folder in FOLDERS:
        assert (ROOT / folder / "__init__.py").is_file()
        assert (ROOT / folder / "py.typed").is_file()


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    """Paths of homes and working folders belong to nobody else's checkout."""
    machine = re.compile(rb"(?<![\w./{~-])/(?:home|root|Users|work|mnt)/\w")
    found = [
        path.relative_to(ROOT).as_posix()
        for path in tracked()
        if machine.search(path.read_bytes())
    ]
    assert found == []


# ---------------------------------------------------------------- what is loaded


def loaded(code: str) -> set[str]:
    """Give the modules that a fresh interpreter has loaded after some code."""
    code = f"{code}\nimport json, sys\nprint('\\n' + json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_help_loads_nothing_that_takes_time() -> None:
    """`paprika --help` answers before any library is loaded."""
    modules = loaded(
        "from paprika.runtime.cli import cli\n"
        "cli.main(['--help'], standalone_mode=False)"
    )
    assert "paprika.runtime.cli" in modules
    slow = {"numpy", "pydantic", "yaml", "jinja2", *LATE}
    assert modules & slow == set()


def test_the_night_loads_no_inspect() -> None:
    """Nor do the agents without a model, and the proof."""
    modules = loaded(
        "import paprika.runtime.worlds, paprika.runtime.prove\n"
        "import paprika.runtime.agents.episode"
    )
    assert "paprika.runtime.night.world" in modules
    assert modules & LATE == set()
