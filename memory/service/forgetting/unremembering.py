"""Takes a conversation out of memory while it goes on, and lets it be remembered again from then on."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.facts.identity import assertion_key
from memory.core.forgetting.erase import facts_after, is_told_in
from memory.core.forgetting.unremembered import UNREMEMBERED_SCHEMA, Unremembered
from memory.core.language.text import content_hash
from memory.core.retention.archive import archive_key
from memory.service.conversations.conversations import Conversation
from memory.service.recall.passage_search import CONVERSATIONS
from memory.storage.events import event_ops
from memory.storage.facts import list_pending, load_memory, memory_ops, remark_key
from memory.storage.ops import write
from memory.storage.unremembered import remembered_op, unremembered_op


@dataclass(frozen=True)
class TakenBack:
    """What a conversation is no longer remembered for."""

    facts: int
    """Facts known from it alone, which are gone."""
    pending: int
    """Proposals that waited, which are gone too."""


async def set_remembered(store: BaseStore, conversation: Conversation, now: datetime, *, remembered: bool) -> TakenBack:
    """Let a conversation that has begun be remembered from now on or not at all, as a user says by hand.

    Raises InputError: it is temporary; and what `unremember` raises.
    """
    if conversation.temporary:
        raise InputError("conversation", "is temporary: nothing of it is remembered anyway", "Leave it as it is.")
    root, thread = conversation.user.root, conversation.thread
    if not remembered:
        return await unremember(store, root, thread, now)
    if not conversation.remembered:
        await remember_again(store, root, thread, now)
    return TakenBack(0, 0)


async def remember_again(store: BaseStore, root: str, thread: str, now: datetime) -> None:
    """Let a conversation that is not remembered be so from now on. Raises what the store raises."""
    event = make_event("conversation.remembered", now, {"thread": thread}, content_hash({"thread": thread}))
    await write(store, [remembered_op(root, thread), *event_ops(root, [event])])
    CONVERSATIONS.drop(store, root)


async def unremember(store: BaseStore, root: str, thread: str, now: datetime) -> TakenBack:
    """Note that a conversation is not remembered, and take back what was learned in it, in one write.

    A fact that was told elsewhere too stays by that. Done again it takes back what was learned meanwhile. Raises
    SchemaError and what the store raises; nothing has changed then.
    """
    memory, waiting = await load_memory(store, root), await list_pending(store, root)
    change = facts_after(memory.assertions, thread, "delete", now.isoformat())
    gone, dropped = set(change.delete), [p for p in waiting if is_told_in(p, thread)]
    left = {a["id"] for a in memory.assertions if assertion_key(a) not in gone}
    lost = {a["id"] for a in memory.assertions if assertion_key(a) in gone and a["text"]} - left
    told: Unremembered = {"schema": UNREMEMBERED_SCHEMA, "thread": thread, "at": now.isoformat()}
    detail = {"thread": thread, "facts": len(lost), "pending": len(dropped)}
    change_ops = memory_ops(
        root,
        version=uuid4().hex,
        assertions=change.put,
        delete=[
            *((namespaces.facts(root), key) for key in change.delete),
            *((namespaces.pending(root), p["id"]) for p in dropped),
            *((namespaces.remarks(root), remark_key(r)) for r in memory.remarks if r["about"] in lost),
            *((namespaces.archive(root), archive_key(m)) for m in memory.archive if m["about"] in lost),
            *((namespaces.fact_vectors(root), fact) for fact in sorted(lost)),
        ],
        events=[make_event("conversation.unremembered", now, detail, content_hash(detail))],
    )
    await write(store, [*change_ops, unremembered_op(root, told)])
    CONVERSATIONS.drop(store, root)
    return TakenBack(len(lost), len(dropped))
