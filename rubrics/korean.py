"""Korean words without their particles and endings, so that two forms of a word meet.

No dictionary stands behind it: endings go by their look, nouns that only look as if
they bore one are listed, and irregular verbs follow a few rules. What is left is a key,
not always a word: 무서운, 무서워요 and 무섭다 all give 무서.
"""

from __future__ import annotations

import re
from functools import lru_cache

from .lexicon import (
    KO_AFTER_CONSONANT,
    KO_AFTER_TWO,
    KO_AFTER_VOWEL,
    KO_ALONE,
    KO_BARE,
    KO_COPULAS,
    KO_COUNTED,
    KO_COUNTERS,
    KO_ENDINGS,
    KO_IRREGULAR,
    KO_NESTED,
    KO_NOUNS,
    KO_ONLY_VERBS,
    KO_PARTICLES,
    KO_SHORT_ENDINGS,
    KO_SINO,
    KO_SINO_COUNTERS,
)

HANGUL = re.compile(r"[가-힣]")
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_TAILS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
_FIRST = ord("가")
_DO = re.compile(r"^(..+?)(하셨|하시|하였|하|해|했|한|할|함|합|되|돼|됐|된|될|됨)(.*)$")
_DO_END = re.compile(
    r"^(요|다|고|지|게|는|던|면|며|서|여|기|니|자|어|었|았|습|시|도|네|죠|기|니까|려고|야)?"
    r"[가-힣]{0,4}$"
)
_CONTRACTED = {"ㅕ": "ㅣ", "ㅘ": "ㅗ", "ㅝ": "ㅜ", "ㅙ": "ㅚ"}
_KEEP_HONORIFIC = ("마", "계", "모")
_LONGEST = 24
"""Syllables of a word, at most; what is longer is left whole."""
_PARTICLES = 3
"""Particles that a noun bears at most."""


def _apart(syllable: str) -> tuple[str, str, str]:
    """Give a syllable's lead, vowel and tail; no tail is a space."""
    code = ord(syllable) - _FIRST
    return _LEADS[code // 588], _VOWELS[code % 588 // 28], _TAILS[code % 28]


def _whole(lead: str, vowel: str, tail: str = " ") -> str:
    code = _LEADS.index(lead) * 588 + _VOWELS.index(vowel) * 28 + _TAILS.index(tail)
    return chr(_FIRST + code)


def closed(syllable: str) -> bool:
    """Tell whether a syllable ends in a consonant."""
    return _apart(syllable)[2] != " "


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Give the key of a Hangul word. Two forms of a word mostly have the same."""
    if len(word) > _LONGEST:
        return word
    for cut in range(len(word), 1, -1):
        if word[:cut] in KO_NOUNS and _only_particles(word[cut:]):
            return word[:cut]
    bare = [word, _noun(word, KO_ALONE)]
    for _ in range(_PARTICLES):
        bare.append(_noun(bare[-1], KO_NESTED))
    for rest in bare:
        if (verb := _verb(rest)) is not None:
            return verb
    rest = bare[-1]
    if word.endswith("는"):
        return _fold(rest.removesuffix("는") or rest)
    if rest.endswith("히") and len(rest) > len("조용"):
        rest = rest[:-1]
    return _fold(_short(rest))


def _only_particles(end: str) -> bool:
    """Tell whether what follows a noun is nothing but particles or a copula."""
    if not end or end.startswith(KO_COPULAS):
        return True
    return any(end.startswith(p) and _only_particles(end[len(p) :]) for p in KO_BARE)


def _verb(word: str) -> str | None:
    """Give the key of what is plainly a verb; None where it isn't."""
    found = _DO.match(word)
    if found and _DO_END.match(found[3]) and not found[3].startswith("테"):
        return _fold(found[1])
    for at in range(len(word) - 1, 0, -1):
        lead, vowel, tail = _apart(word[at])
        if tail != "ㅆ" or word[at] == "있":
            continue
        before = word[:at]
        if word[at] == "였" and (closed(before[-1]) or before in ("보", "모", "쓰")):
            # After a consonant "was" is 이었, so that this is a verb in -이.
            return _fold(f"{before}이")
        if word[at] == "였" or (before.endswith("이") and closed(before[at - 2])):
            return stem(before)
        if word[at] in "었았였겠":
            return _irregular(before)
        if word[at] == "셨" and before not in _KEEP_HONORIFIC:
            return _irregular(before.removesuffix("으") or before)
        return _irregular(before + _whole(lead, vowel))
    if len(word) > 1 and _apart(word[0])[2] == "ㅆ" and word[0] != "있":
        lead, vowel, _ = _apart(word[0])
        return _irregular(_whole(lead, vowel))
    for ending in KO_ENDINGS:
        if word.endswith(ending) and len(word) > len(ending):
            before = word[: -len(ending)]
            if ending in ("어", "아") and not closed(before[-1]):
                continue
            return _irregular(before)
    return None


def _noun(word: str, short: frozenset[str]) -> str:
    """Take one particle off, of one syllable only if it is among `short`."""
    for particle in KO_PARTICLES:
        before = word.removesuffix(particle)
        if before in ("", word):
            continue
        if particle[0] not in "이으" or closed(before[-1]):
            return before
    last, before = word[-1], word[:-1]
    if not before or last not in short:
        return word
    fits = (
        (last in KO_AFTER_CONSONANT and closed(before[-1]))
        or (last in KO_AFTER_VOWEL and _open(before[-1], last))
        or (last in KO_AFTER_TWO and len(before) > 1)
        or (last in "들도만" and closed(before[-1]))
        or last in "에의"
    )
    return before if fits else word


def _open(syllable: str, particle: str) -> bool:
    return not closed(syllable) or (particle == "로" and _apart(syllable)[2] == "ㄹ")


def _short(word: str) -> str:
    """Take an ending of one syllable off what may be a verb."""
    last, before = word[-1], word[:-1]
    if last not in KO_SHORT_ENDINGS or not before:
        return word
    if last in "음면" and not closed(before[-1]):
        return word
    if last == "서" and _apart(before[-1])[1] not in "ㅏㅓㅐㅘㅝㅕ":
        return word
    return _irregular(before)


def _irregular(key: str) -> str:
    """Bring the forms of an irregular verb's stem together."""
    return KO_IRREGULAR.get(key) or _fold(key)


def _fold(key: str) -> str:
    """Undo what an ending does to a stem's last syllable."""
    if key in KO_IRREGULAR and key not in KO_ONLY_VERBS:
        return KO_IRREGULAR[key]
    if key.endswith("색") and len(key) > 2:
        key = key[:-1]
    lead, vowel, tail = _apart(key[-1])
    vowel = _CONTRACTED.get(vowel, vowel) if tail == " " else vowel
    if len(key) == 1:
        return _whole(lead, vowel, tail)
    if tail in "ㄴㅁㅂㅎ":
        tail = " "
    before = key[:-1]
    if tail == " " and lead in "ㅃㅍ" and vowel in "ㅏㅓ":
        vowel = "ㅡ"
    if tail == " " and lead == "ㄹ" and vowel in "ㅏㅓ":
        before_lead, before_vowel, before_tail = _apart(before[-1])
        if before_tail == "ㄹ":
            before = before[:-1] + _whole(before_lead, before_vowel)
            vowel = "ㅡ"
    if tail == "ㄻ":
        tail = "ㄹ"
    key = before + _whole(lead, vowel, tail)
    if key[-1] == "이" and closed(before[-1]):
        # 움직임, 학생인: the particle 이 was cut off other forms of the same word.
        return before
    if key.endswith("우"):
        return KO_IRREGULAR.get(key, before if len(before) > 1 else key)
    return key


@lru_cache(maxsize=8192)
def counted(word: str, after: str) -> int | None:
    """Give the number that a word counts; None where it counts nothing.

    The counter is `after` (두 마리) or the word's own end (두마리).
    """
    for number, counters in ((_native, KO_COUNTERS), (_sino, KO_SINO_COUNTERS)):
        value = number(word)
        # 이 분 is "this person", 이 번 "this time".
        this = word in ("이", "일") and after[:1] in "분번명일"
        counter = HANGUL.match(after) and {after, stem(after)} & counters
        if value is not None and counter and not this:
            return value
        for at in range(1, min(len(word), _LONGEST)):
            value, end = number(word[:at]), word[at:]
            # 이층, 사장, 오리: one digit and its counter are too like a noun.
            if value is None or word[:at] in ("이", "일", "사", "오", "구"):
                continue
            if end in counters or stem(end) in counters:
                return value
    return None


def _native(word: str) -> int | None:
    if word in KO_COUNTED:
        return KO_COUNTED[word]
    for ten in ("열", "스물", "서른", "마흔", "쉰"):
        if word.startswith(ten) and word[len(ten) :] in KO_COUNTED:
            return KO_COUNTED[ten] + KO_COUNTED[word[len(ten) :]]
    return None


def _sino(word: str) -> int | None:
    if not word or any(char not in KO_SINO for char in word):
        return None
    total, digit = 0, 0
    for char in word:
        value = KO_SINO[char]
        if value < 10:
            digit = value
        else:
            total += max(digit, 1) * value
            digit = 0
    return total + digit
