"""Asks a model in the role `judge`, and reads what is known of it from calibration."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from inspect_ai.model import (
    GenerateConfig,
    Model,
    ResponseSchema,
    get_model,
    model_roles,
)
from inspect_ai.scorer import Metric, SampleScore, Value, metric
from inspect_ai.util import collect, json_schema

from paprika.rubrics.judge import (
    TIMES,
    Answer,
    Judged,
    Reply,
    Unit,
    is_repeated,
    prompt,
    prompt_hash,
    read,
    reading,
    schema_name,
    stable,
)
from paprika.rubrics.statistics import Known, agreement, corrected, wilson

from .builds import open_build, refusal
from .night.model import Trace
from .night.units import units as night_units
from .session import SessionTrace
from .talk.model import TalkTrace
from .talk.units import units as talk_units

ROLE = "judge"
CALIBRATIONS = Path(".paprika") / "calibrations.json"
"""Beside the build: what judges were found good for, by rubric hash and model."""
MOST_TOKENS = 1000
"""Of a reply, where the role has no limit of its own: who thinks first needs more."""
LOST: Mapping[str, str] = {
    "max_tokens": "the reply was cut off",
    "model_length": "the reply was cut off",
    "content_filter": "the judge refused",
}
"""Why a reply is not whole."""


def judge_model(allow_same_family: bool = False) -> Model | None:
    """Give the model in the role `judge`; None where there is none.

    It never falls back to the agent's own. Raises PrerequisiteError where judge and
    agent are of one family, unless that is allowed, and where the role has two models.
    """
    bound = model_roles().get(ROLE)
    if bound is None:
        return None
    if isinstance(bound, list) and len(bound) > 1:
        names = ", ".join(map(str, bound))
        raise refusal(f"the role {ROLE} has {names}: name one judge")
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


MAKERS: Mapping[str, str] = {
    **dict.fromkeys(("gpt", "chatgpt", "o1", "o3", "o4", "codex"), "openai"),
    **dict.fromkeys(("claude", "haiku", "sonnet", "opus"), "anthropic"),
    **dict.fromkeys(("gemini", "gemma", "palm"), "google"),
    **dict.fromkeys(("llama", "llama2", "llama3"), "meta"),
    **dict.fromkeys(("mistral", "mixtral", "ministral", "magistral"), "mistral"),
    **dict.fromkeys(("qwen", "qwen2", "qwen3", "qwq"), "alibaba"),
    **{name: name for name in ("deepseek", "grok", "phi", "nova", "kimi", "glm")},
}
"""Word in a model's name -> who made it."""


def family(model: str) -> str:
    """Give the maker of a model by its name: `anthropic` of `bedrock/x.claude-y`.

    Hosts and routers don't count where the name tells; else the maker is what stands
    before it.
    """
    *before, name = [part for part in model.lower().split("/") if part] or [""]
    for word in re.findall(r"[a-z]+[0-9]*", name):
        maker = MAKERS.get(word) or MAKERS.get(word.rstrip("0123456789"))
        if maker is not None:
            return maker
    return before[-1] if before else name


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
    name: str,
    rubric: Mapping[str, Any],
    units: Sequence[Unit],
    model: Model,
    repeats: bool = True,
) -> list[Judged]:
    """Ask for a verdict on every unit, in order.

    With `repeats` a tenth of them, chosen by hash, is judged three times. Only what a
    provider says to be passing (a full line, a limit of rate) is tried again; a reply
    that can't be read is not.
    """
    config = GenerateConfig(
        temperature=0.0,
        max_tokens=model.config.max_tokens or MOST_TOKENS,
        response_schema=ResponseSchema(
            name=schema_name(name), json_schema=json_schema(Reply)
        ),
    )

    async def ask(unit: Unit, repeat: int) -> Judged:
        # Uncached: a verdict read from a cache would always agree with itself.
        question = prompt(rubric, unit)
        output = await model.generate(question, config=config, cache=False)
        lost = "no reply" if output.empty else LOST.get(output.stop_reason, "")
        said = "" if lost else output.completion
        return read(said, name, rubric, unit, str(model), repeat, lost, question)

    asked = [
        ask(unit, repeat)
        for unit in units
        for repeat in range(TIMES if repeats and is_repeated(rubric, unit) else 1)
    ]
    return await collect(*asked)


def stability(ratings: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Give how far repeated verdicts agree, as metadata; empty without any."""
    found = agreement(ratings, get_args(Answer))
    if found.interval is None:
        return {}
    return {
        "units": found.units,
        "agreement": found.unanimous / found.units,
        "low": found.interval.low,
        "high": found.interval.high,
        "AC1": found.ac1,
        "base_rate": dict(found.base_rate),
    }


def counted(
    judged: Sequence[Judged], record: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Give in short what one rubric came to, for `verdict_rates` to add up."""
    return {
        **reading(judged)._asdict(),
        "repeated": stable(judged),
        "validated": bool(record and record["validated"]),
        "pool": record["pool"] if record else None,
    }


@metric(scores="unreduced")
def verdict_rates() -> Metric:
    """Give the share of yes by rubric, and how far repeated verdicts agree.

    Over the scored episodes whose metadata holds `judged`; nothing without any.
    `corrected yes(RUBRIC)` is freed of the mistakes that calibration knows; with too
    few known cases it is `uncorrected yes(RUBRIC)`, and `unvalidated yes(RUBRIC)` where
    the judge doesn't count. All come with `... low` and `... high` (95 %), verdicts
    taken for independent.
    """

    def measure(scores: list[SampleScore]) -> Value:
        found: dict[str, list[Mapping[str, Any]]] = {}
        ratings: list[list[str]] = []
        values: dict[str, str | int | float | bool | None] = {}
        for score in scores:
            metadata = score.score.metadata or {}
            for name, each in metadata.get("judged", {}).items():
                found.setdefault(name, []).append(each)
                ratings += each["repeated"]
            if metadata.get("same_family"):
                values["judge of the agent's family"] = 1
        for name, parts in sorted(found.items()):
            values |= _rate(name, parts)
        stable_ones = stability(ratings)
        if stable_ones:
            values["judged three times"] = stable_ones["units"]
            values["agreement"] = stable_ones["agreement"]
            values["agreement low"] = stable_ones["low"]
            values["agreement high"] = stable_ones["high"]
            values["AC1"] = stable_ones["AC1"]
            for verdict, rate in stable_ones["base_rate"].items():
                values[f"base rate {verdict}"] = rate
        return values

    return measure


def _rate(
    name: str, parts: Sequence[Mapping[str, Any]]
) -> dict[str, str | int | float | bool | None]:
    """Give a rubric's share of yes over decided verdicts, corrected if that can be."""
    yes, no = (sum(part[verdict] for part in parts) for verdict in ("yes", "no"))
    if not yes + no:
        return {}
    value, pool = yes / (yes + no), parts[0]["pool"]
    interval = wilson(value, yes + no)
    if not all(part["validated"] for part in parts) or pool is None:
        key = f"unvalidated yes({name})"
    else:
        known = corrected(yes, yes + no, Known(*pool["yes"]), Known(*pool["no"]))
        key = f"{'uncorrected' if known is None else 'corrected'} yes({name})"
        if known is not None:
            value, interval = known
    return {key: value, f"{key} low": interval.low, f"{key} high": interval.high}


# ---------------------------------------------------------------- calibrations


def calibration(rubric: Mapping[str, Any], judge: str) -> Mapping[str, Any] | None:
    """Give what calibration found of a judge for a rubric; None if it never ran.

    What was found with another way of asking counts no more.
    """
    found = _read(calibrations()).get(rubric["hash"], {}).get(judge)
    if not isinstance(found, dict) or found.get("prompt") != prompt_hash():
        return None
    return found


def calibrations() -> Path:
    """Give the place of the calibrations: beside the build at hand."""
    return open_build().folder.parent / CALIBRATIONS


def keep_calibration(
    rubric: Mapping[str, Any], judge: str, record: Mapping[str, Any]
) -> None:
    """Write down what was found, and how often the sealed cases were opened so far.

    The file is whole at every moment.
    """
    path = calibrations()
    judges = _read(path)
    mine = judges.setdefault(rubric["hash"], {})
    before = mine.get(judge) or {}
    opened = before.get("opened", 0) if before.get("cases") == record["cases"] else 0
    mine[judge] = {**record, "prompt": prompt_hash(), "opened": opened + 1}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}-{os.getpid()}.tmp")
    text = json.dumps({"judges": judges}, indent=1, sort_keys=True, ensure_ascii=False)
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    """Read calibrations, by rubric hash and judge; empty where there are none."""
    try:
        judges = json.loads(path.read_text(encoding="utf-8"))["judges"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise refusal(
            f"{path} holds no calibrations: delete it and calibrate again"
        ) from None
    if not isinstance(judges, dict) or not all(
        isinstance(each, dict) for each in judges.values()
    ):
        raise refusal(f"{path} holds no calibrations: delete it and calibrate again")
    return judges
