"""What a tool is given when a graph runs it."""

from typing import Any

from langchain.tools import ToolRuntime
from langgraph.runtime import ExecutionInfo
from langgraph.store.base import BaseStore

from memory.service.settings.context import Context


def tool_runtime(
    store: BaseStore | None, state: dict[str, Any], *, user: str = "ann", thread: str = "here"
) -> ToolRuntime[Any, dict[str, Any]]:
    """Return the runtime of a tool call in a turn of `user` on `thread`."""
    return ToolRuntime(
        state=state,
        context=Context(user_id=user),
        config={},
        stream_writer=print,
        tool_call_id="1",
        store=store,
        execution_info=ExecutionInfo(checkpoint_id="1", checkpoint_ns="", task_id="1", thread_id=thread),
    )
