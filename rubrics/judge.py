"""What a judge is asked, and how its reply is read: the pure half of judging.

One criterion and one unit a question, phrased so that yes is good. Evidence comes
first and is verified by code; a reply that can't be read, or whose evidence isn't
there, is `unknown` with a reason, never a pass and never a fail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from paprika.compiler.suite import canonical, digest

from .evidence import supported

Answer = Literal["yes", "no", "unknown"]
LONGEST = 2000
"""Characters of one text that a judge is shown."""
CUT = " [cut]"
REPEATED = 10
"""Of a hundred units, so many are judged three times."""
TIMES = 3

_JSON = re.compile(r"\A\s*(?:```(?:json)?\s*)?(\{.*\})\s*(?:```)?\s*\Z", re.DOTALL)
_KEPT = re.compile(
    r"[^\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]+"
)


class Unit(NamedTuple):
    """One thing to be judged: a sound, a silence, a turn, a talk, an item of a note."""

    id: str
    on: str
    fields: Mapping[str, Any]
    """All that a judge could be shown of it; never hidden truth."""


class Reply(BaseModel):
    """What a judge must reply, evidence first."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    evidence: list[str]
    verdict: Answer


class Judged(NamedTuple):
    """One verdict on one unit by one rubric."""

    rubric: str
    unit: str
    verdict: Answer
    why: str
    """Why it is unknown; empty for a judge's own verdict."""
    evidence: tuple[str, ...]
    rubric_hash: str
    prompt_hash: str
    repeat: int = 0


def prompt(rubric: Mapping[str, Any], unit: Unit) -> str:
    """Give the question on one unit: only the fields that the rubric may see.

    They are JSON between two fences that name the unit by a hash, so that nothing
    inside can close them.
    """
    shown = {name: _shown(unit.fields[name]) for name in rubric["sees"]}
    fence = f"====== {digest([rubric['hash'], unit.id, shown], 16)} ======"
    applies = rubric.get("applies_when")
    asked: str = _template().render(
        ask=rubric["ask"],
        pass_when=rubric["pass_when"],
        fail_when=rubric["fail_when"] + (f" (Only if {applies}.)" if applies else ""),
        shown=json.dumps(shown, ensure_ascii=False, indent=1, sort_keys=True),
        fence=fence,
        example=_example(shown),
    )
    return asked


@cache
def _template():  # type: ignore[no-untyped-def]  # jinja2 is imported late
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    text = (Path(__file__).parent / "prompts" / "judge.jinja").read_text("utf-8")
    return ImmutableSandboxedEnvironment(undefined=StrictUndefined).from_string(text)


def _shown(value: Any) -> Any:
    """Give a value as it is shown: no invisible characters, no endless text."""
    if isinstance(value, str):
        plain = "".join(_KEPT.findall(value))
        return plain if len(plain) <= LONGEST else plain[:LONGEST] + CUT
    if isinstance(value, Mapping):
        return {str(key): _shown(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_shown(each) for each in value]
    return value


def _example(shown: Mapping[str, Any], path: str = "") -> str:
    for name, value in shown.items():
        if isinstance(value, Mapping) and value:
            return _example(value, f"{path}{name}.")
        if isinstance(value, str | int | float | bool):
            return f"{path}{name}={str(value)[:20]}"
    return "field=value"


def schema_name(rubric: str) -> str:
    """Give the name of the reply's schema."""
    return re.sub(r"\W", "_", f"verdict_{rubric}")[:64]


def read(
    text: str, name: str, rubric: Mapping[str, Any], unit: Unit, repeat: int = 0
) -> Judged:
    """Read a judge's reply to `prompt(rubric, unit)`."""
    asked = digest(prompt(rubric, unit), 16)

    def judged(verdict: Answer, why: str, evidence: Sequence[str] = ()) -> Judged:
        return Judged(
            name, unit.id, verdict, why, tuple(evidence), rubric["hash"], asked, repeat
        )

    if not text.strip():
        return judged("unknown", "no reply")
    found = _JSON.match(text)
    if found is None:
        return judged("unknown", "the reply is no JSON object")
    try:
        reply = Reply.model_validate(json.loads(found[1], object_pairs_hook=_once))
    except (ValueError, ValidationError, RecursionError):
        return judged("unknown", "the reply has another shape")
    if reply.verdict == "unknown":
        return judged("unknown", "the judge can't tell", reply.evidence)
    shown = {name: _shown(unit.fields[name]) for name in rubric["sees"]}
    if not any(supported(each, shown, unit.on) for each in reply.evidence):
        return judged("unknown", "evidence_invalid", reply.evidence)
    return judged(reply.verdict, "", reply.evidence)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that comes twice: of two verdicts none counts."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key comes twice")
    return found


def is_repeated(rubric: Mapping[str, Any], unit: Unit) -> bool:
    """Tell whether a unit is one of the tenth that is judged three times.

    By hash, so that the same units are chosen in every run.
    """
    return int(
        digest([rubric["hash"], unit.id, canonical(unit.fields)], 8), 16
    ) % 100 < (REPEATED)


class Reading(NamedTuple):
    """How the verdicts of one rubric read, over the units it was asked about."""

    yes: int
    no: int
    unknown: int

    @property
    def units(self) -> int:
        """How many units were judged."""
        return self.yes + self.no + self.unknown

    @property
    def strict(self) -> float:
        """The share of yes, where unknown counts as no."""
        return self.yes / self.units

    @property
    def lenient(self) -> float:
        """The share of yes, where unknown counts as yes."""
        return (self.yes + self.unknown) / self.units


def reading(judged: Sequence[Judged]) -> Reading:
    """Count first verdicts; repeats tell how stable they are, not what they are."""
    first = [each.verdict for each in judged if each.repeat == 0]
    return Reading(first.count("yes"), first.count("no"), first.count("unknown"))


def incomplete(judged: Sequence[Judged], units: Sequence[Unit]) -> list[str]:
    """Give the units that have no verdict, or more than one."""
    first = [each.unit for each in judged if each.repeat == 0]
    return [unit.id for unit in units if first.count(unit.id) != 1]
