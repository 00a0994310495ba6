"""Which checkpoints a saver keeps.

A turn is the checkpoints from one of source "input" to the next. When a new turn begins, everything older than the
last three turns of its namespace goes, whatever its branch, and so do calls of subgraphs made before them. Every
checkpoint of the last three turns stays, so each can be resumed, branched from and looked at; what came before them
names no parent any more. Runs with durability "exit" write no input checkpoint and are not thinned.
"""

from langgraph.checkpoint.base import CheckpointMetadata

KEPT_TURNS = 3


def begins_turn(metadata: CheckpointMetadata) -> bool:
    """Tell whether a checkpoint begins a turn that may be thinned behind.

    A thread with delta channels is left alone: its older checkpoints hold parts of the newest state.
    """
    return metadata.get("source") == "input" and not metadata.get("counters_since_delta_snapshot")
