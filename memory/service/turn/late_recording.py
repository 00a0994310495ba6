"""Recording what earlier turns could not, in order, once the store is back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import takewhile

from langgraph.store.base import BaseStore

from memory.core.messages.blobs import Blob
from memory.core.messages.incoming import follow, is_final, unanswered
from memory.core.messages.unrecorded import Unrecorded, is_kept
from memory.core.transcript.entries import Message
from memory.core.transcript.transcript_docs import ThreadRecord
from memory.core.window.adoption import PathStep
from memory.service.turn.recording import record


async def record_late(
    store: BaseStore,
    root: str,
    thread: str,
    messages: Sequence[Message],
    path: Sequence[PathStep],
    late: Mapping[str, Unrecorded],
    brought: Mapping[str, Blob],
    thread_record: ThreadRecord | None,
) -> list[PathStep]:
    """Append those of `messages` that `late` holds, each with its own time, report and answer; return the path then.

    What follows no recorded path any more, or was changed since, is left to the turn that opens. One write a message,
    so that what fails midway goes on there. `brought`: images and files that were taken out of `messages`, by hash.
    `thread_record`: of a thread that has none yet; it begins with the first message.
    """
    followed = follow(messages, path)
    steps, done = list(followed.path), list(messages[: len(followed.path)])
    if steps[-1:] != list(path[-1:]):
        return list(path)
    for message in takewhile(partial(is_kept, known=late), followed.new):
        kept, keys = late[message["id"]], {step["id"]: step["key"] for step in steps}
        seen = datetime.fromisoformat(kept["seen"])
        begun: ThreadRecord | None = {**thread_record, "created": kept["seen"]} if thread_record and not done else None
        steps = await record(
            store,
            root,
            thread,
            steps,
            [message],
            now=seen,
            report=kept.get("report"),
            answered=[keys[m["id"]] for m in unanswered(done) if m["id"] in keys] if is_final(message) else (),
            thread_record=begun,
            brought=brought,
            terms=kept.get("terms"),
        )
        done.append(message)
    return steps
