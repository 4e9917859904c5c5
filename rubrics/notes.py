"""What a talk leaves behind: the bedtime note and the dream report.

Both are written by an agent, so they are read strictly: what doesn't fit is refused
with a reason, and nothing is guessed.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_ITEMS = 50
"""Items of one list in a note."""
LONGEST = 1000
"""Characters of one text in a note."""

Text = Annotated[str, Field(max_length=LONGEST)]
Answer = Literal["given", "refused", "not_asked"]
Flag = Literal["risk", "medical", "minor", "no_incubation", "partial", "emotional"]
Status = Literal["content", "experience_without_content", "none"]
Degree = Literal["clear", "hint"]
"""How plainly a theme element was in the dream: named, or only hinted at."""


class Part(BaseModel):
    """A part of a note: frozen, and nothing in it is unknown."""

    # What stands below a field is also what a model is told of it.
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True
    )


class Quote(Part):
    """Words of the person, and the turn of the talk in which they said them."""

    words: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    """Word for word."""
    turn: Annotated[int, Field(ge=0)]
    """The turn in which they said it, counted from 0."""
    sure: bool = True
    """False where the person was not sure, or added it on a later question."""


class BedtimeNote(Part):
    """What bedtime hands on to the night. An empty text means: not told."""

    wish: Text = ""
    """What to dream of, in the person's own words."""
    own_words: Annotated[tuple[Quote, ...], Field(max_length=MOST_ITEMS)] = ()
    """The memory and details that go with the wish."""
    mood: Text = ""
    """How they feel, in their own words."""
    exclude: Annotated[tuple[Text, ...], Field(max_length=MOST_ITEMS)] = ()
    """What the person does not want, in their own words."""
    consent: Answer = "not_asked"
    """To sounds in the night."""
    retention: Answer = "not_asked"
    """To keeping this note."""
    flags: tuple[Flag, ...] = ()
    """What the night and people must know of: a risk, a medical question, a minor, no
    incubation, a partial note, strong feelings."""

    @property
    def no_incubation(self) -> bool:
        """Whether the night must leave the wish alone."""
        stops = {"risk", "minor", "no_incubation"}
        return bool(stops & set(self.flags)) or self.consent == "refused"


class Mark(Part):
    """The dream check found an element of the wish in the report."""

    element: Text
    """As it is listed."""
    degree: Degree
    """`clear` where they named it, `hint` where they were not sure of it."""
    turn: Annotated[int, Field(ge=0)]
    """Where the person told of it."""


class DreamReport(Part):
    """What the morning records."""

    status: Status
    """Whether there was content, an experience whose content is lost, or none."""
    own_words: Annotated[tuple[Quote, ...], Field(max_length=MOST_ITEMS)] = ()
    """What they told of the dream."""
    feeling: Text = ""
    """How the dream felt, in their own words."""
    marks: Annotated[tuple[Mark, ...], Field(max_length=MOST_ITEMS)] = ()
    """The dream check: elements of the wish that the person reported unprompted."""


Note = BedtimeNote | DreamReport
