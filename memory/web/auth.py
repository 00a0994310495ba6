"""Who may do what through the platform's own routes; both langgraph files name it.

The nodes do not pass here: they take the user from the run (`identity.py`) and reach that user's memory alone.
"""

from typing import Any
from uuid import UUID

from langgraph_sdk import Auth

from memory.core.access.identities import ACT_FOR_USERS, EVERYONE, LOCAL_CALLER, NOBODY, OWNER
from memory.core.access.namespaces import within
from memory.core.ids import consolidation_thread_id, encode_label
from memory.service.access.callers import ForbiddenError, LoginError
from memory.service.access.identity import read_user
from memory.service.consolidation.cron import MARK
from memory.web.gate import CALLER, OPEN, find_caller
from memory.web.platform_store import platform_store
from memory.web.thread_rules import is_own_run, may_take

auth = Auth()

_SYSTEM = {"created_by": "system"}
"""Metadata of the assistants that stand for the graphs themselves, which everyone may use."""
_OURS = (*_SYSTEM, *MARK)
_READS = frozenset({"get", "search", "list_namespaces"})
_PREFIXES = frozenset({"search", "list_namespaces"})
_CREATES = frozenset({"create", "create_run"})
_KNOWN = _CREATES | {"read", "update", "delete", "search"}
_UNAUTHENTICATED, _FORBIDDEN, _NOT_FOUND = 401, 403, 404


@auth.authenticate
async def authenticate(scope: dict[str, Any]) -> Auth.types.MinimalUserDict:
    """Return who sends a request; the gate in front has looked already, where it stands."""
    if scope["path"] in OPEN:
        return {"identity": NOBODY, "is_authenticated": False, "permissions": []}
    found = scope.get(CALLER)
    if found is None:
        found = await find_caller(scope)
    if isinstance(found, LoginError):
        raise Auth.exceptions.HTTPException(_UNAUTHENTICATED, str(found))
    if isinstance(found, ForbiddenError):
        raise Auth.exceptions.HTTPException(_FORBIDDEN, str(found))
    known: Auth.types.MinimalUserDict = {"identity": found.identity, "permissions": list(found.permissions)}
    return known if found.organisation is None else {**known, "organisation": found.organisation}  # type: ignore[typeddict-unknown-key]  # what it passes on to runs


@auth.on
async def deny(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:  # noqa: ARG001  # what the platform passes
    """Deny what no handler below knows."""
    return _is_local(ctx)


@auth.on.threads
async def scope_threads(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> Any:
    """Let a caller have their own threads and the runs on them."""
    if _is_free(ctx) or _follows_everyones(ctx, value):
        return True
    if _names_a_new_thread(ctx, value) and not await may_take(value["thread_id"], ctx.user.identity, value):
        raise Auth.exceptions.HTTPException(_FORBIDDEN, "This thread id is not yours to choose. Leave it out.")
    run = value.get("run_id") if ctx.action == "delete" else None
    if run is not None and not await is_own_run(value["thread_id"], run, ctx.user.identity):
        raise Auth.exceptions.HTTPException(_NOT_FOUND, "Run not found")
    return _own(ctx, value)


@auth.on.crons
async def scope_crons(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> Any:
    """Let a caller have their own crons, which run in their name."""
    return True if _is_free(ctx) else _own(ctx, value)


@auth.on.assistants
async def scope_assistants(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> Any:
    """Let a caller have their own assistants, and use those that stand for the graphs."""
    if _is_free(ctx):
        return True
    own = _own(ctx, value)
    return {"$or": [own, _SYSTEM]} if ctx.action in {"read", "search"} else own


@auth.on.store
async def scope_store(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:
    """Show a caller exactly what lies under their own roots; memory is written by our own routes and nodes.

    One that is kept apart is shown to who names its root, and not with the prefixes of all.
    """
    if _is_local(ctx):
        return True
    if ctx.action not in _READS:
        return False
    user = await read_user(await platform_store(), ctx.user.identity)
    found = within(user.root, value.get("namespace"), widen=ctx.action in _PREFIXES)
    if found is None:
        return False
    value["namespace"] = found
    return True


def _own(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> Any:
    """Return what the caller's own things are known by, and write it on what is made or changed."""
    if ctx.action not in _KNOWN:
        return False
    owner = {OWNER: encode_label(ctx.user.identity)}
    given = value.setdefault("metadata", {}) if ctx.action in _CREATES else value.get("metadata")
    if isinstance(given, dict) and ctx.action in _CREATES | {"update"}:
        for reserved in _OURS:
            given.pop(reserved, None)
        given.update(owner)
    return owner


def _names_a_new_thread(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:
    creates = ctx.action == "create" or (ctx.action == "create_run" and value.get("if_not_exists") == "create")
    return creates and isinstance(value.get("thread_id"), str | UUID)


def _is_local(ctx: Auth.types.AuthContext) -> bool:
    return bool(ctx.user.identity == LOCAL_CALLER)


def _is_free(ctx: Auth.types.AuthContext) -> bool:
    """Tell whether a caller may have everyone's: by naming them one by one it could all the same."""
    return _is_local(ctx) or ACT_FOR_USERS in ctx.permissions


def _follows_everyones(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> bool:
    """Tell whether a caller who may have everyone's memory consolidated reads how far that is; it tells no words."""
    thread = str(value.get("thread_id"))
    return ctx.action == "read" and EVERYONE in ctx.permissions and thread == consolidation_thread_id("", "")
