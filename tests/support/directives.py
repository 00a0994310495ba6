"""Rule mode: the last user text chooses the reply, so that a server in another process needs no control channel.

The last line of the text that begins with `!` is the directive (messages nobody answered stand before it in one text);
without one the reply echoes the text:

    !tools N [NAME] [JSON]   N parallel calls of NAME (default: the first tool offered); {i} in JSON counts from 1
    !badargs [NAME]          a call whose arguments are no JSON
    !unknown                 a call of a tool that does not exist
    !empty                   an answer without text
    !die [N]                 the stream is cut after N chunks (default 3)
    !slow [MS] [TOKENS]      the first token after MS (default 3000), then TOKENS (default 20) at 100 ms
    !tokens N                N tokens
    !status CODE             an HTTP error
    !seen TEXT               yes or no: does TEXT stand anywhere else in the request
    !say TEXT                TEXT

Tool results after the last user text are answered with a summary of them, so a tool round ends.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from support.replies import Call, Reply, example_of, text_of_tokens

from memory.core.window.fences import read_fences

Body = dict[str, Any]

_DIRECTIVE = re.compile(r"^!(\w+)[ \t]*(.*)$", re.MULTILINE)
_SHOWN = 200  # characters of a tool result or an echoed text in a reply


def by_rule(body: Body, first_token_ms: float = 0, token_ms: float = 0, tokens: int | None = None) -> Reply:
    """Return the reply to a chat-completions request; the pace and length are those of an undirected reply."""
    if "response_format" in body and body["response_format"].get("type") == "json_schema":
        return Reply.of_json(example_of(body["response_format"]["json_schema"]["schema"]))
    if (forced := _forced_tool(body)) is not None:
        return Reply(calls=(Call(forced["name"], json.dumps(example_of(forced.get("parameters", {})))),))
    results = _results(body)
    if results:
        return Reply("results: " + " | ".join(r[:_SHOWN] for r in results))
    text = last_user_text(body)
    found = _DIRECTIVE.findall(text)
    if found and found[-1][0] in _RULES:
        return _RULES[found[-1][0]](found[-1][1].strip(), body)
    reply = text_of_tokens(tokens) if tokens else f"echo: {text[:_SHOWN]}"
    return Reply(reply, first_token_ms=first_token_ms, token_ms=token_ms)


def text_in(content: Any) -> str:
    """Return the text of a message's content, whatever its form."""
    if isinstance(content, list):
        return "\n".join(str(block.get("text", "")) for block in content)
    return str(content or "")


def last_user_text(body: Body) -> str:
    """Return the text of the last user message, "" without one."""
    texts = [text_in(m.get("content")) for m in body.get("messages", ()) if m["role"] == "user"]
    return texts[-1] if texts else ""


def _results(body: Body) -> list[str]:
    results: list[str] = []
    for message in reversed(body.get("messages", ())):
        if message["role"] == "user":
            break
        if message["role"] == "tool":
            text = text_in(message.get("content"))
            results.insert(0, read_fences(text).get("result", text))
    return results


def _offered(body: Body) -> list[dict[str, Any]]:
    return [tool["function"] for tool in body.get("tools", ())]


def _forced_tool(body: Body) -> dict[str, Any] | None:
    choice = body.get("tool_choice")
    if isinstance(choice, dict):
        return next(t for t in _offered(body) if t["name"] == choice["function"]["name"])
    return _offered(body)[0] if choice in {"required", "any"} else None


def _first_tool(body: Body) -> str:
    return next((str(t["name"]) for t in _offered(body)), "no_tool_offered")


def _tools(rest: str, body: Body) -> Reply:
    count, name, args = [*rest.split(maxsplit=2), "", "", ""][:3]
    return Reply(
        calls=tuple(
            Call(name or _first_tool(body), (args or "{}").replace("{i}", str(i)))
            for i in range(1, int(count or 1) + 1)
        )
    )


def _slow(rest: str, _: Body) -> Reply:
    first, *length = rest.split() or ["3000"]
    return Reply.of_tokens(int(length[0] if length else 20), first_token_ms=float(first), token_ms=100)


def _seen(rest: str, body: Body) -> Reply:
    texts = "\n".join(text_in(m.get("content")) for m in body["messages"])
    return Reply("yes" if rest and texts.replace(f"!seen {rest}", "").count(rest) else "no")


_RULES: dict[str, Callable[[str, Body], Reply]] = {
    "tools": _tools,
    "badargs": lambda rest, body: Reply(calls=(Call(rest or _first_tool(body), '{"broken": '),)),
    "unknown": lambda _, __: Reply(calls=(Call("no_such_tool"),)),
    "empty": lambda _, __: Reply(),
    "die": lambda rest, _: Reply(text_of_tokens(20), die_after=int(rest or 3)),
    "slow": _slow,
    "tokens": lambda rest, _: Reply.of_tokens(int(rest or 50)),
    "status": lambda rest, _: Reply(status=int(rest or 500)),
    "seen": _seen,
    "say": lambda rest, _: Reply(rest),
}
