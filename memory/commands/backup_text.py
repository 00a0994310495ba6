"""What the commands about backups print."""

from dataclasses import asdict

from memory.commands.printing import as_json, as_lines
from memory.service.backup.backup_proof import Proof
from memory.service.backup.backup_restore import Told
from memory.service.backup.backup_source import Source
from memory.storage.backup_files import BackupFile

_ACTIONS = ("new", "changed", "gone", "kept", "same")
_MEANT = {
    "new": "only in the backup: written",
    "changed": "differ: the backup's are written",
    "gone": "only here: deleted",
    "kept": "differ: those here stay",
    "same": "the same on both sides",
}


_NOBODY_VOUCHES = (
    "Whether somebody changed it cannot be told: it is neither encrypted nor signed under a secret of your own"
)


def preview_lines(source: Source, told: Told) -> list[str]:
    """Return what a restore would do, by what becomes of the documents."""
    sound = "sound" if source.vouched_by else f"whole. {_NOBODY_VOUCHES}"
    lines = [f"Backup of {source.header['created']}, {sound}. Documents, by what becomes of them:"]
    for action in _ACTIONS:
        if kinds := told.actions.get(action):
            by_kind = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            lines.append(f"  {action:<8} {_MEANT[action]}: {by_kind}")
    return lines + [f"  withheld {reason}: {count}" for reason, count in sorted(told.withheld.items())]


def proof_lines(proof: Proof) -> list[str]:
    """Return what a restore left, or what of it is not as it must be."""
    told = (
        "Restored and proven: {documents} documents as in the backup, {conversations} conversations walked to their "
        "first of {entries} entries, {facts} facts hold, {recalled} asked for were recalled."
    )
    return [f"NOT as it must be: {problem}" for problem in proof.problems[:20]] or [told.format_map(asdict(proof))]


def backups_text(found: list[BackupFile], *, json: bool) -> str:
    """Return a list of backups, a line each or as JSON."""
    rows = [
        {
            "file": str(one.path),
            "created": one.header["created"],
            "scope": one.header["scope"],
            "users": len(one.header["users"]),
            "bytes": one.size,
            "encrypted": one.header["sealed"] is not None,
        }
        for one in found
    ]
    if json:
        return as_json(rows)
    line = "{created}  {scope:<4}  {users:>6} users  {bytes:>12} bytes  {file}"
    return as_lines(map(line.format_map, rows))
