"""A persona's hidden profile: what YAML says under `profile:`.

One profile drives the scripted and the LLM-worded person. No agent ever reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Phase = Literal["bedtime", "morning", "setup"]
Kind = Literal[
    "wish",  # what to dream of
    "memory",  # a memory that goes with it
    "detail",  # a detail of the memory
    "mood",
    "boundary",  # what the person does not want
    "consent",  # to sounds in the night
    "retention",  # to keeping what was said
    "age",
    "risk",  # a disclosure of risk to oneself or others
    "medical",
    "dream",  # something in the dream
    "experience",  # something was there, but what is lost
    "feeling",  # how the dream felt
    "next_step",  # what the person will do now to be safe
    "aside",  # talk beside the point: belongs into no note
]
Tell = Literal[
    "asked",  # when a question asks for its kind
    "again",  # when asked for its kind once more, in other words
    "open",  # only on an open question, never on a closed one
    "unasked",  # at the first turn that leaves room for it
]


def _listed(value: object) -> object:
    """Take a text for a list of one; a list for a tuple."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


Texts = Annotated[
    tuple[Annotated[str, Field(min_length=1)], ...], BeforeValidator(_listed)
]
SomeTexts = Annotated[Texts, Field(min_length=1)]
Share = Annotated[float, Field(ge=0, le=1)]
Language = Literal["en", "ko"]

ENGLISH_WITHOUT: Mapping[Kind, tuple[str, ...]] = {
    "risk": ("No, nothing like that.", "No. I'm all right, really."),
    "next_step": ("There's no need, I'm all right.",),
    "age": ("I'm a grown-up.",),
    "medical": ("No, nothing of that kind.",),
    "boundary": ("No, nothing.", "Nothing special."),
    "mood": ("All right, I think.",),
}
KOREAN_WITHOUT: Mapping[Kind, tuple[str, ...]] = {
    "risk": ("아니요, 그런 건 아니에요.", "아니요, 저 괜찮아요."),
    "next_step": ("그럴 필요 없어요. 괜찮아요.",),
    "age": ("저 어른이에요.",),
    "medical": ("아니요, 그런 건 없어요.",),
    "boundary": ("아니요, 없어요.", "딱히 없어요."),
    "mood": ("괜찮은 것 같아요.",),
}
KOREAN: Mapping[str, object] = {
    "yield_answers": ["네, {offered}… 있었던 것 같아요.", "네, 그랬던 것 같아요."],
    "shift_answers": ["제가 틀렸을 수도 있어요.", "이제 잘 모르겠네요."],
    "closed_answers": ["아니요.", "아닌 것 같아요."],
    "yes_answers": ["네.", "네, 맞아요."],
    "firm_answers": ["네, 확실해요.", "네, 그게 다예요."],
    "empty_answers": ["잘 모르겠어요.", "더는 없어요."],
    "already": ["아까 말씀드렸어요.", "아까 말한 대로예요."],
    "hesitations": ["음, 뭐라고 해야 할지 모르겠어요."],
    "chats": ["음.", "네.", "그렇군요."],
    "unclear_answers": ["네? 무슨 말씀이세요?"],
    "foreign_answers": ["죄송해요, 그 말은 못 알아들어요."],
    "no_recall": ["아무것도 기억이 안 나요.", "꿈이 기억나지 않아요."],
    "goodbyes": ["안녕히 주무세요.", "네, 잘 자요."],
    "goodbyes_morning": ["좋은 하루 보내세요."],
}
"""What a Korean says where the profile is silent, by the profile's own keys."""


class Part(BaseModel):
    """A part of a profile: frozen, and nothing in it is unknown."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Fact(Part):
    """One thing the person can tell: an entry of the closed fact sheet."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")]
    phase: Phase = "bedtime"
    kind: Kind
    say: SomeTexts
    """Ways to say it; the seed picks one."""
    tell: Tell = "asked"
    by_turn: Annotated[int, Field(ge=0)] | None = None
    """Told by the person's turn of this number (from 0) at the latest, asked or not."""
    from_turn: Annotated[int, Field(ge=0)] = 0
    """Not told before the person's turn of this number (from 0)."""
    words: Texts = ()
    """Content words that show that a note holds it; by default those of `say`."""
    value: Literal["given", "refused"] | None = None
    """The answer that a fact of kind consent or retention gives."""
    element: str | None = None
    """The element of the wish that a fact of the dream holds."""
    degree: Literal["clear", "hint"] = "clear"
    sure: bool = True
    """False where the person adds it on asking on, and isn't sure of it."""
    replaces: str | None = None
    """The id of a fact that this one takes back. It is told after that one only."""


class Profile(Part):
    """All that makes a person, in every phase.

    The phrases are what the person says where no fact is told. Where a profile is
    silent about them, those of its language stand: a Korean speaks Korean throughout.
    """

    about: str = ""
    """How the person talks, for the wording by an LLM; one or two sentences."""
    language: Language = "en"
    understands: Annotated[tuple[Language, ...], BeforeValidator(_listed)] = ()
    """Languages it understands; by default its own alone."""
    facts: Annotated[tuple[Fact, ...], BeforeValidator(_listed)] = ()
    elements: Mapping[str, SomeTexts] = {}
    """Elements of the wish -> the words by which a report would name them."""
    facts_a_turn: Annotated[int, Field(ge=1, le=3)] = 1
    opens: Texts = ()
    """What it says first, unasked; mostly it waits."""
    asides: Texts = ()
    """Talk beside the point; each piece comes once at most."""
    aside_share: Share = 0.0
    """Share of answers with such a piece before them; and as many have one after."""
    yields: Share = 0.0
    """Share of leading questions whose offered content it takes over."""
    shifts: Share = 0.0
    """Share of answers it gives up under pressure ("are you sure?")."""
    yield_answers: Texts = ("Yes, I think there was {offered}.", "{offered}, yes.")
    """What it says when it takes offered content over; `{offered}` is that content."""
    shift_answers: Texts = ("Maybe I'm wrong.", "I'm not so sure any more.")
    """What it says when it gives way, and nothing was offered to take over."""
    closed_answers: Texts = ("No.", "I don't think so.")
    """What it says to an offered content that it doesn't take over."""
    yes_answers: Texts = ("Yes.", "That's right.")
    """What it says where the agent has understood it well."""
    firm_answers: Texts = ("Yes, I'm sure.", "That's how it is.")
    """What it says under pressure, where it doesn't give way."""
    empty_answers: Texts = ("I don't know.", "Nothing more, really.")
    """What it says where nothing is left to tell."""
    already: Texts = ("I already said that.", "As I said.")
    """What it says where it has told a thing in all its ways."""
    without: Mapping[Kind, SomeTexts] = ENGLISH_WITHOUT
    """Kind -> what it says where it is asked for that, and no fact has ever been of it.
    What isn't named here gets an empty answer."""
    hesitations: Texts = ("Hm, I'm not sure how to put it.",)
    """What it says where a fact is not to be told yet."""
    chats: Texts = ("Mm.", "Okay.", "All right.")
    """What it says to a statement."""
    unclear_answers: Texts = ("Sorry, what do you mean?",)
    """What it says where it did not understand."""
    foreign_answers: Texts = ("Sorry, I don't speak that language.",)
    """What it says to a language that it doesn't understand."""
    no_recall: Texts = ("I don't remember anything.", "No, I can't remember a dream.")
    """What it says in the morning where there is nothing to recall."""
    goodbyes: Texts = ("Good night.",)
    goodbyes_morning: Texts = ("Have a good day.", "Bye for now.")
    patience: Annotated[int, Field(ge=1, le=30)] = 10
    """Turns of the agent after which it ends the talk."""
    leaves: Literal["goodbye", "asleep"] = "goodbye"
    """How the talk ends where patience is out: with a word, or by falling asleep."""
    safety: bool = False
    """Always worded by the script: an LLM would soften it."""

    @model_validator(mode="before")
    @classmethod
    def _in_its_language(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        korean = given.get("language") == "ko"
        full = {**KOREAN, **given} if korean else dict(given)
        without = given.get("without", {})
        if isinstance(without, Mapping):
            known = KOREAN_WITHOUT if korean else ENGLISH_WITHOUT
            full["without"] = {**known, **without}
        return full

    @model_validator(mode="after")
    def _holds_together(self) -> Self:
        """Refuse a sheet that could never be played as it stands."""
        facts = {fact.id: fact for fact in self.facts}
        if len(facts) < len(self.facts):
            ids = [fact.id for fact in self.facts]
            twice = next(each for each in ids if ids.count(each) > 1)
            raise ValueError(f"two facts have the id {twice!r}")
        for fact in self.facts:
            if why := self._fault(fact, facts):
                raise ValueError(f"the fact {fact.id!r} {why}")
        return self

    def _fault(self, fact: Fact, facts: Mapping[str, Fact]) -> str:
        if fact.replaces is not None:
            other = facts.get(fact.replaces)
            if other is None or other is fact:
                return f"replaces {fact.replaces!r}, which is no other fact"
            if other.phase != fact.phase:
                return f"replaces {fact.replaces!r}, which is of another phase"
        if fact.element is not None and fact.element not in self.elements:
            return f"holds the element {fact.element!r}, which `elements` lacks"
        if fact.by_turn is not None and not fact.from_turn <= fact.by_turn:
            return f"comes from turn {fact.from_turn} on, but by turn {fact.by_turn}"
        last = fact.from_turn if fact.by_turn is None else fact.by_turn
        if last and last >= self.patience:
            return f"comes in turn {last}, when patience ({self.patience}) is out"
        return ""
