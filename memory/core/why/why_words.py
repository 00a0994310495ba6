"""The sentences of `why`, in English and Chinese; what users or policies said stands in them as it is."""

from typing import Any

from memory.core.language.languages import Language, in_language
from memory.core.why.why_docs import State, Step, Values, Where

WORDS: dict[str, tuple[str, str]] = {
    "said": ('You said in conversation "{conversation}": "{quote}"', "你在对话“{conversation}”里说：“{quote}”"),
    "said_erased": (
        'You said, in a conversation that is erased: "{quote}"',
        "你在一段已清除的对话里说过：“{quote}”",
    ),
    "answered": (
        'The assistant said in conversation "{conversation}": "{quote}"',
        "助手在对话“{conversation}”里说：“{quote}”",
    ),
    "noted": ('It was written by the operator: "{quote}"', "由运营方写入：“{quote}”"),
    "said_forgotten": (
        'You said it in conversation "{conversation}"; what is forgotten is not repeated here.',
        "你在对话“{conversation}”里说过；已忘记的内容这里不再重复。",
    ),
    "repeated": (
        'It was told again in conversation "{conversation}".',
        "它在对话“{conversation}”里又被提到过。",
    ),
    "asked_to_forget": (
        'You asked in conversation "{conversation}" to forget it.',
        "你在对话“{conversation}”里要求忘记它。",
    ),
    "fact_found": ("A fact was found in it: {text}", "从中提取出一条内容：{text}"),
    "fact_asked": ("You asked to remember it: {text}", "你要求记住它：{text}"),
    "fact_proposed": ("The assistant proposed it as a fact: {text}", "助手提出把它记为一条内容：{text}"),
    "pending": ("It waits for your decision: {reason}", "等待你确认：{reason}"),
    "waited": ("It waited for your decision: {reason}", "曾等待你确认：{reason}"),
    "written": ("It was remembered: {reason}", "已记住：{reason}"),
    "approved": ("You approved it.", "你确认了它。"),
    "rejected": ("It was rejected: {reason}", "未采纳：{reason}"),
    "rejected_by_you": ("You rejected it.", "你拒绝了它。"),
    "edited": ("You edited it.", "你修改了它。"),
    "merged": ("It became one with the same fact in other words.", "它与说法不同的同一条内容合并了。"),
    "left": (
        "The branch of the conversation that told it was left, so it waits for a decision again.",
        "说出它的那条对话分支已离开，所以重新等待确认。",
    ),
    "pinned": ("You pinned it.", "你把它固定了。"),
    "unpinned": ("You unpinned it.", "你取消了固定。"),
    "superseded": ("Something newer took its place: {text}", "被更新的内容取代：{text}"),
    "ended": ("It ended: you took it back.", "它结束了：你说它不再成立。"),
    "ended_by_itself": ("It ended by itself: it was true until {until}.", "它到期了：有效至 {until}。"),
    "called_off": ("It was taken back before it began.", "它在开始之前就被取消了。"),
    "retired": ("You took it out of use.", "你停用了它。"),
    "archived_idle": ("It was set aside in the archive: long unused.", "归档：很久没有用到。"),
    "archived_full": ("It was set aside in the archive: the weakest of too many.", "归档：内容过多，它最弱。"),
    "back_used": ("It came back from the archive: it was looked up.", "从归档中恢复：有人查找了它。"),
    "forgotten": (
        "It was forgotten as you asked: hidden from the model wherever it was said, and kept from coming back.",
        "已按你的要求忘记：凡是说过它的地方都对模型隐藏，也不会再被记回来。",
    ),
    "forgotten_rejected": (
        "You rejected it, so it was forgotten like anything else you ask to forget.",
        "你拒绝了它，所以它像你要求忘记的内容一样被忘记了。",
    ),
    "revivable": (
        "Said again, it becomes a fact again. The conversation keeps your own words until you erase it.",
        "再说一次，它会重新成为一条内容。对话里仍保留你的原话，直到你清除它。",
    ),
    "no_fact": ("No fact was made of it: {reason}", "没有成为一条内容：{reason}"),
    "model_to_come": (
        "The model that looks for facts in the background has not read this message yet.",
        "后台提取内容的模型还没有读到这条消息。",
    ),
    "model_again": (
        "The model that looks for facts gave no usable answer {runs} times; it tries again.",
        "提取内容的模型 {runs} 次没有给出可用的回答，会再试。",
    ),
    "model_read": (
        "The model that looks for facts read this message and proposed nothing that could be kept.",
        "提取内容的模型读过这条消息，没有提出可保留的内容。",
    ),
    "model_none": (
        "No model looks for facts here (HOLDFAST_EXTRACT_MODEL), only rules do.",
        "这里没有用模型提取内容（HOLDFAST_EXTRACT_MODEL），只有规则。",
    ),
    "shown": (
        'It was given to the model for the last answer in "{conversation}", among {section}.',
        "对话“{conversation}”最近一次回答时，它在给模型的{section}里。",
    ),
    "message_shown": (
        'The message itself was given to the model for the last answer in "{conversation}".',
        "对话“{conversation}”最近一次回答时，这条消息本身在给模型的内容里。",
    ),
    "not_shown": (
        'It was not given to the model for the last answer in "{conversation}": {reason}',
        "对话“{conversation}”最近一次回答时，它没有给模型：{reason}",
    ),
}
"""By the name of a step. A gap that holds a reason is filled by `REASONS`, or by words a policy or a model gave."""

REASONS: dict[str, tuple[str, str]] = {
    "temporary": ("the conversation is temporary: nothing is learned in it", "这是临时对话，不学习任何内容"),
    "unremembered": ("you asked that this conversation is not remembered", "你要求不要记这段对话"),
    "learn_off": ("memory or learning was off when it was said", "说的时候记忆或学习是关闭的"),
    "secret": (
        "it holds a secret (key, password, card or identity number): never stored",
        "含有机密（密钥、密码、卡号或证件号），从不保存",
    ),
    "by_assistant": ("the assistant said it, not you", "这是助手说的，不是你说的"),
    "played": ("it was said in a role-play, or written for someone else", "这是角色扮演里的话，或是替别人写的"),
    "jest": ("it was said in jest", "这是玩笑话"),
    "unkept": ("you asked not to keep it", "你要求不要记它"),
    "code": ("it stands in code", "它在代码里"),
    "quoted": ("it is a quotation", "这是引用的话"),
    "pasted": ("it stands in pasted text", "它在粘贴的文字里"),
    "others": ("it is what someone else said", "这是别人说的话"),
    "labelled": ("it may be what someone else said", "这可能是别人说的话"),
    "forget_request": ("it asked to forget something", "这是要求忘记的话"),
    "question": ("it was a question", "这是一个问题"),
    "reported": ("it tells what someone else said or thinks", "这是转述别人的话"),
    "supposed": ("it was supposed, wished or not sure", "这是假设、愿望或不确定的话"),
    "negated": ("it only says what is not so", "它只是否定"),
    "no_rule": ("no rule reads it as something to remember", "没有规则把它读作需要记住的内容"),
    "lost": (
        "a rule reads it today, but nothing was kept then: it was merged, left with a branch, or read by older rules",
        "按今天的规则能提取，但当时没有留下：可能已合并、随分支离开，或当时的规则不同",
    ),
    "not_known": ("it was not known yet", "当时还没有记住它"),
    "over": ("it no longer held", "当时它已不再成立"),
    "aside": ("it was in the archive", "当时它在归档里"),
    "masked": ("it was masked, as forgotten", "它已忘记，被遮住了"),
    "waits": ("what waits for a decision is not shown", "等待确认的内容不给模型看"),
    "temporary_there": ("that conversation is temporary and reads no memory", "那是临时对话，不读记忆"),
    "unavailable": ("memory could not be read ({detail})", "当时读不到记忆（{detail}）"),
    "late": ("recall was not ready in time ({detail})", "回忆没有及时完成（{detail}）"),
    "no_room": ("there was no room ({shown} of {of} lines were shown)", "放不下（{of} 行里显示了 {shown} 行）"),
    "in_summary": ("it lies before what the window held; the summary stands for it", "它在窗口之前，由摘要代表"),
    "cut": ("it was left out of the window ({detail})", "它没有放进窗口（{detail}）"),
    "not_recalled": ("it was not among what was recalled for that message", "那条消息没有回忆到它"),
}

_SECTIONS = {
    "profile": ("the profile", "个人资料"),
    "instruction": ("the standing instructions", "长期要求"),
    "fact": ("the recalled facts", "回忆到的内容"),
    "passage": ("the recalled passages", "回忆到的对话片段"),
}
_STATES: dict[State, tuple[str, str]] = {
    "current": ("It is remembered.", "记着。"),
    "upcoming": ("It is remembered and begins later.", "记着，以后才开始。"),
    "archived": ("It is in the archive.", "在归档里。"),
    "ended": ("It is remembered as something that no longer holds.", "已不再成立，只作为过去记着。"),
    "called_off": ("It was called off.", "已取消。"),
    "pending": ("It waits for your decision.", "等待你确认。"),
    "rejected": ("It was rejected.", "未采纳。"),
    "forgotten": ("It is forgotten.", "已忘记。"),
    "never_a_fact": ("It was said, and is no remembered fact.", "说过，但没有记为一条内容。"),
}
_FOUND = ('About "{about}":', "关于“{about}”：")
_NOTHING = (
    'Nothing in your conversations or in memory says "{about}".',
    "你的对话和记忆里都没有“{about}”。",
)


def reason(language: Language, name: str, values: Values | None = None) -> str:
    """Return a reason in words; one that is not in the table is told as it is."""
    return in_language(language, *REASONS[name]).format(**(values or {})) if name in REASONS else name


def state_told(language: Language, state: State) -> str:
    """Return a state as a sentence."""
    return in_language(language, *_STATES[state])


def found_told(language: Language, about: str, *, anything: bool) -> str:
    """Return whether anything was found, as a sentence."""
    return in_language(language, *(_FOUND if anything else _NOTHING)).format(about=about)


def step(
    language: Language,
    what: str,
    at: str | None = None,
    where: Where | None = None,
    fact: str | None = None,
    **values: Any,
) -> Step:
    """Return a step with its sentence; `values` fill its gaps."""
    if where is not None:
        values = {"conversation": where["conversation"], **values}
    if "section" in values:
        values["section"] = in_language(language, *_SECTIONS[values["section"]])
    told = in_language(language, *WORDS[what]).format(**values)
    return {"what": what, "at": at, "told": told, "where": where, "fact": fact}
