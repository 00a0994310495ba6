"""Renders what the model sees: the planned sections around the messages that fit, each time it is called."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from langchain_core.messages import AnyMessage, SystemMessage
from langgraph.store.base import BaseStore

from memory.core.defaults import DEFAULTS
from memory.core.facts.facts import Tombstone
from memory.core.forgetting.veiled import veiled_message, veiled_text
from memory.core.ids import parse_key_time
from memory.core.language.relative_dates import with_absolute_dates
from memory.core.language.times import moment
from memory.core.messages.blobs import Blob, all_taken_out, references
from memory.core.messages.file_texts import with_file_texts
from memory.core.messages.media_view import with_newest_media
from memory.core.messages.provider_form import for_providers
from memory.core.tokens.media_tokens import MEDIA_TOKENS, media_tokens
from memory.core.transcript.entries import Message
from memory.core.window.adoption import as_summary
from memory.core.window.fenced_messages import (
    fence_tokens,
    texts_changed,
    with_last,
    with_left_out,
    with_result_fenced,
    without_look_alikes,
)
from memory.core.window.fences import fence, mark_of
from memory.core.window.shares import WINDOW_FLOOR
from memory.core.window.window import Window, fit_window
from memory.service.turn.blobs import with_media
from memory.service.turn.messages import as_shown, to_message
from memory.service.turn.token_counts import EXACT_COUNTER, TokenCounter
from memory_nodes.state import AgentState

_NONE: Mapping[str, str] = {}


@dataclass(frozen=True)
class Prompt:
    """The messages of one model call."""

    messages: list[AnyMessage]
    window: Window
    inline: dict[str, Blob]
    """The images and files that the state itself still holds, by hash: their message has no entry yet."""
    said: list[str]
    """Ids of the state's messages it shows; the window also has some of its own, so that a provider takes it."""
    degraded: list[str] = field(default_factory=list)
    """What could not be shown."""

    @property
    def media(self) -> int:
        """How many images and files it shows by reference."""
        return sum(len(references(m["content"])) for m in self.window.messages)


def render_prompt(
    state: AgentState,
    tombstones: list[Tombstone] | None,
    key: str,
    *,
    files: Mapping[str, str] = _NONE,
    media: int = DEFAULTS.message_media,
    counter: TokenCounter = EXACT_COUNTER,
) -> Prompt:
    """Return the prompt: system message, the window with what was forgotten masked, what changes each turn at the end.

    `tombstones`: None if they cannot be known, then nothing older than the window is looked at. `key`: what their
    traces are keyed with. `files`: text files (Base64, by hash), to be shown as text. `media`: images and files to
    show, at most, still by reference (`with_blobs` puts in their bytes). `counter`: counts as the model does.
    """
    plan, stones = state["plan"], tombstones or []
    plain, inline = all_taken_out(to_message(m) for m in state["messages"])
    at_hand = {**files, **{name: blob.base64 for name, blob in inline.items()}}
    settle = _settle(state, stones, key)
    window = _window(state, _veiled(plain, state, stones, key), tombstones, at_hand, media, counter, settle)
    # The plan is as old as the turn: what a tool forgot since then leaves it too.
    system, memory = (veiled_text(plan[part], "", state["turn"]["now"], stones, key) for part in ("system", "memory"))
    sent = _as_sent(window, memory, state["fence"])
    originals = {m.id: m for m in state["messages"]}
    shown = [as_shown(originals.get(m["id"]), m) for m in sent]
    said = [m["id"] for m in window.messages if m["id"] in originals]
    return Prompt([SystemMessage(system), *shown], window, inline, said)


async def with_blobs(prompt: Prompt, store: BaseStore, root: str) -> Prompt:
    """Return the prompt with the bytes of the images and files it shows."""
    messages, degraded = await with_media(store, root, prompt.messages, prompt.inline)
    return replace(prompt, messages=messages, degraded=degraded)


def entry_keys(state: AgentState) -> dict[str, str]:
    """Return the keys of the thread's entries by message id."""
    return {step["id"]: step["key"] for step in state["path"]}


def moment_of(state: AgentState) -> datetime:
    """Return when this turn began."""
    return datetime.fromisoformat(state["turn"]["now"])


def _window(
    state: AgentState,
    messages: list[Message],
    tombstones: list[Tombstone] | None,
    files: Mapping[str, str],
    media: int,
    counter: TokenCounter,
    settle: Callable[[Message], Message],
) -> Window:
    """Return the window of `messages`, those of the state as they may be shown."""
    plan, keys, secret, hide = state["plan"], entry_keys(state), state["fence"], tombstones is None
    start, room, summary = plan["start"], plan["room"], as_summary(state.get("summary"))
    sure = min(room, plan.get("budget", room) * WINDOW_FLOOR // 100)
    shown = min(media, _media_room(messages[start:], sure, counter))
    said = _times(state, keys)
    view = [*([] if hide else messages[:start]), *with_newest_media(messages[start:], keys, count=shown)]
    return fit_window(
        [with_file_texts(m, files) for m in _dated(view, said)],
        room,
        lambda m: counter.message(with_result_fenced(m, secret)),
        counter.text,
        start=0 if hide else start,
        since=summary["cursor"]["key"] if summary else None,
        before=state["path"][start]["depth"] if start < len(state["path"]) else 0,
        cut=state.get("cut"),
        short=_short_forms(state, tombstones or (), keys),
        days={name: f"{at:%Y-%m-%d}" for name, at in said.items()},
        fence_tokens=fence_tokens(secret, counter.text),
        settle=settle,
    )


def _as_sent(window: Window, memory: str, secret: str) -> list[Message]:
    """Return the window's messages in the form they are sent: fenced, with what changes each turn at the end."""
    earlier = [fence("earlier", mark_of(secret, "earlier"), "\n".join(window.earlier))] if window.earlier else []
    results = [with_result_fenced(m, secret) for m in window.messages]
    last = "\n".join([*earlier, *([memory] if memory else [])])
    return for_providers(with_last(with_left_out(results, window.left_out, secret), last))


def _media_room(messages: list[Message], room: int, counter: TokenCounter) -> int:
    """Return how many images and files may be shown: the newest, and more in up to `room` tokens.

    Given what the window is sure of, not what recall leaves to it now: or old images came and went from turn to turn.
    """
    each = [media_tokens(block, counter.images) for m in messages for block in references(m["content"])]
    return max(1, room // max([MEDIA_TOKENS, *each]))


def _veiled(messages: list[Message], state: AgentState, tombstones: list[Tombstone], key: str) -> list[Message]:
    """Mask what was forgotten; messages without an entry are of this turn, so they are newer than any forgetting."""
    if not tombstones:
        return messages
    keys = entry_keys(state)
    return [veiled_message(m, keys[m["id"]], tombstones, key) if m["id"] in keys else m for m in messages]


def _settle(state: AgentState, tombstones: list[Tombstone], key: str) -> Callable[[Message], Message]:
    """Return the last change of a valid message: what was forgotten goes from its files and blocks, look-alikes go."""
    keys = entry_keys(state)
    in_blocks = {m.id for m in state["messages"] if not isinstance(m.content, str) and m.id in keys}

    def settled(message: Message) -> Message:
        if tombstones and message["id"] in in_blocks:
            said = parse_key_time(keys[message["id"]]).isoformat()
            message = texts_changed(message, lambda text: veiled_text(text, "", said, tombstones, key))
        return without_look_alikes(message)

    return settled


def _times(state: AgentState, keys: dict[str, str]) -> dict[str, datetime]:
    """Return when each message that has an entry was said, in the user's time zone, by message id."""
    zone = ZoneInfo(state["turn"]["time_zone"])
    return {name: parse_key_time(key).astimezone(zone) for name, key in keys.items()}


def _dated(messages: Sequence[Message], said: dict[str, datetime]) -> list[Message]:
    """Return messages with the absolute date beside each relative one, but for the newest exchange: it is of today."""
    newest = max((i for i, m in enumerate(messages) if m["role"] == "user"), default=0)
    return [
        texts_changed(m, partial(with_absolute_dates, said=said[m["id"]]))
        if m["role"] in {"user", "assistant"} and m["id"] in said
        else m
        for m in messages[:newest]
    ] + list(messages[newest:])


def _short_forms(state: AgentState, tombstones: Sequence[Tombstone], keys: dict[str, str]) -> dict[str, str]:
    """Return the short forms of long messages that came with the adopted summary, by message id.

    None once anything was forgotten since they were made, as they may hold it.
    """
    summary = as_summary(state.get("summary"))
    if not summary or any(moment(t["forgotten_at"]) >= moment(summary["time"]) for t in tombstones):
        return {}
    short = summary.get("short") or {}
    return {name: short[key] for name, key in keys.items() if key in short}
