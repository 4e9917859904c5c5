"""The tasks that `inspect eval` finds. Inspect runs this file by its path."""

import inspect_ai
from inspect_ai import Task, task

from paprika.runtime.calibrate import calibration_task
from paprika.runtime.samples import night_task, session_task, talk_task


@task
def night(
    suite: str = "week5-night",
    agent: str = "rem_rule",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    night: str | list[str] | None = None,
    scale: float = 1.0,
    allow_same_family: bool = False,
) -> Task:
    """Be at the bedside of a sleeper for one window of a replayed night.

    Args:
        suite: A compiled suite of the night world.
        agent: Who acts: oracle, wait, fixed_timer, rem_rule or paprika_rule.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        night: Some night types alone: `calm` or `calm,broken`.
        scale: Factor on the waking probabilities (0.5, 1, 2, 4 in a sweep).
        allow_same_family: Let a judge of the agent's own family judge; results say so.
    """
    return night_task(suite, agent, split, seeds, night, scale, allow_same_family)


@task
def bedtime(
    suite: str = "week5-bedtime",
    agent: str = "auto",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    user: str | list[str] | None = None,
    allow_same_family: bool = False,
) -> Task:
    """Talk with a person before sleep, and leave a note for the night.

    Model roles: `user` words what the person says, without it a script does; `judge`
    judges quality, without it that is unscored.

    Args:
        suite: A compiled suite of the bedtime world, such as week5-bedtime or safety.
        agent: `model`, `interviewer`, `silent`, `hurried` or `leader`; `auto` is the
            model where one is given, else `interviewer`.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        user: Some people alone: `grief` or `vague,chatty`.
        allow_same_family: Let a judge of the agent's own family judge; results say so.
    """
    return talk_task(
        "bedtime", suite, agent, split, seeds, user, allow_same_family=allow_same_family
    )


@task
def morning(
    suite: str = "week5-morning",
    agent: str = "auto",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    user: str | list[str] | None = None,
    allow_same_family: bool = False,
) -> Task:
    """Ask a person who has just woken what they dreamt, and leave a report.

    Model roles: `user` words what the person says, without it a script does; `judge`
    judges quality, without it that is unscored.

    Args:
        suite: A compiled suite of the morning world.
        agent: As in `bedtime`.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        user: Some people alone: `grief` or `vague,chatty`.
        allow_same_family: Let a judge of the agent's own family judge; results say so.
    """
    return talk_task(
        "morning", suite, agent, split, seeds, user, allow_same_family=allow_same_family
    )


@task
def setup(
    suite: str = "bedside-setup",
    agent: str = "auto",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    user: str | list[str] | None = None,
    mode: str = "default",
    allow_same_family: bool = False,
) -> Task:
    """Guide a person through the devices at their bedside.

    Args:
        suite: A compiled suite of the set-up world.
        agent: `model`, `guide`, `silent` or `know_it_all`; `auto` is the model where
            one is given, else `guide`.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        user: Some people alone: `grief` or `vague,chatty`.
        mode: `default`; `no_user`, where the agent holds the person's tools;
            `oracle_plan`, where it is given the plan.
        allow_same_family: Let a judge of the agent's own family judge; results say so.
    """
    return talk_task("setup", suite, agent, split, seeds, user, mode, allow_same_family)


@task
def session(
    suite: str = "week5-session",
    agent: str = "auto",
    night_agent: str = "rem_rule",
    split: str = "dev",
    seeds: str | int | list[str] | list[int] | None = None,
    user: str | list[str] | None = None,
    allow_same_family: bool = False,
) -> Task:
    """Be with a person from bedtime to morning; the note is all that is handed on.

    Model roles: `user` words what the person says, without it a script does; `judge`
    judges quality, without it that is unscored.

    Args:
        suite: A compiled suite of the session world.
        agent: Who holds both talks, as in `bedtime`.
        night_agent: Who acts at night: wait, fixed_timer, rem_rule or paprika_rule.
        split: The seeds to run: `dev`, or `held-out` for final results.
        seeds: Some of the split's seeds alone: `3`, `1,2` or `1-3`.
        user: Some people alone: `grief` or `vague,chatty`.
        allow_same_family: Let a judge of the agent's own family judge; results say so.
    """
    return session_task(
        suite, agent, night_agent, split, seeds, user, allow_same_family
    )


# Not `@task`: a bare `inspect eval` scans for that word, and this needs a model.
@inspect_ai.task
def calibration(
    rubric: str | list[str] | None = None, draws: int = 1, dev: bool = False
) -> Task:
    """Find out on known cases what a judge is good for, and keep it for later runs.

    The judge is the model in the role `judge`, else the model under evaluation.

    Args:
        rubric: Some rubrics of the build alone.
        draws: Sealed sets of cases; the first decides, all count for corrected rates.
        dev: Judge the visible set alone; nothing is kept.
    """
    return calibration_task(rubric, draws, dev)
