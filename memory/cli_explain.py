"""`holdfast facts` and `holdfast explain`: what is held true of a user, or was at a past time; one fact explained."""

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from langgraph.store.base import BaseStore
from langgraph_sdk import get_client

from memory.chat import running_server
from memory.cli_context import open_memory
from memory.cli_explain_text import explanation_lines, facts_lines
from memory.core.errors import HoldfastError, InputError
from memory.core.ids import check_user_id
from memory.service.access.identity import read_user
from memory.service.conversations.server_errors import explained
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.service.settings.settings import local_user
from memory.terminal import Terminal

FAILED, WRONG_INPUT, STOPPED = 1, 2, 130


@dataclass(frozen=True)
class FactsOptions:
    """What the command line was told."""

    user: str | None
    """None: HOLDFAST_USER, or on a server the one it takes whom nobody names for."""
    as_json: bool
    database_uri: str | None
    """None: where the settings say, through the server if one runs."""
    item: str | None = None
    """The fact to explain, by its id or the beginning of it; None: list them."""
    as_of: str | None = None
    """Of a listing, the ISO date or time it is of; None: now."""


def run_facts(options: FactsOptions) -> int:
    """Print what was asked for; return the exit code: 0, 1 failed, 2 wrong input, 130 stopped."""
    terminal = Terminal()
    try:
        if options.user is not None:
            check_user_id(options.user, "--user")
        terminal.write(asyncio.run(_shown(options)))
    except HoldfastError as error:
        terminal.tell(f"Error: {error}")
        return WRONG_INPUT if isinstance(error, InputError) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    return 0


async def _shown(options: FactsOptions) -> str:
    told = await _read(options)
    if options.as_json:
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    lines = facts_lines(told) if options.item is None else explanation_lines(told["user_id"], told["fact"])
    return "".join(f"{line}\n" for line in lines)


async def _read(options: FactsOptions) -> Any:
    """Return what was asked for as the routes answer it (`memory/web/facts.py`)."""
    server = await running_server() if options.database_uri is None else None
    if server is not None:
        async with get_client(url=server.url) as client:
            with explained():
                path, params = _address(options)
                return await client.http.get(path, params=params)
    async with open_memory(options.database_uri) as store:
        return await _here(store, options)


def _address(options: FactsOptions) -> tuple[str, dict[str, str]]:
    named = {"user_id": options.user} if options.user is not None else {}
    if options.item is not None:
        return f"/v1/facts/{quote(options.item, safe='').replace('.', '%2E')}", named
    return "/v1/facts", named | ({"as_of": options.as_of} if options.as_of is not None else {})


async def _here(store: BaseStore, options: FactsOptions) -> Any:
    user, now = await read_user(store, local_user() if options.user is None else options.user), datetime.now(UTC)
    if options.item is None:
        return await facts_as_of(store, user, options.as_of, now)
    return {"user_id": user.id, "fact": await explain_fact(store, user, options.item, now)}
