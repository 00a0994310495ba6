"""`holdfast recall`: what recall finds for a question, and why it ranks as it does."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from memory.commands.place import Place
from memory.commands.printing import as_json, as_lines, harmless, minute
from memory.commands.reach import Ask, told
from memory.commands.running import check_user, run
from memory.core.errors import InputError
from memory.core.recall.ended import ended_mark
from memory.service.recall.looking_up import Filters, look_up
from memory.terminal import Terminal

_HEADINGS = {"fact": "Facts", "archived": "Facts in the archive", "shared": "Shared knowledge", "passage": "Passages"}


@dataclass(frozen=True)
class RecallOptions:
    """What the command line was told."""

    question: str
    filters: Filters
    as_json: bool
    place: Place


def run_recall(options: RecallOptions) -> int:
    """Print what is found; return the exit code."""
    return run(lambda: _recall(options))


async def _recall(options: RecallOptions) -> None:
    check_user(options.place.user)
    if not options.question.strip():
        raise InputError("question", "is empty", "Write what to look for.")
    found = await told(
        options.place,
        Ask("GET", "/v1/recall", {"question": options.question, **vars(options.filters)}),
        lambda store, user: look_up(store, user, options.question, options.filters, datetime.now(UTC)),
    )
    Terminal().write(as_json(found) if options.as_json else as_lines(_lines(found)))


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    yield f"Recalled for user {harmless(told['user_id'])} as of {minute(told['as_of'])}: {harmless(told['question'])}"
    for kind, heading in _HEADINGS.items():
        items = [item for item in told["items"] if item["type"] == kind]
        if items:
            yield f"{heading}:"
        for item in items:
            yield from _item_lines(item)
    if not told["items"]:
        yield "nothing"
    yield from (f"Degraded: {harmless(text)}" for text in told["degraded"])


def _item_lines(item: Mapping[str, Any]) -> Iterator[str]:
    yield f"{item['score']:.3f}  {harmless(item['text'])}{_ended(item)}  [{_origin(item)}]"
    for when in ("before", "after"):
        if near := item.get(when):
            yield f"       {when}, {near['role']}: {harmless(near['text'])}"
    relevance = " ".join(f"{name} {part:.2f}" for name, part in item["parts"].items())
    parts = " ".join(f"{name} {item[name]:.2f}" for name in ("recency", "importance", "use"))
    yield f"       relevance {item['relevance']:.2f}{f' ({relevance})' if relevance else ''} {parts}  {item['id']}"


def _ended(item: Mapping[str, Any]) -> str:
    """Return what of a passage no longer holds; a server of an older version tells none of it."""
    return harmless(ended_mark(item["text"], item.get("ended", ())))


def _origin(item: Mapping[str, Any]) -> str:
    if item["type"] == "shared":
        return f"{minute(item['added'])}, for {harmless(item['whose'])}"
    said = item.get("observed_at") or item["time"]
    who = item.get("said_by") or item["role"]
    where = f"conversation {harmless(item['conversation'])!r}" if item["conversation"] else "an erased conversation"
    return f"{minute(said)}, {who}, {where}"
