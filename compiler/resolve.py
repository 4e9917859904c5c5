"""Calls as written → calls of registered functions with all their arguments."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError

from .body import hint, not_misspelt
from .grammar import CallSpec, Loc
from .problems import Problem, closest
from .suite import Call
from .vocabulary import Function, Kind, Vocabulary
from .words import in_plain_words, listing, shown

_KINDS: dict[Kind, tuple[str, str]] = {
    "init": ("an init function", "init"),
    "planner": ("a planner", "solution"),
    "check": ("a check", "assert"),
}
"""What a function of each kind is called, and the key it stands under."""


def resolve(
    call: CallSpec, kind: Kind, vocabulary: Vocabulary
) -> tuple[Call | None, list[Problem]]:
    """Give the call with its defaults filled in, as plain JSON values.

    None if anything is wrong with it; every problem is given.
    """
    function = vocabulary.find(kind, call.name)
    if function is None:
        return None, [_unknown(call, kind, vocabulary)]
    written: dict[str, Any] = {}
    if call.argument == "mapping":
        written = call.value
    elif call.argument == "value":
        if len(function.required) != 1:
            return None, [_bare_value(call, function)]
        written = {function.required[0]: call.value}
    try:
        # As JSON, so that a list is a tuple and a text an enum where one is asked.
        arguments = function.arguments.model_validate_json(
            json.dumps(written, allow_nan=False), strict=True
        )
    except ValidationError as error:
        return None, _faults(error, call, function)
    return Call(call.name, arguments.model_dump(mode="json")), []


def _unknown(call: CallSpec, kind: Kind, vocabulary: Vocabulary) -> Problem:
    """Say that there is no such function of this kind, and what was meant."""
    one = _KINDS[kind][0]
    for other in _KINDS:
        if vocabulary.find(other, call.name):
            there, key = _KINDS[other]
            return Problem(
                "N201",
                f"'{call.name}' is {there}, not {one}",
                call.place(),
                help=f"move it under `{key}`",
            )
    names = vocabulary.names(kind)
    listed = ", ".join(names) if len(names) <= 12 else ""
    return Problem(
        "N201",
        f"unknown {one.split(' ', 1)[1]} '{call.name[:60]}'",
        call.place(),
        help=closest(call.name, names)
        or (f"there are {listed}" if listed else "see `paprika list --kind functions`"),
    )


def _bare_value(call: CallSpec, function: Function) -> Problem:
    names = list(function.arguments.model_fields)
    if not names:
        return Problem(
            "N210",
            f"'{call.name}' takes no argument, here {shown(call.value)}",
            call.argument_place(),
            help=f"write `{call.name}`",
        )
    example = ", ".join(f"{name}: ..." for name in function.required or names[:1])
    return Problem(
        "N210",
        f"'{call.name}' has {len(function.required)} required arguments, "
        "so the value needs a name",
        call.argument_place(),
        help=f"write `{call.name}: {{{example}}}`",
    )


def _faults(
    error: ValidationError, call: CallSpec, function: Function
) -> list[Problem]:
    """Turn pydantic's findings into ours, one for each place."""
    names = list(function.arguments.model_fields)
    wrong: dict[Loc, list[str]] = {}
    hints: dict[Loc, str] = {}
    unknown: list[str] = []
    missing: list[str] = []
    for details in error.errors(include_url=False):
        top = len(details["loc"]) == 1
        if top and details["type"] == "extra_forbidden":
            unknown.append(str(details["loc"][0]))
        elif top and details["type"] == "missing":
            missing.append(str(details["loc"][0]))
        else:
            steps = _steps(details["loc"], call)
            wrong.setdefault(steps, []).append(in_plain_words(details))
            if call.loc and (found := hint(details)):
                hints[steps] = found
    needed = ", ".join(f"{name}: ..." for name in function.required)
    problems = []
    if lacking := not_misspelt(missing, unknown):
        many = "s" if len(lacking) > 1 else ""
        problems.append(
            Problem(
                "N211",
                f"'{call.name}' lacks the argument{many} {listing(lacking)}",
                call.place(),
                help=f"write `{call.name}: {{{needed}}}`",
            )
        )
    known = ", ".join(f"`{name}`" for name in names)
    problems += [
        Problem(
            "N212",
            f"'{call.name}' has no argument '{name[:60]}'",
            call.argument_place(name, key=True),
            help=closest(name, names)
            or (f"it has {known}" if names else "it has none"),
        )
        for name in unknown
    ]
    for steps, reasons in wrong.items():
        problems.append(
            Problem(
                "N213",
                f"{_subject(steps)} of '{call.name}' {_joined(reasons)}",
                call.argument_place(*steps),
                hints.get(steps),
            )
        )
    return problems


def _subject(steps: Loc) -> str:
    """Name the part of an argument that is wrong."""
    said = f"`{steps[0]}`"
    for step in steps[1:]:
        inner = f"item {step + 1} of" if isinstance(step, int) else f"`{step}` in"
        said = f"{inner} {said}"
    return said


def _steps(loc: Loc, call: CallSpec) -> Loc:
    """Give the part of a place that leads into the value, without pydantic's labels."""
    steps: list[str | int] = [loc[0]]
    value = call.value.get(loc[0]) if call.argument == "mapping" else call.value
    for step in loc[1:]:
        inside: dict[Any, Any] = {}
        if isinstance(value, dict):
            inside = value
        elif isinstance(value, list):
            inside = dict(enumerate(value))
        if step in inside:
            value = inside[step]
            steps.append(step)
    return tuple(steps)


def _joined(reasons: list[str]) -> str:
    """Join what the branches of a union say: `must be a, or b, not x`."""
    if len(reasons) == 1:
        return reasons[0]
    heads = [reason.rpartition(", not ")[0] or reason for reason in reasons]
    tail = reasons[0].rpartition(", not ")[2] if ", not " in reasons[0] else ""
    first, *others = dict.fromkeys(heads)
    said = " or ".join([first, *(each.removeprefix("must be ") for each in others)])
    return f"{said}, not {tail}" if tail else said
