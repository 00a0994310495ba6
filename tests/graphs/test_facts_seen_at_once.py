"""What changes in a user's facts elsewhere, or by the passing of time, counts in the next turn of every thread."""

from datetime import UTC, datetime, timedelta

from support.in_process import House, sent_texts
from support.openai_server import ScriptedModel

from memory.core.ids import user_root
from memory.service.facts.fact_changes import edit_fact, retire_fact
from memory.service.facts.remembering import decide_pending
from memory.storage.facts import list_pending, load_memory, write_memory

ROOT = user_root("ann", 0)


async def test_what_is_edited_approved_or_retired_elsewhere_counts_in_the_next_turn_of_every_thread(
    scripted: House, scripted_model: ScriptedModel
):
    for text in ("I live in Lisbon.", "hi"):
        await scripted.say(text, thread="one" if text == "hi" else "two")
    (home,) = (await load_memory(scripted.store, ROOT)).assertions
    now = datetime.fromisoformat(home["approved_at"]) + timedelta(seconds=1)
    edited = await edit_fact(scripted.store, ROOT, home["id"], text="I live in Porto", now=now)
    await scripted.say("my hobby is chess", thread="three", approval="review")
    for waiting in await list_pending(scripted.store, ROOT):
        await decide_pending(scripted.store, ROOT, waiting["id"], approve=True, now=now)
    for thread in ("one", "two"):
        await scripted.say("hello", thread=thread)
        assert ("Porto" in profile_of(scripted_model), "chess" in sent_texts(scripted_model)) == (True, True)
    await retire_fact(scripted.store, ROOT, str(edited.id), reason="moved on", now=now + timedelta(seconds=1))
    for thread in ("one", "two", "new"):
        await scripted.say("hello again", thread=thread)
        assert profile_of(scripted_model) == ""


async def test_a_fact_that_begins_or_ends_by_time_alone_does_so_without_a_write(
    scripted: House, scripted_model: ScriptedModel
):
    await scripted.say("I live in Lisbon.", thread="one")
    (home,) = (await load_memory(scripted.store, ROOT)).assertions
    soon = datetime.now(UTC) + timedelta(seconds=0.5)
    plan = {**home, "id": "plan", "text": "我搬到柏林", "value": "柏林", "observed_at": datetime.now(UTC).isoformat()}
    plan |= {"valid_from": soon.isoformat(), "valid_until": (soon + timedelta(seconds=1)).isoformat()}
    await write_memory(scripted.store, ROOT, version="2", assertions=[plan])  # type: ignore[list-item]  # as home
    seen = []
    while datetime.now(UTC) < soon + timedelta(seconds=1.2):
        await scripted.say("hi", thread="two")
        seen.append(profile_of(scripted_model))
    known = list(dict.fromkeys(seen))
    assert [[place in told for place in ("lives in:", "住处:", "住处 (自")] for told in known] == [
        [True, False, True],
        [False, False, True],
        [True, False, False],
    ]


def profile_of(model: ScriptedModel) -> str:
    """Return where the user lives, as the model was told in the system message or beside the newest message."""
    system, *_, newest = (str(message["content"]) for message in model.requests[-1]["messages"])
    return "\n".join(line for line in f"{system}\n{newest}".splitlines() if line.startswith(("- lives in", "- 住处")))
