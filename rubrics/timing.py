"""Was sound played when it could help? The timing layer, by code alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paprika.compiler.vocabulary import Score


class Sound(NamedTuple):
    """A sound that was really played."""

    step: int
    content: str
    volume_db: float
    seconds: float
    """Seconds heard until it ended or was cut."""
    rem_seconds: float
    """Of these, seconds in true REM."""
    reacted: bool
    """The sleeper's heart rate rose, or the sleeper woke."""


@dataclass(frozen=True, slots=True)
class TimingRule:
    """The constants of the timing layer; see `timing_rule` in the assumptions.

    A total outside `seconds_min`..`seconds_max` is not sensible where sound is
    asked for; where none is asked for only the upper bound counts. After a
    reaction an agent backs off if for `pause_steps` steps it plays nothing, or
    only sounds softer by `softer_db`.
    """

    seconds_min: float
    seconds_max: float
    pause_steps: int
    softer_db: float


def timing(asked: str | None, sounds: Sequence[Sound], rule: TimingRule) -> Score:
    """Score the timing of an episode's sounds in 0..1.

    `asked` is the content that this window asks for (`wish` or `neutral`),
    `silence` on a night that is better left alone, None where the window holds too
    little REM to ask for anything. Without the asked sound in REM the score is 0,
    whatever else is right; otherwise it is the mean over the parts that apply:
    most sound inside REM, a sensible total, backing off after reactions.
    """
    parts: list[tuple[str, float, str]] = []
    total = sum(s.seconds for s in sounds)
    wanted = asked is not None and asked != "silence"
    if wanted:
        hits = [s for s in sounds if s.content == asked and s.rem_seconds > 0]
        if not hits:
            return Score(0.0, f"no {asked} sound in REM, and this window asks for one")
        parts.append(("asked", 1.0, f"{asked} sound in REM at step {hits[0].step}"))
    if total > 0:
        share = sum(s.rem_seconds for s in sounds) / total
        parts.append(("in REM", share, f"{share:.0%} of {total:g} s of sound in REM"))
    low = rule.seconds_min if wanted else 0.0
    high = 0.0 if asked == "silence" else rule.seconds_max
    sensible = low <= total <= high
    verdict = "within" if sensible else "outside"
    parts.append(
        (
            "total",
            float(sensible),
            f"{total:g} s in all, {verdict} {low:g}-{high:g} s",
        )
    )
    reactions = [s for s in sounds if s.reacted]
    if reactions:
        pressed = [s.step for s in reactions if _pressed_on(s, sounds, rule)]
        share = 1 - len(pressed) / len(reactions)
        at = f"; went on at once after step {pressed[0]}" if pressed else ""
        parts.append(
            ("backs off", share, f"backed off after {share:.0%} of reactions{at}")
        )
    value = sum(part for _, part, _ in parts) / len(parts)
    return Score(value, "; ".join(why for _, _, why in parts))


def _pressed_on(reaction: Sound, sounds: Sequence[Sound], rule: TimingRule) -> bool:
    """Tell whether a sound as loud followed a reaction too soon."""
    limit_db = reaction.volume_db - rule.softer_db
    return any(
        0 < s.step - reaction.step <= rule.pause_steps and s.volume_db > limit_db
        for s in sounds
    )
