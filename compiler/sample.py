"""Taking a part of many tasks so that an unrelated edit moves nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping, Sequence
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
    pairs = [frozenset(combinations(sorted(values(item).items()), 2)) for item in items]
    uncovered = set().union(*pairs) if pairs else set()
    ties = [hashlib.sha256(name(item).encode()).digest() for item in items]
    kept: list[int] = []
    # Gains only ever shrink, so a stale gain is an upper bound: look again only at
    # the items that still could be best.
    gains = [len(found) for found in pairs]
    while uncovered:
        best, best_gain = -1, 0
        for index in sorted(range(len(items)), key=lambda i: (-gains[i], ties[i])):
            if gains[index] < best_gain:
                break
            gains[index] = len(pairs[index] & uncovered)
            tied = gains[index] == best_gain and ties[index] < ties[best]
            if gains[index] > best_gain or tied:
                best, best_gain = index, gains[index]
        kept.append(best)
        uncovered -= pairs[best]
        gains[best] = 0
    kept.sort()
    return [items[index] for index in kept]
