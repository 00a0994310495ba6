"""Whether a user asks that a whole conversation is not remembered, or is again.

"Don't remember this conversation", 别记这段对话; "remember this conversation again", 可以重新记这段对话了.
"""

import re

from memory.core.asks.requests_en import PLEASE
from memory.core.asks.requests_zh import QING
from memory.core.extraction.own_words import own_sentences
from memory.core.language.clauses import Sentence
from memory.core.language.text import clean_text

_TALK = r"(?:conversation|chat|talk|discussion|session|thread)"
_THIS = rf"(?:this|our|the) (?:whole |entire |current )?{_TALK}"
_KEEP = (
    r"(?:remember(?:ing)?|sav(?:e|ing)|stor(?:e|ing)|keep(?:ing)?|record(?:ing)?|memori[sz](?:e|ing)|log(?:ging)?"
    r"|learn(?:ing)?|retain(?:ing)?|tak(?:e|ing) notes?)"
)
_THINGS = (
    r"(?:anything|any (?:facts?|of (?:this|it|that))|things?|what (?:i|we) (?:say|said|talk about)|a memory|memories"
    r"|facts)"
)
_WHAT = rf"(?:{_THINGS} )?(?:(?:about|from|in|of|out of|on) )?{_THIS}"
_NOT = (
    r"(?:don'?t|do not|never|stop|please stop|no longer|without|you (?:should|must)(?:n'?t| not)|i don'?t want you to)"
)
_SAID_HERE = rf"everything (?:i|we) (?:said|told you|talked about) (?:here|in {_THIS})"
_OFF = r"(?:off the record|kept out of (?:your )?memory|not (?:to be )?remembered)"
_EN = re.compile(
    rf"(?<!\bi )(?<!\bwe )(?<!\bthey )\b{_NOT} (?:ever |to )?{_KEEP} (?:of )?{_WHAT}\b"
    r"(?! (?:as|in|to|under|at|with|if|unless)\b)"
    rf"|(?<!n't )(?<!not )(?<!never )\bforget (?:about )?(?:{_THIS}|{_SAID_HERE})\W*$"
    rf"|\bkeep {_THIS} (?:off the record|out of (?:your )?memory)\b"
    rf"|\b{_THIS} (?:is|should be|stays?|must be) {_OFF}\b"
    r"|\bfrom (?:now|here) on,? (?:this is off the record"
    r"|(?:don'?t|do not|never|stop) (?:remember|sav(?:e|ing)|stor(?:e|ing)|learn)(?:ing)?"
    r"(?: anything| (?:what|whatever) i (?:say|tell you))(?: here| in this (?:chat|conversation))?)\W*$",
    re.IGNORECASE,
)
_TALK_ZH = (
    "(?:这|本|当前|整|我们的?|咱们的?)(?:一)?(?:整)?(?:段|次|个|场|条|轮)?(?:的)?"
    "(?:对话|聊天|谈话|会话|交谈)(?:记录|内容|的内容)?"
)
_NOT_ZH = "(?<![他她们妈爸友板]说)(?:不要|别|不用|不必|不许|不准|停止|甭|无需|不需要)(?:再|去|给我|帮我)*"
_KEEP_ZH = "(?:记住|记下来?|记录|记忆|记得|记|保存|存储|存下来?|存|学习|留存|留下)"
_FORGET_ZH = "(?:忘掉|忘记|忘了)"
_ZH = re.compile(
    rf"{_NOT_ZH}(?:从|在|把|将)?(?:{_TALK_ZH}(?:里|中)?(?:的)?(?:任何)?(?:东西|内容)?){_KEEP_ZH}"
    rf"|{_NOT_ZH}{_KEEP_ZH}(?:任何)?(?:下来)?{_TALK_ZH}"
    rf"|(?:把|将)?{_TALK_ZH}(?:里|中)?(?:的)?(?:内容|东西|事情|话)?[,]?(?:从现在起|以后|就|都|请|你)*{_NOT_ZH}{_KEEP_ZH}"
    rf"|(?<![要别不没得]){_FORGET_ZH}{_TALK_ZH}\W*$|(?:把|将){_TALK_ZH}(?:都|全)?{_FORGET_ZH}"
    rf"|(?:^|[,\s]|请|麻烦|那|你|您|好的?)(?:从现在(?:起|开始)|接下来的?|以后的?)[,]?(?:我们|我|你|请)*(?:说的|聊的)?(?:话|内容)?(?:都|就)?"
    rf"{_NOT_ZH}{_KEEP_ZH}了?\W*$",
)

_AGAIN = r"(?:,? (?:again|after all|now|from now on|too|please|if you like|then|anyway|thanks?|thank you))*"
_UNDONE_EN = re.compile(
    rf"{PLEASE}(?:(?:(?:re)?start|begin|resume|continue|go back to) )?{_KEEP} (?:(?:things|facts) )?(?:from )?{_THIS}"
    rf"{_AGAIN}\W*|{PLEASE}(?:(?:re)?start|begin|resume|go back to) {_KEEP}(?: (?:{_THINGS}|things)){{0,1}}"
    rf"(?: (?:here|from me))? again{_AGAIN}\W*|{PLEASE}{_THIS} (?:can|may|should) be remembered{_AGAIN}\W*"
    rf"|{PLEASE}(?:put )?(?:{_THIS} (?:is )?)?back on the record{_AGAIN}\W*",
    re.IGNORECASE,
)
_ANEW_ZH = "(?:重新|再次?|继续|恢复|开始|又|还是)"
_UNDONE_ZH = re.compile(
    rf"{QING}(?:{_ANEW_ZH}*{_KEEP_ZH}(?:一下)?{_TALK_ZH}|{_ANEW_ZH}+(?:对)?{_TALK_ZH}的?{_KEEP_ZH}"
    rf"|(?:把|将)?{_TALK_ZH}{QING}{_ANEW_ZH}*{_KEEP_ZH})(?:起来|下来|下去|一下|了|吧|啊|哦|\s)*\W*",
    re.IGNORECASE,
)


def asks_not_to_remember(text: str) -> bool:
    """Tell whether the user's own words in a message ask that the conversation is not remembered. Questions do not."""
    return any(not one.question and is_request(one.text) for one in own_sentences(clean_text(text)))


def is_request(folded: str) -> bool:
    """Tell whether a folded sentence asks that the conversation is not remembered."""
    return _EN.search(folded) is not None or _ZH.search(folded) is not None


def asks_to_remember_again(text: str) -> bool:
    """Tell whether the user's own words in a message ask that the conversation is remembered, as before.

    Of a message that asks for both the request not to remember holds. "Do you remember this conversation?" is none;
    "Can you remember this conversation again?" is.
    """
    known = own_sentences(clean_text(text))
    return any(undoes(one) for one in known) and not any(is_request(one.text) for one in known)


def undoes(sentence: Sentence) -> bool:
    """Tell whether a folded sentence asks that the conversation is remembered as before."""
    if found := _UNDONE_EN.fullmatch(sentence.text):
        return not sentence.question or " again" in found[0]
    return _UNDONE_ZH.fullmatch(sentence.text) is not None and not sentence.question
