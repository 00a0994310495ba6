"""`holdfast instructions`: how a user wants to be answered, over the service functions of the API's routes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from langgraph.store.base import BaseStore

from memory.commands.explain_text import facts_lines
from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, told, told_whole
from memory.commands.running import check_user, run, whole_id
from memory.core.addresses import in_path
from memory.service.access.identity import User
from memory.service.facts.fact_views import explain_fact, facts_as_of
from memory.service.settings.own_settings import own_zone
from memory.terminal import Terminal

_REMOVED = "the user removed it"
_PATH = "/v1/instructions"


def run_instructions(place: Place, *, json: bool) -> int:
    """List standing instructions; return the exit code."""

    async def listed() -> None:
        found = await _held(place)
        Terminal().write(as_json(found) if json else as_lines(facts_lines(found)))

    return run(listed)


def run_add(place: Place, text: str, *, json: bool) -> int:
    """Add a standing instruction; return the exit code."""

    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        from memory.service.facts.fact_adding import add_fact  # noqa: PLC0415  # slow to load, see `why.py`

        now = datetime.now(UTC)
        zone = await own_zone(store, user.root, now)
        added = await add_fact(store, user, text=text, kind="instruction", now=now, time_zone=zone)
        return {"user_id": user.id, "fact": await explain_fact(store, user, added.id, now)}

    async def added() -> None:
        check_user(place.user)
        _show(await told(place, Ask("POST", _PATH, body={"text": text}), here), json=json)

    return run(added)


def run_edit(place: Place, item: str, text: str, *, json: bool) -> int:
    """Put a text in the place of an instruction; return the exit code."""

    async def edited() -> None:
        whole = await _whole(place, item)

        async def here(store: BaseStore, user: User) -> dict[str, Any]:
            from memory.service.facts.fact_adding import replace_instruction  # noqa: PLC0415  # slow to load, see `why.py`

            now = datetime.now(UTC)
            zone = await own_zone(store, user.root, now)
            new = await replace_instruction(store, user, whole, text=text, now=now, time_zone=zone)
            return {"user_id": user.id, "fact": await explain_fact(store, user, new or whole, now)}

        _show(await told(place, Ask("PATCH", f"{_PATH}/{in_path(whole)}", body={"text": text}), here), json=json)

    return run(edited)


def run_remove(place: Place, item: str, *, json: bool) -> int:
    """Take an instruction out of use; return the exit code."""

    async def removed() -> None:
        whole = await _whole(place, item)

        async def here(store: BaseStore, user: User) -> None:
            from memory.service.facts.fact_changes import retire_fact  # noqa: PLC0415  # slow to load, see `why.py`

            await retire_fact(store, user.root, whole, reason=_REMOVED, now=datetime.now(UTC))

        await told(place, Ask("DELETE", f"{_PATH}/{in_path(whole)}"), here)
        Terminal().write(as_json({"removed": whole}) if json else f"Removed: {whole}\n")

    return run(removed)


async def _held(place: Place) -> dict[str, Any]:
    async def here(store: BaseStore, user: User) -> dict[str, Any]:
        found = await facts_as_of(store, user, None, datetime.now(UTC))
        return {**found, "facts": [fact for fact in found["facts"] if fact["kind"] == "instruction"], "next": None}

    check_user(place.user)
    return await told_whole(place, Ask("GET", _PATH), here, "facts")


async def _whole(place: Place, item: str) -> str:
    held = (await _held(place))["facts"]
    return whole_id(item, [fact["id"] for fact in held], "holdfast instructions list")


def _show(found: Mapping[str, Any], *, json: bool) -> None:
    fact = found["fact"]
    Terminal().write(as_json(found) if json else as_lines([f"{fact['id']}  {harmless(fact['text'])}"]))
