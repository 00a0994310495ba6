"""`holdfast doctor`: everything that can be checked from where memory lies, one finding a check."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial

from langgraph.store.base import BaseStore
from langgraph_sdk.client import LangGraphClient

from memory.core.operations.findings import Finding
from memory.service.operations.backup_checks import check_backups
from memory.service.operations.checking import Check, run_checks
from memory.service.operations.memory_checks import check_queue, check_threads
from memory.service.operations.model_checks import check_embeddings, check_models
from memory.service.operations.server_checks import check_assistants, check_cron
from memory.service.operations.setting_checks import check_log_in, check_policy, check_settings, check_versions
from memory.service.operations.store_checks import check_disk, check_places
from memory.storage.inspecting import look_at_database
from memory.storage.location import STORE_FILE, data_dir, database_uri
from memory.storage.opening import open_store

_SECONDS = 30.0
"""Of each check; a model that is asked for a token may take as long."""


async def examine(uri: str | None, client: LangGraphClient | None, *, live: bool) -> list[Finding]:
    """Return what all checks find. `uri`: PostgreSQL, None: where the settings say.

    `client`: of the server that works on this memory, None: there is none. `live`: models are asked for a token.
    """
    now = datetime.now(UTC)
    checks: dict[str, Check] = {
        "settings": check_settings,
        "packages": check_versions,
        "policy": check_policy,
        "auth": check_log_in,
        "model": partial(check_models, live=live),
        "embeddings": partial(check_embeddings, live=live),
        "store": partial(check_places, uri),
        "disk": check_disk,
        "backups": partial(check_backups, now),
        "cron": partial(check_cron, client, now),
        "assistants": partial(check_assistants, client),
    }
    findings = await run_checks(checks, _SECONDS)
    if any(finding.state == "fail" and finding.check == "store" for finding in findings):
        return findings  # it would fail for the same reason
    return [*findings, *await run_checks({"memory": partial(_memory, uri, now)}, _SECONDS)]


async def _memory(uri: str | None, now: datetime) -> list[Finding]:
    """Look into the memory, where there is any."""
    async with _opened(uri or database_uri()) as store:
        if store is None:
            return [Finding("threads", "ok", "there is no memory yet")]
        return [*await check_queue(store, now), *await check_threads(store)]


@asynccontextmanager
async def _opened(uri: str | None) -> AsyncIterator[BaseStore | None]:
    """Open a store that is there; opening one that is not would make it."""
    there = (await look_at_database(uri)).store if uri else await asyncio.to_thread((data_dir() / STORE_FILE).exists)
    if not there:
        yield None
        return
    async with open_store(uri) as store:
        yield store
