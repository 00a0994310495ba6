"""The tool that lists what is remembered of the user."""

from datetime import UTC, datetime
from typing import Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.facts.current import CurrentFact
from memory.core.language.languages import Language, in_language
from memory.core.language.text import one_line
from memory.core.window.fences import neutralise
from memory.service.access.identity import turn_user
from memory.service.facts.fact_index import FACTS, Memory
from memory.service.turn.turn_words import turn_words
from memory.storage.facts import list_pending

LIMIT = 100
"""Facts that are listed, at most: those said last."""


@tool
async def list_memory(runtime: ToolRuntime[Any, dict[str, Any]]) -> str:
    """List all that is remembered about the user, with dates."""
    if runtime.store is None:
        raise StorageError("list_memory: the graph runs without a store, so nothing is remembered")
    language = turn_words(runtime.state).language
    if runtime.state["turn"].get("memory") is False:
        return in_language(language, *_OFF)
    root = turn_user(runtime, runtime.state).root
    memory = await FACTS.load_newest(runtime.store, root, datetime.now(UTC))
    return _told(memory, len(await list_pending(runtime.store, root)), language)


_OFF = ("Memory is off: nothing is shown.", "记忆已关闭，不显示任何内容。")
_NOTHING = ("Nothing is remembered about the user.", "还没有记住关于用户的任何内容。")
_HEADING = ("Remembered about the user:", "记住的关于用户的内容：")
_MORE = ("- and {count} more", "- 另有 {count} 条")
_ASIDE = ("In the archive, out of use: {count}.", "归档中暂不使用：{count} 条。")
_WAITING = ("Waiting for approval, not remembered yet: {count}.", "等待确认、尚未记住：{count} 条。")
_LATER = ("begins {day}", "{day} 开始")


def _told(memory: Memory, waiting: int, language: Language) -> str:
    spans = [*((span, False) for span in memory.current), *((span, True) for span in memory.upcoming)]
    lines = [_line(span, language, later=later) for span, later in spans[-LIMIT:]]
    told = [in_language(language, *(_HEADING if lines else _NOTHING)), *lines]
    counts = ((_MORE, len(spans) - len(lines)), (_ASIDE, len(memory.archived)), (_WAITING, waiting))
    return "\n".join([*told, *(in_language(language, *text).format(count=count) for text, count in counts if count)])


def _line(span: CurrentFact, language: Language, *, later: bool) -> str:
    text = span["fact"]["text"]
    beside = [in_language(language, *_LATER).format(day=span["holds_from"][:10])] if later else []
    return neutralise(f"- {one_line(text, len(text))} ({', '.join([span['since'][:10], *beside])})")
