"""The tasks that `inspect eval` finds. Inspect runs this file by its path."""

from inspect_ai import Task, task

from paprika.runtime.samples import night_task


@task
def night(
    suite: str = "week5-night",
    agent: str = "rem_rule",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    night: str | list[str] | None = None,
    scale: float = 1.0,
) -> Task:
    """Be at the bedside of a sleeper for one window of a replayed night.

    Args:
        suite: A compiled suite of the night world.
        agent: Who acts: oracle, wait, fixed_timer, rem_rule or paprika_rule.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        night: Some night types alone: `calm` or `calm,broken`.
        scale: Factor on the waking probabilities (0.5, 1, 2, 4 in a sweep).
    """
    return night_task(suite, agent, split, seeds, night, scale)
