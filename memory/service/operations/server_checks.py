"""What `holdfast doctor` finds at a running server: its one cron and when that runs, assistants that are kept apart."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import APIStatusError, NotFoundError

from memory.core.access.assistants import EVERY, assistant_id
from memory.core.language.times import moment
from memory.core.operations.findings import Finding
from memory.service.consolidation.cron import our_crons
from memory.service.settings.settings import apart_assistants

_LATE = timedelta(minutes=10)
_AS_A_SERVICE = "Ask it with the credentials of a service that may act for users."


async def check_cron(client: LangGraphClient | None, now: datetime) -> list[Finding]:
    """Find whether exactly one cron consolidates what is due, and whether it runs when it should."""
    if client is None:
        remedy = "Start the server, or run `holdfast consolidate` by a scheduler of your own."
        return [Finding("cron", "warn", "no server runs on this memory: nothing consolidates by itself", remedy)]
    try:
        crons = await our_crons(client)
    except APIStatusError as refused:
        told = f"the server does not tell of its crons ({refused.status_code})"
        return [Finding("cron", "warn", told, _AS_A_SERVICE)]
    if len(crons) != 1:
        told = "there are several, and each consolidates" if crons else "there is none: nothing consolidates at night"
        return [Finding("cron", "fail", told, "Start the server again: it makes sure of exactly one. See its log.")]
    return [_runs(crons, now)]


async def check_assistants(client: LangGraphClient | None) -> list[Finding]:
    """Find whether the server has each assistant whose memory is to be kept apart."""
    named = sorted(apart_assistants() - {EVERY})
    if client is None or not named:
        return [Finding("assistants", "ok", f"named as kept apart: {len(named)}")]
    try:
        missing = [name for name in named if not await _has(client, name)]
    except APIStatusError as refused:
        told = f"the server does not tell of its assistants ({refused.status_code})"
        return [Finding("assistants", "warn", told, _AS_A_SERVICE)]
    remedy = "Name the graph as in langgraph.json, or the assistant's id, in HOLDFAST_APART."
    found = [Finding("assistants", "fail", f"the server has no assistant {name!r}", remedy) for name in missing]
    return found or [Finding("assistants", "ok", f"the server has all that are kept apart: {len(named)}")]


async def _has(client: LangGraphClient, named: str) -> bool:
    try:
        await client.assistants.get(assistant_id(named))
    except NotFoundError:
        return False
    return True


def _runs(crons: Sequence[Any], now: datetime) -> Finding:
    (cron,) = crons
    following = cron.get("next_run_date")
    told = f"one, {cron['schedule']!r} in {cron.get('timezone') or 'UTC'}"
    if not following or not cron.get("enabled", True):
        return Finding("cron", "fail", f"{told}, and it does not run", "Start the server again; see HOLDFAST_CRON.")
    due = moment(str(following))
    if now - due > _LATE:
        return Finding(
            "cron", "fail", f"{told}, which did not run at {due:%Y-%m-%d %H:%M} UTC", "Start the server again."
        )
    return Finding("cron", "ok", f"{told}, next at {due:%Y-%m-%d %H:%M} UTC")
