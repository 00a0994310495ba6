"""Traces of forgotten words: keyed hashes that find them again in any text, and tell them to nobody.

A text is read as tokens: runs of letters and digits, and single characters of scripts without spaces, in the form in
which quotes are compared (case, width and script make no difference).
"""

import hmac
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memory.core.facts.facts import Proposal, Trace
from memory.core.facts.grounding import compared

_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
_SPEAKER = frozenset("i m am ve my we our 我 的 们 咱 俺".split())  # noqa: SIM905  # a word list is read as text
_SHORTEST = 2
"""Characters of the shortest trace: a single one would be found everywhere."""
_PRIME = 2**127 - 1


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int


def traces_of(fact: Proposal, key: str) -> list[Trace]:
    """Return the traces of a fact: of its slot's value, in a keyed slot of what follows the key too, else of its text.

    The text counts without the speaker it begins with, so that "You live there" repeats "I live there".
    """
    value = fact["value"]
    told = [value, value.partition(": ")[2]] if value else [fact["text"]]
    found = [_trace(_without_speaker(_tokens(text)), key) for text in told]
    return [trace for number, trace in enumerate(found) if trace is not None and trace not in found[:number]]


def find_traces(text: str, traces: Iterable[Trace], key: str) -> list[tuple[int, int]]:
    """Return where `text` repeats what `traces` were made of: character offsets, end exclusive, in order.

    Stretches may overlap. Takes time linear in the length of `text` for each length of trace.
    """
    wanted: dict[int, set[str]] = {}
    for trace in traces:
        wanted.setdefault(trace["words"], set()).add(trace["hash"])
    if not wanted:
        return []
    tokens = _tokens(text)
    hashed = _hashed(tokens, key)
    found: list[tuple[int, int]] = []
    for length, hashes in wanted.items():
        rolled = _rolled(hashed, length, _base(key))
        found += [
            (tokens[at].start, tokens[at + length - 1].end) for at, sum_ in enumerate(rolled) if _hex(sum_) in hashes
        ]
    return sorted(found)


def _trace(tokens: Sequence[_Token], key: str) -> Trace | None:
    if sum(len(token.text) for token in tokens) < _SHORTEST:
        return None
    (sum_,) = _rolled(_hashed(tokens, key), len(tokens), _base(key))
    return {"words": len(tokens), "hash": _hex(sum_)}


def _tokens(text: str) -> list[_Token]:
    plain, places = compared(text)
    return [_Token(match[0], places[match.start()], places[match.end() - 1] + 1) for match in _TOKEN.finditer(plain)]


def _without_speaker(tokens: list[_Token]) -> list[_Token]:
    first = next((n for n, token in enumerate(tokens) if token.text not in _SPEAKER), len(tokens))
    return tokens[first:]


def _hashed(tokens: Sequence[_Token], key: str) -> list[int]:
    distinct = {token.text: _number(key, f"token {token.text}") for token in tokens}
    return [distinct[token.text] for token in tokens]


def _rolled(hashed: Sequence[int], length: int, base: int) -> list[int]:
    """Return one number for every `length` neighbours: a polynomial in `base`, carried from each place to the next."""
    leaving = pow(base, length, _PRIME)
    sums: list[int] = []
    rolling = 0
    for at, number in enumerate(hashed):
        rolling = (rolling * base + number) % _PRIME
        if at >= length:
            rolling = (rolling - leaving * hashed[at - length]) % _PRIME
        if at >= length - 1:
            sums.append(rolling)
    return sums


def _base(key: str) -> int:
    return _number(key, "base")


def _number(key: str, text: str) -> int:
    return int.from_bytes(hmac.digest(key.encode(), text.encode(), "sha256")) % _PRIME


def _hex(number: int) -> str:
    return f"{number:032x}"
