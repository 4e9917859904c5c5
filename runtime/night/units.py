"""What a judge is shown of a night: what the agent saw and did, and nothing hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from paprika.compiler.suite import digest
from paprika.rubrics.judge import Unit

from .model import Play, Trace
from .recording import Stage

MOST_SILENT = 3
"""Silent steps of an episode that are judged."""
LOOK_BACK = 20
"""Steps before the moment whose stages are shown: ten minutes."""


def units(trace: Trace, on: str) -> Sequence[Unit]:
    """Give the sounds that were asked for, or a few silent steps chosen by hash."""
    if on == "sound":
        steps = [i for i, what in enumerate(trace.actions) if isinstance(what, Play)]
    elif on == "silence":
        steps = _silent(trace)
    else:
        return ()
    return [Unit(f"{on}-{step}", on, _fields(trace, step)) for step in steps]


def _silent(trace: Trace) -> list[int]:
    night = trace.night
    seen = [
        step
        for step, action in enumerate(trace.actions)
        if not isinstance(action, Play) and trace.seen[step] != Stage.NONE
    ]
    seen.sort(key=lambda step: digest([night.key, night.seed, step]))
    return sorted(seen[:MOST_SILENT])


def _fields(trace: Trace, step: int) -> Mapping[str, Any]:
    action = trace.actions[step]
    before = [i for i in range(step) if isinstance(trace.actions[i], Play)]
    played = [i for i in before if not trace.refused[i]]
    reacted = bool(played) and (trace.reacted[played[-1]] or trace.woke[played[-1]])
    observation = {
        "clock": trace.night.clock(step),
        "stage": _name(trace.seen[step]),
        "confidence": trace.confidence[step],
        "heart_bpm": trace.heart_bpm[step],
        "movement": trace.movement[step],
        "stages_before": _stages(trace, range(max(0, step - LOOK_BACK), step)),
        "sounds_before": len(played),
        "minutes_since_last_sound": (step - played[-1]) / 2 if played else None,
        "last_sound_was_noticed": reacted,
        "wish": trace.night.wish,
        "own_words": list(trace.night.own_words),
        "mood": trace.night.mood,
    }
    what: dict[str, Any] = {"do": type(action).__name__.lower()}
    if isinstance(action, Play):
        what |= {
            "kind": action.kind,
            "content": action.content,
            "volume_db": action.volume_db,
            "seconds": action.seconds,
            "words": action.words,
        }
    return {"observation": observation, "action": what, "reason": action.reason}


def _stages(trace: Trace, steps: range) -> str:
    return ", ".join(
        f"{_name(code)} {len(list(same)) / 2:g} min"
        for code, same in groupby(trace.seen[step] for step in steps)
    )


def _name(code: int) -> str:
    return Stage(code).name.lower()
