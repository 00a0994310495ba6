"""One look at a thread, and the one way its summary is written: not over what changed meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Any

from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.events.event_docs import EventKind, make_event
from memory.core.facts.current import living
from memory.core.facts.facts import Assertion, Tombstone
from memory.core.ids import encode_label
from memory.core.language.shorten import CountText
from memory.core.language.text import content_hash
from memory.core.language.times import moment
from memory.core.recall.passages import Veil
from memory.core.summary.due import CountEntry
from memory.core.summary.leaf_path import forgotten_since
from memory.core.summary.summary_docs import Leaf, Summary, leaf_key
from memory.core.summary.summary_edits import SummaryEdit, tells_forgotten
from memory.core.transcript.entries import Entry, Place
from memory.models.ask import Ask
from memory.service.consolidation.summarising import Summariser
from memory.service.forgetting.veiling import veil_for
from memory.service.settings.context import zone_of
from memory.service.settings.settings import time_zone
from memory.storage.events import event_ops
from memory.storage.facts import load_memory, read_version
from memory.storage.ops import delete, write
from memory.storage.summaries import fold_ops, read_summary
from memory.storage.summary_edits import list_edits
from memory.storage.transcript_read import read_path
from memory.storage.turn import read_settings


@dataclass(frozen=True)
class Measures:
    """How consolidation counts, what it may fill, and the models that it may ask."""

    count_text: CountText
    """Tokens of a text."""
    count_entry: CountEntry
    """Tokens of an entry as a message to the model."""
    budget: int
    """Tokens of the context window that its messages may take."""
    ask: Ask | None = None
    """Asks the model that shortens long messages, None when there is none."""
    summariser: Summariser | None = None
    """The model that writes leaves and summaries, None: rules do."""


@dataclass(frozen=True)
class Look:
    """One look at a thread, and what it must not tell."""

    store: BaseStore
    root: str
    thread: str
    measures: Measures
    now: datetime
    """Before the tombstones were read: what is forgotten later is not respected yet."""
    version: str | None
    tombstones: Sequence[Tombstone]
    facts: Sequence[Assertion]
    """What was said in this thread, was approved and holds or is to come."""
    edits: Sequence[SummaryEdit]
    """What the user changed in its summary."""
    veil: Veil
    zone: tzinfo
    """The user's, as far as it is known here."""
    suspect: datetime | None = None
    """From then on this run made what may hold something forgotten meanwhile, None when nothing was."""

    def may_hold_forgotten(self, made: Leaf | Summary) -> bool:
        """Tell whether a leaf or summary may hold something that was forgotten after it was made."""
        ours = self.suspect is not None and moment(made["time"]) >= self.suspect
        return ours or forgotten_since(made["time"], self.thread, self.tombstones)


class OvertakenError(Exception):
    """Something was forgotten meanwhile, or someone else moved the mailbox: what was made is not written."""


async def look_at(
    store: BaseStore, root: str, thread: str, *, measures: Measures, clock: Callable[[], datetime], first: Look | None
) -> Look:
    """Return how a thread stands; `first`: the first look of this run."""
    now = clock()
    memory = await load_memory(store, root)
    # A forgetting may carry an earlier time than a leaf that was made before it was written.
    suspect = first.now if first and memory.tombstones != first.tombstones else None
    veil = veil_for(root, memory.tombstones)
    zone = zone_of(str((await read_settings(store, root, now)).get("time_zone") or time_zone()))
    holding = (held["fact"] for held in living(memory.assertions, now.isoformat()))
    return Look(
        store=store,
        root=root,
        thread=thread,
        measures=measures,
        now=now,
        version=memory.version,
        tombstones=memory.tombstones,
        facts=[fact for fact in holding if fact["source"]["thread"] == thread],
        edits=[edit for edit in await list_edits(store, root, thread) if not tells_forgotten(edit, veil)],
        veil=veil,
        zone=zone,
        suspect=suspect,
    )


@dataclass
class Mailbox:
    """The mailbox of a thread as one look knows it."""

    look: Look
    cursor: Place | None = None
    """Of the summary that was last seen in it or put there."""

    async def standing(self, head: Place) -> tuple[Summary | None, list[Entry]]:
        """Return the summary that holds on the path to `head` and the path past its cursor, or None and the whole path.

        None: there is no summary yet, the thread has branched off before its cursor or between a call and its results,
        or something was forgotten since.
        """
        look, summary = self.look, await self._stored()
        self.cursor = cursor = summary["cursor"] if summary else None
        if summary and cursor and not look.may_hold_forgotten(summary):
            path = await read_path(look.store, look.root, look.thread, head, after=cursor)
            parted = bool(path) and path[0]["role"] == "tool"
            if cursor["key"] == (path[0]["parent"] if path else head["key"]) and not parted:
                return summary, path
        return None, await read_path(look.store, look.root, look.thread, head)

    async def put(
        self,
        kind: EventKind,
        summary: Summary | None,
        leaves: Sequence[Leaf] = (),
        detail: dict[str, Any] | None = None,
    ) -> None:
        """Write leaves, summary and what happened together; no summary: none holds any more, and the box is emptied.

        Raises OvertakenError: nothing was written.
        """
        if await self._overtaken():
            raise OvertakenError
        root, thread = self.look.root, self.look.thread
        cursor = summary["cursor"] if summary else None
        told = {"thread": thread, "cursor": cursor, **(detail or {})}
        unique = content_hash([kind, told, *map(leaf_key, leaves)])
        event = make_event(kind, self.look.now, told, unique)
        emptied = [delete(namespaces.summary(root), encode_label(thread))] if summary is None else []
        ops: list[PutOp] = [*fold_ops(root, thread, leaves, summary), *emptied, *event_ops(root, [event])]
        await write(self.look.store, ops)
        self.cursor = cursor

    async def _overtaken(self) -> bool:
        """Tell whether something was forgotten meanwhile, or someone else moved the mailbox.

        Some servers run two consolidations of a thread at once.
        """
        stored = await self._stored()
        if (stored["cursor"] if stored else None) != self.cursor:
            return True
        look = self.look
        changed = await read_version(look.store, look.root) != look.version
        return changed and (await load_memory(look.store, look.root)).tombstones != look.tombstones

    async def _stored(self) -> Summary | None:
        return await read_summary(self.look.store, self.look.root, self.look.thread)
