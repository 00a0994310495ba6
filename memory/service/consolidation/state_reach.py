"""How consolidation reaches the checkpoints of threads, which are its runner's: a server's, or this process's."""

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager

from memory.service.erasing.erasing_reach import Runs

OpenRuns = Callable[[], AbstractAsyncContextManager[Runs]]
"""Opens what reaches them, for as long as it takes."""


class _Installed:
    """What the process's entry point set up, if it did."""

    runs: OpenRuns | None = None


@contextmanager
def reaching_states(runs: OpenRuns) -> Iterator[None]:
    """Let consolidations of this process reach the checkpoints of threads through `runs`."""
    _Installed.runs = runs
    try:
        yield
    finally:
        _Installed.runs = None


def state_reach() -> OpenRuns | None:
    """Return what reaches them; None: nothing does here, as where another agent's checkpointer is in use."""
    return _Installed.runs
