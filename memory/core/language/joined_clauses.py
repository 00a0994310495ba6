"""Which clauses of a sentence belong together: what names an animal, what a change has made of a thing, since when.

Clauses come folded (`clauses.fold`).
"""

import re

from memory.core.extraction.idle import TIME_EN, TIME_ZH

_NEW_JOB = re.compile("跳槽|换工作|换公司|换了?新?工作")
_AT_WORK = re.compile("(?:现在|目前)?(?:就)?(?:在|去了)")
_NEW_JOB_EN = re.compile(
    r"\W*(?:i(?:'ve| have)? (?:just |recently )?(?:(?:changed|switched|got|have|started)(?: a)?(?: new)? (?:jobs?"
    r"|companies|employers?)|(?:left|quit) [A-Z]\S*)|not (?:at|with) [A-Z]\S* any ?(?:more|longer)(?: btw)?|new job)$",
    re.IGNORECASE,
)
_AT_WORK_EN = re.compile(r"(?:(?:and|but|so) )?i(?:'m| am) (?:now )?(?:at|with) (?-i:[A-Z])", re.IGNORECASE)
_NEW_THING = re.compile(
    "(?:手机|电脑|车|相机|平板|邮箱|号码|电话|地址)(?:又|刚|已经)?换了?$|换了?(?:新|个新?|一[个台部辆]新?)?的?(?:手机|电脑|车"
    "|相机|平板|邮箱|号码|电话)了?$"
)
_WHAT_THING = re.compile("(?:现在|目前|新的)?(?:用的?|是|开)(?!的|不)")
_FROM_HERE = re.compile(
    r"\W*(?:[\w' ]{0,20}\b)?(?:writing|e-?mailing|calling|texting|messaging)\b.* from [A-Z]", re.IGNORECASE
)
_LIVES_HERE = re.compile(r"where (?:i|we) (?:live|reside|am based|are based)\b", re.IGNORECASE)
_CHANGED = (
    (_NEW_JOB, _AT_WORK),
    (_NEW_JOB_EN, _AT_WORK_EN),
    (_NEW_THING, _WHAT_THING),
    (_FROM_HERE, _LIVES_HERE),
)
_HOLDER = re.compile(
    r"(?:领养|收养|捡|抱|买)(?:了|回来?|到)+[^,]{0,4}[只条匹]|(?:有|养|生)[^,]{0,10}(?:孩子|小孩|娃|宝宝|儿子|女儿"
    r"|儿女|双胞胎|龙凤胎|猫|狗|犬|兔子|仓鼠|鹦鹉|乌龟|宠物|柯基|金毛|布偶|泰迪|哈士奇)|^我(?:的|家)?(?:大"
    r"|小)?(?:儿子|女儿|孩子|宝宝|猫|狗)[^,]{0,10}$"
)
_NAMING = re.compile(
    r"(?:分别)?(?:[它牠]们?|他们?|她们?|老[大二三]|大的|小的|哥哥|姐姐|弟弟|妹妹|儿子|女儿|男孩|女孩|一[只个条]"
    r"|另一[只个条])?(?:分别)?(?:名字?)?(?:就)?叫(?!我)"
)


def joined(text: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put together what names children or animals and what they are: 我养了两只猫，叫咖啡跟拿铁."""
    found: list[tuple[int, int]] = []
    for start, end in spans:
        before = text[slice(*found[-1])] if found else ""
        named = _NAMING.match(text, start, end) and _HOLDER.search(before)
        if named or _is_when(before) or _goes_on(before, text[start:end]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _goes_on(before: str, text: str) -> bool:
    """Tell whether a stretch says what is new of what the one before it says has changed, or who lives there."""
    return any(changed.search(before) and new.match(text) for changed, new in _CHANGED)


def _is_when(text: str) -> bool:
    """Tell whether a stretch only says since when what follows holds: "since 2019, I've …", 从2020年开始，我…."""
    return TIME_EN.fullmatch(text) is not None or TIME_ZH.fullmatch(text) is not None
