"""A message on its way through the graph in this process, which can be stopped as the server stops it."""

import asyncio
from dataclasses import dataclass, field

from support.in_process import House


@dataclass
class Sending:
    """A message being answered, which can be stopped."""

    house: House
    text: str
    seen: str = ""
    shown: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.task = asyncio.create_task(self._stream())

    async def _stream(self) -> None:
        given = {"messages": [{"role": "user", "content": self.text, "id": f"id of {self.text}"}]}
        config = self.house.config("t")
        async for message, _ in self.house.graph.astream(
            given, config, context={"user_id": "ann"}, stream_mode="messages", durability="async"
        ):
            self.seen += str(message.text)
            if "word2" in self.seen:
                self.shown.set()

    async def stop(self) -> None:
        """Cancel the run, as the server does, and wait for its end."""
        self.task.cancel()
        await asyncio.wait({self.task})
