"""The epoch of a user's memory: an erase moves it on, so that a late writer writes into nothing."""

from langgraph.store.base import BaseStore, GetOp, PutOp

from memory.core.ids import epoch_key
from memory.core.namespaces import EPOCHS
from memory.storage.ops import put
from memory.storage.reads import got


async def read_epoch(store: BaseStore, user_id: str, secret: str) -> int:
    """Return the current epoch of a user, 0 before the first erase; `secret` keys the HMAC of the id."""
    (result,) = await store.abatch([GetOp(EPOCHS, epoch_key(user_id, secret))])
    item = got(result)
    return int(item.value["epoch"]) if item else 0


def epoch_op(user_id: str, epoch: int, secret: str) -> PutOp:
    """Return the operation that moves a user to `epoch`; an erase writes it together with its mark."""
    return put(EPOCHS, epoch_key(user_id, secret), {"epoch": epoch})
