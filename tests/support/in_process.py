"""Talking with the agent graph in this process."""

from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from support.openai_server import ScriptedModel

from graphs.agent import builder
from memory.core.ids import user_root
from memory.core.transcript.entries import Entry, text_of
from memory.service.settings.context import Context
from memory.storage.transcript_read import page


@dataclass
class House:
    """The compiled graph on stores in memory."""

    store: BaseStore = field(default_factory=InMemoryStore)
    assistant: str | None = None
    """As which its runs answer, None: as none that is named."""

    def __post_init__(self) -> None:
        self.saver = InMemorySaver()
        self.graph = builder.compile(store=self.store, checkpointer=self.saver)

    def config(self, thread: str) -> RunnableConfig:
        """The configuration of a run on `thread`."""
        named = {"assistant_id": self.assistant} if self.assistant else {}
        return {"configurable": {"thread_id": thread, **named}, "recursion_limit": 100}

    async def send(
        self, content: Any, thread: str = "t", user: str = "ann", message_id: str | None = None, **context: Any
    ) -> dict[str, Any]:
        """Send one user message; what the run gives."""
        message = {"role": "user", "content": content, "id": message_id or str(uuid4())}
        return await self.graph.ainvoke(
            {"messages": [message]}, self.config(thread), context=Context(user_id=user, **context)
        )

    async def say(self, content: Any, thread: str = "t", user: str = "ann", **options: Any) -> str:
        """Send one user message; the text of the answer."""
        return str((await self.send(content, thread, user, **options))["messages"][-1].text)

    async def entries(self, thread: str = "t", user: str = "ann") -> list[Entry]:
        """The newest entries of the active path, oldest first."""
        return (await page(self.store, user_root(user, 0), thread, limit=1000)).entries

    async def texts(self, thread: str = "t", user: str = "ann") -> list[str]:
        """The texts of those entries."""
        return [text_of(e) for e in await self.entries(thread, user)]


def sent_texts(model: ScriptedModel, at: int = -1) -> str:
    """Everything the model was sent in one request, as text."""
    return str(model.requests[at]["messages"])
