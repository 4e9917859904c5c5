"""From rows of a file to 30-s steps: the policies that every reader shares.

Rows cover half-open stretches of time. They become steps by these rules:

- two rows that overlap are an error that names both;
- a gap is missing (`Stage.NONE`), it is never closed;
- a step takes the stage with most of its seconds, missing counted as one more
  stage; among equals the one that comes first in the step;
- numbers are means over the seconds that have one, of `confidence` over the
  seconds in which the headband showed the stage that won;
- a tail shorter than half a step is dropped, with a note; a longer one is a step.

Words for stages are AASM's (W N1 N2 N3 R), Rechtschaffen and Kales' (S1..S4, of
which 3 and 4 are deep; movement time is missing) and the four classes.
Whole numbers mean different stages in different programs, so they need a map.
"""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..recording import LIMITS, MOST_STEPS, STEP_SECONDS, Stage, is_name

MICRO = 1_000_000
"""Times of rows are whole microseconds, so that ties are ties everywhere."""
STEP = STEP_SECONDS * MICRO
SLACK = 1_000
"""An overlap of a millisecond or less is rounding, not a contradiction."""
MOST_HOURS = MOST_STEPS * STEP_SECONDS // 3600
LARGEST = 20_000_000
"""Bytes; a night with a row every tenth of a second has half of that."""
NUMBERS = tuple(LIMITS)
"""Names of the arrays of numbers, in the order of `Row.numbers`."""

WORDS: Mapping[str, Stage] = {
    **dict.fromkeys(("w", "wake", "awake"), Stage.AWAKE),
    **dict.fromkeys(("n1", "n2", "s1", "s2", "l", "light"), Stage.LIGHT),
    **dict.fromkeys(("n3", "n4", "s3", "s4", "d", "deep"), Stage.DEEP),
    **dict.fromkeys(("r", "rem"), Stage.REM),
    **dict.fromkeys(("?", "n/a", "none", "", "mt", "movement"), Stage.NONE),
}
KNOWN_WORDS = "W N1 N2 N3 R, awake light deep rem, and ? n/a none for missing"

_SECONDS = re.compile(r"-?\d{1,9}([.,]\d{0,30})?")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,3})?")
_MISSING = frozenset(("", "n/a", "nan", "?", "none", "null"))


class UnreadableNight(Exception):
    """A file that gives no night: one sentence with the place and what to do."""

    def __init__(self, path: Path, message: str, line: int | None = None) -> None:
        """Keep the parts; `line` counts from 1."""
        place = f"{path}" if line is None else f"{path}:{line}"
        super().__init__(f"{place}: {message}")
        self.path = path
        self.message = message
        self.line = line


class Source(NamedTuple):
    """The text of a file, without a byte order mark, and its sha256 in hex."""

    path: Path
    text: str
    sha256: str


class Row(NamedTuple):
    """What one row of a file says, for a stretch of time."""

    line: int
    start: int
    """Microseconds after the start of the night."""
    stop: int
    true: Stage
    seen: Stage
    numbers: tuple[float, ...]
    """In the order of `NUMBERS`, NaN where missing."""


class Steps(NamedTuple):
    """Arrays of one entry a step, and what was done to get them."""

    true: NDArray[np.int8]
    seen: NDArray[np.int8]
    numbers: dict[str, NDArray[np.float64]]
    """By name, only those with at least one value."""
    notes: tuple[str, ...]


def source_of(path: Path) -> Source:
    """Read a text file. Raises UnreadableNight."""
    try:
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            raise UnreadableNight(path, "is no ordinary file; copy it to one")
        if found.st_size > LARGEST:
            raise UnreadableNight(
                path, f"is over {LARGEST // 1_000_000} MB; not one night"
            )
        raw = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise UnreadableNight(path, f"{reason}; check the path") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = "is not UTF-8 text; save it as UTF-8"
        raise UnreadableNight(path, message, line) from None
    return Source(path, text, hashlib.sha256(raw).hexdigest())


def name_of(path: Path) -> str:
    """Give a night's name for a file: `My Night.tsv` is `my-night`."""
    words = re.findall(r"[a-z0-9]+", path.stem.lower())
    name = "-".join(words)[:40].rstrip("-")
    if is_name(path.stem):
        return path.stem
    return name if is_name(name) else f"night-{name}"[:40].rstrip("-")


def stage_of(word: str, levels: Mapping[str, str] | None = None) -> Stage | None:
    """Give the stage of a word, or of a code that `levels` explains by a word.

    None where it is unknown. Capitals and space around it do not matter.
    """
    word = word.strip()
    stage = WORDS.get(word.casefold())
    if stage is None and levels and word in levels:
        meaning = re.match(r"[^\s:,;(]+", levels[word].strip())
        stage = WORDS.get(meaning.group().casefold()) if meaning else None
    return stage


def quoted(text: str) -> str:
    """Give a value for a message: in quotes, on one line, cut where it is long."""
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def micro_of(text: str) -> int | None:
    """Give whole microseconds of seconds, `30`, `30.5` or `30,5`; None if not."""
    text = text.strip()
    if not _SECONDS.fullmatch(text):
        return None
    whole, _, part = text.replace(",", ".").partition(".")
    rest = int(part[:9].ljust(9, "0"))
    size = abs(int(whole)) * MICRO + (rest + 500) // 1000
    return -size if text.startswith("-") else size


def number_of(text: str) -> float | None:
    """Give a number with decimal point or comma, NaN where missing; None if not."""
    text = text.strip()
    if text.casefold() in _MISSING:
        return float("nan")
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def bin_rows(path: Path, rows: Sequence[Row], length: int | None = None) -> Steps:
    """Turn the rows of a file into steps, by the rules at the top.

    `length` is the whole night in microseconds where the file declares it; without
    it the night ends with its last row. Raises UnreadableNight.
    """
    if not rows:
        raise UnreadableNight(path, "has no rows; a night needs at least one step")
    rows = _in_order(path, rows)
    end = rows[-1].stop
    if length is not None:
        if end > length + SLACK:
            raise UnreadableNight(
                path,
                f"ends {_say(end)} after the start, but the file declares a night "
                f"of {_say(length)}; correct the one that is wrong",
                rows[-1].line,
            )
        end = length
    count, tail = divmod(end, STEP)
    notes = []
    if 2 * tail >= STEP:
        count += 1
    elif tail > SLACK:
        notes.append(f"The last {_say(tail)}, less than half a step, are left out.")
    if count == 0:
        raise UnreadableNight(path, f"lasts {_say(end)}, less than half a step")
    return _fill(rows, count, end, notes)


def _in_order(path: Path, rows: Sequence[Row]) -> list[Row]:
    """Sort by time and refuse overlaps; close those of rounding."""
    ordered: list[Row] = []
    for row in sorted(rows, key=lambda row: row.start):
        if row.start < 0:
            raise UnreadableNight(
                path, f"begins {_say(-row.start)} before the night does", row.line
            )
        if row.stop > MOST_STEPS * STEP:
            message = f"ends later than {MOST_HOURS} hours after the start"
            raise UnreadableNight(path, message, row.line)
        if ordered and row.start < (before := ordered[-1].stop):
            if before - row.start > SLACK:
                raise UnreadableNight(
                    path,
                    f"begins {_say(row.start)} after the start, but the row of line "
                    f"{ordered[-1].line} lasts until {_say(before)}; rows may not "
                    "overlap",
                    row.line,
                )
            row = row._replace(start=before, stop=max(before, row.stop))
        ordered.append(row)
    return ordered


def _fill(rows: Sequence[Row], count: int, end: int, notes: Sequence[str]) -> Steps:
    true = np.full(count, Stage.NONE, dtype=np.int8)
    seen = np.full(count, Stage.NONE, dtype=np.int8)
    numbers = np.full((len(NUMBERS), count), np.nan)
    shared: dict[int, list[Row]] = {}
    for row in rows:
        first, last = -(-row.start // STEP), row.stop // STEP
        if first < last:
            true[first:last] = row.true
            seen[first:last] = row.seen
            numbers[:, first:last] = np.array(row.numbers)[:, None]
        touched = {row.start // STEP, (row.stop - 1) // STEP}
        for step in sorted(touched):
            if step < count and not first <= step < last:
                shared.setdefault(step, []).append(row)
    for step, parts in shared.items():
        window = (step * STEP, min((step + 1) * STEP, end))
        true[step], seen[step], numbers[:, step] = _vote(parts, *window)
    kept = {
        name: values
        for name, values in zip(NUMBERS, numbers, strict=True)
        if not np.isnan(values).all()
    }
    return Steps(true, seen, kept, tuple(notes))


def _vote(parts: Sequence[Row], start: int, stop: int) -> tuple[int, int, list[float]]:
    """Give true stage, seen stage and numbers of a step that several rows share."""
    true: dict[Stage, int] = {}
    seen: dict[Stage, int] = {}
    weighed: list[tuple[Row, int]] = []

    def count(true_stage: Stage, seen_stage: Stage, size: int) -> None:
        if size > 0:
            true[true_stage] = true.get(true_stage, 0) + size
            seen[seen_stage] = seen.get(seen_stage, 0) + size

    at = start
    for row in parts:
        count(Stage.NONE, Stage.NONE, row.start - at)
        size = min(row.stop, stop) - max(row.start, start)
        count(row.true, row.seen, size)
        weighed.append((row, size))
        at = row.stop
    count(Stage.NONE, Stage.NONE, stop - at)
    # A dict keeps the order of first appearance, and max takes the first of equals.
    shown = max(seen, key=seen.__getitem__)
    means = [
        _mean(
            [
                (row.numbers[index], size)
                for row, size in weighed
                if not isnan(row.numbers[index])
                and (name != "confidence" or row.seen == shown)
            ]
        )
        for index, name in enumerate(NUMBERS)
    ]
    return max(true, key=true.__getitem__), shown, means


def _mean(pairs: Sequence[tuple[float, int]]) -> float:
    """Give the weighted mean of (value, weight); NaN of nothing."""
    if len({value for value, _ in pairs}) <= 1:
        return pairs[0][0] if pairs else float("nan")
    total = sum(weight for _, weight in pairs)
    return sum(value * weight for value, weight in pairs) / total


def _say(micro: int) -> str:
    """Give microseconds as seconds, in as few digits as they need."""
    return f"{micro / MICRO:.6f}".rstrip("0").rstrip(".") + " s"
