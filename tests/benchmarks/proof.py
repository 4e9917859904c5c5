"""What the full proof of `week5-night` costs, cold and with its cache.

Prints CPU seconds of the proof alone and of a whole `paprika check` process, beside a
floor: the same episodes played out once by the agent that waits. Run from the
repository root: `python tests/benchmarks/proof.py`.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from paprika.compiler.compile import compile_specs
from paprika.compiler.suite import Task
from paprika.runtime.agents.episode import run_episode
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove
from paprika.runtime.worlds import WORLDS

COLD_TARGET = 3.0
CACHED_TARGET = 0.5


def proof_seconds(cache: Path) -> float:
    """Prove the suite over one cache; give the CPU seconds."""
    result = compile_specs(["specs"], WORLDS)
    drafts = result.compositions["week5-night"].drafts
    store = Cache(cache)
    started = time.process_time()
    _, problems = prove(drafts, WORLDS["night"], store)
    seconds = time.process_time() - started
    assert not problems
    store.save()
    return seconds


def waiting_seconds() -> float:
    """Play every (task, seed) out once with the agent that waits."""
    result = compile_specs(["specs"], WORLDS)
    tasks: list[Task] = [d.task for d in result.compositions["week5-night"].drafts]
    started = time.process_time()
    for task in tasks:
        for seeds in task.seeds.values():
            for seed in seeds:
                run_episode(task, seed, "wait")
    return time.process_time() - started


def command_seconds(folder: Path) -> float:
    """Run `paprika check` on all specs in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = "from paprika.runtime.cli import main; main()"
    specs = str(Path("specs").resolve())
    environment = {**os.environ, "PYTHONPATH": str(Path("src").resolve())}
    subprocess.run(
        [sys.executable, "-c", code, "check", specs],
        cwd=folder,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return user + system


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = waiting_seconds()
        cold = proof_seconds(folder / "proofs.json")
        cached = proof_seconds(folder / "proofs.json")
        print(
            f"proof cold    {cold:5.2f} s CPU  (target {COLD_TARGET}; "
            f"{cold / floor:.1f} x waiting once through every trial)"
        )
        print(f"proof cached  {cached:5.2f} s CPU  (target {CACHED_TARGET})")
        print(
            f"check cold    {command_seconds(folder):5.2f} s CPU, all suites, process"
        )
        print(
            f"check cached  {command_seconds(folder):5.2f} s CPU, all suites, process"
        )


if __name__ == "__main__":
    main()
