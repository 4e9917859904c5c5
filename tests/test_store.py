"""Finding nights by name, keeping them, and the night that comes along."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from paprika.runtime.night.readers import UnreadableNight, read_night
from paprika.runtime.night.recording import (
    Recording,
    Stage,
    clock_at,
    first_sleep,
    longest,
    rem_onsets,
    summarise,
)
from paprika.runtime.night.store import (
    NightExists,
    UnknownNight,
    file_digest,
    find_night,
    keep_night,
    list_nights,
)

from .shared import ROOT, shared

BUILT_IN = "seed-night-synthetic"
BUILT_INS = ["band-night-synthetic", BUILT_IN]


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty working directory, with no folder of nights named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PAPRIKA_NIGHTS", raising=False)
    return tmp_path


def named(name: str) -> Recording:
    return replace(find_night(BUILT_IN), name=name)


def clocks(night: Recording, steps: Iterable[int]) -> str:
    return " ".join(clock_at(night, step)[:5] for step in steps)


def test_the_built_in_night_has_the_facts_of_its_card(elsewhere: Path) -> None:
    """960 steps from 04:50, first sleep 05:48, 12 REM onsets, and the counts."""
    night = find_night(BUILT_IN)
    assert (night.steps, clock_at(night, 0), clock_at(night, 960)) == (
        960,
        "04:50:00",
        "12:50:00",
    )
    assert clock_at(night, first_sleep(night) or 0) == "05:48:00"
    assert clocks(night, rem_onsets(night)) == (
        "06:07 06:53 07:38 08:00 09:41 10:26 10:43 11:10 11:32 12:04 12:14 12:30"
    )
    assert rem_onsets(night, 0.5) == rem_onsets(night, 7.0) == rem_onsets(night)
    assert longest(night, Stage.DEEP) == (448, 62)
    assert longest(night, Stage.LIGHT) == (510, 72)
    assert summarise(night).counts == {
        Stage.NONE: 2,
        Stage.AWAKE: 143,
        Stage.LIGHT: 297,
        Stage.DEEP: 215,
        Stage.REM: 303,
    }
    assert night.true.tolist() == night.seen.tolist()
    assert (night.simulated, night.licence) == (True, "MIT")
    assert clocks(night, night.anchors) == (
        "05:48 06:07 08:34 09:05 09:41 11:32 12:30 12:50"
    )


def test_the_built_in_night_is_the_one_that_was_agreed(elsewhere: Path) -> None:
    """Step by step equal to the shared bout list."""
    agreed = read_night(shared("seed-night-synthetic.json"))
    assert find_night(BUILT_IN).true.tolist() == agreed.true.tolist()
    assert find_night(BUILT_IN).start_seconds == agreed.start_seconds


def test_the_card_states_the_checksum_of_the_table() -> None:
    """Whoever changes the night has to change its card and its side file."""
    table = (ROOT / "datasets" / f"{BUILT_IN}.tsv").read_bytes()
    digest = hashlib.sha256(table).hexdigest()
    card = (ROOT / "datasets" / f"{BUILT_IN}.md").read_text(encoding="utf-8")
    side = json.loads((ROOT / "datasets" / f"{BUILT_IN}.json").read_bytes())
    assert f"`{digest}`" in card
    assert side["table_sha256"] == digest
    assert "**SIMULATED.**" in card


def test_every_built_in_night_has_a_card_and_stands_in_the_index() -> None:
    """And the folder holds no Python."""
    folder = ROOT / "datasets"
    index = (folder / "README.md").read_text(encoding="utf-8")
    nights = sorted(path.stem for path in folder.glob("*.tsv"))
    assert nights == BUILT_INS
    for night in nights:
        assert (folder / f"{night}.md").is_file()
        assert f"[{night}]({night}.md)" in index
    assert not list(folder.rglob("*.py"))


def test_an_unknown_name_says_what_is_near_and_where_it_looked(
    elsewhere: Path,
) -> None:
    """One sentence with the nearest names and every folder."""
    (elsewhere / "datasets" / "private").mkdir(parents=True)
    with pytest.raises(UnknownNight) as caught:
        find_night("seed-night-syntetic")
    assert str(caught.value).startswith(
        "no night 'seed-night-syntetic'; did you mean 'seed-night-synthetic' or "
        "'band-night-synthetic'? "
        f"(looked in {elsewhere}/datasets/private, "
    )
    assert caught.value.near == BUILT_INS[::-1]


@pytest.mark.parametrize("name", ["../night", "/etc/passwd", "A", "", "x/y"])
def test_a_path_is_no_name(name: str, elsewhere: Path) -> None:
    """So a spec cannot reach a file outside the folders of nights."""
    with pytest.raises(UnknownNight):
        find_night(name)


def test_folders_are_searched_in_order(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named folders, then the nearest private one, then the package's."""
    first, second = elsewhere / "first", elsewhere / "second"
    private = elsewhere / "datasets" / "private"
    for folder, source in ((first, "1"), (second, "2"), (private, "private")):
        keep_night(replace(named("night-a"), source=source), folder)
        keep_night(replace(named(f"only-{source}"), source=source), folder)
    (elsewhere / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(elsewhere / "deep" / "er")
    assert find_night("night-a").source == "private"
    monkeypatch.setenv("PAPRIKA_NIGHTS", os.pathsep.join((str(first), str(second))))
    assert find_night("night-a").source == "1"
    assert find_night("only-2").source == "2"
    assert [entry.name for entry in list_nights()] == [
        "band-night-synthetic",
        "night-a",
        "only-1",
        "only-2",
        "only-private",
        BUILT_IN,
    ]
    assert list_nights()[1].path == first / "night-a.tsv"


def test_a_night_kept_is_found_as_it_was(elsewhere: Path) -> None:
    """Every field comes back, and the digest is that of the files."""
    kept = keep_night(named("night-a"), elsewhere / "datasets" / "private")
    assert kept == (elsewhere / "datasets" / "private" / "night-a.tsv", True)
    found = find_night("night-a")
    assert found.true.tolist() == find_night(BUILT_IN).true.tolist()
    assert found.anchors == find_night(BUILT_IN).anchors
    assert found.notes == find_night(BUILT_IN).notes
    assert file_digest("night-a") == found.sha256
    assert len(found.sha256) == 64


def test_an_unchanged_night_is_read_once_and_a_changed_one_again(
    elsewhere: Path,
) -> None:
    """The same object comes back until one of its files changes."""
    folder = elsewhere / "datasets" / "private"
    keep_night(named("night-a"), folder)
    first = find_night("night-a")
    assert find_night("night-a") is first
    keep_night(replace(named("night-a"), source="other"), folder, force=True)
    assert find_night("night-a").source == "other"
    assert file_digest("night-a") != first.sha256


def test_a_different_night_is_not_overwritten(elsewhere: Path) -> None:
    """Unless the caller insists; the same night again is no conflict."""
    keep_night(named("night-a"), elsewhere)
    assert not keep_night(named("night-a"), elsewhere).written
    other = replace(named("night-a"), source="other")
    with pytest.raises(NightExists, match="another night is there already"):
        keep_night(other, elsewhere)
    assert keep_night(other, elsewhere, force=True).written


def test_writing_leaves_only_the_night(elsewhere: Path) -> None:
    """No temporary file stays behind."""
    keep_night(named("night-a"), elsewhere / "x")
    names = sorted(path.name for path in (elsewhere / "x").iterdir())
    assert names == ["night-a.json", "night-a.tsv"]


def test_a_stop_between_the_two_files_leaves_no_wrong_night(elsewhere: Path) -> None:
    """A table alone is no night; a new table with the old side file is refused."""
    folder = elsewhere / "datasets" / "private"
    keep_night(named("night-a"), folder)
    side = (folder / "night-a.json").read_bytes()
    (folder / "night-a.json").unlink()
    with pytest.raises(UnknownNight):
        find_night("night-a")
    assert keep_night(named("night-a"), folder).written  # importing again mends it
    table = folder / "night-a.tsv"
    table.write_bytes(table.read_bytes().replace(b"\trem", b"\tlight"))
    (folder / "night-a.json").write_bytes(side)
    with pytest.raises(UnreadableNight, match="belongs to another table than night-a"):
        find_night("night-a")


def test_a_night_of_another_name_inside_is_refused(elsewhere: Path) -> None:
    """A renamed file would otherwise appear under two names in results."""
    folder = elsewhere / "datasets" / "private"
    keep_night(named("night-a"), folder)
    for suffix in (".tsv", ".json"):
        (folder / f"night-a{suffix}").rename(folder / f"night-b{suffix}")
    with pytest.raises(UnreadableNight, match="is called 'night-a' inside"):
        find_night("night-b")


def test_files_that_are_no_nights_are_not_listed(elsewhere: Path) -> None:
    """Other JSON may lie beside the nights."""
    folder = elsewhere / "datasets" / "private"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"a": 1}')
    (folder / "notes.tsv").write_text("a\tb\n")
    assert [entry.name for entry in list_nights()] == BUILT_INS
