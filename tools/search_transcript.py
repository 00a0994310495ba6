"""The tool that looks up what was said, and what tools returned."""

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.language.quoting import quoted
from memory.core.language.text import is_chinese, one_line
from memory.core.recall.ended import ended_mark
from memory.core.recall.passages import PASSAGE_CHARS, Passage
from memory.core.window.clearing import how_to_open_id
from memory.core.window.fences import neutralise
from memory.service.access.identity import thread_of, turn_user
from memory.service.facts.fact_index import FACTS
from memory.service.recall.recall import recall_passages
from memory.service.recall.recalled import RecalledPassage
from memory.service.recall.result_search import FoundResult, search_results

LIMIT = 8
"""Passages returned, at most."""
RESULTS = 4
"""Stretches of tool results returned beside them, at most."""
DEADLINE_MS = 10_000
"""Milliseconds a search may take; a first one may have to read all conversations."""
_NAME_CHARS = 60
_AROUND_CHARS = 300


@tool
async def search_transcript(
    query: Annotated[str, "What to look for, in the words and the language in which it was probably said."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Search what was said and what tools returned in this conversation, also long ago.

    Where allowed, also what was said in the user's earlier conversations. Returns dated passages with the conversation
    and who said them; of a tool's result it tells how to open all of it.
    """
    if runtime.store is None:
        raise StorageError("search_transcript: the graph runs without a store, so there is no transcript to search")
    root, thread, chinese = turn_user(runtime, runtime.state).root, thread_of(runtime), is_chinese(query)
    memory, now = await FACTS.load_newest(runtime.store, root), datetime.now(UTC)
    (passages, problem), (results, missing) = await asyncio.gather(
        recall_passages(
            runtime.store,
            root,
            query,
            now=now,
            memory=memory,
            limit=LIMIT,
            deadline_ms=DEADLINE_MS,
            wanted=lambda passage: _wanted(passage, thread, runtime.state),
            here=thread,
            only=bool(runtime.state["turn"].get("temporary")),
        ),
        search_results(
            runtime.store,
            root,
            thread,
            query,
            path=runtime.state["path"],
            tombstones=memory.tombstones,
            now=now,
            limit=RESULTS,
            deadline_ms=DEADLINE_MS,
        ),
    )
    lines = [*(_line(p, thread, chinese=chinese) for p in passages), *(_result(r, chinese=chinese) for r in results)]
    return _told(lines, [text for text in (problem, missing) if text], chinese=chinese)


def _wanted(passage: Passage, thread: str, state: dict[str, Any]) -> bool:
    """Tell whether a passage may be returned: what the user is asking just now is no answer to it."""
    asking = next((m.id for m in reversed(state["messages"]) if isinstance(m, HumanMessage)), None)
    here = passage.thread == thread
    return passage.message != asking if here else state["turn"]["past_conversations"] is True


def _told(lines: list[str], problems: list[str], *, chinese: bool) -> str:
    """Return what was found, and what could not be searched."""
    told = "; ".join(problems)
    if problems:
        told = f"现在无法搜索全部对话记录（{told}）。" if chinese else f"Not all of it can be searched now ({told})."
    if lines:
        heading = "对话记录（按相关程度排列）：" if chinese else "From the transcript, most relevant first:"
        return "\n".join([heading, *lines, *([told] if told else [])])
    nothing = "对话记录中没有找到相关内容。" if chinese else "Nothing about this was found in the transcript."
    return told or nothing


def _line(passage: RecalledPassage, thread: str, *, chinese: bool) -> str:
    name = one_line(passage.conversation, _NAME_CHARS)
    if chinese:
        where = "本次对话" if passage.thread == thread else f"对话“{name}”"
        who = "用户" if passage.role == "user" else "助手"
    else:
        where = "this conversation" if passage.thread == thread else f'conversation "{name}"'
        who = passage.role
    ended = ended_mark(passage.text, [vars(one) for one in passage.ended])
    text = f"{one_line(passage.text, PASSAGE_CHARS)}{ended}{_around(passage, chinese=chinese)}"
    return neutralise(f"- [{passage.time[:10]}, {where}, {who}] {text}")


def _around(passage: RecalledPassage, *, chinese: bool) -> str:
    """Return what was said right before and after a passage, shortened."""
    names = ("前文", "后文") if chinese else ("before", "after")
    near = [(name, one) for name, one in zip(names, (passage.before, passage.after), strict=True) if one]
    told = [f"{name}: {quoted(one_line(one.text, _AROUND_CHARS))}" for name, one in near]
    return f" ({'; '.join(told)})" if told else ""


def _result(found: FoundResult, *, chinese: bool) -> str:
    """Return the line of a tool's result."""
    if chinese:
        where = f"本次对话, {found.tool or '工具'}的结果, {how_to_open_id(found.message)}"
    else:
        where = f"this conversation, result of {found.tool or 'a tool'}, {how_to_open_id(found.message)}"
    return neutralise(f"- [{found.time[:10]}, {where}] {one_line(found.text, PASSAGE_CHARS)}")
