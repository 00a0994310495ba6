"""Sets the consolidation cron once the server answers."""

import asyncio
import logging

import httpx
from langgraph_sdk import get_client

from memory.core.cron_schedule import check_schedule
from memory.core.errors import HoldfastError
from memory.service.consolidation.cron import ensure_cron
from memory.service.settings.context import zone_of
from memory.service.settings.settings import cron_schedule, time_zone

_PAUSES = (0.5, 1, 2, 4, 8, 15, 30)
"""Seconds before each attempt: the server takes its first requests only after its lifespan has begun."""
_log = logging.getLogger(__name__)


def check_cron() -> None:
    """Raise InputError, which names the setting, where the schedule or the time zone is none."""
    check_schedule(cron_schedule(), "HOLDFAST_CRON")
    zone_of(time_zone(), "HOLDFAST_TIME_ZONE")


async def keep_cron() -> None:
    """Make sure of the cron; what fails is tried again, at last logged, and never stops the server."""
    for pause in _PAUSES:
        await asyncio.sleep(pause)
        failure = await _attempt()
        if failure is None:
            return
    _log.error("no consolidation cron: %s. Check HOLDFAST_CRON and HOLDFAST_TIME_ZONE.", failure)


async def _attempt() -> str | None:
    """Return why the cron could not be set, None when it is."""
    try:
        async with get_client() as client:
            await ensure_cron(client, cron_schedule(), time_zone())
    except (httpx.HTTPError, HoldfastError, OSError, RuntimeError) as exc:
        return f"{type(exc).__name__}: {exc}"
    return None
