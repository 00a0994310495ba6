"""A view on a store that counts operations, for the context report."""

from collections.abc import Iterable

from langgraph.store.base import BaseStore, Op, Result


class CountedStore(BaseStore):
    """Passes everything on to `inner` and counts it."""

    def __init__(self, inner: BaseStore) -> None:
        self.inner = inner
        self.ops = 0

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Pass a batch on."""
        asked = list(ops)
        self.ops += len(asked)
        return self.inner.batch(asked)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Pass a batch on."""
        asked = list(ops)
        self.ops += len(asked)
        return await self.inner.abatch(asked)


def uncounted(store: BaseStore) -> BaseStore:
    """Return the store itself, which outlives a turn's view on it."""
    return store.inner if isinstance(store, CountedStore) else store
