"""`holdfast recall`: what recall finds for a question, and why it ranks as it does."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore
from langgraph_sdk import get_client

from memory.chat import running_server
from memory.cli_context import open_memory
from memory.cli_context_table import harmless
from memory.core.errors import HoldfastError, InputError
from memory.core.ids import check_user_id
from memory.service.access.identity import read_user
from memory.service.conversations.server_errors import explained
from memory.service.recall.looking_up import Filters, look_up
from memory.service.settings.settings import local_user
from memory.terminal import Terminal

FAILED, WRONG_INPUT, STOPPED = 1, 2, 130
_HEADINGS = {"fact": "Facts", "archived": "Facts in the archive", "passage": "Passages"}


@dataclass(frozen=True)
class RecallOptions:
    """What the command line was told."""

    question: str
    user: str | None
    """None: HOLDFAST_USER, or on a server the one it takes whom nobody names for."""
    filters: Filters
    as_json: bool
    database_uri: str | None
    """None: where the settings say, through the server if one runs."""


def run_recall(options: RecallOptions) -> int:
    """Print what is found; return the exit code: 0, 1 failed, 2 wrong input, 130 stopped."""
    terminal = Terminal()
    try:
        if options.user is not None:
            check_user_id(options.user, "--user")
        if not options.question.strip():
            raise InputError("question", "is empty", "Write what to look for.")
        told = asyncio.run(_read(options))
        text = (
            json.dumps(told, ensure_ascii=False, indent=2) + "\n" if options.as_json else "\n".join(_lines(told)) + "\n"
        )
        terminal.write(text)
    except HoldfastError as error:
        terminal.tell(f"Error: {error}")
        return WRONG_INPUT if isinstance(error, InputError) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    return 0


async def _read(options: RecallOptions) -> Any:
    """Return what is found, as the route answers it (`memory/web/recall.py`)."""
    server = await running_server() if options.database_uri is None else None
    if server is None:
        async with open_memory(options.database_uri) as store:
            return await _here(store, options)
    asked = {"question": options.question, "user_id": options.user, **vars(options.filters)}
    async with get_client(url=server.url) as client:
        with explained():
            return await client.http.get("/v1/recall", params={k: v for k, v in asked.items() if v is not None})


async def _here(store: BaseStore, options: RecallOptions) -> Any:
    user, now = await read_user(store, local_user() if options.user is None else options.user), datetime.now(UTC)
    return await look_up(store, user, options.question, options.filters, now)


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"Recalled for user {harmless(told['user_id'])} as of {_time(told['as_of'])}: {harmless(told['question'])}"
    for kind, heading in _HEADINGS.items():
        items = [item for item in told["items"] if item["type"] == kind]
        if items:
            yield f"{heading}:"
        for item in items:
            yield from _item_lines(item)
    if not told["items"]:
        yield "nothing"
    yield from (f"Degraded: {harmless(text)}" for text in told["degraded"])


def _item_lines(item: Mapping[str, Any]) -> Iterator[str]:
    said = item.get("observed_at") or item["time"]
    who = item.get("said_by") or item["role"]
    where = f"conversation {harmless(item['conversation'])!r}" if item["conversation"] else "an erased conversation"
    yield f"{item['score']:.3f}  {harmless(item['text'])}  [{_time(said)}, {who}, {where}]"
    for when in ("before", "after"):
        if near := item.get(when):
            yield f"       {when}, {near['role']}: {harmless(near['text'])}"
    relevance = " ".join(f"{name} {part:.2f}" for name, part in item["parts"].items())
    parts = " ".join(f"{name} {item[name]:.2f}" for name in ("recency", "importance", "use"))
    yield f"       relevance {item['relevance']:.2f}{f' ({relevance})' if relevance else ''} {parts}  {item['id']}"


def _time(text: str) -> str:
    return datetime.fromisoformat(text).astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
