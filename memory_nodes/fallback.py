"""Makes the prompt for the fallback model, whose window may be smaller than the one a turn was planned for."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memory.core.errors import ModelError
from memory.core.window.context_report import with_window
from memory.models.chat import chat_model, context_window
from memory.models.settings import ModelSettings
from memory.service.settings.budget import input_budget
from memory.service.settings.context import Context
from memory.service.turn.token_counts import counter_for
from memory_nodes.model_tools import TOOL_SCHEMAS
from memory_nodes.prompt import Prompt
from memory_nodes.state import AgentState, Plan


def fallback_prompt(
    state: AgentState,
    context: Context,
    settings: ModelSettings,
    prompt: Prompt,
    render: Callable[..., Prompt],
    report: dict[str, Any],
) -> Prompt:
    """Return `prompt`, or a smaller one if the fallback model of `settings` takes less than the turn was planned for.

    `render` makes it from a state; `report` is told of it. Raises ModelError: what stands around the messages fills its
    window, or there is no such model.
    """
    name = str(settings.fallback_model)
    model = chat_model(name, settings)
    budget = input_budget(context, context_window(model, settings), name)
    if budget >= state["plan"].get("budget", context.context_budget):
        return prompt
    own, plan = replace(settings, model=name), state["plan"]
    counter = counter_for(own)
    around = counter.request(plan["system"], (), TOOL_SCHEMAS) + counter.text(plan["memory"])
    if around >= budget:
        raise ModelError(
            f"The fallback model {name!r} takes {budget:,} tokens, and what stands around the messages takes "
            f"{around:,} alone. Choose a fallback model with a larger window, or a smaller context_budget."
        )
    fitted: Plan = {**plan, "room": budget - around, "budget": budget}
    made = render({**state, "plan": fitted}, counter=counter)
    window = made.window
    report |= with_window(report, window.tokens, len(made.said), window.earlier_tokens)
    report["cut"].append(f"window: made anew within the {budget:,} tokens of the fallback model {name!r}")
    report["messages"] = made.said
    return made
