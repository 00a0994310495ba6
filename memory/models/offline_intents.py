"""What a message wants of the offline model, by rules in English and Chinese."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from memory.core.asks.unremember import asks_not_to_remember, asks_to_remember_again
from memory.core.extraction.finding import find
from memory.core.forgetting.forget_requests import forget_requests
from memory.core.language.namings import only_names
from memory.core.language.text import clean_text, normalise
from memory.core.why.asked_about import asks_why
from memory.models.offline_questions import TRIM, is_question, questions, sentences
from memory.models.offline_sums import expression_in

Kind = Literal[
    "empty",
    "greeting",
    "thanks",
    "identity",
    "about_me",
    "time",
    "sum",
    "forget",
    "search",
    "remember",
    "correct",
    "unremember",
    "why",
    "ask",
    "state",
]
_SHORT = 300
_LONGEST_COMMAND = 2_000
QUESTIONS = 3
"""Questions of a message that are answered."""


@dataclass(frozen=True)
class Intent:
    """What is wanted."""

    kind: Kind
    about: str = ""
    """The expression, the thing to remember, forget or find, the questions one a line, or the statement."""
    quote: str = ""
    """The words that ask for a thing to be remembered, where they are not its own."""
    asked: tuple[str, ...] = ()
    """The last questions of a message that asks for something else too."""


def intent_of(message: str, earlier: Sequence[str] = (), answers: str = "") -> Intent:
    """Return what the message wants. Takes time linear in its length.

    `earlier`: the user's messages before it, oldest first, which "remember that" may mean; `answers`: the assistant's
    message that it answers.
    """
    text = message.strip()
    if not text:
        return Intent("empty")
    if asks_not_to_remember(text) or asks_to_remember_again(text):
        return Intent("unremember")
    if asks_why(text) and _OF_USER.search(text):
        return Intent("why", text)
    command = _command(text)
    if command and not (command.kind == "remember" and _tells_nothing(command.about)):
        return command
    if _may_forget(text) and forget_requests(text):
        return Intent("forget", text)
    return _remember(text, earlier, answers) or command or _other(text)


def is_order(text: str) -> bool:
    """Tell whether a text orders to forget or search something, so that it is no statement to quote."""
    found = _command(text.strip())
    if found is None:
        return _may_forget(text) and len(sentences(text)) == 1 and bool(forget_requests(text))
    return found.kind not in {"remember", "correct"}


def statement(text: str) -> str:
    """Return what a request to remember wants remembered, other texts as they are."""
    found = _command(text.strip())
    return found.about if found and found.kind == "remember" else text.strip()


_POLITE = r"(?:(?:please|now|ok|okay|hey|could you|can you|would you|i want you to|i'd like you to)[ ,]+)*"
_POLITE_ZH = "(?:请|請|麻烦|麻煩|你|您|帮我|幫我|帮忙|幫忙|现在|現在)*"
_PAST = (
    r"(?:(?:our|my|the|all|past|previous|earlier|old|other)\s+)*"
    "(?:conversations?|chats?|history|transcripts?|messages?)"
)
_PAST_ZH = (
    "[在从從]?(?:我们|我們|我)?的?(?:以前|过去|過去|之前|历史|歷史|其他)?的?"
    "(?:对话|對話|聊天记录|聊天記錄|聊天|记录|記錄)(?:里面|裡面|里|裡|中)?的?"
)
_FIND_ZH = "(?:搜索|搜尋|查找|搜一下|查一下|找一下|找找)"
_FORGET_ZH = "(?:忘掉|忘记|忘記|忘了|不要再?[记記][得住]|[别別]再?[记記][得住])"
_ABOUT_ZH = r"[:：,，\s]*(?:关于|關於)?(?P<about>.+?)"

_OF_USER = re.compile(r"\b(?:i|i'm|i've|my|me|mine|we|our|us)\b|[我咱]", re.IGNORECASE)
_WRONG = (
    r"(?:(?:no|hey|sorry|wait|actually|but)[,.! ]+)*(?:that['’]?s?(?: is)?(?: just| simply| all)? "
    r"(?:wrong|incorrect|false|not (?:right|true|correct))|you(?:['’]re| are) (?:wrong|mistaken)"
    r"|you (?:got|have|remember) (?:that|it) wrong)"
)
_WRONG_ZH = (
    "(?:不|等等|等一下)?[，, ]*(?:你|您)?(?:那|这|這)?(?:个|個)?(?:是)?"
    "(?:不对|不對|不是这样|不是這樣|不正确|不正確|(?:记|記|弄|搞|说|說)?[错錯][的了])"
)
_CommandKind = Literal["remember", "forget", "search", "correct"]
_COMMANDS: tuple[tuple[_CommandKind, str], ...] = (
    ("correct", rf"{_WRONG}(?:[\s,.!:;—–-]+(?P<about>\w.*))?\W*"),
    ("correct", rf"{_WRONG_ZH}(?:[\s，,。.!！:：；;]+(?P<about>\w.*))?\W*"),
    (
        "remember",
        (
            rf"{_POLITE}(?:remember|don['’]?t forget|do not forget|never forget|keep in mind|make a note|note)\b"
            r"(?!\s+(?:when|how|what|who|where|me\b))(?:\s+that\b)?[\s:,，]+(?P<about>.+)"
        ),
    ),
    (
        "remember",
        rf"{_POLITE_ZH}(?:记住|記住|记下来?|記下來?|记得|記得|[别別]忘[了记記]|不要忘[记了記])[:：,，\s]*(?P<about>.+)",
    ),
    ("forget", rf"{_POLITE}(?:forget|stop remembering)\s+(?:about\s+)?(?:the fact\s+)?(?:that\s+)?(?P<about>.+)"),
    ("forget", rf"{_POLITE_ZH}把(?P<about>.+?)(?:忘掉|忘记|忘記|忘了|删掉|刪掉|删除|刪除)[吧了。.!！]*"),
    ("forget", rf"{_POLITE_ZH}{_FORGET_ZH}{_ABOUT_ZH}"),
    ("search", rf"{_POLITE}(?:search|look)\s+(?:in\s+|through\s+)?{_PAST}\s+for\s+(?P<about>.+)"),
    ("search", rf"{_POLITE}(?:search|look)\s+(?:for\s+)?(?P<about>.+?)\s+(?:in|through)\s+{_PAST}\W*"),
    ("search", rf"{_POLITE}search\s+for\s+(?P<about>.+)"),
    ("search", rf"{_POLITE_ZH}{_PAST_ZH}{_FIND_ZH}{_ABOUT_ZH}"),
    ("search", rf"{_POLITE_ZH}{_FIND_ZH}(?:{_PAST_ZH})?{_ABOUT_ZH}(?:的(?:内容|內容|对话|對話|记录|記錄))?[。.!！]*"),
)
_COMMAND_PATTERNS = tuple((kind, re.compile(pattern, re.IGNORECASE | re.DOTALL)) for kind, pattern in _COMMANDS)
_FORGETTING = re.compile(
    r"forget|remember|delete|erase|remove|wipe|clear|purge|drop|scrap|scrub|get rid|stop|don['’]t|do not"
    r"|no (?:need|longer)"
    r"|忘|删|刪|抹|清|[记記存]",
    re.IGNORECASE,
)
_POINTERS = frozenset({"it", "that", "this", "这个", "那个", "這個", "那個", "吧", "它"})


def _command(text: str) -> Intent | None:
    """Return a request to remember, forget or search; what asks (你忘了…吗) is none of the first two."""
    if len(text) > _LONGEST_COMMAND:
        return None
    for kind, pattern in _COMMAND_PATTERNS:
        found = pattern.fullmatch(text)
        if found and not (kind in {"remember", "forget"} and is_question(text)):
            about = (found["about"] or "").strip(TRIM)
            return Intent(kind, "" if about.casefold() in _POINTERS else about)
    return None


def _tells_nothing(about: str) -> bool:
    return not about or only_names(about)


def _remember(text: str, earlier: Sequence[str], answers: str) -> Intent | None:
    """Return a request to remember in whatever words, with what the message asks beside it."""
    kept = _to_remember(text, earlier, answers)
    beside = [question for question in questions(text) if not _to_remember(question, (), "")] if kept else []
    return Intent("remember", kept, text, tuple(beside[-QUESTIONS:])) if kept else None


def _other(text: str) -> Intent:
    """Return what a message wants that is no order: small talk, an answer, or to be heard."""
    asked = questions(text)
    focus = asked[-1] if asked else text
    if len(focus) <= _SHORT and (small := _small(focus)):
        return small
    return Intent("ask", "\n".join(asked[-QUESTIONS:])) if asked else Intent("state", text)


def _to_remember(text: str, earlier: Sequence[str], answers: str) -> str:
    """Return what a message asks to remember, in whatever words; "": nothing."""
    if len(text) > _LONGEST_COMMAND:
        return ""
    found = dict.fromkeys(one.statement.text for one in find(clean_text(text), earlier, answers) if one.explicit)
    return " / ".join(found)


def _may_forget(text: str) -> bool:
    """Tell whether a text may ask to forget in words that no command here knows; only then all of it is read."""
    return len(text) <= _LONGEST_COMMAND and _FORGETTING.search(text) is not None


def _small(text: str) -> Intent | None:
    plain = normalise(text).strip(TRIM).replace("’", "'")
    for kind, pattern in _SMALL_PATTERNS:
        if pattern.fullmatch(plain):
            return Intent(kind)
    expression = expression_in(text)
    return Intent("sum", expression) if expression else None


# On normalised text: lower case, half-width, simplified.
_LEAD = (
    "(?:(?:so|hey|hi|hello|ok|and|please|tell me|can you tell me|could you tell me|do you know"
    "|请问|请|告诉我|你知道)[ ,]*)*"
)
_WHAT_IS = "what(?:'s| is)"
_SMALL: tuple[tuple[Kind, str], ...] = (
    ("greeting", "(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day))(?:[ ,]+(?:there|holdfast|again))*"),
    ("greeting", "(?:你好|您好|大家好|嗨|哈喽|早上好|上午好|下午好|晚上好|早安|早)[啊呀吗]?"),
    ("thanks", "(?:many )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|so much|very much|again))*"),
    ("thanks", "(?:谢谢|多谢|感谢)[你您啦了]*"),
    ("identity", rf"{_LEAD}(?:(?:who|what) are you(?: exactly| really)?|{_WHAT_IS} your name)"),
    ("identity", rf"{_LEAD}(?:what|which) (?:ai |language )?model (?:are|is|do) .*"),
    (
        "identity",
        rf"{_LEAD}are you (?:an? |the )?(?:real )?(?:ai|bot|robot|human|person|(?:language )?model|llm|chatgpt|claude)",
    ),
    (
        "identity",
        (
            "(?:请问)?[你您](?:到底)?(?:是谁|是什么(?:模型|东西)?|叫什么(?:名字)?|是哪个模型"
            "|是(?:机器人|人|ai|人工智能|真人)吗|用的是?什么模型)"
        ),
    ),
    ("about_me", rf"{_LEAD}what (?:else )?(?:do|can|did) you (?:remember|know|recall)(?: (?:about|of) me)?"),
    ("about_me", rf"{_LEAD}what have you (?:remembered|stored|saved|learned|learnt) about me"),
    ("about_me", rf"{_LEAD}(?:what do you have (?:on|about) me|{_WHAT_IS} in your memory)"),
    ("about_me", rf"{_LEAD}(?:list |show me )?(?:everything|all|what)(?: that)? you (?:remember|know) about me"),
    (
        "about_me",
        (
            "[你您]?(?:还|都|现在)*(?:记得|知道|了解|记住了?|记着)有?(?:关于)?我的?些?(?:什么|哪些|多少)"
            "(?:事情?|信息|东西)?"
        ),
    ),
    ("about_me", "关于我[,你您]*[还都]*(?:记得|知道|了解)些?(?:什么|哪些)|你的记忆里都?有些?什么"),
    (
        "time",
        (
            rf"{_LEAD}(?:what time is it|{_WHAT_IS} the (?:current |exact )?(?:time|date)|{_WHAT_IS} today(?:'s date)?"
            "|what (?:day|date|day of the week) is (?:it|today)|the (?:current )?(?:time|date))"
            "(?: (?:now|today|right now|please|here))*(?: in [a-z ]+)?"
        ),
    ),
    (
        "time",
        (
            rf"{_LEAD}(?:现在|今天|当前|此刻)[是的]*"
            "(?:几点钟?|什么时间|什么时候|时间|几号|几月几[号日]|星期几|周几|礼拜几|什么日子|日期)是?(?:什么|多少)?[了呢啊]*"
        ),
    ),
    ("time", "几点钟?了?|几号了?|星期几"),
)
_SMALL_PATTERNS = tuple((kind, re.compile(pattern)) for kind, pattern in _SMALL)
