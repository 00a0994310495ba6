"""How one asks the assistant for something, and for other words of a text: parts of patterns, in both languages.

`frame_words.py`, `own_words.py`, `handed_text.py` and `doubt_words.py` build theirs of them.
"""

START = r"(?:^|[.!?。！？\n,，;；:：][ \t\u3000]{0,8})"
"""Where an order begins."""
POLITE = (
    r"(?:(?:please|can you|can we|could you|could we|shall we|i want you to|i'd like you to|i need you to|now|ok|okay"
    r"|just|hi|hey|so|kindly|let'?s|let us|let me|请|請|麻烦|麻煩|帮我|幫我|帮忙|我们来?|我們來?|咱们来?|咱們來?|来|來)"
    r"[\s,，]{0,4}){0,4}"
)
"""What may stand before its verb."""
REWORD_EN = r"(?:translat|summari[sz]|proof-?read|rewrit|rephras|paraphras|reword|polish|shorten)\w{0,4}"
REWORD_ZH = "翻译|翻譯|总结|總結|概括|润色|潤色|改写|改寫|校对|校對|缩写|縮寫|扩写|擴寫|续写|續寫"
"""Verbs that ask for a text in other words."""
