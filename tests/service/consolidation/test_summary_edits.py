"""A user's changes of a summary, with the consolidation that takes them over and the forget that takes them away."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langgraph.store.base import BaseStore, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.conversations import NOW, Conversation

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Proposal, Source
from memory.core.ids import thread_id_for, user_root
from memory.core.transcript.entries import Entry, text_of
from memory.models.tokenizer import count_message, count_text
from memory.service.access.identity import User
from memory.service.consolidation.consolidation import consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.consolidation.summary_edits import Edit, SummaryView, edit_lines, read_lines
from memory.service.conversations.conversations import thread_of_conversation
from memory.service.facts.remembering import write_decided
from memory.service.forgetting.forgetting import forget
from memory.storage.due import list_due
from memory.storage.summaries import read_summary
from memory.storage.summary_edits import list_edits

ROOT, THREAD = user_root("ann", 0), thread_id_for("ann", 0, "c")
MEASURES = Measures(count_text, count_message, budget=16_000)


async def talk(store: BaseStore, *first: str, entries: int = 45) -> list[Entry]:
    said = [f"第{n}句：order AB-{n:03d} 三月送到。" for n in range(entries - len(first))]
    return await Conversation(store, ROOT, THREAD).say(*first, *said)


async def consolidate(store: BaseStore) -> None:
    await consolidate_thread(store, ROOT, THREAD, clock=lambda: datetime.now(UTC), measures=MEASURES)


async def edit(store: BaseStore, *made: Edit, at: datetime | None = None) -> SummaryView:
    found = await thread_of_conversation(store, User("ann", 0), "c")
    for one in made:
        view = await edit_lines(store, found, one, clock=lambda: at or datetime.now(UTC), count=count_text)
    return view


async def lines(store: BaseStore) -> list[str]:
    shown = await read_lines(store, await thread_of_conversation(store, User("ann", 0), "c"))
    return [line["text"] for line in shown["lines"]]


async def test_consolidation_takes_a_change_over_and_keeps_it_through_later_folds(any_store: BaseStore):
    said = await talk(any_store)
    await consolidate(any_store)
    wrong = (await lines(any_store))[-1]
    await edit(any_store, Edit("replace", wrong, "That order 已取消."), Edit("add", text="请简短回答。"))
    assert await list_due(any_store) == [(ROOT, THREAD)]
    before = await read_summary(any_store, ROOT, THREAD)
    await consolidate(any_store)
    summary = await read_summary(any_store, ROOT, THREAD)
    assert before is not None
    assert summary is not None
    assert summary["text"].splitlines() == await lines(any_store)
    assert (summary["time"], await list_due(any_store)) == (before["time"], [])
    more = Conversation(any_store, ROOT, THREAD, said)
    await more.say(*(f"later 第{n}句话很重要，order CD-{n:03d}." for n in range(60)))
    await consolidate(any_store)
    summary = await read_summary(any_store, ROOT, THREAD)
    assert summary is not None
    for told in (await lines(any_store), summary["text"].splitlines()):
        assert "- That order 已取消." in told
        assert "- 请简短回答。" in told
        assert wrong not in told


async def test_a_change_made_while_a_consolidation_runs_is_in_the_summary_it_leaves():
    class Busy(InMemoryStore):
        """A store in which a change is made just after the first fold was written."""

        made = False

        async def abatch(self, ops: Any) -> list[Result]:
            results = await super().abatch(ops)
            if not self.made and any(isinstance(op, PutOp) and op.namespace[2:3] == ("leaves",) for op in ops):
                self.made = True
                await edit(self, Edit("add", text="请简短回答。"))
            return results

    store = Busy()
    await talk(store)
    await consolidate(store)
    summary = await read_summary(store, ROOT, THREAD)
    assert summary is not None
    assert "- 请简短回答。" in summary["text"].splitlines()
    assert await list_due(store) == []


@pytest.mark.parametrize(
    ("text", "change", "gone"),
    [
        ("I live in Lisbon.", Edit("add", text="Ann says: I live in Lisbon, by the sea."), "Lisbon"),
        ("我住在里斯本。", Edit("add", text="用户说：我住在里斯本。"), "里斯本"),
        ("我住在臺北。", Edit("add", text="用戶說過我住在臺北，很久了。"), "臺北"),
    ],
)
async def test_a_forget_takes_away_the_changes_that_tell_it_and_no_others(
    any_store: BaseStore, text: str, change: Edit, gone: str
):
    said = await talk(any_store, text)
    source: Source = {"thread": THREAD, "conversation": "c", "message": said[0]["id"], "entry": said[0]["key"]}
    facts: list[Proposal] = extract(text_of(said[0]), source=source, observed_at=said[0]["time"])
    await write_decided(any_store, ROOT, write=facts, ask=[], reject=[], assertions=[], tombstones=[], now=NOW)
    await edit(any_store, change, Edit("add", text="Be brief. 请简短。"), at=NOW)
    await forget(any_store, ROOT, facts, now=NOW + timedelta(minutes=1))
    assert [made["text"] for made in await list_edits(any_store, ROOT, THREAD)] == ["- Be brief. 请简短。"]
    await consolidate(any_store)
    assert gone not in "\n".join(await lines(any_store))
