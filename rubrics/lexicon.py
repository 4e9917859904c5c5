"""Word lists that the text checks rest on: data, with a reason for each list."""

from __future__ import annotations


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _longest_first(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split(), key=lambda ending: (-len(ending), ending)))


def _pairs(text: str) -> dict[str, str]:
    """Read `word: base` pairs."""
    return dict(pair.split(":") for pair in text.split())


# ---------------------------------------------------------------- English

FUNCTION = _set(
    """
    a an the this that these those some any each every all both either neither such
    i you he she it we they me him her us them my your his its our their mine yours
    hers ours theirs myself yourself himself herself itself ourselves themselves
    someone somebody something anyone anybody anything everyone everything
    who whom whose which what where when why how whatever whichever whether
    and or but nor so yet if then else than because while until since though although as
    however despite unless except besides instead plus etc eg ie
    of at by for with about against between into through during before after above
    below to from up down in out on off over under again further once along across
    around behind beside toward towards onto upon within per via near among amongst
    amid back away together
    is are was were be been being am do does did done doing have has had having
    can could will would shall should may might must ought let lets cannot
    no not never none neither hardly barely scarcely without nothing nobody nowhere
    there here now just only also too very really quite rather maybe perhaps still
    even ever always often sometimes already almost simply merely actually
    yes yeah yep yup nope oh ok okay well um uh hmm mm please thanks thank
    same own other another more most less least few much many lot lots bit
    n't ca wo sha ai
    """
)
"""English words without content of their own."""

FRAME = _set(
    """
    want wish like love hope dream ask say tell mention describe call name talk speak
    remember recall feel feeling felt mood memory think thought mean know see look seem
    make get go come take give have keep put thing kind sort way something time tonight
    night person people user sleeper prefer request note happen
    exclude avoid include detail word mind good fine morning
    dislike theme topic report express indicate explain reply boundary involve
    stated unstated unspecified used
    """
)
"""Words that a note-taker or a question needs whatever the talk is about."""

WEIGHTY = _set("good fine morning night people")
"""Frame words that say something of the person where a note has them: a note may hold
them only if the person said them, but who said them first tells nothing."""

SLOTS = _set(
    """
    place sound smell taste colour color weather picture scene moment story part
    sleep asleep wake awake hear notice stay leave day today evening tomorrow yesterday
    begin start end play set rest bed imagine bring
    소리 냄새 색깔 색 장소 장면 날씨 곳 맛 부분 이야기 순간
    """
)
"""What an open question must name to ask for it ("What did it smell of?"). A note may
hold these only if the person said them too, but not only if they said them first."""

UNITS = _set("year years old age aged times")
"""Words that come with a number and add nothing to it."""

KIN = _pairs(
    """
    warmth:warm depth:deep length:long width:wide strength:strong height:high
    growth:grow flight:fly laughter:laugh relief:relieve grief:grieve belief:believe
    loss:lose anger:angry hunger:hungry noise:noisy anxiety:anxious silence:silent
    pride:proud joyous:joy joyful:joy excitement:excite freedom:free safety:safe
    boredom:bored death:die birth:born arrival:arrive departure:depart
    foggy:fog rainy:rain snowy:snow sunny:sun windy:wind sandy:sand cloudy:cloud
    misty:mist stormy:storm dusty:dust muddy:mud salty:salt icy:ice smoky:smoke
    leaf:leave worse:bad worst:bad bigger:big skies:sky lying:lie
    bent:bend broke:break shook:shake shot:shoot smelt:smell spelt:spell trod:tread
    shelves:shelf thieves:thief wives:wife loaves:loaf calves:calf halves:half
    won:win grey:gray colour:color favourite:favorite neighbour:neighbor harbour:harbor
    pyjamas:pajamas pyjama:pajamas pajama:pajamas theatre:theater centre:center
    flavour:flavor humour:humor honour:honor jewellery:jewelry mould:mold
    traveller:traveler travelling:travel travelled:travel grandmum:grandma
    cosy:cozy storey:story plough:plow aeroplane:airplane tyre:tire kerb:curb
    programme:program metre:meter litre:liter fibre:fiber armour:armor
    catalogue:catalog dialogue:dialog
    labour:labor parlour:parlor odour:odor vapour:vapor savour:savor
    """
)
"""Words that lemmas and stems keep apart and that say the same; spellings too."""

APART = _set(
    """
    lovely lively lonely likely homely university generous several paste animal party
    early family belly lily jelly silly bully ugly holy jolly holly fly reply apply rely
    only daily ally ply sly
    """
)
"""Words whose stem would make them one with a word of another meaning."""

CONTRACTED = _pairs(
    """
    dont:do didnt:did doesnt:does cant:can couldnt:could wont:will wouldnt:would
    isnt:is wasnt:was arent:are werent:were havent:have hasnt:has hadnt:had
    shouldnt:should
    """
)
"""Negated verbs as they are typed in haste."""

NUMBERS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "first": 1, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
    "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
    "thirtieth": 30,
    "twice": 2, "thrice": 3, "dozen": 12,
    "하나": 1, "둘": 2, "셋": 3, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9, "열": 10,
}  # fmt: skip
"""Words for numbers; `second` is left out, for it mostly is a time."""

SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
"""Words that multiply the number before them, or one."""

LOOSE_NUMBERS = {"second": 2, "both": 2, "couple": 2, "pair": 2, "once": 1}
"""Words that may back a number in a note but that count for nothing alone."""

# ---------------------------------------------------------------- English negation

NEGATIONS = _set(
    "no not never none neither nor without nothing nobody nowhere n't cannot"
    " hardly barely scarcely"
)

AVERSE = _set(
    "hate hated hates hating dislike dislikes disliked avoid detest skip omit except"
    " refuse refused minus"
)
"""Words that deny what follows them."""

AVERSE_PAIRS = (
    ("leave", "out"), ("leaves", "out"), ("leaving", "out"), ("left", "out"),
    ("keep", "out"), ("keep", "away"),
)  # fmt: skip
"""Two words, the second soon after the first, that deny what is between or after."""
AVERSE_PHRASES = (
    ("instead", "of"), ("rather", "than"), ("anything", "but"), ("rid", "of"),
)  # fmt: skip
"""Two words that deny what follows them."""

ABLE = _set("able supposed allowed going")
"""What after "wasn't" stands before a verb, which alone is denied."""

STAYS_OUT = (("stay", "out"), ("stay", "away"), ("stays", "out"), ("be", "out"))
"""Pairs that deny what stands before them as well ("the dog should stay out")."""

NOT_DENYING = (
    ("only",), ("just",), ("merely",), ("simply",), ("wait",), ("mind",), ("help",),
    ("know",), ("sure",), ("matter",), ("doubt",), ("wonder",), ("problem",), ("idea",),
    ("better",), ("nicer",), ("be", "happier"), ("be", "better"),
    ("been", "happier"), ("been", "better"), ("enough",), ("far", "from"), ("worries",),
    ("believe", "how"), ("yet",), ("long", "ago"), ("stop",),
)  # fmt: skip
"""What after a negation shows that it denies nothing ("can't wait to see the sea")."""

PRAISE = _set("better nicer like beats than compares")
"""What soon after `nothing` shows that something is praised ("nothing beats it")."""

ADVERBS = _set("really ever even quite so very too actually particularly all that much")
"""What may stand between a negation and what it denies."""

BOUND = _set("the my our his her their its your this that these those")
"""Determiners that take what follows for given: "I never reached the door" has a
door."""

WHERE = _set("in at on during near by under")

AUXILIARIES = _set(
    "do does did have has had can ca could will wo would shall should may might must"
)
"""Verbs whose negation denies the verb that follows, not a thing."""

PERFECT = _set("have has had")

WANTING = _set(
    """
    want like need stand bear love enjoy wish hope prefer care feel dream think include
    let involve
    """
)
"""Verbs whose negation denies their object too, whatever its determiner."""
MEETING = _set("see hear notice have meet")
"""Verbs of which that holds where something did not happen ("didn't see my father")."""
ASKING_FOR = _set("talk speak mention show play use put remind bring take get say go")
"""Verbs of which that holds in a request ("don't mention the hospital")."""

EVENTS = _set("come call talk speak")
"""Frame verbs that tell of an event: one denied must not be noted as having been."""

SUBJECTS = _set("i we he she it they there you please just only want like")
"""What begins a clause of its own, so that it is no part of a list."""

WELCOME = _set("welcome allowed wanted invited okay ok fine good included")
"""What, denied of a thing, denies the thing ("dogs are not welcome")."""
BE = _set("is was are were be am been ai")

LEAVING_OUT = (
    r"\b(?:stay|leave|keep|left)\b[^.?!]*\b(?:out|away)\b|\bavoid|\bexclud"
    r"|\b(?:not|n't|don't|never)\s(?:to\s)?(?:want|like|dream|be|appear|come)\b"
    r"|\brather not\b|\bboundar|\boff limits\b|빼|제외|싫|않았으면|말았으면|피하"
)
"""A question for what should not be in the dream."""

# ---------------------------------------------------------------- Korean

KO_COUNTED = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8,
    "아홉": 9, "열": 10, "열한": 11, "열두": 12, "스무": 20, "스물": 20, "서른": 30,
    "마흔": 40, "쉰": 50,
}  # fmt: skip
"""Korean numbers that only count before a counter."""

KO_SINO = {
    "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9,
    "십": 10, "백": 100, "천": 1000,
}  # fmt: skip
"""Digits of Chinese origin; they count years, floors, weeks and the like."""

KO_COUNTERS = _set(
    "마리 명 개 번 시 살 잔 권 대 장 사람 송이 그루 채 시간 달 분 층 가지 켤레 병 척"
)
KO_SINO_COUNTERS = _set("년 월 층 주 개월 학년 분 초 일 번 명 살 킬로 미터 도 주일")

KO_PARTICLES = _longest_first(
    """
    에서부터 으로부터 에서는 에서도 에서의 에게서 한테서 이라고 이라는 이라도 까지도
    부터는 에서 에게 한테 께서는 께서 으로 이라 라고 라는 처럼 보다 까지 부터 마저
    조차 이나 이랑 하고 에는 에도 이에요 예요 에요 이요 이고 이며 만큼 밖에 요
    """
)
"""Korean particles that may follow any noun."""
KO_AFTER_CONSONANT = _set("이 은 을 과")
"""Particles that follow a consonant; the next ones follow a vowel."""
KO_AFTER_VOWEL = _set("가 를 와 로 랑 는")
KO_AFTER_TWO = _set("도 의 만 나 야 들 님")
"""Particles and suffixes that are taken off only if two syllables are left."""
KO_NESTED = _set("이 들 도 만 의 에 님")
"""Those of one syllable that others may follow."""
KO_ALONE = KO_AFTER_CONSONANT | KO_AFTER_VOWEL | KO_AFTER_TWO | KO_NESTED
"""All of one syllable."""
KO_BARE = frozenset(KO_PARTICLES) | KO_ALONE
KO_COPULAS = ("였", "이었", "예요", "이에", "입니", "인", "이라", "라서", "처럼")
"""How forms of "to be" begin, which stand after a noun without a space."""

KO_ENDINGS = _longest_first(
    """
    는데요 은데요 거든요 을까요 을래요 습니다 습니까 네요 어요 아요 지요 군요
    고요 는데 은데 던데 지만 으면 면서 으면서 으니까 려고 으려고 어서 아서
    도록 는다 더라 던 죠 으며 어 아 니까 더니 으러 자마자 느라 느라고
    려는데 으려는데 려다 으려다 려다가 으려다가 려던 으려던
    """
)
"""Korean verb endings that no noun has."""
KO_SHORT_ENDINGS = _set("고 지 다 게 기 는 은 음 서 며 면")
"""Verb endings that many a noun has as well."""

KO_NOUNS = _set(
    """
    창고 먼지 반지 편지 낙지 집게 감자 장기 연기 공기 향기 상자 남자 여자 과자 감기
    일기 전기 경기 딸기 모자 의자 사자 피자 그림자 아기 고기 비행기 이야기 여기 거기
    저기 강아지 아버지 바지 가지 돼지 거지 휴지 송아지 망아지 가게 무게 바다 사고 광고
    모기 무기 사기 포기 자기 세기 위기 줄기 비둘기 메기 토기 도자기 세탁기 청소기
    선풍기 전화기 계산기 호랑이 원숭이 거북이 달팽이 지팡이 멍멍이 어린이
    찌개 베개 무지개 조개 날개 안개 번개 하나 누나 사과 치과 효과 결과 기차 도로 피로
    미로 위로 서로 새로 노을 가을 마을 여름 구름 아침 바람 사람 그림 처음 다음 마음
    어른 기린 인간 시간 사진 병원 정원 공원 우산 수건 계단 손님 선생님 스님 하느님
    고양이 어린이 종이 아이 나이 오이 놀이 거미 나비 개미 가방 라면 가면 화면 장면
    포도 파도 지도 기도 온도 제주도 태도 속도 부서 순서 도서 독서 회의 강의 의사
    버스 뉴스 주스 나무 너구리 오리 소리 다리 머리 자리 거리 항아리 병아리 유리 꼬리
    부모님 할머니 어머니 언니 아주머니 주머니 다람쥐 두더지 단지 도시 접시 택시 모시
    레몬 수박 바나나 하나님 은하 만화 영화 전화 동화 평화 무용 미용 요가 휴가 작가 화가
    문어 인어 영어 상어 연어 악어 언어 단어 한국어 홍어 선어
    상가 국가 강가 바닷가 물가 길가 창가 고가 친구 농구 축구 야구 지구 가구 입구 출구
    군인 범인 한국인 외국인 직장인 책임 담임 창밖 문밖
    오로라 나라 소나무 미라 카메라 드라마 엄마 아빠 오빠 이모 고모 삼촌 열매 매미
    """
)
"""Nouns that look as if they bore an ending: they are left whole."""

KO_IRREGULAR = _pairs(
    """
    추우:춥 추워:춥 추:춥 더우:덥 더:덥 고우:곱 미우:밉 쉬우:쉽 매우:맵 누우:눕
    침:치 탐:타 뜀:뛰 씀:쓰 써:쓰 떠:뜨 꺼:끄 짓:지 붓:부
    멀리서:멀리 가까이서:가까이 혼자서:혼자
    주우:줍 구우:굽 도우:돕 도와:돕
    큰:크 컸:크 커:크 먼:멀 긴:길 작은:작 걸:걷 들:듣 물:묻
    """
)
"""Stems whose forms no rule brings together."""
KO_ONLY_VERBS = _set("걸 들 물 추 더")
"""Those of them that are to be read so only where a verb's ending was taken off."""

KO_FUNCTION = _set(
    """
    그 이 저 그것 이것 저것 거 것 게 건 걸 수 때 좀 더 덜 아주 매우 너무 정말 진짜 그냥
    다시 네 예 아니요 아뇨 음 어 글쎄 글쎄요 그리고 그런데 근데 하지만 그래서 또 또는
    나 저 저는 나는 내 제 우리 당신 무엇 뭐 뭔가 어디 언제 누구 왜 어떻게 어떤 무슨
    있 없 하 되 이었 안 못 말 않 아니 싶 같 것같 거예 있어 없어 있었 없었 해 했
    꿈 꾸 싶어 기억 기분 마음 생각 원 원하 바라 좋 좋아 좋아하 보 가 오 주 나오
    말하 느끼 느낌 떠오르 관하 대하 대해 오늘 오늘밤 말고 없이 빼 빼고 싫 싫어 싫어하
    제외 제외하 전혀 별로 혹시 아마 함께 같이 많 많이 조금 잘 모두 다 그때 거기 여기
    전 후 중 때문 때무 못하 못해 주시 가시 오시 보시
    """
)
"""Korean words without content here; `꿈` (dream) and its like frame every talk."""

KO_NEGATES_NEXT = _set("안 못")
"""Negations that stand before the verb."""
KO_DENIED = ("없", "말고", "말아", "마세요", "빼", "싫", "제외", "아니", "아닌", "밖에")
"""Negations that stand after the noun they deny: 말고, 없이, 싫어요 and the like."""
KO_NOT = ("않", "못하", "못해", "못했", "못한", "못할", "못함", "말", "마")
"""Negations that stand after a verb in -지."""
KO_OPEN_VERBS = (
    "원하", "원해", "원했", "좋아하", "바라", "싶", "보이", "보였", "들리", "들렸",
    "나오", "나왔", "나타나", "나타났",
)  # fmt: skip
"""Verbs whose negation denies their object too."""
KO_AND = ("와", "과", "랑", "이랑", "나", "이나", "하고", "도")
"""Particles that make of two nouns one object."""
