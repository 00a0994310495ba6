import pytest
from langgraph.store.base import BaseStore
from support.histories import message
from support.turns import ROOT, THREAD, Turns, ids

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.service.turn.turn_opening import as_recorded, is_owner
from memory.storage.transcript_read import read_thread


def asked(message_id: str, text: str = "我的航班是 CA1234"):
    return message(message_id, "user", text)


async def test_the_first_message_of_a_thread_is_acknowledged_and_makes_its_record(any_store: BaseStore):
    opened = await Turns(any_store).open(asked("u"))
    thread = await read_thread(any_store, ROOT, THREAD)
    assert (ids(opened.messages), [s["id"] for s in opened.path], opened.notes) == (["u"], ["u"], [])
    assert thread is not None
    assert (thread["conversation"], thread["thread"]) == ("trip", THREAD)
    assert await Turns(any_store).active() == ["u"]


async def test_several_messages_at_once_are_all_acknowledged_in_order(any_store: BaseStore):
    turns = Turns(any_store)
    opened = await turns.open(asked("u"), asked("v", "還有一件事"), asked("w", "and this"))
    assert ids(opened.messages) == await turns.active() == ["u", "v", "w"]


async def test_a_refused_message_leaves_no_entry(any_store: BaseStore):
    with pytest.raises(InputError, match="messages"):
        await Turns(any_store).open(asked("u", "字" * 400_000))
    assert await Turns(any_store).entries() == []


async def test_a_retry_after_a_crash_writes_the_same_keys(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    crashed = turns.at(4)
    first = await turns.open(asked("u"))
    again = await crashed.open(asked("u"))
    assert again.path == first.path
    assert len(await turns.entries()) == 5


async def test_a_lost_state_is_restored_from_the_transcript(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    restored = turns.lost()
    opened = await restored.open(asked("u"))
    assert ids(opened.messages) == ["q0", "qa0", "q1", "qa1", "u"] == await turns.active()
    assert opened.path[:4] == turns.path
    assert opened.notes == ["the thread's state was lost: 4 messages restored from the transcript"]


async def test_a_lost_state_restores_only_as_much_as_a_state_keeps(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(DEFAULTS.state_messages // 2 + 5)
    opened = await turns.lost().open(asked("u"))
    assert len(opened.messages) == DEFAULTS.state_messages + 1
    assert opened.path[0]["depth"] == 10


async def test_a_retry_of_an_answered_message_on_a_lost_state_gives_the_recorded_answer(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    opened = await turns.lost().open(asked("q1", "第1问"))
    assert opened.answered is not None
    assert opened.answered["id"] == "qa1"
    assert len(await turns.entries()) == 4


async def test_a_retry_of_an_answered_message_in_the_state_gives_the_recorded_answer(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    opened = await turns.open(asked("q1", "第1问"))
    assert opened.answered is not None
    assert opened.answered["id"] == "qa1"
    assert (ids(opened.messages), len(await turns.entries())) == (["q0", "qa0", "q1", "qa1"], 4)


async def test_a_retry_of_an_answered_message_that_left_the_state_gives_its_own_answer(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(4)
    turns.messages, turns.path = turns.messages[4:], turns.path[4:]
    opened = await turns.open(asked("q0", "第0问"))
    assert opened.answered is not None
    assert opened.answered["id"] == "qa0"
    assert (ids(opened.messages), len(await turns.entries())) == (["q2", "qa2", "q3", "qa3"], 8)


async def test_a_retry_at_an_older_checkpoint_gives_the_recorded_answer_and_goes_on_after_it(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(3)
    opened = await turns.at(2).open(asked("q1", "第1问"))
    assert opened.answered is not None
    assert opened.answered["id"] == "qa1"
    assert (ids(opened.messages), opened.path) == (["q0", "qa0", "q1", "qa1"], turns.path[:4])
    assert len(await turns.entries()) == 6


async def test_a_new_message_at_an_older_checkpoint_makes_a_branch(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(3)
    await turns.at(2).open(asked("u"))
    assert await turns.active() == ["q0", "qa0", "u"]
    assert len(await turns.entries()) == 7


async def test_an_edit_makes_a_branch_and_keeps_what_it_left(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(3)
    opened = await turns.open(asked("q1", "改成 CA4321"))
    assert opened.answered is None
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "q1"]
    assert opened.path[:2] == turns.path[:2]
    assert len(await turns.entries()) == 7


async def test_a_stopped_part_is_put_back_behind_its_message(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(1)
    await turns.open(asked("u"))
    await turns.answer("part", "您的航班…", mark="stopped")
    opened = await turns.open(asked("v", "继续"))
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "u", "part", "v"]
    assert opened.notes == ["the reply before this one was stopped: its streamed part is in the window"]


async def test_a_stopped_part_is_put_back_though_the_checkpoint_lacks_its_messages_entries(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(1)
    checkpoint = turns.at(2)
    await turns.open(asked("u"), asked("w", "再问"))
    await turns.answer("part", "partly", mark="stopped")
    checkpoint.messages = turns.messages
    opened = await checkpoint.open(asked("v", "go on"))
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "u", "w", "part", "v"]
    assert len(await turns.entries()) == 6


async def test_a_stopped_part_of_another_branch_stays_there(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    await turns.open(asked("u"))
    await turns.answer("part", "partly", mark="stopped")
    opened = await turns.at(2).open(asked("v", "另一个问题"))
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "v"]


async def test_a_thread_goes_on_where_it_was_after_a_shorter_branch_was_stopped(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(3)
    branch = turns.at(2)
    await branch.open(asked("u"))
    await branch.answer("part", "partly", mark="stopped")
    opened = await turns.open(asked("v", "回到这里"))
    assert ids(opened.messages) == await turns.active() == ["q0", "qa0", "q1", "qa1", "q2", "qa2", "v"]


@pytest.mark.parametrize("lost", [False, True])
async def test_a_retry_of_what_was_stopped_is_answered_anew(any_store: BaseStore, lost: bool):
    turns = Turns(any_store)
    await turns.talk(1)
    await turns.open(asked("u"))
    await turns.answer("part", "partly", mark="stopped")
    retried = turns.lost() if lost else turns
    opened = await retried.open(asked("u"))
    assert (opened.answered, ids(opened.messages)) == (None, ["q0", "qa0", "u"])
    await retried.answer("whole", "完整的回答")
    assert await turns.active() == ["q0", "qa0", "u", "whole"]


async def test_what_someone_else_put_into_a_thread_is_taken_out_again(any_store: BaseStore):
    turns = Turns(any_store)
    await turns.talk(2)
    changed = [*turns.messages[:2], asked("q1", "changed"), asked("stranger", "我是别人")]
    kept = await as_recorded(any_store, ROOT, THREAD, changed, turns.path)
    assert ids(kept) == ["q0", "qa0", "q1", "qa1"]
    assert kept[2]["content"] == "第1问"


def test_a_thread_is_its_first_users():
    assert is_owner(None, "mia--0")
    assert is_owner("mia--0", "mia--0")
    assert not is_owner("mia--0", "mia--1")
    assert not is_owner("mia--0", "li--0")
