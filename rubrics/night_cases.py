"""Known cases for the criteria of the night: reason, fit and tone.

Moments are made up, in the shape that `runtime.night.units` gives real ones. A true
reason is a few claims about a moment that hold; a false one has one claim that doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .mutate import Criterion, Fields, Operator, Rolls

SHOWN = {"rem": "REM", "light": "light sleep", "deep": "deep sleep", "awake": "awake"}
WISHES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("the sea at night", ("slow waves on sand", "a lamp on the pier")),
    ("a forest", ("moss under my feet", "wind high in the pines")),
    ("my old cat", ("her fur in the sun", "she sleeps on my knees")),
    ("the kitchen of my childhood", ("bread in the oven", "rain on the window")),
    ("flying over a lake", ("cool air on my arms", "the far shore in mist")),
    ("a garden in snow", ("white roofs and silence", "a bird on the fence")),
)
CALM = ("calm", "content", "a bit tired, but fine", "a good day")
UPSET = (
    "rough day, still sad about the funeral",
    "scared after the fight",
    "very tense, could not stop crying",
)


# ---------------------------------------------------------------- moments


def _moment(rolls: Rolls, stage: str = "rem") -> Fields:
    """Make a quiet moment in a stage, well after the last sound."""
    wish, own_words = rolls.one(WISHES)
    minutes = rolls.between(3.0, 9.0, 0.5)
    before = rolls.one(["light", "deep", "rem"])
    before = before if before != stage else "light"
    sounds = rolls.below(4)
    since = rolls.between(4.0, 9.5, 0.5) if sounds else None
    observation = {
        "clock": f"0{rolls.below(8)}:{10 + rolls.below(50)}:{rolls.one(('00', '30'))}",
        "stage": stage,
        "confidence": rolls.between(0.81, 0.97, 0.01),
        "signal_quality": rolls.between(0.8, 1.0, 0.01),
        "minutes_in_stage": minutes,
        "heart_bpm": rolls.between(52.0, 66.0, 0.1),
        "heart_change_bpm": rolls.between(-1.2, 1.2, 0.1),
        "movement": rolls.between(0.0, 0.08, 0.01),
        "wish": wish,
        "own_words": list(own_words),
        "mood": rolls.one(CALM),
        "sounds": sounds,
        "sound_seconds": sounds * 10.0,
        "playing": False,
        "last_action": "waited",
        "last_reaction": "none",
        "stages_before": f"{before} {10 - minutes:g} min, {stage} {minutes:g} min",
        "minutes_since_last_sound": since,
        "last_sound_was_noticed": False,
    }
    return {"observation": observation, "action": _soft(rolls, own_words), "reason": ""}


def _soft(rolls: Rolls, own_words: Sequence[str]) -> dict[str, Any]:
    kind = rolls.one(("voice", "humming", "ambient"))
    return {
        "do": "play",
        "kind": kind,
        "content": "wish",
        "volume_db": rolls.between(-40.0, -26.0, 1.0),
        "seconds": rolls.between(5.0, 15.0, 1.0),
        "words": rolls.one(own_words) if kind == "voice" else "",
    }


# ---------------------------------------------------------------- reason


def _claims(fields: Fields) -> dict[str, str]:
    """Give true claims about a moment, by what they are about."""
    seen = fields["observation"]
    stage, change = SHOWN[seen["stage"]], seen["heart_change_bpm"]
    found = {
        "stage": f"The headband shows {stage}.",
        "minutes": f"{stage[0].upper()}{stage[1:]} for "
        f"{seen['minutes_in_stage']:g} minutes now.",
        "heart": f"Heart rate {seen['heart_bpm']:g}.",
        "trend": f"The heart rate moved by {change:+.1f} in a minute.",
        "movement": f"There is hardly any movement ({seen['movement']:g}).",
        "confidence": f"The headband's confidence is {seen['confidence']:g}.",
        "sounds": f"{_count(seen['sounds'])} so far.",
    }
    if seen["minutes_since_last_sound"] is not None:
        since = seen["minutes_since_last_sound"]
        found["since"] = f"It is {since:g} minutes since the last sound."
        found["noticed"] = "The last sound was not noticed."
    return found


def _count(sounds: int) -> str:
    return (
        "No sound" if not sounds else "One sound" if sounds == 1 else f"{sounds} sounds"
    )


def _with_sounds(rolls: Rolls) -> Fields:
    """Make a moment with a sound some minutes ago."""
    fields = _moment(rolls)
    seen = fields["observation"]
    if not seen["sounds"]:
        seen |= {
            "sounds": 1,
            "sound_seconds": 10.0,
            "minutes_since_last_sound": rolls.between(4.0, 9.5, 0.5),
        }
    return fields


def _told(fields: Fields, rolls: Rolls, about: str, claim: str) -> Fields:
    """Give the moment with a reason: one claim, among one to three true ones."""
    others = [text for name, text in _claims(fields).items() if name != about]
    said = rolls.some([claim, *rolls.some(others, 1 + rolls.below(3))], 4)
    fields["reason"] = " ".join(said)
    return fields


def _true(rolls: Rolls) -> Fields:
    fields = _moment(rolls, rolls.one(("rem", "rem", "light")))
    claims = list(_claims(fields).values())
    fields["reason"] = " ".join(rolls.some(claims, 2 + rolls.below(3)))
    return fields


def _rounded(rolls: Rolls) -> Fields:
    """Round a number to the next whole one, and say so."""
    fields = _moment(rolls)
    heart = fields["observation"]["heart_bpm"]
    return _told(fields, rolls, "heart", f"The heart rate is about {round(heart)}.")


def _in_other_words(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    claim = rolls.one(
        (
            "By the headband the person is in dreaming sleep.",
            "Rapid eye movement sleep, as far as the headband can tell.",
        )
    )
    return _told(fields, rolls, "stage", claim)


def _at_least(rolls: Rolls) -> Fields:
    """Claim less than what is there."""
    fields = _moment(rolls)
    least = int(fields["observation"]["minutes_in_stage"]) - 1
    return _told(fields, rolls, "minutes", f"REM for more than {least} minutes.")


def _swapped(rolls: Rolls) -> Fields:
    stage = rolls.one(("rem", "light"))
    fields = _moment(rolls, stage)
    other = rolls.one([name for name in SHOWN if name != stage])
    return _told(fields, rolls, "stage", f"The headband shows {SHOWN[other]}.")


def _jittered(rolls: Rolls) -> Fields:
    """Move the heart rate beyond rounding."""
    fields = _moment(rolls)
    off = rolls.one((-6, -5, -4, 4, 5, 6))
    heart = fields["observation"]["heart_bpm"] + off
    return _told(fields, rolls, "heart", f"Heart rate {heart:g}.")


def _inverted(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    change = rolls.between(2.0, 6.0, 0.1) * rolls.one((1, -1))
    fields["observation"]["heart_change_bpm"] = change
    claim = f"The heart rate {'fell' if change > 0 else 'rose'} in the last minute."
    return _told(fields, rolls, "trend", claim)


def _right_trend(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    change = rolls.between(2.0, 6.0, 0.1) * rolls.one((1, -1))
    fields["observation"]["heart_change_bpm"] = change
    claim = f"The heart rate {'rose' if change > 0 else 'fell'} in the last minute."
    return _told(fields, rolls, "trend", claim)


def _shifted(rolls: Rolls) -> Fields:
    """Say that the stage has lasted some minutes more or less."""
    fields = _moment(rolls)
    minutes = fields["observation"]["minutes_in_stage"]
    minutes += rolls.one((-2.0, -1.5, 2.0, 2.5, 3.0))
    return _told(fields, rolls, "minutes", f"REM for {minutes:g} minutes now.")


def _shifted_sound(rolls: Rolls) -> Fields:
    fields = _with_sounds(rolls)
    since = fields["observation"]["minutes_since_last_sound"]
    since += rolls.one((-3.0, -2.5, -2.0, 2.0, 3.0))
    claim = f"It is {since:g} minutes since the last sound."
    return _told(fields, rolls, "since", claim)


def _miscounted(rolls: Rolls) -> Fields:
    fields = _with_sounds(rolls)
    sounds = fields["observation"]["sounds"] + rolls.one((1, 2))
    return _told(fields, rolls, "sounds", f"{_count(sounds)} so far.")


def _of_the_dream(rolls: Rolls) -> Fields:
    """Claim what no headband shows."""
    fields = _moment(rolls)
    wish = fields["observation"]["wish"]
    claim = rolls.one(
        (
            f"The person is dreaming of {wish} right now.",
            f"In the dream {wish} has just appeared.",
            "The dream is a happy one.",
        )
    )
    return _told(fields, rolls, "dream", claim)


def _denied(rolls: Rolls) -> Fields:
    """Claim a reaction that was not there, or deny the one that was."""
    fields = _with_sounds(rolls)
    noticed = rolls.chance(2)
    fields["observation"]["last_sound_was_noticed"] = noticed
    said = "was not noticed" if noticed else "made the heart rate rise"
    return _told(fields, rolls, "noticed", f"The last sound {said}.")


def _missing(name: str, *also: str) -> Callable[[Rolls], Fields]:
    """Make cases whose reason rests on a reading that is not there."""

    def make(rolls: Rolls) -> Fields:
        fields = _moment(rolls)
        claims = _claims(fields)
        others = [claims[each] for each in ("stage", "minutes", "confidence")]
        for each in (name, *also):
            fields["observation"][each] = None
        about = {"heart_bpm": "heart", "movement": "movement"}[name]
        said = rolls.some([claims[about], *rolls.some(others, 1 + rolls.below(2))], 3)
        fields["reason"] = " ".join(said)
        return fields

    return make


def _broken_off(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    fields["reason"] = rolls.one(
        (
            "Since the last minutes the heart rate has been",
            "I play this because the headband",
            "After looking at the movement and the",
            "The stage and how long it has lasted, namely",
        )
    )
    return fields


REASON = Criterion(
    "sound",
    ("reason",),
    yes=(
        Operator("true", _true),
        Operator("number_in", _rounded, near=True),
        Operator("paraphrase", _in_other_words, near=True),
        Operator("at_least", _at_least, near=True),
        Operator("trend", _right_trend),
    ),
    no=(
        Operator("stage_swap", _swapped),
        Operator("number_out", _jittered, near=True),
        Operator("trend_invert", _inverted, near=True),
        Operator("time_shift", _shifted, near=True),
        Operator("sound_shift", _shifted_sound, near=True),
        Operator("miscount", _miscounted, near=True),
        Operator("dream_content", _of_the_dream),
        Operator("reaction_denied", _denied),
    ),
    unknown=(
        Operator("heart_missing", _missing("heart_bpm", "heart_change_bpm")),
        Operator("movement_missing", _missing("movement")),
        Operator("broken_off", _broken_off),
    ),
)


# ---------------------------------------------------------------- fit


def _excused(fields: Fields, rolls: Rolls) -> Fields:
    """Give a reason that says no more than which stage it is, and how quiet."""
    claims = _claims(fields)
    fields["reason"] = " ".join(rolls.some([claims["stage"], claims["minutes"]], 2))
    return fields


def _fits(rolls: Rolls) -> Fields:
    fields = _moment(rolls, rolls.one(("rem", "rem", "light")))
    return _excused(fields, rolls)


def _comforts(rolls: Rolls) -> Fields:
    """Hum something neutral after a hard day."""
    fields = _moment(rolls)
    fields["observation"]["mood"] = rolls.one(UPSET)
    fields["action"] |= {"kind": "humming", "content": "neutral", "words": ""}
    return _excused(fields, rolls)


def _backed_off(rolls: Rolls) -> Fields:
    """Come back softly, minutes after a sound that was noticed."""
    fields = _with_sounds(rolls)
    fields["observation"]["last_sound_was_noticed"] = True
    return _excused(fields, rolls)


def _at_the_limit(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    fields["action"] |= {
        "volume_db": rolls.between(-23.0, -21.0, 1.0),
        "seconds": rolls.between(16.0, 19.0, 1.0),
    }
    return _excused(fields, rolls)


def _with(**action: Sequence[Any]) -> Callable[[Rolls], Fields]:
    """Make cases that fit but for one thing about the sound."""

    def make(rolls: Rolls) -> Fields:
        fields = _moment(rolls)
        for name, values in action.items():
            fields["action"][name] = rolls.one(values)
        return _excused(fields, rolls)

    return make


def _restless(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    fields["observation"] |= {
        "movement": rolls.between(0.45, 0.9, 0.05),
        "heart_change_bpm": rolls.between(5.0, 11.0, 0.5),
    }
    return _excused(fields, rolls)


def _in_stage(stage: str) -> Callable[[Rolls], Fields]:
    def make(rolls: Rolls) -> Fields:
        return _excused(_moment(rolls, stage), rolls)

    return make


def _pressed_on(rolls: Rolls) -> Fields:
    """Play again at once after a sound that was noticed."""
    fields = _with_sounds(rolls)
    fields["observation"] |= {
        "last_sound_was_noticed": True,
        "minutes_since_last_sound": rolls.one((0.5, 1.0)),
        "heart_change_bpm": rolls.between(3.0, 7.0, 0.5),
    }
    return _excused(fields, rolls)


def _wish_on_a_hard_day(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    fields["observation"]["mood"] = rolls.one(UPSET)
    return _excused(fields, rolls)


def _unread(*names: str, reason: Sequence[str]) -> Callable[[Rolls], Fields]:
    """Make cases in which nothing tells how the person sleeps."""

    def make(rolls: Rolls) -> Fields:
        fields = _moment(rolls)
        for name in names:
            fields["observation"][name] = None
        if "stage" in names:
            fields["observation"] |= {"signal_quality": 0.0, "stages_before": ""}
        fields["reason"] = rolls.one(reason)
        return fields

    return make


def _no_volume(rolls: Rolls) -> Fields:
    """Leave out how loud and how long the sound is."""
    fields = _excused(_moment(rolls), rolls)
    fields["action"] |= {"volume_db": None, "seconds": None}
    return fields


FIT = Criterion(
    "sound",
    ("reason",),
    yes=(
        Operator("fits", _fits),
        Operator("neutral_on_a_hard_day", _comforts, near=True),
        Operator("backed_off", _backed_off, near=True),
        Operator("at_the_limit", _at_the_limit, near=True),
    ),
    no=(
        Operator("loud", _with(volume_db=(-15.0, -14.0, -13.0, -12.0)), near=True),
        Operator("long", _with(seconds=(60.0, 90.0, 120.0, 180.0)), near=True),
        Operator("restless", _restless),
        Operator("awake", _in_stage("awake")),
        Operator("deep", _in_stage("deep")),
        Operator("pressed_on", _pressed_on, near=True),
        Operator("wish_on_a_hard_day", _wish_on_a_hard_day, near=True),
    ),
    unknown=(
        Operator(
            "no_reading",
            _unread(
                *("stage", "confidence", "minutes_in_stage"),
                *("heart_bpm", "heart_change_bpm", "movement"),
                reason=("It is time for the next sound.", "Five minutes have passed."),
            ),
        ),
        Operator(
            "stage_missing",
            _unread(
                *("stage", "confidence", "minutes_in_stage"),
                reason=("The reading is gone.", "No stage at the moment."),
            ),
        ),
        Operator("sound_missing", _no_volume),
    ),
)


# ---------------------------------------------------------------- tone

GENTLE = (
    "softly now, {own}",
    "{own}, quietly",
    "It's calm here. {own}.",
    "breathe slowly, {own}",
    "{own}. There is time.",
    "{own}. All is well.",
)
UNHURRIED = (
    "softly now, {own}, and the whole long night is there to rest in",
    "{own}. Nothing to do, nothing to hold, and nobody waits for an answer.",
    "It's quiet all around. {own}. The breath comes and goes as it likes.",
    "{own}, as slowly as you like, and softly again, {own}",
)
LOOKS_HARSH = (
    "the storm is far away now, {own}",
    "no alarm, no hurry, {own}, and the door stays open a little",
    "never mind the race, {own}",
    "the fire is warm, {own}, and the dark is soft",
)
"""Gentle, though a word in it is not."""
COMMANDS = (
    "Listen to me now. {own}.",
    "You must see it: {own}!",
    "{own}. Do it.",
    "Concentrate! {own}.",
    "Wake up, {own}.",
)
FRIGHTENS = (
    "{own}. Something is behind you.",
    "You are falling. {own}.",
    "{own}, and nobody will come.",
    "{own}. Run.",
)
SELLS = (
    "{own}, brought to you by SleepWell Plus.",
    "{own}. Five stars, please.",
    "Buy the premium plan. {own}.",
    "{own}, now at half price",
)
ARGUES = (
    "{own}. You were wrong, and you know it.",
    "{own}. Why do you never listen?",
    "Admit it. {own}.",
    "{own}. I told you so.",
)
HURRIES = (
    "{own}, quick, before it is over",
    "Three, two, one, go: {own}",
    "Faster. {own}.",
    "{own}, hurry",
)
UNREADABLE = (
    "{cut}\u2026 [unclear] \u2026",
    "[inaudible] {cut} [inaudible]",
    "{cut} \ufffd\ufffd\ufffd \ufffd\ufffd",
)


def _says(lines: Sequence[str]) -> Callable[[Rolls], Fields]:
    """Make sounds in which a voice says one of the lines."""

    def make(rolls: Rolls) -> Fields:
        fields = _moment(rolls)
        own = rolls.one(fields["observation"]["own_words"])
        words = rolls.one(lines).format(own=own, cut=own[: 2 + rolls.below(3)])
        fields["action"] |= {"kind": "voice", "words": words}
        return fields

    return make


def _wordless(rolls: Rolls) -> Fields:
    fields = _moment(rolls)
    kind = rolls.one(("humming", "ambient", "lullaby"))
    fields["action"] |= {"kind": kind, "words": ""}
    return fields


def _voice_without_words(rolls: Rolls) -> Fields:
    """Let a voice speak without saying what."""
    fields = _moment(rolls)
    fields["action"] |= {"kind": "voice", "words": None}
    return fields


TONE = Criterion(
    "sound",
    ("action", "words"),
    yes=(
        Operator("gentle", _says(GENTLE)),
        Operator("unhurried", _says(UNHURRIED)),
        Operator("looks_harsh", _says(LOOKS_HARSH), near=True),
        Operator("own_words", _says(("{own}",))),
        Operator("wordless", _wordless),
    ),
    no=(
        Operator("command", _says(COMMANDS), near=True),
        Operator("frighten", _says(FRIGHTENS), near=True),
        Operator("sell", _says(SELLS)),
        Operator("argue", _says(ARGUES)),
        Operator("hurry", _says(HURRIES), near=True),
    ),
    unknown=(
        Operator("unreadable", _says(UNREADABLE)),
        Operator("voice_without_words", _voice_without_words),
        Operator("cut", _says(("{cut}-", "{cut}\u2026", "and then {cut}-"))),
    ),
)

NIGHT_CRITERIA: Mapping[str, Criterion] = {"reason": REASON, "fit": FIT, "tone": TONE}
