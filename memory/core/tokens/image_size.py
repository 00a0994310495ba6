"""The width and height of an image, from the first bytes of its file."""

import struct

_PNG = b"\x89PNG\r\n\x1a\n"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of a frame, which tells the size."""
_FRAME_BYTES = 9


def image_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height in pixels of a PNG, GIF, WebP or JPEG file; None for any other, or a broken one."""
    try:
        if data.startswith(_PNG):
            size: tuple[int, int] = struct.unpack(">II", data[16:24])
        elif data.startswith(b"GIF8"):
            size = struct.unpack("<HH", data[6:10])
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            size = _webp(data)
        else:
            size = _jpeg(data)
    except (struct.error, IndexError):
        return None
    return size if min(size) > 0 else None


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack("<HH", data[26:30]))
    return width, height


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2 if data.startswith(b"\xff\xd8") else len(data)
    while data[at] == 0xFF:  # noqa: PLR2004  # begins every marker
        if data[at + 1] in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + _FRAME_BYTES])
            return width, height
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return 0, 0
