"""The statements of `sqlite_saver.py`."""

from memory.storage.thinning import KEPT_TURNS

_META = "CAST({table}metadata AS TEXT)"
_RUN = f"json_extract({_META.format(table='')}, '$.run_id')"
SET_UP = f"""
CREATE TABLE IF NOT EXISTS holdfast_parts (
    thread_id TEXT NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (thread_id, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holdfast_runs ON checkpoints ({_RUN});
"""
COLUMN = "ALTER TABLE checkpoints ADD COLUMN parts TEXT"  # part ids by channel; NULL: all values are in the checkpoint
PARTS_OF = "SELECT parts FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?"
PUT_PART = "INSERT OR IGNORE INTO holdfast_parts (thread_id, id, type, value) VALUES (?, ?, ?, ?)"
PUT = """
INSERT OR REPLACE INTO checkpoints
    (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata, parts)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
VALUES = """
WITH here AS (SELECT parts FROM checkpoints WHERE thread_id = ?1 AND checkpoint_ns = ?2 AND checkpoint_id = ?3),
    held AS (
        SELECT r.key AS channel, p.type, p.value
        FROM here, json_each(here.parts) r LEFT JOIN holdfast_parts p ON p.thread_id = ?1 AND p.id = r.value
    )
SELECT '' AS channel, '' AS type, NULL AS place, '' AS element_type, NULL AS value FROM here
UNION ALL SELECT channel, type, NULL, type, value FROM held WHERE type IS NOT 'list'
UNION ALL SELECT held.channel, held.type, e.key, p.type, p.value
    FROM held LEFT JOIN json_each(held.value) e LEFT JOIN holdfast_parts p ON p.thread_id = ?1 AND p.id = e.value
    WHERE held.type = 'list'
ORDER BY channel, place
"""
SWEEP = """
WITH held AS (SELECT r.value AS id FROM checkpoints c, json_each(c.parts) r WHERE c.thread_id = ?1)
DELETE FROM holdfast_parts WHERE thread_id = ?1 AND id NOT IN (
    SELECT id FROM held
    UNION SELECT e.value FROM holdfast_parts p, json_each(p.value) e
    WHERE p.thread_id = ?1 AND p.type = 'list' AND p.id IN (SELECT id FROM held)
)
"""
CUTOFF = f"""
SELECT c.checkpoint_id FROM checkpoints c LEFT JOIN checkpoints p
    ON p.thread_id = c.thread_id AND p.checkpoint_ns = c.checkpoint_ns AND p.checkpoint_id = c.parent_checkpoint_id
WHERE c.thread_id = ?1 AND c.checkpoint_ns = ?2 AND CASE json_extract({_META.format(table="c.")}, '$.source')
    WHEN 'input' THEN TRUE
    WHEN 'loop' THEN json_extract({_META.format(table="c.")}, '$.step')
        > coalesce(json_extract({_META.format(table="p.")}, '$.step'), -2) + 1
    ELSE FALSE END
ORDER BY c.checkpoint_id DESC LIMIT 1 OFFSET {KEPT_TURNS - 1}
"""  # noqa: S608  # constants of this module
_OLDER = "thread_id = ?1 AND checkpoint_id < ?3 AND (checkpoint_ns = ?2 OR (?2 = '' AND instr(checkpoint_ns, ':') > 0))"
THIN = (
    f"DELETE FROM checkpoints WHERE {_OLDER}",  # noqa: S608  # as above
    f"DELETE FROM writes WHERE {_OLDER}",  # noqa: S608  # as above
    """
    UPDATE checkpoints SET parent_checkpoint_id = NULL
    WHERE thread_id = ?1 AND checkpoint_ns = ?2 AND parent_checkpoint_id < ?3
    """,
)
RUN_THREADS = f"SELECT DISTINCT thread_id FROM checkpoints WHERE {_RUN} = ?"  # noqa: S608  # as above
DELETE_RUN = (
    f"""
    DELETE FROM writes WHERE (thread_id, checkpoint_ns, checkpoint_id) IN
        (SELECT thread_id, checkpoint_ns, checkpoint_id FROM checkpoints WHERE {_RUN} = ?)
    """,  # noqa: S608  # as above
    f"DELETE FROM checkpoints WHERE {_RUN} = ?",  # noqa: S608  # as above
)
_LATEST = "(SELECT checkpoint_ns, max(checkpoint_id) FROM checkpoints WHERE thread_id = ?1 GROUP BY checkpoint_ns)"
KEEP_LATEST = (
    f"DELETE FROM writes WHERE thread_id = ?1 AND (checkpoint_ns, checkpoint_id) NOT IN {_LATEST}",  # noqa: S608
    f"DELETE FROM checkpoints WHERE thread_id = ?1 AND (checkpoint_ns, checkpoint_id) NOT IN {_LATEST}",  # noqa: S608
    "UPDATE checkpoints SET parent_checkpoint_id = NULL WHERE thread_id = ?1",
    SWEEP,
)
DELETE_THREAD = (
    "DELETE FROM checkpoints WHERE thread_id = ?",
    "DELETE FROM writes WHERE thread_id = ?",
    "DELETE FROM holdfast_parts WHERE thread_id = ?",
)
COPY = (
    f"""
    INSERT OR REPLACE INTO checkpoints
        (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata, parts)
    SELECT ?1, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint,
        CAST(json_replace({_META.format(table="")}, '$.thread_id', ?1) AS BLOB), parts
    FROM checkpoints WHERE thread_id = ?2
    """,  # noqa: S608  # as above
    """
    INSERT OR REPLACE INTO writes
        (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)
    SELECT ?1, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value
    FROM writes WHERE thread_id = ?2
    """,
    """
    INSERT OR IGNORE INTO holdfast_parts (thread_id, id, type, value)
    SELECT ?1, id, type, value FROM holdfast_parts WHERE thread_id = ?2
    """,
)
