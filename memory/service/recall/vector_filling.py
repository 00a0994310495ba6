"""Vectors for what has none yet: read where an earlier process stored them, else made and stored, batch by batch."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from langgraph.store.base import BaseStore, PutOp

from memory.core.recall.vector_docs import Said, Vectors, make_vectors, placed, text_hash, vectors_in
from memory.core.recall.vectors import Embedding, Vector
from memory.models.embeddings import Embedder
from memory.service.forgetting.veiling import trace_key
from memory.service.recall.background import in_background, steps
from memory.service.recall.meaning import embed
from memory.storage.ops import write
from memory.storage.vectors import Place, read_vectors, vectors_op

READ_AT_ONCE = 128
"""Documents read in a batch."""
BATCH = 64
"""Texts whose vectors are stored in one write."""


@dataclass(frozen=True)
class Unread:
    """An entry or a fact whose texts have no vectors in memory."""

    place: Place
    """Where its vectors are stored."""
    texts: Mapping[str, str]
    """By item id."""
    about: str | None = None
    """The fact's content id, of a fact."""
    said: Said | None = None
    """Where the entry stands, when the store's own index is to find it."""


Take = Callable[[Embedding, Mapping[str, tuple[str, Vector | None]]], Awaitable[None]]
"""Takes vectors by item id, each with its text; None: the text has no usable one."""


async def fill_vectors(
    store: BaseStore, root: str, model: Embedder, unread: Sequence[Unread], embedding: Embedding, take: Take
) -> None:
    """Give `take` the vectors of all that is `unread`, the first ones first, and store those that were not.

    Raises what the store and the model raise; what was taken until then stays.
    """
    key = trace_key(root)
    for start in range(0, len(unread), READ_AT_ONCE):
        asked = unread[start : start + READ_AT_ONCE]
        docs = await read_vectors(store, [one.place for one in asked])
        known = await in_background(_all_known, asked, docs, embedding, key)
        await take(embedding, {of: pair for found in known if found for of, pair in found.items()})
        await write(store, list(_unindexed(asked, docs, known)))
        for batch in _batches([one for one, found in zip(asked, known, strict=True) if found is None]):
            await _make(store, model, batch, embedding, key, take)


async def _make(
    store: BaseStore, model: Embedder, batch: Sequence[Unread], embedding: Embedding, key: str, take: Take
) -> None:
    texts = list(dict.fromkeys(text for one in batch for text in one.texts.values()))
    _, vectors = await embed(model, texts, embedding)
    made = dict(zip(texts, vectors, strict=True))
    docs = (
        (one, make_vectors(embedding, {text_hash(t, key): made[t] for t in one.texts.values()}, one.about, one.said))
        for one in batch
    )
    await write(store, [vectors_op(one.place, doc) for one, doc in docs])
    await take(embedding, {of: (text, made[text]) for one in batch for of, text in one.texts.items()})


def _unindexed(asked: Sequence[Unread], docs: Sequence[Vectors | None], known: Sequence[object]) -> Iterator[PutOp]:
    """Yield the operations that let the store's index have vectors made before it was there."""
    for one, doc, found in zip(asked, docs, known, strict=True):
        if found is not None and doc is not None and one.said is not None and "said" not in doc:
            yield vectors_op(one.place, placed(doc, one.said))


def _all_known(
    asked: Sequence[Unread], docs: Sequence[Vectors | None], embedding: Embedding, key: str
) -> list[dict[str, tuple[str, Vector | None]] | None]:
    return [_known(one, doc, embedding, key) for one, doc in steps(zip(asked, docs, strict=True))]


def _known(
    one: Unread, doc: Vectors | None, embedding: Embedding, key: str
) -> dict[str, tuple[str, Vector | None]] | None:
    """Return the stored vectors of an entry or fact, None unless all its texts as they are now have theirs."""
    stored = vectors_in(doc, embedding)
    hashes = {of: text_hash(text, key) for of, text in one.texts.items()}
    if not set(hashes.values()) <= stored.keys():
        return None
    return {of: (one.texts[of], stored[hashes[of]]) for of in hashes}


def _batches(unread: Sequence[Unread]) -> Iterator[list[Unread]]:
    """Yield entries and facts in groups of about `BATCH` texts; one with more is a group of its own."""
    batch: list[Unread] = []
    for one in unread:
        if batch and sum(len(b.texts) for b in batch) + len(one.texts) > BATCH:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch
