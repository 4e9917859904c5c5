"""A turn as the checks read it: folded, cut to a length, split into sentences."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

KEPT = 2048
"""Texts whose reading stays at hand."""
MOST = 4_000
"""Characters of a turn that are read: five minutes of speech. A longer turn breaks any
turn budget; what stands behind is not looked at."""

_QUOTES = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "「": '"', "」": '"'}
)
_HIDDEN = re.compile("[\u200b-\u200f\u2028\u2029\u2060\ufeff\u00ad]")
_SPACES = re.compile(r"[^\S\n]+")
_QUOTED = re.compile(
    r"""
      "[^"\n]{1,400}"                       # "so"
    | «[^»\n]{1,400}»
    | (?<![\w'])'[^'\n]{2,200}'(?!\w)       # 'so', but no apostrophe
    """,
    re.VERBOSE,
)
_SENTENCE = re.compile(r"[^.?!…\n]+[.?!…]*")


@lru_cache(maxsize=KEPT)
def plain(text: str) -> str:
    """Give the text as the checks read it.

    NFKC, straight quotes and apostrophes, no invisible characters, single spaces;
    line breaks stay. Only the first `MOST` characters are kept.
    """
    folded = unicodedata.normalize("NFKC", text[:MOST]).translate(_QUOTES)
    return _SPACES.sub(" ", _HIDDEN.sub("", folded)[:MOST]).strip()


def unquoted(text: str) -> str:
    """Blank what stands in quotation marks, unless nothing else is said."""
    bare = _QUOTED.sub(lambda found: " " * len(found[0]), text)
    return bare if any(map(str.isalnum, bare)) else text.replace('"', " ")


def sentences(text: str) -> list[str]:
    """Split into sentences with their end marks. Takes `plain` text."""
    found = (part.strip() for part in _SENTENCE.findall(text))
    return [part for part in found if any(map(str.isalnum, part))]


def verbose(pattern: str) -> re.Pattern[str]:
    """Compile a pattern that is written with blanks, whatever the case of a text."""
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)
