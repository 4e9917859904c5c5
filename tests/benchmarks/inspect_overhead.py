"""What an episode costs under Inspect, against a sample in which nothing is done.

Run where a build is found: python tests/benchmarks/inspect_overhead.py [rounds]
It prints CPU milliseconds a sample (the slope between few and many samples, so that
what Inspect does once does not count) and two ratios: against an empty solver with
four scorers that give a constant, and against an empty solver without scorers.
`world` is the night alone, without Inspect: that share no runtime can save.

Both sides of a ratio are sums over all rounds, and every other round runs backwards.
On a busy machine that varies less than half as much as a ratio of least times (drawn
from 30 rounds), and it is fair: a long run seldom has a quiet machine to itself, so
least times flatter the short one. Runs of a busy machine still differ by 0.1 or more;
behind a ratio stand the quartiles of the rounds' own ratios.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from statistics import fmean, quantiles

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


def costs(makes: Sequence[Callable[[], Task]], rounds: int) -> dict[str, list[float]]:
    """Give CPU milliseconds a sample of each kind of task, by round.

    Kinds take turns within a round, and every other round goes backwards: a machine
    that slows down slows all of them.
    """
    few, most = 4, len(night().dataset)
    samples = (most - few) * (night().epochs or 1)
    turns = [(make, limit) for limit in (few, most) for make in makes]
    for make in makes:
        seconds(make(), most)  # what is done once in a process
    spent: dict[str, list[float]] = {make.__name__: [] for make in makes}
    for number in range(rounds):
        found = {
            (make, limit): seconds(make(), limit)
            for make, limit in (turns if number % 2 == 0 else reversed(turns))
        }
        for make in makes:
            more = found[make, most] - found[make, few]
            spent[make.__name__].append(1000 * more / samples)
    return spent


def world(rounds: int) -> list[float]:
    """Give CPU milliseconds an episode of the same agent without Inspect, by round."""
    trials = [
        (task, seed)
        for task in suite_tasks("week5-night")
        for seed in task.seeds["dev"]
    ]
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        for task, seed in trials:
            run_episode(task, seed, "rem_rule")
        spent.append(1000 * (time.process_time() - start) / len(trials))
    return spent


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    spent = costs((bare, empty, episode), rounds)
    spent["world"] = world(rounds)
    for name, by_round in spent.items():
        print(f"{name:8} {fmean(by_round):6.2f} ms of CPU a sample")
    for name in ("empty", "bare"):
        ratio = sum(spent["episode"]) / sum(spent[name])
        pairs = zip(spent["episode"], spent[name], strict=True)
        print(f"episode / {name:5} {ratio:.2f}{_spread([a / b for a, b in pairs])}")


def _spread(ratios: Sequence[float]) -> str:
    if len(ratios) < 2:
        return ""
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    return f"  ({low:.2f}-{high:.2f})"


if __name__ == "__main__":
    main()
