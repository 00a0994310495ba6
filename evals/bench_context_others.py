"""The same talk with what is usual elsewhere: a sliding window, and LangChain's `SummarizationMiddleware`.

What was recalled for a turn is the same as Holdfast's. The usual place for it is the system message; beside that stands
the place it is kept in here, the end of the request.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import ModelRequest, ModelResponse, SummarizationMiddleware, wrap_model_call
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import SecretStr

from evals.bench_context_requests import Body
from evals.bench_context_talk import BUDGET, MODEL, Endpoint, Said, Talk, asks_summary
from evals.bench_context_texts import summary_of

WINDOW_MESSAGES = 20
SYSTEM = "You are a helpful assistant."
IN_SYSTEM, AT_END = "recalled in the system message", "recalled at the end"
PLACES = (IN_SYSTEM, AT_END)
_Handler = Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]


def sliding_window(said: Sequence[Said], place: str, tools: Sequence[Mapping[str, Any]]) -> Talk:
    """Return the talk as requests that hold the last 20 messages, the user's newest one among them."""
    requests: list[Body] = []
    history: list[dict[str, str]] = []
    for turn in said:
        history.append({"role": "user", "content": turn.user})
        shown = history[-WINDOW_MESSAGES:]
        system = {"role": "system", "content": SYSTEM}
        if place == IN_SYSTEM:
            system["content"] += f"\n\n{turn.recalled}"
        else:
            shown[-1] = {"role": "user", "content": f"{turn.user}\n\n{turn.recalled}"}
        requests.append({"tools": tools, "messages": [system, *shown]})
        history.append({"role": "assistant", "content": turn.assistant})
    return Talk(requests, len(requests), list(said))


async def summarization(
    endpoint: Endpoint, said: Sequence[Said], place: str, tools: Sequence[Mapping[str, Any]], language: str
) -> Talk:
    """Run the talk with `create_agent` and its summaries, triggered by the budget, all else by default.

    The tools, which are never called, are put into its requests afterwards.
    """
    endpoint.summary = summary_of(language)
    now: list[Said] = []
    model = ChatOpenAI(model=MODEL, base_url=endpoint.base_url, api_key=SecretStr("bench"))
    middleware = [SummarizationMiddleware(model, trigger=("tokens", BUDGET)), _recalling(now, place)]
    agent = create_agent(model, system_prompt=SYSTEM, middleware=middleware, checkpointer=InMemorySaver())
    config: RunnableConfig = {"configurable": {"thread_id": "bench"}}
    before = len(endpoint.requests)
    for turn in said:
        now[:] = [turn]
        endpoint.text = turn.assistant
        await agent.ainvoke({"messages": [HumanMessage(turn.user)]}, config)
    made = endpoint.requests[before:]
    replies = [{**body, "tools": tools} for body in made if not asks_summary(body)]
    return Talk(replies, len(made), list(said))


def _recalling(now: Sequence[Said], place: str) -> Any:
    """Return the middleware that shows what was recalled for the current turn, without keeping it."""

    @wrap_model_call
    async def recalled(request: ModelRequest[Any], handler: _Handler) -> ModelResponse[Any]:
        if place == IN_SYSTEM:
            system = SystemMessage(f"{SYSTEM}\n\n{now[0].recalled}")
            return await handler(request.override(system_message=system))
        newest = HumanMessage(f"{now[0].user}\n\n{now[0].recalled}")
        return await handler(request.override(messages=[*request.messages[:-1], newest]))

    return recalled
