"""What Inspect loads by entry point, on every `inspect` command: names alone."""

from .metrics import night_mean, pass_hat
from .scorers import gates, passed, quality, timing
from .solvers import SOLVERS, night_agent
from .tasks import night

__all__ = [
    "SOLVERS",
    "gates",
    "night",
    "night_agent",
    "night_mean",
    "pass_hat",
    "passed",
    "quality",
    "timing",
]
