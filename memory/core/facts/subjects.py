"""Whom a fact is about: the user, another person it begins with, and what a named person is to the user."""

import re

from memory.core.facts.facts import SELF
from memory.core.language.text import simplified
from memory.core.privacy.private_en import RELATIVE

_RELATIVE_EN = re.compile(rf"my (?:[\w-]{{1,15}} )?{RELATIVE}\b", re.IGNORECASE)
_NAME_EN = re.compile(
    r"(?!(?:I|It|He|She|We|They|You|My|The|This|That|There|Today|Tomorrow|Always|Never|What|Please)\b)"
    r"[A-Z][\w-]{1,30}(?=['’]s\b| (?:is|was|has|had|likes?|loves|hates|works|lives|wants|needs|will|can't|doesn't)\b)"
)
_KIN_ZH = (
    "妈妈?|母亲|爸爸?|父亲|表[哥弟姐妹]|堂[哥弟姐妹]|哥哥?|弟弟?|姐姐?|妹妹?|老板|经理|上司|男朋友|女朋友|男友|女友|朋友"
    "|闺蜜|同事|室友|邻居|老婆|妻子|太太|老公|丈夫|对象|儿子|女儿|孩子|房东|爷爷|奶奶|外公|外婆|叔叔?|阿姨|舅舅|姑姑|学生"
    "|客户|老师"
)
_RELATIVE_ZH = re.compile(rf"我的?(?:[大小前]|最好的)?(?:{_KIN_ZH})(?!们)")
_ROLE = re.compile(rf"\b{RELATIVE}\b|我的?[^,，。]{{0,3}}?(?P<zh>{_KIN_ZH})", re.IGNORECASE)
_SAME_ROLES = {
    one: role
    for role, others in (
        ("mother", "mom mum mama"),
        ("father", "dad papa"),
        ("colleague", "coworker"),
        ("roommate", "flatmate"),
        ("boss", "manager"),
        ("neighbor", "neighbour"),
        ("妈", "妈妈 母亲"),
        ("爸", "爸爸 父亲"),
        ("哥", "哥哥"),
        ("弟", "弟弟"),
        ("姐", "姐姐"),
        ("妹", "妹妹"),
        ("老板", "上司 经理"),
    )
    for one in others.split()
}
PEOPLE = "people"
"""The slot in which a name alone does not tell who it is: a sister Anna and a colleague Anna are two people."""


def subject_of(text: str) -> str:
    """Return whom `text` is about, in its own words: "My sister", 我妈妈, "Anna"; `SELF` for the user.

    Only whom it begins with counts: "I met my sister" is about the user.
    """
    plain = simplified(text)
    for pattern in (_RELATIVE_EN, _NAME_EN, _RELATIVE_ZH):
        if match := pattern.match(plain):
            return text[: match.end()]
    return SELF


def role_of(slot: str | None, text: str) -> str:
    """Return what a person whom a fact of the slot `PEOPLE` names is to the user, as its text says it; "" elsewhere."""
    match = _ROLE.search(simplified(text)) if slot == PEOPLE else None
    if match is None:
        return ""
    role = (match["zh"] or match[0]).lower().replace("-", "").replace(" ", "")
    return _SAME_ROLES.get(role, role)


def named(slot: str | None, value: str, text: str) -> str:
    """Return what tells a fact from others of its slot: its value, of a person what they are to the user too."""
    role = role_of(slot, text)
    return f"{value} ({role})" if role else value
