"""What requests to remember are told by in `addressed.py`: verbs, subjects, what says nothing. Data; folded text."""

import re

_I = re.IGNORECASE
REMEMBER = r"(?:r(?=\w{0,5}m)[em]{1,6}[bn]{1,2}[ber]{1,4}|rmbr?\b)"
"""The word as people type it: remeber, rmember, rememebr."""
_IT = (
    r"(?:(?:all of |all |both of )?(?:this|that|it|these|those|them|the following(?: \w+){0,2}"
    r"|these (?:\w+ )?(?:facts|details|points|things|notes|dates|numbers)|something|one thing|everything|both"
    r"|the rest|my \w+"
    r"|this (?:one|fact|info|information|detail)|that (?:one|fact|info|information|detail))(?: one)?)"
)
_STORE = r"(?:memory|notes?|profile|records?|files?|mind|list of facts|knowledge|database)"
KEEP_EN = re.compile(
    rf"\b(?:{REMEMBER}(?:ing|ed)?|remind (?:yo)?urself|memori[sz](?:e|ing)|(?:keep|keeping|bear|bearing"
    rf"|kept) (?:{_IT} )?in (?:mind"
    rf"|memory)|commit (?:{_IT} )?to memory"
    r"|(?:don'?t|do not|never|not|mustn'?t|shouldn'?t|won'?t|can'?t|cannot) (?:you )?(?:u |ye )?(?:ever |go |dare "
    r"|dare to )?(?:forget(?:ting)?|4get|forgett?|forgt)(?: about)?"
    r"|(?:don'?t|do not|never) let (?:me|yourself|us|it slip|this slip|that slip)(?: (?:ever )?forget)?"
    r"|(?:make|take|making|taking|keep) (?:a |an )?(?:\w+ )?(?:note|record|track)\b(?: of)?|tak(?:e"
    r"|ing) (?:careful )?note(?: of)?"
    rf"|(?:jot|write|note|scribble|put|mark|take) (?:{_IT} )?down|be noting|noting(?: down)?|note (?:that|this|{_IT})"
    r"|(?:save|store|record|log) that(?=\s+(?:i|my|our|we|the)\b)"
    rf"|(?:save|store|log|record|retain|keep|file|add|put|stick|stash|register) (?:{_IT} )?(?:away|(?:in|into|to|on"
    r"|for|under)"
    rf" (?:your |my |the |our )?(?:long.term )?(?:{_STORE}|me|later|next time|future (?:reference|use|chats)"
    r"|the future|the record|reference)"
    r"|on (?:file|record)|safe|handy|somewhere(?: safe)?)"
    rf"|(?:save|store|log|record|file|retain) {_IT}(?=\W*$|\s*[:,–—-])|update (?:your|my) (?:\w+ )?{_STORE}|(?:hold"
    rf"|hang) on ?to {_IT}|keep hold of {_IT}"
    r"|know (?:for (?:later|next time|future \w+|the future)|going forward|from now on)|let (?:it"
    r"|the record) (?:be (?:known|noted|remembered)|show)"
    rf"|(?<=[eu] )mind that|take {_IT} on board|{_IT} (?:to be )?(?:remembered|noted|saved|recorded|kept"
    r"|stored)(?= ?(?:that\b|though|please|too|:|,|$))|(?:things?|facts?|points?|details?|notes?|something"
    r"|info(?:rmation)?) (?:for you |worth |i (?:want|need|would like) you |you (?:should|must"
    r"|need to) )?(?:to )?(?:keep|keeping|store|file|log|record|know|knowing|note|noting|save|saving|have"
    r"|hold)(?: in mind"
    r"| on to)?(?= ?(?::|,|-|–|—|$))|for (?:your|the) (?:long.term )?(?:memory|notes?|records?|files?|profile"
    r"|memory bank))(?!\w)",
    _I,
)
WANTED_EN = re.compile(r"\W*(?:(?:i (?:want|need|would like)|i'd like|i do want|please have|have|get)\b\W*)+", _I)
"""What asks for something to be kept, where the verb is passive: "I want this remembered"."""
PASSIVE_EN = re.compile(r"(?:remembered|noted|saved|recorded|kept|stored)$", _I)
WHENEVER_EN = re.compile(
    r"\b(?:next time|when(?:ever)?|if|in case|before|after|while|(?:every|each) time|once) (?:i|we|you)\b[^,]*$", _I
)
"""When it is wanted: "next time I ask about dinner don't forget …"."""
TURNED_EN = re.compile(r"forget|let (?:me|yourself|us|it)", _I)
TOGETHER_EN = re.compile(
    r"\W*(?:(?:hey|hi|ok|okay|please|so|also|and|then)\W+)*(?:can|could|shall|should) we (?:please )?", _I
)
"""The speaker and the assistant together: "could we note somewhere that …"."""
SUBJECT_EN = re.compile(
    r"\b(?:i|we|they|he|she|it|who|people|everyone|everybody|nobody|someone|anyone|you|u|ya|ye|yo)(?:'ll|'d|'ve|'m"
    r"|'re|'s)?\b",
    _I,
)
YOU_EN = re.compile(r"(?:you|u|ya|ye|yo)(?:'ll|'d|'ve|'re)?", _I)
LIGHT_EN = re.compile(
    r"\W*(?:(?:do me (?:a|this|one|the) (?:\w+ )?\w+ and|pretty please|(?:ha){2,}h?|lo+l|lmao|omg|wow|ugh|aw+|yay"
    r"|yep|please|pls|plz|plse"
    r"|kindly|just|is|are|it's|that's|here's|there's|so|also|and|then"
    r"|oh|uh|um|er|erm|hmm|like|tho(?:ugh)?"
    r"|ok|okay|hey|hi|hello|btw|by the way|fyi|yes|yeah|no|well|now"
    r"|actually|really|always|forever|again|quickly|finally|lastly|firstly|secondly|important(?:ly)?|quick one"
    r"|one more thing|one last thing|side note|ps|p\.s|note|nb"
    r"|reminder|to|be|do|try|try to|sure|be sure to|make sure|make sure to|make sure that|able to|so kind as to"
    r"|kind enough to|go|ahead|go ahead"
    r"|go and|want to|need to|must|should|have to|ought to|better|might|may|maybe|perhaps|please do|definitely|too"
    r"|as well|thanks|thank|cheers"
    r"|for me|for later|for next time|for future reference|next time"
    r"|(?:from|out of|of) (?:all )?(?:this|our|the|today's) (?:chat|conversation|talk|session)"
    r"|from now on|in future|in the future"
    r"|going forward|whatever|either way|anyway|anyways|if possible"
    r"|can|could|would|will|shall|mind|the|a|of|this|that|like to|love to|kept|start|begin|seriously|honestly|look"
    r"|dear|darling|sweetheart|listen|see|ah|aha|right|cool|great|perfect|good|lovely"
    r"|first|second|third|last|small|quick|little|tiny|favou?r|thing|things|worth|remembered|remember|something|stuff"
    r"|fact|facts|point|points|info|one|two|three|four|five|few|couple|some|more|another"
    r"|let's|let us|lets|permanently|carefully|properly|somewhere|at least|for once|probably|defo|ideally|hopefully"
    r"|simply|kindly|this time|once and for all|now and forever)\b\W*+)*+",
    _I,
)
"""Nothing but courtesies and the like."""
ANY = re.compile(
    r"\br\w{0,2}m|memor|mind\b|forg|4get|\blet\b|not(?:e|ing)\b|record|track|down\b|save|store|log\b|keep"
    r"|tak[ei]|know"
    r"|thing|fact|point|detail|for (?:your|the)|file|stash|retain|update|hold|hang|记|忘|存|备|更|留|收|档|登|铭|放"
    r"|加|写|录",
    _I,
)
"""Without one of these no verb of keeping stands in a text."""
REFUSED_EN = re.compile(
    r"\b(?:don'?t|do not|didn'?t|doesn'?t|never|not|needn'?t|no need|no longer|stop|can'?t|cannot|won'?t|without"
    r"|unless|instead of|rather than|why|how|forgot)"
    r"(?: (?:have|need|want|bother|you|u|to|even|really|ever|me|please)\b)*+\W*$",
    _I,
)
"""What stands right before a verb of keeping that is not to be done."""
ASKED_OF_YOU_EN = re.compile(
    r"\b(?:do|did|does|don'?t|didn'?t|doesn'?t|have|haven'?t|are|were|why|how|what|when|where|which|who|because"
    r"|thought|think|know|knew|see|hear|glad|hope) "
    r"(?:don'?t |didn'?t |can'?t |can |could |do |did )?(?:you|u|ya)(?:'ll|'d|'ve|'re)?$",
    _I,
)
"""What asks or tells about the assistant's memory."""
MINDED_EN = re.compile(r"\b(?:mind|able to|hope you(?:'ll| will| can)|i hope you)\b", _I)

CAN_YOU_EN = re.compile(
    r"(?<=\w) (?:(?:so|and|pls|please|plz) )*(?:can|could|would|will) (?:you|u)"
    r"(?: (?:just|please|pls|plz|also|maybe|always))* $",
    _I,
)
"""What begins a request behind something told, without a stop: "im gluten free can u remember that"."""

_YUE = r"(?:记返低?|记低|记住晒|记实|记紧|记得)"
_STORE_ZH = (
    r"(?:你的|我的|您的|你)?(?:长期)?(?:记忆|资料|档案|备注|笔记|记录|备忘录?|脑子|心(?=[里上中头])|小本本|memory"
    r"|profile|notes?)(?:库)?"
)
LIFE_ZH = (
    r"(?:自己|我们?|这些|那些|的|每天|当下|旅途|家人|孩子|宝宝|美食|身边)*"
    r"(?:生活|美好|瞬间|日常|点滴|时光|风景|成长|精彩|心情|回忆)"
)
"""What one keeps in pictures and a diary."""
KEEP_ZH = re.compile(
    rf"{_YUE}|记住|记一下|记下来?|记着|记著|记牢|记好|记起来|记清楚?|牢记|谨记|切记|铭记|记个(?=[:,\s]|$|账|笔记)"
    rf"|记一笔|记(?=\s*[:,]|\W*$)|(?<![天话史议会病新账])记录(?:(?:一下|下来)(?!{LIFE_ZH})|在案|(?=\s*[:,我]))"
    r"|(?:做|写|加)[个一]*(?:笔记|备注|记录|备忘|标记|记号)(?=[\s,:]|一下|我|$)|备注(?:一下)?|备忘(?:一下)?(?!录)"
    r"|(?:别|不要|不能|勿|莫"
    r"|唔好|咪)(?:给我|替我|再|又|老)*(?:不记得|忘)(?:记|掉|咗|左)?(?:了|啦|哦)?|笔记(?:一下|下来?|(?=\s*[:,]))"
    r"|(?:记|写|存|放|加)(?:到|进|在|入)[^,:我]{0,4}(?:本本|本子|心里|心上|脑子|脑海)(?:里面?|上|中)?"
    r"|(?:存|保存|收藏|登记|记录?|收)(?:好|下)?(?:一下)?(?:这|下面|以下)(?:一?[个条件点些句段])(?:信息|事情?儿?"
    r"|话|内容"
    r"|资料|情况)?(?=\s*[:,]|\W*$)|(?:存|保存|收藏|登记)(?:一下|下来|起来|好|着|个档|档|(?=\s*[:,]|\W*$))"
    r"|留(?:个|一?下)?(?:底|档|[记纪]录)"
    r"|(?:加进|写进|放进|加到|添加到|加入|写入|录入|存入|存进|存到|记入|记到|记进|保存到|添加进|放到|写到|更新到"
    rf"|save\s?到|save to|save\s?进|add\s?到|add to|放)\s?{_STORE_ZH}(?:里面?|中|上)?"
    rf"|更新(?:一下)?{_STORE_ZH}|更新(?:一下)?(?:我的?)?(?:偏好|个人信息|信息|设置)"
    rf"|(?<=[偏信资档记设][好息料案录忆置])更新(?:一下)?|留[着著](?=\s*[:,]|\W*$)|(?:{REMEMBER}|keep in mind|memo"
    r"|note down|save)(?=\s*[:,]?\s*[\u3400-\u9fff])",
    _I,
)
TURNED_ZH = re.compile("忘")
OTHERS_ZH = re.compile(
    r"(?<![帮替给让请要跟和对])(?:我|我们|咱们?|俺)(?:自己|还|都|也|会|能|就|只|才|总|老|一直|一定|已经|刚|刚刚|要|得"
    r"|想|可以|好像|应该|清楚|很|太|特别|永远|隐约|依稀)*+$"
    r"|(?:他|她|它|谁|大家|人家|别人|人们?|爸|妈|老师|老板|同事|朋友)(?:们)?(?:还|都|也|会|能|就|只|总|老|一直|已经"
    r"|要|得|没|不|帮我|让我|叫我)*+$"
    r"|(?:日|书|游|传|标|登|速|死|摘|笔|后)$|值得|难以|无法|(?:怎么|如何|为什么|干嘛)[^,]{0,4}$"
    r"|(?:让|叫|要|逼|催|嘱咐|提醒)(?:我们?|咱们?|大家|全班|他们?|她们?)[^,你您]{0,6}$"
    r"|(?:他|她|爸|妈|老师|老板|同事|朋友|经理|客户)(?:们)?(?:老|总|还|又|一直)?(?:让|叫|要|要求|请|把|将)(?!你"
    r"|您)[^,你您]{0,12}$"
)
REFUSED_ZH = re.compile(
    r"(?:(?:不用|不必|没|沒|不需要|没必要|无需|不|别|甭|免)(?:要)?"
    r"|(?<![别勿莫不])(?<![不没][要能会有])忘记?[了掉]?|懒得|来不及|顾不[上得]|没[空时](?:间)?)(?:再|给我|帮我|替我|去)*+$"
)
"""Not asked for, or what somebody fails to do: 老忘备注."""
KNOWN_ZH = re.compile(
    r"[^,我]*的(?:那[种个款]|app|软件|应用|功能|工具|程序|插件|本子)\W*$|\s*了[一两几][条个笔句]|\s*(?:了|过|的"
    r"|得|不)?(?:吗|没有?|不)?\W*$(?<=吗)|了?(?:没有?|吗)\W*$|者|不住|不得"
    r"|不清|错了"
)
POLITE_ZH = re.compile(
    r"可以|能不能|能否|可否"
    r"|可不可以|请|麻烦|帮我|替我|给我|拜托|劳"
)
ASKED_ZH = re.compile(r"^(?:我|上次|那).*(?:吗|么|呢|谁|什么|哪|几|多少|怎么)\W*$|^吗")
LEAD_ZH = re.compile(
    r"(?:(?:这(?:个(?:信息|资讯)?|件事|一?点|事儿?|条|些|几点)?|上面(?:这些|的)?|以上)?(?:都)?(?:来|请|麻烦|拜托"
    r"|劳烦|烦请|帮我|替我"
    r"|给我|你|您|要|得|可|能不能|可以|可不可以|务必|一定|千万|先|也|都|全部?|好好|给|替|帮|唔该"
    r"|同我|永远|一直|记得要|再|记到|顺便|就|想让|想请|希望|让|想|需要|that|pls|please|can|could|you)\s*+)++$",
    _I,
)
LINK = re.compile(
    r"(?:\s*(?:(?:,|-|–|—)?\s*(?:(?:for )?(?:this|the) (?:week|month|term|year|semester|summer|winter)"
    r"|that(?=\s+\w+\s+\w)|this(?: one)?(?: too)?|something|one (?:more )?thing|it|these|those|them|for me|for later"
    r"|for next time|for future reference|(?:for|in) (?:[\w']+ ){1,4}?(?=that\b)|down|away|somewhere|though|too"
    r"|as well|also"
    r"|please|pls"
    r"|ok(?:ay)?|about me|about us|of the fact that|the fact that|the following(?: \w+)?|in (?:your |my )?(?:memory"
    r"|notes|profile)|forever|properly|well|now"
    r"|佢|他(?=\s*[,:])|一下下?|一哈|下来|下|住|起来|了|啦|哦|喔|啊|哈|呀|呢|吧|噢|喇喎|喇|喎|咯|啰|齁|嘞|呗|哩|着"
    r"|好|先|晒|牢|的?是|件事|个事|一件事|这件事|这点"
    r"|这个|以下|如下|一点|点|嘛|哟|ok|吗|行吗|好吗|可以吗|就行|就好|即可))\b(?!')|\s*[:,;–—-]++)*+\s*+(?:that\s+)?",
    _I,
)
POINTS_BACK = re.compile(
    r"\b(?:this|that|it|these|those|them|which|both|the (?:dates?|numbers?|figures|details|sizes?"
    r"|codes?))\b(?!\s*(?:[:–—-]|that\b))(?![^,]{0,20}:)(?!\s*$(?<=that ))",
    _I,
)
"""A request with such an object means what stands before it."""
COMMA = re.compile(r"\s*[,;()–—.!:?]+\s*|\s+-+\s+")
BA_ZH = re.compile(r"(?:(?:请|麻烦|帮我|你|能不能|可以|可不可以|能|给我|就)*[把将])")
THIS_ZH = re.compile(
    r"(?:这|那)(?:一?[点条件个](?:信息|资讯|事情?儿?)?|件?事情?儿?|些)?(?:都)?(?:请|麻烦|长期|永久|一直|你|您"
    r"|要|得|可|也|先|给我|帮我)*+$"
)
ORDER_EN = re.compile(
    r"(?:(?:and|then|so|now|ok(?:ay)?|please)\W+)*(?:(?:tell|give|show|find|write|get|help) (?:me|us)|suggest"
    r"|recommend)\b.*",
    _I,
)
"""What else is asked for in the same breath, which is not to be kept."""
EMPTY = re.compile(
    r"or (?:is|are|was|do|does|did|will|would|can|could|has|have|should)\b.*|about (?:\w+ ?){1,3}"
    r"|(?:to (?:\w+ ){1,2}(?:that|this|it|so)|the (?:date|number|name|address|time|code|day)s?(?: please)?)\W*"
    r"|[\W_]*(?:(?:please|pls|plz|plse|tho(?:ugh)?|al ?right|deal|got it|understood|it matters to (?:me|us)|thanks"
    r"|thank (?:you|u)|thx|ty|tia|cheers|ta|ok(?:ay)?|k|yes|yeah|no|nah|nope"
    r"|sure|right|well|so|and|but|also|too|as well|btw|by the way|hey|hi|hello|oh|ah|um+|uh+|hm+|lo+l|(?:ha)+h?|lmao"
    r"|cool|great|perfect|nice|(?:got|get) (?:it|that|this)|will (?:you|u|ya)|would (?:you|u|ya)"
    r"|if you (?:would|could|can|don'?t mind"
    r"|please)|when you can|for me|for us|forever|always|now|again|later|anyway|anyways|nothing(?: yet)?|not yet|yet"
    r"|never mind"
    r"|somewhere|safely|carefully|properly|securely|permanently|important|very important|super important"
    r"|it'?s (?:very |really |quite |super )?important|it matters|this matters|that matters|seriously|i mean it"
    r"|i'?m serious|sorry(?: to (?:be a pain|bother(?: you)?|nag|repeat myself))?"
    r"|quick (?:one|thing|note|question)|one (?:more |last |quick )?thing|(?:first|second|third|last)(?:ly)?"
    r"|before (?:we|i) (?:start|begin|forget)|before (?:anything else|all else|i forget)|first of all"
    r"|while i'?m (?:here|at it)|for next time"
    r"|for (?:the )?(?:next|future)[^,]*|for later[^,]*"
    r"|for when[^,]*|next time[^,]*|(?:for|in) (?:future|all|any|every|our|my|your|the future)\b[^,]*|in case\b[^,]*"
    r"|so (?:that )?(?:you|we|i)\b[^,]*|(?:when|whenever|if) (?:you|i|we)\b(?! (?:say|mean|write|type|mention))[^,]*"
    r"|(?:(?:since|because|as|cause|cos) )?i(?:'ll| will| might| always| keep"
    r"| may)\b[^,]*"
    r"(?:forget|ask|need|repeat|lose|use|come back)[^,]*|it(?:'ll| will| would| might)? (?:come|help|be useful"
    r"|save)[^,]*|(?:a million|a lot|a ton|so much|a bunch|in advance|mate|dude|bro|man|buddy|love|dear|pal|guys"
    r"|there|this|that|it|these|those|them|one|both|all|of|the|to|a|an|you|u|thing|things|fact|facts|info|information"
    r"|details?|points?|following|stuff|notes?|data|about me|down|up|away|:\)|:d|xx?)"
    r")\b[\s,!.]*+)++[\W_]*"
    r"|[\W_]*(?:(?:没别的了?|就这些?样?了?|从现在[起开]始?|真的|么么哒|比心|拜拜|听到(?:没|了吗?)?|懂(?:了?吗)?"
    r"|明白(?:了?吗?)?|知道(?:了?吗?)?|收到(?:没|吗)?|请|麻烦|拜托|劳烦|辛苦|谢谢|多谢|谢啦|唔该|感谢|感恩|好吗"
    r"|好不好|好没有?|记住没有?|没有?|行不行"
    r"|行吗|行么|可以吗|可不可以|成不|成吗|好么|ok吗?|ok不|好的?|嗯+|哦|喔|啊|呀|哈+|嘿+|呢|吧|啦|噢|诶|欸|哎|对了"
    r"|另外|还有|然后|那|那么|顺便|其实|总之|反正|就是"
    r"|重要|很重要|非常重要|挺重要的?|这很重要|这个很重要|千万|务必|一定|记得|记住|别忘了?|以后|下次|永远|一直|先|也"
    r"|都|就|这个|这点|这条|这件事|这些|那个|你|您|了|的|我?(?:说|讲|提|告诉你)[了过](?:好|很)?[几多][次遍]了?|并且?|我?[跟同和]你(?:讲|说|提)(?:一声|一下)?|我?先(?:讲|说)(?:清楚|明白)?|话你知|[欸诶]?对"
    r"|告诉你|可以|能不能|能否|可否"
    r"|(?:以下|下面|下列|如下)(?:这?[一二三四两几]?[个点件条些项])?(?:信息|内容|事情?|嘢|东西)?|听好了?|注意|第[一二三四五]"
    r"|首先|其次|最后|一共[^,]{0,4})[\s,!.。~]*+)++[\W_]*"
    r"|(?:(?:后面|之后|以后|下次|到时候?|回头|过两天|过几天|等下|等等|晚点|等会儿?|待会儿?|一会儿?|将来|后续|日后|买[^,我]{1,4}"
    r"|出?[^,我]{0,10}(?:的时候|时))(?![^,]*(?:是|叫|要(?![用填写查问找看说提买])|得[给去带交]|不能|不要|住在))"
    r"|免得|省得|以免|方便|以便|防止)[^,]{0,16}"
    r"|[^,我]{0,12}(?:要用|用得上|用得着|会用到?|要用到|要填|用到)的?",
    _I,
)
"""A clause that says nothing to be kept: courtesies, and what something is to be kept for."""
