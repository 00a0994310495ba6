"""`holdfast doctor`: what is wrong with a set-up, what that means and what to do."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial

import httpx
from langgraph_sdk.client import LangGraphClient

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.running import FAILED, run
from memory.commands.servers import Server, far_server, known_server, server_of
from memory.core.errors import InputError
from memory.core.operations.findings import Finding, worst
from memory.models.chat import close_chat_models
from memory.service.operations.checking import run_checks
from memory.service.operations.doctor import examine
from memory.service.operations.running_checks import check_running, check_same_settings
from memory.terminal import Terminal

_SECONDS = 10.0
_SUMMARIES = {
    "ok": "Everything that was looked at is as it should be.",
    "warn": "It works; what is marked `warn` is worth a look.",
    "fail": "Something does not work: see what is marked `fail`.",
}


def run_doctor(place: Place, *, live: bool, json: bool) -> int:
    """Print what every check finds; return the exit code: 0, also with warnings; 1 where a check failed."""

    async def examined() -> int:
        server = None if place.database_uri else far_server()
        try:
            findings = await (_here(place, live=live) if server is None else _there(server, live=live))
        finally:
            await close_chat_models()
        state = worst(findings)
        told = {"state": state, "findings": [asdict(finding) for finding in findings]}
        Terminal().write(as_json(told) if json else as_lines(_lines(findings)))
        return FAILED if state == "fail" else 0

    return run(examined)


async def _here(place: Place, *, live: bool) -> list[Finding]:
    """Look over this set-up, and the server that runs on its memory, if one does."""
    async with _client(place) as client:
        findings = await examine(place.database_uri, client, live=live)
    server = await known_server(place)
    if server is None or server.pid is None:
        return findings
    return [*findings, *await _at(server), *check_same_settings(server.settings, server.pid)]


async def _there(server: Server, *, live: bool) -> list[Finding]:
    """Look at a server that is named by its address: what lies on this machine has nothing to do with it."""
    if live:
        raise InputError("--live", "is for models that are set up here", "Run it on the server's machine.")
    return await _at(server)


async def _at(server: Server) -> list[Finding]:
    headers = server.headers(server.default_user if server.is_of_a_service else None)
    async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=_SECONDS) as http:
        return await run_checks({"server": partial(check_running, http)}, 3 * _SECONDS)


@asynccontextmanager
async def _client(place: Place) -> AsyncIterator[LangGraphClient | None]:
    server = await server_of(place)
    if server is None:
        yield None
        return
    async with server.sdk(None) as client:
        yield client


def _lines(findings: Sequence[Finding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.state:4}  {finding.check:13} {harmless(finding.told)}"
        if finding.remedy:
            yield f"{'':20}{harmless(finding.remedy)}"
    yield _SUMMARIES[worst(findings)]
