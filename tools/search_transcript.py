"""The tool that looks up what was said."""

from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.fences import neutralise
from memory.core.passages import PASSAGE_CHARS, Passage
from memory.core.text import is_chinese, one_line
from memory.service.fact_index import FACTS
from memory.service.identity import thread_of, turn_user
from memory.service.recall import RecalledPassage, recall_passages

LIMIT = 8
"""Passages returned, at most."""
DEADLINE_MS = 10_000
"""Milliseconds a search may take; a first one may have to read all conversations."""
_NAME_CHARS = 60


@tool
async def search_transcript(
    query: Annotated[str, "What to look for, in the words and the language in which it was probably said."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Search what was said in this conversation, also long ago, and in the user's earlier conversations if allowed.

    Returns dated passages with the conversation and who said them.
    """
    if runtime.store is None:
        raise StorageError("search_transcript: the graph runs without a store, so there is no transcript to search")
    root = turn_user(runtime, runtime.state).root
    thread = thread_of(runtime)
    now = datetime.now(UTC)
    passages, problem = await recall_passages(
        runtime.store,
        root,
        query,
        now=now,
        memory=await FACTS.load_newest(runtime.store, root),
        limit=LIMIT,
        deadline_ms=DEADLINE_MS,
        wanted=lambda passage: _wanted(passage, thread, runtime.state),
    )
    return _told(passages, problem, thread, chinese=is_chinese(query))


def _wanted(passage: Passage, thread: str, state: dict[str, Any]) -> bool:
    """Tell whether a passage may be returned: what the user is asking just now is no answer to it."""
    asking = next((m.id for m in reversed(state["messages"]) if isinstance(m, HumanMessage)), None)
    here = passage.thread == thread
    return passage.message != asking if here else state["turn"]["past_conversations"] is True


def _told(passages: list[RecalledPassage], problem: str | None, thread: str, *, chinese: bool) -> str:
    if problem:
        return (
            f"现在无法搜索对话记录（{problem}）。" if chinese else f"The transcript cannot be searched now ({problem})."
        )
    if not passages:
        return "对话记录中没有找到相关内容。" if chinese else "Nothing about this was found in the transcript."
    heading = "对话记录（按相关程度排列）：" if chinese else "From the transcript, most relevant first:"
    return "\n".join([heading, *(_line(passage, thread, chinese=chinese) for passage in passages)])


def _line(passage: RecalledPassage, thread: str, *, chinese: bool) -> str:
    name = one_line(passage.conversation, _NAME_CHARS)
    if chinese:
        where = "本次对话" if passage.thread == thread else f"对话“{name}”"
        who = "用户" if passage.role == "user" else "助手"
    else:
        where = "this conversation" if passage.thread == thread else f'conversation "{name}"'
        who = passage.role
    return neutralise(f"- [{passage.time[:10]}, {where}, {who}] {one_line(passage.text, PASSAGE_CHARS)}")
