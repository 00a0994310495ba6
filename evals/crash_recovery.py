"""A client's way back after a crash, and what is checked on it."""

from langgraph.store.base import BaseStore

from evals.crash_checks import Remains, is_due, violations
from evals.crash_fork import Tell
from evals.crash_house import House, open_house
from evals.crash_scenarios import Scenario
from evals.crash_storage import Fuse
from memory.core.transcript.entries import Entry
from memory.storage.due import list_due
from memory.storage.facts import list_pending, load_memory
from memory.storage.summaries import list_leaves, read_summary
from memory.storage.transcript_read import all_entries, lookup, read_answer, read_head, read_path


async def recover(scenario: Scenario, user: str, fuse: Fuse, tell: Tell, acknowledged: list[str]) -> None:
    """Open what a killed process left, retry as its client would, and tell what does not hold.

    Tells `acknowledged` (keys of entries, those of earlier crashes with them) before anything is done, then
    `violations`, `outcome` and `anew`: how many recorded answers gave way to another, as a run that goes on from a
    checkpoint older than its answer makes it again. The fuse is lit while the client retries.
    """
    async with open_house(scenario, user, fuse) as house:
        acknowledged = [*acknowledged, *await _acknowledged(house, scenario)]
        tell({"acknowledged": acknowledged})
        answers, found = await _answers(house, acknowledged), list[str]()
        fuse.lit = True
        for message_id, text in scenario.sent:
            await house.retry(message_id, text)
        before = await remains_of(house)
        if is_due(before) and not before.due:
            found.append("the due mark was lost")
        await house.consolidate(None)
        fuse.lit = False
        remains = await remains_of(house)
        found += violations(remains, acknowledged)
        found += await _same_again(house, scenario)
        found += await _next_turn(house, scenario)
        anew = set(answers) - {entry["key"] for entry in remains.path}
        tell({"violations": found, "outcome": remains.outcome(), "anew": len(anew)})


async def remains_of(house: House) -> Remains:
    """Return what is stored of the scenario's conversation."""
    store, root, thread = house.store, house.root, house.thread
    head = await read_head(store, root, thread)
    state = await house.state()
    memory = await load_memory(store, root)
    return Remains(
        path=await read_path(store, root, thread, head) if head else [],
        entries=await _every_entry(store, root, thread),
        state=[m.id for m in state.get("messages", [])],
        state_path=[step["key"] for step in state.get("path", [])],
        facts=memory.assertions,
        pending=await list_pending(store, root),
        leaves=await list_leaves(store, root, thread),
        summary=await read_summary(store, root, thread),
        due=(root, thread) in await list_due(store),
    )


async def _every_entry(store: BaseStore, root: str, thread: str) -> list[Entry]:
    return [entry async for entry in all_entries(store, root, thread)]


async def _acknowledged(house: House, scenario: Scenario) -> list[str]:
    """Return the keys of the scenario's messages that have their entry."""
    seen = await lookup(house.store, house.root, house.thread, [message_id for message_id, _ in scenario.sent])
    return [place.entry["key"] for place in seen.values()]


async def _answers(house: House, asked: list[str]) -> list[str]:
    """Return the keys of the finished answers to the entries with the keys `asked`."""
    places = [await read_answer(house.store, house.root, house.thread, key) for key in asked]
    return [place["key"] for place in places if place]


async def _same_again(house: House, scenario: Scenario) -> list[str]:
    """The newest message sent again gets the same answer; no model is asked and nothing is written."""
    if not scenario.lines:
        return []
    before, asked = await remains_of(house), house.model.calls
    answer = await house.send(*scenario.sent[-1])
    after = await remains_of(house)
    wrong = [f"sent again, it was answered {answer!r}"] if answer != scenario.lines[-1].answer else []
    wrong += ["sent again, the model was asked again"] if house.model.calls != asked else []
    return wrong + (["sent again, it was written again"] if after.entries != before.entries else [])


async def _next_turn(house: House, scenario: Scenario) -> list[str]:
    """The next turn works here and in a new conversation, knows what it must, and nothing of what was forgotten."""
    wrong: list[str] = []
    for conversation in (scenario.ask and ["trip", "another"]) or []:
        answer = await house.send(f"next-{conversation}", scenario.ask, conversation)
        wrong += [f"in {conversation!r} {word} is not known" for word in scenario.known if word not in answer]
        wrong += [f"in {conversation!r} {word} was not forgotten" for word in scenario.forgotten if word in answer]
    return wrong
