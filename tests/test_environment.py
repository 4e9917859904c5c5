"""What is the environment's fault ends in one line and exit 2; the build stays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .cli_runs import ROOT, paprika

COMMAND = "from paprika.runtime.cli import main; main()"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_under_the_output() -> None:
    """No traceback, also not when the interpreter ends."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "list"],
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT / "src")},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "Error: No space left on device\n")


def test_specs_without_a_suite_leave_the_build_as_it_is(tmp_path: Path) -> None:
    """An empty file is fine, and no reason to throw a build away."""
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "a.yaml").write_text("# nothing yet\n")
    done = paprika("compile", cwd=tmp_path)
    assert done.code == 0
    assert "no suite in the specs: build is left as it is" in done.err
    assert not (tmp_path / "build").exists()


@pytest.mark.parametrize("name", ["rem_13.calm", "rem_16.broken"])
def test_explain_says_what_the_night_lacks(name: str) -> None:
    """A task that is absent is out for a reason, named without its person too."""
    done = paprika("explain", f"real-night:{name}", cwd=ROOT)
    onset = name[4:6]
    assert f"holds 12 REM onsets, not {onset}" in done.out
