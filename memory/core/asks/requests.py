"""What requests to remember have in common, English and Chinese; how they are worded: `requests_en`, `requests_zh`.

Patterns read folded text (`clauses.fold`), a sentence at a time.
"""

import re

_I = re.IGNORECASE

TAIL_QUESTION_ZH = re.compile(
    r"(?:(?<![,\s])[,\s]*(?:好吗|好不好|可以吗|行吗|行吧|好么|懂(?:了?吗)?|明白(?:了?吗|没)|知道(?:了?吗|没)"
    r"|听到(?:没|了吗)|收到(?:没|吗)|记住(?:了?吗|没)|吗|吧|哦|啊|呢|谢谢))+\W*$"
)
ASKING_TAIL_ZH = re.compile(r"(?:吗|好不好|好么|呢)\W*$")
"""Of these tails, those that ask."""
QUESTION_WORD_ZH = re.compile(
    r"(?<![没不])(?:谁|什么|哪|怎么)(?![^,]{0,8}都)|(?<!没)多少|(?<![好十没])几(?![乎十百千万])|为何|吗\W*$"
)
TAG_EN = re.compile(
    r"(?<![\s,])[\s,]+(?:ok(?:ay)?|alright|all right|got it|deal|understood|please|will (?:you|u)|would you|yeah"
    r"|thanks)\W*$",
    _I,
)
"""What makes a question of an order: "Remember that I'm left-handed, ok?"."""
LEAD = re.compile(
    r"\W*(?:(?:hi|hello|hey|btw|by the way|oh|so|well|also|ok|okay|actually|anyway|thanks|thank you"
    r"|you should know(?: that)?"
    r"|just so you know|i want you to know(?: that)?|firstly|secondly"
    r"|(?:first|second)(?=[,:]))\b[\s,:!]+|(?:你好|您好|对了|另外"
    r"|还有|顺便说一下"
    r"|第[一二三四五]|首先|其次|一是|二是)[\s,:!、]+){0,4}+",
    _I,
)
"""What may stand before a thing to remember and is no part of it."""
SEVERAL = re.compile(
    r"\b(?:things|facts|points|notes|details|these|following"
    r"|(?:be|as) my (?:\w+ )?(?:memory|notebook|brain))\b|[两二三四几些][点件个条]|以下|下面|这些"
    r"|[当做](?:一?下|一回)?我的",
    _I,
)
"""A request that announces more than one thing."""
_COUNT = r"(?:an?|one|two|three|four|some|several|another|a few|a couple of|couple of|few|the|new|more)"
AHEAD = re.compile(
    rf"\b(?:something|smth|sth|{_COUNT} (?:\w+ )?(?:things?|facts?|points?|details?)|the following"
    r"|(?:new|some|more|further|important) info(?:rmation)?|update (?:your|my|我|你|您))\b|update|更新"
    rf"|[一两二三几][件点个]"
    r"|件事|以下|下面|如下",
    _I,
)
"""A request that announces what comes after it, wherever it stands in a message."""
IDLE = re.compile(
    r"\W*(?:(?:please|pls|thanks|thank you|thx|ok(?:ay)?|important|it'?s (?:very |really )?important|really"
    r"|seriously|btw|first(?:ly)?"
    r"|second(?:ly)?|also|too|both)\b\W*)+|\W*(?:第[一二三四五]|首先|其次|最后|另外|还有|一定|谢谢你?|多谢|辛苦你?了"
    r"|拜托了?|麻烦你?了|(?:而|并)?不是[^,是]{1,10}"
    r"|这个?[很非常挺]*重要|很重要|一共[^,]{1,4})[\W哦喔啊的了呀]*",
    _I,
)
"""A clause of a request that says nothing to be remembered."""
PLEASE_ZH = re.compile(r"[帮替给]我|麻烦|请")
MAY_YOU = re.compile(
    r"\b(?:is there (?:a|any) way|any way)\b"
    r"|\b(?:can|could|would|will|won't|might) (?:you|u|(?:it|that) (?:\w+ ){1,3}(?:you|u)|we (?:\w+ )?(?:save"
    r"|keep|note|store"
    r"|record|remember))\b|\b(?:can|could|may) i (?:just )?(?:ask|get|trouble|trust"
    r"|count on|rely on|leave|park|entrust)\b|\b(?:can|could|may|might) (?:this|that|it|these|those|they)\b"
    r"|\bany chance\b"
    r"|\b(?:possible|ok|okay|able|mind) |\bdo you mind\b|能|可以|可不可以|可否|请|麻烦",
    re.IGNORECASE,
)
"""What makes a question a request."""

ASKS_YOU = re.compile(
    r"\W*(?:(?:hey|hi|ok|okay|please|also|and)\W+)*(?:can|could|would|will) (?:you|u)\b|.*(?:能|可以|麻烦)",
    re.IGNORECASE,
)
"""A question that is a polite instruction."""

LATER_ZH = (
    r"(?:(?:下次|到时候|回头)(?![^,]*(?:是|叫|要(?![用填写查问找看说提买])|得[给去带交]|不能|不要|住在))|免得|省得"
    r"|方便|以便|谢谢|多谢|辛苦|我(?:老是?|总是?|经常|怕|会)忘|我(?:待会儿?|等下|一会儿?"
    r"|之后)(?:会|要)?[问用]|以后(?:会|要)?用"
    r"|[^,是叫]{0,10}(?:会|要|再|来)+(?:问|找)[你您](?:要|拿)?\W*$)"
)
"""What begins a clause that says why or for when something is to be remembered."""
ASIDE = re.compile(
    rf"[\s,]*(?:(?:and |so |but )?(?:(?:i'?ll|i will|i'm going to|i might) (?:ask|need|want|use|come back|tell|send)"
    rf"|in case|so (?:that )?(?:you|i|we)|it(?:'ll| will) (?:help|come|be)|that way|(?:that|it) would (?:be|help)"
    rf"|thanks|thank you|thx|i always (?:forget|lose|mix|blank|ask|need|miss|confuse|get|look|have to)"
    r"|i keep (?:forgetting|losing)|ok(?:ay)?\W*$)\b"
    rf"|(?:(?:(?:and|so|ok(?:ay)?|now|then)\W+){{1,3}}(?:please )?(?:give|suggest|show|tell|find|write|list|help|plan)"
    rf"|gimme|lemme know)\b|{LATER_ZH})",
    _I,
)
"""A clause at the end of a request that says why or for when: not what is to be remembered."""
REASON = re.compile(
    r"[,;]\s{0,3}(?:(?:or else|otherwise)\b[^,]{0,80}|(?:(?:because|since|as|cos) )?i(?:'ll| will| always| keep"
    r"| often| never"
    r"| tend to| usually| constantly| just)+ (?:\w+ ){0,2}?(?:forget|blank|mix|los[ei]|miss|confus|wander|find"
    r"|get (?:it|that"
    r"|them) wrong)[^,]{0,60}|(?:不然|否则|要不然|免得|省得)[^,]{0,30}"
    r"|(?:以后|之后|回头|到时候?|[做写算排填])[^,]{0,8}用(?:的|得上|得着|到)?"
    r"|(?:之后|以后|后面|每次|下次)[^,我]{0,12}(?:都?要用到?|都?会用到?|都?得用|直接[^,]{1,8})"
    r"|(?:因为)?我?(?:老是?|总是?|每次都?|每年都?|经常|容易)[^,]{0,4}(?:忘|错|混|搞|丢|找不|记不)[^,]{0,10})$",
    _I,
)
"""Why something is to be remembered, at the end of a request: "…, I always blank on it"."""
SUPPOSED = re.compile(
    r"\W*(?:if|when|whenever|in case|should|were|had|once) (?:i|we) (?!(?:forget|ask|may|might|could|can)\b)", _I
)
"""What begins a request for a case that may never come: "should I ever move there, remember to …"."""
