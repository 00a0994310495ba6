from datetime import UTC, datetime

from support.histories import message
from support.media import digest, encoded, image, image_url, png, text

from memory.core.defaults import DEFAULTS
from memory.core.ids import entry_key
from memory.core.messages.blobs import all_taken_out, references
from memory.core.messages.media_view import media_line, with_newest_media
from memory.core.tokens.media_tokens import MEDIA_TOKENS
from memory.core.transcript.entries import Message, text_of
from memory.models.tokenizer import count_message

SENT = datetime(2026, 1, 2, 9, tzinfo=UTC)


def thread(*content: list[object]) -> list[Message]:
    return all_taken_out(message(f"m{i}", "user", c) for i, c in enumerate(content))[0]


def shown(messages: list[Message]) -> list[str]:
    return [r["blob"] for m in messages for r in references(m["content"])]


def test_the_newest_are_shown_and_older_ones_told_in_a_line_with_their_date():
    said = thread(*([text(f"第{i}张"), image_url(png(str(i), 250_000))] for i in range(4)))
    view = with_newest_media(said, {m["id"]: entry_key(SENT, m["id"], "0" * 16) for m in said}, count=2)
    assert shown(view) == [digest(png("2", 250_000)), digest(png("3", 250_000))]
    name = digest(png("0", 250_000))[:12]
    line = f'[image image/png 244 KB, sha256 {name}…; sent 2026-01-02; open_earlier("{name}") shows it]'
    assert text_of(view[0]) == f"第0张\n{line}"
    assert view[2:] == said[2:]


def test_a_message_without_media_stays_the_same_object():
    said = [message("a", "user", "你好"), message("b", "user", [text("hi")])]
    assert all(a is b for a, b in zip(with_newest_media(said, {}), said, strict=True))


def test_nothing_older_is_shown_past_the_size_that_fits():
    said = thread(*([image(png(str(i), size))] for i, size in enumerate([2_000, 7_000_000, 7_000_000])))
    assert shown(with_newest_media(said, {})) == [digest(png("2", 7_000_000))]


def test_the_assistants_own_are_told_in_a_line():
    said = [message("a", "assistant", [text("畫好了"), image(png("x"))])]
    view = with_newest_media(all_taken_out(said)[0], {})
    assert shown(view) == []
    assert "[image image/png 2 KB, sha256 " in text_of(view[0])


def test_with_none_allowed_small_ones_and_addresses_are_told_too():
    remote = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
    view = with_newest_media(thread([text("看"), image(b"tiny"), remote, image(png("x"))]), {}, count=0)
    assert text_of(view[0]).startswith("看\n[image; not shown]\n[image; not shown]\n[image image/png 2 KB")
    assert "open_earlier" not in text_of(view[0])


def test_a_long_text_file_is_told_as_one_to_be_opened_in_parts():
    files = [{"type": "file", "base64": encoded(b"a" * size), "mime_type": "text/csv"} for size in (5_000, 50_000)]
    view = with_newest_media(thread(files), {})
    assert len(shown(view)) == 1
    assert 'open_earlier("' in text_of(view[0])


def test_a_files_name_is_told_on_one_line():
    block = {"type": "input_file", "file_data": "data:application/pdf;base64,AAAA", "filename": "年度\n報告.pdf"}
    reference = {
        "type": "file",
        "blob": "a" * 64,
        "size": 3,
        "mime_type": "application/pdf",
        "form": block,
        "at": ["file_data"],
    }
    assert media_line(reference, "it was erased").startswith(
        '[file application/pdf "年度 報告.pdf" 1 KB, sha256 aaaaaaaaaaaa…'
    )
    nested = {
        **reference,
        "form": {"type": "file", "file": {"filename": "a.pdf", "file_data": ""}},
        "at": ["file", "file_data"],
    }
    assert '"a.pdf"' in media_line(nested, "")


def test_a_reference_counts_as_an_image_and_a_line_as_its_text():
    said = thread(
        [image(png("a")), {"type": "document", "source": {"type": "base64", "data": "", "media_type": "x/y"}}]
    )
    assert MEDIA_TOKENS * 2 <= count_message(said[0]) < MEDIA_TOKENS * 2 + 10
    assert count_message(with_newest_media(said, {}, count=0)[0]) < 100
    assert DEFAULTS.message_media * MEDIA_TOKENS < DEFAULTS.context_budget
