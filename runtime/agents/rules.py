"""Agents without a model: each a small policy, observation -> action.

They see an `Observation` and nothing else. `planned` alone carries out a plan
that was made with knowledge of the truth; it is the oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from paprika.runtime.night.model import Action, Observation, PlannedStep, Play, Wait

Policy = Callable[[Observation], Action]
"""What every agent is: called once a step, in order, from the first observation."""

WHISPER_DB = -30.0
"""The softest anchor of the waking table."""
CUE_SECONDS = 10.0
TIMER_STEPS = 10
"""Five minutes."""
REM_MINUTES = 3.0
"""Six full steps of REM before the first sound."""
GAP_STEPS = 4
"""Two minutes between sounds."""
RISE_DB = 4.0
LOUDEST_DB = -14.0


def wish_cue(observation: Observation, volume_db: float, reason: str) -> Play:
    """Give the wish as a whisper, in the person's own words."""
    words = observation.own_words[0] if observation.own_words else observation.wish
    return Play("voice", "wish", volume_db, CUE_SECONDS, words, reason)


# Where no wish was handed on there is none to play.


def wait(observation: Observation) -> Action:
    """Never act."""
    return Wait()


def fixed_timer(observation: Observation) -> Action:
    """Play the wish at step 0 and every five minutes, whatever the sleeper does."""
    if observation.step % TIMER_STEPS or not observation.wish:
        return Wait()
    return wish_cue(observation, WHISPER_DB, "five minutes have passed")


@dataclass(slots=True)
class RemRule:
    """Play the wish once REM was seen for six full steps, then every two minutes.

    A lost reading restarts the clock. Each sound is `rise_db` louder than the one
    before, up to `LOUDEST_DB`.
    """

    rise_db: float = 0.0
    sounds: int = 0
    next_step: int = 0

    def __call__(self, observation: Observation) -> Action:
        """Choose the action of this step."""
        if observation.stage != "rem" or observation.minutes_in_stage < REM_MINUTES:
            return Wait()
        if observation.step < self.next_step or not observation.wish:
            return Wait()
        volume_db = min(WHISPER_DB + self.rise_db * self.sounds, LOUDEST_DB)
        self.sounds += 1
        self.next_step = observation.step + GAP_STEPS
        minutes = f"{observation.minutes_in_stage:g}"
        return wish_cue(observation, volume_db, f"REM for {minutes} minutes")


def paprika_rule() -> Policy:
    """Give the REM rule with rising volume."""
    return RemRule(rise_db=RISE_DB)


def planned(plan: Sequence[PlannedStep]) -> Policy:
    """Carry a plan out: each action at its step, else wait."""
    actions = dict(plan)

    def act(observation: Observation) -> Action:
        return actions.get(observation.step, Wait())

    return act


RULES: Mapping[str, Callable[[], Policy]] = {
    "wait": lambda: wait,
    "fixed_timer": lambda: fixed_timer,
    "rem_rule": RemRule,
    "paprika_rule": paprika_rule,
}
"""Agents that need no knowledge of the truth, by name."""
