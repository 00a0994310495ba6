"""A store that counts what is asked of it."""

from collections.abc import Iterable

from langgraph.store.base import GetOp, Op, Result, SearchOp
from langgraph.store.memory import InMemoryStore


class CountingStore(InMemoryStore):
    """Counts batches, reads and rows read."""

    def __init__(self) -> None:
        super().__init__()
        self.reset()

    def reset(self) -> None:
        """Start counting anew."""
        self.batches = self.reads = self.rows = 0

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run a batch and count it."""
        listed = list(ops)
        results = await super().abatch(listed)
        self.batches += 1
        self.reads += sum(isinstance(op, GetOp | SearchOp) for op in listed)
        self.rows += sum(len(result) if isinstance(result, list) else result is not None for result in results)
        return results
