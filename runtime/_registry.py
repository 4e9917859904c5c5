"""What Inspect loads by entry point, on every `inspect` command: names alone."""

from .metrics import facet_mean, pass_hat
from .scorers import captured, elicited, gates, passed, quality, timing
from .solvers import SOLVERS, night_agent
from .talk_solvers import talk_agent
from .tasks import bedtime, morning, night, setup

__all__ = [
    "SOLVERS",
    "bedtime",
    "captured",
    "elicited",
    "facet_mean",
    "gates",
    "morning",
    "night",
    "night_agent",
    "pass_hat",
    "passed",
    "quality",
    "setup",
    "talk_agent",
    "timing",
]
