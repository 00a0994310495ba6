"""What `holdfast doctor` finds about backups: whether the newest is as new as their schedule says."""

import asyncio
from datetime import datetime, timedelta

from memory.core.language.times import moment
from memory.core.operations.findings import Finding
from memory.service.backup.backup_upkeep import backups
from memory.service.settings.settings import backup_hours
from memory.storage.location import backup_dir


async def check_backups(now: datetime) -> list[Finding]:
    """Find backups that are missing or too old; one may be late by as much again as lies between two."""
    hours, found = backup_hours(), await asyncio.to_thread(backups)
    newest = max((moment(one.header["created"]) for one in found), default=None)
    if hours is None:
        told = "none is made by schedule" + (f"; the newest is of {newest:%Y-%m-%d %H:%M} UTC" if newest else "")
        remedy = "Set HOLDFAST_BACKUP_HOURS, or back up the database yourself."
        return [Finding("backups", "warn", told, remedy)]
    if newest is None:
        remedy = "The server makes the first one minutes after its start: is it running? See its log."
        return [Finding("backups", "warn", f"there is none in {backup_dir()}", remedy)]
    told = f"the newest is of {newest:%Y-%m-%d %H:%M} UTC, due every {hours} hours"
    if now - newest <= timedelta(hours=2 * hours):
        return [Finding("backups", "ok", told)]
    return [Finding("backups", "fail", told, "See the server's log for `no backup could be made`.")]
