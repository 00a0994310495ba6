"""Plays dialogues through the graph itself, on SQLite files, with a model that says what the dialogue has it say."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path

from evals.facts_cases import FactCase, Half
from evals.facts_play import Outcome, look
from evals.reader import read
from evals.scripted_model import Body
from evals.scripted_replies import Reply
from evals.targets import Session, Turn
from evals.targets_process import ProcessTarget
from memory.core.facts.facts import Proposal
from memory.core.ids import user_root
from memory.storage.facts import load_memory
from memory.storage.sqlite_store import open_sqlite_store

EVERY = 12
"""One dialogue in so many is in the sample."""
USER = "ann"


class _Script:
    """Answers as the dialogue goes on; what it is asked to forget, it forgets with the tool."""

    def __init__(self) -> None:
        self.next = ""

    def __call__(self, body: Body) -> Reply:
        answer = read(body)
        return answer if any(call.name == "forget_memory" for call in answer.calls) else Reply(self.next)


def sample(halves: Mapping[Half, Sequence[FactCase]]) -> list[FactCase]:
    """Return some dialogues of both halves; none with results of tools that the graph does not have."""
    playable = [case for cases in halves.values() for case in cases if all(m.role != "tool" for m in case.messages)]
    return [case for case in playable if not case.needs][::EVERY]


async def play_in_graph(cases: Sequence[FactCase], folder: Path) -> AsyncIterator[tuple[FactCase, Outcome]]:
    """Yield each dialogue with what is known after it. Raises RuntimeError: a turn failed."""
    script = _Script()
    async with ProcessTarget.open(folder, scripted=True, open_store=open_sqlite_store) as target:
        if target.model:
            target.model.handler = script
        for case in cases:
            async with target.case(case.id) as session:
                yield case, await _play(case, session, script)


async def _play(case: FactCase, session: Session, script: _Script) -> Outcome:
    root, written = user_root(USER, 0), dict[str, Proposal]()
    for number, message in enumerate(case.messages):
        if message.role != "user":
            continue
        script.next = next((m.content for m in case.messages[number + 1 :] if m.role == "assistant"), "OK.")
        outcome = await session.say(Turn(USER, "facts", message.content, f"{case.id}-{number}", {}))
        if outcome.error:
            raise RuntimeError(f"{case.id}, message {number}: {outcome.error}")
        written |= {f"{fact['id']}{number}": fact for fact in (await load_memory(session.store, root)).assertions}
    return await look(session.store, root, list(written.values()))
