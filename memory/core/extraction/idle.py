"""What a clause can do without when it is read: "I've since moved", "from Monday I work at …", 我后来搬到….

Adverbs and points in time may stand almost anywhere, and no rule names them all: a clause in which the rules find
nothing is read again without them. The statement keeps them, for they tell since when it holds.
"""

import re

_I = re.IGNORECASE
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WHEN = (
    rf"(?:(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?{_MONTH}(?: \d{{1,2}}(?:st|nd|rd|th)?)?(?:,? \d{{4}})?\b"
    rf"|\d{{4}}|(?:next|last|this) (?:week|month|year|spring|summer|autumn|fall|winter|{_DAY}|{_MONTH})|{_DAY}\b"
    r"|tomorrow|yesterday|today|the (?:beginning|start|end|middle) of (?:\w+ )?(?:\w+|\d{4})"
    r"|(?:\d+|an?|two|three|four|five|six|ten|a few) (?:days?|weeks?|months?|years?) ago)"
)
_SINCE = (
    rf"(?:(?:since|from|as (?:of|from)|starting(?: from| on)?|beginning(?: on| in)?|effective|back in|in)\s+{_WHEN}"
    rf"(?: on(?:wards?)?)?|(?:next|last) (?:week|month|year|{_DAY})|tomorrow|yesterday)"
)
TIME_EN = re.compile(_SINCE, _I)
ONCE = re.compile(
    rf"\b(?:(?:on|in|from|since|by|as of|starting)\s+)?(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}"
    rf"|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?|(?:next|last|this(?: coming)?) (?:week|month|year|weekend|spring|summer"
    rf"|autumn|fall"
    rf"|winter|{_DAY}|{_MONTH})|tomorrow|yesterday|today|(?:in|since|from) (?:{_MONTH}|\d{{4}}))\b(?:,? \d{{4}}\b)?",
    _I,
)
"""A day, month or year named once, no day of every week."""
_ADVERB = (
    r"(?:now|currently|actually|recently|just|finally|also|still|since|already|lately|meanwhile|soon|presently"
    r"|eventually|ended up|decided to|at (?:present|the moment)|in the meantime|as well)"
)
_LEAD_EN = re.compile(
    rf"(?P<time>{_SINCE},?\s+)?(?:(?:I|we)(?:'m|'ve|'ll|'re| am| have| will| are)?|my|our)\s+"
    rf"(?P<idle>(?:(?:{_ADVERB}|(?<=my )(?:new|current|latest))\s+)*)",
    _I,
)
_COPULA = re.compile(
    r"(?:my|our|home)\b[\w' ]{0,40}?(?:\b(?:is|are)|'s) (?P<idle>(?:(?:now|currently|actually|presently)\s+)+)", _I
)

_DATE_ZH = (
    r"(?:\d{2,4}年(?:\d{1,2}月)?(?:\d{1,2}[日号])?|\d{1,2}月(?:\d{1,2}[日号])?|[去前今明后]年|大?[昨前今明后]天"
    r"|[上下这本]个?(?:星期|礼拜|周|月)[一二三四五六日天末]?|周[一二三四五六日末]|前(?:几天|阵子|段时间)|年初"
    r"|月初)(?:初|底|末|中)?"
)
_SINCE_ZH = (
    rf"(?:(?:自从?|从|打){_DATE_ZH}(?:起|开始|以来|以后|之后)?|{_DATE_ZH}(?:起|开始|以来)"
    rf"|{_DATE_ZH}(?=[^,]*(?:搬|加入|入职|跳槽|换|转行|改行|查出|确诊|诊断|[领收]?养了|买了|开始|结婚|怀孕"
    rf"|退休)))(?:,|就|一直)*\s*"
)
TIME_ZH = re.compile(rf"(?:自从?|从|打)?{_DATE_ZH}(?:起|开始|以来)|(?:自从?|从){_DATE_ZH}")
_ADVERB_ZH = (
    r"(?:现在|目前|如今|后来|其实|最近|近来|终于|已经|刚刚?|还是|改(?=住|叫|用)|自己|人(?=[住在])|就(?!读|职)|也|又"
    r"|本人|这个?人|现(?=就读|居|任|住|在)|一个人|一直|新(?=的?(?:手机|电脑|邮箱|车|号码|工作|公司|地址|电话)))"
)
_LEAD_ZH = re.compile(
    rf"(?P<time>{_SINCE_ZH})?(?:我们?家?的?)(?P<idle>(?:{_ADVERB_ZH}\s*|{_SINCE_ZH})*)",
    _I,
)


def marks(text: str) -> range:
    """Return where a folded clause says that what it tells is so now: "my phone is now an iPhone"."""
    copula = _COPULA.match(text)
    return range(*copula.span("idle")) if copula else range(0)


def idle(text: str, start: int) -> tuple[range, range]:
    """Return where a point in time stands before the speaker in a folded clause from `start` on, and what after them.

    Both may be empty.
    """
    leads = (lead.match(text, at) for at in (0, start) for lead in (_LEAD_EN, _LEAD_ZH))
    lead = next((found for found in leads if found and (found["time"] or found["idle"])), None)
    if lead is None:
        return range(0), range(0)
    time = range(*lead.span("time")) if lead["time"] else range(0)
    return time, range(*lead.span("idle"))
