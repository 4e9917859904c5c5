"""What init functions write: the night of one task, before it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .constants import ASSUMPTIONS, NightConstants
from .recording import Recording

__all__ = ["ASSUMPTIONS", "AfterWaking", "AsksFor", "NightConstants", "Setup"]

AfterWaking = Literal["resume", "end", "lose_rem"]
AsksFor = Literal["wish", "neutral", "silence"]


@dataclass(slots=True)
class Setup:
    """The night of one task. None means not set, and gives the default.

    It is mutable for init functions; `open_night` only reads it.
    """

    constants: NightConstants
    recording: Recording | None = None
    start_step: int | None = None
    """Step of the recording at which the episode begins; 0 by default."""
    steps: int = 40
    """Length of the episode; cut at the end of the recording."""
    recorded_steps: int | None = None
    """Most steps to replay from the recording; None is to its end."""
    lie_awake_steps: int = 0
    """Awake steps before the recording begins. SIMULATED, as all that follow."""
    heart_offset_bpm: float = 0.0
    movement_factor: float = 1.0
    awakenings: int = 0
    """Extra awakenings within the episode, each of `awakening_steps` steps."""
    awakening_steps: int = 0
    band: str | None = None
    """Headband profile: `as_recorded` (default), `good_band`, `poor_band`, `ring` or
    `perfect`."""
    dropout: float | None = None
    """Probability of no reading at a step; the profile's own by default."""
    after_waking: AfterWaking | None = None
    """`resume` by default."""
    variation_moves: int = 0
    wish: str | None = None
    own_words: tuple[str, ...] = ()
    mood: str | None = None
    asks_for: AsksFor | None = None
    """What the night asks for. Hidden from the agent."""


def fingerprint(setup: Setup) -> str:
    """Give a text that is equal exactly for equal setups (of one set of constants)."""
    night = setup.recording
    written = {
        name: getattr(setup, name)
        for name in setup.__slots__
        if name not in ("constants", "recording")
    }
    return repr((None if night is None else (night.name, night.sha256), written))
