"""The metrics by themselves: the queue's, and which series there are."""

from datetime import UTC, datetime, timedelta

from langgraph.store.base import BaseStore
from prometheus_client import REGISTRY, generate_latest

from memory.service.operations.queue_age import measure
from memory.storage.due import clear_due, mark_due

LABELS = {"ending", "reason", "decision", "answer", "kind", "what", "outcome", "result"}


def value(name: str) -> float | None:
    return REGISTRY.get_sample_value(name)


async def test_the_queue_shows_how_many_threads_wait_and_how_long_the_oldest_does(any_store: BaseStore):
    await mark_due(any_store, "u-0", "一")
    await mark_due(any_store, "u-0", "two")
    await measure(any_store, datetime.now(UTC) + timedelta(hours=2))
    assert value("holdfast_due_threads") == 2
    assert 7_190 <= value("holdfast_due_oldest_seconds") <= 7_210
    await clear_due(any_store, "u-0", "一")
    await clear_due(any_store, "u-0", "two")
    await measure(any_store, datetime.now(UTC))
    assert value("holdfast_due_threads") == value("holdfast_due_oldest_seconds") == 0


def test_every_series_is_there_before_anything_happened_and_no_label_is_without_bounds():
    samples = [s for metric in REGISTRY.collect() if metric.name.startswith("holdfast_") for s in metric.samples]
    assert {label for sample in samples for label in sample.labels} - {"le"} == LABELS
    told = generate_latest().decode()
    for series in (
        'turns_total{ending="failed"}',
        'degraded_turns_total{reason="store"}',
        'store_errors_total{kind="late"}',
    ):
        assert f"holdfast_{series}" in told
