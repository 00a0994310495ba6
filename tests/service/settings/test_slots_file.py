"""The operator's slots as a file: they count beside the product's own, and a wrong one is told by field and remedy."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.core.errors import InputError
from memory.core.facts.slot_table import ROWS, Slot
from memory.core.facts.slots import SLOTS
from memory.local_runner import open_local_runner
from memory.service.settings.slots import read_slots, use_slots
from memory.web.app import app, lifespan

EXAMPLE = Path(__file__).parents[3] / "memory" / "slots.example.toml"
SLOT = """
[[slot]]
name = "pool"
arity = "list"
kind = "profile"
label_en = "pools"
label_zh = "泳池"
cues_en = ["My pool"]
"""


@pytest.fixture(autouse=True)
def _own_slots_alone() -> Iterator[None]:
    yield
    SLOTS.extend(())


def slots_of(folder: Path, text: str) -> tuple[Slot, ...]:
    path = folder / "slots.toml"
    path.write_text(text, encoding="utf-8")
    return read_slots(path)


async def test_without_a_setting_there_are_the_products_own_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOLDFAST_SLOTS", raising=False)
    SLOTS.extend(read_slots(EXAMPLE))
    await use_slots()
    assert list(SLOTS) == [row.name for row in ROWS]


async def test_the_example_is_a_file_that_can_be_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOLDFAST_SLOTS", str(EXAMPLE))
    await use_slots()
    assert set(SLOTS) - {row.name for row in ROWS} == {"shoe_size"}
    assert (SLOTS["shoe_size"].label_zh, SLOTS["home"].label_en, len(SLOTS)) == ("鞋码", "lives in", len(ROWS) + 1)


def test_phrases_are_kept_in_the_form_in_which_texts_are_compared(tmp_path: Path):
    (slot,) = slots_of(tmp_path, SLOT + 'cues_zh = ["我的遊泳池"]\nsensitivity = "sensitive"')
    assert (slot.cues_en, slot.cues_zh, slot.sensitive) == (("my pool",), ("我的游泳池",), True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "holds no slots. Begin each slot with [[slot]]"),
        ("slot = 3", "holds no slots"),
        (SLOT + "[colour]", ": colour: is unknown. Known are slot"),
        (SLOT + "colour = 1", "slot 1: colour: is unknown. Known are arity, cues_en"),
        ("[[slot]]\nname = 'pool'", "slot 1: arity: is missing. Every slot has name, arity"),
        (SLOT + SLOT, "slot 2: name: 'pool' is taken. Give the slot a name of its own"),
        (SLOT.replace('"pool"', '"home"'), "slot 1: name: 'home' is taken"),
        (SLOT.replace('"pool"', '"My pool"'), "slot 1: name: is 'My pool'. Write small letters"),
        (SLOT.replace('"list"', '"two"'), "slot 1: arity: is 'two'. Write one of one, list, keyed"),
        (SLOT.replace('"profile"', '"fact"'), "slot 1: kind: is 'fact'. Write one of profile"),
        (SLOT.replace('"泳池"', '""'), "slot 1: label_zh: is no line of text"),
        (SLOT.replace('["My pool"]', '"My pool"'), "slot 1: cues_en: is no list of phrases"),
        (SLOT.replace('["My pool"]', '["a", 3]'), "slot 1: cues_en, phrase 2: is no line of text"),
        (SLOT.replace('["My pool"]', "[]"), "slot 1: cues_en: is missing, as is cues_zh"),
        (SLOT + 'sensitivity = "secret"', "slot 1: sensitivity: is 'secret'. Write one of normal, sensitive"),
        (SLOT + 'opposite = "home"', "slot 1: opposite: is 'home'. Name a slot of this file"),
        (SLOT + 'opposite = "pool"', "slot 1: opposite: is 'pool'. Name a slot of this file"),
        ("[[slot", "is no TOML file"),
    ],
)
def test_a_wrong_slot_is_told_by_its_number_field_and_remedy(tmp_path: Path, text: str, told: str):
    with pytest.raises(InputError) as failed:
        slots_of(tmp_path, text)
    assert told in str(failed.value)
    assert "HOLDFAST_SLOTS" in failed.value.field


async def test_nothing_starts_with_slots_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANGGRAPH_API_URL", "http://127.0.0.1:2024")
    monkeypatch.setenv("HOLDFAST_SLOTS", str(tmp_path / "none.toml"))
    with pytest.raises(InputError, match=r"HOLDFAST_SLOTS.*cannot be read"):
        async with open_local_runner():
            pass
    with pytest.raises(InputError, match="HOLDFAST_SLOTS"):
        async with lifespan(app):
            pass
