"""`holdfast events`: the log as lines and as JSON."""

import asyncio
import json
from pathlib import Path

from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli
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
    assert run("--after", told["next"], "--kind", "fact.*").stdout == ""
    refused = run("--kind", "事实")
    assert (refused.exit_code, "names no kind" in refused.stderr) == (2, True)
