"""What `holdfast doctor` finds in the memory itself: work that stays undone, and threads that are never used again."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from langgraph.store.base import BaseStore

from memory.core.operations.findings import Finding
from memory.core.operations.thread_reuse import Begun, Burst, burst, crowded
from memory.storage.due import oldest_mark
from memory.storage.thread_starts import answered, started, users_with_threads

USERS = 500
"""Users whose threads are looked at, at most."""
_DUE = 1_000
_LATE = timedelta(hours=49)
"""Two nights and an hour: a cron that missed one night makes up for it in the next."""


async def check_queue(store: BaseStore, now: datetime) -> list[Finding]:
    """Find threads that have been due for longer than the cron should let them."""
    threads, oldest = await oldest_mark(store, _DUE)
    if oldest is None or now - oldest < _LATE:
        return [Finding("consolidation", "ok", f"{threads} conversations wait, none for long")]
    told = f"{threads} conversations wait, the oldest since {oldest:%Y-%m-%d %H:%M} UTC: summaries fall behind"
    return [Finding("consolidation", "warn", told, "Run `holdfast consolidate`, and see what its failures say.")]


async def check_threads(store: BaseStore) -> list[Finding]:
    """Find users for whom a front end begins a new thread with every message."""
    users, suspects = await users_with_threads(store, USERS), list[Burst]()
    for root in users:
        threads = await started(store, root)
        last = crowded(at for _, at in threads)
        if last:
            begun = [Begun(at, await answered(store, root, thread)) for thread, at in threads if at in set(last)]
            suspects += filter(None, [burst(begun)])
    if not suspects:
        return [Finding("threads", "ok", f"conversations of {len(users)} users go on in their threads")]
    return [_told(suspects, len(users))]


def _told(suspects: Sequence[Burst], users: int) -> Finding:
    most = max(suspects, key=lambda one: one.threads)
    return Finding(
        "threads",
        "warn",
        f"{len(suspects)} of {users} users began many threads of one message each (one of them {most.threads} within "
        f"an hour from {most.begun:%Y-%m-%d %H:%M} UTC): the agent cannot know what was said before",
        "Let the front end keep the thread id of a conversation and send it with each message, or name the "
        "conversation (GET /v1/conversations/{name} tells its thread).",
    )
