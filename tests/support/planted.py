"""Strings planted all over a user's memory, and the search for them in files and tables."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psycopg
from langgraph.store.base import BaseStore
from psycopg.sql import SQL, Identifier
from support.conversations import NOW, START, Conversation, a_fact

from memory.core import namespaces
from memory.core.events.event_docs import make_event
from memory.core.facts.facts import Assertion
from memory.core.ids import encode_label, thread_id_for, user_root
from memory.core.summary.summary_docs import SUMMARY_SCHEMA, Leaf, Summary
from memory.core.transcript.entries import place_of
from memory.storage.due import mark_due
from memory.storage.facts import write_memory
from memory.storage.listing import list_items
from memory.storage.ops import put, write
from memory.storage.summaries import write_fold

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"

STORED = {
    "user": "HERON-7741-QUARTZ the lighthouse",
    "user_zh": "翡翠灯塔七四一号",
    "assistant": "osprey KILO-5520 granite",
    "assistant_zh": "琥珀色的鐘樓九零三",
    "tool": "tool-result-MARLIN-3308",
    "tool_zh": "工具结果珊瑚六六二",
    "fact": "plays the theorbo-8812 on Sundays",
    "fact_zh": "每週日拉二胡八八一二",
    "quote": "verbatim quote ZEPHYR-1190",
    "pending": "perhaps allergic to saffron-4471",
    "pending_zh": "可能对藏红花四四七一过敏",
    "archived": "used to live at Elm-2093",
    "title": "Plan for OPERATION-TEAL-65",
    "title_zh": "青色行动计划六五",
    "leaf": "leaf summary BASALT-3317",
    "exact": "EXACT-IBAN-DE44-9911",
    "summary": "running summary 石英三三一七",
    "working": "working memory COBALT-2256",
    "event": "event detail 钴蓝二二五六",
    "blob": "blob bytes VERMILION-9001",
}
"""Twenty strings, each in a place of its own."""


async def plant(
    store: BaseStore, user: str, strings: dict[str, str], facts: int = 10, epoch: int = 0, apart: str = ""
) -> None:
    """Write a user's memory with `strings`: conversations, facts, pending, archive, summaries and all the rest."""
    root = user_root(user, epoch, apart)
    threads = [thread_id_for(user, epoch, name, apart) for name in ("one", "two", "三")]
    first = await _talk(store, root, threads, strings)
    known = [a_fact(f"f{n}", f"fact {n}: {strings['fact' if n % 2 else 'fact_zh']}") for n in range(facts)]
    told = [_told(fact, threads[n % 3], first[n % 3], strings["quote"]) for n, fact in enumerate(known)]
    asked = [_told(a_fact(k, strings[k]), threads[0], first[0], strings[k]) for k in ("pending", "pending_zh")]
    event = make_event("note.made", NOW, {"text": strings["event"]}, "0")
    await write_memory(store, root, version="v1", assertions=told, pending=asked, events=[event])
    mark = {"schema": 1, "about": "old", "archived": True, "reason": strings["archived"], "strength": None}
    usage = {"schema": 1, "facts": {"f0": [2, NOW.isoformat()], "f1": [1, NOW.isoformat()]}}
    title = {"schema": 1, "title": strings["title"]}
    record = {"schema": 1, "thread": threads[0], "conversation": strings["title_zh"], "created": START.isoformat()}
    await write(
        store,
        [
            put(namespaces.archive(root), "old", {**mark, "at": NOW.isoformat()}),
            *(put(namespaces.usage(root), encode_label(thread), usage) for thread in threads[:2]),
            put(namespaces.threads(root), encode_label(threads[0]), record),
            put(namespaces.titles(root), encode_label(threads[0]), {**title, "time": NOW.isoformat()}),
            put(namespaces.working(root, threads[0]), "task", {"value": strings["working"]}),
            put((*namespaces.user(root), "kinds", "of", "tomorrow"), "k", {"text": strings["blob"]}),
            put(namespaces.settings(root), "nickname", {"value": strings["user_zh"]}),
        ],
    )
    await mark_due(store, root, threads[0])


async def _talk(store: BaseStore, root: str, threads: list[str], strings: dict[str, str]) -> list[str]:
    """Write the conversations, with leaf and summary; return the key of the first entry of each."""
    first: list[str] = []
    for thread in threads:
        talk = Conversation(store, root, thread)
        await talk.say(strings["user"], strings["user_zh"])
        await talk.say(strings["tool"], strings["tool_zh"], role="tool")
        await talk.say(strings["assistant"], strings["assistant_zh"], role="assistant")
        first.append(talk.entries[0]["key"])
        made: Any = {"schema": SUMMARY_SCHEMA, "exact": [strings["exact"]], "time": START.isoformat(), "tokens": 1}
        leaf: Leaf = {
            **made,
            "first": place_of(talk.entries[0]),
            "last": place_of(talk.entries[3]),
            "text": strings["leaf"],
        }
        summary: Summary = {**made, "cursor": leaf["last"], "folds": 1, "text": strings["summary"]}
        await write_fold(store, root, thread, [leaf], summary)
    return first


def _told(fact: Assertion, thread: str, entry: str, quote: str) -> Assertion:
    return {**fact, "quote": quote, "source": {"thread": thread, "conversation": "c", "message": "m", "entry": entry}}


async def documents(store: BaseStore, user: str) -> str:
    """Return everything the store holds of a user, as text."""
    held = [
        item for item in await list_items(store, ("users",)) if item.namespace[1].startswith(f"{encode_label(user)}--")
    ]
    return json.dumps([[item.namespace, item.key, item.value] for item in held], sort_keys=True)


def spellings(text: str) -> list[bytes]:
    """Return the bytes a text may be stored as: UTF-8 (msgpack and pickle too), JSON escapes, UTF-16."""
    return [text.encode(), json.dumps(text)[1:-1].encode(), text.encode("utf-16-le")]


def found_in_files(folders: Iterable[Path], strings: Iterable[str]) -> set[tuple[str, str]]:
    """Return file and string for every planted string a file of these folders holds; links are not followed."""
    wanted = [(text, spelling) for text in strings for spelling in spellings(text)]
    found: set[tuple[str, str]] = set()
    for file in (path for folder in folders for path in _files(folder)):
        try:
            data = file.read_bytes()
        except FileNotFoundError:  # the server has put its temporary file in the place of another meanwhile
            continue
        found |= {(file.name, text) for text, spelling in wanted if spelling in data}
    return found


def found_in_tables(uri: str, strings: Iterable[str]) -> set[tuple[str, str]]:
    """Return table and string for every planted string a row of a PostgreSQL database holds, in whatever column."""
    wanted = [(text, spelling) for text in strings for spelling in spellings(text)]
    found: set[tuple[str, str]] = set()
    with psycopg.connect(uri) as conn:
        tables = conn.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false))"
        ).fetchall()
        for (table,) in tables:
            for row in conn.execute(SQL("SELECT * FROM {}").format(Identifier(table))).fetchall():
                data = b"\0".join(_bytes(value) for value in row)
                found |= {(table, text) for text, spelling in wanted if spelling in data}
    return found


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes | memoryview):
        return bytes(value)
    return json.dumps(value, ensure_ascii=False, default=str).encode()


def _files(folder: Path) -> list[Path]:
    inside = [path for path in folder.iterdir() if not path.is_symlink()] if folder.is_dir() else []
    return [path for path in inside if path.is_file()] + [f for path in inside if path.is_dir() for f in _files(path)]
