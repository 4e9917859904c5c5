"""What code decides for a turn of the person, before anybody finds words for it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Act = Literal[
    "opens",  # the person speaks first
    "tells",  # the facts named in the intent
    "yields",  # takes over content that the agent offered
    "denies",  # turns offered content down
    "confirms",  # has been understood well
    "nothing_left",  # has nothing more to tell of what was asked
    "no_recall",  # remembers no dream
    "unclear",  # did not understand
    "chats",  # reacts to a statement, with no fact in it
    "refuses",
    "does",  # uses a device and says what came of it
    "says_goodbye",
    "silent",  # fell asleep, or gives no answer
]


class Fault(NamedTuple):
    """A fault of the simulated person, never the agent's."""

    code: str
    """leak, invented, contradicts, role_flip, repeat, sanitised, meta_leak, too_long,
    empty, early_stop, late_stop, not_understood."""
    why: str
    decisive: bool
    """Whether it decided the episode, which is then void."""


class Intent(NamedTuple):
    """One turn of the person: the act, the facts it may hold, and words for it."""

    act: Act
    facts: tuple[str, ...] = ()
    """Ids of the facts told in this turn, and of no other."""
    words: str = ""
    """The scripted wording: final for the scripted person, the fallback else."""
    offered: tuple[str, ...] = ()
    """Content words that the agent offered and the person took over."""
    ends: Literal["", "goodbye", "asleep"] = ""
    faults: tuple[Fault, ...] = ()
