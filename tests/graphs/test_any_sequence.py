"""Any sequence of turns, folds, forks, forgets, changes of the summary and crashes between two writes.

The agent and the consolidation graph run on one store; the model is the scripted endpoint, which in one of the tests
writes the summaries too, and often badly. A crash is a store that fails for good at a write: what was written stays,
another process takes over, and its client tries again.
"""

import contextlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import count, cycle, pairwise
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.base import Op, PutOp, Result
from langgraph.store.memory import InMemoryStore
from support.in_process import House
from support.openai_server import ScriptedModel
from support.paths import parted_pairs
from support.replies import Call, Reply

from evals.crash_scenarios import START, history
from evals.scripted_model import Body
from graphs.agent import builder as agent
from graphs.consolidation import builder as consolidation
from memory.core.defaults import DEFAULTS
from memory.core.errors import InputError
from memory.core.ids import thread_id_for, user_root
from memory.core.language.text import is_chinese
from memory.core.messages.incoming import is_final
from memory.core.messages.repair import call_ids
from memory.core.summary.summary_docs import Leaf, all_text
from memory.core.transcript.entries import Entry, Place, place_of, text_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.core.window.fences import read_fences
from memory.models import chat
from memory.models.chat import close_chat_models
from memory.models.tokenizer import count_text
from memory.service.access.identity import read_user
from memory.service.consolidation.summary_edits import Change, Edit, edit_lines, read_lines
from memory.service.conversations.conversations import thread_of_conversation
from memory.service.forgetting.forgetting import forget
from memory.service.settings.context import MIN_BUDGET, Context
from memory.storage.due import list_marks
from memory.storage.facts import list_pending, load_memory
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.summary_edits import list_all_edits
from memory.storage.transcript_read import read_head, read_path
from memory.storage.transcript_write import append

USER, NAME = "ann", "main"
ROOT, THREAD = user_root(USER, 0), thread_id_for(USER, 0, NAME)
CONTEXT = Context(user_id=USER, conversation=NAME, context_budget=MIN_BUDGET)
ROOM = 300
"""Tokens of the window that consolidation is told of: so few that it folds nearly everything."""
ANSWER = "好的, that is noted."
SAID = (
    "Remember that my cat is called Zorbax{n}. " + "The weather was mild, and nothing much happened there. " * 12,
    "记住我的狗叫Zorbax{n}。" + "今天的天气很好，没有什么特别的事情发生。" * 9,
    "請計算 17 * {n}, calculate it please. 其他的以後再說，不急。",
    "Order AB-{n} was to come on 2026-03-12, wasn't it? 订单呢？",
)
NAMES = re.compile(r"Zorbax\d+")
"""What a user asks to remember, each name once, so that it is known wherever it turns up."""
NUMBERS = count(1_000)


class KilledError(BaseException):
    """The process ended. Nothing that catches errors catches it."""


class Mortal(InMemoryStore):
    """A store whose process dies before a chosen write, and writes nothing more."""

    writes_left: int | None = None

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        ops = list(ops)
        if self.writes_left is not None and any(isinstance(op, PutOp) for op in ops):
            if self.writes_left == 0:
                raise KilledError
            self.writes_left -= 1
        return await super().abatch(ops)


def answer(body: Body) -> Reply:
    """Calculate where that is asked for, and never repeat what was said."""
    last = body["messages"][-1]
    if last["role"] == "user" and "calculate" in str(last["content"]):
        return Reply("", calls=(Call.of("calculator", expression="17 * 3"),))
    return Reply(ANSWER)


FAULTS = ("", "", "fails", "loses", "invents", "says nothing", "goes on and on")
INVENTED = "QX-77031"


def noting(faults: Iterable[str]) -> Callable[[Body], Reply]:
    """Answer as above, and write summaries with one fault after another, the empty one being none."""
    next_fault = cycle(faults).__next__

    def reply(body: Body) -> Reply:
        if "response_format" not in body:
            return answer(body)
        fault = next_fault()
        if fault == "fails":
            return Reply(status=503)
        read = "\n".join(read_fences(str(body["messages"][-1]["content"])).values())
        chinese = is_chinese(str(body["messages"][0]["content"]))
        told = [line[:90] for line in read.splitlines() if line[-1:] not in ("]", ":", "：")]
        lines = [line for line in told if is_chinese(line) == chinese][-5:]
        said = {
            "loses": lines[:1],
            "invents": [*lines, f"{'代码是' if chinese else 'The code is '}{INVENTED}"],
            "says nothing": [],
            "goes on and on": [f"{line} {'x' * n}" for n, line in enumerate(lines * 40)],
        }.get(fault, lines)
        notes = {"user": [], "task": said, "decisions": [], "open": []}
        return Reply(json.dumps(notes, ensure_ascii=False))

    return reply


class World:
    """A user with one conversation, and what must be true of it."""

    def __init__(self, model: ScriptedModel) -> None:
        self.model = model
        self.store = Mortal()
        self.house = House(self.store)
        self.said: list[tuple[str, str]] = []
        """Id and text of each message of the user's on the active path."""
        self.gone: dict[str, int] = {}
        """Names that were forgotten, and how many requests the model had had by then."""
        self.at: RunnableConfig = self.house.config(THREAD)
        """Where the last message was sent to."""

    async def begin(self, entries: int) -> None:
        """Let there be a conversation of so many entries, of which no state knows."""
        told = history(entries, THREAD)
        record = make_thread_record(THREAD, NAME, START)
        await append(self.store, ROOT, THREAD, told, head=place_of(told[-1]), record=record)
        self.said = [(entry["id"], text_of(entry)) for entry in told if entry["role"] == "user"]

    async def do(self, step: str, number: int, writes: int | None, *, keeps_state: bool) -> None:
        """Do a step, or die at one of its writes, whereupon another process takes over."""
        self.store.writes_left = writes
        try:
            await getattr(self, step)(number)
        except KilledError:
            self.store.writes_left = None
            # A fork is known to checkpoints alone until its message is in the transcript.
            self.house = _house(self.store, self.house.saver if keeps_state or step == "fork" else InMemorySaver())
            await (self._retry() if step in ("say", "edit", "fork") else getattr(self, step)(number))
        self.store.writes_left = None

    async def say(self, kind: int) -> None:
        """Send a new message."""
        self.said.append((str(uuid4()), _text(kind)))
        await self._send(self.house.config(THREAD))

    async def edit(self, kind: int) -> None:
        """Send the last message with another text."""
        self.said[-1] = self.said[-1][0], _text(kind)
        await self._send(self.house.config(THREAD))

    async def fork(self, back: int) -> None:
        """Send a message where the thread stood some turns ago."""
        config = self.house.config(THREAD)
        ends = [s async for s in self.house.graph.aget_state_history(config) if not s.next and s.values.get("path")]
        if ends:
            end = ends[back % len(ends)]
            path = await self._path(end.values["path"][-1])
            said = [(entry["id"], text_of(entry)) for entry in path if entry["role"] == "user"]
            self.said = [*said, (str(uuid4()), _text(back))]
            await self._send(end.config)

    async def consolidate(self, _: int) -> None:
        """Consolidate the thread; after that nothing is due, but for what a model could not do."""
        asked: Any = {"root": ROOT, "thread": THREAD, "budget": ROOM}
        await consolidation.compile(store=self.store).ainvoke(asked)
        assert [due for due in await list_marks(self.store) if not due.failed] == []

    async def forget(self, which: int) -> None:
        """Forget a fact, approved or not yet."""
        known = [*(await load_memory(self.store, ROOT)).assertions, *await list_pending(self.store, ROOT)]
        if known:
            fact = known[which % len(known)]
            await forget(self.store, ROOT, [fact], now=datetime.now(UTC))
            for name in NAMES.findall(f"{fact['text']} {fact['quote']}"):
                self.gone.setdefault(name, len(self.model.requests))

    async def change(self, which: int) -> None:
        """Pin, correct or remove a line of the summary."""
        found = await thread_of_conversation(self.store, await read_user(self.store, USER), NAME)
        if lines := (await read_lines(self.store, found))["lines"]:
            what: Change = ("pin", "replace", "remove")[which % 3]  # type: ignore[assignment]  # these are all changes
            edit = Edit(what, lines[which % len(lines)]["text"], "改过了 changed" if what == "replace" else "")
            with contextlib.suppress(InputError):  # as much is held as may be
                await edit_lines(self.store, found, edit, clock=lambda: datetime.now(UTC), count=count_text)

    async def check(self) -> None:
        """Hold what is stored, and what the model was sent, against what must be."""
        path = await self._path(None)
        assert [entry["depth"] for entry in path] == list(range(len(path)))
        assert [(e["id"], text_of(e)) for e in path if e["role"] == "user"] == self.said
        asked = [n for n, entry in enumerate(path) if entry["role"] == "user"]
        assert [sum(map(is_final, path[a:b])) for a, b in pairwise([*asked, len(path)])] == [1] * len(asked)
        results = [entry["tool_call_id"] for entry in path if entry["role"] == "tool"]
        assert [call for entry in path for call in call_ids(entry)] == results
        summary, leaves = await read_summary(self.store, ROOT, THREAD), await list_leaves(self.store, ROOT, THREAD)
        assert INVENTED not in "\n".join(map(all_text, [*leaves, *([summary] if summary else [])]))
        end = [n + 1 for n, entry in enumerate(path) if summary and entry["key"] == summary["cursor"]["key"]]
        if end:  # else it is another branch's, while nothing is due on this one
            ranges = _tiles(leaves, path, end[0])
            assert ranges is not None
            assert not parted_pairs([*ranges, path[end[0] :]], path)
        for name, since in self.gone.items():
            assert name not in json.dumps([r["messages"] for r in self.model.requests[since:]], ensure_ascii=False)

    async def check_derived(self) -> None:
        """Hold what is made of the conversation against it, once consolidation has seen what was forgotten last."""
        summary, leaves = await read_summary(self.store, ROOT, THREAD), await list_leaves(self.store, ROOT, THREAD)
        memory = await load_memory(self.store, ROOT)
        edits = [item.value for item in await list_all_edits(self.store, ROOT)]
        derived = [memory.assertions, memory.archive, await list_pending(self.store, ROOT), edits]
        told = json.dumps([*map(all_text, [*leaves, *([summary] if summary else [])]), derived], ensure_ascii=False)
        assert not set(NAMES.findall(told)) & set(self.gone)
        assert INVENTED not in told
        assert summary is None or count_text(summary["text"]) <= DEFAULTS.summary_tokens

    async def _retry(self) -> None:
        """Do as a client does whose reply was cut off: go on with the run, then send the message again."""
        now = await self.house.graph.aget_state(self.house.config(THREAD))
        if now.next and self.said[-1][0] in [message.id for message in now.values.get("messages", [])]:
            await self.house.graph.ainvoke(None, self.house.config(THREAD), context=CONTEXT)
            self.at = self.house.config(THREAD)
        await self._send(self.at)

    async def _send(self, config: RunnableConfig) -> None:
        self.at = config
        sent, text = self.said[-1]
        message: Any = {"role": "user", "content": text, "id": sent}
        out = await self.house.graph.ainvoke({"messages": [message]}, config, context=CONTEXT)
        assert out["report"].get("total_tokens", 0) <= MIN_BUDGET  # none where the answer was there already
        assert out["messages"][-1].text == ANSWER

    async def _path(self, end: Place | None) -> list[Entry]:
        end = end or await read_head(self.store, ROOT, THREAD)
        assert end is not None
        return await read_path(self.store, ROOT, THREAD, end)


def _house(store: InMemoryStore, saver: InMemorySaver) -> House:
    house = House(store)
    house.saver, house.graph = saver, agent.compile(store=store, checkpointer=saver)
    return house


def _text(kind: int) -> str:
    return SAID[kind % len(SAID)].format(n=next(NUMBERS))


def _tiles(leaves: Sequence[Leaf], path: Sequence[Entry], end: int) -> list[list[Entry]] | None:
    """Return leaves' ranges that follow each other from the first entry to `end`, None when none do."""
    if end == 0:
        return []
    keys = [entry["key"] for entry in path]
    for leaf in leaves:
        if leaf["last"]["key"] == keys[end - 1] and leaf["first"]["key"] in keys:
            first = keys.index(leaf["first"]["key"])
            if (before := _tiles(leaves, path, first)) is not None:
                return [*before, list(path[first:end])]
    return None


STEPS = st.tuples(
    st.sampled_from(["say", "say", "say", "edit", "fork", "consolidate", "consolidate", "forget", "change"]),
    st.integers(0, 5),
    st.sampled_from([None, None, None, 0, 1, 2, 3]),
    st.booleans(),
)


@settings(
    max_examples=6,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # to shrink what fails takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
@given(st.sampled_from([4, 28]), st.lists(STEPS, min_size=6, max_size=10))
async def test_any_sequence_of_what_can_happen_keeps_every_promise(
    scripted: House, scripted_model: ScriptedModel, entries: int, steps: list[tuple[str, int, int | None, bool]]
):
    await keep_every_promise(scripted_model, answer, entries, steps)


@settings(
    max_examples=4,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # as above
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
@given(st.lists(st.sampled_from(FAULTS), min_size=3, max_size=9), st.lists(STEPS, min_size=4, max_size=8))
async def test_a_poor_model_that_writes_the_summaries_breaks_none_of_them(
    scripted: House,
    scripted_model: ScriptedModel,
    monkeypatch: pytest.MonkeyPatch,
    faults: list[str],
    steps: list[tuple[str, int, int | None, bool]],
):
    monkeypatch.setenv("HOLDFAST_SUMMARY_MODEL", "sum")
    monkeypatch.setattr(chat, "_PAUSE", 0.001)
    await keep_every_promise(scripted_model, noting(faults), 45, steps)
    await close_chat_models()


async def keep_every_promise(
    model: ScriptedModel,
    handler: Callable[[Body], Reply],
    entries: int,
    steps: Sequence[tuple[str, int, int | None, bool]],
) -> None:
    """Do the steps, and hold everything against what must be, after each of them and at the end."""
    model.reset()
    model.handler = handler
    world = World(model)
    await world.begin(entries)
    for step, number, writes, keeps_state in steps:
        await world.do(step, number, writes, keeps_state=keeps_state)
        await world.check()
    for _ in range(2):
        await world.consolidate(0)
        await world.check()
        await world.check_derived()
