"""Which checkpoints a saver keeps.

A turn is the checkpoints from one of source "input" to the next. A run with durability "exit" writes a single one,
a turn by itself: its step lies more than one past its parent's. When a new turn begins, everything older than the
last three turns of its namespace goes, whatever its branch, and so do calls of subgraphs made before them. Every
checkpoint of the last three turns stays, so each can be resumed, branched from and looked at; what came before them
names no parent any more.
"""

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointMetadata

KEPT_TURNS = 3
_DURABILITY = "__pregel_durability"  # LangGraph's own note in a run's configuration


def begins_turn(config: RunnableConfig, metadata: CheckpointMetadata) -> bool:
    """Tell whether a checkpoint begins a turn that may be thinned behind.

    A thread with delta channels is left alone: its older checkpoints hold parts of the newest state.
    """
    if metadata.get("counters_since_delta_snapshot"):
        return False
    return metadata.get("source") == "input" or config["configurable"].get(_DURABILITY) == "exit"
