"""Curves made of straight pieces, the same to the bit for one value and for many."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Curve:
    """Straight pieces through (x, y); `slope[i]` holds from `x[i]` on.

    Below `x[0]` it is `y[0]`. Only + - * and comparisons are used, so that every
    machine and both ways to read it agree.
    """

    x: tuple[float, ...]
    """Rising."""
    y: tuple[float, ...]
    slope: tuple[float, ...]

    def at(self, x: float) -> float:
        """Give the height at one x."""
        if x <= self.x[0]:
            return self.y[0]
        i = bisect_right(self.x, x) - 1
        return self.y[i] + (x - self.x[i]) * self.slope[i]


def curve(x: Sequence[float], y: Sequence[float], *, goes_on: bool = False) -> Curve:
    """Make a curve. After the last point it is level, or `goes_on` as it came."""
    slope = [(y[i + 1] - y[i]) / (x[i + 1] - x[i]) for i in range(len(x) - 1)]
    slope.append(slope[-1] if goes_on and slope else 0.0)
    return Curve(tuple(x), tuple(y), tuple(slope))


class Curves:
    """Several curves over the same x, read for many values at once."""

    def __init__(self, rows: Sequence[Curve]) -> None:
        """Stack curves; all must have the same x."""
        self.x = np.array(rows[0].x)
        self.y = np.array([row.y for row in rows])
        self.slope = np.array([row.slope for row in rows])

    def at(self, row: NDArray[np.intp], x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the height of curve `row[i]` at `x[i]`, as `Curve.at` does."""
        i = np.maximum(np.searchsorted(self.x, x, side="right") - 1, 0)
        run = np.maximum(x - self.x[i], 0.0)
        height: NDArray[np.float64] = self.y[row, i] + run * self.slope[row, i]
        return height
