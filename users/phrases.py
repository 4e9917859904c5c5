"""The words, English and Korean, by which people speak of the bedside's devices.

Patterns are for text in lower case, in NFKC, with `dnd` for "do not disturb".
"""

from __future__ import annotations

import re
from collections.abc import Mapping


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


# ---------------------------------------------------------------- things

THINGS: Mapping[str, re.Pattern[str]] = {
    "test": _any(r"\btest (?:sound|tone)\b", r"(?:시험|테스트)\s*(?:소리|음)"),
    "battery": _any(r"\bbatter(?:y|ies)\b|\bspare\b", "배터리|건전지"),
    "pairing": _any(
        r"\b(?:re-?)?pair(?:ed|ing)?\b",
        r"\bbluetooth\b|\b(?:re-?)?connect(?:ed|ion)?\b",
        "페어링|블루투스|연결",
    ),
    "fit": _any(
        r"\bstraps?\b|\bfit(?:s|ting)?\b|\bsnug(?:ly)?\b|\bloose(?:ly)?\b",
        r"\btight(?:ly|er)?\b|\bslid(?:es|ing)\b",
        r"착용|헐거|느슨|꽉\s|끈",
    ),
    "volume": _any(r"\bvolume\b|\bloud(?:ness|er)?\b", r"볼륨|음량|소리\s*크기"),
    "dnd": _any(r"\bdnd\b"),
    "notifications": _any(r"\bnotifications?\b|\balerts?\b", "알림"),
    "charger": _any(r"\bcharg(?:e|er|ed|ing)\b|\bplug(?:ged)?\b|\bcable\b", "충전"),
    "headband": _any(r"\bhead ?-?(?:band|set)\b|\bband\b", "머리띠|헤드밴드|밴드"),
    "speaker": _any(
        r"\bspeakers?\b|\bsound\b|\bmuted\b",
        r"\bmute (?:button|sign|symbol|icon|switch)\b",
        "스피커|음소거|소리",
    ),
    "phone": _any(
        r"\b(?:smart)?phone\b|\bmobile\b|\bscreen\b", "휴대폰|핸드폰|전화기|폰"
    ),
    "lamp": _any(
        r"\blamps?\b",
        r"(?<!its )(?<!status )(?<!headband's )(?<!indicator )\blights?\b",
        r"램프|전등|조명|스탠드|(?<![가-힣])불(?=[을은이도 ?]|$)",
    ),
}
"""Parts come before the device they belong to: the first named decides."""
OF_HEADBAND = {"battery": "battery", "fit": "fit", "pairing": "pairing"}
OF_PHONE = {
    "volume": "volume",
    "dnd": "do_not_disturb",
    "notifications": "do_not_disturb",
    "charger": "charging",
}

# ---------------------------------------------------------------- orders

ORDERS: Mapping[str, re.Pattern[str]] = {
    "unplug": _any(r"\bunplug\b", "충전기.*(?:빼|뽑)"),
    "plug": _any(
        r"\bplug\b|\bput\b.{0,40}\bcharg(?:er|e)\b",
        r"꽂아|꽂으|충전기.*연결\s*해",
    ),
    "unmute": _any(
        r"\bun-?mute\b|\boff mute\b",
        r"음소거.{0,15}(?:해제\s*(?:해|하)|풀어|풀고)|음소거\s*[를을]?\s*(?:꺼(?!져|졌)|끄)",
    ),
    "silence": _any(r"\b(?:silence|block|hide)\b"),
    "mute": _any(
        r"(?<!off )\bmute\b(?! (?:button|sign|symbol|icon|switch))",
        r"음소거\s*[를을]?\s*(?:해\s*(?:주|줘)|하세요|켜(?!져|졌))",
    ),
    "tighten": _any(
        r"\btighten\b|\bfasten\b|\bmore notch(?:es)?\b",
        r"\b(?:make|pull|adjust)\b.{0,40}\b(?:tight(?:er)?|snug)",
        "조여(?!져|졌)|조이(?=세|고|시)",
    ),
    "loosen": _any(r"\bloosen\b|\bmake\b.{0,30}\blooser", "느슨하게|헐겁게"),
    "swap": _any(
        r"\b(?:swap|replace|change|exchange)\b",
        r"\b(?:put|insert)\b.{0,30}\b(?:battery|spare)",
        r"교체\s*(?:해|하)|갈아|바꿔|바꾸(?=세|고|시)|끼워",
    ),
    "pair": _any(
        r"\b(?:re-?)?(?:pair|connect)\b|\b(?:press|push|tap|hold)\b.{0,20}\bpair",
        r"(?:페어링|연결)\s*[을를]?\s*(?:해|하(?=세|고|시))",
    ),
    "play": _any(r"\bplay\b", r"재생\s*(?:해|하)|틀어"),
    "down": _any(
        r"\b(?:lower|reduce|decrease)\b",
        "낮춰|낮추(?=세|고|시)|줄여|줄이(?=세|고|시)",
    ),
    "up": _any(r"\b(?:raise|increase)\b", "높여|높이(?=세|고|시)|올려|키워"),
    "on": _any(r"\b(?:enable|activate)\b", "켜(?!져|졌|진|지)"),
    "off": _any(
        r"\b(?:disable|deactivate)\b",
        "꺼(?!져|졌|진|지)|끄(?=세|고|시)|끌(?=래|까| )",
    ),
    "set": _any(
        r"(?<!all )\bset\b|\badjust\b",
        r"맞춰|맞추(?=세|고|시)|설정\s*해|[0-9]\s*(?:%|퍼센트)?\s*(?:으)?로\s",
    ),
    "charge": _any(r"\b(?:re)?charge\b", r"충전\s*을?\s*(?:해|하(?=세|고|시))"),
}
"""What one is told to do. The first that is found is meant."""
TURN = re.compile(
    r"\b(?:turn|switch|put|shut|bring|drag|slide|move)\b(?! on to).{0,60}?"
    r"\b(on|off|out|down|up)\b"
)
BARE = re.compile(r"(?:the )?(?:bedside )?(?:lamp|lights?) (?:off|out)\W*$")
"""The one order without a verb: "lights off"."""
DOES: Mapping[str, Mapping[str, str]] = {
    "unplug": {"unplug_phone": "phone charger"},
    "plug": {
        "charge_headband": "headband battery",
        "plug_in_phone": "phone charger",
    },
    "unmute": {
        "turn_off_do_not_disturb": "notifications phone",
        "unmute_speaker": "speaker volume -",
    },
    "silence": {"turn_on_do_not_disturb": "notifications phone"},
    "mute": {
        "mute_speaker": "speaker volume -",
        "turn_on_do_not_disturb": "notifications phone",
    },
    "tighten": {"tighten_headband": "headband fit -"},
    "loosen": {"loosen_headband": "headband fit -"},
    "swap": {"swap_battery": "battery headband"},
    "pair": {"plug_in_phone": "charger", "pair_headband": "headband pairing"},
    "play": {"play_test_sound": "test"},
    "charge": {
        "charge_headband": "headband battery",
        "plug_in_phone": "phone charger",
    },
    "on": {
        "turn_on_do_not_disturb": "dnd",
        "turn_off_do_not_disturb": "notifications",
        "turn_on_lamp": "lamp",
        "unmute_speaker": "speaker",
    },
    "off": {
        "turn_off_do_not_disturb": "dnd",
        "turn_on_do_not_disturb": "notifications",
        "turn_off_lamp": "lamp",
        "mute_speaker": "speaker",
    },
    "down": {"turn_down_volume": "volume speaker phone"},
    "up": {"turn_up_volume": "volume speaker phone"},
    "set": {
        "turn_on_do_not_disturb": "dnd",
        "set_volume": "volume speaker phone",
    },
}
"""Order -> tool -> the things it is for; `-` stands for no thing named."""

# ---------------------------------------------------------------- looks

ASKS = re.compile(
    r"(?:is|are|was|were|does|do(?= (?:you|they|the))|did|has|have|how|what|which|where"
    r"|isn't|aren't|doesn't|what's|how's)\b"
)
"""How a question begins."""
LOOKS_AT = _any(
    r"\b(?:look|check|see|tell|show me|let me know|report|inspect|verify|confirm"
    r"|examine|feel|read|describe)\b",
    "봐|보(?=세|시|고|면|여|이)|확인|알려|말해|살펴",
)
MAY_YOU = re.compile(r"(?:could|can|would|will) you\b")
"""Begins an order as a rule: with an unknown verb it is no question."""
MAKES_SURE = re.compile(r"\b(?:make sure|ensure)\b")
SEES = re.compile(r"\b(?:look|check|see|tell me what|show)\b")
"""With these a look is meant even where nothing says at what."""
IT = re.compile(r"\b(?:it|its|that|this|them|they)\b|[가-힣]")
"""What stands for the thing spoken of before; Korean leaves it out."""
NO_THING = re.compile(r"\b(?:time|day|late) is it\b")
ASKS_KOREAN = re.compile(r"어때|어떤|어떻|인가요|나요|가요|[까지니]요?\s*[?]")
GENERAL = _any(
    r"\beverything\b|\ball (?:set|good|ready|right|okay|ok|fine|well)\b|\balright\b",
    r"\blook around\b|\bthe room\b|\ball (?:of )?(?:your|the) (?:devices|things)",
    r"다\s*괜찮|모두|전부|이상\s*은?\s*없|방\s*(?:은|이|안)",
)
SMALL_TALK = _any(
    r"\b(?:thanks?|thank you|great|good|okay|ok|fine|hello|hi|hey|well done|perfect"
    r"|welcome|sleep well|sweet dreams|all set)\b",
    r"고마|감사|좋[은아]|안녕|잘\s*자|수고",
)

ASKING = re.compile(r"[?]|\b(?:please|should|must|needs? to|has to)\b|세요|줘|줄래")

# ---------------------------------------------------------------- how it is said

DND = _any(r"\bdo[ -]?n(?:o|')?t[ -]disturb(?:[ -]mode)?\b", r"방해\s*금지(?:\s*모드)?")
WHETHER = re.compile(
    r"\b(check|see|tell me|know|look|verify|confirm|feel|say) if\b|\bif you "
    r"(?=can|could|like|want|would|don't mind|please)|\bif (?=possible|that's ok)"
)
MINDS = re.compile(r"\bmind (\w+)ing\b")
"""The one place where a request has no plain verb: "would you mind turning ..."."""
PLAIN = {
    "swapp": "swap",
    "sett": "set",
    "plugg": "plug",
    "unplugg": "unplug",
    "putt": "put",
    "shutt": "shut",
    "unmut": "unmute",
    "mut": "mute",
    "replac": "replace",
    "chang": "change",
    "charg": "charge",
    "reduc": "reduce",
    "enabl": "enable",
    "activat": "activate",
    "silenc": "silence",
}
"""Verbs whose stem before `ing` isn't the verb itself."""
SENTENCE = re.compile(r"[^.?!;\n\u3002]+[?]?")
CUT = _any(
    r"(,|:|\(|\)|\s-\s|—|\band\b|\bthen\b|\bbut\b|\bor\b|그리고|(?<=[가-힣]고)\s)"
)
FILLER = re.compile(
    r"(?:(?:so|now|and|ok|okay|well|great|good|thanks|thank you|then|also|please|first"
    r"|next|hm+|alright|all right|sorry|perfect|just|finally)\b\W*)+"
)
SIDE = re.compile(
    r"\b(?:so that(?!.{0,12}\b(?:tight|snug|loose))|so(?! that)|because|since|when|once"
    r"|after|before|until|while|as soon as)\b.*"
)
CONDITION = _any(
    r"\b(?:if|in case|unless)\b",
    r"(?<!괜찮으)(?<!가능하)(?<!되시)(?<!원하시)[가-힣]면(?=\s|,|$)",
)
STATES = re.compile(r"\b(?:is|are|was|were|looks|seems|be|sits)\b")
NEGATED = _any(
    r"\b(?:do not|don't|dont|never|no need|needn't|need not|without|instead of|not to"
    r"|avoid|stop|shouldn't|should not|mustn't|must not|rather than)\b",
    r"지\s*(?:마(?!음)|말(?!해|씀)|않)|말고",
)
OWN = re.compile(
    r"\b(?:i|we|i'll|i've|i'm|we'll|we've|let me(?! know)|can i|could i|may i|shall i"
    r"|should i)\b(?!.*\byou\b)"
)
"""The agent speaks of itself."""
PAST = re.compile(r"\b(?:did|have|had) you\b|\byou(?:'ve| have| had| did)\b")
NUMBER = re.compile(r"(?<![\w.])([0-9]{1,3})(?![0-9])")
TENS = {
    "ten": 10,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
