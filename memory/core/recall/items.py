"""What recall finds: a stretch of a conversation, a fact, an archived one; all in one form."""

from dataclasses import dataclass

from memory.core.recall.question import tells_time
from memory.core.recall.recall_words import recall_words


@dataclass(frozen=True, slots=True)
class Item:
    """What may be found, without its text."""

    id: str
    kind: str
    """`passage`, `fact` or what else an index holds."""
    time: str
    """ISO time, UTC unless it names another zone: when it was said."""
    thread: str = ""
    """The conversation in which others stand beside it; "" for what stands alone."""
    place: int = 0
    """Its place there: what is before it has a smaller one."""
    piece: int = 0
    """Which part it is of what stands at that place, where that makes several."""
    role: str = ""
    """`user`, `assistant`, or "" for what nobody said."""
    speaker: str = ""
    """The name by which a question may call who said it."""
    importance: float = 0.0
    """From 0 to 1."""
    use: float = 0.0
    """From 0 to 1: how much it was used of late."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An item ready to be added: the costly part is done without the index, in any thread."""

    item: Item
    words: tuple[str, ...]
    """Its words, those that stand in it twice twice."""
    tells_time: bool


def prepare(item: Item, text: str) -> Prepared:
    """Return an item and its text, as it may be shown, ready to be added to an index."""
    return Prepared(item, tuple(recall_words(text)), tells_time(text))
