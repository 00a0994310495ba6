"""`holdfast api-key`: a new key for a service, shown once, and the lines that let it in."""

from collections.abc import Sequence

from memory.commands.printing import as_json
from memory.commands.running import run
from memory.service.access.api_keys import new_api_key
from memory.terminal import Terminal


def run_api_key(name: str, permissions: Sequence[str], organisation: str | None = None, *, json: bool) -> int:
    """Print the key to standard error and the lines of the file to standard output, so that `>> keys.toml` adds them.

    As JSON both go to standard output.

    Returns the exit code.
    """

    async def made() -> None:
        terminal = Terminal()
        key, lines = new_api_key(name, permissions, organisation)
        if json:
            terminal.write(as_json({"name": name, "key": key, "lines": lines}))
            return
        terminal.tell(f"The key of {name}, shown only now:\n\n  {key}\n")
        terminal.tell("These lines, in the file HOLDFAST_API_KEYS names, let it in; they do not hold the key:")
        terminal.write(lines)

    return run(made)
