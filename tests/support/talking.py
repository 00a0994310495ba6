"""Talking with a running server through the SDK alone, as any client of the platform would."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Self
from uuid import uuid4

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.schema import StreamPart

GRAPH = "agent"


@dataclass(frozen=True)
class Talk:
    """One user's conversation on one thread."""

    client: LangGraphClient
    user: str
    thread: str
    conversation: str

    @classmethod
    async def begin(cls, client: LangGraphClient, user: str | None = None, conversation: str | None = None) -> Self:
        """Begin (or go on with) a conversation; without a name, a new one."""
        user, conversation = user or f"user {uuid4().hex}", conversation or uuid4().hex
        told = await client.http.get(f"/v1/conversations/{conversation}", params={"user_id": user})
        await client.threads.create(thread_id=told["thread_id"], graph_id=GRAPH, if_exists="do_nothing")
        return cls(client, user, told["thread_id"], conversation)

    def stream(self, text: str, **options: Any) -> AsyncIterator[StreamPart]:
        """Send a message; the stream's parts."""
        options = {"stream_mode": "messages-tuple", "multitask_strategy": "enqueue", **self.run(text), **options}
        return self.client.runs.stream(self.thread, GRAPH, **options)

    def run(self, text: str, message_id: str | None = None, **context: Any) -> dict[str, Any]:
        """What a run that sends `text` takes as input and context."""
        message = {"type": "human", "id": message_id or str(uuid4()), "content": text}
        context = {"user_id": self.user, "conversation": self.conversation, **context}
        return {"input": {"messages": [message]}, "context": context}

    async def say(self, text: str, **context: Any) -> str:
        """Send a message and return the whole answer."""
        parts = [part async for part in self.stream(text, **self.run(text, **context))]
        assert not errors(parts), errors(parts)
        return reply_of(parts)

    async def state(self) -> dict[str, Any]:
        """The thread's values."""
        values = (await self.client.threads.get_state(self.thread))["values"]
        return values if isinstance(values, dict) else {}

    async def messages(self) -> list[tuple[str, str]]:
        """Type and text of each message in the thread's state."""
        return [(m["type"], m["content"]) for m in (await self.state()).get("messages", [])]

    async def entries(self) -> list[dict[str, Any]]:
        """The end of the transcript."""
        address = f"/v1/conversations/{self.conversation}/transcript"
        return list((await self.client.http.get(address, params={"user_id": self.user}))["entries"])

    async def said(self) -> list[tuple[str, str]]:
        """Role and text of each transcript entry."""
        return [(e["role"], e["content"]) for e in await self.entries()]

    async def start(self, text: str, **options: Any) -> str:
        """Send a message in the background; the id of the run."""
        options = {"multitask_strategy": "enqueue", "stream_mode": "messages-tuple", **self.run(text), **options}
        return str((await self.client.runs.create(self.thread, GRAPH, stream_resumable=True, **options))["run_id"])

    async def until_streaming(self, run_id: str) -> str:
        """Wait until a run's reply has begun, and return what came of it."""
        async for part in self.client.runs.join_stream(self.thread, run_id, stream_mode="messages-tuple"):
            if text := reply_of([part]):
                return text
        raise AssertionError("the run ended without a token")

    async def until_idle(self) -> None:
        """Wait until no run holds the thread."""
        for _ in range(400):
            if (await self.client.threads.get(self.thread))["status"] != "busy":
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the thread stays busy")


def tokens(parts: list[StreamPart]) -> list[str]:
    """The text of every piece of a message that a client without any filter would show."""
    return [p.data[0]["content"] for p in parts if p.event == "messages" and p.data[0]["content"]]


def reply_of(parts: list[StreamPart]) -> str:
    """The text that came."""
    return "".join(tokens(parts))


def errors(parts: list[StreamPart]) -> list[Any]:
    """What the stream told of failures."""
    return [p.data for p in parts if p.event == "error"]
