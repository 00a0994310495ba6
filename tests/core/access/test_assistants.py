"""Which assistants have a memory of their own, and under which roots it lies."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.access.assistants import apart_assistant, apart_label, assistant_id
from memory.core.access.namespaces import within
from memory.core.forgetting.erase_marks import root_key
from memory.core.ids import apart_of, encode_label, epoch_of, shared_root, thread_id_for, user_of, user_root

COACH = apart_label("coach", ["coach"])
APARTS = st.sampled_from(["", COACH, apart_label("教练", ["*"])])


@pytest.mark.parametrize(
    ("named", "setting", "apart"),
    [
        (None, ["*"], False),
        ("agent", [], False),
        ("agent", ["coach"], False),
        ("Coach", ["coach"], False),
        ("coach", ["coach", "教练"], True),
        ("教练", ["coach", "教练"], True),
        (assistant_id("coach"), ["coach"], True),
        (assistant_id("coach").upper(), ["coach"], True),
        ("coach", [assistant_id("coach")], True),
        ("agent", ["*"], True),
    ],
)
def test_an_assistant_is_kept_apart_by_its_id_or_the_graph_it_stands_for(
    named: str | None, setting: list[str], apart: bool
):
    label = apart_label(named, setting)
    assert bool(label) is apart
    assert apart_assistant(label) == (assistant_id(str(named)) if apart else None)


def test_an_assistant_that_stands_for_a_graph_has_the_id_the_platform_gives_it():
    assert assistant_id("agent") == "fe096781-5601-53d2-b2f6-0d3403f7e9ca"


@given(st.text(min_size=1), st.integers(-1, 10**6), APARTS)
def test_a_root_tells_user_epoch_and_what_keeps_it_apart(user: str, epoch: int, apart: str):
    root = user_root(user, epoch, apart)
    assert (user_of(root), epoch_of(root), apart_of(root)) == (encode_label(user), epoch, apart)
    assert shared_root(root) == user_root(user, epoch)
    assert root_key(root, "s") == root_key(user_root(user, epoch), "s")
    assert root.encode().isascii()
    assert not set(root) - set("abcdefghijklmnopqrstuvwxyz0123456789-")


@given(st.text(min_size=1), st.text(min_size=1), APARTS, APARTS)
def test_nobodys_name_leads_into_the_memory_of_another(one: str, other: str, apart: str, others: str):
    mine, theirs = user_root(one, 0, apart), user_root(other, 0, others)
    assert (mine == theirs) is ((one, apart) == (other, others))
    shown = within(user_root(one, 0), ("users", theirs), widen=True)
    assert (shown is not None) is (one == other)


@pytest.mark.parametrize("user", [f"alice--0--{COACH}", f"holdfast:apart:coach:alice--0--{COACH}", f"0--{COACH}"])
def test_a_user_who_is_called_like_a_root_has_another_one(user: str):
    assert user_root(user, 0) != user_root("alice", 0, COACH)
    assert shared_root(user_root(user, 0)) == user_root(user, 0)
    assert within("alice--0", ("users", user_root(user, 0)), widen=True) is None


def test_the_same_conversation_is_another_thread_with_an_assistant_that_is_kept_apart():
    threads = {thread_id_for("ann", 0, "旅行", apart) for apart in ("", COACH)}
    assert len(threads) == 2
    assert all(UUID(thread).version == 5 for thread in threads)


@pytest.mark.parametrize(
    "asked", [("users", "ann--0", COACH), ("users", f"ann--0--{COACH}", "facts"), ("users", "ann--0--%")]
)
def test_the_own_roots_that_are_kept_apart_are_shown_by_name(asked: tuple[str, ...]):
    assert within("ann--0", asked, widen=False) == asked
    assert within("bob--0", asked, widen=True) is None
    assert within("ann--1", asked, widen=True) is None
