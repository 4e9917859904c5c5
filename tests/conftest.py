"""What holds for the whole run of tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


def pytest_collection_finish() -> None:
    """Keep what importing made out of later collections: it stays to the end anyway.

    Half a million objects are then not walked each time that a test makes garbage.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def every_object() -> Iterator[None]:
    """Let the collector show all objects again, to a test that searches them."""
    gc.unfreeze()
    yield
    gc.collect()
    gc.freeze()
