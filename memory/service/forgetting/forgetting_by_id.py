"""Forgetting one fact that a person points at."""

from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.errors import NotFoundError
from memory.core.facts.facts import Proposal
from memory.core.facts.identity import is_retraction
from memory.service.forgetting.forgetting import Forgotten, forget
from memory.storage.facts import list_pending, load_memory


async def forget_fact(store: BaseStore, root: str, fact_id: str, *, now: datetime) -> Forgotten:
    """Forget the fact with this content id, whether it holds, held or waits (`forget`).

    Raises NotFoundError: there is none; and what `forget` raises.
    """
    memory, pending = await load_memory(store, root), await list_pending(store, root)
    known: list[Proposal] = [*(fact for fact in memory.assertions if not is_retraction(fact)), *pending]
    found = [fact for fact in known if fact["id"] == fact_id]
    if not found:
        raise NotFoundError("item", f"{fact_id!r} is no fact of yours", "List the facts: each tells its id.")
    return await forget(store, root, found, now=now)
