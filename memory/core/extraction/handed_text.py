"""Where a message hands over a text of someone else's, to be worked on: what stands after it is not the user's word.

"Is this a scam?", "rate my friend's bio:", 给这篇作文打分：; told by what the line says, in English and Chinese.
It takes time linear in the length of the message.
"""

import re
from collections.abc import Iterator

from memory.core.asks.addressed import addressed
from memory.core.asks.asking_words import asks_only
from memory.core.asks.beside_words import LABEL
from memory.core.asks.heads import is_head
from memory.core.extraction.order_words import REWORD_EN
from memory.core.language.clauses import fold

_HEAD = 200
"""Characters of a line that are read."""
_VISIBLE = re.compile(r"\S")
_WORD = re.compile(r"\w")
_DELIMITED = re.compile(
    r"\s*(?:“[^”]*”|\"[^\"]*\"|「[^」]*」|『[^』]*』|'(?=\w)[^\n]*?(?<=[\w.!?,])'(?!\w)"
    r"|(?P<rule>[-=*_~]{3,})[ \t]*\n(?:(?!(?P=rule))[^\n]*\n)*(?P=rule)[^\w\n]*(?=\n))"
)
"""A text in quotation marks or between two rules."""
_DATA = re.compile(
    r"\b(?:schedules?|timetables?|plans?|agendas?|itinerar(?:y|ies)|menus?|budgets?|numbers|figures|results|measurements"
    r"|dates|times|options|ingredients|specs|requirements|symptoms|details|to-?do|list|inventory|stats|scores|status"
    r"|situation|thing|facts?)\b(?! of\b)[^:：]{0,20}[:：]\s*$"
    r"|(?:日程|安排|计划|計劃|行程|清单|清單|菜单|菜單|预算|預算|数据|數據|结果|結果|日期|时间|時間|情况|情況|列表)"
    r"[^:：]{0,4}[:：]\s*$",
    re.IGNORECASE,
)
"""What one hands over that nobody wrote as a text."""
_HOW = re.compile(
    r"\W*(?:(?:so|and|ok(?:ay)?|hi|hey|hello|please)\W+){0,3}(?:how|why)"
    r" (?:do|can|could|should|would|does|did|is|are|am)"
    rf" (?:i|we|you|one|this|it)\b(?!.*\b(?:{REWORD_EN}|say|write|put|phrase|word|sound|read)\b)",
    re.IGNORECASE,
)
"""What asks for a way out of some trouble, and not for work on a text."""
_LINE = re.compile(r"[^\n]{6,}")
_LATER = re.compile(r"\W*(?:下次|以后|以後|往后|往後|今后|今後|每次|next time|from now on|whenever)", re.IGNORECASE)
"""So begins what is told of another time: it hands over nothing now."""
_COLON = re.compile(r"[:：](?!\d|//)")
KEEPS = re.compile(
    r"\b(?:something|things?|facts?|points?|note|one|info\w*) (?:for you )?to (?:store|keep|save|note|log|file|know"
    r"|hold)\b"
    r"|\bnotes? of\b|\bremember(?:ing)?\b|remember(?=\s*[:：])|\b(?:lose this|remember|memori[sz]e|save|mind|forget"
    r"|note (?:that"
    r"|this|down|it|to self)"
    r"|make (?:yourself )?a (?:mental )?note\b|(?:put|add|log|store|record|keep|write|commit) (?:this|that|these"
    r"|the following))\b|^\W*(?:please )?note\b"
    r"|[记記](?:住|下|一下|[录錄][一这這下:：]|得|牢|着|著|到|进|進|入)|[写寫存加放](?:进|進|到"
    r"|入)[^:：]{0,4}(?:记忆|記憶|笔记|筆記"
    r"|资料|資料|档案|檔案)|忘|备注|備註|保存|存[下起好着]|登记|登記|筆記|笔记(?=[一:：])|提醒|留着|存档|存檔"
    r"|收好|备忘|備忘",
    re.IGNORECASE,
)
"""What stands after it is to be remembered."""
_TEXT = re.compile(
    r"\b(?:e-?mails?|mails?|letters?|messages?|dms?|texts?|bios?|profiles?|cvs?|resum[eé]s?|essays?|paragraphs?"
    r"|sentences?"
    r"|stor(?:y|ies)|articles?|posts?|comments?|reviews?|tweets?|captions?|abstracts?|drafts?|poems?|speech(?:es)?"
    r"|scripts?"
    r"|transcripts?|conversations?|chats?|logs?|notes?|reports?|documents?|docs?|pages?|passages?|statements?|ads?"
    r"|listings?"
    r"|descriptions?|intro(?:duction)?s?|quotes?|prompts?|snippets?|excerpts?|applications?|homework|translations?"
    r"|lyrics)\b"
    r"|信(?![息用任心号號])|邮件|郵件|简历|簡歷|履历|履歷|文案|文章|短文|作文|评论|評論|留言|记录|記錄|日志|日誌|报告"
    r"|報告|合同|合約"
    r"|文档|文件"
    r"|[这這][段句篇封份则則条條]|内容(?=是|[:：])|內容(?=是|[:：])|[段句篇封份则則条條](?:话|話|文字|内容|內容|自我)"
    r"|消息|訊息|短信|簡訊|帖子|贴文|貼文|稿|诗|詩|摘要|介绍|介紹"
    r"|启事|啟事|通知|公告|日记|日記"
    r"|论文|論文|对话|對話|网页|網頁|提示词|评语|評語|歌词|歌詞",
    re.IGNORECASE,
)
_WORK = re.compile(
    rf"\b(?:{REWORD_EN}|correct|edit|improv|analy[sz]|classif|explain"
    r"|review|repl(?:y|ies)|respond|answer|fix|check|read|extract|grad[ei]|rat(?:e|ing)\b|judg|critiqu"
    r"|evaluat|assess"
    r"|feedback|compar|clean up|turn|make|simplif|tone|sound|opinion|what do you think|thoughts|scam|spam|legit"
    r"|phishing|fake"
    r"|mean|convert|tidy|format|better|mistake|grammar|spelling|convincing|polite|summary|key points|tl;?dr)"
    r"|翻|译|譯|总结|總結|概括|润色|潤色|改|校对|校對|分析|回[复覆復]|解释|解釋|看|点评|點評|评价|評價|评论|評論"
    r"|打分|评分|評分|精简|精簡"
    r"|缩写|縮寫|扩写|擴寫|写得|寫得|怎么样|怎麼樣|语气|語氣|语法|語法|错别字|錯字|是不是|骗|騙|垃圾|转成|轉成|提取"
    r"|比较|比較|概述|整理"
    r"|啰嗦|囉嗦|礼貌|禮貌|检查|檢查|安全吗|安全嗎",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[?？!！。]+|\.(?=\s)")
_REWORDED = re.compile(
    rf"\b(?:{REWORD_EN}|(?:edit|turn|convert)\w*) (?:this|these|it)\b"
    r"|\b(?:does|do|is|are|would) (?:this|these|that) (?:\w+ ){0,2}?(?:read|sound|look|flow|come across|work|make sense"
    r"|ok(?:ay)?|fine|correct|right|clear|good|grammatical|natural)\b"
    r"|\bmake (?:this|it) (?:into|sound|more|less|shorter"
    r"|better|nicer|friendlier|politer|formal)|\bhow (?:does|do) (?:this|these) (?:sound|read|look)\b|\bin (?:better"
    r"|correct|proper|formal) english\b"
    r"|(?:翻译|翻譯|改写|改寫|润色|潤色|校对|校對|修改)[^,，。]{0,3}(?:这|這|下面|以下)|(?:这|這|下面"
    r"|以下)[^,，。]{0,8}(?:翻译|翻譯|改写|改寫|润色|潤色|写得|寫得|改得|改成)",
    re.IGNORECASE,
)
_THIS_LAST = re.compile(
    r"\b(?:this|these|the following|below)(?: \w+)?\s*[:：]$|(?:这个|這個|下面|以下|这句|這句)[^:：，,]{0,4}[:：]$",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"\W*(?:(?:please|can you|could you|pls|quick|now|ok|hi|hey|请|請|麻烦|麻煩|帮我|幫我|帮忙|幫忙|能不能"
    r"|可以)\W{0,3}){0,4}(?:"
    rf"{REWORD_EN}|spell-?check|grammar|correct\b|edit (?!:)|tl;?dr|feedback|critique|tweak|tidy|翻|译"
    r"|譯|改|润|潤|检查|檢查|批改|纠正|糾正|校|缩写|縮寫|扩写|擴寫|总结|總結|点评|點評|仿写|仿寫|续写|續寫)",
    re.IGNORECASE,
)
"""A line that is no more than an order to work on what stands after it."""
_SELF = re.compile(r"\b(?:i|my|we|our)\b|我的", re.IGNORECASE)
_SHORT = 40
"""Characters of such a line without a colon."""
_ELSEWISE = re.compile(
    r"\b(?:write|put|say|note|jot|type|turn|convert|express|spell|phrase|word|render) (?:this|that|it|these"
    r"|the following|down|out| )*\b[^:：]{0,20}\b(?:in|into|as|using)"
    r" (?!(?:your|my|the|mind|memory|a note|notes?|them|there|it)\b)[^:：]{2,30}[:：]|\bhow (?:do|would|can|to"
    r"|should) (?:you|i"
    r"|we)? ?(?:say|write|put|translate)\b"
    r"|(?:用|以|拿|成)[\u3400-\u9fff]{1,4}(?:语|語|文|话|話)(?:写|寫|说|說|记|記|翻|表达|表達|念|读)|(?:写|寫|翻|译"
    r"|譯|改)成",
    re.IGNORECASE,
)
"""What is only to be put in other words or another form: "write this down in French: …"."""
_ASKING = re.compile(
    r"[?？]|\b(?:please|pls|plz|(?:can|could|would|will) (?:you|u|i|we)|help|need|wants?|ask(?:s|ed)?|let me know"
    r"|tell me|give|how|is (?:it|this|that)|are (?:these|they|those)|does|opinions?|thoughts?|here(?:'s|’s| is| are)"
    r"|below|following)\b"
    r"|请|請|帮|幫|麻烦|麻煩|能不能|可以|吗|嗎|怎么|怎麼|是不是|看看|一下|[把将將]|下面|以下|如下",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"\b(?:i|we|he|she|they|it|there)\b|\bmy \w+ (?:\w+ed|wrote|made|sent|is|was|has)\b|\bcheck(?:ed|ing)? out\b"
    r"|[我他她它们們]",
    re.IGNORECASE,
)
"""Tells something, and asks for nothing."""
_SHOWN = re.compile(
    r"\b(?:this|these|following|below|here|attached|(?!(?:he|she|it|that|there|what|who|let)')\w+['’]s)\b|[这這]|下面|以下|如下|发来|發來|收到|写的|寫的",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?<!\bi )(?<!\bI )\b(?:wrote|writes|said|says|texted|texts|messaged|e-?mailed|posted|tweeted|commented|replied"
    r"|goes|put it)"
    r"(?: (?:back|me|us|to me|to us|in|on) ?[^\n:：]{0,40})?[ \t]*[:：]|(?<![我你您再])(?:说道?|說道?|写道|寫道"
    r"|发[来的]?(?:微信|消息|短信|邮件)?"
    r"|發[來的]?(?:訊息|簡訊|郵件)?|留言|来信|來信|回复|回覆)[了我的]{0,2}[:：]",
    re.IGNORECASE,
)


def handed_text(text: str) -> Iterator[tuple[int, int]]:
    """Yield where text that is not the user's stands in a message (character offsets, end exclusive)."""
    for line in _LINE.finditer(text):
        start, end = line.span()
        if said := _SAID.search(text, start, min(end, start + _HEAD)):
            yield said.end(), end
        after = _handed_from(text, start, end)
        if after is not None and _VISIBLE.search(text, after):
            yield after, handed_end(text, after)


def handed_end(text: str, start: int) -> int:
    """Return where a text handed over from `start` on ends: at its closing mark, if the user goes on, or at the end."""
    delimited = _DELIMITED.match(text, start)
    return delimited.end() if delimited and _WORD.search(text, delimited.end()) else len(text)


def _handed_from(text: str, start: int, end: int) -> int | None:
    """Return from where on a line hands over a text: after its colon, a sentence that announces it, or the line."""
    stop = min(end, start + _HEAD)
    colon = _COLON.search(text, start, stop)
    told, at = [], start
    for ending in _SENTENCE_END.finditer(text, start, colon.start() if colon else stop):
        told.append(text[at : ending.end()])
        if _works_on_this(told[-1]):
            return ending.end()
        at = ending.end()
    if colon and start < at and _announces(text[at : colon.end()].strip()):
        return None
    if colon:
        head = "".join(sentence for sentence in told if _is_asking(sentence)) + text[at : colon.end()]
        return colon.end() if _hands_over(head, text[start : colon.end()], colon=True) else None
    told.append(text[at:stop])
    if _LATER.match(text, start):
        return None
    return end if any(_hands_over(sentence, text[start:stop], colon=False) for sentence in told) else None


def _works_on_this(sentence: str) -> bool:
    """Tell whether a sentence asks to work on what stands after it: "Can you make this sound less stiff?"."""
    named, worked, shown = (bool(pattern.search(sentence)) for pattern in (_TEXT, _WORK, _SHOWN))
    on_this = shown and ((named and worked) or _REWORDED.search(sentence) is not None)
    return on_this and _is_asking(sentence) and not keeps(sentence)


def _is_asking(sentence: str) -> bool:
    """Tell whether a sentence asks for something and does not merely tell of a text."""
    return _ASKING.search(sentence) is not None or _TELLING.search(sentence) is None


def _hands_over(head: str, line: str, *, colon: bool) -> bool:
    """Tell whether `head`, of the beginning of a line, announces a text to work on; `colon`: it ends with one."""
    if colon and _ELSEWISE.search(head):
        return True
    if not (_orders(head, colon=colon) or _shows(head, colon=colon)):
        return False
    return not (keeps(line) or asks_only(fold(head.rstrip(":："))))


def _announces(head: str) -> bool:
    """Tell whether a sentence up to its colon announces something of the user's own to be remembered."""
    return keeps(head) or LABEL.match(f"{fold(head)} …") is not None


def keeps(text: str) -> bool:
    """Tell whether the beginning of a line asks for something to be remembered."""
    return KEEPS.search(text) is not None or is_head(fold(text)) or addressed(fold(text)) is not None


def is_own_data(head: str) -> bool:
    """Tell whether what a line announces up to its colon is data of the user's ("here is the schedule:"), no text."""
    return _DATA.search(head) is not None and _TEXT.search(head) is None


def _orders(head: str, *, colon: bool) -> bool:
    """Tell whether a line is no more than an order to work on what stands after it."""
    return _ORDER.match(head) is not None and (colon or (len(head) <= _SHORT and not _SELF.search(head)))


def _shows(head: str, *, colon: bool) -> bool:
    """Tell whether a line names a text, or work on one, that stands after it."""
    named, shown = _TEXT.search(head) is not None, _SHOWN.search(head) is not None
    if not named and (_HOW.match(head) or (colon and is_own_data(head))):
        return False
    if shown and (named or _REWORDED.search(head)):
        return True
    if not (named or shown) or not _WORK.search(head):
        return False
    return named or not colon or _THIS_LAST.search(head) is not None
