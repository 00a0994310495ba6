"""What the server tells its own code in the environment; nobody sets these by hand."""

import os


def server_url() -> str | None:
    """Return the address of the API, None where the server does not tell (only `langgraph dev` does)."""
    return os.environ.get("LANGGRAPH_API_URL") or None


def has_local_store() -> bool:
    """Tell whether the configuration names a store of ours (`store.path`): the data folder is in use."""
    return '"path"' in (os.environ.get("LANGGRAPH_STORE") or "")
