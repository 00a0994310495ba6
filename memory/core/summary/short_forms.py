"""Short forms of single long messages: which messages get one, what a model is asked, and what of its answer is taken.

A model writes them, in consolidation alone; nothing it invents is taken, and what it leaves out stays as exact strings.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from memory.core.anchors.anchors import Anchor, find_anchors
from memory.core.anchors.exact_strings import exact_line
from memory.core.defaults import DEFAULTS
from memory.core.forgetting.forgetting import mask_text
from memory.core.language.relative_dates import with_absolute_dates
from memory.core.language.shorten import CountText
from memory.core.language.text import normalise
from memory.core.language.times import moment
from memory.core.recall.passages import Veil, masks_at
from memory.core.summary.summary_words import ENGLISH, SummaryWords, words_for
from memory.core.transcript.entries import Entry, text_of
from memory.core.window.fences import fence, mark_of

ASKED_SHARE = 0.6
"""Share of a short form's tokens that the model is asked for; the rest is for exact strings that it left out."""
_SHORTEST_LINE = 8


@dataclass(frozen=True)
class LongText:
    """A message that is to get a short form."""

    key: str
    """Entry key."""
    text: str
    """What may be shown of it, relative dates with their absolute ones."""
    said: datetime
    """When it was said, in the user's zone."""


@dataclass(frozen=True)
class Answer:
    """What a model answered, as it may be used."""

    text: str
    """The short form, empty when the answer cannot be used."""
    problem: str = ""
    """Why it cannot."""


def long_texts(path: Sequence[Entry], veil: Veil, count: CountText, zone: tzinfo = UTC) -> list[LongText]:
    """Return the newest messages of `path` that are long enough for a short form, newest first, without what is veiled.

    Only people's and the assistant's, and only those that a thread's state can still hold. `zone` is the user's.
    """
    found: list[LongText] = []
    for entry in reversed(path[-DEFAULTS.state_messages :]):
        text = _visible(entry, veil) if entry["role"] in ("user", "assistant") else ""
        if len(found) < DEFAULTS.short_forms and _is_long(text, count):
            said = moment(entry["time"]).astimezone(zone)
            found.append(LongText(entry["key"], with_absolute_dates(text, said), said))
    return found


def request_for(one: LongText, secret: str, problem: str = "") -> tuple[str, str]:
    """Return the system text and the message that ask a model for a short form, in the message's language.

    `secret` makes the fence's mark, which the message cannot guess; `problem`: why the last answer was refused.
    """
    words, mark = words_for(one.text), mark_of(secret, one.key)
    asked = words.shorten.format(words=_words_asked(words), mark=mark)
    again = f"\n{words.refused.format(problem=problem)}" if problem else ""
    return asked + again, fence("earlier", mark, one.text)


def checked(reply: str, one: LongText, count: CountText, limit: int = DEFAULTS.short_tokens) -> Answer:
    """Return a model's answer as the short form of `one`, of at most `limit` tokens, or why it cannot be one.

    Exact strings that it left out stand behind it as far as they fit.
    """
    short = with_absolute_dates(reply.strip(), one.said)
    if problem := _problem(short, one.text, count, limit):
        return Answer("", problem)
    return Answer(_with_what_is_lost(short, one.text, count, limit))


def _problem(short: str, text: str, count: CountText, limit: int) -> str:
    if not short:
        return "it is empty"
    if count(short) > limit:
        return "it is too long"
    if words_for(short) is not words_for(text):
        return "it is in another language"
    if _invents(short, text):
        return "it holds a name, number or date that the message does not hold"
    return ""


def _invents(short: str, text: str) -> bool:
    """Tell whether `short` holds an exact string that `text` does not hold, in any spelling or letter by letter."""
    known = {anchor.normal for anchor in find_anchors(text, len(text))}
    new = [anchor for anchor in find_anchors(short) if anchor.normal not in known]
    plain = normalise(text) if new else ""
    return not all(_stands_in(plain, part) for anchor in new for part in _parts(anchor))


def _parts(anchor: Anchor) -> list[str]:
    """Return what of an anchor must stand in a text: each word of a name, since a sentence may begin with another."""
    plain = normalise(anchor.text)
    return plain.split() if anchor.kind == "name" else [plain]


def _stands_in(plain: str, part: str) -> bool:
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}(?![a-z0-9]|[.,]\d)", plain) is not None


def _with_what_is_lost(short: str, text: str, count: CountText, limit: int) -> str:
    told = {anchor.normal for anchor in find_anchors(short)}
    heading = f"\n{words_for(text).exact} "
    room = limit - count(short) - count(heading)
    line = exact_line(text, room, count, told) if room >= _SHORTEST_LINE else ""
    whole = f"{short}{heading}{line}"
    return whole if line and count(whole) <= limit else short


def _is_long(text: str, count: CountText) -> bool:
    """Tell whether a text is over the size; one of fewer characters than that is not counted."""
    return len(text) > DEFAULTS.long_tokens // 2 and count(text) > DEFAULTS.long_tokens


def _visible(entry: Entry, veil: Veil) -> str:
    text = text_of(entry)
    masked = veil.masked(entry["key"], entry["time"], text)
    return "" if masked is None else mask_text(text, masks_at(entry["key"], masked))


def _words_asked(words: SummaryWords) -> int:
    """Return how many words, in Chinese characters, take about the tokens that are asked for."""
    tokens = DEFAULTS.short_tokens * ASKED_SHARE
    return int(tokens * (0.7 if words is ENGLISH else 0.9)) // 10 * 10


def kept_forms(known: Mapping[str, str], texts: Sequence[LongText]) -> dict[str, str]:
    """Return the short forms of `known` whose messages still want one."""
    return {one.key: known[one.key] for one in texts if one.key in known}
