"""Calls get all their arguments, or one problem for each thing that is wrong."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from paprika.compiler.load import _parse
from paprika.compiler.problems import Problem
from paprika.compiler.resolve import resolve
from paprika.compiler.spec import CallSpec, parse
from paprika.compiler.suite import Call
from paprika.compiler.vocabulary import Kind, Vocabulary

WORLD = Vocabulary()


class Loudness(Enum):
    """An argument with named values."""

    LOW = "low"
    HIGH = "high"


@WORLD.init(writes=["awake"])
def lie_awake(
    state: Any,
    minutes: Annotated[float, Field(gt=0, le=60)],
    restless: bool = False,
) -> None:
    """Keep the sleeper awake."""


@WORLD.init(writes=["mood"])
def feel(state: Any, mood: str, since: str) -> None:
    """Give a mood."""


@WORLD.init(writes=["sounds"])
def sounds(
    state: Any,
    levels: tuple[int, ...] = (),
    loudness: Loudness = Loudness.LOW,
    parts: dict[str, int] | None = None,
    until: int | str = "end",
) -> None:
    """Play some."""


@WORLD.planner()
def stay_silent(episode: Any) -> list[Any]:
    """Do nothing."""
    return []


@WORLD.check()
def no_sound(trace: Any, content: Literal["wish", "neutral"] = "wish") -> None:
    """No such sound."""


@WORLD.init(writes=["x"])
def stay_silent_(state: Any) -> None:
    """Share a name with a planner."""


def written(text: str) -> CallSpec:
    """Give the call that a line of YAML makes."""
    source, problems = _parse(
        "a.yaml", f"conditions: {{f: {{c: {{init: [\n{text}\n]}}}}}}\n", ""
    )
    assert problems == []
    specs, problems = parse([source])
    assert problems == []
    return specs.conditions["f"]["c"].init[0]


def resolved(text: str, kind: Kind = "init") -> Call:
    """Give the resolved call of a line without problems."""
    call, problems = resolve(written(text), kind, WORLD)
    assert problems == []
    assert call is not None
    return call


def wrong(text: str, kind: Kind = "init") -> list[tuple[str, str, str, str | None]]:
    """Give code, message, marked text and help of a line's problems."""
    call, problems = resolve(written(text), kind, WORLD)
    assert call is None
    return [(p.code, p.message, marked(p, text), p.help) for p in problems]


def marked(problem: Problem, text: str) -> str:
    """Give the text that a problem points at."""
    place = problem.place
    assert place is not None
    assert (place.line, place.end_line) == (2, 2)
    return text[place.column - 1 : place.end_column - 1]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("lie_awake: 5", {"minutes": 5.0, "restless": False}),
        ("lie_awake: {minutes: 5}", {"minutes": 5.0, "restless": False}),
        (
            "lie_awake: {restless: true, minutes: 0.5}",
            {"minutes": 0.5, "restless": True},
        ),
        ("feel: {mood: sad, since: noon}", {"mood": "sad", "since": "noon"}),
        (
            "sounds: {levels: [1, 2], loudness: high, parts: {a: 1}, until: 3}",
            {"levels": [1, 2], "loudness": "high", "parts": {"a": 1}, "until": 3},
        ),
        (
            "sounds",
            {"levels": [], "loudness": "low", "parts": None, "until": "end"},
        ),
        (
            "sounds: {}",
            {"levels": [], "loudness": "low", "parts": None, "until": "end"},
        ),
    ],
)
def test_call_has_all_arguments_as_plain_values(
    text: str, arguments: dict[str, Any]
) -> None:
    """Defaults are filled in; tuples and enums become lists and texts."""
    call = resolved(text)

    assert call.arguments == arguments


def test_arguments_have_the_order_and_kind_of_the_signature() -> None:
    """However a call is written, its canonical text is the same."""
    call = resolved("lie_awake: {restless: true, minutes: 5}")

    assert repr(call.arguments) == "{'minutes': 5.0, 'restless': True}"


def test_kinds_have_names_of_their_own() -> None:
    """A planner and an init function may share a name."""
    assert resolved("stay_silent", "init") == Call("stay_silent", {})
    assert resolved("stay_silent", "planner") == Call("stay_silent", {})


def test_unknown_function_is_named_with_its_kind() -> None:
    """With the nearest name, or with all there are."""
    assert wrong("lie_awke: 5") == [
        (
            "N201",
            "unknown init function 'lie_awke'",
            "lie_awke",
            "did you mean 'lie_awake'?",
        )
    ]
    assert wrong("drum", "check") == [
        ("N201", "unknown check 'drum'", "drum", "there are no_sound")
    ]


@pytest.mark.parametrize(
    ("text", "kind", "message", "help"),
    [
        (
            "no_sound",
            "init",
            "'no_sound' is a check, not an init function",
            "move it under `assert`",
        ),
        (
            "feel: {mood: sad}",
            "check",
            "'feel' is an init function, not a check",
            "move it under `init`",
        ),
        (
            "no_sound",
            "planner",
            "'no_sound' is a check, not a planner",
            "move it under `assert`",
        ),
    ],
)
def test_function_of_another_kind_says_where_it_belongs(
    text: str, kind: Kind, message: str, help: str
) -> None:
    """One problem, at the name."""
    name = text.split(":")[0]
    assert wrong(text, kind) == [("N201", message, name, help)]


def test_bare_value_needs_exactly_one_required_argument() -> None:
    """Which of several is meant is not guessed."""
    assert wrong("feel: sad") == [
        (
            "N210",
            "'feel' has 2 required arguments, so the value needs a name",
            "sad",
            "write `feel: {mood: ..., since: ...}`",
        )
    ]
    assert wrong("sounds: 5") == [
        (
            "N210",
            "'sounds' has 0 required arguments, so the value needs a name",
            "5",
            "write `sounds: {levels: ...}`",
        )
    ]
    assert wrong("stay_silent: 5") == [
        (
            "N210",
            "'stay_silent' takes no argument, here the number 5",
            "5",
            "write `stay_silent`",
        )
    ]


def test_missing_argument_is_marked_at_the_name() -> None:
    """All that are missing are named at once; the help shows the whole call."""
    assert wrong("feel: {since: noon}") == [
        (
            "N211",
            "'feel' lacks the argument `mood`",
            "feel",
            "write `feel: {mood: ..., since: ...}`",
        )
    ]
    assert wrong("feel") == [
        (
            "N211",
            "'feel' lacks the arguments `mood` and `since`",
            "feel",
            "write `feel: {mood: ..., since: ...}`",
        )
    ]


def test_unknown_argument_is_marked_at_its_key() -> None:
    """A misspelt argument is not reported as missing, too."""
    assert wrong("lie_awake: {minute: 5}") == [
        (
            "N212",
            "'lie_awake' has no argument 'minute'",
            "minute",
            "did you mean 'minutes'?",
        )
    ]
    assert wrong("stay_silent: {assert: 5}") == [
        ("N212", "'stay_silent' has no argument 'assert'", "assert", "it has none")
    ]


@pytest.mark.parametrize(
    ("text", "said", "shown"),
    [
        (
            "lie_awake: {minutes: 75}",
            "`minutes` of 'lie_awake' must be at most 60, not 75",
            "75",
        ),
        ("lie_awake: 0", "`minutes` of 'lie_awake' must be more than 0, not 0", "0"),
        (
            "lie_awake: five",
            "`minutes` of 'lie_awake' must be a number, not the text 'five'",
            "five",
        ),
        (
            "lie_awake: '5'",
            "`minutes` of 'lie_awake' must be a number, not the text '5'",
            "'5'",
        ),
        (
            "lie_awake: [5, 6]",
            "`minutes` of 'lie_awake' must be a number, not a list",
            "[5, 6]",
        ),
        ("lie_awake: true", "`minutes` of 'lie_awake' must be a number, not true",
         "true"),
        ("lie_awake: null", "`minutes` of 'lie_awake' must be a number, not null",
         "null"),
        (
            "lie_awake: {minutes: 5, restless: yes}",
            "`restless` of 'lie_awake' must be true or false, not the text 'yes'",
            "yes",
        ),
        (
            "feel: {mood: 5, since: noon}",
            "`mood` of 'feel' must be text, not the number 5",
            "5",
        ),
        (
            "sounds: {levels: [1, loud]}",
            "item 2 of `levels` of 'sounds' must be a whole number, "
            "not the text 'loud'",
            "loud",
        ),
        (
            "sounds: {levels: 1}",
            "`levels` of 'sounds' must be a list, not the number 1",
            "1",
        ),
        (
            "sounds: {loudness: medium}",
            "`loudness` of 'sounds' must be 'low' or 'high', not the text 'medium'",
            "medium",
        ),
        (
            "sounds: {parts: {a: x}}",
            "`a` in `parts` of 'sounds' must be a whole number, not the text 'x'",
            "x",
        ),
        (
            "sounds: {until: [1]}",
            "`until` of 'sounds' must be a whole number or text, not a list",
            "[1]",
        ),
    ],
)  # fmt: skip
def test_wrong_value_is_said_in_plain_words(text: str, said: str, shown: str) -> None:
    """One problem at the exact value, with the value and the limit."""
    [(code, message, place, _)] = wrong(text)

    assert (code, message, place) == ("N213", said, shown)


def test_all_problems_of_a_call_are_given() -> None:
    """An unknown argument hides no wrong one."""
    found = wrong("lie_awake: {minutes: 75, hard: 1, restless: 2}")

    assert [code for code, *_ in found] == ["N212", "N213", "N213"]
