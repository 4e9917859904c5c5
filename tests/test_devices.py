"""The devices at the bedside: what tools show and do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paprika.runtime.agents.guides import wrong
from paprika.runtime.talk.devices import (
    RIGHT,
    TOUCHES,
    Devices,
    Limits,
    broken,
    conditions,
    fault,
    needed,
    use,
)
from paprika.users.reports import Finding, report
from paprika.users.tools import ACTS, DEVICE, LOOKS, TOOLS

LIMITS = Limits(
    quietest_percent=10, loudest_percent=40, low_battery_percent=20, agent_turns=40
)
ANY_DEVICES = st.builds(
    Devices,
    notches=st.integers(-3, 3),
    battery_percent=st.integers(0, 100),
    spare_batteries=st.integers(0, 2),
    paired=st.booleans(),
    speaker_muted=st.booleans(),
    volume_percent=st.integers(0, 100),
    do_not_disturb=st.booleans(),
    phone_charging=st.booleans(),
    lamp_on=st.booleans(),
)
USES = st.sampled_from(TOOLS).flatmap(
    lambda tool: st.tuples(
        st.just(tool),
        st.fixed_dictionaries({"to": st.integers(-5, 150)})
        if tool == "set_volume"
        else st.just({}),
    )
)


def do(devices: Devices, tool: str, **arguments: Any) -> tuple[Devices, list[Finding]]:
    after, findings = use(devices, tool, arguments, LIMITS)
    return after, list(findings)


def test_all_is_right_unless_something_is_broken() -> None:
    """The default devices need nothing."""
    assert conditions(Devices(), LIMITS) == dict(RIGHT)
    assert broken(Devices(), LIMITS) == ()


@pytest.mark.parametrize(
    ("changes", "part", "how"),
    [
        ({"notches": -1}, "headband_fit", "loose"),
        ({"notches": 1}, "headband_fit", "tight"),
        ({"battery_percent": 19}, "headband_battery", "low"),
        ({"paired": False}, "headband", "unpaired"),
        ({"speaker_muted": True}, "speaker", "muted"),
        ({"volume_percent": 41}, "volume", "loud"),
        ({"volume_percent": 9}, "volume", "faint"),
        ({"do_not_disturb": False}, "do_not_disturb", "off"),
        ({"phone_charging": False}, "phone", "unplugged"),
        ({"lamp_on": True}, "lamp", "on"),
    ],
)
def test_each_part_can_be_broken(changes: Any, part: str, how: str) -> None:
    """And then no other part is."""
    devices = replace(Devices(), **changes)
    assert conditions(devices, LIMITS)[part] == how
    assert broken(devices, LIMITS) == (part,)


@pytest.mark.parametrize("volume", [10, 40])
@pytest.mark.parametrize("battery", [20, 100])
def test_the_limits_themselves_are_right(volume: int, battery: int) -> None:
    """A volume at either limit, and a battery at its."""
    devices = Devices(volume_percent=volume, battery_percent=battery)
    assert broken(devices, LIMITS) == ()


@pytest.mark.parametrize(
    ("changes", "tool", "arguments"),
    [
        ({"notches": -1}, "tighten_headband", {}),
        ({"notches": 1}, "loosen_headband", {}),
        ({"battery_percent": 5}, "swap_battery", {}),
        ({"paired": False}, "pair_headband", {}),
        ({"speaker_muted": True}, "unmute_speaker", {}),
        ({"volume_percent": 85}, "set_volume", {"to": 30}),
        ({"volume_percent": 60}, "turn_down_volume", {}),
        ({"volume_percent": 0}, "turn_up_volume", {}),
        ({"do_not_disturb": False}, "turn_on_do_not_disturb", {}),
        ({"phone_charging": False}, "plug_in_phone", {}),
        ({"lamp_on": True}, "turn_off_lamp", {}),
    ],
)
def test_each_fault_has_a_mend(changes: Any, tool: str, arguments: Any) -> None:
    """One use, and all is right again; done twice it would not be needed."""
    devices = replace(Devices(), **changes)
    assert needed(devices, tool, arguments, LIMITS)
    after, findings = do(devices, tool, **arguments)
    assert broken(after, LIMITS) == ()
    assert findings[0].what == "done"
    assert not needed(after, tool, arguments, LIMITS)


def test_the_fit_can_be_read_with_power_only() -> None:
    """With a flat battery a look shows the red light and no more."""
    devices = Devices(battery_percent=5, notches=-2, paired=False)
    _, seen = do(devices, "look_at_headband")
    assert seen == [Finding("battery", "low", 5), Finding("fit", "unreadable")]
    after, _ = do(devices, "swap_battery")
    _, seen = do(after, "look_at_headband")
    assert seen == [
        Finding("battery", "good", 100),
        Finding("fit", "loose"),
        Finding("pairing", "unpaired"),
    ]


def test_without_power_nothing_pairs() -> None:
    """The person learns why."""
    devices = Devices(battery_percent=5, paired=False)
    assert do(devices, "pair_headband") == (devices, [Finding("cannot", "no_power")])


def test_a_spare_battery_is_there_once() -> None:
    """The second swap finds none."""
    once, _ = do(Devices(battery_percent=5), "swap_battery")
    assert (once.battery_percent, once.spare_batteries) == (100, 0)
    assert do(once, "swap_battery") == (once, [Finding("cannot", "no_spare")])


def test_a_snug_strap_can_be_spoiled() -> None:
    """One notch too many is too tight, and goes back."""
    tight, _ = do(Devices(), "tighten_headband")
    assert broken(tight, LIMITS) == ("headband_fit",)
    assert do(tight, "loosen_headband")[0] == Devices()


def test_a_test_sound_tells_the_volume_once_unmuted() -> None:
    """Muted there is nothing to hear."""
    loud = Devices(volume_percent=85)
    assert do(loud, "play_test_sound")[1] == [Finding("test", "loud")]
    muted = replace(loud, speaker_muted=True)
    assert do(muted, "play_test_sound")[1] == [Finding("test", "silent")]


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("fly", {}, "there is no tool 'fly'"),
        ("set_volume", {}, "set_volume needs `to`, a whole number of percent"),
        ("set_volume", {"to": "x"}, "set_volume needs `to`, a whole number of percent"),
        (
            "set_volume",
            {"to": True},
            "set_volume needs `to`, a whole number of percent",
        ),
        ("turn_off_lamp", {"to": 3}, "turn_off_lamp takes no argument 'to'"),
        ("look_at_lamp", {"at": "fit"}, "look_at_lamp takes no argument 'at'"),
        (
            "look_at_phone",
            {"at": "fit"},
            "look_at_phone can look `at` volume, do_not_disturb, charging",
        ),
    ],
)
def test_a_wrong_use_is_told(tool: str, arguments: Any, why: str) -> None:
    """And `use` refuses it."""
    assert fault(tool, arguments) == why
    with pytest.raises(ValueError, match=re.escape(why)):
        use(Devices(), tool, arguments, LIMITS)


@given(ANY_DEVICES, USES)
def test_a_look_changes_nothing_and_an_act_its_own_part(
    devices: Devices, used: tuple[str, dict[str, Any]]
) -> None:
    """Whatever state the devices are in; a use is pure."""
    tool, arguments = used
    after, findings = use(devices, tool, arguments, LIMITS)
    assert use(devices, tool, arguments, LIMITS) == (after, findings)
    assert findings
    if tool in LOOKS:
        assert after == devices
    before, now = conditions(devices, LIMITS), conditions(after, LIMITS)
    changed = {part for part in RIGHT if before[part] != now[part]}
    assert changed <= {TOUCHES.get(tool)}
    assert -3 <= after.notches <= 3
    assert 0 <= after.volume_percent <= 100
    assert after.spare_batteries >= 0


PICKS: Sequence[Callable[[Sequence[str]], str]] = [lambda w: w[0], lambda w: w[-1]]
NAMES = {
    "headband": "fit|battery|headband|strap|머리띠|배터리|착용|헐거|조여",
    "speaker": "speaker|mute|스피커|음소거",
    "phone": "phone|volume|disturb|charg(?!er for it)|휴대폰|볼륨|방해|충전",
    "lamp": "lamp|램프",
}


@given(ANY_DEVICES, USES, st.sampled_from(["en", "ko"]), st.sampled_from(PICKS))
def test_a_report_names_no_other_device(
    devices: Devices, used: tuple[str, dict[str, Any]], language: str, pick: Any
) -> None:
    """Only the one that was looked at or used; a look around names none."""
    tool, arguments = used
    words = report(use(devices, tool, arguments, LIMITS)[1], language, pick)
    assert words
    for device, names in NAMES.items():
        if device != DEVICE[tool] and tool != "charge_headband":
            assert re.search(names, words) is None, (device, words)


@given(ANY_DEVICES, st.sampled_from(["en", "ko"]), st.sampled_from(PICKS))
def test_reports_of_looks_tell_exactly_what_is_wrong(
    devices: Devices, language: str, pick: Any
) -> None:
    """Never anything false, and nothing left out that can be seen."""
    signs = {
        "headband_battery": ("flat",),
        "headband_fit": ("loose", "tight"),
        "headband": ("unpaired",),
        "speaker": ("muted",),
        "volume": ("loud",),
        "do_not_disturb": ("open",),
        "phone": ("unplugged",),
        "lamp": ("lit",),
    }
    hidden = {"headband_fit", "headband"} if devices.battery_percent < 20 else set()
    read = [
        sign
        for device in ("headband", "speaker", "phone", "lamp")
        for sign in wrong(
            report(use(devices, f"look_at_{device}", {}, LIMITS)[1], language, pick)
        )
    ]
    faulty = [part for part in broken(devices, LIMITS) if part not in hidden]
    assert len(read) == len(faulty)
    assert all(any(sign in signs[part] for sign in read) for part in faulty)
    if devices.notches > 0 and not hidden:
        assert "tight" in read


def test_every_act_touches_a_part() -> None:
    """So that an act on what is right can be told."""
    assert set(TOUCHES) == set(ACTS)
    assert set(TOUCHES.values()) == set(RIGHT)
    assert len(fields(Devices)) == 9
