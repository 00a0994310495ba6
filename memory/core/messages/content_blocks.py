"""What content blocks of any provider become in a view: text, an image or file in one form, or nothing.

`TREATMENT` is the table: by a block's type, what is done with it. A block it does not know becomes its text in an
answer, and its JSON elsewhere: what a user or a tool sent must not vanish.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from memory.core.language.text import one_line
from memory.core.messages.media_block import is_media_kind, media_block, untold
from memory.core.messages.media_forms import Block
from memory.core.transcript.entries import Message

Treatment = Literal["text", "refusal", "plain", "inner", "wrapped", "gone"]

_TEXT = "text output_text input_text"
_PLAIN = "text-plain"
_INNER = "search_result"
_REASONING = "reasoning thinking redacted_thinking reasoning_content thought redacted_reasoning"
_CALLS = "tool_use tool_call tool_call_chunk invalid_tool_call function_call input_json_delta custom_tool_call"
_SERVER_TOOLS = """
    server_tool_use server_tool_call server_tool_call_chunk server_tool_result mcp_tool_use mcp_tool_result
    web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result
    text_editor_code_execution_tool_result tool_search_tool_result container_upload
    web_search_call file_search_call code_interpreter_call computer_call mcp_call mcp_list_tools mcp_approval_request
    mcp_approval_response tool_search_call tool_search_output apply_patch_call apply_patch_call_output
    local_shell_call shell_call shell_call_output executable_code code_execution_result
"""
_MARKERS = "compaction cachePoint cache_point guard_content additional_tools configuration_update"

TREATMENT: Mapping[str, Treatment] = {
    **dict.fromkeys(_TEXT.split(), "text"),  # its text, and the sources it cites
    "refusal": "refusal",  # its words, as any other text
    **dict.fromkeys(_PLAIN.split(), "plain"),  # a text file: its words, where they stand in the block
    **dict.fromkeys(_INNER.split(), "inner"),  # the texts inside
    "non_standard": "wrapped",  # what the block in `value` becomes
    **dict.fromkeys(_REASONING.split(), "gone"),  # signed for its provider, refused or billed by every other
    **dict.fromkeys(_CALLS.split(), "gone"),  # the message's own calls say it
    **dict.fromkeys(_SERVER_TOOLS.split(), "gone"),  # bound to the provider; the answer tells what came of it
    **dict.fromkeys(_MARKERS.split(), "gone"),  # no content
}
"""By type; images and files (`media_forms.MEDIA_TYPES`) are told apart by `media_block`."""

_SOURCES = 8
"""Sources told of one answer, at most."""
_SOURCE_CHARS = 200
_DEPTH = 3  # levels of blocks in blocks that are looked into


def answer_text(message: Message) -> str:
    """Return all an assistant message says as one text: its texts and refusals, a line of the sources it cites."""
    content, extra = message["content"], message.get("extra") or {}
    blocks = [content] if isinstance(content, str) else list(content)
    text = ""
    for block in blocks:
        if said := _said(block):
            text += said if not text or _goes_on(block) else f"\n{said}"
    text = text if text.strip() else _said_beside(extra)
    sources = [source for source in _sources(blocks) if source not in text]
    return f"{text}\n[sources: {'; '.join(sources)}]" if text.strip() and sources else text


def readable_content(content: str | list[Any], *, fresh: bool = False) -> str | list[Any]:
    """Return what a user or a tool sent as text, with images and files in the form every provider takes.

    Text alone becomes one string, its parts joined by line breaks; blocks that no one knows become their JSON. `fresh`:
    files that are not in the message stay as they were sent (`media_block`).
    """
    if isinstance(content, str):
        return content
    read = [_readable(block, fresh=fresh) for block in content]
    parts = [part for part in read if not isinstance(part, str) or part.strip()]
    texts = [part for part in parts if isinstance(part, str)]
    if len(texts) == len(parts):
        return "\n".join(texts)
    return [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]


def _readable(block: Any, depth: int = _DEPTH, *, fresh: bool = False) -> str | Block:
    """Return a block as text or, if it is an image or file, in the one form."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict) or depth == 0:
        return as_json(block)
    match TREATMENT.get(str(block.get("type"))):
        case "text" | "refusal" | "plain" | "inner" as treatment:
            return _text_of(block, treatment) or _json_unless_empty(block)
        case "wrapped" if "value" in block:
            return _readable(block["value"], depth - 1, fresh=fresh)
        case "gone":
            return ""
    return media_block(block, fresh=fresh) if is_media_kind(block) else as_json(block)


def _said(block: Any, depth: int = _DEPTH) -> str:
    """Return what a block of an answer says."""
    if isinstance(block, str):
        return block
    if not isinstance(block, dict) or depth == 0:
        return ""
    match TREATMENT.get(str(block.get("type"))):
        case "wrapped":
            return _said(block.get("value"), depth - 1)
        case "gone":
            return ""
        case None if is_media_kind(block):
            return _told(block)
        case treatment:
            return _text_of(block, treatment or "text")


def _text_of(block: Block, treatment: Treatment) -> str:
    if treatment == "inner":
        inner = block.get("content")
        texts = [b.get("text") for b in inner if isinstance(b, dict)] if isinstance(inner, list) else [inner]
        title = [block.get("title"), block.get("source")]
        return "\n".join(t for t in [*title, *texts] if isinstance(t, str) and t)
    text = block.get("refusal") if treatment == "refusal" else block.get("text")
    return text if isinstance(text, str) else ""


def _told(block: Block) -> str:
    """Return what stands for an image, a voice or a file of the assistant's own: no provider takes it back."""
    transcript = block.get("transcript")
    if isinstance(transcript, str) and transcript.strip():
        return transcript
    shown = media_block(block)
    return shown if isinstance(shown, str) else untold(block)


def _said_beside(extra: Mapping[str, Any]) -> str:
    """Return what an answer without text says in fields of the provider's own: a refusal, what a voice said."""
    audio = extra.get("audio")
    said = [extra.get("refusal"), audio.get("transcript") if isinstance(audio, dict) else None]
    return "\n".join(s for s in said if isinstance(s, str) and s.strip())


def _goes_on(block: Any) -> bool:
    """Tell whether a block goes on where the one before ended: providers cut texts at their citations."""
    return isinstance(block, dict) and TREATMENT.get(str(block.get("type"))) == "text"


def _sources(blocks: list[Any]) -> list[str]:
    cited = [_source(c) for b in blocks if isinstance(b, dict) for c in _citations(b)]
    return list(dict.fromkeys(c for c in cited if c))[:_SOURCES]


def _citations(block: Block) -> Iterator[Block]:
    for field in ("annotations", "citations"):
        found = block.get(field)
        yield from (c for c in found if isinstance(c, dict)) if isinstance(found, list) else ()


def _source(citation: Block) -> str:
    """Return where a citation points: its address, else the name of its document."""
    inner = citation.get("url_citation") or citation.get("value")
    holder = inner if isinstance(inner, dict) else citation
    named = (holder.get(field) for field in ("url", "title", "document_title", "filename"))
    return one_line(next((n for n in named if isinstance(n, str) and n.strip()), ""), _SOURCE_CHARS)


def _json_unless_empty(block: Block) -> str:
    """Return a block that has no text after all as JSON, an empty text block as nothing."""
    return "" if block.get("text") == "" or block.keys() <= {"type"} else as_json(block)


def as_json(value: Any) -> str:
    """Return a JSON value as compact text that a reader of any language can read."""
    return json.dumps(value, ensure_ascii=False, default=str)
