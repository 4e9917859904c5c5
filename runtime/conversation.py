"""A talk between an agent and a person, where a model is one or both of them.

A model's messages are what it says; it writes its note, uses devices and ends the talk
with tools. The world decides what the person does; the words come from the script, or
from the model in the role `user`, which only phrases what code decided.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    execute_tools,
)
from inspect_ai.tool import Tool, ToolDef, ToolError, ToolParams
from inspect_ai.util import json_schema
from pydantic import ValidationError

from paprika.rubrics.notes import BedtimeNote, DreamReport
from paprika.rubrics.words import content
from paprika.users import wording
from paprika.users.intent import Fault, Intent

from .talk.model import End, Say, TalkAction, TalkObservation, TalkTrace, Use, Write
from .trials import Conversation, Policy

MOST_CALLS = 60
"""Calls of the agent's model in one talk; a model that only thinks gets no further."""
MOST_TOKENS = 1000
"""Of a model that words a person, where its role has no limit: some models never come
to an end, and would hold up the talk."""
CUT_OFF = ("max_tokens", "model_length")
"""Stop reasons of a reply that did not come to its end."""
NO_ANSWER = {
    "here": "(The person says nothing.)",
    "asleep": "(The person has fallen asleep.)",
    "left": "(The person is not here.)",
}
BEGIN = "(The person is in bed and listens. Speak first.)"
WORDED = frozenset(
    {"tells", "yields", "denies", "nothing_left", "no_recall", "unclear", "chats"}
)
"""What a person does that a model may word. What devices show, and a farewell, stay as
they are: nothing checks a rewording against a device."""

Words = Callable[[Intent, Conversation], Awaitable[tuple[str, Sequence[Fault]]]]
"""Finds words for what code decided, and tells the faults that were in them."""


async def scripted(intent: Intent, world: Conversation) -> tuple[str, Sequence[Fault]]:
    """Word a turn by the persona's own templates."""
    return intent.words, ()


def worded_by(model: Model) -> Words:
    """Word turns by a model; what isn't sound is said by the script, and logged."""
    config = GenerateConfig(max_tokens=model.config.max_tokens or MOST_TOKENS)

    async def words(intent: Intent, world: Conversation) -> tuple[str, Sequence[Fault]]:
        trace = world.trace()
        profile = trace.talk.profile
        if intent.act not in WORDED or profile.safety:
            return intent.words, ()
        messages: list[ChatMessage] = [
            ChatMessageSystem(content=each["content"])
            if each["role"] == "system"
            else ChatMessageUser(content=each["content"])
            for each in wording.prompt(intent, profile, trace.turns)
        ]
        output = await model.generate(messages, config=config)
        if output.stop_reason in CUT_OFF:
            return intent.words, (Fault("too_long", "the words were cut off", False),)
        said = output.completion.strip()
        found = wording.faults(
            said, intent, profile, trace.turns, content, tuple(trace.told)
        )
        return (intent.words, found) if found else (said, ())

    return words


class _Table:
    """The talk as it stands: its world, and what the agent saw last."""

    def __init__(self, world: Conversation, words: Words) -> None:
        self.world = world
        self.words = words
        self.seen = world.reset()

    @property
    def running(self) -> bool:
        return self.seen.status == "running"

    async def do_by_tool(self, action: TalkAction) -> TalkObservation:
        """Carry out what a tool asks for. Raises ToolError once the talk is over.

        Of several calls in one message an earlier one may have ended it.
        """
        if not self.running:
            raise ToolError("The talk is over.")
        return await self.do(action)

    async def do(self, action: TalkAction) -> TalkObservation:
        intent = self.world.begin(action)
        if intent is None:
            self.seen = self.world.finish()
        else:
            said, found = await self.words(intent, self.world)
            self.seen = self.world.finish(said, found)
        return self.seen


async def hold_by_policy(
    world: Conversation, policy: Policy, words: Words
) -> TalkTrace:
    """Let an agent without a model talk with a person worded by `words`."""
    table = _Table(world, words)
    while table.running:
        await table.do(policy(table.seen))
    return world.trace()


async def hold_by_model(
    world: Conversation, model: Model, brief: str, words: Words
) -> tuple[TalkTrace, list[ChatMessage], ModelOutput]:
    """Let a model hold a talk to its end; give the trace and its messages.

    A reply without text and without a tool is silence: the person waits. A model that
    gets nowhere in `MOST_CALLS` calls falls silent until the talk is cut off.
    """
    table = _Table(world, words)
    tools = talk_tools(table)
    messages: list[ChatMessage] = [
        ChatMessageSystem(content=brief),
        ChatMessageUser(content=_opening(table.seen)),
    ]
    output = ModelOutput()
    for _ in range(MOST_CALLS):
        output = await model.generate(messages, tools)
        messages.append(output.message)
        text = output.message.text.strip()
        calls = output.message.tool_calls or []
        if calls:
            messages += (await execute_tools(messages, tools)).messages
        if table.running and (text or not calls):
            seen = await table.do(Say(text))
            messages.append(ChatMessageUser(content=_heard(seen)))
        if not table.running:
            break
    while table.running:
        await table.do(Say(""))
    return world.trace(), messages, output


def talk_tools(table: _Table) -> list[Tool]:
    """Give the tools of an agent in this talk: its note, its devices, and the end."""
    tools = [_end(table)]
    if table.seen.phase == "bedtime":
        tools.append(_write(table, BedtimeNote))
    elif table.seen.phase == "morning":
        tools.append(_write(table, DreamReport))
    tools += [_device(table, name) for name in table.seen.tools]
    return [tool.as_tool() for tool in tools]


def _write(table: _Table, note: type[BedtimeNote | DreamReport]) -> ToolDef:
    # Inspect hands arguments through unread where they are named `kwargs`; the note's
    # own model then reads them, as strictly as it reads everybody's.
    async def execute(**kwargs: Any) -> str:
        try:
            written = note.model_validate_json(json.dumps(kwargs))
        except ValidationError as error:
            raise ToolError(_in_short(error)) from None
        return (await table.do_by_tool(Write(written))).last_result

    schema = json_schema(note)
    return ToolDef(
        execute,
        name="write_note",
        description=(
            "Write down what the person told, in their own words; an earlier note is "
            "replaced. `turn` counts all that was said from 0, your first words."
        ),
        parameters=ToolParams(
            properties=schema.properties or {}, required=schema.required or []
        ),
    )


def _end(table: _Table) -> ToolDef:
    async def execute(last_words: str = "") -> str:
        await table.do_by_tool(End(last_words))
        return "The talk is over."

    return ToolDef(
        execute,
        name="end_talk",
        description="End the talk, with last words to the person or without.",
        parameters={"last_words": "What to say at the end; may be empty."},
    )


def _device(table: _Table, name: str) -> ToolDef:
    async def execute(**kwargs: Any) -> str:
        return (await table.do_by_tool(Use(name, kwargs))).last_result

    return ToolDef(
        execute,
        name=name,
        description=name.replace("_", " "),
        parameters=ToolParams(additionalProperties=True),
    )


def _in_short(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(map(str, each['loc'])) or 'note'}: {each['msg']}"
        for each in error.errors(include_url=False)
    )


def _opening(seen: TalkObservation) -> str:
    """Give what the agent knows before the first word."""
    known: list[str] = []
    if seen.note is not None:
        known.append(f"The bedtime note: {seen.note.model_dump_json()}")
    if seen.elements:
        known.append(f"Elements for the dream check: {', '.join(seen.elements)}")
    if seen.lines:
        lines = "; ".join(f"{where}: {line}" for where, line in seen.lines.items())
        known.append(f"Crisis lines: {lines}")
    if seen.plan:
        known.append(f"The plan:\n{seen.plan}")
    return "\n".join([*known, seen.heard or BEGIN])


def _heard(seen: TalkObservation) -> str:
    return seen.heard or NO_ANSWER[seen.person]
