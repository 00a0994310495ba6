"""Who is talking: the one place where a run's user is decided."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from langgraph.runtime import ExecutionInfo, ServerInfo
from langgraph.store.base import BaseStore

from memory.core.access.assistants import apart_label
from memory.core.access.identities import EVERYONE, LOCAL_CALLER, PERMISSIONS, spoken_for
from memory.core.errors import InputError, OwnershipError
from memory.core.ids import check_user_id, encode_label, thread_id_for, user_of, user_root
from memory.core.language.text import clean_text
from memory.service.settings.context import Context, checked_context
from memory.service.settings.settings import apart_assistants, local_user
from memory.storage.epochs import read_epoch
from memory.storage.location import secret

NOT_YOURS = (
    "this thread belongs to another user, or to another memory of yours: one with an assistant that is kept apart. "
    "Start a conversation of your own."
)


class RunInfo(Protocol):
    """What `Runtime` and `ToolRuntime` have in common."""

    context: Any
    store: BaseStore | None
    execution_info: ExecutionInfo | None
    server_info: ServerInfo | None


@dataclass(frozen=True)
class User:
    """A user of one epoch."""

    id: str
    epoch: int
    apart: str = ""
    """What keeps their memory with one assistant apart (`assistants.apart_label`); "": it is the shared one."""

    @property
    def root(self) -> str:
        """The label this memory of theirs lies under."""
        return user_root(self.id, self.epoch, self.apart)

    def thread_id(self, conversation: str) -> str:
        """Return the LangGraph thread id (a UUID) that the name of a conversation leads to."""
        return thread_id_for(self.id, self.epoch, conversation, self.apart)


def context_of(runtime: RunInfo) -> Context:
    """Return the run's context, the defaults when a client sent none.

    Raises InputError: a field's value is not one it takes.
    """
    return checked_context(runtime.context or {})


def user_id_of(runtime: RunInfo) -> str:
    """Return who is talking: the authenticated user, or whom the context's `user_id` names where that counts.

    It counts where nobody has to say who they are, where without one it is the named local user, and from a caller
    who may act for others. Raises InputError: it does not, or the id is empty, too long or no text.
    """
    identity, named = authenticated_user(runtime), context_of(runtime).user_id
    if identity is None:
        return check_user_id(spoken_for(local_user(), PERMISSIONS, named))
    return check_user_id(spoken_for(identity, _permissions(runtime), named))


def organisation_of(runtime: RunInfo) -> str | None:
    """Return the organisation that the log-in names, None where it names none or nobody has to log in."""
    user = runtime.server_info.user if runtime.server_info else None
    named = getattr(user, "organisation", None)
    return None if named is None else check_user_id(named, "organisation")


def authenticated_user(runtime: RunInfo) -> str | None:
    """Return who the server knows is asking, None where nobody has to say who they are.

    Raises InputError: the identity cannot name a user.
    """
    user = runtime.server_info.user if runtime.server_info else None
    return None if user is None or user.identity == LOCAL_CALLER else check_user_id(user.identity, "identity")


def bounded_to(runtime: RunInfo) -> str | None:
    """Return the user whose memory alone a consolidation may reach, None for one that may reach everyone's."""
    identity = authenticated_user(runtime)
    return None if identity is None or EVERYONE in _permissions(runtime) else identity


def check_reach(runtime: RunInfo, root: str) -> None:
    """Raise OwnershipError where a consolidation may not reach this root.

    Each node asks: a client may send a run straight to any node, or write the state it goes on with.
    """
    user = bounded_to(runtime)
    if user is not None and user_of(root) != encode_label(user):
        raise OwnershipError("root: it is another user's memory. Send your own.")


def _permissions(runtime: RunInfo) -> tuple[str, ...]:
    """Return what the caller may do; a run that a cron starts has none."""
    user = runtime.server_info.user if runtime.server_info else None
    return tuple(getattr(user, "permissions", None) or ())


def kept_apart(assistant: str | None, field: str = "assistant") -> str:
    """Return what keeps memory with an assistant apart (`assistants.apart_label`), as `HOLDFAST_APART` says.

    `assistant`: its id, or the graph it stands for; None: "", the memory that assistants share. Raises InputError.
    """
    return apart_label(None if assistant is None else check_user_id(assistant, field), apart_assistants())


def on_server(runtime: RunInfo) -> bool:
    """Tell whether a server runs it: what runs in this process may name an assistant, but no graph and nobody."""
    info = runtime.server_info
    return info is not None and bool(info.graph_id or info.user)


async def read_user(store: BaseStore, user_id: str, apart: str = "") -> User:
    """Return the user in the epoch that is now; `apart`: as in `User`."""
    return User(user_id, await read_epoch(store, user_id, secret()), apart)


async def now_user(store: BaseStore, user: User) -> User:
    """Return the same user in the epoch that is now."""
    return await read_user(store, user.id, user.apart)


def run_user(runtime: RunInfo, epoch: int) -> User:
    """Return whose memory a run works on. Raises what `user_id_of` raises."""
    assistant = runtime.server_info.assistant_id if runtime.server_info else ""
    return User(user_id_of(runtime), epoch, kept_apart(assistant or None))


def turn_user(runtime: RunInfo, state: Mapping[str, Any]) -> User:
    """Return the user of a running turn: the id never comes from the state, which a client may have written.

    Raises OwnershipError: the thread belongs to someone else, whose turn this caller tries to go on with.
    """
    user = run_user(runtime, state["epoch"])
    if state.get("owner", user.root) != user.root:
        raise OwnershipError(NOT_YOURS)
    return user


def thread_of(runtime: RunInfo) -> str:
    """Return the id of the run's thread.

    Raises InputError: the run has none, so nothing could be remembered.
    """
    info = runtime.execution_info
    if info is None or not info.thread_id:
        raise InputError("thread_id", "is missing", "Run with a thread: config={'configurable': {'thread_id': …}}.")
    return info.thread_id


def run_of(runtime: RunInfo) -> str | None:
    """Return the id of the run, None where none was given."""
    return runtime.execution_info.run_id if runtime.execution_info else None


def conversation_of(runtime: RunInfo, user: User, thread: str) -> str:
    """Return the front end's name of the thread, if the thread is the one that name leads to; else the thread id.

    Raises InputError: the name is not well-formed text.
    """
    named = context_of(runtime).conversation
    if named and clean_text(named) != named:
        raise InputError("conversation", "holds NUL or a lone surrogate", "Send well-formed Unicode text.")
    return named if named and user.thread_id(named) == thread else thread
