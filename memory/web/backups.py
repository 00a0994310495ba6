"""Backups of a server that keeps memory in our own files or database, by the schedule of the settings."""

import asyncio
import logging
from datetime import UTC, datetime

from memory.service.backup.backup_upkeep import back_up_when_due
from memory.service.settings.settings import backup_hours, backups_kept
from memory.web.platform_settings import has_local_store

_EVERY_SECONDS = 900
_log = logging.getLogger(__name__)


def check_backups() -> None:
    """Raise InputError, which names the setting, where one of the schedule is no number."""
    backup_hours()
    backups_kept()


async def keep_backing_up() -> None:
    """Make a backup whenever one is due; what fails is logged, tried again later, and never stops the server."""
    if backup_hours() is None:
        return
    if not has_local_store():
        _log.warning("HOLDFAST_BACKUP_HOURS: this server's store is the platform's own; back up its database instead")
        return
    while True:
        try:
            await asyncio.to_thread(_back_up)
        except (RuntimeError, OSError):  # ours, and what a server raises of work that holds up its loop
            _log.exception("no backup could be made; the next attempt is in %d minutes", _EVERY_SECONDS // 60)
        await asyncio.sleep(_EVERY_SECONDS)


def _back_up() -> None:
    """Work in an event loop of its own: packing would hold up that of the turns."""
    made = asyncio.run(back_up_when_due(datetime.now(UTC)))
    if made is not None:
        _log.info("made the backup %s", made.name)
