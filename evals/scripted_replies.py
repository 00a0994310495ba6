"""What a scripted model says: one reply, its tool calls, and how it fails."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

_CHINESE = r"\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECE = re.compile(rf"[{_CHINESE}]|\s*[^\s{_CHINESE}]+|\s+")

ERROR_TYPES = {
    400: ("invalid_request_error", "bad_request", "The request was refused."),
    401: ("invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
    403: ("invalid_request_error", "forbidden", "This key may not use this model."),
    404: ("invalid_request_error", "model_not_found", "The model does not exist."),
    429: ("rate_limit_error", "rate_limit_exceeded", "Rate limit reached."),
    500: ("server_error", "server_error", "The server had an error."),
    503: ("server_error", "overloaded", "The engine is overloaded."),
}


@dataclass(frozen=True)
class Call:
    """A tool call; `arguments` is sent as it stands, so it may be no JSON."""

    name: str
    arguments: str = "{}"
    id: str | None = None
    """None: one is made from the place of the call in the request log."""

    @classmethod
    def of(cls, name: str, **args: Any) -> "Call":
        """Return a call with JSON arguments."""
        return cls(name, json.dumps(args, ensure_ascii=False))


@dataclass(frozen=True)
class Reply:
    """One answer of the endpoint. `Reply()` is the empty answer."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    """Parallel tool calls, after the text."""
    reasoning: str = ""
    """Sent as `reasoning_content` before the text, as reasoning models behind such endpoints do."""
    first_token_ms: float = 0
    """Milliseconds before the first chunk (or before an answer that does not stream)."""
    token_ms: float = 0
    """Milliseconds before each later chunk."""
    status: int = 200
    """Anything else answers with an OpenAI error body."""
    message: str | None = None
    """Text of that error."""
    die_after: int | None = None
    """Cut the connection after so many chunks of content."""
    finish: str | None = None
    """Finish reason; None: `tool_calls` or `stop`."""
    whole: bool = False
    """Stream the text as one chunk: what takes time in a client is the number of chunks."""
    usage: tuple[int, int] | None = None
    """Tokens in and out; None: a quarter of the request's characters, and the chunks sent."""
    ready: Callable[[], Awaitable[None]] | None = None
    """Awaited before anything is sent, on the endpoint's own event loop."""

    @classmethod
    def of_tokens(cls, tokens: int, first_token_ms: float = 0, token_ms: float = 0) -> "Reply":
        """Return a reply of exactly `tokens` chunks."""
        return cls(text_of_tokens(tokens), first_token_ms=first_token_ms, token_ms=token_ms)

    @classmethod
    def of_json(cls, value: Any) -> "Reply":
        """Return a reply whose text is JSON, for structured output."""
        return cls(json.dumps(value, ensure_ascii=False))


def text_of_tokens(tokens: int) -> str:
    """Return a text that `pieces` cuts into exactly `tokens` pieces."""
    return " ".join(f"word{i}" for i in range(1, tokens + 1))


def pieces(text: str) -> list[str]:
    """Return `text` cut as a model streams it: words with the space before them, Chinese by character."""
    return _PIECE.findall(text)


def example_of(schema: dict[str, Any]) -> Any:
    """Return the smallest JSON value of a schema: required fields only, first choices, empty texts and lists."""
    return _example(schema, schema.get("$defs", {}))


def _example(schema: dict[str, Any], defs: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _example(defs[schema["$ref"].rsplit("/", 1)[1]], defs)
    for choice in ("anyOf", "oneOf", "allOf"):
        if choice in schema:
            return _example(schema[choice][0], defs)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        fields = schema.get("properties", {})
        return {name: _example(fields[name], defs) for name in schema.get("required", ()) if name in fields}
    empty = {"string": "", "integer": 0, "number": 0.0, "boolean": False, "array": []}
    return empty.get(schema.get("type", "null"))
