"""`holdfast events`: the log as lines and as JSON."""

import asyncio
import json
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.events import event_line
from memory.local_runner import open_local_runner


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["events", "--user", "小林", *arguments])


async def talk() -> None:
    async with open_local_runner() as runner:
        for text in ("我住在里斯本。", "我搬到波尔图了。"):
            async for _ in runner.stream("小林", "搬家", text):
                continue


def test_what_changed_is_told_in_order_without_a_word_of_it(data_folder: Path):
    asyncio.run(talk())
    lines = [line.split()[1] for line in run().stdout.splitlines() if "turn.degraded" not in line]  # on a slow machine
    assert lines == ["conversation.begun", "fact.written", "fact.written", "fact.superseded"]
    told = json.loads(run("--json", "--kind", "fact.*").stdout)
    assert [event["type"] for event in told["events"]] == lines[1:]
    assert not any(word in json.dumps(told, ensure_ascii=False) for word in ("里斯本", "波尔图", "搬家"))
    assert run("--after", told["next"], "--kind", "fact.*").stdout == "nothing\n"
    refused = run("--kind", "事实")
    assert (refused.exit_code, "names no kind" in refused.stderr) == (2, True)


def test_what_an_event_tells_is_a_word_or_json():
    detail = {"id": "a1", "why": "the user\x1b asked 请求", "threads": ["t1", "文"], "delivered": True, "none": None}
    line = event_line({"time": "2026-03-01T12:00:00+00:00", "type": "x.y", "detail": detail})
    assert line.split(maxsplit=2)[2] == 'id=a1 why="the user\\u001b asked 请求" threads=["t1", "文"] delivered=true\n'
