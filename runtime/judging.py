"""Asks a model in the role `judge`, and reads what is known of it from calibration."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_ai.model import (
    GenerateConfig,
    Model,
    ResponseSchema,
    get_model,
    model_roles,
)
from inspect_ai.util import json_schema

from paprika.rubrics.judge import (
    TIMES,
    Judged,
    Reply,
    Unit,
    is_repeated,
    prompt,
    read,
    schema_name,
)

from .builds import open_build, refusal
from .night.model import Trace
from .night.units import units as night_units
from .session import SessionTrace
from .talk.model import TalkTrace
from .talk.units import units as talk_units

ROLE = "judge"
CALIBRATIONS = Path(".paprika") / "calibrations.json"
"""Beside the build: what judges were found good for, by rubric hash and model."""


def judge_model(allow_same_family: bool = False) -> Model | None:
    """Give the model in the role `judge`; None where there is none.

    It never falls back to the agent's own. Raises PrerequisiteError where judge and
    agent are of one family, unless that is allowed.
    """
    if ROLE not in model_roles():
        return None
    judge = get_model(role=ROLE, required=True)
    if same_family(judge) and not allow_same_family:
        raise refusal(
            f"the judge {judge} is of the agent's own family, and would favour it: "
            "take a judge of another, or say -T allow_same_family=true, which every "
            "table then tells"
        )
    return judge


def same_family(judge: Model) -> bool:
    """Tell whether judge and agent come from one maker; an agent without a model no."""
    agent = get_model()
    return str(agent) != "none/none" and family(str(agent)) == family(str(judge))


def family(model: str) -> str:
    """Give the maker in a model's name: `anthropic` of `litellm/anthropic/claude-x`.

    A model served by a router counts by its own first word, so that two hosts of one
    model are one family.
    """
    parts = [part for part in model.lower().split("/") if part]
    name = parts[-1].replace("_", "-")
    for word in ("claude", "gpt", "gemini", "gemma", "llama", "mistral", "qwen"):
        if word in name:
            return {"gemma": "gemini"}.get(word, word)
    return "/".join(parts[:-1]) or name


def units_of(trace: Any, on: str) -> Sequence[Unit]:
    """Give the units of one kind in an episode of any world."""
    if isinstance(trace, Trace):
        return night_units(trace, on)
    if isinstance(trace, TalkTrace):
        return talk_units(trace, on)
    assert isinstance(trace, SessionTrace)
    return [
        *night_units(trace.night, on),
        *(
            unit._replace(id=f"{stage}-{unit.id}")
            for stage, talk in (("bedtime", trace.bedtime), ("morning", trace.morning))
            for unit in talk_units(talk, on)
        ),
    ]


async def judge_units(
    name: str, rubric: Mapping[str, Any], units: Sequence[Unit], model: Model
) -> list[Judged]:
    """Ask for a verdict on every unit; a tenth of them, chosen by hash, three times."""
    config = GenerateConfig(
        temperature=0.0,
        max_tokens=800,
        response_schema=ResponseSchema(
            name=schema_name(name), json_schema=json_schema(Reply)
        ),
    )
    judged = []
    for unit in units:
        for repeat in range(TIMES if is_repeated(rubric, unit) else 1):
            output = await model.generate(prompt(rubric, unit), config=config)
            whole = output.stop_reason not in ("max_tokens", "content_filter")
            said = output.completion if whole else ""
            judged.append(read(said, name, rubric, unit, repeat))
    return judged


def validated(rubric: Mapping[str, Any], model: Model) -> bool:
    """Tell whether calibration found this judge good enough for this rubric."""
    path = open_build().folder.parent / CALIBRATIONS
    try:
        known = json.loads(path.read_text(encoding="utf-8"))
        found = known["judges"][rubric["hash"]][str(model)]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return found.get("validated") is True
