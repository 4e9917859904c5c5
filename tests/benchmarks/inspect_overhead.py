"""What an episode costs under Inspect, against a sample in which nothing is done.

Run where a build is found: python tests/benchmarks/inspect_overhead.py [rounds]
It prints CPU milliseconds a sample (the slope between few and many samples, so that
what Inspect does once does not count) and two ratios: against an empty solver with
four scorers that give a constant, and against an empty solver without scorers.
`world` is the night alone, without Inspect: that share no runtime can save.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

from inspect_ai import Epochs, Task, eval
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from paprika.runtime.agents.episode import run_episode
from paprika.runtime.builds import suite_tasks
from paprika.runtime.tasks import night


@solver
def nothing() -> Solver:
    """Do nothing."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        return state

    return solve


@scorer(metrics=[mean()])
def one() -> Scorer:
    """Score 1."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=1, explanation="Always.")

    return score


def episode() -> Task:
    """Make the task as it is run."""
    return night()


def empty() -> Task:
    """Make the same samples, with nothing done and four constant scores."""
    task = night()
    return Task(
        dataset=task.dataset,
        solver=nothing(),
        scorer=[one() for _ in range(4)],
        epochs=Epochs(task.epochs or 1, "mean"),
    )


def bare() -> Task:
    """Make the same samples, with nothing done and no score."""
    task = night()
    epochs = Epochs(task.epochs or 1, "mean")
    return Task(dataset=task.dataset, solver=nothing(), epochs=epochs)


def seconds(task: Task, limit: int) -> float:
    """Give the CPU seconds of one run over the first tasks."""
    gc.collect()
    gc.freeze()
    with tempfile.TemporaryDirectory() as logs:
        start = time.process_time()
        found = eval(
            task,
            limit=limit,
            log_dir=logs,
            display="none",
            log_realtime=False,
            ctl_server=False,
        )
        spent = time.process_time() - start
    if found[0].status != "success":
        raise SystemExit(f"the run failed: {found[0].error}")
    return spent


def costs(makes: Sequence[Callable[[], Task]], rounds: int) -> dict[str, float]:
    """Give CPU milliseconds a sample of each kind of task.

    Kinds take turns, so that a machine that slows down slows all of them.
    """
    few, most = 4, len(night().dataset)
    epochs = night().epochs or 1
    spent: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        for make in makes:
            for limit in (few, most):
                key = make.__name__, limit
                spent.setdefault(key, []).append(seconds(make(), limit))
    return {
        make.__name__: 1000
        * (min(spent[make.__name__, most]) - min(spent[make.__name__, few]))
        / ((most - few) * epochs)
        for make in makes
    }


def world(rounds: int) -> float:
    """Give CPU milliseconds an episode of the same agent without Inspect."""
    tasks = suite_tasks("week5-night")
    least = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for task in tasks:
            for seed in task.seeds["dev"]:
                run_episode(task, seed, "rem_rule")
        least = min(least, time.process_time() - start)
    return 1000 * least / sum(len(task.seeds["dev"]) for task in tasks)


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    seconds(empty(), 1)
    spent = costs((bare, empty, episode), rounds)
    spent["world"] = world(rounds)
    for name, milliseconds in spent.items():
        print(f"{name:8} {milliseconds:6.2f} ms of CPU a sample")
    print(f"episode / empty {spent['episode'] / spent['empty']:.2f}")
    print(f"episode / bare  {spent['episode'] / spent['bare']:.2f}")


if __name__ == "__main__":
    main()
