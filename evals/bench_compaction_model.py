"""The one model of `bench_compaction`: replies by the script, and summarises as a poor model does, for every system.

It keeps the first sentence of each line it is to summarise and, of those, as many as it is asked for, evenly spread: so
whatever else a summary still holds is not its merit. Its time is counted, not spent: a fixed time a token.

Whether a turn waits for a summary is found out by holding summaries back. From the end of a turn to the first token of
the next one none is answered. A turn that gets there did not wait; one that makes no other request for `patience` while
a summary is held back does wait for it, and gets it then.
"""

import asyncio
import json
import re
from dataclasses import dataclass, field
from functools import lru_cache

from evals.bench_compaction_script import Turn
from evals.bench_context_requests import Body, parts_of, tokens_of
from evals.scripted_model import ScriptedModel
from evals.scripted_replies import Call, Reply
from memory.core.language.text import is_chinese
from memory.core.summary.fold_words import fold_words
from memory.core.summary.summary_words import ENGLISH, SIMPLIFIED, TRADITIONAL
from memory.service.turn.token_counts import EXACT_COUNTER

SECONDS_IN, SECONDS_OUT = 0.000_2, 0.02
"""For a token read and a token written."""
TOOL = "look_up"
_PEERS = "<role>\nContext Extraction Assistant"
_READ = re.compile(r"Messages to summarize:\n(.*)\n</messages>", re.DOTALL)
_BLOCK = re.compile(r'<(\w+) mark="[^"]*"[^>\n]*>\n(.*?)\n</\1 mark', re.DOTALL)
_TAG = re.compile(r"</?message[^>]*>|</?summary>")
_ROLE = re.compile(r"^(?:- )?\w{1,12}(?: \w+)?[:：] ?")
_NO_SENTENCE = re.compile(r"\[.*\]|.*[:：]")
_SENTENCE = re.compile(r".*?[.!?](?=\s|$)|.*?[。！？]|.+")
_ASKED = re.compile(r"at most (\d+) words|不超过(\d+)个字|不超過(\d+)個字")
_UNASKED = {False: 250, True: 400}
"""Words, or Chinese characters, of a summary whose length nobody asks for."""
_STARTS = {
    text.split("{")[0]: step
    for words in map(fold_words, (ENGLISH, SIMPLIFIED, TRADITIONAL))
    for step, text in (("fold", words.fold), ("merge", words.merge))
}
_HELD_SECONDS = 0.002


@dataclass(frozen=True)
class SummaryCall:
    """One request for a summary."""

    step: str
    """`fold` reads a conversation, `merge` merges notes; a peer's one request is both: `read`."""
    blocks: list[str]
    """What there was to be read, without the fixed prompt around it."""
    lines: list[str]
    """The answer."""
    tokens: int
    """Of the request."""
    read: int
    """Tokens of the blocks."""
    seconds: float


@dataclass
class Waiting:
    """Which turns waited for a summary."""

    patience: float
    """Seconds without another request after which a turn counts as waiting for a summary that is held back.

    They are counted as the event loop comes round, so a process that gets no processor has not waited.
    """
    blocked: dict[int, float] = field(default_factory=dict)
    """By turn the model's seconds it waited."""
    _turn: int | None = None
    """The turn whose first token is awaited."""
    _answering: bool = True
    _requests: int = 0

    def sent(self, turn: int) -> None:
        """Note that a turn begins."""
        self._turn, self._answering = turn, False
        self._requests += 1

    def first_token(self) -> None:
        """Note that the turn's first token is there."""
        self._turn, self._answering = None, True

    def ended(self) -> None:
        """Hold summaries back until the next turn's first token."""
        self._answering = False

    def active(self) -> None:
        """Note that the turn makes another request."""
        self._requests += 1

    async def hold(self, seconds: float) -> None:
        """Hold a summary back that takes the model `seconds`."""
        seen, quiet = self._requests, 0.0
        while not self._answering:
            if self._turn is None or seen != self._requests:
                seen, quiet = self._requests, 0.0
            elif quiet > self.patience:
                self.blocked[self._turn] = self.blocked.get(self._turn, 0) + seconds
                self._requests += 1
                return
            await asyncio.sleep(_HELD_SECONDS)
            quiet += _HELD_SECONDS


class Model(ScriptedModel):
    """The endpoint."""

    def __init__(self, patience: float) -> None:
        """`patience` as in `Waiting`."""
        super().__init__(self._reply)
        self.turn = Turn("", "")
        self.summaries: list[SummaryCall] = []
        self.replies: list[Body] = []
        """Requests that were no summary's, in their order."""
        self.largest = 0
        """Tokens of the largest of them, tool definitions among them."""
        self.waiting = Waiting(patience)

    def _reply(self, body: Body) -> Reply:
        step, tokens = step_of(body), sum(map(_tokens, parts_of(body)))
        if step is None:
            self.waiting.active()
            self.replies.append(body)
            self.largest = max(self.largest, request_tokens(body))
            return self._answer(body, tokens)
        blocks = blocks_of(body, step)
        asked = _ASKED.search(str(body["messages"][0]["content"])) if step != "read" else None
        lines = summarised(blocks, int(next(filter(None, asked.groups()))) if asked else None)
        text = "\n".join(lines) if step == "read" else _as_notes(lines)
        written = tokens_of([text])
        seconds = tokens * SECONDS_IN + written * SECONDS_OUT
        self.summaries.append(SummaryCall(step, blocks, lines, tokens, tokens_of(blocks), seconds))
        return Reply(text, whole=True, usage=(tokens, written), ready=lambda: self.waiting.hold(seconds))

    def _answer(self, body: Body, tokens: int) -> Reply:
        turn = self.turn
        called = any(turn.query in str(m.get("tool_calls", "")) for m in body["messages"])
        calls = (Call.of(TOOL, query=turn.query),) if turn.calling and not called else ()
        text = turn.calling if calls else turn.answer
        return Reply(text, calls, whole=True, usage=(tokens, tokens_of([text])))


@lru_cache(maxsize=10_000)
def _tokens(text: str) -> int:
    """Return the tokens of a part of a request; the next request holds most of the same parts."""
    return tokens_of([text])


def request_tokens(body: Body) -> int:
    """Return the tokens of a request for a reply, its tool calls counted as providers render them and not as JSON."""
    messages = [
        {
            "role": message["role"],
            "content": message.get("content") or "",
            "tool_calls": [
                {"name": call["function"]["name"], "args": json.loads(call["function"]["arguments"])}
                for call in message.get("tool_calls") or ()
            ],
        }
        for message in body["messages"]
    ]
    return EXACT_COUNTER.request("", messages, body.get("tools", ()))


def step_of(body: Body) -> str | None:
    """Return which step of a summary a request asks for, None: it asks for a reply."""
    first = str(body["messages"][0]["content"])
    if first.startswith(_PEERS):
        return "read"
    return next((step for start, step in _STARTS.items() if first.startswith(start)), None)


def blocks_of(body: Body, step: str) -> list[str]:
    """Return what a request for a summary gives to read, without the fixed prompt."""
    if step == "read":
        return [found[1] for found in _READ.finditer(str(body["messages"][0]["content"]))]
    return [found[2] for found in _BLOCK.finditer(str(body["messages"][-1]["content"]))]


def summarised(blocks: list[str], size: int | None) -> list[str]:
    """Return the first sentences of lines, evenly spread, in at most `size` words or Chinese characters."""
    firsts = list(dict.fromkeys(line for block in blocks for line in map(_first_sentence, block.splitlines()) if line))
    chinese = is_chinese("\n".join(firsts))
    room = size or _UNASKED[chinese]
    total = sum(_length(line, chinese=chinese) for line in firsts)
    keep = min(len(firsts), len(firsts) * room // total) if total else 0
    kept = [firsts[i * len(firsts) // keep] for i in range(keep)]
    while kept and sum(_length(line, chinese=chinese) for line in kept) > room:
        kept.pop(len(kept) // 2)
    return kept


def _first_sentence(line: str) -> str:
    text = _ROLE.sub("", _TAG.sub("", line).strip(), count=1).strip()
    found = None if _NO_SENTENCE.fullmatch(text) else _SENTENCE.match(text)
    return found[0].strip() if found else ""


def _length(line: str, *, chinese: bool) -> int:
    return len(line) if chinese else len(line.split())


def _as_notes(lines: list[str]) -> str:
    asking = [line for line in lines if line.endswith(("?", "？"))]
    told = [line for line in lines if line not in asking]
    return json.dumps({"user": [], "task": told, "decisions": [], "open": asking}, ensure_ascii=False)
