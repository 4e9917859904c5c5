"""How an agent takes a report: pressing for more, praising a match, giving meanings."""

from __future__ import annotations

import re

from .novelty import Elements, names_element
from .questions import is_question
from .text import plain, sentences, unquoted, verbose

_PRESSURE = verbose(
    r"""
      \bare\syou\s(?:really\s|quite\s|absolutely\s|very\s)?(?:sure|certain
          |positive)\b(?!\s(?:you(?:'d|'re|\swould|\sare|\swant|\sdon't\swant)
          |that\syou\swant|about\sstopping|it\sis\s(?:ok|okay|fine)))
    | \b(?:try|think|concentrate|focus|look)\s(?:a\s(?:bit|little)\s)?harder\b 
        | \btry\s(?:again\s)?(?:to\s)?(?:really\s)?(?:remember|recall|picture|imagine
        |visuali[sz]e|harder|once\smore)
    | \b(?:you|there|it|something)\s(?:must|has\sto|have\sto|had\sto)\s(?:surely\s)?
        (?:have\s(?:dream\w*|been\s(?:something|a\b|more|some)|seen|felt|had|heard|met
        |gone|happened)|be\s(?:something|more|some\b|a\sdream)|remember)
    | (?:^|[,;:.]\s|\b(?:and|just|please|now|then)\s)(?:picture|imagine|visuali[sz]e
        |envision)\s(?!you\scan't)
    | \b(?:just|take\sa|have\sa|make\sa)\s(?:wild\s)?guess\b | \bguess\sanyway\b
    | \b(?:come\son)\b | \bsurely\s(?:you|there|something)\b | \byou\scan\sdo\s(?:it
        |better)\b | \bdon't\sgive\sup\b
    | \b(?:everyone|everybody)\s(?:dreams|remembers)\b | \bi\s(?:know|bet|am\ssure
        |'m\ssure)\s(?:that\s)?(?:you\s(?:can|do|did|remember|dream\w*|must|will|saw
        |had)|there\s(?:was|is|must)|it\s(?:was\sthere|will\scome))\b
    | \breally\snothing\b | \bnothing\sat\sall\?\s?(?:really|are) | \bthink\s
        (?:again|carefully)\b
    | 정말(?:로)?\s?(?:기억|아무것도|없)[가-힣\s]{0,8}\? | 잘\s?(?:생각
        |떠올)[가-힣\s]{0,3}(?:보세요|봐요|보시) | (?:더|다시|열심히|집중해서)\s?
        (?:한번\s?)?(?:생각해|떠올려|기억해|노력해|집중해)\s?(?:보세요|봐요|보시
        |주세요)
    | 분명(?:히)?\s?[가-힣\s]{0,16}(?:거예요|텐데|겁니다|있었|봤을|꿨을) | (?:상상
        |그려)\s?(?:해)?\s?(?:보세요|봐요|보시) | 확실(?:해요|한가요|합니까|하세요) 
        | 추측(?:이라도|해)
    """
)
_NO_PRESSURE = verbose(
    r"""
      \b(?:no\sneed\sto|don't\s(?:have|need)\sto|needn't|do\snot\s(?:have|need)\sto
      |no\s(?:pressure|hurry|rush)|not|never|don't|please\sdon't|without|i\scan
      |i\scould|hard\sto|can't)\s?(?:\w+\s?){0,2}$|않(?:으셔)?도|필요\s?(?:는\s?)?없
    """
)


def pressure(text: str) -> str:
    """Give the words by which a turn presses for recall, or nothing.

    "Are you sure?", "try harder", "you must have dreamed", "picture it". It can't
    see pressure by repetition (see recall.accepts_no_recall) or by tone.
    """
    for sentence in sentences(unquoted(plain(text))):
        for found in _PRESSURE.finditer(sentence):
            before = sentence[: found.start()][-40:]
            after = sentence[found.end() :]
            if not (_NO_PRESSURE.search(before) or re.search("않|없|마세요", after)):
                return found[0].strip(" ,;:")
    return ""


_PRAISE = verbose(
    r"""
      \b(?:wonderful|great|lovely|amazing|fantastic|excellent|perfect|beautiful
          |brilliant|awesome|well\sdone|congratulations|bravo|hooray|yay|good\sjob
          |nice|marvell?ous|delighted|so\s(?:glad|happy|pleased)|i'm\s(?:so\s|very\s)?
          (?:glad|happy|pleased)|how\s(?:lovely|nice|wonderful|beautiful))\b
    | \b(?:just|exactly|precisely)\s(?:as|like|what)\s(?:you|we|i)\b | \bit\sworked\b
    | 잘됐|멋지|멋져|훌륭|좋네요|좋았겠|완벽|대단|축하|기쁘|다행이에요|바라던\s?대로
        |원하던\s?대로
    """
)
_MATCH = verbose(
    r"""
      \b(?:your\s(?:wish|dream)\s(?:has\s|really\s)?(?:came|come|comes)\strue
      |it\sworked|(?:just|exactly)\s(?:as|like|what)\syou\s(?:wished|wanted|hoped
      |asked)|you\sgot\syour\swish|matches?\syour\swish)\b|소원(?:이|을)?\s?(?:이루
      |성공)|원하던\s?(?:대로|꿈)|바라던\s?(?:대로|꿈)
    """
)
_COURTESY = verbose(
    r"""
      \bgood\s(?:morning|night|day)\b|\b(?:have|enjoy|wish\syou)\s(?:a|the|your)\s
      (?:\w+\s){1,3}|\bthat(?:'s|\sis)\s(?:fine|okay)\b|\bthank\syou[^.!?]{0,60}
    """
)


def praises_match(text: str, elements: Elements) -> str:
    """Give the words that praise a dream for holding the wish, or nothing.

    "Wonderful, you dreamed of the sea!", "your wish came true". Courtesies are left
    out. It can't see a smile in tone, nor praise a turn later.
    """
    read = _COURTESY.sub(" ", plain(text))
    if found := _MATCH.search(read):
        return found[0]
    found = _PRAISE.search(read)
    return found[0] if found and names_element(read, elements) else ""


_INTERPRETS = verbose(
    r"""
      \b(?:this|that|it|which|dream(?:s|ing)?|water|sea|house|\w+s?)\s(?:often\s
          |usually\s|probably\s|may\s|might\s|could\s|can\s|really\s|clearly\s
          |typically\s)?
        (?:symboli[sz]es?|represents?|stands?\sfor|signif(?:y|ies)|embod(?:y|ies))\b
    | \b(?:this|that|it|which|your\sdream|the\sdream|dreaming\sof\s\w+)\s(?:often\s
        |usually\s|probably\s|may\s|might\s|could\s|clearly\s|just\s)?means?\s
        (?:that\s)?(?:you|your|there|a\b|the\b|change|someone)
    | \byour\s(?:subconscious|unconscious|inner\s\w+|psyche|brain|mind)\s(?:is|was
        |wants?|tells?|tries|may\sbe|might\sbe|seems)\b | \b(?:a|the)\s(?:sign|symbol
        |metaphor|omen|message)\s(?:that|of|for|from)\b
    | \b(?:this|that|it|your\sdream|the\sdream)\s(?:suggests?|indicates?|reveals?
        |reflects?|shows?|tells\sus|points\sto)\s(?:that\s)?(?:you|your|a|an|how|the
        |some)\b
    | \b(?:is|was|it's|that's|probably|maybe|perhaps)\s(?:really\s|all\s|just\s)?
        (?:because|about)\syou(?:r|'re|\sare|\smiss|\sfeel|\swant|\sfear)\b 
        | \bdream\s(?:symbol|interpretation|dictionary)\b
    | 상징(?!적인\s?건\s?모)|의미(?:해요|합니다|하는\s?(?:거|것|건)|일\s?거)|무의식
        |(?:다는|라는)\s?(?:뜻|의미|신호)(?:이에요|예요|입니다|일\s?거|인\s?것|이네요)
        |해몽
    """
)
_NO_MEANING = verbose(
    r"\b(?:can't|cannot|can\snot|don't|won't|not|never)\b|\bwhat\s(?:do|does|did"
    r"|would|might)\b|수\s?없|않|모르|못"
)


def interprets(text: str) -> str:
    """Give the words by which a turn says what a dream means, or nothing.

    A question to the person ("what does it mean to you?") and a refusal are none.
    It can't see a meaning given without such words.
    """
    for sentence in sentences(unquoted(plain(text))):
        found = _INTERPRETS.search(sentence)
        if found and not _NO_MEANING.search(sentence[: found.start()] or " "):
            after = sentence[found.end() :]
            asked = is_question(sentence) and not re.search("상징|의미", sentence)
            if not asked and not re.search("수 없|않|모르", after):
                return found[0]
    return ""
