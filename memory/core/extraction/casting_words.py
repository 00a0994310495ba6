"""How one gives out a part, and what a play is called: as data, English and Chinese; they read folded text.

`CAST` gives a part; what `PLAYS` finds is a play where its sentence calls to one (`inviting.py`).
"""

import re

_I = re.IGNORECASE
_OF_USE = (
    r"assistant|expert|translator|interpreter|editor|proofreader|copywriter|tutor|teacher|coach|trainer|nutritionist"
    r"|dietiti?cian|dietitian|advis[eo]r|consultant|planner|guide|mentor|analyst|developer|programmer|engineer|reviewer"
    r"|critic|chef|model|ai|bot|chatbot|robot|machine|computer|program|tool|helper|specialist|professional|therapist"
    r"|psychologist|counsell?or|doctor|physician|nurse|lawyer|accountant|librarian|designer|writer|researcher|scientist"
    r"|architect|secretary|agent|concierge|stylist|person|one|ones|human|man|woman|guy|reason|only|first|second"
    r"|last|way"
    r"|rest|case|problem|point|question|answer|same|user|client|partner|member|fan|native|driver|host|owner|subject"
    r"|brain|memory|notebook|notepad|diary"
)
"""Parts that one gives to be helped by, and what is no part."""
_PRAISED = (
    r"star|genius|legend|life.?saver|gem|angel|treasure|hero|champ|champion|best|saint|sweetheart|friend|pal|godsend"
    r"|joy|delight|bit|little|lot|great|good|nice|big|huge|pain|mess|blessing|rock|pro|beginner|tad|total|complete"
    r"|amazing|awesome|wonderful|incredible|fantastic|brilliant|terrific|excellent|outstanding|inspiring"
    r"|inspiration|talent|credit|asset|winner|role model|to (?:me|us|all|everyone|many|others)"
)
_NP = rf"(?:an?|the|my|your|our) (?![^.!?,;\n]*\b(?:{_OF_USE}|{_PRAISED})s?\b)[a-z]"
_HEAD = (
    r"(?:^|[.!?,;:\n]|\band\b)[ \t]*(?:(?:please|ok|okay|so|now|then|today|and|hey|hi|let'?s say|say|in this|for this"
    r"|(?:i want|i'd like|i need) you to)[ ,]*){0,3}"
)
_CAST_EN = (
    rf"{_HEAD}(?:you(?:'re| are|'ll be| will be|'ll play| will play| play| be| act as| get to (?:be|play))"
    rf"(?: now| going to be| gonna be| playing)? (?:{_NP}|him\b|her\b|them\b)"
    rf"|(?:be|act (?:as|like)|play|pretend to be) {_NP}|let me (?:be|play) (?:an?|the|your) [a-z]"
    rf"|i(?:'ll| will|'m gonna| get to|'m going to) (?:be|play) (?:the|your|an?) (?!able|back|there|late|one\b)[a-z]\w+"
    rf"(?=[^\w']*(?:$|[,.;!]| and you\b| for a (?:bit|while))))"
    r"|\b(?:i|we) (?:want|need|would like|have) to (?:rehearse|practi[sc]e|role-?play|act out)\b"
    r"|\b(?:let'?s|shall we|wanna|can we|could we) play (?!(?:some )?(?:music|songs?|football|soccer|tennis"
    r"|chess|cards|golf"
    r"|basketball|guitar|piano|safe|it)\b)"
    r"|\bi (?:play|am playing) (?-i:[A-Z])\w+, (?:an?|the) (?!lot|bit|little|few)|\byou(?:'ll)? narrate\b"
    r"|\byou(?:'re| are|'ll be| be) (?:an? |the )?(?:call cent(?:er|re)|customer service|customs|border|front desk"
    r"|support)"
    rf"|\byou(?:'re| are|'ll be)(?: now)? the (?!\b(?:{_OF_USE}|{_PRAISED})\b)(?:\w+ )?(?:receptionist|waiter"
    rf"|waitress|seller|shopkeeper"
    r"|officer|interviewer|judge|landlord|landlady|neighbou?r|boss|patient|suspect|witness|customer|clerk|cashier"
    r"|bartender"
    r"|barista|host|narrator|villain|monster|ghost|king|queen|captain|master|detective)\b"
)
_OF_USE_ZH = (
    r"助手|助理|专家|翻译|编辑|老师|教练|顾问|营养师|医生|律师|厨师|专业|智能|机器人|模型|程序|天才|救星|(?<![男女])朋友"
    r"|好人|谁|什么|怎么|最|好样|人才|宝藏|福星|AI|[个位]好|了不起|优秀|厉害|伟大|骄傲|动力|榜样|英雄|偶像|灵感|支柱|的人"
    r"|预设|默认|记事本|备忘|本本|大脑|外脑|记性|笔记本"
)
_CLAUSE_ZH = r"(?:^|[,。!?\n;:])"
_CAST_ZH = (
    rf"{_CLAUSE_ZH}(?:现在|那|好|今天|从现在(?:起|开始)|接下来|假定|这次|来吧?|ok)*[,\s]*"
    r"(?:你(?:现在|就|来|先|要|今天|来)*(?:当|演|扮演?|饰演?|是(?=一?[个只位名头条]|我的?|这[个家位]|那[个家位]))"
    r"|我(?:来|先|就)*(?:演|扮|饰)(?!奏|唱|讲|出|算|习|示))"
    rf"(?![^,。!?\n]*(?:{_OF_USE_ZH}))[^,。!?\n]"
    r"|(?:^|[,。!?\n:])(?:来|请|帮我)?[演扮](?![讲算变示习练奏唱出员技])[^,。!?\n]{1,12}"
    r"|给我当|陪我(?:演|对|练|玩|扮)|身份(?:来)?[问跟和对]|假想你"
    rf"|{_CLAUSE_ZH}(?:那|好|要不|不如|今天|现在)*(?:我们|咱们?|咱俩|来|一起)(?:来|一起|继续)*玩(?![了过得具笑])"
    r"|(?:^|[,。!?\n])(?:现在|那)*你(?:现在)?是(?![谁什怎不否说在来对错最真好很太可会要想从的哪我])"
    rf"(?![^,。!?\n]*(?:{_OF_USE_ZH}))[^,。!?\n]{{2,10}}(?=$|[,。!\n])"
)
CAST = re.compile(f"{_CAST_EN}|{_CAST_ZH}", _I)
"""A part is given out, or taken."""
_GAMES = (
    r"\b(?:d ?& ?d|dnd|larp|rpg|ttrpg|mud|murder mystery|improv|visual novel|isekai|cosplay)\b"
    r"(?! (?:group|club|night|books?|sets?|convention))"
)
_KINDS = (
    r"\b(?:interactive fiction|text.based|fan ?fic\w*|collaborative (?:story|fiction))\b|\bsame game\b"
    r"|\b(?:mock (?:trial|interview|date|debate)|heist)\b|\b(?:a|some|little|in) (?:rp|roleplay|role.play)\b"
    r"|\b(?:simulation|space opera|radio (?:drama|play)|soap opera|sitcom|persona|in (?:slang|character|costume)"
    r"|with an? \w+ accent)\b"
    r"|\b(?:do(?! (?:we|you|u|i|they)\b)|play|run|act|start|begin|write|tell|make|create|continue|improvise|build"
    r"|go on|perform|stage)\b"
    r"[^.?!\n]{0,40}\b(?:story|quest|adventure|voyage|sketch|skit|scene|drama)\b"
    r"|\bstart (?:the|our|an?) (?:\w+ )?campaign\b(?! (?:on|in|at|next|this|tomorrow|with|for|by|early|soon|when|before"
    r"|after)\b)"
)
_WAYS = (
    r"\b(?:act|talk|speak|behave|text|chat)(?: (?:to|with) me)? (?:like|as (?:if|though))\b"
    r"|\b(?:interview|grill|interrogate|examine|cross-examine|audition|welcome|greet|serve) me\b"
)
_PLAYS_ZH = (
    r"[情剧][境景]剧|(?:采访|审|面试|考考|欢迎|盘问|拷问|迎接|接待)我(?!们?的)|模拟|穿越|江湖|对[个一]?[场段]?戏"
    r"|来一?[段场出]|演一?[段场]|(?:来|玩|开|打)(?:一?[局场盘])?\s?(?:RPG|TRPG|跑团|剧本|语c|海龟汤|狼人杀|角色)"
)
PLAYS = re.compile(f"{_GAMES}|{_KINDS}|{_WAYS}|{_PLAYS_ZH}", _I)
"""Names a play, or a way to act in one."""
