"""Conversations as front ends know them: by a name or a thread id, read page by page."""

from dataclasses import dataclass
from uuid import UUID

from langgraph.store.base import BaseStore

from memory.core.errors import InputError, NotFoundError
from memory.core.language.text import clean_text
from memory.core.transcript.branches import Fork
from memory.core.transcript.cursors import decode_cursor, encode_cursor
from memory.core.transcript.entries import Entry
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.service.access.identity import User
from memory.storage.transcript_read import count_branches, page, read_forks, read_thread
from memory.storage.unremembered import is_unremembered

CONVERSATION_LIMIT = 256
PAGE_LIMIT = 200
PAGE_DEFAULT = 50


@dataclass(frozen=True)
class Conversation:
    """A user's conversation, begun or not."""

    user: User
    name: str
    """By which front ends know it; the thread id when it was made elsewhere."""
    thread: str
    """LangGraph thread id."""
    created: str | None
    """ISO time, UTC; None before its first message."""
    temporary: bool = False
    """It reads and writes no memory, and ends; known from its first message on."""
    remembered: bool = True
    """False: the user asked that it is not; known from its first message on."""


@dataclass(frozen=True)
class TranscriptPage:
    """A stretch of a conversation, whole and unmasked: for people, not for models."""

    entries: list[Entry]
    """Oldest first."""
    next: str | None
    """Cursor of the page before; None: nothing is older."""
    forks: list[Fork] | None = None
    """What begins beside these entries, None where that was not asked."""


def check_conversation(name: str, field: str = "conversation") -> str:
    """Return `name` if it can name a conversation.

    Raises InputError: blank, over 256 characters, not storable text, or what no address can end with.
    """
    if not name.strip():
        raise InputError(field, "is empty", "Send the name of the conversation, such as trip.")
    if len(name) > CONVERSATION_LIMIT:
        raise InputError(field, f"is {len(name)} characters long", f"Use at most {CONVERSATION_LIMIT} characters.")
    if name in {".", ".."}:
        raise InputError(field, f"is {name!r}, which clients take out of an address", "Give it another name.")
    if clean_text(name) != name:
        raise InputError(field, "holds NUL or a lone surrogate", "Send well-formed Unicode text.")
    return name


async def thread_of_conversation(store: BaseStore, user: User, name: str) -> Conversation:
    """Return a user's conversation by its name, or by the id of a thread in that memory of theirs.

    Raises InputError: the name is none.
    """
    given = _thread_id(check_conversation(name))
    record = await read_thread(store, user.root, given) if given else None
    if record is not None:
        return await _begun(store, user, record["conversation"], record)
    thread = user.thread_id(name)
    record = await read_thread(store, user.root, thread)
    return await _begun(store, user, name, record) if record else Conversation(user, name, thread, None)


async def begun_conversation(store: BaseStore, user: User, name: str, field: str = "conversation") -> Conversation:
    """Return a user's conversation that has a message. Raises NotFoundError: it has none; and as above."""
    found = await thread_of_conversation(store, user, name)
    if found.created is None:
        raise NotFoundError(field, f"{name!r} of user {user.id!r} has not begun", "Send its name as it was begun.")
    return found


async def transcript_page(
    store: BaseStore,
    conversation: Conversation,
    *,
    limit: int = PAGE_DEFAULT,
    before: str | None = None,
    branch: str | None = None,
    with_forks: bool = False,
) -> TranscriptPage:
    """Return up to `limit` entries (1 to 200), by default the newest of the active path.

    `branch`: cursor of the entry at which another branch ends (`Branch.tip`), to begin there instead. `before`: the
    `next` of another page, to read on along its branch. `with_forks`: also what begins beside the entries of the page,
    which costs a read of that to its end besides the stretch of a hundred steps around the page; without it a page
    costs what it shows. Raises InputError: the limit is out of bounds, or a cursor is none of this conversation.
    """
    if not 1 <= limit <= PAGE_LIMIT:
        raise InputError("limit", f"is {limit}", f"Use 1 to {PAGE_LIMIT}.")
    if before is not None and branch is not None:
        raise InputError("branch", "is sent together with before", "Send `before` alone: it knows its branch.")
    root, thread = conversation.user.root, conversation.thread
    found = await page(
        store,
        root,
        thread,
        before=decode_cursor(before) if before is not None else None,
        branch=decode_cursor(branch, "branch") if branch is not None else None,
        limit=limit,
    )
    forks = await read_forks(store, root, thread, found.entries) if with_forks else None
    return TranscriptPage(found.entries, encode_cursor(found.next) if found.next else None, forks)


async def branches_of(store: BaseStore, conversation: Conversation) -> int:
    """Return how many branches a conversation has, the active one included. Reads its whole transcript."""
    return await count_branches(store, conversation.user.root, conversation.thread)


async def _begun(store: BaseStore, user: User, name: str, record: ThreadRecord) -> Conversation:
    remembered = not await is_unremembered(store, user.root, record["thread"])
    return Conversation(user, name, record["thread"], record["created"], record.get("temporary", False), remembered)


def _thread_id(name: str) -> str | None:
    """Return the UUID in its usual spelling if `name` is one."""
    try:
        return str(UUID(name))
    except ValueError:
        return None
