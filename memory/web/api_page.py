"""Writes docs/api.md from the routes: `python -m memory.web.api_page > docs/api.md`."""

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from memory.web.app import app

OPENING = """\
# The API

Beside LangGraph's own routes a server has these, under `/v1`. This page is made from them by `make api-docs`; a running
server tells the same at `/openapi.json` and, to be tried, at `/docs`. Who may call is told in
[security.md](security.md): a request is for the user who is logged in, never for one that its body names.

**Whose memory:** every route about a user's memory takes `user_id` (of whom, from those who may act for others or where
nobody logs in) and `assistant` (with which one, by its id or its graph's name, where the operator keeps that apart).
Without them it is the caller's own, which assistants share.

**Errors** have one form: `{"error": {"code", "field", "message", "remedy"}}`. What belongs to somebody else is answered
as what is not there (404).

| status | code | meaning |
| --- | --- | --- |
| 401, 403 | `unauthenticated`, `forbidden` | nobody is logged in, or may not do this |
| 404, 405 | `not_found`, `method_not_allowed` | there is nothing of yours there; the address takes other methods |
| 409 | `changed`, `erased`, `running`, `waits` | what was to be changed is not there any more, or is done already |
| 412 | `changed_meanwhile` | it has another ETag than `If-Match` says: read it again |
| 413, 429 | `too_large`, `too_many` | the body is too long; too many requests (`Retry-After`) |
| 422 | `invalid_input` | `field` is wrong; `remedy` says what to send |
| 500, 503 | `failed`, `internal`, `storage` | a fault of the server or its store; nothing is half written |

**Pages:** `limit` is how much of a list is answered, and `next` goes unchanged into `after` (of a transcript, `before`)
of the next request. **ETags:** send the one you read as `If-Match` with a change, and nobody's edit is lost. **Sent
twice:** where `idempotency-key` is listed, the same key and request within a day get the first answer again. **Names**
in an address may be any text, percent-encoded, `/` as `%2F`.
"""
_OF_ALL = frozenset({"user_id", "assistant"})
"""Parameters told once, for all routes."""
_REF = "#/components/schemas/"


def page(spec: Mapping[str, Any]) -> str:
    """Return the page of an OpenAPI document of ours: operations by tag, then shapes."""
    return "\n".join([OPENING, *_operations(spec), "", "## Shapes", *_shapes(spec["components"]["schemas"])]) + "\n"


def _operations(spec: Mapping[str, Any]) -> Iterator[str]:
    tag = None
    found = ((path, method, told) for path, item in spec["paths"].items() for method, told in item.items())
    for path, method, told in sorted(found, key=lambda one: one[2]["tags"]):
        if told["tags"] != tag:
            tag = told["tags"]
            yield f"\n## {tag[0].capitalize()}"
        yield f"\n### {method.upper()} {path}\n\n{told['description']}\n"
        yield from _parameters(told.get("parameters", []))
        if body := told.get("requestBody"):
            yield f"- body: {_kind(next(iter(body['content'].values()))['schema'])}"
        for status, answer in told["responses"].items():
            content: Mapping[str, Any] = next(iter(answer.get("content", {}).values()), {})
            if not status.endswith("XX"):
                yield f"- answers {status}: {_kind(content.get('schema', {'type': 'nothing'}))}"


def _parameters(told: list[Mapping[str, Any]]) -> Iterator[str]:
    for one in told:
        about = f": {one['description']}" if one.get("description") else ""
        if one["in"] != "path" and one["name"] not in _OF_ALL:
            yield f"- `{one['name']}` ({one['in']}, {_kind(one['schema'])}){about}"


def _shapes(shapes: Mapping[str, Any]) -> Iterator[str]:
    for name, shape in sorted(shapes.items()):
        if "properties" not in shape:
            continue
        about = shape["description"].split("\n")[0]
        yield f"\n### {name}\n\n{about}\n\n| field | type | meaning |\n| --- | --- | --- |"
        for field, told in shape["properties"].items():
            needed = "" if field in shape.get("required", ()) else "may be left out"
            meaning = " ".join(told.get("description", "").split())
            yield f"| `{field}` | {_kind(told)} | {'; '.join(filter(None, (meaning.rstrip('.'), needed)))} |"


def _kind(schema: Mapping[str, Any]) -> str:
    """Return a JSON schema in a few words."""
    if "$ref" in schema:
        return f"[{schema['$ref'].removeprefix(_REF)}](#{schema['$ref'].removeprefix(_REF).lower()})"
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(_kind(one) for one in options))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}" if schema.get("items") else "list"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"object of {_kind(inner)}" if isinstance(inner, Mapping) and inner else "object"
    return str(schema.get("type", "anything"))


if __name__ == "__main__":
    sys.stdout.write(page(app.openapi()))
