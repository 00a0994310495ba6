import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.tokens.image_size import image_size

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 640, 480, 8, 2, 0, 0, 0)
GIF = b"GIF89a" + struct.pack("<HH", 640, 480) + b"\x00" * 8
JPEG = (
    b"\xff\xd8"
     b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\x00" + b"\x00" * 9
    + b"\xff\xdb" + struct.pack(">H", 67) + b"\x01" * 65
    + b"\xff\xc2" + struct.pack(">HBHH", 17, 8, 480, 640) + b"\x00" * 10
)  # fmt: skip
WEBP_LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 " + b"\x00" * 10 + struct.pack("<HH", 640, 480)
WEBP_LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L" + b"\x00" * 4 + b"\x2f" + struct.pack("<I", 639 | 479 << 14)
WEBP_EXTENDED = (
    b"RIFF\x00\x00\x00\x00WEBPVP8X" + b"\x00" * 8 + (639).to_bytes(3, "little") + (479).to_bytes(3, "little")
)
FILES = {
    "png": PNG,
    "gif": GIF,
    "jpeg": JPEG,
    "lossy webp": WEBP_LOSSY,
    "lossless webp": WEBP_LOSSLESS,
    "extended webp": WEBP_EXTENDED,
}


@pytest.mark.parametrize("kind", FILES)
def test_the_header_tells_width_and_height(kind: str):
    assert image_size(FILES[kind]) == (640, 480)


@pytest.mark.parametrize("kind", FILES)
def test_a_header_that_breaks_off_tells_nothing(kind: str):
    whole = FILES[kind]
    assert [image_size(whole[:end]) for end in range(10 if kind == "gif" else 16)] == [None] * (
        10 if kind == "gif" else 16
    )


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", "图片".encode(), PNG[:16] + b"\x00" * 20, b"\xff\xd8\xff\xda\x00\x00"]
)
def test_what_is_no_image_or_has_no_sides_tells_nothing(data: bytes):
    assert image_size(data) is None


@given(
    st.sampled_from([b"\xff\xd8\xff", b"GIF8", b"RIFF\x00\x00\x00\x00WEBPVP8L", b"\x89PNG\r\n\x1a\n", b""]), st.binary()
)
def test_no_bytes_raise(start: bytes, rest: bytes):
    size = image_size(start + rest)
    assert size is None or min(size) > 0
