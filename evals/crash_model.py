"""The chat model of the crash sweep: what it says follows from the user's message alone."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

Rounds = tuple[tuple[tuple[str, dict[str, Any]], ...], ...]
"""Rounds of tool calls, each call a name and its arguments."""

_BEGINNING = 2
"""Characters by which messages are told apart; what follows may be masked in the prompt."""


@dataclass(frozen=True)
class Line:
    """A user message and what the model does about it."""

    text: str
    answer: str = ""
    """Said after the rounds; empty: the model repeats which of the planted words it was shown."""
    rounds: Rounds = ()


class ScriptedChat(BaseChatModel):
    """Follows a script. Ids of messages and calls are new each time, as a provider's are."""

    lines: tuple[Line, ...] = ()
    planted: tuple[str, ...] = ()
    """Words that an answer without a script repeats when they stand in the prompt."""
    calls: int = 0
    """How often it was asked."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],  # noqa: ARG002  # LangChain's signature
        *,
        tool_choice: str | None = None,  # noqa: ARG002  # LangChain's signature
        **kwargs: Any,  # noqa: ARG002  # LangChain's signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Return the model itself: the script names the tools."""
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError("the agent streams")

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  # LangChain's signature
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  # LangChain's signature
        **kwargs: Any,  # noqa: ARG002  # LangChain's signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        self.calls += 1
        for chunk in self._reply(messages):
            yield ChatGenerationChunk(message=chunk)

    def _reply(self, messages: list[BaseMessage]) -> list[AIMessageChunk]:
        at = max(i for i, m in enumerate(messages) if m.type == "human")
        asked, done = messages[at].text, sum(m.type == "ai" for m in messages[at:])
        line = next((s for s in self.lines if asked.startswith(s.text[:_BEGINNING])), Line(asked))
        if done < len(line.rounds):
            return [_calling(line.rounds[done])]
        prompt = "\n".join(m.text for m in messages)
        words = (line.answer or self.recital(prompt)).split(" ")
        return [AIMessageChunk(content=word + " " * (i + 1 < len(words))) for i, word in enumerate(words)]

    def recital(self, prompt: str) -> str:
        """Return the planted words that a prompt holds."""
        return "I see: " + ", ".join(word for word in self.planted if word in prompt)


def _calling(calls: tuple[tuple[str, dict[str, Any]], ...]) -> AIMessageChunk:
    made = [
        tool_call_chunk(name=name, args=json.dumps(args, ensure_ascii=False), id=f"call_{uuid4().hex}", index=i)
        for i, (name, args) in enumerate(calls)
    ]
    return AIMessageChunk(content="", tool_call_chunks=made)
