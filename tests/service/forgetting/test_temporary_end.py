"""A temporary conversation ends: nothing of it is left, whatever cut the end off, and nobody else's is touched."""

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from support.in_process import House
from support.media import image, png, text
from support.planted import found_in_files
from support.storage_faults import BrokenStore

from memory.core import namespaces
from memory.core.defaults import DEFAULTS
from memory.core.forgetting import temporary
from memory.core.ids import user_root
from memory.local_runner import open_local_runner
from memory.service.erasing.erasing import resume_erases
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.service.forgetting.temporary_end import end_temporary
from memory.storage.compact import Compacted
from memory.storage.due import mark_due
from memory.storage.listing import list_items
from memory.storage.temporary import list_temporary
from memory.storage.transcript_read import list_threads

ANN = user_root("ann", 0)
IDLE = timedelta(hours=DEFAULTS.temporary_hours)


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOLDFAST_MODEL", "HOLDFAST_BASE_URL", "HOLDFAST_FALLBACK_MODEL", "HOLDFAST_DATABASE_URI"):
        monkeypatch.delenv(name, raising=False)


async def compacted() -> Compacted:
    return Compacted(["all"])


def reach_of(house: House) -> Reach:
    return Reach(house.store, LocalRuns(house.saver, nothing_runs), compacted)


async def everything(house: House) -> str:
    """All text in the store and the checkpoints, as far as it is of conversations."""
    items = [(i.namespace, i.key, i.value) for i in await list_items(house.store, ())]
    return str(items) + str([c async for c in house.saver.alist(None)])


async def talk(house: House) -> None:
    """Kept and temporary conversations of two users, one of them with an image."""
    await house.send("I live in Lisbon. 记住：我的猫叫Momo。", "kept")
    await house.send([text("ORIOLE 黄鹂"), image(png("oriole", 20_000))], "passing", temporary=True)
    await house.send("JACKDAW 寒鸦", "passing too", temporary=True)
    await house.send("BULLFINCH 灰雀", "bobs", user="bob", temporary=True)
    await mark_due(house.store, ANN, "passing")


async def test_after_a_day_without_a_message_nothing_of_it_is_left():
    house, now = House(), datetime.now(UTC)
    await talk(house)
    assert await end_temporary(reach_of(house), now + IDLE - timedelta(hours=1)) == []
    kept = await list_items(house.store, namespaces.transcript(ANN, "kept", 0))
    receipts = await end_temporary(reach_of(house), now + 2 * IDLE)
    assert [r["compacted"] for r in receipts] == [[], [], ["all"]]
    assert sum(r["documents"]["temporary"] for r in receipts) == 3
    left = await everything(house)
    assert not any(word in left for word in ("ORIOLE", "黄鹂", "JACKDAW", "寒鸦", "BULLFINCH", "灰雀"))
    assert await list_items(house.store, namespaces.blobs(ANN)) == []
    assert await list_items(house.store, namespaces.transcript(ANN, "kept", 0)) == kept
    assert [r["thread"] for r in await list_threads(house.store, ANN)] == ["kept"]
    assert await end_temporary(reach_of(house), now + 2 * IDLE) == []
    assert "Momo" in await house.say("我的猫叫什么？", "passing")


async def test_cut_off_anywhere_it_goes_on():
    reached = set()
    for cut in itertools.count(1, 2):
        store = BrokenStore()
        house = House(store)
        await house.send("ORIOLE 黄鹂", "passing", temporary=True)
        done = await _end_cut_off(house, store, cut)
        reached.add(done)
        await resume_erases(reach_of(house))
        await end_temporary(reach_of(house), datetime.now(UTC) + IDLE)
        left = await everything(house)
        assert "ORIOLE" not in left, cut
        assert await list_temporary(store) == []
        if done:
            break
    assert reached == {False, True}


async def _end_cut_off(house: House, store: BrokenStore, batches: int) -> bool:
    """End what has ended, with a store that fails from the given batch on; whether it came to its end."""
    left = itertools.count(batches - 1, -1)
    store.breaks = lambda _: next(left) <= 0
    try:
        return bool(await end_temporary(reach_of(house), datetime.now(UTC) + IDLE))
    except OSError:
        return False
    finally:
        store.up()


async def test_the_next_process_on_the_files_ends_what_has_ended_to_the_last_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOLDFAST_DATA", str(tmp_path))
    async with open_local_runner() as runner:
        for conversation in ("kept", "passing"):
            passing: dict[str, Any] = {"temporary": True} if conversation == "passing" else {}
            async for _ in runner.stream("ann", conversation, f"the {conversation} ORIOLE-7718 黄鹂", None, passing):
                continue
    said = ["the passing ORIOLE-7718", "the kept ORIOLE-7718"]
    assert {word for _, word in found_in_files([tmp_path], said)} == set(said)
    monkeypatch.setattr(temporary, "DEFAULTS", replace(DEFAULTS, temporary_hours=0))
    async with open_local_runner() as runner:
        assert await list_temporary(runner.reach().store) == []
    assert {word for _, word in found_in_files([tmp_path], said)} == {"the kept ORIOLE-7718"}
