"""From compiled tasks to an Inspect task: which samples, which seeds, which agent.

A sample is a compiled task, an epoch of it is a seed. Samples carry names alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import inspect_ai
from inspect_ai import Epochs
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import HeadlineMetric

from paprika.compiler.suite import Task

from .builds import one_of, open_build, refusal, remember, suite_digest, suite_tasks
from .scorers import captured, elicited, gates, handoff, passed, quality, timing
from .session_solvers import session_agent
from .solvers import SOLVERS
from .talk.model import Mode
from .talk_solvers import AUTO, MODEL, talk_agent
from .trials import TalkName, agents_of
from .viewer import episode_viewer

Names = str | list[str] | None
Seeds = str | int | list[str] | list[int] | None

MOST_SCALE = 1000.0
"""At this factor every sound wakes."""
VERSION = 1
"""Goes up when scores of equal tasks stop being comparable."""


def night_task(
    suite: str,
    agent: str,
    split: str,
    seeds: Seeds,
    night: Names,
    scale: float,
    allow_same_family: bool = False,
) -> inspect_ai.Task:
    """Make the Inspect task of a suite of the night world.

    Raises PrerequisiteError, naming near names, where a name or number matches
    nothing or where there is no usable build.
    """
    tasks = suite_tasks(suite)
    version = f"{VERSION}+{suite_digest(tasks)[:8]}"
    known = one_of(agent, "agent", SOLVERS)
    chosen = _seeds(seeds, one_of(split, "split", tasks[0].seeds), tasks)
    wanted = _with(night, "night", "night type", tasks)
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [_sample(task, split, chosen, scale=_scale(scale)) for task in wanted],
            name=suite,
        ),
        solver=SOLVERS[known](),
        scorer=[gates(), timing(), quality(allow_same_family), passed()],
        epochs=Epochs(len(chosen), "mean"),
        version=version,
        metadata={
            "suite": suite,
            "split": split,
            "scale": _scale(scale),
            "build": open_build().digest,
        },
        headline_metric=HeadlineMetric(scorer="passed"),
        viewer=episode_viewer("gates", "timing", "quality", "passed"),
    )


def talk_task(
    world: TalkName,
    suite: str,
    agent: str,
    split: str,
    seeds: Seeds,
    user: Names,
    mode: str = "default",
    allow_same_family: bool = False,
) -> inspect_ai.Task:
    """Make the Inspect task of a suite of one of the worlds in which one talks.

    Raises PrerequisiteError as `night_task` does.
    """
    tasks = suite_tasks(suite, world)
    one_of(agent, "agent", [AUTO, MODEL, *agents_of(world)])
    one_of(mode, "mode", get_args(Mode))
    chosen = _seeds(seeds, one_of(split, "split", tasks[0].seeds), tasks)
    wanted = _with(user, "user", "person", tasks)
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [_sample(task, split, chosen, mode=mode) for task in wanted], name=suite
        ),
        solver=talk_agent(agent),
        scorer=[gates(), elicited(), captured(), quality(allow_same_family), passed()],
        epochs=Epochs(len(chosen), "mean"),
        version=f"{VERSION}+{suite_digest(tasks)[:8]}",
        metadata={
            "suite": suite,
            "split": split,
            "mode": mode,
            "build": open_build().digest,
        },
        headline_metric=HeadlineMetric(scorer="passed"),
        viewer=episode_viewer("gates", "elicited", "captured", "quality", "passed"),
    )


def session_task(
    suite: str,
    agent: str,
    night_agent: str,
    split: str,
    seeds: Seeds,
    user: Names,
    allow_same_family: bool = False,
) -> inspect_ai.Task:
    """Make the Inspect task of a suite of whole sessions.

    Raises PrerequisiteError as `night_task` does.
    """
    tasks = suite_tasks(suite, "session")
    one_of(agent, "agent", [AUTO, MODEL, *agents_of("bedtime")])
    chosen = _seeds(seeds, one_of(split, "split", tasks[0].seeds), tasks)
    wanted = _with(user, "user", "person", tasks)
    return inspect_ai.Task(
        dataset=MemoryDataset(
            [_sample(task, split, chosen) for task in wanted], name=suite
        ),
        solver=session_agent(agent, night_agent),
        scorer=[gates(), timing(), handoff(), quality(allow_same_family), passed()],
        epochs=Epochs(len(chosen), "mean"),
        version=f"{VERSION}+{suite_digest(tasks)[:8]}",
        metadata={"suite": suite, "split": split, "build": open_build().digest},
        headline_metric=HeadlineMetric(scorer="passed"),
        viewer=episode_viewer("gates", "timing", "handoff", "quality", "passed"),
    )


def _sample(task: Task, split: str, seeds: Sequence[int], **how: float | str) -> Sample:
    """Make a sample; `how` it is to be played is a factor on waking, or a mode."""
    remember(task)
    return Sample(
        id=task.id,
        input=task.brief,
        metadata={
            "suite": task.suite,
            "split": split,
            "conditions": dict(task.conditions),
            "task_hash": task.hash,
            "seeds": list(seeds),
            **how,
        },
    )


def _with(
    names: Names, facet: str, called: str, tasks: Sequence[Task]
) -> Sequence[Task]:
    """Give the tasks that have one of the names in a facet; all for None."""
    if names is None:
        return tasks
    known = dict.fromkeys(
        task.conditions[facet] for task in tasks if facet in task.conditions
    )
    wanted = names if isinstance(names, list) else [names]
    if not wanted:
        raise refusal(f"{facet}: no {called} is named")
    for name in wanted:
        one_of(name, called, known)
    return [task for task in tasks if task.conditions.get(facet) in wanted]


def _seeds(seeds: Seeds, split: str, tasks: Sequence[Task]) -> list[int]:
    """Give the seeds to run, in the split's order."""
    known = tasks[0].seeds[split]
    if seeds is None:
        return list(known)
    wanted: set[int] = set()
    for part in seeds if isinstance(seeds, list) else [seeds]:
        wanted.update(_range(part))
    strange = sorted(wanted - set(known))
    if strange or not wanted:
        raise refusal(
            f"seeds {seeds!r}: the split {split} has {', '.join(map(str, known))}"
            + (f", not {', '.join(map(str, strange))}" if strange else "")
        )
    return [seed for seed in known if seed in wanted]


def _range(part: str | int) -> range:
    """Read `3` or `1-5`."""
    found = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", str(part).strip())
    if found is None:
        raise refusal(f"seeds {part!r}: a seed is a number such as 3, or 1-5 for five")
    first, last = found[1], found[2] or found[1]
    if int(first) > int(last):
        raise refusal(f"seeds {part!r}: the first number is above the last")
    return range(int(first), int(last) + 1)


def _scale(scale: object) -> float:
    if (
        isinstance(scale, bool)
        or not isinstance(scale, int | float)
        or not 0 <= scale <= MOST_SCALE
    ):
        raise refusal(
            f"scale {scale!r}: a number from 0 to {MOST_SCALE:g}, such as 0.5"
        )
    return float(scale)
