"""The person's hands: which of their tools an agent's words ask them to use.

The person uses a tool only when asked to. What is asked is read off the words by a
ladder of patterns, English and Korean, a clause at a time. A look is read from a
question or from words such as "check"; an act from a plain order or wish alone ("turn
off"; never "is it turned off", "I'll turn it off" or "don't turn it off"). Told "if it
is on, turn it off", the person looks first and acts only where there is need.

Known limits: "the lamp should be off" asks for nothing, nor does "fix it"; a name of a
tool or a piece of JSON is no request, for people don't speak so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from paprika.users import phrases

Look = Literal[
    "look_around",
    "look_at_headband",
    "look_at_speaker",
    "look_at_phone",
    "look_at_lamp",
    "play_test_sound",
]
Act = Literal[
    "tighten_headband",
    "loosen_headband",
    "swap_battery",
    "charge_headband",
    "pair_headband",
    "unmute_speaker",
    "mute_speaker",
    "set_volume",
    "turn_down_volume",
    "turn_up_volume",
    "turn_on_do_not_disturb",
    "turn_off_do_not_disturb",
    "plug_in_phone",
    "unplug_phone",
    "turn_off_lamp",
    "turn_on_lamp",
]
Tool = Look | Act
LOOKS: tuple[str, ...] = get_args(Look)
ACTS: tuple[str, ...] = get_args(Act)
TOOLS = (*LOOKS, *ACTS)

MOST_HEARD = 4000
"""Characters of one turn that a person takes in; the rest passes them by."""


class Request(NamedTuple):
    """One thing that the person is asked to do with their hands or eyes.

    `set_volume` has the argument `to` (percent); looks at the headband and the phone
    may have `at`, the one thing asked of: fit, battery or pairing; volume,
    do_not_disturb or charging.
    """

    tool: str
    arguments: Mapping[str, Any] = {}
    if_needed: bool = False
    """Whether it was asked for only under a condition ("if it is on, ...")."""
    then: Request | None = None
    """The look at what became of an act, where the same turn asks for it."""


class Heard(NamedTuple):
    """What the person made of an agent's words."""

    requests: tuple[Request, ...]
    """In the order they were spoken, each once."""
    thing: str
    """What was spoken of last: what "it" will mean in the next turn."""
    small_talk: bool
    """Whether the words are thanks, a greeting and the like."""
    puzzling: bool
    """Whether they seem to ask for something about a device, and nobody knows what."""


def hear(text: str, thing: str = "") -> Heard:
    """Read what an agent's words ask for; `thing` is what was spoken of before."""
    return _hear(text[:MOST_HEARD], thing)


@lru_cache(maxsize=512)
def _hear(text: str, thing: str) -> Heard:
    """Agents without a model say the same again and again, in thousands of talks."""
    said = _plain(text)
    found: list[Request] = []
    for sentence in phrases.SENTENCE.findall(said):
        requests, thing = _in_sentence(sentence, thing)
        for request in requests:
            _add(found, request)
    small = not found and "?" not in said and bool(phrases.SMALL_TALK.search(said))
    asking = not found and bool(_things(said)) and bool(phrases.ASKING.search(said))
    return Heard(tuple(found), thing, small, asking)


def _plain(text: str) -> str:
    said = unicodedata.normalize("NFKC", text).casefold()
    said = said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    said = phrases.DND.sub(" dnd ", said)
    said = phrases.WHETHER.sub(r"\1 ", said)
    return phrases.MINDS.sub(lambda m: phrases.PLAIN.get(m[1], m[1]), said)


def _in_sentence(sentence: str, thing: str) -> tuple[list[Request], str]:
    """Give the requests of a sentence, and the thing it spoke of last."""
    asks = sentence.rstrip().endswith("?")
    condition = bool(phrases.CONDITION.search(sentence))
    pieces = phrases.CUT.split(sentence)
    clauses, joints = pieces[::2], ["", *pieces[1::2]]
    found: list[Request | None] = []
    order, passed_over = "", False
    waiting: list[tuple[str, ...]] = []
    for index, (clause, joint) in enumerate(zip(clauses, joints, strict=True)):
        last = index == len(clauses) - 1
        clause = _bare(clause.strip())
        whole = clause
        side = phrases.SIDE.search(clause)
        if side:
            clause = clause[: side.start()]
        things = _things(clause) or (() if clause.strip() else _things(whole))
        if phrases.CONDITION.match(whole):
            thing = things[0] if things else thing
            continue
        goes_on = joint in ("and", "or") and "you" not in clause.split()
        passed_over = bool(
            phrases.NEGATED.search(clause)
            or phrases.OWN.search(clause)
            or (passed_over and goes_on)
        )
        if passed_over:
            thing = things[0] if things else thing
            continue
        verb = _verb(clause, asks and last)
        if not verb and things and not phrases.STATES.search(clause):
            # "check the headband and the lamp": the order stands once, in Korean last.
            verb = order
            if not verb:
                waiting.append(things)
        if verb:
            found += [_request(verb, clause, each, condition) for each in waiting]
            waiting.clear()
            meant = things or _meant(verb, clause, thing, cut=bool(side))
            request = _request(verb, clause, meant, condition)
            found.append(request)
            order = verb
            thing = (DEVICE[request.tool] if request else "") or thing
        thing = things[0] if things else thing
    return [request for request in found if request is not None], thing


def _bare(clause: str) -> str:
    """Take words such as "okay, now" off the start, unless nothing else is there."""
    filler = phrases.FILLER.match(clause)
    return clause[filler.end() :] or clause if filler else clause


def _things(clause: str) -> tuple[str, ...]:
    found = tuple(n for n, words in phrases.THINGS.items() if words.search(clause))
    if "headband" in found and "lamp" not in clause:
        # "the headband's light" is no lamp, its charge is that of its battery.
        instead = {"charger": "battery", "lamp": "headband"}
    elif "phone" in found:
        instead = {"battery": "charger"}
    else:
        return found
    return tuple(dict.fromkeys(instead.get(name, name) for name in found))


def _meant(verb: str, clause: str, thing: str, cut: bool) -> tuple[str, ...]:
    """Give what a clause without a thing speaks of: "turn it off", "what do you see".

    `cut` says that a part of the clause was left out, such as "when it is done".
    """
    if not thing or cut or phrases.NO_THING.search(clause):
        return ()
    points = phrases.IT.search(clause) or (
        verb == "look" and phrases.SEES.search(clause)
    )
    return (thing,) if points else ()


def _verb(clause: str, asks: bool) -> str:
    """Give the order in a clause, `look` for a look, or an empty text."""
    if phrases.ASKS.match(clause) or phrases.PAST.search(clause):
        return "look"
    look = phrases.LOOKS_AT.search(clause)
    found = [
        (match.start(), name)
        for name, words in phrases.ORDERS.items()
        if (match := words.search(clause))
    ]
    turned = phrases.TURN.search(clause)
    if turned:
        found.append((turned.start(), "off" if turned[1] == "out" else turned[1]))
    if found and not (look and look.start() < min(found)[0]):
        return found[0][1]
    if phrases.BARE.match(clause) and not asks:
        return "off"
    if phrases.MAY_YOU.match(clause) and not look and not phrases.STATES.search(clause):
        return ""
    sure = phrases.MAKES_SURE.search(clause)
    asked = look or sure or asks or phrases.ASKS_KOREAN.search(clause)
    return "look" if asked else ""


def _request(
    verb: str, clause: str, things: tuple[str, ...], condition: bool
) -> Request | None:
    if verb == "look":
        return _look(clause, things)
    named = set(things) or {"-"}
    fitting = [t for t, of in phrases.DOES[verb].items() if named & set(of.split())]
    if not fitting:
        return None
    tool = fitting[0]
    if "volume" in tool:
        to = _number(clause)
        if to is not None:
            return Request("set_volume", {"to": to}, condition)
        if tool == "set_volume":
            return None
    return Request(tool, {}, condition and tool in ACTS)


def _look(clause: str, things: tuple[str, ...]) -> Request | None:
    if phrases.GENERAL.search(clause) and not _things(clause):
        return Request("look_around")
    named = set(things)
    of_headband, of_phone = phrases.OF_HEADBAND, phrases.OF_PHONE
    if "headband" in named or ("phone" not in named and named & set(of_headband)):
        parts = [of_headband[name] for name in things if name in of_headband]
        return Request("look_at_headband", _at(parts))
    if "phone" in named or named & set(of_phone):
        parts = [of_phone[name] for name in things if name in of_phone]
        return Request("look_at_phone", _at(parts))
    if "speaker" in named:
        return Request("look_at_speaker")
    return Request("look_at_lamp") if "lamp" in named else None


def _at(parts: list[str]) -> dict[str, str]:
    """Give the one part asked of; nothing, for a look at the whole, if several."""
    return {"at": parts[0]} if len(set(parts)) == 1 else {}


def _number(clause: str) -> int | None:
    found = phrases.NUMBER.search(clause)
    if found:
        return int(found[1])
    tens = [phrases.TENS[word] for word in clause.split() if word in phrases.TENS]
    return tens[0] if tens else None


def _add(found: list[Request], request: Request) -> None:
    """Add a request to those found, unless one of them already holds it.

    One request are two looks at one device; a look and then an act under a condition;
    an act and then a look at what became of it.
    """
    for index, other in enumerate(found):
        if other.tool == request.tool and request.tool in LOOKS:
            at = request.arguments if other.arguments == request.arguments else {}
            found[index] = Request(other.tool, at)
            return
        if other[:2] == request[:2]:
            return
        if other.tool not in LOOKS and other.then is not None:
            continue
        if DEVICE[other.tool] == DEVICE[request.tool]:
            if other.tool in LOOKS and request.if_needed:
                found[index] = request
                return
            if other.tool in ACTS and request.tool in LOOKS:
                found[index] = other._replace(then=request)
                return
    found.append(request)


_OTHERS = {
    "look_around": "",
    "play_test_sound": "speaker",
    "swap_battery": "headband",
}
DEVICE: Mapping[str, str] = {
    tool: _OTHERS.get(
        tool,
        next(
            (name for name in ("headband", "lamp", "speaker") if name in tool), "phone"
        ),
    )
    for tool in TOOLS
}
"""Tool -> the device it is used on; empty for a look around."""
