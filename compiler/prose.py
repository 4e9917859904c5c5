"""Prose fields: rendered once over a task's facts, and looked over for leaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from paprika.compiler.problems import Place, closest

LEAK_WORDS = 6
"""So many words in a row, shared with a hidden text, are a leak and no accident."""


class BadProse(Exception):
    """A text that can't be rendered; the message says why, `help` what to do."""

    def __init__(
        self, message: str, help: str | None, *, at: str = "", line: int | None = None
    ) -> None:
        """Keep the parts: what is wrong, what to do, and the text at fault.

        `at` is a piece of the text, `line` counts its lines from 1.
        """
        super().__init__(message)
        self.help = help
        self.at = at
        self.line = line


def render(text: str, facts: Mapping[str, str]) -> str:
    """Fill a text's `{{ fact }}` places; a fact's own braces stay text.

    Raises BadProse for a name that is no fact and for broken syntax.
    """
    if "{" not in text:
        return text
    if _NAMES_ONLY.fullmatch(text):
        # What Jinja would give, without the time it takes to start.
        names = _NAME.findall(text)
        if all(name in facts for name in names):
            return _NAME.sub(lambda match: facts[match[1]], text)
    from jinja2 import TemplateError, UndefinedError

    try:
        filled: str = _template(text).render(facts)
    except UndefinedError as error:
        found = re.match(r"'(\w+)' is undefined", error.message or "")
        if found is None:
            raise BadProse(
                f"the text can't be filled in: {error.message}",
                "write `{{ fact }}` and no more",
            ) from None
        name, known = found[1], ", ".join(sorted(facts)) or "none"
        raise BadProse(
            f"'{name}' is no fact of the task",
            closest(name, facts) or f"facts of this task: {known}",
            at=name,
        ) from None
    except TemplateError as error:
        raise BadProse(
            f"the text is no valid template: {error.message}",
            "fill in with `{{ fact }}`; two braces that shall stay are {{ '{{' }}",
            line=getattr(error, "lineno", None),
        ) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BadProse(
            f"the text can't be filled in: {error}", "write `{{ fact }}` and no more"
        ) from None
    return filled


_NAME = re.compile(r"\{\{ *([a-z_]+) *\}\}")
_NAMES_ONLY = re.compile(r"(?:[^{\r]|\{(?![{%#])|\{\{ *[a-z_]+ *\}\})*")
"""A template without a carriage return (Jinja drops it) and without any syntax but
plain names."""


@cache
def _template(text: str):  # type: ignore[no-untyped-def]  # jinja2 is imported late
    from jinja2 import StrictUndefined
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Environment(ImmutableSandboxedEnvironment):
        """Facts are text: to multiply them is a slip, or a way to fill the memory."""

        intercepted_binops = frozenset({"*", "**"})

        def call_binop(self, context, operator, left, right):  # type: ignore[no-untyped-def]
            raise SecurityError(f"`{operator}` is not for texts")

    environment = Environment(undefined=StrictUndefined, keep_trailing_newline=True)
    # `range` and its like are no facts.
    environment.globals.clear()
    return environment.from_string(text)


def spot(error: BadProse, source: str, place: Place) -> Place:
    """Give the exact place of a fault in a text that stands at `place` of a source."""
    lines = source.split("\n")
    if error.at:
        name = re.compile(rf"(?<!\w){re.escape(error.at)}(?!\w)")
        for number in range(place.line, len(lines) + 1):
            start = place.column - 1 if number == place.line else 0
            if found := name.search(lines[number - 1], start):
                first, last = found.span()
                return Place(place.file, number, first + 1, number, last + 1)
    # Only a block keeps its lines as they are.
    block = lines[place.line - 1][place.column - 1 :].startswith("|")
    number = place.line + (error.line or 0)
    if error.line and block and number <= len(lines):
        line = lines[number - 1].rstrip()
        first = len(line) - len(line.lstrip())
        return Place(place.file, number, first + 1, number, len(line) + 1)
    return place


@cache
def shared_words(shown: str, hidden: str) -> str | None:
    """Give the first run of words of a hidden text that a shown one repeats."""
    runs = set(_runs(shown))
    return next((" ".join(run) for run in _runs(hidden) if run in runs), None)


def _runs(text: str) -> list[tuple[str, ...]]:
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return [
        tuple(words[i : i + LEAK_WORDS]) for i in range(len(words) - LEAK_WORDS + 1)
    ]
