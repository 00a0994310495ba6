"""Working memory without a store: names, bounds, what expires, what a branch sees, what was forgotten."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core import working
from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.facts.facts import Source
from memory.core.facts.proposals import make_proposal
from memory.core.forgetting.forgetting import make_tombstone
from memory.core.forgetting.traces import traces_of
from memory.core.ids import entry_key
from memory.core.recall.passages import Veil, veil_of
from memory.core.working import check_room, in_view, key_of, living, make_item, on_path, task_lines

NOW = datetime(2026, 3, 5, 10, tzinfo=UTC)
SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def key(minute: int) -> str:
    return entry_key(NOW + timedelta(minutes=minute), f"m{minute}", "0123456789abcdef")


def path(*minutes: int) -> list[Any]:
    return [{"id": f"m{m}", "key": key(m), "depth": m, "content": "x"} for m in minutes]


def item(value: str, minute: int = 0, name: str = "step") -> Any:
    return make_item(name, value, "t", key(minute), NOW + timedelta(minutes=minute))


@pytest.mark.parametrize(
    ("one", "other"), [("Step 1", " step  1"), ("目標", "目标"), ("ＧＯＡＬ", "goal"), ("a\nb", "A b")]
)
def test_names_that_read_the_same_are_one(one: str, other: str):
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize("name", ["", " \n", "\x00", "步" * 61])
def test_a_name_that_is_none_or_too_long_is_refused_with_the_remedy(name: str):
    with pytest.raises(InputError, match=r"^name: is "):
        key_of(name)


@pytest.mark.parametrize("value", ["", "\n ", "长" * (DEFAULTS.working_value_chars + 1)])
def test_a_value_that_is_none_or_too_long_is_refused(value: str):
    with pytest.raises(InputError, match=r"^value: is "):
        item(value)


@pytest.mark.parametrize(
    "secret",
    [
        "my password is hunter2-XK",
        "密码是 Tr0ub4dor&3",
        "密碼是 Tr0ub4dor&3",
        "sk-proj-abcdefghijklmnopqrstuvwxyz012345",
    ],
)
def test_a_secret_is_kept_neither_in_a_value_nor_in_a_name(secret: str):
    kept = make_item(secret[:60], f"log in: {secret}", "t", "e", NOW)
    told = f"{kept} {key_of(secret[:60])}"
    assert "[redacted]" in kept["value"]
    assert not any(word in told for word in ("hunter2", "Tr0ub4dor", "abcdefghij", "tr0ub4dor"))


def test_the_bounds_hold_and_replacing_is_always_allowed_within_them(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(working, "DEFAULTS", replace(DEFAULTS, working_entries=2, working_chars=20))
    held = {"a": item("x" * 9), "b": item("订" * 9)}
    check_room(held, "b", item("x" * 11))
    with pytest.raises(InputError, match="would be entry 3 of the task"):
        check_room(held, "c", item("x"))
    with pytest.raises(InputError, match="state 21 characters long"):
        check_room(held, "b", item("x" * 12))


def test_a_task_lives_as_long_as_anything_of_it_was_set_lately():
    held, days = {"goal": item("去东京"), "step": item("book", minute=60)}, timedelta(days=DEFAULTS.working_days)
    assert living(held, NOW + days + timedelta(minutes=59)) == held
    assert living(held, NOW + days + timedelta(minutes=60)) == {}
    assert living({"old": {"value": "from before times were kept"}}, NOW + 9 * days)


def test_a_fork_sees_what_was_set_before_it_and_nothing_of_the_other_branch():
    held = {"goal": item("去东京", 1), "step": item("book", 5), "older": item("x", 0)}
    assert set(on_path(held, path(1, 2, 5, 6))) == {"goal", "step", "older"}
    assert set(on_path(held, path(1, 2, 7))) == {"goal", "older"}
    assert set(on_path(held, path(6, 7))) == {"goal", "step", "older"}


@pytest.mark.parametrize(
    ("fact", "kept"),
    [
        ("My locker code is 7351", "open it with my locker code is 7351"),
        ("我的储物柜在三楼", "先去 我的儲物櫃在三樓 取行李"),
    ],
)
def test_what_was_forgotten_is_not_shown_and_what_is_said_anew_is(fact: str, kept: str):
    told = make_proposal(
        text=fact, kind="profile", quote=fact, message=fact, source=SOURCE, observed_at=NOW.isoformat()
    )
    stone = make_tombstone(told, [], (NOW + timedelta(minutes=2)).isoformat(), ["t"], traces_of(told, "k"))
    held = {"before": item(kept, 1), "after": item(kept, 3), "other": item("book a hotel", 1)}
    assert set(in_view(held, path(0, 1, 3), veil_of([stone], "k"), NOW)) == {"after", "other"}


def test_the_goal_stands_first_and_steps_in_their_order():
    held = {key_of(n): item("做", name=n) for n in ("step 10", "step 2", "Goal", "result", "目標")}
    names = [line[2 : line.index(":")] for line in task_lines(held)]
    assert names == ["Goal", "目標", "result", "step 2", "step 10"]


@given(st.text(min_size=1), st.text(min_size=1))
def test_whatever_is_kept_is_one_bounded_line(name: str, value: str):
    try:
        held = {key_of(name): make_item(name, value, "t", key(0), NOW)}
    except InputError:
        return
    (line,) = task_lines(in_view(held, path(0), Veil(), NOW))
    assert len(line.splitlines()) == 1
    assert len(line) < DEFAULTS.working_value_chars + working.NAME_CHARS + 10
