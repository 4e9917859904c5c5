"""Taking a part of many tasks so that an unrelated edit moves nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Sequence
from heapq import heapify, heappop, heapreplace
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")


def bottom_k(
    items: Sequence[T],
    take: int,
    seed: int,
    name: Callable[[T], str],
    stratum: Callable[[T], Hashable],
) -> list[T]:
    """Take the `take` items with the smallest hash in every stratum.

    The hash is of (seed, name): an item's fate depends on no item but those that
    beat it. Order stays.
    """
    ranked: dict[Hashable, list[tuple[bytes, int]]] = {}
    for index, item in enumerate(items):
        rank = hashlib.sha256(f"{seed}|{name(item)}".encode()).digest()
        ranked.setdefault(stratum(item), []).append((rank, index))
    kept = {index for members in ranked.values() for _, index in sorted(members)[:take]}
    return [item for index, item in enumerate(items) if index in kept]


def pairwise(
    items: Sequence[T],
    values: Callable[[T], Mapping[str, str]],
    name: Callable[[T], str],
) -> list[T]:
    """Take few items that together show every pair of values any item shows.

    Greedy over the valid items: most uncovered pairs first, ties by hash of the
    name; so no pair that a rule allows is lost. Order stays.
    """
    bits: dict[tuple[tuple[str, str], ...], int] = {}
    shows = [0] * len(items)
    """The pairs each item shows, as bits of one number."""
    for index, item in enumerate(items):
        for pair in combinations(sorted(values(item).items()), 2):
            shows[index] |= 1 << bits.setdefault(pair, len(bits))
    uncovered = (1 << len(bits)) - 1
    # Gains only ever shrink, so a stale gain is an upper bound: look again only at
    # the item that could be best.
    best = [
        (-shown.bit_count(), hashlib.sha256(name(item).encode()).digest(), index)
        for index, (item, shown) in enumerate(zip(items, shows, strict=True))
    ]
    heapify(best)
    kept: list[int] = []
    while uncovered:
        stale, tie, index = best[0]
        gain = (shows[index] & uncovered).bit_count()
        if gain == -stale:
            heappop(best)
            kept.append(index)
            uncovered &= ~shows[index]
        else:
            heapreplace(best, (-gain, tie, index))
    kept.sort()
    return [items[index] for index in kept]
