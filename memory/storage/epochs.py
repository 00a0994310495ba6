"""The epoch of a user's memory: an erase moves it on, so that a late writer writes into nothing."""

from langgraph.store.base import BaseStore, GetOp

from memory.core.ids import epoch_key
from memory.core.namespaces import EPOCHS
from memory.storage.ops import put, write
from memory.storage.reads import got


async def read_epoch(store: BaseStore, user_id: str, secret: str) -> int:
    """Return the current epoch of a user, 0 before the first erase; `secret` keys the HMAC of the id."""
    (result,) = await store.abatch([GetOp(EPOCHS, epoch_key(user_id, secret))])
    item = got(result)
    return int(item.value["epoch"]) if item else 0


async def advance_epoch(store: BaseStore, user_id: str, secret: str) -> int:
    """Move a user to the next epoch and return it; two at once may share one, which erases no less."""
    epoch = await read_epoch(store, user_id, secret) + 1
    await write(store, [put(EPOCHS, epoch_key(user_id, secret), {"epoch": epoch})])
    return epoch
