"""`holdfast serve` starts no server that should not be; that it serves, `tests/web/test_stop_on_server.py` tries."""

import socket
from importlib import util
from pathlib import Path

import pytest
from typer.testing import CliRunner

from memory.cli import cli


def refused(*options: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["serve", *options])
    return result.exit_code, result.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "holdfast.example"])  # noqa: S104  # what is refused
def test_an_open_server_is_for_its_own_machine_alone(data_folder: Path, host: str):
    code, told = refused("--host", host)
    assert code == 2
    assert f"listens on {host}" in told
    assert "HOLDFAST_JWT_JWKS_URL" in told


def test_a_port_that_is_taken_is_named(data_folder: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, told = refused("--port", port)
    assert (code, f"--port: {port} on 127.0.0.1 cannot be used" in told) == (2, True)


def test_without_the_servers_package_it_says_what_to_install(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
):
    monkeypatch.setattr("memory.commands.serve.find_spec", lambda name: util.find_spec(f"no_{name}"))
    code, told = refused("--port", str(free_port))
    assert (code, "holdfast[serve]" in told) == (1, True)
