"""A talk as Inspect keeps it: its trace in the store, and how a reader sees it.

Nothing here runs while an agent acts. The trace is one text, for Inspect walks every
value in the store several times.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from inspect_ai.solver import TaskState
from pydantic import TypeAdapter, ValidationError

from paprika.rubrics.notes import BedtimeNote, DreamReport, Note
from paprika.users.intent import Fault, Intent

from .episode import ENTRY
from .talk.model import End, Say, TalkAction, TalkTrace, Use, Write
from .trials import Conversation

MOST_SHOWN = 1200
"""Characters of one utterance in the transcript; the store holds all of it."""
_NOTE: TypeAdapter[Note] = TypeAdapter(Note)


class TalkEpisode(NamedTuple):
    """One finished talk, as the entry in the store tells it."""

    agent: str
    seed: int
    mode: str
    words: str
    """Who worded the person: `script`, or the name of a model."""
    trace: Mapping[str, Any]
    """The packed trace. It holds hidden truth."""


def keep(state: TaskState, episode: TalkEpisode) -> None:
    """Write a finished talk into the sample's store."""
    state.store.set(ENTRY, json.dumps(episode._asdict(), ensure_ascii=False))


def kept(state: TaskState) -> TalkEpisode:
    """Read a sample's finished talk."""
    return TalkEpisode(**json.loads(state.store.get(ENTRY)))


def pack(trace: TalkTrace) -> dict[str, Any]:
    """Give a trace as plain values: all that was said, done, decided and noted."""
    return {
        "status": trace.status,
        "person": trace.person,
        "turns": [[turn.speaker, turn.text] for turn in trace.turns],
        "intents": {str(at): intent for at, intent in trace.intents.items()},
        "answers": _answers(trace),
        "actions": [_row(action) for action in trace.actions],
        "results": trace.results,
        "at": trace.at,
        "note": _plain(trace.note),
        "told": trace.told,
        "faults": trace.faults,
        "devices": dict(trace.devices),
    }


def _answers(trace: TalkTrace) -> list[str]:
    """Give the person's words for each time that they were asked, in order."""
    return [
        trace.turns[at].text if at < len(trace.turns) and intent.words else ""
        for at, intent in sorted(trace.intents.items())
        if intent.act != "opens"
    ]


def replay(packed: Mapping[str, Any], world: Conversation) -> TalkTrace:
    """Give the trace back by carrying out again, in its world, what was done.

    The person's words are those on record; what they did follows from the world.
    """
    world.reset()
    answers = iter(packed["answers"])
    for row in packed["actions"]:
        intent = world.begin(_action(row))
        world.finish("" if intent is None else next(answers))
    trace = world.trace()
    trace.faults = [Fault(*fault) for fault in packed["faults"]]
    return trace


def _row(action: TalkAction) -> list[Any]:
    match action:
        case Say(text):
            return ["say", text]
        case Write(note):
            return ["write", _plain(note)]
        case Use(tool, arguments):
            return ["use", tool, dict(arguments)]
        case End(text):
            return ["end", text]
        case _:
            assert_never(action)


def _action(row: Sequence[Any]) -> TalkAction:
    match row:
        case ["say", text]:
            return Say(text)
        case ["write", note]:
            return Write(_note(note))
        case ["use", tool, arguments]:
            return Use(tool, arguments)
        case ["end", text]:
            return End(text)
        case _:
            raise ValueError(f"no action: {row}")


def _plain(note: object) -> Any:
    """Give a note as plain values; what is no note stands as its printed form."""
    if note is None or isinstance(note, BedtimeNote | DreamReport):
        return note and note.model_dump(mode="json")
    return {"refused": repr(note)[:MOST_SHOWN]}


def _note(plain: Any) -> Any:
    if plain is None:
        return None
    try:
        return _NOTE.validate_json(json.dumps(plain))
    except ValidationError:
        return plain["refused"]


# ---------------------------------------------------------------- for readers


def overview(title: str, trace: TalkTrace) -> str:
    """Give Markdown that shows a whole talk on a screen: who said what, the note."""
    lines = [f"### {title}", "", f"{_ending(trace)} {_counts(trace)}", ""]
    lines += [
        f"{turn.at}. **{turn.speaker}**: {_cut(turn.text)}" for turn in trace.turns
    ]
    lines += ["", "Note:", "", "```json", _json(_plain(trace.note)), "```"]
    if trace.devices:
        lines += ["", "Devices:", "", "```json", _json(dict(trace.devices)), "```"]
    return "\n".join(lines)


def decisions(trace: TalkTrace) -> Iterator[str]:
    """Give an entry for each action of the agent: what it had heard, did, and got.

    What code decided for the person is hidden from the agent, and marked as such.
    """
    for action, at, result in zip(trace.actions, trace.at, trace.results, strict=True):
        heard = trace.turns[at - 1].text if at else ""
        lines = [
            f"**Turn {at}**",
            "",
            f"- heard: {_cut(heard) or 'nothing'}",
            f"- did: {_said(action)}",
        ]
        if result:
            lines.append(f"- result: {_cut(result)}")
        answer = at + 1
        if isinstance(action, Say) and answer in trace.intents:
            intent = trace.intents[answer]
            lines.append(f"- answer: {_cut(trace.turns[answer].text) or 'none'}")
            lines.append(f"- hidden: the person {_hidden(intent)}")
        yield "\n".join(lines)


def _ending(trace: TalkTrace) -> str:
    how = "The agent ended the talk." if trace.status == "ended" else "Cut off."
    gone = {
        "here": "",
        "asleep": " The person fell asleep.",
        "left": " The person left.",
    }
    return how + gone[trace.person]


def _counts(trace: TalkTrace) -> str:
    spoken = sum(turn.speaker == "agent" for turn in trace.turns)
    faults = ", ".join(fault.code for fault in trace.faults) or "none"
    return f"The agent spoke {spoken} times. Faults of the simulated person: {faults}."


def _said(action: TalkAction) -> str:
    match action:
        case Say(text):
            return f"say: {_cut(text)}"
        case Write(note):
            return f"write {_json(_plain(note))}"
        case Use(tool, arguments):
            return f"use {tool} {_json(dict(arguments))}"
        case End(text):
            return f"end: {_cut(text)}" if text else "end"
        case _:
            assert_never(action)


def _hidden(intent: Intent) -> str:
    facts = f" {', '.join(intent.facts)}" if intent.facts else ""
    offered = f", took over {', '.join(intent.offered)}" if intent.offered else ""
    faults = "".join(f"; fault {fault.code}: {fault.why}" for fault in intent.faults)
    return f"{intent.act.replace('_', ' ')}{facts}{offered}{faults}"


def _cut(text: str) -> str:
    """Give a text on one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= MOST_SHOWN else f"{line[:MOST_SHOWN]} …"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
