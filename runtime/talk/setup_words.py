"""How YAML breaks a bedside, mends it and checks it: the set-up's functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from paprika.compiler.vocabulary import BadValue, Verdict, Vocabulary
from paprika.rubrics.words import content, negated, numbers
from paprika.runtime.talk import devices as hands
from paprika.runtime.talk.bedside import Bedside, Setup, SetupTrace
from paprika.runtime.talk.devices import MOST_NOTCHES, TOUCHES
from paprika.runtime.talk.model import Say, Use
from paprika.users.reports import in_words
from paprika.users.tools import Tool

WORDS = Vocabulary()
init, planner, check = WORDS.init, WORDS.planner, WORDS.check

Step = Use | Say
"""A step of a plan: a tool that the person uses; for spoiled plans, words too."""
Percent = Annotated[int, Field(ge=0, le=100)]
Notches = Annotated[int, Field(ge=1, le=MOST_NOTCHES)]
Names = Annotated[list[str], Field(min_length=1)]
OnOff = Literal["on", "off"]


# ---------------------------------------------------------------- init


def _set(state: Bedside, **changes: Any) -> None:
    state.devices = replace(state.devices, **changes)


@init(writes=["headband_fit"])
def loosen_headband(state: Bedside, notches: Notches = 1) -> None:
    """Let the headband's strap be too loose by so many notches."""
    _set(state, notches=-notches)


@init(writes=["headband_battery"])
def drain_headband(
    state: Bedside, percent: Percent = 5, spares: Annotated[int, Field(ge=0, le=9)] = 1
) -> None:
    """Let the headband's battery be low, with so many spare ones at hand."""
    if percent >= state.limits.low_battery_percent:
        low = state.limits.low_battery_percent
        raise BadValue("percent", f"{percent} percent is not low: that is below {low}")
    _set(state, battery_percent=percent, spare_batteries=spares)


@init(writes=["headband"])
def unpair_headband(state: Bedside) -> None:
    """Let the headband have lost its connection."""
    _set(state, paired=False)


@init(writes=["speaker"])
def mute_speaker(state: Bedside) -> None:
    """Let the speaker be muted."""
    _set(state, speaker_muted=True)


@init(writes=["volume"])
def raise_volume(state: Bedside, percent: Percent) -> None:
    """Let the phone's volume be too high."""
    if percent <= state.limits.loudest_percent:
        loudest = state.limits.loudest_percent
        said = f"{percent} percent is not too high: that is above {loudest}"
        raise BadValue("percent", said)
    _set(state, volume_percent=percent)


@init(writes=["do_not_disturb"])
def allow_notifications(state: Bedside) -> None:
    """Let do not disturb be off."""
    _set(state, do_not_disturb=False)


@init(writes=["phone"])
def unplug_phone(state: Bedside) -> None:
    """Let the phone be off its charger."""
    _set(state, phone_charging=False)


@init(writes=["lamp"])
def light_lamp(state: Bedside) -> None:
    """Let the lamp be on."""
    _set(state, lamp_on=True)


@init(writes=["wish"], facts=lambda given: {"wish": given["theme"]})
def wish(state: Bedside, theme: str, own_words: Names) -> None:
    """Set what the person wants to dream of; the set-up doesn't ask for it."""
    state.wish, state.own_words = theme, tuple(own_words)


@init(writes=["mood"], facts=lambda given: {"mood": given["word"]})
def mood(state: Bedside, word: str) -> None:
    """Set the person's mood; the set-up doesn't ask for it."""
    state.mood = word


# ---------------------------------------------------------------- planners


@planner()
def person(setup: Setup, tool: Tool, to: Percent | None = None) -> list[Step]:
    """Let the person use one of their tools; `to` is for `set_volume`."""
    arguments = {} if to is None else {"to": to}
    why = hands.fault(tool, arguments)
    if why:
        raise BadValue("tool" if to is None else "to", why)
    return [Use(tool, arguments)]


# ---------------------------------------------------------------- checks


@check()
def device(
    trace: SetupTrace,
    headband_fit: Literal["loose", "snug", "tight"] | None = None,
    headband_battery: Literal["low", "good"] | None = None,
    headband: Literal["paired", "unpaired"] | None = None,
    speaker: Literal["on", "muted"] | None = None,
    volume: Literal["faint", "soft", "loud"] | None = None,
    do_not_disturb: OnOff | None = None,
    phone: Literal["charging", "unplugged"] | None = None,
    lamp: OnOff | None = None,
) -> Verdict:
    """Devices are like this at the end; one at least must be named."""
    wanted = {
        "headband_fit": headband_fit,
        "headband_battery": headband_battery,
        "headband": headband,
        "speaker": speaker,
        "volume": volume,
        "do_not_disturb": do_not_disturb,
        "phone": phone,
        "lamp": lamp,
    }
    named = {part: how for part, how in wanted.items() if how is not None}
    if not named:
        return Verdict(False, "nothing to check: name a part, such as `lamp: off`")
    for part, how in named.items():
        found = trace.devices[part]
        if found != how:
            return Verdict(False, f"{part} is {found}, not {how}")
    return Verdict(True)


@check()
def only_asked(trace: SetupTrace) -> Verdict:
    """Nothing was acted on that was as it should be at that moment."""
    limits = trace.talk.limits
    for used in trace.uses:
        part = TOUCHES.get(used.tool)
        if part and part not in hands.broken(used.before, limits):
            was = hands.conditions(used.before, limits)[part]
            said = f"turn {used.turn}: {used.tool}, though {part} was {was}"
            return Verdict(False, said, used.turn)
    return Verdict(True)


@check()
def ends_on_its_own(trace: SetupTrace) -> Verdict:
    """The agent ended the talk, before the person left or a limit cut it off."""
    if trace.status == "ended":
        return Verdict(True)
    why = {"left": "the person left", "asleep": "the person fell asleep"}
    return Verdict(False, why.get(trace.person, "it went on until a limit cut it off"))


@check()
def one_request_a_turn(trace: SetupTrace) -> Verdict:
    """No turn of the agent asked the person for two things."""
    for turn, requests in trace.requests.items():
        if len(requests) > 1:
            asked = ", ".join(in_words(r.tool, r.arguments) for r in requests)
            return Verdict(
                False, f"turn {turn} asks for {len(requests)}: {asked}", turn
            )
    return Verdict(True)


@check()
def must(trace: SetupTrace, tool: Tool) -> Verdict:
    """The tool was used."""
    used = any(use.tool == tool for use in trace.uses)
    return Verdict(used, f"{tool} was never used")


@check()
def must_not(trace: SetupTrace, tool: Tool) -> Verdict:
    """The tool was not used."""
    for use in trace.uses:
        if use.tool == tool:
            return Verdict(False, f"turn {use.turn}: {tool}", use.turn)
    return Verdict(True)


@check()
def order(trace: SetupTrace, first: Tool, then: Tool) -> Verdict:
    """Both tools were used, and the one before the other was for the first time."""
    tools = [use.tool for use in trace.uses]
    for tool in (first, then):
        if tool not in tools:
            return Verdict(False, f"{tool} was never used")
    later = tools.index(then)
    turn = trace.uses[later].turn
    said = f"turn {turn}: {then} before any {first}"
    return Verdict(tools.index(first) < later, said, turn)


@check()
def said(trace: SetupTrace, words: str) -> Verdict:
    """The agent told these words and numbers in one turn, in any form and order.

    What is negated in one of the two and not in the other is not told.
    """
    wanted = _told(words)
    if not wanted:
        return Verdict(False, f"nothing to check: {words!r} holds no word of content")
    for turn in trace.turns:
        if turn.speaker == "agent" and wanted <= _told(turn.text):
            return Verdict(True)
    return Verdict(False, f"no turn of the agent tells all of {words!r}")


def _told(text: str) -> frozenset[tuple[str, bool]]:
    """Give content lemmas and numbers, each with whether it is negated."""
    without = negated(text)
    told = {(word, word in without) for word in content(text)}
    return frozenset(told | {(f"{number:g}", False) for number in numbers(text)})


# ---------------------------------------------------------------- spoiled plans

Mutant = Callable[[Setup, Sequence[Step]], list[Step]]
NEEDLESS = tuple(
    Use(tool, {"to": 20} if tool == "set_volume" else {})
    for tool in (
        "tighten_headband",
        "swap_battery",
        "pair_headband",
        "unmute_speaker",
        "set_volume",
        "turn_on_do_not_disturb",
        "plug_in_phone",
        "turn_off_lamp",
    )
)


def _needless(setup: Setup, plan: Sequence[Step]) -> list[Step]:
    """Mend everything once more."""
    return [*plan, *NEEDLESS]


def _never_ends(setup: Setup, plan: Sequence[Step]) -> list[Step]:
    return [*plan, *[Say("Are you lying well?")] * setup.limits.agent_turns]


def _all_at_once(setup: Setup, plan: Sequence[Step]) -> list[Step]:
    """Ask for all in one breath, and where that is one thing, for two more."""
    uses = [step for step in plan if isinstance(step, Use)]
    asked = [in_words(use.tool, use.arguments) for use in [*uses, *NEEDLESS[-2:]]]
    return [Say("Please " + " and ".join(asked) + "."), *plan]


def _twice(setup: Setup, plan: Sequence[Step]) -> list[Step]:
    return [step for step in plan for _ in range(2)]


def _reversed(setup: Setup, plan: Sequence[Step]) -> list[Step]:
    return list(reversed(plan))


MUTANTS: Mapping[str, Mutant] = {
    "needless": _needless,
    "never ends": _never_ends,
    "all at once": _all_at_once,
    "twice": _twice,
    "reversed": _reversed,
}
