"""The `paprika` command. Every import that costs time stands inside a command."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "compile": "paprika.runtime.compile_cli:compile_command",
    "check": "paprika.runtime.compile_cli:check_command",
    "list": "paprika.runtime.browse_cli:list_command",
    "show": "paprika.runtime.browse_cli:show_command",
    "explain": "paprika.runtime.browse_cli:explain_command",
    "lock": "paprika.runtime.compile_cli:lock_command",
    "run": "paprika.runtime.run:run_command",
    "calibrate": "paprika.runtime.calibrate_cli:calibrate_command",
    "nights": "paprika.runtime.nights_cli:nights",
}
"""Verb -> where its command is; loaded when it is called."""

SUMMARIES = {
    "compile": "Compile specs into build/, proving every task.",
    "check": "Find every mistake in specs; write nothing.",
    "list": "List tasks, conditions, functions and the rest.",
    "show": "Show one compiled task.",
    "explain": "Say why a task is in or out, and who contributed what.",
    "lock": "Keep what rotation has dealt, whatever is added later.",
    "run": "Evaluate agents on a suite and print the closing table.",
    "calibrate": "Find out whether a judge is good enough to count.",
    "nights": "Import recorded nights and look at them.",
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the verbs in the order of everyday use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a verb's command; None (and so a suggestion) if there is none."""
        where = COMMANDS.get(cmd_name)
        if where is None:
            return None
        module, _, name = where.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or fail with the nearest ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.UsageError(f"No such command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the verbs without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="paprika")
def cli() -> None:
    """Compile night-task specs and evaluate bedside dream agents.

    Exit codes: 0 fine, 1 findings, 2 usage or environment.
    """


def main() -> None:
    """Run the command; an interrupt exits 130, a closed pipe ends quietly."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that lacks a letter shows its number instead of failing.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status = _status()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except BrokenPipeError:
        # The reader went away (`| head`): nothing is wrong with us.
        _write_nowhere()
        status = 0
    except OSError as error:
        # A full disk, a folder that can't be written: the user's to mend.
        where = f"{error.filename}: " if error.filename else ""
        with suppress(OSError):
            print(f"Error: {where}{error.strerror or error}", file=sys.stderr)
        _write_nowhere()
        status = 2
    sys.exit(status)


def _write_nowhere() -> None:
    """Let what is still unwritten go nowhere, also when the interpreter ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        # A stream that is closed or no file needs nothing.
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(nowhere, stream.fileno())


def _status() -> int:
    run: Callable[..., Any] = cli.main
    stdout = sys.stdout
    try:
        status = run(prog_name="paprika", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Exit as error:
        return error.exit_code
    except SystemExit as error:
        if sys.stdout is not stdout:
            # click puts another stream in its place when it meets a closed pipe.
            raise BrokenPipeError from None
        status = error.code
    except (click.Abort, KeyboardInterrupt):
        return 130
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    main()
