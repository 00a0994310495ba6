"""The store on PostgreSQL."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from contextvars import ContextVar

from langgraph.store.base import Op, PutOp, Result
from langgraph.store.postgres import AsyncPostgresStore
from psycopg import AsyncCursor
from psycopg.rows import DictRow

from memory.storage.postgres import Pool, open_pool, retry_lost, set_up_alone
from memory.storage.vector_index import index_config

_CONNECTIONS = 10
_writes: ContextVar[bool] = ContextVar("holdfast_batch_writes", default=True)


class _WithVectors(AsyncPostgresStore):
    """Vectors without an approximate index, whose search may lose a user's rows among those of others."""

    VECTOR_MIGRATIONS = AsyncPostgresStore.VECTOR_MIGRATIONS[:2]  # the stock store's own way, `flat`, is refused


class PostgresStore(_WithVectors):
    """A batch is all or nothing, and runs again after a deadlock or a restart of the server."""

    compares_text = True
    """A filter by `$gte` or `$lte` compares texts too; that of the store in memory compares numbers alone."""

    def __init__(self, pool: Pool, uri: str) -> None:
        super().__init__(pool, index=index_config())
        self._uri = uri

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Run a batch. Raises StorageError: the database did not answer; nothing is known to be written."""
        listed, batch = _in_lock_order(ops), super().abatch
        _writes.set(any(isinstance(op, PutOp) for op in listed))
        return await retry_lost(self._uri, lambda: batch(listed))

    @asynccontextmanager
    async def _cursor(self, *, pipeline: bool = False) -> AsyncIterator[AsyncCursor[DictRow]]:
        """Yield a cursor, in a transaction for a batch that writes.

        The stock one commits the deletes of a batch whose other values then turn out to be no JSON.
        """
        async with super()._cursor(pipeline=pipeline) as cursor:
            if pipeline and _writes.get():
                async with cursor.connection.transaction():
                    yield cursor
            else:
                yield cursor


def _in_lock_order(ops: Iterable[Op]) -> list[Op]:
    """Return `ops` with its writes in one order everywhere: two batches in opposite orders deadlock."""
    listed = list(ops)
    puts = iter(sorted((op for op in listed if isinstance(op, PutOp)), key=lambda op: (op.namespace, op.key)))
    return [next(puts) if isinstance(op, PutOp) else op for op in listed]


@asynccontextmanager
async def open_postgres_store(uri: str) -> AsyncIterator[PostgresStore]:
    """Open the store, made when it is missing. Raises StorageError: the database cannot be reached."""
    async with set_up_alone(uri) as conn:
        await _WithVectors(conn, index=index_config()).setup()
    async with open_pool(uri, _CONNECTIONS) as pool:
        yield PostgresStore(pool, uri)
