"""The tool that looks facts up."""

from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.language.text import is_chinese, one_line
from memory.core.window.fences import neutralise
from memory.service.access.identity import turn_user
from memory.service.consolidation.retention import bring_back
from memory.service.facts.fact_index import FACTS
from memory.service.recall.recall import ask_facts, recall_facts
from memory.service.recall.recalled import RecalledFact

LIMIT = 10
"""Facts returned, at most."""
ARCHIVED = 5
"""Archived facts returned beside them, at most; each is in use again from then on."""
Found = tuple[str, dict[str, list[str]]]
"""What the model reads, and the ids of the facts in it, which count as used."""


@tool(response_format="content_and_artifact")
async def search_memory(
    query: Annotated[str, "What to look for, in the user's own words and language."],
    runtime: ToolRuntime[Any, dict[str, Any]],
    archive: Annotated[bool, "Search the archive too: facts set aside because they were long unused."] = False,
) -> Found:
    """Search the approved facts about the user: profile, preferences, people, plans. Returns dated facts.

    If nothing fits and the archive holds facts, search again with `archive`.
    """
    if runtime.store is None:
        raise StorageError("search_memory: the graph runs without a store, so there is no memory to search")
    chinese = is_chinese(query)
    if runtime.state.get("turn", {}).get("memory") is False:
        return "记忆已关闭，没有搜索。" if chinese else "Memory is off: nothing was searched.", {"facts": []}
    now, root = datetime.now(UTC), turn_user(runtime, runtime.state).root
    memory = await FACTS.load_newest(runtime.store, root)
    asked = await ask_facts(runtime.store, root, query, now, memory)
    facts = recall_facts(asked, memory=memory, limit=LIMIT)
    old = recall_facts(asked, memory=memory, limit=ARCHIVED, archived=True) if archive else []
    await bring_back(runtime.store, root, [fact.id for fact in old], now)
    told = _told(facts, old, unread=bool(memory.archived) and not archive, chinese=chinese)
    return told, {"facts": [fact.id for fact in (*facts, *old)]}


def _told(facts: list[RecalledFact], old: list[RecalledFact], *, unread: bool, chinese: bool) -> str:
    if not facts and not old:
        return _nothing(unread=unread, chinese=chinese)
    heading = "记忆中的相关内容（按相关程度排列）：" if chinese else "From memory, most relevant first:"
    lines = [_line(fact, chinese=chinese, archived=fact in old) for fact in (*facts, *old)]
    return "\n".join([heading, *lines])


def _nothing(*, unread: bool, chinese: bool) -> str:
    """Return what is told where nothing fits; `unread`: the archive holds facts and was not searched."""
    if chinese:
        return "记忆中没有相关内容。" + ("归档中还有内容，可以把 archive 设为 true 再搜索。" if unread else "")
    more = " The archive, which was not searched, holds more: set archive to true." if unread else ""
    return f"Nothing about this is in memory.{more}"


def _line(fact: RecalledFact, *, chinese: bool, archived: bool) -> str:
    text, day = neutralise(one_line(fact.text, len(fact.text))), fact.observed_at[:10]
    if chinese:
        return f"- {text}（{day}{'，来自归档' if archived else ''}）"
    return f"- {text} ({day}{', from the archive' if archived else ''})"
