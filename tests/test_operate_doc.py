"""docs/operate.md shows settings, commands, metrics and addresses that there are."""

import asyncio
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer
from prometheus_client import REGISTRY
from typer.testing import CliRunner

from memory.cli import cli
from memory.core.operations.setting_names import SETTINGS
from memory.local_runner import open_local_runner

ROOT = Path(__file__).parents[1]
DOC = (ROOT / "docs" / "operate.md").read_text()
COMMANDS = [
    line.split("#")[0]
    for line in [
        *re.findall(r"`([^`\n]+)`", DOC),
        *re.findall(r"^(?:HOLDFAST_\w+=\S+ )?holdfast .*$", DOC, re.MULTILINE),
    ]
    if re.match(r"(HOLDFAST_\w+=\S+ )?holdfast ", line)
]
SUFFIXES = ("_total", "_bucket", "_count", "_sum")


def test_every_setting_it_names_is_one():
    named = set(re.findall(r"HOLDFAST_[A-Z_]+[A-Z]", DOC))
    assert named - SETTINGS == set()


def test_it_names_every_metric_and_no_other():
    there = {metric.name for metric in REGISTRY.collect() if metric.name.startswith("holdfast_")}
    named = {_plain(name) for name in re.findall(r"\bholdfast_[a-z_]+[a-z]", DOC)}
    assert named == there


def _plain(name: str) -> str:
    return next((name.removesuffix(end) for end in SUFFIXES if name.endswith(end)), name)


def test_the_labels_and_their_values_in_the_table_and_the_alerts_are_those_counted():
    samples = [s for m in REGISTRY.collect() if m.name.startswith("holdfast_") for s in m.samples]
    known = {f'{label}="{value}"' for sample in samples for label, value in sample.labels.items()}
    assert set(re.findall(r'\w+="\w+"', DOC)) - known == set()
    for name, labels in re.findall(r"`(holdfast_\w+)\{([a-z,]+)\}`", DOC):
        row = next(line for line in DOC.splitlines() if f"`{name}{{" in line)
        for label in labels.split(","):
            values = {s.labels[label] for s in samples if s.name == name}
            assert values
            assert label == "what" or [v for v in values if f"`{v}`" not in row] == [], (name, label)


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_it_shows_is_one_with_these_options(line: str):
    words = [word for word in shlex.split(line) if not word.startswith("HOLDFAST_")][1:]
    command: Any = typer.main.get_command(cli)
    for word in words:
        if word in getattr(command, "commands", {}):
            command = command.commands[word]
    known = {name for parameter in command.params for name in parameter.opts}
    assert [word for word in words if word.startswith("-") and word not in known] == []


def test_the_backup_drill_works_as_it_stands(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    async def talk() -> None:
        async with open_local_runner() as runner:
            async for _ in runner.stream("小林", "旅行", "记住：我住在里斯本。"):
                pass

    asyncio.run(talk())
    drill = re.search(r"## Backup drill.*?```sh\n(.*?)```", DOC, re.DOTALL)
    assert drill
    for line in drill[1].splitlines():
        words = shlex.split(line)
        env = dict(word.split("=", 1) for word in words if word.startswith("HOLDFAST_"))
        result = CliRunner().invoke(cli, words[len(env) + 1 :], env=env)
        assert result.exit_code == 0, result.output
    assert (Path.cwd() / "drill" / "store.sqlite").exists()
