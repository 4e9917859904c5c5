"""Questions in Korean: by endings, by what is asked for, by requests to tell."""

from __future__ import annotations

import re
from collections.abc import Callable

Read = tuple[list[str], str]
"""The asking clauses of a sentence; and where it has none, the fragment it is."""

_KO_WH = (
    r"(?:무엇|무슨|뭐|뭘|뭔(?!가)|어디|누구|누가|언제|어떤|어떻|어땠|어떠|어때|왜"
    r"|얼마|몇|어느)"
    r"(?!가\s|든|라도)"
)
_KO_HAS_WH = re.compile(_KO_WH)
_KO_SOMETHING = re.compile(r"(?:뭔가|무언가|누군가|어딘가|언젠가|왠지|아무)")
_KO_PART = re.compile(
    r"""(?<=[까나가죠요니])[,\s]\s*(?=\S)     # an ending, then more
      | [,;]\s* | \s(?=그리고\s|또\s|아니면\s|혹은\s|또는\s)
      | (?<=[^하라])고요?[,\s]\s* | (?<=으며)[,\s]+ | (?<=[하보]며)[,\s]+
      | (?<=지)[,\s]+(?:그리고\s)?""",
    re.VERBOSE,
)
_KO_ASK = re.compile(
    r"(?:말(?:씀|해|을|\s)?|들려|알려|얘기|이야기|설명|묘사|나눠|골라"
    r"|적어)[가-힣]{0,3}\s?"
    r"(?:주세요|주실|주시겠|주시면|줄래|줘|줄\s?수|주십시오|보세요|볼까요|봐요|봐"
    r"|해\s?보세요)"
)
_KO_THANKS = re.compile(r"주셔서|줘서|주어서|주신")
_KO_ENDED = re.compile(
    r"(?:까요?|(?<=[가-힣])(?<!기억)(?<!생각)(?<![어끝화혼빛만])나요"
    r"|(?<=[인은는던신한른큰운픈쁜찬])가요|(?<=[으하보시])실래요"
    r"|(?<=[었았했셨졌왔갔봤였랐])(?:니|냐)|습니까|ㅂ니까|니까|[은는]지요)\s*$"
)
"""Endings that ask even without a mark; "기억나요." and "집에 가요." don't."""
_KO_ENDED_MARKED = re.compile(
    r"(?:까요?|나요|가요|래요|(?<=[었았했셨졌왔갔봤였랐])(?:니|냐)|습니까|ㅂ니까|니까"
    r"|[은는]지요)\s*$"
)
_KO_ALTERNATIVE = re.compile(r"(?:아니면|혹은|또는)")
_KO_TAG = re.compile(
    r"(?:그렇죠|그렇지요|그쵸|맞죠|맞지요|맞나요|그런가요|네|응|예|괜찮죠|알겠죠|아"
    r"|어|정말(?:이?요)?|진짜(?:요)?)\s*[?]*$"
)
_KO_FRAGMENT = re.compile(r"(?:[가-힣]+\s){0,2}[가-힣]+\s*[?]+$")
_KO_VERBAL = re.compile(
    r"(?:[었았했셨졌왔갔봤였랐렸켰쳤샀탔났겠][어가나니습을]|[까나죠가래니]요?\s*[?]"
    r"|세요|어요|아요|해요|워요|려요|와요|까\s*[?])"
)


def read(sentence: str, follows: bool, english: Callable[[str, bool], Read]) -> Read:
    """Give the asking clauses of a Korean or mixed sentence, and else a fragment.

    `follows`: an earlier sentence of the turn has asked already; `english` reads the
    sentence where no Korean clause in it asks.
    """
    marked = "?" in sentence
    body = sentence.rstrip(".?!… ").strip()
    asks = _KO_ASK.search(body)
    if asks and _KO_THANKS.search(body) and not marked:
        return [], ""
    ended = _KO_ENDED_MARKED if marked else _KO_ENDED
    if not (marked or asks or ended.search(body)):
        return [], ""
    if _KO_TAG.fullmatch(body):
        return [], sentence if marked else ""
    if _KO_ALTERNATIVE.match(body) and follows and not _KO_HAS_WH.search(body):
        return [], ""
    pieces = [piece.strip() for piece in _KO_PART.split(body) if piece]
    found: list[str] = []
    for piece in pieces:
        wh = _KO_HAS_WH.search(_KO_SOMETHING.sub(" ", piece))
        if wh or (ended.search(piece) and not _folds(piece, found)):
            found.append(piece)
    if found:
        return found, ""
    if asks:
        return [body], ""
    others, fragment = english(sentence, follows)
    if others:
        return others, ""
    if _KO_FRAGMENT.fullmatch(sentence) and not _KO_VERBAL.search(sentence):
        return [], fragment or body
    return [body], ""


def _folds(piece: str, found: list[str]) -> bool:
    """Say whether a yes/no ending belongs to the question before it."""
    return bool(found) and not piece.startswith(("그리고", "또"))
