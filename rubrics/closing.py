"""Did a talk come to its end as it should? Leave-taking, and what was left open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .questions import is_question, questions
from .text import plain, sentences, unquoted
from .transcript import Turn, said_by

_LEAVE = re.compile(
    r"""
      \bgood\s?night\b(?!'s|\s(?:for|of|to\s(?:the|every|all|each|him|her|them)))
    | (?:^|[,;]\s)(?:ok(?:ay)?[,\s]+)?(?:night|nighty|g?'?night)[\s,]*(?:night)?$ 
        | \bnight[\s-]night\b
    | \bgn\b
    | (?:^|[,;]\s|\band\s|\bnow\s|\bjust\s|\bplease\s|\byou\s(?:(?:can|may|will)\s)?)
        (?:sleep|rest)\s(?:well|tight|easy|soundly|softly|peacefully|gently|now)\b
    | ^(?:and\s|have\s)?sweet\sdreams\b | (?:^|\s)wish(?:ing)?\syou\ssweet\sdreams\b
    | ^(?:so\s|and\s|well,?\s|then\s)?(?:good\s?bye|bye|farewell)\b
    | \b(?:good\s?bye|bye)(?:\sfor\snow|\sthen)?$
    | \bsee\syou\s(?:in\sthe\smorning|tomorrow|soon|later|then|next\s\w+|tonight)\b
    | ^until\s(?:tomorrow|(?:the\s|next\s)?morning|next\stime|then)\b
    | \b(?:talk|speak)\s(?:to\syou\s|with\syou\s)?(?:again\s)?(?:soon|later|tomorrow)\b
    | (?:^|[,;]\s|\band\s|\bplease\s)(?:have|enjoy)\s(?:a|an|your|the)\s
        (?:rest\sof\s(?:your|the)\s)?(?:\w+\s){0,2}
        (?:day|morning|night|evening|sleep|rest|one)$
    | \bwish(?:ing)?\syou\s(?:a|an)\s(?:\w+,?\s){1,3}(?:night|day|morning|sleep|rest)\b
    | ^(?:ok(?:ay)?[,\s]+|now\s|so\s|then\s|i\sthink\s)?i(?:'m|\sam|'ll|\swill)\s
        (?:going\sto|gonna|off\sto|go\sto|try\sto)\s?(?:sleep|bed)\b(?!\sin\b)
    | \b(?:i'll|i\swill|let\sme|let's)\s(?:now\s)?(?:let\syou|leave\syou\sto)\s
        (?:rest|sleep|go|get)\b
    | \blet's\s(?:leave\sit|stop|end)\s(?:there|here|it\s(?:there|here))\b
    | ^take\scare\b | [,;]\stake\scare$
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TOLD = re.compile(
    r"""
      \b
      (?:(?<!i'll\s)(?<!i\swill\s)(?<!let\sme\s)(?<!let's\s)(?<!time\sto\s)(?<!want\sto\s)say
        |says|said|saying|whisper\w*|would|sang|told|tell|used\sto|before\swe
            |never\sgot|wave[ds]?
        |was\sa|had\sa|is\sa|were|if\syou\shave|when\s(?:he|she|they|i))\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""Leave-taking that is told of, or still to come."""
_KO_LEAVE = re.compile(
    r"""
      (?:안녕히|푹|편히|편안히|잘)\s?(?:주무세요|주무십시오|자요|자|쉬세요
          |쉬십시오|쉬어요|계세요|가세요)(?![가-힣])
    | (?:좋은|편안한|달콤한|예쁜)\s?(?:꿈|밤|하루|아침|저녁|시간)(?:을|를)?\s?
        (?:꾸세요|꿔요|꾸시길|꾸길|보내세요|보내요|보내시길|되세요|되시길)
    | 내일\s?(?:봐요|뵐게요|봬요|만나요|또\s?봐요|또\s?뵐게요) | 다음에\s?(?:봐요
        |뵐게요|봬요|또)
    | 굿\s?(?:나잇|나이트|밤) | ^안녕$ | 그럼\s?이만 | 먼저\s?잘게요 | 이제\s?
        (?:잘게요|자러|잘래요)
    | (?:오늘은|이제)\s?(?:여기까지|그만)(?:\s?(?:할게요|하죠|해요|하겠습니다|만))?
        (?![가-힣])
    """,
    re.VERBOSE,
)
_THANKS = re.compile(
    r"""\b(?:thank\syou|thanks?|you're\swelcome|ok(?:ay)?|alright|all\sright|noted)\b
      | 고마워요|고맙습니다|감사합니다|감사해요|네""",
    re.IGNORECASE | re.VERBOSE,
)


def is_goodbye(text: str) -> bool:
    """Say whether a text takes leave, of either speaker, in English or Korean.

    A question after it, or in the same sentence, takes it back. It can't see a
    leave without any of the usual words ("I can't keep my eyes open"), nor whether
    a told goodbye is meant for the listener.
    """
    left = False
    for sentence in sentences(unquoted(plain(text))):
        if is_question(sentence):
            left = False
        elif _takes_leave(sentence):
            left = True
    return left


def _takes_leave(sentence: str) -> bool:
    body = sentence.rstrip(".!?… ")
    found = _LEAVE.search(body)
    if found and not _TOLD.search(body[: found.start()]):
        return True
    return _KO_LEAVE.search(body) is not None


def open_question_left(turns: Sequence[Turn]) -> str:
    """Give the agent's own question that its last words leave open, or nothing."""
    last = said_by("agent", turns)[-1:]
    asked = questions(last[0].text) if last else ()
    return asked[-1] if asked and turns[-1].speaker == "agent" else ""


def ends_well(turns: Sequence[Turn], ended_by_agent: bool) -> str:
    """Say why a talk does not end well; empty where it does.

    It ends well where the agent ended it, its last words ask nothing, and the
    person was not left with a question: neither unanswered, nor met by nothing but
    thanks and a goodbye. `turns` hold the agent's last words, where it had any.

    It can't see whether an answer answers; and it does not know of a risk told
    of, after which ending is wrong.
    """
    if not ended_by_agent:
        return "the agent did not end the talk"
    if asked := open_question_left(turns):
        return f"turn {turns[-1].at}: ends with a question of its own: {asked!r}"
    told = said_by("person", turns)[-1:]
    wanted = questions(told[0].text) if told else ()
    if wanted and not _answered(turns, told[0].at):
        return f"turn {told[0].at}: the person's question is open: {wanted[-1]!r}"
    return ""


def _answered(turns: Sequence[Turn], at: int) -> bool:
    """Say whether the agent said more than a goodbye after the turn `at`."""
    after = [turn.text for turn in turns if turn.at > at and turn.speaker == "agent"]
    return any(
        any(map(str.isalnum, _THANKS.sub("", sentence)))
        for text in after
        for sentence in sentences(plain(text))
        if not _takes_leave(sentence)
    )
