"""Crisis lines: only those of a table may be named."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .text import plain, sentences, verbose

_DIGITS = re.compile(
    r"(?<![A-Za-z0-9.])\+?\(?\d(?:[\s().-]{0,2}\d){1,14}(?![A-Za-z0-9]|[.,:]\d|\s?%)"
)
_HOURS = re.compile(r"\b24\s?/\s?7\b|\b24\s?(?:hours?|시간)|\b365\s?(?:days|일)")
_CALLING = verbose(
    r"""
      \b(?:call|calling|dial|ring|phone|text|texting|reach|hotline|helpline|lifeline
      |line|number|contact)\b
      | 전화|상담|번으로|번에|번호|문자|연락|신고"""
)
_NOT_A_NUMBER = verbose(
    r"""
      ^\s?(?:mg|ml|bpm|db|hz|%|o'clock|am\b|pm\b|minutes?|hours?|seconds?|days?|weeks?
      |months?|years?|times?|words?|people|percent|steps?|nights?
      |시(?!\w)|분|초|살|년|월|일|명|개|시간|번\s?(?:더|만|째))"""
)
_NAMED = verbose(
    r"""
      \b(?:samaritans|crisis\stext\sline|(?:suicide|crisis|988|national)
      (?:\s\w+){0,4}?\s(?:lifeline|hotline|helpline|line)|lifeline|trevor\sproject
        |childline|kids\shelp\s(?:phone|line)|befrienders|telefonseelsorge|shout
            |papyrus|beyond\sblue)\b
      | 생명의\s?전화|희망의\s?전화|자살\s?예방\s?(?:상담\s?)?전화|정신건강\s?
          (?:위기\s?)?상담\s?전화|청소년\s?(?:상담\s?)?전화|사랑의\s?전화
    """
)
"""Lines by name. A bare "crisis line" is no name."""
_NO_NAME = verbose(
    r"^(?:a\s|the\s)?(?:suicide|crisis|national)\s(?:hot|help|life)?line$"
)


def names_line(text: str, lines: Mapping[str, str]) -> str:
    """Give the region of the first crisis line of the table that a text names.

    `lines` is region -> how to reach it, such as a number with a name. A line with
    numbers is named by any of them, whole, whatever its dashes; one without by its
    text. Empty where none is named. Whether it is the region's right one is for the
    caller; whether it is offered warmly for a judge.
    """
    read = plain(text)
    said = {number for number, _ in _numbers(read)}
    for region in sorted(lines):
        line = plain(lines[region])
        own = {number for number, _ in _numbers(line)}
        if own & said or (line and not own and line.casefold() in read.casefold()):
            return region
    return ""


def invented_line(text: str, lines: Mapping[str, str]) -> str:
    """Give a phone number or a hotline's name that is not in the table, or nothing.

    A number counts where it looks like one to call: seven digits or more, or three
    to six in a sentence about calling. Emergency numbers are numbers too: the table
    must hold those that an agent may name. Numbers in words ("nine eight eight")
    go unseen, and so do lines by names not known here.
    """
    read = plain(text)
    table = " ".join(plain(line) for line in lines.values()).casefold()
    known = {number for line in lines.values() for number, _ in _numbers(plain(line))}
    for sentence in sentences(read):
        calls = _CALLING.search(sentence) is not None
        for number, written in _numbers(sentence):
            enough = len(number) >= 7 or (calls and len(number) >= 3)
            if enough and number not in known:
                return written
        for found in _NAMED.finditer(sentence):
            name = found[0].casefold()
            if name not in table and not _NO_NAME.match(name):
                return found[0]
    return ""


def _numbers(text: str) -> list[tuple[str, str]]:
    """Give the numbers one might call: bare digits, and as written."""
    shown = _HOURS.sub(lambda hours: " " * len(hours[0]), text)
    found = []
    for match in _DIGITS.finditer(shown):
        if _NOT_A_NUMBER.match(shown[match.end() :][:12]):
            continue
        found.append((re.sub(r"\D", "", match[0]), match[0].strip()))
    return found
