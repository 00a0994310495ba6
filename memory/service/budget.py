"""How many tokens one model call may take."""

from langchain_core.language_models import BaseChatModel

from memory.models.chat import context_window
from memory.service.context import MIN_BUDGET, Context

WINDOW_SHARE = 0.6
"""Share of the model's own window that is used, at most: models read the middle of a full window badly."""


def input_budget(context: Context, model: BaseChatModel) -> int:
    """Return the tokens of one call's input: the context's budget, less if the model's window is small."""
    window = context_window(model)
    if window is None:
        return context.context_budget
    return max(MIN_BUDGET, min(context.context_budget, int(window * WINDOW_SHARE), window - context.output_reserve))
