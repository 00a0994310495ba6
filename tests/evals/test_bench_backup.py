"""What the benchmark of backups fills a store with, and what it tells of what it measured."""

from langgraph.store.memory import InMemoryStore

from evals.bench_backup import FACTS, USERS, Cost, Figures, fill, result, rows
from memory.core import namespaces
from memory.core.ids import user_root
from memory.storage.facts import load_memory
from memory.storage.listing import list_items
from memory.storage.transcript_read import list_threads, page


def figures(entries: int, peak: float) -> Figures:
    small, large = Cost(1.04, 0.5, 20.0), Cost(2.06, 1.5, peak)
    return Figures(entries, 3.21, small, large, small, 4.0, small, small)


async def test_every_user_has_a_part_of_the_entries_in_both_languages_and_a_few_facts():
    store = InMemoryStore()
    await fill(store, USERS * 150)
    assert len(await list_items(store, ("users",))) > 2 * USERS * 150
    root = user_root("user-3", 0)
    assert len(await list_items(store, (*namespaces.user(root), "transcript"))) == 150
    shown = [await page(store, root, record["thread"], limit=200) for record in await list_threads(store, root)]
    assert sorted(len(one.entries) for one in shown) == [50, 100]
    assert {"在" in str(entry["content"]) for one in shown for entry in one.entries} == {True, False}
    assert len((await load_memory(store, root)).assertions) == len(FACTS)


def test_the_line_for_machines_names_entries_times_and_both_peaks():
    line = result("sqlite", figures(1_000, 80.0), figures(100_000, 99.6))
    assert line == (
        "RESULT backup entries=100000 backup_s=1.0 restore_s=2.1 peak_mb=100 file_mb=3.2 peak_mb_1000=80 "
        "resumed_s=1.0 store=sqlite"
    )
    table = rows("sqlite", figures(1_000, 80.0), figures(100_000, 99.6))
    assert table[2].split() == ["restore,", "proven", "2.1", "1.5", "100", "80"]
