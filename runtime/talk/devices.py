"""The devices at the bedside, and what each tool shows or does: pure functions.

A tool turns devices into devices and findings; a finding holds no words, for the
person and an agent that holds the tools itself say it in their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from paprika.users.reports import Finding
from paprika.users.tools import ACTS, TOOLS

FULL = 100
"""Percent: a fresh battery, the loudest volume."""
MOST_NOTCHES = 3
"""How far the strap goes from a snug fit, either way."""
VOLUME_STEP = 20
"""Percent by which the volume moves where no number was said. Assumed."""
PARTS_OF: Mapping[str, tuple[str, ...]] = {
    "headband": ("battery", "fit", "pairing"),
    "phone": ("volume", "do_not_disturb", "charging"),
}
"""What a look at a device shows, in this order."""


class Limits(NamedTuple):
    """What counts as right, from the assumption `bedside`."""

    quietest_percent: int
    loudest_percent: int
    """The phone's volume is right from the quietest to the loudest."""
    low_battery_percent: int
    """Below it the headband shows nothing but a red light."""
    agent_turns: int
    """How often an agent may act."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The state of every device; as it should be, unless something is broken."""

    notches: int = 0
    """Of the headband's strap: 0 is snug, less is loose, more is tight."""
    battery_percent: int = 90
    spare_batteries: int = 1
    paired: bool = True
    speaker_muted: bool = False
    volume_percent: int = 30
    do_not_disturb: bool = True
    phone_charging: bool = True
    lamp_on: bool = False


RIGHT: Mapping[str, str] = {
    "headband_fit": "snug",
    "headband_battery": "good",
    "headband": "paired",
    "speaker": "on",
    "volume": "soft",
    "do_not_disturb": "on",
    "phone": "charging",
    "lamp": "off",
}
"""Part -> the condition in which it should be for the night."""
TOUCHES: Mapping[str, str] = {
    "tighten_headband": "headband_fit",
    "loosen_headband": "headband_fit",
    "swap_battery": "headband_battery",
    "charge_headband": "headband_battery",
    "pair_headband": "headband",
    "unmute_speaker": "speaker",
    "mute_speaker": "speaker",
    "set_volume": "volume",
    "turn_down_volume": "volume",
    "turn_up_volume": "volume",
    "turn_on_do_not_disturb": "do_not_disturb",
    "turn_off_do_not_disturb": "do_not_disturb",
    "plug_in_phone": "phone",
    "unplug_phone": "phone",
    "turn_off_lamp": "lamp",
    "turn_on_lamp": "lamp",
}
"""Tool -> the part that it acts on; looks are not in it."""


def conditions(devices: Devices, limits: Limits) -> dict[str, str]:
    """Give the condition of every part in a word."""
    volume = devices.volume_percent
    fit = devices.notches
    return {
        "headband_fit": "snug" if not fit else "loose" if fit < 0 else "tight",
        "headband_battery": "low" if _flat(devices, limits) else "good",
        "headband": "paired" if devices.paired else "unpaired",
        "speaker": "muted" if devices.speaker_muted else "on",
        "volume": "loud"
        if volume > limits.loudest_percent
        else "faint"
        if volume < limits.quietest_percent
        else "soft",
        "do_not_disturb": "on" if devices.do_not_disturb else "off",
        "phone": "charging" if devices.phone_charging else "unplugged",
        "lamp": "on" if devices.lamp_on else "off",
    }


def broken(devices: Devices, limits: Limits) -> tuple[str, ...]:
    """Give the parts that are not as they should be."""
    found = conditions(devices, limits)
    return tuple(part for part, right in RIGHT.items() if found[part] != right)


# ---------------------------------------------------------------- tools


def fault(tool: str, arguments: Mapping[str, Any]) -> str:
    """Say why a tool can't be used like this; empty where it can."""
    if tool not in TOOLS:
        return f"there is no tool {str(tool)[:60]!r}"
    if not isinstance(arguments, Mapping):
        return "arguments are a mapping"
    given = dict(arguments)
    if tool == "set_volume":
        to = given.pop("to", None)
        if not isinstance(to, int) or isinstance(to, bool):
            return "set_volume needs `to`, a whole number of percent"
    parts = PARTS_OF.get(tool.removeprefix("look_at_"), ())
    if parts and given.pop("at", parts[0]) not in parts:
        return f"{tool} can look `at` {', '.join(parts)}"
    return f"{tool} takes no argument {next(iter(given))!r:.60}" if given else ""


def use(
    devices: Devices, tool: str, arguments: Mapping[str, Any], limits: Limits
) -> tuple[Devices, tuple[Finding, ...]]:
    """Use a tool: give the devices after it, and what came of it.

    Raises ValueError where `fault` finds one.
    """
    why = fault(tool, arguments)
    if why:
        raise ValueError(why)
    if tool in ACTS:
        return _ACTS[tool](devices, limits, arguments)
    return devices, _look(devices, tool, arguments, limits)


def needed(
    devices: Devices, tool: str, arguments: Mapping[str, Any], limits: Limits
) -> bool:
    """Tell whether an act would mend what it is for: no snug strap is tightened."""
    fit, volume = devices.notches, devices.volume_percent
    decided: Mapping[str, bool] = {
        "tighten_headband": fit < 0 and not _flat(devices, limits),
        "loosen_headband": fit > 0 and not _flat(devices, limits),
        "set_volume": volume > arguments.get("to", FULL),
        "turn_down_volume": volume > limits.loudest_percent,
        "turn_up_volume": volume < limits.quietest_percent,
        "swap_battery": _flat(devices, limits),
        "charge_headband": _flat(devices, limits),
    }
    changes = use(devices, tool, arguments, limits)[0] != devices
    return decided.get(tool, changes)


def _flat(devices: Devices, limits: Limits) -> bool:
    return devices.battery_percent < limits.low_battery_percent


def _look(
    devices: Devices, tool: str, arguments: Mapping[str, Any], limits: Limits
) -> tuple[Finding, ...]:
    device = tool.removeprefix("look_at_")
    if device in PARTS_OF:
        if "at" in arguments:
            return (_see(devices, arguments["at"], limits),)
        parts = PARTS_OF[device]
        if device == "headband" and _flat(devices, limits):
            parts = ("battery", "fit")
        return tuple(_see(devices, part, limits) for part in parts)
    part = {"look_around": "room", "play_test_sound": "test"}.get(tool, device)
    return (_see(devices, part, limits),)


def _see(devices: Devices, part: str, limits: Limits) -> Finding:
    flat = _flat(devices, limits)
    if part == "battery":
        low = "low" if flat else "good"
        return Finding("battery", low, devices.battery_percent)
    if part == "fit":
        return Finding("fit", "unreadable" if flat else _fit(devices.notches))
    if part == "pairing":
        paired = "paired" if devices.paired else "unpaired"
        return Finding("pairing", "unreadable" if flat else paired)
    if part == "volume":
        return Finding("volume", "at", devices.volume_percent)
    if part == "test":
        if devices.speaker_muted or not devices.volume_percent:
            return Finding("test", "silent")
        return Finding("test", conditions(devices, limits)["volume"])
    on = {
        "do_not_disturb": devices.do_not_disturb,
        "charging": devices.phone_charging,
        "speaker": not devices.speaker_muted,
        "lamp": devices.lamp_on,
        "room": devices.lamp_on,
    }[part]
    return Finding(part, "on" if on else "off")


def _fit(notches: int) -> str:
    if notches < 0:
        return "a_little_loose" if notches == -1 else "loose"
    return "tight" if notches else "snug"


_Outcome = tuple[Devices, tuple[Finding, ...]]
_Act = Callable[[Devices, Limits, Mapping[str, Any]], _Outcome]


def _puts(tool: str, **changes: Any) -> _Act:
    """Give an act that always leads to the same."""

    def act(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
        return replace(devices, **changes), (Finding("done", tool),)

    return act


def _moves_strap(tool: str, by: int) -> _Act:
    def act(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
        notches = max(-MOST_NOTCHES, min(MOST_NOTCHES, devices.notches + by))
        if notches == devices.notches:
            return devices, (Finding("cannot", "no_further"),)
        return replace(devices, notches=notches), (Finding("done", tool),)

    return act


def _moves_volume(sign: int) -> _Act:
    def act(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
        to = devices.volume_percent + sign * VOLUME_STEP
        return _to_volume(devices, max(0, min(FULL, to)))

    return act


def _set_volume(
    devices: Devices, limits: Limits, arguments: Mapping[str, Any]
) -> _Outcome:
    to = arguments["to"]
    if not 0 <= to <= FULL:
        return devices, (Finding("cannot", "no_such_volume"),)
    return _to_volume(devices, to)


def _to_volume(devices: Devices, to: int) -> _Outcome:
    return replace(devices, volume_percent=to), (Finding("done", "set_volume", to),)


def _swap(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
    if not devices.spare_batteries:
        return devices, (Finding("cannot", "no_spare"),)
    after = replace(
        devices, battery_percent=FULL, spare_batteries=devices.spare_batteries - 1
    )
    return after, (Finding("done", "swap_battery"),)


def _charge(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
    spare = "only_spare" if devices.spare_batteries else "no_charger"
    return devices, (Finding("cannot", spare),)


def _pair(devices: Devices, limits: Limits, arguments: Mapping[str, Any]) -> _Outcome:
    if _flat(devices, limits):
        return devices, (Finding("cannot", "no_power"),)
    return replace(devices, paired=True), (Finding("done", "pair_headband"),)


_ACTS: Mapping[str, _Act] = {
    "tighten_headband": _moves_strap("tighten_headband", 1),
    "loosen_headband": _moves_strap("loosen_headband", -1),
    "swap_battery": _swap,
    "charge_headband": _charge,
    "pair_headband": _pair,
    "unmute_speaker": _puts("unmute_speaker", speaker_muted=False),
    "mute_speaker": _puts("mute_speaker", speaker_muted=True),
    "set_volume": _set_volume,
    "turn_down_volume": _moves_volume(-1),
    "turn_up_volume": _moves_volume(1),
    "turn_on_do_not_disturb": _puts("turn_on_do_not_disturb", do_not_disturb=True),
    "turn_off_do_not_disturb": _puts("turn_off_do_not_disturb", do_not_disturb=False),
    "plug_in_phone": _puts("plug_in_phone", phone_charging=True),
    "unplug_phone": _puts("unplug_phone", phone_charging=False),
    "turn_off_lamp": _puts("turn_off_lamp", lamp_on=False),
    "turn_on_lamp": _puts("turn_on_lamp", lamp_on=True),
}
