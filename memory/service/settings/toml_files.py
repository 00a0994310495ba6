"""TOML files an operator names in a setting."""

import tomllib
from pathlib import Path
from typing import Any

from memory.core.errors import InputError


def read_toml(path: Path, setting: str, form: str) -> dict[str, Any]:
    """Return what a file holds. Blocks.

    `setting` is what messages call it, `form` an example. Raises InputError: it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as exc:
        raise InputError(setting, f"cannot be read: {exc.strerror}", "Name a TOML file, or unset it.") from exc
    except ValueError as exc:  # no TOML, or no UTF-8
        raise InputError(setting, f"is no TOML file: {exc}", f"See {form} for the form.") from exc
