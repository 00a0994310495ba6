"""Where a message hands over a text of someone else's, to be worked on: what stands after it is not the user's word.

"Is this a scam?", "rate my friend's bio:", 给这篇作文打分：; told by what the line says, in English and Chinese.
It takes time linear in the length of the message.
"""

import re
from collections.abc import Iterator

_HEAD = 200
"""Characters of a line that are read."""
_VISIBLE = re.compile(r"\S")
_LINE = re.compile(r"[^\n]+")
_COLON = re.compile(r"[:：](?!\d|//)")
KEEPS = re.compile(
    r"\bremember(?:ing)?\b|remember(?=\s*[:：])|\b(?:lose this|remember|memori[sz]e|save|mind|forget|note (?:that"
    r"|this|down|it|to self)"
    r"|(?:put|add|log|store|record|keep|write|commit) (?:this|that|these|the following))\b|^\W*(?:please )?note\b"
    r"|[记記](?:住|下|一下|得|牢|着|著)|忘|备注|備註|保存|提醒",
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
    r"|信|邮件|郵件|简历|簡歷|履历|履歷|文案|文章|短文|作文|评论|評論|留言|记录|記錄|日志|日誌|报告|報告|合同|合約"
    r"|文档|文件"
    r"|[段句篇封份则則条條](?:话|話|文字|内容|內容|自我)|消息|訊息|短信|簡訊|帖子|贴文|貼文|稿|诗|詩|摘要|介绍|介紹"
    r"|启事|啟事|通知|公告|日记|日記"
    r"|论文|論文|对话|對話|网页|網頁|提示词|评语|評語|歌词|歌詞",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b(?:translat|summari[sz]|proofread|rewrit|rephras|paraphras|correct|edit|polish|improv|analy[sz]|classif|explain"
    r"|review|repl(?:y|ies)|respond|answer|shorten|fix|check|read|extract|grad[ei]|rat(?:e|ing)\b|judg|critiqu"
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
_SHOWN = re.compile(
    r"\b(?:this|these|following|below|here|attached|\w+'s)\b|\w’s\b|[这這]|下面|以下|如下|发来|發來|收到|写的|寫的",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"(?<!\bi )(?<!\bI )\b(?:wrote|writes|said|says|texted|texts|messaged|e-?mailed|posted|tweeted|commented|replied"
    r"|goes|put it)"
    r"(?: (?:back|me|us|to me|to us|in|on) ?[^\n:：]{0,40})?[ \t]*[:：]|(?<![我你您])(?:说道?|說道?|写道|寫道"
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
        colon = _COLON.search(text, start, min(end, start + _HEAD))
        head = text[start : colon.end() if colon else min(end, start + _HEAD)]
        after = colon.end() if colon else end
        if _hands_over(head, colon=colon is not None) and _VISIBLE.search(text, after):
            yield after, len(text)
            return


def _hands_over(head: str, *, colon: bool) -> bool:
    """Tell whether the beginning of a line announces a text to work on; `colon`: it ends with one."""
    if KEEPS.search(head):
        return False
    named, worked, shown = (bool(pattern.search(head)) for pattern in (_TEXT, _WORK, _SHOWN))
    return (named and (worked or shown)) or (worked and shown and not colon)
