"""What the commands about conversations print."""

from collections.abc import Iterator, Mapping
from typing import Any

from memory.commands.printing import counted, harmless, minute
from memory.core.transcript.emptied import NO_LONGER_KEPT, is_emptied
from memory.core.transcript.entries import text_of


def listed_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield a list of conversations (`listing.Listing`), one a line."""
    for one in told["conversations"]:
        yield _line(one)
    if not told["conversations"]:
        yield "none"
    if told["next"]:
        yield f"(more: --after {told['next']})"


def found_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield the conversations in which something was found (`listing.Search`), each with what."""
    for one in told["conversations"]:
        yield _line(one)
        for passage in one["passages"]:
            yield f"    {minute(passage['time'])}  {passage['role']}: {harmless(passage['text'])}"
    if not told["conversations"]:
        yield "nothing"
    yield from (f"Degraded: {harmless(text)}" for text in told["degraded"])


def transcript_lines(page: Mapping[str, Any]) -> Iterator[str]:
    """Yield the messages of a page, each with its time and who said it; lines of a message stay lines."""
    if page["next"]:
        yield f"(older: --before {page['next']})"
    for entry in page["entries"]:
        mark = f" ({entry['mark']})" if entry.get("mark") else ""
        first, *others = _said(entry)
        yield f"{minute(entry['time'])}  {entry['role']}{mark}: {first}"
        yield from (f"    {line}" for line in others)


def remembered_line(done: Mapping[str, Any]) -> str:
    """Return what became of a conversation that is remembered again, or no longer."""
    name = harmless(done["conversation"])
    if done["remembered"]:
        return f"{name} is remembered from now on."
    return f"{name} is not remembered. Taken back: {counted(done['facts'], 'fact')}, {done['pending']} that waited."


def _said(entry: Mapping[str, Any]) -> list[str]:
    """Return the lines of a message, at least one; the names of its tool calls end the first."""
    if is_emptied(entry):
        return [NO_LONGER_KEPT]
    calls = [f"({harmless(call['name'])})" for call in entry.get("tool_calls", [])]
    lines = [harmless(line) for line in text_of(entry).splitlines()] or [""]
    return [" ".join([lines[0], *calls]).strip(), *lines[1:]]


def _line(one: Mapping[str, Any]) -> str:
    title = harmless(one["title"]) if one["title"] else "(no title)"
    mark = "" if one["remembered"] else "  (not remembered)"
    return f"{minute(one['last_said'])}  {title}  [{harmless(one['conversation'])}]{mark}"
