"""What a local server tells the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory.service.conversations.server_file import (
    SERVER_FILE,
    LocalServer,
    is_operator_key,
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


def test_the_key_of_the_command_line_is_private_and_counts_for_the_process_that_wrote_it(tmp_path: Path):
    assert not is_operator_key(tmp_path, "")
    write_server_file(tmp_path, ME)
    assert not is_operator_key(tmp_path, "")
    write_server_file(tmp_path, LocalServer(ME.url, ME.pid, "hf_key"))
    assert (tmp_path / SERVER_FILE).stat().st_mode & 0o777 == 0o600
    assert [is_operator_key(tmp_path, key) for key in ("hf_key", "hf_ke", "密钥", "\ud800")] == [
        True,
        False,
        False,
        False,
    ]
    assert "hf_key" not in repr(read_server_file(tmp_path))
    write_server_file(tmp_path, LocalServer(ME.url, os.getppid(), "hf_key"))
    assert not is_operator_key(tmp_path, "hf_key")
