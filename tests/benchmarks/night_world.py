"""World steps a second, one night at a time and many at once.

Prints CPU figures and their ratio to a floor measured in the same run: a loop that
calls an empty function once a step (scalar), and one pass over an array of as many
numbers (vectorised). Run: `python tests/benchmarks/night_world.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from paprika.compiler.load import read_sources
from paprika.compiler.spec import parse
from paprika.runtime.agents.rules import RemRule
from paprika.runtime.night.batch import PLAY, Batch, waits
from paprika.runtime.night.face import NIGHT, play
from paprika.runtime.night.store import find_night
from paprika.runtime.night.world import Night, open_night

LANES = 4096
SCALAR_TARGET = 100_000
VECTOR_TARGET = 5_000_000


def nights(count: int, steps: int) -> list[Night]:
    """Open `count` nights of `steps` steps over the built-in recording."""
    specs, _ = parse(read_sources(["specs/assumptions.yaml"])[0])
    values = {name: body.value for name, body in specs.assumptions.items()}
    state = NIGHT.blank(values)
    state.recording = find_night("seed-night-synthetic")
    state.start_step = 0
    state.steps = steps
    state.wish, state.own_words = "the sea", ("warm waves",)
    return [open_night(state, "benchmark", seed) for seed in range(count)]


def cpu(work: Callable[[], object], times: int = 3) -> float:
    """Give the least CPU seconds of some runs."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def scalar() -> None:
    """Step whole nights one by one, with an agent that acts."""
    opened = nights(20, 960)
    steps = sum(night.steps for night in opened)

    def nothing() -> None:
        return None

    def empty() -> None:
        for _ in range(steps):
            nothing()

    def run() -> None:
        for night in opened:
            play(night, RemRule())

    seconds, floor = cpu(run), cpu(empty)
    print(
        f"scalar      {steps / seconds:12,.0f} steps/s  (target {SCALAR_TARGET:,}; "
        f"{seconds / floor:.0f} x an empty call a step)"
    )


def vectorised() -> None:
    """Step many windows at once: all lanes wait, and play at every tenth step."""
    opened = nights(LANES, 40)
    steps = LANES * 40
    idle, sound = waits(LANES), waits(LANES)
    sound.what[:] = PLAY
    sound.volume_db[:] = -30.0
    sound.seconds[:] = 10.0
    made: list[Batch] = []

    def lay_out() -> None:
        made.append(Batch(opened))

    def run() -> None:
        made[0].reset()
        for step in range(40):
            made[0].step(idle if step % 10 else sound)

    numbers = np.zeros(LANES)

    def floor_run() -> None:
        for _ in range(40):
            numbers + 1.0

    laid, seconds, floor = cpu(lay_out), cpu(run), cpu(floor_run)
    print(
        f"vectorised  {steps / seconds:12,.0f} steps/s  (target {VECTOR_TARGET:,}; "
        f"{seconds / floor:.0f} x one addition a step)"
    )
    both = steps / (seconds + laid)
    print(f"  with laying out {LANES} nights once: {both:,.0f} steps/s")


if __name__ == "__main__":
    scalar()
    vectorised()
