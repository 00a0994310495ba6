"""`holdfast consolidate`: what the cron does, now and before one's eyes."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import httpx
from langgraph.store.base import BaseStore
from langgraph_sdk.client import LangGraphClient
from langgraph_sdk.errors import ConflictError
from langgraph_sdk.schema import StreamPart
from rich.progress import MofNCompleteColumn, Progress

from memory.commands.place import Place
from memory.commands.printing import as_json, harmless
from memory.commands.progress import bar
from memory.commands.reach import asked_about, open_memory, whose_memory
from memory.commands.running import DONE, FAILED, check_user, run
from memory.commands.servers import server_of
from memory.models.chat import close_chat_models
from memory.service.consolidation.consolidation_runs import Asked
from memory.service.consolidation.state_reach import reaching_states
from memory.service.conversations.conversations import begun_conversation, check_conversation
from memory.service.conversations.server_errors import ServerError, explained, run_error
from memory.service.erasing.erasing_reach import LocalRuns, Runs, nothing_runs
from memory.service.settings.context import zone_of
from memory.service.settings.settings import active_facts, time_zone
from memory.storage.opening import open_checkpointer
from memory.terminal import Terminal

_PAUSE = 1.0
"""Seconds between two looks whether there is room on the server."""
Update = Mapping[str, Any]
"""What one node, or several at once, set: by its name."""
Report = Mapping[str, Any]
"""What a run did, as a server may tell it too (`consolidation_state.ConsolidationReport`)."""


@dataclass(frozen=True)
class ConsolidateOptions:
    """What the command line was told."""

    place: Place
    """No user: everyone's memory, or with a conversation HOLDFAST_USER's."""
    conversation: str | None
    """Only this one."""
    full: bool
    """Whatever is due, and summaries from the whole transcript."""
    as_json: bool


def run_consolidate(options: ConsolidateOptions) -> int:
    """Consolidate as asked; return the exit code: 1 also when a part failed."""
    return run(lambda: _consolidate(options), "Stopped. What is done stays; the rest stays due.")


async def _consolidate(options: ConsolidateOptions) -> int:
    check_user(options.place.user)
    if options.conversation is not None:
        check_conversation(options.conversation, "--conversation")
    terminal = Terminal()
    async with contextlib.aclosing(_updates(options, terminal)) as updates:
        with bar(MofNCompleteColumn()) as progress:
            report = await _followed(updates, progress)
    terminal.write(as_json(report) if options.as_json else _told(report))
    failed = [*report["failed"], *report["failed_users"]]
    for one in failed:
        terminal.tell(harmless(f"Failed, and stays due: {one.get('thread') or one['root']}: {one['error']}"))
    return FAILED if failed else DONE


def _told(report: Report) -> str:
    told = (
        "Conversations: {threads}; {entries} entries folded into {leaves} leaves, {shortened} messages shortened, "
        "{facts} facts found, {asked} to be decided on.\nUsers: {users}; {merged} facts merged, {archived} archived, "
        "{expired} expired.\n"
    )
    if report["emptied"] or report["thinned"]:
        told += "No longer kept: the words of {emptied} messages, checkpoints of {thinned} conversations.\n"
    if report["calls"]:
        told += "Summaries by a model: {calls} requests of {input_tokens} tokens, {fallbacks} texts left to rules.\n"
    if report["drift"]:
        told += "Of exact strings a summary had lost at most {drift:.0%}; they are back.\n"
    told = told.format_map(report)
    return told + "".join(f"Note: {harmless(note)}\n" for note in report["notes"])


async def _followed(updates: AsyncIterator[Update], progress: Progress) -> Report:
    """Show how far the work is, and return its report."""
    task = progress.add_task("Conversations", total=None)
    report: Report | None = None
    async for update in updates:
        for node, change in update.items():
            match node:
                case "plan_consolidation":
                    progress.update(task, total=len(change["tasks"]))
                case "consolidate_thread":
                    progress.advance(task)
                case "report_consolidation":
                    report = change["report"]
    if report is None:
        raise ServerError("The consolidation ended before its end. What is done stays; run it again for the rest.")
    return report


async def _updates(options: ConsolidateOptions, terminal: Terminal) -> AsyncGenerator[Update, None]:
    """Yield the updates of the work: of the server on the data folder, else of this process."""
    server = await server_of(options.place)
    if server is not None:
        everyone = options.place.user is None and options.conversation is None
        user = None if everyone else server.user(options.place)
        async with server.sdk(user) as client:
            async for update in _on_server(client, user, options, terminal):
                yield update
        return
    active_facts()  # else each user would fail by itself, and each conversation for the zone
    zone_of(time_zone(), "HOLDFAST_TIME_ZONE")
    uri = options.place.database_uri
    async with open_memory(uri) as store:
        with reaching_states(partial(_local_runs, uri)):
            async for update in consolidate_here(store, await _asked(store, options)):
                yield update


@contextlib.asynccontextmanager
async def _local_runs(uri: str | None) -> AsyncIterator[Runs]:
    """Open what reaches the checkpoints where the settings say."""
    async with open_checkpointer(uri) as saver:
        yield LocalRuns(saver, nothing_runs)


async def _asked(store: BaseStore, options: ConsolidateOptions) -> Asked:
    user = await whose_memory(store, options.place)
    if options.conversation is not None:
        found = await begun_conversation(store, user, options.conversation, "--conversation")
        return Asked(user.root, found.thread, options.full)
    return Asked(None if options.place.user is None else user.root, None, options.full)


async def consolidate_here(store: BaseStore, asked: Asked) -> AsyncGenerator[Update, None]:
    """Consolidate in this process, and yield what each node set as it ends. Raises what the graph raises."""
    from graphs.consolidation import THREADS_AT_ONCE, builder  # noqa: PLC0415  # slow to load, see `why.py`

    graph = builder.compile(store=store, name="consolidation")
    given: Any = {"root": asked.root, "thread": asked.thread, "full": asked.full}
    try:
        async for update in graph.astream(given, {"max_concurrency": THREADS_AT_ONCE}, stream_mode="updates"):
            yield cast("Update", update)
    finally:
        await close_chat_models()


async def _on_server(
    client: LangGraphClient, user: str | None, options: ConsolidateOptions, terminal: Terminal
) -> AsyncGenerator[Update, None]:
    """Have the server do it, as soon as it has room, and yield the updates of its run."""
    with explained():
        run = await _run(client, user, options, terminal)
        told = client.runs.join_stream(run["thread_id"], run["run_id"], stream_mode="updates", last_event_id="-1")
        async with contextlib.aclosing(cast("AsyncGenerator[StreamPart, None]", told)) as parts:
            async for part in parts:
                if part.event == "error":
                    raise run_error(part.data)
                if part.event == "updates":
                    yield cast("Update", part.data)


async def _run(
    client: LangGraphClient, user: str | None, options: ConsolidateOptions, terminal: Terminal
) -> Mapping[str, Any]:
    everyone = options.place.user is None and options.conversation is None
    asked: dict[str, Any] = {"full": options.full}
    asked |= {"everyone": True} if everyone else {"conversation": options.conversation}
    params = httpx.QueryParams(asked_about(user))
    waited = False
    while True:
        try:
            return cast("Mapping[str, Any]", await client.http.post("/v1/consolidate", json=asked, params=params))
        except ConflictError as busy:
            if not waited:
                terminal.tell(f"Waiting for the server: {_reason(busy)}")
            waited = True
        await asyncio.sleep(_PAUSE)


def _reason(busy: ConflictError) -> str:
    told = busy.body.get("error") if isinstance(busy.body, dict) else None
    return str(told["message"]) if isinstance(told, dict) and "message" in told else "it is busy."
