"""Counts a model's requests as its provider will, and learns from what the provider reports."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from memory.core.tokens.count_correction import LEAST, MOST, corrected
from memory.core.tokens.media_tokens import FLAT, ImageForm
from memory.models.known_models import image_form_of, tokenizer_of
from memory.models.settings import ModelSettings
from memory.models.tokenizer import (
    O200K,
    Tokenizer,
    count_message_media,
    count_message_text,
    count_text,
    count_tools,
)

FRAMING_TOKENS = 16
"""Tokens a provider adds around the messages of a call."""
KEPT_RATIOS = 64
_ratios: OrderedDict[tuple[str, str | None], float] = OrderedDict()


@dataclass(frozen=True)
class TokenCounter:
    """Counts for one model."""

    tokenizer: Tokenizer
    images: ImageForm
    ratio: float = 1.0
    """What counts of text are multiplied by, as its provider's reports have taught."""

    def text(self, text: str) -> int:
        """Return the tokens of a text."""
        return self._corrected(count_text(text, self.tokenizer))

    def message(self, message: Mapping[str, Any]) -> int:
        """Return the tokens of a message (shape of `entries.Message`), its images and files included."""
        return self._corrected(count_message_text(message, self.tokenizer)) + self.media([message])

    def tools(self, schemas: Iterable[Mapping[str, Any]]) -> int:
        """Return the tokens of tool definitions."""
        return self._corrected(count_tools(schemas, self.tokenizer))

    def media(self, messages: Iterable[Mapping[str, Any]]) -> int:
        """Return the tokens of the images and files of messages; these are never corrected."""
        return sum(count_message_media(message, self.images) for message in messages)

    def request(
        self, system: str, messages: Iterable[Mapping[str, Any]], schemas: Iterable[Mapping[str, Any]], reserve: int = 0
    ) -> int:
        """Return the tokens of a whole request: system text, tools, messages, framing, and `reserve` for the answer."""
        texts = self.text(system) + self.tools(schemas) + sum(map(self.message, messages))
        return texts + FRAMING_TOKENS + reserve

    def _corrected(self, tokens: int) -> int:
        return ceil(tokens * self.ratio)


EXACT_COUNTER = TokenCounter(O200K, FLAT)
"""Counts as the offline model does."""


def counter_for(
    settings: ModelSettings, plan: Mapping[str, Any] | None = None, *, planned: bool = False
) -> TokenCounter:
    """Return the counter of the model `settings` name.

    `plan`: the thread's latest plan of a window; a process that has learned nothing of the model yet goes on from
    there. With `planned` it is this turn's, which holds whatever was learned since.
    """
    name, tokenizer = settings.model, tokenizer_of(settings.model)
    if tokenizer.exact:  # whatever is reported: an endpoint that counts otherwise must not widen the window
        return TokenCounter(tokenizer, image_form_of(name))
    told = _told(plan or {}, name)
    return TokenCounter(tokenizer, image_form_of(name), told if planned else _ratios.get(_key(settings), told))


def learn(settings: ModelSettings, counter: TokenCounter, report: Mapping[str, Any], reported: int) -> None:
    """Learn from a request that `report` tells of: it was counted by `counter`, its provider reported `reported`.

    What holds for one model is kept by its name and endpoint, for the process.
    """
    counted, media = int(report["total_tokens"]), int(report.get("media_tokens", 0))
    key = _key(settings)
    _ratios[key] = corrected(_ratios.get(key, counter.ratio), counted=counted, reported=reported, media=media)
    _ratios.move_to_end(key)
    if len(_ratios) > KEPT_RATIOS:
        _ratios.popitem(last=False)


def _key(settings: ModelSettings) -> tuple[str, str | None]:
    return settings.model, settings.base_url


def _told(plan: Mapping[str, Any], name: str) -> float:
    """Return the ratio a plan says its model's counts were multiplied by, 1 if it is of another model."""
    ratio = plan.get("count_ratio") if plan.get("model") == name else None
    return min(MOST, max(LEAST, float(ratio))) if isinstance(ratio, int | float) else 1.0
