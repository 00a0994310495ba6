"""Acts of keeping as the language builds them, for `addressed.py`: a verb of putting, what is kept, and where. Data.

No list of phrases: "keep both of those in your head", "let me park this here", 往记忆里加一条, 放你那边 are a verb, an
object and a place, in any words. The looser the place, the closer the object: whatever may be put in the assistant's
head, but only "this" or "my locker number" is kept "for later". Patterns read folded text.
"""

import re

_I = re.IGNORECASE
_LINKED = r"(?:in|on|to|into|as|at|with|from|of|for|by)"
_WORD = rf"(?!{_LINKED}\b)[\w'&-]+"
_OF = r"(?:(?:all|both|each|any|some|most) of )"
_POINTED = (
    rf"(?:{_OF}|all |both )?(?:this|that|it|these|those|them|both|everything|something|the (?:following|below|above)"
    r"|(?:this|that|the last|each|another|one last|one) one)"
)
_INFORMS = (
    r"(?:things?|facts?|details?|points?|notes?|info(?:rmation)?|bits?|pieces?|stuff|reference|numbers?|codes?|pins?"
    r"|address(?:es)?|sizes?|dates?|names?|plates?|ids?|birthdays?|anniversar(?:y|ies)|e-?mails?|phones?|schedules?"
    r"|times|measurements"
    r"|preferences?|allerg(?:y|ies)|appointments?|rules?)"
)
_COUNTED = (
    r"(?:a|an|one|two|three|four|five|some|a few|a couple of|the|my|our|these|those|this|that|another|more|every|any)"
)
_NAMED = rf"{_OF}?{_COUNTED}(?: {_WORD}){{0,3}}? {_INFORMS}"
_OWN = rf"(?:my|our)(?: {_WORD}){{1,4}}?"
_TAIL = r"(?: (?:too|all|both|down|away|up|safely))?"
_CLOSE = rf"(?:{_POINTED}|{_NAMED}){_TAIL}"
"""An object that can only be what is told: "this", "one more detail", "my locker number"."""
_WHATEVER = rf"(?:{_POINTED}|{_OF}?{_COUNTED}(?: {_WORD}){{1,4}}?){_TAIL}"

_MIND = (
    r"(?:(?:long.term |permanent |little |own |mental )*(?:memory(?: banks?)?|memories|head|mind|brain|notes?|notebook"
    r"|notepad|files?|records?|profile|back pocket|radar|knowledge(?: base)?|archive|database))"
)
_YOURS = (
    rf"(?:(?:in|on|to|into|inside|among|under|at|from) (?:the back of )?your (?:back of )?{_MIND}|in mind"
    r"|behind your ears?|(?:somewhere|someplace) (?:you|u)(?:'ll| will| can)? [\w' ]{2,20})"
)
_RECORD = (
    r"(?:(?:on|in|to) (?:file|record|memory)|in (?:my|our|the) notes"
    r"|(?:under|to|on|with|in) my (?:details|profile|preferences|info|account))"
)
_LATER = (
    r"(?:for (?:(?:me|us) )?(?:later|next time|safekeeping|another (?:time|day)|the (?:future|record|next time"
    r"|rest of [\w' ]{2,20}|semester|term|year)|future \w+|(?:our|my) (?:next|other|later|future) \w+)|for (?:me|us)"
    r"|safe|handy|some(?:where|place)(?: safe)?|in (?:a|one) safe place)"
)
_DOWN = r"(?: (?:away|down|on ?to|aside|in|up|by))?"
_PUTS = (
    r"(?:keep|hold|put|park|leave|drop|stick|stash|tuck|file|store|save|log|record|note|pin|pop|commit|add|bank|write"
    rf"|jot|register|lodge|bookmark|retain|stow|set|lock|scribble|enter|squirrel|carry)(?:ing)?{_DOWN}"
)
_KEEPS = (
    r"(?:keep|hold|park|stick|stash|tuck|file|store|save|log|record|note|pin|jot|bookmark|retain|stow|squirrel|bank)"
    rf"(?:ing)?{_DOWN}"
)
_STORES = r"(?:store|save|log|record|note|pin|jot down|write down|note down|bookmark|retain|stash|memori[sz]e)"
_LEAVES = rf"(?:keep|leave|park|lodge|store|stash|put|drop)(?:ing)?{_DOWN}"
_ANNOUNCED = (
    rf"(?:(?:facts?|details?|points?|things?|notes?|info(?:rmation)?|ones?|something|stuff|bits?) (?:to {_KEEPS} )?)"
)
NAMED = re.compile(rf"\b(?:my|our)(?: {_WORD}){{1,4}}", _I)
"""What an act keeps, where it names a thing of the user's."""
_INSCRIBES = (
    rf"(?!(?:is|was|have|has|had|do|does|did)\b)[a-z]+ {_POINTED} (?:[a-z]+ )?(?:in|into|on|onto|to|at)"
    rf" (?:the (?:back|front) of )?your {_MIND}|(?:write|set|carve|etch) {_POINTED} in stone|lock {_POINTED} in(?=\W*$)"
    rf"|(?:set|make|take|treat|have|keep|consider) {_POINTED} (?:as|be) (?:a |an |my |your )?(?:\w+ )?(?:rule"
    rf"|default|given|thing|fact"
    rf"|standing \w+)(?: (?:for (?:you|your)\w*|about (?:me|us)))?"
    r"|update what you (?:know|have)(?: about (?:me|us)| on (?:me|us))?"
    rf"|(?:stick|put) a pin in {_POINTED}(?: for me)?"
)
"""Whatever is done to it, it is to end up in the assistant's head."""
ENTERS = re.compile(r"\b(?:put|add|mark|list|register|note|enter) me (?:down )?as\b", _I)
"""Enters the speaker as something, which is what is kept: "put me down as vegetarian"."""
OPEN_EN = re.compile(
    rf"\b(?:{ENTERS.pattern}|{_INSCRIBES}|{_PUTS} {_WHATEVER} {_YOURS}|{_PUTS} (?:{_POINTED}|{_OWN}|an? note) {_RECORD}"
    rf"|{_LEAVES} {_CLOSE} with you"
    rf"|{_KEEPS} {_CLOSE} {_LATER}|{_STORES} {_CLOSE}(?=\W*$)|(?:hang|hold) on ?to {_CLOSE}"
    rf"|(?:store|save|note|log|record|memori[sz]e|register|jot down|write down|note down) (?:my|our) "
    rf"(?:[\w'-]+ ){{0,4}}?{_INFORMS}(?=\W*$)"
    r"|(?:be|act as|serve as|play) my (?:\w+ )?(?:memory|notebook|notepad|(?:second|external|spare) brain)"
    r"|(?:mental|little|quick|small) note (?:for|to) (?:you|yourself|self)"
    r"|(?:note|memo|reminder) (?:for|to) (?:you|yourself|self)(?=\W*$|,)"
    r"|mark (?:this|that|it|these|my words) down|make (?:this|that|it) stick"
    rf"|{_ANNOUNCED}(?:for (?:later|next time|your {_MIND})|in your {_MIND})"
    r"|(?:never|don'?t|do not) (?:ever )?let (?:this|that|it|me) (?:ever )?(?:slip|go|get lost"
    r"|forget)(?: (?:your )?mind)?"
    r")(?!\w)",
    _I,
)
"""As KEEP_EN of `addressed_words`, with an object and a place in place of a fixed phrase."""
_LENDS = (
    r"(?:let me|i'?ll|i will|i'm (?:just )?(?:going to|gonna)|i(?:'d like| want| need) to|(?:can|could|may) i|gonna)"
)
_GIVES = (
    rf"(?:let me|i'?ll|i'm|here(?:'s| is| are)|i(?:'d like| want) to)(?: (?:tell|giv|hand|send)\w* (?:you"
    rf"|u))? (?:{_CLOSE}|{_OWN})"
    r" (?:for you )?to (?:keep|store|remember|save|note|hold on ?to|hang on ?to)(?! (?:in|on|with|at|from)\b)"
)
LENT_EN = re.compile(
    rf"\b{_GIVES}(?!\w)|\b{_LENDS} (?:just |quickly |please |also )*(?:{_PUTS}|dictate|give you|hand you) (?!(?:it"
    rf"|that) here){_CLOSE}"
    rf" (?:here|with you|over to you|on (?:file|record) with you|in your {_MIND})(?: (?:for|so|until) [^,:]{{1,30}})?",
    _I,
)
"""What the speaker leaves with the assistant to be kept: "let me park this here for later"."""
KNOWN = re.compile(
    r"\b(?<!as you )(?<!if you )(?:should|need to|have to|ought to|must|'ll need to"
    r"|'ll want to) (?:always )?know(?=\W*$)"
    r"|(?:你|您)(?:要|得|应该|应当|需要|必须|可得|最好)(?:先)?(?:知道|清楚|有数)(?=\W*$)"
    r"|(?:(?:提个?|提一?下|提一个)醒|提醒[你您](?:一[下声句])?)(?=\W*$)|(?:交代|报备|声明|说明)(?:一下|清楚|你一?[件个点](?:事情?)?)(?=\W*$)"
    r"|(?:上心|放在?心上|心里有个?[数底]|知道(?:就好|就行|一下)|有印象|留个心眼?)[哈啊吧喔哦呀啦]*(?=\W*$)"
    r"|长期有效|一直有效|以后[^,:]{0,6}默认|默认(?=我[^,]*(?:就行|就好|吧)?)",
    _I,
)
"""What the assistant is told to know: it asks for something to be kept of the user's own."""
OWN = re.compile(r"(?<![A-Za-z])(?:i|i'm|i've|i'd|i'll|my|me|we|we're|we've|our)(?![A-Za-z])|我|咱|:", _I)
OPEN_ANY = re.compile(
    r"\b(?:consider|treat|take|park|leav|drop|pin|put|stick|stash|pop|add|bank|jot|writ|carry|head|brain|memor|lock"
    r"|stow|bookmark|set"
    r"|keep|hold|hang|squirrel|ones?\b|bits?\b|stuff|slip|know\b)"
    r"|放|搁|收|录|登|add|update|store|加|默认|有效|报备|声明|说明|印象|小本|大脑|知道|有数|醒|往|交代|留|记|存|心"
    r"|mark|note|save|pin|log|备",
    _I,
)
"""Without one of these no such act stands in a text."""
_MIND_ZH = (
    r"(?:长期)?(?:记忆|资料|档案|备注|笔记(?!本电脑)|记录|备忘录?|脑子|脑袋|心|小本本|本子"
    r"|memory|profile|notes?)(?:库)?"
)
_IN_ZH = rf"{_MIND_ZH}\s?(?:里面?|中|上)"
_ONE_ZH = r"(?:[一两二三几]?[条个笔点句项件](?:信息|内容|事情?|备注|记录|东西)?)?"
_TONE_ZH = r"[哈啊吧喔哦呀啦嘛呗了哟咯噢]*"
_KEPT_ZH = (
    r"(?:(?:记|存|留|收|备|录|收录|保存|留存|备存|登记|标注)(?:个|一个)?(?:一下下?|一记|下来?|[着著]点?|好|住|起来|进去"
    r"|档|底|案"
    r"|备份|备案|记录|在案|下)|(?:记|存|留|做|写|加)(?:个|一个)(?:小|重要的?)?(?:底|案|档|备份|记录|备注|备忘|笔记"
    r"|事儿?|事情"
    r"|东西|信息)|(?:store|save|note|mark|keep|add|pin|log|memo)\s?(?:一下下?|下来?|住|好|起来|低佢?))"
    rf"{_TONE_ZH}(?:[吗没]?(?=\W*$))"
)
"""A verb of keeping as far as it goes, which nothing else follows: 做个记录呗, 收着, store 起来."""
OPEN_ZH = re.compile(
    rf"(?:帮我|替我|给我)?{_KEPT_ZH}|add\s?(?:一?[条个笔])?\s?(?:memory|note)|(?:加|添加|归)(?:到|进|入)(?:我的?"
    rf"|你的?)?[^,:我你]{{0,6}}"
    r"(?:偏好|喜好|习惯|清单|名单|资料|档案)(?:里面?|中|上)?|update\s?(?:一下)?\s?(?:你的?|我的?)\s?(?:memory"
    r"|profile|notes?)|"
    rf"(?:(?:往|在|到|向)(?:你的?|您的?|我的?)?|[你您]的?){_IN_ZH}\s?(?:再|也|帮我|给我)*(?:加|添|写|记|存|放"
    rf"|补)(?:上|下|进|入|个)?"
    rf"{_ONE_ZH}(?:一下|下来)?"
    rf"|(?:记|存|写|放|加|留|save|note|记录|保存)\s?(?:在|到|进|入)\s?(?:你的?|您的?|我的?)?\s?{_MIND_ZH}\s?(?:里面?"
    rf"|中|上)?"
    r"|(?:先|就|且|暂时|都)*(?:放|存|搁|记|留|寄放)(?:在|到)?(?:你|您)(?:[这那](?:边|里|儿)?|手[里上])(?!的|[边里儿])"
    r"|(?:mark|note|save|pin|log|jot|memo|keep)\s?(?:一下下?(?![\u3400-\u9fff])|下来?|住|起来|低佢?)"
    r"|[当做](?:一?下|一回)?我的(?:小本本|备忘录?|记事本|笔记本|记忆|第二个?大脑)"
    r"|(?:take|make)\s?(?:个|a )?(?:mental )?note(?=\W*$)|keep (?:it |this )?in (?:mind|memory)"
    r"|(?:留|做|写)个?(?:心|印象|备忘|记号|底)(?=\W*$)|(?:帮我|替我|给我)(?:记|存|留)"
    r"(?![到进]\s?(?:excel|word|表格|文档|文件|桌面|电脑|手机|U盘|云)|下?了?[^,]{0,8}(?:印象|回忆|阴影|遗憾)|得|者|忆|录|账|帐|言|款|钱|位|个位)",
    _I,
)
"""As KEEP_ZH of `addressed_words`: with a place that is the assistant's."""
