"""Which sentences of a text ask something, and whose words they ask about; English and Chinese."""

import re

TRIM = " \t\r\n.!?,;:。！？，；：…\"'“”‘’"
"""What may stand around a sentence without changing what it says."""


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without white space around them."""
    return [s for part in _SENTENCE_END.split(text) if (s := part.strip())]


def questions(text: str) -> list[str]:
    """Return the sentences that ask something."""
    return [s for s in sentences(text) if is_question(s)]


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks something, with or without a question mark."""
    return bool(_MARKED.search(sentence[-8:]) or _ASKS_EN.match(sentence) or _ASKS_ZH.search(sentence))


def asks_what_you_said(question: str) -> bool:
    """Tell whether a question is about the assistant's own words."""
    return bool(_YOU_SAID_EN.search(question) or _YOU_SAID_ZH.search(question))


def asks_for_last(question: str) -> bool:
    """Tell whether a question is about what was said just before, whatever it was."""
    plain = question.strip(TRIM)
    return bool(_JUST_SAID_EN.fullmatch(plain) or _JUST_SAID_ZH.fullmatch(plain))


_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")
_MARKED = re.compile(r"[?？][\s\"'”’)）]*$")

_AUX = "is|are|am|was|were|do|does|did|can|could|will|would|should|have|has"
_WE = "i|you|we|they|he|she|it|my|your|our|the|there"
_ASKS_EN = re.compile(
    r"\W*(?:(?:and|but|so|ok|okay|hey|please|then|now|also)\b[ ,]*)*"
    r"(?:"
    # "what is …", "how old am i"; but "when i was five …" states something
    r"(?:what|who|whom|whose|where|when|why|how|which)"
    rf"(?:['’]s\b|(?! (?:{_WE})\b)(?: \w+){{0,3}}? (?:{_AUX})\b)"
    rf"|(?:{_AUX}) (?:{_WE})\b"
    r"|(?:tell|remind) me\b(?! (?:that|to)\b)|list my\b|show me\b"
    r")",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"什么时候|什麼時候|(?<![没沒])什[么麼](?![都也])|哪[里裡儿兒个個些天位年]|[谁誰](?![都也])"
    r"|(?<!好)[几幾][点點号號岁歲个個时時次]|多少|多大|多久|多高|怎[么麼样樣]|为什|為什|是否|是不是|有没有|有沒有|何[时時]"
    r"|[吗嗎][。.!！]?$|^[请請]?(?:告诉|告訴|提醒)我(?!要)"
)

_YOU_SAID_EN = re.compile(
    r"\b(?:did|have|had) you (?:just |ever |already )?"
    r"(?:say|said|tell|told|suggest|recommend|answer|mention|advise|propose|reply)"
    r"|\byou (?:said|suggested|recommended|answered|told me|mentioned|replied)\b"
    r"|\byour (?:last |previous )?(?:answer|suggestion|recommendation|reply|advice)\b",
    re.IGNORECASE,
)
_YOU_SAID_ZH = re.compile(
    r"(?<![跟和對对给給向同诉訴])[你您][^我]{0,4}(?:[说說][过過了的]|建议|建議|推荐|推薦|回答|提议|提議)"
)
_JUST_SAID_EN = re.compile(
    r"what did (?:i|you) (?:just |last )?(?:say|tell (?:you|me)|ask(?: you)?|answer)(?: just now| before| last)?"
    r"|what was (?:my|your) (?:last|previous) (?:message|question|answer|reply)",
    re.IGNORECASE,
)
_JUST_SAID_ZH = re.compile(r"[我你](?:刚才|剛才|刚刚|剛剛|上一句)?[说說问問讲講](?:了|的是|过|過)?什[么麼]")
