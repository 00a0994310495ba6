"""What a question tells about its answers beside its words: who said them, when, and that they tell a time."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from memory.core.facts.fact_dates import fact_dates
from memory.core.language.relative_spans import Span
from memory.core.recall.recall_words import recall_words

QUESTION_CHARS = 4_000
"""Characters of a question that are looked for: half from its beginning, half from its end."""

_SENTENCE_ENDS = re.compile(r"[。！？!?；;：\n]|(?<=[a-z])[.:]\s")
_TELL = "tell|told|say|said|(?:mention|ask|suggest|recommend|propos|advis|explain)(?:e|ed)?"
_TELL_ZH = "[说說讲講提问問]|告[诉訴]|建[议議]|推[荐薦]|解[释釋]"
_BY_ASSISTANT = re.compile(
    rf"\byou(?:'ve| have| had| just)? (?:{_TELL})\b|\b(?:did|have|had) you (?:{_TELL})\b"
    r"|\byour (?:advice|suggestions?|recommendations?|answers?|explanations?)\b"
    rf"|(?<![跟对對和给給向])[你您](?:[^，。？！,?!]{{0,6}}?)(?:{_TELL_ZH})",
    re.IGNORECASE,
)
_BY_USER = re.compile(
    rf"\bi(?:'ve| have| had| just)? (?:{_TELL})\b|\b(?:did|have|had) i (?:ever )?(?:{_TELL})\b"
    rf"|我(?:[跟对對和给給向][你您])?(?:[^，。？！,?!你您]{{0,6}}?)(?:{_TELL_ZH})",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(
    r"\b(?:when|how long|how recently|(?:what|which) (?:date|day|week|month|year|time))\b"
    r"|什么时[候间]|什麼時[候間]|[何几幾](?:时|時|点|點|月|号|號|年)|[哪几幾][天年]|哪一?[个個](?:月|星期|礼拜|禮拜)|多久|多[长長]时[间間]|多[长長]時[间間]",
    re.IGNORECASE,
)
_TELLS_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|ago|since)\b"
    r"|\b(?:last|next|this|past|coming) (?:\w+ )?(?:week|weekend|month|year|night|summer|fall|autumn|winter|spring"
    r"|mon|tues|wednes|thurs|fri|satur|sun)"
    r"|\b(?:19|20)\d\d\b|\bfor (?:\w+ )?(?:days|weeks|months|years)\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b"
    r"|\b(?:january|february|march|april|june|july|august|september|october|november|december)\b|\bmay \d"
    r"|[昨今明前后後][天晚]|[上下这這本][个個]?(?:[周週月]|星期|礼拜|禮拜)|[去今明]年|[0-9一二三四五六七八九十]+(?:[日号號点點]|月(?!饼|餅)|[天年周週][前后後了])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Question:
    """A question as it is looked for."""

    sentences: tuple[tuple[str, ...], ...]
    """The words of each sentence that has any."""
    dates: tuple[Span, ...]
    """Days it names that are not still to come."""
    role: str | None
    """`user` or `assistant` when it asks for what one of them said."""
    asks_time: bool
    """It asks when, or for how long."""

    @property
    def words(self) -> list[str]:
        """All words to look for."""
        return [word for sentence in self.sentences for word in sentence]


def read_question(text: str, now: datetime) -> Question:
    """Return what `text`, asked at `now` (aware, in the user's zone), looks for; English and Chinese.

    Of an over-long text its beginning and end count.
    """
    asked = shortened(text)
    sentences = (tuple(recall_words(part)) for part in _SENTENCE_ENDS.split(asked))
    spans = (found.span for found in fact_dates(asked, now))
    return Question(
        sentences=tuple(words for words in sentences if words),
        dates=tuple(span for span in spans if span.first <= now.date()),
        role=_asked_role(asked),
        asks_time=_ASKS_TIME.search(asked) is not None,
    )


def shortened(text: str) -> str:
    """Return of an over-long question its beginning and its end."""
    half = QUESTION_CHARS // 2
    return text if len(text) <= QUESTION_CHARS else f"{text[:half]}\n{text[-half:]}"


def tells_time(text: str) -> bool:
    """Tell whether a text says when something was, is or will be, or for how long."""
    return _TELLS_TIME.search(text) is not None


def named(words: Collection[str], speakers: Mapping[str, frozenset[str]]) -> set[str]:
    """Return the speakers whose whole name, as words, is among `words`."""
    asked = set(words)
    return {speaker for speaker, name in speakers.items() if name and name <= asked}


def _asked_role(text: str) -> str | None:
    by_assistant, by_user = _BY_ASSISTANT.search(text), _BY_USER.search(text)
    if bool(by_assistant) == bool(by_user):
        return None
    return "assistant" if by_assistant else "user"
