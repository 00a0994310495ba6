"""Reads a prompt back into what it tells: the offline model's view of its context window."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from memory.core.language.quoting import unquoted
from memory.core.language.reply_language import told_language
from memory.core.messages.provider_form import RETURNED_MEDIA
from memory.core.messages.repair import EMPTY_MESSAGE
from memory.core.transcript.entries import text_of
from memory.core.window.fences import read_fences, without_fences
from memory.core.window.section_texts import (
    CONFIDENTIAL,
    FACTS,
    MEMORY_UNAVAILABLE,
    PASSAGES,
    SHARED,
    TEMPORARY,
    UNREMEMBERED,
)

Where = Literal["now", "profile", "facts", "turns", "working", "earlier", "summary", "shared", "passages"]
Speaker = Literal["user", "assistant", "app"]


@dataclass(frozen=True)
class End:
    """What the application says of a passage that no longer holds."""

    text: str
    since: str
    """`YYYY-MM-DD`."""
    instead: str = ""
    """What holds in its place, "" where nothing does."""


@dataclass(frozen=True)
class Line:
    """One thing said or noted, with where it stands in the context."""

    text: str
    where: Where
    by: Speaker = "user"
    """Who said it; "app" for what the application noted without a speaker."""
    date: str = ""
    """`YYYY-MM-DD`, empty if the context does not say."""
    label: str = ""
    """Name of a profile slot as the context shows it."""
    conversation: str = ""
    """The other conversation a passage is from."""
    ended: Sequence[End] = ()
    """What of a passage no longer holds."""


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered to a call of this turn."""

    name: str
    args: Mapping[str, Any]
    text: str
    failed: bool


@dataclass(frozen=True)
class Prompt:
    """What the prompt tells."""

    question: str = ""
    """The user's last message without the memory block."""
    media: bool = False
    """The last message holds an image or another block that is no text."""
    now: str = ""
    """The time as the memory block gives it."""
    instructions: Sequence[str] = ()
    lines: Sequence[Line] = ()
    """Everything that can answer a question, earliest first within each section."""
    results: Sequence[ToolResult] = ()
    """Tool results after the last user message."""
    unavailable: bool = False
    """The application says that memory cannot be used now."""
    temporary: bool = False
    """The application says that nothing said here is remembered outside."""
    unremembered: bool = False
    """The application says that the user asked for that midway."""
    secret: bool = False
    """The application says that the user's message holds a secret."""
    language: str | None = None
    """The tag of the language the application says the user set; None: none."""


def read_prompt(messages: Sequence[Mapping[str, Any]]) -> Prompt:
    """Return what messages (shape of `entries.Message`) tell; a block without the system text's mark is plain text."""
    system = "\n".join(text_of(m) for m in messages if m["role"] == "system")
    mark = _trusted_mark(system)
    last = max((i for i, m in enumerate(messages) if _is_asked(m)), default=len(messages))
    asked = messages[last] if last < len(messages) else {"content": ""}
    question, blocks = _split(text_of(asked), mark)
    known = _merged(read_fences(system, mark) if mark else {}, blocks)
    memory = known.get("memory", "")
    return Prompt(
        question=question,
        media=_has_media(asked.get("content")),
        now=next((ln.removeprefix("now:").strip() for ln in memory.splitlines() if ln.startswith("now:")), ""),
        instructions=[_bare(ln) for ln in known.get("instructions", "").splitlines() if ln.strip()],
        lines=[*_stable_lines(known), *_turns(messages[:last], mark), *_memory_lines(memory)],
        results=_results(messages[last + 1 :], mark),
        unavailable=MEMORY_UNAVAILABLE in known.get("notice", ""),
        temporary=TEMPORARY in known.get("notice", ""),
        unremembered=UNREMEMBERED in known.get("notice", ""),
        secret=CONFIDENTIAL in known.get("notice", ""),
        language=told_language(known.get("notice", "")),
    )


def _is_asked(message: Mapping[str, Any]) -> bool:
    """Tell whether a message is the user's own, not what a tool gave them to see."""
    return message["role"] == "user" and not text_of(message).startswith(RETURNED_MEDIA)


_MARK = re.compile(r"\bmark that begins with ([0-9a-f]{6})\b")
_BULLET = re.compile(r"^\s*[-*•]\s+")
_DATED = re.compile(r"\[(?P<date>\d{4}-\d{2}-\d{2})[^\[\]]*\]$")
_DATED_CHARS = 60
_LABELLED = re.compile(r"^(?P<label>[^:：]{1,40})[:：]\s*(?P<text>.+)$")
_BY = r"(?P<by>user|assistant|用[户戶]|助手)\s*[:：]\s*(?P<text>.+?)"
_QUOTED = r"\"[^\"]*\"|“[^“”]*”|「[^「」]*」|«[^«»]*»"
_ENDED = (
    rf" \(no longer holds since \d{{4}}-\d\d-\d\d(?:: (?:{_QUOTED}))?(?:; instead: (?:{_QUOTED}))?\)"
    rf"|（自\d{{4}}-\d\d-\d\d起不再成立(?:：(?:{_QUOTED}))?(?:；如今：(?:{_QUOTED}))?）"
)
_END = re.compile(
    rf"(?:since |（自)(?P<since>[\d-]{{10}})(?:起不再成立)?"
    rf"(?:(?:: |：)(?P<text>{_QUOTED}))?(?:(?:; instead: |；如今：)(?P<instead>{_QUOTED}))?[)）]"
)
_PASSAGE = re.compile(
    rf'\[(?P<date>\d{{4}}-\d{{2}}-\d{{2}})?[^\]"“「«]*(?:["“「«](?P<conversation>.*?)["”」»])?\]\s*{_BY}'
    rf"(?P<ended>(?:{_ENDED})*)"
    r"(?: \((?:before|after), (?:user|assistant): .+\))?"
)
_SPOKEN = re.compile(rf"(?:(?P<date>\d{{4}}-\d{{2}}-\d{{2}})\s+)?{_BY}")
_HEADING = (":", "：")
_NOTED: tuple[Where, ...] = ("summary", "earlier", "working")


def _trusted_mark(system: str) -> str | None:
    """Return the mark that the system text itself names first; a message cannot add one."""
    found = _MARK.search(system)
    return found[1] if found else None


def _split(text: str, mark: str | None) -> tuple[str, dict[str, str]]:
    """Return a message's own words, and the bodies of the blocks that the application put with them."""
    own, blocks = (without_fences(text, mark), read_fences(text, mark)) if mark else (text.strip(), {})
    return "" if own == EMPTY_MESSAGE else own, blocks


def _merged(*found: Mapping[str, str]) -> dict[str, str]:
    """Return the bodies of several sets of blocks, those of one tag joined."""
    tags = dict.fromkeys(tag for blocks in found for tag in blocks)
    return {tag: "\n".join(blocks[tag] for blocks in found if blocks.get(tag)) for tag in tags}


def _has_media(content: object) -> bool:
    return isinstance(content, list) and any(isinstance(b, dict) and b.get("type") != "text" for b in content)


def _bare(line: str) -> str:
    return _BULLET.sub("", line).strip()


def _stable_lines(stable: Mapping[str, str]) -> Iterator[Line]:
    for line in stable.get("profile", "").splitlines():
        if line.strip():
            yield _fact(line, "profile")
    for where in _NOTED:
        for line in stable.get(where, "").splitlines():
            if line.strip() and not line.endswith(_HEADING):
                yield _noted(_bare(line), where)


def _fact(line: str, where: Where) -> Line:
    text, date = _without_date(_bare(line))
    label = ""
    if where == "profile" and (labelled := _LABELLED.match(text)):
        label, text = labelled["label"], labelled["text"]
    return Line(unquoted(text), where, date=date, label=label)


def _noted(text: str, where: Where) -> Line:
    if spoken := _SPOKEN.fullmatch(text):
        return Line(unquoted(spoken["text"]), where, _speaker(spoken["by"]), spoken["date"] or "")
    told, date = _without_date(text)
    return Line(told, where, "app", date)


def _without_date(text: str) -> tuple[str, str]:
    dated = _DATED.search(text, max(0, len(text) - _DATED_CHARS))
    return (text[: dated.start()].rstrip(), dated["date"]) if dated else (text, "")


def _speaker(name: str) -> Speaker:
    return "user" if name in {"user", "用户", "用戶"} else "assistant"


def _turns(messages: Sequence[Mapping[str, Any]], mark: str | None) -> Iterator[Line]:
    for message in messages:
        if message["role"] == "user":
            yield Line(_split(text_of(message), mark)[0], "turns")
        elif message["role"] == "assistant" and (text := text_of(message)):
            yield Line(text, "turns", "assistant")


def _memory_lines(body: str) -> Iterator[Line]:
    """Yield facts until another heading, then what is under that."""
    heading = FACTS
    for line in body.splitlines():
        if not _BULLET.match(line):
            heading = line if line in {FACTS, SHARED, PASSAGES} else heading
        elif heading == FACTS:
            yield _fact(line, "facts")
        elif heading == SHARED:
            yield replace(_fact(line, "shared"), by="app")
        elif passage := _PASSAGE.fullmatch(_bare(line)):
            yield _passage(passage)


def _passage(found: re.Match[str]) -> Line:
    text, speaker = unquoted(found["text"]), _speaker(found["by"])
    ended = tuple(
        End(unquoted(end["text"] or text), end["since"], unquoted(end["instead"] or ""))
        for end in _END.finditer(found["ended"])
    )
    return Line(text, "passages", speaker, found["date"] or "", conversation=found["conversation"] or "", ended=ended)


def _results(messages: Sequence[Mapping[str, Any]], mark: str | None) -> list[ToolResult]:
    calls = {c.get("id"): c for m in messages for c in m.get("tool_calls") or ()}
    return [
        ToolResult(
            name=str(m.get("name") or calls.get(m.get("tool_call_id"), {}).get("name") or "?"),
            args=calls.get(m.get("tool_call_id"), {}).get("args") or {},
            text=_result_text(text_of(m), mark),
            failed=m.get("status") == "error",
        )
        for m in messages
        if m["role"] == "tool"
    ]


def _result_text(text: str, mark: str | None) -> str:
    """Return what a tool answered, out of the fence it may stand in."""
    return read_fences(text, mark).get("result", text) if mark else text
