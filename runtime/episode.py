"""An episode as Inspect keeps it: its task, its seed, and its trace in the store.

Nothing here runs while an agent acts. The trace is packed by columns once it is
over, and all of it is one text: Inspect walks and compares every value in the store
at each solver and scorer, so a value a column would cost more than the episode.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from inspect_ai.solver import TaskState

from paprika.compiler.suite import Task

from .night.checks import foreign
from .night.face import open_task
from .night.model import Action, Play, Status, Stop, Trace, Wait
from .night.recording import LETTERS, Stage

_LETTERS = {int(stage): letter for stage, letter in LETTERS.items()}
_CODES = {letter: code for code, letter in _LETTERS.items()}
_STATUS: Mapping[str, Status] = {
    "running": "running",
    "ended": "ended",
    "cut_off": "cut_off",
}
_ACTIONS: Mapping[str, type[Action]] = {"wait": Wait, "play": Play, "stop": Stop}
_NAMES = {action: name for name, action in _ACTIONS.items()}
_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

ENTRY = "episode"
"""Name of the one entry in a sample's store. It holds hidden truth."""
FRESH = 32
"""Traces of this process that stay at hand between an episode and its scores."""
_fresh: dict[str, tuple[str, Trace]] = {}
"""By sample: the entry that was written, and the trace it tells."""


class Episode(NamedTuple):
    """One finished episode, as the entry in the store tells it."""

    agent: str
    seed: int
    scale: float
    """Factor on the waking probabilities."""
    trace: Mapping[str, Any]
    """The packed trace."""


class Counts(NamedTuple):
    """What was counted in one episode."""

    steps: int
    wakings: int
    """Wakings caused by a sound."""
    cues: int
    """Sounds the agent asked for, refused ones among them."""
    played: int
    cues_in_rem: int
    """Cues at a step whose true stage was REM."""
    refused: int
    rule_breaks: int
    """Cues that the phone refused or in which a voice said words never said."""


def count(trace: Trace) -> Counts:
    """Count sounds and wakings in a trace."""
    cues = [i for i, action in enumerate(trace.actions) if isinstance(action, Play)]
    refused = sum(bool(trace.refused[i]) for i in cues)
    return Counts(
        steps=trace.steps,
        wakings=sum(trace.woke),
        cues=len(cues),
        played=len(cues) - refused,
        cues_in_rem=sum(trace.true[i] == Stage.REM for i in cues),
        refused=refused,
        rule_breaks=sum(bool(trace.refused[i]) or _foreign(trace, i) for i in cues),
    )


def pack(trace: Trace) -> dict[str, Any]:
    """Give a trace by columns, as JSON values; `unpack` gives an equal trace back."""
    return {
        "status": trace.status,
        "true": _letters(trace.true),
        "seen": _letters(trace.seen),
        "confidence": trace.confidence,
        "heart_bpm": trace.heart_bpm,
        "movement": trace.movement,
        "position": _position_runs(trace.position),
        "actions": [
            [len(list(same)), *row]
            for row, same in groupby(map(_action_row, trace.actions))
        ],
        "refused": _sparse(trace.refused),
        "sound_seconds": _sparse(trace.sound_seconds),
        "p_wake": _sparse(trace.p_wake),
        "woke": _sparse(trace.woke),
        "reacted": _sparse(trace.reacted),
    }


def unpack(packed: Mapping[str, Any], night: Any) -> Trace:
    """Give the trace back; `night` is the episode's initialised world."""
    steps = len(packed["true"])
    return Trace(
        night=night,
        status=_STATUS[packed["status"]],
        true=[_CODES[letter] for letter in packed["true"]],
        seen=[_CODES[letter] for letter in packed["seen"]],
        confidence=list(packed["confidence"]),
        heart_bpm=list(packed["heart_bpm"]),
        movement=list(packed["movement"]),
        position=list(_positions(packed["position"])),
        actions=[
            _ACTIONS[name](*values)
            for length, name, *values in packed["actions"]
            for _ in range(length)
        ],
        refused=_dense(packed["refused"], steps, ""),
        sound_seconds=_dense(packed["sound_seconds"], steps, 0.0),
        p_wake=_dense(packed["p_wake"], steps, 0.0),
        woke=_dense(packed["woke"], steps, False),
        reacted=_dense(packed["reacted"], steps, False),
    )


def write(agent: str, seed: int, scale: float, trace: Trace) -> str:
    """Give a finished episode as one JSON text, a line a column; see `read`."""
    entry = {"agent": agent, "seed": seed, "scale": scale, **pack(trace)}
    lines = [f'"{name}":{_json(value)}' for name, value in entry.items()]
    return "{" + ",\n".join(lines) + "}"


def read(entry: str) -> Episode:
    """Read what `write` gave."""
    found = json.loads(entry)
    return Episode(found.pop("agent"), found.pop("seed"), found.pop("scale"), found)


def keep(state: TaskState, agent: str, trace: Trace) -> None:
    """Write a finished episode into the sample's store."""
    seed, scale = state.metadata["seed"], state.metadata["scale"]
    entry = write(agent, seed, scale, trace)
    state.store.set(ENTRY, entry)
    while len(_fresh) >= FRESH:
        del _fresh[next(iter(_fresh))]
    _fresh[state.uuid] = entry, trace


def kept(state: TaskState, task: Task) -> Trace:
    """Give the trace of a sample's finished episode, with its world.

    It is the store that counts: a trace at hand from this process saves reading it
    as long as the entry is the one that was written of it.
    """
    entry = state.store.get(ENTRY)
    at_hand = _fresh.get(state.uuid)
    if at_hand is not None and at_hand[0] == entry:
        return at_hand[1]
    episode = read(entry)
    return unpack(episode.trace, open_task(task, episode.seed, episode.scale))


def _foreign(trace: Trace, step: int) -> bool:
    action = trace.actions[step]
    return isinstance(action, Play) and bool(
        action.words and foreign(trace.night, action.words)
    )


def _action_row(action: Action) -> tuple[Any, ...]:
    return (_NAMES[type(action)], *action)


def _letters(codes: Iterable[int]) -> str:
    return "".join([_LETTERS[code] for code in codes])


def _position_runs(positions: Iterable[int]) -> str:
    """Write runs as FIRSTxLENGTH; in a run of -1 time stands still."""
    runs: list[list[int]] = []
    for position in positions:
        if runs:
            first, length = runs[-1]
            if position == (first if first < 0 else first + length):
                runs[-1][1] += 1
                continue
        runs.append([position, 1])
    return " ".join(f"{first}x{length}" for first, length in runs)


def _positions(text: str) -> Iterator[int]:
    for run in text.split():
        first, length = map(int, run.split("x"))
        yield from [first] * length if first < 0 else range(first, first + length)


def _sparse(values: Iterable[Any]) -> dict[int, Any]:
    """Give the steps at which something is."""
    return {i: value for i, value in enumerate(values) if value}


def _dense(sparse: Mapping[str, Any], steps: int, blank: Any) -> list[Any]:
    return [sparse.get(str(i), blank) for i in range(steps)]
