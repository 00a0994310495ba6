"""Has a model write the short forms of a thread's long messages, when the deployment names one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo

from memory.core.errors import ModelError
from memory.core.language.shorten import CountText
from memory.core.recall.passages import Veil
from memory.core.summary.short_forms import LongText, checked, kept_forms, long_texts, request_for
from memory.core.transcript.entries import Entry
from memory.models.ask import Ask, asker
from memory.models.settings import ModelSettings

TRIES = 2
"""Times a model is asked for one short form."""


@dataclass
class Shortened:
    """The short forms of a thread."""

    forms: dict[str, str] = field(default_factory=dict)
    """By entry key: those that were there and are still wanted, and new ones."""
    made: int = 0
    """New ones."""
    notes: list[str] = field(default_factory=list)
    """What went wrong, without any of the text."""


def shortener(settings: ModelSettings) -> Ask | None:
    """Return what asks the model that shortens messages, None when the settings name none."""
    return asker(settings.shorten_model, settings) if settings.shorten_model else None


async def shorten(
    path: Sequence[Entry],
    known: Mapping[str, str],
    veil: Veil,
    count: CountText,
    ask_model: Ask,
    *,
    secret: str,
    zone: tzinfo,
) -> Shortened:
    """Return the short forms of the long messages at the end of `path`; `known` ones are not made again.

    `secret` makes the marks of fences, `zone` is the user's.

    Never raises for a model: one whose answers cannot be used leaves the message without a short form, one that fails
    twice is not asked again. Both are noted and logged.
    """
    texts = long_texts(path, veil, count, zone)
    done = Shortened(kept_forms(known, texts))
    for one in texts:
        if one.key in done.forms:
            continue
        try:
            await _make(one, done, count, ask_model, secret)
        except ModelError as error:
            done.notes.append(f"no short forms: {error}")
            break
    return done


async def _make(one: LongText, done: Shortened, count: CountText, ask_model: Ask, secret: str) -> None:
    problem = ""
    for attempt in range(TRIES):
        try:
            answer = checked(await ask_model(*request_for(one, secret, problem)), one, count)
        except ModelError:
            if attempt == TRIES - 1:
                raise
            continue
        if answer.text:
            done.forms[one.key] = answer.text
            done.made += 1
            return
        problem = answer.problem
    done.notes.append(f"no short form of {one.key}: {problem}")
