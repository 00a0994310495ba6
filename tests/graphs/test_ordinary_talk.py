"""Of a long ordinary conversation only what the user told of themselves is kept, whoever guesses what."""

import re
from itertools import count
from typing import Any

from support.in_process import House
from support.openai_server import ScriptedModel
from support.ordinary_talk import GUESSES, KEPT, SAID
from support.paths import assistant, path_of, user
from support.replies import Reply

from memory.core.facts.current import current
from memory.core.facts.facts import Proposal, Source
from memory.core.ids import user_root
from memory.core.model_extraction.model_answers import Item
from memory.core.model_extraction.model_extraction import Line, batches
from memory.core.model_extraction.model_facts import judge
from memory.core.policy.policy import decide
from memory.core.recall.passages import Veil
from memory.service.settings.policy import current_policy
from memory.storage.facts import list_pending, load_memory

ROOT = user_root("ann", 0)
NOW = "2100-01-01T00:00:00+00:00"
SENTENCE = re.compile(r"[^.?!。？！]{2,}")


async def test_of_a_long_ordinary_conversation_the_few_true_facts_are_kept_and_nothing_else(
    scripted: House, scripted_model: ScriptedModel
):
    assert len(SAID) >= 60
    number = count()

    def reply(_: Any) -> Reply:
        return Reply(GUESSES[next(number) % len(GUESSES)])

    scripted_model.handler = reply
    for text in SAID:
        await scripted.send(text)
    memory = await load_memory(scripted.store, ROOT)
    assert [span["fact"]["text"] for span in current(memory.assertions, NOW)] == list(KEPT)
    assert len(memory.assertions) == len(KEPT)
    assert await list_pending(scripted.store, ROOT) == []


def taken_for_facts(lines: list[Line]) -> list[Proposal]:
    """What code leaves to the policy when a model takes every sentence for a fact."""
    found = [(n, part[0].strip()) for n, line in enumerate(lines) for part in SENTENCE.finditer(line.own)]
    items = [Item(n, text, text, "preference") for n, text in found if text]
    sources: list[Source] = [
        {"thread": "t", "conversation": "c", "message": line.entry["id"], "entry": line.entry["key"]} for line in lines
    ]
    judged = judge(items, lines, [], sources, ["UTC"] * len(lines))
    return [one.proposal for one in judged if not one.refused]


async def test_a_model_that_takes_every_sentence_for_a_fact_gets_nothing_more_written():
    talk = [part for n, text in enumerate(SAID) for part in (user(text), assistant(GUESSES[n % len(GUESSES)]))]
    left = [p for batch in batches(path_of(*talk), [], Veil(), len) for p in taken_for_facts(batch.lines)]
    policy = await current_policy()
    decided = [(proposal["text"], decide(proposal, "auto", policy).action) for proposal in left]
    assert [text for text, action in decided if action == "write"] == []
    assert len(decided) <= len(SAID) // 7
