"""Ways to spoil a solution, by which the proof shows that asserts can fail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from paprika.runtime.night import model
from paprika.runtime.night.functions import PLAYABLE
from paprika.runtime.night.model import Action, PlannedStep
from paprika.runtime.night.world import Night

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
