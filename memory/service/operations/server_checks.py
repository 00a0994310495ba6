"""What `holdfast doctor` finds at a running server: its one cron, and when that runs."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import APIStatusError

from memory.core.language.times import moment
from memory.core.operations.findings import Finding
from memory.service.consolidation.cron import our_crons

_LATE = timedelta(minutes=10)


async def check_cron(client: LangGraphClient | None, now: datetime) -> list[Finding]:
    """Find whether exactly one cron consolidates what is due, and whether it runs when it should."""
    if client is None:
        remedy = "Start the server, or run `holdfast consolidate` by a scheduler of your own."
        return [Finding("cron", "warn", "no server runs on this memory: nothing consolidates by itself", remedy)]
    try:
        crons = await our_crons(client)
    except APIStatusError as refused:
        remedy = "Ask it with the credentials of a service that may act for users."
        return [Finding("cron", "warn", f"the server does not tell of its crons ({refused.status_code})", remedy)]
    if len(crons) != 1:
        told = "there are several, and each consolidates" if crons else "there is none: nothing consolidates at night"
        return [Finding("cron", "fail", told, "Start the server again: it makes sure of exactly one. See its log.")]
    return [_runs(crons, now)]


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
