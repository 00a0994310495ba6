"""Where a local server tells that it works on the data folder, so that the command line goes through it."""

import hmac
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

SERVER_FILE = "server.json"
_PRIVATE = 0o700


@dataclass(frozen=True)
class LocalServer:
    """A server on the data folder of this machine."""

    url: str
    """Address of its API."""
    pid: int
    """Its process."""
    key: str = field(default="", repr=False)
    """Logs in as the operator, for as long as it runs: whoever may read this may read the memory beside it. "": nobody
    has to log in."""
    settings: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Digests of the settings it runs with, by name (`about_server.digests`)."""


def write_server_file(folder: Path, server: LocalServer) -> None:
    """Say in `folder` that `server` works on it; a reader sees all of it or nothing. Blocks.

    Raises OSError: the folder cannot be written to.
    """
    folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
    draft = folder / f"{SERVER_FILE}.{server.pid}"
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(json.dumps(asdict(server)))
    draft.replace(folder / SERVER_FILE)


def remove_server_file(folder: Path, pid: int) -> None:
    """Take it back, unless another server has said so since. Blocks."""
    server = read_server_file(folder)
    if server is not None and server.pid == pid:
        (folder / SERVER_FILE).unlink(missing_ok=True)


def read_server_file(folder: Path) -> LocalServer | None:
    """Return the server whose process is alive, None without one. Blocks."""
    try:
        told = json.loads((folder / SERVER_FILE).read_text())
        settings = {str(name): str(digest) for name, digest in told.get("settings", {}).items()}
        server = LocalServer(str(told["url"]), int(told["pid"]), str(told.get("key", "")), settings)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return server if _is_alive(server.pid) else None


def is_operator_key(folder: Path, key: str) -> bool:
    """Tell whether a key is the one this process wrote into `folder` for the command line. Blocks."""
    server = read_server_file(folder)
    own = server.key if server is not None and server.pid == os.getpid() else ""
    return bool(own) and hmac.compare_digest(own.encode(), key.encode("utf-8", "surrogatepass"))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True  # it lives and is someone else's
    except (OSError, OverflowError):
        return False
    return pid > 0
