"""Asks a model for the facts in some messages, again where its answer cannot be used as a whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from memory.core.errors import ModelError
from memory.core.model_extraction.model_answers import Item, read_answer
from memory.core.model_extraction.model_extraction import Line, answer_schema, may_learn, request_for
from memory.core.transcript.entries import Entry
from memory.models.ask import Ask, DeclinedError, asker
from memory.models.settings import OFFLINE, ModelSettings, read_model_settings

TRIES = 2
"""Times a model is asked for the facts of the same messages in one go."""


@dataclass
class Asked:
    """What asking gave."""

    items: list[Item] = field(default_factory=list)
    problem: str = ""
    """Why the last answer could not be used as a whole; empty: it could."""
    calls: int = 0


def extractor(settings: ModelSettings) -> Ask | None:
    """Return what asks the model that looks for facts, None when the settings name none but the offline one."""
    name = settings.extract_model
    return asker(name, settings, answer_schema()) if name is not None and looks_for_facts(settings) else None


def looks_later(entries: Iterable[Entry]) -> bool:
    """Tell whether consolidation is to look for facts in any of these entries with a model, by today's settings."""
    wanted = any(e["role"] == "user" and may_learn(e) and e.get("terms", {}).get("extract") != "turn" for e in entries)
    return wanted and looks_for_facts(read_model_settings())


def looks_for_facts(settings: ModelSettings) -> bool:
    """Tell whether the settings name a model that looks for facts."""
    return settings.extract_model not in {None, OFFLINE}


async def ask_for_facts(ask: Ask, lines: Sequence[Line], secret: str) -> Asked:
    """Return the facts that a model finds in `lines`; `secret` makes the marks of fences.

    What can be used of the first answer is kept, and what is wrong with it told in the second request. Raises
    ModelError: the model cannot be asked.
    """
    done = Asked()
    while done.calls < TRIES:
        request = request_for(lines, secret, done.problem)
        done.calls += 1
        try:
            answer = read_answer(await ask(*request), len(lines))
        except DeclinedError as declined:
            done.problem = str(declined)
            continue
        except ModelError:
            if done.calls == TRIES:
                raise
            continue
        done.items += answer.items
        done.problem = answer.problem
        if not answer.problem:
            break
    return done
