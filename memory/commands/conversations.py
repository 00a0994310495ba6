"""`holdfast conversations list`, `search`, `show` and `rename`."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.conversations_text import found_lines, listed_lines, remembered_line, transcript_lines
from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.core.addresses import in_path
from memory.core.errors import HoldfastError
from memory.service.access.identity import User
from memory.service.conversations.conversations import (
    begun_conversation,
    check_conversation,
    thread_of_conversation,
    transcript_page,
)
from memory.service.conversations.listing import list_conversations, search_conversations
from memory.service.conversations.titles import rename_conversation
from memory.service.forgetting.unremembering import set_remembered
from memory.terminal import Terminal

_FIELD = "CONVERSATION"


def run_list(place: Place, limit: int, after: str | None, *, json: bool) -> int:
    """List conversations, newest first; return the exit code."""

    async def listed() -> None:
        check_user(place.user)
        found = await told(
            place,
            Ask("GET", "/v1/conversations", {"limit": limit, "after": after}),
            lambda store, user: list_conversations(store, user, datetime.now(UTC), limit=limit, after=after),
        )
        Terminal().write(as_json(found) if json else as_lines(listed_lines(found)))

    return run(listed)


def run_search(place: Place, question: str, *, json: bool) -> int:
    """Search all conversations; return the exit code."""

    async def searched() -> None:
        check_user(place.user)
        found = await told(
            place,
            Ask("GET", "/v1/conversations", {"search": question}),
            lambda store, user: search_conversations(store, user, question, datetime.now(UTC)),
        )
        Terminal().write(as_json(found) if json else as_lines(found_lines(found)))

    return run(searched)


def run_show(place: Place, name: str, limit: int, before: str | None, branch: str | None, *, json: bool) -> int:
    """Show a page of a conversation, by default its newest; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await thread_of_conversation(store, user, name)
        page = await transcript_page(store, found, limit=limit, before=before, branch=branch)
        return {"entries": page.entries, "next": page.next}

    async def shown() -> None:
        check_user(place.user)
        check_conversation(name, _FIELD)
        asked = {"limit": limit, "before": before, "branch": branch}
        page = await told(place, Ask("GET", f"{_address(name)}/transcript", asked), here)
        if not page["entries"]:
            raise HoldfastError(f"There is no conversation {name!r} of this user.")
        Terminal().write(as_json(page) if json else as_lines(transcript_lines(page)))

    return run(shown)


def run_rename(place: Place, name: str, title: str | None, *, json: bool) -> int:
    """Give a conversation a title, None: have it made anew; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await begun_conversation(store, user, name, _FIELD)
        given = await rename_conversation(store, found, title, datetime.now(UTC))
        return {"conversation": found.name, "thread_id": found.thread, "title": given}

    async def renamed() -> None:
        check_user(place.user)
        check_conversation(name, _FIELD)
        done = await told(place, Ask("PATCH", _address(name), body={"title": title}), here)
        line = f"{harmless(done['conversation'])}: {harmless(done['title'] or 'no title')}"
        Terminal().write(as_json(done) if json else as_lines([line]))

    return run(renamed)


def run_remember(place: Place, name: str, *, remembered: bool, json: bool) -> int:
    """Remember a conversation from now on, or not at all; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await begun_conversation(store, user, name, _FIELD)
        taken = await set_remembered(store, found, datetime.now(UTC), remembered=remembered)
        return {"conversation": found.name, "thread_id": found.thread, "remembered": remembered, **asdict(taken)}

    async def changed() -> None:
        check_user(place.user)
        check_conversation(name, _FIELD)
        done = await told(place, Ask("PUT", f"{_address(name)}/remembered", body={"remembered": remembered}), here)
        Terminal().write(as_json(done) if json else as_lines([remembered_line(done)]))

    return run(changed)


def _address(name: str) -> str:
    return f"/v1/conversations/{in_path(name)}"
