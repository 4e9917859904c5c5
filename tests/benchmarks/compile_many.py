"""How long 100,000 night tasks take to compile without the proof, against a floor.

    PYTHONPATH=src python tests/benchmarks/compile_many.py [TASKS]

The specs cross 40 starts, heart rates, movements, dropouts and headbands, with the
six shipped people dealt. The floor is the plain way to write the same rows, each as
a whole JSON text, hashed and written. It is measured in the same run, so that a slow
machine slows both; a compiler that makes shared texts once can be below it.
CPU seconds are of the process, after its imports.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from paprika.compiler.compile import compile_specs, emit
from paprika.runtime.worlds import WORLDS

ROOT = Path(__file__).resolve().parents[2]
SUITE = """\
suites:
  many:
    world: night
    cross: [clock, heart, still, lost, worn]
    rotate: [user]
    seeds: {dev: 1-5, held-out: 6-8}
    init: [{recording: seed-night-synthetic}, {window: {minutes: 20}}]
    assert: [still_asleep, phone_limits, silent_while_awake, own_words_only]
    score: {timing: 0.75}
"""


def specs(tasks: int) -> str:
    """Give a file of conditions that cross to about so many tasks, and the suite."""
    clocks = max(1, round(tasks / (10 * 10 * 5 * 5)))
    bands = ["as_recorded", "perfect", "good_band", "poor_band", "ring"]
    minutes = [5 * 60 + 10 * i for i in range(clocks)]
    facets = {
        "clock": [f'jump_to: "{m // 60:02}:{m % 60:02}"' for m in minutes],
        "heart": [f"raise_heart_rate: {{bpm: {i + 1}}}" for i in range(10)],
        "still": [f"raise_movement: {{factor: {(i + 3) / 2}}}" for i in range(10)],
        "lost": [f"dropouts: {{share: {(i + 1) / 10}}}" for i in range(5)],
        "worn": [f"band: {name}" for name in bands],
    }
    lines = ["conditions:"]
    for facet, calls in facets.items():
        lines.append(f"  {facet}:")
        for index, call in enumerate(calls):
            solution = ", solution: [stay_silent]" if facet == "clock" else ""
            lines.append(f"    {facet}-{index}: {{init: [{{{call}}}]{solution}}}")
    return "\n".join(lines) + "\n" + SUITE


def main() -> None:
    """Print tasks, CPU of each stage and of the floor, their ratio, and memory."""
    tasks = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "many.yaml").write_text(specs(tasks))
        shipped = ROOT / "specs"
        paths = [folder / "many.yaml", shipped / "assumptions.yaml"]
        paths.append(shipped / "personas")
        start = time.process_time()
        result = compile_specs([str(path) for path in paths], WORLDS)
        composed = time.process_time()
        assert not result.errors, result.problems
        emit(result, WORLDS, folder / "build")
        done = time.process_time()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        written = (folder / "build" / "many.jsonl").read_text().splitlines()
        floor = _floor([json.loads(line) for line in written], folder / "floor")
    total = done - start
    print(f"tasks      {len(written):10,}")
    print(f"compose    {composed - start:10.2f} s CPU")
    print(f"emit       {done - composed:10.2f} s CPU")
    print(f"all        {total:10.2f} s CPU")
    print(f"floor      {floor:10.2f} s CPU")
    print(f"ratio      {total / floor:10.2f}")
    print(f"peak       {peak:10.0f} MiB")


def _floor(rows: list[object], path: Path) -> float:
    """Turn rows into JSON lines, hash and write them; give the CPU seconds."""
    start = time.process_time()
    hasher = hashlib.sha256()
    with path.open("wb") as file:
        for row in rows:
            line = json.dumps(row, sort_keys=True, separators=(",", ":")).encode()
            hasher.update(line + b"\n")
            file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return time.process_time() - start


if __name__ == "__main__":
    main()
