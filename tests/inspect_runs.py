"""Helps tests to run the shipped suites under Inspect, offline and quietly."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

import inspect_ai
from inspect_ai.log import EvalLog
from rich.live import Live

from paprika.compiler.compile import compile_specs, emit
from paprika.runtime.worlds import WORLDS

from .shared import ROOT


@cache
def shipped_build() -> Path:
    """Compile the shipped specs, once for all tests; give the build's folder."""
    folder = Path(mkdtemp(prefix="paprika-tests-")) / "build"
    result = compile_specs([str(ROOT / "specs")], WORLDS)
    assert not result.errors, result.problems
    emit(result, WORLDS, folder)
    return folder


def run(task: inspect_ai.Task, logs: Path, **options: Any) -> EvalLog:
    """Run a task to the end and give its log, samples included."""
    with streams_left_open():
        found = inspect_ai.eval(
            task,
            log_dir=str(logs),
            display="none",
            log_realtime=False,
            ctl_server=False,
            **options,
        )
    return found[0]


@contextmanager
def streams_left_open() -> Iterator[None]:
    """Let Inspect leave its in-memory streams open, and collect them here.

    It never closes some of its own; elsewhere warnings stay errors. And it does not
    do here what costs a second in each run and shows nothing: with `display="none"` it
    still lays out its table, and it reads every installed package to find the task's.
    """
    listed = "inspect_ai._util.package.packages_distributions"
    with (
        warnings.catch_warnings(),
        patch.object(Live, "refresh", lambda _: None),
        # Created where a later Inspect looks elsewhere: slower then, and as right.
        patch(listed, _installed, create=True),
    ):
        warnings.filterwarnings("ignore", "Unclosed <MemoryObject", ResourceWarning)
        # Of Inspect's own way to call a model.
        warnings.filterwarnings("ignore", "The 'initial' parameter", DeprecationWarning)
        yield
        gc.collect()


@cache
def _installed() -> Mapping[str, list[str]]:
    """Give what is installed, which no test changes."""
    return packages_distributions()


def metrics(log: EvalLog, scorer: str) -> dict[str, float]:
    """Give the metrics of a scorer by name."""
    assert log.results is not None
    found = [score for score in log.results.scores if score.name == scorer]
    return {name: metric.value for one in found for name, metric in one.metrics.items()}


def information(events: Sequence[Any]) -> list[str]:
    """Give the texts that were written into a transcript."""
    return [event.data for event in events if event.event == "info"]
