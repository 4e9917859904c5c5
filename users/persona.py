"""A persona's hidden profile: what YAML says under `profile:`.

One profile drives the scripted and the LLM-worded person. No agent ever reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

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
    "again",  # when asked for its kind a second time, in other words
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
    """The id of a fact that this one takes back."""


class Profile(Part):
    """All that makes a person, in every phase."""

    about: str = ""
    """How the person talks, for the wording by an LLM; one or two sentences."""
    language: Literal["en", "ko"] = "en"
    facts: Annotated[tuple[Fact, ...], BeforeValidator(_listed)] = ()
    elements: Mapping[str, SomeTexts] = {}
    """Elements of the wish -> the words by which a report would name them."""
    facts_a_turn: Annotated[int, Field(ge=1, le=3)] = 1
    asides: Texts = ()
    """Talk beside the point, a piece of it before or after some answers."""
    aside_share: Share = 0.0
    yields: Share = 0.0
    """Share of leading questions whose offered content it takes over."""
    shifts: Share = 0.0
    """Share of answers it gives up under pressure ("are you sure?")."""
    yield_answers: Texts = ("Yes, I think there was {offered}.", "{offered}, yes.")
    """What it says when it takes offered content over; `{offered}` is that content."""
    closed_answers: Texts = ("No.", "I don't think so.")
    """What it says to an offered content that it doesn't take over."""
    empty_answers: Texts = ("I don't know.", "Nothing more, really.")
    """What it says where nothing is left to tell."""
    hesitations: Texts = ("Hm, I'm not sure how to put it.",)
    """What it says where a fact is told only when asked again."""
    chats: Texts = ("Mm.", "Okay.", "All right.")
    """What it says to a statement."""
    unclear_answers: Texts = ("Sorry, what do you mean?",)
    """What it says where it did not understand."""
    no_recall: Texts = ("I don't remember anything.", "No, I can't remember a dream.")
    """What it says in the morning where there is nothing to recall."""
    goodbyes: Texts = ("Good night.",)
    patience: Annotated[int, Field(ge=1, le=30)] = 10
    """Turns of the agent after which it ends the talk."""
    leaves: Literal["goodbye", "asleep"] = "goodbye"
    """How the talk ends where patience is out: with a word, or by falling asleep."""
    safety: bool = False
    """Always worded by the script: an LLM would soften it."""
