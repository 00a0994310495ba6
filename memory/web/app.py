"""What Holdfast adds to a LangGraph server: its routes, and what begins and ends with the server."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from memory.models.chat import close_chat_models
from memory.service.access.api_keys import random_key
from memory.service.access.auth_settings import read_auth_settings
from memory.service.access.callers import check_access
from memory.service.consolidation.state_reach import reaching_states
from memory.service.conversations.server_file import LocalServer, remove_server_file, write_server_file
from memory.service.events.delivering import keep_delivering
from memory.service.events.webhook_file import current_webhooks
from memory.service.operations.about_server import digests
from memory.service.operations.queue_age import keep_measuring
from memory.service.settings.policy import current_policy
from memory.service.settings.settings import active_facts, kept_days, local_user, set_values
from memory.service.settings.slots import use_slots
from memory.storage.location import data_dir
from memory.web.backup_routes import backup_routes
from memory.web.backups import check_backups, keep_backing_up
from memory.web.blobs import blob_routes
from memory.web.consolidate import consolidate_routes
from memory.web.conversation_list import list_routes
from memory.web.conversations import conversation_routes
from memory.web.cors import cors
from memory.web.cron_start import check_cron, keep_cron
from memory.web.erase import erase_routes
from memory.web.erase_reach import keep_erasing, server_runs
from memory.web.erase_threads import EraseDeletedThreads
from memory.web.events import event_routes
from memory.web.exports import export_routes
from memory.web.facts import fact_routes
from memory.web.gate import Gate
from memory.web.imports import import_routes
from memory.web.instructions import instruction_routes
from memory.web.local_only import check_local_only
from memory.web.pending import pending_routes
from memory.web.platform_settings import has_local_store, server_url
from memory.web.platform_store import platform_store
from memory.web.probes import probe_routes
from memory.web.quiet_logs import quieten_logs
from memory.web.recall import recall_routes
from memory.web.reports import report_routes
from memory.web.routing import with_the_rest
from memory.web.server_info import server_routes
from memory.web.settings import settings_routes
from memory.web.shared import shared_routes
from memory.web.summary import summary_routes
from memory.web.warming import warm_up
from memory.web.webhooks import webhook_routes
from memory.web.why import why_routes

_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    """Warm up and set the cron beside the server's own start, and clean up at its end.

    Raises InputError, and the server does not start: nobody has to log in and it is not for this machine alone; who
    may log in, the policy, the slots or the webhooks are not to be read; the cron's schedule or time zone is none, or
    a number of the backups' schedule, of active facts or of days kept.
    """
    quieten_logs()
    check_cron()
    check_backups()
    active_facts()
    kept_days()
    check_local_only()
    await check_access()
    await use_slots()
    await current_policy()
    await current_webhooks()
    if read_auth_settings().local:
        _log.info("No authentication: whoever sends no user_id is %r (HOLDFAST_USER)", local_user())
    keeping = (keep_cron(), keep_erasing(), keep_backing_up(), keep_measuring(platform_store))
    delivering = keep_delivering(platform_store)
    tasks = [asyncio.create_task(work) for work in (warm_up(), *keeping, delivering)]
    try:
        with reaching_states(server_runs):
            async with _announced():
                yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await close_chat_models()


@asynccontextmanager
async def _announced() -> AsyncIterator[None]:
    """Tell the command line of this server while it runs on the local data folder."""
    url, pid = server_url(), os.getpid()
    key = "" if read_auth_settings().local else random_key()
    if url is None or not has_local_store():
        yield
        return
    try:
        await asyncio.to_thread(write_server_file, data_dir(), LocalServer(url, pid, key, digests(set_values(), pid)))
    except OSError:
        _log.exception("the command line cannot be told of this server; it will work beside it on the same files")
    try:
        yield
    finally:
        await asyncio.to_thread(remove_server_file, data_dir(), pid)


ROUTERS = (
    list_routes,
    export_routes,
    import_routes,
    conversation_routes,
    summary_routes,
    report_routes,
    fact_routes,
    pending_routes,
    instruction_routes,
    settings_routes,
    recall_routes,
    why_routes,
    consolidate_routes,
    blob_routes,
    erase_routes,
    event_routes,
    probe_routes,
    shared_routes,
    backup_routes,
    webhook_routes,
    server_routes,
)

_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""Traces are the platform's: FastAPI's own would tell of its routes too, and hold what an error says."""

app = FastAPI(
    title="Holdfast",
    description="The memory API of Holdfast, beside the LangGraph server's own.",
    version="1",
    # One flat list: the platform puts its log-in around each route, and knows none that includes others.
    routes=with_the_rest([route for router in ROUTERS for route in router.routes]),
    middleware=[Middleware(cors), Middleware(Gate), Middleware(EraseDeletedThreads)],
    lifespan=lifespan,
    openapi_url=None,  # the server tells its routes and ours together, at /openapi.json and /docs
    telemetry=_NO_TELEMETRY,
)
del app.exception_handlers[HTTPException]  # the platform tells the errors of its routes; ours are told by `routing.py`
