"""What langgraph.local.json names for `store.path` and `checkpointer.path`.

The server loads this file by its path, as a second copy of the module: keep state elsewhere.
"""

from memory.storage.opening import open_checkpointer, open_store

__all__ = ["open_checkpointer", "open_store"]
