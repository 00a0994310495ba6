"""Deliveries: to a real receiver, over failures and restarts, in order, and nowhere inwards."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import BaseStore
from prometheus_client import REGISTRY
from support.receiving import Receiver, receiving

from memory.core.events.event_docs import EventKind, make_event
from memory.core.events.webhooks import Endpoint, Message, headers_of, parse_endpoints
from memory.core.ids import user_root
from memory.core.namespaces import DELIVERIES, OUTBOX, user
from memory.service.events.delivering import Deliverer
from memory.service.events.hooks import add_hook, remove_hook
from memory.service.events.letters import read_letters, send_letters_again
from memory.service.events.sending import DeliveryError, addresses_of, send
from memory.storage.erase_documents import delete_under, unlist_threads
from memory.storage.events import log_event
from memory.storage.lease import Lease
from memory.storage.listing import list_items
from memory.storage.outbox import read_outbox

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
ANN, LI = user_root("ann", 0), user_root("小林", 0)
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # of a specification's example


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


@pytest.fixture
def endpoint(receiver: Receiver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Endpoint:
    monkeypatch.setenv("HOLDFAST_WEBHOOKS", str(tmp_path / "hooks.toml"))
    row = {"name": "crm", "url": receiver.url, "secret": SECRET, "allow_private": True, "retry_seconds": [0, 0]}
    rows = "[[endpoint]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in row.items())
    (tmp_path / "hooks.toml").write_text(rows)
    return parse_endpoints({"endpoint": [row]}, "file")[0]


async def change(store: BaseStore, root: str, number: int, kind: EventKind = "fact.written") -> None:
    await log_event(store, root, make_event(kind, NOW, {"id": f"{number}", "reason": "用户要求"}, f"{number}"))


def told(receiver: Receiver) -> list[tuple[str, str]]:
    bodies = [json.loads(body)["data"] for _, body in receiver.got]
    return [(data["user_id"], data["detail"]["id"]) for data in bodies]


def attempts() -> list[float]:
    """Return how many attempts were counted as taken, failed, dead."""
    series = [{"result": result} for result in ("taken", "failed", "dead")]
    return [REGISTRY.get_sample_value("holdfast_deliveries_total", labels) or 0 for labels in series]


async def test_each_change_is_delivered_once_signed_and_in_order(
    any_store: BaseStore, endpoint: Endpoint, receiver: Receiver
):
    for number in range(3):
        for root in (ANN, LI):
            await change(any_store, root, number)
    assert await Deliverer(any_store, [endpoint]).deliver_due() == 6
    assert [one for one in told(receiver) if one[0] == "小林"] == [("小林", "0"), ("小林", "1"), ("小林", "2")]
    assert len(set(told(receiver))) == 6
    headers, body = receiver.got[0]
    at = int(headers["webhook-timestamp"])
    expected = headers_of(endpoint.secret, headers["webhook-id"], at, body)
    assert headers["webhook-signature"] == expected["webhook-signature"]
    assert abs(datetime.fromtimestamp(at, UTC) - datetime.now(UTC)) < timedelta(minutes=1)
    assert await Deliverer(any_store, [endpoint]).deliver_due() == 0
    assert [await list_items(any_store, ns) for ns in (OUTBOX, DELIVERIES)] == [[], []]


async def test_what_fails_is_tried_again_by_its_id_and_what_follows_waits(
    durable_store: BaseStore, endpoint: Endpoint, receiver: Receiver, caplog: pytest.LogCaptureFixture
):
    receiver.answers = [500, 302]
    await change(durable_store, ANN, 0)
    await change(durable_store, ANN, 1)
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            assert await Deliverer(durable_store, [endpoint]).deliver_due() == 0  # each time as after a restart
        assert await Deliverer(durable_store, [endpoint]).deliver_due() == 2
    assert [number for _, number in told(receiver)] == ["0", "0", "0", "1"]
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 2
    assert set(receiver.paths) == {"/hook?token=t0ken"}  # no redirect was followed
    assert "crm did not take a fact.written: it answered 500; tried again" in caplog.text
    assert not any(secret in caplog.text for secret in ("t0ken", SECRET[6:], "127.0.0.1"))


async def test_what_was_tried_often_enough_is_a_dead_letter_and_can_be_sent_again(
    any_store: BaseStore, endpoint: Endpoint, receiver: Receiver
):
    receiver.answers = [500] * 3
    deliverer, before = Deliverer(any_store, [endpoint]), attempts()
    await change(any_store, LI, 0)
    await change(any_store, LI, 1)
    for _ in range(3):
        await deliverer.deliver_due()
    assert [number for _, number in told(receiver)] == ["0", "0", "0", "1"]  # what follows went on
    shown = await read_letters(any_store)
    (letter,) = shown["dead"]
    assert [now - then for now, then in zip(attempts(), before, strict=True)] == [1, 2, 1]
    assert (letter["type"], letter["tries"], letter["failure"]) == ("fact.written", 3, "it answered 500")
    assert [(one["name"], one["waiting"], one["dead"]) for one in shown["receivers"]] == [("crm", 0, 1)]
    assert await send_letters_again(any_store, letter["id"], datetime.now(UTC)) == 1
    assert await deliverer.deliver_due() == 1
    assert (told(receiver)[-1], (await read_letters(any_store))["dead"]) == (("小林", "0"), [])


async def test_a_delivery_waits_for_its_time(any_store: BaseStore, endpoint: Endpoint, receiver: Receiver):
    receiver.answers = [503]
    deliverer = Deliverer(any_store, [replace(endpoint, retry_seconds=(3_600,))])
    await change(any_store, ANN, 0)
    for _ in range(3):
        await deliverer.deliver_due()
    assert len(receiver.got) == 1


async def test_kinds_are_told_to_those_who_want_them(any_store: BaseStore, endpoint: Endpoint, receiver: Receiver):
    await change(any_store, ANN, 0, "task.set")
    await change(any_store, ANN, 1, "fact.forgotten")
    await Deliverer(any_store, [replace(endpoint, kinds=frozenset({"fact.forgotten"}))]).deliver_due()
    assert told(receiver) == [("ann", "1")]


async def test_without_endpoints_and_hooks_nothing_is_written_for_delivery(any_store: BaseStore):
    await change(any_store, ANN, 0)
    assert await read_outbox(any_store) == {}


async def test_what_was_erased_is_delivered_no_more(any_store: BaseStore, endpoint: Endpoint, receiver: Receiver):
    receiver.answers = [500]
    deliverer = Deliverer(any_store, [endpoint])
    await change(any_store, ANN, 0)
    await deliverer.deliver_due()
    await change(any_store, LI, 1)
    for root in (ANN, LI):
        await delete_under(any_store, user(root))
        await unlist_threads(any_store, lambda owner, _, root=root: owner == root)  # type: ignore[misc]  # bound at once
    assert [await list_items(any_store, ns) for ns in (OUTBOX, DELIVERIES)] == [[], []]
    await deliverer.deliver_due()
    assert len(receiver.got) == 1


@pytest.fixture
async def hooked() -> AsyncIterator[list[Message]]:
    got: list[Message] = []
    failing = [ValueError("绿茶")]

    async def hook(message: Message) -> None:
        if failing:
            raise failing.pop()
        got.append(message)

    add_hook("audit", hook, "fact.*", retry_seconds=(0,))
    yield got
    remove_hook("audit")


async def test_a_hook_is_told_until_it_returns_and_its_fault_breaks_nothing(
    any_store: BaseStore, hooked: list[Message], caplog: pytest.LogCaptureFixture
):
    await change(any_store, LI, 0)
    await change(any_store, LI, 1, "task.set")
    deliverer = Deliverer(any_store, [])
    assert [await deliverer.deliver_due() for _ in range(3)] == [0, 1, 0]
    assert [message["data"]["detail"]["id"] for message in hooked] == ["0"]
    assert ("ValueError in the hook" in caplog.text, "绿茶" in caplog.text) == (True, False)


async def sent(endpoint: Endpoint, resolve: Any = addresses_of) -> None:
    await send(endpoint, headers_of(endpoint.secret, "msg_1", 0, b"{}"), b"{}", resolve)


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:127.0.0.1]"])
async def test_a_host_that_leads_inwards_is_never_connected_to(endpoint: Endpoint, receiver: Receiver, host: str):
    url = receiver.url.replace("127.0.0.1", host)
    with pytest.raises(DeliveryError):
        await sent(replace(endpoint, url=url, allow_private=False))
    assert receiver.got == []


async def test_a_name_that_leads_elsewhere_a_moment_later_changes_nothing(endpoint: Endpoint, receiver: Receiver):
    answers = [["192.0.2.1", "127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1"], []]
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers.pop(0)

    url = receiver.url.replace("127.0.0.1", "crm.example.com")
    for _ in range(4):
        with pytest.raises(DeliveryError, match="no public address"):
            await sent(replace(endpoint, url=url, allow_private=False), rebinding)
    answers.append(["127.0.0.1"])
    await sent(replace(endpoint, url=url), rebinding)
    assert asked == ["crm.example.com"] * 5  # once an attempt: there is no second look that could tell something else
    assert receiver.got[0][0]["host"].startswith("crm.example.com")


async def test_of_several_processes_one_delivers_and_another_takes_over(any_store: BaseStore):
    now = [NOW]
    one, other = (Lease(any_store, "work", lambda: now[0]) for _ in range(2))
    assert sorted(await asyncio.gather(one.hold(), other.hold())) == [False, True]
    holder, waiting = (one, other) if await one.hold() else (other, one)
    assert (await holder.hold(), await waiting.hold()) == (True, False)
    now[0] += timedelta(seconds=16)  # it died
    assert await waiting.hold()
    await holder.release()  # it holds nothing any more
    assert not await holder.hold()
    await waiting.release()
    assert await holder.hold()
