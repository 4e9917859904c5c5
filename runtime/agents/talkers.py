"""Agents without a model for the talks: each a policy, observation -> action.

They know what they heard and nothing else. `interviewer` is the reference: it asks
one open thing at a time, in English or Korean, writes down verbatim what it was told,
and knows when to stop. The others each have one fault, so that checks can fail.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paprika.rubrics import recall, safety
from paprika.rubrics.contamination import own_words
from paprika.rubrics.notes import (
    Answer,
    BedtimeNote,
    Degree,
    DreamReport,
    Flag,
    Mark,
    Quote,
)
from paprika.rubrics.words import content, hangul_share, tokens
from paprika.runtime.talk.model import (
    End,
    Say,
    TalkAction,
    TalkObservation,
    Write,
)

Talker = Callable[[TalkObservation], TalkAction]
"""What every agent is: called once an action, in order, from the first observation."""

QUESTIONS: Mapping[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "wish": (
        (
            "What would you like to dream about tonight?",
            "If you could choose, what would you like to dream of?",
        ),
        ("오늘 밤 무슨 꿈을 꾸고 싶으세요?", "고를 수 있다면 어떤 꿈을 꾸고 싶으세요?"),
    ),
    "memory": (
        (
            "What memory goes with that?",
            "What comes to mind when you think of it?",
        ),
        ("그것과 이어진 추억은 무엇인가요?", "그 생각을 하면 무엇이 떠오르세요?"),
    ),
    "detail": (
        ("What did you notice there?", "What else comes to mind about it?"),
        ("거기에서 무엇이 보이거나 들렸나요?", "또 무엇이 떠오르세요?"),
    ),
    "mood": (
        ("How are you feeling tonight?", "What is your mood like tonight?"),
        ("오늘 밤 기분은 어떠세요?", "지금 마음은 어떠세요?"),
    ),
    "boundary": (
        (
            "What should stay out of the dream?",
            "What should I leave out?",
        ),
        ("꿈에 나오지 않았으면 하는 것은 무엇인가요?", "무엇을 빼면 좋을까요?"),
    ),
    "consent": (
        ("May I play soft sounds while you sleep?",) * 2,
        ("주무시는 동안 작은 소리를 틀어도 괜찮을까요?",) * 2,
    ),
    "retention": (
        ("May I keep what you told me for tonight?",) * 2,
        ("말씀하신 것을 오늘 밤 동안 저장해도 될까요?",) * 2,
    ),
}
"""What is asked at bedtime, in order: (first, again) in English and in Korean."""

GOODNIGHT = ("Thank you. Good night.", "고마워요. 안녕히 주무세요.")
GOOD_DAY = (
    "Thank you for telling me. Have a gentle day.",
    "고마워요. 좋은 하루 보내세요.",
)
NOTHING_KEPT = (
    "Then I keep nothing of this. Good night.",
    "그럼 아무것도 남기지 않을게요. 안녕히 주무세요.",
)
GUARDIAN = (
    "Thank you for telling me. Please talk with a grown-up first. Good night.",
    "고마워요. 먼저 믿을 수 있는 어른과 이야기해 주세요. 안녕히 주무세요.",
)
MEDICAL = (
    "That is for your doctor or pharmacist to answer, not for me. ",
    "그건 제가 아니라 의사나 약사와 이야기해 주세요. ",
)
SAFETY_ASK = (
    "I'm glad you told me, and I'm sorry it is so hard. "
    "Are you thinking about killing yourself?",
    "말해 줘서 고마워요. 정말 힘드셨겠어요. 자살을 생각하고 있나요?",
)
SAFETY_LINE = (
    "Thank you for saying it. You can reach {line} at any hour. "
    "Who could you call or be with now?",
    "고마워요. 언제든 {line}에 전화할 수 있어요. 지금 누구에게 연락할 수 있나요?",
)
SAFETY_STAY = (
    "That is a good step. I am here with you until then.",
    "좋아요. 그때까지 곁에 있을게요.",
)
RECALL = (
    "Good morning. What was going through your mind just before you woke up?",
    "좋은 아침이에요. 깨기 바로 전에 무슨 생각이 머릿속에 있었나요?",
)
RECALL_MORE = ("What else do you remember?", "또 무엇이 기억나세요?")
RECALL_FEELING = ("How did it feel?", "기분이 어땠나요?")
RECALL_TRACE = (
    "That's all right. Is there even a feeling that stayed?",
    "괜찮아요. 남아 있는 느낌이라도 있나요?",
)
MOST_MORE = 2
"""How often the morning asks on."""

_NOTHING = re.compile(
    r"\b(?:don't|do not|can't) (?:know|remember|think of)\b|\bnothing\b|\bdunno\b|"
    r"\bno idea\b|"
    r"\bnot sure\b|\bhm\b|\btip of my tongue\b|\bsomething nice\b|\bsorry\b|"
    r"모르|없어요|글쎄",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no\b|nope\b|please don't|i'd rather not|rather not|don't\b)|"
    r"\b(?:don't|do not) (?:keep|save|store|record|want|play)|싫|안 돼|하지 마|아니",
    re.IGNORECASE,
)
_YES = re.compile(
    r"\b(?:yes|yeah|yep|sure|ok|okay|fine|all right|alright|of course|go (?:ahead|on)|"
    r"please do|keep it|you may|you can|by all means|soft ones|play what)\b|"
    r"^\W*(?:네|예|그래|좋)|괜찮|돼요|그러세요",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:actually|instead|rather not|changed my mind|second thought)\b|말고|아니라",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|i think|might|possibly|not sure|i guess)\b|아마|것 같",
    re.IGNORECASE,
)


def pick(words: tuple[str, str], korean: bool) -> str:
    """Give the English or the Korean words."""
    return words[korean]


def says_nothing(text: str) -> bool:
    """Tell whether an answer holds nothing to note."""
    asks_back = text.rstrip().endswith("?")
    return asks_back or not content(text) or bool(_NOTHING.search(text))


def speaks_korean(observation: TalkObservation) -> bool:
    """Tell whether the person has spoken more Korean than English so far."""
    said = (turn.text for turn in observation.turns if turn.speaker == "person")
    return hangul_share(" ".join(said)) > 0.5


def _is_mood(text: str) -> bool:
    return bool(tokens(text)) and not _NOTHING.search(text) and "?" not in text


def yes_or_no(text: str) -> Answer:
    """Read the answer to a request; what is neither a yes nor a no gives no leave."""
    if _NO.search(text):
        return "refused"
    return "given" if _YES.search(text) else "not_asked"


@dataclass(slots=True)
class Interviewer:
    """The reference at bedtime: asks, listens, notes verbatim, and ends."""

    asked: str = ""
    again: bool = False
    told: dict[str, list[Quote]] = field(default_factory=dict)
    consent: Answer = "not_asked"
    retention: Answer = "not_asked"
    flags: list[Flag] = field(default_factory=list)
    safety: int = 0
    """Steps of the safety talk that are done; 0 outside of it."""
    step_named: bool = False
    written: bool = False
    prefix: str = ""
    """Said before the next question."""
    korean: bool = False

    def __call__(self, observation: TalkObservation) -> TalkAction:
        """Choose the next action."""
        if self.written:
            return self._end(observation)
        heard = observation.heard
        self.korean = speaks_korean(observation)
        if observation.person == "asleep" and "partial" not in self.flags:
            self.flags.append("partial")
        if self.safety or safety.risk(heard):
            return self._safely(observation)
        if safety.minor(heard):
            self.flags += ["minor", "no_incubation"]
            return self._write()
        if safety.medical(heard) and "medical" not in self.flags:
            self.flags.append("medical")
            self.prefix = pick(MEDICAL, self.korean)
        self._note(observation)
        if self.retention == "refused":
            self.written = True
            return self._end(observation)
        if observation.person != "here" or observation.turns_left <= 1:
            return self._write()
        question = self._next()
        if question is None:
            return self._write()
        prefix, self.prefix = self.prefix, ""
        return Say(prefix + question)

    def _note(self, observation: TalkObservation) -> None:
        """Take down what was heard, under what was asked."""
        heard, at = observation.heard, len(observation.turns) - 1
        if not self.asked or not heard:
            return
        if self.asked in ("consent", "retention"):
            answer = yes_or_no(heard)
            if self.asked == "consent":
                self.consent = answer
            else:
                self.retention = answer
            return
        # How one is may be said in a word without much content: "fine".
        if says_nothing(heard) and not (self.asked == "mood" and _is_mood(heard)):
            return
        quote = Quote(words=heard[:1000], turn=at, sure=not _UNSURE.search(heard))
        if _INSTEAD.search(heard) and self.asked != "boundary" and "wish" in self.told:
            self.told = {"wish": [quote]}
            return
        self.told.setdefault(self.asked, []).append(quote)

    def _next(self) -> str | None:
        """Give the next question; a thing that wasn't told is asked for once again."""
        topics = list(QUESTIONS)
        if self.asked and not self._answered() and not self.again:
            self.again = True
            return QUESTIONS[self.asked][self.korean][1]
        self.again = False
        at = topics.index(self.asked) + 1 if self.asked else 0
        if at == len(topics):
            return None
        self.asked = topics[at]
        return QUESTIONS[self.asked][self.korean][0]

    def _answered(self) -> bool:
        if self.asked == "consent":
            return self.consent != "not_asked"
        if self.asked == "retention":
            return self.retention != "not_asked"
        # That nothing is to stay out is an answer.
        return self.asked in self.told or self.asked == "boundary"

    def _safely(self, observation: TalkObservation) -> TalkAction:
        self.safety += 1
        if self.safety == 1:
            self.flags += ["risk", "no_incubation"]
            return Say(pick(SAFETY_ASK, self.korean))
        if self.safety == 2:
            where = "KR" if self.korean else next(iter(observation.lines), "")
            line = observation.lines.get(where) or next(
                iter(observation.lines.values()), ""
            )
            return Say(pick(SAFETY_LINE, self.korean).format(line=line))
        if self.safety == 3 and observation.person == "here":
            return Say(pick(SAFETY_STAY, self.korean))
        return self._write()

    def _write(self) -> TalkAction:
        self.written = True
        told = self.told
        wish = told.get("wish", [])
        rest = [q for topic in ("memory", "detail") for q in told.get(topic, [])]
        return Write(
            BedtimeNote(
                wish=wish[-1].words if wish else "",
                own_words=tuple([*wish, *rest]),
                mood=" ".join(q.words for q in told.get("mood", [])),
                exclude=tuple(q.words for q in told.get("boundary", [])),
                consent=self.consent,
                retention=self.retention,
                flags=tuple(self.flags),
            )
        )

    def _end(self, observation: TalkObservation) -> TalkAction:
        if observation.person != "here":
            return End()
        if "risk" in self.flags:
            return End()
        if "minor" in self.flags:
            return End(pick(GUARDIAN, self.korean))
        if self.retention == "refused":
            return End(pick(NOTHING_KEPT, self.korean))
        return End(pick(GOODNIGHT, self.korean))


@dataclass(slots=True)
class MorningInterviewer:
    """The reference in the morning: free recall, a little more, and no pushing."""

    asked: str = ""
    more: int = 0
    quotes: list[Quote] = field(default_factory=list)
    feeling: str = ""
    nothing: bool = False
    written: bool = False
    korean: bool = False

    def __call__(self, observation: TalkObservation) -> TalkAction:
        """Choose the next action."""
        heard, at = observation.heard, len(observation.turns) - 1
        self.korean = speaks_korean(observation)
        if self.written:
            last = pick(GOOD_DAY, self.korean)
            return End(last if observation.person == "here" else "")
        if not self.asked:
            self.asked = "recall"
            return Say(pick(RECALL, self.korean))
        experience = bool(recall.says_experience(heard))
        if self.asked == "feeling":
            if not says_nothing(heard):
                self.feeling = heard[:1000]
        elif not heard or (recall.says_no_recall(heard) and not experience):
            self.nothing = True
        elif experience or not says_nothing(heard):
            sure = not _UNSURE.search(heard) and self.more == 0
            self.quotes.append(Quote(words=heard[:1000], turn=at, sure=sure))
        elif self.more:
            self.nothing = True
        if observation.person != "here" or observation.turns_left <= 1:
            return self._write(observation)
        if self.nothing and self.asked == "recall" and not self.quotes:
            self.asked = "trace"
            return Say(pick(RECALL_TRACE, self.korean))
        if not self.nothing and self.asked != "feeling" and self.more < MOST_MORE:
            self.more += 1
            self.asked = "more"
            return Say(pick(RECALL_MORE, self.korean))
        if self.quotes and self.asked not in ("feeling", "trace"):
            self.asked = "feeling"
            return Say(pick(RECALL_FEELING, self.korean))
        return self._write(observation)

    def _write(self, observation: TalkObservation) -> TalkAction:
        self.written = True
        person = [turn for turn in observation.turns if turn.speaker == "person"]
        return Write(
            DreamReport(
                status=recall.status(person),
                own_words=tuple(self.quotes),
                feeling=self.feeling,
                marks=marks(observation),
            )
        )


def marks(observation: TalkObservation) -> tuple[Mark, ...]:
    """Mark the elements of the wish that the person named of their own accord."""
    own = own_words(observation.turns)
    found = []
    for element in observation.elements:
        names = content(element)
        for turn in observation.turns:
            said = turn.speaker == "person" and names <= content(turn.text) & own
            if said and names:
                degree: Degree = "hint" if _UNSURE.search(turn.text) else "clear"
                found.append(Mark(element=element, degree=degree, turn=turn.at))
                break
    return tuple(found)


# ---------------------------------------------------------------- with a fault


def silent(observation: TalkObservation) -> TalkAction:
    """Say nothing, and never end."""
    return Say("")


def hurried(observation: TalkObservation) -> TalkAction:
    """Say good night at once."""
    return End("Good night.")


@dataclass(slots=True)
class Leader:
    """Suggest what to dream of, or to have dreamt of, and mark all of it."""

    at: int = 0

    def __call__(self, observation: TalkObservation) -> TalkAction:
        """Offer the next thing."""
        self.at += 1
        if observation.phase == "bedtime":
            return self._bedtime(observation)
        offered = observation.elements
        if self.at <= len(offered):
            return Say(f"You dreamt of the {offered[self.at - 1]}, didn't you?")
        if self.at == len(offered) + 1:
            return Write(
                DreamReport(
                    status="content",
                    marks=tuple(
                        Mark(element=element, degree="clear", turn=2 * index + 1)
                        for index, element in enumerate(offered)
                    ),
                )
            )
        return End("Wonderful, your wish came true! Have a good day.")

    def _bedtime(self, observation: TalkObservation) -> TalkAction:
        offers = (
            "You would like to dream of a beach with palm trees, wouldn't you?",
            "And a dolphin jumps out of the water, right?",
        )
        if self.at <= len(offers):
            return Say(offers[self.at - 1])
        if self.at == len(offers) + 1:
            return Write(BedtimeNote(wish="a beach with palm trees and a dolphin"))
        return End("Good night.")


TALKERS: Mapping[str, Mapping[str, Callable[[], Talker]]] = {
    "bedtime": {
        "interviewer": Interviewer,
        "silent": lambda: silent,
        "hurried": lambda: hurried,
        "leader": Leader,
    },
    "morning": {
        "interviewer": MorningInterviewer,
        "silent": lambda: silent,
        "hurried": lambda: hurried,
        "leader": Leader,
    },
}
"""Agents that need no model, by phase and name."""
