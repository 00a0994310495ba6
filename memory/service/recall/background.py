"""Work of recall that takes long and that no turn waits for: one piece at a time, in a thread of its own."""

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

FEW = 16
"""Entries that a turn makes ready itself: it waits for none of the long work."""
_AT_ONCE = 16  # steps between two pauses: a few milliseconds
_PAUSE = 0.0002  # seconds; enough for the event loop to go on, which else waits for the interpreter's switch
_worker = ThreadPoolExecutor(1, "recall-index")
"""The one thread: what waits for it holds none that a turn's search needs, and several would only share a core."""


async def in_background(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `work` returns; it has the interpreter to itself for no longer than between two of its `steps`."""
    return await asyncio.get_running_loop().run_in_executor(_worker, lambda: work(*args, **kwargs))


async def for_a_turn(entries: int, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what `work` on so many entries returns: what a turn brings is not done behind an index that is built."""
    if entries <= FEW:
        return await asyncio.to_thread(work, *args, **kwargs)
    return await in_background(work, *args, **kwargs)


def steps(values: Iterable[T]) -> Iterator[T]:
    """Yield `values`, with a short pause after every few, in which other threads go on."""
    for number, value in enumerate(values, start=1):
        yield value
        if not number % _AT_ONCE:
            time.sleep(_PAUSE)
