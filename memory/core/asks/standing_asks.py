"""How a user asks to be answered from now on: as data, English and Chinese.

Patterns read folded text (`clauses.fold`).
"""

import re

_I = re.IGNORECASE

_ACTS = (
    r"(?:answer|reply|respond|use|write|speak|talk|call|address|suggest|recommend|give|show|include|add|keep"
    r"|be|send|put|format|start|end|begin|ask|tell|say|make|provide|mention|explain|translate|cite|check"
    r"|assume|offer|avoid|do|bring|propose|refer|repeat|quote|round|convert|sign|greet|stick|follow|treat"
    r"|confirm|list|remind|warn|wait|schedule|book|order|summari[sz]e|stop|start|refuse|skip|omit|return"
    r"|output|print|insert|apologi[sz]e|guess|lecture|interrupt|swear|joke|sugarcoat|have|let|get|don't|do not"
    r"|never|always|please|no|not|only|speaking|answering|replying|using|double.?check|capitali[sz]e|ignore|prefer"
    r"|limit|shorten|structure|number|highlight"
    r"|comment|saying|ending|starting|adding|giving|asking|apologi[sz]ing|suggesting|calling)"
)
INSTRUCTION_EN = re.compile(
    rf"\W*+(?:(?:and|but|so|also|oh|ok|okay|please|pls|hey|hi|yes|no|well|remember to|remember that you should"
    rf"|you should|you must|i want you to|i'd like you to|i need you to|can you|could you|make sure to"
    rf"|be sure to|just)\b[\s,:]*+){{0,4}}+(?:(?:from now on|from here on(?: out)?|going forward"
    rf"|from this point on|in (?:the )?future|in (?:all )?future (?:answers|replies|responses|messages"
    rf"|conversations)|for all future (?:answers|replies|responses|messages|conversations)|henceforth"
    rf"|every time|each time|whenever|when(?:ever)? i [\w' ]{{2,60}},|(?:every time|each time) (?:i"
    rf"|you) [\w' ]{{2,60}},|if i ask (?:for|about) [\w' ]{{2,40}}, (?=always)|as a rule"
    rf"|by default)[\s,:]*(?:(?:please|can you|could you|you should|you must|you can|i want you to"
    rf"|i'd like you to|just|i'd prefer (?:that )?you|i prefer (?:that )?you)\s+)*{_ACTS}\b.*|(?:from now on"
    r"|from here on(?: out)?|going forward|in (?:the )?future|henceforth|always|by default)[\s,:]*i(?:'d"
    r"| would)? (?:want|like|prefer|need|expect)\b(?! to\b).*|i always (?:want|prefer|need|expect)\b(?! to\b).*"
    r"|(?:always|never"
    rf"|don't ever|do not ever|don't you ever)\s+{_ACTS}\b.*|(?:please )?(?:don't|do not|stop|never"
    rf"|always)?\s*{_ACTS}\b.*\b(?:from now on|going forward|in (?:the )?future|from here on|every time|in all "
    r"(?:your )?(?:answers|replies)|by default|always|ever again|anymore|at all times|all the time|every (?:answer"
    rf"|reply|message|response))|(?:please )?(?:don't|do not|stop|never) (?:\w+ing|{_ACTS})\b.*\b(?:every|each"
    rf"|all your"
    r"|your) (?:single )?(?:repl(?:y|ies)|answers?|messages?|responses?)\b.*)\W*$",
    _I,
)
"""A standing instruction; a clause or a whole sentence must match."""
NOT_INSTRUCTION_EN = re.compile(
    r".*\b(?:any ?more|any longer|again)\W*$(?<!never again)(?<!ever again)|\W*+(?:never mind|(?:never"
    r"|always) (?:have|had|do|did|will|would|been|was|be|let|get)\W*$|always (?:a|the|been"
    r"|wanted)\b|don't (?:ever )?forget|never forget|never ever$)",
    _I,
)

_DO_ZH = (
    r"(?:请|都|不要|别|不许|不准|就|只|只能|一律|统一|务必|一定要?|必须|要|全部|可以|麻烦|每次(?:回答|回复)?)*"
    r"(?:用|回答|回复|叫|称呼|给我|跟我|和我|对我|说|写|推荐|建议|提|提醒|使用|发|加|附|列|先|直接|保持|翻译"
    r"|解释|带|出现|建议我|推荐我|输出|以|按|把|再|问|称|默认|避免|不用|简[短洁]|详细|控制在|限制在|不超过|少|多)"
)
INSTRUCTION_ZH = re.compile(
    r"[\s,]*(?:请|你)?(?:每次(?:回答|回复)?都|回[答复]我?(?:的时候|时)?,?请?(?:都|一律|一直|总是|始终)"
    rf"|凡是[^,]{{1,15}}?都){_DO_ZH}.*|"
    rf"[\s,]*(?:(?:好的?|对了|另外|还有|那|请|麻烦|请你|你|记住|拜托)[\s,:]*+){{0,3}}+(?:(?:from now on"
    r"|going forward|从现在(?:起|开始)"
    rf"|从今(?:以后|往后|天起)|今后|以后|往后|之后|将来|接下来|每次(?:我[^,]{{1,20}},?)?"
    rf"|每当我[^,]{{1,30}},)[\s,]*(?:请|你|您|麻烦|回答|回复|[回答]我)*[\s,]*(?:[^我,]{{1,16}}?(?=都|一律|统一"
    rf"|全部|请|要|别"
    rf"|不要|必须))?{_DO_ZH}.*|(?:请你?)?(?:始终|一直|总是|永远"
    rf"|一律|统一|永远都|默认)(?:都|要|不要|别|不|用)*{_DO_ZH}.*|(?:请)?(?:千万|绝对|永远|再也)?(?:别|不要|不许"
    rf"|不准)(?:再)?(?:给我|跟我|向我|对我)?(?:推荐|建议|提|用|说|叫我|发).*(?:了|以后|今后)|(?:请)?(?:都|一律"
    rf"|只|统一)用.{{1,12}}(?:回答|回复|交流|沟通|跟我说|和我说)(?:我)?|(?:请|你)*(?:别|不要|不许|停止)(?:再|总是?"
    rf"|老是?|又)?(?:在)?[^,我]{0, 6}(?:每[次条个]|所有|你的)[^,]{0, 3}(?:回[复答]|答案|消息).*"
    r"|(?:请|你)*(?:你的)?(?:回[复答]|答案)(?:里面?|中|时|的时候)?(?:请|都|也)*(?:别|不要|不许|不用)(?:再|总是?"
    r"|老是?)?.+"
    r"|(?:跟|和|对)我(?:说话|聊天|交流|对话)(?:的时候|时)?(?:请|都)*(?:别|不要|不用|要|用).+)\W*$",
    _I,
)
NOT_INSTRUCTION_ZH = re.compile(
    r"[\s,]*(?:请|你|以后)*(?:别|不要|不用)(?:再)?叫我[^,]{1,10}了$|[\s,]*(?:请|你|以后)*(?:不用|不必)"
    r"再用[^,]{1,6}(?:回|说|写)|[\s,]*(?:以后|今后|之后|将来"
    r"|往后)[\s,]*(?:我(?!说|问|发|们[用都])|请?多(?:关照|指教|包涵))|.*(?:[吗呢]"
    r"|再说吧?)\W*$"
)

LANGUAGE_EN = re.compile(
    r"(?<!don't )(?<!not )(?<!never )(?<!ever )\b(?:answer|reply|respond|speak|write|talk|communicate)\b"
    r"[^.]{0,20}? (?:in|only in) (?P<value>(?:"
    r"(?:simplified|traditional|brazilian|british|american|plain) )?(?:english|chinese|mandarin|cantonese"
    r"|french|german|spanish|italian|portuguese|dutch|russian|japanese|korean|arabic|hindi|turkish|polish"
    r"|ukrainian|swedish|vietnamese|thai))\b",
    _I,
)
LANGUAGE_ZH = re.compile(
    r"(?<![别不])(?<!不[要许准能])(?<![别要不]再)用(?P<value>简体中文|繁体中文|简体字?|繁体字?|中文|汉语|普通话|英文"
    r"|英语|日语|日文|法语|德语|西班牙语"
    r"|韩语|粤语|俄语)(?:来)?(?:回|答|说|交流|沟通|写|跟|和)"
)

CALLED_EN = re.compile(
    r"(?<!don't )(?<!not )(?<!never )(?<!ever )\bcall me (?P<value>[\w'.-]+(?: (?-i:[A-Z])[\w'.-]*){0,2}?)"
    r"(?=(?:,? (?:from now on|please|ok|going forward))*\W*$)",
    _I,
)
CALLED_ZH = re.compile(
    r"(?<![别要不再])(?:叫|称呼|喊)我(?:为|做)?(?!起床|吃饭|睡|出门|上班|开会|下班|回|出来|过去"
    r"|一声)(?P<value>[^\s,了的吧啊哦]{1,10}?)(?=就?(?:好|行|可以|成)|吧|了|哦|\W*$)"
)
INSTRUCTED = (("reply_language", (LANGUAGE_EN, LANGUAGE_ZH)), ("called", (CALLED_EN, CALLED_ZH)))
"""Instructions that fill a slot, and how its value is found."""
