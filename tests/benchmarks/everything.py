"""All benchmarks in one run, each in a process of its own.

Run from the repository root, with a build: `python tests/benchmarks/everything.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = ("compile_many", "proof", "night_world", "inspect_overhead")


def main() -> None:
    """Print the figures of each benchmark under its name."""
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "src")}
    for name in NAMES:
        print(f"== {name}", flush=True)
        subprocess.run(
            [sys.executable, str(HERE / f"{name}.py")], check=True, env=environment
        )


if __name__ == "__main__":
    main()
