"""The offline chat model: real to LangChain (streams, counts, calls tools), answering by rules from its context."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from memory.models.offline_answers import Call, decide
from memory.models.offline_context import read_prompt
from memory.models.settings import OFFLINE
from memory.models.tokenizer import count_message, count_tools

_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant", "system": "system", "tool": "tool"}
# A Han character, or a word of another script with the white space after it.
_PIECE = re.compile(
    "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]\\s*|[^\\s\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+\\s*|\\s+"
)


class OfflineChatModel(BaseChatModel):
    """Answers from what stands in its context, in English and Chinese, with no key and no network."""

    @property
    def _llm_type(self) -> str:
        return "holdfast-offline"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": OFFLINE}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model with tools it may call; `tool_choice="none"` keeps it from calling any."""
        return self.bind(tools=[convert_to_openai_tool(t) for t in tools], tool_choice=tool_choice, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  # LangChain's signature
        **kwargs: Any,
    ) -> ChatResult:
        message = _reply(messages, stop, **kwargs)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  # LangChain's signature
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        yield from _chunks(_reply(messages, stop, **kwargs))

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  # LangChain's signature
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in _chunks(await asyncio.to_thread(_reply, messages, stop, **kwargs)):
            yield chunk
            await asyncio.sleep(0)  # what listens to the stream gets its turn between two words


def _reply(
    messages: Sequence[BaseMessage],
    stop: Sequence[str] | None = None,
    tools: Sequence[dict[str, Any]] = (),
    tool_choice: str | None = None,
    **_: Any,
) -> AIMessage:
    """Return the answer to a prompt; settings meant for other models (temperature and the like) change nothing."""
    prompt = [_plain(m) for m in messages]
    names = [] if tool_choice == "none" else [tool["function"]["name"] for tool in tools]
    decision = decide(read_prompt(prompt), names)
    if isinstance(decision, Call):
        calls = [{"id": f"call_{uuid4().hex[:24]}", "name": decision.name, "args": decision.args}]
        answer = AIMessage(content="", tool_calls=calls)
    else:
        answer = AIMessage(content=_stopped(decision, stop or ()))
    answer.usage_metadata = _usage(sum(map(count_message, prompt)) + count_tools(tools), count_message(_plain(answer)))
    answer.response_metadata = {"model_name": OFFLINE, "finish_reason": "tool_calls" if answer.tool_calls else "stop"}
    return answer


def _stopped(text: str, stop: Sequence[str]) -> str:
    return text[: min((at for s in stop if s and (at := text.find(s)) >= 0), default=len(text))]


def _usage(sent: int, answered: int) -> UsageMetadata:
    return {"input_tokens": sent, "output_tokens": answered, "total_tokens": sent + answered}


def _plain(message: BaseMessage) -> dict[str, Any]:
    """Return a message in the shape of `entries.Message`."""
    plain: dict[str, Any] = {"role": _ROLES.get(message.type, "user"), "content": message.content, "name": message.name}
    if isinstance(message, AIMessage):
        plain["tool_calls"] = message.tool_calls
    if isinstance(message, ToolMessage):
        plain |= {"tool_call_id": message.tool_call_id, "status": message.status}
    return plain


def _chunks(answer: AIMessage) -> Iterator[ChatGenerationChunk]:
    """Yield an answer word by word, Chinese character by character, the counts with the last chunk."""
    for piece in _PIECE.findall(answer.text):
        yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
    calls = [
        tool_call_chunk(name=c["name"], args=json.dumps(c["args"], ensure_ascii=False), id=c["id"], index=i)
        for i, c in enumerate(answer.tool_calls)
    ]
    yield ChatGenerationChunk(
        message=AIMessageChunk(
            content="",
            tool_call_chunks=calls,
            usage_metadata=answer.usage_metadata,
            response_metadata=answer.response_metadata,
        )
    )
