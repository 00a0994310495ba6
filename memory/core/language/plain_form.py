"""A statement in the form in which other wordings of it are equal: "I'm living in Lisbon now", "I live in Lisbon".

High precision before anything else: order, numbers, names, negation, persons, prepositions and tense stay; what goes
is what changes nothing (articles, "now", 现在), and what is spelled or bent in several ways is put in one. The one
time or frequency of a statement ("every Monday", 每天早上) may stand anywhere in it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.core.anchors.anchor_numbers import plain_number
from memory.core.language.plain_words import (
    ADVERBS,
    ASIDES,
    BASES_IN_E,
    DROPPED,
    NO_PLURALS,
    PHRASES_EN,
    PHRASES_ZH,
    RELATIONS_ZH,
    SPELLINGS,
    TIMES,
    TWO_CLAUSES,
)
from memory.core.language.text import normalise

NEGATIONS = frozenset({"not", "never", "nolonger", "usedto", "no", "不", "没"})
_TOKEN = re.compile(
    r"(?<![\w.])-\d+(?:[.,:]\d+)*|\d+(?:[.,:]\d+)*(?:(?=[ap]m\b)|[a-z]*)"  # -5; 8:15, 9 of 9am, 2b
    r"|[a-z\u00df-\u024f]+\d*|[^\W\d_a-z\u00df-\u024f]|[€$£¥%+#]"  # words and b2, characters, signs
)
_MEASURED = re.compile("[零一二两三四五六七八九十百千万]+(?=[点岁个号楼层块元天年次杯只位口条度分斤米])")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_VOWEL = re.compile("[aeiouy]")


@dataclass(frozen=True)
class PlainForm:
    """What a statement says, however it is worded."""

    words: tuple[str, ...]
    """Its words in their order."""
    times: tuple[str, ...]
    """The words of its one time or frequency, which may stand anywhere."""

    @property
    def key(self) -> str:
        """Return a text that is equal for equal statements, also where words are written together or apart."""
        return f"{_joined(self.words)}|{_joined(self.times)}"


@lru_cache(maxsize=65_536)
def plain_form(text: str) -> PlainForm:
    """Return the form of a statement; its dates must have been put in one form before. Linear in its length."""
    plain = normalise(text).translate(str.maketrans("’‘ʼ＇", "''''"))
    for phrases in (PHRASES_EN, () if plain.isascii() else PHRASES_ZH):
        for pattern, plainer in phrases:
            if pattern.search(plain):  # a look is cheaper than a replacement, and most find nothing
                plain = pattern.sub(plainer, plain)
    plain = _numbered(RELATIONS_ZH.sub("", ASIDES.sub(" ", plain)))
    times = list(TIMES.finditer(plain))
    if len(times) != 1 or TWO_CLAUSES.search(plain):
        return PlainForm(_words(plain), ())
    start, end = times[0].span()
    return PlainForm(_words(f"{plain[:start]} {plain[end:]}"), _words(plain[start:end]))


def _numbered(plain: str) -> str:
    return _MEASURED.sub(lambda found: plain_number(found[0].replace("两", "二")), plain)


def _words(plain: str) -> tuple[str, ...]:
    found = (_word(token) for token in _TOKEN.findall(plain))
    return tuple(word for word in found if word and word not in DROPPED and word not in ADVERBS)


@lru_cache(maxsize=65_536)
def _word(token: str) -> str:
    """Return a word without a plural, a third person or "-ing"; a past tense stays."""
    word = SPELLINGS.get(token, token)
    if not word.isascii() or not word.isalpha() or word in NO_PLURALS:
        return word
    return _base(word) if word.endswith("ing") else _singular(word)


def _base(word: str) -> str:
    base = word[:-3]
    if len(base) <= 1 or not _VOWEL.search(base):
        return word
    if base in BASES_IN_E or base.endswith(("v", "c", "u")):
        return base + "e"
    return _DOUBLED.sub(r"\1", base)


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is", "as", "os")):  # noqa: PLR2004
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses", "zes", "oes")) else word[:-1]


def _joined(words: tuple[str, ...]) -> str:
    """Return words without the spaces between them, but for those between digits."""
    told = ""
    for word in words:
        told += f" {word}" if told[-1:].isdigit() and word[0].isdigit() else word
    return told
