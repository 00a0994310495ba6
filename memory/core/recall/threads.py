"""What stands beside what: items in the order of their threads, and the stretches of a conversation they belong to."""

from bisect import bisect_left, insort

import numpy as np
from numpy.typing import NDArray

from memory.core.recall.lexical import grown

STRETCH = 64
"""Places of a thread that make one stretch: about what is said in one sitting. By place, not by time, so that a stretch
does not depend on what else is held."""

Place = tuple[int, int]
"""The place in a thread, and of several at one place which it is."""

_NONE = -1


class ThreadOrder:
    """Items, known by small numbers, by their places in threads; those without a thread stand beside nothing."""

    def __init__(self) -> None:
        self._places: dict[str, list[tuple[int, int, int]]] = {}
        """By thread the place and number of its items, in order."""
        self._before = np.full(64, _NONE, np.int32)
        self._after = np.full(64, _NONE, np.int32)

    def add(self, number: int, thread: str, place: Place) -> None:
        """Put an item into its thread; of two with one place the smaller number is before."""
        self._before, self._after = grown(self._before, number + 1, _NONE), grown(self._after, number + 1, _NONE)
        self._before[number] = self._after[number] = _NONE
        if not thread:
            return
        places = self._places.setdefault(thread, [])
        insort(places, (*place, number))
        at = bisect_left(places, (*place, number))
        self._join(places[at - 1][-1] if at else _NONE, number)
        self._join(number, places[at + 1][-1] if at + 1 < len(places) else _NONE)

    def remove(self, number: int, thread: str, place: Place) -> None:
        """Take an item out of its thread; what stood on either side of it stand beside each other."""
        if not thread:
            return
        places = self._places[thread]
        del places[bisect_left(places, (*place, number))]
        before, after = int(self._before[number]), int(self._after[number])
        self._join(before, after)
        self._before[number] = self._after[number] = _NONE
        if not places:
            del self._places[thread]

    def beside(self, values: NDArray[np.float64], of_before: float, of_after: float) -> NDArray[np.float64]:
        """Return, by number, shares of the values of the items before and after it."""
        known = np.append(values, 0.0)  # at its end, where `_NONE` points
        return of_before * known[self._before[: len(values)]] + of_after * known[self._after[: len(values)]]

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """Return the items before and after one, None where it is the first or the last of its thread."""
        before, after = int(self._before[number]), int(self._after[number])
        return None if before == _NONE else before, None if after == _NONE else after

    def _join(self, before: int, after: int) -> None:
        if before != _NONE:
            self._after[before] = after
        if after != _NONE:
            self._before[after] = before
