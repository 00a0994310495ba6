"""A slot that an operator adds by data is one of the profile everywhere: read, replaced, recalled, shown, forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.in_process import House

from memory.core.facts.current import current
from memory.core.facts.facts import Assertion
from memory.core.facts.slots import SLOTS
from memory.core.ids import user_root
from memory.service.settings.slots import use_slots
from memory.service.turn.turn_memory import profile_line
from memory.storage.facts import list_pending, load_memory

ROOT = user_root("ann", 0)
NOW = "2100-01-01T00:00:00+00:00"
FILE = """
[[slot]]
name = "shoe_size"
arity = "one"
kind = "profile"
label_en = "shoe size"
label_zh = "鞋码"
cues_en = ["my shoe size"]
cues_zh = ["我的鞋码"]
says_en = ["I wear size"]

[[slot]]
name = "instruments"
arity = "list"
kind = "preference"
label_en = "instruments"
label_zh = "乐器"
cues_en = ["my instruments"]
cues_zh = ["我的乐器"]

[[slot]]
name = "sizes"
arity = "keyed"
kind = "profile"
label_en = "sizes"
label_zh = "尺码"
cues_en = ["my size in"]
says_en = ["my size in"]
sensitivity = "sensitive"
"""


@pytest.fixture(autouse=True)
async def own_slots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "slots.toml").write_text(FILE, encoding="utf-8")
    monkeypatch.setenv("HOLDFAST_SLOTS", str(tmp_path / "slots.toml"))
    await use_slots()
    yield
    SLOTS.extend(())


async def held(house: House) -> list[Assertion]:
    return [span["fact"] for span in current((await load_memory(house.store, ROOT)).assertions, NOW)]


@pytest.mark.parametrize(
    ("first", "then", "question", "gone", "forget", "label"),
    [
        (
            "My shoe size is 42.",
            "I wear size 43 now.",
            "What's my shoe size?",
            "42",
            "Forget my shoe size.",
            "shoe size",
        ),
        ("我的鞋碼是42。", "我的鞋码现在是43。", "我的鞋码是多少？", "42", "忘记我的鞋码。", "鞋码"),
    ],
)
async def test_it_is_read_replaced_recalled_shown_and_forgotten(
    house: House, first: str, then: str, question: str, gone: str, forget: str, label: str
):
    await house.say(first, thread="one")
    await house.say(then, thread="one")
    (size,) = await held(house)
    assert (size["slot"], (size["value"] or "")[:2]) == ("shoe_size", "43")
    answer = await house.say(question, thread="two")
    assert "43" in answer
    assert gone not in answer
    (span,) = current((await load_memory(house.store, ROOT)).assertions, NOW)
    assert profile_line(span).startswith(f"- {label}: ")
    await house.say(forget, thread="two")
    assert await held(house) == []


async def test_lists_grow_keys_are_kept_apart_and_what_is_marked_private_is_asked_about(house: House):
    await house.say("My instruments are piano and cello.")
    await house.say("我的乐器是鼓。")
    await house.say("My size in trousers is 52.")
    assert {fact["value"] for fact in await held(house)} == {"piano", "cello", "鼓"}
    assert [(p["slot"], p["value"]) for p in await list_pending(house.store, ROOT)] == [("sizes", "trousers: 52")]
    await house.say("Remember that my size in trousers is 52 and my size in shirts is 41.")
    assert {fact["value"] for fact in await held(house)} >= {"trousers: 52", "shirts: 41"}
    assert await list_pending(house.store, ROOT) == []


async def test_a_fact_of_a_slot_that_is_no_longer_in_the_file_is_still_shown(house: House):
    await house.say("My shoe size is 42.")
    SLOTS.extend(())
    (span,) = current((await load_memory(house.store, ROOT)).assertions, NOW)
    assert profile_line(span).startswith("- shoe_size: ")
    assert "42" in await house.say("What's my shoe size?", thread="two")
