"""/v1/backups: an operator makes, lists, fetches and deletes backups, and merges one user's memory out of one."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from langgraph_sdk import get_client
from starlette.responses import FileResponse, Response

from memory.core.backup.backup_format import BackupError
from memory.core.errors import InputError, NotFoundError
from memory.core.ids import check_user_id
from memory.service.access.identity import read_user
from memory.service.backup.backup import Made
from memory.service.backup.backup_folder import Merge, find_backup, make_in_folder, merge_user
from memory.service.backup.backup_upkeep import backups, purge
from memory.service.erasing.erasing_server import ServerRuns
from memory.storage.backup_files import BackupFile
from memory.storage.location import backup_passphrase
from memory.web.alone import alone
from memory.web.answers import error
from memory.web.caller import OPERATOR
from memory.web.platform_saver import platform_saver
from memory.web.platform_settings import has_local_store
from memory.web.platform_store import platform_store
from memory.web.routing import api_router
from memory.web.shapes import Answer, Body

_BYTES = "application/octet-stream"
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {_BYTES: {"schema": {"type": "string", "format": "binary"}}}, "description": "The backup."}
}
_CONFLICT = 409
_HOLDING = Query(description="Only those that hold this user.")

backup_routes = api_router("backups")


def _here() -> None:
    """Raise NotFoundError where memory lies in a database of the platform's own, which has backups of its own."""
    if not has_local_store():
        raise NotFoundError("backups", "are not made by this server", "Back up the platform's database.")


_GUARDS = [OPERATOR, Depends(_here)]


class BackupShown(Answer):
    """A backup in the server's folder."""

    name: str
    created: str
    """ISO time, UTC, of what it holds."""
    scope: str
    """`all`, or `user`: of one alone."""
    users: int
    bytes: int
    encrypted: bool
    """By the passphrase that is set on the server."""


class BackupsAnswer(Answer):
    """The backups in the server's folder, oldest first."""

    backups: list[BackupShown]


class NewBackup(Body):
    """Whose memory the backup is to hold."""

    user: str | None = None
    """One user's; null: everyone's, and what is shared."""


class BackupMade(BackupShown):
    """A backup that was made."""

    documents: int


class BackupsPurged(Answer):
    """What a user was taken out of."""

    purged: list[str]
    """Names of backups that were written anew, or deleted as they held nobody else."""


class MergeBody(Body):
    """Whose memory is to be merged out of a backup."""

    user: str
    dry_run: bool = False
    """Verify the backup, change nothing, and tell what would change."""
    old: bool = False
    """Also one of more than 90 days ago: conversations erased since may return."""
    accept_unsigned: bool = False
    """Also one of before backups were signed: it may have been changed."""


class ProofTold(Answer):
    """What was tried after it, and what failed."""

    documents: int
    """Of the backup, found as they must be."""
    conversations: int
    """Walked from their last entry to the first."""
    entries: int
    facts: int
    """That hold now."""
    recalled: int
    """Of a sample of them, asked for by their own text."""
    problems: list[str]


class MergeAnswer(Answer):
    """What a merge did, or would do."""

    name: str
    created: str
    vouched_by: Literal["passphrase", "secret"] | None
    """What only who made the backup knows; null: a change of it by somebody would not be seen."""
    documents: dict[str, dict[str, int]]
    """By what becomes of them (`new`, `kept`: they differ and those here stay, `same`) and by kind."""
    withheld: dict[str, int]
    """What was forgotten or erased since, by reason."""
    proof: ProofTold | None
    """Null: nothing was changed."""


@backup_routes.get("/v1/backups", dependencies=_GUARDS)
async def list_backups(user: Annotated[str | None, _HOLDING] = None) -> BackupsAnswer:
    """Answer what lies in the server's folder of backups."""
    found = await asyncio.to_thread(backups, user)
    return BackupsAnswer.model_validate({"backups": [_shown(one) for one in found]})


@backup_routes.post("/v1/backups", status_code=201, dependencies=_GUARDS)
async def make_backup(body: NewBackup) -> BackupMade:
    """Make one in the server's folder, as memory is at this moment, and answer once it is whole.

    It goes on when nobody waits for the answer any more.
    """
    if body.user is not None:
        check_user_id(body.user, "user")
    async with alone(await platform_store(), "backup"):
        name, made = await asyncio.to_thread(_made, body.user)
    return BackupMade.model_validate({**_shown(await asyncio.to_thread(find_backup, name)), **asdict(made)})


@backup_routes.delete("/v1/backups", dependencies=_GUARDS)
async def purge_backups(user: Annotated[str, Query(description="Whom to take out of all of them.")]) -> BackupsPurged:
    """Take a user out of every backup in the server's folder; one that cannot be opened stays, with those after it."""
    check_user_id(user, "user")
    async with alone(await platform_store(), "backup"):
        try:
            done = await asyncio.to_thread(lambda: asyncio.run(purge(user, backup_passphrase())))
        except BackupError as unsound:
            raise InputError("user", str(unsound).rstrip("."), "Delete that backup, then purge again.") from unsound
    return BackupsPurged(purged=[path.name for path in done])


@backup_routes.get("/v1/backups/{name}", response_class=FileResponse, responses=_FILE, dependencies=_GUARDS)
async def read_backup(name: str) -> FileResponse:
    """Answer a backup, as it lies there."""
    found = await asyncio.to_thread(find_backup, name)
    return FileResponse(found.path, media_type=_BYTES, filename=name, headers={"Cache-Control": "no-store"})


@backup_routes.delete("/v1/backups/{name}", dependencies=_GUARDS)
async def delete_backup(name: str) -> BackupShown:
    """Delete a backup, and answer what it was."""
    async with alone(await platform_store(), "backup"):  # a purge under way would write it again
        found = await asyncio.to_thread(find_backup, name)
        await asyncio.to_thread(found.path.unlink, missing_ok=True)
    return BackupShown.model_validate(_shown(found))


@backup_routes.post("/v1/backups/{name}/merge", response_model=MergeAnswer, dependencies=_GUARDS)
async def merge_backup(name: str, body: MergeBody) -> MergeAnswer | Response:
    """Add to one user's memory what is missing of it, while the server runs; what is there stays as it is.

    409: a run of the user is under way. Everyone's memory, or one that is to be as it was, needs a server that is
    stopped: `holdfast restore`.
    """
    found = await asyncio.to_thread(find_backup, name)
    wish = Merge(check_user_id(body.user, "user"), body.dry_run, body.old, body.accept_unsigned)
    async with alone(await platform_store(), "restore"):
        if not wish.dry_run and await _is_talking(wish.user):
            return error(_CONFLICT, "running", "A run of the user is under way.", "user", "Try again once it ended.")
        return await _merged(found, wish)


async def _merged(found: BackupFile, wish: Merge) -> MergeAnswer:
    saver = await platform_saver()
    assert saver is not None  # noqa: S101  # a local store has a local saver
    try:
        done = await merge_user(found.path, wish, await platform_store(), saver, datetime.now(UTC))
    except BackupError as unsound:
        raise InputError("name", str(unsound).rstrip("."), "Name another backup.") from unsound
    about = {"name": found.path.name, "created": found.header["created"], "vouched_by": done.vouched_by}
    what = {"documents": done.told.actions, "withheld": done.told.withheld}
    return MergeAnswer.model_validate({**about, **what, "proof": done.proof and asdict(done.proof)})


async def _is_talking(user: str) -> bool:
    root = (await read_user(await platform_store(), user)).root
    async with get_client() as client:
        return bool(await ServerRuns(client, None).busy({root}))


def _made(user: str | None) -> tuple[str, Made]:
    """Make a backup in an event loop of its own: packing would hold up that of the turns."""
    try:
        path, made = asyncio.run(make_in_folder(user, datetime.now(UTC)))
    except InputError as wrong:
        raise NotFoundError("user", wrong.problem, wrong.remedy) from wrong
    return path.name, made


def _shown(one: BackupFile) -> Mapping[str, Any]:
    return {
        "name": one.path.name,
        "created": one.header["created"],
        "scope": one.header["scope"],
        "users": len(one.header["users"]),
        "bytes": one.size,
        "encrypted": one.header["sealed"] is not None,
    }
