"""`holdfast doctor`: what is wrong with a set-up, what that means and what to do."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict

from langgraph_sdk.client import LangGraphClient

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.running import FAILED, run
from memory.commands.servers import server_of
from memory.core.operations.findings import Finding, worst
from memory.models.chat import close_chat_models
from memory.service.operations.doctor import examine
from memory.terminal import Terminal

_SUMMARIES = {
    "ok": "Everything that was looked at is as it should be.",
    "warn": "It works; what is marked `warn` is worth a look.",
    "fail": "Something does not work: see what is marked `fail`.",
}


def run_doctor(place: Place, *, live: bool, json: bool) -> int:
    """Print what every check finds; return the exit code: 0, also with warnings; 1 where a check failed."""

    async def examined() -> int:
        try:
            async with _client(place) as client:
                findings = await examine(place.database_uri, client, live=live)
        finally:
            await close_chat_models()
        state = worst(findings)
        told = {"state": state, "findings": [asdict(finding) for finding in findings]}
        Terminal().write(as_json(told) if json else as_lines(_lines(findings)))
        return FAILED if state == "fail" else 0

    return run(examined)


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
