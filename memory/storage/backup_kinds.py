"""The newest schema number of each kind of document that a backup may hold; kinds without a number count as 1."""

from memory.core.events.event_docs import EVENT_SCHEMA
from memory.core.facts.facts import FACT_SCHEMA, REMARK_SCHEMA, TOMBSTONE_SCHEMA
from memory.core.forgetting.unremembered import UNREMEMBERED_SCHEMA
from memory.core.model_extraction.extraction_docs import EXTRACTION_SCHEMA
from memory.core.retention.archive import ARCHIVE_SCHEMA
from memory.core.retention.usage import USAGE_SCHEMA
from memory.core.shared.items import SHARED_SCHEMA
from memory.core.summary.summary_docs import SUMMARY_SCHEMA
from memory.core.summary.summary_edits import EDIT_SCHEMA
from memory.core.transcript.entries import ENTRY_SCHEMA
from memory.core.transcript.titles import TITLE_SCHEMA
from memory.core.transcript.transcript_docs import TRANSCRIPT_SCHEMA
from memory.storage.blobs import BLOB_SCHEMA

DERIVED = frozenset({"vectors", "fact_vectors", "shared_vectors", "kept_answers", "retained"})
"""Kinds that are made anew from the others or live for a day: no backup holds them, so none brings back the trace of a
forgotten text, or says that something old is gone which it brings back."""

SCHEMAS: dict[str, int] = {
    "answers": TRANSCRIPT_SCHEMA,
    "archive": ARCHIVE_SCHEMA,
    "blob_uses": BLOB_SCHEMA,
    "blobs": BLOB_SCHEMA,
    "epochs": 1,
    "events": EVENT_SCHEMA,
    "extraction": EXTRACTION_SCHEMA,
    "facts": FACT_SCHEMA,
    "heads": TRANSCRIPT_SCHEMA,
    "leaves": SUMMARY_SCHEMA,
    "messages": TRANSCRIPT_SCHEMA,
    "pending": FACT_SCHEMA,
    "remarks": REMARK_SCHEMA,
    "settings": 1,
    "shared": SHARED_SCHEMA,
    "summary": SUMMARY_SCHEMA,
    "summary_edits": EDIT_SCHEMA,
    "threads": TRANSCRIPT_SCHEMA,
    "titles": TITLE_SCHEMA,
    "tombstones": TOMBSTONE_SCHEMA,
    "transcript": ENTRY_SCHEMA,
    "unremembered": UNREMEMBERED_SCHEMA,
    "usage": USAGE_SCHEMA,
    "version": 1,
    "working": 1,
}
