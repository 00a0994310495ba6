"""Who may begin a thread at an id, and delete a run: what the platform asks or checks too late."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from langgraph_sdk import get_client
from langgraph_sdk.errors import NotFoundError

from memory.core.access.assistants import apart_label
from memory.core.access.identities import OWNER
from memory.core.ids import encode_label
from memory.service.access.identity import read_user
from memory.service.settings.own_context import as_server
from memory.service.settings.settings import apart_assistants
from memory.web.platform_store import platform_store

_DERIVED = 5
"""The version of UUIDs that are made of names, as ours are; any other holds chance."""


async def may_take(thread: str | UUID, identity: str, value: Mapping[str, Any]) -> bool:
    """Tell whether a caller may begin a thread at this id, or go on with theirs there.

    Who knows a user's id and the name of a conversation could make its thread id, be there first, and learn from a
    refusal that it has begun. So an id made of a name is for whoever says the name (`conversation` in the metadata
    of a thread, or in the context of a run) and is the user in it; and nobody else learns whether there is a thread.
    Where memory with an assistant is kept apart, the id is made of that too: it is the run's, or `assistant` in the
    metadata of a thread.
    """
    try:
        wanted = UUID(str(thread))
    except ValueError:
        return True  # the platform refuses it
    if wanted.version != _DERIVED:
        return True
    assistant = value.get("assistant_id") or _said(value, "assistant")
    apart = apart_label(None if assistant is None else str(assistant), apart_assistants())
    user = await read_user(await platform_store(), identity, apart)
    name = _said(value, "conversation")
    if name is not None and user.thread_id(name) == str(wanted):
        return True
    return await as_server(_owner(str(wanted))) == encode_label(identity)


async def is_own_run(thread: str | UUID, run: str | UUID, identity: str) -> bool:
    """Tell whether a run is on this thread of the caller's.

    The platform deletes the checkpoints of any run before it looks for that run on the thread.
    """
    return await as_server(_owner_of_run(str(thread), str(run))) == encode_label(identity)


def _said(value: Mapping[str, Any], what: str) -> str | None:
    kwargs = value.get("kwargs") or {}
    for told in (value.get("metadata"), kwargs.get("context")):
        name = told.get(what) if isinstance(told, Mapping) else None
        if isinstance(name, str):
            return name
    return None


async def _owner_of_run(thread: str, run: str) -> str | None:
    async with get_client() as client:
        try:
            await client.runs.get(thread, run)
        except NotFoundError:
            return None
    return await _owner(thread)


async def _owner(thread: str) -> str | None:
    async with get_client() as client:
        try:
            found = await client.threads.get(thread)
        except NotFoundError:
            return None
    return str((found["metadata"] or {}).get(OWNER))
