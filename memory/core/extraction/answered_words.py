"""What questions to the user look like, how they answer and how they agree to a proposal: data for `answered.py`.

Patterns read folded text (`clauses.fold`).
"""

import re

from memory.core.language.nouns_en import OCCUPATIONS

_I = re.IGNORECASE

YES = re.compile(
    r"\W*(?:(?:oh|well|ah),? )?(?:yes|yeah|yep|yup|correct|right|exactly|indeed|absolutely|definitely|sure am|i am|i do"
    r"|i have|that's right)\b(?:[\s,]+(?:i (?:am|do|have)|please|that's right))?\W*"
    r"|\W*(?:嗯+,?)?(?:是的?|是啊|对的?|没错|当然|有的?|会的?|吃的|嗯+)[\s,。!啊呀]*",
    _I,
)
NO_ANSWER = re.compile(
    r"(?:no|nope|not|none|never|nothing|maybe|i|i'm|my|we|why|what|how|who|yes|yeah|ok|okay|sure|thanks|thank|idk"
    r"|dunno|skip"
    r"|later|guess|private|depends|lots|many|various|different|old|young|secret|prefer|rather|hm+|well|hard|as|all"
    r"|any|anything|everything|something|some|whatever|wherever|here|there|home|online|remote|kind|sort|does|do|is"
    r"|are|was|it|that|this|you|please|let's|can|could|don't|just|nobody|somewhere|both|either|neither)\b"
    r"|[我你您他她不没无]|谢|好|算|随|保密|秘密|猜|啥|暂|其他|哪|怎|问|为|换|再|稍|等|别|跳过|下次|以后|先|其实|都"
    r"|这|那|什么|嗯|是|对",
    _I,
)
OFFER = re.compile(
    r"\b(?:want me|would you like|shall i|should i|can i|may i|sure you|ready|mind if|ok with|happy with|talking about"
    r"|referring|looking for|asking|trying|using this|able to|see)\b"
    r"|要我|需要我|要不要|可以吗|好吗|明白|清楚|确定|想要",
    _I,
)
PLACED = re.compile(
    r"(?:(?:(?:it'?s|it is|that'?s|that is)(?= (?-i:[A-Z]|\d|in\b|an?\b))|just|only|mostly|(?:i'?m|i am)(?: based"
    r"| living| located)?(?= (?:in|at|from) )"
    r"|i (?:live|work)(?= (?:in|at|for) )) )?(?:(?:in|at|from|near|on|to|for|as|an?|the) (?=\w))?",
    _I,
)
"""What may stand before the word or two of an answer."""
PLACED_ZH = re.compile(r"(?:我(?=[住在叫是]))?(?:住在|[住在叫是](?=[^,]{2}))?")
TAIL = re.compile(
    r"(?:,? (?:by any chance|right|then|or not|currently|these days|always|please|mostly|i think|if i may ask"
    r"|if you don't mind(?: me asking)?|(?:that )?i should know(?: about| of)?))+\W*$",
    _I,
)
ASKING_ZH = re.compile(r"(?:吗|呢|呀|啊|(?<![什怎])么)+\W*$")
"""What ends a Chinese question that asks with a word of its own: 您对什么过敏吗."""
EITHER = re.compile(r"(?P<before>.* )(?P<one>[\w'-]+) or (?:an? |the )?(?P<two>[\w'-]+)", _I)

CLOSED = tuple(
    (re.compile(pattern, _I), made)
    for pattern, made in (
        (
            r"(?:.*, )?(?:so |and |also )?are you (?P<rest>(?!sure|still there|asking|looking|trying)[^?]+)",
            "I'm {rest}",
        ),
        (r"(?:.*, )?(?:so |and |also )?do you (?P<rest>(?!want|need|mean|mind|know|think|remember)[^?]+)", "I {rest}"),
        (r"(?:.*, )?is your (?P<noun>[a-z' ]+?) (?P<rest>[A-Z0-9][^?]*)", "My {noun} is {rest}"),
        (r".*?[你您](?:是不是|是否)(?P<rest>[^?你您]+)", "我是{rest}"),
        (r".*?[你您](?P<rest>[^?你您什谁哪几多怎]+?)(?:吗|么|对吧|是吧)", "我{rest}"),
    )
)
"""Questions to be answered with yes, and the statement that yes makes of them."""
_WORK = (
    r"(?:what you do(?: for (?:a living|work))?|what do you do(?: for (?:a living|work))?|what(?:'s"
    r"| is) your (?:job|profession|occupation))"
)
_HOME = (
    r"(?:where do you live|where are you (?:based|living|located)|(?:what|which) (?:city|town"
    r"|country) (?:do you live|are you)(?: based)? in"
    r"|where you(?: live|'re based| are based| are)|(?:what|which) city you(?:'re| are| live)? ?in)"
)
OPEN = tuple(
    (
        re.compile(
            rf"(?:.*,? |.*\b(?:tell|share|ask|know)(?: with)?(?: me)? )?{pattern}(?: (?:exactly|currently|now"
            rf"|at the moment|then))?"
            if pattern.isascii()
            else pattern,
            _I,
        ),
        made,
    )
    for pattern, made in (
        (r"(?:what(?:'s| is) your (?:first )?name|what are you called|your (?:first )?name)", "My name is {said}"),
        (
            r"(?:what|how) (?:should|can|may|shall|would you like me to|do you want me to) (?:i )?(?:call|address) you",
            "Call me {said}",
        ),
        (
            (
                r"what(?: kind of| sort of| model of)? (?P<noun>phone|laptop|computer|car|camera"
                r"|tablet)(?: model)? do you "
                r"(?:have|use|own|drive)"
            ),
            "My {noun} is {said}",
        ),
        (
            (
                r"(?:do|are) you (?:follow|on|have|eat)(?: any| a)?(?: particular| special| specific)? diet"
                r"(?:ary (?:preferences?|restrictions?|needs?|requirements?))?"
            ),
            "I'm {said}",
        ),
        (r"(?:do you have )?any (?:food )?allerg(?:ies|y)", "I'm allergic to {said}"),
        (r"what(?:'s| is) your (?P<noun>[a-z' ]{2,30}) (?:called|named)", "My {noun} is called {said}"),
        (r"where did you grow up", "I grew up in {said}"),
        (r"what (?:do|are) you (?:study|studying)", "I study {said}"),
        (r"what time ?zone are you in", "My time zone is {said}"),
        (r"what instruments? do you play", "I play {said}"),
        (r"what are your hobbies", "My hobbies are {said}"),
        (_HOME, "I live in {said}"),
        (r"where (?:are you|do you come) (?:originally )?from", "I'm from {said}"),
        (_WORK, "I work as {said}"),
        (r"where do you work|who do you work for", "I work at {said}"),
        (r"how old (?:are you|you are)", "I'm {said} years old"),
        (r"(?:when is|when's|what(?:'s| is)) your (?:birthday|date of birth)", "My birthday is {said}"),
        (r"(?:what|which) languages? do you speak", "I speak {said}"),
        (
            r"what (?:are you allergic to|allergies do you have)|are you allergic to (?:anything|something)",
            "I'm allergic to {said}",
        ),
        (r"what(?:'s| is) your (?P<noun>[a-z' ]{2,30})", "My {noun} is {said}"),
        (r"who(?:'s| is) your (?P<noun>[a-z' ]{2,30})", "My {noun} is {said}"),
        (r"what(?:'s| is) the name of your (?P<noun>[a-z' ]{2,30})", "My {noun} is called {said}"),
        (r".*?(?:[你您](?:叫什么(?:名字)?|的?名字(?:是什么|叫什么)|贵姓))", "我叫{said}"),
        (r".*?[你您](?:现在|目前)?(?:居?住在?|家在|在)(?:哪里?|哪儿|什么地方|哪[个座]城市|什么城市)", "我住在{said}"),
        (r".*?[你您](?:是|来自)(?:哪里人?|哪儿人?|什么地方)", "我来自{said}"),
        (r".*?[你您](?:现在|目前)?在(?:哪里?|哪儿|哪家公司|什么公司)(?:工作|上班)", "我在{said}工作"),
        (r".*?(?:怎么|如何)称呼[你您]?|.*?[你您](?:怎么|如何)称呼", "叫我{said}"),
        (r".*?[你您](?:有没有|有)?(?:什么|哪些)?(?:食物|东西)?(?:是)?过敏的?(?:食物|东西)?", "我对{said}过敏"),
        (r".*?[你您](?:有没有|有)(?:什么|哪些)?忌口的?", "我不吃{said}"),
        (r".*?[你您](?:家|养)的?(?P<noun>猫|狗|宠物|小猫|小狗|兔子)叫什么(?:名字)?", "我的{noun}叫{said}"),
        (r".*?[你您](?:用|现在用)的?(?:是)?(?:什么|哪款|哪个)(?P<noun>手机|电脑|相机)", "我的{noun}是{said}"),
        (r".*?[你您](?:学|读|念)(?:的是)?什么(?:专业)?", "我的专业是{said}"),
        (r".*?[你您](?:是)?(?:做什么(?:工作|职业|行业)?|从事什么(?:工作|职业|行业)?)的?", "我是{said}"),
        (r".*?[你您](?:今年)?(?:多大|几岁)(?:年纪)?了?", "我{said}岁"),
        (r".*?[你您]对什么(?:食物|东西)?过敏", "我对{said}过敏"),
        (r".*?[你您]会[说讲](?:什么|哪些|哪几种)(?:语言|话)", "我会说{said}"),
        (r".*?[你您]的?(?P<noun>[^?,是什哪]{1,8})是(?:什么|哪个|哪天|多少|几号|谁)(?:时候)?", "我的{noun}是{said}"),
    )
)
"""Questions to be answered with a word or two, and the statement that it makes of them."""
ANYTHING = re.compile("")
_NAMED = re.compile(r"(?-i:[A-Z])|[^\x00-\x7f]", _I)
_TRADE = re.compile(rf"(?:[\w/&'-]+ ){{0,4}}(?:{OCCUPATIONS})\b", _I)
LOOKS = {
    "My name is {said}": _NAMED,
    "Call me {said}": _NAMED,
    "I live in {said}": _NAMED,
    "I'm from {said}": _NAMED,
    "I grew up in {said}": _NAMED,
    "I work at {said}": _NAMED,
    "I work as {said}": _TRADE,
}
"""How an answer begins that may stand in a statement; a word that is no name names nothing."""

_READY_EN = (
    r"(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|(?:that )?sounds (?:good|great|fine)|great|perfect|cool|alright|all right"
    r"|fine|deal|good (?:idea|choice|call)|agreed|makes sense|right|nice|awesome|excellent|please|works for me"
    r"|that works|(?:i )?(?:love|like) (?:it|that)"
    r"|thanks|then|well|hm+|i like (?:it|that)|good|exactly|absolutely|definitely)\b[\s,.!-]*+)*+"
)
_PICKS_EN = (
    r"(?:use|go(?: ahead)? (?:with|for)|take|choose|pick|stick (?:with|to)|stay with|settle on|opt for|adopt|book"
    r"|call (?:it|him|her|them)|name (?:it|him|her|them)|do(?! (?:it|that|this)\b))"
)
_REST_EN = r"(?:,? (?:then|please|for now|instead|here|thanks|thank you|too|(?:for|as|in|on) [^,.!?]{1,40}))*[\s.!]*"
AGREED_TO = tuple(
    re.compile(pattern, _I)
    for pattern in (
        (
            rf"\W*{_READY_EN}(?:(?:let'?s|let us|we(?:'ll| will| should| can)?|i(?:'ll| will|'d like to"
            rf"| want to)) )?(?:just )?"
            rf"(?P<verb>{_PICKS_EN}) (?P<name>[^,.!?]{{1,40}}?(?:\.\d+)*){_REST_EN}"
        ),
        rf"\W*{_READY_EN}(?P<name>[^,.!?]{{1,40}}?) it is{_REST_EN}",
        (
            r"\W*(?:(?:好的?|行|可以的?|嗯+|对|没问题|成|ok(?:ay)?|yes|sure|那好?|同意|听你的|(?:听起来)?(?:不错"
            r"|挺好|很好))"
            r"[\s,。.!~啊呀吧哈]*+)*+(?:那|我们|咱们?|我|你)*(?:就|还是)(?P<verb>用|选择?|定|学|买|去|走|按|叫|要|订"
            r"|吃|采用|使用)?\s*"
            r"(?P<name>[^,。!?不没]{1,20}?)\s*(?:吧|好了|了|啦|就行|就好|可以)*[\s。.!~]*"
        ),
        (
            r"\W*(?:(?:好的?|行|可以的?|嗯+|对|没问题|成|ok(?:ay)?|那好?|同意)[\s,。.!~啊呀吧哈]*+)*+(?:那|我们|咱们?)*"
            r"(?P<verb>用|选)(?P<name>它|这个|这款|这家|那个)吧?[\s。.!~]*"
        ),
        (
            r"\W*(?:(?:好的?|行|可以的?|嗯+|没问题|成|ok(?:ay)?|那好?|同意|听你的)[\s,。.!~啊呀吧哈]*+)++(?:那|我们"
            r"|咱们?)*"
            r"(?P<verb>用|选|买|去|定|订)\s*(?P<name>[^,。!?不没]{2,20}?)\s*(?:吧|好了|了|啦)*[\s。.!~]*"
        ),
    )
)
"""Messages that agree to what was proposed, by a name or a pronoun."""
IT = re.compile(
    r"(?:it|that|this|that one|this one|your (?:suggestion|recommendation|pick)|它|这个|那个|这款|这家|这种)", _I
)
NO_NAME = re.compile(
    r"(?:这样|这么|那样|先|不|你|我|他|她|一下|好|行|可以|what|which|whatever|the (?:first|second))", _I
)
_NAME = r"(?-i:[A-Z])[\w+#.-]*\w(?: (?-i:[A-Z0-9])[\w+#.-]*)*"
PROPOSED = re.compile(
    r"(?:\b(?:suggest|recommend|use|go (?:with|for)|choose|try|pick|take|set up|how about|what about)(?: the)?"
    r"|建议用?选?"
    rf"|推荐用?|用|选|就?定|试试)\s?(?P<name>{_NAME})"
    r"|(?:建议(?:用|选择?|采用)?|推荐(?:用|选)?)(?P<zh>[\u3400-\u9fff]{2,8})(?=[,。!?]|$)",
    _I,
)
"""What an assistant proposes."""
