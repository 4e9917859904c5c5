"""The set-up before sleep: the person holds the tools, the agent guides them.

Time moves one action of the agent a step. An opened `Setup` is a value; `SetupWorld`
plays one talk over it. Three modes: `default`; `no_user`, in which the agent holds
the tools and nobody answers; `oracle_plan`, in which the agent is given the plan.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paprika.compiler.vocabulary import BadValue
from paprika.runtime.talk import devices as hands
from paprika.runtime.talk.devices import Devices, Limits
from paprika.runtime.talk.model import (
    End,
    Mode,
    Presence,
    Say,
    Status,
    TalkAction,
    TalkObservation,
    TalkTrace,
    Turn,
    Use,
    Write,
)
from paprika.users import reports
from paprika.users.intent import Fault, Intent
from paprika.users.persona import Profile
from paprika.users.tools import DEVICE, TOOLS, Heard, Request, hear

ENGLISH = Profile()
"""The person of a task without one."""
PART_LOOKED_AT: Mapping[str, str] = {
    "headband_fit": "fit",
    "headband_battery": "battery",
    "headband": "pairing",
    "volume": "volume",
    "do_not_disturb": "do_not_disturb",
    "phone": "charging",
}


@dataclass(slots=True)
class Bedside:
    """What init functions write: the bedside of one task, before it is opened."""

    limits: Limits
    profile: Profile
    devices: Devices = field(default_factory=Devices)
    wish: str | None = None
    """What the person wants to dream of; the set-up makes no use of it."""
    own_words: tuple[str, ...] = ()
    mood: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The set-up of one (task, seed), ready to be played."""

    task: str
    seed: int
    limits: Limits
    profile: Profile
    devices: Devices

    def roll(self, turn: int, knob: str) -> float:
        """Give a number in [0, 1) that (task, seed, turn, knob) alone decide."""
        name = f"{self.task}\0{self.seed}\0{turn}\0{knob}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:6], "big") / 2.0**48


class Used(NamedTuple):
    """A tool that was used, by the person or by the agent itself."""

    tool: str
    arguments: Mapping[str, Any]
    before: Devices
    after: Devices
    turn: int
    """Turns said before it."""


@dataclass(slots=True)
class SetupTrace(TalkTrace):
    """What happened in one set-up. `talk` is the `Setup`."""

    uses: list[Used] = field(default_factory=list)
    """Every look and act that was carried out, in order of time."""
    requests: dict[int, tuple[Request, ...]] = field(default_factory=dict)
    """Index of an agent's turn -> what it asked for."""


def read_limits(value: Any) -> Limits:
    """Read the assumption `bedside`. Raises BadValue."""
    if not isinstance(value, Mapping) or value.keys() != set(Limits._fields):
        said = f"must be a mapping of {', '.join(Limits._fields)}"
        raise BadValue("bedside", said)
    for name, number in value.items():
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            said = f"`{name}` must be a whole number, not {number!r:.40}"
            raise BadValue("bedside", said, part=[name])
    limits = Limits(**value)
    if not limits.quietest_percent <= limits.loudest_percent <= hands.FULL:
        raise BadValue(
            "bedside", "the loudest volume lies below the quietest or above 100 percent"
        )
    if not limits.agent_turns:
        raise BadValue("bedside", "an agent without a turn", part=["agent_turns"])
    return limits


class SetupWorld:
    """One talk of the set-up.

    `reset` begins it; `step` carries the agent's action out and lets the scripted
    person answer. For other words: `begin` gives what the person does, `finish` takes
    how they say it. Stepping before `reset` or after the end raises RuntimeError, what
    is no action raises TypeError.

    The person follows one request a turn, the first. Patience wears with every turn
    that asks for nothing they can do, or for the same again while nothing changed;
    when it is out they leave. Every talk ends after `agent_turns` actions.
    """

    def __init__(
        self, setup: Setup, mode: Mode = "default", plan: Sequence[Use] = ()
    ) -> None:
        """Prepare the talk; `plan` is what `oracle_plan` gives the agent."""
        self._setup, self._mode = setup, mode
        self._plan = plan_in_words(plan) if mode == "oracle_plan" else ""
        self._trace: SetupTrace | None = None

    def reset(self) -> TalkObservation:
        """Begin: the person, where there is one, says that they are in bed."""
        here: Presence = "left" if self._mode == "no_user" else "here"
        self._trace = SetupTrace(self._setup, "running", here)
        self._devices = self._setup.devices
        self._thing = self._heard = self._result = ""
        self._worn = 0
        self._asked: set[tuple[Any, ...]] = set()
        self._intent: Intent | None = None
        if here == "here":
            words = self._pick(reports.OPENINGS[self._setup.profile.language])
            self._answer(Intent("opens", words=words), words)
        return self._observe()

    def step(self, action: TalkAction) -> TalkObservation:
        """Carry an action out; the scripted person answers."""
        intent = self.begin(action)
        return self.finish(intent.words if intent else "")

    def begin(self, action: TalkAction) -> Intent | None:
        """Carry an action out; give what the person does, None if nobody is asked.

        Words for the act `does` are to be the intent's own: a model that rewords a
        report could say what no device shows.
        """
        trace = self._begun("step")
        if trace.status != "running":
            raise RuntimeError("the talk is over")
        at = len(trace.turns)
        self._heard, self._intent = "", None
        self._result = self._carry_out(action, trace)
        trace.actions.append(action)
        trace.at.append(at)
        trace.results.append(self._result)
        return self._intent

    def finish(self, words: str = "", faults: Sequence[Fault] = ()) -> TalkObservation:
        """Say the person's words, where `begin` gave an intent; give what is seen."""
        trace = self._begun("finish")
        intent, self._intent = self._intent, None
        if intent is not None:
            self._answer(intent, words)
            trace.faults += [*intent.faults, *faults]
            if intent.ends:
                trace.person = "asleep" if intent.ends == "asleep" else "left"
                trace.status = "cut_off"
        if trace.status == "running" and not self._turns_left(trace):
            trace.status = "cut_off"
        return self._observe()

    def apply(self, step: Use) -> None:
        """Let the person use a tool of their own accord: a step of a plan."""
        self._use(step.tool, step.arguments)

    def trace(self) -> SetupTrace:
        """Give what has happened so far."""
        trace = self._begun("trace")
        trace.devices = hands.conditions(self._devices, self._setup.limits)
        return trace

    def _begun(self, what: str) -> SetupTrace:
        if self._trace is None:
            raise RuntimeError(f"{what} before reset")
        return self._trace

    # ------------------------------------------------------------ actions

    def _carry_out(self, action: TalkAction, trace: SetupTrace) -> str:
        if isinstance(action, Say | End):
            return self._say(action, trace)
        if isinstance(action, Use):
            if self._mode != "no_user":
                return "refused: the person holds the tools; ask them"
            why = hands.fault(action.tool, action.arguments)
            if why:
                return f"refused: {why}"
            return reports.report(self._use(action.tool, action.arguments), "en")
        if isinstance(action, Write):
            return "refused: the set-up leaves no note"
        return "refused: no such action"

    def _say(self, action: Say | End, trace: SetupTrace) -> str:
        if not isinstance(action.text, str):
            return "refused: words are a text"
        ends = isinstance(action, End)
        heard = hear(action.text, self._thing)
        if action.text or not ends:
            at = len(trace.turns)
            trace.turns.append(Turn(at, "agent", action.text))
            trace.requests[at] = heard.requests
        if ends:
            trace.status = "ended"
        elif trace.person == "here":
            self._thing = heard.thing
            self._intent = self._decide(heard)
        else:
            return "nobody is here to hear it"
        return ""

    def _use(
        self, tool: str, arguments: Mapping[str, Any]
    ) -> tuple[reports.Finding, ...]:
        before = self._devices
        limits = self._setup.limits
        self._devices, findings = hands.use(before, tool, arguments, limits)
        trace = self._begun("use")
        used = Used(tool, dict(arguments), before, self._devices, len(trace.turns))
        trace.uses.append(used)
        return findings

    # ------------------------------------------------------------ the person

    def _decide(self, heard: Heard) -> Intent:
        profile = self._setup.profile
        requests = heard.requests
        if not requests:
            self._worn += 1
            if self._worn >= profile.patience:
                return self._leave()
            if heard.small_talk:
                return Intent(
                    "chats", words=self._pick(reports.CHATS[profile.language])
                )
            unclear = self._own("unclear_answers", reports.UNCLEAR)
            why = "an order or question about a device that the person can't read"
            faults = (Fault("not_understood", why, False),) if heard.puzzling else ()
            return Intent("unclear", words=self._pick(unclear), faults=faults)
        request = self._settled(requests[0])
        again = request.tool, repr(sorted(request.arguments.items())), self._devices
        if again in self._asked:
            self._worn += 1
            if self._worn >= profile.patience:
                return self._leave()
        self._asked.add(again)
        findings = self._use(request.tool, request.arguments)
        if request.then is not None:
            findings += self._use(request.then.tool, request.then.arguments)
        said = [reports.report(findings, profile.language, self._pick)]
        if len(requests) > 1:
            said.append(self._pick(reports.ONE_AT_A_TIME[profile.language]))
        turn = len(self._begun("step").turns)
        if profile.asides and self._setup.roll(turn, "aside") < profile.aside_share:
            said.append(self._pick(profile.asides, "which aside"))
        return Intent("does", words=" ".join(said))

    def _settled(self, request: Request) -> Request:
        """Turn an act asked for under a condition that doesn't hold into a look."""
        tool, arguments = request.tool, request.arguments
        limits = self._setup.limits
        if not request.if_needed or tool not in hands.TOUCHES:
            return request
        if hands.needed(self._devices, tool, arguments, limits):
            return request
        at = PART_LOOKED_AT.get(hands.TOUCHES[tool])
        return Request(f"look_at_{DEVICE[tool]}", {"at": at} if at else {})

    def _leave(self) -> Intent:
        if self._setup.profile.leaves == "asleep":
            return Intent("silent", ends="asleep")
        words = self._pick(self._own("goodbyes", reports.GOODBYES))
        return Intent("says_goodbye", words=words, ends="goodbye")

    def _own(
        self, name: str, fallback: Mapping[str, tuple[str, ...]]
    ) -> tuple[str, ...]:
        """Give the profile's own words; those of its language where it brings none."""
        profile = self._setup.profile
        words: tuple[str, ...] = getattr(profile, name)
        if words == getattr(ENGLISH, name):
            return fallback.get(profile.language, words)
        return words

    def _pick(self, words: Sequence[str], knob: str = "words") -> str:
        roll = self._setup.roll(len(self._begun("step").turns), knob)
        return words[int(roll * len(words))]

    def _answer(self, intent: Intent, words: str) -> None:
        trace = self._begun("step")
        trace.intents[len(trace.turns)] = intent
        if words:
            trace.turns.append(Turn(len(trace.turns), "person", words))
        self._heard = words

    # ------------------------------------------------------------ what is seen

    def _turns_left(self, trace: SetupTrace) -> int:
        return self._setup.limits.agent_turns - len(trace.actions)

    def _observe(self) -> TalkObservation:
        trace = self._begun("step")
        return TalkObservation(
            phase="setup",
            turns=tuple(trace.turns),
            heard=self._heard,
            person=trace.person,
            turns_left=self._turns_left(trace),
            last_result=self._result,
            status=trace.status,
            tools=TOOLS if self._mode == "no_user" else (),
            plan=self._plan,
        )


def plan_in_words(plan: Sequence[Use]) -> str:
    """Say a plan as numbered lines, each as one would ask the person for it."""
    return "\n".join(
        f"{number}. {reports.in_words(step.tool, step.arguments)}"
        for number, step in enumerate(plan, start=1)
    )


__all__ = [
    "Bedside",
    "Setup",
    "SetupTrace",
    "SetupWorld",
    "Status",
    "Used",
    "plan_in_words",
    "read_limits",
]
