"""The cron that consolidates everything due: however many servers start, there is exactly one."""

from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import NotFoundError
from langgraph_sdk.schema import Cron

from memory.core.errors import StorageError
from memory.service.consolidation.consolidation_runs import GRAPH

MARK = {"holdfast": "consolidation"}
"""Metadata by which our cron is known among others."""
_MOST = 1_000
_ROUNDS = 10


async def ensure_cron(client: LangGraphClient, schedule: str, timezone: str) -> str:
    """Leave exactly one consolidation cron, with this schedule in this IANA time zone; return its id.

    Servers that start at once each create one, look, and keep the oldest of those they see: whoever looks last sees
    all, and nobody who sees the oldest deletes it. A cron of another schedule goes. Raises what the client raises
    (a malformed schedule or zone is refused by the server), StorageError: others keep changing it.
    """
    for _ in range(_ROUNDS):
        wanted, others = _sorted_out(await our_crons(client), schedule, timezone)
        if wanted and not others:
            return wanted["cron_id"]
        if not wanted:
            await _create(client, schedule, timezone)
        else:
            await _delete(client, others)
    raise StorageError(
        "the consolidation cron keeps changing. Do servers with different HOLDFAST_CRON run side by side?"
    )


def _sorted_out(crons: list[Cron], schedule: str, timezone: str) -> tuple[Cron | None, list[Cron]]:
    """Return the one to keep, the oldest that is as wanted, and those to delete."""
    by_age = sorted(crons, key=lambda cron: (str(cron["created_at"]), cron["cron_id"]))
    wanted = next((c for c in by_age if (c["schedule"], c.get("timezone")) == (schedule, timezone)), None)
    return wanted, [cron for cron in by_age if cron is not wanted]


async def our_crons(client: LangGraphClient) -> list[Cron]:
    """Return the crons of this kind there are; one, once a server has started."""
    return await client.crons.search(metadata=MARK, limit=_MOST)


async def _create(client: LangGraphClient, schedule: str, timezone: str) -> None:
    everything = {"root": None, "thread": None}
    # Never an end time: it crashes the scheduler's loop. The cron's own thread is deleted after each run.
    await client.crons.create(GRAPH, schedule=schedule, timezone=timezone, input=everything, metadata=MARK)


async def _delete(client: LangGraphClient, crons: list[Cron]) -> None:
    for cron in crons:
        try:
            await client.crons.delete(cron["cron_id"])
        except NotFoundError:
            continue  # another server was faster
