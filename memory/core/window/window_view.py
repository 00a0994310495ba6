"""What a window looks like under any marks, and what that takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memory.core.defaults import DEFAULTS
from memory.core.language.shorten import CountMessage, CountText
from memory.core.transcript.entries import Message
from memory.core.window.clearing import cleared, texts_shortened
from memory.core.window.left_out import left_out_line
from memory.core.window.told import Told
from memory.core.window.window_cut import Marks, Round, asks, opening

_LINE_TOKENS = 40
"""The line for what is left out without its exact strings, at most."""
_CLEARED_TOKENS = 30
"""A cleared result takes no less."""


@dataclass(frozen=True)
class Shown:
    """The window under some marks."""

    messages: list[Message]
    left_out: str
    tokens: int
    """Of both, the fence around `left_out` included."""
    cleared: int
    """Messages whose tool results or arguments are cleared."""
    shortened: int
    """Messages whose text is shortened."""


class View:
    """The rounds of one call's window, oldest first; each is counted once a form, and only when needed."""

    def __init__(
        self,
        rounds: Sequence[Round],
        count: CountMessage,
        count_text: CountText,
        short: Mapping[str, str],
        fence_tokens: int,
        before: int = 0,
    ) -> None:
        self.rounds = rounds
        self.newest = opening(rounds, len(rounds) - 1)
        self.count = count
        self.count_text = count_text
        self.fence_tokens = fence_tokens
        self._short = short
        self._before = before
        self._sizes: dict[tuple[int, bool, bool], int] = {}
        self._shown: dict[Marks, Shown] = {}

    def size(self, index: int) -> int:
        """Return the tokens of a round shown whole."""
        return self._size(index, Marks())

    def tokens(self, messages: Sequence[Message]) -> int:
        """Return the tokens of messages."""
        return sum(map(self.count, messages))

    def at_least(self, index: int) -> int:
        """Return what a round takes in any form, at least."""
        return sum(
            min(self.count(m), DEFAULTS.short_tokens if _says_alone(m) else _CLEARED_TOKENS) for m in self.rounds[index]
        )

    def exceeds(self, marks: Marks, limit: int) -> bool:
        """Tell whether the window takes more than `limit` tokens; counts no more of a long history than it must."""
        whole = 0
        for index in range(len(self.rounds) - 1, max(marks.start, marks.cleared, marks.shortened) - 1, -1):
            whole += self.size(index)
            if whole > limit:
                return True
        return self.shown(marks).tokens > limit

    def at_most(self, marks: Marks) -> int:
        """Return what the window takes under `marks`, without making its lines: they only get shorter together."""
        return sum(self._size(i, marks) for i in self._indexes(marks)) + self._beside(marks)

    def left(self, marks: Marks) -> list[Round]:
        """Return the rounds that are left out: those before the start, without the question it belongs to."""
        question = self._question(marks)
        return [one for index, one in enumerate(self.rounds[: marks.start]) if index != question]

    def shown(self, marks: Marks) -> Shown:
        """Return the window under `marks`."""
        if marks not in self._shown:
            self._shown[marks] = self._made(marks)
        return self._shown[marks]

    def _made(self, marks: Marks) -> Shown:
        told = Told()
        line = left_out_line(self.left(marks), marks.strings, told, self.count_text, self._before)
        tokens = self.count_text(line) + self.fence_tokens if line else 0
        messages: list[Message] = []
        bare_messages = short_messages = 0
        for index in self._indexes(marks):
            whole = self.rounds[index]
            bare, form = self._forms(index, marks, told)
            tokens += self.size(index) if form == whole else self.tokens(form)
            bare_messages += _changes(whole, bare)
            short_messages += _changes(bare, form)
            messages += form
        return Shown(messages, line, tokens, bare_messages, short_messages)

    def _forms(self, index: int, marks: Marks, told: Told) -> tuple[Round, Round]:
        """Return a round without its bulk if it is to be cleared, and that with its texts shortened if they are to."""
        whole = self.rounds[index]
        bare = cleared(whole, told, self.count_text) if index < marks.cleared else whole
        if index >= marks.shortened or self.size(index) <= DEFAULTS.long_tokens:
            return bare, bare
        return bare, texts_shortened(bare, self._short, self.count_text)

    def _size(self, index: int, marks: Marks) -> int:
        key = (index, index < marks.cleared, index < marks.shortened)
        if key not in self._sizes:
            self._sizes[key] = self.tokens(self._forms(index, marks, Told())[1] if any(key[1:]) else self.rounds[index])
        return self._sizes[key]

    def _beside(self, marks: Marks) -> int:
        """Return what the line for what is left out takes at most: no more strings than there are words."""
        if not marks.start:
            return 0
        words = 0
        for index in range(marks.start - 1, -1, -1):
            words += self.size(index)
            if words >= marks.strings:
                break
        return min(words, marks.strings) + _LINE_TOKENS + self.fence_tokens

    def _indexes(self, marks: Marks) -> list[int]:
        question = self._question(marks)
        return [*([] if question is None else [question]), *range(marks.start, len(self.rounds))]

    def _question(self, marks: Marks) -> int | None:
        """Return the index of the user message before the start that the start belongs to, if there is one."""
        if not marks.start or asks(self.rounds[marks.start]):
            return None
        at = opening(self.rounds, marks.start)
        return at if asks(self.rounds[at]) else None


def _says_alone(message: Message) -> bool:
    return message["role"] != "tool" and not message.get("tool_calls")


def _changes(before: Round, after: Round) -> int:
    return sum(a is not b for a, b in zip(before, after, strict=True))
