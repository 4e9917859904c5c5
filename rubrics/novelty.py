"""What in a turn is new: content words and elements that nobody has said before."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from .lexicon import FRAME, FUNCTION, NUMBERS
from .text import MOST
from .transcript import Turn
from .words import content, lemma, tokens

Elements = Mapping[str, Sequence[str]]
"""Elements of the wish -> the words by which one would name them."""

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
    have seem seems important unimportant tiny fragment fragments glimpse glimpses
    trace traces impression impressions image images scene scenes picture pictures
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
    recognise recognize familiar chance stand stood out clear clearer clearest vivid
    strong strongest most central main kind report completely totally quite absolutely
    entirely perfectly honest difficult easy hard common normal natural happens hello
    everyone around near close far inside happen name call called
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
    관해 무엇이든 뭐든 떠오르는대로 안 못 많이 그때 그다음 이제 여기 거기 그곳 좋
    마지막 이어 다음 사이 또는 혹은 아니면 제일 가장
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
    r"(?:은요|는요|가요|을요|를요|도요|만요|에서요|에서는|에서도|에서|에게서|에게"
    r"|께서|께|한테|으로는|으로|이라도|라도|이라고"
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

_HANGUL = re.compile("[가-힣]")
_KOREAN = re.compile("[가-힣]+")


@lru_cache(maxsize=4096)
def english_words(text: str) -> frozenset[str]:
    """Give the English lemmas of a text, without function words.

    Frame words of a note ("call", "name", "people") stay: in a dream they can be
    what it was about.
    """
    return frozenset(
        lemma(word)
        for word in tokens(text)
        if word not in FUNCTION
        and word not in NUMBERS
        and len(word) > 1
        and not (word[0].isdigit() or _HANGUL.search(word) or word == "n't")
    )


@cache
def _allowed(tier: str) -> frozenset[str]:
    if tier == "soft":
        return english_words(_ASKING)
    return english_words(_MANAGING) | english_words(" ".join(sorted(FRAME)))


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
        if any(names(one, words) for one in told):
            said += words
    shown = _EYES.sub(" ", text)
    known = _allowed(tier).union(*(english_words(one[:MOST]) for one in said))
    new = english_words(shown) - known
    return tuple(sorted(new | _new_korean(shown, said, tier)))


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


def names(text: str, words: Sequence[str]) -> bool:
    """Say whether a text names an element by any of its words."""
    said = content(text[:MOST])
    return any(parts and parts <= said for parts in map(content, words))


def names_element(text: str, elements: Elements) -> str:
    """Give the first element of the wish that a text names, or nothing."""
    return next((name for name, words in elements.items() if names(text, words)), "")
