"""The verbs `compile` and `check`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from paprika.compiler.compile import Result
    from paprika.compiler.compose import Draft
    from paprika.compiler.problems import Format, Problem
    from paprika.compiler.vocabulary import World
    from paprika.runtime.proof import TaskProof

FORMATS: tuple[Format, ...] = ("full", "concise", "json", "github")
CACHE = Path(".paprika") / "proofs.json"

paths_argument = click.argument("paths", nargs=-1, type=click.Path())
format_option = click.option(
    "--output-format",
    type=click.Choice(FORMATS),
    default="full",
    envvar="PAPRIKA_OUTPUT_FORMAT",
    show_default=True,
    help="How problems are printed.",
)
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="SUITE.CALL=VALUE",
    help="Replace the argument of an init call of a suite, as in "
    "real-night.recording=my-night.",
)
prove_option = click.option(
    "--prove/--no-prove", default=True, help="Replay every task without a model."
)
cache_option = click.option(
    "--cache/--no-cache", default=True, help="Keep verdicts in .paprika/."
)


@click.command("compile")
@paths_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Folder of the build.",
)
@format_option
@set_option
@prove_option
@cache_option
def compile_command(
    paths: tuple[str, ...],
    output: Path,
    output_format: Format,
    settings: tuple[str, ...],
    prove: bool,
    cache: bool,
) -> None:
    """Compile specs into build/, proving every task.

    PATHS are YAML files or folders; specs/ by default. A build is written only if
    there is no error, and then as a whole.
    """
    from paprika.compiler.compile import emit
    from paprika.compiler.suite import NotABuild
    from paprika.runtime.worlds import WORLDS

    started = time.process_time()
    result = compile_paths(paths, settings, prove, cache)
    report(result.problems, result, output_format)
    if not result.errors and not result.compositions:
        click.echo(f"no suite in the specs: {output} is left as it is", err=True)
    elif not result.errors:
        try:
            emit(result, WORLDS, output)
        except (NotABuild, OSError) as error:
            raise Environment(f"can't write the build: {error}") from None
    _closing_line(result, output_format, started)
    sys.exit(1 if result.errors else 0)


@click.command("check")
@paths_argument
@format_option
@set_option
@prove_option
@cache_option
def check_command(
    paths: tuple[str, ...],
    output_format: Format,
    settings: tuple[str, ...],
    prove: bool,
    cache: bool,
) -> None:
    """Find every mistake in specs; write nothing.

    PATHS are YAML files or folders; specs/ by default.
    """
    started = time.process_time()
    result = compile_paths(paths, settings, prove, cache)
    report(result.problems, result, output_format)
    _closing_line(result, output_format, started)
    sys.exit(1 if result.errors else 0)


@click.command("lock")
@paths_argument
@click.option(
    "--share", is_flag=True, help="Let new names take their share of the tasks."
)
def lock_command(paths: tuple[str, ...], share: bool) -> None:
    """Keep what rotation has dealt, whatever is added later.

    Writes paprika.lock into the specs' folder (the first of PATHS). With it, a
    condition added anywhere changes no id that is in the lock. A name added to a
    rotated facet gets new tasks only; with --share it takes over its share of the
    others too, and no more than that moves.
    """
    from paprika.compiler.lock import LOCK, lock_text

    folder = Path(paths[0] if paths else "specs")
    if folder.exists() and not folder.is_dir():
        raise Environment(f"{folder} is no folder: a lock stands in the specs' folder")
    result = compile_paths(paths, prove=False, cache=False, share=share)
    report(result.problems, result, "full")
    if result.errors:
        sys.exit(1)
    beside = folder / f".{LOCK}.{os.getpid()}.tmp"
    try:
        beside.write_text(lock_text(result.compositions, result.specs))
        beside.replace(folder / LOCK)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise Environment(f"can't write the lock: {error}") from None


class Environment(click.ClickException):
    """Something outside the specs is wrong: one line, exit 2."""

    exit_code = 2


def compile_paths(
    paths: Sequence[str],
    settings: Sequence[str] = (),
    prove: bool = True,
    cache: bool = True,
    share: bool = False,
) -> Result:
    """Compile, with a progress bar on a terminal; exit 2 for what can't be read."""
    from paprika.compiler.compile import compile_specs
    from paprika.compiler.load import Unreadable
    from paprika.runtime.worlds import WORLDS

    if not paths and not Path("specs").is_dir():
        raise Environment("there is no specs/ here: name the files or folders")
    store = Path.cwd() / CACHE if cache else None
    prover = _Prover(store) if prove else None
    try:
        result = compile_specs(
            list(paths) or ["specs"], WORLDS, prover, _settings(settings), share
        )
    except Unreadable as error:
        raise Environment(str(error)) from None
    if prover is not None:
        prover.cache.save()
    return result


def _settings(given: Sequence[str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or "." not in key:
            raise click.UsageError(f"--set takes SUITE.CALL=VALUE, not {text!r}")
        if key in settings:
            raise click.UsageError(f"--set {key} is given twice")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise click.UsageError(f"--set {text!r} is not UTF-8") from None
        settings[key] = value
    return settings


class _Prover:
    """The proof with its cache and, on a terminal, a progress bar."""

    def __init__(self, store: Path | None) -> None:
        from paprika.runtime.proof import Cache

        self.cache = Cache(store)

    def __call__(
        self, drafts: Sequence[Draft], world: World
    ) -> tuple[Mapping[str, TaskProof], list[Problem]]:
        from paprika.runtime.prove import prove

        quiet = not sys.stderr.isatty() or bool(os.environ.get("CI"))
        if quiet or len(drafts) < 100:
            return prove(drafts, world, self.cache)
        label = f"proving {drafts[0].task.suite}"
        with click.progressbar(length=len(drafts), label=label, file=sys.stderr) as bar:
            return prove(drafts, world, self.cache, bar.update)


def report(problems: Sequence[Problem], result: Result, output_format: Format) -> None:
    """Print problems: to stdout for machines, to stderr for people."""
    from paprika.compiler.problems import render

    to_machine = output_format in ("json", "github")
    stream = sys.stdout if to_machine else sys.stderr
    colour = not os.environ.get("NO_COLOR") and (
        stream.isatty() or bool(os.environ.get("FORCE_COLOR"))
    )
    sources = {source.path: source.text for source in result.sources}
    text = render(problems, sources, output_format, colour)
    if text:
        stream.write(text if text.endswith("\n") else text + "\n")


def _closing_line(result: Result, output_format: Format, started: float) -> None:
    if output_format in ("json", "github"):
        return
    warnings = len(result.problems) - result.errors
    parts = []
    for name, composition in result.compositions.items():
        tasks = len(composition.drafts)
        if result.proofs is not None and name in result.proofs and not result.errors:
            proofs = result.proofs[name].values()
            idle = sum(proof.passes_idle for proof in proofs)
            proved = f", all solved, {idle} passed by doing nothing as declared"
        else:
            proved = ""
        parts.append(f"{name}: {tasks} tasks{proved}")
    errors = result.errors
    parts.append(
        f"{errors} error{'s' * (errors != 1)}, "
        f"{warnings} warning{'s' * (warnings != 1)}, "
        f"{time.process_time() - started:.2f} s CPU"
    )
    click.echo("\n".join(parts), err=bool(errors))
