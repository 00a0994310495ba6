from typing import Any

import pytest
from support.blocks import ANSWERS, BLOB, CITED, PDF, RESULTS, SENT, SMALL
from support.histories import message
from support.media import encoded, image, text

from memory.core.messages.content_blocks import TREATMENT, answer_text, readable_content
from memory.core.messages.media_block import media_block
from memory.core.messages.media_forms import MEDIA_TYPES

PNG_URL = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{encoded(SMALL)}"}}


def said(*blocks: Any, **extra: Any) -> str:
    return answer_text(message("a", "assistant", list(blocks), extra=extra))


def test_every_block_of_any_kind_is_read_without_an_error():
    for block in [*ANSWERS, *RESULTS]:
        assert isinstance(said(block), str)
        readable_content([block])
    assert TREATMENT.keys().isdisjoint(MEDIA_TYPES - {"text-plain"})


def test_an_answer_cut_at_its_citations_reads_on_and_tells_its_sources_once():
    cited = {"type": "text", "text": "东京有三千七百万人", "annotations": [*CITED, *CITED]}
    assert said(text("據統計，"), cited, text("。")) == "據統計，东京有三千七百万人。\n[sources: https://example.org/a]"
    named = {"type": "text", "text": "see", "citations": [{"type": "char_location", "document_title": "Annual report"}]}
    assert said(named) == "see\n[sources: Annual report]"


def test_reasoning_calls_and_tools_of_the_provider_leave_no_text():
    gone = [b for b in ANSWERS if isinstance(b, dict) and TREATMENT.get(str(b.get("type"))) == "gone"]
    assert len(gone) > 10
    assert said(*gone) == ""
    assert said(*({"type": kind, "text": "secret"} for kind, what in TREATMENT.items() if what == "gone")) == ""


def test_a_refusal_is_text_wherever_the_provider_puts_it():
    assert said({"type": "refusal", "refusal": "I cannot."}) == "I cannot."
    assert said(refusal="不能。") == "不能。"
    assert said(text("Sorry."), refusal="I cannot.") == "Sorry."


def test_what_a_voice_said_is_told_and_its_sound_is_not():
    assert said(audio={"id": "x", "data": "AAAA", "transcript": "你好"}) == "你好"
    assert said({"type": "audio", "id": "x", "transcript": "hello"}) == "hello"


def test_an_image_of_the_assistants_own_is_a_line():
    drawn = {"type": "image_generation_call", "id": "i", "result": encoded(SMALL)}
    assert said(text("画好了"), drawn) == "画好了\n[image; not shown]"


def test_a_block_nobody_knows_keeps_its_text_in_an_answer_and_all_it_holds_elsewhere():
    unknown = {"type": "brand_new", "text": "tomorrow", "more": 1}
    assert said(unknown) == "tomorrow"
    assert readable_content([unknown, "好"]) == '{"type": "brand_new", "text": "tomorrow", "more": 1}\n好'


@pytest.mark.parametrize("block", SENT[4:12], ids=lambda b: b["type"])
def test_an_image_has_one_form_whoever_sent_it(block: dict[str, Any]):
    (shown,) = readable_content([block])
    assert isinstance(shown, dict)
    assert shown["type"] == "image_url"
    assert shown["image_url"]["url"].startswith(("https://example.org/", PNG_URL["image_url"]["url"]))


def test_a_reference_stays_one_and_is_put_back_in_the_one_form():
    shown = media_block(
        {
            "type": "input_image",
            "mime_type": "image/png",
            **BLOB,
            "form": {"image_url": "", "detail": "low"},
            "at": ["image_url"],
        }
    )
    assert isinstance(shown, dict)
    assert shown["form"] == {"type": "image_url", "image_url": {"url": "data:image/png;base64,", "detail": "low"}}
    assert (shown["blob"], shown["at"]) == (BLOB["blob"], ["image_url", "url"])


def test_a_pdf_has_one_form_with_a_name_and_a_text_file_is_text():
    block = {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": encoded(PDF)}}
    shown = {"type": "file", "base64": encoded(PDF), "mime_type": "application/pdf", "filename": "file.pdf"}
    assert readable_content([block]) == [shown]
    table = {"type": "file", "base64": encoded("姓名,电话".encode()), "mime_type": "text/csv", "filename": "表.csv"}
    assert readable_content([table]) == '[file "表.csv"]\n姓名,电话'


def test_a_file_that_lies_elsewhere_is_left_to_its_provider_once_and_told_in_a_line_later():
    block = {"type": "file", "url": "https://example.org/a.pdf", "mime_type": "application/pdf"}
    assert readable_content([block], fresh=True) == [block]
    assert readable_content([block]) == "[file at https://example.org/a.pdf; not shown]"
    assert readable_content([{"type": "file", "file_id": "file-1"}]) == "[file; not shown]"


def test_what_was_read_once_reads_the_same_again():
    for block in RESULTS:
        once = readable_content([block, text("and"), image(SMALL)])
        assert readable_content(once) == once
