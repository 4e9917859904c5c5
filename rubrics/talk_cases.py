"""Known cases for criteria of talks. None yet: talks have no rubrics."""

from __future__ import annotations

from collections.abc import Mapping

from .mutate import Criterion

TALK_CRITERIA: Mapping[str, Criterion] = {}
