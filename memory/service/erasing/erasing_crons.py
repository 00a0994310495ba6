"""Deletes the crons a user has set: their input may hold messages."""

from collections.abc import Collection
from typing import Any

from memory.core.access.identities import whose
from memory.core.forgetting.erase_marks import root_key
from memory.core.ids import user_root
from memory.service.consolidation.cron import MARK
from memory.service.erasing.erasing_reach import Reach
from memory.service.settings.settings import local_user
from memory.storage.epochs import read_epoch
from memory.storage.location import secret


async def delete_crons(reach: Reach, keys: Collection[str]) -> int:
    """Delete the crons of those whose roots have these keys of marks; return how many that were."""
    theirs = [cron["cron_id"] for cron in await reach.runs.crons() if await _is_theirs(reach, cron, keys)]
    for cron_id in theirs:
        await reach.runs.delete_cron(cron_id)
    return len(theirs)


async def _is_theirs(reach: Reach, cron: dict[str, Any], keys: Collection[str]) -> bool:
    user = user_of_cron(cron)
    if user is None:
        return False
    epoch = await read_epoch(reach.store, user, secret())
    return any(root_key(user_root(user, each), secret()) in keys for each in range(epoch + 1))


def user_of_cron(cron: dict[str, Any]) -> str | None:
    """Return whose runs a cron starts: who made it, whom its context names where that counts, or the local user.

    None: it is ours, for everyone.
    """
    if MARK.items() <= (cron.get("metadata") or {}).items():
        return None
    context = (cron.get("payload") or {}).get("context") or {}
    return whose(cron.get("user_id") or None, str(context.get("user_id") or "") or None) or local_user()
