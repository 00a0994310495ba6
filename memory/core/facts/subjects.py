"""Whom a fact of the collection is about: the user, or another person it begins with."""

import re

from memory.core.facts.facts import SELF
from memory.core.language.text import simplified
from memory.core.privacy.private_en import RELATIVE

_RELATIVE_EN = re.compile(rf"my (?:[\w-]{{1,15}} )?{RELATIVE}\b", re.IGNORECASE)
_NAME_EN = re.compile(
    r"(?!(?:I|It|He|She|We|They|You|My|The|This|That|There|Today|Tomorrow|Always|Never|What|Please)\b)"
    r"[A-Z][\w-]{1,30}(?=['’]s\b| (?:is|was|has|had|likes?|loves|hates|works|lives|wants|needs|will|can't|doesn't)\b)"
)
_RELATIVE_ZH = re.compile(
    r"我的?(?:[大小前]|最好的)?(?:妈妈?|母亲|爸爸?|父亲|哥哥?|弟弟?|姐姐?|妹妹?|老板|经理|上司|朋友|闺蜜|同事|室友|邻居"
    r"|老婆|妻子|太太|老公|丈夫|男朋友|女朋友|男友|女友|对象|儿子|女儿|孩子|房东|爷爷|奶奶|外公|外婆|叔叔?|阿姨|舅舅"
    r"|姑姑|表[哥弟姐妹]|堂[哥弟姐妹]|学生|客户|老师)(?!们)"
)


def subject_of(text: str) -> str:
    """Return whom `text` is about, in its own words: "My sister", 我妈妈, "Anna"; `SELF` for the user.

    Only whom it begins with counts: "I met my sister" is about the user.
    """
    plain = simplified(text)
    for pattern in (_RELATIVE_EN, _NAME_EN, _RELATIVE_ZH):
        if match := pattern.match(plain):
            return text[: match.end()]
    return SELF
