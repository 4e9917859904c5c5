"""The constants of the night world, read from the assumptions and checked once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

from paprika.compiler.vocabulary import BadValue
from paprika.rubrics.timing import TimingRule

from .curve import Curve, curve
from .model import Content, Kind
from .recording import Stage

ASSUMPTIONS: Mapping[str, type] = {
    "wake_table": dict,
    "wake_length": dict,
    "wake_kind": dict,
    "wake_repetition": dict,
    "wake_scale": float,
    "arousal_ratio": float,
    "after_waking": dict,
    "phone_limits": dict,
    "band_dropout": float,
    "band_good": dict,
    "band_poor": dict,
    "band_ring": dict,
    "band_errors": dict,
    "band_nights": dict,
    "band_confidence": dict,
    "heart_rate": dict,
    "movement": dict,
    "timing_rule": dict,
    "loudness_at_ear": dict,
}
"""The assumptions the world rests on, with the type of their values."""

KINDS: tuple[Kind, ...] = ("ambient", "music", "humming", "lullaby", "voice")
"""Kinds of sound in the order of their codes."""
CONTENTS: tuple[Content, ...] = ("wish", "neutral")
"""Contents of a sound in the order of their codes."""
SLEEPER = (Stage.AWAKE, Stage.LIGHT, Stage.DEEP, Stage.REM)
"""The stages in the order of their codes, for tables with a row a stage."""
_SLEEP = ("light", "deep", "rem")
_STAGES = ("awake", *_SLEEP)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the phone refuses: louder, longer, or more than this in a window."""

    loudest_db: float
    longest_seconds: float
    sounds: int
    seconds: float
    window_steps: int


@dataclass(frozen=True, slots=True)
class BandErrors:
    """How a headband's mistakes run through a night."""

    stay: float
    """Probability that an error goes on, where the error rates allow it."""
    distance: tuple[float, ...]
    """Steps to the nearest change of stage, from 0."""
    error: tuple[float, ...]
    """Error rate from each distance on."""
    mean_error: tuple[float, ...]
    """By stage code: mean of these rates over the steps of a stage."""


@dataclass(frozen=True, slots=True)
class BandProfile:
    """A kind of headband: `rows[true][shown]` by stage code, and how nights differ."""

    rows: tuple[tuple[float, ...], ...]
    spread: float


@dataclass(frozen=True, slots=True)
class Confidence:
    """Levels of confidence, and shares of levels up to each for right and wrong."""

    level: tuple[float, ...]
    if_right: tuple[float, ...]
    if_wrong: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Signal:
    """A body signal in whole units (tenths of a bpm, hundredths of movement).

    `stage` is by stage code; `noise` the most that noise adds or takes away; a
    reaction adds the first number at the next step and the second one later.
    """

    base: int
    stage: tuple[int, ...]
    noise: float
    arousal: tuple[int, int]
    waking: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NightConstants:
    """Every number the night world rests on. Made by `from_assumptions` only."""

    wake_table: tuple[Curve, Curve, Curve, Curve]
    """By stage code, over the volume in dBFS; awake is never woken."""
    wake_length: Curve
    wake_kind: tuple[float, ...]
    """By place in `KINDS`."""
    repetition_steps: int
    repetition_per_sound: float
    repetition_most: float
    wake_scale: float
    arousal_ratio: float
    awake_steps: int
    lose_rem: float
    limits: Limits
    band_dropout: float
    band_profiles: Mapping[str, BandProfile]
    band_errors: BandErrors
    band_nights: Curve
    confidence: Confidence
    heart: Signal
    movement: Signal
    timing: TimingRule

    @staticmethod
    def from_assumptions(values: Mapping[str, Any]) -> NightConstants:
        """Read the values of the assumptions by name; others are ignored.

        Raises BadValue with the name of the assumption and the field at fault.
        """
        table = _Reader(values, "wake_table")
        volumes = table.rising("volume_db", 2)
        silent = table.number("silent_db", -1000.0, volumes[0])
        if silent == volumes[0]:
            table.fail("silent_db", "must lie below the first volume_db")
        rows = {
            stage: curve(
                (silent, *volumes),
                (0.0, *table.rising(stage, len(volumes), most=1.0, even=True)),
                goes_on=True,
            )
            for stage in _SLEEP
        }
        never = curve((silent, *volumes), (0.0,) * (len(volumes) + 1))
        length = _Reader(values, "wake_length")
        seconds = length.rising("seconds", 2)
        kind = _Reader(values, "wake_kind")
        again = _Reader(values, "wake_repetition")
        after = _Reader(values, "after_waking")
        phone = _Reader(values, "phone_limits")
        nights = _Reader(values, "band_nights")
        share = nights.rising("share", 2, most=1.0)
        spread = _Reader(values, "band_nights", "spread")
        return NightConstants(
            wake_table=(never, rows["light"], rows["deep"], rows["rem"]),
            wake_length=curve(
                seconds, length.rising("factor", len(seconds), even=True)
            ),
            wake_kind=tuple(kind.number(name) for name in KINDS),
            repetition_steps=int(again.number("minutes") * 2),
            repetition_per_sound=again.number("per_sound"),
            repetition_most=again.number("most", least=1.0),
            wake_scale=_number(values, "wake_scale"),
            arousal_ratio=_number(values, "arousal_ratio", least=1.0),
            awake_steps=after.whole("awake_steps", least=1),
            lose_rem=after.number("lose_rem", most=1.0),
            limits=Limits(
                loudest_db=phone.number("loudest_db", least=-200.0, most=0.0),
                longest_seconds=phone.number("longest_seconds"),
                sounds=phone.whole("sounds", least=0),
                seconds=phone.number("seconds"),
                window_steps=int(phone.number("window_minutes", least=0.5) * 2),
            ),
            band_dropout=_number(values, "band_dropout", most=1.0),
            band_profiles={
                f"{name}_band" if name != "ring" else name: BandProfile(
                    _confusion(values, f"band_{name}"), spread.number(name, most=1.0)
                )
                for name in ("good", "poor", "ring")
            },
            band_errors=_errors(values),
            band_nights=curve(share, nights.rising("error", len(share), even=True)),
            confidence=_confidence(values),
            heart=_signal(values, "heart_rate", 10, base=True),
            movement=_signal(values, "movement", 100, base=False),
            timing=_timing(values),
        )


class _Reader:
    """Reads the fields of one assumption, or of a mapping inside it."""

    def __init__(
        self, values: Mapping[str, Any], name: str, part: str | None = None
    ) -> None:
        self.name = name
        value = _value(values, name)
        if part is not None and isinstance(value, Mapping):
            value = value.get(part)
        if not isinstance(value, Mapping):
            where = f"{name}: {part}" if part else name
            raise BadValue(name, f"{where} must be a mapping, not {value!r}")
        self.part = (part,) if part else ()
        self.fields = value

    def fail(self, field: str, why: str, help: str | None = None) -> None:
        where = (*self.part, field)
        said = ": ".join((self.name, *where, why))
        raise BadValue(self.name, said, help, where)

    def field(self, field: str) -> Any:
        if field not in self.fields:
            near = get_close_matches(field, map(str, self.fields), n=1)
            self.fail(field, "is missing", f"is it '{near[0]}'?" if near else None)
        return self.fields[field]

    def number(self, field: str, least: float = 0.0, most: float = 1e9) -> float:
        value = self.field(field)
        if not _is_number(value) or not least <= value <= most:
            limits = f"in {least:g}..{most:g}" if most < 1e9 else f"from {least:g} on"
            self.fail(field, f"must be a number {limits}, not {value!r}")
        return float(value)

    def whole(self, field: str, least: int) -> int:
        value = self.number(field, least)
        if value != int(value):
            self.fail(field, f"must be a whole number, not {value!r}")
        return int(value)

    def rising(
        self, field: str, size: int, most: float = 1e9, *, even: bool = False
    ) -> tuple[float, ...]:
        """Read `size` or more (exactly `size` if `even` may stand still) numbers."""
        value = self.field(field)
        if not isinstance(value, Sequence) or not all(map(_is_number, value)):
            self.fail(field, f"must be a list of numbers, not {value!r}")
        if len(value) < size or (even and len(value) != size):
            self.fail(field, f"must hold {size} numbers, not {len(value)}")
        pairs = list(pairwise(value))
        if any(a > b if even else a >= b for a, b in pairs):
            self.fail(field, f"must {'not fall' if even else 'rise'}, not {value!r}")
        if even and not 0.0 <= value[0] <= value[-1] <= most:
            self.fail(field, f"must lie in 0..{most:g}, not {value!r}")
        return tuple(float(v) for v in value)

    def shares(self, field: str, size: int) -> tuple[float, ...]:
        """Read exactly `size` numbers in 0..1."""
        value = self.field(field)
        fine = isinstance(value, Sequence) and len(value) == size
        if not fine or not all(_is_number(v) and 0.0 <= v <= 1.0 for v in value):
            self.fail(field, f"must be {size} numbers in 0..1, not {value!r}")
        return tuple(float(v) for v in value)


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)


def _value(values: Mapping[str, Any], name: str) -> Any:
    if name not in values:
        raise BadValue(name, f"the night world needs the assumption {name}")
    return values[name]


def _number(
    values: Mapping[str, Any], name: str, least: float = 0.0, most: float = 1e6
) -> float:
    value = _value(values, name)
    if not _is_number(value) or not least <= value <= most:
        raise BadValue(
            name, f"{name} must be a number in {least:g}..{most:g}, not {value!r}"
        )
    return float(value)


def _confusion(values: Mapping[str, Any], name: str) -> tuple[tuple[float, ...], ...]:
    rows = []
    for true in _STAGES:
        reader = _Reader(values, name, true)
        row = tuple(reader.number(shown, most=1.0) for shown in _STAGES)
        total = sum(row)
        if not 0.999 <= total <= 1.001:
            raise BadValue(name, f"{name}: {true} must add up to 1, not {total:g}")
        rows.append(row)
    return tuple(rows)


def _errors(values: Mapping[str, Any]) -> BandErrors:
    errors = _Reader(values, "band_errors")
    mean = _Reader(values, "band_errors", "mean_error")
    distance = errors.rising("distance", 1)
    if distance[0] != 0.0:
        errors.fail("distance", f"must begin at 0, not {distance[0]:g}")
    error = errors.shares("error", len(distance))
    return BandErrors(
        stay=errors.number("stay", most=0.99),
        distance=distance,
        error=error,
        mean_error=tuple(mean.number(stage, 0.001, 1.0) for stage in _STAGES),
    )


def _confidence(values: Mapping[str, Any]) -> Confidence:
    reader = _Reader(values, "band_confidence")
    right = reader.rising("right", 1, most=1.0)
    if not 0.0 <= right[0] <= right[-1] <= 1.0:
        reader.fail("right", f"must lie in 0..1, not {right!r}")
    weights = reader.shares("weight", len(right))
    return Confidence(
        level=right,
        if_right=_running([w * r for w, r in zip(weights, right, strict=True)]),
        if_wrong=_running([w * (1.0 - r) for w, r in zip(weights, right, strict=True)]),
    )


def _running(shares: Sequence[float]) -> tuple[float, ...]:
    """Give the shares up to each place, without the last, which is 1."""
    total = 0.0
    for share in shares:  # not sum(): its rounding changed in Python 3.12
        total += share
    if total <= 0.0:
        raise BadValue("band_confidence", "band_confidence: weight must not be all 0")
    so_far = 0.0
    running = []
    for share in shares[:-1]:
        so_far += share
        running.append(so_far / total)
    return tuple(running)


def _timing(values: Mapping[str, Any]) -> TimingRule:
    reader = _Reader(values, "timing_rule")
    low = reader.number("seconds_min")
    return TimingRule(
        seconds_min=low,
        seconds_max=reader.number("seconds_max", least=low),
        pause_steps=int(reader.number("pause_minutes") * 2),
        softer_db=reader.number("softer_db"),
    )


def _signal(values: Mapping[str, Any], name: str, units: int, *, base: bool) -> Signal:
    reader = _Reader(values, name)
    most = 300.0 if base else 1.0

    def unit(field: str, least: float = -most) -> int:
        return math.floor(reader.number(field, least, most) * units + 0.5)

    left = reader.number("next_step", most=1.0)
    arousal, waking = unit("arousal", 0.0), unit("waking", 0.0)
    return Signal(
        base=unit("base", 0.0) if base else 0,
        stage=tuple(unit(stage) for stage in _STAGES),
        noise=reader.number("noise", 0.0, most) * units,
        arousal=(arousal, math.floor(arousal * left + 0.5)),
        waking=(waking, math.floor(waking * left + 0.5)),
    )
