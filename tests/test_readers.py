"""Files of nights: what is read, by which policy, and what is refused.

Comments name the policies; every refusal is one sentence with the place and what to
do.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from paprika.runtime.night.readers import UnreadableNight, bids, read_night, whole
from paprika.runtime.night.readers.rows import MICRO, NUMBERS, Row, bin_rows
from paprika.runtime.night.recording import (
    Recording,
    Stage,
    longest,
    make_recording,
    rem_onsets,
)

from .shared import shared, shared_nights

SIDE: dict[str, Any] = {
    "format": "paprika-night/1",
    "start": "23:00:00",
    "source": "a test",
    "licence": "MIT",
    "consent": "none needed",
    "simulated": True,
}
STAGE_OF = dict(zip("?WLDR", Stage, strict=True))
HEADER = "onset\tduration\tstage\n"


def table(folder: Path, text: str | bytes, **side: Any) -> Path:
    """Write a table with a side file that says the usual, and `side`."""
    path = folder / "night-a.tsv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    side_text = json.dumps({**SIDE, **side}, indent=1)
    path.with_suffix(".json").write_text(side_text, encoding="utf-8")
    return path


def letters(codes: Sequence[int]) -> str:
    return "".join("?WLDR"[code + 1] for code in codes)


def read(folder: Path, text: str | bytes, **side: Any) -> str:
    """Give the true stages of a table as letters."""
    return letters(read_night(table(folder, text, **side)).true.tolist())


def refusal(path: Path) -> str:
    """Give the message of a file that is refused, without its folder."""
    with pytest.raises(UnreadableNight) as caught:
        read_night(path)
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(f"{path.parent}/", "")


def assert_same(one: Recording, other: Recording) -> None:
    """Every field but the checksum is equal, bit by bit."""
    for field in Recording.__dataclass_fields__:
        a, b = getattr(one, field), getattr(other, field)
        if isinstance(a, np.ndarray):
            assert b is not None, field
            assert (a.dtype, a.tobytes()) == (b.dtype, b.tobytes()), field
        elif field != "sha256":
            assert a == b, field


# Shape of a table.


def test_a_row_may_be_a_bout_of_many_steps(tmp_path: Path) -> None:
    """Onset and duration are seconds from the start."""
    text = HEADER + "0\t90\tW\n90\t60\tN1\n150\t30\tN2\n180\t30\tN3\n210\t60\tR\n"
    assert read(tmp_path, text) == "WWWLLLDRR"


def test_every_word_for_a_stage(tmp_path: Path) -> None:
    """AASM, Rechtschaffen and Kales (3 and 4 deep, movement missing), four classes."""
    words = (
        *("W", "wake", "Awake"),
        *("N1", "N2", "S1", "S2", "light"),
        *("n3", "s3", "S4", "N4", "deep"),
        *("R", "REM"),
        *("?", "n/a", "none", "MT"),
    )
    text = HEADER + "".join(f"{30 * i}\t30\t{word}\n" for i, word in enumerate(words))
    assert read(tmp_path, text) == "WWWLLLLLDDDDDRR????"


def test_rows_in_any_order_and_blank_lines(tmp_path: Path) -> None:
    """Onsets say the order."""
    assert read(tmp_path, HEADER + "\n30\t30\tR\n\n0\t30\tW\n\n") == "WR"


def test_all_columns(tmp_path: Path) -> None:
    """What the headband showed, and body signals; n/a is missing."""
    night = read_night(
        table(
            tmp_path,
            "onset\tduration\tstage\tseen\tconfidence\theart_bpm\tmovement\tquality\n"
            "0\t30\tlight\trem\t0.5\t58.5\t0\t1\n"
            "30\t60\trem\tnone\tn/a\tn/a\t0.25\t0\n",
        )
    )
    assert letters(night.true.tolist()) == "LRR"
    assert letters(night.seen.tolist()) == "R??"
    assert night.confidence is not None
    assert night.heart_bpm is not None
    assert night.movement is not None
    assert night.quality is not None
    assert str(night.confidence.tolist()) == "[0.5, nan, nan]"
    assert str(night.heart_bpm.tolist()) == "[58.5, nan, nan]"
    assert night.movement.tolist() == [0, 0.25, 0.25]
    assert night.quality.tolist() == [1, 0, 0]


def test_the_side_file_says_the_rest(tmp_path: Path) -> None:
    """Clock with zone and date, source, licence, consent, notes, anchors."""
    night = read_night(
        table(
            tmp_path,
            HEADER + "0\t600\tlight\n",
            name="my-night",
            start="11:55:00 PM",
            zone="Europe/Zurich",
            date="2026-10-24",
            simulated=False,
            notes=["a note"],
            anchors=["23:56", 5, "00:05:00"],
        )
    )
    assert (night.name, night.start_seconds) == ("my-night", 86100)
    assert (night.zone, night.date) == ("Europe/Zurich", "2026-10-24")
    assert (night.source, night.licence, night.consent) == (
        "a test",
        "MIT",
        "none needed",
    )
    assert (night.simulated, night.notes) == (False, ("a note",))
    assert night.anchors == (2, 5, 20)


def test_without_a_side_file_the_clock_is_nominal(tmp_path: Path) -> None:
    """And nothing is claimed about source, licence and consent."""
    path = tmp_path / "My Night 2.tsv"
    path.write_text(HEADER + "0\t30\tW\n")
    night = read_night(path)
    assert (night.name, night.start_seconds) == ("my-night-2", 82800)
    assert (night.source, night.licence, night.consent, night.zone) == (
        "not stated",
        "not stated",
        "not stated",
        None,
    )
    assert night.notes == ("The clock is nominal: no side file gave the start.",)


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbfonset\tduration\tstage\n0\t30.0\tW\n30\t30\tR\n",
        b"onset\tduration\tstage\r\n0\t30\tW\r\n30\t30\tR\r\n",
        b"onset\tduration\tstage\r0\t30\tW\r30\t30\tR\r",
        b"onset;duration;stage\n0,0;30,0;W\n30,000;30;R\n",
        b"onset,duration,stage\n0,30,W\n30,30,R\n",
        b'"Onset","Duration","Stage"\n"0","30","W"\n"30","30","R"\n',
        b"\xef\xbb\xbfonset;duration;stage\r\n0;30,00;W\r\n30,0;30;R",
    ],
)
def test_what_spreadsheets_do_to_a_table(text: bytes, tmp_path: Path) -> None:
    """Byte order mark, line ends, semicolons, decimal commas, quotes."""
    assert read(tmp_path, text) == "WR"


def test_columns_that_are_not_read_are_noted(tmp_path: Path) -> None:
    """For example who scored."""
    path = table(tmp_path, "onset\tduration\tstage\tscorer\n0\t30\tW\tanna\n")
    assert read_night(path).notes == ("Columns not read: scorer.",)


# From rows to steps.


def test_a_gap_is_missing(tmp_path: Path) -> None:
    """It is never closed, neither inside nor at the beginning."""
    assert read(tmp_path, HEADER + "30\t30\tW\n120\t30\tR\n") == "?W??R"


def test_rows_that_overlap_are_an_error_that_names_both(tmp_path: Path) -> None:
    """Whichever of them is right, the reader cannot know."""
    path = table(tmp_path, HEADER + "0\t90\tW\n60\t30\tR\n")
    assert refusal(path) == (
        "night-a.tsv:3: begins 60 s after the start, but the row of line 2 lasts "
        "until 90 s; rows may not overlap"
    )


def test_the_same_row_twice_is_an_overlap(tmp_path: Path) -> None:
    """Even where both say the same."""
    path = table(tmp_path, HEADER + "0\t30\tW\n0\t30\tW\n")
    assert refusal(path).startswith("night-a.tsv:3: begins 0 s after the start, but")


def test_rows_of_fifteen_seconds_are_binned(tmp_path: Path) -> None:
    """Equal halves go to the earlier."""
    text = HEADER + "0\t15\tW\n15\t15\tN2\n30\t15\tN2\n45\t15\tW\n60\t30\tR\n"
    assert read(tmp_path, text) == "WLR"


@pytest.mark.parametrize(
    ("rows", "stages"),
    [
        ("0\t44\tW\n44\t16\tR\n", "WR"),  # 14 s awake, 16 s REM
        ("0\t45\tW\n45\t15\tR\n", "WW"),  # a tie: the earlier
        ("0\t46\tW\n46\t14\tR\n", "WW"),
        ("0\t10\tW\n10\t10\tR\n20\t10\tW\n", "W"),  # seconds add up
        ("0\t10\tR\n10\t10\tW\n20\t10\tR\n", "R"),
        ("0\t14\tW\n30\t30\tR\n", "?R"),  # missing is counted too
        ("0\t15\tW\n30\t30\tR\n", "WR"),
        ("15\t45\tR\n", "?R"),  # missing came first
        ("0\t511.992\tW\n511.992\t28.008\tR\n", "W" * 17 + "R"),
        ("0\t29.999999999999996\tW\n29.999999999999996\t30\tR\n", "WR"),
    ],
)
def test_a_step_takes_the_stage_with_most_seconds(
    rows: str, stages: str, tmp_path: Path
) -> None:
    """Among equals the one that comes first in the step."""
    assert read(tmp_path, HEADER + rows) == stages


def test_ten_hours_of_thirds_of_a_second_do_not_drift(tmp_path: Path) -> None:
    """Sub-second ends are added as whole microseconds."""
    ends = [round(30.3333333 * i, 4) for i in range(1201)]
    text = HEADER + "".join(
        f"{a}\t{b - a:.4f}\t{'W' if i % 2 else 'R'}\n"
        for i, (a, b) in enumerate(pairwise(ends))
    )
    stages = read(tmp_path, text)
    assert len(stages) == 1213
    assert "?" not in stages
    assert stages[-1] == "W"


def test_a_reading_every_half_second(tmp_path: Path) -> None:
    """Most common stage a step, whatever flickers in between."""
    flicker = ["N2"] * 40 + ["R"] * 20 + ["R"] * 31 + ["W"] * 29
    text = HEADER + "".join(f"{i / 2}\t0.5\t{w}\n" for i, w in enumerate(flicker))
    assert read(tmp_path, text) == "LR"


def test_numbers_of_a_shared_step_are_means(tmp_path: Path) -> None:
    """By seconds that have one; confidence only of the stage that won."""
    night = read_night(
        table(
            tmp_path,
            "onset\tduration\tstage\tconfidence\theart_bpm\tmovement\n"
            "0\t10\tR\t0.2\t60\tn/a\n"
            "10\t20\tW\t0.8\t75\t0.5\n",
        )
    )
    assert letters(night.seen.tolist()) == "W"
    assert night.confidence is not None
    assert night.heart_bpm is not None
    assert night.movement is not None
    assert night.confidence.tolist() == [0.8]
    assert night.heart_bpm.tolist() == [70.0]
    assert night.movement.tolist() == [0.5]


def test_a_short_tail_is_dropped_with_a_note(tmp_path: Path) -> None:
    """Half a step and more is a step."""
    night = read_night(table(tmp_path, HEADER + "0\t44.9\tW\n"))
    assert letters(night.true.tolist()) == "W"
    assert night.notes == ("The last 14.9 s, less than half a step, are left out.",)
    night = read_night(table(tmp_path, HEADER + "0\t45\tW\n"))
    assert (letters(night.true.tolist()), night.notes) == ("WW", ())


def test_a_last_row_without_duration_lasts_to_the_declared_end(
    tmp_path: Path,
) -> None:
    """And is noted."""
    night = read_night(table(tmp_path, HEADER + "0\t30\tW\n30\tn/a\tR\n", steps=4))
    assert letters(night.true.tolist()) == "WRRR"
    assert night.notes == (
        "The last row has no duration; it lasts to the declared end.",
    )


def test_a_last_row_without_duration_is_one_step_where_no_end_is_declared(
    tmp_path: Path,
) -> None:
    """It is never lost."""
    night = read_night(table(tmp_path, HEADER + "0\t30\tW\n30\t\tR\n"))
    assert letters(night.true.tolist()) == "WR"
    assert night.notes == (
        "The last row has no duration; it lasts to the end of its step.",
    )


def test_a_last_row_at_the_declared_end_is_an_error(tmp_path: Path) -> None:
    """Rather than a stage that is lost."""
    path = table(tmp_path, HEADER + "0\t60\tW\n60\tn/a\tR\n", steps=2)
    assert refusal(path).startswith(
        "night-a.tsv:3: ends 90 s after the start, but the file declares a night of 60"
    )


def test_a_night_declared_longer_ends_with_missing_steps(tmp_path: Path) -> None:
    """The declared length counts; what no row covers is missing."""
    assert read(tmp_path, HEADER + "0\t30\tW\n", steps=3) == "W??"


@given(
    st.lists(
        st.tuples(
            st.integers(0, 50),
            st.integers(1, 100),
            st.sampled_from("WLDR?"),
            st.sampled_from("WLDR?"),
        ),
        min_size=1,
        max_size=12,
    ).filter(lambda parts: sum(gap + size for gap, size, _, _ in parts) >= 15)
)
def test_steps_are_what_a_count_of_their_seconds_says(
    parts: list[tuple[int, int, str, str]],
) -> None:
    """Any rows of whole seconds, against one list entry a second."""
    rows, true, seen = [], "", ""
    for gap, size, stage, shown in parts:
        start = len(true) + gap
        codes = STAGE_OF[stage], STAGE_OF[shown]
        stop = start + size
        rows.append(Row(1, start * MICRO, stop * MICRO, *codes, (float("nan"),) * 4))
        true += "?" * gap + stage * size
        seen += "?" * gap + shown * size

    def expected(seconds: str) -> str:
        windows = [seconds[at : at + 30] for at in range(0, len(seconds), 30)]
        kept = windows if len(windows[-1]) >= 15 else windows[:-1]
        return "".join(max(window, key=window.count) for window in kept)

    steps = bin_rows(Path("x"), rows)
    assert letters(steps.true.tolist()) == expected(true)
    assert letters(steps.seen.tolist()) == expected(seen)


# Refusals.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "night-a.tsv: is none of the known formats, which are: JSON of the format",
        ),
        (HEADER, "night-a.tsv: has no rows; a night needs at least one step"),
        (HEADER + "0\t14\tW\n", "night-a.tsv: lasts 14 s, less than half a step"),
        (
            "onset\tduration\tlabel\n0\t30\tW\n",
            "night-a.tsv:1: the header has no column 'stage'; it needs onset, "
            "duration, stage",
        ),
        (
            "onset\tduration\tstage\tstage\n0\t30\tW\tW\n",
            "night-a.tsv:1: the header names 'stage' twice",
        ),
        (
            HEADER + "0\t30\tW\n30\t30\tX9\n",
            "night-a.tsv:3: stage 'X9' is unknown; known are W N1 N2 N3 R, awake light "
            "deep rem, and ? n/a none for missing; other codes need a word each in the "
            'side file, "stage": {"Levels": {"5": "rem"}}',
        ),
        (
            HEADER + "0\t30\tW\n30\t30\n",
            "night-a.tsv:3: has 2 cells, but the header has 3; a decimal comma needs "
            "another delimiter than a comma",
        ),
        (
            HEADER + "0:00:30\t30\tW\n",
            "night-a.tsv:2: onset '0:00:30' is no number of seconds",
        ),
        (
            HEADER + "0\t0\tW\n",
            "night-a.tsv:2: duration '0' is no number of seconds above 0",
        ),
        (
            HEADER + "0\t-30\tW\n",
            "night-a.tsv:2: duration '-30' is no number of seconds above 0",
        ),
        (
            HEADER + "-30\t30\tW\n",
            "night-a.tsv:2: begins 30 s before the night does",
        ),
        (
            HEADER + "0\t172801\tW\n",
            "night-a.tsv:2: ends later than 48 hours",
        ),
        (
            HEADER + "0\t\tW\n30\t30\tR\n",
            "night-a.tsv:2: only the last row may go without a duration; give it one",
        ),
        (
            "onset\tduration\tstage\tconfidence\n0\t30\tW\t88\n",
            "night-a.tsv:2: confidence '88' is no number within 0..1; a missing one is "
            "n/a",
        ),
    ],
)
def test_tables_that_are_refused(text: str, message: str, tmp_path: Path) -> None:
    """One sentence with the row and what is wrong with it."""
    assert refusal(table(tmp_path, text)).startswith(message)


def test_whole_numbers_need_a_map(tmp_path: Path) -> None:
    """5 is REM in one program and 4 in another; the side file says which."""
    text = HEADER + "0\t30\t0\n30\t30\t5\n"
    assert "stage '0' is unknown" in refusal(table(tmp_path, text))
    levels = {"Levels": {"0": "awake", "5": "REM: rapid eye movements"}}
    assert read(tmp_path, text, stage=levels) == "WR"
    unclear = {"Levels": {"0": "(see the manual)", "5": "rem"}}
    assert "stage '0' is unknown" in refusal(table(tmp_path, text, stage=unclear))
    text += "60\t30\t8\n"
    unscored = {"Levels": {**levels["Levels"], "8": "none: not scored"}}
    assert read(tmp_path, text, stage=unscored) == "WR?"
    assert "stage '8' is unknown" in refusal(table(tmp_path, text, stage=levels))


def test_a_night_longer_than_declared_is_an_error_with_both_lengths(
    tmp_path: Path,
) -> None:
    """Extra rows are not cut off in silence."""
    path = table(tmp_path, HEADER + "0\t60\tW\n60\t30\tR\n", steps=2)
    assert refusal(path) == (
        "night-a.tsv:3: ends 90 s after the start, but the file declares a night of "
        "60 s; correct the one that is wrong"
    )


@pytest.mark.parametrize(
    ("side", "message"),
    [
        ({"start": "25:00"}, "start: '25:00' is no clock time; write it as 04:50:00"),
        ({"start": None}, "start: input should be a valid string"),
        ({"date": "24/10/2026"}, "date: '24/10/2026' is not like 2026-01-31"),
        ({"name": "My Night"}, "name: 'My Night' is not like `dodh-01` or `my_night`"),
        ({"step_seconds": 20}, "step_seconds: is 20; beside a table it is 30"),
        (
            {"step_seconds": 0},
            "step_seconds: input should be greater than or equal to 0.1",
        ),
        ({"simulated": "yes"}, "simulated: input should be a valid boolean"),
        ({"licens": "MIT"}, "licens: extra inputs are not permitted; the keys are"),
        ({"anchors": ["noon"]}, "anchors: 'noon' is no clock time; write it as 05:48"),
        ({"anchors": ["23:10"]}, "anchors: step 20 is outside 0..1"),
        ({"steps": 5761}, "steps: input should be less than or equal to 5760"),
        ({"format": "x/1"}, "format: input should be 'paprika-night/1'"),
    ],
)
def test_side_files_that_are_refused(
    side: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """The message names the key."""
    refused = refusal(table(tmp_path, HEADER + "0\t30\tW\n", **side))
    assert refused.startswith("night-a.json:")
    assert message in refused


def test_a_fault_in_a_side_file_has_its_line(tmp_path: Path) -> None:
    """So that an editor can jump there."""
    path = table(tmp_path, HEADER + "0\t30\tW\n", simulated="no")
    assert refusal(path).startswith("night-a.json:7: simulated: input should be")


def test_a_side_file_may_be_given_in_place_of_its_table(tmp_path: Path) -> None:
    """Both name the same night."""
    path = table(tmp_path, HEADER + "0\t30\tW\n")
    assert_same(read_night(path), read_night(path.with_suffix(".json")))


def test_a_side_file_alone_is_no_night(tmp_path: Path) -> None:
    """It says what is missing."""
    path = table(tmp_path, "").with_suffix(".json")
    path.with_suffix(".tsv").unlink()
    assert refusal(path) == (
        "night-a.json: has no `true` and no table beside it; add the string `true`, or "
        "the file night-a.tsv"
    )


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\xff\xfeo\x00n\x00", "x:1: is not UTF-8 text; save it as UTF-8"),
        (b"onset\tduration\tstage\n0\t30\tr\xe9veil\n", "is not UTF-8 text"),
        (b"\x00\x01\x02", "is none of the known formats"),
        (b'{"format": "paprika-night/1",\n "true": "W", }', "x:2: is not JSON: "),
        (b'{"format": "paprika-night/1", "true": "W" ' + b"[" * 99999, "is not JSON"),
        (
            b'{"format": "paprika-night/1", "a": ' + b"[" * 99999 + b', "true": "W"',
            "is",
        ),
        (b'{"format": "paprika-night/1", "true": "W", "steps": 1' + b"0" * 5000, "is"),
        (b'{"format": "other/1"}', "is none of the known formats"),
        (b"[]", "is none of the known formats"),
        (b'onset\tduration\tstage\n0\t30\t"W\n', "x:2: is not a table: unexpected"),
    ],
)
def test_no_file_ends_in_a_traceback(raw: bytes, message: str, tmp_path: Path) -> None:
    """Whatever the bytes are, the answer is one clear sentence."""
    path = tmp_path / "x"
    path.write_bytes(raw)
    assert message in refusal(path)


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    """No such file, a folder, a device without an end."""
    assert refusal(Path("/dev/zero")) == "zero: is no ordinary file; copy it to one"
    assert refusal(tmp_path / "x.tsv") == (
        "x.tsv: no such file or directory; check the path"
    )
    assert refusal(tmp_path).endswith(": is a directory; check the path")


@given(st.binary(max_size=200))
def test_random_bytes_after_a_header_are_read_or_refused(raw: bytes) -> None:
    """Nothing else is ever raised."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.tsv")
        path.write_bytes(HEADER.encode() + raw)
        try:
            steps = read_night(path).steps
        except UnreadableNight:
            steps = 1
    assert 1 <= steps <= 5760


# One JSON for a whole night.


def test_a_whole_night_in_one_file(tmp_path: Path) -> None:
    """A character or a number a step."""
    path = tmp_path / "night-a.json"
    body = {**SIDE, "true": "WL?DR", "seen": "WW?DR"}
    path.write_text(json.dumps({**body, "confidence": [1, 0.5, None, 1, 1]}))
    night = read_night(path)
    assert letters(night.true.tolist()) == "WL?DR"
    assert letters(night.seen.tolist()) == "WW?DR"
    assert night.confidence is not None
    assert str(night.confidence.tolist()) == "[1.0, 0.5, nan, 1.0, 1.0]"


def test_keys_may_come_in_any_order(tmp_path: Path) -> None:
    """A program that sorts keys writes the format after long lists."""
    path = tmp_path / "night-a.json"
    body = {**SIDE, "true": "W" * 900, "confidence": [0.5] * 900}
    path.write_text(json.dumps(body, sort_keys=True))
    assert read_night(path).steps == 900


def test_a_whole_night_of_other_steps_is_binned(tmp_path: Path) -> None:
    """Fifteen seconds an entry, or sixty."""
    path = tmp_path / "night-a.json"
    path.write_text(json.dumps({**SIDE, "true": "WLLRRWL", "step_seconds": 15}))
    assert letters(read_night(path).true.tolist()) == "WLRL"
    path.write_text(json.dumps({**SIDE, "true": "WL", "step_seconds": 60}))
    assert letters(read_night(path).true.tolist()) == "WWLL"


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"true": "W2"}, "true: step 1 is '2'; known are ? W L D R"),
        ({"true": ""}, "has no rows; a night needs at least one step"),
        ({"true": "WW", "seen": "W"}, "seen: has 1 steps, but `true` has 2"),
        ({"true": "W", "confidence": []}, "confidence: has 0 steps, but `true` has 1"),
        ({"true": "WW", "steps": 3}, "steps: says 3, but `true` has 2"),
        (
            {"true": "W", "heart_bpm": [500]},
            "heart_bpm: step 0 is 500, outside 20..300",
        ),
        ({"true": "W" * 5761}, "lasts longer than 48 hours"),
    ],
)
def test_whole_nights_that_are_refused(
    keys: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """Lists of different lengths say both."""
    path = tmp_path / "night-a.json"
    path.write_text(json.dumps({**SIDE, **keys}))
    assert message in refusal(path)


# Research nights.


def test_every_research_night_is_read_and_comes_back_the_same(tmp_path: Path) -> None:
    """As a table with its side file, and as one JSON."""
    paths = shared_nights()
    assert len(paths) == 63
    for path in paths:
        night = read_night(path)
        text, side = bids.tables(night)
        (tmp_path / f"{night.name}.tsv").write_text(text, encoding="utf-8")
        (tmp_path / f"{night.name}.json").write_text(side, encoding="utf-8")
        assert_same(night, read_night(tmp_path / f"{night.name}.tsv"))
        (tmp_path / "whole.json").write_text(whole.text(night), encoding="utf-8")
        assert_same(night, read_night(tmp_path / "whole.json"))


def test_a_research_night_says_where_it_is_from() -> None:
    """Nominal clock, licence, and how confidence was made."""
    night = read_night(shared("nights", "dodh-01.json"))
    assert (night.name, night.steps, night.start_seconds) == ("dodh-01", 1192, 82800)
    assert night.source.startswith(
        "Dreem Open Datasets, evaluation repository, record 095d6e40-5f19-55b6-a0ec-"
    )
    assert night.licence == "MIT (Copyright (c) 2018 Dreem)"
    assert not night.simulated
    assert night.notes[1] == "The clock is nominal: the source gives none."
    assert letters(night.true[:12].tolist()) == "WWLLLLLLLLLD"
    assert letters(night.seen[:12].tolist()) == "WLLLLLLLLLDD"
    assert night.confidence is not None
    assert night.confidence[:4].tolist() == [0.95, 0.29, 0.95, 0.95]


def test_nights_without_rem_or_deep_sleep_work() -> None:
    """One has no REM of 3 minutes and neither has deep sleep."""
    no_rem = read_night(shared("nights", "dodo-07.json"))
    no_deep = read_night(shared("nights", "dodh-06.json"))
    assert rem_onsets(no_rem) == []
    assert longest(no_rem, Stage.DEEP) is None
    assert longest(no_deep, Stage.DEEP) is None
    assert len(rem_onsets(no_deep)) == 10


def draft(folder: Path, **keys: Any) -> Path:
    path = folder / "draft.json"
    body = {"format": "paprika-night/0-draft", "name": "draft", "epoch_seconds": 30}
    path.write_text(json.dumps({**body, **keys}))
    return path


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"epochs": 3, "true": "W2"}, "epochs: says 3, but 'true' has 2"),
        ({"epochs": 1}, "has neither `true` nor `stages`; add one"),
        (
            {"epochs": 2, "true": "W4"},
            "true: step 1 is '4'; known are ? W L D R 1 2 3",
        ),
        (
            {"epochs": 2, "true": "W2", "band": "W", "band_same": "1"},
            "seen: has 1 steps, but `true` has 2",
        ),
        (
            {"epochs": 1, "true": "W", "band": "W", "band_same": "7"},
            "band_same: '7' is not within 0..6",
        ),
        (
            {"epochs": 1, "true": "W", "band": "W", "band_same": "11"},
            "band_same: has 2 digits, but `band` has 1",
        ),
        (
            {"epochs": 748, "true": "2" * 748, "start": "23:00:00", "end": "05:14:30"},
            "has 748 epochs of 30 s, 22440 s, but 23:00:00 to 05:14:30 is 22470 s; the "
            "epoch length is unstated or wrong",
        ),
    ],
)
def test_drafts_that_are_refused(
    keys: dict[str, Any], message: str, tmp_path: Path
) -> None:
    """Lengths that disagree are never cut to fit."""
    assert message in refusal(draft(tmp_path, **keys))


# Anything a recording can hold.

STAGES = st.sampled_from([-1, 0, 1, 2, 3])


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Any night of up to 40 steps with any of its optional parts."""
    steps = draw(st.integers(1, 40))
    codes = arrays(np.int8, steps, elements=STAGES)
    limits = {"heart_bpm": (20.0, 300.0)}
    numbers: dict[str, Any] = {
        name: draw(
            st.none()
            | arrays(
                np.float64,
                steps,
                elements=st.floats(*limits.get(name, (0.0, 1.0))) | st.just(np.nan),
            )
        )
        for name in NUMBERS
    }
    text = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]))
    return make_recording(
        draw(st.sampled_from(["night", "a1_b-2"])),
        start_seconds=draw(st.integers(0, 86399)),
        true=draw(codes),
        seen=draw(st.none() | codes),
        source=draw(text),
        licence=draw(text),
        consent=draw(text),
        simulated=draw(st.booleans()),
        zone=draw(st.none() | text),
        date=draw(st.none() | st.just("2026-11-30")),
        notes=draw(st.lists(text, max_size=3, unique=True)),
        anchors=sorted(draw(st.sets(st.integers(0, steps)))),
        **numbers,
    )


@given(recordings())
def test_any_night_comes_back_the_same(night: Recording) -> None:
    """As a table and as one JSON, every field bit by bit."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{night.name}.tsv")
        text, side = bids.tables(night)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".json").write_text(side, encoding="utf-8")
        assert_same(night, read_night(path))
        other = Path(folder, "whole.json")
        other.write_text(whole.text(night), encoding="utf-8")
        assert_same(night, read_night(other))
