"""Does an agent lead? Two tiers: what code decides, and what it hands to a judge.

The **hard** tier raises no false alarm: it speaks only where the form itself leads.
The **soft** tier misses nothing: it hands on every question that could lead. English
and Korean. "New" means: a content word that nobody in the talk has said before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from .questions import MOST, is_question, plain, sentences, unquoted
from .transcript import Turn
from .words import content

Elements = Mapping[str, Sequence[str]]
"""Elements of the wish -> the words by which one would name them."""


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE | re.VERBOSE)


_ASKING = """
    ask tell say share describe explain mention note write add talk speak start begin
    continue go come take time let know like want wish please thank thanks okay ok
    fine right sure yes no maybe perhaps good morning hello hi day first last next
    then else anything something everything nothing whatever any thing more bit little
    moment own word words one everything slowly gently whenever ready again back just
    even still also now today dream dreams dreaming dreamed dreamt remember remembered
    recall memory mind mindful thought thoughts think thinking happen happened
    happening feel felt feeling feelings experience experienced sleep slept sleeping
    asleep night wake woke waking woken awake before after during moments through
    going pass passing appear occur notice left stay stayed remain remains detail
    details part rest story beginning end order whole matter way kind sort able
    possible possibly able try sound sounds hear heard listen listening keep kept
    question welcome glad great lovely nice well wonderful hope restful quiet calm
    mean help here there possible fully free freely long short quickly hurry rush need
    have fragment fragments glimpse glimpses trace traces impression impressions image
    images scene scenes picture pictures
    """
_MANAGING = (
    _ASKING
    + """
    headband band speaker volume alarm phone button app device light lamp bed bedroom
    room pillow blanket comfortable comfy rested tired stop pause finish leave enough
    breakfast coffee bathroom save store record recorded delete correct understand
    understood repeat miss missed wait minute minutes hour hours ago early late
    tonight yesterday evening tomorrow place places person people somebody someone
    anyone somewhere colour color colours colors smell smells voice mood emotion
    emotions bad pleasant different change changed changing move moved look looked
    seem seemed see saw seen real life usual often ever always same similar true
    important stand stood out clear clearer clearest vivid strong strongest most
    central main kind report completely totally quite absolutely entirely perfectly
    honest difficult easy hard common normal natural happens hello everyone around
    near close far inside happen name call called
    """
)
_KO_ASKING = """
    꿈 기억 생각 느낌 기분 마음 머릿속 머리 것 거 게 걸 일 때 전 직전 후 뒤 순간 동안
    중 말 말씀 이야기 얘기 무엇 무슨 뭐 뭘 뭔가 무언가 어떤 어디 언제 누구 누가 누군가
    왜 혹시 조금 더 다 모두 모든 전부 아침 밤 어젯밤 지난밤 간밤 밤사이 밤새
    안녕하세요 안녕하세 저장 기록 오늘 지금 방금 천천히 그대로 처음 끝 잘 잠 푹 안녕
    네 아니 아무 아무것 사소 계속 또 그리고 그래서 그럼 그런 그 이 저 제 내 경험 내용
    장면 부분 이미지 단어 시작 본인 당신 수 라도 느낌이라도 질문 조각 하나 먼저 막
    바로 그냥 대로 만큼 정도 이상 자유 자유롭 편 어때 좀 한번 다시 나중 대해 대해서
    관해 무엇이든 뭐든 떠오르는대로 안 못 많이 그때 이제 여기 거기 그곳 좋 마지막 이어
    다음 사이 또는 혹은 아니면 제일 가장
    """
_KO_MANAGING = """
    헤드밴드 밴드 스피커 볼륨 소리 알람 전화 휴대폰 조명 침대 방 베개 이불 저장 기록
    분 시간 장소 사람 색 색깔 냄새 목소리 그만 감정 실제 평소 정말 진짜 누군가 어딘가
    곳 무언가 뭔가
    """
_KO_VERBS = (
    r"(?:꾸|꾼|꿨|꿔|기억나|기억하|기억해|기억했|기억되|생각나|생각하|생각해|생각했"
    r"|생각났|느끼|느껴|느꼈|떠오르|떠오른|떠올|들려|알려|주|줄"
    r"|줘|줬|하|해|했|할|한|하셨|되|돼|됐|된|있|없|나|났|난|날|남|보이|보여|보였|보"
    r"|봤|본|볼|보셨|들리|들렸|들|들었|자|잤|주무|쉬|쉴|깨|깼|깬|깨어|일어나|일어났"
    r"|일어난|뜨|뜬"
    r"|떴|고마|감사|괜찮|작|스치|스쳤|지나가|지나갔|여쭤|물어|싶|적|사라|흐릿|희미"
    r"|어떠|어땠|어떻|이야기하|말하|말해|말씀하|말씀해|얘기하|편하|좋|그렇|이렇|이"
    r"|아니|였|이었|이셨|계시|계셨|남아|대하|관하|멈추|그만하|끝내|지우|같|사라지"
    r"|가물|날아가|맞|기다리|변하|바뀌|달라|비슷하|중요하)"
)
_KO_ENDING = (
    r"(?:(?:으?시|으?셨|았|었|였|겠|고|게|지|던|는|은|을|ㄹ|ㄴ|어|아|여|려|러|면|으면"
    r"|서|며|니|나|네|까|죠|요|세|습|든|도|기|데|대|라|자|신|실|셔|있|않|와|졌|져|진"
    r"|나요|오|워|려고|십|주|줘|들|본|봐|보|거|것|것을|것이)[가-힣]*)?"
)
_KO_PARTICLE = (
    r"(?:에서는|에서도|에서|에게서|에게|께서|께|한테|으로는|으로|이라도|라도|이라고"
    r"|라고|이라는|라는|까지|부터|처럼|만큼|보다|이나|이랑|이든|이요"
    r"|였나요|이었나요|이었어요|였어요|이에요|예요|인가요|인지|이죠|랑|하고|과|와|을"
    r"|를|이|가|은|는|의|도|에|로|만|나|든|요|들|들이|들을|들은)"
)
_KO_BASE = re.compile(rf"^(.+?){_KO_PARTICLE}$")
_KO_VERB = re.compile(_KO_VERBS + _KO_ENDING)
_EYES = re.compile(
    r"\b(?:open(?:ed|ing)?)\s(?:your|my)\seyes\b|눈을?\s?뜨\w*|눈을?\s?떴\w*",
    re.IGNORECASE,
)

_PROCESS = _words(
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
    | \bdid\s(?:i|we)\b | \b(?:have|had)\si\b | \b(?:the\s)?(?:alarm|sound|noise
        |light|music|volume|headband|speaker)\s(?:\w+\s)?(?:wake|bother|disturb|keep
        |too|all\sright|okay|comfortable|loud|reach)
    | \b(?:did|do|are|were)\syou\s(?:just\s)?(?:say|saying|mention|tell|mean)\b
    """
)
"""Questions about the talk itself, the bed and the day: none leads into a dream."""
_SAID = _words(
    r"\byou\s(?:just\s|also\s)?(?:said|mentioned|told|meant|mean|described|spoke"
    r"|were\ssaying)\b|\b(?:did\s?n't|did)\syou\s(?:just\s)?(?:say|mention|tell)\b"
    r"|하셨(?:죠|지요)|말씀하신|다고\s?하|라고\s?하"
)

_TAG_END = _words(
    r"""
      (?P<aux>[,;\u2013—-]?\s(?:is|are|was|were|do|does|did|have|has|had|can|could
          |would|wouldn't|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't
          |hasn't|hadn't|couldn't)
          \s(?:you|he|she|it|we|they|there|that)(?:\snot)?\s?\?)$
    | (?P<word>[,;\u2013—-]\s?(?:right|correct|yes|no|yeah|true|huh|eh|or\snot
        |am\si\sright|is\sthat\s(?:right|so|correct|true)|was\sit\snot)\s?\?)$
    """
)
_LONE_TAG = _words(
    r"^(?:right|correct|yes|no|yeah|true|huh|isn't\sit|wasn't\sit|didn't\s(?:you|it)"
    r"|am\si\sright|was\sit\snot)\s?\?$|^(?:그렇죠|그쵸|맞죠|그렇지요|맞지요)\s?\?$"
)
_STATED = _words(
    r"^(?:so|and|but|well|then|oh|ah|okay|ok|surely|of\scourse|i\s(?:guess|think"
    r"|suppose|bet))?[,\s]*(?:you|it|there|he|she|they|that|this|the|your|we|someone"
    r"|somebody)\b"
)
_MEMORY_TAG = _words(
    r"\byou\s(?:do\s|did\s|must\s(?:have\s)?)?(?:still\s)?(?:remember|recall|dream"
    r"(?:ed|t)?|had\sa\sdream|saw|felt|heard|knew|know|liked|wanted|were)\b"
)
_NEGATIVE = _words(
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
_WH_LED = _words(
    r"""
      ^(?:(?:so|and|but|well|then|okay|ok|now|oh|also|yes|good\smorning|thank\syou
      |thanks|i\ssee|that's\sfine|[\w']+)[,\s]\s?){0,4}?
    (?:(?:at|in|with|from|to|for|about|on|of)\s)?(?:what|where|who|whom|whose|when
        |which|why|how)\b(?!\sabout\b)
    """
)
_FRAMED = _words(
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
_YES_NO_OF_DREAM = _words(
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
_DECLARED = _words(
    r"^(?:(?:so|and|but|well|then|oh|okay)[,\s]\s?)?(?:you|it|there|he|she|they|that"
    r"|the|your)(?:'\w+)?\s"
)

_HANGUL = re.compile("[가-힣]")
_KOREAN = re.compile("[가-힣]+")
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


@cache
def _allowed(tier: str) -> frozenset[str]:
    return content(_ASKING if tier == "soft" else _MANAGING)


@cache
def _allowed_korean(tier: str) -> frozenset[str]:
    return frozenset((_KO_ASKING + (_KO_MANAGING if tier == "hard" else "")).split())


def new_words(
    text: str, before: Sequence[Turn], elements: Elements, tier: str = "soft"
) -> tuple[str, ...]:
    """Give the content words of a text that nobody has said before, sorted.

    Frame words ("remember", "happen") are left out; the tier `hard` leaves out more
    of them (the bed, the talk, kinds such as "place"). An element of the wish that
    the person has named is known by all its words. Korean words are taken without
    particles, and known where one begins as a word said before.
    """
    told = [turn.text for turn in before if turn.speaker == "person"]
    said = [turn.text for turn in before]
    for words in elements.values():
        if any(_names(one, words) for one in told):
            said += words
    shown = _EYES.sub(" ", text)
    known = _allowed(tier).union(*(content(one[:MOST]) for one in said))
    english = {
        word
        for word in content(shown) - known
        if len(word) > 1 and not _HANGUL.search(word) and not word.isdigit()
    }
    return tuple(sorted(english | _new_korean(shown, said, tier)))


def _new_korean(text: str, said: Sequence[str], tier: str) -> set[str]:
    """Give the Korean words of a text that are neither said before nor frame words.

    Endings are cut by their look, and a word counts as said where it begins as one
    said before: Korean has too many forms of a word for a table.
    """
    bases: set[str] = set().union(*(_bases(one[:MOST]) for one in said))
    starts = {base[:2] for base in bases if len(base) > 1}
    allowed = _allowed_korean(tier)
    return {
        base
        for token in _KOREAN.findall(text)
        if (base := _base(token)) not in bases
        and base[:2] not in starts
        and not {base, token} & allowed
        and not (_KO_VERB.fullmatch(base) or _KO_VERB.fullmatch(token))
    }


@lru_cache(maxsize=4096)
def _bases(text: str) -> frozenset[str]:
    return frozenset(map(_base, _KOREAN.findall(text)))


def _base(token: str) -> str:
    """Give a Korean word without its particle; a verb stays as it is."""
    found = _KO_BASE.match(token)
    return found[1] if found else token


def _names(text: str, words: Sequence[str]) -> bool:
    """Say whether a text names an element by any of its words."""
    said = content(text[:MOST])
    return any(parts and parts <= said for parts in map(content, words))


def names_element(text: str, elements: Elements) -> str:
    """Give the first element of the wish that a text names, or nothing."""
    return next((name for name, words in elements.items() if _names(text, words)), "")


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
            _names(turn.text, words) for turn in before if turn.speaker == "person"
        )
        if not told and _names(read, words):
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


_FLOOR = _words(
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

_OPEN = _words(
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
_NOT_OPEN = _words(
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


_PRESSURE = _words(
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
_NO_PRESSURE = _words(
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


_PRAISE = _words(
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
_MATCH = _words(
    r"""
      \b(?:your\s(?:wish|dream)\s(?:has\s|really\s)?(?:came|come|comes)\strue
      |it\sworked|(?:just|exactly)\s(?:as|like|what)\syou\s(?:wished|wanted|hoped
      |asked)|you\sgot\syour\swish|matches?\syour\swish)\b|소원(?:이|을)?\s?(?:이루
      |성공)|원하던\s?(?:대로|꿈)|바라던\s?(?:대로|꿈)
    """
)
_COURTESY = _words(
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


_INTERPRETS = _words(
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
_NO_MEANING = _words(
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
