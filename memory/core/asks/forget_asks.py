"""How a user asks to forget: as data, English and Chinese.

Patterns read folded text (`clauses.fold`), a sentence at a time.
"""

import re

from memory.core.asks.requests_en import PLEASE
from memory.core.asks.requests_zh import QING

_I = re.IGNORECASE

_KEEP = r"(?:remember|save|store|keep|memori[sz]e|hold on to)"
_FORGET = (
    rf"(?:forget(?: about)?|un-?remember|stop (?:remembering|storing|saving)|(?:don't|do not) {_KEEP}"
    rf"|i (?:(?:don't|do not) want|no longer want|never wanted) you to {_KEEP}"
    r"|no longer remember|no need to (?:remember|save|store|keep|hold on to))"
)
_EMPTIES = r"(?:wipe|clear|purge|drop|scrap|scrub|get rid of)"
_DELETE = rf"(?:delete|erase|remove|{_EMPTIES})"
_KNOWN = (
    r"(?:(?:everything|anything|all(?: of)?(?: that)?|all the (?:facts|things|information)|the (?:facts?"
    r"|memory|memories|information|info|notes?|entry|entries|part|bit|stuff|things?)|what(?:ever)?|the fact"
    r"|your memory|your memories|any memory)"
    r"(?: that)?(?: (?:you (?:know|have|remember|stored|saved|learned|learnt)|i (?:said|told you|have told you"
    r"|ever told you|mentioned)|stored|saved))?(?: (?:about|of|on))?)"
)
_SELF_BEGINS = r"(?=(?:(?:my|i|i'm|i've|i'd|we|our|how|where|who|what|when)\b|我))"
_OF_PROFILE = (
    r"(?:(?:first |last |full |middle |nick|user)?names?|birthday|birth ?date|date of birth|age|nationality"
    r"|(?:(?:home |work |street |postal |e-?mail )?address(?:es)?|e-?mail|(?:(?:mobile|cell|tele)(?: ?phone)?|phone)"
    r"(?: numbers?)?|number)"
    r"|job(?: title)?|employer|home(?:town)?|diet|allerg\w+|hobb(?:y|ies)|languages|pets?|dogs?|cats?"
    r"|favou?rite (?!(?:\w+ )?(?:files?|photos?|pictures?|videos?|playlists?|tabs?|links?|apps?|folders?|lists?)\b)"
    r"\w+(?: \w+)?)"
)
"""What one deletes of oneself, not of one's files."""
_THINGS = (
    r"(?:(?:mobile|cell|tele)(?: ?phone)?|phone|e-?mails?|(?:(?:first |last |full |middle |nick|user)?names?)|home"
    r"|jobs?|diet|pets?|dogs?|cats?)"
)
"""What can itself be emptied, cleared or dropped: then no word of it is meant ("wipe my phone")."""
_WHOSE = (
    r"(?:all (?:of )?)?my (?:(?:wife|husband|partner|son|daughter|mother|mom|father|dad|brother|sister|dog|cat)'s )?"
)
_WHICH = r"(?:(?:old|new|current|former|previous) )?"
_AFTER_IT = r"(?:\W+(?:please|thanks|thank you|now|again|too))*\W*$"
_MEMORY = r"from (?:(?:your|the) )?(?:memory|memories|notes|records)\b"
_TOLD_YOU = r"(?: (?:that )?i (?:gave|told)(?: to)? you)"
_DELETES = (
    rf"(?!{_EMPTIES}\s+{_WHOSE}{_WHICH}{_THINGS}{_AFTER_IT}){_DELETE}\s+"
    rf"(?:{_KNOWN}(?<=about| that|.. of|.. on)\s+|that\s+(?=i\b)|(?=my\b.{{0,60}}\b{_MEMORY})"
    rf"|(?={_WHOSE}{_WHICH}{_OF_PROFILE}{_TOLD_YOU}?{_AFTER_IT})"
    r"|(?=(?:where|what|who|how|when) (?:i|i'm|we|my)\b)|(?=我))"
)
FORGETS_EN = re.compile(
    rf"{PLEASE}(?:{_FORGET}\s+{_KNOWN}\s+|{_FORGET}\s+(?:(?:the fact )?that\s+(?=\w+ \w)|{_SELF_BEGINS})"
    rf"|(?:{_FORGET}|{_DELETE})\s+(?=the {_WHICH}{_OF_PROFILE}{_TOLD_YOU}{_AFTER_IT})|{_DELETES}"
    r"|(?P<alone>forget about\s+)(?=(?:the|our|(?-i:[A-Z])[\w'-]+)(?: \w+){0,4}\W*$))(?P<content>.+)",
    _I | re.DOTALL,
)
"""A clause that asks to forget something; group `content` is what; with `alone` nothing else may be said."""
_ABOUT_ME = (
    r"(?: (?:that )?(?:you (?:know|have|remember|stored|saved|ever learned)|i(?:'ve| have)? (?:ever )?(?:said"
    r"|told you))(?: (?:about|of) me)?| (?:about|of) me)"
)
FORGETS_NAMED_EN = re.compile(
    rf"{PLEASE}(?P<takes>(?:take|leave|keep) )?(?P<content>{_WHOSE}{_WHICH}{_OF_PROFILE})(?(takes) out of"
    rf" (?:your |the )?(?:memory|memories|notes|records?|head)"
    rf"|\s*[,:;–—-]+\s*{PLEASE}(?:forget|{_DELETE})(?: about)? (?:it|that|this)){_AFTER_IT}",
    _I,
)
"""A sentence that names a thing before or within the verb: "My phone number: forget it"."""
FORGETS_ALL_EN = re.compile(
    rf"{PLEASE}(?:{_FORGET}\s+(?:everything|all(?: of it)?){_ABOUT_ME}?|{_DELETE}\s+(?:everything|all){_ABOUT_ME}"
    rf"|(?:{_FORGET}|{_DELETE})\s+(?:all (?:of )?my (?:data|facts|memories)|your (?:whole |entire )?memory|my memories"
    rf"|all (?:of )?(?:the |your )?memories)(?:{_ABOUT_ME})?)(?: please| now| at once| immediately)*\W*",
    _I,
)
NOT_FORGET_EN = re.compile(
    r"\W*(?:it|that|this|about it|about that|what i (?:just )?said|me|you|the above|how to|what (?:is|was|are"
    r"|were)|(?:my|the) (?:last|previous) (?:message|question|request))\W*$|how to\b|to\b",
    _I,
)

_UNKEEP = (
    r"(?:忘记|忘掉|忘了|忘却|遗忘|别记住?|不要记住?|不用记住?|别再记住?|(?:别|不要|不用|不必)(?:再|继续)?记[得着住]?"
    r"|不要保存|别保存|不要存|我(?:不想|不希望|不要|不愿意)(?:让|叫|要)?(?:你|您)(?:再|继续)?(?:记[得着住]?|保存|存))"
)
_WIPE = r"(?:(?:从(?:你|您)?的?(?:记忆|记录)(?:里面?|中)?)?(?:删除|删掉|删去|清除|清掉|抹掉|删一下|删了))"
_THINGS_ZH = ("手机", "电脑", "平板", "硬盘", "邮箱", "房间", "车", "家", "狗", "猫")
"""As _THINGS."""
_NO_THING_ZH = "".join(f"(?<!{thing})" for thing in _THINGS_ZH)
_FILES_ZH = (
    r"(?:[账帐][号户]|文件|文档|邮件|短信|照片|图片|视频|相册|订单|歌单|代码|程序|作业|帖子|评论|微博|朋友圈|会议)"
)
_OF_USER = rf"(?=[^,]*(?:我|关于|记|\bmy\b))(?![^,]*我的?(?:所有|全部|这些?|那些?)*的?{_FILES_ZH})"
"""What is wiped must be the user's, and no thing of theirs: 删除全部文件, 删除我的文件 are no requests to forget."""
_DATA_ZH = (
    r"(?:(?:电子)?邮箱(?:地址)?|e-?mail(?:\s?地址)?|(?:手机|电话|联系)(?:号码?)?|生日|出生日期|(?:家庭|收货|邮寄)?(?:地址|住址)|姓名|名字"
    r"|年龄|职业|工作单位|phone(?:\s?number)?|address|birthday)"
)
"""What one has deleted of oneself: with 帮我 or from memory, it is plain whose it is (帮我把邮箱删了)."""
_FOR_ME_ZH = r"(?:(?<=帮我)|(?<=替我)|(?<=给我)|(?<=记忆里)|(?<=记忆中)|(?<=记录里))"
_YI = r"(?:你|您)?(?:所)?(?:知道|记得|记住|记|存|保存|了解)(?:的|了的|过的|下的)?"
FORGETS_ZH = re.compile(
    rf"{QING}(?:{_UNKEEP}|(?!(?:清除|清掉|抹掉)我?的?(?:{'|'.join(_THINGS_ZH)})\W*$){_WIPE}{_OF_USER}"
    rf"|{_FOR_ME_ZH}{_WIPE}(?={_DATA_ZH}吧?\W*$))(?:掉|了|吧)?[\s,:]*(?:{_YI})?(?:所有|全部|任何)?(?:关于|有关)?"
    r"(?P<content>.+)",
    _I | re.DOTALL,
)
_GO_ZH = (
    r"(?:都|全都|全部|给我|从(?:你的)?记忆(?:里|中)?)*(?:忘记|忘掉|忘了|忘|删除|删掉|删了|抹掉"
    rf"|{_NO_THING_ZH}(?:清除|清空))"
)
FORGETS_BA_ZH = re.compile(
    rf"{QING}(?:从(?:你|您)?的?(?:记忆|记录)(?:里|中))?"
    rf"(?:[把将](?:(?=[^,]*忘)|{_OF_USER})|{_FOR_ME_ZH}[把将]\s*(?={_DATA_ZH}\s*{_GO_ZH}))(?:{_YI})?(?:关于|有关)?(?P<content>.+?)"
    rf"{_GO_ZH}(?:掉|了|吧|哦|好吗|吗|\s)*\W*",
    _I | re.DOTALL,
)
FORGETS_LAST_ZH = re.compile(
    rf"(?P<content>我[^,]{{1,20}}?)(?:的)?(?:这[一]?[条个件点]|那[一]?[条个件点]|这件事|的事|的信息|的记录),?{QING}(?:给我|帮我|你|就)*"
    r"(?:忘记|忘掉|忘了|删除|删掉|删了|清除|抹掉)(?:掉|了|吧|哦|\s)*(?:,.*)?\W*",
    _I | re.DOTALL,
)
"""What is to be forgotten before the verb: 我住哪儿这条你删掉吧."""
_LETS_GO_ZH = "(?:忘记|忘掉|忘了|删除|删掉|删了|清除|抹掉)"
FORGETS_OWN_ZH = re.compile(
    rf"(?P<content>我(?:的|家|们的|住|在|养|喜欢)(?![^,]*{_FILES_ZH})[^,我]{{1,20}}?)[,:\s]*(?:(?:(?:请|麻烦|帮我)+(?:你"
    rf"|您)?{_LETS_GO_ZH}掉?"
    rf"|(?:你|您)?(?:就|都)?{_LETS_GO_ZH}掉?吧)|(?:你|您)?(?:就|都|以后)*(?:别|不用|不要|不必)"
    r"(?:再|继续)?(?:记[得着住]?|保存|存))(?:着|下来|了|吧|哦|啊|\s)*\W*",
    _I | re.DOTALL,
)
"""The same of what is plainly the user's own: 我的电话不用记了, 我的手机号你忘了吧."""
_ALL_ZH = r"(?:一切|全部|所有(?:的)?(?:事情?|记忆|信息|内容|东西|资料)?)"
_OF_ME_ZH = rf"(?:{_YI}|关于我的?|我的)+"
FORGETS_ALL_ZH = re.compile(
    rf"{QING}(?:(?:忘记|忘掉|忘了)(?:掉|了)?(?:{_OF_ME_ZH})?{_ALL_ZH}(?:{_OF_ME_ZH})?(?:事情?|记忆|信息|内容"
    rf"|资料)?|(?:{_UNKEEP}|{_WIPE})(?:掉|了)?(?:{_OF_ME_ZH}{_ALL_ZH}|{_ALL_ZH}{_OF_ME_ZH}(?:事情?|记忆|信息"
    rf"|内容|资料)|(?:你的)?所有(?:的)?记忆)|[把将](?:{_OF_ME_ZH}{_ALL_ZH}|(?:你的)?(?:所有|全部)(?:的)?记忆)"
    rf"(?:都|全都|全部)?(?:忘记|忘掉|忘了|删除|删掉|删了|清除|清空)|清空(?:你的)?(?:所有|全部)?记忆)(?:掉|吧"
    rf"|了)*\W*",
    _I,
)
NOT_FORGET_ZH = re.compile(
    r"[\s,]*(?:吗|吧|了|它|这个?|那个?|这件事|说|告诉|跟|带|拿|关|做|怎么|为什么|我(?:刚才|刚刚|上面)?说的"
    r"(?:话)?)?\W*$|.*(?:不可能|做不到)|(?:说|告诉你|跟你|带|拿|关|做|交|买|吃|还)"
)
REPROACH_ZH = re.compile(r"[\s,:]*(?:你|您|都)[^请能可]*(?:忘|删|清除|抹)")
TAIL_ZH = re.compile(
    r"(?:的?(?:这[一]?[条个件]|这件事情?|这一?点|事情?|一切|内容|信息|记忆|资料|所有))?(?:都|全)?(?:吧|了|哦|啊|吗|好吗|可以吗)*\W*$"
)
TAIL_EN = re.compile(
    rf"{_TOLD_YOU}{_AFTER_IT}"
    r"|\s*,? (?:(?:it|that|this|i) (?:was|is|isn't|wasn't|got|made)|because|since|please drop|drop it|drop that"
    r"|forget it|delete it|not true|wrong)\b.*$|\s*(?:,? ?(?:please|thanks|thank you|now|immediately|ok(?:ay)?"
    rf"|{_MEMORY}|in (?:your )?memory|anymore"
    r"|any more|again|at all))*\W*$",
    _I,
)
_KEPT_IN = r"(?:from|in|out of) (?:your |the |my )?(?:memory|memories|notes?|records?|profile|files?)"
FORGETS_LAST = re.compile(
    rf"{PLEASE}(?:(?:forget|un-?remember|don't (?:remember|save|store|keep)) (?:what i (?:just |last )?(?:said"
    r"|told you)|(?:that|the) (?:last )?"
    rf"(?:one|fact|bit|thing|part|detail)(?: i (?:just )?(?:said|told you))?)|(?:{_DELETE}|forget) (?:that|this|it"
    rf"|the last (?:one|fact|thing|entry)) {_KEPT_IN}"
    rf"|{_DELETE} (?:that|this|the last) (?:one|fact|memory|entry|note|bit|detail)(?: {_KEPT_IN})?|(?:take"
    rf"|strike) (?:that|this|it) {_KEPT_IN})(?: please| again| now| thanks)*\W*"
    rf"|{QING}(?:[把将](?:刚才|刚刚|上面|这|那)(?:说?的?|[条个句件]+)?(?:话|事|内容|信息|记录)?(?:都)?(?:忘记|忘掉"
    r"|忘了|忘|删掉|删除|删了|删)(?:掉|了|吧)*"
    rf"|(?:{_UNKEEP}|{_WIPE})(?:掉|了)?(?:我)?(?:刚才|刚刚|上一?条|上一句|上面)(?:我)?(?:说|讲|告诉你|记)?的?(?:话|事"
    r"|内容|信息|那条|那句)*)(?:吧|了|啊|哦)*\W*",
    _I,
)
"""A request to forget what was told last."""
