"""The tool that forgets: only what the user's own newest message asks to forget."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.errors import StorageError
from memory.core.facts.facts import Proposal
from memory.core.facts.grounding import is_grounded
from memory.core.facts.identity import is_retraction
from memory.core.forgetting.forget_requests import EVERYTHING, find_forgotten, forget_requests
from memory.core.language.languages import Language, in_language
from memory.core.language.words import words
from memory.service.access.identity import on_server, thread_of, turn_user
from memory.service.consolidation.consolidation_start import start_consolidation
from memory.service.facts.fact_index import FACTS
from memory.service.forgetting.forgetting import EntryAt, forget
from memory.service.turn.turn_words import turn_words
from memory.storage.facts import list_pending


@tool
async def forget_memory(
    what: Annotated[str, "What the user asked to forget, in their own words."],
    runtime: ToolRuntime[Any, dict[str, Any]],
) -> str:
    """Forget facts about the user, for good. Only when the user's newest message itself asks to forget them."""
    if runtime.store is None:
        raise StorageError("forget_memory: the graph runs without a store, so there is nothing to forget")
    said = turn_words(runtime.state)
    language = said.language
    if runtime.state["turn"].get("temporary"):
        return in_language(language, *_TEMPORARY)
    requests = _meant(what, forget_requests(said.text))
    if not requests:
        return in_language(language, *_REFUSED)
    root, now = turn_user(runtime, runtime.state).root, datetime.now(UTC)
    memory = await FACTS.load_newest(runtime.store, root)
    approved = [fact for fact in memory.assertions if not is_retraction(fact)]
    known: list[Proposal] = [*approved, *await list_pending(runtime.store, root)]
    facts = [fact for request in requests for fact in find_forgotten(request, known)]
    asking = EntryAt(thread_of(runtime), said.place)
    forgotten = await forget(runtime.store, root, facts, now=now, asking=asking)
    for thread in forgotten.threads:
        await start_consolidation(root, thread, on_server=on_server(runtime))
    return _told(len(forgotten.ids), everything=EVERYTHING in requests, language=language)


_TEMPORARY = (
    "This conversation is temporary: nothing was forgotten. A conversation that is kept can do that.",
    "这是临时对话，没有忘记任何内容。请在普通对话中提出。",
)
_REFUSED = (
    "Nothing was forgotten: the newest message does not plainly ask for it. Say what to forget: “Forget my …”.",
    "没有忘记任何内容：最新的消息没有明确要求忘记。请说出要忘记什么，例如“忘掉我的……”。",
)
_NOTHING = ("Nothing in memory fits: nothing was forgotten.", "记忆中没有符合的内容，没有忘记任何内容。")
_MORE = (" The conversations stay; an erase deletes them too.", "对话记录仍在；要全部清除，请清空账户数据。")


def _meant(what: str, requests: Sequence[str]) -> list[str]:
    """Return which of the user's requests a call is about: those that share words with it, else all of them.

    The user's words alone decide what is forgotten; the model's only choose among them.
    """
    asked = set(words(what))
    shared = [r for r in requests if asked & set(words(r)) or is_grounded(what, r)]
    return shared or list(requests)


def _told(count: int, *, everything: bool, language: Language) -> str:
    """Return what happened, without the words that were forgotten."""
    if not count:
        return in_language(language, *_NOTHING)
    facts = "1 fact" if count == 1 else f"{count} facts"
    told = in_language(language, f"Forgotten: {facts}.", f"已忘记 {count} 条内容。")
    return told + (in_language(language, *_MORE) if everything else "")
