"""`holdfast doctor`: what is broken is found, with what it means and what to do, and nothing is changed by looking."""

import asyncio
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from support.openai_server import ScriptedModel
from support.replies import Reply
from typer.testing import CliRunner

from memory.cli import cli
from memory.core.namespaces import answers, threads
from memory.core.transcript.transcript_docs import make_thread_record
from memory.storage.ops import put, write
from memory.storage.sqlite_store import open_sqlite_store

NOW = datetime.now(UTC)


def examined(*options: str) -> tuple[int, dict[str, list[dict[str, str]]]]:
    """Return the exit code and the findings by check."""
    result = CliRunner().invoke(cli, ["doctor", "--json", *options])
    found: dict[str, list[dict[str, str]]] = {}
    for finding in json.loads(result.stdout)["findings"]:
        found.setdefault(finding["check"], []).append(finding)
    return result.exit_code, found


def bad(found: dict[str, list[dict[str, str]]], check: str) -> tuple[str, str, str]:
    """Return state, text and remedy of the one finding of a check that is not ok."""
    (one,) = [finding for finding in found[check] if finding["state"] != "ok"]
    return one["state"], one["told"], one["remedy"]


def test_a_new_set_up_fails_nowhere_and_looking_makes_no_files(data_folder: Path):
    code, found = examined()
    assert code == 0
    assert {f["check"] for fs in found.values() for f in fs if f["state"] != "ok"} == {"backups", "cron"}
    assert not data_folder.exists()


def test_a_misspelt_setting_and_a_wrong_value_are_named_with_the_remedy(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_MODLE", "openai:gpt-4o-mini")
    monkeypatch.setenv("HOLDFAST_CRON", "every night")
    code, found = examined()
    told = {(f["state"], f["told"].split()[0], f["remedy"]) for f in found["settings"]}
    assert code == 1
    assert ("warn", "HOLDFAST_MODLE", "Write HOLDFAST_MODEL.") in told
    assert ("fail", "HOLDFAST_CRON") in {one[:2] for one in told}


def test_an_endpoint_where_nothing_listens_is_found_without_a_call(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
):
    monkeypatch.setenv("HOLDFAST_MODEL", "qwen3")
    monkeypatch.setenv("HOLDFAST_BASE_URL", f"http://127.0.0.1:{free_port}/v1")
    state, told, remedy = bad(examined()[1], "model")
    assert (state, "cannot be reached" in told) == ("fail", True)
    assert "Start the server" in remedy


def test_only_a_live_look_asks_the_model_and_finds_a_key_that_is_refused(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, scripted_model: ScriptedModel
):
    for name, value in (("MODEL", "scripted"), ("BASE_URL", scripted_model.base_url), ("API_KEY", "sk-very-secret")):
        monkeypatch.setenv(f"HOLDFAST_{name}", value)
    assert examined()[1]["model"][0]["state"] == "ok"
    assert scripted_model.requests == []
    assert examined("--live")[1]["model"][0]["state"] == "ok"
    assert len(scripted_model.requests) == 1
    scripted_model.push(Reply(status=401))
    state, told, remedy = bad(examined("--live")[1], "model")
    assert (state, "does not accept the key" in told) == ("fail", True)
    assert "HOLDFAST_API_KEY" in remedy
    assert "sk-very-secret" not in told + remedy


def test_a_store_that_is_no_database_is_found_and_left_alone(data_folder: Path):
    data_folder.mkdir()
    (data_folder / "store.sqlite").write_bytes(b"not a database, " * 100)
    code, found = examined()
    state, told, remedy = bad(found, "store")
    assert (code, state, "not a database" in told) == (1, "fail", True)
    assert "backup" in remedy
    assert "memory" not in found
    assert [path.name for path in data_folder.iterdir()] == ["store.sqlite"]


def test_a_database_that_does_not_run_is_found_and_its_password_not_told(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, free_port: int
):
    monkeypatch.setenv("HOLDFAST_DATABASE_URI", f"postgresql://me:hunter22@127.0.0.1:{free_port}/holdfast")
    result = CliRunner().invoke(cli, ["doctor"])
    assert result.exit_code == 1
    assert f"PostgreSQL at 127.0.0.1:{free_port}/holdfast" in result.stdout
    assert "hunter22" not in result.stdout + result.stderr


@pytest.mark.postgres
def test_an_empty_database_is_looked_at_and_stays_empty(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, postgres_uri: str
):
    monkeypatch.setenv("HOLDFAST_DATABASE_URI", postgres_uri)
    for _ in range(2):
        found = examined()[1]
        assert "has no tables yet" in found["store"][0]["told"]
        assert found["clock"][0]["state"] == "ok"


def test_half_a_log_in_fails_and_says_what_is_missing(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_JWT_SECRET", "x" * 40)
    state, told, _ = bad(examined()[1], "auth")
    assert (state, told) == ("fail", "HOLDFAST_JWT_ISSUER is missing")


def test_backups_that_stopped_being_made_are_found(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_BACKUP_HOURS", "24")
    assert bad(examined()[1], "backups")[:2] == ("warn", f"there is none in {data_folder / 'backups'}")
    _remember(data_folder)
    assert CliRunner().invoke(cli, ["backup", "--all"]).exit_code == 0
    assert examined()[1]["backups"][0]["state"] == "ok"
    (made,) = (data_folder / "backups").iterdir()
    made.write_bytes(made.read_bytes().replace(f"{NOW:%Y-%m-%d}".encode(), b"2026-01-01", 1))
    assert bad(examined()[1], "backups")[0] == "fail"


def _remember(data_folder: Path, count: int = 1, turns: int = 2, age: timedelta = timedelta()) -> None:
    """Begin threads of one user, a minute apart."""

    async def begin() -> None:
        async with open_sqlite_store(data_folder / "store.sqlite") as store:
            for number in range(count):
                thread, at = str(uuid4()), NOW - age - timedelta(minutes=number)
                record = make_thread_record(thread, thread, at)
                given = [put(answers("ann--0", thread), f"{n}", {"schema": 1}) for n in range(turns)]
                await write(store, [put(threads("ann--0"), thread, record), *given])

    data_folder.mkdir(exist_ok=True)
    asyncio.run(begin())


def test_a_front_end_that_begins_a_thread_with_every_message_is_found(data_folder: Path):
    _remember(data_folder, count=12, turns=1)
    state, told, remedy = bad(examined()[1], "threads")
    assert (state, "12 within an hour" in told) == ("warn", True)
    assert "thread id" in remedy


def test_conversations_that_go_on_are_no_finding(data_folder: Path):
    _remember(data_folder, count=12, turns=2)
    assert examined()[1]["threads"][0]["state"] == "ok"


def test_a_folder_nobody_may_write_is_found(data_folder: Path):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    data_folder.mkdir(mode=0o500)
    assert bad(examined()[1], "store")[0] == "fail"


def test_people_read_each_finding_on_its_line_and_the_remedy_below(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_TIME_ZONE", "Mars/Olympus")
    result = CliRunner().invoke(cli, ["doctor"])
    lines = result.stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("fail  settings"))
    assert "HOLDFAST_TIME_ZONE" in lines[at]
    assert lines[at + 1].startswith(" " * 20)
    assert result.exit_code == 1
