"""Typed access to what a batch of reads returns."""

from langgraph.store.base import Item, Result, SearchItem

from memory.core.errors import StorageError


def found(result: Result) -> list[SearchItem]:
    """Return the items of a search."""
    if not isinstance(result, list):
        raise StorageError(f"the store answered a search with {type(result).__name__}")
    return [item for item in result if isinstance(item, SearchItem)]


def got(result: Result) -> Item | None:
    """Return the item of a get, None when there is none."""
    if result is not None and not isinstance(result, Item):
        raise StorageError(f"the store answered a get with {type(result).__name__}")
    return result
