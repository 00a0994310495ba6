"""The policy in force, read once from its file."""

import asyncio
from functools import lru_cache
from pathlib import Path

from memory.core.policy.policy import Policy
from memory.core.policy.policy_rows import parse_policy
from memory.service.settings.settings import policy_file
from memory.service.settings.toml_files import read_toml


async def current_policy() -> Policy:
    """Return the policy of the process (`HOLDFAST_POLICY`); a change of its file counts from the next start on.

    Raises InputError as `read_policy` does.
    """
    return await asyncio.to_thread(read_policy, policy_file())


@lru_cache(maxsize=16)
def read_policy(path: Path) -> Policy:
    """Return the policy that a file holds, read the first time it is asked for. Blocks.

    Raises InputError: the file cannot be read, is no TOML, or a row is wrong; it names the row, field and remedy.
    """
    setting = f"HOLDFAST_POLICY ({path})"
    return parse_policy(read_toml(path, setting, "memory/policy.toml"), setting)
