"""What a clause leaves out: "I'm Ana, based in Porto" and 我叫安娜，住在波尔图 name the speaker once.

Clauses come folded (`clauses.fold`). Silence about someone else stays silence: after 我老公是医生 what follows is about
him.
"""

import re
from dataclasses import dataclass

from memory.core.extraction.shapes_zh import ANIMAL as ANIMAL_ZH
from memory.core.extraction.shapes_zh import BREED, PARTNER, PERSON
from memory.core.extraction.shapes_zh import CHILD as CHILD_ZH
from memory.core.extraction.shapes_zh import OCCUPATIONS as OCCUPATIONS_ZH
from memory.core.language.nouns_en import ANIMAL, CHILD, CHILDREN, OCCUPATIONS

FRAGMENT = (
    r"(?:(?:currently |now |originally |also )?(?:based in|living in|allergic to|from(?= (?-i:[A-Z]))|married to"
    r"|working (?:at|for|as)"
    r"|born (?:and raised )?in)|(?:recently |now |semi-)?retired\b|self-employed\b|(?:1[5-9]|[2-9]\d)(?=\s*(?:,|\."
    r"|$))|vegan\b|vegetarian\b)"
)
"""How a statement about oneself goes on without its "I'm": "I'm Ana, based in Porto, allergic to nuts"."""
_HOUSEHOLD = rf"(?:no|one|two|three|four|\d) (?:[\w-]+ ){{0,2}}?(?:{ANIMAL}|{CHILD}|{CHILDREN})s?\b"
TRADE = rf"(?:(?:[\w-]+ ){{0,2}}(?:{OCCUPATIONS}))(?=\s*(?:[,.]|$|at\b|for\b|and\b|based\b|from\b))"
"""Further bits of an introduction: "two cats, Salt and Pepper", "freelance illustrator"."""
GAPPED = (
    r"(?:(?:now |currently |also )?(?:live|lives|work|like|love|hate|speak|have|prefer|enjoy|study|play|don't|can't"
    r"|cannot"
    r"|never (?:eat|drink|touch)|avoid|moved|teach|drive|collect|joined|am allergic|am a|bought|own|grew up"
    r"|was born|run))\b"
)
BIT_EN = re.compile(
    r"(?:[\w'-]+ ){1,2}(?:user|owner|person|fan|lover|speaker|gamer|player|parent|reader|runner|drinker)"
    r"|not relevant\b.*",
    re.IGNORECASE,
)
"""A bit of an introduction that leaves the subject as it was: "Mac user."."""
_SUBJECT_EN = re.compile(
    r"\W*(?:(?:hi|hello|hey|and|but|so|also|well|now|btw|by the way|ok|context|intro)\W+)*(?:i|i'm|i've|im|my name"
    r"|name's)\b",
    re.IGNORECASE,
)
_SUBJECT_ZH = re.compile(
    r"\W*+(?:[^\s,:]{1,8}:|其实|对了|你好|另外|还有|嗯|大家好|顺便说一下|hi|hello|hey|ok|btw)?\W*+我", re.IGNORECASE
)
_DROPPED_EN = re.compile(GAPPED, re.IGNORECASE)
_FRAGMENT_EN = re.compile(FRAGMENT, re.IGNORECASE)
_HOUSEHOLD_EN = re.compile(_HOUSEHOLD, re.IGNORECASE)
_TRADE_EN = re.compile(TRADE, re.IGNORECASE)
_DROPPED_ZH = re.compile(
    r"(?:也|还|现在|目前|平时|平常|从小|今年|业余|一直|主要|最近|同时)*(?:居?住(?:在|[^宿院])|定居|base ?在"
    r"|\d{1,3}\s?岁|[一二三四五六七八九十]{2,3}岁"
    r"|来自|老家|家[住在]|对[^,]{1,20}过敏|(?:很|非常|特别|最|比较|超)?(?:喜欢|热爱|讨厌)|爱[吃喝看听打玩]|不吃|不喝"
    r"|不喜欢|不能[吃喝]"
    r"|养了|养着|有[一两二三四五\d个位只条]|会(?:[说讲]|一点|几句)|母语|是一?[名个位]|今年\d{1,3}(?:岁|$)|就读"
    r"|(?:本名|真名|全名|专业|职业|老家|生日|英文名|邮箱|星座)(?:是|叫)|最[喜爱]"
    r"|不住|在[^,]{1,20}(?:工作|上班|任职"
    r"|实习|当|做|担任|教|读|念|上学)"
    r"|(?:大|小)?(?:儿子|女儿|老婆|老公|太太|先生|妻子|丈夫|男朋友|女朋友|男友|女友|妈妈|爸爸|孩子)(?:名?叫|是)|搬到"
    r"|名?叫(?![我你他她它])|公司名?叫|(?:公司|单位)是|身高|体重|血型|吃素|从事|正在|毕业于"
    r"|(?:做|当|担任)[^,]{0,10}(?:师|员|生|理|运营|开发|测试|设计|外贸|销售|会计|翻译|前端|后端)$|(?:电话|邮箱|生日)是)"
)
_TRADE_ZH = re.compile(
    rf"(?:是(?:一?[名个位])?)?(?:退休|全职|自由|资深|在职|兼职|专职|一[枚名个位])?(?:{OCCUPATIONS_ZH})(?:一[枚名个位])?"
)
_ALONE_ZH = re.compile(
    r"(?:最近|上周|上个?月|刚刚?|已经|现在|去年)*(?:入职了|搬[到去](?!底)|跳槽(?:了|到|去)|换(?:工作|手机|电脑|邮箱"
    r"|车)了|不住[^,]+了$"
    r"|(?<=现在)(?:用的?是?|开的是?)|不在[^,]+(?:上班|工作|读书)了$|改住|改行|转行)|(?:手机|电脑|邮箱|车)(?:已经|刚"
    r"|又)?换(?:成|了)|最(?:喜欢|爱)[^,]{0,2}的[^,]{1,8}(?:是|换成"
    r"|变成|改成)|本名是|(?:本人|家[住在]|现居|现住|坐标|家里[养有]|(?:平时|平常|业余|从小|目前|现在)(?=居?住|在"
    r"|喜欢|爱|不|会|从事|做))"
)
"""With these words a Chinese sentence is about the speaker though it names no one."""
_OTHER_ZH = re.compile(r"[一这那][个家只条座款种本部间所]|有|养")
"""What a clause speaks of besides the speaker: what is called something next may be that."""
_KIN_ZH = re.compile(
    r"\W*(?:我的?|我家的?|我们家的?)(?:老婆|媳妇|妻子|太太|老公|丈夫|先生|男朋友|女朋友|男友|女友|对象|爱人|儿子"
    r"|女儿|孩子|宝宝|妈|爸|母亲|父亲|哥|弟|姐|妹|爷|奶"
    r"|外公|外婆|老板|领导|经理|同事|朋友|室友|邻居|老师|同学|房东|闺蜜|狗|猫|公司|单位|团队)(?!.*我)"
)
"""What makes someone else the topic: what follows without a subject is about them."""
_BEING_ZH = rf"(?:{PERSON}|{PARTNER}|{CHILD_ZH}|{ANIMAL_ZH}|{BREED}|{OCCUPATIONS_ZH})"
_BROUGHT_IN_ZH = re.compile(
    rf"\W*我们?家?(?![^,]*(?:是|当|做|成为?|作为)[^,]*[个位名])[^,]{{0,10}}[一两二三四五几那\d]?[个位名只条匹][^,]{{0,6}}{_BEING_ZH}"
    rf"|\W*有[一两二三四五\d]?[个位名][^,]{{0,6}}(?:{PERSON}|{PARTNER}|{CHILD_ZH}),?(?:的?名字)?名?叫"
    rf"|\W*我们?[^,]{{0,8}}[给帮替带陪送接](?:我们?家?的?)?{_BEING_ZH}"
)
"""What brings someone else in, so that what follows without a subject is about them: 我有个朋友, 我带我妈去了医院."""
_KIN_NEXT_ZH = re.compile(
    r"(?:还|也)?(?:家里[养有]|有[一两二三四五\d个位只条]|(?:大|小|二)?(?:儿子|女儿|老婆|老公|太太|先生|妻子|丈夫"
    r"|男朋友|女朋友|男友|女友"
    r"|妈妈|爸爸|孩子)(?:名?叫|是))"
)
_AGED_ZH = re.compile(r"(?:今年|现在|刚|才|已经|快)*(?:\d{1,3}|[一二三四五六七八九十两]{1,3})(?:岁|个月)")
_YOUNG_ZH = re.compile(r"儿子|女儿|闺女|孩子|宝宝|娃|猫|狗|犬|兔|[只条]")
"""An age told after one of these is not the speaker's."""
_BIT_ZH = re.compile(r"[男女]|\d{1,3}\s?岁?|[\u3400-\u9fff]{2,6}一枚")
"""A bit of an introduction that leaves the subject as it was: 本人女，28，在北京做设计."""


_VERB_FIRST_ZH = re.compile(
    "[是在住有对会养从学读做当爱想也还都就很今跑开干搞卖教带写拍画练打]|单身|已婚|未婚|离异|自己|平时|目前|现在|毕业|喜欢|打算|正在|每[天周]|不(?:吃|喝|会|太|喜欢)|属|性格|身高|体重|血型"
)
"""How a clause begins that tells more of the speaker: 我叫…，是…，…"""


_NAME_ALONE = re.compile(
    r"(?!(?:I|My|We|Our)\b)[A-Z][a-zà-ÿ'-]+(?: [A-Z][a-zà-ÿ'-]+){0,2}|(?P<zh>[\u3400-\u9fff]{2,4})"
)
_FROM_ZH = re.compile("[\u3400-\u9fff]{2,4}人")


@dataclass
class Topic:
    """What the clauses read so far are about."""

    subject: str = ""
    """What the next clause may leave out: "I ", "I'm ", 我, or nothing."""
    before: str = ""
    """The clause before, whole."""
    brought_in: bool = False
    """The clause before brought someone else in: what leaves its subject out may be about them."""
    known: bool = False
    """A clause was about the speaker."""
    introduced: bool = False
    """The speaker introduces themselves: a name alone is theirs."""

    def take(self, text: str) -> str:
        """Return the subject that the next clause leaves out, in the words that make it whole; "" if it needs none."""
        self.subject = "我" if self.subject.startswith("我") else self.subject
        self.known = self.known or self.subject == "我"
        if self.introduced and (name := _NAME_ALONE.fullmatch(text)):
            self.introduced = False
            self.subject, self.before = ("我", f"我是{text}") if name["zh"] else ("I ", f"I'm {text}")
            return "我是" if name["zh"] else "I'm "
        other = not subject_of(text) and (self._is_of_whom_came_in(text) or _is_of_another(text, self.before))
        implied = "" if other else _implied(text, self.subject)
        implied = implied or ("我" if self.known and _KIN_NEXT_ZH.match(text) else "")
        self.subject = implied or subject_of(text) or (self.subject if _goes_on(text, self.subject) else "")
        self.before = self.before if other else implied + text
        self.brought_in = (self.brought_in and other) or _BROUGHT_IN_ZH.match(text) is not None
        return implied

    def _is_of_whom_came_in(self, text: str) -> bool:
        return self.brought_in and _KIN_NEXT_ZH.match(text) is None


def _goes_on(text: str, subject: str) -> bool:
    """Tell whether a clause leaves the subject as it was: a bit of an introduction, or what begins with its verb."""
    return _BIT_ZH.fullmatch(text) is not None or (subject == "我" and _VERB_FIRST_ZH.match(text) is not None)


def subject_of(text: str) -> str:
    """Return the subject that a clause names, as the next one may leave it out: "I ", 我, or nothing."""
    if _SUBJECT_ZH.match(text):
        return "我"
    return "I " if _SUBJECT_EN.match(text) else ""


def _is_of_another(text: str, before: str) -> bool:
    """Tell whether a clause without a subject is about what the clause before it speaks of, not about the speaker."""
    if text.startswith(("叫", "名叫")) and _OTHER_ZH.search(before):
        return True
    if _AGED_ZH.match(text) and _YOUNG_ZH.search(before):
        return True
    return _KIN_ZH.match(before) is not None and _KIN_NEXT_ZH.match(text) is None


def is_about_another(text: str) -> bool:
    """Tell whether a clause makes someone else the topic, so that a sentence behind it is not about the speaker."""
    return _KIN_ZH.match(text) is not None or _BROUGHT_IN_ZH.match(text) is not None


def _implied(text: str, subject: str) -> str:
    """Return the subject that a clause leaves out, in the words that make it whole."""
    if subject == "我" and not text.startswith("我") and _TRADE_ZH.fullmatch(text):
        return "我" if text.startswith("是") else "我是"
    if subject == "我" and _FROM_ZH.fullmatch(text) and not _DROPPED_ZH.match(text):
        return "我是"
    if subject == "我" or _ALONE_ZH.match(text):
        return "我" if _DROPPED_ZH.match(text) or _ALONE_ZH.match(text) else ""
    if not subject:
        return ""
    for fragment, words in ((_FRAGMENT_EN, "I'm "), (_TRADE_EN, "I'm a "), (_HOUSEHOLD_EN, "I have ")):
        if fragment.match(text):
            return words
    return "I " if _DROPPED_EN.match(text) else ""
