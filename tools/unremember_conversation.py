"""The tool that takes this conversation out of memory, or lets it be remembered again.

The user's own newest message decides which, and whether anything is done.
"""

from datetime import UTC, datetime
from typing import Any

from langchain.tools import ToolRuntime
from langchain_core.tools import tool

from memory.core.asks.unremember import asks_not_to_remember, asks_to_remember_again
from memory.core.errors import StorageError
from memory.core.language.languages import Language, in_language
from memory.service.access.identity import thread_of, turn_user
from memory.service.forgetting.unremembering import TakenBack, remember_again, unremember
from memory.service.turn.turn_words import turn_words

Done = tuple[str, dict[str, bool]]
"""What the model reads, and whether the conversation is now unremembered."""


@tool(response_format="content_and_artifact")
async def unremember_conversation(runtime: ToolRuntime[Any, dict[str, Any]]) -> Done:
    """Stop remembering this conversation and take back what was learned in it, or remember it again.

    Only when the user's newest message itself asks for one of them.
    """
    if runtime.store is None:
        raise StorageError("unremember_conversation: the graph runs without a store, so nothing is remembered")
    said = turn_words(runtime.state)
    language = said.language
    if runtime.state["turn"].get("temporary"):
        return in_language(language, *_TEMPORARY), {"unremembered": False}
    root, thread, now = turn_user(runtime, runtime.state).root, thread_of(runtime), datetime.now(UTC)
    if asks_not_to_remember(said.text):
        taken = await unremember(runtime.store, root, thread, now)
        return _told(taken, language), {"unremembered": True}
    if not asks_to_remember_again(said.text):
        return in_language(language, *_NOT_ASKED), {"unremembered": False}
    if not runtime.state["turn"].get("unremembered"):
        return in_language(language, *_IS_REMEMBERED), {"unremembered": False}
    await remember_again(runtime.store, root, thread, now)
    return in_language(language, *_AGAIN), {"unremembered": False}


_TEMPORARY = (
    "This conversation is temporary: nothing of it is remembered anyway, and it is deleted when it ends.",
    "这是临时对话：本来就不会记住任何内容，结束后会删除。",
)
_NOT_ASKED = (
    "Nothing was changed: the newest message does not plainly ask for it. It takes the user's own words.",
    "没有改变任何内容：最新的消息没有明确这样要求。需要用户自己说出来。",
)
_DONE = (
    (
        "From now on this conversation is not remembered: nothing said here is learned, and no other conversation "
        "recalls it. {taken} The conversation itself stays in the user's list until they delete it."
    ),
    "从现在起不再记这段对话：这里说的都不会学习，别的对话也不会回忆到它。{taken}对话本身仍在列表里，直到用户删除它。",
)
_AGAIN = (
    (
        "This conversation is remembered again: what the user says from their next message on is learned, and other "
        "conversations recall all of it. What was taken back has to be told anew."
    ),
    "这段对话重新被记住了：从下一条消息起会学习，别的对话也能回忆到全部内容。已收回的内容需要重新告诉我。",
)
_IS_REMEMBERED = ("This conversation is remembered.", "这段对话是被记住的。")
_TAKEN = ("Taken back of what was learned in it: {facts}, {pending}.", "已收回从中记住的 {facts}、{pending}。")
_NOTHING = ("Nothing had been learned in it alone.", "其中没有只从这里记住的内容。")


def _told(taken: TakenBack, language: Language) -> str:
    if not taken.facts and not taken.pending:
        return in_language(language, *_DONE).format(taken=in_language(language, *_NOTHING))
    facts = f"{taken.facts} fact{'s' * (taken.facts != 1)}", f"{taken.facts} 条内容"
    pending = f"{taken.pending} waiting for approval", f"{taken.pending} 条待确认的内容"
    told = in_language(language, *_TAKEN).format(
        facts=in_language(language, *facts), pending=in_language(language, *pending)
    )
    return in_language(language, *_DONE).format(taken=told)
