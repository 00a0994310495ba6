"""An embedder that knows a few topics: texts of one topic are alike, whatever their words."""

import asyncio
from collections.abc import Sequence

from memory.core.errors import ModelError
from memory.core.recall.vectors import Embedding, Vector, unit_vector

TOPICS = {
    "pets": ("dog", "puppy", "cat", "狗", "猫", "宠物"),
    "homes": ("flat", "apartment", "moved", "住", "搬家"),
    "food": ("dinner", "peanuts", "soup", "晚饭", "花生"),
}


class TopicEmbedder:
    """Counts what it is asked, and is slow or fails when told to."""

    at_once = 4

    def __init__(self, model: str = "topics:1", size: int = 8) -> None:
        self.embedding = Embedding(model, size)
        self.seen: list[str] = []
        """Texts other than questions."""
        self.questions = 0
        self.seconds = 0.0
        self.error: ModelError | None = None

    async def texts(self, texts: Sequence[str]) -> tuple[Embedding, list[Vector | None]]:
        """Return vectors of texts."""
        if self.error:
            raise self.error
        self.seen += texts
        return self.embedding, [self.vector(text) for text in texts]

    async def question(self, text: str) -> tuple[Embedding, Vector | None]:
        """Return the vector of a question."""
        self.questions += 1
        await asyncio.sleep(self.seconds)
        if self.error:
            raise self.error
        return self.embedding, self.vector(text)

    def vector(self, text: str) -> Vector | None:
        """Return the vector of one text."""
        values = [float(any(word in text.lower() for word in words)) for words in TOPICS.values()]
        other = 0.0 if text == "…" else 0.1
        return unit_vector([*values, *([0.0] * (self.embedding.size - len(values) - 1)), other], self.embedding.size)
