"""Tables of a night, as BIDS has them: rows of onset, duration, stage.

`NAME.tsv` holds one row a bout: `onset` and `duration` in seconds, `stage` (the
true one) and, where the night has them, `seen` (what the headband showed),
`confidence` 0..1, `heart_bpm`, `movement` 0..1 and `quality` 0..1. A missing value
is `n/a`. `NAME.json` beside it says the rest: see `SideFile`. Without a side file
the clock is a nominal 23:00, and source, licence and consent are "not stated".

The delimiter is what the header uses (tab, `;` or `,`); decimal commas are read
where the delimiter is not a comma. The last row may have no duration: it lasts to
the declared end, else one step.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path

import numpy as np

from ..recording import LIMITS, STEP_SECONDS, Recording, Stage
from .rows import (
    KNOWN_WORDS,
    NUMBERS,
    STEP,
    Row,
    Source,
    UnreadableNight,
    bin_rows,
    micro_of,
    number_of,
    quoted,
    source_of,
    stage_of,
)
from .side import (
    FORMAT,
    SideFile,
    checked,
    head_of,
    json_of,
    json_text,
    recording_of,
)

ABOUT = "table with the columns onset, duration and stage (BIDS)"
NOT_STATED = "not stated"
NEEDED = ("onset", "duration", "stage")
COLUMNS = (*NEEDED, "seen", *NUMBERS)
DESCRIPTIONS: Mapping[str, Mapping[str, object]] = {
    "onset": {"Description": "Start of the row, from the start.", "Units": "s"},
    "duration": {"Description": "Length of the row.", "Units": "s"},
    "stage": {
        "Description": "True sleep stage.",
        "Levels": {
            "awake": "awake",
            "light": "light (N1 and N2)",
            "deep": "deep (N3)",
            "rem": "rem",
            "none": "none (no reading, or not scored)",
        },
    },
    "seen": {"Description": "Sleep stage that the headband showed; as stage."},
    "confidence": {"Description": "Of the headband in the stage it showed, 0..1."},
    "heart_bpm": {"Description": "Heart rate.", "Units": "beats per minute"},
    "movement": {"Description": "0 (still) .. 1."},
    "quality": {"Description": "Of the headband's signal, 0..1."},
}


def claims(text: str) -> bool:
    """Tell from the first line of a text whether it is such a table."""
    line = text.lstrip().split("\n", 1)[0]
    columns = line.casefold().translate(str.maketrans(';,"', "\t\t\t")).split()
    return {"onset", "duration"} <= set(columns)


def read(path: Path) -> Recording:
    """Read a table with the side file beside it. Raises UnreadableNight."""
    table = source_of(path)
    side_path = path.with_suffix(".json")
    if not side_path.exists():
        side = SideFile(
            format=FORMAT,
            start="23:00:00",
            source=NOT_STATED,
            licence=NOT_STATED,
            consent=NOT_STATED,
            simulated=False,
            notes=["The clock is nominal: no side file gave the start."],
        )
        return _recording(table, side, table.sha256)
    side_source = source_of(side_path)
    side = checked(SideFile, side_source, json_of(side_source))
    if side.table_sha256 not in (None, table.sha256):
        raise UnreadableNight(
            side_path,
            f"belongs to another table than {path.name}, by its table_sha256; write "
            "both again, or take the key away if the table was meant to change",
        )
    both = hashlib.sha256(f"{table.sha256} {side_source.sha256}".encode())
    return _recording(table, side, both.hexdigest())


def tables(recording: Recording) -> tuple[str, str]:
    """Give the texts of `NAME.tsv` and `NAME.json`; reading gives the same night."""
    numbers = {name: getattr(recording, name) for name in NUMBERS}
    given = {name: values for name, values in numbers.items() if values is not None}
    columns = [[_word(code) for code in recording.true.tolist()]]
    names = [*NEEDED]
    if not np.array_equal(recording.true, recording.seen):
        names.append("seen")
        columns.append([_word(code) for code in recording.seen.tolist()])
    for name, values in given.items():
        names.append(name)
        columns.append(["n/a" if isnan(v) else repr(v) for v in values.tolist()])
    lines = ["\t".join(names)]
    steps = list(zip(*columns, strict=True))
    start = 0
    for stop in range(1, len(steps) + 1):
        if stop == len(steps) or steps[stop] != steps[start]:
            onset, duration = start * STEP_SECONDS, (stop - start) * STEP_SECONDS
            lines.append("\t".join((str(onset), str(duration), *steps[start])))
            start = stop
    table = "\n".join(lines) + "\n"
    side = head_of(recording)
    side["table_sha256"] = hashlib.sha256(table.encode()).hexdigest()
    side.update((name, DESCRIPTIONS[name]) for name in names)
    return table, json_text(side)


def _word(code: int) -> str:
    return Stage(code).name.lower()


def _recording(table: Source, side: SideFile, sha256: str) -> Recording:
    side_path = table.path.with_suffix(".json")
    if side.step_seconds != STEP_SECONDS:
        raise UnreadableNight(
            side_path,
            f"step_seconds: is {side.step_seconds:g}; beside a table it is "
            f"{STEP_SECONDS}, and the rows may have any length",
        )
    length = None if side.steps is None else side.steps * STEP
    rows, notes = _rows(table, side.levels(), length)
    steps = bin_rows(table.path, rows, length)
    steps = steps._replace(notes=(*notes, *steps.notes))
    return recording_of(side_path, side, steps, sha256)


def _rows(
    table: Source, levels: Mapping[str, str], length: int | None
) -> tuple[list[Row], list[str]]:
    """Read the rows of a table; the notes say what was not read as it stands."""
    path = table.path
    head = table.text.lstrip().split("\n", 1)[0]
    delimiter = next((mark for mark in "\t;," if mark in head), "\t")
    text = io.StringIO(table.text, newline=None)
    lines = csv.reader(text, delimiter=delimiter, strict=True)
    names: list[str] = []
    rows: list[Row] = []
    notes: list[str] = []
    unfinished: int | None = None
    try:
        for cells in lines:
            line = lines.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = _names(path, cells, line)
                if unread := [name for name in names if name and name not in COLUMNS]:
                    notes.append(f"Columns not read: {', '.join(unread)}.")
                continue
            if unfinished is not None:
                message = "only the last row may go without a duration; give it one"
                raise UnreadableNight(path, message, unfinished)
            if len(cells) != len(names):
                raise UnreadableNight(
                    path,
                    f"has {len(cells)} cells, but the header has {len(names)}; a "
                    "decimal comma needs another delimiter than a comma",
                    line,
                )
            row = _row(path, line, dict(zip(names, cells, strict=True)), levels)
            if row.stop == row.start:
                unfinished = line
                end = row.start + STEP
                if length is not None and length > row.start:
                    end = length
                row = row._replace(stop=end)
                notes.append(
                    f"The last row has no duration; it lasts to {_to(length)}."
                )
            rows.append(row)
    except csv.Error as error:
        message = f"is not a table: {error}; correct it there"
        raise UnreadableNight(path, message, lines.line_num) from None
    return rows, notes


def _to(length: int | None) -> str:
    return "the end of its step" if length is None else "the declared end"


def _names(path: Path, cells: Sequence[str], line: int) -> list[str]:
    names = [cell.strip().casefold() for cell in cells]
    for name in NEEDED:
        if name not in names:
            raise UnreadableNight(
                path,
                f"the header has no column {name!r}; it needs {', '.join(NEEDED)}",
                line,
            )
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise UnreadableNight(path, f"the header names {twice[0]!r} twice", line)
    return names


def _row(
    path: Path, line: int, cells: Mapping[str, str], levels: Mapping[str, str]
) -> Row:
    """Read one row; its stop is its start where it has no duration."""
    onset = micro_of(cells["onset"])
    if onset is None:
        raise UnreadableNight(
            path, f"onset {quoted(cells['onset'])} is no number of seconds", line
        )
    duration: int | None = 0
    if cells["duration"].strip().casefold() not in ("", "n/a"):
        duration = micro_of(cells["duration"])
        if duration is None or duration <= 0:
            raise UnreadableNight(
                path,
                f"duration {quoted(cells['duration'])} is no number of seconds above 0",
                line,
            )
    true = _stage(path, line, "stage", cells["stage"], levels)
    seen = true
    if "seen" in cells:
        seen = _stage(path, line, "seen", cells["seen"], levels)
    numbers = tuple(_number(path, line, name, cells.get(name, "")) for name in NUMBERS)
    return Row(line, onset, onset + (duration or 0), true, seen, numbers)


def _stage(
    path: Path, line: int, name: str, word: str, levels: Mapping[str, str]
) -> Stage:
    stage = stage_of(word, levels)
    if stage is None:
        raise UnreadableNight(
            path,
            f"{name} {quoted(word)} is unknown; known are {KNOWN_WORDS}; other codes "
            'need a word each in the side file, "stage": {"Levels": {"5": "rem"}}',
            line,
        )
    return stage


def _number(path: Path, line: int, name: str, text: str) -> float:
    value = number_of(text)
    least, most = LIMITS[name]
    if value is None or value < least or value > most:
        raise UnreadableNight(
            path,
            f"{name} {quoted(text)} is no number within {least:g}..{most:g}; a missing "
            "one is n/a",
            line,
        )
    return value
