import base64
from typing import Any

import pytest

from memory.core.messages.blobs import put_back, references, taken_out
from memory.core.tokens.media_tokens import MEDIA_TOKENS, ImageForm, media_tokens
from memory.core.transcript.entries import Message

TILES, AREA = ImageForm("tiles"), ImageForm("area")


def png(width: int, height: int, size: int = 2_000) -> str:
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return base64.b64encode(head.ljust(size, b"\x00")).decode()


def image(width: int, height: int, **more: Any) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{png(width, height)}", **more}}


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [
        (512, 512, 85 + 170),
        (1024, 1024, 765),
        (2048, 4096, 1105),
        (100, 60, 85 + 170),
        (4000, 400, 85 + 4 * 170),
    ],
)
def test_tiles_are_counted_as_openai_says(width: int, height: int, tokens: int):
    assert media_tokens(image(width, height), TILES) == tokens


def test_low_detail_costs_the_base_alone():
    assert media_tokens(image(2048, 4096, detail="low"), TILES) == 85


@pytest.mark.parametrize(
    ("width", "height", "tokens"), [(200, 200, 54), (1000, 1000, 1334), (1092, 1092, 1590), (8000, 6000, 1600)]
)
def test_area_is_counted_as_anthropic_says_and_large_images_are_made_smaller(width: int, height: int, tokens: int):
    assert media_tokens(image(width, height), AREA) == tokens


def test_patches_are_bounded():
    form = ImageForm("patches", each=1.62)
    assert media_tokens(image(320, 320), form) == 162
    assert media_tokens(image(4000, 4000), form) == 2489


@pytest.mark.parametrize("form", [ImageForm(), TILES, AREA])
def test_an_image_of_unknown_size_counts_flat(form: ImageForm):
    assert media_tokens({"type": "image", "url": "https://example.org/猫.png"}, form) == MEDIA_TOKENS


@pytest.mark.parametrize(
    "block",
    [
        image(1024, 2048),
        {"type": "image", "base64": png(1024, 2048), "mime_type": "image/png"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png(1024, 2048)}},
    ],
)
def test_a_reference_counts_as_the_image_it_stands_for_and_is_put_back_as_it_was(block: dict[str, Any]):
    message: Message = {"id": "m", "role": "user", "content": [block], "name": None}
    without, blobs = taken_out(message)
    [reference] = references(without["content"])
    assert media_tokens(reference, TILES) == media_tokens(block, TILES) == 1105
    assert put_back(reference, blobs[reference["blob"]].base64) == block


def test_low_detail_holds_for_a_reference_too():
    message: Message = {"id": "m", "role": "user", "content": [image(2048, 2048, detail="low")], "name": None}
    [reference] = references(taken_out(message)[0]["content"])
    assert media_tokens(reference, TILES) == 85


def test_a_text_file_counts_by_its_size_and_a_recording_and_a_pdf_by_theirs():
    def reference(mime_type: str, size: int) -> dict[str, Any]:
        return {"type": "file", "mime_type": mime_type, "blob": "a" * 64, "size": size}

    for text in ("text/plain", "text/csv", "application/json", "application/xml", "application/ld+json"):
        assert media_tokens(reference(text, 30_000)) == 20_001
    assert media_tokens(reference("audio/mpeg", 1_000_000)) == 2_000
    assert media_tokens(reference("application/pdf", 200_000)) == 4_000
    assert media_tokens(reference("application/pdf", 2_000)) == MEDIA_TOKENS
    assert media_tokens(reference("video/mp4", 8_000_000)) == 8_000


def test_a_small_inline_image_in_broken_base64_counts_flat():
    block = {"type": "image", "base64": "!!!", "mime_type": "image/png"}
    assert media_tokens(block, TILES) == MEDIA_TOKENS
