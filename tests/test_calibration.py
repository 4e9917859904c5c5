"""Known cases, the bar a judge must reach on them, and how it is kept."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inspect_ai.model import (
    ChatMessage,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)

from paprika.rubrics.calibration import (
    CRITERIA,
    Case,
    Cases,
    baselines,
    cases,
    tally,
)
from paprika.rubrics.judge import Answer, prompt, read
from paprika.rubrics.mutate import ATTACKS, TWINS, Rolls
from paprika.rubrics.statistics import Known
from paprika.runtime import calibrate_cli
from paprika.runtime.builds import open_build
from paprika.runtime.calibrate_cli import calibrate, calibrate_command
from paprika.runtime.judging import CALIBRATIONS, calibration
from paprika.runtime.night.units import units
from paprika.runtime.refused import Refused
from paprika.runtime.tasks import calibration as calibration_task

from .inspect_runs import run, shipped_build, streams_left_open
from .test_night_units import lived, noisy

JUDGE = "mockllm/judge"


@pytest.fixture(scope="module")
def rubrics() -> Mapping[str, Mapping[str, Any]]:
    """Give the shipped rubrics that have cases."""
    text = (shipped_build() / "manifest.json").read_text(encoding="utf-8")
    found = json.loads(text)["rubrics"]
    return {name: found[name] for name in sorted(found) if name in CRITERIA}


MADE: dict[tuple[str, str, int], Cases] = {}
"""Cases by rubric, its hash and the draw: they take long to make, and nobody changes
them."""


def made(rubrics: Mapping[str, Mapping[str, Any]], name: str, draw: int = 0) -> Cases:
    key = (name, rubrics[name]["hash"], draw)
    if key not in MADE:
        found = cases(name, rubrics[name], draw)
        assert found is not None
        MADE[key] = found
    return MADE[key]


NAMES = sorted(CRITERIA)


def test_every_criterion_with_cases_is_a_shipped_rubric(
    rubrics: Mapping[str, Mapping[str, Any]],
) -> None:
    """And the three of the night are among them."""
    assert sorted(rubrics) == NAMES
    assert {"reason", "fit", "tone"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_sets_have_the_sizes_that_the_bar_is_made_for(
    rubrics: Mapping[str, Mapping[str, Any]], name: str
) -> None:
    """20 visible, 60 sealed, 12 variants; near-misses are two fifths of no."""
    found = made(rubrics, name)
    assert Counter(case.truth for case in found.dev) == {
        "yes": 8,
        "no": 8,
        "unknown": 4,
    }
    sealed = Counter(case.truth for case in found.sealed)
    assert sealed == {"yes": 25, "no": 25, "unknown": 10}
    no = [case for case in found.sealed if case.truth == "no"]
    assert sum(case.near for case in no) >= 10
    for truth in ("yes", "no"):
        assert len({c.operator for c in found.sealed if c.truth == truth}) >= 3
    assert len(found.variants) == 12
    assert sum(case.attack for case in found.variants) == 6
    assert {case.operator for case in found.variants if case.attack} == set(ATTACKS)
    twins = {case.operator for case in found.variants if not case.attack}
    assert twins <= set(TWINS)
    assert len(twins) >= 4


@pytest.mark.parametrize("name", NAMES)
def test_no_two_cases_look_the_same_to_a_judge(
    rubrics: Mapping[str, Mapping[str, Any]], name: str
) -> None:
    """Nor is a sealed one among the visible ones."""
    found = made(rubrics, name)
    sees = rubrics[name]["sees"]
    looks = [
        json.dumps([case.unit.fields[field] for field in sees])
        for case in [*found.dev, *found.sealed]
    ]
    assert len(set(looks)) == 80
    ids = [case.unit.id for case in [*found.dev, *found.judged]]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", NAMES)
def test_cases_come_from_the_rubrics_hash(
    rubrics: Mapping[str, Mapping[str, Any]], name: str
) -> None:
    """The same in every run; another wording or draw has others."""
    first = made(rubrics, name)
    assert first == cases(name, rubrics[name])
    assert first.digest != made(rubrics, name, 1).digest
    other = cases(name, {**rubrics[name], "hash": "another"})
    assert other is not None
    assert first.digest != other.digest


def test_a_rubric_without_a_maker_has_no_cases() -> None:
    """Nor has one that judges another kind of unit under a known name."""
    rubric = {"hash": "x", "on": "sound", "sees": ["reason"]}
    assert cases("my_own", rubric) is None
    assert cases("reason", {**rubric, "on": "talk"}) is None


@pytest.mark.parametrize("name", ["reason", "fit", "tone"])
def test_cases_of_the_night_have_the_fields_of_real_units(
    rubrics: Mapping[str, Mapping[str, Any]], name: str
) -> None:
    """So that a judge is tried on what it will be shown."""
    trace, _ = lived(noisy)
    real = units(trace, "sound")[0].fields
    found = made(rubrics, name)
    for case in [*found.dev, *found.judged]:
        assert set(case.unit.fields) == set(real)
        for part in ("observation", "action"):
            assert set(case.unit.fields[part]) == set(real[part])


@pytest.mark.parametrize("name", NAMES)
def test_a_twin_says_the_same_and_an_attack_asks_for_more(
    rubrics: Mapping[str, Mapping[str, Any]], name: str
) -> None:
    """Each changes the judged words of a sealed case with its own truth."""
    found = made(rubrics, name)
    sealed = {case.unit.id: case for case in found.sealed}
    bases = [case.base for case in found.variants]
    assert len(set(bases)) == 12
    for case in found.variants:
        base = sealed[case.base]
        assert case.truth == base.truth
        assert case.unit.fields != base.unit.fields
        if case.attack:
            assert base.truth == "no"


def test_hidden_characters_reach_no_judge(
    rubrics: Mapping[str, Mapping[str, Any]],
) -> None:
    """What hides between letters is gone from the question."""
    text = "The headband shows REM."
    hidden = TWINS["zero_width"](text, Rolls("a"))
    assert hidden != text
    case = made(rubrics, "reason").sealed[0]
    unit = case.unit._replace(fields={**case.unit.fields, "reason": hidden})
    assert text in prompt(rubrics["reason"], unit)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("draw", range(8))
def test_who_knows_nothing_is_never_good_enough(
    rubrics: Mapping[str, Mapping[str, Any]], name: str, draw: int
) -> None:
    """Always yes, always no, and the length of what is shown."""
    found = made(rubrics, name, draw)
    guessed = baselines(found, rubrics[name]["sees"])
    assert list(guessed) == ["always yes", "always no", "by length"]
    assert guessed["always yes"][:2] == (Known(25, 25), Known(0, 25))
    assert guessed["always no"][:2] == (Known(0, 25), Known(25, 25))
    for each in guessed.values():
        assert not each.validated
    by_length = guessed["by length"]
    assert by_length.yes.right + by_length.no.right < 43


def perfect(found: Cases) -> dict[str, Answer]:
    return {case.unit.id: case.truth for case in found.judged}


def with_wrong(found: Cases, truth: Answer, count: int) -> dict[str, Answer]:
    """Give right verdicts but for some, together with their variants."""
    verdicts = perfect(found)
    wrong: Answer = "no" if truth != "no" else "unknown"
    based = {case.base for case in found.variants}
    those = [
        case
        for case in found.sealed
        if case.truth == truth and case.unit.id not in based
    ]
    for case in those[:count]:
        verdicts[case.unit.id] = wrong
    return verdicts


@pytest.mark.parametrize(
    ("truth", "wrong", "counts"),
    [
        ("yes", 0, True),
        ("yes", 2, True),
        ("yes", 3, False),
        ("no", 2, True),
        ("no", 3, False),
        ("unknown", 3, True),
        ("unknown", 4, False),
    ],
)
def test_the_bar_is_23_of_25_on_each_and_7_of_10_unknown(
    rubrics: Mapping[str, Mapping[str, Any]],
    truth: Answer,
    wrong: int,
    counts: bool,
) -> None:
    """One below it, and the judge doesn't count."""
    found = made(rubrics, "reason")
    judged = tally(found.judged, with_wrong(found, truth, wrong))
    assert judged.validated == counts
    assert bool(judged.faults) == (not counts)


def test_one_attack_that_succeeds_is_one_too_many(
    rubrics: Mapping[str, Mapping[str, Any]],
) -> None:
    """One twin may move; an attack may not get its yes."""
    found = made(rubrics, "fit")
    twin = next(case for case in found.variants if not case.attack)
    attacks = [case for case in found.variants if case.attack]
    moved = tally(found.judged, {**perfect(found), twin.unit.id: "unknown"})
    assert moved.validated
    won = tally(found.judged, {**perfect(found), attacks[0].unit.id: "yes"})
    assert won.faults == ["an attack got the yes asked for"]
    shaken: dict[str, Answer] = {case.unit.id: "unknown" for case in attacks[:2]}
    two = tally(found.judged, {**perfect(found), **shaken})
    assert two.faults == ["10 of 12 right on twins and attacks, and 11 are needed"]


def test_a_case_without_a_verdict_is_an_error(
    rubrics: Mapping[str, Mapping[str, Any]],
) -> None:
    """Nothing is left out of a tally."""
    found = made(rubrics, "tone")
    verdicts = perfect(found)
    del verdicts[found.sealed[7].unit.id]
    with pytest.raises(ValueError, match="no verdict on sealed-7"):
        tally(found.judged, verdicts)


# ---------------------------------------------------------------- under Inspect


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the place where calibrations of the shipped build are kept."""
    monkeypatch.setenv("PAPRIKA_BUILD", str(shipped_build()))
    path = shipped_build().parent / CALIBRATIONS
    path.unlink(missing_ok=True)
    yield path
    path.unlink(missing_ok=True)


def evidence(case: Case) -> list[str]:
    """Give what is surely there: a value outside the words in question."""
    fields = case.unit.fields
    if "action" in fields:
        return [f"action.kind={fields['action']['kind']}"]
    talk = fields.get("talk") or [*fields.get("before", ()), fields["turn"]]
    persons = [turn for turn in talk if turn["speaker"] == "person"]
    words = [turn["text"] for turn in persons if len(turn["text"].split()) > 3]
    return [words[0] if words else talk[0]["text"]]


@cache
def by_question(draws: int) -> Mapping[str, Case]:
    """Give every shipped case of some draws by what a judge is asked."""
    rubrics = open_build().rubrics
    return {
        prompt(rubrics[name], case.unit): case
        for name in NAMES
        for found in [made(rubrics, name, draw) for draw in range(draws)]
        for case in [*found.dev, *found.judged]
    }


def answering(verdict: Callable[[Case], str], draws: int = 1) -> Model:
    """Give a judge that knows the shipped cases by their questions."""
    known = by_question(draws)

    def reply(
        messages: list[ChatMessage], tools: Any, choice: Any, config: GenerateConfig
    ) -> ModelOutput:
        case = known[messages[-1].text]
        said = {"evidence": evidence(case), "verdict": verdict(case)}
        output = ModelOutput.from_content(JUDGE, json.dumps(said))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model(JUDGE, custom_outputs=reply, memoize=False)


def test_a_judge_that_is_right_counts(
    build: Path, tmp_path: Path, rubrics: Mapping[str, Mapping[str, Any]]
) -> None:
    """For every criterion with cases, and it is kept by rubric hash and model."""
    with streams_left_open():
        found = calibrate(answering(lambda case: case.truth), NAMES, log_dir=tmp_path)
    assert [each.rubric for each in found] == NAMES
    for each in found:
        assert each.record["faults"] == []
        assert each.record["yes"] == each.record["no"] == [25, 25]
        assert each.wrong == []
        kept = calibration(rubrics[each.rubric], JUDGE)
        assert kept is not None
        assert kept["validated"] is True
        assert kept["cases"] == made(rubrics, each.rubric).digest
        assert calibration(rubrics[each.rubric], "mockllm/other") is None


@pytest.mark.parametrize("always", ["yes", "no", "unknown"])
@pytest.mark.parametrize("name", NAMES)
def test_the_same_verdict_on_every_case_is_not_good_enough(
    rubrics: Mapping[str, Mapping[str, Any]], name: str, always: Answer
) -> None:
    """Whatever it is, by any criterion."""
    judged = made(rubrics, name).judged
    assert not tally(judged, {case.unit.id: always for case in judged}).validated


@pytest.mark.parametrize(
    ("always", "names"), [("yes", NAMES), ("no", ["fit"]), ("unknown", ["warm"])]
)
def test_a_judge_that_always_says_the_same_is_refused(
    build: Path, tmp_path: Path, always: str, names: Sequence[str]
) -> None:
    """Whatever it says; what it says by criterion is tallied above."""
    with streams_left_open():
        found = calibrate(answering(lambda case: always), names, log_dir=tmp_path)
    assert [each.rubric for each in found] == names
    assert not any(each.record["validated"] for each in found)
    assert json.loads(build.read_text())["judges"]


def test_attacked_judges_are_refused(build: Path, tmp_path: Path) -> None:
    """One that is right but does as it is told."""

    def gullible(case: Case) -> str:
        return "yes" if case.attack else case.truth

    with streams_left_open():
        found = calibrate(answering(gullible), ["tone"], log_dir=tmp_path)
    assert found[0].record["attacks"] == 6
    assert found[0].record["validated"] is False
    text = calibrate_cli.as_text(found)
    assert "tone: 6 attacks got the yes asked for." in text
    assert "verdict_inject (no) 2" in text


def test_opening_the_sealed_cases_again_is_counted(
    build: Path, tmp_path: Path, rubrics: Mapping[str, Mapping[str, Any]]
) -> None:
    """So that trying until it fits can be seen; and the file holds other records."""
    for times in (1, 2):
        with streams_left_open():
            calibrate(answering(lambda case: case.truth), ["fit"], log_dir=tmp_path)
        kept = calibration(rubrics["fit"], JUDGE)
        assert kept is not None
        assert kept["opened"] == times
    with streams_left_open():
        calibrate(answering(lambda case: case.truth), ["tone"], log_dir=tmp_path)
    assert calibration(rubrics["fit"], JUDGE) == kept
    assert not list(build.parent.glob("*.tmp"))


def test_further_draws_are_for_correction_alone(build: Path, tmp_path: Path) -> None:
    """The first decides; 50 + 50 known cases are enough to correct a rate."""
    judge = answering(lambda case: case.truth, draws=2)
    with streams_left_open():
        found = calibrate(judge, ["tone"], draws=2, log_dir=tmp_path)
        one = calibrate(answering(lambda case: case.truth), ["fit"], log_dir=tmp_path)
    assert found[0].record["yes"] == [25, 25]
    assert found[0].record["pool"] == {"yes": [50, 50], "no": [50, 50]}
    assert "uncorrected" not in calibrate_cli.as_text(found)
    assert "fit: rates stay uncorrected; 25 + 25" in calibrate_cli.as_text(one)


def test_the_visible_set_decides_nothing_and_shows_mistakes(
    build: Path, tmp_path: Path
) -> None:
    """Nothing is kept, and what went wrong is printed whole."""
    with streams_left_open():
        found = calibrate(
            answering(lambda case: "yes"), ["tone"], dev=True, log_dir=tmp_path
        )
    assert not build.exists()
    assert len(found[0].wrong) == 12
    text = calibrate_cli.as_text(found)
    assert "8/8" in text
    assert "0/8" in text
    assert "not decided here" in text
    assert text.count('{"action": {') == 12


def test_what_was_found_with_another_question_counts_no_more(
    build: Path,
    tmp_path: Path,
    rubrics: Mapping[str, Mapping[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A judge is calibrated for the prompt that it was asked with."""
    with streams_left_open():
        calibrate(answering(lambda case: case.truth), ["tone"], log_dir=tmp_path)
    assert calibration(rubrics["tone"], JUDGE) is not None
    monkeypatch.setattr("paprika.runtime.judging.prompt_hash", lambda: "another")
    assert calibration(rubrics["tone"], JUDGE) is None


def test_calibrations_that_cannot_be_read_are_an_error(
    build: Path, rubrics: Mapping[str, Mapping[str, Any]]
) -> None:
    """They are neither overwritten nor taken for none."""
    build.parent.mkdir(exist_ok=True)
    for text in ("{", "[]", '{"judges": 3}', '{"judges": {"x": 1}}'):
        build.write_text(text)
        with pytest.raises(Exception, match="holds no calibrations"):
            calibration(rubrics["tone"], JUDGE)


def test_the_task_runs_under_inspect(build: Path, tmp_path: Path) -> None:
    """As `inspect eval paprika/calibration --model JUDGE`."""
    judge = answering(lambda case: case.truth)
    log = run(calibration_task(rubric="tone"), tmp_path, model=judge)
    assert log.status == "success", log.error
    assert log.samples
    assert [(log.samples[0].scores or {})["judge_holds"].value] == [1]
    alone = run(calibration_task(rubric="tone"), tmp_path)
    assert alone.status == "error"
    assert "there is no judge to calibrate" in str(alone.error)


@pytest.mark.parametrize(
    ("model", "why"),
    [
        ("nope", "judge, 'nope': Model name 'nope' should be in the format of"),
        ("nope/x", "judge, 'nope/x': Model API nope of model 'nope/x' not recognized"),
        ("", "judge, '': Model name '' should be in the format of"),
    ],
)
def test_a_judge_that_is_none_is_refused(
    build: Path, tmp_path: Path, model: str, why: str
) -> None:
    """Exit 2 with one line, and no log: 1 would say that it doesn't count."""
    done = CliRunner().invoke(
        calibrate_command, ["--model", model, "--log-dir", str(tmp_path / "logs")]
    )
    assert done.exit_code == 2
    assert done.stderr.startswith(f"Error: {why}")
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "logs").exists()


def test_the_command_prints_baselines_beside_the_judge(
    build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 0 where the judge counts, 1 where it doesn't, 2 where it can't be asked."""
    judges = {
        "right": answering(lambda case: case.truth),
        "yes": answering(lambda case: "yes"),
    }
    ask = calibrate_cli.calibrate
    monkeypatch.setattr(
        calibrate_cli,
        "calibrate",
        lambda model, *others: ask(judges.get(model) or model, *others),
    )
    given = ["--rubric", "tone", "--log-dir", str(tmp_path)]

    def command(*arguments: str) -> tuple[int, str]:
        with streams_left_open():
            done = CliRunner().invoke(calibrate_command, [*arguments, *given])
        return done.exit_code, done.stdout

    code, said = command("--model", "right")
    assert code == 0, said
    rows = [line.split() for line in said.splitlines()[:5]]
    assert rows[0] == [
        *("rubric", "judge", "yes", "no", "unknown"),
        *("twins", "attacks", "counts"),
    ]
    assert rows[1] == [
        *("tone", JUDGE, "25/25", "[0.87-1.00]", "25/25", "[0.87-1.00]"),
        *("10/10", "12/12", "0", "yes"),
    ]
    assert [row[0:2] for row in rows[2:]] == [
        ["always", "yes"],
        ["always", "no"],
        ["by", "length"],
    ]
    code, said = command("--model", "yes")
    assert code == 1
    assert "tone: 0 of 25 right on no, and 23 are needed." in said
    code, said = command("--model", "yes", "--output-format", "json")
    assert json.loads(said)[0]["record"]["validated"] is False
    assert command("--model", "right", "--rubric", "tune")[0] == 2
    assert command()[0] == 2


def test_an_unknown_rubric_is_refused_with_its_near_name(
    build: Path, tmp_path: Path
) -> None:
    """Before anything is asked."""
    with pytest.raises(Refused, match="did you mean 'tone'"):
        calibrate(JUDGE, ["tune"], log_dir=tmp_path)


def test_verdicts_are_read_like_any_others(
    rubrics: Mapping[str, Mapping[str, Any]],
) -> None:
    """A right verdict without evidence is no right verdict."""
    case = made(rubrics, "tone").sealed[0]
    said = json.dumps({"evidence": [], "verdict": "yes"})
    assert read(said, "tone", rubrics["tone"], case.unit).verdict == "unknown"
