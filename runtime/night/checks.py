"""What can be asserted of a night: checks over the trace."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from paprika.compiler.vocabulary import Verdict, Vocabulary
from paprika.runtime.night import model
from paprika.runtime.night.functions import Minutes, steps_in
from paprika.runtime.night.recording import Stage
from paprika.runtime.night.world import Night

WORDS = Vocabulary()
check = WORDS.check

Trace = model.Trace
Moment = Literal["stop", "waking", "reaction"]


@check()
def begins(trace: Trace, stage: model.StageName, minutes: Minutes = 0.5) -> Verdict:
    """The sleeper spends the first minutes in this stage."""
    wanted, count = Stage[stage.upper()], steps_in(minutes)
    return _begins(trace.night.true.tolist(), wanted, count)


@check()
def replay_begins(
    trace: Trace, stage: model.StageName, minutes: Minutes = 0.5
) -> Verdict:
    """What is replayed of the recording begins with this stage."""
    night = trace.night
    pairs = zip(night.true.tolist(), night.position.tolist(), strict=True)
    replayed = [true for true, position in pairs if position >= 0]
    return _begins(replayed, Stage[stage.upper()], steps_in(minutes))


def _begins(stages: Sequence[int], wanted: Stage, count: int) -> Verdict:
    if len(stages) >= count and all(true == wanted for true in stages[:count]):
        return Verdict(True)
    found = ", ".join(_stage(true) for true in dict.fromkeys(stages[:count]))
    asked_for = f"{count / 2:g} min of {_stage(wanted)}"
    return Verdict(False, f"it begins with {found or 'nothing'}, not {asked_for}", 0)


@check()
def holds(trace: Trace, stage: model.StageName, minutes: Minutes) -> Verdict:
    """The episode, left alone, holds at least this much of a stage."""
    wanted = Stage[stage.upper()]
    found = trace.night.true.tolist().count(wanted) / 2
    return Verdict(found >= minutes, f"the episode holds {found:g} min of {stage}")


@check()
def still_asleep(trace: Trace) -> Verdict:
    """No sound woke the sleeper."""
    for step, woke in enumerate(trace.woke):
        if woke:
            return Verdict(False, _at(trace, step, "a sound woke the sleeper"), step)
    return Verdict(True)


@check()
def phone_limits(trace: Trace) -> Verdict:
    """The phone refused nothing."""
    for step, refused in enumerate(trace.refused):
        if refused:
            why = _at(trace, step, f"the phone refused a sound: {refused}")
            return Verdict(False, why, step)
    return Verdict(True)


@check()
def silent_while_awake(trace: Trace) -> Verdict:
    """No sound was asked for while the sleeper was awake."""
    return never(trace, stage="awake")


@check()
def own_words_only(trace: Trace) -> Verdict:
    """A voice says only words that the person said about the wish."""
    return never(trace, kind="voice", foreign_words=True)


@check()
def no_sound(trace: Trace, content: model.Content | None = None) -> Verdict:
    """No sound (of this content) was asked for."""
    return never(trace, content=content)


@check()
def never(
    trace: Trace,
    content: model.Content | None = None,
    kind: model.Kind | None = None,
    stage: model.StageName | None = None,
    seen: model.StageName | None = None,
    louder_than_db: float | None = None,
    foreign_words: bool = False,
) -> Verdict:
    """No sound like this was asked for, played or refused.

    `stage` is the true one, `seen` the headband's. What is left out fits any sound.
    """
    like = _like(content, kind, stage, seen, louder_than_db, foreign_words)
    for step, play in _asked(trace, like):
        said = f"asked for {play.kind} ({play.content}) at {play.volume_db:g} dB"
        stages = (
            f"truly {_stage(trace.true[step])}, headband {_stage(trace.seen[step])}"
        )
        return Verdict(False, _at(trace, step, f"{said}, {stages}"), step)
    return Verdict(True)


@check()
def at_least(
    trace: Trace,
    sounds: Annotated[int, Field(ge=1)],
    content: model.Content | None = None,
    kind: model.Kind | None = None,
    stage: model.StageName | None = None,
    seen: model.StageName | None = None,
) -> Verdict:
    """At least so many sounds like this were really played."""
    found = _played(trace, _like(content, kind, stage, seen))
    return Verdict(len(found) >= sounds, f"{len(found)} such sounds were played")


@check()
def at_most(
    trace: Trace,
    sounds: Annotated[int, Field(ge=0)],
    content: model.Content | None = None,
    kind: model.Kind | None = None,
    stage: model.StageName | None = None,
    seen: model.StageName | None = None,
) -> Verdict:
    """At most so many sounds like this were really played."""
    found = _played(trace, _like(content, kind, stage, seen))
    if len(found) <= sounds:
        return Verdict(True)
    step = found[sounds]
    return Verdict(False, _at(trace, step, f"sound number {sounds + 1}"), step)


@check()
def after(
    trace: Trace, event: Moment, silent_minutes: Minutes | None = None
) -> Verdict:
    """After each such event no sound is asked for, for some minutes or for good."""
    span = trace.steps if silent_minutes is None else steps_in(silent_minutes)
    last: int | None = None
    for step in range(trace.steps):
        if isinstance(trace.actions[step], model.Play) and (
            last is not None and step - last <= span
        ):
            why = f"asked for a sound {step - last} steps after {event}"
            return Verdict(False, _at(trace, step, why), step)
        if _happened(trace, step, event):
            last = step
    return Verdict(True)


Like = Callable[[Trace, int, model.Play], bool]


def _like(
    content: str | None = None,
    kind: str | None = None,
    stage: str | None = None,
    seen: str | None = None,
    louder_than_db: float | None = None,
    foreign_words: bool = False,
) -> Like:
    def fits(trace: Trace, step: int, play: model.Play) -> bool:
        return (
            (content is None or play.content == content)
            and (kind is None or play.kind == kind)
            and (stage is None or trace.true[step] == Stage[stage.upper()])
            and (seen is None or trace.seen[step] == Stage[seen.upper()])
            and (louder_than_db is None or play.volume_db > louder_than_db)
            and (not foreign_words or bool(foreign(trace.night, play.words)))
        )

    return fits


def _asked(trace: Trace, like: Like) -> Iterator[tuple[int, model.Play]]:
    for step, action in enumerate(trace.actions):
        if isinstance(action, model.Play) and like(trace, step, action):
            yield step, action


def _played(trace: Trace, like: Like) -> list[int]:
    return [step for step, _ in _asked(trace, like) if not trace.refused[step]]


def _happened(trace: Trace, step: int, event: Moment) -> bool:
    if event == "stop":
        return isinstance(trace.actions[step], model.Stop)
    if event == "waking":
        return trace.woke[step]
    return trace.reacted[step]


def foreign(night: Night, words: str) -> list[str]:
    """Give the words of a text that the person never said, in order."""
    said = _words(" ".join([night.wish, *night.own_words]))
    known = set(said)
    return [word for word in _words(words) if word not in known]


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    """Give the words as they sound: no case, no punctuation, one encoding."""
    folded = unicodedata.normalize("NFKC", text.casefold()).replace("\u2019", "'")
    kept = "".join(c if _of_a_word(c) else " " for c in folded)
    return tuple(bare for word in kept.split() if (bare := word.strip("'")))


def _of_a_word(char: str) -> bool:
    # Letters, numbers, and the marks without which some scripts fall into pieces.
    return char == "'" or unicodedata.category(char)[0] in "LMN"


def _stage(code: int) -> str:
    return Stage(code).name.lower()


def _at(trace: Trace, step: int, what: str) -> str:
    return f"step {step} ({trace.night.clock(step)}): {what}"
