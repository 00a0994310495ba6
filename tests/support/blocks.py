"""Content blocks as providers, clients and tools leave them in a thread, and histories made of them."""

from typing import Any

from hypothesis import strategies as st
from support.histories import call, message
from support.media import encoded, image, image_url, png, text

from memory.core.transcript.entries import Message, Role

SMALL = png("small", 100)
PDF = b"%PDF-1.4 tiny"
BLOB = {"blob": "ab" * 32, "size": 5_000}
CITED = [{"type": "citation", "url": "https://example.org/a", "title": "A"}]

ANSWERS: list[Any] = [
    "a bare string",
    text(""),
    text(" \n"),
    text("我查过了"),
    {"type": "text", "text": "cited", "annotations": CITED, "id": "msg_1", "index": 0},
    {"type": "text", "text": None},
    {"type": "output_text", "text": "said", "annotations": [{"type": "url_citation", "url": "https://example.org/b"}]},
    {"type": "refusal", "refusal": "I cannot help with that."},
    {"type": "thinking", "thinking": "想一想", "signature": "sig"},
    {"type": "redacted_thinking", "data": "xx"},
    {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "because"}]},
    {"type": "reasoning_content", "reasoning_content": {"text": "bedrock"}},
    {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
    {"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "search", "arguments": "{}"},
    {"type": "input_json_delta", "partial_json": "{"},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
    {"type": "web_search_call", "id": "ws_1", "status": "completed"},
    {"type": "code_interpreter_call", "id": "ci_1", "code": "1+1", "container_id": "x"},
    {"type": "executable_code", "executable_code": "1+1", "language": "python"},
    {"type": "image_generation_call", "id": "ig_1", "result": encoded(SMALL)},
    image(SMALL),
    {"type": "audio", "id": "audio_1", "transcript": "heard"},
    {"type": "non_standard", "value": {"type": "text", "text": "wrapped"}},
    {"type": "non_standard", "value": {"anything": 1}},
    {"type": "brand_new", "text": "from tomorrow"},
    {"no": "type"},
    7,
    None,
]
SENT: list[Any] = [
    "一句话",
    text(""),
    text("what is this?"),
    {**text("cached"), "cache_control": {"type": "ephemeral"}},
    image(SMALL),
    image_url(SMALL),
    {"type": "image", "url": "https://example.org/a.png"},
    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": encoded(SMALL)}},
    {"type": "image", "source_type": "base64", "mime_type": "image/png", "data": encoded(SMALL)},
    {"type": "input_image", "image_url": f"data:image/png;base64,{encoded(SMALL)}"},
    {"type": "image_url", "image_url": "https://example.org/b.png"},
    {"type": "media", "mime_type": "image/png", "data": encoded(SMALL)},
    {"type": "image", "mime_type": "image/png", **BLOB},
    {"type": "file", "base64": encoded(PDF), "mime_type": "application/pdf"},
    {"type": "input_file", "file_data": f"data:application/pdf;base64,{encoded(PDF)}", "filename": "报告.pdf"},
    {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": encoded(PDF)}},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "plain"}, "title": "t"},
    {"type": "document", "source": {"type": "content", "content": [text("inner")]}},
    {"type": "file", "base64": encoded("名单".encode()), "mime_type": "text/csv", "filename": "a.csv"},
    {"type": "text-plain", "text": "a text file", "mime_type": "text/plain"},
    {"type": "input_audio", "input_audio": {"data": encoded(b"ID3 sound"), "format": "mp3"}},
    {"type": "audio", "base64": "no base64 §", "mime_type": "audio/mp3"},
    {"type": "search_result", "source": "https://example.org", "title": "T", "content": [text("found")]},
    {"type": "non_standard", "value": {"type": "input_text", "text": "wrapped"}},
    {"type": "brand_new", "value": 3},
    {"no": "type"},
    None,
]
RESULTS: list[Any] = [
    *SENT,
    {"type": "json", "json": {"price": 12.5}},
    {"type": "custom_tool_call_output", "output": 1},
]
EXTRAS: list[dict[str, Any]] = [
    {},
    {"refusal": "I must refuse."},
    {"reasoning_content": "deep thought"},
    {"audio": {"id": "audio_1", "transcript": "as heard"}},
    {"function_call": {"name": "search", "arguments": "{}"}},
    {"reasoning": {"id": "rs_2", "summary": []}, "tool_outputs": [{"type": "web_search_call", "id": "ws_2"}]},
    {"__openai_function_call_ids__": {"c1": "fc_1"}},
    {"__gemini_function_call_thought_signatures__": {"c1": "sig"}},
]
IDS: list[str | None] = ["c1", "c1", "c1", "c2", "call_" + "x" * 60, "函数 1", "toolu_01", "", None]
NAMES = ["search", "名前 with space", "", "x" * 90]


@st.composite
def block_histories(draw: st.DrawFn, *, max_size: int = 8) -> list[Message]:
    """Draw a history of every role and kind of block, with calls and results in any state."""
    history: list[Message] = []
    for number in range(draw(st.integers(0, max_size))):
        likely: Role = "tool" if history and history[-1].get("tool_calls") else "assistant"
        role: Role = draw(st.sampled_from([likely, likely, "user", "assistant", "tool", "system"]))
        kinds = {"assistant": ANSWERS, "tool": RESULTS}.get(role, SENT)
        content = draw(st.sampled_from(["", " ", "words", "文字"]) | st.lists(st.sampled_from(kinds), max_size=3))
        made = message(f"m{number}", role, content, name=draw(st.sampled_from([None, "mia", "王 小明"])))
        if role == "assistant":
            made["tool_calls"] = [
                {**call(i), "name": draw(st.sampled_from(NAMES))}
                for i in draw(st.lists(st.sampled_from(IDS), max_size=3))
            ]
            broken = draw(st.lists(st.sampled_from(IDS), max_size=1))
            made["invalid_tool_calls"] = [{"id": i, "name": None, "args": "{oops", "error": "no JSON"} for i in broken]
            made["extra"] = draw(st.sampled_from(EXTRAS))
        if role == "tool":
            made |= {"tool_call_id": draw(st.sampled_from(["c1", "c1", "c2", "call_" + "x" * 60, "函数 1", "nobody"]))}
        history.append(made)
    return history
