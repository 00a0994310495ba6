"""Has a model write the texts of leaves and summaries, when the deployment names one."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.core.anchors.anchors import SCAN_LIMIT
from memory.core.defaults import DEFAULTS
from memory.core.errors import ModelError
from memory.core.language.shorten import CountText
from memory.core.summary.fold_answers import Answer, read_notes
from memory.core.summary.fold_requests import Request, fold_request, merge_request, notes_schema
from memory.core.summary.reading import stretches
from memory.core.summary.recalibration import groups
from memory.core.summary.summary_words import SummaryWords, words_for
from memory.models.ask import Ask, asker
from memory.models.chat import retry_pause
from memory.models.settings import OFFLINE, ModelSettings

ANSWER_TOKENS = 2_000
"""Tokens of an answer, at most: more than the longest notes as JSON."""
UNABLE = "no model can be asked any more in this run"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Summariser:
    """A model that writes leaves and summaries."""

    name: str
    ask: Ask


def summariser(settings: ModelSettings) -> Summariser | None:
    """Return the model that the settings name for summaries, None when they name none but the offline one."""
    name = settings.summary_model
    return (
        Summariser(name, asker(name, settings, notes_schema(), ANSWER_TOKENS)) if name not in {None, OFFLINE} else None
    )


@dataclass
class Writing:
    """What one run over a thread asks of the model, within what it may."""

    model: Summariser | None
    count: CountText
    secret: str
    """Makes the marks of fences."""
    calls: int = 0
    tokens: int = 0
    """Of all requests."""
    read: int = 0
    """Of them, what there was to be read: without the fixed texts around it."""
    invented: int = 0
    """Exact strings that nobody had said and that were taken out of answers."""
    down: bool = False
    """The model cannot be reached; it is not asked again in this run."""
    notes: list[str] = field(default_factory=list)
    """What went wrong, without any of the text."""
    fallbacks: int = 0
    """Texts that it was asked for and that rules wrote."""

    @property
    def name(self) -> str:
        """The model's name, empty without one."""
        return self.model.name if self.model else ""

    @property
    def spent(self) -> bool:
        """Whether this run has made so many requests that it may not make those of one more fold."""
        return self.model is not None and self.calls > DEFAULTS.fold_calls - 2 * DEFAULTS.fold_tries

    @property
    def able(self) -> bool:
        """Whether a model can be asked."""
        return self.model is not None and not self.down and self.calls < DEFAULTS.fold_calls

    def fall_back(self, why: str) -> None:
        """Note for the report that rules write a text."""
        self.fallbacks += 1
        if why not in self.notes:
            self.notes.append(why)

    def note_unread(self, messages: int) -> None:
        """Note for the report that of so many messages only the beginning is summarised."""
        if messages:
            self.notes.append(f"of {messages} messages only the first {SCAN_LIMIT:,} characters are summarised")

    async def stretch(self, lines: Sequence[str], words: SummaryWords, limit: int = DEFAULTS.leaf_tokens) -> Answer:
        """Return the notes of a stretch of conversation, read in pieces where it is longer than one request takes."""
        found: list[str] = []
        for text in stretches(lines, self.count, DEFAULTS.fold_read_tokens):
            answer = await self._write(fold_request(text, words, limit, self.secret))
            if answer.problem:
                return answer
            found.append(answer.text)
        return await self.merged([text for text in found if text], limit)

    async def merged(self, texts: Sequence[str], limit: int = DEFAULTS.summary_tokens) -> Answer:
        """Return notes merged into one, the oldest first, in steps where they are more than one request takes."""
        left = list(texts)
        while len(left) > 1:
            words = words_for(left[-1])
            merged: list[str] = []
            for group in groups([self.count(text) for text in left], DEFAULTS.fold_merge_tokens):
                some = [left[i] for i in group]
                if len(some) > 1:
                    answer = await self._write(merge_request(some, words, limit, self.secret))
                    if answer.problem:
                        return answer
                    some = [answer.text]
                merged += some
            left = merged
        return Answer(left[0] if left else "")

    async def _write(self, request: Request) -> Answer:
        """Return what the model answers; an answer that cannot be used, and a failure, is tried again."""
        answer, again = Answer(problem=UNABLE), ""
        for attempt in range(DEFAULTS.fold_tries):
            if self.model is None or not self.able:
                break
            system = request.again(again)
            self._charge(system, request)
            try:
                answer = read_notes(await self.model.ask(system, request.text), request, self.count)
            except ModelError as error:
                answer = Answer(problem=str(error))
                if error.refused:
                    break
                await self._failed(error, attempt)
                continue
            if not answer.problem:
                self._took_out(answer.invented)
                break
            again = answer.problem
        return answer

    def _took_out(self, invented: int) -> None:
        """Note in the log and for the report that exact strings were taken out of an answer; none of them is told."""
        self.invented += invented
        if invented:
            _log.warning("%d exact strings that nobody had said were taken out of what a model noted", invented)

    def _charge(self, system: str, request: Request) -> None:
        self.calls += 1
        self.tokens += self.count(system) + self.count(request.text)
        self.read += self.count(request.source)

    async def _failed(self, error: ModelError, attempt: int) -> None:
        """Wait after a failure of the model, or give it up for this run where it failed for the last time."""
        if attempt == DEFAULTS.fold_tries - 1:
            self.down = True
        else:
            await asyncio.sleep(retry_pause(attempt, error))
