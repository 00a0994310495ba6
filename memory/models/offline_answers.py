"""What the offline model does about a prompt: an answer from its context, or a call of a tool."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from memory.core.language.languages import Language
from memory.core.language.text import one_line
from memory.core.privacy.secret_spans import redact
from memory.models.offline_context import End, Line, Prompt, ToolResult
from memory.models.offline_intents import Intent, intent_of
from memory.models.offline_phrases import answer_language, phrase
from memory.models.offline_questions import is_question, sentences
from memory.models.offline_search import find_lines

QUOTE_CHARS = 300
ECHO_CHARS = 120
RESULT_CHARS = 2_000
_TOOLS: dict[str, tuple[str, tuple[str, ...]]] = {
    "sum": ("calculator", ("expression",)),
    "time": ("current_time", ()),
    "forget": ("forget_memory", ("what",)),
    "search": ("search_transcript", ("query",)),
    "about_me": ("list_memory", ()),
    "remember": ("propose_memory", ("text", "quote")),
    "correct": ("correct_memory", ("what", "text", "quote")),
    "unremember": ("unremember_conversation", ()),
    "why": ("explain_memory", ("what",)),
}
"""What is called for a kind of intent, and the arguments that are what it is about."""
_ASKS_BACK = {
    "forget": "forget_what",
    "correct": "correct_what",
    "search": "nothing",
    "remember": "remember_what",
}
"""What is answered where nothing is said that it is about."""


@dataclass(frozen=True)
class Call:
    """A tool to call."""

    name: str
    args: dict[str, Any] = field(default_factory=dict)


def decide(prompt: Prompt, tools: Collection[str]) -> str | Call:
    """Return the answer to a prompt, or the call of one of `tools` it needs first.

    After a tool's result it always answers, so it cannot loop.
    """
    language = answer_language(prompt.question, prompt.instructions, prompt.language)
    intent = intent_of(prompt.question, *_said_before(prompt))
    if prompt.results:
        told = [_tell_result(result, language) for result in prompt.results]
        return "\n".join([*told, *_found(intent.asked, prompt, language)])
    if intent.kind == "empty":
        return phrase(language, "media" if prompt.media else "empty")
    if intent.kind in _TOOLS and not _needs_no_tool(intent, prompt, tools):
        return _use_tool(intent, prompt, tools, language)
    return _answer(intent, prompt, language)


def _needs_no_tool(intent: Intent, prompt: Prompt, tools: Collection[str]) -> bool:
    """Tell whether the context itself answers: memory cannot be used, or it has no tool for what it can do without."""
    if intent.kind not in {"about_me", "remember", "correct"}:
        return False
    return prompt.unavailable or prompt.temporary or _TOOLS[intent.kind][0] not in tools


def _use_tool(intent: Intent, prompt: Prompt, tools: Collection[str], language: Language) -> str | Call:
    name, arguments = _TOOLS[intent.kind]
    if arguments and not intent.about and intent.kind in _ASKS_BACK:
        return phrase(language, _ASKS_BACK[intent.kind])
    if name in tools:
        args = dict.fromkeys(arguments, intent.about)
        return Call(name, {**args, "quote": intent.quote} if intent.quote else args)
    if intent.kind == "time" and prompt.now:
        return phrase(language, "clock", text=prompt.now)
    if intent.kind == "search":
        return _find(intent.about, prompt, language)
    return phrase(language, "no_tool")


def _answer(intent: Intent, prompt: Prompt, language: Language) -> str:
    match intent.kind:
        case "ask":
            found = _found(intent.about.split("\n"), prompt, language)
            if prompt.secret and found == [phrase(language, "nothing")]:  # "Could you keep my key … in mind?"
                return phrase(language, "secret_state", text=_echo(prompt.question))
            return "\n".join(found)
        case "about_me":
            return _about_you(prompt, language)
        case "remember" | "state" | "correct":
            if not intent.about:
                return phrase(language, _ASKS_BACK[intent.kind])
            done = phrase(language, _acknowledgement(intent, prompt), text=_echo(intent.about))
            return "\n".join([done, *_found(intent.asked, prompt, language)])
        case _:
            return phrase(language, intent.kind)


def _said_before(prompt: Prompt) -> tuple[list[str], str]:
    """Return what the user said before the message, oldest first, and what the assistant said last."""
    turns = [line for line in prompt.lines if line.where == "turns"]
    answers = turns[-1].text if turns and turns[-1].by == "assistant" else ""
    return [line.text for line in turns if line.by == "user"], answers


def _found(questions: Iterable[str], prompt: Prompt, language: Language) -> list[str]:
    """Return what answers questions, each answer once."""
    return list(dict.fromkeys(_find(question, prompt, language) for question in questions))


def _acknowledgement(intent: Intent, prompt: Prompt) -> str:
    """Return the phrase by which it takes what the user says about themselves."""
    if prompt.secret:
        return "secret_state"
    if prompt.unavailable:
        return "unavailable_state"
    if prompt.unremembered and not prompt.temporary:
        return "unremembered_state"
    if intent.kind == "remember":
        return "temporary_remember" if prompt.temporary else "acknowledge_remember"
    return "acknowledge"


def _echo(text: str) -> str:
    """Return the user's words as they are said back: short, and without secrets."""
    return one_line(redact(text), ECHO_CHARS)


def _find(question: str, prompt: Prompt, language: Language) -> str:
    own = [Line(s, "now") for s in sentences(prompt.question) if not is_question(s) and s != question]
    found = find_lines(question, [*own, *prompt.lines])
    nothing = "unavailable" if prompt.unavailable else "nothing"
    return "\n".join(_quote(line, language) for line in found) or phrase(language, nothing)


def _quote(line: Line, language: Language) -> str:
    if line.where == "shared":
        name = "shared"
    elif line.by == "user":
        name = "told_elsewhere" if line.conversation else "told"
    else:
        name = "i_said" if line.by == "assistant" else "noted"
    told = phrase(language, name, text=_bare(line.text), conversation=line.conversation, date=_date(line, language))
    return told + "".join(_ending(end, language) for end in line.ended)


def _ending(end: End, language: Language) -> str:
    """Return that what was quoted no longer holds, and what does."""
    name = "ended_instead" if end.instead else "ended"
    return phrase(language, name, date=end.since, text=_bare(end.instead))


def _bare(text: str) -> str:
    return one_line(text, QUOTE_CHARS).removesuffix(".").removesuffix("。")


def _date(line: Line, language: Language) -> str:
    return phrase(language, "date", date=line.date) if line.date else ""


def _about_you(prompt: Prompt, language: Language) -> str:
    known = {ln.text: ln for ln in prompt.lines if ln.where in {"profile", "facts"}}
    items = [f"- {one_line(ln.text, QUOTE_CHARS)}{_date(ln, language)}" for ln in known.values()]
    nothing = "unavailable" if prompt.unavailable else "about_you_nothing"
    return phrase(language, "about_you", items="\n".join(items)) if items else phrase(language, nothing)


_AS_TOLD = ("propose_memory", "correct_memory", "forget_memory", "unremember_conversation", "explain_memory")
_RESULT_PHRASES = {"current_time": "clock", "search_transcript": "search", **dict.fromkeys(_AS_TOLD, "as_told")}
_REMEMBERED = frozenset({"Remembered.", "已记住。", "已記住。"})
"""The first line of what `propose_memory` answers when it stored the fact."""
_ITEM = "- "


def _tell_result(result: ToolResult, language: Language) -> str:
    text = result.text.strip()
    if len(text) > RESULT_CHARS:
        text = text[:RESULT_CHARS] + "…"
    if result.failed:
        return phrase(language, "failed", tool=result.name, text=text)
    if result.name == "calculator" and "expression" in result.args:
        return phrase(language, "sum", expression=str(result.args["expression"]), text=text)
    if result.name in {"search_transcript", "search_memory"}:
        return phrase(language, "search", text=text) if text else phrase(language, "search_nothing")
    if result.name == "propose_memory":
        return _tell_remembered(text, str(result.args.get("text", "")), language)
    if result.name == "list_memory":
        return _tell_listed(text, language)
    name = _RESULT_PHRASES.get(result.name, "result")
    return phrase(language, name, tool=result.name, text=text.rstrip(".。") if name == "clock" else text)


def _tell_remembered(text: str, asked: str, language: Language) -> str:
    """Return what became of a request to remember: nothing is claimed that the tool did not say."""
    first, _, rest = text.partition("\n")
    if first not in _REMEMBERED:
        return text
    done = phrase(language, "acknowledge_remember", text=_echo(asked))
    return f"{done}\n{rest}" if rest else done


def _tell_listed(text: str, language: Language) -> str:
    lines = text.splitlines()
    items = "\n".join(line for line in lines if line.startswith(_ITEM))
    told = phrase(language, "about_you", items=items) if items else phrase(language, "about_you_nothing")
    return "\n".join([told, *(line for line in lines[1:] if not line.startswith(_ITEM))])
