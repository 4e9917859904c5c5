"""The worlds that specs can name."""

from __future__ import annotations

from collections.abc import Mapping

from paprika.compiler.vocabulary import World
from paprika.runtime.night.face import NIGHT
from paprika.runtime.session import SESSION
from paprika.runtime.talk.face import BEDTIME, MORNING
from paprika.runtime.talk.setup import SETUP

WORLDS: Mapping[str, World] = {
    world.name: world for world in (NIGHT, BEDTIME, MORNING, SETUP, SESSION)
}


def world_code() -> dict[str, str]:
    """Give the hash of each world's code, to tell a stale build."""
    return {name: world.code for name, world in WORLDS.items()}
