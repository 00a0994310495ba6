"""Facts that fit a question best, with every part of their scores: the same engine as recall in a turn."""

from datetime import datetime

from langgraph.store.base import BaseStore

from memory.service.access.identity import User
from memory.service.facts.fact_index import FACTS
from memory.service.recall.recall import ask_facts, recall_facts
from memory.service.recall.recalled import RecalledFact


async def search_facts(
    store: BaseStore, user: User, question: str, *, now: datetime, limit: int, archived: bool = False
) -> list[RecalledFact]:
    """Return the facts in use that fit `question` best, at most `limit`; with `archived`, then those of the archive."""
    memory = await FACTS.load_newest(store, user.root, now)
    asked = await ask_facts(store, user.root, question, now, memory)
    found = recall_facts(asked, memory=memory, limit=limit)
    return found + (recall_facts(asked, memory=memory, limit=limit, archived=True) if archived else [])
