"""The agents without a model: when each acts, and what that gives on the suites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from paprika.compiler.compile import compile_specs
from paprika.compiler.suite import Task
from paprika.runtime.agents import rules
from paprika.runtime.agents.episode import AGENTS, run_episode
from paprika.runtime.agents.rules import RULES, Policy, planned
from paprika.runtime.night.face import open_task, play, timing, verdicts
from paprika.runtime.night.model import (
    Observation,
    PlannedStep,
    Play,
    StageName,
    Stop,
    Trace,
    Wait,
)
from paprika.runtime.night.recording import Stage
from paprika.runtime.worlds import WORLDS

from .nights_for_tests import SPECS

STAGES: dict[str, StageName] = {
    "W": "awake",
    "L": "light",
    "D": "deep",
    "R": "rem",
    "?": "none",
}


def observations(
    seen: str, wish: str = "the sea", own_words: tuple[str, ...] = ("warm waves",)
) -> Iterator[Observation]:
    """Give the observations of an episode from a letter a step."""
    run = 0
    for step, letter in enumerate(seen):
        run = run + 1 if step and letter == seen[step - 1] else 0
        yield Observation(
            step=step,
            clock="09:41:00",
            stage=STAGES[letter],
            confidence=None if letter == "?" else 0.9,
            signal_quality=0.0 if letter == "?" else 1.0,
            minutes_in_stage=run * 0.5,
            heart_bpm=58.0,
            heart_change_bpm=None,
            movement=0.05,
            wish=wish,
            own_words=own_words,
            mood=None,
            sounds=0,
            sound_seconds=0.0,
            playing=False,
            last_action="waited" if step else "",
            last_reaction="none",
            status="running",
        )


def cues(agent: str, seen: str) -> dict[int, Play]:
    """Give the sounds an agent asks for, by step."""
    policy = RULES[agent]()
    actions = [policy(observation) for observation in observations(seen)]
    return {i: action for i, action in enumerate(actions) if isinstance(action, Play)}


def steps(agent: str, seen: str) -> list[int]:
    return list(cues(agent, seen))


# ---------------------------------------------------------------- one agent each


def test_the_agents() -> None:
    """The oracle first; the others need no knowledge of the truth."""
    assert AGENTS == ("oracle", "wait", "fixed_timer", "rem_rule", "paprika_rule")


def test_wait_never_acts() -> None:
    """Whatever is seen."""
    assert steps("wait", "RRRRRRRRRRLLDW?" * 3) == []


def test_fixed_timer_plays_every_ten_steps_whatever_is_seen() -> None:
    """From step 0 on; awake, deep and without a reading too."""
    assert steps("fixed_timer", "W" * 10 + "D" * 10 + "?" * 10 + "R") == [0, 10, 20, 30]


def test_rem_rule_plays_at_the_seventh_step_of_rem() -> None:
    """Six full steps have been seen then; six are not enough."""
    assert steps("rem_rule", "LL" + "R" * 7) == [8]
    assert steps("rem_rule", "LL" + "R" * 6 + "L") == []


def test_rem_rule_plays_again_every_four_steps() -> None:
    """As long as REM goes on."""
    assert steps("rem_rule", "R" * 19) == [6, 10, 14, 18]


@pytest.mark.parametrize("gap", "?LWD")
def test_rem_rule_starts_anew_after_a_break_of_rem(gap: str) -> None:
    """A lost reading is one: the seventh step after it is the next."""
    assert steps("rem_rule", "R" * 8 + gap + "R" * 7) == [6, 15]
    assert steps("rem_rule", "R" * 6 + gap + "R" * 6) == []


def test_each_episode_has_an_agent_of_its_own() -> None:
    """Nothing is carried over from the episode before."""
    assert steps("rem_rule", "R" * 8) == steps("rem_rule", "R" * 8) == [6]


def test_rem_rule_whispers_every_time() -> None:
    """-30 dB, 10 s, the person's own words, by voice."""
    for cue in cues("rem_rule", "R" * 19).values():
        assert cue._replace(reason="") == Play(
            "voice", "wish", -30.0, 10.0, "warm waves"
        )
    assert cues("rem_rule", "R" * 7)[6].reason == "REM for 3 minutes"


def test_paprika_rule_rises_by_four_db_to_fourteen_below_full() -> None:
    """At the same steps as the REM rule, and never louder."""
    found = cues("paprika_rule", "R" * 31)
    assert [*found] == steps("rem_rule", "R" * 31)
    volumes = [cue.volume_db for cue in found.values()]
    assert volumes == [-30.0, -26.0, -22.0, -18.0, -14.0, -14.0, -14.0]


def test_paprika_rule_stays_loud_over_a_break() -> None:
    """The second REM begins where the first one ended, a step louder."""
    found = cues("paprika_rule", "R" * 7 + "?" + "R" * 7)
    assert [(step, cue.volume_db) for step, cue in found.items()] == [
        (6, -30.0),
        (14, -26.0),
    ]


def test_a_cue_says_the_wish_where_no_own_words_are_known() -> None:
    """The first of the own words otherwise."""
    [observation] = observations("R", own_words=())
    assert rules.wish_cue(observation, -30.0, "").words == "the sea"
    [observation] = observations("R", own_words=("salt", "waves"))
    assert rules.wish_cue(observation, -30.0, "").words == "salt"


def test_a_plan_is_carried_out_at_its_steps() -> None:
    """And it waits in between."""
    act = planned([PlannedStep(2, Stop("enough")), PlannedStep(0, Wait("look"))])
    actions = [act(observation) for observation in observations("RRR")]
    assert actions == [Wait("look"), Wait(), Stop("enough")]
    assert [type(action) for action in actions] == [Wait, Wait, Stop]


def test_no_rule_agent_looks_at_what_a_night_hides() -> None:
    """Equal observations, equal actions: the true night behind them is another."""
    task = tasks("week5-night")[0]
    for agent in RULES:
        night = open_task(task, 1)
        seen: list[Observation] = []
        trace = play(night, watched(RULES[agent](), seen))
        again = RULES[agent]()
        assert [again(observation) for observation in seen] == trace.actions


def watched(policy: Policy, seen: list[Observation]) -> Policy:
    def act(observation: Observation) -> Wait | Play | Stop:
        seen.append(observation)
        return policy(observation)

    return act


# ---------------------------------------------------------------- on the suites


@cache
def tasks(suite: str) -> tuple[Task, ...]:
    found = compile_specs([SPECS.as_posix()], WORLDS)
    return tuple(draft.task for draft in found.compositions[suite].drafts)


def seeds(task: Task) -> list[int]:
    return [seed for split in task.seeds.values() for seed in split]


def passes(task: Task, trace: Trace) -> bool:
    """Tell whether an episode clears the gates and the timing (code only)."""
    value = timing(trace).value
    assert value is not None
    gates = all(verdict.holds for _, verdict in verdicts(task, trace))
    return gates and value >= task.score["timing"]


@cache
def passed(agent: str, suite: str = "week5-night") -> dict[str, list[int]]:
    """Give how many seeds each task passes, by night type."""
    found: dict[str, list[int]] = {}
    for task in tasks(suite):
        count = sum(
            passes(task, run_episode(task, seed, agent)) for seed in seeds(task)
        )
        found.setdefault(task.conditions["night"], []).append(count)
    return found


def test_the_suites_have_eight_seeds() -> None:
    """Five to develop with, three held out."""
    for suite in ("week4-night", "week5-night"):
        for task in tasks(suite):
            assert task.seeds == {"dev": (1, 2, 3, 4, 5), "held-out": (6, 7, 8)}


@pytest.mark.parametrize("suite", ["week4-night", "week5-night", "real-night"])
def test_the_oracle_passes_every_task_at_every_seed(suite: str) -> None:
    """So none asks for what can't be done."""
    counts = passed("oracle", suite)
    assert all(count == 8 for of_night in counts.values() for count in of_night)
    assert sum(map(len, counts.values())) == len(tasks(suite))


def test_waiting_passes_where_silence_is_right() -> None:
    """3/7 of calm and stressed nights, all restless and broken ones, at every seed."""
    counts = passed("wait")
    assert {night: sorted(found) for night, found in counts.items()} == {
        "calm": [0, 0, 0, 0, 8, 8, 8],
        "restless": [8] * 7,
        "stressed": [0, 0, 0, 0, 8, 8, 8],
        "broken": [8] * 7,
    }


def test_the_rem_rule_plays_the_wish_on_restless_nights() -> None:
    """At most the three windows without REM are passed, at any seed."""
    for night in ("restless", "broken"):
        assert sum(passed("rem_rule")[night]) <= 3 * 8


def test_no_agent_that_is_blind_to_the_night_type_passes_as_the_oracle_does() -> None:
    """The suite tells agents apart: over all nights 28 x 8 are the oracle's alone."""
    totals = {agent: sum(map(sum, passed(agent).values())) for agent in AGENTS}
    assert totals["oracle"] == 224
    assert totals["wait"] == 160
    for agent in ("fixed_timer", "rem_rule", "paprika_rule"):
        assert totals[agent] < totals["wait"]


class Cues:
    """The cues of an agent on the week-4 suite."""

    def __init__(self, agent: str) -> None:
        self.tasks = len(tasks("week4-night"))
        self.by_seed: dict[int, list[tuple[Trace, int]]] = {}
        for task in tasks("week4-night"):
            for seed in seeds(task):
                trace = run_episode(task, seed, agent)
                self.by_seed.setdefault(seed, []).extend(
                    (trace, step)
                    for step, action in enumerate(trace.actions)
                    if isinstance(action, Play)
                )

    def mean(self, count: Callable[[Trace, int], bool]) -> float:
        """Give the mean number over the seeds of cues of which something is true."""
        return mean(
            sum(count(trace, step) for trace, step in found)
            for found in self.by_seed.values()
        )


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def any_cue(trace: Trace, step: int) -> bool:
    return True


def in_rem(trace: Trace, step: int) -> bool:
    return trace.true[step] == Stage.REM


def breaks_a_rule(trace: Trace, step: int) -> bool:
    """Tell whether one of the six rules is broken at a cue."""
    action = trace.actions[step]
    assert isinstance(action, Play)
    stopped = any(isinstance(before, Stop) for before in trace.actions[:step])
    silent = trace.seen[step] in (Stage.AWAKE, Stage.DEEP, Stage.NONE)
    foreign = action.words not in (*trace.night.own_words, trace.night.wish)
    return silent or action.volume_db > -12.0 or stopped or foreign


def test_the_fixed_timer_on_week_4() -> None:
    """4.0 cues a task, .61 of them in REM, 8.8 broken rules over fifteen tasks."""
    found = Cues("fixed_timer")
    cues_of_all = found.mean(any_cue)
    assert cues_of_all / found.tasks == 4.0
    assert found.mean(in_rem) / cues_of_all == pytest.approx(0.61, abs=0.03)
    assert found.mean(breaks_a_rule) == pytest.approx(8.8, abs=1.3)


def test_the_rem_rule_on_week_4() -> None:
    """3.69 cues a task, all of them in REM, and no broken rule."""
    found = Cues("rem_rule")
    cues_of_all = found.mean(any_cue)
    assert cues_of_all / found.tasks == pytest.approx(3.69, abs=0.20)
    assert found.mean(in_rem) == cues_of_all
    assert found.mean(breaks_a_rule) == 0


def test_the_asserts_of_week_4_are_its_six_rules() -> None:
    """A task's verdicts and the count over cues agree on who breaks any."""
    for task in tasks("week4-night"):
        for agent in ("fixed_timer", "rem_rule"):
            trace = run_episode(task, 1, agent)
            broken = any(
                breaks_a_rule(trace, step)
                for step, action in enumerate(trace.actions)
                if isinstance(action, Play)
            )
            holds = all(verdict.holds for _, verdict in verdicts(task, trace))
            assert holds is not broken
