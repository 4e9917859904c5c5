"""The built-in nights are what their cards say."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import numpy as np
import pytest

from paprika.runtime.night.recording import Stage, first_sleep, rem_onsets
from paprika.runtime.night.store import find_night

NIGHTS = ["seed-night-synthetic", "band-night-synthetic"]


@pytest.mark.parametrize("name", NIGHTS)
def test_card_names_the_checksum_and_says_simulated(name: str) -> None:
    """A card holds the sha256 of its table, and SIMULATED in its title."""
    folder = files("paprika.datasets")
    card = (folder / f"{name}.md").read_text(encoding="utf-8")
    table = (folder / f"{name}.tsv").read_bytes()
    assert hashlib.sha256(table).hexdigest() in card
    assert card.splitlines()[0] == f"# {name}: SIMULATED"


@pytest.mark.parametrize("name", NIGHTS)
def test_nights_hold_the_facts_of_their_cards(name: str) -> None:
    """Steps, stage counts, first sleep and REM onsets are as stated."""
    night = find_night(name)
    counts = {stage.name: int((night.true == stage).sum()) for stage in Stage}
    assert night.steps == 960
    assert counts == {"NONE": 2, "AWAKE": 143, "LIGHT": 297, "DEEP": 215, "REM": 303}
    assert first_sleep(night) == 116
    assert len(rem_onsets(night)) == 12
    assert night.simulated


def test_only_the_band_night_errs() -> None:
    """The seed night's headband is right throughout, the other's in 86.6 %."""
    seed, band = map(find_night, NIGHTS)
    assert np.array_equal(seed.true, seed.seen)
    scored = band.true != Stage.NONE
    assert round(float((band.true == band.seen)[scored].mean()), 3) == 0.866
