"""A user's corrections and pins of lines of a summary: kept apart from it, and applied to every summary made later.

A line the user wrote or pinned stands as it is in every summary from then on. A line that was corrected or removed
is taken out wherever it comes back, and so are near copies, which have its numbers and nearly all of its words, in
their order, and no others. What says anything besides is no copy: a line too many does less harm than one too few.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict

from memory.core.errors import InputError
from memory.core.ids import key_time
from memory.core.language.plain_form import NEGATIONS, plain_form
from memory.core.language.shorten import CountText
from memory.core.language.text import clean_text, content_hash, normalise, one_line
from memory.core.language.words import STOP_PHRASES, STOPWORDS
from memory.core.privacy.secret_spans import redact
from memory.core.recall.passages import Veil
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL

EDIT_SCHEMA = 1
LINE_CHARS = 500
"""Characters of a line that a user writes, at most."""
HELD_TOKENS = 300
"""Tokens of all lines of one summary that must stay, at most: half of what a summary has."""
REMEMBERED = 100
"""Lines taken out of one thread's summary of which it is known that they must not return; the oldest go first."""
COPIED = 0.8
"""Share of a line's words that a near copy of it has."""

What = Literal["replace", "remove", "pin", "add"]
_SAID_BY = "|".join(re.escape(w.roles[r]) for w in (ENGLISH, SIMPLIFIED, TRADITIONAL) for r in ("user", "assistant"))
_LEAD = re.compile(rf"\s*[-*•]\s+(?:\d{{4}}-\d{{2}}-\d{{2}} )?(?:(?:{_SAID_BY})[:：]\s*)?")
_BULLET = re.compile(r"\s*[-*•]\s+")
_IDLE = (STOPWORDS | STOP_PHRASES) - NEGATIONS


class SummaryEdit(TypedDict):
    """One change a user made to the summary of a thread; never changed itself."""

    schema: int
    id: str
    """Sorts by time; the same change at the same moment has the same."""
    what: What
    about: str
    """The line it is about, as it stood; empty for `add`."""
    text: str
    """The line the user wrote; empty for `remove` and `pin`."""
    time: str
    """ISO time, UTC."""
    by: str
    """Who made it: `user`."""


@dataclass(frozen=True)
class Wanted:
    """What all edits together ask for."""

    held: Mapping[str, What]
    """Lines that must stand, by the kind of edit that asks for them, in the order in which they were asked for."""
    gone: Mapping[str, str | None]
    """Lines that must not stand, and the line that stands in their place, if any."""


@dataclass(frozen=True)
class _Told:
    """What a line says, whoever said it when."""

    plain: str
    """All of it, in the form in which spellings are equal."""
    words: tuple[str, ...]
    """Those that say something."""

    @property
    def must_agree(self) -> tuple[str, ...]:
        """Return its numbers and denials: a copy has the same."""
        return tuple(word for word in self.words if word in NEGATIONS or any(map(str.isdigit, word)))


def make_edit(what: What, now: datetime, *, about: str = "", text: str = "") -> SummaryEdit:
    """Return an edit at `now`, what the user wrote on one line and without secrets.

    A new line becomes an item of a list where the line it replaces is one, or there is none.
    Raises InputError: the text is empty or too long.
    """
    written = _written(text, about) if what in ("replace", "add") else ""
    return {
        "schema": EDIT_SCHEMA,
        "id": f"{key_time(now)}-{content_hash([what, about, written])}",
        "what": what,
        "about": about,
        "text": written,
        "time": now.isoformat(),
        "by": "user",
    }


def wanted_by(edits: Iterable[SummaryEdit]) -> Wanted:
    """Return what edits ask for together: of two about one line the later counts."""
    held: dict[str, What] = {}
    gone: dict[str, str | None] = {}
    for edit in sorted(edits, key=lambda e: e["id"]):
        about, line = edit["about"], edit["text"] or edit["about"]
        if edit["what"] in ("replace", "remove"):
            new = edit["text"] or None
            held = {new or "" if known == about else known: kind for known, kind in held.items()}
            gone = {known: new if instead == about else instead for known, instead in gone.items()} | {about: new}
        if edit["what"] != "remove":
            held[line] = edit["what"]
            gone.pop(line, None)
        held.pop("", None)
    return Wanted(held, gone)


def apply_edits(text: str, edits: Iterable[SummaryEdit]) -> str:
    """Return a summary's text as the user wants it; done again it changes nothing.

    A line in the place of another stands where that stood, and a line that must stand and does not comes first.
    """
    wanted = wanted_by(edits)
    if not wanted.held and not wanted.gone:
        return text
    lines = text.splitlines()
    instead = [(_told(line), line) for line in wanted.held] + [(_told(g), new) for g, new in wanted.gone.items()]
    left = set(wanted.held)
    missing = left - set(lines)
    kept: list[str] = []
    for line in lines:
        stands = line if line in wanted.held else _standing(line, instead)
        if stands in left and (stands == line or stands in missing):
            left.remove(stands)
            missing.discard(stands)
            kept.append(stands)
        elif stands == line and line not in wanted.held:
            kept.append(line)
    return "\n".join([*(line for line in wanted.held if line in left), *kept]).rstrip("\n")


def edited_exact(exact: Sequence[str], text: str, edits: Iterable[SummaryEdit]) -> list[str]:
    """Return a summary's exact strings without those of lines the user took out, unless its `text` holds them."""
    gone = [normalise(line) for line in wanted_by(edits).gone]
    stands = normalise(text)
    return [s for s in exact if normalise(s) in stands or not any(normalise(s) in line for line in gone)]


def held_tokens(edits: Iterable[SummaryEdit], count: CountText) -> int:
    """Return the tokens of the lines that must stand, which a summary leaves room for; at most `HELD_TOKENS`."""
    held = wanted_by(edits).held
    return count("\n".join(held)) if held else 0


def with_edit(edits: Sequence[SummaryEdit], edit: SummaryEdit, count: CountText) -> list[SummaryEdit]:
    """Return the edits a thread keeps once `edit` is made: those that change nothing any more go.

    Raises InputError: the lines that must stand would take more than `HELD_TOKENS`.
    """
    after = [*edits, edit]
    if edit["what"] != "remove" and (tokens := held_tokens(after, count)) > HELD_TOKENS:
        problem = f"would make the lines that must stay {tokens} tokens long"
        raise InputError("text", problem, f"They may take {HELD_TOKENS}: unpin one that need not stay, or be shorter.")
    return _needed(after)


def without_hold(edits: Sequence[SummaryEdit], line: str) -> list[SummaryEdit]:
    """Return the edits a thread keeps once `line` need not stay any more; what it replaced stays out.

    Raises InputError: no edit asks that it stays.
    """
    if line not in wanted_by(edits).held:
        raise InputError("line", "is neither pinned nor written by you", "Unpin one that is, see `held`.")
    kept = [edit for edit in edits if (edit["text"] or edit["about"]) != line or edit["what"] == "remove"]
    replaced = [edit for edit in edits if edit["what"] == "replace" and edit["text"] == line]
    return _needed([*kept, *(_removal(edit) for edit in replaced)])


def tells_forgotten(edit: SummaryEdit, veil: Veil) -> bool:
    """Tell whether an edit holds words that `veil` hides, and was made before they were forgotten."""
    return bool(veil.masked("", edit["time"], f"{edit['about']}\n{edit['text']}"))


def _removal(edit: SummaryEdit) -> SummaryEdit:
    """Return what stays of a replacement whose line need not stand: the line it replaced must not."""
    unique = content_hash(["remove", edit["about"], ""])
    return {**edit, "what": "remove", "text": "", "id": f"{edit['id'].split('-')[0]}-{unique}"}


def _needed(edits: Sequence[SummaryEdit]) -> list[SummaryEdit]:
    """Return the edits, oldest first, without those that change nothing and the oldest of too many removals."""
    kept = sorted(edits, key=lambda e: e["id"])
    wanted = _in_order(kept)
    for edit in list(kept):
        fewer = [other for other in kept if other is not edit]
        if _in_order(fewer) == wanted:
            kept = fewer
    surplus = [edit for edit in kept if edit["what"] == "remove"][:-REMEMBERED]
    return [edit for edit in kept if edit not in surplus]


def _in_order(edits: Iterable[SummaryEdit]) -> tuple[list[tuple[str, What]], list[tuple[str, str | None]]]:
    wanted = wanted_by(edits)
    return list(wanted.held.items()), list(wanted.gone.items())


def _written(text: str, about: str) -> str:
    line = one_line(redact(clean_text(text)), len(text) + LINE_CHARS)
    if not line:
        raise InputError("text", "is empty", "Write the line, or remove it.")
    if len(line) > LINE_CHARS:
        raise InputError("text", f"is {len(line):,} characters long", f"Use at most {LINE_CHARS}.")
    is_item = not about or _BULLET.match(about)
    return f"- {line}" if is_item and not _BULLET.match(line) else line


def _standing(line: str, instead: Sequence[tuple[_Told, str | None]]) -> str | None:
    """Return what stands for a line of a summary: itself, the line it nearly copies or its successor, or nothing."""
    told = _told(line)
    return next((new for known, new in instead if _copies(told, known)), line)


def _told(line: str) -> _Told:
    text = _LEAD.sub("", line, count=1)
    form = plain_form(text)
    return _Told(normalise(text), tuple(word for word in (*form.words, *form.times) if word not in _IDLE))


def _copies(line: _Told, known: _Told) -> bool:
    """Tell whether a line says what another says and nothing besides: what it has of its words is in their order."""
    if line.plain == known.plain:
        return bool(line.plain)
    rest = iter(known.words)
    within = all(word in rest for word in line.words)
    enough = len(line.words) >= max(COPIED * len(known.words), 1)
    return within and enough and line.must_agree == known.must_agree
