"""The store a node works on."""

from typing import Any

from langgraph.runtime import Runtime
from langgraph.store.base import BaseStore

from memory.core.errors import StorageError
from memory.service.recall.counted_store import CountedStore


def required_store(runtime: Runtime[Any]) -> BaseStore:
    """Return the run's store.

    Raises StorageError: the graph was compiled without one and no server brought one.
    """
    if runtime.store is None:
        raise StorageError("this run has no store. Compile the builder with one, or run on a LangGraph server.")
    return runtime.store


def counted_store(runtime: Runtime[Any]) -> CountedStore:
    """Return the run's store with a count of its operations.

    Raises StorageError: see `required_store`.
    """
    return CountedStore(required_store(runtime))
