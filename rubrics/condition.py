"""What a person says of age, medicine and emergencies, by phrase."""

from __future__ import annotations

import re

from .text import plain, sentences, verbose

_NUMBER = (
    r"(?:[3-9]|1[0-7]|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen"
    r"|fourteen|fifteen|sixteen|seventeen)"
)
_MINOR = verbose(
    rf"""
      \bi(?:'m|\sam)\s(?:only\s|just\s|still\s|almost\s|nearly\s)?{_NUMBER}
          (?:\sand\sa\shalf)?
        (?=\s?(?:[.,;!?]|$|years?\sold|y/?o\b|but\b|and\b(?!\s(?:a\b|\w+\s(?:feet
            |minutes|weeks|months)))|so\b
          |now\b|tomorrow\b|today\b|turning\b))
    | \bi(?:'m|\sam)\sturning\s{_NUMBER}\b | \bi\s(?:just\s)?turned\s{_NUMBER}(?=\s?
        (?:[.,;!?]|$|last|this|today|yesterday))
    | \b(?:turn|be)\s{_NUMBER}\s(?:next\s(?:week|month|year)|tomorrow|on\smy\sbirthday)
    | \bi(?:'m|\sam)\sa\s{_NUMBER}[\s-]years?[\s-]old\b
    | \bi(?:'m|\sam)\s(?:still\s)?(?:a\s(?:kid|child|minor|teenager)|under\s(?:18
        |eighteen|age)|underage)\b
    | \bi(?:'m|\sam)\s(?:still\s)?in\s(?:the\s)?(?:\w+\sgrade|grade\s\w+|year\s
        (?:[1-9]|1[01])\b|kindergarten
        |(?:elementary|primary|middle|junior\shigh|high)\sschool)
    | \bi\sgo\sto\s(?:kindergarten|(?:elementary|primary|middle|junior\shigh
        |high)\sschool)\b
    | \bmy\s(?:mom|mum|mommy|mummy|dad|daddy|parents)\s(?:says?|said|doesn't\sknow
        |don't\sknow|makes?|lets?|won't)\s
        (?:i'm\stoo\syoung|i\s(?:can't|have\sto|must|may|should)\s
            (?:\w+\s){{0,2}}?(?:bed|sleep|stay\sup)|i\shave\sthis|me\sstay\sup)
    | \b(?:for|with|here\sis)\smy\s(?:little\s)?(?:son|daughter|kid|child|boy|girl
        |grandson|granddaughter)\b
        [^.?!]{{0,40}}?\b(?:is|he's|she's|who's|they're|aged|age)\s{_NUMBER}\b
    """
)
_KO_AGE = (
    r"(?<!\d)(?:[3-9]|1[0-7]|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두|열세|열네"
    r"|열다섯|열여섯|열일곱)"
)
_KO_MINOR = verbose(
    rf"""
      (?<![가-힣]){_KO_AGE}\s?살(?:이에요|이야|입니다|이고|인데|이라|요|이거든
          |밖에|이지만|$|(?=[.,!?]))
    | (?<!\d)(?:[3-9]|1[0-7])\s?세(?:예요|이에요|입니다|인데|이고)
    | (?:초등학생|중학생|고등학생|유치원생|미성년자)(?:이에요|이야|예요|입니다|인데
        |이고|이라|$)
    | (?:초등학교|중학교|고등학교|유치원)(?:에)?\s?(?:다녀|다니|[1-6]\s?학년
        |[일이삼사오육]\s?학년)
    """
)
_KO_NOT_MINE = re.compile(
    r"때|시절|적에|우리\s?(?:딸|아들|아이|손자)|조카|제자|다녔|다닐|선생"
)
_MEDICAL = verbose(
    r"""
      \b(?:melatonin|antidepress\w*|ssri\w*|benzo\w*|xanax|ambien|zolpidem
          |lorazepam|trazodone|sertraline|prozac
        |zoloft|lexapro|ibuprofen|paracetamol|aspirin|insulin|painkillers?
            |sedatives?|antihistamines?|opioids?|valium)\b
    | \b(?:medication|medicine|meds|dosage|prescription|prescribed|side\seffects?
        |overdose)\b
    | \b(?:my|the|sleeping|these|those|some|two|more|any|of|take|taking|took)\s
        (?:\w+\s)?(?:pills?|tablets?)\b(?![\s-](?:shaped|computer|screen))
    | \b\d+\s?(?:mg|milligrams?|mcg)\b | \b(?:my|the|a|what|which|right|higher|lower
        |double)\s(?:\w+\s)?dose\b(?!\sof\s(?:sun|fresh|luck|love|humou?r|reality
        |nature|fun|quiet))
    | \b(?:sleep\s)?apno?ea\b | \binsomnia\b | \bnarcolep\w+ | \bblood\spressure\b 
        | \bdiagnos\w+
    | \b(?:chest|heart)\s(?:pains?|hurts?|attack|palpitations?) | \bpalpitations?\b
    | \b(?:my\s)?heart(?:'s|\sis|\shas\sbeen|\skeeps)\s(?:racing|pounding|skipping)
    | \bracing\sheart\b | \b(?:stop|stops|stopped)\sbreathing\b | \b(?:trouble
        |hard\stime|difficulty)\sbreathing\b
    | \b(?:seizures?|epilep\w+|asthma|inhaler|diabet\w+|migraines?|panic\sattacks?
        |bipolar|depression|adhd)\b
    | \bi(?:'m|\sam)\s(?:\w+\s)?pregnant\b
    | 멜라토닌|수면제|항우울제|진통제|처방|복용|부작용|무호흡|불면증|우울증|혈압
        |공황|가슴이\s?(?:아프|아파|답답|두근)|심장이\s?(?:빨리|두근|아프|아파)|천식
        |당뇨
    | (?:^|\s)약(?:을|은|이|도)?\s(?:먹|끊|줄|더|복용|안\s먹|바꾸)|임신
    """
)
_IN_A_DREAM = re.compile(
    r"\bin\s(?:the|my|that)\sdream\b|꿈에서|꿈속에서",
    re.IGNORECASE,
)
_EMERGENCY = verbose(
    r"""
      \b(?:chest\s(?:pain|hurts|is\stight)|crushing\spain|pain\sin\smy\s(?:chest
          |left\sarm)|heart\sattack|stroke)\b
    | \b(?:can't|cannot|can\snot|can\sbarely|can\shardly)\s(?:breathe|get\s
        (?:any\s)?air|catch\smy\sbreath)\b
    | \b(?:struggling|gasping|choking)\b(?:\s(?:to|for)\s(?:breathe|air|breath))
    | \b(?:took|taken|swallowed)\s(?:too\smany|all|a\s(?:lot|bunch|handful)
        |the\swhole)\s(?:\w+\s){0,3}?(?:pills?|tablets?|bottle|pack|box|meds
        |medication)\b
    | \b(?:bleeding)\s(?:\w+\s){0,2}?(?:a\slot|heavily|badly|won't\sstop
        |and\sit\swon't) | \b(?:won't|doesn't|not)\sstop\sbleeding\b
    | \b(?:passed\sout|unconscious|having\sa\sseizure|collapsed|not\sbreathing
        |stopped\sbreathing\sand)\b
    | \b(?:face|arm|one\sside|left\sside|right\sside)\s(?:\w+\s){0,3}?(?:droop\w*
        |numb|paraly[sz]ed)\b
    | \b(?:call|need)\s(?:me\s)?an\sambulance\b | \bhouse\sis\son\sfire\b | \b
        (?:there's|i\ssmell)\s(?:a\s)?(?:gas|smoke|fire)\b
    | \bthroat\sis\s(?:closing|swelling) | \bi\s(?:just\s)?overdosed\b(?!\son\s
        (?:chocolate|coffee|sugar|tv))
    | 숨(?:을|이)?\s?(?:못\s?쉬|쉴\s?수\s?(?:가\s?)?없|안\s?쉬|막히) | 가슴이\s?
        (?:너무\s?|심하게\s?|조이|쥐어짜|찢어)[가-힣\s]{0,6}(?:아파|아프|조여|조이|듯)
    | 가슴\s?통증 | (?:의식|정신)(?:을|이)?\s?(?:잃|없) | 피가\s?(?:안\s?멈|멈추지
        |많이) | 구급차 | 쓰러졌 | 약을\s?(?:너무\s?많이|다|한꺼번에)\s?(?:먹었|삼켰)
    | (?:팔|얼굴|한쪽)[가-힣\s]{0,8}(?:마비|감각이\s?없)
    """
)


def minor(text: str) -> str:
    """Give the words that tell that the speaker is a minor, or nothing.

    Also a parent who sets it up for a child. It can't see an age worked out from
    other things ("born in 2015"), nor who is meant by a bare number.
    """
    return _first(_MINOR, _KO_MINOR, text, unless=_KO_NOT_MINE)


def medical(text: str) -> str:
    """Give the words that touch on medicine or illness, or nothing.

    What a dream held is left out where the sentence says so. It can't tell a
    question from a mention.
    """
    return _first(_MEDICAL, _MEDICAL, text, unless=_IN_A_DREAM)


def emergency(text: str) -> str:
    """Give the words that call for help at once, or nothing.

    It can't tell now from long ago, except by the dream that the sentence names.
    """
    return _first(_EMERGENCY, _EMERGENCY, text, unless=_IN_A_DREAM)


def _first(
    english: re.Pattern[str],
    korean: re.Pattern[str],
    text: str,
    unless: re.Pattern[str],
) -> str:
    for sentence in sentences(plain(text)):
        if unless.search(sentence):
            continue
        found = english.search(sentence) or korean.search(sentence)
        if found:
            return found[0]
    return ""
