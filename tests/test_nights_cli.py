"""The `paprika nights` commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from paprika.runtime.night.store import find_night
from paprika.runtime.nights_cli import nights

from .shared import shared, shared_nights

TABLE = "onset\tduration\tstage\n0\t300\tW\n300\t60\tN1\n360\t240\tR\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty working directory with one table in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPRIKA_NIGHTS", raising=False)
    (tmp_path / "a-night.tsv").write_text(TABLE)
    return tmp_path


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(nights, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def test_import_in_a_subfolder_keeps_the_night_in_the_projects_private_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside specs/, where the store finds it, and git ignores all that is there."""
    (folder / "specs" / "deep").mkdir(parents=True)
    monkeypatch.chdir(folder / "specs" / "deep")
    assert run("import", folder / "a-night.tsv").exit_code == 0
    private = folder / "datasets" / "private"
    assert (private / "a-night.tsv").is_file()
    assert (private / ".gitignore").read_text().splitlines()[-1] == "*"
    monkeypatch.chdir(folder)
    assert "a-night" in run("list").stdout


def test_import_writes_a_night_that_can_be_found(folder: Path) -> None:
    """One line a night; the default folder is the private one."""
    result = run("import", "a-night.tsv")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "a-night  20 steps  23:00:00-23:10:00  datasets/private/a-night.tsv\n"
    )
    assert find_night("a-night").true.tolist() == [0] * 10 + [1] * 2 + [3] * 8


def test_import_states_what_the_file_does_not(folder: Path) -> None:
    """Name, source, licence and consent go into the side file."""
    run(
        *("import", "a-night.tsv", "--name", "other", "-o", "out"),
        *("--source", "my headband", "--licence", "private", "--consent", "my own"),
    )
    side = json.loads((folder / "out" / "other.json").read_text())
    assert [side[key] for key in ("name", "source", "licence", "consent")] == [
        "other",
        "my headband",
        "private",
        "my own",
    ]


def test_import_again_changes_nothing(folder: Path) -> None:
    """The same night is no conflict."""
    run("import", "a-night.tsv")
    result = run("import", "a-night.tsv")
    assert result.exit_code == 0
    assert result.stdout.endswith("a-night.tsv  (already there)\n")


def test_import_does_not_overwrite_a_different_night(folder: Path) -> None:
    """Without --force the old night stays."""
    run("import", "a-night.tsv")
    result = run("import", "a-night.tsv", "--consent", "another")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "Error: datasets/private/a-night.tsv: another night is there already; --force "
        "overwrites it, --name gives the new one another name\n"
    )
    assert find_night("a-night").consent == "not stated"
    assert run("import", "a-night.tsv", "--consent", "x", "--force").exit_code == 0
    assert find_night("a-night").consent == "x"


def test_import_goes_on_after_a_file_that_cannot_be_read(folder: Path) -> None:
    """Every fault is one line on stderr, and the exit code says so."""
    (folder / "bad.tsv").write_text("onset\tduration\tstage\n0\t30\t7\n")
    result = run("import", "bad.tsv", "a-night.tsv", "none.tsv")
    assert result.exit_code == 2
    assert result.stdout.startswith("a-night  20 steps")
    first, second = result.stderr.splitlines()
    assert first.startswith("Error: bad.tsv:2: stage '7' is unknown; known are W N1")
    assert second == "Error: none.tsv: no such file or directory; check the path"


def test_import_into_a_place_that_is_no_folder(folder: Path) -> None:
    """The system's reason in one line."""
    result = run("import", "a-night.tsv", "-o", "a-night.tsv")
    assert result.exit_code == 2
    assert result.stderr == "Error: a-night.tsv: File exists\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("import",), "Missing argument 'FILE...'"),
        (("import", "a", "b", "--name", "x"), "--name is for one file"),
        (("import", "a", "--name", "A"), "--name 'A' is not like `dodh-01` or"),
        (("show", "unknown"), "no night 'unknown' (looked in "),
        (("show", "none.tsv"), "none.tsv: no such file or directory; check the path"),
        (("show", "seed-night-synthetic", "--width", "9"), "9 is not in the range"),
    ],
)
def test_mistakes_on_the_command_line(
    arguments: tuple[str, ...], message: str, folder: Path
) -> None:
    """Exit 2 and what is wrong, on stderr."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_show_draws_a_file(folder: Path) -> None:
    """Drawing, figures, and what is known of its origin."""
    assert run("show", "a-night.tsv").stdout.splitlines() == [
        "a-night  23:00:00-23:10:00 (zone unknown)",
        "awake ▄▄▄▄▄▄▄▄▄▄",
        "REM               ████████",
        "light           ▄▄",
        "deep",
        "      23:00     23:05",
        "steps    20, of which 20 have a stage: awake 10 (50.0 %), REM 8 (40.0 %), "
        "light 2 (10.0 %), deep 0 (0.0 %)",
        "sleep    5 of 10 min in bed (50.0 %)",
        "onset    5 min after the start; then awake 0 min before the last sleep",
        "REM      1 min after sleep onset; onsets of 3 min or more: 1",
        "source   not stated",
        "licence  not stated",
        "consent  not stated",
        "note     The clock is nominal: no side file gave the start.",
    ]


def test_show_marks_a_simulated_night(folder: Path) -> None:
    """First on the first line."""
    lines = run("show", "seed-night-synthetic").stdout.splitlines()
    assert lines[0] == (
        "SIMULATED  seed-night-synthetic  04:50:00-12:50:00 (zone unknown)"
    )
    assert lines[6] == (
        "steps    960, of which 958 have a stage: awake 143 (14.9 %), "
        "REM 303 (31.6 %), light 297 (31.0 %), deep 215 (22.4 %)"
    )


def test_show_draws_the_headband_where_it_differs(folder: Path) -> None:
    """As a row of letters, at the width asked for."""
    lines = run("show", shared("nights", "dodo-31.json"), "--width", "60").stdout
    drawing = lines.splitlines()[1:7]
    assert [line[:6].strip() for line in drawing[:5]] == [
        "awake",
        "REM",
        "light",
        "deep",
        "band",
    ]
    assert max(map(len, drawing)) <= 60


def test_show_a_night_that_is_all_awake_or_missing(folder: Path) -> None:
    """Never is said where there is no latency."""
    (folder / "w.tsv").write_text("onset\tduration\tstage\n0\t60\t?\n")
    lines = run("show", "w.tsv").stdout.splitlines()
    assert lines[6].startswith("steps    2, of which 0 have a stage: awake 0 (0.0 %)")
    assert lines[8].startswith("onset    never;")
    assert lines[9].startswith("REM      never;")


def test_list_names_nights_and_folders(folder: Path) -> None:
    """Sorted by name."""
    run("import", "a-night.tsv")
    first, second, third = run("list").stdout.splitlines()
    assert first == f"a-night  {folder}/datasets/private"
    assert second.startswith("band-night-synthetic  ")
    assert third.startswith("seed-night-synthetic  ")


def test_every_research_night_can_be_imported(folder: Path) -> None:
    """In one go, each in one line; and again, without a change."""
    paths = shared_nights()
    result = run("import", *paths)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 63
    again = run("import", *paths)
    assert again.stdout.count("(already there)") == 63
    assert len(list((folder / "datasets" / "private").iterdir())) == 127
