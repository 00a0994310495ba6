"""An agent of LangChain's `create_agent` with one tool of its own, and memory: `python -m adopt.example`.

It runs offline, on the files of `HOLDFAST_DATA`: start it twice, and it knows what was said the first time.
"""

import asyncio
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.store.base import BaseStore

from adopt.memory import HoldfastMemory
from memory.models.chat import chat_model
from memory.models.settings import read_model_settings
from memory.storage.opening import open_checkpointer, open_store


def opening_hours(day: str) -> str:
    """Return when the shop is open on a day of the week."""
    return f"On {day} the shop is open from 9 to 17."


def make_agent(model: BaseChatModel, store: BaseStore, checkpointer: BaseCheckpointSaver[Any]) -> Any:
    """Return the agent. The memory is the middleware, and a store for it to lie in."""
    return create_agent(
        model,
        tools=[opening_hours],
        system_prompt="You serve the customers of a tea shop.",
        middleware=[HoldfastMemory()],
        store=store,
        checkpointer=checkpointer,
    )


async def say(agent: Any, user: str, thread: str, text: str) -> str:
    """Send a message and return the answer."""
    config: RunnableConfig = {"configurable": {"thread_id": thread}}
    given = {"messages": [{"role": "user", "content": text}]}
    return str((await agent.ainvoke(given, config, context={"user_id": user}))["messages"][-1].text)


async def main() -> None:
    """Tell something in one thread, and ask for it in another."""
    settings = read_model_settings()
    async with open_store() as store, open_checkpointer() as checkpointer:
        agent = make_agent(chat_model(settings.model, settings), store, checkpointer)
        print(await say(agent, "ann", "monday", "Remember that I am allergic to peanuts."))  # noqa: T201  # its output
        print(await say(agent, "ann", "tuesday", "What am I allergic to?"))  # noqa: T201  # as above


if __name__ == "__main__":
    asyncio.run(main())
