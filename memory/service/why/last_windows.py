"""Whether something stood in the last context windows of the conversations it is from, and of the newest one."""

from collections.abc import Iterable, Sequence

from memory.core.transcript.entries import Entry
from memory.core.why.why_docs import Step
from memory.core.why.windows import Answered, Known, window_step
from memory.service.conversations.conversations import PAGE_LIMIT, Conversation, transcript_page
from memory.service.turn.context_reports import newest_answers
from memory.service.why.asking import Asking
from memory.storage.transcript_read import newest_thread


async def last_windows(asking: Asking, known: Known, threads: Iterable[str]) -> list[Step]:
    """Return whether something stood in the last window of its conversations and of the one talked in last."""
    newest = await newest_thread(asking.store, asking.user.root)
    wanted = list(dict.fromkeys([*list(dict.fromkeys(threads))[-2:], *([newest] if newest else [])]))
    answers = [await _last_answer(asking, thread) for thread in wanted if thread in asking.records]
    return [window_step(asking.language, known, answer) for answer in answers if answer]


async def _last_answer(asking: Asking, thread: str) -> Answered | None:
    """Return the newest answer of a conversation with a report, among its newest entries."""
    record = asking.records[thread]
    found = Conversation(asking.user, record["conversation"], thread, record["created"])

    async def read_page(cursor: str | None) -> tuple[Sequence[Entry], str | None]:
        return (await transcript_page(asking.store, found, limit=PAGE_LIMIT, before=cursor)).entries, None

    answers = await newest_answers(read_page, 1)
    if not answers:
        return None
    (answer,) = answers
    where = {"thread": thread, "conversation": record["conversation"], "message": answer.id, "entry": answer.entry}
    return Answered(where, answer.time, answer.report)  # type: ignore[arg-type]  # the four fields of Where
