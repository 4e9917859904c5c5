"""Replays every task and shows that it can be solved, missed and told apart.

For each task and seed: init takes effect and `expect` holds; the reference
solution makes every assert and every scored part hold; doing nothing passes or
fails as declared; no step of the solution can be left out, but in worlds whose
solution can't know what is hidden; shipped reference agents pass, and idle ones
don't. Over a suite: no assert is dead. Needs no model, and knows no world: it works on
any `World`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from paprika.compiler.compose import Draft
from paprika.compiler.problems import Problem
from paprika.compiler.suite import Call, Task, digest, source_sha256
from paprika.compiler.vocabulary import Absent, BadValue, Score, Verdict, World
from paprika.runtime.proof import Cache, Finding, TaskProof, task_problems

LANES = 2048
"""Episodes replayed at once: enough to be fast, few enough to stay small."""

Progress = Callable[[int], None]


def prove(
    drafts: Sequence[Draft],
    world: World,
    cache: Cache,
    progress: Progress = lambda done: None,
) -> tuple[dict[str, TaskProof], list[Problem]]:
    """Prove all tasks of one suite; give each task's proof and the problems.

    `progress` is told how many tasks are done since the last call.
    """
    proofs: dict[str, TaskProof] = {}
    fresh: list[Draft] = []
    for draft in drafts:
        known = cache.get(_task_key(draft.task, world))
        if known is None:
            fresh.append(draft)
        else:
            proofs[draft.task.id] = TaskProof.from_json(known)
            progress(1)
    for chunk in _chunks(fresh):
        for draft, proof in zip(chunk, _prove_chunk(chunk, world), strict=True):
            proofs[draft.task.id] = proof
            cache.put(_task_key(draft.task, world), proof.as_json())
        progress(len(chunk))
    problems = task_problems(drafts, proofs)
    if not problems:
        problems += _dead_asserts(drafts, proofs, world, cache)
    return proofs, problems


def _task_key(task: Task, world: World) -> str:
    # The key names rolls, so two tasks with one body still differ.
    return digest([task.key, task.hash, world.code, code()])


@cache
def code() -> str:
    """Hash of the proof's own code: what an older one found may not hold."""
    here = Path(__file__)
    return digest([source_sha256(here), source_sha256(here.with_name("proof.py"))])


def _chunks(drafts: Sequence[Draft]) -> Iterator[Sequence[Draft]]:
    """Cut into pieces of about LANES episodes, a seed and a variant each."""
    start = lanes = 0
    for index, draft in enumerate(drafts):
        lanes += 12 * sum(map(len, draft.task.seeds.values()))
        if lanes >= LANES:
            yield drafts[start : index + 1]
            start, lanes = index + 1, 0
    if start < len(drafts):
        yield drafts[start:]


# ---------------------------------------------------------------- one chunk


@dataclass(slots=True)
class _Trial:
    """One (task, seed) with the plans tried on it and what came of them."""

    seed: int
    episode: Any
    plan: list[Any]
    planners: list[int]
    """For each step of the plan, which call of the solution planned it."""
    plans: dict[str, list[Any]]
    traces: dict[str, Any] = field(default_factory=dict)


def _prove_chunk(drafts: Sequence[Draft], world: World) -> list[TaskProof]:
    proofs = [TaskProof() for _ in drafts]
    trials = [
        _open(draft.task, world, proof)
        for draft, proof in zip(drafts, proofs, strict=True)
    ]
    lanes = [
        (trial, name, plan)
        for of_task in trials
        for trial in of_task
        for name, plan in trial.plans.items()
    ]
    traces = world.replay(
        [trial.episode for trial, _, _ in lanes], [plan for _, _, plan in lanes]
    )
    for (trial, name, _), trace in zip(lanes, traces, strict=True):
        trial.traces[name] = trace
    for draft, proof, of_task in zip(drafts, proofs, trials, strict=True):
        if of_task:
            _judge(draft.task, of_task, world, proof)
    return proofs


def _open(task: Task, world: World, proof: TaskProof) -> list[_Trial]:
    """Initialise a task for all its seeds and make the plans to try."""
    state = _initialise(task, world, proof)
    if state is None:
        return []
    trials: list[_Trial] = []
    for seed in _seeds(task):
        try:
            episode = world.open(state, task.key, seed)
        except BadValue as error:
            proof.findings.append(
                Finding(
                    "V413",
                    "init",
                    _culprit(task, world, seed),
                    f"{task.key} can't begin: {error.message}",
                    error.help or "mend the init calls that lead to this",
                )
            )
            return []
        start = world.start(episode)
        for index, call in enumerate(task.expect):
            verdict: Verdict = _run(world, "check", call, start)
            if not verdict.holds and not _found(proof, "V402", index):
                proof.findings.append(
                    Finding(
                        "V402",
                        "expect",
                        index,
                        f"`{_say(call)}` doesn't hold right after init in "
                        f"{task.key}, seed {seed}: {verdict.why}",
                        "the condition doesn't take effect as it says; "
                        "mend its init or its expect",
                    )
                )
        planned = _plan(task, episode, world, proof)
        if planned is None:
            return []
        # Where all seeds ask for the same talk, one of them shows what breaks asserts.
        spoiled = not (world.blind and trials)
        plans = _variants(world, episode, planned[0], spoiled)
        trials.append(_Trial(seed, episode, *planned, plans))
    return [] if proof.findings else trials


def _culprit(task: Task, world: World, seed: int) -> int:
    """Give the init call after which the task can't be opened any more.

    -1 where it never could be.
    """
    state = world.blank(task.assumptions, task.persona)
    opens, culprit = _opens(state, task, world, seed), -1
    for index, call in enumerate(task.init):
        _run(world, "init", call, state)
        before, opens = opens, _opens(state, task, world, seed)
        if before and not opens:
            culprit = index
    return culprit


def _opens(state: Any, task: Task, world: World, seed: int) -> bool:
    try:
        world.open(state, task.key, seed)
    except BadValue:
        return False
    return True


def _initialise(task: Task, world: World, proof: TaskProof) -> Any:
    state = world.blank(task.assumptions, task.persona)
    before = world.snapshot(state)
    for index, call in enumerate(task.init):
        try:
            _run(world, "init", call, state)
        except (Absent, BadValue) as error:
            proof.findings.append(_refusal("init", index, call, error))
            return None
        now = world.snapshot(state)
        if now == before:
            proof.findings.append(
                Finding(
                    "V401",
                    "init",
                    index,
                    f"`{_say(call)}` changes nothing in {task.key}",
                    "take it out, or give it a value that differs from the default",
                )
            )
            return None
        before = now
    return state


def _refusal(slot: str, index: int, call: Call, error: Exception) -> Finding:
    if isinstance(error, BadValue):
        return Finding(
            "V411",
            slot,
            index,
            f"`{call.name}`: {error.message}",
            error.help or "",
            error.argument,
        )
    return Finding(
        "V412",
        slot,
        index,
        f"`{_say(call)}`: {error}",
        "take the task out, or say `absent: skip` in the suite to leave such tasks out",
    )


def _plan(
    task: Task, episode: Any, world: World, proof: TaskProof
) -> tuple[list[Any], list[int]] | None:
    """Give the steps of the solution and the call that planned each; None if bad."""
    steps: list[Any] = []
    planners: list[int] = []
    for index, call in enumerate(task.solution):
        try:
            found = _run(world, "planner", call, episode)
        except (Absent, BadValue) as error:
            proof.findings.append(_refusal("solution", index, call, error))
            return None
        steps += found
        planners += [index] * len(found)
    return steps, planners


def _variants(
    world: World, episode: Any, plan: list[Any], spoiled: bool
) -> dict[str, list[Any]]:
    """Give the plans to try: nothing, the solution, one step less, spoiled ones."""
    plans: dict[str, list[Any]] = {"nothing": [], "solution": plan}
    if len(plan) > 1 and not world.blind:
        # With one step, leaving it out is doing nothing.
        for left_out in range(len(plan)):
            plans[f"without {left_out}"] = plan[:left_out] + plan[left_out + 1 :]
    for name, spoil in world.mutants.items() if spoiled else ():
        plans[f"mutant {name}"] = spoil(episode, plan)
    if not plan:
        del plans["solution"]
    return plans


def _judge(
    task: Task, trials: Sequence[_Trial], world: World, proof: TaskProof
) -> None:
    passing = []
    for trial in trials:
        nothing = _Outcome(task, trial.traces["nothing"], world)
        solved = (
            _Outcome(task, trial.traces["solution"], world) if trial.plan else nothing
        )
        passing.append(nothing.passes)
        proof.broken |= nothing.failed
        for name, trace in trial.traces.items():
            if name.startswith("mutant"):
                proof.broken |= _Outcome(task, trace, world).failed
        _judge_solution(task, trial, solved, proof)
        for agent in world.reference if solved.passes else ():
            _judge_reference(task, trial, agent, world, proof)
        for agent in world.idle if task.do_nothing == "fails" else ():
            _judge_idler(task, trial, agent, world, proof)
        if solved.passes and not world.blind:
            _judge_steps(task, trial, nothing, world, proof)
    proof.passes_idle = all(passing)
    if not proof.findings:
        _judge_idle(task, trials, passing, world, proof)


class _Outcome:
    """Asserts and code-scored parts over one trace."""

    def __init__(self, task: Task, trace: Any, world: World) -> None:
        self.verdicts: list[Verdict] = [
            _run(world, "check", call, trace) for call in task.asserts
        ]
        self.scores: dict[str, tuple[Score, float]] = {
            part: (world.scores[part](trace), bar)
            for part, bar in task.score.items()
            if part in world.scores
        }

    @property
    def failed(self) -> set[int]:
        return {i for i, verdict in enumerate(self.verdicts) if not verdict.holds}

    @property
    def passes(self) -> bool:
        return not self.failed and all(
            score.value is not None and score.value >= bar
            for score, bar in self.scores.values()
        )

    def first_failure(self, task: Task) -> str:
        for call, verdict in zip(task.asserts, self.verdicts, strict=True):
            if not verdict.holds:
                return f"`{_say(call)}` fails: {verdict.why}"
        for part, (score, bar) in self.scores.items():
            if score.value is None or score.value < bar:
                return f"{part} is {score.value}, below {bar:g}: {score.why}"
        return ""


def _judge_solution(
    task: Task, trial: _Trial, solved: _Outcome, proof: TaskProof
) -> None:
    where = f"{task.key}, seed {trial.seed}"
    for index in sorted(solved.failed):
        if not _found(proof, "V403", index):
            verdict = solved.verdicts[index]
            proof.findings.append(
                Finding(
                    "V403",
                    "assert",
                    index,
                    f"the reference solution fails `{_say(task.asserts[index])}` in "
                    f"{where}: {verdict.why}",
                    "mend the solution, or the assert that no agent can meet",
                )
            )
    for part, (score, bar) in solved.scores.items():
        if score.value is None:
            code, said = "V409", f"{part} has nothing to score in {where}"
            help = "take the part out of `score`, or give the task something to score"
        elif score.value < bar and not solved.failed:
            # What fails an assert, such as a refused sound, spoils the score too.
            code = "V404"
            below = f"{score.value:.2f} in {where}, below the bar {bar:g}: {score.why}"
            if task.solution:
                said = f"the reference solution scores {part} {below}"
                help = "mend the solution, or lower the bar"
            else:
                said = (
                    f"no condition has a `solution`, and silence scores {part} {below}"
                )
                help = "write under `solution` what an ideal agent does"
        else:
            continue
        if not any(f.code == code and f.argument == part for f in proof.findings):
            proof.findings.append(Finding(code, "score", 0, said, help, part))


def _judge_reference(
    task: Task, trial: _Trial, agent: str, world: World, proof: TaskProof
) -> None:
    """Report a task that an agent shipped as the reference doesn't pass."""
    outcome = _Outcome(task, world.perform(trial.episode, agent), world)
    if not outcome.passes and not _found(proof, "V414", -1):
        proof.findings.append(
            Finding(
                "V414",
                "reference",
                -1,
                f"the agent {agent!r} should pass every task, but in {task.key}, seed "
                f"{trial.seed}, {outcome.first_failure(task)}",
                "mend what no honest agent can meet, or the agent",
            )
        )


def _judge_idler(
    task: Task, trial: _Trial, agent: str, world: World, proof: TaskProof
) -> None:
    """Report a task that an agent passes which does next to nothing."""
    outcome = _Outcome(task, world.perform(trial.episode, agent), world)
    if outcome.passes and not _found(proof, "V415", -1):
        proof.findings.append(
            Finding(
                "V415",
                "idle",
                -1,
                f"the agent {agent!r} does next to nothing, and passes {task.key} at "
                f"seed {trial.seed}",
                "assert what an agent must do there, such as what it asks for",
            )
        )


def _judge_steps(
    task: Task, trial: _Trial, nothing: _Outcome, world: World, proof: TaskProof
) -> None:
    """Report steps of the solution that can be left out."""
    for left_out, step in enumerate(trial.plan):
        if len(trial.plan) == 1:
            spare = nothing.passes
        else:
            trace = trial.traces[f"without {left_out}"]
            spare = _Outcome(task, trace, world).passes
        if spare and not any(f.code == "V407" for f in proof.findings):
            proof.findings.append(
                Finding(
                    "V407",
                    "solution",
                    trial.planners[left_out],
                    f"the solution of {task.key}, seed {trial.seed}, passes without "
                    f"{world.describe(step)}",
                    "leave the step out, or assert what it is for",
                )
            )


def _judge_idle(
    task: Task,
    trials: Sequence[_Trial],
    passing: Sequence[bool],
    world: World,
    proof: TaskProof,
) -> None:
    if task.do_nothing == "passes" and not all(passing):
        trial = trials[passing.index(False)]
        outcome = _Outcome(task, trial.traces["nothing"], world)
        proof.findings.append(
            Finding(
                "V406",
                "do_nothing",
                0,
                f"doing nothing is declared to pass {task.key}, but at seed "
                f"{trial.seed} {outcome.first_failure(task)}",
                "take `do_nothing: passes` away, or mend what fails",
            )
        )
    elif task.do_nothing == "fails" and any(passing):
        seed = trials[passing.index(True)].seed
        proof.findings.append(
            Finding(
                "V405",
                "do_nothing",
                0,
                f"doing nothing passes {task.key} at seed {seed}, and no condition "
                "of it declares that",
                "declare `do_nothing: passes` in the condition that makes silence "
                "right, or assert what the agent must do",
            )
        )


# ---------------------------------------------------------------- a whole suite


def _dead_asserts(
    drafts: Sequence[Draft],
    proofs: Mapping[str, TaskProof],
    world: World,
    cache: Cache,
) -> list[Problem]:
    """Report asserts that nothing in the whole suite can break."""
    carriers: dict[tuple[str, tuple[str | int, ...]], list[tuple[Draft, int]]] = {}
    alive: set[tuple[str, tuple[str | int, ...]]] = set()
    for draft in drafts:
        broken = proofs[draft.task.id].broken
        for index in range(len(draft.task.asserts)):
            spec = draft.writer("assert", index)
            key = (spec.source.path, spec.loc)
            carriers.setdefault(key, []).append((draft, index))
            if index in broken:
                alive.add(key)
    problems = []
    for key, where in carriers.items():
        if key not in alive and not _agent_breaks(where, world, cache):
            draft, index = where[0]
            call = draft.task.asserts[index]
            problems.append(
                Problem(
                    "V408",
                    f"no agent and no spoiled solution ever breaks `{_say(call)}` in "
                    f"suite {draft.task.suite}",
                    draft.writer("assert", index).place(),
                    "take it out, or make it say something that can fail",
                )
            )
    return problems


def _agent_breaks(
    where: Sequence[tuple[Draft, int]], world: World, cache: Cache
) -> bool:
    keys = [(_task_key(draft.task, world), index) for draft, index in where]
    key = digest(["agents", world.agents_code, keys])
    known = cache.get(key)
    if known is None:
        known = any(_breaks(draft.task, index, world) for draft, index in where)
        cache.put(key, known)
    return bool(known)


def _breaks(task: Task, index: int, world: World) -> bool:
    call = task.asserts[index]
    state = _initialise(task, world, TaskProof())
    return any(
        not _run(
            world,
            "check",
            call,
            world.perform(world.open(state, task.key, seed), agent),
        ).holds
        for seed in _seeds(task)
        for agent in world.agents
    )


# ---------------------------------------------------------------- small things


def _run(world: World, kind: Any, call: Call, target: Any) -> Any:
    function = world.vocabulary.find(kind, call.name)
    if function is None:
        raise LookupError(f"{world.name} has no {kind} function {call.name!r}")
    return function.run(target, **call.arguments)


def _seeds(task: Task) -> list[int]:
    return [seed for seeds in task.seeds.values() for seed in seeds]


def _found(proof: TaskProof, code: str, nth: int) -> bool:
    return any(f.code == code and f.nth == nth for f in proof.findings)


def _say(call: Call) -> str:
    """Say a call as YAML would."""
    given = {key: value for key, value in call.arguments.items() if value is not None}
    if not given:
        return call.name
    inside = ", ".join(f"{key}: {value}" for key, value in given.items())
    return f"{call.name}: {{{inside}}}"
