"""The `paprika nights` commands: import, show and list recorded nights.

Exit 0 is fine; 2 is a night that cannot be read, found or written.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from .night.recording import Recording


@click.group()
def nights() -> None:
    """Recorded nights: import, show, list."""


@nights.command("import")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option(
    "-o",
    "--output",
    "folder",
    type=Path,
    default=None,
    help="Folder to write to; by default the nearest datasets/private upward, else "
    "one in this folder.",
)
@click.option("--name", help="Call the night so; for one file.")
@click.option("--source", help="Say where the night is from.")
@click.option("--licence", help="Say under which licence it may be used.")
@click.option("--consent", help="Say what the sleeper agreed to.")
@click.option("--force", is_flag=True, help="Overwrite a different night.")
def import_(
    sources: tuple[Path, ...],
    folder: Path | None,
    name: str | None,
    source: str | None,
    licence: str | None,
    consent: str | None,
    force: bool,
) -> None:
    """Read nights and write each as NAME.tsv and NAME.json."""
    from .night.recording import is_name

    if name is not None and len(sources) > 1:
        raise click.UsageError("--name is for one file")
    if name is not None and not is_name(name):
        raise click.UsageError(f"--name {name!r} is not like `dodh-01` or `my_night`")
    if folder is None:
        folder = _private_folder()
    failed = False
    for path in sources:
        try:
            click.echo(_import(path, folder, name, source, licence, consent, force))
        except _Failure as failure:  # the other files are still worth reading
            failure.show()
            failed = True
    if failed:
        raise SystemExit(_Failure.exit_code)


def _private_folder() -> Path:
    """Give the folder of private nights, in which git ignores everything.

    The nearest one upward; else one beside the nearest specs/ or in this folder.
    """
    from .night.store import PRIVATE

    above = [Path(), *(Path(*[".."] * up) for up in range(1, len(Path.cwd().parts)))]
    found = next((at for at in above if (at / PRIVATE).is_dir()), None)
    found = found or next((at for at in above if (at / "specs").is_dir()), Path())
    folder = found / PRIVATE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("# Nights of real sleepers stay on this machine.\n*\n")
    except OSError as error:
        raise _Failure(f"{folder}: {error.strerror}") from None
    return folder


def _import(
    path: Path,
    folder: Path,
    name: str | None,
    source: str | None,
    licence: str | None,
    consent: str | None,
    force: bool,
) -> str:
    """Import one file; give the line that says so."""
    from dataclasses import replace

    from .night.readers import read_night
    from .night.recording import clock_at
    from .night.store import keep_night

    with _one_line():
        night = read_night(path)
        night = replace(
            night,
            name=name or night.name,
            source=source or night.source,
            licence=licence or night.licence,
            consent=consent or night.consent,
        )
        kept = keep_night(night, folder, force=force)
    span = f"{clock_at(night, 0)}-{clock_at(night, night.steps)}"
    mark = "  SIMULATED" if night.simulated else ""
    there = "" if kept.written else "  (already there)"
    return f"{night.name}  {night.steps} steps  {span}{mark}  {kept.path}{there}"


@nights.command()
@click.argument("night", metavar="NAME|FILE")
@click.option("--width", type=click.IntRange(min=14), default=80, show_default=True)
def show(night: str, width: int) -> None:
    """Draw a night, with its figures and where it is from."""
    import sys

    from .night.hypnogram import hypnogram

    with _one_line():
        recording = _find(night)
    differs = bool((recording.true != recording.seen).any())
    encoding = (sys.stdout.encoding or "ascii").replace("-", "").lower()
    click.echo(_title(recording))
    click.echo(
        hypnogram(
            recording.true,
            recording.start_seconds,
            width=width,
            seen=recording.seen if differs else None,
            unicode=encoding.startswith("utf"),
        )
    )
    for line in _figures(recording):
        click.echo(line)


@nights.command("list")
def list_() -> None:
    """Name the nights that can be found, with their folder."""
    from .night.store import list_nights

    for entry in list_nights():
        click.echo(f"{entry.name}  {entry.path.parent}")


class _Failure(click.ClickException):
    exit_code = 2


@contextmanager
def _one_line() -> Iterator[None]:
    """Turn what is wrong with a night into one line on stderr and exit code 2."""
    from .night.readers import UnreadableNight
    from .night.store import NightExists, UnknownNight

    try:
        yield
    except (UnreadableNight, UnknownNight) as error:
        raise _Failure(str(error)) from None
    except NightExists as error:
        raise _Failure(
            f"{error}; --force overwrites it, --name gives the new one another name"
        ) from None
    except OSError as error:
        raise _Failure(f"{error.filename}: {error.strerror}") from None


def _find(night: str) -> Recording:
    """Give the night of a file, or else of a name."""
    from .night.readers import read_night
    from .night.recording import is_name
    from .night.store import find_night

    path = Path(night)
    named = is_name(night) and not path.is_file()
    return find_night(night) if named else read_night(path)


def _title(night: Recording) -> str:
    from .night.recording import clock_at

    when = f" {night.date}" if night.date else ""
    zone = night.zone or "zone unknown"
    mark = "SIMULATED  " if night.simulated else ""
    start, end = clock_at(night, 0), clock_at(night, night.steps)
    return f"{mark}{night.name}  {start}-{end}{when} ({zone})"


def _figures(night: Recording) -> list[str]:
    """Give the lines under the drawing."""
    from .night.hypnogram import ROWS
    from .night.recording import rem_onsets, summarise

    figures = summarise(night)
    whole = max(figures.scored, 1)
    shares = ", ".join(
        f"{label} {figures.counts[stage]} ({100 * figures.counts[stage] / whole:.1f} %)"
        for label, stage in ROWS
    )
    return [
        f"steps    {figures.steps}, of which {figures.scored} have a stage: {shares}",
        f"sleep    {figures.total_sleep:g} of {figures.time_in_bed:g} min in bed "
        f"({100 * figures.efficiency:.1f} %)",
        f"onset    {_after(figures.sleep_latency, 'the start')}; then awake "
        f"{figures.awake_after_onset:g} min before the last sleep",
        f"REM      {_after(figures.rem_latency, 'sleep onset')}; "
        f"onsets of 3 min or more: {len(rem_onsets(night))}",
        f"source   {night.source}",
        f"licence  {night.licence}",
        f"consent  {night.consent}",
        *(f"note     {note}" for note in night.notes),
    ]


def _after(minutes: float | None, what: str) -> str:
    return "never" if minutes is None else f"{minutes:g} min after {what}"
