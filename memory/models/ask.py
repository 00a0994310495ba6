"""One question to a model, outside a turn: no tools, no streaming, the answer as text."""

import asyncio

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.constants import TAG_NOSTREAM

from memory.core.defaults import DEFAULTS


async def ask(model: BaseChatModel, system: str, text: str, seconds: float = DEFAULTS.model_seconds) -> str:
    """Return what `model` answers to `text` under the system text, in at most `seconds`.

    Its tokens reach no stream. Raises TimeoutError and what the model's client raises (`chat.explain_error` tells it).
    """
    async with asyncio.timeout(seconds):
        answer = await model.ainvoke([SystemMessage(system), HumanMessage(text)], {"tags": [TAG_NOSTREAM]})
    return str(answer.text)
