"""Signs that what is only said may not be meant of the speaker: as data, English and Chinese; they read folded text.

`ANYWHERE` may stand anywhere in the message, `NEARBY` in its sentence or one beside it, `BEFORE` ahead of it, as far as
`reach.py` tells, `AFTER` behind it, `BEHIND` right behind it; `LABEL` ahead of it in its line.
"""

import re
from typing import NamedTuple

from memory.core.extraction.jest import LAUGHS
from memory.core.extraction.order_words import REWORD_EN
from memory.core.language.nouns_en import CHILD, PARTNER, PERSON

_I = re.IGNORECASE
JEST = "it may be said in jest"
SUPPOSED = "it may only be supposed"
OTHERS = "it may be someone else's word"
HANDED = "it may belong to a text to be worked on"
PLAYED = "it may be said in a role-play"


class Sign(NamedTuple):
    """A sign of doubt."""

    reason: str
    """Why what it stands beside waits for the user."""
    pattern: re.Pattern[str]


_STAGE = (
    r"^\s{0,8}\((?:in (?:a|my) |with a |as )?[a-z ]*(?:voice|accent|whisper\w*|laugh\w*|sigh\w*|smil\w*|bow\w*|nod\w*"
    r"|enter\w*|lean\w*|\w{3,}ly)\)"
)
OLD_SPEECH = (
    r"\b(?:thou|thee|thy|thine|hath|doth|methinks|'tis|ye|milord|m'lord|m'lady|your (?:majesty|highness|grace)|ahoy"
    r"|arr+"
    r"|matey|forsooth|good sir|fair maiden|i be)\b"
    r"|我乃|(?:^|[,。!?\s])在下(?![周个星礼月面午方边班课雨雪棋载楼车一])|老夫|老衲|贫道|贫僧|本座(?!位)|本王|本宫|本尊|本大爷|本小姐|朕|哀家|臣妾|微臣|奴婢|奴才|小女子|寡人|洒家"
    r"|姑奶奶我|老朽|陛下|娘娘|大侠|客官|公子|施主|吾(?!尔)"
)
_WORK = rf"(?:{REWORD_EN}|correct|fix|edit)"
_WORKED_ON = (
    rf"\b(?:{_WORK} (?:this|it|the|my)|grammar|cover letter|transcript|fill (?:in )?the (?:gap|blank)s?|spell-?check"
    r"|in one line|(?:this|my|the) (?:bio|intro|essay|paragraph|sentence|draft|text|caption|headline|cv|resume|profile"
    r"|speech|letter|post))\b"
    r"|翻译|英译中|中译英|[译翻](?:成|一下)|润色|病句|造句|例句|语法|逐字稿|改写|这[段句篇]|作文|自我介绍(?:行|怎么样|可以|写)"
    r"|简历|文案|广告词|自介写|扩写|缩写|续写"
    r"|\b(?:tense|make (?:this|it) (?:more )?(?:formal|polite|short\w*|nice\w*|funn\w*))\b"
)
_WORK_AFTER = (
    rf"(?:\b(?:{_WORK} (?:this|it)|in one line|is this grammatical|make (?:this|it)(?: more)? (?:formal|polite|shorter"
    r"|nicer|funnier))\b|[把将给]?(?:这|上面|前面)[段句篇]|[译翻]成|翻译一下|读起来|通顺|帮我润色|语法对)[^:\n]{0,60}\s*\Z"
    r"|主语|谓语|宾语|时态|词性|病句"
)
"""Work on what stands before it: nothing is handed over behind it."""
ANYWHERE = (Sign(PLAYED, re.compile(f"{_STAGE}|{OLD_SPEECH}", _I)),)
NEARBY = LAUGHS
"""Of jest."""
_SUPPOSES = (
    r"\b(?:dream(?:s|t)?|ideal(?:ly)?|sample|scenario|case study|fantasy|imagin\w+|suppos\w+|assum\w+|pretend\w*"
    r"|what if"
    r"|let \w+ be|one day|some day|someday|in theory|hypothe\w+|persona|pros (?:of|and)|cons\b|quiz|riddle"
    r"|(?:question|item|problem|task|exercise) \d|example|if i were|in another life)\b"
    r"|理想|假想|假设|假定|梦想|梦里|案例|情境|有朝一日|题目|例题|第.题|要是|倘|比如说?我|例如|举例|打比方|幻想|设定|剧情|人设"
)
_FOR_OTHERS = (
    r"\b(?:on behalf of|speaking (?:for|as)|asking (?:this )?for (?:a|my|an|our)|for (?:a|my|an|our) (?:friend|mate"
    r"|mum|mom"
    r"|dad|sister|brother|colleague|client|cousin|neighbou?r|boss|wife|husband|partner|son|daughter|flatmate"
    r"|roommate)s?"
    r"\s*[-:,(]|from (?:my|a) (?:friend|colleague|sister|brother)'s)"
    r"|(?:帮|替|代)(?!我)[^,。我]{0,8}(?:问|咨询|打听|查|写|发)|代问|(?:我|他|她)[^,。]{0,6}(?:原话|签名|简介|资料|bio)"
)
_REPORTER = (
    r"(?:^|[.!?,;\n]\s{0,3})(?:and |so |then |but )*(?:he|she|they|someone|(?:my|the|a|an|our|this|that|some|his"
    r"|her|their)"
    r" (?!being said)[\w' -]{2,30}?) (?:just |then |always |once )?(?:(?:kept|keeps|was|is|were)"
    r" (?:telling|saying|shouting|asking)|goes|went|was like|is like|'s like|like|reads?|says?|said"
    r"|stated?s?"
    r"|introduce[sd]|announce[sd]?|testifie[sd]|claim(?:s|ed)?|texts?|texted|tell(?:s)?|told|yell(?:s|ed)"
    r"|whisper(?:s|ed)"
    r"|answer(?:s|ed)|repl(?:ies|ied)|write?s?|wrote|sang|sings|explain(?:s|ed)|complain(?:s"
    r"|ed))\b[^.!?\n]{0,40}?[,:]\s"
    r"|(?:他|她|它|对方|网友|客户|朋友|同事|同学|室友|老师|老板|妈|爸|孩子|儿子|女儿|主角|歌里?|广告)[^,。我]{0,10}"
    r"(?:说|写|唱|喊|讲|发来|留言|自称|道|称|回)[^我。]{0,6}[,:]?\s{0,3}(?=我)"
)
BEFORE = (
    Sign(SUPPOSED, re.compile(_SUPPOSES, _I)),
    Sign(OTHERS, re.compile(f"{_FOR_OTHERS}|{_REPORTER}", _I)),
    Sign(HANDED, re.compile(_WORKED_ON, _I)),
)
_MOVES_ON = (
    r"(?:(?:anyway|anyways|now|then|thanks|thank you|cheers|bye|goodbye|good ?night|see you|have an?|let'?s|let me"
    r"|please|back to|on to|moving on|that(?:'s| is) (?:all|it|enough)|time (?:to|for)"
    r"|i(?:'d| had| should| must|'ve got to| have to| need to| gotta) (?:better )?(?:go|run|get|be going|head|leave"
    r"|sleep)|it(?:'s| is| was|'ll be) (?:\w+ )?(?:raining|snowing|hailing|sunny|cloudy|foggy|windy|cold|hot|warm"
    r"|freezing|late|early|time|getting late|almost (?:time|noon|midnight|\w+day)"
    r"|been (?:a|nice|fun|great)))\b"
    r"|(?:what|how|where|which|when)\b[^.!?\n]{0,40}\b(?:should|can|could|do|would) (?:i|we)\b"
    r"(?![^.!?\n]*\b(?:it|one|that|this|them|say)\b)[^.!?\n]*\?"
    r"|(?:can|could|would|will) you (?:please )?(?:help|give|tell|show|suggest|recommend|explain|write|find)\b)"
)
"""What turns from a statement behind "Well, …", and takes nothing from it."""
_DEFLATED = (
    r"\s{0,2}(?:\.\.\.+|…+)\s{0,2}(?=(?:in|on|at|of|for|not|but|well|if|or|until|when|except|just|oh|according)\b"
    r"|[旁的在是里上])"
    r"|\s{0,2}\((?=[^()]{0,120}(?:n't|\b(?:not|no|yet|time|sort of|kind of|technically|basically|he|she|they|it"
    r"|sometimes|almost)\b"
    r"|不|没|第.次|心里|梦里|自称|假|其实))"
    r"|[\s,.;-]{0,4}(?:except|other than|apart from|but only|at least (?:in|on|when|until)|if you count"
    rf"|(?!(?<=\. )well, (?:{_MOVES_ON}))well,"
    r"|sort of|kind of"
    r"|technically|allegedly|apparently|so to speak|at heart|in spirit|on paper"
    r"|除了|但只|其实只|至少在|只是还|只不过|只可惜|可惜|说是|在梦里)"
)
LABEL = re.compile(r"[^.!?。\n]*?(?::(?!//|\d)|\s[-–—]+\s)")
"""What announces what stands behind it in its line."""
OTHERS_LABEL = re.compile(
    r"(?<!\bi )(?<!\byou )(?<!\bwe )\b(?:says?|said|tell(?:s|ing)|told|shout\w*|writes|wrote|goes|asks|claim\w*"
    r"|explain\w*"
    r"|put it|repl\w+|reads)\b|"
    rf"\b(?:my|our|a|an|the|his|her|their|from) (?:[\w'-]+ ){{0,2}}?(?:{PERSON}|{PARTNER}|{CHILD}|mate|buddy|pal"
    rf"|client|customer"
    r"|reader|user|guest|patient|stranger|guy|man|woman|student|pupil|tenant|applicant|candidate|character|narrator"
    r"|hero)\b"
    r"|\b(?:he|she|they|him|her|them)\b|[他她]|对方|朋友|同事|同学|室友|读者|网友|客户|主角|老师|老板|我[妈爸弟妹哥姐奶爷]"
    r"|\b(?:this|which|what|problem|essay|homework|exercise|quote|line|sentence|paragraph|tense|example|case"
    r"|affirmation"
    r"|bio|profile|ad|post|caption|scene|plot|story|script|song|lyrics|poem|prompt|formal|polite)\b|[剧戏文题句词歌]|例|念|剧",
    _I,
)
"""A label that names whose words stand behind it, or what for a text."""
INTRODUCES = re.compile(
    r"\W*(?:(?:hi|hello|hey|ok|okay|so|well|anyway|also|first|firstly|second|and|but|then|again|sorry|thanks|wait"
    r"|fun|quick"
    r"|one|more|thing|last|by the way|btw|use|the|new|from|today|tomorrow|now|old|correct|right|real|there|all"
    r"|everyone|team"
    r"|to|be|clear|short|answer|yes|no|yep|long|story|in|simple|terms|big|good|bad|great|news|status|life"
    r"|confession|truth)"
    r"\b\W*)+"
    r"|.*(?:你好|大家好|其实|另外|还有|顺便|对了|首先|其次|总之|新的?|换成|改成|答案|是的|好消息|坏消息|坦白|现状|情况|如下)\W*",
    _I,
)
"""A label that announces nothing but what the user says next."""
BEHIND = (Sign(JEST, re.compile(_DEFLATED, _I)),)
AFTER = (Sign(HANDED, re.compile(_WORK_AFTER, _I)),)
