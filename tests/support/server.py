"""The real server process for tests: fixtures over `evals.dev_server`."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from support.openai_server import ScriptedModel

from evals.dev_server import DevServer, free_port

StartServer = Callable[..., DevServer]


BY_WORDS = {"HOLDFAST_EMBEDDINGS": "none"}
"""Loading the offline embeddings takes seconds of every server: tests that compare meanings ask for them."""

KEPT_LONG = {"HOLDFAST_KEEP_TRANSCRIPT_DAYS": "36500"}
"""The shared server lets go of what was said a hundred years ago."""


def scripted_env(model: ScriptedModel) -> dict[str, str]:
    """Return the environment that makes a server talk to a scripted model."""
    return {"HOLDFAST_MODEL": "scripted", "HOLDFAST_BASE_URL": model.base_url, "HOLDFAST_API_KEY": "test"}


@pytest.fixture(name="free_port")
def _free_port() -> int:
    """Return a free TCP port."""
    return free_port()


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Return a function that starts a server of its own: `start_server(env={…}, config="langgraph.json", graphs={…})`.

    Each call makes another server in another folder; all are killed after the test, their logs shown if it failed.
    """
    servers: list[DevServer] = []

    def start(
        env: Mapping[str, str] | None = None,
        config: str = "langgraph.local.json",
        graphs: Mapping[str, str] | None = None,
    ) -> DevServer:
        servers.append(DevServer(tmp_path / f"server{len(servers)}", config, {**BY_WORDS, **(env or {})}, graphs))
        return servers[-1].start()

    yield start
    for server in servers:
        _finish(server)


@pytest.fixture(scope="session")
def _shared_server(tmp_path_factory: pytest.TempPathFactory, _scripted_endpoint: ScriptedModel) -> Iterator[DevServer]:
    env = {**BY_WORDS, **KEPT_LONG, **scripted_env(_scripted_endpoint)}
    server = DevServer(tmp_path_factory.mktemp("server"), env=env).start()
    yield server
    _finish(server)


@pytest.fixture
def shared_server(_shared_server: DevServer, scripted_model: ScriptedModel) -> DevServer:
    """Return the session's one server, whose model is `scripted_model`: tests on it use users and threads of their own.

    Do not stop or kill it.
    """
    return _shared_server


def _finish(server: DevServer) -> None:
    server.kill()  # nobody waits for what it would still do
    print(f"--- {server.log}\n{server.log_tail()}")  # noqa: T201 - pytest shows it only when the test failed
