from support.entries import conversation

from memory.core.transcript.entries import Entry
from memory.service.turn.context_reports import Answer, newest_answers


def talked(turns: int) -> list[Entry]:
    """Questions and answers, the answers with reports."""
    entries = conversation(2 * turns)
    return [{**e, "report": {"n": e["id"]}} if e["role"] == "assistant" else e for e in entries]


async def read(pages: list[list[Entry]], count: int) -> tuple[list[Answer], int]:
    """The newest answers of pages, the newest page first, and how many pages were read for them."""
    cursors: list[str | None] = []

    async def read_page(cursor: str | None) -> tuple[list[Entry], str | None]:
        cursors.append(cursor)
        at = int(cursor or 0)
        return pages[at], str(at + 1) if at + 1 < len(pages) else None

    return await newest_answers(read_page, count), len(cursors)


async def test_the_newest_answers_come_first_with_their_reports():
    entries = talked(3)
    answers, pages = await read([entries], 2)
    assert [(a.id, a.report, a.entry) for a in answers] == [
        ("m5", {"n": "m5"}, entries[5]["key"]),
        ("m3", {"n": "m3"}, entries[3]["key"]),
    ]
    assert pages == 1


async def test_no_page_is_read_that_is_not_needed():
    entries = talked(3)
    pages = [entries[4:], entries[2:4], entries[:2]]
    answers, read_pages = await read(pages, 2)
    assert ([a.id for a in answers], read_pages) == (["m5", "m3"], 2)


async def test_entries_without_a_report_are_none_and_all_pages_may_hold_too_few():
    entries = conversation(4)
    assert await read([entries[2:], entries[:2]], 2) == ([], 2)
    answers, _ = await read([entries, talked(1)], 2)
    assert [a.id for a in answers] == ["m1"]
