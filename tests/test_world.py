"""The night world, one episode at a time."""

from __future__ import annotations

from paprika.runtime.night.model import Wait
from paprika.runtime.night.world import open_night

from .contract import check_world
from .nights_for_tests import setup, whole_night


def test_waiting_through_a_night_sees_every_step_that_was_recorded() -> None:
    """960 steps from 04:50 to 12:50, 958 of them with a reading."""
    night = open_night(setup(whole_night(), steps=960), "night", 1)
    trace = check_world(night, lambda _: Wait())
    assert trace.seen == whole_night().seen.tolist()
    assert trace.true == whole_night().true.tolist()
    assert trace.position == list(range(960))
    assert sum(stage != -1 for stage in trace.seen) == 958
    assert trace.status == "cut_off"
