"""What the commands about conversations print."""

from collections.abc import Iterator, Mapping
from typing import Any

from memory.commands.printing import harmless, minute
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
        calls = [f"({call['name']})" for call in entry.get("tool_calls", [])]
        mark = f" ({entry['mark']})" if entry.get("mark") else ""
        lines = [harmless(line) for line in text_of(entry).splitlines()] or [""]
        yield f"{minute(entry['time'])}  {entry['role']}{mark}: {' '.join([lines[0], *calls]).strip()}"
        yield from (f"    {line}" for line in lines[1:])


def remembered_line(done: Mapping[str, Any]) -> str:
    """Return what became of a conversation that is remembered again, or no longer."""
    name = harmless(done["conversation"])
    if done["remembered"]:
        return f"{name} is remembered from now on."
    return f"{name} is not remembered. Taken back: {done['facts']} facts, {done['pending']} that waited."


def _line(one: Mapping[str, Any]) -> str:
    title = harmless(one["title"]) if one["title"] else "(no title)"
    mark = "" if one["remembered"] else "  (not remembered)"
    return f"{minute(one['last_said'])}  {title}  [{harmless(one['conversation'])}]{mark}"
