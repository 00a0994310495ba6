"""Ends temporary conversations: those nobody goes on with are erased, as an erase of each by its user would."""

import logging
from dataclasses import replace
from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.errors import HoldfastError
from memory.core.forgetting.erase_docs import Receipt
from memory.core.forgetting.temporary import has_ended
from memory.service.erasing.erasing import end_conversation
from memory.service.erasing.erasing_reach import Reach
from memory.storage.compact import Compacted
from memory.storage.temporary import Thread, list_temporary, newest_messages

_log = logging.getLogger(__name__)


async def end_temporary(reach: Reach, now: datetime) -> list[Receipt]:
    """Erase every temporary conversation that has ended at `now`; return the receipts.

    May be called at any time and by several processes at once; one that cannot be erased is logged and left to the next
    call, or to `erasing.resume_erases`. Files are compacted once, with the last. Raises what the store raises.
    """
    ended = await _ended(reach.store, now)
    receipts: list[Receipt] = []
    for root, thread in ended:
        last = (root, thread) == ended[-1]
        try:
            receipts.append(await end_conversation(reach if last else replace(reach, compact=_later), root, thread))
        except HoldfastError:
            _log.exception("a temporary conversation that ended could not be erased yet")
    return receipts


async def _ended(store: BaseStore, now: datetime) -> list[Thread]:
    threads = await list_temporary(store)
    newest = await newest_messages(store, threads) if threads else []
    return [thread for thread, at in zip(threads, newest, strict=True) if at is None or has_ended(at, now)]


async def _later() -> Compacted:
    return Compacted()
