"""A kill at any moment leaves a whole build: the old one or the new one."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paprika.compiler import suite as builds
from paprika.compiler.compile import Result, emit
from paprika.compiler.suite import Build, find_build, read_build

from .shared import ROOT
from .toy import TOY, compiled, facet, specs, suite

KILLS = 50


def versions(folder: Path) -> tuple[Result, Result]:
    """Give two results of some hundred tasks that differ in every file."""
    found = []
    for colors, shapes in ((20, 20), (21, 19)):
        text = specs(
            facet("color", colors, "color") + facet("shape", shapes, "shape"),
            suite("s", "cross: [color, shape]") + suite(f"t{colors}", "cross: [color]"),
        )
        found.append(compiled(folder, text))
        # The build is then compared with no specs that have changed since.
        (folder / "specs" / "0.yaml").unlink()
    return found[0], found[1]


def killed_after(seconds: float, work: Callable[[], None]) -> bool:
    """Do work in a child and kill it after a time; tell if it was still at it."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the working directory, in which nothing names another build."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPRIKA_BUILD", raising=False)
    return tmp_path


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two renames"])
def test_a_killed_compiler_leaves_one_of_two_whole_builds(
    exchange: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 50 moments of writing; what it left is swept by the next one."""
    if not exchange:
        monkeypatch.setattr(builds, "_exchange", lambda a, b: False)
    results = versions(home)
    whole = set()
    took = 1.0
    for result in (*results, *results):
        started = time.perf_counter()
        emit(result, {"toy": TOY}, Path("build"))
        took = min(took, time.perf_counter() - started)
        whole.add(read_build(Path("build")).digest)
    assert len(whole) == 2
    dice = random.Random(20)
    interrupted = 0
    for turn in range(KILLS):
        result = results[turn % 2]

        def work(result: Result = result) -> None:
            emit(result, {"toy": TOY}, Path("build"))

        interrupted += killed_after(dice.uniform(0, took * 1.2), work)
        assert read_build(find_build(home)).digest in whole
    assert interrupted >= KILLS // 10
    emit(results[0], {"toy": TOY}, Path("build"))
    assert sorted(path.name for path in home.iterdir()) == ["build", "specs"]


@pytest.mark.parametrize("calls", range(1, 6))
def test_a_compiler_that_ends_at_any_rename_can_be_mended(
    calls: int, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an exchange, ended just before each step on folders, one by one."""
    monkeypatch.setattr(builds, "_exchange", lambda a, b: False)
    old, new = versions(home)
    emit(old, {"toy": TOY}, Path("build"))
    before = read_build(Path("build")).digest
    left = [calls]

    class Ended(BaseException):
        """Stands for a kill: nothing tidies up after it."""

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **named: object) -> object:
            left[0] -= 1
            if left[0] <= 0:
                raise Ended
            return real(*arguments, **named)

        return step

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", counted(Path.rename))
        patch.setattr(shutil, "rmtree", counted(shutil.rmtree))
        try:
            emit(new, {"toy": TOY}, Path("build"))
        except Ended:
            assert calls < 5
    found: Build = read_build(find_build(home))
    assert (found.digest == before) == (calls <= 2)
    emit(old, {"toy": TOY}, Path("build"))
    assert read_build(Path("build")).digest == before


@pytest.mark.slow
def test_the_command_killed_at_any_moment_leaves_a_whole_build(home: Path) -> None:
    """The whole `paprika compile` over the shipped specs, from start to end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "paprika.runtime.cli", "compile", "--no-prove"]
    folders = ["specs1", "specs2"]
    for number, folder in enumerate(folders):
        shutil.copytree(ROOT / "specs", home / folder)
        for path in (home / folder / "suites").glob("*.yaml"):
            text = path.read_text()
            path.write_text(text.replace("dev: 1-5", f"dev: 1-{5 - number}"))
    whole = set()
    took = 0.0
    for folder_name in folders:
        started = time.perf_counter()
        subprocess.run([*command, folder_name], env=environment, check=True)
        took = time.perf_counter() - started
        whole.add(read_build(Path("build")).digest)
    assert len(whole) == 2
    dice = random.Random(20)
    for turn in range(KILLS):
        child = subprocess.Popen([*command, folders[turn % 2]], env=environment)
        time.sleep(dice.uniform(0, took * 1.1))
        child.kill()
        child.wait()
        assert read_build(find_build(home)).digest in whole
