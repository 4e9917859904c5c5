"""The drawing of a night in a terminal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.runtime.night.hypnogram import hypnogram
from paprika.runtime.night.store import find_night

W, L, D, R, NONE = 0, 1, 2, 3, -1
STAGES = st.sampled_from([NONE, W, L, D, R])
NIGHT = [W] * 3 + [L] * 6 + [D] * 8 + [NONE] * 3 + [R] * 12 + [W] + [L] * 3


def test_rem_stands_right_under_awake() -> None:
    """One column a step where they fit; missing time is a gap; REM is thick."""
    assert hypnogram(NIGHT, 23 * 3600 + 50 * 60).split("\n") == [
        "awake ▄▄▄                             ▄",
        "REM                       ████████████",
        "light    ▄▄▄▄▄▄                        ▄▄▄",
        "deep           ▄▄▄▄▄▄▄▄",
        "      23:50     23:55     00:00     00:05",
    ]


def test_a_column_shows_every_stage_in_it_by_halves() -> None:
    """Nothing is hidden: the awake step and the light after it share a column."""
    assert hypnogram(NIGHT, 0, width=15).split("\n") == [
        "awake ▄       ▖",
        "REM        ███",
        "light ▗▄▖     ▄",
        "deep    ▄▄▖",
        "      00:00",
    ]


def test_the_whole_built_in_night_at_eighty_columns() -> None:
    """As transcripts show it, with the headband and two sounds."""
    night = find_night("seed-night-synthetic")
    text = hypnogram(
        night.true, night.start_seconds, seen=night.seen, marks={300: "v", 600: "!"}
    )
    assert text.split("\n") == [
        "awake ▄▄▄▄▄▄▄▄▄           ▗▖      ▖   ▗               ▖     ▖▗    ▗   ▗   ▖▗"
        "   ▗",
        "REM              ▐█▌     ██    ▐██▌██             ▐███▌  ▐████  ▐█▌ ███ ▐█"
        "██▐██▌",
        "light          ▄▖  ▄▄   ▄  ▄▖  ▄  ▄▖ ▄▄▄▄    ▄▄▄▄▄▄   ▄▖ ▄   ▗▄ ▄ ▗▄  ▗▄▗ "
        " ▗▄  ▄",
        "deep            ▄▄   ▄▄▄▖   ▄▄▄▖        ▗▄▄▄▄▖         ▄▄▖    ▗▄       ▗▖",
        "band  WWWWWWWWWLDRRRLDDDDRWWDDDRRRWRRLWLDDDDDDLLLLRRRRWDDRRRWWDDRRWLRRWDRRW"
        "WRRRW",
        "sound                        v                      !",
        "       05:00    06:00     07:00    08:00    09:00    10:00     11:00    12:00",
    ]


def test_ascii_for_terminals_without_blocks() -> None:
    """The same rows and clock in plain characters."""
    text = hypnogram(NIGHT, 0, width=20, seen=NIGHT, unicode=False)
    assert text.isascii()
    assert text.split("\n") == [
        "awake ##          #",
        "REM           #####",
        "light  ###         #",
        "deep     ####",
        "band  WWLDDDD RRRRWL",
        "      00:00",
    ]


def test_the_headband_row_prefers_the_rarer_stages() -> None:
    """Awake before REM, deep, light and nothing."""
    seen = [NONE, L, L, D, D, R, R, W] * 8
    assert "band  LDRWLDRWLDRWLDRWLDRWLDRWLDRWLDRW" in hypnogram(
        [L] * 64, 0, width=38, seen=seen
    )


def test_sounds_that_meet_in_a_column_are_a_plus() -> None:
    """Equal ones stay what they are."""
    text = hypnogram([R] * 80, 0, width=26, marks={0: "v", 1: "v", 8: "v", 9: "x"})
    assert "\nsound v +\n" in text


def test_one_step_is_a_night() -> None:
    """One column, and the clock of its start."""
    assert hypnogram([R], 3600).split("\n") == [
        "awake",
        "REM   █",
        "light",
        "deep",
        "      01:00",
    ]


@pytest.mark.parametrize(
    ("stages", "options", "message"),
    [
        ([], {}, "a hypnogram needs at least one step"),
        ([R], {"width": 13}, "a hypnogram needs a width of 14, not 13"),
        ([R], {"seen": [R, R]}, "seen has 2 steps, stages has 1"),
        ([R], {"marks": {0: "ab"}}, "mark 'ab' is not one character"),
        ([R], {"marks": {0: "\n"}}, r"mark '\\n' is not one character"),
        ([R], {"marks": {1: "x"}}, "mark at step 1 is outside 0..0"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(
    stages: list[int], options: dict[str, Any], message: str
) -> None:
    """The message says the value and the limit."""
    with pytest.raises(ValueError, match=message):
        hypnogram(stages, 0, **options)


@given(
    st.lists(STAGES, min_size=1, max_size=400),
    st.integers(0, 86399),
    st.integers(14, 120),
    st.booleans(),
)
def test_every_step_is_drawn_in_its_row(
    stages: list[int], start: int, width: int, unicode: bool
) -> None:
    """The column of a step has ink in the row of its stage, and nothing else has."""
    lines = hypnogram(stages, start, width=width, unicode=unicode).split("\n")
    assert max(len(line) for line in lines) <= width
    columns = min(width - 6, len(stages))
    for line, stage in zip(lines, (W, R, L, D), strict=False):
        inked = {at for at, cell in enumerate(line[6:]) if cell != " "}
        assert inked == {
            column
            for column in range(columns)
            for step in range(
                column * len(stages) // columns, (column + 1) * len(stages) // columns
            )
            if stages[step] == stage
        }


@given(st.lists(STAGES, min_size=1, max_size=400), st.data())
def test_a_mark_stands_under_its_step(stages: list[int], data: st.DataObject) -> None:
    """In the column that holds the step."""
    step = data.draw(st.integers(0, len(stages) - 1))
    line = hypnogram(stages, 0, width=60, marks={step: "v"}).split("\n")[4]
    columns = min(54, len(stages))
    at = line.index("v") - 6
    assert at * len(stages) // columns <= step < (at + 1) * len(stages) // columns
