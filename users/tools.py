"""The person's hands: which of their tools an agent's words ask them to use.

The person uses a tool only when asked to. What is asked is read off the words by a
ladder of patterns, English and Korean, a clause at a time. A look is read from a
question or from words such as "check"; an act from a plain order or wish alone ("turn
off", never "is it turned off", "I turned it off" or "don't turn it off"). Told "if it
is on, turn it off", the person looks first and acts only where there is need.

Known limits: "the lamp should be off" asks for nothing, nor does "fix it"; a name of a
tool or a piece of JSON is no request, for people don't speak so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args

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


class Heard(NamedTuple):
    """What the person made of an agent's words."""

    requests: tuple[Request, ...]
    """In the order they were spoken, each once."""
    thing: str
    """What was spoken of last: what "it" will mean in the next turn."""
    small_talk: bool
    """Whether the words are thanks, a greeting and the like."""


# ---------------------------------------------------------------- words for things

THINGS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        "test": r"\btest (?:sound|tone)\b|(?:시험|테스트)\s*(?:소리|음)",
        "battery": r"\bbatter(?:y|ies)\b|배터리|건전지",
        "pairing": r"\b(?:re-?)?pair(?:ed|ing)?\b|\bbluetooth\b|\b(?:re-?)?connect"
        r"(?:ed|ion)?\b|페어링|블루투스|연결",
        "fit": r"\bstraps?\b|\bfit(?:s|ting)?\b|\bsnug(?:ly)?\b|\bloose(?:ly)?\b"
        r"|\btight(?:ly|er)?\b|\bslid(?:es|ing)\b|착용|헐거|느슨|꽉\s|끈",
        "volume": r"\bvolume\b|\bloud(?:ness|er)?\b|볼륨|음량|소리\s*크기",
        "dnd": r"\bdnd\b",
        "notifications": r"\bnotifications?\b|\balerts?\b|알림",
        "charger": r"\bcharg(?:e|er|ed|ing)\b|\bplug(?:ged)?\b|\bcable\b|충전",
        "headband": r"\bhead ?-?band\b|\bband\b|머리띠|헤드밴드|밴드",
        "speaker": r"\bspeakers?\b|\bsound\b|스피커|음소거",
        "phone": r"\b(?:smart)?phone\b|\bmobile\b|휴대폰|핸드폰|전화기|폰",
        "lamp": r"\blamps?\b|(?<!its )(?<!status )(?<!headband's )(?<!indicator )"
        r"\blights?\b|램프|전등|조명|스탠드|(?<![가-힣])불(?=[을은이도 ?]|$)",
    }.items()
}
"""Parts come before the device they belong to: the first named decides."""
OF_HEADBAND = {"battery": "battery", "fit": "fit", "pairing": "pairing"}
OF_PHONE = {
    "volume": "volume",
    "dnd": "do_not_disturb",
    "notifications": "do_not_disturb",
    "charger": "charging",
}

# ---------------------------------------------------------------- words for acts

ORDERS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("unplug", r"\bunplug\b|충전기.*(?:빼|뽑)"),
        (
            "plug",
            r"\bplug\b|\bput\b.{0,40}\bcharg(?:er|e)\b|꽂아|꽂으|충전기.*연결\s*해",
        ),
        (
            "unmute",
            r"\bun-?mute\b|음소거\s*(?:를|을)?\s*(?:해제|풀어|풀고|꺼(?!져|졌)|끄)",
        ),
        ("silence", r"\b(?:silence|block|hide)\b"),
        (
            "mute",
            r"\bmute\b|음소거\s*(?:를|을)?\s*(?:해\s*(?:주|줘)|하세요|켜(?!져|졌))",
        ),
        (
            "tighten",
            r"\btighten\b|\bfasten\b|\bmake\b.{0,30}\b(?:tighter|snug)"
            r"|조여(?!져|졌)|조이(?=세|고|시)",
        ),
        ("loosen", r"\bloosen\b|\bmake\b.{0,30}\blooser|느슨하게|헐겁게"),
        (
            "swap",
            r"\b(?:swap|replace|change|exchange)\b|\b(?:put|insert)\b.{0,30}\bbattery"
            r"|교체\s*(?:해|하)|갈아|바꿔|바꾸(?=세|고|시)|끼워",
        ),
        (
            "pair",
            r"\b(?:re-?)?(?:pair|connect)\b|(?:페어링|연결)\s*(?:을|를)?\s*(?:해|하(?=세|고|시))",
        ),
        ("play", r"\bplay\b|재생\s*(?:해|하)|틀어"),
        (
            "down",
            r"\b(?:lower|reduce|decrease)\b|낮춰|낮추(?=세|고|시)|줄여|줄이(?=세|고|시)",
        ),
        ("up", r"\b(?:raise|increase)\b|높여|높이(?=세|고|시)|올려|키워"),
        ("on", r"\b(?:enable|activate)\b|켜(?!져|졌|진|지)|설정\s*해"),
        (
            "off",
            r"\b(?:disable|deactivate)\b|꺼(?!져|졌|진|지)|끄(?=세|고|시)|끌(?=래|까| )",
        ),
        (
            "set",
            r"\b(?:set|adjust)\b|맞춰|맞추(?=세|고|시)|[0-9]\s*(?:%|퍼센트)?\s*(?:으)?로\s",
        ),
        ("charge", r"\b(?:re)?charge\b|충전\s*(?:을)?\s*(?:해|하(?=세|고|시))"),
    )
)
TURN = re.compile(r"\b(?:turn|switch|put|shut|bring)\b.{0,60}?\b(on|off|out|down|up)\b")
DOES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "unplug": (("phone charger", "unplug_phone"),),
    "plug": (("headband", "charge_headband"), ("phone charger", "plug_in_phone")),
    "unmute": (
        ("notifications phone", "turn_off_do_not_disturb"),
        ("speaker volume -", "unmute_speaker"),
    ),
    "silence": (("notifications phone", "turn_on_do_not_disturb"),),
    "mute": (
        ("speaker volume -", "mute_speaker"),
        ("notifications phone", "turn_on_do_not_disturb"),
    ),
    "tighten": (("headband fit -", "tighten_headband"),),
    "loosen": (("headband fit -", "loosen_headband"),),
    "swap": (("battery headband", "swap_battery"),),
    "pair": (("charger", "plug_in_phone"), ("headband pairing", "pair_headband")),
    "play": (("test", "play_test_sound"),),
    "charge": (
        ("headband battery", "charge_headband"),
        ("phone charger", "plug_in_phone"),
    ),
    "on": (
        ("dnd", "turn_on_do_not_disturb"),
        ("notifications", "turn_off_do_not_disturb"),
        ("lamp", "turn_on_lamp"),
        ("speaker", "unmute_speaker"),
    ),
    "off": (
        ("dnd", "turn_off_do_not_disturb"),
        ("notifications", "turn_on_do_not_disturb"),
        ("lamp", "turn_off_lamp"),
        ("speaker", "mute_speaker"),
    ),
    "down": (("volume speaker phone", "turn_down_volume"),),
    "up": (("volume speaker phone", "turn_up_volume"),),
    "set": (
        ("dnd", "turn_on_do_not_disturb"),
        ("volume speaker phone", "set_volume"),
    ),
}
"""Order -> the things it may be for, and the tool; `-` is for no thing named."""

# ---------------------------------------------------------------- how it is said

DND = re.compile(
    r"\bdo[ -]?n(?:o|')?t[ -]disturb(?:[ -]mode)?\b|방해\s*금지(?:\s*모드)?"
)
WHETHER = re.compile(
    r"\b(check|see|tell me|know|look|verify|confirm|feel|say) if\b|\bif you "
    r"(?=can|could|like|want|would|don't mind|please)|\bif (?=possible|that's ok)"
)
SENTENCE = re.compile(r"[^.?!;\n。！]+[?]?")
CUT = re.compile(
    r"(,|:|\(|\)|\s-\s|—|\band\b|\bthen\b|\bbut\b|\bor\b|그리고|(?<=[가-힣]고)\s)"
)
FILLER = re.compile(
    r"(?:(?:so|now|and|ok|okay|well|great|good|thanks|thank you|then|also|please|first"
    r"|next|hm+|alright|all right|sorry|perfect|just|finally)\b\W*)+"
)
SIDE = re.compile(
    r"\b(?:so that|so|because|since|when|once|after|before|until|while|as soon as)\b.*"
)
CONDITION = re.compile(
    r"\b(?:if|in case|unless)\b|(?<!괜찮으)(?<!가능하)(?<!되시)(?<!원하시)[가-힣]면(?=\s|,|$)"
)
NEGATED = re.compile(
    r"\b(?:do not|don't|dont|never|no need|needn't|need not|without|instead of|not to"
    r"|avoid|stop|shouldn't|should not|mustn't|must not|rather than)\b"
)
NEGATED_KOREAN = re.compile(r"지\s*(?:마|말|않)|말고")
OWN = re.compile(
    r"\b(?:i'll|i will|i can|i could|i have|i've|i did|i am|i'm|i|we'll|we will|we can"
    r"|let me|can i|could i|may i|shall i|should i)\b(?!.*\byou\b)"
)
PAST = re.compile(r"\b(?:did|have|had) you\b|\byou(?:'ve| have| had| did)\b")
ASKS = re.compile(
    r"(?:is|are|was|were|does|do|did|has|have|how|what|which|where|isn't|aren't|doesn't"
    r"|what's|how's)\b"
)
LOOKS_AT = re.compile(
    r"\b(?:look|check|see|tell me|show me|let me know|report|inspect|verify|confirm"
    r"|examine|feel|read|describe|make sure|test)\b"
    r"|봐|보(?=세|시|고|면|여|이)|확인|알려|말해|살펴"
)
ASKS_KOREAN = re.compile(
    r"어때|어떤|어떻|(?:나|가|까|어|아|지|니|은|는)요?\s*[?]|인가요|나요|가요"
)
GENERAL = re.compile(
    r"\beverything\b|\ball (?:set|good|ready|right|okay|ok|fine|well)\b|\balright\b"
    r"|\blook around\b|\bthe room\b|다\s*괜찮|모두|전부|이상\s*(?:은\s*)?없|방\s*(?:은|이|안)"
)
SMALL_TALK = re.compile(
    r"\b(?:thanks?|thank you|great|good|okay|ok|fine|hello|hi|hey|well done|perfect"
    r"|welcome|sleep well|sweet dreams|all set)\b|고마|감사|좋[은아]|안녕|잘\s*자|수고"
)
NUMBER = re.compile(r"(?<![\w.])([0-9]{1,3})(?![0-9])")
TENS = {
    word: 10 * (index + 1)
    for index, word in enumerate(
        "ten twenty thirty forty fifty sixty seventy eighty ninety".split()
    )
}


def hear(text: str, thing: str = "") -> Heard:
    """Read what an agent's words ask for; `thing` is what was spoken of before."""
    found: list[Request] = []
    said = unicodedata.normalize("NFKC", text[:MOST_HEARD]).casefold()
    said = said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    said = WHETHER.sub(r"\1 ", DND.sub(" dnd ", said))
    for sentence in SENTENCE.findall(said):
        for request, thing in _in_sentence(sentence, thing):
            if request is not None:
                _add(found, request)
    small = not found and bool(SMALL_TALK.search(said)) and "?" not in said
    return Heard(tuple(found), thing, small)


def _in_sentence(sentence: str, thing: str) -> Iterator[tuple[Request | None, str]]:
    """Give the requests of a sentence, each with the thing spoken of last."""
    asks = sentence.rstrip().endswith("?")
    condition = bool(CONDITION.search(sentence))
    pieces = CUT.split(sentence)
    clauses, joints = pieces[::2], ["", *pieces[1::2]]
    order, passed_over = "", False
    waiting: list[tuple[str, ...]] = []
    for index, (clause, joint) in enumerate(zip(clauses, joints, strict=True)):
        clause = _bare(clause.strip())
        if CONDITION.match(clause) or clause.startswith(("if ", "unless ")):
            things = _things(clause)
            thing = things[0] if things else thing
            yield None, thing
            continue
        side = SIDE.search(clause)
        if side:
            clause = clause[: side.start()]
        things = _things(clause)
        skipped = _skipped(clause) or (
            passed_over and joint in ("and", "or") and "you" not in clause.split()
        )
        passed_over = skipped
        last = index == len(clauses) - 1
        verb = "" if skipped else _order(clause, asks and last)
        if not skipped and not verb and things and not _states(clause):
            # "check the headband and the lamp": the order stands once.
            verb = order if order else ""
            if not verb and not last:
                waiting.append(things)
        spoken = things or ((thing,) if thing else ())
        if verb:
            for earlier in waiting:
                yield _request(verb, clause, earlier, condition), earlier[0]
            waiting.clear()
            yield _request(verb, clause, spoken, condition), spoken[0] if spoken else ""
        order = verb or (order if not skipped else "")
        thing = spoken[0] if spoken else thing
        yield None, thing


def _bare(clause: str) -> str:
    """Take words such as "okay, now" off the start, unless nothing else is there."""
    filler = FILLER.match(clause)
    return clause[filler.end() :] or clause if filler else clause


def _skipped(clause: str) -> bool:
    """Tell whether a clause forbids, or speaks of the agent itself."""
    return bool(
        NEGATED.search(clause) or NEGATED_KOREAN.search(clause) or OWN.search(clause)
    )


def _states(clause: str) -> bool:
    return bool(re.search(r"\b(?:is|are|was|were|looks|seems|be|sits)\b", clause))


def _things(clause: str) -> tuple[str, ...]:
    found = tuple(name for name, words in THINGS.items() if words.search(clause))
    if "headband" in found and "lamp" in found and "lamp" not in clause:
        # "the headband's light" is no lamp.
        found = tuple(name for name in found if name != "lamp")
    return found


def _order(clause: str, asks: bool) -> str:
    """Give the order in a clause, `look` for a look, or an empty text."""
    if ASKS.match(clause) or PAST.search(clause):
        return "look"
    for name, words in ORDERS:
        if words.search(clause) and not (name == "set" and "all set" in clause):
            return name
    turned = TURN.search(clause)
    if turned:
        return "off" if turned[1] == "out" else turned[1]
    if LOOKS_AT.search(clause) or ASKS_KOREAN.search(clause) or asks:
        return "look"
    return ""


def _request(
    verb: str, clause: str, things: tuple[str, ...], condition: bool
) -> Request | None:
    if verb == "look":
        return _look(clause, things)
    named = set(things) or {"-"}
    for fitting, tool in DOES[verb]:
        if named & set(fitting.split()):
            break
    else:
        return None
    if "volume" in tool:
        to = _number(clause)
        if to is not None:
            return Request("set_volume", {"to": to}, condition)
        if tool == "set_volume":
            return None
    return Request(tool, {}, condition)


def _look(clause: str, things: tuple[str, ...]) -> Request | None:
    if GENERAL.search(clause) and not _things(clause):
        return Request("look_around")
    named = set(things)
    if "headband" in named or ("phone" not in named and named & set(OF_HEADBAND)):
        parts = [OF_HEADBAND[name] for name in things if name in OF_HEADBAND]
        if "charger" in named:
            parts.append("battery")
        return Request("look_at_headband", _at(parts))
    if "phone" in named or named & set(OF_PHONE):
        parts = [OF_PHONE[name] for name in things if name in OF_PHONE]
        if "battery" in named:
            parts.append("charging")
        return Request("look_at_phone", _at(parts))
    if "speaker" in named:
        return Request("look_at_speaker")
    return Request("look_at_lamp") if "lamp" in named else None


def _at(parts: list[str]) -> dict[str, str]:
    """Give the one part asked of; nothing, for a look at the whole, if several."""
    return {"at": parts[0]} if len(set(parts)) == 1 else {}


def _number(clause: str) -> int | None:
    found = NUMBER.search(clause)
    if found:
        return int(found[1])
    return next(
        (TENS[word] for word in re.findall("[a-z]+", clause) if word in TENS), None
    )


def _add(found: list[Request], request: Request) -> None:
    """Add a request to those found, unless one of them already holds it.

    A look at a device and then an act on it under a condition are one request, and so
    are two looks at one device.
    """
    for index, other in enumerate(found):
        if other.tool == request.tool and (
            other.tool in LOOKS or other.arguments == request.arguments
        ):
            if other.arguments != request.arguments:
                found[index] = Request(other.tool)
            return
        looked = other.tool in LOOKS and DEVICE[other.tool] == DEVICE[request.tool]
        if looked and request.if_needed:
            found[index] = request
            return
    found.append(request)


DEVICE: Mapping[str, str] = {
    tool: next(
        (name for name in ("headband", "lamp", "speaker", "phone") if name in tool),
        {
            "look_around": "",
            "play_test_sound": "speaker",
            "swap_battery": "headband",
        }.get(tool, "phone"),
    )
    for tool in TOOLS
}
"""Tool -> the device it is used on; empty for a look around."""
