"""What an operator does with shared knowledge; routes and commands call these. No conversation does."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError, NotFoundError
from memory.core.paging import Page, page_of
from memory.core.shared.items import SharedItem, make_item, scope_of, whose_scope
from memory.storage.shared import list_shared, read_shared, write_shared

MOST_AT_ONCE = 1_000
"""Items added by one request, or in one page."""
_log = logging.getLogger(__name__)


class Added(TypedDict):
    """What adding did."""

    added: int
    known: int
    """Those that were there already."""
    ids: list[str]
    """Of all that were sent, in their order."""


async def shared_page(
    store: BaseStore, organisation: str | None, *, limit: int, after: str | None = None
) -> Page[SharedItem]:
    """Return the shared items of an organisation, None: of everyone, oldest first. Raises InputError."""
    items = await list_shared(store, scope_of(organisation))
    return page_of(items, lambda item: (item["added"], item["id"]), limit=limit, after=after)


async def add_shared(store: BaseStore, organisation: str | None, texts: Sequence[str], now: datetime) -> Added:
    """Add what is not there yet, all of it or nothing. Raises InputError: a text is none, or there is no room."""
    if len(texts) > MOST_AT_ONCE:
        raise InputError("texts", f"are {len(texts):,}", f"Send at most {MOST_AT_ONCE:,} at once.")
    scope = scope_of(organisation)
    items = {item["id"]: item for item in (make_item(text, now) for text in texts)}
    known = {item["id"] for item in await list_shared(store, scope)}
    new = [item for item in items.values() if item["id"] not in known]
    if len(known) + len(new) > DEFAULTS.shared_items:
        problem = f"would make {len(known) + len(new):,} of {whose_scope(scope)}"
        raise InputError("text", problem, f"Keep at most {DEFAULTS.shared_items:,}: remove some first.")
    if new:
        await write_shared(store, scope, version=uuid4().hex, add=new)
        _log.info("shared knowledge of %s: %d added", scope, len(new))
    return {"added": len(new), "known": len(items) - len(new), "ids": [make_item(t, now)["id"] for t in texts]}


async def edit_shared(store: BaseStore, organisation: str | None, item_id: str, text: str, now: datetime) -> SharedItem:
    """Put an item that says `text` in the place of another, and return it.

    Raises InputError: the text is none; NotFoundError: there is no such item, or it was edited meanwhile.
    """
    scope, item = scope_of(organisation), make_item(text, now)
    before = await _found(store, scope, item_id)
    item["added"] = before["added"]
    removed = [] if item["id"] == item_id else [item_id]
    await write_shared(store, scope, version=uuid4().hex, add=[item], remove=removed)
    _log.info("shared knowledge of %s: %s edited, now %s", scope, item_id, item["id"])
    return item


async def remove_shared(store: BaseStore, organisation: str | None, item_id: str) -> SharedItem:
    """Remove an item and return it. Raises NotFoundError: there is none."""
    scope = scope_of(organisation)
    item = await _found(store, scope, item_id)
    await write_shared(store, scope, version=uuid4().hex, remove=[item_id])
    _log.info("shared knowledge of %s: %s removed", scope, item_id)
    return item


async def _found(store: BaseStore, scope: str, item_id: str) -> SharedItem:
    found = await read_shared(store, scope, item_id)
    if found is None:
        raise NotFoundError("id", f"there is no shared item {item_id!r}", "List them: an edit gives a new id.")
    return found
