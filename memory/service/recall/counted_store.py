"""A view on a store for one node of a turn: it counts operations, and does not wait for ever."""

import asyncio
from collections.abc import Iterable

from langgraph.store.base import BaseStore, Op, Result

from memory.core.defaults import DEFAULTS
from memory.core.errors import StorageError
from memory.service.consolidation.single_flight import error_line
from memory.service.operations.metrics import count_store_error


class CountedStore(BaseStore):
    """Passes everything on to `inner`, counts it, and makes one kind of error of whatever fails."""

    def __init__(self, inner: BaseStore) -> None:
        self.inner = inner
        self.ops = 0

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Pass a batch on."""
        asked = list(ops)
        self.ops += len(asked)
        return self.inner.batch(asked)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Pass a batch on.

        Raises StorageError: the store failed, or did not answer in time.
        """
        asked = list(ops)
        self.ops += len(asked)
        return await _answer_of(self.inner, asked)


async def _answer_of(store: BaseStore, ops: Iterable[Op]) -> list[Result]:
    """Return what a batch returns.

    Raises StorageError, whatever the store raises: it failed, or did not answer within `storage_seconds`. A write may
    then still come through.
    """
    try:
        async with asyncio.timeout(DEFAULTS.storage_seconds):
            return await store.abatch(ops)
    except StorageError:
        count_store_error("failed")
        raise
    except TimeoutError as late:
        count_store_error("late")
        raise StorageError(f"the store did not answer within {DEFAULTS.storage_seconds:g} seconds") from late
    except Exception as error:  # stores raise their drivers' own
        count_store_error("failed")
        raise StorageError(error_line(error)) from error


def uncounted(store: BaseStore) -> BaseStore:
    """Return the store itself, which outlives a turn's view on it."""
    return store.inner if isinstance(store, CountedStore) else store
