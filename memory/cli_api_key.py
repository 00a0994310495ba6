"""`holdfast api-key`: a new key for a service, shown once, and the lines that let it in."""

from collections.abc import Sequence

from memory.core.errors import InputError
from memory.service.access.api_keys import new_api_key
from memory.terminal import Terminal

WRONG_INPUT = 2


def run_api_key(name: str, permissions: Sequence[str]) -> int:
    """Print the key to standard error and the lines of the file to standard output, so that `>> keys.toml` adds them.

    Returns the exit code: 0, or 2 for a name or a permission that is none.
    """
    terminal = Terminal()
    try:
        key, lines = new_api_key(name, permissions)
    except InputError as error:
        terminal.tell(f"Error: {error}")
        return WRONG_INPUT
    terminal.tell(f"The key of {name}, shown only now:\n\n  {key}\n")
    terminal.tell("These lines, in the file HOLDFAST_API_KEYS names, let it in; they do not hold the key:")
    terminal.write(lines)
    return 0
