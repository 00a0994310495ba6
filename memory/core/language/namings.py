"""What only names a thing of someone's and tells nothing of it: "my birthday", "my dog's name", 我的储物柜号码.

It is a possessor and a thing, with no word that says something of the thing: a name, a number or "peanut" in "my peanut
allergy" do. What a thing is called by its use ("number", "size", 生日) tells nothing whatever stands before it.
"""

import re

from memory.core.extraction import shapes_zh
from memory.core.language.clauses import fold
from memory.core.language.nouns_en import ANIMAL, CHILD, CHILDREN, DEVICE, PARTNER, PERSON
from memory.core.privacy.private_en import RELATIVE

_I = re.IGNORECASE
_KIN_EN = rf"(?:{PARTNER}|{CHILDREN}|{CHILD}|{PERSON}|{RELATIVE}|{ANIMAL}s?)"
_VALUE_EN = (
    r"(?:numbers?|codes?|pins?|address(?:es)?|e-?mails?|(?:sur|nick|user)?names?|sizes?|birthdays?|birth ?dates?"
    r"|b-?days?"
    r"|date of birth|anniversar(?:y|ies)|dates?|plates?|ids?|phones?|mobile|passwords?|age|height|weight|blood type"
    r"|measurements|schedules?|timetables?|appointments?|meetings?|deadlines?|flights?|bookings?|details?|answers?"
    r"|questions?|messages?|words|styles?|face)"
)
"""What has a value that the name does not tell, whatever stands before it: "my locker number"."""
_STATE_EN = (
    r"(?![\w-]*(?:ia|itis|osis|ism|ness|emia|phobia|betes|ing|asthma|migraines?|stutter|lisp|limp|adhd|ptsd|hiv|ocd|ibs|copd|pcos|autism"
    r"|disability|pregnancy|epilepsy)\b)"
)
"""What one has without being any thing: its name tells all."""
_LIGHT_EN = (
    r"(?:(?:old|new|current|little|big|own|dear|poor|beloved|lovely|other|first|second|next|last|upcoming|entire|whole"
    r"|best|work|home|younger|older|elder|youngest|oldest|eldest) )"
)
_NAME = r"(?!(?:the|a|an|this|that|my|our)\b)[\w-]+"
_PLAIN = r"(?-i:[a-z][a-z'-]*|[A-Z]{2,5}|Wi-?Fi)"
_THING_EN = (
    rf"(?:(?:{_PLAIN} ){{0,3}}{_VALUE_EN}|favou?rite {_PLAIN}"
    rf"|{_LIGHT_EN}{{0,2}}(?:{_KIN_EN}|{DEVICE}|{_STATE_EN}{_PLAIN}))"
)
_OWNER_EN = rf"(?:(?:my|our|his|her|their)(?: {_LIGHT_EN}{{0,2}}{_KIN_EN}(?: {_NAME})?(?:'s|s'))?|(?-i:[A-Z])[\w-]*'s)"
_KIN_ZH = (
    rf"(?:{shapes_zh.PARTNER}|{shapes_zh.CHILD}|{shapes_zh.PERSON}|{shapes_zh.ANIMAL}"
    r"|[妈爸哥弟姐妹爷奶])"
)
_VALUE_ZH = (
    r"(?:号码?|名字|姓名|小名|大名|生日|地址|住址|密码|口令|日期|日子|时间|纪念日|邮箱|电话|手机|尺寸|尺码|鞋码|码数"
    r"|血型|身高|体重|年龄|预约|航班|车次|行程|车牌|证件|护照|课表|日程)"
)
_NO_VERB_ZH = r"(?:(?![是叫在有为要换改不没很爱怕喜用去会能被吃喝])[\u3400-\u9fff]){0,5}?"
_THING_ZH = (
    rf"(?:{_NO_VERB_ZH}{_VALUE_ZH}|(?:[新旧老小大]|最喜欢的|最爱的)?(?:{_KIN_ZH}|{shapes_zh.DEVICE}|钥匙|工作|公司|家|房子|计划|目标|口味|习惯|喜好"
    r"|爱好|偏好|要求|过敏|饮食|会议)"
    r"|最(?:喜欢|爱)的[\u3400-\u9fff]{1,3})"
)
_OWNER_ZH = rf"(?:(?:我们?|咱们?)(?:家里?)?的?(?:{_KIN_ZH}的?)?)"
_THING = rf"(?:{_THING_EN}|{_THING_ZH})"
_OWNED = rf"(?:{_OWNER_EN} {_THING}|{_OWNER_EN}\s?{_THING_ZH}|{_OWNER_ZH}\s?{_THING})"
_NAMING = re.compile(
    rf"\W*{_OWNED}(?:\s?(?:and|和|跟|与|or|或)\s?(?:{_OWNED}|{_THING}))?(?:这件?事情?|的事情?)?\W*", _I
)
_SAID_EN = (
    r"(?:(?:what|everything|anything|all|the (?:things?|bits?|parts?|stuff|details?))(?: that)? (?:i|we)(?:'ve| have)?"
    r" (?:just |already )?(?:said|told (?:you|u)|mentioned|wrote|explained)(?: (?:earlier|before|above|just now))?"
    r" (?:about|on|regarding) )"
)
_LATELY_ZH = r"(?:刚才|刚刚|刚|之前|前面|上面|先前|方才)*"
_SAID_ZH = rf"(?:我{_LATELY_ZH}(?:跟你|和你|对你)?(?:说|讲|提|聊|告诉你?)(?:到|过|了)?的?(?:关于|有关)?)"
_ABOUT = re.compile(
    rf"\W*(?:{_SAID_EN}(?P<en>[\w' -]{{2,80}}?)|{_SAID_ZH}(?P<zh>(?![话事]|东西|内容|一切|信息)[^,:]{{1,12}}?)"
    rf"(?:的(?:事情?儿?|话|信息|情况|内容|那些?话?))|{_LATELY_ZH}(?:关于|有关)(?P<on>[^,:]{{1,12}}?)"
    rf"(?:的)?(?:我{_LATELY_ZH}(?:说|讲|提)(?:过|的|了)(?:那些)?(?:话|事|内容)?))\W*",
    _I,
)


def said_about(text: str) -> str | None:
    """Return what a text means the user's words about, or names; None: it tells something itself.

    "what I said about my car" and "my car" give "my car", 我刚才说的车的事 gives 车.
    """
    folded = fold(text)
    if found := _ABOUT.fullmatch(folded):
        return next(name for name in found.groups() if name)
    return text.strip() if _NAMING.fullmatch(folded) else None


def only_names(text: str) -> bool:
    """Tell whether a text names a thing, or what was said, and tells nothing of it."""
    return said_about(text) is not None
