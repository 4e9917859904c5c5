"""Agents without a model for the set-up: each a policy, observation -> action.

They see a `TalkObservation` and nothing else: they know the person's devices from
what the person says, in English or Korean, or from the tools they hold themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from paprika.runtime.talk.model import End, Say, TalkAction, TalkObservation, Use

Guide = Callable[[TalkObservation], TalkAction]
"""What every agent is: called once a turn, in order, from the first observation."""

LOOKS: Mapping[str, tuple[str, str]] = {
    "headband": ("look_at_headband", "Please look at the headband. What do you see?"),
    "speaker": ("look_at_speaker", "Please look at the speaker. What do you see?"),
    "phone": ("look_at_phone", "Please look at your phone. What does it show?"),
    "lamp": ("look_at_lamp", "Please look at the lamp. What do you see?"),
}
SOFT_PERCENT = 30
LOUDEST_PERCENT = 40
QUIETEST_PERCENT = 10
"""From the quietest to the loudest, as the brief says."""
FIXES: Mapping[str, tuple[str, Mapping[str, Any], str]] = {
    "flat": ("swap_battery", {}, "Please swap the headband's battery."),
    "loose": ("tighten_headband", {}, "Please tighten the headband by one notch."),
    "tight": ("loosen_headband", {}, "Please loosen the headband by one notch."),
    "unpaired": ("pair_headband", {}, "Please pair the headband again."),
    "muted": ("unmute_speaker", {}, "Please unmute the speaker."),
    "loud": (
        "set_volume",
        {"to": SOFT_PERCENT},
        f"Please set the phone's volume to {SOFT_PERCENT} percent.",
    ),
    "open": ("turn_on_do_not_disturb", {}, "Please turn on do not disturb."),
    "unplugged": ("plug_in_phone", {}, "Please plug in your phone."),
    "lit": ("turn_off_lamp", {}, "Please turn off the lamp."),
}
"""What can be wrong, and how it is mended: the tool, and the words that ask for it."""
SIGNS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "flat": r"battery is low|nearly empty|배터리가 부족",
        "loose": r"\bloose\b|헐거",
        "tight": r"too tight|너무 (?:꽉 )?조여",
        "unpaired": r"not connected|연결 안",
        "muted": r"\bmuted\b|mute sign|음소거예요|음소거 표시가 있",
        "open": r"do not disturb is off|방해 금지[^.]*꺼져",
        "unplugged": r"(?:not|isn't) charging|충전이 안",
        "lit": r"lamp is (?:still )?on|램프가[^.]*켜져",
    }.items()
}
VOLUME = re.compile(
    r"volume(?: is at)? (\d+) percent|볼륨은? (\d+)퍼센트", re.IGNORECASE
)
MOST_TRIES = 5
"""How often one thing is asked for before it is let be."""


def wrong(report: str) -> list[str]:
    """Read what is wrong off a report of a look, in the order to mend it."""
    found = [name for name, sign in SIGNS.items() if sign.search(report)]
    for numbers in VOLUME.findall(report):
        percent = int(max(numbers))
        if not QUIETEST_PERCENT <= percent <= LOUDEST_PERCENT:
            found.append("loud")
    return [name for name in FIXES if name in found]


class RuleGuide:
    """Go round the devices: look, mend the first thing that is wrong, look again.

    Given a plan it carries that out first. It ends when a round is through.
    """

    def __init__(self) -> None:
        """Start at the first device."""
        self.to_see = list(LOOKS)
        self.tries: dict[str, int] = {}
        self.looking = False
        self.plan: list[str] | None = None

    def __call__(self, observation: TalkObservation) -> TalkAction:
        """Choose what to say or do next."""
        if self.plan is None:
            lines = observation.plan.splitlines()
            steps = [re.match(r"\d+\. (.+)", line) for line in lines]
            self.plan = [step[1] for step in steps if step]
        if self.plan:
            return Say(f"Please {self.plan.pop(0)}.")
        if self.looking:
            report = observation.last_result if observation.tools else observation.heard
            mend = next(filter(self._may_try, wrong(report)), None)
            self.looking = False
            if mend:
                tool, arguments, words = FIXES[mend]
                return _act(observation, tool, arguments, words)
            self.to_see.pop(0)
        if not self.to_see:
            return End("" if observation.tools else "All is set. Good night.")
        self.looking = True
        tool, words = LOOKS[self.to_see[0]]
        return _act(observation, tool, {}, words)

    def _may_try(self, mend: str) -> bool:
        self.tries[mend] = self.tries.get(mend, 0) + 1
        return self.tries[mend] <= MOST_TRIES


def silent(observation: TalkObservation) -> TalkAction:
    """Say nothing, and never end."""
    return Say("")


class KnowItAll:
    """Order every fix without a look: all at once, then one after the other."""

    def __init__(self) -> None:
        """Start with the speech."""
        self.left = [fix for name, fix in FIXES.items() if name != "tight"]
        self.greeted = False

    def __call__(self, observation: TalkObservation) -> TalkAction:
        """Give the next order."""
        if not self.greeted and not observation.tools:
            self.greeted = True
            return Say(" ".join(words for _, _, words in self.left))
        if not self.left:
            return End("That should do. Good night.")
        return _act(observation, *self.left.pop(0))


def _act(
    observation: TalkObservation, tool: str, arguments: Mapping[str, Any], words: str
) -> TalkAction:
    """Use a tool, or ask the person who holds it."""
    return Use(tool, arguments) if observation.tools else Say(words)


GUIDES: Mapping[str, Callable[[], Guide]] = {
    "guide": RuleGuide,
    "silent": lambda: silent,
    "know_it_all": KnowItAll,
}
"""Agents of the set-up that need no model, by name."""
