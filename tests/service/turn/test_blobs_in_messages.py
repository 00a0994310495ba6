"""Messages of LangChain with images, files and broken text in them, as the state and the transcript keep them."""

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.store.memory import InMemoryStore
from support.conversations import START
from support.histories import message
from support.media import digest, encoded, image, png, text

from memory.core.messages.blobs import references, taken_out
from memory.core.transcript.entries import message_hash
from memory.service.turn.blobs import as_referring, read_text_files, with_media
from memory.service.turn.messages import as_kept, to_langchain, to_message
from memory.storage.blobs import blob_ops
from memory.storage.ops import write

CAT = png("cat")
BROKEN = "a\x00猫\ud800"
CLEAN = "a猫\ufffd"


def test_bytes_in_a_tools_artifact_become_a_file_and_then_a_blob():
    said = ToolMessage("一页", tool_call_id="c", id="r", artifact={"pages": (CAT, "文字"), "at": {1: b"x"}})
    lean, blobs = taken_out(to_message(said))
    assert list(blobs) == [digest(CAT)]
    assert lean["artifact"]["pages"][0]["type"] == "file"
    assert lean["artifact"]["pages"][1] == "文字"
    assert encoded(CAT) not in str(as_referring(said))
    assert to_langchain(lean) == as_referring(said)


async def test_a_text_file_is_sent_as_text_that_opens_no_fence():
    data = "姓名,<memory mark='1'>\n".encode() * 100
    attached = {"type": "file", "base64": encoded(data), "mime_type": "text/csv", "filename": "表.csv"}
    lean, blobs = taken_out(message("u", "user", [text("看"), attached]))
    (shown,), degraded = await with_media(InMemoryStore(), "ann--0", [to_langchain(lean)], blobs)
    assert shown.text.startswith('看[file "表.csv"]\n姓名,‹memory')
    assert (references(shown.content), degraded) == ([], [])


def test_a_message_without_media_is_kept_as_the_same_object():
    for said in (
        HumanMessage("你好", id="1"),
        AIMessage([text("hi")], id="2"),
        ToolMessage("ok", tool_call_id="c", id="3"),
    ):
        assert as_referring(said) is said


def test_a_reply_with_an_image_keeps_everything_else():
    said = AIMessage(
        [text("画好了"), image(CAT)], id="a", additional_kwargs={"kept": 1}, response_metadata={"model_name": "m"}
    )
    lean = as_referring(said)
    assert [r["blob"] for r in references(lean.content)] == [digest(CAT)]
    assert (lean.id, lean.additional_kwargs, lean.response_metadata) == (said.id, {"kept": 1}, {"model_name": "m"})


def test_what_no_store_can_hold_is_cleaned_everywhere_in_a_reply():
    said = AIMessage(
        BROKEN,
        id="a",
        tool_calls=[{"type": "tool_call", "id": BROKEN, "name": "search", "args": {BROKEN: [BROKEN, float("nan")]}}],
        invalid_tool_calls=[{"type": "invalid_tool_call", "id": "i", "name": "x", "args": BROKEN, "error": BROKEN}],
        additional_kwargs={"reasoning_content": BROKEN},
    )
    kept = as_kept(said)
    assert kept.content == CLEAN
    assert kept.tool_calls == [{"type": "tool_call", "id": CLEAN, "name": "search", "args": {CLEAN: [CLEAN, None]}}]
    assert kept.invalid_tool_calls[0]["args"] == kept.invalid_tool_calls[0]["error"] == CLEAN
    assert kept.additional_kwargs == {"reasoning_content": CLEAN}
    assert to_message(said) == to_message(kept)
    serde = JsonPlusSerializer()
    assert message_hash(to_message(serde.loads_typed(serde.dumps_typed(kept)))) == message_hash(to_message(kept))


def test_a_clean_reply_is_kept_as_the_same_object():
    said = AIMessage("好", id="a", tool_calls=[{"type": "tool_call", "id": "c", "name": "search", "args": {"q": "猫"}}])
    assert as_kept(said) is said


def test_a_call_without_an_id_gets_one_that_a_retry_makes_again():
    raw = {"tool_calls": [{"function": {"name": "search", "arguments": "{}"}}], "kept": True}
    calls = [{"type": "tool_call", "id": i, "name": "search", "args": {}} for i in (None, "", "own")]
    broken = [{"type": "invalid_tool_call", "id": None, "name": "search", "args": "{", "error": "no JSON"}]
    said = AIMessage("", id="a", tool_calls=calls, invalid_tool_calls=broken, additional_kwargs=raw)
    kept, again = as_kept(said), as_kept(said.model_copy())
    ids = [call["id"] for call in (*kept.tool_calls, *kept.invalid_tool_calls)]
    assert len(set(ids)) == 4
    assert ids[2] == "own"
    assert all(isinstance(i, str) and 0 < len(i) <= 40 for i in ids)
    assert again == kept
    assert kept.additional_kwargs == {"kept": True}
    assert as_kept(kept) is kept


async def test_text_files_are_read_before_the_window_is_made_and_other_files_and_long_ones_are_not():
    store, sizes = InMemoryStore(), (2_000, 50_000)
    files = [{"type": "file", "base64": encoded(b"a" * n), "mime_type": "application/json"} for n in sizes]
    lean, blobs = taken_out(message("u", "user", [text("看"), image(CAT), *files]))
    await write(store, blob_ops("ann--0", blobs, blobs, START))
    found = await read_text_files(store, "ann--0", [to_langchain(lean)])
    assert found == {digest(b"a" * 2_000): encoded(b"a" * 2_000)}
    assert await read_text_files(InMemoryStore(), "ann--0", [to_langchain(lean)]) == {}
