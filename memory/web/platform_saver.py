"""The one place that gets the saver of the server's checkpoints."""

from langgraph.checkpoint.base import BaseCheckpointSaver

from memory.web.platform_settings import has_local_store, server_url


async def platform_saver() -> BaseCheckpointSaver[str] | None:
    """Return the saver the server's graphs run on; None on a platform that keeps checkpoints in a database of its own.

    There deleting a thread through the API deletes its checkpoints. `langgraph dev` forgets some of them when it does,
    and knows nothing of checkpoints without a thread record.
    """
    if not (has_local_store() or server_url()):
        return None
    # Private, and imported late, for the reasons given in `platform_store.py`.
    from langgraph_api._checkpointer import get_checkpointer  # type: ignore[import-untyped]  # noqa: PLC0415

    saver = await get_checkpointer()
    found: BaseCheckpointSaver[str] = getattr(saver, "_inner", saver)  # ours, without the server's wrapper
    return found
