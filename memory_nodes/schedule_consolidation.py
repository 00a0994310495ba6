"""Marks the thread as due for consolidation and starts it in the background."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.errors import StorageError
from memory.core.summary.due import is_due
from memory.core.transcript.branches import entries_past
from memory.core.window.adoption import PathStep
from memory.models.settings import read_model_settings
from memory.service.access.identity import on_server, thread_of, turn_user
from memory.service.consolidation.consolidation_start import start_consolidation
from memory.service.extraction.model_asking import looks_for_facts
from memory.service.settings.context import Context
from memory.service.turn.availability import tell_unavailable
from memory.storage.due import mark_due
from memory.storage.extraction import is_unread, read_extraction
from memory_nodes.runtime_store import counted_store
from memory_nodes.state import AgentState


async def schedule_consolidation(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Start the background work when enough lies past the newest summary or unread, or the window is nearly full."""
    report, mailbox, path = state["report"], state["turn"]["mailbox"], state["path"]
    past_cursor = entries_past(path, mailbox["cursor"] if mailbox else None)
    plan = state.get("plan")  # none where an answer was there before any window
    room = plan["room"] if plan else DEFAULTS.context_budget
    if state["turn"].get("unavailable"):
        return {}
    store, thread = counted_store(runtime), thread_of(runtime)
    root = turn_user(runtime, state).root
    try:
        due = is_due(past_cursor, _uncut_tokens(report, room), room)
        if not due and not await _is_much_unread(store, root, thread, path):
            return {}
        await mark_due(store, root, thread, room)
    except StorageError as error:
        told = dict(report)
        tell_unavailable(told, thread, str(error), "The thread is marked for consolidation by its next turn.")
        return {"report": told}
    outcome = await start_consolidation(root, thread, on_server=on_server(runtime), budget=room)
    return {"report": {**report, "consolidation": outcome, "store_ops": report["store_ops"] + store.ops}}


async def _is_much_unread(store: BaseStore, root: str, thread: str, path: Sequence[PathStep]) -> bool:
    """Tell whether a model is to look for facts in enough entries; recording listed the thread for the rest."""
    if not looks_for_facts(read_model_settings()) or not await is_unread(store, root, thread):
        return False
    return entries_past(path, (await read_extraction(store, root, thread))["cursor"]) >= DEFAULTS.extract_entries


def _uncut_tokens(report: dict[str, Any], room: int) -> int:
    """Return what the window took; all of `room` once exchanges had to be left out, whatever the rest took."""
    left_out = any(cut.startswith("window:") for cut in report.get("cut", ()))
    return room if left_out else int(report["tokens"].get("window", 0))


def wants_decision(state: AgentState) -> str:
    """Stop to ask only in interrupt mode and only about what this turn left waiting; a retry asks nothing again."""
    turn, asks = state["turn"], state["decided"]["ask"]
    return "ask" if turn["approval"] == "interrupt" and asks and not turn["answered"] else "done"
