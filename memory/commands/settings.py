"""`holdfast settings`: what a user sets for themselves, over the service functions of the API's routes."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.service.settings.own_settings import SWITCHES, change_settings, check_setting, own_settings
from memory.terminal import Terminal

_SWITCH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


def run_settings(place: Place, *, json: bool) -> int:
    """Show a user's settings; return the exit code."""

    async def shown() -> None:
        check_user(place.user)
        found = await told(
            place, Ask("GET", "/v1/settings"), lambda s, user: own_settings(s, user.root, datetime.now(UTC))
        )
        _show(found, json=json)

    return run(shown)


def run_set(place: Place, name: str, value: str | None, *, json: bool) -> int:
    """Set a setting, None: no longer, and show all of them; return the exit code."""
    key = name.replace("-", "_")
    changes = {key: _SWITCH.get((value or "").casefold(), value) if key in SWITCHES else value}

    async def changed() -> None:
        check_user(place.user)
        check_setting(key, changes[key])
        found = await told(
            place,
            Ask("PATCH", "/v1/settings", body=changes),
            lambda store, user: change_settings(store, user.root, changes, now=datetime.now(UTC)),
        )
        _show(found, json=json)

    return run(changed)


def _show(found: Mapping[str, Any], *, json: bool) -> None:
    lines = [f"{name}: {_told(value)}" for name, value in found.items()]
    Terminal().write(as_json(found) if json else as_lines(lines))


def _told(value: object) -> str:
    if value is None:
        return "(not set)"
    return ("on" if value else "off") if isinstance(value, bool) else harmless(value)
