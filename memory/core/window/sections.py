"""Makes the texts around the window: stable sections first, and at the end the blocks of what changes each turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from memory.core.language.shorten import CountText, head_and_tail
from memory.core.window.context_report import SectionRow, section_rows
from memory.core.window.section_texts import Part, SectionLines, listed_parts, memory_block, unlisted_texts
from memory.core.window.shares import SectionPlan, plan_sections
from memory.core.window.stable_lines import STABLE, Lines, StableLines, kept_lines, stable_lines

_LINE = 2
"""Tokens a line takes beside its text: its end and perhaps its bullet."""


@dataclass(frozen=True)
class Frame:
    """What the sections are made for."""

    secret: str
    """The thread's secret, which the marks of its fences are made from."""
    budget: int
    """Tokens of the whole model call."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Tokens of what stands outside the texts made here, by name."""
    model: str = ""
    """Name of the model the tokens are counted for."""
    messages: int = 0
    """How many messages there are for the window."""
    messages_tokens: int = 0
    """What they would take whole."""


@dataclass(frozen=True)
class Sections:
    """The rendered sections with what each took."""

    system: str
    """System text, instructions, profile, summary: the same from turn to turn as long as every line holds."""
    memory: str
    """All that stands with the user's newest message."""
    rows: list[SectionRow]
    """The window's own is filled when it is rendered (`context_report.with_window`)."""
    room: int
    """Tokens left for the window."""
    earlier: int
    """How many of them exchanges brought back from before the window may take."""
    cut: list[str]
    shown: dict[str, list[str]]
    """The lines that are in view by part of `SectionLines`, each as it was given."""
    stable: StableLines
    """What to give as `last` to the next turn of the branch."""


def render_sections(lines: SectionLines, frame: Frame, count: CountText, last: object = None) -> Sections:
    """Return the system message's text and the blocks that change each turn, each section within its share.

    `last`: the `StableLines` of the branch as the state holds them, what the stable sections were made of the last
    time; they stay that way if they can, and what is new stands at the end.
    """
    count, current = cache(count), {name: list(getattr(lines, name)) for name in STABLE}
    kept = kept_lines(last, current, frame.budget, frame.model)
    shown, new = kept or (current, {})
    draft = _drafted(lines, shown, new, frame, count)
    if kept and not draft.whole:
        draft = _drafted(lines, current, {}, frame, count)
    return _finished(draft, current, frame, count, lines.now)


@dataclass(frozen=True)
class _Draft:
    """The sections, planned and fitted."""

    parts: dict[str, Part]
    unlisted: dict[str, str]
    new: Lines
    """By stable section its lines that wait at the end."""
    plan: SectionPlan
    fitted: dict[str, list[str]]
    """By part the lines that fit, the first one perhaps cut."""

    @property
    def whole(self) -> bool:
        """Whether what stays from the last time, and what is new since, has found room."""
        return all(self.fitted[name] == list(self.parts[name].lines) for name in (*STABLE, "new"))

    def in_view(self, name: str) -> list[str]:
        """Return the lines of a part that are shown, as they were given."""
        return list(self.parts[name].lines[: len(self.fitted[name])])


def _drafted(lines: SectionLines, shown: Lines, new: Lines, frame: Frame, count: CountText) -> _Draft:
    parts, unlisted = listed_parts(lines, shown, new, frame.secret), unlisted_texts(lines, frame.secret)
    fixed = {name: _tokens(text, count) for name, text in unlisted.items()} | dict(frame.fixed)
    around = {name: _tokens(part.wrap([""]), count) for name, part in parts.items()} | {
        "new": _fences(parts["new"], count)
    }
    wanted = {name: _cost(part.known, around[name], count) for name, part in parts.items()}
    plan = plan_sections(frame.budget, fixed, wanted | {"window": frame.messages_tokens})
    rooms = {name: plan.grants[name].granted - around[name] for name in parts}
    fitted = {name: _fit(part.lines, rooms[name], count) for name, part in parts.items()}
    return _Draft(parts, unlisted, new, plan, fitted)


def _finished(draft: _Draft, current: Lines, frame: Frame, count: CountText, now: str) -> Sections:
    texts = draft.unlisted | {name: draft.parts[name].wrap(some) for name, some in draft.fitted.items() if some}
    memory = memory_block(now, [texts[name] for name in ("facts", "shared", "passages") if name in texts], frame.secret)
    tokens = {name: _tokens(text, count) for name, text in texts.items()} | dict(frame.fixed)
    room, in_view = max(0, frame.budget - sum(tokens.values())), {name: draft.in_view(name) for name in draft.parts}
    numbers = {name: (len(some), len(draft.parts[name].known)) for name, some in in_view.items()}
    at_end = {**texts, "memory": memory}
    return Sections(
        system="\n\n".join(texts[name] for name in ("system", *STABLE) if name in texts),
        memory="\n".join(at_end[name] for name in ("new", "working", "memory", "notice") if name in at_end),
        rows=section_rows(draft.plan, tokens, numbers | {"window": (0, frame.messages)}, room),
        room=room,
        earlier=min(room, draft.plan.grants["earlier"].granted),
        cut=[*draft.plan.notes, *_cut(draft)],
        shown={name: [*some, *draft.new.get(name, ())] for name, some in in_view.items()},
        stable=stable_lines(in_view, draft.new, current, frame.budget, frame.model),
    )


def _cut(draft: _Draft) -> list[str]:
    """Return what was not shown whole, for the report."""
    notes: list[str] = []
    for name, part in draft.parts.items():
        fitted, of = draft.fitted[name], len(part.known)
        if fitted != draft.in_view(name):
            notes.append(f"{name}: its first line, cut to its share of the budget")
        if len(fitted) < of:
            notes.append(f"{name}: {of - len(fitted)} of {of} lines past its share of the budget")
    return notes


def _tokens(text: str, count: CountText) -> int:
    """Return the tokens of a text with what may join it to the next."""
    return count(f"{text}\n\n")


def _fences(part: Part, count: CountText) -> int:
    """Return the tokens of the fences around what is new, one for each section it belongs to."""
    return _tokens(part.wrap(part.lines), count) - sum(count(line) + _LINE for line in part.lines) if part.lines else 0


def _cost(lines: Sequence[str], around: int, count: CountText) -> int:
    return around + sum(count(line) + _LINE for line in lines) if lines else 0


def _fit(lines: Sequence[str], room: int, count: CountText) -> list[str]:
    """Return the lines that fit `room` tokens, in order. A first line too long is cut, if there is any room."""
    kept, left = list[str](), room
    for line in lines:
        left -= count(line) + _LINE
        if left < 0:
            break
        kept.append(line)
    if kept or not lines or room <= _LINE:
        return kept
    return [head_and_tail(lines[0], room - _LINE, count, " … ")]
