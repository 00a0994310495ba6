"""The crash sweep with something broken on purpose: `python -m support.crash_broken` with the sweep's options."""

import sys
from collections.abc import Callable, Iterable, Sequence
from unittest.mock import patch

from langgraph.store.base import Op, PutOp, Result

from evals.crash_house import House
from evals.crash_storage import CrashingStore
from evals.crash_sweep import main


async def _gives_up(house: House, message_id: str, text: str) -> None:
    """A client that does nothing about what was cut off."""


_whole = CrashingStore.abatch


async def _without_heads(store: CrashingStore, ops: Iterable[Op]) -> list[Result]:
    """A store that forgets where the active path ends."""
    return await _whole(store, [op for op in ops if not (isinstance(op, PutOp) and "heads" in op.namespace)])


FAULTS: dict[str, tuple[type, str, Callable[..., object]]] = {
    "client-gives-up": (House, "retry", _gives_up),
    "store-without-heads": (CrashingStore, "abatch", _without_heads),
}


def found(fault: str, arguments: Sequence[str]) -> bool:
    """Tell whether a sweep finds a fault."""
    where, name, broken = FAULTS[fault]
    with patch.object(where, name, broken):
        return main(arguments) == 1


if __name__ == "__main__":
    for each in FAULTS:
        print(each, "found" if found(each, sys.argv[1:]) else "missed")  # noqa: T201  # what the test reads
