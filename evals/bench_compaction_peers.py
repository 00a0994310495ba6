"""What is usual elsewhere in `bench_compaction`: LangChain's `SummarizationMiddleware`, and deepagents' version of it.

deepagents' own agent brings tools and prompts that take a good part of the budget, so its middleware is measured on
LangChain's agent, with the settings it has by default for a model whose window is known. It is no part of the
development environment; without it (`pip install deepagents`) its line is left out.
"""

from collections.abc import Awaitable, Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import SummarizationMiddleware
from langchain_core.messages import AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from pydantic import SecretStr

from evals.bench_compaction_measure import Left, bytes_of, held_in
from evals.bench_compaction_model import Model
from evals.bench_compaction_script import Script
from evals.bench_context_requests import parts_of
from evals.bench_context_talk import MODEL

SYSTEM = "You are a helpful assistant."
Talk = Callable[[Model, Script, Path, int, BaseTool], Awaitable[Left]]
"""Talks a script within a budget on files in a folder; what is left at its end."""


async def by_default(model: Model, script: Script, folder: Path, budget: int, look_up: BaseTool) -> Left:
    """Talk with the middleware, triggered by the budget and all else by default: 20 messages are kept."""
    chat = _chat(model)
    return await _talk(model, script, folder, chat, look_up, SummarizationMiddleware(chat, trigger=("tokens", budget)))


async def tuned(model: Model, script: Script, folder: Path, budget: int, look_up: BaseTool) -> Left:
    """Talk with the middleware tuned: half of the trigger is kept, in tokens."""
    chat = _chat(model)
    middleware = SummarizationMiddleware(chat, trigger=("tokens", budget), keep=("tokens", budget // 2))
    return await _talk(model, script, folder, chat, look_up, middleware)


async def deepagents(model: Model, script: Script, folder: Path, budget: int, look_up: BaseTool) -> Left:
    """Talk with deepagents' middleware: a tenth of the window is kept, what goes is summarised and put in a file."""
    chat = _chat(model)
    middleware = import_module("deepagents.middleware.summarization").SummarizationMiddleware(
        chat,
        backend=import_module("deepagents.backends").StateBackend(),
        trigger=("tokens", budget),
        keep=("tokens", budget // 10),
        trim_tokens_to_summarize=None,
    )
    state = import_module("deepagents.middleware.filesystem").FilesystemState
    return await _talk(model, script, folder, chat, look_up, middleware, state_schema=state)


def peers() -> dict[str, Talk]:
    """Return the other systems by what they are called; deepagents only where it is installed."""
    found: dict[str, Talk] = {
        "SummarizationMiddleware, 20 messages kept": by_default,
        "SummarizationMiddleware, half the trigger kept": tuned,
    }
    try:
        found[f"deepagents {version('deepagents')}"] = deepagents
    except PackageNotFoundError:
        print("left out: deepagents is not installed")
    return found


def _chat(model: Model) -> ChatOpenAI:
    return ChatOpenAI(
        model=MODEL, base_url=model.base_url, api_key=SecretStr("bench"), stream_usage=True, use_responses_api=False
    )


async def _talk(
    model: Model, script: Script, folder: Path, chat: ChatOpenAI, look_up: BaseTool, middleware: Any, **more: Any
) -> Left:
    tools = [look_up] if script.name == "tools" else []
    config: RunnableConfig = {"configurable": {"thread_id": "bench"}, "recursion_limit": 100}
    async with AsyncSqliteSaver.from_conn_string(str(folder / "peer.sqlite")) as saver:
        await saver.setup()
        agent: Any = create_agent(
            chat, tools, system_prompt=SYSTEM, middleware=[middleware], checkpointer=saver, **more
        )
        for number, turn in enumerate(script.turns):
            model.turn = turn
            model.waiting.sent(number)
            async for part, told in agent.astream(
                {"messages": [HumanMessage(turn.user)]}, config, stream_mode="messages", durability="async"
            ):
                if isinstance(part, AIMessageChunk) and part.text and told["langgraph_node"] == "model":
                    model.waiting.first_token()
            model.waiting.ended()
        state = (await agent.aget_state(config)).values
        return _left(script, model, state, await bytes_of(saver.conn))


def _left(script: Script, model: Model, state: dict[str, Any], checkpoints: int) -> Left:
    """Return what is left; there is no search, so whatever lies in the state at all counts as found."""
    messages: list[BaseMessage] = state["messages"]
    prompt = "\n".join(parts_of(model.replies[-1]))
    said = [text for turn in script.turns for text in turn.entries]
    return Left(
        messages=[str(message.text) for message in messages],
        folded=[text for text in said if text not in prompt and text != script.turns[-1].answer],
        found=held_in(script.planted, [str(state)]),
        checkpoints=checkpoints,
    )
