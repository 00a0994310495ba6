"""How many tokens one model call may take."""

from memory.core.errors import ModelError
from memory.service.settings.context import MIN_BUDGET, Context

WINDOW_SHARE = 0.6
"""Share of the model's own window that is used, at most: models read the middle of a full window badly."""


def input_budget(context: Context, window: int | None, model: str) -> int:
    """Return the tokens of one call's input: the context's budget, less if the model's `window` is small.

    The answer's reserve always stays free; a window so small that its share would be under the least a turn needs is
    used up to the reserve. `model`: its name, for the error.

    Raises ModelError: not even that fits.
    """
    if window is None:
        return context.context_budget
    free = window - context.output_reserve
    if free < MIN_BUDGET:
        raise ModelError(
            f"Model {model!r} takes {window:,} tokens at once: beside the {context.output_reserve:,} kept for its "
            f"answer the {MIN_BUDGET:,} that a turn needs do not fit. Choose a model with a larger window, lower "
            "output_reserve, or correct HOLDFAST_CONTEXT_WINDOW."
        )
    return min(context.context_budget, free, max(MIN_BUDGET, int(window * WINDOW_SHARE)))
