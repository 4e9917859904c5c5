"""How many questions a turn asks: clauses are counted, not question marks.

"What did you see, and who was there?" is two questions under one mark;
"A place? A person?" is one under two. English and Korean. All is decided on the
surface; what that can't see is said at each function.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from . import korean_questions
from .text import KEPT, plain, sentences, unquoted

_HANGUL = re.compile("[가-힣]")

_WH = r"(?:what|where|who|whom|whose|when|which|why|how)"
_AUX = (
    r"(?:is|are|was|were|am|do|does|did|have|has|had|can|could|will|would|shall"
    r"|should|may|might|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't"
    r"|hasn't|hadn't|can't|couldn't|won't|wouldn't|shouldn't)"
)
_PRONOUN = (
    r"(?:i|you|he|she|it|we|they|there|this|that|these|those|any(?:one|body|thing)"
    r"|some(?:one|body|thing)|every(?:one|body|thing)|your|his|her|its|their|my)"
)
_FILLER = (
    r"(?:(?:so|well|okay|ok|oh|ah|hm+|mm+|yes|no|now|then|also|just|please|maybe"
    r"|perhaps|first|next|finally|alright|all\ right|right|sure|and|but|or|again"
    r"|still|good\ (?:morning|evening)|hi|hello|thanks|thank\ you|tonight|sorry"
    r"|in\ that\ case|if\ you\ (?:like|want|can|remember|don't\ mind)"
    r"|when(?:ever)?\ you(?:'re|\ are)\ ready|take\ your\ time)[\s,:]+){0,4}"
)
_PART = re.compile(
    r"[,;:—\u2013]+|\s-+\s|\s(?=(?:and|or|but|then|plus)\s)", re.IGNORECASE
)
_JOINT = re.compile(r"(?:and|or|but|then|plus|also)\b", re.IGNORECASE)

_WH_HEAD = re.compile(
    rf"{_FILLER}(?:(?:at|in|with|from|to|for|about|on|of|by|since)\s)?{_WH}\b",
    re.IGNORECASE,
)
_BARE_WH = re.compile(
    rf"{_FILLER}(?:(?:at|in|with|from|to|for|about|on|of)\s)?{_WH}"
    r"(?:\s(?:exactly|else|then|or\s\w+|and\s\w+))?$",
    re.IGNORECASE,
)
_INVERTED_WH = re.compile(
    rf"{_FILLER}(?:\w+\s)?{_WH}(?:\s\w+){{0,3}}?\s{_AUX}\s", re.IGNORECASE
)
_SUBORDINATE = re.compile(
    rf"""{_FILLER}
    (?: when(?:ever)?\s(?!{_AUX}\b)(?!else\b) | where\s(?!{_AUX}\b)(?!else\b|about\b)
      | how(?:ever)\b | what(?:ever)\b | which(?:ever)\b
      | (?:should|had|were)\s(?:you|it|there)\s(?!.*\?)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_CONDITION = re.compile(rf"{_FILLER}(?:should|had)\s(?:you|it|there)\b", re.IGNORECASE)
_AUX_HEAD = re.compile(
    rf"""{_FILLER}
    (?: {_AUX}\s{_PRONOUN}\b
      | (?:is|are|was|were|does|did|can|could|will|would|should|has|isn't|aren't
          |wasn't|weren't|doesn't|didn't)\s(?:the|an?|all|both|each|some|no|one)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_AUX_START = re.compile(rf"{_FILLER}{_AUX}\s\w", re.IGNORECASE)
"""At the very start of a sentence with a question mark the subject may be any word."""
_ASKS = re.compile(
    rf"""
      {_FILLER}(?:if\syou[^,]{{0,40}},\s)?(?:(?:would\syou\s|could\syou\s)?please\s
      |do\s|feel\sfree\sto\s
        |try\sto\s|i'd\slike\syou\sto\s|go\sahead\sand\s|let's\shear[,:]?\s)?
    (?: tell\sme\b
      | describe\b
      | say\s(?:a\s(?:bit|little)\s)?more\b | say\s{_WH}\b
      | walk\sme\sthrough\b
      | give\sme\s(?:a|an|one|some|more|any)\b
      | share\s(?:with\sme\s)?(?:what|anything|whatever|a|one|your|more|any|the)\b
      | name\s(?:a|one|any|the)\b
      | (?:pick|choose)\s(?:a|one|any|some)\b
      | i(?:'m|\sam|\swas)?\s(?:just\s|also\s)?wonder(?:ed|ing)?\b
      | i(?:'m|\sam)\s(?:just\s|also\s|a\slittle\s)?curious\s(?:about|{_WH}|if
          |whether|to)\b
      | i(?:'m|\sam)\s(?:just\s|also\s)?curious$
      | i(?:'d|\swould)\s(?:like|love)\sto\s(?:know|hear)\s(?:about|{_WH}|if|whether
          |a|whatever|any\w*|every\w*|more\sabout)\b
      | i\swant\sto\sknow\b
      | let\sme\sknow\s(?:what|where|who|how|which|why|about|whatever|once
            |when\s(?!you(?:'re|\sare)\sready)
            |(?:if|whether)\s(?!you(?:'d|\swould)?\s(?:need|want|like|wake|prefer
                |change)
                  |there's\sanything\syou\sneed|anything)) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_FRAME = re.compile(
    rf"""{_FILLER}
    (?: (?:could|can|would|will|might)\syou\s(?:please\s|maybe\s)?
          (?:tell|share|describe|say|explain|help|walk|let\sme\sknow|remember|recall)\b
      | (?:can|could|may|might)\si\s(?:just\s|also\s)?ask\b
      | (?:do|would)\syou\s(?:mind|care\sto|like\sto|want\sto)\s
          (?:tell|telling|share|sharing|say|saying|describe|describing|me\sasking)\b
      | do\syou\s(?:remember|recall|know)\b
      | (?:are|is)\s(?:you|it)\s(?:able|possible|willing|happy)\s(?:for\syou\s)?to\s
          (?:tell|share|describe|say)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_BARE_FRAME = re.compile(
    rf"""{_FILLER}
    (?: (?:please\s)?tell\sme(?:\s(?:more|this|something|one\sthing|then|again|first))?
      | (?:could|can|would|will)\syou\s(?:please\s)?tell\sme(?:\smore)?
      | (?:can|could|may|might)\si\s(?:just\s|also\s)?ask(?:\syou)?
          (?:\s(?:something|this|a\squestion|one\s(?:more|last)?\s?(?:thing
              |question)?))?
      | i(?:'m|\sam|\swas)?\s(?:just\s|also\s)?(?:wonder(?:ing)?|curious)
      | do\syou\s(?:remember|recall|know)
      | let\sme\sask(?:\syou)?(?:\s\w+){{0,3}}
    )\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_ANNOUNCES = re.compile(
    rf"{_FILLER}(?:(?:can|could|may|might)\si|let\sme)\s(?:just\s|also\s)?ask(?:\syou)?"
    r"(?:\s(?:something|this|an?|one|another|more|last|question|thing|else|about"
    r"|it)){0,5}$",
    re.IGNORECASE,
)
"""Says that a question comes, and asks nothing yet."""
_TAG = re.compile(
    r"""(?:(?:and|or|but|so)\b)?\s*
    (?: (?:is|are|was|were|do|does|did|have|has|had|can|could|will|would|should|am)
          (?:n't)?\s(?:i|you|he|she|it|we|they|there|that|this)(?:\snot)?
      | (?:is|was)\s(?:that|it|this)\s(?:right|correct|so|true|it)
      | right | correct | yes | no | yeah | yep | ok | okay | alright | all\sright | hm+
      | huh | eh | true | really | oh | oh\sreally | you\s(?:know|see) | got\sit | deal
      | (?:do|don't)\syou\s(?:think|agree|feel|reckon|suppose|remember)
      | would\syou\ssay | if\s(?:any|anything|you\sremember|you\scan|so)
      | or\snot | or\sno | shall\swe | will\syou | would\syou | can\syou
      | does\sthat\s(?:sound|feel|make)\s(?:right|sense)
    )[\s]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_DECLARATIVE = re.compile(
    rf"{_FILLER}(?:you|he|she|it|we|they|there|i|that|this)(?:'\w+|\s\w)",
    re.IGNORECASE,
)
_ASKS_ON = re.compile(
    r"(?:and|but|or)\s(?!maybe|perhaps|an?\s|some)"
    r"|(?:\w+\s)?(?:any(?:thing|one|body|where))\selse|(?:what|how)\sabout",
    re.IGNORECASE,
)
_NO_MARK = re.compile(
    rf"""{_FILLER}
    (?: (?:(?:at|in|with|from|to|for)\s)?{_WH}(?:\s\w+){{0,2}}?
          \s(?:is|are|was|were|do|does|did|would|could|can|will|have|has)
          \s(?:you|it|there|he|she|they|we|that|this|your|the)\b(?!\sis\b)
      | (?:is|are|was|were|do|does|did|can|could|would|will)
          \s(?:you|it|there|he|she|they|we)\b
      | (?:what|who)\s(?:happened|else)\b | what\scomes\sto\smind\b
      | (?:how|what)\sabout\s
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""A question without its mark: only the plainest forms are taken for one."""


class Asked(NamedTuple):
    """What a turn asks."""

    one: bool
    """At most one question: a turn without any keeps the rule too."""
    number: int
    spans: tuple[str, ...]
    """The words of each counted question, in order, as in `text.plain`."""


def questions(text: str) -> tuple[str, ...]:
    """Give the words of each question that a turn asks, in order.

    Quoted words don't count, polite frames ("could you tell me what ..."), tags,
    alternatives ("or was it ...") and offered fragments ("A place?") count with
    the question they belong to; requests to tell ("describe ...", "I wonder ...",
    "말해 주세요") count as questions.

    It can't see that two clauses mean one thing ("what was it like, how did it
    look?" is two here), a question asked by a bare statement ("You haven't said
    where."), nor whether a question is rhetorical: a judge may.
    """
    counted: list[str] = []
    loose: list[str] = []  # fragments: they count, once, where no clause asks
    for sentence in sentences(unquoted(plain(text))):
        follows = bool(counted)
        if _HANGUL.search(sentence):
            clauses, fragment = korean_questions.read(sentence, follows, _english)
        else:
            clauses, fragment = _english(sentence, follows)
        counted += clauses
        loose += [fragment] if fragment else []
    return tuple(counted) or tuple(loose[:1])


def count_questions(text: str) -> int:
    """Count the questions that a turn asks; see `questions`."""
    return len(questions(text))


@lru_cache(maxsize=KEPT)
def one_question(text: str) -> Asked:
    """Say whether a turn asks at most one question; see `questions`."""
    spans = questions(text)
    return Asked(len(spans) <= 1, len(spans), spans)


@lru_cache(maxsize=4096)
def is_question(sentence: str) -> bool:
    """Say whether one sentence asks something, by itself."""
    return count_questions(sentence) > 0


def _english(sentence: str, follows: bool) -> tuple[list[str], str]:
    """Give the asking clauses of a sentence, and else the fragment it is.

    `follows`: an earlier sentence of the turn has asked already.
    """
    marked = "?" in sentence
    body = sentence.rstrip(".?!… ").strip()
    if not marked and not (_NO_MARK.match(body) or _may_ask(body)):
        return [], ""
    if _TAG.match(body):
        return [], sentence if marked else ""
    if _ANNOUNCES.match(body):
        return [], body
    parts = _parts(body)
    found: list[str] = []
    frame = ""  # a bare frame that waits for its question: "Tell me, what ..."
    stem = ""  # a bare wh-word that waits for its verb: "What, if anything, did ..."
    asked_wh = False
    embedded = False
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        bare = _JOINT.sub("", part, count=1).strip() if at else part
        joined = bool(_JOINT.match(part)) if at else False
        is_or = part[:3].lower() == "or "
        if _BARE_FRAME.match(bare) and not last:
            frame = part
            continue
        if at and _TAG.match(part) and found:
            continue
        if _ASKS.match(bare):
            found.append(part)
            embedded, frame = True, ""
        elif not marked and not found and not frame and not _NO_MARK.match(bare):
            continue
        elif _WH_HEAD.match(bare):
            if _BARE_WH.match(bare) and not last:
                stem = part
            elif stem and joined:
                found.append(part)
                stem = ""
            elif _asks_by_wh(bare, at, joined, embedded, asked_wh):
                found.append(part)
                frame, asked_wh, stem = "", True, ""
        elif _FRAME.match(bare):
            if not (is_or and (found or follows)):
                found.append(part)
            embedded = True
        elif _AUX_HEAD.match(bare) or (at == 0 and marked and _AUX_START.match(bare)):
            if is_or and (found or follows):
                continue
            if _CONDITION.match(bare) and not last:
                continue
            found.append(part)
            frame = stem = ""
    if found or not marked:
        return found or ([frame] if frame else []), ""
    if stem or frame:
        return [body], ""
    first = body[:3].lower()
    if first == "or " and follows:
        return [], ""
    if _BARE_WH.match(body) or _DECLARATIVE.match(body):
        return [body], ""
    if _ASKS_ON.match(body) and (follows or first != "or "):
        return [body], ""
    return [], body


def _may_ask(body: str) -> bool:
    return any(
        _ASKS.match(_JOINT.sub("", part, count=1).strip() if at else part)
        for at, part in enumerate(_parts(body))
    )


def _parts(body: str) -> list[str]:
    return [part.strip() for part in _PART.split(body) if part and part.strip()]


def _asks_by_wh(
    part: str, at: int, joined: bool, embedded: bool, asked_wh: bool
) -> bool:
    """Say whether a part that begins with a wh-word asks, or only describes."""
    if _SUBORDINATE.match(part):
        return embedded and joined
    if at == 0 or joined or _INVERTED_WH.match(part):
        return True
    relative = re.match(r"(?:who|which|whose|whom)\b", part, re.IGNORECASE)
    return asked_wh or not relative
