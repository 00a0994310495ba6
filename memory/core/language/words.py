"""Texts as the words they can be found by, in any script; the one tokeniser of every index and question."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from sys import intern

import snowballstemmer

from memory.core.language.text import normalise

WORD_LIMIT = 64
"""Characters of a word that count: longer ones (keys, base64) are found by their beginning."""

# Scripts that put no spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
# Signs that belong to a letter but are no `\w`: accents and the vowel signs of Hebrew, Arabic and Indic scripts.
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0980-\u0dff"
_LETTERS = f"(?:(?![{_UNSPACED}])[^\\W_]|[{_SIGNS}])+"
_RUN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    rf"|{_LETTERS}(?:(?:[-_./:@&'+]|(?<=\d),(?=\d{{3}}(?!\d))){_LETTERS})*(?:\+\+|#)?"
)
_PART = re.compile(rf"\d+|(?:[^\W\d_]|[{_SIGNS}])+")
_NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")
_JOINT = re.compile(r"(?<!\d)\.|\.(?!\d)|[-_/:@&',]")
_CONTRACTION = re.compile(r"\b(?:can|won|shan)'t\b|n't\b|'(?:s|re|ll|ve|d|m)\b")
_HUMP = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+")
_HUMP_PART = re.compile(r"[A-Z]?[a-z]+|\d+")

# No "will", "may", "us": they are a name, a month and a country too, and being common already counts for little.
STOPWORDS = frozenset(
    """
    a about after again all also am an and any anyone anything are as at be because been before being both but by
    can could did do does doing done each either else ever every few for from further get gets getting got had has
    have having he hello her here hers herself hey hi him himself his how however i if in into is it its itself just
    let many me might more most much must my myself no nor not of off ok okay on once one only or other our ours
    ourselves out over own please same shall she should so some someone something such tell than thank thanks that
    the their theirs them themselves then there these they this those through to too until up upon very was we were
    what whatever when whenever where wherever which while who whom whose why with would yes yet you your yours
    yourself yourselves
    """.split()  # noqa: SIM905  # a word list is read as text
)
STOP_PHRASES = frozenset(
    """
    什么时候 为什么 怎么样 怎么 怎样 什么 哪些 哪里 哪儿 哪个 哪天 哪位 多少 几点 是不是 有没有 能不能 请问 告诉 来着
    我们 你们 他们 她们 它们 自己 这个 那个 这些 那些 这里 那里 可以 因为 所以 但是 然后 你好 您好 谢谢 好的
    的 了 吗 呢 吧 啊 呀 嘛 是 在 我 你 您 他 她 它 谁 哪 啥 这 那
    """.split()  # noqa: SIM905  # a word list is read as text
)
_STOP_PHRASE = re.compile("|".join(sorted(STOP_PHRASES, key=len, reverse=True)))


def words(text: str) -> list[str]:
    """Return the content words of `text`, those that stand in it twice twice.

    Letters and digits: English stems without stopwords; numbers and identifiers (`AB-1234`, `2026-03-05`, `userName`)
    whole, without their joints, and in parts. Chinese and other scripts without spaces: the pairs of neighbouring
    characters between function words. Full-width forms, case, accents and traditional characters make no difference.
    Takes time linear in the length of `text`.
    """
    plain = _CONTRACTION.sub("", normalise(text).replace("’", "'"))
    runs = [part for run in _RUN.finditer(plain) for part in _parts(run)]
    humps = [part.casefold() for hump in _HUMP.finditer(text) for part in _HUMP_PART.findall(hump[0])]
    return [word for part in runs + humps if (word := _word(part[:WORD_LIMIT]))]


def _parts(run: re.Match[str]) -> Iterator[str]:
    """Yield a run without joints, then its parts if it has several; of a number its whole part alone."""
    if run["unspaced"]:
        yield from _pairs(run[0])
        return
    parts = _PART.findall(run[0])
    if _NUMBER.fullmatch(run[0]):
        parts = [run[0].replace(",", "").split(".")[0]]
    if parts != [run[0]]:
        yield _JOINT.sub("", run[0])
    yield from parts


def _pairs(run: str) -> Iterator[str]:
    for piece in _STOP_PHRASE.split(run):
        if len(piece) == 1:
            yield piece
        yield from (piece[i : i + 2] for i in range(len(piece) - 1))


@lru_cache(maxsize=65_536)
def _word(part: str) -> str:
    """Return the form of one word that is compared, "" for a stopword."""
    plain = part if part.isascii() else _without_accents(part)
    if plain in STOPWORDS:
        return ""
    if plain.isdigit():
        return plain.lstrip("0") or "0" if len(plain) <= 2 else plain  # noqa: PLR2004  # 05 of a date is 5
    if plain.isascii() and plain.isalpha():
        # A stemmer keeps the word it works on, so threads must not share one; making one costs next to nothing.
        return intern(str(snowballstemmer.stemmer("english").stemWord(plain)))
    return intern(plain)  # an index holds the same words very often


def _without_accents(word: str) -> str:
    base = unicodedata.normalize("NFD", word)
    bare = "".join(c for c in base if not "\u0300" <= c <= "\u036f")
    return bare if bare.isascii() else word
