import json
import os
from pathlib import Path

import pytest
from support.server import StartServer

from evals.dev_server import PROJECT, DevServer, free_port


def test_a_folder_gets_links_and_the_configuration_but_no_env(tmp_path: Path):
    DevServer(tmp_path, graphs={"bare": "evals.bare_agent:graph"})
    settings = json.loads((tmp_path / "langgraph.local.json").read_text())
    assert set(settings["graphs"]) == {"agent", "consolidation", "bare"}
    assert (tmp_path / "memory").resolve() == PROJECT / "memory"
    assert not (tmp_path / ".env").exists()


def test_a_server_never_sees_the_callers_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_MODEL", "openai:gpt")
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    env = DevServer(tmp_path, env={"HOLDFAST_USER": "anna"})._environment()
    assert "HOLDFAST_MODEL" not in env
    assert (env["LANGSMITH_TRACING"], env["HOLDFAST_USER"], env["PATH"]) == ("false", "anna", os.environ["PATH"])


@pytest.mark.server
def test_a_server_that_cannot_start_says_why(tmp_path: Path):
    server = DevServer(tmp_path, graphs={"broken": "no.such.module:graph"})
    with pytest.raises(RuntimeError, match=r"no\.such"):
        server.start()


@pytest.mark.server
async def test_a_server_without_an_env_file_starts_and_once_killed_again_on_the_same_data(start_server: StartServer):
    """The other configuration starts so in `tests/graphs/test_agent_over_crashes.py`."""
    server = start_server()
    async with server.client() as client:
        assert (await client.http.get("/ok"))["ok"] is True
        await client.store.put_item(["shared", "test"], key="k", value={"text": "保留"})
    server.restart(crash=True)
    async with server.client() as client:
        assert (await client.store.get_item(["shared", "test"], key="k"))["value"] == {"text": "保留"}


def test_free_ports_differ_from_each_other():
    assert len({free_port() for _ in range(5)}) > 1
