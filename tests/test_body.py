"""Heart rate and movement."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from paprika.runtime.night import body
from paprika.runtime.night.constants import NightConstants
from paprika.runtime.night.model import Play, Trace, Wait
from paprika.runtime.night.recording import Recording
from paprika.runtime.night.world import NightWorld, open_night

from .contract import check_world
from .nights_for_tests import constants, recording, setup

SOUND = Play("voice", "wish", -21.0, 10.0)


def quiet() -> NightConstants:
    """Give the constants without any noise."""
    all_of_them = constants()
    return dataclasses.replace(
        all_of_them,
        heart=dataclasses.replace(all_of_them.heart, noise=0.0),
        movement=dataclasses.replace(all_of_them.movement, noise=0.0),
    )


def trace(
    night: str | Recording,
    sound_at: int | None = None,
    scale: float = 1e6,
    fixed: NightConstants | None = None,
    **fields: Any,
) -> Trace:
    """Play a night out with a sound that wakes for certain, or what `scale` says."""
    made = dataclasses.replace(setup(night, **fields), constants=fixed or quiet())
    return check_world(
        open_night(made, "task", 1, scale),
        lambda o: SOUND if o.step == sound_at else Wait(),
    )


def test_each_stage_has_its_heart_rate_and_movement() -> None:
    """Base and effect of specs/, without noise; not scored is as light."""
    calm = trace("WLDR?")
    assert calm.heart_bpm == [64.0, 58.0, 57.5, 60.0, 58.0]
    assert calm.movement == [0.35, 0.08, 0.02, 0.06, 0.08]


def test_a_restless_sleeper_has_a_faster_heart_and_moves_more() -> None:
    """The offset is added, the factor multiplies; 1 is the most."""
    restless = trace("WLDR", heart_offset_bpm=6.0, movement_factor=2.0)
    assert restless.heart_bpm == [70.0, 64.0, 63.5, 66.0]
    assert restless.movement == [0.7, 0.16, 0.04, 0.12]
    assert trace("W", movement_factor=5.0).movement == [1.0]


def test_noise_is_bounded_and_of_mean_zero() -> None:
    """At most 3 bpm and .03 to either side."""
    noisy = trace("R" * 2000, fixed=constants(), steps=2000)
    heart = np.array(noisy.heart_bpm, dtype=float)
    movement = np.array(noisy.movement, dtype=float)
    assert 57.0 <= heart.min() < 58.0
    assert 62.0 < heart.max() <= 63.0
    assert abs(heart.mean() - 60.0) < 0.15
    assert movement.min() == 0.03
    assert movement.max() == 0.09
    assert abs(movement.mean() - 0.06) < 0.002


def test_a_waking_raises_the_heart_rate_and_fades() -> None:
    """10 bpm above being awake, half of it one step later, then none."""
    woken = trace("RRRRRRR", 1)
    assert woken.true == [3, 3, 0, 0, 0, 0, 3]
    assert woken.heart_bpm == [60.0, 60.0, 74.0, 69.0, 64.0, 64.0, 60.0]
    assert woken.movement == [0.06, 0.06, 0.75, 0.55, 0.35, 0.35, 0.06]


def test_an_arousal_raises_the_heart_rate_less_and_in_sleep() -> None:
    """8 bpm, then 4, then none; the stage stays."""
    shy = dataclasses.replace(quiet(), arousal_ratio=1e9)
    aroused = trace("RRRRR", 1, 1e-6, shy)
    assert aroused.reacted == [False, True, False, False, False]
    assert aroused.true == [3] * 5
    assert aroused.heart_bpm == [60.0, 60.0, 68.0, 64.0, 60.0]
    assert aroused.movement == [0.06, 0.06, 0.21, 0.14, 0.06]


def test_rises_that_overlap_add_up() -> None:
    """A second arousal comes on top of what is left of the first."""
    shy = dataclasses.replace(quiet(), arousal_ratio=1e9)
    made = dataclasses.replace(setup("RRRRR"), constants=shy)
    world = NightWorld(open_night(made, "task", 1, 1e-6))
    world.reset()
    seen = [world.step(a) for a in (SOUND, SOUND, Wait(), Wait())]
    assert [o.heart_bpm for o in seen] == [68.0, 72.0, 64.0, 60.0]


def test_the_change_is_against_a_minute_ago() -> None:
    """None before there is one, and where either value is missing."""
    night = recording("R" * 6, heart_bpm=[60.0, 61.5, float("nan"), 60.1, 62.0, 60.3])
    world = NightWorld(open_night(setup(night), "task", 1))
    seen = [world.reset()] + [world.step(Wait()) for _ in range(5)]
    assert [o.heart_bpm for o in seen] == [60.0, 61.5, None, 60.1, 62.0, 60.3]
    changes = [o.heart_change_bpm for o in seen]
    assert changes == [None, None, None, -1.4, None, 0.2]


def test_recorded_signals_replace_the_simulated_ones() -> None:
    """Without noise; offset and factor are put on top."""
    night = recording("LR", heart_bpm=[51.26, 70.0], movement=[0.4, 0.111])
    as_it_was = trace(night, fixed=constants())
    assert as_it_was.heart_bpm == [51.3, 70.0]
    assert as_it_was.movement == [0.4, 0.11]
    restless = trace(
        night, fixed=constants(), heart_offset_bpm=5.0, movement_factor=2.0
    )
    assert restless.heart_bpm == [56.3, 75.0]
    assert restless.movement == [0.8, 0.22]


def test_awake_by_a_sound_a_recorded_heart_goes_on_from_where_it_stood() -> None:
    """The effect of being awake takes the place of that of the recorded stage."""
    night = recording("RRRRRRRR", heart_bpm=[70.0] * 8, movement=[0.1] * 8)
    woken = trace(night, 1)
    assert woken.heart_bpm == [70.0, 70.0, 84.0, 79.0, 74.0, 74.0, 70.0, 70.0]
    assert woken.movement == [0.1, 0.1, 0.79, 0.59, 0.39, 0.39, 0.1, 0.1]


def test_lying_awake_has_the_heart_of_the_first_recorded_step() -> None:
    """With the effect of being awake."""
    night = recording("LL", heart_bpm=[50.0, 52.0])
    assert trace(night, lie_awake_steps=2).heart_bpm == [56.0, 56.0, 50.0, 52.0]


def test_units_round_halves_up_and_keep_what_is_missing() -> None:
    """So every machine agrees."""
    units = body.to_units(np.array([60.25, 60.04, np.nan]), 10.0)
    assert units.tolist() == [603, 600, body.MISSING]
    assert body.noise(2.0, np.array([0.0, 0.5, 0.99])).tolist() == [-2, 0, 2]


def test_an_extra_awakening_has_the_heart_of_the_step_before_it() -> None:
    """The recording stands still there; at its very start, that of the first step."""
    night = recording(
        "L" * 8, heart_bpm=[50.0, 52.0, 54.0, 56.0, 58.0, 60.0, 62.0, 64.0]
    )
    for seed in range(10):
        made = setup(night, awakenings=1, awakening_steps=2, steps=8)
        made.constants = quiet()
        woken = check_world(open_night(made, "task", seed), lambda _: Wait())
        first = woken.position.index(-1)
        before = 50.0 + 2.0 * max(0, first - 1)
        assert woken.heart_bpm[first : first + 2] == [before + 6.0] * 2
