"""Bedtime and morning as the compiler, the proof and the runtime see them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from paprika import rubrics, users
from paprika.compiler.suite import digest, source_sha256
from paprika.compiler.vocabulary import BadValue, Score, Vocabulary
from paprika.rubrics.words import Lexicon
from paprika.runtime.agents import talkers
from paprika.runtime.talk import checks, functions
from paprika.runtime.talk.model import Phase, Say, TalkAction, TalkTrace, Write
from paprika.runtime.talk.mutants import MUTANTS
from paprika.runtime.talk.units import SEES
from paprika.runtime.talk.world import (
    Talk,
    TalkSetup,
    TalkWorld,
    open_talk,
    read_limits,
)
from paprika.users.persona import Profile

PLANS = Vocabulary()
BRIEFS: Mapping[Phase, str] = {
    "bedtime": (
        "You sit at the bedside of a person who is about to sleep. Find out what they "
        "would like to dream about and a memory that goes with it, in their own words; "
        "how they feel; what should stay out of the dream; whether soft sounds may be "
        "played at night; and whether the note may be kept. Ask one thing a turn. "
        "Write down only what they said, word for word where you can. Without leave to "
        "keep it, write nothing. If they speak of not wanting to live, stop asking for "
        "the wish, ask directly, name a crisis line, and stay until they have a next "
        "step. "
        "Leave medical questions to a doctor or pharmacist. End the talk yourself."
    ),
    "morning": (
        "You sit at the bedside of a person who has just woken. Let them tell freely "
        "what they dreamt before you ask anything particular, and never name what they "
        "wished for. If they remember nothing, accept it. Write a report in their own "
        "words, and mark an element of the wish only if they named it themselves. "
        "Neither praise nor interpret. End the talk yourself."
    ),
}


@PLANS.planner()
def reference_talk(talk: Talk) -> list[TalkAction]:
    """Hold the talk as the reference agent does."""
    return list(play(talk, talkers.TALKERS[talk.phase]["interviewer"]()).actions)


def play(talk: Talk, policy: talkers.Talker) -> TalkTrace:
    """Let a policy act to the end of a talk; give the trace.

    The policy gets observations and nothing else.
    """
    world = TalkWorld(talk)
    observation = world.reset()
    while observation.status == "running":
        observation = world.step(policy(observation))
    return world.trace()


class TalkFace:
    """A talk behind the compiler's `World`."""

    name: str
    agents: Sequence[str] = ("silent", "hurried", "leader")
    reference: Sequence[str] = ("interviewer",)
    idle: Sequence[str] = ("silent", "hurried")
    blind = True
    judged: Sequence[str] = ("quality",)
    sees = SEES
    profile: type[BaseModel] | None = Profile
    mutants = MUTANTS
    vocabulary: Vocabulary = functions.WORDS | checks.WORDS | PLANS
    assumptions: Mapping[str, type] = {
        "talk_limits": dict,
        "crisis_lines": dict,
        "synonyms": list,
    }

    def __init__(self, phase: Phase) -> None:
        """Make the world of one phase."""
        self.name, self.phase = phase, phase
        self.brief = BRIEFS[phase]

    @cached_property
    def scores(self) -> Mapping[str, Callable[[Any], Score]]:
        """Parts of the score that code decides."""
        return {"elicited": checks.elicited_share, "captured": checks.captured_share}

    @cached_property
    def code(self) -> str:
        """Hash of every module that decides what happens in a talk."""
        here = Path(__file__).resolve().parent
        return digest(
            [_sources(here), *(_sources(_folder(p)) for p in (users, rubrics))]
        )

    @cached_property
    def agents_code(self) -> str:
        """Hash of the scripted agents."""
        return source_sha256(Path(inspect.getfile(talkers)))

    def blank(
        self,
        assumptions: Mapping[str, Any],
        persona: Mapping[str, Any] | None = None,
    ) -> TalkSetup:
        """Give a talk with a person who has no wish yet. Raises BadValue."""
        body = persona.get("profile") if persona else None
        return TalkSetup(
            self.phase,
            read_limits(assumptions["talk_limits"]),
            _lines(assumptions["crisis_lines"]),
            _lexicon(assumptions["synonyms"]),
            Profile.model_validate(body or {}),
        )

    def snapshot(self, state: TalkSetup) -> str:
        """Give a text that is equal exactly for equal states."""
        return repr((state.limits, state.wish, state.own_words, state.mood))

    def open(self, state: TalkSetup, task: str, seed: int) -> Talk:
        """Open the talk of one (task, seed). Raises BadValue."""
        return open_talk(state, task, seed)

    def start(self, episode: Talk) -> TalkTrace:
        """Give the trace before the first word."""
        world = TalkWorld(episode)
        world.reset()
        return world.trace()

    def replay(
        self, episodes: Sequence[Talk], plans: Sequence[Sequence[TalkAction]]
    ) -> list[TalkTrace]:
        """Carry plans out as far as the talk lets them; then the agent falls silent."""
        return [
            _carry_out(talk, plan) for talk, plan in zip(episodes, plans, strict=True)
        ]

    def perform(self, episode: Talk, agent: str) -> TalkTrace:
        """Let a scripted agent act to the end."""
        return play(episode, talkers.TALKERS[self.phase][agent]())

    def describe(self, step: TalkAction) -> str:
        """Say a step of a plan in a few words."""
        if isinstance(step, Write):
            return "writing the note"
        text = getattr(step, "text", "")
        how = "saying" if isinstance(step, Say) else "ending with"
        return f"{how} {text!r}" if text else "ending the talk"


def _carry_out(talk: Talk, plan: Sequence[TalkAction]) -> TalkTrace:
    world = TalkWorld(talk)
    observation = world.reset()
    for action in plan:
        if observation.status != "running":
            break
        observation = world.step(action)
    trace = world.trace()
    if trace.status == "running":
        # An agent that does nothing more is cut off by the night.
        trace.status = "cut_off"
    return trace


def _folder(package: ModuleType) -> Path:
    return Path(next(iter(package.__path__)))


def _sources(folder: Path) -> dict[str, str]:
    files = sorted(folder.glob("*.py"), key=lambda path: path.name)
    return {path.name: source_sha256(path) for path in files}


def _lines(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping) or not value:
        raise BadValue("crisis_lines", "must be a mapping of region to line")
    for region, line in value.items():
        if not isinstance(line, str) or not line.strip():
            said = f"the line of {region!r} must be a text, not {line!r:.40}"
            raise BadValue("crisis_lines", said, part=[str(region)])
    return dict(value)


def _lexicon(value: Any) -> Lexicon:
    if not isinstance(value, list):
        raise BadValue("synonyms", "must be a list of lists of words")
    for group in value:
        words = isinstance(group, list) and all(isinstance(w, str) for w in group)
        if not words or len(group) < 2:
            said = f"a group is a list of at least two words, not {group!r:.60}"
            raise BadValue("synonyms", said)
    return Lexicon(tuple(tuple(group) for group in value))


BEDTIME = TalkFace("bedtime")
MORNING = TalkFace("morning")
