"""A bounded cache of what a process derives from stores, by user."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from langgraph.store.base import BaseStore

from memory.service.recall.counted_store import uncounted

V = TypeVar("V")
_Users = OrderedDict[str, V]


class PerStore(Generic[V]):
    """Values by store, event loop and user root, the least recently used given up first.

    A store's values go with the store, so two stores never mix; a loop's go with the loop, since tasks and stores
    belong to one.
    """

    def __init__(
        self, users: int, capacity: int, weigh: Callable[[V], int], busy: Callable[[V], bool] = lambda _: False
    ) -> None:
        self._users = users
        """Users of one store, at most."""
        self._capacity = capacity
        """Sum of `weigh` over the users of one store, at most; the last asked user's value is kept in any case."""
        self._weigh = weigh
        self._busy = busy
        """Whether something works on a value: it is kept until that ends, which counts as its last use."""
        self._stores: WeakKeyDictionary[BaseStore, WeakKeyDictionary[asyncio.AbstractEventLoop, _Users[V]]]
        self._stores = WeakKeyDictionary()

    def get(self, store: BaseStore, root: str) -> V | None:
        """Return a user's value and mark it as used, None when there is none."""
        users = self._of(store)
        if root in users:
            users.move_to_end(root)
            self._trim(users)
        return users.get(root)

    def put(self, store: BaseStore, root: str, value: V) -> None:
        """Keep a user's value."""
        users = self._of(store)
        users[root] = value
        users.move_to_end(root)
        self._trim(users)

    def drop(self, store: BaseStore, root: str) -> None:
        """Give a user's value up, on every loop."""
        for users in self._stores.get(uncounted(store), {}).values():
            users.pop(root, None)

    def _of(self, store: BaseStore) -> _Users[V]:
        loops = self._stores.setdefault(uncounted(store), WeakKeyDictionary())
        return loops.setdefault(asyncio.get_running_loop(), OrderedDict())

    def _trim(self, users: _Users[V]) -> None:
        held = sum(self._weigh(value) for value in users.values())
        for root in list(users)[:-1]:
            if len(users) <= self._users and held <= self._capacity:
                return
            if self._busy(users[root]):
                users.move_to_end(root)
            else:
                held -= self._weigh(users.pop(root))
