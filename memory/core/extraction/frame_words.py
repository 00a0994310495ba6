"""How one plays a part, supposes a world or asks for a text to be written: as data, English and Chinese.

`OPENED` and `DRAFT` read a message as it stands, from where they begin; `FRAMED` and `ACTED` take in the whole sentence
they stand in. `NAMED`, `WITHIN` and `ONCE` may be mere mentions, which reach no further than their sentence. Chinese is
written in both scripts.
"""

import re

from memory.core.extraction.order_words import POLITE, START

_I = re.IGNORECASE
_NO_HELP = (
    r"(?!(?:[\w-]+ ){0,2}(?:editor|assistant|tutor|coach|translator|proofreader|guide|mentor|advis[eo]r|helper"
    r"|memory|notebook)\b)"
)
"""What is no part in a play: whom one is helped by."""
OPENED = re.compile(
    rf"{START}{POLITE}(?:pretend|imagine|picture|suppose|supposing|assume|assuming|hypothetically|act (?:as|like)"
    rf"|(?:can|could|will|would) you be (?:my|an?|the) {_NO_HELP}|be my (?!guest){_NO_HELP}"
    r"|play the (?:role|part)|say (?:you(?:'re| are)|i(?:'m| am| was| were|'d| had| lived| live| work| worked"
    r"| earned| earn| owned| own| got| moved| wanted)\b)"
    r"|thought experiment|for (?:the sake of|argument'?s sake)"
    r"|假装|假裝|(?:以|用)[^，。,\n]{1,10}的(?:口吻|语气|語氣|身份|视角|視角)|假设|假設|假定|设想|設想"
    r"|试想|試想|想象|想像|打个比方|打個比方|举个例子|舉個例子"
    r"|(?:for example|例如|比如说?|比如說|比方说|比方說) {0,2}[:：])",
    _I,
)
"""What stands after it is supposed or played."""
ONCE = re.compile(
    rf"{START}{POLITE}(?P<once>for example|for instance|e\.g\.|what if|假如|假若|假使|比如说?[,，你我]|比如說|例如"
    r"|比方说|比方說|换作|換作|换成我是|如果我是你|哪天我|哪一天我)",
    _I,
)
"""What stands after it in its sentence is supposed, or an example."""
_PLAYING = (
    r"[\[(](?:rp|ic|in character|roleplay)[\])]|\b(?:speaking|talking"
    r"|answering|replying|writing) as (?!an? (?:parent|user|beginner|student|customer|friend|former|native"
    r"|fellow))(?:an? |the )?[A-Z]|\b(?:write|continue|finish) the next (?:line|scene"
    r"|verse|chapter)\b|玩[^，。！？\n,]{0,8}(?:游戏|遊戲)[,，]?\s?我(?:是|当|當|演|扮)"
    r"|\bi(?:'m| am) playing (?:an?|the) (?:\w+ )?(?:part|role|character)|\b[iI](?:'m| am) (?:[\w']+, )?(?:an? "
    r"|the )?(?:\w+ ){0,2}(?:elf|elven|half-elf|dwarf|orc|paladin|sorcerer|sorceress|halfling|goblin|necromancer"
    r"|warlock|mage|cleric|druid|barbarian|tiefling|jedi|sith)\b|\bthe character i play\b"
    r"|我的?(?:角色|人设|人設)(?:名|叫|是|卡|设定)|人设是|人設是|语c|第一人称(?:扮演|视角)"
    r"|(?:来|來|们|們)演(?:一?[段场場出]|个|個)"
)
_NAMES = (
    r"\brole-?\s?play(?:ing)?\b|\bimprovis\w+|\b(?:dungeon|game) master\b|\btext adventure|\bchoose.your.own.adventure"
    r"|\bstart (?:the|an|our) (?:adventure|quest|story)\b|\bin the (?:role|voice|persona|shoes) of\b"
    r"|\b(?:play|playing|start) an? (?:\w+ )?game (?:where|in which)|\bgame where (?:i|you|we)\b"
    r"|\b(?:text|tabletop) rpg\b|\bin[ -]character\b|\bmy (?:[\w&'-]+ ){0,2}(?:character|oc|persona|alter ego)\b"
    r"|角色扮演|扮演|跑[团團](?:角色|里|裡|游戏|遊戲|剧本|劇本|模组|模組)|玩[^。！？\n]{0,4}跑[团團]|剧本杀|劇本殺|海龟汤"
    r"|情景(?:对话|對話|模拟|模擬|剧|劇)|情境(?:对话|對話|模拟|模擬)|即兴表演"
)
NAMED = re.compile(_NAMES, _I)
"""Names a play: one that its sentence calls to (`inviting.py`), or that it only tells of."""
_PRACTICE = (
    r"(?:\b(?:let'?s|can we|could we|shall we|help me|i want to|i'd like to|i wanna|we can|we'll|want to)|^"
    r"|[.!?\n])[ ,]{0,3}"
    r"(?:please |just |now |try to |do an? |have an? |run an? |start an? ){0,3}"
    r"(?:practi[sc]e|rehearse|simulate|mock|act out|enact|role-?play"
    r"|run through (?!(?:the|this|my|our) (?:meeting|call|order|pitch|speech)))\b[^.?!\n]{0,60}\b(?:interview"
    r"|conversation|convo|dialog(?:ue)?|small talk|check-?in|call|meeting|negotiation|pitch|date|scene|scenario"
    r"|order(?:ing)?|exam|oral|viva|appointment|haggling|argument|debate|speech|customs|border|checkout|shopping)\b"
    r"|\b(?:interview|conversation|dialog(?:ue)?|negotiation|phone call|check-?in) (?:simulation|practi[sc]e|rehearsal"
    r"|role)\b"
    r"|\b(?:you(?:'re| are|'ll be| will be| be)?|be|act as|play) (?:(?!able|sure)[\w' -]{2,40})"
    r",? (?:so|and|to let|to help|while) (?:that )?(?:i|me)(?: can| could)? (?:practi[sc]e|rehearse|train)\b"
    r"|(?:模拟|模擬|练习|練習|演练|演練|排练|排練|练练|練練|练一下)[^。！？\n,，]{0,10}(?:面试|面試|对话|對話|谈判"
    r"|談判|口语|口語|电话"
    r"|電話|点餐|點餐|场景|場景|答辩|答辯|相亲|相親|问诊|問診|入境|情景)"
)
_WITHIN = (
    r"\bin (?:this|the|my|our|a|your) (?:[\w&'-]+ ){0,2}(?:story|novel|game|scene|movie|film|play|campaign|fanfic"
    r"|screenplay|adventure|simulation|scenario|dream|fantasy|sketch|skit|hypothetical|role-?play)\b"
    r"|\bfor (?:this|the) (?:thought experiment|exercise|scenario|scene|story|role-?play|game)\b"
    r"|\bin (?:that|another|my (?:next|other)|a (?:past|previous|different)) (?:life|world|universe|reality|timeline)\b"
    r"|在(?:这个?|這個?|我的|那个?|那個?)(?:故事|小说|小說|游戏|遊戲|剧本|劇本|梦|夢|电影|電影|设定|設定|世界)"
    r"|(?:小说|小說|故事|剧本|劇本)里"
)
WITHIN = re.compile(_WITHIN, _I)
"""Where something is told to be so: in a story, a game, another life."""
_STORY = (
    r"\bin an? (?:alternate|parallel|alternative) \w+|\bi (?:had a dream|(?:dreamt|dreamed)(?! of\b))\b"
    r"|\b(?:scene|setting|int|ext)\s?[:.] |\bonce upon a time\b"
    r"|平行(?:世界|宇宙|时空|時空)|(?:下|上)辈子|(?:下|上)輩子|(?:做|作)(?:了?[一个個]*)?(?:梦|夢)|梦见|夢見|梦到"
    r"|夢到|场景[:：]|場景[:：]"
)
ACTED = re.compile(f"{_PLAYING}|{_PRACTICE}", _I)
"""The whole sentence, and what follows, is played."""
_MAN = r"(?:我(?:来|來|就|先)?(?:扮演|演|当|當|扮|是|做))"
_YOU_PLAY = r"你(?:来|來|就|先)?(?:扮演|演|当|當|扮|是|做)"
_ROLE = r"[^,，。！？!?\n]{1,24}"
_KIN = (
    r"(?:mom|mum|mother|dad|father|grandma|grandpa|grandmother|grandfather|brother|sister|girlfriend|boyfriend|wife"
    r"|husband|boss|landlord|ex|crush|son|daughter|aunt|uncle|date|neighbou?r)"
)
_BE = r"(?:'re| are|'ll be| will be| be| play| act as| can be)"
_AM = r"(?:'m| am|'ll be| will be| play| be)"
ROLES = re.compile(
    rf"\byou{_BE} (?:now )?my (?:[\w-]+ )?{_KIN}\b|\byou{_BE}\b[^.?!\n]{{1,60}}\band i{_AM}\b|\byou{_BE} (?:the|an?"
    rf"|my)\b[^.?!,;\n]{{1,40}}[,;] (?:and )?i{_AM} (?:the|an?|your|my)\b"
    rf"|\bi{_AM} (?:the|an?|your)\b[^.?!\n]{{1,40}}\b(?:and|,) you{_BE}\b|\bi{_AM} (?:the|an?"
    rf"|your)\b[^.?!,\n]{{1,40}}[,;] (?:and )?you{_BE}"
    r" (?:the|an?|my)\b"
    rf"|\byou{_BE} (?:now )?(?:the|an?|my)\b(?! (?:star|genius|legend|lifesaver|gem|angel|treasure"
    rf"|hero))[^.?!\n]{{1,60}}[.!\n]+ ?\W?(?:and |so )?i{_AM} (?:the|an?|your)\b(?! (?:bit|little|lot|fan|big|huge"
    r"|beginner|total|complete))"
    rf"|{_YOU_PLAY}{_ROLE}[,，、]?\s?{_MAN}|(?:我(?:来|來)?(?:扮演|演|当|當|扮)){_ROLE}[,，、]?\s?{_YOU_PLAY}",
    _I,
)
"""One gives both a part."""
FRAMED = re.compile(f"{_STORY}|{ROLES.pattern}", _I)
"""As ACTED: of a story, a dream, another world, or with a part for both."""
_HAN_ACT = "[推拉走坐站拿笑哭叹嘆看望转轉跑跳抬低点點摇搖挥揮拔拍敲握抱躺跪鞠躬喝放举舉皱皺眨冷默缓緩]"
STAGED = re.compile(
    r"(?:^|\n)[ \t]*\*(?!\*)[a-z]+(?:s|ing)\b[^*\n]{2,120}\*(?!\*)"
    rf"|(?:^|\n)[ \t]*[（(]{_HAN_ACT}[^（()）\n]{{0,12}}[)）](?=[^\n]{{4}})|(?:^"
    r"|\n)[ \t]*[A-Z]{3,12} ?[:：] [^\n]{0,200}\n"
    r"[ \t]*[A-Z]{3,12} ?[:：]",
)
"""Stage directions: "*slams the door*" or （推开门） at the beginning of a line, a script's lines."""
_GENRE = (
    r"(?:story|novel|poem|song|lyrics|letter|e-?mail|scene|dialogue|script|monologue|essay|speech|bio|persona"
    r"|tweet|post|caption|haiku|limerick|ad|profile|diary entry|toast|rap|sonnet|joke|skit|cv|resum[eé])"
)
_GENRE_ZH = (
    r"(?:故事|小说|小說|诗|詩|歌词|歌詞|信|邮件|郵件|剧本|劇本|对话|對話|作文|文章|文案|启事|啟事|自我介绍|自我介紹"
    r"|简介|簡介|简历|簡歷"
    r"|帖子?|贴文|貼文|发言稿|發言稿|台词|台詞|段子|广告|廣告|日记|日記|徵友文|征友文|征婚|朋友圈|微博|小作文|独白"
    r"|獨白|短文|演讲|演講)"
)
DRAFT = re.compile(
    rf"(?<!\bi )(?<!\bwe )(?<!they )\b(?:write|draft|compose|make up|invent|come up with)(?: me| us)? (?:an?|the"
    rf"|some|my) (?:[a-z'-]+ ){{0,4}}"
    rf"{_GENRE}\b"
    rf"|(?:写|寫|编|編|起草|拟|擬|讲|講|来|來)(?:一?[个個首篇封段则則份条條张張])[^。\n,，:：]{{0,20}}{_GENRE_ZH}"
    r"|例句|造句",
    _I,
)
"""What stands after it is for a text to be written."""
CALLED_OFF = re.compile(
    r"\b(?:end|stop|finish|quit|leave|exit|enough|done with|break) (?:of )?(?:the |this |our |with the )?(?:scene"
    r"|role-?\s?play"
    r"|game|play(?:ing)?|pretending|simulation|interview|practi[sc]e|character)\b"
    r"|\b(?:out of character|ooc|back to (?:reality|normal|real life|me|business)|in real life|irl|scene over"
    r"|for real(?: now)?"
    r"|stop pretending|end scene"
    r"|no more (?:role|games|pretending)|seriously now|now seriously|jokes aside|all jokes aside|as myself"
    r"|real question)\b"
    r"|(?:结束|停止|退出|不玩|不演)[^,。\n]{0,4}(?:扮演|游戏|了|角色|模拟|面试)"
    r"|(?:游戏|扮演|表演|模拟|面试|练习|演练)(?:到此|就到这里?)?(?:结束|为止)"
    r"|(?:回到|说回)(?:现实|正题|正事)|说真的|说正经的|言归正传|出戏|不开玩笑",
    _I,
)
"""Ends a scene; reads folded text."""
_PLAYED = (
    r"(?:violin|viola|cello|double bass|bass|piano|keyboards?|guitar|drums?|flute|organ|harp|trumpet|trombone|tuba|sax"
    r"|saxophone|clarinet|oboe|bassoon|recorder|ukulele|banjo|mandolin|accordion|bagpipes|erhu|pipa|guzheng|guqin|game"
    r"|match|lottery|market|odds|song|piece|next|first|last)"
)
"""What one plays who takes no part: "I'll play the piano at the wedding"."""
OPENS = re.compile(
    rf"\b(?:can|could|will|would) you be my {_NO_HELP}|\b(?:let'?s|we(?:'ll| can| could)|wanna|want to|can we"
    r"|shall we) (?:act"
    r" (?!on\b|now\b)|play(?:[:,]"
    r"| (?:pretend|as|out|roles?|house|make.believe|doctors?|an? (?:role|scene|part|character))\b))"
    r"|\bi(?:'ll| will) (?:play|act as|be playing) (?:your|as|an? (?!game|match|round|song|piece|few|bit)|the"
    rf" (?!{_PLAYED}))|\bi (?:play|act as) your\b"
    rf"|{_PRACTICE}|{ROLES.pattern}"
    r"|玩[^,。!\n]{0,8}游戏,?\s?我(?:是|当|演|扮)|(?:^|[,。!])我(?:来(?:当|扮)|扮"
    r"|来?演(?![奏唱讲出算习示]))[^,。年了过着的\n]{1,6}(?=$|[,。!\n])"
    r"|来演(?:一?[段场]|个)|(?:假装|想象|假设)我是|你(?:来|就|先)?(?:扮演|演|当|扮)(?:一?[个名位])?(?:面试官|考官"
    r"|客户|顾客|店员|服务员|老板|掌柜|房东|女朋友|男朋友|女友|男友|老婆|老公|太监|丫鬟|导购|同桌|邻居|保安|导演|记者"
    r"|主持人|海关|医生|病人|警察|路人|相亲)"
    r"|(?:现在|今天|此刻)?你(?:现在)?就?是(?:我的?|一?[个名位]|这家)?(?:女朋友|男朋友|女友|男友|老婆|老公|妻子|丈夫"
    r"|妈妈?|爸爸?|儿子|女儿|老板|上司|前任|邻居|同学|同桌|房东|客户|店员|店家|面试官|海关|警察|法官|病人|掌柜|管家"
    r"|皇上|国王|公主|王子)",
    _I,
)
"""Opens a scene that lasts; reads folded text."""
SCENES = re.compile(
    r"\bpretend\b|\b(?:dungeon|game) master\b|\bstart (?:the|an|our) (?:adventure|quest)\b|\brole-?\s?play"
    r"|\b(?:imagine|suppose|act as if|say)(?: that)? i(?:'m| am)\b|\b(?:play|playing|start) an? (?:\w+ )?game (?:where"
    r"|in which)|\bgame where (?:i|you|we)\b|\bimprovise|角色扮演|情景(?:模拟|对话|剧)|play\s?(?:一个|个)?\s?game",
    _I,
)
"""Names a scene: its sentence opens one if it calls to it (`inviting.py`); reads folded text."""
