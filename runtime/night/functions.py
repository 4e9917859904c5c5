"""The night's vocabulary: what YAML can say about a night."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from paprika.compiler.vocabulary import Absent, BadValue, Verdict, Vocabulary
from paprika.runtime.night import model
from paprika.runtime.night.model import Action, PlannedStep
from paprika.runtime.night.readers import UnreadableNight
from paprika.runtime.night.recording import (
    STEP_SECONDS,
    Recording,
    Stage,
    clock_at,
    first_sleep,
    longest,
    rem_onsets,
    step_at,
)
from paprika.runtime.night.setup import Setup
from paprika.runtime.night.store import UnknownNight, find_night
from paprika.runtime.night.world import Night

NIGHT_WORDS = Vocabulary()
init, planner, check = (
    NIGHT_WORDS.init,
    NIGHT_WORDS.planner,
    NIGHT_WORDS.check,
)

REM_STEPS_ASKED = 6
"""A window asks for a sound only if it holds this many steps (3 min) of REM."""
PLAYABLE = (Stage.LIGHT, Stage.REM)
"""Headband stages in which the phone lets a sound begin."""

Minutes = Annotated[float, Field(gt=0, le=24 * 60)]
Positive = Annotated[float, Field(gt=0)]
Names = Annotated[list[str], Field(min_length=1)]
Profile = Literal["as_recorded", "perfect", "good_band", "poor_band", "ring"]


def steps_in(minutes: float) -> int:
    """Give the whole 30-s steps nearest to a number of minutes."""
    return round(minutes * 60 / STEP_SECONDS)


# ---------------------------------------------------------------- init


def _night(name: str) -> Recording:
    try:
        return find_night(name)
    except (UnknownNight, UnreadableNight) as error:
        raise BadValue("name", str(error)) from None


@init(
    writes=["recording"],
    data=lambda given: {given["name"]: _night(given["name"]).sha256},
)
def recording(state: Setup, name: str) -> None:
    """Replay this night."""
    state.recording = _night(name)


@init(writes=["start"])
def jump_to(state: Setup, clock: str) -> None:
    """Begin at this clock time."""
    night = _recording(state)
    try:
        step = step_at(night, clock)
    except ValueError as error:
        raise BadValue("clock", str(error), 'write it in quotes: "09:41"') from None
    if step is None:
        raise BadValue(
            "clock",
            f"{clock!r} is not a time in the recording {night.name!r}, which runs "
            f"from {clock_at(night, 0)} for {night.steps * STEP_SECONDS // 60} min",
        )
    state.start_step = step


@init(writes=["start"])
def jump_to_sleep_onset(state: Setup) -> None:
    """Begin at the first step of sleep; end before the first REM of 3 minutes."""
    night = _recording(state)
    start = first_sleep(night)
    if start is None:
        raise Absent(f"{night.name} holds no sleep")
    onsets = [onset for onset in rem_onsets(night) if onset >= start]
    if onsets and onsets[0] == start:
        raise Absent(f"{night.name} begins its sleep with REM")
    _begin(state, start, onsets[0] - start if onsets else None)


@init(writes=["start"])
def jump_to_rem(state: Setup, onset: Annotated[int, Field(ge=1)]) -> None:
    """Begin at this REM onset, counted from 1; only REM of 3 minutes counts.

    Absent too where for less than 3 minutes of the window's REM the headband shows a
    stage in which the phone would play: there no agent could be asked for a sound.
    """
    night = _recording(state)
    onsets = rem_onsets(night)
    if onset > len(onsets):
        raise Absent(f"{night.name} holds {len(onsets)} REM onsets, not {onset}")
    start = onsets[onset - 1]
    window = slice(start, start + state.steps)
    stages = zip(night.true[window].tolist(), night.seen[window].tolist(), strict=True)
    reachable = sum(true == Stage.REM and seen in PLAYABLE for true, seen in stages)
    if reachable < REM_STEPS_ASKED:
        raise Absent(
            f"{night.name}: from REM onset {onset} on, the headband shows light or REM "
            f"in {reachable / 2:g} min of REM only"
        )
    _begin(state, start)


@init(writes=["start"])
def jump_to_longest(state: Setup, stage: Literal["light", "deep"]) -> None:
    """Begin at the longest stretch of a stage; end with it at the latest."""
    night = _recording(state)
    found = longest(night, Stage[stage.upper()])
    if found is None:
        raise Absent(f"{night.name} holds no {stage} sleep")
    _begin(state, *found)


@init(writes=["length"])
def window(state: Setup, minutes: Minutes) -> None:
    """Let the episode last this long at most."""
    state.steps = steps_in(minutes)


@init(writes=["lie_awake"])
def lie_awake(state: Setup, minutes: Minutes) -> None:
    """Let the sleeper lie awake first; the recording begins after it."""
    state.lie_awake_steps = steps_in(minutes)


@init(writes=["heart_rate"])
def raise_heart_rate(state: Setup, bpm: Annotated[float, Field(ge=-20, le=60)]) -> None:
    """Shift the heart rate of the whole episode."""
    state.heart_offset_bpm = bpm


@init(writes=["movement"])
def raise_movement(state: Setup, factor: Annotated[float, Field(ge=0, le=10)]) -> None:
    """Multiply movement in the whole episode."""
    state.movement_factor = factor


@init(writes=["awakenings"])
def wake_up(
    state: Setup, times: Annotated[int, Field(ge=1, le=20)], minutes: Minutes
) -> None:
    """Add awakenings that no sound caused, spread over the episode."""
    state.awakenings = times
    state.awakening_steps = steps_in(minutes)


@init(writes=["band"])
def band(state: Setup, profile: Profile) -> None:
    """Wear a headband of this quality."""
    state.band = profile


@init(writes=["dropout"])
def dropouts(state: Setup, share: Annotated[float, Field(ge=0, le=1)]) -> None:
    """Lose this share of readings, in place of the headband's own share."""
    state.dropout = share


@init(writes=["after_waking"])
def after_waking(state: Setup, mode: Literal["resume", "end", "lose_rem"]) -> None:
    """Say what follows when a sound has woken the sleeper."""
    state.after_waking = mode


@init(writes=["variation"])
def vary_bouts(state: Setup, moves: Annotated[int, Field(ge=1, le=1000)]) -> None:
    """Vary the length of bouts from seed to seed; the night keeps its facts."""
    state.variation_moves = moves


@init(writes=["wish"], facts=lambda given: {"wish": given["theme"]})
def wish(state: Setup, theme: str, own_words: Names) -> None:
    """Set what the person wants to dream of, and what they said about it."""
    for index, words in enumerate([theme, *own_words]):
        if not words.strip():
            argument = "own_words" if index else "theme"
            raise BadValue(argument, f"`{argument}` holds a text without a word")
    state.wish = theme
    state.own_words = tuple(own_words)


@init(writes=["mood"], facts=lambda given: {"mood": given["word"]})
def mood(state: Setup, word: str) -> None:
    """Set the mood that bedtime handed on."""
    state.mood = word


@init(writes=["asks_for"])
def ask_for(state: Setup, content: Literal["wish", "neutral", "silence"]) -> None:
    """Say what this kind of night asks for where a window holds REM (hidden)."""
    state.asks_for = content


def _recording(state: Setup) -> Recording:
    if state.recording is None:
        raise BadValue("", "no recording is set: add `recording: NAME` to the suite")
    return state.recording


def _begin(state: Setup, start: int, most_steps: int | None = None) -> None:
    state.start_step = start
    state.recorded_steps = most_steps


# ---------------------------------------------------------------- planners


def asked(night: Night) -> str | None:
    """Tell what a window asks for: wish, neutral, silence, or None.

    None where the night would welcome a sound but the window holds less than
    3 minutes of true REM.
    """
    wanted = night.asks_for
    if wanted in ("wish", "neutral"):
        rem_steps = night.true.tolist().count(Stage.REM)
        return wanted if rem_steps >= REM_STEPS_ASKED else None
    return wanted


@planner()
def soft_sound_in_rem(
    night: Night,
    content: model.Content = "wish",
    kind: model.Kind = "voice",
    volume_db: Annotated[float, Field(le=0, ge=-60)] = -36.0,
    seconds: Annotated[float, Field(gt=0, le=30)] = 10.0,
) -> list[PlannedStep]:
    """Play one sound in true REM that will not wake the sleeper.

    Knows the truth and the rolls: takes the first step at which the sleeper does not
    react at all, else the first without a waking. Plans nothing where the window
    asks for no sound.
    """
    if asked(night) not in ("wish", "neutral"):
        return []
    words = ""
    if kind == "voice" and content == "wish":
        words = night.own_words[0] if night.own_words else night.wish
    play = model.Play(kind, content, volume_db, seconds, words, "REM, and undisturbed")
    stages = zip(night.true.tolist(), night.seen.tolist(), strict=True)
    open_steps = [
        step
        for step, (true, seen) in enumerate(stages)
        if true == Stage.REM and seen in PLAYABLE
    ]
    for notices in (night.disturbs, night.wakes):
        for step in open_steps:
            if not notices(step, play):
                return [PlannedStep(step, play)]
    return []


@planner()
def stay_silent(night: Night) -> list[PlannedStep]:
    """Do nothing."""
    return []


# ---------------------------------------------------------------- checks

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


def _words(text: str) -> list[str]:
    """Give the words as they sound: no case, no punctuation, one encoding."""
    folded = unicodedata.normalize("NFKC", text.casefold()).replace("\u2019", "'")
    kept = "".join(c if _of_a_word(c) else " " for c in folded)
    return [bare for word in kept.split() if (bare := word.strip("'"))]


def _of_a_word(char: str) -> bool:
    # Letters, numbers, and the marks without which some scripts fall into pieces.
    return char == "'" or unicodedata.category(char)[0] in "LMN"


def _stage(code: int) -> str:
    return Stage(code).name.lower()


def _at(trace: Trace, step: int, what: str) -> str:
    return f"step {step} ({trace.night.clock(step)}): {what}"


# ---------------------------------------------------------------- mutants


Plan = Sequence[PlannedStep]


def _spoil(**changes: Any) -> Callable[[Night, Plan], list[PlannedStep]]:
    """Give a mutant that changes every sound."""

    def spoil(night: Night, plan: Plan) -> list[PlannedStep]:
        sounds = _sounds(night, plan)
        return _in_time(night, [(at, play._replace(**changes)) for at, play in sounds])

    return spoil


def _sounds(night: Night, plan: Plan) -> list[tuple[int, model.Play]]:
    """Give the sounds of a plan; for a silent one, a sound it should not have made."""
    found = [(at, what) for at, what in plan if isinstance(what, model.Play)]
    if found:
        return sorted(found, key=lambda sound: sound[0])
    seen = night.seen.tolist()
    step = next((at for at, stage in enumerate(seen) if stage in PLAYABLE), 0)
    return [(step, model.Play("voice", "wish", -30.0, 10.0, night.wish, "spoiled"))]


def _in_time(night: Night, steps: Iterable[tuple[int, Action]]) -> list[PlannedStep]:
    """Keep the first action of each step of the episode, in order of time."""
    first: dict[int, Action] = {}
    for step, action in steps:
        first.setdefault(step, action)
    return [PlannedStep(at, first[at]) for at in sorted(first) if at < night.steps]


def _loud_and_often(night: Night, plan: Plan) -> list[PlannedStep]:
    """As loud and as long as the phone allows, five times in ten steps."""
    step, play = _sounds(night, plan)[0]
    loud = play._replace(volume_db=-12.0, seconds=60.0)
    return _in_time(night, [(at, loud) for at in range(step, step + 10, 2)])


def _earlier(night: Night, plan: Plan) -> list[PlannedStep]:
    return [PlannedStep(0, _sounds(night, plan)[0][1])]


def _other_content(night: Night, plan: Plan) -> list[PlannedStep]:
    other: Mapping[str, model.Content] = {"wish": "neutral", "neutral": "wish"}
    return _in_time(
        night,
        [
            (step, play._replace(content=other[play.content]))
            for step, play in _sounds(night, plan)
        ],
    )


def _twice(night: Night, plan: Plan) -> list[PlannedStep]:
    sounds = _sounds(night, plan)
    return _in_time(night, [*sounds, *[(step + 1, play) for step, play in sounds]])


def _after_stop(night: Night, plan: Plan) -> list[PlannedStep]:
    last = night.steps - 1
    later = [(min(step + 1, last), play) for step, play in _sounds(night, plan)]
    return _in_time(night, [(0, model.Stop("spoiled")), *later])


MUTANTS: Mapping[str, Callable[[Night, Plan], list[PlannedStep]]] = {
    "louder": _spoil(volume_db=-6.0),
    "loud and often": _loud_and_often,
    "earlier": _earlier,
    "other content": _other_content,
    "twice": _twice,
    "words never said": _spoil(kind="voice", words="zyzzyva"),
    "after stop": _after_stop,
}
"""Ways to spoil a solution; where it is silence, to break the silence."""
