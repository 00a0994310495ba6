"""What is said in the benchmark of recall at size: many distinct sentences in English and Chinese, and questions."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from langgraph.store.base import BaseStore, PutOp

from memory.core import namespaces
from memory.core.ids import user_root
from memory.core.recall.vector_docs import make_vectors, text_hash
from memory.core.recall.vectors import Embedding, Vector, unit_vector
from memory.core.transcript.entries import Entry, Message, make_entry, place_of, text_of
from memory.core.transcript.transcript_docs import make_thread_record
from memory.models.embeddings import Embedder
from memory.service.forgetting.veiling import trace_key
from memory.storage.ops import write
from memory.storage.transcript_write import append
from memory.storage.vectors import vectors_op

OTHERS, OTHERS_SAY = 1_000, 20
"""Users beside, and how much each of them said."""
THREAD_ENTRIES = 400
START = datetime(2020, 1, 1, 8, tzinfo=UTC)
NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
_STEP = timedelta(minutes=15)
_NOISE = 0.3  # length of what tells the vectors of one sentence with other names and numbers apart

_PEOPLE = "Ada Bruno Chen Dora Emil Fatima Goran Hana Ivo Jing Kofi Lena Marek Nadia Otto Priya Quinn Rosa Sven Tara"
_THINGS = (
    "bicycle camera guitar passport kettle umbrella laptop tent violin bread invoice recipe visa lamp sofa garden "
    "fence roof piano telescope drill novel contract ticket parcel necklace carpet engine antenna compass"
)
_PLACES = "Lisbon Kyoto Oslo Porto Hanoi Lima Quito Turin Basel Ghent Tartu Cork Leeds Split Varna Nice Bergen Kobe"
_DEEDS = "repaired sold borrowed lost painted ordered returned measured packed cleaned insured found moved described"
_THINGS_ZH = "自行车 相机 吉他 护照 水壶 雨伞 电脑 帐篷 小提琴 面包 发票 菜谱 签证 台灯 沙发 花园 围栏 屋顶 钢琴 望远镜"
_PLACES_ZH = "里斯本 京都 奥斯陆 河内 利马 都灵 巴塞尔 根特 科克 利兹 瓦尔纳 尼斯 神户 上海 台北 成都 昆明 西安"
_DEEDS_ZH = "修好了 卖掉了 借走了 弄丢了 刷了漆 订购了 退回了 量过了 收拾好了 找到了"


def big(count: int) -> str:
    """Return the root of the user who said so much."""
    return user_root(f"big-{count}", 0)


@dataclass(frozen=True)
class Said:
    """A sentence, and what it shares with others."""

    text: str
    plain: str
    asks: str
    """A question it answers."""


def sentence(number: int) -> Said:
    """Return the sentence of a number, always the same; one in three is Chinese."""
    dice = random.Random(number)  # noqa: S311  # sentences, not secrets
    person = dice.choice(_PEOPLE.split())
    if number % 3 == 2:  # noqa: PLR2004  # one in three
        thing, place, deed = (dice.choice(words.split()) for words in (_THINGS_ZH, _PLACES_ZH, _DEEDS_ZH))
        plain = f"在{place}把{thing}{deed}"
        return Said(f"{person}{plain}，花了{dice.randint(2, 999)}元，编号是{label(number)}", plain, f"谁{plain}？")
    thing, place, deed = (dice.choice(words.split()) for words in (_THINGS, _PLACES, _DEEDS))
    plain = f"{deed} the {thing} in {place}"
    cost = f"for {dice.randint(2, 999)} euros, with number {label(number)}"
    return Said(f"{person} {plain} {cost}", plain, f"Who {plain}?")


def label(number: int) -> str:
    """Return what only the sentence of a number holds."""
    return f"{'ZH' if number % 3 == 2 else 'EN'}-{number}"  # noqa: PLR2004  # one in three is Chinese


def question(number: int) -> str:
    """Return a question that the sentence of a number answers: in its words, by its number, or across languages."""
    if number % 5 == 4:  # noqa: PLR2004  # one in five
        return f"What was number {label(number)} about?"
    if number % 7 == 6:  # noqa: PLR2004  # one in seven
        return sentence(number // 3 * 3 + 2).asks
    return sentence(number).asks


def threads(count: int) -> Iterator[list[Entry]]:
    """Yield `count` entries of one user, the sentences of 0 to `count` - 1, conversation by conversation."""
    for start in range(0, count, THREAD_ENTRIES):
        said: list[Entry] = []
        for number in range(start, min(count, start + THREAD_ENTRIES)):
            said.append(entry(sentence(number).text, number, f"talk-{start}", said[-1] if said else None))
        yield said


def entry(text: str, number: int, thread: str, after: Entry | None) -> Entry:
    """Return what was said at the time of a number; every other entry is the assistant's."""
    message: Message = {"id": f"m{number}", "role": "assistant" if number % 2 else "user", "content": text}
    return make_entry(message, thread, place_of(after) if after else None, START + number * _STEP)


async def fill(store: BaseStore, count: int, model: Embedder | None) -> None:
    """Write a big user's `count` entries with their vectors."""
    vectors = _Vectors(model, big(count))
    for said in threads(count):
        await _add(store, big(count), said, await vectors.of(said))


async def fill_others(store: BaseStore) -> None:
    """Write what the users beside said, without vectors."""
    for number in range(OTHERS):
        said: list[Entry] = []
        for n in range(OTHERS_SAY):
            said.append(entry(sentence(number * OTHERS_SAY + n).text, n, "talk", said[-1] if said else None))
        await _add(store, user_root(f"user-{number}", 0), said, [])


async def _add(store: BaseStore, root: str, said: Sequence[Entry], vectors: list[PutOp]) -> None:
    thread = said[0]["thread"]
    record = make_thread_record(thread, thread, START, temporary=False)
    await append(store, root, thread, said, head=place_of(said[-1]), record=record)
    await write(store, vectors)


class _Vectors:
    """Stored vectors as the product makes them, but that each distinct plain sentence is embedded once.

    A vector of its own for each of 200,000 takes the offline model ten minutes and tells nothing more: sentences that
    differ in a name and numbers get that of the plain one, turned a little, each another way.
    """

    def __init__(self, model: Embedder | None, root: str) -> None:
        self._model = model
        self._root = root
        self._known: dict[str, Vector] = {}
        self._embedding = Embedding("", 0)

    async def of(self, said: Sequence[Entry]) -> list[PutOp]:
        """Return the operations that store the vectors of entries."""
        if self._model is None:
            return []
        plain = [sentence(int(one["id"][1:])).plain for one in said]
        if new := sorted(set(plain) - self._known.keys()):
            self._embedding, made = await self._model.texts(new)
            self._known |= {text: vector for text, vector in zip(new, made, strict=True) if vector is not None}
        return [self._doc(one, self._known[text]) for one, text in zip(said, plain, strict=True)]

    def _doc(self, one: Entry, near: Vector) -> PutOp:
        noise = np.random.default_rng(one["depth"]).normal(size=len(near))
        vector = unit_vector((near + _NOISE * noise / np.linalg.norm(noise)).astype(np.float32), len(near))
        of = text_hash(text_of(one), trace_key(self._root))
        place = (namespaces.vectors(self._root, one["thread"]), one["key"])
        return vectors_op(place, make_vectors(self._embedding, {of: vector}))
