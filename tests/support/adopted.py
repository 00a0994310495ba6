"""An agent of `create_agent` that has adopted memory: the example's, on our SQLite files and the scripted model."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
from langchain_core.runnables import RunnableConfig
from langchain_openai import ChatOpenAI
from support.openai_server import ScriptedModel

from adopt.example import make_agent
from memory.core.ids import user_root
from memory.core.transcript.entries import Entry
from memory.storage.sqlite_saver import open_sqlite_saver
from memory.storage.sqlite_store import open_sqlite_store
from memory.storage.transcript_read import page


@contextlib.asynccontextmanager
async def model_of(endpoint: ScriptedModel) -> AsyncIterator[ChatOpenAI]:
    """LangChain's own client of the scripted model, its connections closed at the end."""
    async with httpx.AsyncClient() as connections:
        yield ChatOpenAI(
            model="scripted",
            base_url=endpoint.base_url,
            api_key="none",  # type: ignore[arg-type]  # pydantic makes a secret of it
            http_async_client=connections,
            stream_usage=True,
        )


@contextlib.asynccontextmanager
async def example_agent(folder: Path, endpoint: ScriptedModel) -> AsyncIterator[Any]:
    """The example's agent, as a process that has just started opens it."""
    async with (
        open_sqlite_store(folder / "store.sqlite") as store,
        open_sqlite_saver(folder / "checkpoints.sqlite") as saver,
        model_of(endpoint) as model,
    ):
        yield make_agent(model, store, saver)


def on(thread: str) -> RunnableConfig:
    """The configuration of a run on `thread`."""
    return {"configurable": {"thread_id": thread}}


async def send(
    agent: Any, text: Any, thread: str = "t", user: str = "ann", message_id: str | None = None
) -> dict[str, Any]:
    """Send one user message; what the run gives."""
    given = {"messages": [{"role": "user", "content": text, "id": message_id}]}
    return dict(await agent.ainvoke(given, on(thread), context={"user_id": user}))


async def entries(agent: Any, thread: str = "t", user: str = "ann") -> list[Entry]:
    """The newest entries of the thread's active path, oldest first."""
    return (await page(agent.store, user_root(user, 0), thread, limit=1000)).entries


async def report(agent: Any, thread: str = "t") -> dict[str, Any]:
    """The context report of the newest answer."""
    return dict((await agent.aget_state(on(thread))).values["holdfast"]["report"])
