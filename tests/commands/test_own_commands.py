"""`holdfast facts …`, `pending`, `instructions` and `settings`: what a user changes by hand, over the files."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from memory.cli import cli
from memory.commands.fact_changes import history_lines
from memory.local_runner import open_local_runner

USER = "小林"


@pytest.fixture(autouse=True)
def data(data_folder: Path) -> Path:
    return data_folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments, "--user", USER])


def shown(*arguments: str) -> str:
    done = run(*arguments)
    assert (done.exit_code, done.stderr) == (0, ""), arguments
    return done.stdout


async def talk(*texts: str, approval: str = "auto") -> None:
    async with open_local_runner() as runner:
        for text in texts:
            async for _ in runner.stream(USER, "main", text, context={"approval": approval}):
                continue


def ids(listing: str) -> dict[str, str]:
    """Return the ids in a listing by the rest of their lines."""
    return {line[16:].strip(): line[:16] for line in listing.splitlines() if re.match(r"[0-9a-f]{16}", line)}


def test_a_fact_is_edited_pinned_told_with_its_history_and_forgotten():
    asyncio.run(talk("I live in Lisbon.", "我对花生过敏，请记住。"))
    home = ids(shown("facts"))["home: I live in Lisbon"]
    assert "I live in Berlin" in shown("facts", "edit", home[:8], "I live in Berlin")
    berlin = ids(shown("facts"))["home: I live in Berlin"]
    assert "holds, pinned" in shown("facts", "pin", berlin)
    assert "pinned" not in shown("facts", "unpin", berlin)
    lines = shown("facts", "history", berlin).splitlines()
    assert [line.partition(": ")[2] for line in lines] == ["I live in Lisbon", "I live in Berlin"]
    assert " until " in lines[0]
    allergy = ids(shown("facts"))["allergy: 我对花生过敏"]
    forgotten = shown("facts", "forget", allergy[:10])
    assert "; summaries of 1 conversation are made anew." in forgotten
    assert f"Forgotten: {allergy}" in forgotten
    assert "stays in its conversations until they are deleted" in forgotten
    assert "花生" not in shown("facts")
    told = run("facts", "edit", allergy, "x")
    assert (told.exit_code, "was forgotten" in told.stderr) == (2, True)


def test_what_waits_is_listed_and_decided_by_id_or_all_at_once():
    asyncio.run(
        talk("I live in Lisbon.", "My dog is called Bruno.", "我对花生过敏。", "I work at 台積電.", approval="review")
    )
    waiting = ids(shown("pending", "list"))
    assert len(waiting) == 4
    home, allergy = (next(i for words, i in waiting.items() if word in words) for word in ("Lisbon", "花生"))
    assert shown("pending", "approve", home[:8]) == f"{home}: approved\n"
    assert shown("pending", "edit", allergy, "我对坚果过敏", "--value", "坚果") == f"{allergy}: edited\n"
    assert shown("pending", "reject", "--all").count(": rejected") == 2
    assert shown("pending", "approve", "--all") == "nothing waits\n"
    assert shown("pending", "list") == "nothing waits\n"
    assert set(ids(shown("facts"))) == {"home: I live in Lisbon", "allergy: 我对坚果过敏"}
    for wrong in (("approve",), ("approve", home, "--all"), ("reject", "ffff"), ("respond", home, "x")):
        done = run("pending", *wrong)
        assert (done.exit_code, done.stdout, "ID" in done.stderr) == (2, "", True)
    assert "ID: 'ffff' begins no id. Write the id of one" in run("pending", "reject", "ffff").stderr


def test_a_response_that_tells_nothing_leaves_it_waiting_and_says_so():
    asyncio.run(talk("I live in Lisbon.", approval="review"))
    (home,) = ids(shown("pending", "list")).values()
    left = run("pending", "respond", home, "hm 嗯")
    assert (left.exit_code, "pending: the response tells nothing" in left.stdout) == (1, True)
    assert shown("pending", "respond", home, "No, I live in 波尔图.") == f"{home}: responded\n"


def test_instructions_are_added_edited_and_removed(data: Path):
    asyncio.run(talk("hi"))
    shown("instructions", "add", "Answer in two sentences. 用两句话回答。")
    (item,) = ids(shown("instructions", "list")).values()
    assert "三句话" in shown("instructions", "edit", item[:6], "用三句话回答。")
    (edited,) = ids(shown("instructions", "list")).values()
    assert shown("instructions", "remove", edited) == f"Removed: {edited}\n"
    assert ids(shown("instructions", "list")) == {}
    gone = run("instructions", "remove", edited)
    assert (gone.exit_code, "ID: " in gone.stderr) == (2, True)


def test_settings_are_shown_set_and_unset():
    asyncio.run(talk("hi"))
    assert shown("settings", "show").count("(not set)") == 6
    assert "past_conversations: off" in shown("settings", "set", "past-conversations", "off")
    assert "time_zone: Asia/Shanghai" in shown("settings", "set", "time_zone", "Asia/Shanghai")
    assert json.loads(shown("settings", "unset", "past_conversations", "--json"))["past_conversations"] is None
    refused = run("settings", "set", "language", "zh")
    assert refused.stderr == "Error: language: 'zh' is not one of its values. Use one of en, zh-Hans, zh-Hant.\n"
    for name, value in (("colour", "red"), ("learn", "perhaps"), ("time_zone", "Moon/Base"), ("approval", "maybe")):
        wrong = run("settings", "set", name, value)
        assert (wrong.exit_code, wrong.stdout, f"{name}: " in wrong.stderr) == (2, "", True)


@pytest.mark.parametrize(
    ("group", "listing"),
    [
        ("facts", ()),
        ("pending", ("list",)),
        ("instructions", ("list",)),
        ("settings", ("show",)),
        ("conversations", ("list",)),
    ],
)
def test_a_group_alone_lists_and_options_before_its_command_are_refused(group: str, listing: tuple[str, ...]):
    asyncio.run(talk("hi", approval="review"))
    alone, named = (json.loads(shown(group, *words, "--json")) for words in ((), listing))
    assert {name: alone[name] for name in alone if name != "as_of"} == {
        name: named[name] for name in named if name != "as_of"
    }
    misplaced = CliRunner().invoke(cli, [group, "--user", USER, *(listing or ("pin", "x"))])
    assert (misplaced.exit_code, misplaced.stdout, "--user belongs after" in misplaced.stderr) == (2, "", True)


def test_words_of_others_reach_the_terminal_as_words_alone():
    span = {"id": "a", "text": "x\x1b[2J\n文", "since": "2026-03-01T12:00:00+00:00", "invalid_at": None}
    assert list(history_lines([span])) == ["a  2026-03-01 12:00 UTC: x\\x1b[2J 文"]
