"""One question to a model, outside a turn: no tools, no streaming, the answer as text."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langgraph.constants import TAG_NOSTREAM

from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.models.chat import chat_model, explain_error
from memory.models.settings import ModelSettings

Ask = Callable[[str, str], Awaitable[str]]
"""Asks a model: system text, message, answer. Raises ModelError, of which DeclinedError is one."""
JSON_TOKENS = 4_000
"""Tokens of a structured answer, at most: a small model may repeat itself without end."""


class DeclinedError(ModelError):
    """The model answered that it will not, or its provider withheld the answer; of this text, not of any."""


def asker(
    name: str, settings: ModelSettings, schema: dict[str, Any] | None = None, max_tokens: int = JSON_TOKENS
) -> Ask:
    """Return what asks the model called `name`; with a `schema` for JSON of at most `max_tokens` tokens."""

    async def answer(system: str, text: str) -> str:
        try:
            model = chat_model(name, settings)
            if schema is None:
                return await ask(model, system, text)
            return await ask_json(model, system, text, schema, max_tokens=max_tokens)
        except Exception as error:  # any provider's client
            raise explain_error(error, name, settings) from error

    return answer


async def ask(model: BaseChatModel, system: str, text: str, seconds: float = DEFAULTS.model_seconds) -> str:
    """Return what `model` answers to `text` under the system text, in at most `seconds`.

    Its tokens reach no stream. Raises TimeoutError and what the model's client raises (`chat.explain_error` tells it).
    """
    async with asyncio.timeout(seconds):
        answer = await model.ainvoke([SystemMessage(system), HumanMessage(text)], {"tags": [TAG_NOSTREAM]})
    return str(answer.text)


async def ask_json(
    model: BaseChatModel,
    system: str,
    text: str,
    schema: dict[str, Any],
    seconds: float = DEFAULTS.model_seconds,
    max_tokens: int = JSON_TOKENS,
) -> str:
    """Return the text of what `model` answers as `ask` does, held to a JSON schema by its provider.

    It may be cut off, empty or no JSON at all: what a provider promises is not relied on. Raises
    DeclinedError, and as `ask` does.
    """
    import openai  # noqa: PLC0415  # a fifth of the time a process takes to start, for those who ask a model alone
    from langchain_openai import ChatOpenAI  # noqa: PLC0415  # see above

    strict = {"strict": True, "max_tokens": max_tokens} if isinstance(model, ChatOpenAI) else {}
    structured = model.with_structured_output(schema, method="json_schema", include_raw=True, **strict)
    try:
        async with asyncio.timeout(seconds):
            found = await structured.ainvoke([SystemMessage(system), HumanMessage(text)], {"tags": [TAG_NOSTREAM]})
    except openai.LengthFinishReasonError as cut:
        return cut.completion.choices[0].message.content or ""
    except openai.ContentFilterFinishReasonError as filtered:
        raise DeclinedError("the answer was withheld by a content filter", refused=True) from filtered
    raw = found["raw"] if isinstance(found, dict) else None
    if not isinstance(raw, AIMessage):
        return ""
    if raw.additional_kwargs.get("refusal"):
        raise DeclinedError("the model declined to answer", refused=True)
    return str(raw.text)
