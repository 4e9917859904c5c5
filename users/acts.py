"""What the person makes of an agent's words: which question it was, if any.

A ladder of patterns, English and Korean, over the last question of a turn: asked two
things at once, people answer the last. Where words alone don't tell, the phase of the
talk does: the first question at bedtime asks for the wish, the first in the morning
for the dream.

Known limits: irony, and questions put without a question's form ("your dream, then"),
pass for statements.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from .persona import Kind, Phase

Said = Literal["asks", "more", "pressure", "line", "closes", "states", "empty"]
"""What an agent's turn does: asks for something, asks on, presses for an answer
already given, names a crisis line, says goodbye, states something, is no words."""

MOST_HEARD = 4000
"""Characters of a turn that a person takes in; the rest passes them by."""


class Heard(NamedTuple):
    """What the person understood."""

    said: Said
    kinds: tuple[Kind, ...] = ()
    """Kinds of facts that the last question asks for, likeliest first."""
    closed: bool = False
    """It can be answered with yes or no, or offers a choice."""
    question: str = ""
    """The last question or request itself."""
    sure: bool = True
    """False where only the phase told what was meant."""


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


_SENTENCE = re.compile(r"[^.!?\n\u3002\uff1f]+[.!?\u3002\uff1f]*")
_ASKS = _any(
    r"\?\s*$",
    r"^\W*(?:and |so |okay,? |then )?(?:please )?"
    r"(?:tell|describe|share|say|walk me|take me|let me know|name|give me)\b",
    r"\b(?:i wonder|i'd (?:love|like) to (?:hear|know)|could you|can you|would you)\b",
    r"(?:까요|나요|는지요|는가요|은가요|인가요|니|을래요|실래요)\s*[?.]?\s*$",
    r"(?:말해|들려|알려|얘기해|이야기해|적어|설명해)\s*(?:줘|주세요|주실|주시)",
)
_CLOSED = re.compile(
    r"^\W*(?:and |so |but |or |then |okay,? |well,? |maybe )*"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|"
    r"might|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't|hasn't)\b"
    r"|\bor\b[^?]*\?|,? (?:right|isn't it|wasn't it|didn't (?:you|it)|"
    r"weren't (?:you|they)|yes|no|huh)\?\s*$"
    r"|(?:있었|이었|였|았|었|했|보였|나왔)(?:나요|어요|죠|지요|니)\s*\?"
)
_POLITE = re.compile(
    r"^\W*(?:and |so |but |or |then )*(?:what|where|who|which|when|why|how)\b|"
    r"^\W*(?:could|can|would|will) you (?:please |maybe )?"
    r"(?:tell|describe|share|say|name|give)\b|^\W*(?:is|was) there anything\b"
    r"|^\W*do you (?:remember|recall) (?:anything|any|what)\b"
    r"|^\W*(?:do|would) you (?:like|want) to (?:tell|share|say|add)\b"
)

_TOPICS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "risk",
        _any(
            r"\b(?:kill|hurt|harm)(?:ing)? yourself\b",
            r"\b(?:suicid|end(?:ing)? (?:your|it|things)|not wak(?:e|ing) up)",
            r"\bare you safe\b|\bsafe (?:tonight|right now)\b",
            r"\bthoughts of (?:dying|death)",
            r"자살|죽고 싶|스스로를 해|해치|안전하",
        ),
    ),
    (
        "next_step",
        _any(
            r"\b(?:call|reach|talk to|speak (?:to|with)|be with|message|text)\b.*"
            r"\b(?:someone|somebody|anyone|them|line|friend|family|person|now|tonight)",
            r"\bwho (?:could|can|might) you\b|\bnext step\b",
            r"전화(?:할|해)|연락(?:할|해)|누구(?:에게|한테) (?:말|전화|연락)",
        ),
    ),
    (
        "age",
        _any(
            r"\bhow old\b|\byour age\b|\bgrown-?up\b|\bare you an adult\b",
            r"몇 살|나이",
        ),
    ),
    (
        "retention",
        _any(
            r"\b(?:keep|save|store|record|hold on to|write (?:this |it |that )?down|"
            r"note (?:this |it |that )?down|remember (?:this|it|what you))\b",
            r"저장|기록해|보관|남겨|적어 (?:둬|두)",
        ),
    ),
    (
        "consent",
        _any(
            r"\b(?:play|use|make|put on)\b.*\b(?:sounds?|music|voice|noise)\b",
            r"\b(?:sounds?|music|voice)\b.*\b(?:okay|ok|all ?right|fine|allowed)\b",
            r"\b(?:okay|ok|all right|alright|fine|comfortable)\b.*\bsounds?\b",
            r"소리.*(?:괜찮|될까|틀어|들려|내도)",
        ),
    ),
    (
        "boundary",
        _any(
            r"\b(?:stay|leave|keep|left|kept)\b.{0,30}\bout\b|"
            r"\b(?:avoid|stay away|off.limits|keep out|not want|rather not|"
            r"don't want|should(?:n't| not)|uncomfortable|upset|not like|boundar)",
            r"피하|피했|싫|원하지 않|원치 않|빼(?:고|줘|야)|나오지 않",
        ),
    ),
    (
        "medical",
        _any(
            r"\b(?:medicine|medication|pills?|doctor|pharmacist|symptoms?)\b",
            r"약|의사|병원에",
        ),
    ),
    (
        "mood",
        _any(
            r"\bhow (?:are|do) you (?:feel|doing)|\bhow are you\b|\bmood\b",
            r"\bhow (?:has|was|is|did) your (?:day|evening)",
            r"\bhow you(?:'re| are) feeling",
            r"기분|하루|어떠세요|어때요|마음",
        ),
    ),
    (
        "memory",
        _any(
            r"\bmemor(?:y|ies)\b|\bremind|\bcomes? to (?:your )?mind|\btime when\b",
            r"\bassociat|\bconnected|\bgoes with\b",
            r"추억|떠오르|기억나는|생각나는",
        ),
    ),
    (
        "wish",
        _any(
            r"\b(?:like|want|love|wish|hope|choose) to dream\b|\bdream (?:of|about)\b",
            r"\byour wish\b|\bwhat (?:dream|wish)\b|\bwish for\b",
            r"꾸고 싶|무슨 꿈|어떤 꿈|소원|바라",
        ),
    ),
    (
        "detail",
        _any(
            r"\bdetails?\b|\blook(?:s|ed)? like\b|\bwhere\b|\bwho\b|\bwhich\b",
            r"\b(?:see|hear|smell|taste|touch|notice|feel|describe)\b|\bmore about\b",
            r"어디|누구|모습|보이|보여|들리|들려요|냄새|자세히",
        ),
    ),
)
_MORNING: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    _TOPICS[0],
    _TOPICS[1],
    _TOPICS[3],
    (
        "feeling",
        _any(
            r"\bhow (?:did|was|were|do|does) .*\b(?:feel|felt|feeling)|\bfeelings?\b",
            r"\bmood\b|\bemotion",
            r"기분|느낌|감정",
        ),
    ),
    (
        "dream",
        _any(
            r"\bdream|\bremember|\brecall|\bmind\b|\bwak|\bwoke|\bsle(?:ep|pt)|\bnight\b",
            r"\b(?:see|hear|happen|there|appear|where|who|describe)",
            r"꿈|기억|떠오|깨기|밤새|자는|잠",
        ),
    ),
)
_MORE = _any(
    r"\b(?:anything|something|what) (?:else|more)\b|\bmore\b|\bgo on\b|\band then\b",
    r"\bwhat happened (?:next|then)\b|\bkeep going\b|\belse\b|\beven a (?:feeling|bit)",
    r"더 (?:있|말|들|기억)|또 (?:있|다른|뭐)|그 밖|그다음|그리고요|계속",
)
_PRESSURE = _any(
    r"\bare you (?:really |quite )?sure\b|\btry (?:harder|again|to remember|a little)",
    r"\bthink (?:harder|again|carefully)|\bmust have\b|\breally nothing\b",
    r"\bpicture it\b|\bimagine (?:it|that)\b|\bconcentrate\b",
    r"\bbut (?:surely|certainly)\b",
    r"정말(?:요| 없| 아무)|확실|다시 (?:잘 )?생각|잘 생각해|노력해",
)
_LINE = _any(
    r"\b(?:crisis|suicide|life)\s?-?line\b|\bhotline\b|\bhelpline\b|\b988\b|\b109\b",
    r"\b116 ?123\b|\bemergency (?:number|services)\b|상담 ?전화|위기",
)
_CLOSES = _any(
    r"\bgood ?night\b|\bsleep (?:well|tight)\b|\bsweet dreams\b|\bgood-?bye\b|\bbye\b",
    r"\brest well\b|\bhave a (?:good|lovely|nice|gentle) (?:day|morning)",
    r"잘 자|안녕히|좋은 꿈|좋은 하루|편안한 밤|푹 쉬",
)


@lru_cache(maxsize=2048)
def hear(text: str, phase: Phase, question: int) -> Heard:
    """Read an agent's turn; `question` counts the questions it asked before, from 0."""
    said = _plain(text)
    if not re.search(r"\w", said):
        return Heard("empty")
    sentences = [each.strip() for each in _SENTENCE.findall(said) if each.strip()]
    asking = [each for each in sentences if _ASKS.search(each)]
    if not asking:
        if _LINE.search(said):
            return Heard("line", ("next_step",))
        return Heard("closes" if _CLOSES.search(said) else "states")
    last = asking[-1]
    closed = bool(_CLOSED.search(last)) and not _POLITE.search(last)
    if _PRESSURE.search(last):
        return Heard("pressure", (), closed, last)
    topics = _MORNING if phase == "morning" else _TOPICS
    kinds = tuple(kind for kind, pattern in topics if pattern.search(last))
    if _MORE.search(last) and not {"risk", "next_step"} & set(kinds):
        return Heard("more", kinds, closed, last)
    if kinds:
        return Heard("asks", kinds, closed, last)
    first: Kind = "dream" if phase == "morning" else "wish"
    if question == 0 and not closed:
        return Heard("asks", (first,), closed, last, sure=False)
    return Heard("asks", (), closed, last, sure=False)


def _plain(text: str) -> str:
    said = unicodedata.normalize("NFKC", text[:MOST_HEARD]).casefold()
    return said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
