"""Set-ups for tests: built in code, and compiled from the shipped specs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from paprika.compiler.compile import Result, compile_specs
from paprika.compiler.suite import Task
from paprika.runtime.talk.bedside import Setup, SetupTrace
from paprika.runtime.talk.devices import Devices, Limits
from paprika.runtime.talk.setup import SETUP
from paprika.users.persona import Profile

from .shared import ROOT

LIMITS = Limits(
    quietest_percent=10, loudest_percent=40, low_battery_percent=20, agent_turns=40
)
ALL_BROKEN: Mapping[str, Any] = {
    "notches": -2,
    "battery_percent": 5,
    "paired": False,
    "speaker_muted": True,
    "volume_percent": 85,
    "do_not_disturb": False,
    "phone_charging": False,
    "lamp_on": True,
}
"""What is changed where everything is broken."""
KOREAN = Profile(language="ko")
OURS = [
    str(ROOT / "specs" / name)
    for name in ("conditions/devices.yaml", "suites/setup.yaml", "personas/users.yaml")
]
"""The files of specs/ that the set-up rests on."""


def a_setup(
    profile: Profile | None = None,
    seed: int = 1,
    task: str = "test:setup",
    limits: Limits = LIMITS,
    **broken: Any,
) -> Setup:
    """Give a set-up at which only what is named differs from right."""
    return Setup(task, seed, limits, profile or Profile(), Devices(**broken))


def everything_broken(profile: Profile | None = None, seed: int = 1) -> Setup:
    """Give a set-up at which all eight parts are broken."""
    return a_setup(profile, seed, **ALL_BROKEN)


@cache
def shipped() -> Result:
    """Compile the shipped set-up suites."""
    return compile_specs(OURS, {"setup": SETUP})


@cache
def tasks(suite: str) -> tuple[Task, ...]:
    """Give the tasks of a shipped suite."""
    return tuple(draft.task for draft in shipped().compositions[suite].drafts)


def said(trace: SetupTrace, speaker: str) -> list[str]:
    """Give what one of the two said, in order."""
    return [turn.text for turn in trace.turns if turn.speaker == speaker]
