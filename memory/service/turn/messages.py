"""LangChain messages to and from the plain JSON messages of the core and the transcript."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from memory.core.language.text import clean_value, content_hash
from memory.core.messages.media_forms import UNKNOWN
from memory.core.messages.repair import plain_answer
from memory.core.transcript.entries import Message, Role

_CALL_FIELDS = ("tool_calls", "invalid_tool_calls")
_ASKED_AS = "holdfast_model"
_ROLES: dict[str, Role] = {"human": "user", "ai": "assistant", "tool": "tool"}


def to_message(message: BaseMessage) -> Message:
    """Return a LangChain message as plain JSON, its content cleaned as every store and provider can hold it.

    Types that are no part of a conversation become `system`.
    """
    role = _ROLES.get(message.type.removesuffix("MessageChunk").lower(), "system")
    plain: Message = {
        "id": str(message.id),
        "role": role,
        "content": clean_value(message.content),
        "name": message.name,
    }
    if isinstance(message, AIMessage):
        plain["tool_calls"] = clean_value([{k: call[k] for k in ("id", "name", "args")} for call in message.tool_calls])
        plain["invalid_tool_calls"] = clean_value([_plain_call(call) for call in message.invalid_tool_calls])
        plain["usage"] = dict(message.usage_metadata) if message.usage_metadata else None
        plain["model"] = message.response_metadata.get("model_name")
        plain["extra"] = clean_value({k: v for k, v in message.additional_kwargs.items() if k != "tool_calls"})
    if isinstance(message, ToolMessage):
        plain["tool_call_id"] = message.tool_call_id
        plain["status"] = message.status
        if message.artifact is not None:
            plain["artifact"] = clean_value(_as_json(message.artifact))
    return plain


def to_langchain(message: Message) -> AnyMessage:
    """Return a plain message as the LangChain message it was made from."""
    shared: dict[str, Any] = {"id": message["id"], "content": message["content"], "name": message.get("name")}
    if message["role"] == "user":
        return HumanMessage(**shared)
    if message["role"] == "tool":
        return ToolMessage(
            **shared,
            tool_call_id=message.get("tool_call_id", ""),
            status=message.get("status", "success"),
            artifact=message.get("artifact"),
        )
    if message["role"] == "system":
        return SystemMessage(**shared)
    return AIMessage(
        **shared,
        tool_calls=message.get("tool_calls", []),
        invalid_tool_calls=[{**c, "type": "invalid_tool_call"} for c in message.get("invalid_tool_calls", [])],
        usage_metadata=message.get("usage"),
        additional_kwargs=message.get("extra") or {},
    )


def as_kept(reply: AIMessage) -> AIMessage:
    """Return a reply as a state keeps it: cleaned, each of its calls with an id, so that its result can be told apart.

    An id that is missing is made from the reply's own and the call's place: a retry makes the same.
    """
    changed: dict[str, Any] = {"content": clean_value(reply.content)}
    changed |= {field: _with_ids(reply, field) for field in _CALL_FIELDS}
    changed["additional_kwargs"] = clean_value(reply.additional_kwargs)
    if all(getattr(reply, field) == value for field, value in changed.items()):
        return reply
    if changed["tool_calls"] != reply.tool_calls:  # what repeats the calls in the provider's form lacks the ids
        changed["additional_kwargs"].pop("tool_calls", None)
    return reply.model_copy(update=changed)


def as_shown(original: AnyMessage | None, view: Message) -> AnyMessage:
    """Return the message to send: made anew from the view, so that no field of one provider reaches another.

    Only an answer that the view left in its provider's own form (`repair.repaired`) is the original, with the view's
    content and calls. Once calls were shortened, what repeats them in the provider's form goes.
    """
    if not isinstance(original, AIMessage) or "extra" not in view:
        return to_langchain(view)
    changed: dict[str, Any] = {} if original.content == view["content"] else {"content": view["content"]}
    if _calls(view) != _calls(to_message(original)):
        shown = to_langchain(view)
        kept = {k: v for k, v in original.additional_kwargs.items() if k not in {"tool_calls", "function_call"}}
        changed |= {k: getattr(shown, k) for k in _CALL_FIELDS} | {"additional_kwargs": kept}
    return original.model_copy(update=changed) if changed else original


def for_model(messages: Sequence[AnyMessage], model: str) -> list[AnyMessage]:
    """Return a prompt for `model`: answers in the own form of another model's provider as every provider takes them."""
    return [_plainly(m) if isinstance(m, AIMessage) and _is_foreign(m, model) else m for m in messages]


def written_by(reply: AIMessage, model: str) -> AIMessage:
    """Return a reply with a note of the model that wrote it, by the name it is asked by."""
    return reply.model_copy(update={"response_metadata": {**reply.response_metadata, _ASKED_AS: model}})


def _is_foreign(answer: AIMessage, model: str) -> bool:
    own = bool(answer.additional_kwargs) or not isinstance(answer.content, str)
    return own and answer.response_metadata.get(_ASKED_AS) != model


def _plainly(answer: AIMessage) -> AnyMessage:
    return to_langchain(plain_answer(to_message(answer)))


def _with_ids(reply: AIMessage, field: str) -> list[dict[str, Any]]:
    calls = clean_value(getattr(reply, field))
    return [{**c, "id": c["id"] or f"call-{content_hash([reply.id, field, n])}"} for n, c in enumerate(calls)]


def _calls(message: Message) -> list[list[dict[str, Any]]]:
    return [message.get("tool_calls", []), message.get("invalid_tool_calls", [])]


def _as_json(artifact: Any) -> Any:
    """Return a tool's artifact with its bytes as file blocks, so that they are kept as blobs."""
    if isinstance(artifact, bytes):
        return {"type": "file", "base64": base64.b64encode(artifact).decode(), "mime_type": UNKNOWN}
    if isinstance(artifact, Mapping):
        return {str(k): _as_json(v) for k, v in artifact.items()}
    return [_as_json(v) for v in artifact] if isinstance(artifact, list | tuple) else artifact


def _plain_call(call: Mapping[str, Any]) -> dict[str, Any]:
    return {k: call.get(k) for k in ("id", "name", "args", "error")}
