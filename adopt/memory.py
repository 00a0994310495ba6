"""The memory of Holdfast for an agent of `langchain.agents.create_agent`: one middleware."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Any

from langchain.agents.middleware.types import (
    AgentMiddleware,
    ExtendedModelResponse,
    ModelRequest,
    ModelResponse,
    ToolCallRequest,
    hook_config,
)
from langchain.tools import ToolRuntime
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime
from langgraph.types import Command

from adopt.asking import asking_of, model_request
from adopt.state import MemoryState, held_of, inside, outside, through, updated
from memory.core.errors import InputError
from memory.service.access.identity import RunInfo, authenticated_user
from memory.service.settings.context import Context, checked_context
from memory.service.turn.messages import as_kept
from memory.service.turn.token_counts import learn
from memory_nodes.approve import approve
from memory_nodes.build_context import plan_window
from memory_nodes.extract_facts import extract_facts
from memory_nodes.load_memories import load_memories
from memory_nodes.model_tools import MEMORY_TOOLS, TOOLS
from memory_nodes.record_turn import record_turn
from memory_nodes.refuse import refuse
from memory_nodes.rendering import called, rendered
from memory_nodes.run_tools import explained, in_time
from memory_nodes.runtime_store import counted_store
from memory_nodes.schedule_consolidation import schedule_consolidation
from memory_nodes.state import AgentState, restored
from memory_nodes.write_back import write_back

WhoIsTalking = Callable[[RunInfo], str | None]
"""Returns the user's id of a run, None where the run does not tell."""
_AFTER_THE_ANSWER = (extract_facts, approve, write_back, schedule_consolidation)


def user_in_context(runtime: RunInfo) -> str | None:
    """Return `user_id` of the run's context, which may be a mapping or an object."""
    context = runtime.context
    found = context.get("user_id") if isinstance(context, Mapping) else getattr(context, "user_id", None)
    return found if found is None else str(found)


class HoldfastMemory(AgentMiddleware[MemoryState, Any, Any]):
    """Gives an agent the memory: `create_agent(…, middleware=[HoldfastMemory()], store=…, checkpointer=…)`.

    Runs need a thread id, and tell who is talking. Asynchronous: `ainvoke` and `astream`.
    """

    state_schema = MemoryState

    def __init__(self, settings: Context | None = None, *, user: WhoIsTalking = user_in_context) -> None:
        """Raise InputError: a field of `settings` has no such value, or is none an agent of its own can take.

        `settings`: the token budget, what is learned and how it is approved. `user`: who is talking in a run; where a
        server's log-in tells, that counts.
        """
        super().__init__()
        self.tools = [tool for tool in TOOLS if tool.name in MEMORY_TOOLS]
        self._settings = _checked(settings or Context())
        self._user = user

    def before_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:  # noqa: ARG002  # LangChain's signature
        """Raise RuntimeError: memory is asynchronous."""
        raise RuntimeError("HoldfastMemory is asynchronous: call agent.ainvoke or agent.astream.")

    @hook_config(can_jump_to=["end"])
    async def abefore_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any]:
        """Load the user's memory and acknowledge the message; one that is answered or refused goes to the end."""
        given = inside(state)
        loaded = updated(given, await load_memories(given, self._own(runtime)))
        done = loaded["turn"].get("refused") or loaded["turn"]["answered"]
        return {**outside(state, loaded), **({"jump_to": "end"} if done else {})}

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ExtendedModelResponse[Any]:
        """Ask with the window that fits the budget: the agent's own system text first, then memory, then messages."""
        start, runtime, asking = perf_counter(), self._own(request.runtime), asking_of(request)
        state, store = _as_asked(request), counted_store(runtime)
        if not _is_planned(state, asking.settings.model):
            state = updated(state, await plan_window(state, runtime, asking))
        made = await rendered(state, runtime, store, asking.settings)
        response = await handler(model_request(request, made.prompt))
        response.result = [as_kept(m) if isinstance(m, AIMessage) else m for m in response.result]
        reply = next((m for m in response.result if isinstance(m, AIMessage)), None)
        if reply and reply.usage_metadata:
            learn(asking.settings, made.counter, made.report, reply.usage_metadata["input_tokens"])
        after = updated(state, called(state, made, {}, store.ops, perf_counter() - start))
        return ExtendedModelResponse(response, Command(update=held_of(after)))

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Give the tools of memory the state and the user they act for; the agent's own tools are left alone."""
        if request.tool not in self.tools:
            return await handler(request)
        state = inside(request.state)
        given: ToolRuntime[Any, Any] = request.runtime
        runtime = replace(given, context=self._context(given), state=state)
        try:
            return await in_time(replace(request, state=state, runtime=runtime), handler)
        except GraphBubbleUp:
            raise
        except Exception as error:  # noqa: BLE001  # the model is told, as by `run_tools`
            call = request.tool_call
            return ToolMessage(explained(error), name=call["name"], tool_call_id=str(call["id"]), status="error")

    async def aafter_agent(self, state: MemoryState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Record the turn, look for facts, let the policy decide, write, and have the thread consolidated if due."""
        if not state.get("holdfast"):  # another middleware ended the run before this one began
            return None
        held, own = inside(state), self._own(runtime)
        if held["turn"].get("refused"):
            await refuse(held)
        nodes = _AFTER_THE_ANSWER if held["turn"]["answered"] else (record_turn, *_AFTER_THE_ANSWER)
        return outside(state, await through(held, own, nodes))

    def _own(self, runtime: Runtime[Any]) -> Runtime[Context]:
        """Return the run's runtime with the context that the nodes of memory know."""
        return runtime.override(context=self._context(runtime))

    def _context(self, runtime: RunInfo) -> Context:
        """Return the settings with who is talking. Raises InputError: nobody says."""
        named = self._user(runtime)
        if named is None and authenticated_user(runtime) is None:
            raise InputError(
                "user_id",
                "is missing",
                'Run with context={"user_id": …}, or say who is talking: HoldfastMemory(user=…).',
            )
        return replace(self._settings, user_id=named)


def _checked(settings: Context) -> Context:
    checked = checked_context(settings)
    for field in _NOT_HERE:
        if getattr(checked, field) is not None:
            raise InputError(field, "is the agent's own here", "Leave it out.")
    if checked.approval == "interrupt":
        raise InputError("approval", "cannot interrupt an agent of your own", "Take auto, review or off.")
    return checked


_NOT_HERE = ("user_id", "conversation", "model", "fallback_model")
"""Fields of the context that say what the agent and its runs say themselves."""


def _as_asked(request: ModelRequest[Any]) -> AgentState:
    """Return the state of a request with its messages as other middleware have edited them."""
    state, edited = inside(request.state), {m.id: m for m in request.messages}
    return updated(state, {"messages": restored([edited.get(m.id, m) for m in state["messages"]])})


def _is_planned(state: AgentState, model: str) -> bool:
    """Tell whether this turn's window was planned, for this model."""
    plan = state.get("plan")
    return "budget" in state["report"] and plan is not None and plan.get("model") == model
