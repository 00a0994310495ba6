"""One change of a fact as people ask for it, by the API and the command line alike."""

from datetime import datetime

from langgraph.store.base import BaseStore

from memory.core.errors import InputError, NotFoundError
from memory.service.access.identity import User
from memory.service.facts.fact_changes import edit_fact, pin_fact
from memory.service.facts.fact_views import explain_fact
from memory.service.settings.own_settings import own_zone


async def change_fact(
    store: BaseStore,
    user: User,
    item: str,
    now: datetime,
    *,
    text: str | None = None,
    value: str | None = None,
    pinned: bool | None = None,
) -> str:
    """Edit, pin or unpin a fact that holds or is to come; return the id of what holds then, as an edit gives another.

    `item`: its id or the beginning of it; `value`: of its slot. Raises InputError: nothing is asked for, or what
    cannot be kept. NotFoundError: the fact does not hold.
    """
    if text is None and pinned is None:
        raise InputError("text", "is missing, and so is pinned", "Send one of them.")
    held: str | None = (await explain_fact(store, user, item, now))["id"]
    if text is not None and held is not None:
        zone = await own_zone(store, user.root, now)
        held = (await edit_fact(store, user.root, held, text=text, value=value, now=now, time_zone=zone)).id
    gone = held is not None and pinned is not None
    if gone and await pin_fact(store, user.root, str(held), pinned=bool(pinned), now=now) == "gone":
        held = None
    if held is None:
        raise NotFoundError("item", f"{item!r} is no fact that holds or is to come", "Send the id of one that is.")
    return held
