"""The offline model's own words, in English and in simplified and traditional Chinese."""

import re
from collections.abc import Iterable

from memory.core.language.languages import Language, in_language, language_of
from memory.core.language.reply_language import reply_language
from memory.core.language.text import simplified

_PHRASES: dict[str, tuple[str, str]] = {
    "greeting": (
        "Hello! Tell me something, or ask me what I remember.",
        "你好！你可以告诉我一些事，也可以问我记得什么。",
    ),
    "thanks": ("You are welcome.", "不客气。"),
    "identity": (
        (
            "I am Holdfast's offline model: a rule-based stand-in that answers only from its memory and this "
            "conversation. For a real model set HOLDFAST_MODEL, such as openai:gpt-4o-mini, and its key."
        ),
        (
            "我是 Holdfast 的离线模型：一个按规则工作的替身，只根据记忆和这段对话来回答。"
            "要用真正的模型，请设置 HOLDFAST_MODEL（例如 openai:gpt-4o-mini）和它的密钥。"
        ),
    ),
    "told": ('You told me: "{text}"{date}.', "你告诉过我：“{text}”{date}。"),
    "told_elsewhere": (
        'In the conversation "{conversation}" you told me: "{text}"{date}.',
        "你在对话“{conversation}”里告诉过我：“{text}”{date}。",
    ),
    "i_said": ('I said: "{text}"{date}.', "我说过：“{text}”{date}。"),
    "noted": ('My notes of this conversation say: "{text}"{date}.', "这段对话的记录里写着：“{text}”{date}。"),
    "shared": ('Shared knowledge says: "{text}"{date}.', "共享知识里写着：“{text}”{date}。"),
    "ended": (" That no longer holds since {date}.", "这自{date}起不再成立。"),
    "ended_instead": (
        ' That no longer holds since {date}; instead: "{text}".',
        "这自{date}起不再成立，如今：“{text}”。",
    ),
    "date": (" ({date})", "（{date}）"),
    "nothing": ("I have nothing about that in what I can see.", "我这里没有相关的记录。"),
    "about_you": ("You told me:\n{items}", "你告诉过我：\n{items}"),
    "about_you_nothing": (
        "I have nothing about you in what I can see.",
        "我这里还没有关于你的记录。",
    ),
    "acknowledge": ('Noted: "{text}"', "知道了：“{text}”"),
    "acknowledge_remember": ('I will keep that in mind: "{text}"', "好的，我记着：“{text}”"),
    "temporary_remember": (
        'This conversation is temporary: "{text}" is known here until it ends, and nowhere else.',
        "这是临时对话：“{text}”只在这里有效，对话结束就没有了，不会记到别处。",
    ),
    "unremembered_state": (
        (
            'I see "{text}" here. This conversation is not remembered, so I keep it nowhere else. Say "remember this '
            'conversation again" to change that.'
        ),
        "我看到了：“{text}”。这段对话不会被记住，所以不会记到别处。想改变的话，请说“重新记住这段对话”。",
    ),
    "secret_state": (
        (
            'I see "{text}" here. The secret in it (a key, a password, a card or an identity number) is never kept in '
            "memory; only the text of this conversation holds it."
        ),
        "我看到了：“{text}”。其中的机密（密钥、密码、卡号或证件号）不会存进记忆，只留在这段对话的原文里。",
    ),
    "unavailable_state": (
        'Memory is unavailable right now: I see "{text}" in this conversation, but it is not stored yet.',
        "记忆暂时不可用：“{text}”留在这段对话里，但还没有保存。",
    ),
    "unavailable": (
        "Memory is unavailable right now, and this conversation says nothing about that.",
        "记忆暂时不可用，这段对话里也没有相关的内容。",
    ),
    "forget_what": ("Tell me what to forget.", "请告诉我要忘掉什么。"),
    "remember_what": ("Tell me what to remember.", "请告诉我要记住什么。"),
    "correct_what": ("Tell me what is right.", "请告诉我正确的是什么。"),
    "no_tool": ("I have no tool for that here.", "我这里没有可以做这件事的工具。"),
    "clock": ("It is {text}.", "现在是 {text}。"),
    "sum": ("{expression} = {text}", "{expression} = {text}"),
    "as_told": ("{text}", "{text}"),
    "search": ("This is what I found:\n{text}", "这是我找到的：\n{text}"),
    "search_nothing": ("I found nothing.", "没有找到。"),
    "result": ("{tool} answered: {text}", "{tool} 的回答：{text}"),
    "failed": ("{tool} did not work: {text}", "{tool} 没有成功：{text}"),
    "empty": (
        "Your message is empty. What would you like to tell or ask me?",
        "你的消息是空的。你想告诉我或者问我什么？",
    ),
    "media": (
        "I got your image or file, but as an offline model I cannot see it. Tell me in words what it shows.",
        "我收到了你发来的图片或文件，但离线模型看不到它的内容。请用文字告诉我。",
    ),
}
_ORDER_LANGUAGE = re.compile(
    r"\b(?:answer|reply|respond|write|speak|talk|use)\b[^.;。；\n]*?\b(?P<en>english|chinese|mandarin)\b"
    r"|[用以说說讲講](?P<zh>英文|英语|英語|中文|汉语|漢語|繁体中文|繁體中文|简体中文|繁体|繁體)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:don't|do not|never|not)\b|不要|别|別|不用", re.IGNORECASE)


def answer_language(question: str, instructions: Iterable[str], chosen: str | None = None) -> Language:
    """Return the language to answer in: the one set, else what the last instruction orders, else the question's.

    `chosen`: the tag of the one that is set.
    """
    if chosen is not None:
        return reply_language(chosen, question)
    ordered = [m for i in instructions if not _NEGATED.search(i) for m in _ORDER_LANGUAGE.finditer(i)]
    if ordered:
        name = (ordered[-1]["en"] or ordered[-1]["zh"]).casefold()
        if name.startswith(("english", "英")):
            return "en"
        return "zh-Hant" if name.startswith("繁") or simplified(question) != question else "zh"
    return language_of(question)


def phrase(language: Language, name: str, /, **values: str) -> str:
    """Return a phrase with its values filled in, unchanged by the language."""
    return in_language(language, *_PHRASES[name]).format(**values)
