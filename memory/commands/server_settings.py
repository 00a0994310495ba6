"""Which server commands talk to, as whom, and with which assistant: the one place that reads these variables."""

import os


def named_server() -> str | None:
    """Return the address of a server: `HOLDFAST_SERVER`, by default none: the one on the data folder, if one runs."""
    return os.environ.get("HOLDFAST_SERVER", "").strip().rstrip("/") or None


def token() -> str | None:
    """Return what logs in there: `HOLDFAST_TOKEN`, a token or a service's key, without the newline of its file."""
    return os.environ.get("HOLDFAST_TOKEN", "").strip() or None


def assistant() -> str | None:
    """Return the assistant whose memory a command is about, and which `chat` talks to: `HOLDFAST_ASSISTANT`."""
    return os.environ.get("HOLDFAST_ASSISTANT") or None


def act_for() -> str | None:
    """Return the user meant there when no `--user` names one, by who may act for others: `HOLDFAST_ACT_FOR`."""
    return os.environ.get("HOLDFAST_ACT_FOR") or None
