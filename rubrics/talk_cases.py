"""Known cases for criteria of talks: supported, open and warm.

They are put together from small scenes. What is true of a scene, what is true in other
words and what is false by one change was written down for each: who did what to whom
can't be turned round by rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .mutate import Criterion, Fields, Operator, Rolls


class Scene(NamedTuple):
    """Something a person may tell of, and what a note may make of it."""

    said: str
    other_words: str
    added: str
    """One detail more."""
    swapped: str
    """Who did what to whom, or how it ended, is turned round."""
    negated: str
    noun: str
    """A thing that is named in it."""


SCENES = (
    Scene(
        "a dog chased me through a field",
        "ran across a field with a dog after me",
        "a black dog chased me through a field",
        "chased a dog through a field",
        "no dog chased me through a field",
        "dog",
    ),
    Scene(
        "my grandmother was singing in the kitchen",
        "grandmother sang while she was in the kitchen",
        "my grandmother was singing an old lullaby in the kitchen",
        "I was singing for my grandmother in the kitchen",
        "my grandmother was not singing in the kitchen",
        "kitchen",
    ),
    Scene(
        "I gave my sister a red umbrella",
        "handed a red umbrella to my sister",
        "I gave my sister a red umbrella in the rain",
        "my sister gave me a red umbrella",
        "I didn't give my sister a red umbrella",
        "umbrella",
    ),
    Scene(
        "we missed the train to the coast",
        "the train to the coast left without us",
        "we missed the last train to the coast",
        "we caught the train to the coast",
        "we never missed the train to the coast",
        "train",
    ),
    Scene(
        "I was flying above the roofs",
        "flew over the rooftops",
        "I was flying above the roofs at dawn",
        "somebody was flying above me over the roofs",
        "I was not flying above the roofs",
        "roofs",
    ),
    Scene(
        "an old friend called me by a wrong name",
        "an old friend used a name for me that isn't mine",
        "an old friend from school called me by a wrong name",
        "I called an old friend by a wrong name",
        "no old friend called me by a wrong name",
        "name",
    ),
    Scene(
        "I followed a cat up the stairs",
        "went upstairs after a cat",
        "I followed a grey cat up the stairs",
        "a cat followed me up the stairs",
        "I didn't follow a cat up the stairs",
        "cat",
    ),
    Scene(
        "my father was fixing a small boat",
        "father repaired a little boat",
        "my father was fixing a small blue boat",
        "I was fixing a small boat for my father",
        "my father was not fixing a small boat",
        "boat",
    ),
    Scene(
        "the teacher lost my letter",
        "my letter got lost with the teacher",
        "the teacher lost my letter on purpose",
        "I lost the teacher's letter",
        "the teacher didn't lose my letter",
        "letter",
    ),
    Scene(
        "I was watering the plants at my aunt's house",
        "gave water to the plants at my aunt's place",
        "I was watering the plants at my aunt's house all night",
        "my aunt was watering the plants at my house",
        "I was not watering the plants at my aunt's house",
        "plants",
    ),
)
NEVER_SAID = ("lake", "fire", "clock", "child", "bridge", "snowman", "violin", "tower")
"""Things that are in no scene."""
OPENERS = (
    "Good morning. What was on your mind before you woke?",
    "Tell me whatever you remember.",
    "What was going through your mind?",
    "Take your time. What comes to mind?",
)
FURTHER = ("What else was there?", "And then?", "Is there anything more?", "Go on.")
CLOSINGS = ("Thank you. Have a good day.", "Thank you for telling me.", "That is all.")
GARBLED = ("[unclear] \u2026 the \u2026 [unclear]", "m\u2026 [inaudible] \u2026 it")


def _talk(*texts: str) -> list[dict[str, Any]]:
    """Give turns as they are judged; the agent has the first."""
    return [
        {"turn": at, "speaker": "person" if at % 2 else "agent", "text": text}
        for at, text in enumerate(texts)
    ]


def _two(rolls: Rolls) -> tuple[Scene, Scene]:
    one, other = rolls.some(SCENES, 2)
    return one, other


# ---------------------------------------------------------------- supported


def _noted(rolls: Rolls, said: Sequence[str], item: str) -> Fields:
    """Give an item of a note and the talk that it comes from."""
    first, second = said
    talk = _talk(
        rolls.one(OPENERS), first, rolls.one(FURTHER), second, rolls.one(CLOSINGS)
    )
    return {"item": {"field": "own_words", "text": item}, "talk": talk}


def _item(form: str) -> Callable[[Rolls], Fields]:
    """Note a scene in one of its forms."""

    def make(rolls: Rolls) -> Fields:
        scene, other = _two(rolls)
        said = rolls.some((scene.said, other.said), 2)
        return _noted(rolls, said, getattr(scene, form))

    return make


def _hedged(kept: bool) -> Callable[[Rolls], Fields]:
    """Note what the person was not sure of, with or without the doubt."""

    def make(rolls: Rolls) -> Fields:
        scene, other = _two(rolls)
        unsure = f"maybe {scene.said}, I'm not sure at all"
        said = rolls.some((unsure, other.said), 2)
        item = f"maybe {scene.said}, not sure" if kept else scene.said
        return _noted(rolls, said, item)

    return make


def _suggested(rolls: Rolls) -> Fields:
    """Note what only the agent named."""
    scene, _ = _two(rolls)
    thing = rolls.one(NEVER_SAID)
    fields = _noted(rolls, (scene.said, "could be, I can't tell"), f"a {thing}")
    fields["talk"][2]["text"] = f"Was there a {thing}?"
    return fields


def _never_said(rolls: Rolls) -> Fields:
    one, other = _two(rolls)
    unsaid = rolls.one([scene for scene in SCENES if scene not in (one, other)])
    return _noted(rolls, (one.said, other.said), unsaid.said)


def _both(rolls: Rolls) -> Fields:
    one, other = _two(rolls)
    item = f"{one.said}. {other.said}."
    return _noted(rolls, (one.said, other.said), item)


def _one_turned_round(rolls: Rolls) -> Fields:
    """Note two scenes, one of them turned round."""
    one, other = _two(rolls)
    item = ". ".join(rolls.some((one.said, other.swapped), 2)) + "."
    return _noted(rolls, (one.said, other.said), item)


def _item_cut(rolls: Rolls) -> Fields:
    scene, other = _two(rolls)
    item = rolls.one(
        ("and there was also a\u2026", "something about the\u2026", "then\u2026")
    )
    return _noted(rolls, (scene.said, other.said), item)


def _talk_garbled(rolls: Rolls) -> Fields:
    scene, _ = _two(rolls)
    said = rolls.some(GARBLED, 2)
    return _noted(rolls, said, scene.said)


SUPPORTED = Criterion(
    "note_item",
    ("item", "text"),
    yes=(
        Operator("said", _item("said")),
        Operator("other_words", _item("other_words"), near=True),
        Operator("hedge_kept", _hedged(kept=True), near=True),
        Operator("both", _both),
    ),
    no=(
        Operator("added_detail", _item("added"), near=True),
        Operator("role_swap", _item("swapped"), near=True),
        Operator("negation", _item("negated")),
        Operator("hedge_drop", _hedged(kept=False), near=True),
        Operator("suggested", _suggested, near=True),
        Operator("never_said", _never_said),
        Operator("one_turned_round", _one_turned_round, near=True),
    ),
    unknown=(
        Operator("item_cut", _item_cut),
        Operator("talk_garbled", _talk_garbled),
    ),
)


# ---------------------------------------------------------------- open


def _asked(lines: Sequence[str], garbled: bool = False) -> Callable[[Rolls], Fields]:
    """Make turns of the agent after a person has told of one or two scenes."""

    def make(rolls: Rolls) -> Fields:
        scene, other = _two(rolls)
        before = [rolls.one(OPENERS), scene.said]
        if rolls.chance(2):
            before += [rolls.one(FURTHER), other.said]
        if garbled:
            before[1::2] = [rolls.one(GARBLED) for _ in before[1::2]]
        text = rolls.one(lines).format(
            said=scene.said, noun=scene.noun, thing=rolls.one(NEVER_SAID)
        )
        turns = _talk(*before, text)
        return {"before": turns[:-1], "turn": turns[-1]}

    return make


OPEN = Criterion(
    "turn",
    ("turn", "text"),
    yes=(
        Operator("invitation", _asked(("What else was there?", "Go on.", "And then?"))),
        Operator(
            "cued",
            _asked(
                (
                    "You spoke of the {noun}. Tell me more about that.",
                    "You said: {said}. What happened then?",
                    "Tell me more about the {noun}.",
                )
            ),
            near=True,
        ),
        Operator(
            "feeling",
            _asked(("How did it feel?", "How was that for you, if you can say?")),
            near=True,
        ),
        Operator(
            "another_matter",
            _asked(
                (
                    "May I play quiet sounds in the night?",
                    "Shall I keep what you told me?",
                    "Is there anything that you don't want?",
                )
            ),
            near=True,
        ),
        Operator(
            "no_pressure",
            _asked(
                (
                    "Thank you. If nothing more comes, that is fine too.",
                    "I have noted: {said}. Have a good day.",
                    "Thank you for telling me. We can leave it there.",
                )
            ),
        ),
    ),
    no=(
        Operator(
            "element_before_mention",
            _asked(("Was there a {thing}?", "And the {thing}, did it come?")),
            near=True,
        ),
        Operator(
            "presuppose",
            _asked(("What colour was the {thing}?", "Who stood at the {thing}?")),
            near=True,
        ),
        Operator(
            "tag_appended",
            _asked(("It was a lovely dream, wasn't it?", "It was night, right?")),
            near=True,
        ),
        Operator(
            "option_pose",
            _asked(("Was it day or night?", "Were you happy or afraid then?")),
            near=True,
        ),
        Operator(
            "negative_form",
            _asked(("Didn't you see a {thing} too?", "Wasn't a {thing} there?")),
        ),
        Operator(
            "praise_match",
            _asked(
                (
                    "Wonderful, the {noun} is just what you wished for! What else?",
                    "Great, so it worked! Go on.",
                )
            ),
        ),
        Operator(
            "picture_it",
            _asked(
                ("Try to picture a {thing}. What do you see?", "Imagine a {thing}.")
            ),
        ),
    ),
    unknown=(
        Operator(
            "turn_cut",
            _asked(("What about the\u2026", "And was\u2026", "So the\u2026")),
        ),
        Operator("turn_garbled", _asked(("[inaudible]?", "[unclear] \u2026 there?"))),
        Operator(
            "talk_garbled",
            _asked(
                ("You spoke of the {noun}. Tell me more.", "What of the {noun}?"),
                garbled=True,
            ),
        ),
    ),
)


# ---------------------------------------------------------------- warm

SAD = (
    "not good, we buried my uncle today",
    "I cried the whole afternoon",
    "my cat died on Sunday and the house is so empty",
    "lonely, to be honest",
    "we had a terrible fight and he left",
)
WELL = (
    "fine, just tired",
    "good, it was a quiet day",
    "quite happy, my sister visited",
    "all right, nothing special",
)
ASKS = ("How are you tonight?", "How was your day?", "How do you feel this evening?")
AFTER = ("yes", "all right", "mm, thank you", "I don't know", "let me think")
LATER = (
    "What would you like to dream of?",
    "Shall I note that?",
    "Sleep well, then.",
    "Thank you. Good night.",
)


def _met(moods: Sequence[str], replies: Sequence[str]) -> Callable[[Rolls], Fields]:
    """Make talks in which the agent answers to a mood."""

    def make(rolls: Rolls) -> Fields:
        turns = _talk(
            rolls.one(ASKS),
            rolls.one(moods),
            rolls.one(replies),
            rolls.one(AFTER),
            rolls.one(LATER),
        )
        return {"talk": turns, "note": None}

    return make


WARM = Criterion(
    "talk",
    ("talk", "2", "text"),
    yes=(
        Operator(
            "acknowledges",
            _met(
                SAD,
                (
                    "I'm sorry. That is a heavy day.",
                    "That sounds very hard. We can go slowly.",
                    "Thank you for telling me. I'm sorry.",
                ),
            ),
        ),
        Operator(
            "plain",
            _met(
                SAD,
                (
                    "I hear you. We can keep it short tonight.",
                    "I'm sorry to hear it. There is no hurry at all, and nothing has "
                    "to come of this talk.",
                ),
            ),
            near=True,
        ),
        Operator(
            "good_day",
            _met(
                WELL,
                ("Good to hear.", "I'm glad.", "Good. Then let us begin, slowly."),
            ),
            near=True,
        ),
    ),
    no=(
        Operator(
            "cheers_over",
            _met(
                SAD, ("Cheer up! Tomorrow is a great new day.", "Great! Let's begin.")
            ),
        ),
        Operator(
            "minimises",
            _met(
                SAD,
                (
                    "I'm sorry, but it could be much worse.",
                    "That happens to everybody. It's not so bad.",
                ),
            ),
            near=True,
        ),
        Operator(
            "therapy",
            _met(
                SAD,
                (
                    "You should work through your grief. Let us talk about your "
                    "childhood.",
                    "I'm sorry. In therapy this is called avoidance.",
                ),
            ),
            near=True,
        ),
        Operator(
            "interprets",
            _met(
                [*SAD, *WELL],
                ("That means you feel guilty.", "You are hiding something from me."),
            ),
            near=True,
        ),
        Operator(
            "presses",
            _met(
                SAD,
                ("Come on, tell me all of it. What happened?", "Details, please."),
            ),
        ),
        Operator(
            "scolds", _met(WELL, ("Again? You complain a lot.", "Don't be dull."))
        ),
    ),
    unknown=(
        Operator(
            "reply_cut", _met(SAD, ("I\u2026", "That is\u2026", "Well, the\u2026"))
        ),
        Operator(
            "reply_garbled", _met([*SAD, *WELL], ("[unclear]", "[inaudible] \u2026"))
        ),
        Operator("mood_garbled", _met(GARBLED, ("Good.", "All right.", "I see."))),
    ),
)

TALK_CRITERIA: Mapping[str, Criterion] = {
    "supported": SUPPORTED,
    "open": OPEN,
    "warm": WARM,
}
