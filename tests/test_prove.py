"""What the proof finds, where it says so, and what it remembers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paprika.compiler.compile import Result, compile_specs, emit
from paprika.compiler.problems import Place, Problem, in_order
from paprika.runtime import prove as prover
from paprika.runtime.night.face import NIGHT, NightFace
from paprika.runtime.proof import Cache
from paprika.runtime.prove import prove

from .cli_runs import OF_TALKS
from .lamp import ASSUMPTIONS, Lamp, only, proved, where, write
from .nights_for_tests import SPECS

LAMP = """\
conditions:
  switch:
    off:
      solution: [press]
  place:
    hall: {init: [room: entrance hall]}
    attic: {init: [room: attic]}
suites:
  lamps:
    world: lamp
    cross: [switch, place]
    seeds: {dev: 1-2, held-out: 3}
    assert: [lit]
"""


def lamp(folder: Path, *edits: tuple[str, str]) -> tuple[Problem, str]:
    """Prove the lamp's specs after exact edits; give the one problem, and the text."""
    text = replaced(LAMP, edits)
    return only(proved(write(folder, text))), text


def replaced(text: str, edits: Sequence[tuple[str, str]]) -> str:
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    return text


def spot(text: str, words: str, part: str = "") -> tuple[int, int]:
    """Give line and column of `part` in words that stand once in a text."""
    assert text.count(words) == 1, f"{words!r} stands {text.count(words)} times"
    at = text.index(words) + words.index(part)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def night(
    folder: Path, suite: str, file: str, *edits: tuple[str, str]
) -> tuple[list[Problem], str]:
    """Prove one shipped suite after exact edits of one file; give errors and file."""
    nights_alone(folder)
    for path in (folder / "suites").iterdir():
        if path.stem != suite:
            path.unlink()
    path = folder / file
    text = replaced(path.read_text(encoding="utf-8"), edits)
    path.write_text(text, encoding="utf-8")
    problems = in_order(proved_nights(folder).problems)
    return [problem for problem in problems if problem.severity == "error"], text


def nights_alone(folder: Path) -> None:
    """Copy the shipped specs without those of talks."""
    shutil.copytree(SPECS, folder)
    for name in OF_TALKS:
        (folder / name).unlink()


def proved_nights(
    folder: Path, world: NightFace = NIGHT, cache: Path | None = None
) -> Result:
    """Compile and prove specs of nights."""
    kept = Cache(cache)
    result = compile_specs(
        [folder.as_posix()],
        {"night": world},
        lambda drafts, world: prove(drafts, world, kept),
    )
    kept.save()
    return result


def place_of(problem: Problem) -> tuple[int, int]:
    return where(problem.place)


def related(problem: Problem) -> Place:
    [other] = problem.related
    return other.place


# ---------------------------------------------------------------- what it finds


def test_specs_that_can_be_proved_give_no_problem(tmp_path: Path) -> None:
    """The lamp's specs as they are: what every other test here spoils."""
    assert proved(write(tmp_path, LAMP)).problems == []


def test_v401_an_init_call_that_changes_nothing(tmp_path: Path) -> None:
    """The switch is off anyway; said once for both tasks."""
    problem, text = lamp(
        tmp_path, ("solution: [press]", "init: [switch_off]\n      solution: [press]")
    )
    assert problem.code == "V401"
    assert place_of(problem) == spot(text, "[switch_off]", "switch_off") == (4, 14)
    assert problem.message == (
        "`switch_off` changes nothing in lamps:off.hall (and in 1 more task)"
    )
    assert problem.task == "lamps:off.hall"


def test_v401_in_a_night(tmp_path: Path) -> None:
    """A heart rate raised by nothing, in every task of the restless nights."""
    found, text = night(
        tmp_path / "s", "week5", "conditions/night.yaml", ("{bpm: 6}", "{bpm: 0}")
    )
    assert [problem.code for problem in found] == ["V401"]
    assert place_of(found[0]) == spot(text, "raise_heart_rate: {bpm: 0}")
    assert found[0].message.startswith("`raise_heart_rate: {bpm: 0.0}` changes")


def test_v402_init_does_not_bring_about_what_is_expected(tmp_path: Path) -> None:
    """The lamp is dark after init, at the first seed already."""
    problem, text = lamp(
        tmp_path, ("solution: [press]", "expect: [dark, lit]\n      solution: [press]")
    )
    assert problem.code == "V402"
    assert place_of(problem) == spot(text, "[dark, lit]", "lit") == (4, 22)
    assert problem.message == (
        "`lit` doesn't hold right after init in lamps:off.hall, seed 1: "
        "the lamp is dark at the end (and in 1 more task)"
    )


def test_v402_in_a_night(tmp_path: Path) -> None:
    """Five minutes of lying awake are not six."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "conditions/night.yaml",
        ("begins: {stage: awake, minutes: 5}", "begins: {stage: awake, minutes: 6}"),
    )
    assert [problem.code for problem in found] == ["V402"]
    assert {place_of(problem) for problem in found} == {spot(text, "begins:")}
    for problem in found:
        assert "`begins: {stage: awake, minutes: 6.0}` doesn't hold" in problem.message
        assert ", seed 1: it begins with awake, " in problem.message


def test_v403_the_solution_fails_an_assert(tmp_path: Path) -> None:
    """The assert is marked, and the solution shown beside it."""
    problem, text = lamp(tmp_path, ("[lit]", "[lit, at_most_presses: 0]"))
    assert problem.code == "V403"
    assert place_of(problem) == spot(text, "[lit, at_most_presses: 0]", "at_most")
    assert where(related(problem)) == spot(text, "[press]", "press")
    assert problem.message == (
        "the reference solution fails `at_most_presses: {times: 0}` in lamps:off.hall, "
        "seed 1: tick 0: press number 1 (and in 1 more task)"
    )


def test_v403_at_one_seed_only_names_that_seed(tmp_path: Path) -> None:
    """A loose switch misses the only press at odd seeds; held-out ones count too."""
    problem, text = lamp(
        tmp_path,
        ("solution: [press]", "init: [loosen]\n      solution: [press]"),
        ("dev: 1-2", "dev: 2"),
    )
    assert problem.code == "V403"
    assert place_of(problem) == spot(text, "assert: [lit]", "lit")
    assert "in lamps:off.hall, seed 3: the lamp is dark" in problem.message


def test_v403_in_a_night_names_step_and_clock(tmp_path: Path) -> None:
    """A solution louder than the phone allows, refused at a step of 06:07."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "conditions/night.yaml",
        ("kind: ambient}", "kind: ambient, volume_db: -6}"),
    )
    limits = next(p for p in found if "`phone_limits`" in p.message)
    assert limits.code == "V403"
    assert ", seed 1: step " in limits.message
    assert "): the phone refused a sound: too loud" in limits.message
    assert where(related(limits)) == spot(
        text, "soft_sound_in_rem: {content: neutral", "soft_sound_in_rem"
    )


def test_v404_the_solution_misses_a_bar(tmp_path: Path) -> None:
    """Pressed at tick 1 of 4 the lamp shines for three quarters of the time."""
    problem, text = lamp(
        tmp_path,
        ("solution: [press]", "solution: [press: {at: 1}]"),
        ("assert: [lit]", "assert: [lit]\n    score: {shining: 0.8}"),
    )
    assert problem.code == "V404"
    assert place_of(problem) == spot(text, "shining: 0.8", "0.8")
    assert where(related(problem)) == spot(text, "[press: {at: 1}]", "press")
    assert problem.message == (
        "the reference solution scores shining 0.75 in lamps:off.hall, seed 1, below "
        "the bar 0.8: lit in 3 of 4 ticks (and in 1 more task)"
    )


def test_v404_in_a_night(tmp_path: Path) -> None:
    """Three seconds of sound are too few: two of three parts of the timing hold."""
    found, _ = night(
        tmp_path / "s",
        "week5",
        "conditions/night.yaml",
        ("{content: neutral, kind: ambient}", "{content: neutral, seconds: 3}"),
    )
    assert {problem.code for problem in found} == {"V404"}
    for problem in found:
        assert "scores timing 0.67" in problem.message
        assert "below the bar 0.75: " in problem.message
        assert "3 s in all, outside 5-150 s" in problem.message
        assert problem.place is not None
        assert Path(problem.place.file).parent.name == "suites"


def test_v405_doing_nothing_passes_and_nobody_says_so(tmp_path: Path) -> None:
    """The condition whose tasks all pass by silence is marked."""
    problem, text = lamp(
        tmp_path,
        ("solution: [press]", "init: [switch_on]\n      solution: [leave_alone]"),
    )
    assert problem.code == "V405"
    assert place_of(problem) == spot(text, "    off:", "off")
    assert problem.message == (
        "doing nothing passes lamps:off.hall at seed 1, and no condition of it "
        "declares that (and in 1 more task)"
    )


def test_v405_that_no_single_condition_explains_points_at_the_suite(
    tmp_path: Path,
) -> None:
    """At even seeds only: it is no condition's doing alone."""
    text = replaced(
        LAMP,
        [
            ("solution: [press]", "init: [loosen]\n      solution: [press_if_loose]"),
            ("assert: [lit]", "assert: [reluctant]"),
        ],
    )
    problem = only(proved(write(tmp_path, text)))
    assert problem.code == "V405"
    assert place_of(problem) == spot(text, "  lamps:", "lamps")
    assert "lamps:off.hall at seed 2" in problem.message


def test_v405_passes_over_conditions_that_silence_fails_elsewhere(
    tmp_path: Path,
) -> None:
    """The halls hold a lit lamp and a dark one: it is the lit one that explains it."""
    problem, text = lamp(
        tmp_path,
        (
            "      solution: [press]\n",
            "      solution: [press]\n    on: {init: [switch_on]}\n",
        ),
        ("cross: [switch, place]", "cross: [place, switch]"),
    )
    assert problem.code == "V405"
    assert place_of(problem) == spot(text, "    on:", "on")
    assert problem.task == "lamps:hall.on"


def test_v405_in_a_night(tmp_path: Path) -> None:
    """A deep window asks for nothing; without its word on that, all its tasks pass."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "conditions/start.yaml",
        (
            "longest_deep-0834:\n      do_nothing: passes\n",
            "longest_deep-0834:\n",
        ),
    )
    assert {problem.code for problem in found} == {"V405"}
    assert {place_of(problem) for problem in found} == {spot(text, "longest_deep-0834")}


def test_v406_silence_is_declared_to_pass_and_fails(tmp_path: Path) -> None:
    """The declaration is marked, and the first assert that fails is named."""
    problem, text = lamp(
        tmp_path, ("solution: [press]", "do_nothing: passes\n      solution: [press]")
    )
    assert problem.code == "V406"
    assert place_of(problem) == spot(text, "do_nothing: passes", "passes")
    assert problem.message == (
        "doing nothing is declared to pass lamps:off.hall, but at seed 1 `lit` fails: "
        "the lamp is dark at the end (and in 1 more task)"
    )


def test_v406_in_a_night(tmp_path: Path) -> None:
    """A calm window with REM asks for a sound."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "conditions/start.yaml",
        (
            'rem_onset-0607: {init: [jump_to: "06:07"]',
            'rem_onset-0607: {do_nothing: passes, init: [jump_to: "06:07"]',
        ),
    )
    assert {problem.code for problem in found} == {"V406"}
    place = spot(text, "rem_onset-0607: {do_nothing: passes", "passes")
    assert {place_of(problem) for problem in found} == {place}
    assert found[0].message.startswith(
        "doing nothing is declared to pass week5-night:rem_onset-0607.calm.vague, but "
        "at seed 1 timing is 0.0, below 0.75: no wish sound in REM"
    )


def test_v407_a_step_that_can_be_left_out_is_marked_where_it_is_planned(
    tmp_path: Path,
) -> None:
    """The second call presses after the end."""
    problem, text = lamp(
        tmp_path, ("solution: [press]", "solution: [press, press: {at: 9}]")
    )
    assert problem.code == "V407"
    assert place_of(problem) == spot(text, "[press, press: {at: 9}]", "press: {at: 9}")
    assert problem.message == (
        "the solution of lamps:off.hall, seed 1, passes without tick 9: press "
        "(and in 1 more task)"
    )


def test_v407_a_lone_step_that_does_nothing_needful(tmp_path: Path) -> None:
    """With one step, leaving it out is doing nothing."""
    problem, text = lamp(
        tmp_path,
        (
            "solution: [press]",
            "init: [switch_on]\n      do_nothing: passes\n"
            "      solution: [leave_alone, press: {at: 9}]",
        ),
    )
    assert problem.code == "V407"
    assert place_of(problem) == spot(text, "press: {at: 9}")


def test_v407_two_sounds_of_a_night_at_one_step(tmp_path: Path) -> None:
    """Both planners take the first undisturbed step of REM: the first is in vain."""
    found, text = night(
        tmp_path / "s",
        "week4",
        "conditions/night.yaml",
        (
            "[soft_sound_in_rem: {content: wish}]",
            "[soft_sound_in_rem: {content: wish}, soft_sound_in_rem: {seconds: 9}]",
        ),
    )
    assert [problem.code for problem in found] == ["V407"]
    assert place_of(found[0]) == spot(text, "soft_sound_in_rem: {content: wish}")
    assert "passes without step 0: voice (wish) at -36 dB" in found[0].message


def test_v408_an_assert_that_nothing_breaks(tmp_path: Path) -> None:
    """Neither a spoiled solution nor an agent presses so often in four ticks."""
    problem, text = lamp(tmp_path, ("[lit]", "[lit, at_most_presses: 4]"))
    assert problem.code == "V408"
    assert place_of(problem) == spot(text, "at_most_presses: 4")
    assert problem.message == (
        "no agent and no spoiled solution ever breaks `at_most_presses: {times: 4}` in "
        "suite lamps"
    )


def test_v408_is_none_where_an_agent_alone_breaks_the_assert(tmp_path: Path) -> None:
    """No mutant presses four times; the shipped `presser` does."""
    text = replaced(LAMP, [("[lit]", "[lit, at_most_presses: 3]")])
    assert proved(write(tmp_path, text)).problems == []


def test_v408_is_none_where_doing_nothing_breaks_the_assert(tmp_path: Path) -> None:
    """A world may have neither agents nor ways to spoil a solution."""
    world = Lamp()
    world.agents, world.mutants = (), {}
    assert proved(write(tmp_path, LAMP), world).problems == []


def test_v408_in_a_night(tmp_path: Path) -> None:
    """The phone refuses an eleventh sound, so at most 40 are no demand."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "suites/week5.yaml",
        ("own_words_only]", "own_words_only, at_most: {sounds: 40}]"),
    )
    assert [problem.code for problem in found] == ["V408"]
    assert place_of(found[0]) == spot(text, "at_most: {sounds: 40}")


def test_v409_a_part_with_nothing_to_score(tmp_path: Path) -> None:
    """Light can't be scored with the plug out: neither 0 nor 1."""
    problem, text = lamp(
        tmp_path,
        ("solution: [press]", "init: [unplug]\n      solution: [press]"),
        ("assert: [lit]", "assert: [dark]\n    score: {shining: 0.5}"),
    )
    assert problem.code == "V409"
    assert place_of(problem) == spot(text, "shining: 0.5", "0.5")
    assert problem.message == (
        "shining has nothing to score in lamps:off.hall, seed 1 (and in 1 more task)"
    )


def test_v411_an_init_argument_that_the_world_refuses(tmp_path: Path) -> None:
    """The argument is marked, not the call."""
    problem, text = lamp(tmp_path, ("room: attic", "room: cellar"))
    assert (problem.code, problem.help) == ("V411", "choose another room")
    assert place_of(problem) == spot(text, "room: cellar", "cellar")
    assert problem.message == "`room`: this house has no cellar"


def test_v411_a_planner_argument_that_the_world_refuses(tmp_path: Path) -> None:
    """Planners run on the opened episode; their arguments have places too."""
    problem, text = lamp(
        tmp_path, ("solution: [press]", "solution: [press_with: {fingers: 6}]")
    )
    assert problem.code == "V411"
    assert place_of(problem) == spot(text, "fingers: 6", "6")
    assert problem.message == (
        "`press_with`: a hand has 5 fingers, not 6 (and in 1 more task)"
    )


def test_v411_in_a_night(tmp_path: Path) -> None:
    """A clock outside the recording, and one that is none."""
    for clock, said in (
        ("03:00", "is not a time in the recording 'seed-night-synthetic'"),
        ("soon", "is not a clock time such as 09:41"),
    ):
        found, text = night(
            tmp_path / clock.replace(":", ""),
            "week4",
            "conditions/start.yaml",
            ('rem_onset-0653: {init: [jump_to: "06:53"]', _jump("0653", clock)),
        )
        assert [problem.code for problem in found] == ["V411"]
        assert place_of(found[0]) == spot(text, f'"{clock}"')
        assert said in found[0].message


def _jump(name: str, clock: str) -> str:
    return f'rem_onset-{name}: {{init: [jump_to: "{clock}"]'


def test_v412_an_init_call_that_asks_in_vain(tmp_path: Path) -> None:
    """It says how to leave such tasks out."""
    problem, text = lamp(tmp_path, ("[room: attic]", "[room: attic, socket: 3]"))
    assert problem.code == "V412"
    assert place_of(problem) == spot(text, "socket: 3")
    assert problem.message == "`socket: {number: 3}`: the room has 2 sockets, not 3"
    assert problem.help is not None
    assert "`absent: skip`" in problem.help


def test_v412_in_a_night(tmp_path: Path) -> None:
    """The built-in night has fewer than sixteen REM periods."""
    found, _ = night(
        tmp_path / "s", "real", "suites/real.yaml", ("    absent: skip\n", "")
    )
    assert {problem.code for problem in found} == {"V412"}
    text = (SPECS / "conditions" / "place.yaml").read_text(encoding="utf-8")
    assert place_of(found[-1]) == spot(text, "jump_to_rem: 16")
    assert found[-1].message.endswith("REM onsets, not 16 (and in 3 more tasks)")


def test_v413_points_at_the_init_call_after_which_nothing_begins(
    tmp_path: Path,
) -> None:
    """Not at the last one, which has nothing to do with it."""
    problem, text = lamp(
        tmp_path,
        ("solution: [press]", "init: [remove_bulb, loosen]\n      solution: [press]"),
    )
    assert problem.code == "V413"
    assert place_of(problem) == spot(text, "remove_bulb")
    assert problem.message == (
        "lamps:off.hall can't begin: there is no bulb (and in 1 more task)"
    )


def test_v413_without_any_init_call_points_at_the_suite(tmp_path: Path) -> None:
    """A seed at which no lamp is made: no call is to blame."""
    text = replaced(
        LAMP,
        [
            ("    hall: {init: [room: entrance hall]}", "    hall: {about: Plain.}"),
            ("    attic: {init: [room: attic]}\n", ""),
            ("held-out: 3", "held-out: 13"),
            ("assert: [lit]", 'assert: [lit]\n    brief: "Light!"'),
        ],
    )
    problem = only(proved(write(tmp_path, text)))
    assert problem.code == "V413"
    assert place_of(problem) == spot(text, "  lamps:", "lamps")
    assert "no lamp is made at seed 13" in problem.message


def test_v413_in_a_night(tmp_path: Path) -> None:
    """25 minutes of lying awake leave nothing of a window of 20."""
    found, text = night(
        tmp_path / "s",
        "week5",
        "conditions/night.yaml",
        ("lie_awake: {minutes: 5}", "lie_awake: {minutes: 25}"),
    )
    assert {problem.code for problem in found} == {"V413"}
    assert {place_of(problem) for problem in found} == {spot(text, "lie_awake")}
    assert "20 min leave no room for the recording beside 25 min" in found[0].message


def test_v413_of_a_suite_that_names_no_recording(tmp_path: Path) -> None:
    """Its first jump says so already; without a jump the suite is marked."""
    found, text = night(
        tmp_path / "s",
        "week4",
        "suites/week4.yaml",
        ("cross: [start, night]\n    only: [night: calm]\n", "cross: [theme]\n"),
        ("    rotate: [theme]\n", ""),
        ("      - recording: seed-night-synthetic\n", ""),
    )
    assert [problem.code for problem in found] == ["V413"]
    assert place_of(found[0]) == spot(text, "week4-night")
    assert "the setup names no recording" in found[0].message


def test_one_fault_does_not_hide_another(tmp_path: Path) -> None:
    """All findings of all tasks come in one run, and none that follows from another.

    That silence passes where the solution doesn't is no second fault of the solution.
    """
    text = replaced(
        LAMP, [("[room: attic]", "[room: attic, socket: 3]"), ("[lit]", "[dark]")]
    )
    result = proved(write(tmp_path, text))
    assert [p.code for p in in_order(result.problems)] == ["V412", "V403"]


# ---------------------------------------------------------------- the shipped specs


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """The shipped specs, proved with a cache of their own."""
    folder = tmp_path_factory.mktemp("shipped")
    nights_alone(folder / "specs")
    return folder, proved_nights(folder / "specs", cache=folder / "proofs.json")


def test_every_shipped_task_is_proved(shipped: tuple[Path, Result]) -> None:
    """28, 15 and 60 tasks; 20, 3 and 36 of them pass by doing nothing, as declared."""
    _, result = shipped
    assert result.problems == []
    counts = {
        name: (len(composition.drafts), _idle(result, name))
        for name, composition in result.compositions.items()
    }
    assert counts == {
        "week5-night": (28, 20),
        "week4-night": (15, 3),
        "real-night": (60, 36),
    }


def _idle(result: Result, suite: str) -> int:
    assert result.proofs is not None
    return sum(proof.passes_idle for proof in result.proofs[suite].values())


# ---------------------------------------------------------------- what it remembers


class Counting(NightFace):
    """The night, counting the plans that are carried out."""

    def __init__(self) -> None:
        self.replayed = 0

    def replay(self, episodes: Any, plans: Any) -> Any:
        self.replayed += len(plans)
        return super().replay(episodes, plans)


def test_a_second_run_replays_nothing(shipped: tuple[Path, Result]) -> None:
    """All verdicts, dead asserts among them, are known; the result is the same."""
    folder, first = shipped
    world = Counting()
    again = proved_nights(folder / "specs", world, folder / "proofs.json")
    assert world.replayed == 0
    assert again.proofs == first.proofs
    assert again.problems == []


def test_a_comment_proves_nothing_anew(shipped: tuple[Path, Result]) -> None:
    """What a spec says is hashed, not how it is written."""
    folder, _ = shipped
    path = folder / "specs" / "suites" / "week5.yaml"
    kept = path.read_text(encoding="utf-8")
    path.write_text("# a comment\n\n" + kept + "\n# more\n", encoding="utf-8")
    world = Counting()
    proved_nights(folder / "specs", world, folder / "proofs.json")
    path.write_text(kept, encoding="utf-8")
    assert world.replayed == 0


def remembered(
    folder: Path, *edits: tuple[str, str], world: Lamp | None = None
) -> tuple[Lamp, Result]:
    """Prove the lamp's specs with the folder's cache, after edits."""
    folder.mkdir(exist_ok=True)
    world = world or Lamp()
    paths = write(folder / "specs", replaced(LAMP, edits))
    return world, proved(paths, world, folder / "cache" / "proofs.json")


def test_findings_are_remembered_too(tmp_path: Path) -> None:
    """A fault is said again, at its place of now, without replaying anything."""
    spoiled = ("[lit]", "[lit, at_most_presses: 0]")
    _, first = remembered(tmp_path, spoiled)
    world, again = remembered(tmp_path, spoiled, ("suites:", "# moved down\nsuites:"))
    assert world.replayed == 0
    assert only(again).message == only(first).message
    assert where(only(again).place)[0] == where(only(first).place)[0] + 1


@pytest.mark.parametrize(
    "edit",
    [
        ("dev: 1-2", "dev: 1-2, more: 4"),
        ("solution: [press]", "solution: [press: {at: 1}]"),
        ("[lit]", "[lit, never_pressed_twice]"),
    ],
)
def test_another_seed_solution_or_assert_is_proved_anew(
    tmp_path: Path, edit: tuple[str, str]
) -> None:
    """What a proof rests on is its key."""
    remembered(tmp_path)
    world, _ = remembered(tmp_path, edit)
    assert world.replayed > 0


def test_one_changed_condition_proves_only_its_tasks(tmp_path: Path) -> None:
    """Half of the work of a first run."""
    world, _ = remembered(tmp_path)
    whole = world.replayed
    world, _ = remembered(tmp_path, ("room: attic", "room: loft"))
    assert world.replayed * 2 == whole


def test_another_assumption_is_proved_anew(tmp_path: Path) -> None:
    """Every task rests on the ticks."""
    world, _ = remembered(tmp_path)
    whole = world.replayed
    text = ASSUMPTIONS.replace("value: 4", "value: 5")
    (tmp_path / "specs" / "assumptions.yaml").write_text(text, encoding="utf-8")
    world = Lamp()
    proved([(tmp_path / "specs").as_posix()], world, tmp_path / "cache" / "proofs.json")
    assert world.replayed == whole


def test_equal_tasks_of_two_suites_are_proved_apart(tmp_path: Path) -> None:
    """Their names key what chance brings, so one's proof is not the other's."""
    world, _ = remembered(tmp_path / "one")
    suite = LAMP[LAMP.index("  lamps:") :]
    both, result = remembered(
        tmp_path / "two", (suite, suite + suite.replace("lamps", "lanterns"))
    )
    assert result.problems == []
    hashes = [task.hash for task in result.tasks]
    assert hashes[:2] == hashes[2:]
    assert both.replayed == 2 * world.replayed


def test_other_code_of_the_world_is_proved_anew(tmp_path: Path) -> None:
    """The same specs over a changed lamp."""
    world, _ = remembered(tmp_path)
    changed, _ = remembered(tmp_path, world=Lamp("2"))
    assert changed.replayed == world.replayed > 0


def test_other_code_of_the_proof_is_proved_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Verdicts of an older prover are not those of this one."""
    world, _ = remembered(tmp_path)
    monkeypatch.setattr(prover, "code", lambda: "another")
    changed, _ = remembered(tmp_path)
    assert changed.replayed == world.replayed > 0


def test_agents_act_again_only_when_their_code_changes(tmp_path: Path) -> None:
    """The search for dead asserts is remembered by the agents' code."""
    edit = ("[lit]", "[lit, at_most_presses: 3]")
    world, _ = remembered(tmp_path, edit)
    assert world.performed > 0
    again, _ = remembered(tmp_path, edit)
    assert again.performed == 0
    changed = Lamp()
    changed.agents_code = "b" * 64
    remembered(tmp_path, edit, world=changed)
    assert changed.performed == world.performed
    assert changed.replayed == 0


def test_the_cache_changes_no_byte_of_a_build(tmp_path: Path) -> None:
    """Cold, warm, gone or torn: the files of the build are equal."""

    def build(name: str) -> dict[str, bytes]:
        world, result = remembered(tmp_path)
        emit(result, {"lamp": world}, tmp_path / name)
        return {p.name: p.read_bytes() for p in sorted((tmp_path / name).iterdir())}

    cold = build("cold")
    cache = tmp_path / "cache" / "proofs.json"
    whole = cache.read_bytes()
    assert build("warm") == cold
    assert cache.read_bytes() == whole
    for number, torn in enumerate(
        (
            whole[: len(whole) // 2],
            whole.replace(b'"idle":false', b'"idle":true'),
            b"",
            b"null",
            b"[]",
            b'{"proofs": {}}',
            b'{"proofs": NaN, "sum": ""}',
            b"\xff\xfe",
            b"[" * 100_000,
        )
    ):
        cache.write_bytes(torn)
        assert build(f"torn-{number}") == cold
        assert cache.read_bytes() == whole
    cache.unlink()
    assert build("gone") == cold


def test_a_cache_that_cannot_be_written_costs_time_only(tmp_path: Path) -> None:
    """A file stands where its folder should be."""
    (tmp_path / "cache").write_text("in the way")
    _, result = remembered(tmp_path)
    assert result.problems == []
    world, _ = remembered(tmp_path)
    assert world.replayed > 0


def test_the_cache_forgets_what_is_not_asked_for_any_more(tmp_path: Path) -> None:
    """It grows no larger than what the specs hold."""
    remembered(tmp_path)
    cache = tmp_path / "cache" / "proofs.json"
    keys = set(json.loads(cache.read_bytes())["proofs"])
    remembered(tmp_path, ("room: attic", "room: loft"))
    later = set(json.loads(cache.read_bytes())["proofs"])
    assert len(later) == len(keys)
    assert len(later & keys) == len(keys) - 1


# ---------------------------------------------------------------- how it works


def test_proving_in_small_pieces_finds_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How many episodes run side by side decides nothing."""
    text = replaced(
        LAMP, [("[room: attic]", "[room: attic, socket: 3]"), ("[lit]", "[dark]")]
    )
    whole = proved(write(tmp_path, text))
    monkeypatch.setattr(prover, "LANES", 1)
    pieces = proved(write(tmp_path, text))
    assert pieces.problems == whole.problems
    assert pieces.proofs == whole.proofs


def test_progress_counts_every_task_once(tmp_path: Path) -> None:
    """Known or proved anew: the bar is full at the end."""
    paths = write(tmp_path / "specs", LAMP)

    def counted() -> int:
        kept = Cache(tmp_path / "proofs.json")
        done: list[int] = []
        compile_specs(
            paths,
            {"lamp": Lamp()},
            lambda drafts, world: prove(drafts, world, kept, done.append),
        )
        kept.save()
        return sum(done)

    assert (counted(), counted()) == (2, 2)
