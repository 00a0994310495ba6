"""The real server, `langgraph dev`, as a child process in a folder of its own, for benchmarks and tests."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import httpx
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

PROJECT = Path(__file__).parents[1]
PACKAGES = ("evals", "graphs", "memory", "memory_nodes", "tools")
START_SECONDS = 90.0
STOP_SECONDS = 30.0
QUIET = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGGRAPH_NO_VERSION_CHECK": "true", "LANGSMITH_TRACING": "false"}
_OURS = ("HOLDFAST_", "LANGCHAIN_", "LANGGRAPH_", "LANGSMITH_", "OPENAI_", "ANTHROPIC_")


def free_port() -> int:
    """Return a TCP port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class DevServer:
    """One server; it may be killed and started again on the same folder, data and port.

    The server resolves every path against its working folder and keeps its own files there, so `folder` gets links
    to the packages and a copy of the configuration, and the checkout stays clean. There is no `.env` in it.
    """

    def __init__(
        self,
        folder: Path,
        config: str = "langgraph.local.json",
        env: Mapping[str, str] | None = None,
        graphs: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare a server in `folder` with a configuration file of the project, more `env` and more `graphs`."""
        self.folder = folder
        self.port = free_port()
        self.data = folder / "data"
        self.env = dict(env or {})
        self._config = config
        self._process: subprocess.Popen[bytes] | None = None
        _lay_project(folder, config, graphs or {})

    @property
    def url(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        """The id of its process, which is that of its group too; None while it does not run."""
        return self._process.pid if self._process else None

    @property
    def log(self) -> Path:
        """Everything the server printed, over all its starts."""
        return self.folder / "server.log"

    def client(self) -> LangGraphClient:
        """Return a new SDK client of this server, to be closed: `async with server.client() as client`."""
        return get_client(url=self.url, api_key=None)

    def start(self) -> Self:
        """Start and wait until it answers.

        Raises RuntimeError: it ended, took another port, or does not answer; the text holds the log's end.
        """
        offset = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
                self._command(),
                cwd=self.folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a group of its own, killed as one
            )
        self._await_ready(offset)
        return self

    def kill(self) -> None:
        """End it and its children at once (SIGKILL), as a crash would."""
        if self._process:
            _signal_group(self._process, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """End it gracefully; what takes over 30 s is killed."""
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def restart(self, *, crash: bool = False) -> Self:
        """Stop it (or kill it) and start it again on the same data."""
        if crash:
            self.kill()
        else:
            self.stop()
        return self.start()

    def log_tail(self, lines: int = 60) -> str:
        """Return the end of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""

    def __enter__(self) -> Self:
        """Start it."""
        return self.start()

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self.stop()

    def _command(self) -> list[str]:
        options = ["--config", self._config, "--host", "127.0.0.1", "--port", str(self.port)]
        return [sys.executable, "-m", "langgraph_cli", "dev", *options, *_DEV_FLAGS]

    def _environment(self) -> dict[str, str]:
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OURS)}
        return {**inherited, **QUIET, "HOLDFAST_DATA": str(self.data), **self.env}

    def _await_ready(self, offset: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        with httpx.Client(timeout=2) as http:  # one for all attempts: making one costs more than asking
            while time.monotonic() < deadline:
                self._check_alive(offset)
                try:
                    if http.get(f"{self.url}/ok").status_code == httpx.codes.OK:
                        return
                except httpx.TransportError:
                    time.sleep(0.1)
        self._give_up("does not answer")

    def _check_alive(self, offset: int) -> None:
        if self._process is None or self._process.poll() is not None:
            self._give_up("ended while starting")
        with self.log.open("rb") as log:
            log.seek(offset)
            if f"Port {self.port} is already in use".encode() in log.read():
                self._give_up(f"found port {self.port} taken")

    def _give_up(self, problem: str) -> None:
        self.kill()
        raise RuntimeError(f"The server {problem}:\n{self.log_tail()}")


_DEV_FLAGS = ("--no-browser", "--no-reload", "--n-jobs-per-worker", "10")


def _lay_project(folder: Path, config: str, graphs: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for package in PACKAGES:
        if not (folder / package).is_symlink():
            (folder / package).symlink_to(PROJECT / package)
    settings: dict[str, Any] = json.loads((PROJECT / config).read_text())
    settings["graphs"] = {**settings["graphs"], **graphs}
    (folder / config).write_text(json.dumps(settings, indent=2))


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        process.poll()  # it ended by itself
