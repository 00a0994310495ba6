"""What another product exported, as it is read from a file or sent to a server, item by item into one user's memory."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.core.backup.foreign import chatgpt_conversation, mem0_memories_of_one
from memory.core.backup.imports import Imported, Origin
from memory.core.policy.policy import Mode
from memory.service.access.identity import User
from memory.service.backup.importing import import_conversations, import_memories
from memory.service.settings.own_settings import own_zone


async def import_items(
    store: BaseStore, user: User, origin: Origin, items: Iterable[Any], *, mode: Mode, now: datetime
) -> Imported:
    """Import items of an export: ChatGPT's conversations or mem0's memories; what is neither is left out.

    Raises InputError: memories of several users, or none at all; and what the store raises.
    """
    zone = await own_zone(store, user.root, now)
    if origin == "mem0":
        return await import_memories(store, user, mem0_memories_of_one(items), mode=mode, zone=zone, now=now)
    found = filter(None, map(chatgpt_conversation, items))
    return await import_conversations(store, user, found, mode=mode, zone=zone, now=now)
