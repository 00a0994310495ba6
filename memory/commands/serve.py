"""`holdfast serve`: the development server, for whoever has installed the package and has no checkout."""

import json
import os
import socket
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import memory
from memory.commands.running import run
from memory.core.errors import HoldfastError, InputError
from memory.storage.opening import place_of_memory
from memory.terminal import Terminal
from memory.web.local_only import check_host

_CONFIGURATION = "langgraph.local.json"
_JOBS = 10
"""Runs at once: with one, a consolidation would hold up every conversation."""
_QUIET = {"LANGGRAPH_NO_VERSION_CHECK": "true", "LANGSMITH_TRACING": "false"}
"""What keeps it from calling out, unless it is set."""


def run_serve(host: str, port: int) -> int:
    """Serve until SIGINT or SIGTERM, replies under way being kept as far as they were shown; return the exit code."""
    code = run(lambda: _prepare(host, port))
    if not code:
        import_module("langgraph_api.cli").run_server(host, port, n_jobs_per_worker=_JOBS, **_arguments())
    return code


async def _prepare(host: str, port: int) -> None:
    """Say where it will answer.

    Raises InputError: nobody logs in and the address is not this machine's own, the port is taken, or the database's
    address is none. HoldfastError: the server is not installed.
    """
    check_host(host)
    _check_port(host, port)
    if not find_spec("langgraph_runtime_inmem"):
        raise HoldfastError("The server is not installed. Install it with: pip install 'holdfast[serve]'")
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    tell = Terminal().tell
    tell(f"Holdfast answers on http://{host}:{port} (its API: /docs); memory lies in {place_of_memory()}.")
    tell("This is LangGraph's development server, one process. For users, deploy it: docs/operate.md says how.")


def _arguments() -> dict[str, Any]:
    """Return what the configuration says; its file lies in the package, or beside it in a checkout."""
    package = Path(memory.__file__).parent
    places = (package / _CONFIGURATION, package.parent / _CONFIGURATION)
    told = json.loads(next(place for place in places if place.exists()).read_text())
    arguments = {name: told[name] for name in ("graphs", "auth", "http", "webhooks")}
    # Taken from the working folder, the paths of files would lead nowhere.
    return arguments | {name: {"path": str(package.parent / told[name]["path"])} for name in ("store", "checkpointer")}


def _check_port(host: str, port: int) -> None:
    try:
        with socket.create_server((host, port)):
            return
    except OSError as error:
        raise InputError("--port", f"{port} on {host} cannot be used: {error.strerror}", "Name another one.") from error
