"""The folder of backups: one backup a stretch of time, few of them, and none that holds an erased user for long."""

import asyncio
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from support.backups import Place
from support.planted import STORED, plant

from memory.core.backup.backup_format import BackupError
from memory.core.errors import InputError, StorageError
from memory.core.ids import user_root
from memory.service.backup.backup_upkeep import back_up_when_due, backups, purge
from memory.service.erasing.erasing import erase_user
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.storage.backup_files import new_file
from memory.storage.compact import Compacted
from memory.storage.opening import open_checkpointer
from memory.web.backups import check_backups

NOW = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
LI = user_root("小林", 0)


@pytest.fixture
def here(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("HOLDFAST_BACKUPS", str(data_folder.parent / "kept"))
    monkeypatch.setenv("HOLDFAST_BACKUP_HOURS", "6")
    return Place(data_folder, None, monkeypatch)


async def planted(place: Place) -> None:
    async with place.store() as store:
        for user in ("ann", "小林"):
            await plant(store, user, STORED)


def names() -> list[str]:
    return sorted(path.name for path in backups()[0].path.parent.iterdir())


async def test_one_backup_is_made_in_each_stretch_and_the_oldest_go(here: Place):
    await planted(here)
    here.patch.setenv("HOLDFAST_BACKUPS_KEPT", "2")
    await here.back_up(Path(os.environ["HOLDFAST_BACKUPS"]) / "mine.holdfast")
    made = [await back_up_when_due(NOW + timedelta(hours=hours)) for hours in (0, 1, 5, 6, 12)]
    assert [path.name if path else None for path in made] == [
        "periodic-20260301T1200Z.holdfast",
        None,
        None,
        "periodic-20260301T1800Z.holdfast",
        "periodic-20260302T0000Z.holdfast",
    ]
    assert names() == ["mine.holdfast", "periodic-20260301T1800Z.holdfast", "periodic-20260302T0000Z.holdfast"]


async def test_two_servers_leave_one_backup_and_what_a_killed_one_left_is_no_hindrance(here: Place):
    await planted(here)
    made = await asyncio.gather(back_up_when_due(NOW), back_up_when_due(NOW), return_exceptions=True)
    assert any(isinstance(one, Path) for one in made)
    assert all(one is None or isinstance(one, Path | StorageError) for one in made)
    assert names() == ["periodic-20260301T1200Z.holdfast"]
    left = backups()[0].path.with_name("periodic-20260301T1800Z.holdfast.part")
    await asyncio.to_thread(left.write_bytes, b"half")
    later = NOW + timedelta(hours=6)
    os.utime(left, (later.timestamp() - 60,) * 2)
    assert await back_up_when_due(later) is None
    os.utime(left, (later.timestamp() - 7200,) * 2)
    assert await back_up_when_due(later) is not None
    assert not any(name.endswith(".part") for name in names())


async def test_without_a_schedule_none_is_made(here: Place):
    here.patch.delenv("HOLDFAST_BACKUP_HOURS")
    assert await back_up_when_due(NOW) is None
    assert backups() == []


@pytest.mark.parametrize("name", ["HOLDFAST_BACKUP_HOURS", "HOLDFAST_BACKUPS_KEPT"])
def test_a_schedule_that_is_no_number_stops_the_start_by_name(here: Place, name: str):
    here.patch.setenv(name, "0.5")
    with pytest.raises(InputError, match=rf"^{name}: is '0.5'. Set a whole number"):
        check_backups()


async def test_a_file_that_cannot_be_written_whole_leaves_nothing(tmp_path: Path):
    for name in ("file", "b.holdfast.part"):
        await asyncio.to_thread((tmp_path / name).touch)
    with pytest.raises(RuntimeError):
        async with new_file(tmp_path / "deep" / "b.holdfast"):
            raise RuntimeError
    assert await asyncio.to_thread(os.listdir, tmp_path / "deep") == []
    for path, problem in (
        (tmp_path / "file" / "b", "Name another file"),
        (tmp_path / "b.holdfast", "is being written"),
    ):
        with pytest.raises(StorageError, match=problem):
            async with new_file(path):
                pass


async def test_a_backup_of_a_newer_holdfast_is_listed_and_a_file_that_is_none_is_told(
    here: Place, caplog: pytest.LogCaptureFixture
):
    await planted(here)
    path = Path(os.environ["HOLDFAST_BACKUPS"]) / "b.holdfast"
    await here.back_up(path)
    newer = (await asyncio.to_thread(path.read_bytes)).replace(b'"facts":2', b'"facts":9', 1)
    await asyncio.to_thread(path.write_bytes, newer)
    await asyncio.to_thread(path.with_name("photo.holdfast").write_bytes, b"\x89PNG")
    assert [one.path.name for one in backups("小林")] == ["b.holdfast"]
    assert "photo.holdfast cannot be read as a backup" in caplog.text


async def test_an_erase_names_the_backups_that_hold_the_user_and_a_purge_takes_the_user_out(
    here: Place, tmp_path: Path
):
    await planted(here)
    folder = Path(os.environ["HOLDFAST_BACKUPS"])
    await here.back_up(folder / "all.holdfast")
    await here.back_up(folder / "ann.holdfast", "ann")
    await here.back_up(folder / "li.holdfast", "小林")
    of_li = {place: value for place, value in (await here.documents()).items() if place[0][1] == LI}
    async with here.store() as store, open_checkpointer() as saver:
        receipt = await erase_user(Reach(store, LocalRuns(saver, nothing_runs), _nothing), "ann")
    named = [line for line in receipt["out_of_reach"] if line.startswith("Backup ")]
    assert [Path(line.split()[1].rstrip(":")).name for line in named] == ["all.holdfast", "ann.holdfast"]
    await purge("ann")
    assert (names(), backups("ann")) == (["all.holdfast", "li.holdfast"], [])
    there = replace(here, folder=tmp_path / "there")
    _, proof = await there.restore(folder / "all.holdfast")
    assert (await there.documents(), proof.problems) == (of_li, [])


async def test_a_purge_of_what_it_cannot_open_leaves_it_as_it_is(here: Place, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memory.core.backup.sealing._COST", 2**10)
    await planted(here)
    path = Path(os.environ["HOLDFAST_BACKUPS"]) / "all.holdfast"
    await here.back_up(path, passphrase="电池")
    before = await asyncio.to_thread(path.read_bytes)
    with pytest.raises(InputError, match=r"HOLDFAST_BACKUP_PASSPHRASE: is needed to open all\.holdfast"):
        await purge("ann")
    with pytest.raises(BackupError, match=r"all\.holdfast: .*passphrase"):
        await purge("ann", "wrong")
    assert await asyncio.to_thread(path.read_bytes) == before
    await purge("ann", "电池")
    assert (len(backups("小林")), backups("ann")) == (1, [])


async def _nothing() -> Compacted:
    return Compacted()
