"""The trails of what a question is about: of a fact, of something forgotten, of what was said and is no fact."""

from collections.abc import Collection, Iterable, Mapping

from memory.core.facts.explanation import Explanation, explained
from memory.core.facts.facts import Tombstone
from memory.core.facts.identity import is_retraction
from memory.core.language.text import one_line
from memory.core.privacy.secret_spans import redact
from memory.core.transcript.entries import Entry
from memory.core.why.fact_life import QUOTE_CHARS, decisions, fact_steps
from memory.core.why.forgotten_facts import forgotten_steps
from memory.core.why.unlearned import why_unlearned
from memory.core.why.why_docs import State, Step, Trail
from memory.core.why.why_words import reason, state_told, step
from memory.core.why.windows import Known
from memory.models.settings import read_model_settings
from memory.service.extraction.model_asking import looks_for_facts
from memory.service.why.asking import Asking
from memory.service.why.last_windows import last_windows
from memory.service.why.sayings import Passage, Said, read_saying
from memory.storage.extraction import read_extraction

TRAILS = 5
"""Facts, forgotten ones and sayings that are told, at most of each."""
_READ_BY_MODEL = frozenset({"no_rule", "negated", "lost"})
"""Why rules made no fact of a message that a model is asked about as well."""


async def fact_trail(asking: Asking, fact: Explanation) -> Trail:
    """Return what became of a fact that is known or waits."""
    steps = fact_steps(asking.language, fact, asking.events)
    said = [one for one in fact["said"] if not one["source"].get("erased")]
    approved = [one["approved_at"] for one in fact["said"] if one["approved_at"]]
    barred = {"pending": "waits", "ended": "over", "called_off": "over", "archived": "aside"}.get(fact["state"], "")
    aside = fact["archive"][-1]["at"] if fact["state"] == "archived" and fact["archive"] else None
    known = Known(
        fact["id"],
        slotted=fact["slot"] is not None,
        entries=frozenset(one["source"]["entry"] for one in said),
        messages=frozenset(one["source"]["message"] for one in said),
        thread=said[-1]["source"]["thread"] if said else "",
        since=min(approved, default=""),
        until=fact["invalid_at"] or aside,
        barred=barred,
    )
    steps += await last_windows(asking, known, (one["source"]["thread"] for one in said))
    return _trail(asking, fact["state"], steps, fact["id"], one_line(fact["text"], QUOTE_CHARS))


async def forgotten_trail(asking: Asking, stone: Tombstone, sources: Mapping[str, Entry]) -> Trail:
    """Return what can be told of something forgotten; `sources`: the entries of its tombstone, by key."""
    names = {thread: record["conversation"] for thread, record in asking.records.items()}
    steps = forgotten_steps(asking.language, stone, sources, names, asking.events)
    entries = [sources[name] for name in stone["entries"] if name in sources]
    known = Known(
        stone["content"],
        entries=frozenset(entry["key"] for entry in entries),
        messages=frozenset(entry["id"] for entry in entries),
        until=stone["forgotten_at"],
        barred="masked",
    )
    steps += await last_windows(asking, known, (entry["thread"] for entry in entries))
    return _trail(asking, "forgotten", steps, stone["content"], None)


def facts_of(asking: Asking, ids: Iterable[str]) -> list[Explanation]:
    """Return the facts with these ids that are known or wait, each once, in their order."""
    memory, now = asking.memory, asking.now.isoformat()
    told = (
        explained(i, memory.assertions, asking.pending, memory.remarks, memory.archive, now)
        for i in list(dict.fromkeys(ids))[:TRAILS]
    )
    return [fact for fact in told if fact is not None]


async def said_trails(
    asking: Asking, passages: Iterable[Passage], known: Collection[str], *, others: bool
) -> list[Trail]:
    """Return the trails of sayings that are no facts: the user's own, else the assistant's if nothing else is told.

    A saying that changed or ended a fact is told with that fact, unless its id is in `known`, told already. `others`:
    something else is told already; then what only asks about it is left out.
    """
    found: dict[str, Said] = {}
    for passage in passages:
        said = await read_saying(asking, passage)
        if said is not None:
            found.setdefault(said.where["entry"], said)
    reasons = {key: why_unlearned(said.saying, asking.about) for key, said in found.items()}
    made = {key: ids for key, name in reasons.items() if name == "lost" and (ids := _changed_by(asking, key))}
    changed = facts_of(asking, (i for ids in made.values() for i in ids if i not in known))
    own = [key for key, name in reasons.items() if key not in made and name not in {"by_assistant", "question"}]
    chosen = own or ([] if others or made else list(found))
    return [
        *[await fact_trail(asking, fact) for fact in changed],
        *[await _said_trail(asking, found[key], reasons[key]) for key in chosen[:TRAILS]],
    ]


def _changed_by(asking: Asking, entry: str) -> list[str]:
    """Return the ids of the facts that an entry made, changed or ended."""
    own = (fact for fact in asking.memory.assertions if fact["source"]["entry"] == entry)
    return [str(fact["retracts"]) if is_retraction(fact) else fact["id"] for fact in own]


async def _said_trail(asking: Asking, said: Said, why_not: str) -> Trail:
    language, saying, where = asking.language, said.saying, said.where
    quote = one_line(redact(saying.text), QUOTE_CHARS)
    steps = [step(language, "said" if saying.role == "user" else "answered", saying.at, where, quote=quote)]
    own = [event for event in asking.events if event["detail"].get("entry") == where["entry"]]
    rejected = [s for s in decisions(language, own) if s["what"] == "rejected"]
    if rejected:
        steps += rejected
    else:
        steps.append(step(language, "no_fact", reason=reason(language, why_not)))
        steps += [await _model_step(asking, said)] if why_not in _READ_BY_MODEL else []
    known = Known(
        None,
        entries=frozenset({where["entry"]}),
        messages=frozenset({where["message"]}),
        thread=where["thread"],
        since=saying.at,
    )
    steps += await last_windows(asking, known, [where["thread"]])
    return _trail(asking, "rejected" if rejected else "never_a_fact", steps, None, quote)


async def _model_step(asking: Asking, said: Said) -> Step:
    """Return whether the model that looks for facts has read a message."""
    if not looks_for_facts(read_model_settings()):
        return step(asking.language, "model_none")
    state = await read_extraction(asking.store, asking.user.root, said.where["thread"])
    if failed := state["failed"].get(said.where["entry"]):
        return step(asking.language, "model_again", runs=failed["runs"])
    read = state["cursor"] is not None and state["cursor"]["depth"] >= said.depth
    return step(asking.language, "model_read" if read else "model_to_come")


def _trail(asking: Asking, state: State, steps: list[Step], fact: str | None, text: str | None) -> Trail:
    return {"state": state, "told": state_told(asking.language, state), "fact": fact, "text": text, "steps": steps}
