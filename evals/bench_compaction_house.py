"""Holdfast in `bench_compaction`: the whole graph with its own consolidation, on files, as the command line runs it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from langchain.tools import ToolRuntime
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.prebuilt import ToolNode
from langgraph.runtime import ExecutionInfo
from langgraph.store.base import BaseStore

from evals.bench_compaction_measure import Left, bytes_of, held_in
from evals.bench_compaction_model import Model
from evals.bench_compaction_script import Planted, Script
from evals.bench_context_talk import MODEL, environment
from graphs.agent import builder
from memory.core.transcript.entries import text_of
from memory.local_runner import LocalRunner, consolidating
from memory.service.access.identity import read_user
from memory.service.consolidation.consolidation_start import finish_local
from memory.service.conversations.conversations import PAGE_LIMIT, Conversation, thread_of_conversation, transcript_page
from memory.service.settings.context import Context
from memory.service.turn.reply_events import Token
from memory.storage.facts import load_memory
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.summaries import read_summary
from memory.storage.transcript_read import read_path
from memory_nodes import model_tools, run_tools
from tools.search_transcript import search_transcript

USER, CONVERSATION = "bench", "harbour"
TOP = 10
"""Lines of a search's answer that count."""


async def holdfast(model: Model, script: Script, folder: Path, budget: int, look_up: BaseTool) -> Left:
    """Talk the script; return what is left at its end."""
    settings = {"MODEL": MODEL, "SUMMARY_MODEL": MODEL, "BASE_URL": model.base_url, "API_KEY": "bench"}
    unset = ("DATABASE_URI", "FALLBACK_MODEL", "SHORTEN_MODEL", "EXTRACT_MODEL", "CONTEXT_WINDOW")
    values = {**settings, **dict.fromkeys(unset, ""), "DATA": str(folder)}
    context = {"context_budget": budget, "recall_deadline_ms": 10_000}  # a busy machine changes nothing
    with environment({f"HOLDFAST_{name}": value for name, value in values.items()}), _tool(look_up):
        async with _opened(folder) as (runner, agent, saver, store):
            for number, turn in enumerate(script.turns):
                model.turn = turn
                model.waiting.sent(number)
                async for event in runner.stream(USER, CONVERSATION, turn.user, context=context):
                    if isinstance(event, Token):
                        model.waiting.first_token()
                        await finish_local()  # what the turn before had started, and was held back till now
                model.waiting.ended()
            model.waiting.first_token()
            await finish_local()
            return await _left(script, agent, saver, store)


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[tuple[LocalRunner, Any, Any, Any]]:
    async with open_sqlite_store(folder / "store.sqlite") as store, open_sqlite_saver(folder / "c.sqlite") as saver:
        agent = builder.compile(checkpointer=saver, store=store, name="agent")
        async with consolidating(store):
            yield LocalRunner(agent, store), agent, saver, store


@contextmanager
def _tool(tool: BaseTool) -> Iterator[None]:
    """Give the graph one more tool, as a line in `model_tools` would."""
    before = run_tools._NODE  # noqa: SLF001  # there is no other way to a tool of one's own but that line
    tools = [*model_tools.TOOLS, tool]
    run_tools._NODE = ToolNode(tools, handle_tool_errors=run_tools.explained, awrap_tool_call=run_tools.in_time)  # noqa: SLF001  # as above
    model_tools.TOOL_SCHEMAS.append(convert_to_openai_tool(tool))
    try:
        yield
    finally:
        run_tools._NODE = before  # noqa: SLF001  # as above
        model_tools.TOOL_SCHEMAS.pop()


async def _left(script: Script, agent: Any, saver: Any, store: Any) -> Left:
    found = await thread_of_conversation(store, await read_user(store, USER), CONVERSATION)
    summary = await read_summary(store, found.user.root, found.thread)
    folded = await read_path(store, found.user.root, found.thread, summary["cursor"]) if summary else []
    facts = (await load_memory(store, found.user.root)).assertions
    asked = [one for one in script.planted if one.fact]
    state = (await agent.aget_state({"configurable": {"thread_id": found.thread}})).values
    runtime = _runtime(store, state, found.thread)
    return Left(
        messages=await _paged(store, found),
        folded=[text_of(entry) for entry in folded],
        found=[await _searched(one, runtime) for one in script.planted],
        checkpoints=await bytes_of(saver.conn),
        store=await bytes_of(store.conn),
        approved=sum(held_in(asked, [fact["text"] for fact in facts])),
    )


async def _paged(store: BaseStore, conversation: Conversation) -> list[str]:
    """Return the texts of a conversation, read page by page as a front end does."""
    page = await transcript_page(store, conversation, limit=PAGE_LIMIT)
    texts = [text_of(entry) for entry in page.entries]
    while page.next:
        page = await transcript_page(store, conversation, limit=PAGE_LIMIT, before=page.next)
        texts += [text_of(entry) for entry in page.entries]
    return texts


async def _searched(one: Planted, runtime: ToolRuntime[Any, dict[str, Any]]) -> bool:
    """Tell whether the tool that searches the transcript brings a string up when it is asked for it."""
    assert search_transcript.coroutine is not None  # type: ignore[attr-defined]  # noqa: S101  # it is an async tool
    told: str = await search_transcript.coroutine(query=one.question, runtime=runtime)  # type: ignore[attr-defined]  # as above
    return one.text in "\n".join([line for line in told.splitlines() if line.startswith("- [")][:TOP])


def _runtime(store: BaseStore, state: dict[str, Any], thread: str) -> ToolRuntime[Any, dict[str, Any]]:
    """Return what the tool is given when the model calls it at the end of the conversation."""
    return ToolRuntime(
        state=state,
        context=Context(user_id=USER, conversation=CONVERSATION),
        config={},
        stream_writer=lambda _: None,
        tool_call_id="search",
        store=store,
        execution_info=ExecutionInfo(checkpoint_id="", checkpoint_ns="", task_id="", thread_id=thread),
    )
