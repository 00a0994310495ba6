"""What stands around a request to remember: reasons, plans, heads and turns that are no part of what is kept. Data.

Patterns read folded text.
"""

import re

_I = re.IGNORECASE

INFORMS = re.compile(
    r"\d|(?<![A-Za-z])(?:is|are|was|'s|am|'m|has|have|called|named)(?![A-Za-z])|是|叫|姓|在|对[^,]{1,8}过敏|[不没]|只",
    _I,
)
"""What something to be kept holds, and a mere reason or plan beside it may not."""
_JOINED_EN = r"(?:(?:and|but|so|because|cos|since|as|well|oh|sorry|ok|okay|look)\W+)*"
_POOR_EN = (
    r"(?:i'?m|i am|i get) (?:[\w'-]+ ){0,4}?(?:scatter-?brained|forgetful|hopeless|terrible|useless|rubbish|bad|awful)"
    r"(?: (?:with|at|about|on|this|these|today) [^,]{0,40})?"
    r"|my (?:own )?(?:memory|head|brain)(?: is| has|'s| isn't| can'?t| won'?t)[^,]{0,50}"
)
_LOSES_EN = (
    r"(?:because |since )?(?:i|we)(?:'ll|'d| will| would| am going to| always| never| keep| keep on| tend to"
    r"| definitely| usually| just| can'?t| won'?t)+ (?:\w+ ){0,3}?(?:forget\w*|remember|los(?:e|ing)|mix\w*|need|ask"
    r"|blank\w*|search\w*|dig\w*|look\w*)(?: [^,]{0,40})?"
)
_TALK_EN = (
    r"before (?:i|we) (?:go|leave|log off|sign off|head off|start|move on|continue|get to [^,]{1,30}|dive in|forget)"
    r"|in no (?:particular|special) order|(?:rather )?than (?:ask|tell|repeat|having to|keep)\w*[^,]{0,30}"
    r"|while (?:i|we)(?:'re|'m)? [^,]{1,30}|sorry (?:for|about|to) [^,]{1,40}"
    r"|(?:last|one last|final|one more|another) thing[^,]{0,30}|you (?:always |keep |often |never )+[^,]{1,40}"
    r"|(?:please |just )*(?:don'?t|do not|never) (?:make|let) me (?:(?:repeat|say|tell|explain|go)[^,]{0,30}"
    r"|\w+ [^,]{0,24}\bagain\b[^,]{0,16})"
    r"|(?:see|talk|speak) (?:to )?you[^,]{0,20}"
)
_POOR_ZH = (
    r"(?:怕|(?:我|自己)+(?:怕|记性|老|总|容易|经常|肯定|一定|又)[^,]{0,10}"
    r"(?:忘|不好|差|记不住|搞混|弄混|找不到))[^,]{0,10}"
)
_PLAN_ZH = (
    r"我[^,]{0,8}(?:再|回头|等下|晚点)(?:去|来|要|会)?[^,是叫]{0,8}"
    r"|每次[^,]{0,14}(?:都?要|都?得|都?会)(?:用到?|找|问|查|填|写)[^,]{0,4}"
    r"|(?:回头|之后|以后|后面|到时候?|下次)[^,]{0,6}(?:要|会|用|直接|好)[^,]{0,10}|这样[^,]{0,16}"
)
_TALK_ZH = (
    r"不好意思[^,]{0,10}|(?:这个|这事)?我(?:只|就|再|最后)?说(?:这|最后)?一?[次遍][^,]{0,2}|打[断扰]一?下[^,]{0,6}"
    r"|抱歉[^,]{0,8}|先(?:不|别)(?:聊|说|管|谈)[^,]{0,8}|你(?:总|老|又)是?[^,]{1,14}"
    r"|(?:我|这里)?有?[一两二三几]+[件个点条](?:小|重要的?)?(?:事情?儿?|信息|东西|要求)?(?:想|要)?"
)
SILENT = re.compile(
    rf"\W*{_JOINED_EN}(?:{_POOR_EN}|{_LOSES_EN}|{_TALK_EN})\W*|[\s,]*(?:{_POOR_ZH}|{_PLAN_ZH}|{_TALK_ZH})[\s,]*", _I
)
"""A clause beside a request that says only why or for when it is asked, or speaks of the talk: not what is kept."""
_AGAIN_ZH = r"(?:好的?|对了|另外|还有|那|,|\s)*(?:以后|往后|今后|之后|从现在起|从今天起|下次)?"
_SO_ZH = r"(?:按|照|依)照?(?:这个|这样|这么|下面|以下|这条|我说的)(?:样子|规矩|规则|标准|的)?(?:来|做|写|办|执行|走)?"
LABEL = re.compile(
    r"(?![^:–—-]*\b(?:sample|example|fake|dummy|mock|his|her|their|should|says?|will|must|emails?|lists?|send|write"
    r"|draft|is|are)\b)(?![^:–—-]*\b(?:i|we|my)(?:'m"
    r"|'ve|'ll)? (?!want|need|would like|'d like|have (?:something|one|a|two"
    r"|some)))[^:?]{0,50}?(?:\b(?:notes?|remind(?:er)?s?|memo|store|save|log|file"
    r"|memory|memories|knowledge|records?|profile|info|information|heads.?up|psa|fyi|facts?|remember"
    r"|what you know|know about me)\b|记|备忘|备注"
    r"|存(?!在|款|钱)|信息|资料|留底|档案|纪录)[^:?]{0,30}?(?:\s*:|\s[-–—]+)\s+?(?=\S)|(?:as|for|just) (?:a"
    r"|an)? ?(?:reminder|note|fyi|heads.?up)(?: [^,:]{1,25})?,\s+"
    r"|(?:(?!i\b|my\b|we\b)[\w']+ ){0,3}for (?:(?!i\b|we\b)[\w']+ ){0,3}(?:chats?|conversations?|talks?"
    r"|sessions?|future"
    r"|reference|next time|later)(?:\s*:|\s[-–—]+)\s+?(?=\S)|[^:?,]{0,14}(?:记|备忘|备注|存(?!在|款|钱)|信息"
    r"|资料|留底|档案|纪录)[^:?]{0,14}:\s*",
    _I,
)
"""The head of a sentence that announces what stands behind it: "Reminder for you - …", 帮忙存个信息:."""
NO_LABEL = re.compile(r"怎么|如何|日记|[他她师板]们?(?:让|叫|要|说)|[写记加存]了|\bhow (?:to|do|can)\b", _I)
"""Such a head tells of others' notes or asks how one is written."""
LABEL_OPEN = re.compile(
    r"\W*(?:(?:and|also|so|oh|ok|just|btw|hey|please)\W+)*(?:(?:just )?in case (?:i|we|you|it)\b[^,:?]{0,40}:"
    r"|(?:the )?(?:next time|when(?:ever)?) i (?:ask|come back|need|mention|bring)[^:?,]{0,40}:"
    r"|(?:the )?(?:house|standing|ground|general|golden|new) rules?(?: (?:for|from|going)[^:,?]{0,30})?:"
    r"|(?:from now on|going forward|in future|from here on)(?: in)?:)\s*"
    rf"|[\s,]*{_AGAIN_ZH}(?:请|麻烦|你|您|就|都|全部?|一律|统一)*{_SO_ZH}[喔哦啊呀吧哈]?\s*:\s*"
    r"|[\s,]*(?:以下|这个?)?(?:供|给)你?(?:以后|日后|今后|后续|将来)?(?:做个?|作)?参考[^,:]{0,4}[,:]\s*"
    r"(?:[^,:]{0,6}用得[上着]\s*[,:]\s*)?"
    r"|[\s,]*(?:以后|下次|回头)(?:我|你)[^,:]{1,14}(?:的时候|时|的话|,)[^,:]{0,6}:\s*",
    _I,
)
"""The head of a sentence that says when what stands behind its colon will be wanted."""
_ORDERS_EN = (
    r"(?:and |but |so |ok(?:ay)? |now |then )*(?:(?:please |can you |could you )*(?:tell|show|give|find|help|suggest"
    r"|recommend|write|draft|explain) (?:me|us|a|an|the|something|some)\b)"
)
_MOVES_ON_EN = (
    r"(?:right|anyway|anyways|now|ok(?:ay)?|alright|all right|so|that(?:'?s| is) (?:it|all)|moving on|on (?:to"
    r"|another)|back to"
    r"|with that|done)\b(?: (?:then|now|so|that said|that done))?[,.:!]|ok(?:ay)? so\b"
    r"|see you\b|bye\b|thanks\b|thank you\b|cheers\b"
)
_MOVES_ON_ZH = (
    r"(?:好了?|行|就这些|说正事|言归正传|现在|接下来|然后|那么?|话说|回到|重新|对了|顺便|麻烦|谢谢)"
    r"(?:[,\s]|帮我|请|先|我们|说|问)|[^,]{0,12}(?:帮我|给我)(?!记|存|留)"
)
TURNS = re.compile(rf"\W*(?:{_ORDERS_EN}|{_MOVES_ON_EN}|{_MOVES_ON_ZH})|.*\b(?:please|pls)\W*$", _I)
"""What turns from a list of things to be kept to something else."""
TURN_WITHIN = re.compile(
    r"[\s,]+(?:(?:ok(?:ay)?|anyways?|anyhow|so|and then|and now|right)[,\s]+)+"
    r"(?=(?:(?:pls|please|can|could|would) (?:you |u )?)?(?:tell|explain|give|gimme|suggest|help|show|find|write"
    r"|recommend|how|what|what's|whats|where|which|is it|can i)\b)",
    _I,
)
"""Where a sentence turns from what is to be kept to something else: "… im in leeds anyway how do i …"."""
BACK_EN = re.compile(
    r"\W*(?:(?:and|so|also|ok|okay|please|pls|oh|now|can you|could you|would you|do|just|well)\W+)*"
    r"(?:remember|memori[sz]e|save|store|keep|note|log|(?:hang|hold) on ?to|(?:don'?t|do not|never) forget)"
    r" (?:that|it|those|them|these)(?: (?:one|ones|part|bit|too|as well|down|somewhere|for me|please))*\W*"
    r"(?:[,;(–—-]+|\s(?=because|since|as\b|cos\b|so\b|when|for\b|if\b|next))\s*"
    r"(?=(?:i|we|you|because|since|as|cos|so|it'?s|it|that'?s|when|if|next|for|please|thanks)\b)",
    _I,
)
"""The object of a request that points back, before a reason: "that one, I want to show it to …"."""
WHY = re.compile(
    rf"\W*{_JOINED_EN}(?:(?:because|bc|cos|cuz|'?cause|since|as|or|otherwise|when(?:ever)?|if|before|after|then|until"
    r"|till?|once|while|should (?:i|we|my|anyone)|(?:so )?that (?:it|i|we|you|they)(?:'\w+)?)\b"
    r"|there(?:'s| is| isn't|'ll be) (?:no|not|another|a)\b|(?:we|you) (?:both|know|can)\b|the rest\b"
    r"|(?:not|never) \w+ing\b|(?:i|we|you|u|he|she|they|it)(?:'ll|'d|ll| will| would| won'?t| shall| can'?t"
    r"|'?m (?:going to|gonna|bound to|sure to|tired of)|'re going to| am going to| are going to| tend to"
    r"| (?:always|never|keep) (?:\w+ing|forget|lose|ask|need|know|find|get|mix|miss))\b)",
    _I,
)
"""What begins why or for when it is asked, beside a request that points back: "…, I'll never find it again"."""
SEVERAL_BACK = re.compile(
    r"\b(?:both|these|those|them|they|all of|everything|(?:the )?(?:numbers|figures|dates|details|sizes|codes"
    r"|measurements))\b"
    r"|这些|那些|这[两俩几]|[两俩几][个样点件条]都|都[要得]|以上|上面|数据|尺寸|这组",
    _I,
)
"""What in a request that points back means more than one thing."""
VALUE_OF = re.compile(r"(?:it'?s|it is|that'?s|they'?re|they are|是|就是)\s*\S", _I)
"""What tells the value of a thing named before it: "it's 4C"."""
ASKS_OF_ONES_OWN = re.compile(
    r"[\s,]*(?:(?:and|so|but|那么?|所以)\s*)?(?:(?:please|pls|can you|could you|would you)\b[^,:]{0,24}?\b(?:my|our|i"
    r"|i'm|i've)\b"
    r"|(?:请|麻烦|帮我|替我|你(?:帮|记|先|要))[^,:]{0,8}?我(?!们?(?:爱|喜欢|想)你))",
    _I,
)
"""A request behind what someone else said that cannot be theirs: "the dentist said …, please remember my slot is …"."""
SAYS = re.compile(r"(?:\b(?:said|says|say|told|tells|wrote|asked)\b(?: \w+)?|[说写道讲问])\W*$", _I)
"""What someone says stands behind it."""
CONCLUDES = re.compile(r"[,;:]\s*(?:那么?|所以|so|then|therefore)(?=\s|请|你|麻烦|帮)", _I)
"""What draws a request from what someone else said: 老师说要放学号，那请你记下来."""
