"""Erases a user, or one conversation, at the root: in the store, the checkpoints and the platform's records.

A mark without text is set first: it stops late writers (`storage/erase_guard.py`), and by it an erase that was cut off
goes on.
"""

import asyncio
import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from langgraph.store.base import BaseStore

from memory.core import namespaces
from memory.core.errors import InputError
from memory.core.events.event_docs import make_event
from memory.core.forgetting.erase import facts_told
from memory.core.forgetting.erase_docs import FACTS_CHOICES, FactsChoice, FactsTold, Receipt
from memory.core.forgetting.erase_marks import MARK_SCHEMA, Mark, root_key, thread_key
from memory.core.ids import check_user_id, consolidation_thread_id, encode_label, shared_root, user_root
from memory.core.messages.unrecorded import UNKNOWN_EPOCH
from memory.service.access.identity import User, read_user
from memory.service.backup.backup_upkeep import backups, told
from memory.service.conversations.conversations import Conversation, thread_of_conversation
from memory.service.erasing.erasing_reach import Reach
from memory.service.erasing.erasing_work import Target, Work
from memory.storage.epochs import epoch_op
from memory.storage.erase_documents import list_roots, roots_of_thread, unguarded
from memory.storage.erase_marks import drop_marks, mark_op, unfinished
from memory.storage.events import event_ops, unlogged_ops
from memory.storage.facts import list_pending, load_memory
from memory.storage.location import secret
from memory.storage.ops import write

ERASES_KNOWN = timedelta(days=90)
"""How long marks stay: no run writes later than a day, but a backup made before the erase may be restored."""
OTHER_CONVERSATIONS = "Other conversations, where it may have been said again; memory masks there what is forgotten."
_log = logging.getLogger(__name__)


async def erase_user(reach: Reach, user_id: str) -> Receipt:
    """Erase everything of a user, also of earlier epochs and what was said while no store told one; return the receipt.

    So every memory that is kept apart goes too. The user is in the next epoch before anything is deleted: who talks
    meanwhile begins anew, and who had begun writes into nothing. May be called again at any time. Raises InputError: no
    user id; StorageError: see `Work.run`.
    """
    user = await read_user(reach.store, check_user_id(user_id))
    shared = [user_root(user.id, epoch) for epoch in range(user.epoch, UNKNOWN_EPOCH - 1, -1)]
    keys = [root_key(root, secret()) for root in shared]
    # What waits already must not begin anew as if it had been said after the erase.
    stopped = await reach.runs.stop(await reach.runs.owned(set(shared)))
    # Together: after a crash in between, nobody would know of the old root any more.
    await unguarded(reach.store, [epoch_op(user.id, user.epoch + 1, secret()), mark_op(keys[0], _begun([], None))])
    cut_off = await unfinished(reach.store)
    threads = frozenset(thread for key in keys if key in cut_off for thread in cut_off[key]["threads"])
    # By the mark, no other one begins from here on.
    apart = [root for root in await list_roots(reach.store) if shared_root(root) in shared and root not in shared]
    target = Target([keys[0], *(key for key in keys[1:] if key in cut_off)], [*shared, *apart], threads)
    receipt = await _run(reach, target, stopped)
    erased = make_event("memory.erased", datetime.now(UTC), {"documents": _count(receipt)}, uuid4().hex[:16])
    await write(reach.store, unlogged_ops(user_root(user.id, user.epoch + 1), erased))
    return {**await _with_backups(receipt, user.id), "user": user.id, "epoch": user.epoch + 1}


async def erase_conversation(reach: Reach, user: User, name: str, facts: FactsChoice = "keep") -> Receipt:
    """Erase one conversation of a user, by its name or thread id; the user stays in the same epoch.

    `facts`: what becomes of the facts it told (`erase.facts_after`). May be called again at any time; the same name
    begins anew afterwards. Raises InputError: no name; StorageError: see `Work.run`.
    """
    conversation = await thread_of_conversation(reach.store, user, name)
    receipt = await _run(reach, _conversation(conversation.user.root, conversation.thread, facts))
    await _tell_erased(reach.store, conversation.user.root, conversation.thread, facts, receipt)
    receipt = await _with_backups(receipt, conversation.user.id)
    others = await reach.store.asearch(namespaces.threads(conversation.user.root), limit=1)
    outside = [*([OTHER_CONVERSATIONS] if others and _count(receipt) else []), *receipt["out_of_reach"]]
    return {**receipt, "out_of_reach": outside, "user": conversation.user.id, "conversation": conversation.name}


async def _with_backups(receipt: Receipt, user_id: str) -> Receipt:
    """Return a receipt that names the backups of ours which still hold the user."""
    held = await asyncio.to_thread(backups, user_id)
    return {**receipt, "out_of_reach": [*told(held, user_id), *receipt["out_of_reach"]]}


async def erase_thread(reach: Reach, thread: str, facts: FactsChoice = "keep") -> list[Receipt]:
    """Erase what every user holds of a platform thread: one, unless an erased user had it before."""
    roots = await roots_of_thread(reach.store, thread)
    receipts: list[Receipt] = []
    for root in roots:
        receipts.append(await _run(reach, _conversation(root, thread, facts)))
        await _tell_erased(reach.store, root, thread, facts, receipts[-1])
    return receipts


async def end_conversation(reach: Reach, root: str, thread: str) -> Receipt:
    """Erase one thread of a user who is known by the root alone, with whatever it told."""
    return await _run(reach, _conversation(root, thread, "delete"))


async def resume_erases(reach: Reach, thread: str | None = None) -> list[Receipt]:
    """Go on with the erases that were cut off, or with those of one platform thread; forget marks that are too old."""
    marks = {k: m for k, m in (await unfinished(reach.store)).items() if thread is None or thread in m["threads"]}
    await drop_marks(reach.store, before=datetime.now(UTC) - ERASES_KNOWN)
    return [await _run(reach, target) for target in await _targets(reach.store, marks)]


async def preview(store: BaseStore, user: User, name: str) -> tuple[Conversation, FactsTold]:
    """Return a conversation and what would become of the facts it told.

    Raises InputError: no name.
    """
    conversation = await thread_of_conversation(store, user, name)
    root = conversation.user.root
    memory, pending = await load_memory(store, root), await list_pending(store, root)
    now = datetime.now(UTC).isoformat()
    return conversation, facts_told(memory.assertions, pending, conversation.thread, now)


def facts_choice(text: str | None) -> FactsChoice:
    """Return the choice `text` names, `keep` without one. Raises InputError: it names none."""
    for choice in FACTS_CHOICES:
        if text in {None, choice}:
            return choice
    raise InputError("facts", f"is {text!r}", "Send keep or delete.")


async def _run(reach: Reach, target: Target, stopped: int = 0) -> Receipt:
    receipt = await Work(reach, target, stopped=stopped).run()
    _log.info(
        "erased a %s: %d documents, %d threads, %d checkpoint threads in %d sweeps",
        receipt["what"],
        sum(receipt["documents"].values()),
        receipt["threads"],
        receipt["checkpoints"],
        receipt["passes"],
    )
    return receipt


async def _tell_erased(store: BaseStore, root: str, thread: str, facts: FactsChoice, receipt: Receipt) -> None:
    """Log that a conversation was erased, and not which: its id could be guessed from its name.

    Webhooks and hooks are told which, to erase what they hold of it; that is gone once they took it.
    """
    if erased := _count(receipt):
        now, unique = datetime.now(UTC), uuid4().hex[:16]
        detail = {"documents": erased, "facts": facts, "facts_kept": receipt["facts_kept"]}
        logged = event_ops(root, [make_event("conversation.erased", now, detail, unique)], delivered=False)
        told = make_event("conversation.erased", now, {**detail, "thread": thread}, unique)
        await write(store, [*logged, *unlogged_ops(root, told)])


def _count(receipt: Receipt) -> int:
    return sum(receipt["documents"].values())


def _conversation(root: str, thread: str, facts: FactsChoice) -> Target:
    key = thread_key(root, encode_label(thread), secret())
    runs_on = (consolidation_thread_id(*pair) for pair in ((root, thread), (root, ""), ("", "")))
    threads = frozenset({thread, *runs_on})
    return Target([key], [root], threads, thread, facts)


def _begun(threads: list[str], facts: FactsChoice | None) -> Mark:
    at = datetime.now(UTC).isoformat()
    return {"schema": MARK_SCHEMA, "phase": "running", "threads": threads, "facts": facts, "at": at}


async def _targets(store: BaseStore, marks: Mapping[str, Mark]) -> list[Target]:
    """Return what the marks stand for; they name nobody, so it is found among what is still there."""
    roots = await list_roots(store) if marks else set()
    targets: list[Target] = []
    for key, mark in marks.items():
        threads = frozenset(mark["threads"])
        if mark["facts"] is None:
            theirs = {root for root in roots if root_key(root, secret()) == key}
            targets.append(Target([key], sorted(theirs | set(map(shared_root, theirs))), threads))
        elif mark["threads"]:
            thread = mark["threads"][0]
            found = [root for root in roots if thread_key(root, encode_label(thread), secret()) == key]
            targets.append(Target([key], found, threads, thread, mark["facts"]))
    return targets
