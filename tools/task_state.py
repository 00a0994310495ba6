"""The tool that keeps the state of the task in hand."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.language.text import is_chinese
from memory.service.access.identity import thread_of, turn_user
from memory.service.recall.counted_store import CountedStore
from memory.service.turn.turn_words import turn_words
from memory.service.turn.working import Task, clear_entry, end_task, set_entry


@tool
async def task_state(
    action: Annotated[
        Literal["set", "clear", "end"], "set: keep or replace an entry; clear: delete one; end: the task is over."
    ],
    runtime: ToolRuntime[Any, dict[str, Any]],
    name: Annotated[str, "Name of the entry, such as goal, step 2 or result. Not with end."] = "",
    value: Annotated[str, "What to keep under that name, in the user's language, short. Only with set."] = "",
) -> str:
    """Keep the state of a task of several steps over the turns of this conversation: goal, steps, results so far.

    The block "working" shows what is kept. End the task when it is done or given up; facts about the user do not
    belong here.
    """
    if runtime.store is None:
        raise StorageError("task_state: the graph runs without a store, so nothing can be kept")
    said = turn_words(runtime.state)
    root, thread, path = turn_user(runtime, runtime.state).root, thread_of(runtime), runtime.state["path"]
    task = Task(CountedStore(runtime.store), root, thread, path, said.place["key"], datetime.now(UTC))
    chinese = is_chinese(said.text)
    match action:
        case "set":
            await set_entry(task, name, value)
            return "已保存。" if chinese else "Kept."
        case "clear":
            return _cleared(found=await clear_entry(task, name), chinese=chinese)
        case "end":
            return _ended(await end_task(task), chinese=chinese)


def _cleared(*, found: bool, chinese: bool) -> str:
    if found:
        return "已删除。" if chinese else "Cleared."
    return "没有这个条目。" if chinese else "There is no entry of this name."


def _ended(count: int, *, chinese: bool) -> str:
    if chinese:
        return f"任务已结束，删除了 {count} 个条目。" if count else "没有正在进行的任务。"
    return f"The task is over: {count} entries are gone." if count else "No task was under way."
