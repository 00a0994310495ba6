"""How a user asks to remember, to forget, or to be answered from now on: as data, English and Chinese.

Patterns read folded text (`clauses.fold`); requests to remember and forget are read a sentence at a time.
"""

import re

_I = re.IGNORECASE

TAIL_QUESTION_ZH = re.compile(r"(?:[,\s]*(?:好吗|好不好|可以吗|行吗|好么|吗|吧|哦|啊|呢|谢谢))+\W*$")
QUESTION_WORD_ZH = re.compile(r"谁|什么|哪|多少|怎么|几(?!乎)|为何|吗\W*$")
MAY_YOU = re.compile(r"\b(?:can|could|would|will) you\b|能|可以|可不可以|请|麻烦", re.IGNORECASE)
"""What makes a question a request."""

# Remember ------------------------------------------------------------------------------------------------------------

_PLEASE = (
    r"\W*(?:(?:please|pls|kindly|also|oh|and|so|ok|okay|hey|hi|hello|yes|no|well|actually|just|always|btw"
    r"|by the way|one more thing|important|can you|could you|would you|will you|i want you to|i need you to"
    r"|i'd like you to|i would like you to|you should|you must|you need to|make sure to|make sure you"
    r"|be sure to|for (?:the future|next time|later|future reference))\b[\s,:!-]*+){0,5}+"
)
_VERB = (
    r"(?:remember|memori[sz]e|keep in mind|bear in mind|keep in memory|don't (?:ever )?forget|do not "
    r"(?:ever )?forget|never forget|(?:take|make) (?:a )?(?:mental )?note(?: of)?|write (?:it |this )?down"
    r"|jot down|note down)"
)
_STORE = r"(?:note|save|store|record|add|put|log)"
_OBJECT = (
    r"(?:(?: (?:the following|this fact|the fact|this|it|for me|for later|for next time|for the future|in "
    r"(?:your )?memory|to (?:your )?memory|please|forever)){0,3})"
)
ASKS_EN = re.compile(
    rf"{_PLEASE}(?:{_VERB}{_OBJECT}(?P<link>\s*[:,-]+\s*|\s+that\s+|\s+)|{_STORE}{_OBJECT}(?:\s*:\s*|\s+that\s+"
    rf"|\s+(?=(?:my|i|i'm|i've|our|we)\b))(?<!\badd )|(?:for (?:your|the) (?:information|record)|fyi|memo"
    rf"|note to self|note)\s*:\s*)(?P<content>.+)",
    _I | re.DOTALL,
)
"""A sentence that begins with a request to remember; group `content` is what."""

NOT_CONTENT_EN = re.compile(
    r"(?:when|how|what|who|whom|where|why|which|whether|if i (?:said|told|asked|mentioned)|me\b(?! (?:as|to))"
    r"|you\b|us\b|him\b|her\b|last (?:time|week|year)|yesterday|the (?:time|day|days|night|last|first|other"
    r"|good|old|alamo)\b|to (?:smile|breathe)|this(?: \w+)?$|that(?: \w+)?$|it(?: all)?$|everything$|anything"
    r"|nothing|correctly|well$|\W*$)",
    _I,
)
"""Content that is none: reminiscence, questions, mere pronouns."""

ASKS_AFTER_EN = re.compile(
    r"(?P<content>.{8,}?)(?<![\s,;-])(?:\s*+[,;-]++\s*+|\s++(?:so|and)\s++)(?:please |pls |so |and |do |just "
    r"|kindly ){0,3}(?:remember|note|memori[sz]e|keep (?:it |this |that )?in mind|don't forget|do not forget"
    r"|save|make a note of)(?: (?:that|this|it))?(?: please| for me| for (?:later|next time|the future)| ok"
    r"(?:ay)?| too)*",
    _I | re.DOTALL,
)
"""A sentence that ends with such a request; the whole sentence must match."""

ASKS_ALONE_EN = re.compile(
    rf"{_PLEASE}(?:{_VERB}|{_STORE})(?: (?:that|this|it|the following|these(?: things)?|all (?:this|that"
    rf"|of this)|the following (?:facts|things)|in (?:your )?memory"
    r"|for me|for later|for next time|for the future|please|well|down|things about me|facts about me)){1,4}\W*",
    _I,
)
"""A sentence that is nothing but such a request: it means the sentence after it, or before."""

_QING = (
    r"(?:[\s,:!]*(?:请|麻烦|拜托|帮我|帮忙|给我|替我|你|您|要|得|能不能|可不可以|可以|能|务必|一定|千万|好好"
    r"|那|也|再|永远|以后|还有|另外|对了|顺便|我(?:想|要|希望|需要)(?:你|您))){0,6}+[\s,:!]*+"
)
_JI = (
    r"(?:记住|记一下|记下来|记下|记着|记牢|记得|牢记|谨记|记录一下|记录下来|记录|备注一下|备注|别忘记?了?"
    r"|不要忘记?了?|勿忘|存一下|保存一下|存下来|保存下来|做个笔记|写进记忆|加入记忆|存入记忆|加到记忆里)"
)
_IT_ZH = r"一下|了|哦|啊|吧|下|这一?点|这件事|这个信息|以下(?:内容|信息|几点)?|如下"
_YIXIA = rf"(?:(?:{_IT_ZH})\s*+)*+"
_THIS_ZH = r"(?:[把将](?:这个|这些|这件事|这一?点|以下(?:内容)?|下面(?:的内容)?))?"
ASKS_ZH = re.compile(rf"{_QING}{_THIS_ZH}(?:备忘|注意|{_JI}{_YIXIA})[\s,:]*(?P<content>.+)", _I | re.DOTALL)
"""As ASKS_EN. 注意 counts only with a colon (checked by `NOTE_ZH`)."""
NOTE_ZH = re.compile(rf"{_QING}(?:备忘|注意)(?!\s*:)")
ASKS_BA_ZH = re.compile(
    rf"{_QING}[把将](?P<content>.+?)(?:这(?:件事|一?点|个信息|个))?(?:都)?(?:给我)?(?:{_JI})(?:一下|了|吧|来"
    rf"|下来|好|\s)*",
    _I | re.DOTALL,
)
"""把 … 记住; the whole sentence must match."""
NOT_CONTENT_ZH = re.compile(
    r"[\s,]*(?:上次|那次|那天|昨天|小时候|当时|曾经|我(?:上次|之前|刚才)?(?:说|问|讲)(?:过|的|了)|你(?:说|是"
    r"|自己)|吗|吧|了|的|哦|好|没有?|它|这个?|那个?|这些|一下)?\W*$|上次|那次|那天|当时|(?:你|他|她)(?:说|问"
    r"|是谁|曾)"
)
ASKS_AFTER_ZH = re.compile(rf"(?P<content>.{{4,}}?)(?<![\s,;])[\s,;]++{_QING}{_JI}{_YIXIA}\W*", _I | re.DOTALL)
ASKS_ALONE_ZH = re.compile(rf"{_QING}{_JI}(?:{_IT_ZH}|我(?:说|讲)的话?|[\s:])*\W*", _I)

# From now on ---------------------------------------------------------------------------------------------------------

_ACTS = (
    r"(?:answer|reply|respond|use|write|speak|talk|call|address|suggest|recommend|give|show|include|add|keep"
    r"|be|send|put|format|start|end|begin|ask|tell|say|make|provide|mention|explain|translate|cite|check"
    r"|assume|offer|avoid|do|bring|propose|refer|repeat|quote|round|convert|sign|greet|stick|follow|treat"
    r"|confirm|list|remind|warn|wait|schedule|book|order|summari[sz]e|stop|start|refuse|skip|omit|return"
    r"|output|print|insert|apologi[sz]e|guess|lecture|interrupt|swear|joke|sugarcoat|have|let|get|don't|do not"
    r"|never|always|please|no|not|only|speaking|answering|replying|using)"
)
INSTRUCTION_EN = re.compile(
    rf"\W*(?:(?:and|but|so|also|oh|ok|okay|please|pls|hey|hi|yes|no|well|remember to|remember that you should"
    rf"|you should|you must|i want you to|i'd like you to|i need you to|can you|could you|make sure to"
    rf"|be sure to|just)\b[\s,:]*+){{0,4}}+(?:(?:from now on|from here on(?: out)?|going forward"
    rf"|from this point on|in (?:the )?future|in (?:all )?future (?:answers|replies|responses|messages"
    rf"|conversations)|for all future (?:answers|replies|responses|messages|conversations)|henceforth"
    rf"|every time|each time|whenever|when(?:ever)? i [\w' ]{{2,60}},|every time i [\w' ]{{2,60}},|as a rule"
    rf"|by default)[\s,:]*(?:(?:please|can you|could you|you should|you must|you can|i want you to"
    rf"|i'd like you to|just|i'd prefer (?:that )?you|i prefer (?:that )?you)\s+)*{_ACTS}\b.*|(?:always|never"
    rf"|don't ever|do not ever|don't you ever)\s+{_ACTS}\b.*|(?:please )?(?:don't|do not|stop|never"
    rf"|always)?\s*{_ACTS}\b.*\b(?:from now on|going forward|in (?:the )?future|from here on|every time|in all "
    rf"(?:your )?(?:answers|replies)|by default|always|ever again|anymore|at all times))\W*$",
    _I,
)
"""A standing instruction; a clause or a whole sentence must match."""
NOT_INSTRUCTION_EN = re.compile(
    r"\W*(?:never mind|always (?:a|the|been|wanted)\b|don't (?:ever )?forget|never forget|never ever$)", _I
)

_DO_ZH = (
    r"(?:请|都|不要|别|不许|不准|就|只|只能|一律|统一|务必|一定要?|必须|要|全部|可以|麻烦|每次(?:回答|回复)?)*"
    r"(?:用|回答|回复|叫|称呼|给我|跟我|和我|对我|说|写|推荐|建议|提|提醒|使用|发|加|附|列|先|直接|保持|翻译"
    r"|解释|带|出现|建议我|推荐我|输出|以|按|把|再|问|称|默认|避免|不用|少|多)"
)
INSTRUCTION_ZH = re.compile(
    rf"[\s,]*(?:(?:好的?|对了|另外|还有|那|请|麻烦|请你|你|记住|拜托)[\s,:]*+){{0,3}}+(?:(?:从现在(?:起|开始)"
    rf"|从今(?:以后|往后|天起)|今后|以后|往后|之后|将来|接下来|每次(?:我[^,]{{1,20}},?)?"
    rf"|每当我[^,]{{1,30}},)[\s,]*(?:请|你|您|麻烦|回答|回复)*[\s,]*{_DO_ZH}.*|(?:请你?)?(?:始终|一直|总是|永远"
    rf"|一律|统一|永远都|默认)(?:都|要|不要|别|不|用)*{_DO_ZH}.*|(?:请)?(?:千万|绝对|永远|再也)?(?:别|不要|不许"
    rf"|不准)(?:再)?(?:给我|跟我|向我|对我)?(?:推荐|建议|提|用|说|叫我|发).*(?:了|以后|今后)|(?:请)?(?:都|一律"
    rf"|只|统一)用.{{1,12}}(?:回答|回复|交流|沟通|跟我说|和我说)(?:我)?)\W*$",
    _I,
)
NOT_INSTRUCTION_ZH = re.compile(
    r"[\s,]*(?:以后|今后|之后|将来|往后)[\s,]*(?:我(?!说|问|发|们[用都])|请?多(?:关照|指教|包涵))|.*(?:[吗呢]"
    r"|再说吧?)\W*$"
)

LANGUAGE_EN = re.compile(
    r"\b(?:answer|reply|respond|speak|write|talk|communicate)\b[^.]{0,20}? (?:in|only in) (?P<value>(?:"
    r"(?:simplified|traditional|brazilian|british|american|plain) )?(?:english|chinese|mandarin|cantonese"
    r"|french|german|spanish|italian|portuguese|dutch|russian|japanese|korean|arabic|hindi|turkish|polish"
    r"|ukrainian|swedish|vietnamese|thai))\b",
    _I,
)
LANGUAGE_ZH = re.compile(
    r"用(?P<value>简体中文|繁体中文|简体字?|繁体字?|中文|汉语|普通话|英文|英语|日语|日文|法语|德语|西班牙语"
    r"|韩语|粤语|俄语)(?:来)?(?:回|答|说|交流|沟通|写|跟|和)"
)

# Forget --------------------------------------------------------------------------------------------------------------

_FORGET = (
    r"(?:forget(?: about)?|un-?remember|stop remembering|(?:don't|do not) (?:remember|save|store|keep"
    r"|memori[sz]e)|no longer remember)"
)
_DELETE = r"(?:delete|erase|remove|wipe|clear|purge|drop|get rid of)"
_KNOWN = (
    r"(?:(?:everything|anything|all(?: of)?(?: that)?|all the (?:facts|things|information)|the (?:facts?"
    r"|memory|memories|information|things?)|what(?:ever)?|the fact|your memory|your memories|any memory)"
    r"(?: that)?(?: (?:you (?:know|have|remember|stored|saved|learned|learnt)|i (?:said|told you|have told you"
    r"|ever told you|mentioned)|stored|saved))?(?: (?:about|of|on))?)"
)
_SELF_BEGINS = r"(?=(?:my|i|i'm|i've|i'd|we|our|how|where|who|what|when)\b)"
FORGETS_EN = re.compile(
    rf"{_PLEASE}(?:{_FORGET}\s+{_KNOWN}\s+|{_FORGET}\s+(?:(?:the fact )?that\s+(?=\w+ \w)|{_SELF_BEGINS})"
    rf"|{_DELETE}\s+{_KNOWN}(?<=about| that|.. of|.. on)\s+|{_DELETE}\s+(?=my\b.{{0,60}}\bfrom (?:your"
    rf"|the) memor(?:y|ies)\b)|{_DELETE}\s+(?=my (?:name|birthday|address|phone|phone number|e-?mail|age|job"
    rf"|home|allerg\w+)\W*$))(?P<content>.+)",
    _I | re.DOTALL,
)
"""A clause that asks to forget something; group `content` is what."""
_ABOUT_ME = (
    r"(?: (?:that )?(?:you (?:know|have|remember|stored|saved|ever learned)|i(?:'ve| have)? (?:ever )?(?:said"
    r"|told you))(?: (?:about|of) me)?| (?:about|of) me)"
)
FORGETS_ALL_EN = re.compile(
    rf"{_PLEASE}(?:{_FORGET}\s+(?:everything|all(?: of it)?){_ABOUT_ME}?|{_DELETE}\s+(?:everything|all){_ABOUT_ME}"
    rf"|(?:{_FORGET}|{_DELETE})\s+(?:all (?:of )?my (?:data|facts|memories)|your (?:whole |entire )?memory|my memories"
    rf"|all (?:of )?(?:the |your )?memories)(?:{_ABOUT_ME})?)(?: please| now| at once| immediately)*\W*",
    _I,
)
NOT_FORGET_EN = re.compile(
    r"\W*(?:it|that|this|about it|about that|what i (?:just )?said|me|you|the above|how to|what (?:is|was|are"
    r"|were)|(?:my|the) (?:last|previous) (?:message|question|request))\W*$|how to\b|to\b",
    _I,
)

_UNKEEP = r"(?:忘记|忘掉|忘了|忘却|遗忘|别记住?|不要记住?|不用记住?|别再记住?|不要再记住?|不要保存|别保存|不要存)"
_WIPE = r"(?:删除|删掉|删去|清除|清掉|抹掉)"
_OF_USER = r"(?=[^,]*(?:我|关于|记))"
"""What is wiped must be the user's: 删除全部文件 is no request to forget."""
_YI = r"(?:你|您)?(?:所)?(?:知道|记得|记住|记|存|保存|了解)(?:的|了的|过的|下的)?"
FORGETS_ZH = re.compile(
    rf"{_QING}(?:{_UNKEEP}|{_WIPE}{_OF_USER})(?:掉|了|吧)?[\s,:]*(?:{_YI})?(?:所有|全部|任何)?(?:关于|有关)?"
    r"(?P<content>.+)",
    _I | re.DOTALL,
)
FORGETS_BA_ZH = re.compile(
    rf"{_QING}[把将](?:(?=[^,]*忘)|{_OF_USER})(?:{_YI})?(?:关于|有关)?(?P<content>.+?)"
    r"(?:都|全都|全部|给我|从(?:你的)?记忆(?:里|中)?)*(?:忘记|忘掉|忘了|忘|删除|删掉|删了|清除|抹掉|清空)(?:掉"
    r"|了|吧|哦|\s)*\W*",
    _I | re.DOTALL,
)
_ALL_ZH = r"(?:一切|全部|所有(?:的)?(?:事情?|记忆|信息|内容|东西|资料)?)"
_OF_ME_ZH = rf"(?:{_YI}|关于我的?|我的)+"
FORGETS_ALL_ZH = re.compile(
    rf"{_QING}(?:(?:忘记|忘掉|忘了)(?:掉|了)?(?:{_OF_ME_ZH})?{_ALL_ZH}(?:{_OF_ME_ZH})?(?:事情?|记忆|信息|内容"
    rf"|资料)?|(?:{_UNKEEP}|{_WIPE})(?:掉|了)?(?:{_OF_ME_ZH}{_ALL_ZH}|{_ALL_ZH}{_OF_ME_ZH}(?:事情?|记忆|信息"
    rf"|内容|资料)|(?:你的)?所有(?:的)?记忆)|[把将](?:{_OF_ME_ZH}{_ALL_ZH}|(?:你的)?(?:所有|全部)(?:的)?记忆)"
    rf"(?:都|全都|全部)?(?:忘记|忘掉|忘了|删除|删掉|删了|清除|清空)|清空(?:你的)?(?:所有|全部)?记忆)(?:掉|吧"
    rf"|了)*\W*",
    _I,
)
NOT_FORGET_ZH = re.compile(
    r"[\s,]*(?:吗|吧|了|它|这个?|那个?|这件事|说|告诉|跟|带|拿|关|做|怎么|为什么|我(?:刚才|刚刚|上面)?说的"
    r"(?:话)?)?\W*$|(?:说|告诉你|跟你|带|拿|关|做|交|买|吃|还)"
)
REPROACH_ZH = re.compile(r"[\s,:]*(?:你|您|都)[^请能可]*忘")
TAIL_ZH = re.compile(
    r"(?:的?(?:这件事情?|这一?点|事情?|一切|内容|信息|记忆|资料|所有))?(?:都|全)?(?:吧|了|哦|啊|吗|好吗|可以吗)*\W*$"
)
TAIL_EN = re.compile(
    r"\s*(?:,? ?(?:please|thanks|thank you|now|immediately|ok(?:ay)?|from (?:your|the) memor(?:y|ies)|anymore"
    r"|any more|again|at all))*\W*$",
    _I,
)
