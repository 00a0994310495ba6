"""What a local server tells the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory.service.conversations.server_file import (
    SERVER_FILE,
    LocalServer,
    read_server_file,
    remove_server_file,
    write_server_file,
)

ME = LocalServer("http://127.0.0.1:8123", os.getpid())


def test_a_server_is_known_from_when_it_says_so_until_it_takes_it_back(tmp_path: Path):
    folder = tmp_path / "new"
    write_server_file(folder, ME)
    assert read_server_file(folder) == ME
    remove_server_file(folder, ME.pid)
    assert list(folder.iterdir()) == []


def test_a_server_that_was_killed_is_not_known(tmp_path: Path):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    write_server_file(tmp_path, LocalServer(ME.url, process.pid))
    assert read_server_file(tmp_path) is None


def test_a_server_does_not_take_back_what_a_newer_one_said(tmp_path: Path):
    write_server_file(tmp_path, ME)
    remove_server_file(tmp_path, ME.pid + 1)
    assert read_server_file(tmp_path) == ME


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"url": "x", "pid": "y"}', '{"url": "x", "pid": 0}', '{"pid": 1e99}']
)
def test_a_file_that_is_no_such_file_tells_of_no_server(tmp_path: Path, text: str):
    (tmp_path / SERVER_FILE).write_text(text)
    assert read_server_file(tmp_path) is None
