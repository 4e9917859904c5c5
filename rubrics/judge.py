"""What a judge is asked, and how its reply is read: the pure half of judging.

One criterion and one unit a question, phrased so that yes is good. Evidence comes
first and is verified by code; a reply that can't be read, or whose evidence isn't
there, is `unknown` with a reason, never a pass and never a fail.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from paprika.compiler.suite import digest

from .evidence import FROM, commands, proves, supported

if TYPE_CHECKING:
    from jinja2 import Template

Answer = Literal["yes", "no", "unknown"]
LONGEST = 2000
"""Characters of one text that a judge is shown."""
CUT = " [cut]"
CLAIMS: Mapping[str, frozenset[str]] = {
    "sound": frozenset({"reason"}),
    "silence": frozenset({"reason"}),
    "note_item": frozenset({"item"}),
}
"""Fields that are themselves in question: what stands there alone proves nothing."""
REPEATED = 10
"""Of a hundred units, so many are judged three times."""
TIMES = 3

_JSON = re.compile(r"\A\s*(?:```(?:json)?\s*)?(\{.*\})\s*(?:```)?\s*\Z", re.DOTALL)
_INVISIBLE = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")
"""Categories of characters that no reader sees, or that no text should hold."""
_ORDERS = re.compile(
    r"verdict|\bgrade\b|\bignore\b|\binstructions?\b|\bas the judge\b|={5,}"
    r"|\banswer (?:with )?[\"']?(?:yes|no)\b",
    re.IGNORECASE,
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
    judge: str
    """The model that gave it."""
    repeat: int = 0
    flags: tuple[str, ...] = ()
    """`cut` where the judge was not shown all, `orders` where a text seems to give it
    orders. They change no verdict."""


def prompt(rubric: Mapping[str, Any], unit: Unit) -> str:
    """Give the question on one unit: only the fields that the rubric may see.

    They are JSON between two fences that name the unit by a hash, so that nothing
    inside can close them.
    """
    shown = _seen(rubric, unit)
    fence = f"====== {digest([rubric['hash'], unit.id, shown], 16)} ======"
    applies = rubric.get("applies_when")
    asked: str = _template().render(
        ask=rubric["ask"],
        pass_when=rubric["pass_when"],
        fail_when=rubric["fail_when"] + (f" (Only if {applies}.)" if applies else ""),
        shown=json.dumps(shown, ensure_ascii=False, indent=1, sort_keys=True),
        fence=fence,
        claims=sorted(_claims(unit, shown)),
        speaker=FROM.get(unit.on),
    )
    return asked


def prompt_hash() -> str:
    """Name how judges are asked and what they must reply, whatever the rubric."""
    return digest([_text(), LONGEST, Reply.model_json_schema()], 16)


def _seen(rubric: Mapping[str, Any], unit: Unit) -> dict[str, Any]:
    return {name: shown(unit.fields[name]) for name in rubric["sees"]}


def _claims(unit: Unit, seen: Mapping[str, Any]) -> frozenset[str]:
    """Give the shown fields that are in question; none if nothing else is shown."""
    claims = CLAIMS.get(unit.on, frozenset()) & set(seen)
    return claims if set(seen) - claims else frozenset()


@cache
def _template() -> Template:
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    ).from_string(_text())


@cache
def _text() -> str:
    return (Path(__file__).parent / "prompts" / "judge.jinja").read_text("utf-8")


def shown(value: Any) -> Any:
    """Give a value as it is shown: no invisible characters, no endless text."""
    if isinstance(value, str):
        plain = _visible(value)
        return plain if len(plain) <= LONGEST else plain[:LONGEST] + CUT
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Mapping):
        return {str(key): shown(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [shown(each) for each in value]
    # An agent may ask for anything, and JSON has no word for this.
    return str(value) if isinstance(value, float) and not isfinite(value) else value


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char
        for char in text
        if char in "\n\t" or unicodedata.category(char) not in _INVISIBLE
    )


def _flags(seen: Any) -> tuple[str, ...]:
    """Say what is odd about the texts that were shown."""
    texts = list(_every_text(seen))
    cut = any(text.endswith(CUT) and len(text) > LONGEST for text in texts)
    orders = any(_ORDERS.search(text) for text in texts)
    return ("cut",) * cut + ("orders",) * orders


def _every_text(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _every_text(each)
    elif isinstance(value, list):
        for each in value:
            yield from _every_text(each)


def schema_name(rubric: str) -> str:
    """Give the name of the reply's schema."""
    return re.sub(r"\W", "_", f"verdict_{rubric}")[:64]


def read(
    text: str,
    name: str,
    rubric: Mapping[str, Any],
    unit: Unit,
    judge: str = "",
    repeat: int = 0,
    lost: str = "",
    question: str | None = None,
) -> Judged:
    """Read a judge's reply to `prompt(rubric, unit)`; `lost` says why there is none.

    `question` is that prompt, where it is at hand.
    """
    asked = digest(prompt(rubric, unit) if question is None else question, 16)
    seen = _seen(rubric, unit)

    def judged(verdict: Answer, why: str, evidence: Sequence[str] = ()) -> Judged:
        return Judged(
            name,
            unit.id,
            verdict,
            why,
            tuple(evidence),
            rubric["hash"],
            asked,
            judge,
            repeat,
            _flags(seen),
        )

    if lost or not text.strip():
        return judged("unknown", lost or "no reply")
    found = _JSON.match(text)
    if found is None:
        return judged("unknown", "the reply is no JSON object")
    try:
        reply = Reply.model_validate(json.loads(found[1], object_pairs_hook=_once))
    except (ValueError, ValidationError, RecursionError):
        return judged("unknown", "the reply has another shape")
    if reply.verdict == "unknown":
        return judged("unknown", "the judge can't tell", reply.evidence)
    if any(map(commands, reply.evidence)):
        return judged("unknown", "evidence_injected", reply.evidence)
    if not _holds(reply.evidence, seen, unit):
        return judged("unknown", "evidence_invalid", reply.evidence)
    return judged(reply.verdict, "", reply.evidence)


def _holds(evidence: Sequence[str], seen: Mapping[str, Any], unit: Unit) -> bool:
    """Tell whether every piece is there, and one is more than what is in question."""
    claims = _claims(unit, seen)
    facts = {name: value for name, value in seen.items() if name not in claims}
    return all(supported(each, seen, unit.on) for each in evidence) and any(
        proves(each, facts, unit.on) for each in evidence
    )


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
    named = digest([rubric["hash"], unit.id, shown(unit.fields)], 8)
    return int(named, 16) % 100 < REPEATED


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
    def decided(self) -> float | None:
        """The share of yes among verdicts that are not unknown; None without one."""
        return self.yes / (self.yes + self.no) if self.yes + self.no else None

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


def stable(judged: Sequence[Judged]) -> list[list[str]]:
    """Give the verdicts of every unit that was judged more than once, by unit."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in judged:
        found.setdefault((each.rubric, each.unit), []).append(each.verdict)
    return [verdicts for verdicts in found.values() if len(verdicts) > 1]


def incomplete(judged: Sequence[Judged], units: Sequence[Unit]) -> list[str]:
    """Give the units that have no verdict, or more than one."""
    first = [each.unit for each in judged if each.repeat == 0]
    return [unit.id for unit in units if first.count(unit.id) != 1]
