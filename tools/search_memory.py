"""The tool that looks facts up."""

from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.language.text import is_chinese, one_line
from memory.core.window.fences import neutralise
from memory.service.fact_index import FACTS
from memory.service.identity import turn_user
from memory.service.recall import RecalledFact, recall_facts

LIMIT = 10
"""Facts returned, at most."""
_CHARS = 500


@tool
async def search_memory(
    query: Annotated[str, "What to look for, in the user's own words and language."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Search the approved facts about the user: profile, preferences, people, plans. Returns dated facts."""
    if runtime.store is None:
        raise StorageError("search_memory: the graph runs without a store, so there is no memory to search")
    if runtime.state.get("turn", {}).get("memory") is False:
        return "记忆已关闭，没有搜索。" if is_chinese(query) else "Memory is off: nothing was searched."
    now = datetime.now(UTC)
    root = turn_user(runtime, runtime.state).root
    memory = await FACTS.load_newest(runtime.store, root)
    facts = recall_facts(query, now=now, memory=memory, limit=LIMIT)
    return _told(facts, chinese=is_chinese(query))


def _told(facts: list[RecalledFact], *, chinese: bool) -> str:
    if not facts:
        return "记忆中没有相关内容。" if chinese else "Nothing about this is in memory."
    heading = "记忆中的相关内容（按相关程度排列）：" if chinese else "From memory, most relevant first:"
    return "\n".join([heading, *(_line(fact, chinese=chinese) for fact in facts)])


def _line(fact: RecalledFact, *, chinese: bool) -> str:
    text = neutralise(one_line(fact.text, _CHARS))
    return f"- {text}（{fact.observed_at[:10]}）" if chinese else f"- {text} ({fact.observed_at[:10]})"
