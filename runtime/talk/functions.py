"""How YAML makes a talk: the init functions of bedtime and morning."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from paprika.compiler.vocabulary import BadValue, Vocabulary

from .world import TalkSetup

WORDS = Vocabulary()
init = WORDS.init

Names = Annotated[list[str], Field(min_length=1)]


@init(writes=["wish"], facts=lambda given: {"wish": given["theme"]})
def wish(state: TalkSetup, theme: str, own_words: Names) -> None:
    """Set what the person wants to dream of, and what they will say about it."""
    for index, words in enumerate([theme, *own_words]):
        if not words.strip():
            argument = "own_words" if index else "theme"
            raise BadValue(argument, f"`{argument}` holds a text without a word")
    state.wish = theme
    state.own_words = tuple(own_words)


@init(writes=["mood"], facts=lambda given: {"mood": given["word"]})
def mood(state: TalkSetup, word: str) -> None:
    """Set the mood the person is in."""
    state.mood = word


@init(writes=["turns"])
def turns(state: TalkSetup, most: Annotated[int, Field(ge=1, le=100)]) -> None:
    """Let the agent speak so often at most."""
    state.limits = state.limits._replace(agent_turns=most)
