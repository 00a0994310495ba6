"""The operator's webhooks, read from their file when the process starts."""

import asyncio
from functools import lru_cache
from pathlib import Path

from memory.core.events.webhooks import Endpoint, parse_endpoints
from memory.service.settings.toml_files import read_toml
from memory.storage.location import webhooks_file


async def current_webhooks() -> tuple[Endpoint, ...]:
    """Return the endpoints of the process (`HOLDFAST_WEBHOOKS`), none without a file.

    Raises InputError as `read_webhooks` does.
    """
    path = webhooks_file()
    return await asyncio.to_thread(read_webhooks, path) if path else ()


@lru_cache(maxsize=16)
def read_webhooks(path: Path) -> tuple[Endpoint, ...]:
    """Return the endpoints that a file holds, read the first time it is asked for. Blocks.

    Raises InputError: the file cannot be read, is no TOML, or an endpoint is wrong; it names it, its field and remedy.
    """
    setting = f"HOLDFAST_WEBHOOKS ({path})"
    return parse_endpoints(read_toml(path, setting, "memory/webhooks.example.toml"), setting)
