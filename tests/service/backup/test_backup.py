"""Backups hold one moment of the memory, and restoring one brings back that and nothing that was taken back since."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from conftest import on_postgres
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langgraph.store.base import BaseStore, PutOp
from support.backups import Place
from support.conversations import START, Conversation, a_fact
from support.planted import STORED, plant
from support.postgres import fresh_schema

from memory.core import namespaces
from memory.core.access.assistants import apart_label
from memory.core.backup.backup_format import BackupError, BackupWriter, part_of
from memory.core.errors import InputError
from memory.core.facts.facts import Remark, Source
from memory.core.ids import epoch_key, thread_id_for, user_of, user_root
from memory.core.shared.items import scope_of
from memory.core.transcript.emptied import is_emptied
from memory.service.access.identity import User
from memory.service.backup.backup import make_backup
from memory.service.backup.backup_source import open_backup, survey
from memory.service.consolidation.thread_expiry import expire_threads
from memory.service.erasing.erasing import erase_conversation, erase_user
from memory.service.erasing.erasing_reach import LocalRuns, Reach, nothing_runs
from memory.service.forgetting.forgetting import forget
from memory.service.forgetting.unremembering import unremember
from memory.service.shared.shared_knowledge import add_shared
from memory.storage.backup_files import new_file
from memory.storage.backup_kinds import DERIVED
from memory.storage.compact import Compacted
from memory.storage.epochs import epoch_op, read_epoch
from memory.storage.facts import load_memory, write_memory
from memory.storage.location import STORE_FILE, secret
from memory.storage.opening import open_checkpointer
from memory.storage.ops import put, write
from memory.storage.retained import list_retained
from memory.storage.shared import list_shared, shared_versions
from memory.storage.summaries import read_summary
from memory.storage.temporary import list_temporary, temporary_op
from memory.storage.transcript_read import list_threads
from memory.storage.unremembered import list_unremembered

FIXTURES = Path(__file__).parents[2] / "storage" / "fixtures"
ANN, LI = user_root("ann", 0), user_root("小林", 0)
NOW = datetime.now(UTC)


@pytest.fixture
def backup(data_folder: Path, tmp_path: Path) -> Path:
    return tmp_path / "b.holdfast"


@pytest.fixture
def here(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    return Place(tmp_path / "here", None, monkeypatch)


@pytest.fixture
def there(here: Place, tmp_path: Path) -> Place:
    return replace(here, folder=tmp_path / "there")


async def planted(place: Place, **strings: str) -> None:
    async with place.store() as store:
        await plant(store, "ann", STORED | strings)
        await plant(store, "小林", STORED | strings)


@pytest.mark.parametrize("kind", ["sqlite", on_postgres])
async def test_what_is_restored_into_another_place_is_what_was_there(
    kind: str, here: Place, there: Place, backup: Path, request: pytest.FixtureRequest
):
    if kind == "postgres":
        server = request.getfixturevalue("postgres_server")
        with fresh_schema(server) as one, fresh_schema(server) as other:
            await _there_and_back(replace(here, uri=one), replace(there, uri=other), there, backup)
    else:
        await _there_and_back(here, there, replace(here, folder=here.folder / "third"), backup)


async def _there_and_back(here: Place, there: Place, third: Place, backup: Path) -> None:
    await planted(here)
    async with here.store() as store:
        await write(
            store,
            [put(namespaces.working(ANN, "t"), key, {"value": key}) for key in ("目标", "goal", "Ähre", "a b", "𠮷")],
        )
    made = await here.back_up(backup)
    documents = await here.documents()
    assert (made.users, made.documents) == (2, len(documents) + 2)
    for place, mode in ((there, "merge"), (third, "replace")):
        told, proof = await place.restore(backup, mode)
        assert proof.problems == []
        assert (told.writes, proof.documents, proof.conversations) == (len(documents), len(documents), 6)
        assert (proof.entries, proof.facts, proof.recalled) == (36, 20, 10)
        assert await place.documents() == documents
        again, _ = await place.restore(backup, mode)
        assert again.writes == 0


async def test_a_users_backup_holds_what_is_kept_apart_and_replacing_takes_away_what_began_since(
    here: Place, there: Place, backup: Path
):
    coach, later = (apart_label(name, ["*"]) for name in ("coach", "later"))
    for user in ("ann", "小林"):
        async with here.store() as store:
            await plant(store, user, STORED, apart=coach)
    assert (await here.back_up(backup, "ann")).users == 1
    anns = {place: value for place, value in (await here.documents()).items() if user_of(place[0][1]) == "ann"}
    for user in ("ann", "小林"):
        async with there.store() as store:
            await plant(store, user, STORED, apart=later)
    others = {place: value for place, value in (await there.documents()).items() if user_of(place[0][1]) != "ann"}
    _, proof = await there.restore(backup, "replace", "ann")
    assert proof.problems == []
    assert {p: v for p, v in (await there.documents()).items() if p[0][2] != "events"} == {
        p: v for p, v in (anns | others).items() if p[0][2] != "events"
    }
    assert {root for root, _ in {(place[0][1], 0) for place in anns}} == {user_root("ann", 0, coach)}


TEXT = st.text(max_size=12) | st.sampled_from(["I live in Lisbon", "我住在里斯本", "我想訂機票"])
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
PLACES = st.tuples(
    st.sampled_from(["settings", "heads", "blobs", "working", "summary", "extraction", "dreams"]),
    st.lists(st.sampled_from(["a", "-e5", "00000001"]), max_size=2),
    TEXT.filter(lambda key: key.replace("\0", "")),
)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(values=st.dictionaries(PLACES.map(str), st.tuples(PLACES, st.dictionaries(TEXT, VALUE, max_size=3)), max_size=8))
def test_any_documents_come_back_as_they_were(
    values: dict[str, Any], data_folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
):
    folder = tmp_path_factory.mktemp("any")
    here, there = (Place(folder / name, None, monkeypatch) for name in ("here", "there"))
    asyncio.run(_any_come_back(here, there, folder / "b.holdfast", [*values.values()]))


async def _any_come_back(here: Place, there: Place, backup: Path, values: list[Any]) -> None:
    async with here.store() as store:
        ops = [put(("users", ANN, kind, *more), key.replace("\0", ""), value) for (kind, more, key), value in values]
        await write(store, [*ops, put(namespaces.settings(ANN), "a", {"value": 1})])
    await here.back_up(backup)
    async with there.store() as store:
        await write(store, [put(namespaces.settings(LI), "mine", {"value": 1})])
    with_mine = await there.documents()
    await there.restore(backup, "replace")
    assert await there.documents() == await here.documents() | with_mine


async def test_documents_of_every_older_schema_come_back_and_are_read_in_their_newest_form(
    here: Place, there: Place, backup: Path
):
    files = sorted(FIXTURES.glob("schema_1/*.json"))
    stored = [json.loads(file.read_text()) for file in files if file.stem not in {"temporary", "erasure", *DERIVED}]
    async with here.store() as store:
        await store.abatch([PutOp(tuple(one["namespace"]), one["key"], one["value"], index=False) for one in stored])
    await here.back_up(backup)
    await there.restore(backup)
    assert await there.documents() == await here.documents()
    async with there.store() as store:
        root, thread = stored[0]["namespace"][1], "4b0f9d5e-2d43-5d0e-9f4b-0d6b8f3f2a11"
        memory, summary = await load_memory(store, root), await read_summary(store, root, thread)
    assert [fact["schema"] for fact in memory.assertions] == [2]
    assert summary is not None
    assert summary["schema"] == 2


async def test_a_backup_is_of_one_moment_whatever_is_written_meanwhile(here: Place, there: Place, backup: Path):
    await planted(here)
    before = await here.documents()
    async with here.snapshot() as snapshot:
        async with here.store() as store:
            await Conversation(store, ANN, "later").say("said later", "后来说的")
        async with new_file(backup) as sink:
            await make_backup(snapshot, sink, None)
    await there.restore(backup)
    assert await there.documents() == before


async def test_merging_adds_what_is_missing_and_replacing_takes_away_what_is_not_in_it(here: Place, backup: Path):
    await planted(here)
    await here.back_up(backup)
    before = await here.documents()
    async with here.store() as store:
        await Conversation(store, ANN, "new").say("said since", "之后说的")
        await write(store, [put(namespaces.settings(ANN), "nickname", {"value": "另一个"})])
        await write(store, [PutOp(namespaces.facts(ANN), key, None) for key in await _fact_keys(store)])
        await write(store, [put(namespaces.settings(user_root("bob", 0)), "mine", {"value": 1})])
    changed = await here.documents()
    told, proof = await here.restore(backup)
    assert {action: kinds.total() for action, kinds in told.actions.items() if action != "same"} == {
        "new": 10,
        "kept": 1,
    }
    merged = await here.documents()
    assert (merged.keys(), proof.problems) == (before.keys() | changed.keys(), [])
    assert merged[namespaces.settings(ANN), "nickname"] == {"value": "另一个"}
    told, proof = await here.restore(backup, "replace")
    stays = (namespaces.events(ANN), namespaces.settings(user_root("bob", 0)))
    stayed = {place: value for place, value in changed.items() if place[0] in stays}
    assert (await here.documents(), proof.problems) == (before | stayed, [])


async def _fact_keys(store: BaseStore) -> list[str]:
    return [item.key for item in await store.asearch(namespaces.facts(ANN), limit=100)]


async def test_old_words_that_a_backup_brings_back_go_again_with_the_next_consolidation(
    here: Place, backup: Path, monkeypatch: pytest.MonkeyPatch
):
    await planted(here)
    await here.back_up(backup)
    before = await here.documents()
    monkeypatch.setenv("HOLDFAST_KEEP_TRANSCRIPT_DAYS", "30")

    async def expired() -> int:
        async with here.store() as store:
            return sum([(await expire_threads(store, root, NOW)).entries for root in (ANN, LI)])

    count = await expired()
    emptied = _entries(await here.documents())
    assert (count, len([one for one in emptied.values() if is_emptied(one)])) == (len(emptied), len(emptied))
    _, proof = await here.restore(backup)  # merging: what is here stays
    assert (_entries(await here.documents()), proof.problems) == (emptied, [])
    async with here.store() as store:
        assert await list_retained(store, ANN) == {}  # something old may have come: every thread is looked at again
    _, proof = await here.restore(backup, "replace")
    assert (_entries(await here.documents()), proof.problems) == (_entries(before), [])
    assert (await expired(), _entries(await here.documents()).keys()) == (count, emptied.keys())
    assert all(map(is_emptied, _entries(await here.documents()).values()))


def _entries(documents: dict[tuple[Any, ...], Any]) -> dict[tuple[Any, ...], Any]:
    return {place: value for place, value in documents.items() if place[0][2] == "transcript"}


async def test_one_user_can_be_backed_up_and_restored_alone(here: Place, there: Place, backup: Path, tmp_path: Path):
    await planted(here)
    await here.back_up(backup)
    await here.back_up(tmp_path / "li.holdfast", "小林")
    of_li = {place: value for place, value in (await here.documents()).items() if place[0][1] == LI}
    await there.restore(backup, user="小林")
    assert await there.documents() == of_li
    for user, path in (("bob", backup), ("ann", tmp_path / "li.holdfast")):
        with pytest.raises(BackupError, match=f"nothing of user '{user}'"):
            await there.restore(path, "replace", user)
    assert await there.documents() == of_li
    with pytest.raises(InputError, match="nothing is remembered of 'bob'"):
        await here.back_up(tmp_path / "bob.holdfast", "bob")
    assert "bob" not in str(await asyncio.to_thread(os.listdir, tmp_path))


async def test_an_encrypted_backup_is_restored_with_its_passphrase(
    here: Place, there: Place, backup: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("memory.core.backup.sealing._COST", 2**10)
    await planted(here)
    await here.back_up(backup, passphrase="电池 staple")
    with pytest.raises(BackupError, match="passphrase is another"):
        await there.restore(backup, passphrase="no")
    _, proof = await there.restore(backup, passphrase="电池 staple")
    assert (proof.problems, await there.documents()) == ([], await here.documents())


async def test_a_backup_of_before_they_were_signed_is_restored_only_where_someone_answers_for_it(
    here: Place, there: Place, backup: Path
):
    await planted(here)
    await here.back_up(backup)
    old = backup.with_name("old")
    with open_backup(backup, str) as source:
        writer = BackupWriter({**source.header, "holdfast_backup": 1}, "")
        parts = groupby(source.documents(), key=lambda document: part_of(document.namespace))
        body = b"".join(writer.part(name) + b"".join(map(writer.document, part)) for name, part in parts)
    old.write_bytes(writer.begin() + body + writer.finish())
    with pytest.raises(BackupError, match="--accept-unsigned"):
        await there.restore(old)
    assert not (there.folder / STORE_FILE).exists()
    await there.restore(old, unsigned=True)
    assert await there.documents() == await here.documents()


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("cut", "its end is missing"),
        ("changed", "damaged"),
        ("secret", "another HOLDFAST_SECRET"),
        ("old", "older than 90 days"),
        ("none", "No such file"),
    ],
)
async def test_a_backup_that_must_not_be_restored_changes_nothing(
    harm: str, told: str, here: Place, backup: Path, monkeypatch: pytest.MonkeyPatch
):
    await planted(here)
    await here.back_up(backup)
    await asyncio.to_thread(_harm, harm, backup)
    if harm == "secret":
        monkeypatch.setenv("HOLDFAST_SECRET", "another")
    async with here.store() as store:
        await plant(store, "ann", dict.fromkeys(STORED, "else"))
    before = await here.documents()
    later = timedelta(days=91 if harm == "old" else 0)
    with pytest.raises((BackupError, InputError), match=told):
        await here.restore(backup, "replace", later=later)
    assert await here.documents() == before


def _harm(harm: str, backup: Path) -> None:
    data = backup.read_bytes()
    if harm == "cut":
        backup.write_bytes(data[:-100])
    if harm == "changed":
        backup.write_bytes(data[:-300] + bytes([data[-300] ^ 1]) + data[-299:])
    if harm == "none":
        backup.unlink()


async def test_temporary_conversations_are_in_no_backup(here: Place, there: Place, backup: Path):
    async with here.store() as store:
        talk = Conversation(store, ANN, "passing")
        await Conversation(store, ANN, "kept").say("I live in Lisbon")
        await talk.say("my secret wish", "秘密的愿望")
        await talk.make_temporary()
        await write(store, [temporary_op(ANN, "passing")])
        assert await list_temporary(store)
    await here.back_up(backup)
    await there.restore(backup)
    async with there.store() as store:
        assert [record["thread"] for record in await list_threads(store, ANN)] == ["kept"]
    assert "passing" not in str(await there.documents())


FORGOTTEN = [("collects vintage barometers", "barometer"), ("每週六練太極拳", "太極")]


@pytest.mark.parametrize("mode", ["merge", "replace"])
@pytest.mark.parametrize(("text", "word"), FORGOTTEN)
async def test_what_was_forgotten_since_stays_forgotten(mode: Any, text: str, word: str, here: Place, backup: Path):
    async with here.store() as store:
        await plant(store, "ann", STORED | {"summary": f"The user {text}.", "leaf": text, "working": text})
        fact = {**a_fact("wanted", text), "quote": text}
        remark: Remark = {"schema": 1, "about": "wanted", "pinned": True, "by": "user", "at": START.isoformat()}
        await write_memory(store, ANN, version="v2", assertions=[fact], remarks=[remark])
    await here.back_up(backup)
    async with here.store() as store:
        memory = await load_memory(store, ANN)
        await forget(store, ANN, [f for f in memory.assertions if f["id"] == "wanted"], now=datetime.now(UTC))
    told, proof = await here.restore(backup, mode)
    assert (told.withheld["forgotten since"] > 0, proof.problems) == (True, [])
    after = await here.documents()
    kinds = {place[0][2] for place, value in after.items() if word in json.dumps(value, ensure_ascii=False)}
    assert kinds <= {"leaves", "summary"}  # as the forget left them: older than the tombstone, they do not count
    async with here.store() as store:
        memory = await load_memory(store, ANN)
    assert [stone["content"] for stone in memory.tombstones] == ["wanted"]
    assert "wanted" not in {one["id"] for one in memory.assertions}
    assert memory.remarks == []


async def test_forgotten_text_does_not_come_back_into_a_memory_that_was_lost_but_for_its_tombstones(
    here: Place, backup: Path
):
    await test_what_was_forgotten_since_stays_forgotten("merge", *FORGOTTEN[1], here, backup)
    async with here.store() as store:
        gone = [place for place in await here.documents() if place[0][2] != "tombstones"]
        await store.abatch([PutOp(namespace, key, None) for namespace, key in gone])
    await here.restore(backup)
    told = [
        value for place, value in (await here.documents()).items() if "太極" in json.dumps(value, ensure_ascii=False)
    ]
    assert told == []


@pytest.mark.parametrize("mode", ["merge", "replace"])
@pytest.mark.parametrize("text", ["collects vintage barometers", "每週六練太極拳"])
async def test_what_was_learned_in_a_conversation_that_is_not_remembered_since_does_not_come_back(
    mode: Any, text: str, here: Place, backup: Path
):
    async with here.store() as store:
        told = await Conversation(store, ANN, "talk").say(text)
        source: Source = {"thread": "talk", "conversation": "talk", "message": told[0]["id"], "entry": told[0]["key"]}
        elsewhere = a_fact("kept", "lives in 里斯本")
        await write_memory(
            store, ANN, version="v", assertions=[{**a_fact("learned", text), "source": source}, elsewhere]
        )
    await here.back_up(backup)
    async with here.store() as store:
        await unremember(store, ANN, "talk", datetime.now(UTC))
    done, proof = await here.restore(backup, mode)
    assert (done.withheld["its conversation is not remembered"], proof.problems) == (1, [])
    async with here.store() as store:
        assert [fact["id"] for fact in (await load_memory(store, ANN)).assertions] == ["kept"]
        assert [one["thread"] for one in await list_unremembered(store, ANN)] == ["talk"]


async def _reach(store: BaseStore, saver: Any) -> Reach:
    async def nothing() -> Compacted:
        return Compacted()

    return Reach(store, LocalRuns(saver, nothing_runs), nothing)


async def test_a_conversation_that_was_erased_since_stays_erased_and_one_begun_anew_is_kept(here: Place, backup: Path):
    await planted(here)
    thread = thread_id_for("ann", 0, "one")
    await here.back_up(backup)
    async with here.store() as store, open_checkpointer() as saver:
        await erase_conversation(await _reach(store, saver), User("ann", 0), thread, "delete")
        await Conversation(store, ANN, thread, start=datetime.now(UTC)).say("begun anew", "重新开始")
    before = await here.documents()
    told, proof = await here.restore(backup)
    assert (told.withheld["its conversation was erased since"] > 20, proof.problems) == (True, [])
    assert await here.documents() == before


async def test_an_erased_user_is_not_brought_back_and_the_others_are(here: Place, backup: Path):
    await planted(here)
    await here.back_up(backup)
    async with here.store() as store, open_checkpointer() as saver:
        await erase_user(await _reach(store, saver), "ann")
        await store.abatch([PutOp(namespaces.settings(LI), "nickname", None)])
    told, proof = await here.restore(backup, "replace")
    assert (dict(told.withheld), told.users, proof.problems) == ({"this user's memory was erased since": 1}, [LI], [])
    async with here.store() as store:
        assert await read_epoch(store, "ann", secret()) == 1
    assert {place[0][1] for place in await here.documents()} == {LI}


async def test_a_user_who_was_erased_before_comes_back_in_the_epoch_of_the_backup(
    here: Place, there: Place, backup: Path
):
    async with here.store() as store:
        await plant(store, "ann", STORED, epoch=2)
        await store.abatch([epoch_op("ann", 2, secret())])
    await here.back_up(backup)
    await there.restore(backup)
    async with there.store() as store:
        assert await read_epoch(store, "ann", secret()) == 2
        await store.abatch([PutOp(namespaces.EPOCHS, epoch_key("ann", secret()), None)])
        await Conversation(store, ANN, "anew").say("begun where nothing was known")
    before = await there.documents()
    with pytest.raises(BackupError, match="'ann' was erased before the backup and has begun anew"):
        await there.restore(backup)
    assert await there.documents() == before


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
async def test_a_restore_that_was_killed_midway_goes_on_when_it_is_run_again(here: Place, there: Place, backup: Path):
    await planted(here)
    await here.back_up(backup)
    tests = Path(__file__).parents[2]
    environment = {"PYTHONPATH": f"{tests.parent}:{tests}", "PATH": "/usr/bin:/bin", "HOLDFAST_DATA": str(there.folder)}
    ran = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "support.restore_killed", str(backup), "5"],
        env=environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    halfway = await there.documents()
    assert 0 < len(halfway) < len(await here.documents())
    assert not {place[0][2] for place in halfway} & {"heads", "threads"}  # nothing points at what is missing
    told, proof = await there.restore(backup)
    assert (told.actions["same"].total(), proof.problems) == (len(halfway), [])
    assert await there.documents() == await here.documents()


@pytest.mark.parametrize("mode", ["merge", "replace"])
async def test_a_backup_of_all_holds_what_is_shared_and_one_of_a_user_does_not(
    backup: Path, there: Place, here: Place, mode: Any
):
    await planted(there)
    async with there.store() as store:
        await add_shared(store, None, ["The office opens at 9."], NOW)
        await add_shared(store, "阿克梅", ["办公室九点开门。"], NOW)
    assert (await there.back_up(backup)).users == 2
    _, proof = await here.restore(backup, mode)
    assert proof.problems == []
    async with here.store() as store:
        for organisation, text in ((None, "The office opens at 9."), ("阿克梅", "办公室九点开门。")):
            assert [item["text"] for item in await list_shared(store, scope_of(organisation))] == [text]
            assert (await shared_versions(store, [scope_of(organisation)]))[scope_of(organisation)]
    of_ann = backup.with_name("ann.holdfast")
    await there.back_up(of_ann, "ann")
    with open_backup(of_ann, lambda: "") as source:
        held = (await survey(source)).roots
    assert held == [ANN]
