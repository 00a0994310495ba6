"""Mends what a turn begins with: a state that was lost, copied, or lags behind its transcript."""

from collections.abc import Sequence
from dataclasses import replace

from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.messages.incoming import follow, step_of, with_stopped
from memory.core.transcript.emptied import in_state, still_told
from memory.core.transcript.entries import Message, Place, message_hash
from memory.core.transcript.transcript_docs import SeenMessage
from memory.core.window.adoption import PathStep
from memory.service.turn.branches import carry_over
from memory.storage.transcript_read import read_path
from memory.storage.turn import TurnRead
from memory.storage.unremembered import is_unremembered

_STEP_FROM_NOTHING = 2  # a new thread's first node runs in step 1


def is_lost(step: int, messages: Sequence[Message], read: TurnRead) -> bool:
    """Tell whether a state without an owner is new or was lost: its thread's messages are the transcript's.

    It is, unless the run goes on from the thread's first checkpoints (time travel to its beginning): from the very
    first, which holds nothing and makes this the second `step`, or from those with its first message alone.
    """
    begun = read.seen.get(messages[0]["id"]) if messages else None
    return step != _STEP_FROM_NOTHING and not (step > 1 and begun and begun.entry["depth"] == 0)


async def own_transcript(
    store: BaseStore, root: str, thread: str, path: Sequence[PathStep], read: TurnRead
) -> tuple[Sequence[PathStep], TurnRead, list[str]]:
    """Return path and reading of a thread that has its entries: those of a copied thread are copied too."""
    if read.head is not None or not path:
        return path, read, []
    if await carry_over(store, root, thread, path[-1]):
        read = replace(read, head=path[-1], unremembered=await is_unremembered(store, root, thread))
        return path, read, ["the thread is a copy: its transcript was copied too"]
    return [], read, ["the thread's transcript was lost: it begins anew with the messages of the state"]


async def caught_up(
    store: BaseStore,
    root: str,
    thread: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    read: TurnRead,
    *,
    lost: bool,
) -> tuple[Sequence[Message], Sequence[PathStep], list[str]]:
    """Return messages and path with what the transcript has and the state lost."""
    if read.head is None:
        return messages, path, []
    if lost:
        entries = await read_path(store, root, thread, read.head, limit=DEFAULTS.state_messages)
        entries = still_told(entries, read.summary["cursor"] if read.summary else None)
        if entries[-1:] and entries[-1].get("mark") == "stopped" and {m["id"] for m in messages} <= _ids(entries):
            entries = entries[:-1]  # a retry of what was stopped is answered anew
        note = f"the thread's state was lost: {len(entries)} messages restored from the transcript"
        return _merged(list(map(in_state, entries)), messages), [step_of(e) for e in entries], [note]
    if path and read.head["key"] != path[-1]["key"]:
        return await _with_stopped(store, root, thread, messages, path, read.head)
    return messages, path, []


async def at_edited(
    store: BaseStore, root: str, thread: str, messages: Sequence[Message], path: Sequence[PathStep], read: TurnRead
) -> tuple[Sequence[Message], Sequence[PathStep]]:
    """Return messages and path as they were before a message that the state no longer holds, if it comes in edited."""
    recorded = {step["id"] for step in path}
    new = [m for m in messages if m["id"] not in recorded]
    found = next(((m, step) for m in new if (step := _step_after(path, read.seen.get(m["id"]), m))), None)
    if found is None:
        return messages, path
    edited, after = found
    back = after["depth"] - read.seen[edited["id"]].entry["depth"] + 1
    was, *_ = await read_path(store, root, thread, after, limit=back)
    if was["id"] != edited["id"]:
        return messages, path  # it was said on another branch
    before: Place | None = {"key": was["parent"], "depth": was["depth"] - 1} if was["parent"] else None
    entries = await read_path(store, root, thread, before, limit=DEFAULTS.state_messages) if before else []
    entries = still_told(entries, None)
    return [*map(in_state, entries), *new], [step_of(entry) for entry in entries]


def _step_after(path: Sequence[PathStep], seen: SeenMessage | None, message: Message) -> PathStep | None:
    """Return the first step of the state after an entry that a message has with other content, and the state has not.

    None where there is none. What the state has not lies before its first step, or between two where entries lost their
    content.
    """
    if seen is None or seen.content == message_hash(message):
        return None
    depth = seen.entry["depth"]
    after = next((step for step in path if step["depth"] >= depth), None)
    return after if after and after["depth"] > depth else None


def _ids(messages: Sequence[Message]) -> set[str]:
    return {m["id"] for m in messages}


def _merged(entries: Sequence[Message], messages: Sequence[Message]) -> list[Message]:
    """Return the transcript's messages, then those of the state it lacks; the state's content wins, as an edit."""
    sent = {m["id"]: m for m in messages}
    known = {e["id"] for e in entries}
    return [*(sent.get(e["id"], e) for e in entries), *(m for m in messages if m["id"] not in known)]


async def _with_stopped(
    store: BaseStore,
    root: str,
    thread: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    head: Place,
) -> tuple[Sequence[Message], Sequence[PathStep], list[str]]:
    """Put the streamed parts of stopped replies, which only the transcript has, behind the messages they answered.

    Nothing changes where no message follows one: it is a retry, answered anew on a branch of its own.
    """
    followed = follow(messages, path)
    lost = await read_path(store, root, thread, head, after=path[-1])
    if not lost or lost[0]["parent"] != path[-1]["key"] or followed.path[-1:] != list(path[-1:]):
        return messages, path, []
    found, left = with_stopped(followed.new, lost)
    if len(found) + len(left) == len(followed.new):
        return messages, path, []
    note = "the reply before this one was stopped: its streamed part is in the window"
    return [*messages[: len(followed.path)], *found, *left], [*path, *map(step_of, lost[: len(found)])], [note]
