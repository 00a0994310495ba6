"""Delivers events to endpoints and hooks, in the background: each user's in order, each until it is taken or dead."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from langgraph.store.base import BaseStore

from memory.core.events.deliveries import Delivery, Waiting, after_failure, fan_out, lines
from memory.core.events.event_docs import microseconds
from memory.core.events.webhooks import Endpoint, body_of, headers_of, message_id, message_of
from memory.service.events.hooks import HOOKS, Hooked
from memory.service.events.sending import DeliveryError, Resolve, addresses_of, send, tls
from memory.service.events.webhook_file import current_webhooks
from memory.service.operations.metrics import count_delivery
from memory.storage.lease import Lease
from memory.storage.outbox import event_of, read_deliveries, read_outbox, settle, take_out

_POLL_SECONDS, _AFTER_ERROR_SECONDS, _HOOK_SECONDS = 1.0, 15.0, 30.0
_AT_ONCE = 8
_log = logging.getLogger(__name__)


class Deliverer:
    """Delivers from one store, as its only deliverer for the time."""

    def __init__(self, store: BaseStore, endpoints: Sequence[Endpoint], resolve: Resolve = addresses_of) -> None:
        self._store = store
        self._endpoints = {endpoint.name: endpoint for endpoint in endpoints}
        self._resolve = resolve
        self._waiting: Waiting | None = None
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def deliver_due(self) -> int:
        """Take what is new out of the outbox and try what is due; return how many are done with.

        Raises SchemaError and what the store raises; what was not written down is done again by the next call.
        """
        if self._waiting is None:
            self._waiting = await read_deliveries(self._store)
        await self._take_out(self._waiting)
        done = await asyncio.gather(*(self._deliver_line(line, self._waiting) for line in lines(self._waiting)))
        return sum(done)

    def forget(self) -> None:
        """Read anew what waits: another process may deliver meanwhile."""
        self._waiting = None

    async def _take_out(self, waiting: Waiting) -> None:
        receivers = {name: receiver.kinds for name, receiver in (self._endpoints | HOOKS).items()}
        for key, doc in (await read_outbox(self._store)).items():
            found = fan_out(key, doc, receivers)
            await take_out(self._store, [key], found)
            waiting.update(found)

    async def _deliver_line(self, line: Sequence[str], waiting: Waiting) -> int:
        """Deliver one user's events to one receiver until one fails or is not due; return how many are done with."""
        taken = 0
        for key in line:
            delivery = waiting[key]
            receiver = (self._endpoints | HOOKS).get(delivery["receiver"])
            if receiver is None or delivery["due"] > _now():
                break  # one that is not there any more may come back with the next start
            async with self._room:
                failure = await self._failure(receiver, delivery)
            if failure is None:
                await settle(self._store, key, None)
                del waiting[key]
                taken += 1
                count_delivery("taken")
            elif not await self._failed(key, failure, receiver.retry_seconds, waiting):
                break
        return taken

    async def _failed(self, key: str, failure: str, retry_seconds: Sequence[int], waiting: Waiting) -> bool:
        """Write down that an attempt failed; tell whether it was the last, so that what follows may go on."""
        delivery = waiting[key]
        after = after_failure(delivery, failure, _now(), retry_seconds)
        what = "tried again" if after else "a dead letter now"
        count_delivery("failed" if after else "dead")
        _log.warning("%s did not take a %s: %s; %s", delivery["receiver"], delivery["told"]["type"], failure, what)
        if after is None:
            await settle(self._store, key, None, dead={**delivery, "failure": failure})
            del waiting[key]
            return True
        await settle(self._store, key, after)
        waiting[key] = after
        return False

    async def _failure(self, receiver: Endpoint | Hooked, delivery: Delivery) -> str | None:
        """Try once; return why it failed, None when it was taken or there is nothing to be told any more."""
        event = await event_of(self._store, delivery)
        if event is None:
            return None
        message, sent_id = message_of(delivery["root"], event), message_id(delivery["root"], event["id"])
        try:
            if isinstance(receiver, Hooked):
                await asyncio.wait_for(receiver.hook(message), _HOOK_SECONDS)
            else:
                body, at = body_of(message), _now() // 1_000_000
                await send(receiver, headers_of(receiver.secret, sent_id, at, body), body, self._resolve)
        except DeliveryError as error:
            return str(error)
        except Exception as error:  # noqa: BLE001  # whatever a hook raises
            return f"{type(error).__name__} in the hook"
        return None


async def keep_delivering(open_store: Callable[[], Awaitable[BaseStore]]) -> None:
    """Deliver for as long as the process runs, where it is the one of several; nothing stops it but its end.

    Without endpoints and hooks there is nothing to do. Raises InputError: the file of webhooks cannot be read.
    """
    endpoints = await current_webhooks()
    if not endpoints and not HOOKS:
        return
    await asyncio.to_thread(tls)
    store = await open_store()
    lease, deliverer = Lease(store, "deliveries"), Deliverer(store, endpoints)
    try:
        while True:
            pause = await _one_round(lease, deliverer)
            await asyncio.sleep(pause)
    finally:
        await lease.release()


async def _one_round(lease: Lease, deliverer: Deliverer) -> float:
    """Deliver what is due if this process is to; return the seconds until the next look."""
    try:
        if not await lease.hold():
            deliverer.forget()
            return _POLL_SECONDS
        async with lease.kept():
            await deliverer.deliver_due()
    except Exception:  # noqa: BLE001  # whatever a store raises: what was not delivered stays where it is
        _log.exception("events could not be delivered; the next attempt is in %d seconds", _AFTER_ERROR_SECONDS)
        deliverer.forget()
        return _AFTER_ERROR_SECONDS
    return _POLL_SECONDS


def _now() -> int:
    return microseconds(datetime.now(UTC))
