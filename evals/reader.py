"""How the scripted model of the evals answers: from what stands in the request it got, as a careful model would.

It reads as the offline model does; when its window holds nothing about a question, it looks further with both search
tools before it says so. What it is asked to forget, it forgets with the tool.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evals.scripted_model import Body, ScriptedModel
from evals.scripted_replies import Call, Reply, pieces
from memory.core.language.languages import Language
from memory.core.transcript.entries import text_of
from memory.models.offline_answers import Call as Wanted
from memory.models.offline_answers import decide
from memory.models.offline_context import Prompt, read_prompt
from memory.models.offline_phrases import phrase
from memory.models.tokenizer import count_message, count_tools

MODEL = "gpt-4o-mini"
"""The name it goes by: one whose tokens the product counts exactly, so that what fits a budget can be graded."""
SEARCHES = ("search_memory", "search_transcript")
_HELD_MS = 60_000
_LANGUAGES: tuple[Language, ...] = ("en", "zh", "zh-Hant")


def settings_for(model: ScriptedModel | None) -> dict[str, str]:
    """Return the settings by which the product talks to an endpoint; none for the offline model."""
    return {"HOLDFAST_MODEL": MODEL, "HOLDFAST_BASE_URL": model.base_url} if model else {}


class Reader:
    """The handler of a `ScriptedModel`; while `held`, replies stop at that moment, where a turn can be ended."""

    def __init__(self) -> None:
        """Answer without waiting."""
        self.held: str | None = None
        """`before_reply`: no token comes; `in_reply`: one comes, and no more."""

    def __call__(self, body: Body) -> Reply:
        """Return the reply to a chat-completions request."""
        reply = read(body)
        reply = replace(reply, usage=(tokens_of(body), len(pieces(reply.text))))
        if self.held is None:
            return reply
        first = _HELD_MS if self.held == "before_reply" else 0
        return Reply(reply.text or "…", first_token_ms=first, token_ms=_HELD_MS)


def read(body: Body) -> Reply:
    """Return the reply to a request, from the request alone."""
    prompt = read_prompt([as_message(message) for message in body["messages"]])
    tools = [tool["function"]["name"] for tool in body.get("tools", ())]
    decision = decide(prompt, tools)
    if isinstance(decision, Wanted):
        return Reply(calls=(Call.of(decision.name, **decision.args),))
    if not prompt.results and _knows_nothing(decision) and set(SEARCHES) <= set(tools):
        return Reply(calls=tuple(Call.of(name, query=_question(prompt)) for name in SEARCHES))
    return Reply(decision)


def tokens_of(body: Body) -> int:
    """Return the tokens of a request, by the product's own tokenizer: what it reports must be true."""
    return sum(count_message(as_message(m)) for m in body["messages"]) + count_tools(body.get("tools", ()))


def as_message(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of the OpenAI protocol in the shape of `entries.Message`."""
    plain = {"role": "user", **message, "content": text_of({"content": message.get("content") or ""})}
    if message.get("tool_calls"):
        plain["tool_calls"] = [_call(call) for call in message["tool_calls"]]
    return plain


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": call["id"], "name": call["function"]["name"], "args": json.loads(call["function"]["arguments"])}


def _knows_nothing(answer: str) -> bool:
    return answer in {phrase(language, "nothing") for language in _LANGUAGES}


def _question(prompt: Prompt) -> str:
    return prompt.question[:1_000]
