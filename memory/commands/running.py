"""How a command ends: its exit code, and what it says of an error."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import typer

from memory.core.errors import HoldfastError, InputError
from memory.core.ids import check_user_id, ids_begun
from memory.service.conversations.server_errors import NotLetInError
from memory.terminal import Interrupted, Terminal

DONE, FAILED, WRONG_INPUT, NOT_LET_IN, STOPPED = 0, 1, 2, 3, 130
"""The exit codes of every command (docs/commands.md)."""


def run(work: Callable[[], Coroutine[Any, Any, int | None]], stopped: str | None = None) -> int:
    """Do a command's work; return its exit code, which the work may name.

    An error is a line on standard error. `stopped`: said when Ctrl-C ends it.
    """
    terminal = Terminal()
    try:
        return asyncio.run(work()) or DONE
    except HoldfastError as error:
        terminal.tell(f"Error: {error}")
        codes = {InputError: WRONG_INPUT, NotLetInError: NOT_LET_IN}
        return next((code for kind, code in codes.items() if isinstance(error, kind)), FAILED)
    except (KeyboardInterrupt, Interrupted, typer.Abort):
        if stopped:
            terminal.tell(stopped)
        return STOPPED


def whole_id(item: str, known: Sequence[str], listing: str) -> str:
    """Return the one of `known` that an id or the beginning of one means; `listing`: the command that tells them.

    Raises InputError: none does, several do, or it is too short.
    """
    found = ids_begun(item, known, "ID")
    if len(found) != 1:
        begun = f"the ids of {len(found)}" if found else "no id"
        raise InputError("ID", f"{item!r} begins {begun}", f"Write the id of one: `{listing}`.")
    return found[0]


def check_user(user: str | None) -> None:
    """Raise InputError where a user is named that is none."""
    if user is not None:
        check_user_id(user, "--user")
