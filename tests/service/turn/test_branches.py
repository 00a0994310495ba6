"""Facts follow the active path, and a copied thread gets a transcript of its own, on every store."""

from datetime import UTC, datetime

import pytest
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.conversations import a_tombstone
from support.counting import CountingStore
from support.histories import message
from support.turns import ROOT, THREAD, Turns, ids

from memory.core.extraction.extraction import extract
from memory.core.facts.current import current
from memory.core.transcript.branches import LEFT_PATH
from memory.core.transcript.entries import text_of
from memory.service.consolidation.consolidation import consolidate_thread
from memory.service.consolidation.mailbox import Measures
from memory.service.facts.remembering import decide_pending, write_decided
from memory.service.turn.turn_opening import Opened
from memory.storage.events import list_events
from memory.storage.facts import list_pending, load_memory, read_version, write_memory
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.transcript_read import all_entries, count_branches, read_answer, read_forks, read_head, read_path

NOW = datetime(2026, 12, 31, tzinfo=UTC)
MEASURES = Measures(count_text=len, count_entry=lambda entry: len(text_of(entry)), budget=16_000)


@pytest.fixture
def store() -> InMemoryStore:
    return InMemoryStore()


async def tell(turns: Turns, message_id: str, text: str) -> Opened:
    """A whole turn, with the facts of its message."""
    opened = await turns.open(message(message_id, "user", text))
    if opened.answered is None:
        key = opened.path[-1]["key"]
        source = {"thread": THREAD, "conversation": "trip", "message": message_id, "entry": key}
        told = extract(text, source=source, observed_at=turns.now.isoformat())  # type: ignore[arg-type]  # a Source
        stones = (await load_memory(turns.store, ROOT)).tombstones
        await write_decided(
            turns.store, ROOT, write=told, ask=[], reject=[], assertions=[], tombstones=stones, now=turns.now
        )
        await turns.answer(f"to {message_id} {turns.now.timestamp()}", f"好的 ok {text}")
    return opened


async def values(store: BaseStore) -> tuple[list[str | None], dict[str | None, str | None]]:
    """The values that hold, and by value why others wait."""
    held = current((await load_memory(store, ROOT)).assertions, NOW.isoformat())
    waiting = {p["value"]: p.get("reason") for p in await list_pending(store, ROOT)}
    return [span["fact"]["value"] for span in held], waiting


@pytest.mark.parametrize(
    ("first", "second", "edited"),
    [
        ("I live in Lisbon.", "I live in Berlin.", "I live in Oslo."),
        ("我住在里斯本。", "我住在柏林。", "我住在奥斯陆。"),
        ("我住在臺北。", "I moved to Berlin.", "我搬到東京了。"),
    ],
)
async def test_an_edit_sends_the_facts_of_what_it_replaces_back_to_pending(
    any_store: BaseStore, first: str, second: str, edited: str
):
    turns = Turns(any_store)
    await tell(turns, "u1", first)
    old = (await values(any_store))[0]
    await tell(turns, "u2", second)
    new = (await values(any_store))[0]
    version = await read_version(any_store, ROOT)
    opened = await turns.open(message("u2", "user", edited))
    assert await values(any_store) == (old, {new[0]: LEFT_PATH})
    assert version != opened.version == await read_version(any_store, ROOT)
    kinds = [e["type"] for e in await list_events(any_store, ROOT)]
    assert kinds.count("fact.left") == kinds.count("proposal.pending") == 1


async def test_a_fact_that_is_said_again_in_the_edit_is_written_again(store: InMemoryStore):
    turns = Turns(store)
    await tell(turns, "u1", "I live in Lisbon.")
    await tell(turns, "u1", "I live in Lisbon. 我对花生过敏。")
    assert await values(store) == (["Lisbon", "花生"], {})


async def test_a_fact_approved_after_its_source_left_stays_whatever_leaves_later(store: InMemoryStore):
    turns = Turns(store)
    await tell(turns, "u1", "你好")
    start = turns.at(2)
    await tell(turns, "u2", "我住在里斯本。")
    end = turns.at(4)
    start.now = turns.now
    await tell(start, "u3", "thanks")
    (waiting,) = await list_pending(store, ROOT)
    assert await decide_pending(store, ROOT, waiting["id"], approve=True, now=start.now) == "approved"
    end.now = start.now
    await tell(end, "u4", "谢谢")
    assert await values(store) == (["里斯本"], {})
    again = start.at(4)
    again.now = end.now
    await tell(again, "u5", "hello again")
    assert await values(store) == (["里斯本"], {})


async def test_facts_of_other_threads_and_of_what_is_still_on_the_path_stay(store: InMemoryStore):
    turns = Turns(store)
    await tell(turns, "u1", "I live in Lisbon.")
    await tell(turns, "u2", "我住在里斯本。I'm allergic to nuts.")
    elsewhere = (await load_memory(store, ROOT)).assertions[0]
    source = {**elsewhere["source"], "thread": "another"}
    await write_memory(store, ROOT, version="v", assertions=[{**elsewhere, "source": source}])  # type: ignore[typeddict-item]  # a Source
    back = turns.at(2)
    back.now = turns.now
    await tell(back, "u3", "!")
    held, waiting = await values(store)
    assert "Lisbon" in held
    assert set(held) | set(waiting) == {"Lisbon", "里斯本", "nuts"}


async def test_only_a_turn_that_leaves_the_path_asks_the_store_for_more_than_its_two_reads_and_writes():
    turns = Turns(store := CountingStore())
    await tell(turns, "u1", "我住在里斯本。")
    store.reset()
    await turns.open(message("u2", "user", "hello"))
    await turns.answer("a2", "你好")
    assert store.batches == 4
    before = turns.at(2)
    store.reset()
    await before.open(message("u3", "user", "anew"))
    assert store.batches > 2


async def test_an_answer_newer_than_the_checkpoint_is_given_again_after_a_crash(store: InMemoryStore):
    turns = Turns(store)
    await turns.open(message("u", "user", "我的航班是 CA1234"))
    crashed = turns.at(1)
    await turns.answer("a", "记下了")
    opened = await crashed.open(message("u", "user", "我的航班是 CA1234"))
    assert (ids(opened.messages), opened.path) == (["u", "a"], turns.path)
    assert opened.answered is not None
    assert len(await turns.entries()) == 2


async def test_an_answer_that_a_crash_kept_from_its_entry_is_recorded_and_given_again(store: InMemoryStore):
    turns = Turns(store)
    await turns.open(message("u", "user", "hello 你好"))
    turns.messages = [*turns.messages, message("a", "assistant", "您好")]
    opened = await turns.open(message("u", "user", "hello 你好"))
    assert opened.answered is not None
    assert opened.answered["id"] == "a"
    assert await turns.active() == ["u", "a"]
    assert await read_answer(store, ROOT, THREAD, opened.path[0]["key"]) is not None


async def test_an_edit_of_the_first_message_a_bounded_state_holds_keeps_what_came_before_it(store: InMemoryStore):
    turns = Turns(store)
    await turns.talk(4)
    turns.messages, turns.path = turns.messages[4:], turns.path[4:]
    await turns.open(message("q2", "user", "改了"))
    assert await turns.active() == ["q0", "qa0", "q1", "qa1", "q2"]
    assert await count_branches(store, ROOT, THREAD) == 2


async def test_an_edit_of_a_message_that_left_the_state_goes_back_to_it(store: InMemoryStore):
    turns = Turns(store)
    await turns.talk(4)
    turns.messages, turns.path = turns.messages[4:], turns.path[4:]
    opened = await turns.open(message("q1", "user", "改了 edited"))
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "q1"]


async def test_a_run_at_the_beginning_of_a_thread_is_a_branch_and_not_a_lost_state(store: InMemoryStore):
    turns = Turns(store)
    await turns.talk(2)
    begun = turns.lost()
    opened = await begun.open(message("u", "user", "重新开始"), step=2)
    assert (ids(opened.messages), opened.notes) == (["u"], [])
    assert await turns.active() == ["u"]
    after = turns.lost()
    after.messages = [message("q0", "user", "第0问")]
    await after.open(message("v", "user", "and this"), step=3)
    assert await turns.active() == ["q0", "v"]


async def test_a_stopped_part_is_put_back_though_the_turn_after_it_crashed(store: InMemoryStore):
    turns = Turns(store)
    await turns.open(message("u", "user", "慢慢说"))
    await turns.answer("part", "partly", mark="stopped")
    crashed = turns.at(1)
    await turns.open(message("v", "user", "go on"))
    opened = await crashed.open(message("v", "user", "go on"))
    assert (ids(opened.messages), opened.path) == (["u", "part", "v"], turns.path)
    assert len(await turns.entries()) == 3


def copy_of(turns: Turns, thread: str = "copy") -> Turns:
    """The thread's state on another thread, as the platform copies it."""
    return Turns(turns.store, turns.messages, turns.path, owned=True, now=turns.now, thread=thread)


async def test_a_copy_takes_its_whole_path_along_also_what_no_state_holds(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(60)
    await turns.at(100).open(message("side", "user", "旁枝"))
    turns.messages, turns.path = turns.messages[20:], turns.path[20:]
    await turns.open(message("q59", "user", "第59问"))
    copy = copy_of(turns)
    opened = await copy.open(message("u", "user", "在副本里继续"))
    assert opened.notes == ["the thread is a copy: its transcript was copied too"]
    assert opened.path[:-1] == turns.path
    active = await copy.active()
    assert (len(active), active[0], active[-1]) == (121, "q0", "u")
    assert {e["thread"] for e in await copy.entries()} == {"copy"}
    again = copy.at(len(turns.messages))
    answered = await again.open(message("q59", "user", "第59问"))
    assert answered.answered is not None
    assert [e async for e in all_entries(any_store, ROOT, THREAD)] != []


async def test_a_copy_keeps_what_was_folded_unless_something_was_forgotten_since(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(40)
    await consolidate_thread(any_store, ROOT, THREAD, clock=lambda: turns.now, measures=MEASURES)
    origin = await read_summary(any_store, ROOT, THREAD)
    await copy_of(turns, "one").open(message("u", "user", "继续"))
    assert await read_summary(any_store, ROOT, "one") == origin is not None
    assert await list_leaves(any_store, ROOT, "one") == await list_leaves(any_store, ROOT, THREAD) != []
    stone = {**a_tombstone("gone", turns.path[0]["key"]), "threads": [THREAD], "forgotten_at": NOW.isoformat()}
    await write_memory(any_store, ROOT, version="v", tombstones=[stone])  # type: ignore[list-item]  # a Tombstone
    await copy_of(turns, "two").open(message("v", "user", "go on"))
    assert (await read_summary(any_store, ROOT, "two"), await list_leaves(any_store, ROOT, "two")) == (None, [])
    assert (await load_memory(any_store, ROOT)).tombstones[0]["threads"] == [THREAD, "two"]


async def test_a_thread_whose_transcript_is_nowhere_begins_anew_with_its_state(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    turns.path = [{**step, "key": step["key"][::-1]} for step in turns.path]
    copy = copy_of(turns)
    opened = await copy.open(message("u", "user", "还在吗"))
    assert opened.notes == ["the thread's transcript was lost: it begins anew with the messages of the state"]
    assert await copy.active() == ids(opened.messages) == ["q0", "qa0", "q1", "qa1", "u"]


async def test_consolidation_folds_the_active_path_and_nothing_beside_it(store: InMemoryStore):
    turns = Turns(store)
    await turns.talk(5)
    side = turns.at(4)
    side.now = turns.now
    await side.talk(30, "侧")
    await consolidate_thread(store, ROOT, THREAD, clock=lambda: NOW, measures=MEASURES)
    path = [step["key"] for step in side.path]
    leaves = await list_leaves(store, ROOT, THREAD)
    assert leaves[0]["first"]["key"] == path[0]
    assert all(leaf[end]["key"] in path for leaf in leaves for end in ("first", "last"))  # type: ignore[literal-required]  # both are


async def test_a_long_branch_is_counted_to_its_end_and_read_back_from_there(store: InMemoryStore):
    turns = Turns(store)
    await turns.talk(60)
    side = turns.at(40)
    side.now = turns.now
    await side.talk(3, "侧")
    head = await read_head(store, ROOT, THREAD)
    assert head is not None
    shown = await read_path(store, ROOT, THREAD, head, limit=10)
    [fork] = await read_forks(store, ROOT, THREAD, shown)
    [other] = fork.others
    assert (fork.parent, fork.shown) == (shown[3]["key"], shown[4]["key"])
    assert (other.first["id"], other.entries, other.tip["key"]) == ("q20", 80, turns.path[-1]["key"])
    assert [e["id"] for e in await read_path(store, ROOT, THREAD, other.tip)] == [s["id"] for s in turns.path]
    assert await count_branches(store, ROOT, THREAD) == 2
