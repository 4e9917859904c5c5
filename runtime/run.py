"""`paprika run`: agents on one suite of any world, and the closing table.

Every (agent, variant) is one Inspect log. Logs stand in `LOG_DIR/SUITE-VERSION`, where
the version names the suite's compiled tasks: a run that was cut off goes on where it
stopped, and results of other suites, of changed tasks or of other models are never
mixed in. The table is made from these logs alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from .refused import Refused, opened, refusals
from .results import (
    VARIANTS,
    Cell,
    Results,
    Wanted,
    as_json,
    as_table,
    read_rows,
)

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.model import Model

MODEL = "model"
"""The agent that a model is, in worlds with talks."""
ROLES = ("user", "judge")
NIGHT_AGENT = "rem_rule"


class Models(NamedTuple):
    """The models of a run, by name or as they are; none of them by default."""

    agent: str | Model | None = None
    """Behind the agent `model`."""
    roles: Mapping[str, str | Model] = {}
    """`user` words the person, `judge` judges quality."""
    allow_same_family: bool = False
    """Let a judge of the agent's own family judge; every table tells it."""


NO_MODELS = Models()


def run(
    suite: str,
    agents: Sequence[str] = (),
    split: str = "dev",
    scales: Sequence[float] = (),
    log_dir: Path = Path("logs"),
    modes: Sequence[str] = (),
    night_agent: str = "",
    models: Models = NO_MODELS,
) -> Results:
    """Run agents on a suite, as far as logs don't hold it yet; give the results.

    Left out, `agents` are all without a model, or `model` where one is given. `scales`
    are factors on waking at night, `modes` those of a set-up; `night_agent` acts in the
    night of a session. Inspect's words go to stderr. Raises Refused, before anything
    runs, for a name that matches nothing, and KeyboardInterrupt if the user stopped it.
    """
    from inspect_ai import eval_set, task_with

    from .builds import suite_digest

    with refusals(), redirect_stdout(sys.stderr):
        world, compiled = _suite(suite)
        agents = agents or _usual_agents(world, models)
        agent_model, roles = _open(agents, models)
        variants = _variants(suite, world, scales, modes)
        if night_agent and world != "session":
            raise Refused(f"{suite} is no session, and has no night agent")
        if world == "session":
            night_agent = night_agent or NIGHT_AGENT
        version = suite_digest(compiled)[:8]
        folder = log_dir / f"{suite}-{version}"
        cells, tasks = [], []
        for agent in agents:
            for variant in variants:
                task = _task(world, suite, agent, split, variant, night_agent, models)
                cell = Cell(agent, variant)
                if agent == MODEL and agent_model is not None:
                    task = task_with(task, model=agent_model)
                    cell = Cell(agent, variant, str(agent_model))
                tasks.append(task)
                cells.append(cell)
        wanted = Wanted(
            suite,
            world,
            split,
            len(compiled) * len(compiled[0].seeds[split]),
            night_agent,
            {role: str(model) for role, model in roles.items()},
        )
        with _alone(folder):
            _check_logs(folder)
            _, logs = eval_set(
                tasks,
                log_dir=str(folder),
                # Not None, which would be the model that the environment names.
                model="none",
                model_roles=roles or None,
                display="none",
                score_display=False,
                log_realtime=False,
                ctl_server=False,
                # The folder may hold other agents, variants and splits of this version.
                log_dir_allow_dirty=True,
                # What failed once fails again at once; the same command goes on later.
                retry_attempts=1,
                retry_immediate=False,
                # The other episodes needn't be lost with one that failed.
                continue_on_fail=True,
            )
            if len(logs) < len(tasks):
                # Inspect swallows an interrupt and gives back no logs.
                click.echo("Interrupted: the same command goes on from here.", err=True)
                raise KeyboardInterrupt
            rows = read_rows(folder, wanted, cells)
    return Results(wanted, version, folder, rows)


def _suite(name: str) -> tuple[str, Sequence[Any]]:
    """Give a suite's world and its compiled tasks."""
    from .builds import one_of, open_build, suite_tasks

    suites = {known: tasks for known, tasks in open_build().suites.items() if tasks}
    world = suites[one_of(name, "suite", suites)][0].world
    return world, suite_tasks(name, world)


def _variants(
    suite: str, world: str, scales: Sequence[float], modes: Sequence[str]
) -> Sequence[float | str | None]:
    """Give what the episodes of a world are to be played with."""
    asked: Mapping[str, Sequence[float | str]] = {"scale": scales, "mode": modes}
    name, usual = VARIANTS.get(world, ("", None))
    for other, values in asked.items():
        if values and other != name:
            raise Refused(f"the world of {suite}, {world}, has no {other}")
    return (asked[name] or [usual]) if name else [None]


def _usual_agents(world: str, models: Models) -> Sequence[str]:
    from .solvers import SOLVERS
    from .trials import agents_of

    if world == "night":
        return list(SOLVERS)
    if models.agent is not None:
        return [MODEL]
    return agents_of("bedtime" if world == "session" else world)


def _open(
    agents: Sequence[str], models: Models
) -> tuple[Model | None, dict[str, Model]]:
    """Give the models of a run. Raises Refused, which names all that can't be used."""
    from .judging import family

    if models.agent is None and MODEL in agents:
        raise Refused("the agent 'model' needs a model: name it with --model")
    if models.agent is not None and MODEL not in agents:
        raise Refused("no agent makes use of --model: add `model` to --agents")
    wanted = {} if models.agent is None else {"agent": models.agent}
    found = opened({**wanted, **models.roles})
    agent, judge = found.pop("agent", None), found.get("judge")
    if (
        agent is not None
        and judge is not None
        and not models.allow_same_family
        and family(str(agent)) == family(str(judge))
    ):
        raise Refused(
            f"the judge {judge} is of the agent's own family, and would favour it: "
            "take a judge of another, or say --allow-same-family, which every table "
            "then tells"
        )
    return agent, found


def _task(
    world: str,
    suite: str,
    agent: str,
    split: str,
    variant: Any,
    night_agent: str,
    models: Models,
) -> Task:
    """Make the Inspect task of one cell."""
    from . import tasks

    more: dict[str, Any] = {"allow_same_family": models.allow_same_family}
    if world in VARIANTS:
        more[VARIANTS[world][0]] = variant
    if night_agent:
        more["night_agent"] = night_agent
    made: Mapping[str, Callable[..., Task]] = {
        "night": tasks.night,
        "bedtime": tasks.bedtime,
        "morning": tasks.morning,
        "setup": tasks.setup,
        "session": tasks.session,
    }
    return made[world](suite=suite, agent=agent, split=split, **more)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other runs from a folder of logs. Raises Refused where one is at work."""
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".running", blocking=False):
            yield
    except Timeout:
        raise Refused(
            f"another run is at work in {folder}: wait for its end, or take another "
            "--log-dir"
        ) from None


def _check_logs(folder: Path) -> None:
    """Refuse to go on from a log that is no whole file, and name it."""
    from zipfile import is_zipfile

    for path in sorted(folder.glob("*.eval")):
        if not is_zipfile(path):
            raise Refused(f"{path} is no whole log: delete it, then it is run again")


@click.command("run")
@click.option("--suite", default="week5-night", show_default=True, help="To run.")
@click.option(
    "--agents",
    default="",
    help="Names, separated by commas.  [default: all without a model, or `model`]",
)
@click.option("--split", default="dev", show_default=True, help="Seeds to run.")
@click.option(
    "--scale",
    "scales",
    default="",
    help="Nights: factors on the waking probabilities, as in 0.5,1,2,4.  [default: 1]",
)
@click.option(
    "--mode",
    "modes",
    default="",
    help="Set-ups: default, no_user, oracle_plan, or some.  [default: default]",
)
@click.option(
    "--night-agent",
    default="",
    help=f"Sessions: who acts at night.  [default: {NIGHT_AGENT}]",
)
@click.option(
    "--model", default=None, help="The model behind the agent `model`, as in Inspect."
)
@click.option(
    "--model-role",
    "roles",
    multiple=True,
    metavar="ROLE=MODEL",
    help="user=... words the person, judge=... judges quality.",
)
@click.option(
    "--allow-same-family",
    is_flag=True,
    help="Let a judge of the agent's own family judge; every table tells it.",
)
@click.option(
    "--log-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("logs"),
    show_default=True,
    help="Where logs go, in a folder for the suite and its version.",
)
@click.option(
    "--output-format",
    type=click.Choice(["table", "json"]),
    default="table",
    envvar="PAPRIKA_OUTPUT_FORMAT",
    show_default=True,
    help="How the results are printed.",
)
def run_command(
    suite: str,
    agents: str,
    split: str,
    scales: str,
    modes: str,
    night_agent: str,
    model: str | None,
    roles: Sequence[str],
    allow_same_family: bool,
    log_dir: Path,
    output_format: str,
) -> None:
    """Evaluate agents on a suite and print the closing table.

    A run that was cut off goes on where it stopped. Exit 0 if every episode was
    scored, 1 if some are missing, 2 if a name matches nothing.
    """
    results = run(
        suite,
        _names(agents, "--agents"),
        split,
        _numbers(scales),
        log_dir,
        _names(modes, "--mode"),
        night_agent,
        Models(model, _roles(roles), allow_same_family),
    )
    click.echo(as_json(results) if output_format == "json" else as_table(results))
    if not results.complete:
        sys.exit(1)


def _names(text: str, option: str) -> list[str]:
    if not text:
        return []
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    if "" in names:
        raise click.BadParameter(f"{text!r} has an empty name", param_hint=option)
    return names


def _numbers(text: str) -> list[float]:
    if not text:
        return []
    try:
        return list(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is not numbers separated by commas, such as 0.5,1",
            param_hint="--scale",
        ) from None


def _roles(given: Sequence[str]) -> dict[str, str]:
    roles: dict[str, str] = {}
    for each in given:
        role, _, model = each.partition("=")
        if role not in ROLES or not model or role in roles:
            raise click.BadParameter(
                f"{each!r} is not {' or '.join(f'{name}=MODEL' for name in ROLES)}, "
                "each once",
                param_hint="--model-role",
            )
        roles[role] = model
    return roles
