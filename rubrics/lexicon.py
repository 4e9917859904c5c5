"""Word lists that the text checks rest on: data, with a reason for each list."""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION = _set(
    """
    a an the this that these those some any each every all both either neither such
    i you he she it we they me him her us them my your his its our their mine yours
    hers ours theirs myself yourself himself herself itself ourselves themselves
    someone somebody something anyone anybody anything everyone everything
    who whom whose which what where when why how whatever whichever
    and or but nor so yet if then than because while until since though although as
    of at by for with about against between into through during before after above
    below to from up down in out on off over under again further once along across
    around behind beside toward towards onto upon within per via near
    is are was were be been being am do does did done doing have has had having
    can could will would shall should may might must ought let lets
    not no never none neither without nothing nobody nowhere
    there here now just only also too very really quite rather maybe perhaps still
    even ever always often sometimes already almost
    yes yeah yep oh ok okay well um uh hmm mm please thanks thank
    same own other another more most less least few much many lot lots bit
    n't ca wo sha ai
    """
)
"""English words without content of their own."""

FRAME = _set(
    """
    want wish like love hope dream ask say tell mention describe call name talk speak
    remember recall feel feeling felt mood memory think mean know see look seem make
    get go come take give have keep put thing kind sort way something time tonight
    night person people user sleeper prefer request note happen happy_to
    exclude avoid include detail word mind good fine morning
    """
)
"""Words that a note-taker or a question needs whatever the talk is about."""

NEGATIONS = _set(
    "no not never none neither nor without nothing nobody nowhere n't cannot"
)

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10,
}  # fmt: skip
"""Words for numbers; `second` is left out, for it mostly is a time."""

KO_COUNTED = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6}
"""Korean numbers that only count before a counter."""
KO_COUNTERS = _set("마리 명 개 번 시 살 잔 권 대 장 사람 송이 그루 채 시간")


def _longest_first(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(), key=lambda ending: (-len(ending), ending)))


KO_PARTICLES = _longest_first(
    """
    에서부터 으로부터 에서는 에게서 한테서 이라고 이라는 이라도 까지도 부터는 에서 에게
    한테 께서 으로 이라 라고 라는 처럼 보다 까지 부터 마저 조차 이나 이랑
    하고 에는 에도 과
    와 을 를 이 가 은 는 의 도 에 로 만 랑 야 나 요
    """
)
"""Korean particles: they stand at the end of a noun."""

KO_ENDINGS = _longest_first(
    """
    이었어요 였어요 했었어요 했어요 싶어요 이에요 예요 거예요 었어요 았어요 겠어요
    습니다 입니다 합니다 했는데 는데요 었는데 았는데 네요 어요 아요 해요 죠 지요
    고요 라서 해서 어서 아서 하는 하던 했던 던 하면 으면 면서 으니까 니까 려고
    고 지 게 다
    """
)
"""Korean verb and copula endings."""

KO_LIGHT = ("하", "했", "해")
"""What is left of the verb "to do" that makes verbs of nouns (수영하고: 수영)."""

KO_FUNCTION = _set(
    """
    그 이 저 그것 이것 저것 거 것 게 수 때 좀 더 덜 아주 매우 너무 정말 진짜 그냥
    다시 네 예 아니요 아뇨 음 어 글쎄 글쎄요 그리고 그런데 근데 하지만 그래서 또 또는
    나 저 저는 나는 내 제 우리 당신 무엇 뭐 뭔가 어디 언제 누구 왜 어떻게 어떤 무슨
    있 없 하 되 이었 안 못 말 않 아니 싶 같 것같 거예 있어 없어 있었 없었 해 했
    꿈 꾸 싶어 기억 기분 마음 생각 오늘 밤 지금 오늘밤
    """
)
"""Korean words without content here; `꿈` (dream) and its like frame every talk."""

KO_NEGATIONS = ("없", "않", "말", "아니", "빼고", "싫")
"""Korean negations that stand after the noun: 말고, 없이, 싫어요 and the like."""
KO_NEGATES_NEXT = _set("안 못")
"""Those that stand before the verb."""
