"""Whether a quote really stands in a message, and where: compared by code, forgiving only spelling.

Case, width, script, kinds of quotation marks, and runs of white space make no difference; every word does.
"""

import re
import unicodedata
from collections.abc import Iterator

from memory.core.extraction.own_words import own_words
from memory.core.language.clauses import clauses, fold, sentences
from memory.core.language.text import clean_text, simplified
from memory.core.language.words import words

SUPPORT = 0.6
"""Share of a fact's content words that its quote must hold."""

_MARKS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "「": '"', "」": '"', "–": "-", "—": "-"})
_EXACT = re.compile(r"\d[\d.,:/-]*\d|\d|\b[A-Z][\w'-]*\b|\S+@\S+|https?://\S+")
_ABOUT = frozenset(words("user users person they their speaker wants prefers is has 用户 使用者"))


def is_grounded(quote: str, message: str) -> bool:
    """Tell whether `quote` stands, whole words, in `message`. An empty quote never does."""
    return _stands(quote, message) or next(find_quote(quote, message), None) is not None


def is_asserted(quote: str, message: str) -> bool:
    """Tell whether `quote` stands in `message` as the user's own assertion.

    Not in code, pasted or quoted text, a question, a supposition, or what someone else is said to have said.
    """
    own = own_words(clean_text(message))
    return any(_is_earnest(own, start, end) for start, end in find_quote(quote, own))


def supports(text: str, quote: str) -> bool:
    """Tell whether a quote bears a fact: it holds the fact's numbers, names and addresses and most of its words.

    "The user lives in Lisbon" is borne by "I live in Lisbon", not by "I like Lisbon" and not by another language.
    """
    held = f" {compared(quote)[0]} "
    if any(token not in held for token in exact_tokens(text)):
        return False
    told = {word for word in words(text) if word not in _ABOUT}
    return bool(told) and len(told & set(words(quote))) >= SUPPORT * len(told)


def exact_tokens(text: str) -> list[str]:
    """Return the numbers, names and addresses of a text in compared form, words for the user apart."""
    return [compared(token[0])[0] for token in _EXACT.finditer(text) if words(token[0]) and not _is_about(token[0])]


def find_quote(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where `quote` stands in `text`: character offsets, end exclusive, first to last, without overlap."""
    wanted = compared(quote)[0].strip()
    plain, places = compared(text)
    at = 0
    while wanted and (at := plain.find(wanted, at)) >= 0:
        end = at + len(wanted)
        if _is_whole(plain, at, end):
            yield places[at], places[end - 1] + 1
            at = end
        else:
            at += 1


def _stands(quote: str, message: str) -> bool:
    """Tell whether `quote` stands in `message` to the letter: the quick answer for a long message."""
    at = message.find(quote) if quote.strip() else -1
    return at >= 0 and _is_whole(message, at, at + len(quote))


def _is_whole(plain: str, start: int, end: int) -> bool:
    """Tell whether neither end of a stretch cuts a word of letters; Han characters stand alone."""
    return not (_joined(plain[start - 1 : start], plain[start]) or _joined(plain[end - 1], plain[end : end + 1]))


def _joined(left: str, right: str) -> bool:
    return all(c.isalnum() and not "\u2e80" <= c <= "\U0003ffff" for c in (left, right) if c) and bool(left and right)


def compared(text: str) -> tuple[str, list[int]]:
    """Return the compared form of `text` and, for each of its characters, the offset in `text` it comes from."""
    plain = simplified(text)
    if len(plain) != len(text):
        plain = "".join(simplified(c)[:1] or c for c in text)
    kept: list[str] = []
    places: list[int] = []
    for offset, char in enumerate(plain.translate(_MARKS)):
        folded = _folded(char)
        if folded == " " and kept and kept[-1] == " ":
            continue
        kept += folded
        places += [offset] * len(folded)
    return "".join(kept), places


def _folded(char: str) -> str:
    if char.isascii():
        return " " if char.isspace() else char.lower()
    folded = unicodedata.normalize("NFKC", char).casefold()
    return " " if folded.isspace() else folded


def _is_about(token: str) -> bool:
    return set(words(token)) <= _ABOUT


def _is_earnest(own: str, start: int, end: int) -> bool:
    """Tell whether no clause that a stretch touches is a question or supposed."""
    around = fold(own)
    touched = [
        clause
        for sentence in sentences(around)
        if sentence.start < end and start < sentence.end
        for clause in clauses(sentence)
        if clause.start < end and start < clause.end
    ]
    return bool(touched) and all(clause.asserted for clause in touched)
