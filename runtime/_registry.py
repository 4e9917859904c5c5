"""What Inspect loads by entry point, on every `inspect` command: names alone."""

from .calibrate import judge_holds, known_cases
from .judging import verdict_rates
from .metrics import facet_mean, pass_hat
from .scorers import captured, elicited, gates, handoff, passed, quality, timing
from .session_solvers import session_agent
from .solvers import SOLVERS, night_agent
from .talk_solvers import talk_agent
from .tasks import bedtime, calibration, morning, night, session, setup

__all__ = [
    "SOLVERS",
    "bedtime",
    "calibration",
    "captured",
    "elicited",
    "facet_mean",
    "gates",
    "handoff",
    "judge_holds",
    "known_cases",
    "morning",
    "night",
    "night_agent",
    "pass_hat",
    "passed",
    "quality",
    "session",
    "session_agent",
    "setup",
    "talk_agent",
    "timing",
    "verdict_rates",
]
