"""Does an agent lead? Two tiers: what code decides, and what it hands to a judge.

The **hard** tier raises no false alarm: it speaks only where the form itself leads.
The **soft** tier misses nothing: it hands on every question that could lead. English
and Korean. "New" means: a content word that nobody in the talk has said before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .manner import interprets, praises_match, pressure
from .novelty import Elements, names, names_element, new_words
from .questions import is_question
from .text import plain, sentences, unquoted, verbose
from .transcript import Turn

__all__ = [
    "Elements",
    "free_recall_first",
    "hard",
    "interprets",
    "is_open_invitation",
    "is_question_turn",
    "names_element",
    "new_words",
    "praises_match",
    "pressure",
    "soft",
]

_PROCESS = verbose(
    r"""
      \b(?:would|do|could|can|may|shall|should|will|did|have|are|were|is|was)\s
          (?:you|i|we|it|that|this)\s
        (?:still\s|also\s|please\s|just\s|now\s|be\s|all\s|both\s)?
        (?:like\s(?:to\s(?!dream)|me\b|us\b|some\b|a\b|another\b)|want\s(?:to\s
            |me\b|some\b|a\b)|need|prefer|mind|happy\s(?:to|with|if)|ready|comfortable
            |okay|ok\b|all\sright|alright
          |fine|right\b|correct\b|stop|pause|rest\b|write|note|save|keep|add
              |go\son|continue|carry\son|leave|wait|take\s(?:a\sbreak|that|this|your)
              |hear\sme
          |understand|understood|get\s(?:that|this|it)\sright|misunderst\w+|ask\b
              |read\b|repeat|try\sagain|call\s(?:it|this)|finish|done|everything
              |enough|sleep|slept|wake|woken|rested|tired|warm\senough|cold\snow)
    | \b(?:by|beside|near|next\sto|in|on)\syour\s(?:bed|room|bedroom|head|side
        |phone)\b | \b(?:right\snow|at\sthe\smoment|this\smorning|today|tonight
        |tomorrow|at\shome\snow|in\sreal\slife|nearby)\b
    | \b(?:before|after)\s(?:going\sto\s|you\swent\sto\s)?bed\b | \byesterday\b 
        | \bwhy\s(?:don't|not)\b | \bwouldn't\syou\s(?:like|rather|prefer)\b
    | \byour\s(?:sleep|night|rest)\b | \bdid\syou\s(?:enjoy|rest|manage\sto|get\s
        (?:some|enough|any)\b
        |have\s(?:a|an)\s(?:chance|good|nice|quiet|restful|okay)\b)
    | \bdid\s(?:i|we)\b | \b(?:have|had)\si\b | \b(?:the\s)?(?:alarm|sound|noise
        |light|music|volume|headband|speaker)\s(?:\w+\s)?(?:wake|bother|disturb|keep
        |too|all\sright|okay|comfortable|loud|reach)
    | \b(?:did|do|are|were)\syou\s(?:just\s)?(?:say|saying|mention|tell|mean)\b
    """
)
"""Questions about the talk itself, the bed and the day: none leads into a dream."""
_SAID = verbose(
    r"\byou\s(?:just\s|also\s)?(?:said|mentioned|told|meant|mean|described|spoke"
    r"|were\ssaying)\b|\b(?:did\s?n't|did)\syou\s(?:just\s)?(?:say|mention|tell)\b"
    r"|하셨(?:죠|지요)|말씀하신|다고\s?하|라고\s?하"
)

_TAG_END = verbose(
    r"""
      (?P<aux>[,;\u2013—-]?\s(?:is|are|was|were|do|does|did|have|has|had|can|could
          |would|wouldn't|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't
          |hasn't|hadn't|couldn't)
          \s(?:you|he|she|it|we|they|there|that)(?:\snot)?\s?\?)$
    | (?P<word>[,;\u2013—-]\s?(?:right|correct|yes|no|yeah|true|huh|eh|or\snot
        |am\si\sright|is\sthat\s(?:right|so|correct|true)|was\sit\snot)\s?\?)$
    """
)
_LONE_TAG = verbose(
    r"^(?:right|correct|yes|no|yeah|true|huh|isn't\sit|wasn't\sit|didn't\s(?:you|it)"
    r"|am\si\sright|was\sit\snot)\s?\?$|^(?:그렇죠|그쵸|맞죠|그렇지요|맞지요)\s?\?$"
)
_STATED = verbose(
    r"^(?:so|and|but|well|then|oh|ah|okay|ok|surely|of\scourse|i\s(?:guess|think"
    r"|suppose|bet))?[,\s]*(?:you|it|there|he|she|they|that|this|the|your|we|someone"
    r"|somebody)\b"
)
_MEMORY_TAG = verbose(
    r"\byou\s(?:do\s|did\s|must\s(?:have\s)?)?(?:still\s)?(?:remember|recall|dream"
    r"(?:ed|t)?|had\sa\sdream|saw|felt|heard|knew|know|liked|wanted|were)\b"
)
_NEGATIVE = verbose(
    r"""
    (?:^|[,;:]\s|\b(?:and|but|so|or|well|then|oh|hm+)[,\s]\s?)
    (?: (?:was|were|did|had)n't\s(?:you|there|it|he|she|they|the|your|that|this
        |any\w*|some\w*|a)\b
      | (?:was|were|did|had)\s(?:you|there|it|he|she|they)\snot\b
      | (?:is|are)n't\sthere\b | don't\syou\s(?:remember|recall|see|think|feel
          |believe)\b
      | (?:couldn't|might\snot|mightn't|could)\s(?:it|that|they|he|she)\s
          (?:not\s)?have\snot?\b | couldn't\s(?:it|that|they|he|she)\shave\b
    )"""
)
_WH_LED = verbose(
    r"""
      ^(?:(?:so|and|but|well|then|okay|ok|now|oh|also|yes|good\smorning|thank\syou
      |thanks|i\ssee|that's\sfine|[\w']+)[,\s]\s?){0,4}?
    (?:(?:at|in|with|from|to|for|about|on|of)\s)?(?:what|where|who|whom|whose|when
        |which|why|how)\b(?!\sabout\b)
    """
)
_FRAMED = verbose(
    r"""
      \b(?:(?:could|can|would|will)\syou\s(?:please\s|maybe\s|perhaps\s)?(?:tell|share
      |describe|say|explain|walk|talk|help)|tell\sme|describe|say\s(?:a\s(?:bit
      |little)\s)?more|do\syou\s(?:remember|recall|know)|i\swonder|i'm\scurious|i(?:'d
      |\swould)\s(?:like|love)\sto\s(?:know|hear)|let\sme\sknow|may\si\sask
      |can\si\sask|would\syou\slike\sto\s(?:tell|share|say|describe))\b
    """
)
_WH = re.compile(r"\b(?:what|where|who|whom|whose|when|which|why|how)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"\b(?:if|whether)\b(?!\s(?:you\s(?:like|want|can|wish|remember)|any|so"
    r"|possible)\b)",
    re.IGNORECASE,
)
_OR = re.compile(
    r"\bor\b(?!\s(?:so|something|anything|somewhere|anyone|someone|whatever|not|more"
    r"|less|two)\b)",
    re.IGNORECASE,
)
_YES_NO_OF_DREAM = verbose(
    r"""\b(?:
        (?:did|was|were|had|wasn't|weren't|didn't|hadn't)\s
      | (?:do|can|could|would)\syou\s(?:still\s|perhaps\s|maybe\s|also\s
          |by\sany\schance\s|even\s|not\s)?(?:remember|recall|see|picture|think|feel
          |hear|imagine|smell|say)\b
      | (?:is|are)\sthere\b | (?:could|might|may|can)\s(?:it|that|they|he|she|there
          |this)\s(?:have|be)\b
      | (?:is|was)\sit\s(?:possible|that) | have\syou\s(?:seen|dreamed|dreamt|been
          |met|felt|heard)\b | (?:does|do)\s(?:it|he|she|they|that|the)\s
      | (?:is|are)\s(?:it|he|she|they|the)\s
    )"""
)
_DECLARED = verbose(
    r"^(?:(?:so|and|but|well|then|oh|okay)[,\s]\s?)?(?:you|it|there|he|she|they|that"
    r"|the|your)(?:'\w+)?\s"
)

_HANGUL = re.compile("[가-힣]")
_KO_PROCESS = re.compile(
    r"싶으(?:신|세|십|시)|싶(?:은가|나요|어요)|괜찮(?:으|을|나|아요|은)|(?:될|할"
    r"|그만할|쉴|적을|들을|멈출|끝낼|저장할|기록할|물어봐도|적어도)까요|도\s?될까요"
    r"|주실|주시겠|주세요|들리(?:세요|나요|시나요)|편하(?:세요|신가요|시나요)"
    r"|주무(?:셨|시)|잘\s?잤|잘\s?잘|푹\s?(?:잤|주무)|준비(?:되|가)|피곤|알람|맞"
    r"(?:나요|습니까|을까요)|이해했|더\s?(?:하실|하고|말씀|덧붙)"
)
_KO_SAID = re.compile(r"(?:다|라|자|냐)고\s?(?:하셨|했|말씀)|말씀하신")
_KO_WH = re.compile(
    r"(?:무엇|무슨|뭐|뭘|뭔(?!가)|어디|누구|누가|언제|어떤|어떻|어땠|어떠|왜|얼마|몇"
    r"|어느)(?!가\s|라도|든)"
)
_KO_SOMETHING = re.compile(r"(?:뭔가|무언가|누군가|어딘가|언젠가|아무)")
_KO_TAGGED = re.compile(r"(?:죠|지요|잖아요|맞죠|그렇죠)\s?[?.]?$")
_KO_NEGATIVE = re.compile(
    r"(?:지\s?(?:않|못)(?:았|으셨|했|으시었)|(?<![가-힣])(?:안"
    r"|못)\s?[가-힣]{0,4}[었았했셨졌왔갔봤였랐꼈렸켰났]|없(?:었|으셨))[가-힣]{0,2}"
    r"(?:나요|어요|습니까|을까요|죠|니|어)\s?\?"
)
_KO_PAST = re.compile(
    r"[었았했셨졌왔갔봤였랐꼈렸켰났겼쳤섰샀탔찼컸잤꿨뒀줬웠됐폈뺐앴냈댔댔]"
)


def hard(text: str, before: Sequence[Turn], elements: Elements) -> str:
    """Say why a turn of the morning leads by its very form; empty where it doesn't.

    `element`: it names an element of the wish that the person has not named;
    `tag`: "you ran, didn't you?"; `negative`: "wasn't there a dog?";
    `options`: a yes/no or either-or question with a new content word. `before`
    holds the talk so far. Questions about the talk, the bed and the day, and the
    person's own words handed back, never count.

    It can't see a wh-question that presupposes ("who was driving?"), nor a new
    thing in known words: `soft` hands those to a judge.
    """
    read = unquoted(plain(text))
    for name, words in elements.items():
        told = any(
            names(turn.text, words) for turn in before if turn.speaker == "person"
        )
        if not told and names(read, words):
            return f"element: {name}"
    previous = ""
    for sentence in sentences(read):
        judged = f"{previous} {sentence}" if _LONE_TAG.match(sentence) else sentence
        form = _form(judged, sentence is not judged)
        previous = sentence
        if not form:
            continue
        new = new_words(judged, before, elements, "hard")
        if new:
            return f"{form}: {', '.join(new)}"
        if form == "negative" or (form == "tag" and _presses(judged)):
            return f"{form}: {sentence}"
    return ""


def _form(sentence: str, tagged: bool) -> str:
    """Give the leading form of a sentence: tag, negative, options, or none."""
    if not (tagged or is_question(sentence)):
        return ""
    if _HANGUL.search(sentence):
        return _korean_form(sentence, tagged)
    if _SAID.search(sentence) or _PROCESS.search(sentence):
        return ""
    tag = _TAG_END.search(sentence)
    if tagged or (tag and _STATED.match(sentence)):
        return "tag"
    if _NEGATIVE.search(sentence):
        return "negative"
    return "options" if _poses_options(sentence) and _of_dream(sentence) else ""


def _presses(sentence: str) -> bool:
    tag = _TAG_END.search(sentence)
    return bool(tag and tag["aux"] and _MEMORY_TAG.search(sentence[: tag.start()]))


def _poses_options(sentence: str) -> bool:
    """Say whether a question can be answered by yes, no or one of its options."""
    if _HANGUL.search(sentence):
        asks = _KO_WH.search(_KO_SOMETHING.sub(" ", sentence)) is None
        return asks or "아니면" in sentence
    if _OR.search(sentence):
        return True
    if _WH_LED.match(sentence):
        return False
    framed = _FRAMED.search(sentence)
    if framed:
        rest = sentence[framed.end() :]
        if _WHETHER.search(rest):
            return True
        recalls = re.search(r"(?:remember|recall|know)$", framed[0], re.IGNORECASE)
        return bool(recalls) and not _WH.search(rest)
    return True


def _of_dream(sentence: str) -> bool:
    """Say whether a yes/no question asks about what was in the night."""
    if _YES_NO_OF_DREAM.search(sentence) or _DECLARED.match(sentence):
        return True
    if _FRAMED.search(sentence) and _WHETHER.search(sentence):
        return True
    return not re.search(r"\b(?:you|i|we)\b", sentence, re.IGNORECASE)


def _korean_form(sentence: str, tagged: bool) -> str:
    if _KO_PROCESS.search(sentence) or _KO_SAID.search(sentence):
        return ""
    if tagged or _KO_TAGGED.search(sentence.rstrip()):
        return "tag"
    if _KO_NEGATIVE.search(sentence):
        return "negative"
    if not _poses_options(sentence):
        return ""
    past = _KO_PAST.search(sentence) or "아니면" in sentence
    fragment = len(sentence.split()) <= 3
    return "options" if past or fragment else ""


def soft(text: str, before: Sequence[Turn], elements: Elements) -> str:
    """Say why a turn may lead, for a judge to look at; empty where it can't.

    What `hard` names; pressure; any option-posing question; any new content word in
    a turn that asks, or that tells the person what was. Made to miss nothing: many
    of its hits are harmless.
    """
    if reason := hard(text, before, elements):
        return reason
    read = unquoted(plain(text))
    if words := pressure(read):
        return f"pressure: {words}"
    said = [
        sentence
        for sentence in sentences(read)
        if not _harmless(sentence, before, elements)
    ]
    for sentence in said:
        opens = _FLOOR.search(sentence) or _KO_FLOOR.search(sentence)
        if is_question(sentence) and _poses_options(sentence) and not opens:
            return f"options: {sentence}"
    if any(map(is_question, said)) or any(map(_DECLARED.match, said)):
        new = new_words(" ".join(said), before, elements)
        if new:
            return f"new: {', '.join(new)}"
    return ""


def _harmless(sentence: str, before: Sequence[Turn], elements: Elements) -> bool:
    """Say whether a question is about the talk, the bed or the day alone."""
    if _OR.search(sentence) or not is_question(sentence):
        return False
    manages = _PROCESS.search(sentence) or _KO_PROCESS.search(sentence)
    return bool(manages) and not new_words(sentence, before, elements, "hard")


_FLOOR = verbose(
    r"""
      \b(?:any(?:thing|\smore|\sdreams?)|something|everything|whatever)\b[^,]{0,60}\b
      (?:else|more|remember|recall|mind|all|share|tell|say|add|dream\w*|feeling
      |happen\w*)\b
      | \b(?:remember|recall|dream\w*)\b[^,]{0,40}\b(?:anything|something|more
          |everything|it|that|any)\b | \banything\s(?:else|more|at\sall)\b 
          | \bdid\syou\s(?:have\sa\s)?dream\s?(?:at\sall)?\s?\?
      | \b(?:even\s)?(?:a|any)\s(?:feeling|mood|thought|image|fragment|trace)\b"""
)
_KO_FLOOR = re.compile(
    r"(?:기억|생각|떠오르|남[아은]|느낌)[가-힣\s]{0,14}(?:있|나[요시]|나는|남아)"
    r"|더\s?(?:있|없)|꿈(?:을|은)?\s?(?:꾸|꿨)"
)

_OPEN = verbose(
    r"""
      \bwhat\b[^?.]{0,60}?\b(?:mind|remember|recall|dream\w*|experienc\w*
          |happen\w*|thinking|come\sback|comes?\sto\smind|still\sthere|think
          (?:ing)?\sabout)\b
    | \b(?:tell|share|describe|hear|say)\b[^?.]{0,40}?\b(?:everything|anything
        |whatever|all|dreams?|what\sever|what\syou|it\sall|as\smuch)\b
    | \b(?:do|can|did)\syou\s(?:still\s|perhaps\s|happen\sto\s)?(?:remember|recall
        |dream|have\sa\sdream)\b[^?]{0,50}?(?:anything|any\b|something|a\sdream
        |your\sdream|what|dream\b|at\sall|it\b|\?)
    | \b(?:is|was)\sthere\sanything\b[^?]{0,60}?\b(?:remember|recall|mind|left
        |dream\w*)\b
    | \bhow\s(?:was|were)\syour\s(?:dreams?)\b | \bany\s(?:dreams?|memories)\b
    | 무슨\s?생각|(?:어떤|무슨)\s?(?:꿈|생각|경험)|기억(?:나|에\s?남|하|이\s?나
        |이\s?있)|떠오르|머릿속|꿈(?:을|에\s?대해|\s?이야기|\s?내용)[가-힣\s]{0,12}
        (?:말|들려|알려|이야기|꾸|꿨)|무엇이든|모두\s?말씀|전부\s?말씀
    """
)
_NOT_OPEN = verbose(
    r"""
      \btonight\b|\bwould\syou\slike\sto\sdream\b|\bwant\sto\sdream\b|꾸고\s?싶|\b
      (?:wish|wished)\b|^[^?]*\b(?:who|where|when|which|why)\b[^?]*\?
    """
)


def is_open_invitation(text: str) -> bool:
    """Say whether a turn invites free recall: open, and without any content word.

    "What was going through your mind before you woke?", "기억나는 것을 모두 말씀해
    주세요." Every content word of the turn must be of the small set that such
    invitations are made of. It can't see whether the tone hurries.
    """
    read = unquoted(plain(text))
    asked = [sentence for sentence in sentences(read) if is_question(sentence)]
    if not asked or new_words(read, (), {}):
        return False
    if any(_NOT_OPEN.search(part) or _form_of_tag(part) for part in asked):
        return False
    return any(map(_OPEN.search, asked))


def _form_of_tag(sentence: str) -> bool:
    if _HANGUL.search(sentence):
        return _KO_TAGGED.search(sentence) is not None
    return bool(_TAG_END.search(sentence) and _STATED.match(sentence)) or bool(
        _NEGATIVE.search(sentence)
    )


def free_recall_first(turns: Sequence[Turn], elements: Elements) -> str:
    """Say why a morning did not begin with free recall; empty where it did.

    The agent's first question must be an open invitation, with no element named in
    or before it. Where the person has told of their own accord before it, it may
    also ask on, in no word that is new.
    """
    for at, turn in enumerate(turns):
        if turn.speaker != "agent":
            continue
        if reason := hard(turn.text, turns[:at], elements):
            return f"turn {turn.at}: {reason}"
        if not is_question_turn(turn.text):
            continue
        if is_open_invitation(turn.text):
            return ""
        told = any(
            new_words(earlier.text, (), {})
            for earlier in turns[:at]
            if earlier.speaker == "person"
        )
        if told and not soft(turn.text, turns[:at], elements):
            return ""
        return f"turn {turn.at}: the first question is no open invitation"
    return "no question invites the person to tell"


def is_question_turn(text: str) -> bool:
    """Say whether a turn asks anything at all."""
    return any(map(is_question, sentences(unquoted(plain(text)))))
