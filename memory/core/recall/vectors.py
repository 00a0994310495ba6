"""Vectors of one embedding model, aligned with the numbers of an index; none is held that would spoil a ranking."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_BLOCK = 1_024
"""Vectors that are widened at once for a comparison: what fits a processor's cache is several times as fast."""
_FIRST = 32
"""Vectors a table has room for at first; most users have few."""
STEPS = 127
"""Steps of a byte on either side of zero: cosines are off by less than 0.02, in a quarter of the memory."""

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class Embedding:
    """A model's vectors: only those of one model can be compared."""

    model: str
    """Its id; another version of a model has another one."""
    size: int
    """Dimensions of a vector."""


def unit_vector(values: Sequence[float] | Vector, size: int) -> Vector | None:
    """Return a vector at length 1; None when it has another size, is zero, or holds what is no number."""
    vector = np.asarray(values, np.float64)
    if vector.shape != (size,) or not np.isfinite(vector).all():
        return None
    largest = float(np.abs(vector).max(initial=0.0))
    if largest == 0.0:
        return None
    scaled = vector / largest  # squares of the smallest and largest floats would leave their range
    return (scaled / np.linalg.norm(scaled)).astype(np.float32)


class VectorTable:
    """One vector, or none, for each number, a byte a dimension."""

    def __init__(self, embedding: Embedding) -> None:
        self.embedding = embedding
        self._blocks: list[NDArray[np.int8]] = []
        """Of `_BLOCK` numbers each, but for the last: a table that grows copies only that."""
        self._scales = np.zeros(0, np.float32)
        """By number what one step is worth; NaN where there is no vector."""
        self._held = 0

    def __len__(self) -> int:
        """Return how many vectors there are."""
        return self._held

    @property
    def nbytes(self) -> int:
        """Bytes the vectors take."""
        return sum(block.nbytes for block in self._blocks) + self._scales.nbytes

    def put(self, number: int, values: Sequence[float] | Vector) -> bool:
        """Hold a vector; False, and nothing is changed, when it is not usable (`unit_vector`)."""
        vector = unit_vector(values, self.embedding.size)
        if vector is None:
            return False
        while number >= len(self._scales):
            self._grow()
        self._held += not self.holds(number)
        step = np.abs(vector).max() / STEPS
        self._blocks[number // _BLOCK][number % _BLOCK], self._scales[number] = np.round(vector / step), step
        return True

    def holds(self, number: int) -> bool:
        """Tell whether a number has a vector."""
        return number < len(self._scales) and bool(np.isfinite(self._scales[number]))

    def held(self, size: int) -> NDArray[np.bool_]:
        """Tell of each of the numbers 0 to `size` - 1 whether it has a vector."""
        known = np.isfinite(self._scales[:size])
        return np.pad(known, (0, size - len(known)))

    def get(self, number: int) -> Vector | None:
        """Return a number's vector, None when it has none; as exact as it is held."""
        if not self.holds(number):
            return None
        row: Vector = self._blocks[number // _BLOCK][number % _BLOCK] * self._scales[number]
        return row

    def drop(self, number: int) -> None:
        """Give up a number's vector, if it has one."""
        if self.holds(number):
            self._scales[number] = np.nan
            self._held -= 1

    def likeness(self, question: Vector, size: int) -> NDArray[np.float64]:
        """Return the cosine of each of the numbers 0 to `size` - 1 with a unit vector; NaN where there is no vector."""
        found = np.full(size, np.nan)
        end = min(size, len(self._scales))
        for start in range(0, end, _BLOCK):
            # Row by row: a product of matrices would start threads, which wait for each other on a busy machine.
            rows = self._blocks[start // _BLOCK][: end - start]
            found[start : start + len(rows)] = np.vecdot(rows.astype(np.float32), question)
        found[:end] *= self._scales[:end]
        return found

    def _grow(self) -> None:
        if self._blocks and len(self._blocks[-1]) < _BLOCK:
            self._blocks[-1] = np.pad(self._blocks[-1], ((0, len(self._blocks[-1])), (0, 0)))
        else:
            self._blocks.append(np.zeros((_FIRST, self.embedding.size), np.int8))
        more = sum(map(len, self._blocks)) - len(self._scales)
        self._scales = np.pad(self._scales, (0, more), constant_values=np.nan)
