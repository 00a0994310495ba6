"""Cantonese as it is written, word for word in written Chinese of the same length, so that the same rules read it."""

import re

_SIGN = re.compile("[係喺嘅唔冇佢咗鍾钟哋屋]")
_WORDS = (
    (re.compile("(?<=[我你佢哋都唔就])係"), "是"),
    (re.compile("係(?=[我你佢\\d])"), "是"),
    (re.compile("喺"), "在"),
    (re.compile("嘅"), "的"),
    (re.compile("唔"), "不"),
    (re.compile("冇"), "没"),
    (re.compile("佢"), "他"),
    (re.compile("咗"), "了"),
    (re.compile("哋"), "们"),
    (re.compile("[鍾钟]意"), "喜欢"),
    (re.compile("屋企"), "家里"),
    (re.compile("(?<=[我不都欢])[食]"), "吃"),
    (re.compile("(?<=[我不都欢])[飲饮]"), "喝"),
)


def in_mandarin(text: str) -> str:
    """Return a text with the commonest words of written Cantonese in written Chinese, of the same length."""
    if not text.isascii() and _SIGN.search(text):
        for word, plain in _WORDS:
            text = word.sub(plain, text)
    return text
