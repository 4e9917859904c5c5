"""What a judge is shown of a night: what the agent saw and did, and nothing hidden.

The observation is the agent's own, number for number, and beside it what the agent
could remember of the minutes before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import fsum
from typing import Any

from paprika.compiler.suite import digest
from paprika.rubrics.judge import Unit

from .model import Play, Stop, Trace
from .phone import SILENT
from .recording import Stage

MOST_SILENT = 3
"""Silent steps of an episode that are judged."""
LOOK_BACK = 20
"""Steps before the moment whose stages are shown: ten minutes."""


def units(trace: Trace, on: str) -> Sequence[Unit]:
    """Give the sounds that were played, or a few silent steps chosen by hash.

    Silent steps are taken from every stage that was seen, in turn; steps without a
    reading are left out, since nothing was there to act on.
    """
    if on == "sound":
        steps = [step for step in range(trace.steps) if _played(trace, step)]
    elif on == "silence":
        steps = _silent(trace)
    else:
        return ()
    quality = _quality(trace)
    return [Unit(f"{on}-{step}", on, _fields(trace, step, quality)) for step in steps]


def _played(trace: Trace, step: int) -> bool:
    return isinstance(trace.actions[step], Play) and not trace.refused[step]


def _silent(trace: Trace) -> list[int]:
    night = trace.night
    by_stage: dict[int, list[int]] = {}
    for step, action in enumerate(trace.actions):
        if not isinstance(action, Play) and trace.seen[step] != Stage.NONE:
            by_stage.setdefault(trace.seen[step], []).append(step)

    def order(step: int) -> str:
        return digest([night.key, night.seed, step])

    taken = [
        (turn, order(step), step)
        for steps in by_stage.values()
        for turn, step in enumerate(sorted(steps, key=order))
    ]
    return sorted(step for _, _, step in sorted(taken)[:MOST_SILENT])


def _quality(trace: Trace) -> list[float]:
    """Give the quality of the signal as it was observed at every step."""
    found, place, awake = [], -1, 0
    for step in range(trace.steps):
        if awake:
            awake -= 1
        else:
            place += 1
        read = trace.seen[step] != Stage.NONE
        found.append(float(trace.night.tape_quality[place]) if read else 0.0)
        if trace.woke[step]:
            awake = trace.night.constants.awake_steps
    return found


def _fields(trace: Trace, step: int, quality: Sequence[float]) -> Mapping[str, Any]:
    action = trace.actions[step]
    played = [i for i in range(step) if _played(trace, i)]
    last = played[-1] if played else None
    observation = {
        "clock": trace.night.clock(step),
        "stage": _name(trace.seen[step]),
        "confidence": trace.confidence[step],
        "signal_quality": quality[step],
        "minutes_in_stage": _run(trace, step) / 2,
        "heart_bpm": trace.heart_bpm[step],
        "heart_change_bpm": _heart_change(trace, step),
        "movement": trace.movement[step],
        "wish": trace.night.wish,
        "own_words": list(trace.night.own_words),
        "mood": trace.night.mood,
        "sounds": len(played),
        "sound_seconds": fsum(trace.sound_seconds[:step]),
        "playing": last is not None and _plays_on(trace, last, step),
        "last_action": _outcome(trace, step - 1),
        "last_reaction": _reaction(trace, step - 1),
        "stages_before": _stages(trace, range(max(0, step - LOOK_BACK), step)),
        "minutes_since_last_sound": None if last is None else (step - last) / 2,
        "last_sound_was_noticed": last is not None
        and (trace.reacted[last] or trace.woke[last]),
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


def _run(trace: Trace, step: int) -> int:
    """Count the steps before this one with the same reading, without a break."""
    first = step
    while first and trace.seen[first - 1] == trace.seen[step]:
        first -= 1
    return step - first


def _heart_change(trace: Trace, step: int) -> float | None:
    now = trace.heart_bpm[step]
    before = trace.heart_bpm[step - 2] if step >= 2 else None
    if now is None or before is None:
        return None
    # Both are tenths; their difference is too.
    return round((now - before) * 10) / 10


def _plays_on(trace: Trace, begun: int, step: int) -> bool:
    """Tell whether a sound is still heard as a step begins."""
    sound = trace.actions[begun]
    assert isinstance(sound, Play)
    cut = any(trace.seen[i] in SILENT for i in range(begun + 1, step + 1)) or any(
        isinstance(trace.actions[i], Stop) for i in range(begun, step)
    )
    return not cut and sound.seconds > fsum(trace.sound_seconds[begun:step])


def _outcome(trace: Trace, step: int) -> str:
    """Say what became of an action, as the agent was told."""
    if step < 0:
        return ""
    if trace.refused[step]:
        return f"refused: {trace.refused[step]}"
    match trace.actions[step]:
        case Play():
            return "played"
        case Stop():
            return "stopped"
        case _:
            return "waited"


def _reaction(trace: Trace, step: int) -> str:
    if step < 0:
        return "none"
    return "woke" if trace.woke[step] else "heart_rate" * trace.reacted[step] or "none"


def _stages(trace: Trace, steps: range) -> str:
    return ", ".join(
        f"{_name(code)} {len(list(same)) / 2:g} min"
        for code, same in groupby(trace.seen[step] for step in steps)
    )


def _name(code: int) -> str:
    return Stage(code).name.lower()
