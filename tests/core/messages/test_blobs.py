from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.histories import message
from support.media import digest, encoded, image, image_url, png, text

from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.messages.blobs import (
    all_taken_out,
    encoded_chars,
    is_reference,
    media_problem,
    put_back,
    referenced_blobs,
    references,
    taken_out,
    with_mime_type,
)
from memory.core.messages.incoming import read_incoming
from memory.core.messages.media_forms import MEDIA_TYPES
from memory.core.transcript.entries import Message, message_hash, text_of

DATA = png("cat")
B64 = encoded(DATA)
URL = f"data:image/png;base64,{B64}"
PDF_URL = f"data:application/pdf;base64,{B64}"
FORMS: list[tuple[dict[str, Any], str]] = [
    ({"type": "image", "base64": B64, "mime_type": "image/png", "extras": {"alt": "猫"}}, "image/png"),
    ({"type": "image", "base64": B64}, "image/png"),
    ({"type": "image", "url": URL}, "image/png"),
    ({"type": "image", "source_type": "base64", "data": B64, "mime_type": "image/jpeg"}, "image/jpeg"),
    ({"type": "image", "data": B64, "mimeType": "image/webp"}, "image/webp"),
    ({"type": "image_url", "image_url": {"url": URL, "detail": "high"}}, "image/png"),
    ({"type": "image_url", "image_url": URL}, "image/png"),
    ({"type": "input_image", "image_url": URL}, "image/png"),
    ({"type": "file", "base64": B64, "mime_type": "application/pdf", "filename": "報告.pdf"}, "application/pdf"),
    ({"type": "file", "file": {"file_data": PDF_URL, "filename": "a.pdf"}}, "application/pdf"),
    ({"type": "input_file", "file_data": PDF_URL}, "application/pdf"),
    ({"type": "audio", "base64": B64, "mime_type": "audio/mpeg"}, "audio/mpeg"),
    ({"type": "input_audio", "input_audio": {"data": B64, "format": "wav"}}, "audio/wav"),
    ({"type": "video_url", "video_url": {"url": f"data:video/mp4;base64,{B64}"}}, "video/mp4"),
    ({"type": "media", "mime_type": "video/mp4", "data": B64}, "video/mp4"),
    ({"type": "image", "source": {"type": "base64", "media_type": "image/gif", "data": B64}}, "image/gif"),
    ({"type": "document", "source": {"type": "base64", "media_type": "text/csv", "data": B64}}, "text/csv"),
    ({"type": "image_generation_call", "id": "ig", "result": B64}, "image/png"),
]  # fmt: skip
KEPT = [
    {"type": "text", "text": URL},
    {"type": "image_url", "image_url": {"url": "https://example.org/cat.png"}},
    {"type": "image", "url": "https://example.org/猫.png"},
    {"type": "image", "file_id": "file-123"},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "純文字 " * 500}},
    {"type": "file", "source_type": "text", "text": "plain " * 500},
    {"type": "tool_use", "id": "c", "name": "draw", "input": {"base64": B64}},
    {"type": "chart", "base64": B64},
    {"type": ["image"], "base64": B64},
    URL,
]
blocks = st.sampled_from([form for form, _ in FORMS]) | st.sampled_from(KEPT)


def user(*content: Any) -> Message:
    return message("m", "user", list(content))


def restored(value: Any, data: dict[str, str]) -> Any:
    """The value with every reference put back."""
    if is_reference(value):
        return put_back(value, data[value["blob"]])
    if isinstance(value, dict):
        return {k: restored(v, data) for k, v in value.items()}
    return [restored(v, data) for v in value] if isinstance(value, list) else value


def refused(*content: Any) -> InputError:
    with pytest.raises(InputError) as error:
        read_incoming(all_taken_out([user(*content)])[0], [])
    assert error.value.field == "messages"
    return error.value


@pytest.mark.parametrize(("block", "mime_type"), FORMS, ids=lambda f: f["type"] if isinstance(f, dict) else "")
def test_every_form_of_inline_data_becomes_a_reference_that_tells_its_type_and_size(
    block: dict[str, Any], mime_type: str
):
    lean, blobs = taken_out(user(text("这是什么？"), block))
    assert B64 not in str(lean)
    told = {"type": block["type"], "blob": digest(DATA), "mime_type": mime_type, "size": len(DATA)}
    assert isinstance(lean["content"], list)
    assert lean["content"][0] == text("这是什么？")
    assert told.items() <= lean["content"][1].items()
    assert (blobs[digest(DATA)].base64, blobs[digest(DATA)].mime_type) == (B64, mime_type)


@given(st.lists(blocks, max_size=5), st.booleans())
def test_what_was_taken_out_is_put_back_as_it_was_also_when_nested(content: list[Any], nested: bool):
    given_content = [{"type": "tool_result", "tool_use_id": "c", "content": content}] if nested else content
    lean, blobs = taken_out(user(*given_content))
    back = restored(lean["content"], {name: blob.base64 for name, blob in blobs.items()})
    assert back == given_content
    assert taken_out(lean) == (lean, {})


@pytest.mark.parametrize("block", KEPT, ids=str)
def test_addresses_plain_text_and_what_is_no_media_stay_as_they_are(block: Any):
    said = user(block)
    assert taken_out(said) == (said, {})
    assert taken_out(said)[0] is said
    assert media_problem(said) is None


def test_a_small_image_stays_and_a_larger_one_goes():
    small, larger = image(png("s", DEFAULTS.inline_media_bytes)), image(png("l", DEFAULTS.inline_media_bytes + 1))
    lean, blobs = taken_out(user(small, larger))
    assert lean["content"][0] == small
    assert len(blobs) == 1


def test_the_same_bytes_in_two_blocks_and_spellings_are_one_blob():
    broken = "\n".join(B64[i : i + 76] for i in range(0, len(B64), 76))
    lean, blobs = taken_out(user(image(DATA), {**image(DATA), "base64": broken}, image_url(DATA)))
    assert list(blobs) == [digest(DATA)]
    assert lean["content"][0] == lean["content"][1]
    assert [r["blob"] for r in references(lean["content"])] == [digest(DATA)] * 3


def test_a_message_sent_again_has_the_same_hash_as_the_reference_that_was_recorded():
    first, again, other = (taken_out(user(text("看"), image(d)))[0] for d in (DATA, DATA, png("dog")))
    assert message_hash(first) == message_hash(again) != message_hash(other)


def test_nothing_of_the_data_is_text():
    assert text_of(taken_out(user(text("我的猫"), image(DATA), image_url(DATA)))[0]) == "我的猫"


def test_the_data_of_artifacts_and_of_a_providers_fields_goes_too():
    said = message("t", "tool", "一张图", artifact={"页": [image(DATA)]}, extra={"images": [image_url(png("x"))]})
    lean, blobs = taken_out(said)
    assert set(blobs) == referenced_blobs([lean]) == {digest(DATA), digest(png("x"))}
    assert lean["content"] == "一张图"


@pytest.mark.parametrize("bad", ["not base64!", B64[:-1], "図" * 900, "", "-_" * 900])
@pytest.mark.parametrize("form", ["base64", "url"])
def test_bad_base64_of_a_user_is_refused_by_the_number_of_its_block(bad: str, form: str):
    block = (
        {"type": "image", "base64": bad}
        if form == "base64"
        else image_url(b"") | {"image_url": {"url": f"data:image/png;base64,{bad}"}}
    )
    error = refused(text("看"), block)
    assert "content block 2" in error.problem
    assert "Base64" in error.problem
    assert error.remedy


def test_a_data_url_in_another_encoding_is_refused():
    assert "content block 1 (image)" in refused({"type": "image", "url": "data:image/svg+xml,%3Csvg%3E"}).problem


def test_an_image_too_large_too_many_and_a_message_too_large_are_refused():
    large = image(png("l", DEFAULTS.blob_bytes + 1))
    assert "is larger than" in refused(large).problem
    assert "9 images and files" in refused(*(image(png(str(i))) for i in range(9))).problem
    assert "9 images and files" in refused(*[image(b"tiny")] * 9).problem
    assert (
        "holds more than 12,582,912 characters" in refused(*(image(png(str(i), 4_000_000)) for i in range(3))).problem
    )
    assert "holds more than" in refused({"type": "image", "base64": "A" * (DEFAULTS.media_bytes + 4)}).problem


def test_a_message_at_its_limits_is_kept():
    content = [image(png(str(i), 1_170_000)) for i in range(DEFAULTS.message_media)]
    lean, blobs = taken_out(user(*content))
    assert read_incoming([lean], []).new == [lean]
    assert len(blobs) == DEFAULTS.message_media
    assert abs(encoded_chars(lean["content"]) - len(str(content))) < len(str(content)) / 100


UNREADABLE: list[tuple[dict[str, Any], str]] = [
    ({"type": "image", "base64": 5}, "base64"),
    ({"type": "audio", "base64": None, "mime_type": "audio/wav"}, "base64"),
    ({"type": "image", "source_type": "base64", "mime_type": "image/png"}, "data"),
    ({"type": "image", "source_type": "url"}, "url"),
    ({"type": "file", "source_type": "id", "url": "https://example.org/页.pdf"}, "id"),
]


@pytest.mark.parametrize(("block", "key"), UNREADABLE, ids=str)
def test_a_block_that_no_model_could_be_given_is_refused_and_of_a_tool_left_out(block: dict[str, Any], key: str):
    assert f"content block 2 ({block['type']}) has no {key}" in refused(text("看"), block).problem
    lean, _ = taken_out(message("t", "tool", [text("结果"), block]))
    assert lean["content"] == [text("结果"), text(f"[{block['type']} left out: it has no {key}]")]


def test_a_block_without_a_media_type_gets_the_one_its_data_tells_and_any_other_none():
    assert with_mime_type({"type": "image", "base64": B64}) == {
        "type": "image",
        "base64": B64,
        "mime_type": "image/png",
    }
    old = {"type": "image", "source_type": "base64", "data": B64}
    assert with_mime_type(old) == {**old, "mime_type": "image/png"}
    assert with_mime_type({"type": "file", "base64": "5L2g5aW9"}) == {
        "type": "file",
        "base64": "5L2g5aW9",
        "mime_type": "application/octet-stream",
    }
    for block in (image(DATA), image_url(DATA), {"type": "image", "base64": "!"}, text("看")):
        assert with_mime_type(block) is None


def test_a_refused_message_does_not_stop_the_next_one():
    bad, good = message("a", "user", [image(b"")]), message("b", "user", "没事了")
    assert [m["id"] for m in read_incoming(all_taken_out([bad, good])[0], []).new] == ["b"]


def test_bad_data_of_a_tool_or_a_model_is_left_out_and_said_so():
    large = png("l", DEFAULTS.blob_bytes + 1)
    for role in ("tool", "assistant"):
        said = message("t", role, [{"type": "image", "base64": "!"}, image(large), *[image(DATA)] * 8])
        lean, blobs = taken_out(said)
        assert isinstance(lean["content"], list)
        assert ["left out" in str(b) for b in lean["content"]] == [True, True, *[False] * 6, True, True]
        assert list(blobs) == [digest(DATA)]


@pytest.mark.parametrize(
    "changed",
    [
        {"blob": "../../x"},
        {"blob": "A" * 64},
        {"blob": 5},
        {"size": "1"},
        {"size": -1},
        {"mime_type": None},
        {"form": "x", "at": []},
        {"form": {}, "at": ["a"]},
        {"form": {"a": 1}, "at": ["a"]},
        {"form": {"a": "x"}, "at": [["a"]]},
        {"form": {"a": "x"}},
        {"form": 7, "at": ["a"]},
    ],
    ids=str,
)
def test_what_only_looks_like_a_reference_is_none(changed: dict[str, Any]):
    reference = {"type": "image", "blob": "a" * 64, "size": 5, "mime_type": "image/png"}
    assert is_reference(reference)
    assert not is_reference(reference | changed)


def test_a_reference_a_client_sends_again_is_taken_as_it_is():
    reference = {"type": "image", "blob": "a" * 64, "size": 5, "mime_type": "image/png"}
    assert taken_out(user(reference)) == (user(reference), {})
    assert put_back(reference, B64) == image(DATA)


@given(
    st.recursive(
        st.none() | st.text() | st.integers(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["type", "base64", "data", "url", "source", "image_url", "file", "blob", "form", "at", "text"]
                ),
                inner | st.sampled_from([*sorted(MEDIA_TYPES), B64, URL, "a" * 64]),
                max_size=4,
            )
        ),
    )
)
def test_no_content_whatever_fails(content: Any):
    for role in ("user", "tool"):
        lean, _ = taken_out(message("m", role, [content]))
        media_problem(lean)
        assert taken_out(lean)[0] == lean


@pytest.mark.parametrize("kind", [["image"], {"a": 1}, 5, None])
def test_a_block_whose_type_is_no_text_is_refused(kind: Any):
    assert "type" in refused(text("看"), {"type": kind, "base64": B64}).problem
