"""With which assistants memory of a user is kept apart, and what to say where the one that is meant holds nothing."""

from dataclasses import replace

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.access.assistants import EVERY, OURS, apart_assistant, assistant_id
from memory.core.ids import apart_of, shared_root
from memory.service.access.identity import User
from memory.service.settings.settings import apart_assistants
from memory.storage.erase_documents import list_roots


async def apart_memories(store: BaseStore, user: User) -> list[User]:
    """Return the user in each memory that is kept apart with an assistant, beside the shared one."""
    shared = replace(user, apart="").root
    roots = sorted(root for root in await list_roots(store) if shared_root(root) == shared != root)
    return [replace(user, apart=apart_of(root)) for root in roots]


async def memory_note(store: BaseStore, user: User, named: str | None) -> str | None:
    """Return what whoever named an assistant, or none, may not expect of the memory that leads to; None: nothing.

    That is where the operator keeps memory apart, and not with this one, or where nothing is kept in the memory meant.
    """
    if not apart_assistants():
        return None
    if named is not None and not user.apart and assistant_id(named) != assistant_id(OURS):
        return f"Memory with {named!r} is not kept apart (HOLDFAST_APART): this is the memory that assistants share."
    if await store.asearch(namespaces.user(user.root), limit=1):
        return None
    others = [_name(other.apart) for other in await apart_memories(store, user) if other.apart != user.apart]
    if not others and not user.apart:
        return None
    where = f"with the assistant {named!r}" if user.apart else "in the memory that assistants share"
    hint = f" It is kept apart with: {', '.join(others)} (--assistant)." if others else ""
    return f"Nothing is kept of {user.id!r} {where}.{hint}"


def _name(label: str) -> str:
    """Return what an assistant is called where memory with it is kept apart: as the setting does, else its id."""
    known = {assistant_id(name): name for name in {OURS, *apart_assistants()} - {EVERY}}
    found = str(apart_assistant(label))
    return known.get(found, found)
