"""What keeps a command from beginning: said in one line, with exit code 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from inspect_ai.model import Model


class Refused(click.ClickException):
    """A name matches nothing, there is no usable build, or a model can't be asked."""

    exit_code = 2


@contextmanager
def refusals() -> Iterator[None]:
    """Turn Inspect's refusal, which is marked up, into the command's own."""
    from inspect_ai._util.error import PrerequisiteError

    try:
        yield
    except PrerequisiteError as error:
        raise Refused(_plain(error)) from None


def opened(models: Mapping[str, str | Model]) -> dict[str, Model]:
    """Give models by their roles. Raises Refused, which names all that can't be had."""
    from inspect_ai._util.error import PrerequisiteError
    from inspect_ai.model import get_model

    found: dict[str, Model] = {}
    faults = []
    for role, model in models.items():
        try:
            # Its own object: a model in two roles is to be counted in both.
            found[role] = get_model(model, memoize=False)
        except PrerequisiteError as error:
            faults.append(f"{role}, {str(model)!r}: {_plain(error)}")
        except (ValueError, ImportError) as error:
            faults.append(f"{role}, {str(model)!r}: {error}")
    if faults:
        raise Refused("\n".join(faults))
    return found


def _plain(error: Exception) -> str:
    """Give a refusal of Inspect's without its markup, on one line."""
    from rich.text import Text

    said = Text.from_markup(str(getattr(error, "message", error))).plain
    return " ".join(said.split())
