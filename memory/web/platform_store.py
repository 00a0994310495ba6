"""The one place that gets the server's store for a route."""

from langgraph.store.base import BaseStore


async def platform_store() -> BaseStore:
    """Return the store that the server's graphs run on."""
    # Private, but the public way (`get_client().store`) has no batches and no reads by key order. Imported late:
    # the module is the server's and starts its store when it loads.
    from langgraph_api.store import get_store  # type: ignore[import-untyped]  # noqa: PLC0415  # ships no types

    store: BaseStore = await get_store()
    return store
