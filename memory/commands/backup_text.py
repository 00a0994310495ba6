"""What the commands about backups print."""

from collections.abc import Mapping, Sequence
from typing import Any

from memory.commands.printing import as_json, as_lines, counted, harmless
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


def made_line(shown: Mapping[str, Any]) -> str:
    """Return what was made, in a line."""
    encrypted = ", encrypted" * shown["encrypted"]
    size = "" if shown["bytes"] is None else f", {counted(shown['bytes'], 'byte')}"
    words = f"{counted(shown['documents'], 'document')} of {counted(shown['users'], 'user')}{size}{encrypted}"
    return f"{shown['file']}: {words}\n"


def preview_lines(shown: Mapping[str, Any]) -> list[str]:
    """Return what a restore would do, by what becomes of the documents."""
    sound = "sound" if shown["vouched_by"] else f"whole. {_NOBODY_VOUCHES}"
    lines = [f"Backup of {shown['created']}, {sound}. Documents, by what becomes of them:"]
    for action in _ACTIONS:
        if kinds := shown["documents"].get(action):
            by_kind = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
            lines.append(f"  {action:<8} {_MEANT[action]}: {by_kind}")
    return lines + [f"  withheld {reason}: {count}" for reason, count in sorted(shown["withheld"].items())]


def proof_lines(proof: Mapping[str, Any]) -> list[str]:
    """Return what a restore left, or what of it is not as it must be."""
    told = (
        "Restored and proven: {documents} documents as in the backup, {conversations} conversations walked to their "
        "first of {entries} entries, {facts} facts hold, {recalled} asked for were recalled."
    )
    return [f"NOT as it must be: {harmless(one)}" for one in proof["problems"][:20]] or [told.format_map(proof)]


def file_row(one: BackupFile) -> dict[str, Any]:
    """Return a backup in the folder, as a list tells it."""
    return {
        "file": str(one.path),
        "created": one.header["created"],
        "scope": one.header["scope"],
        "users": len(one.header["users"]),
        "bytes": one.size,
        "encrypted": one.header["sealed"] is not None,
    }


def backups_text(rows: Sequence[Mapping[str, Any]], where: str, *, json: bool) -> str:
    """Return a list of the backups in the folder called `where`, a line each or as JSON."""
    if json:
        return as_json(rows)
    if not rows:
        return f"none in {where}\n"
    line = "{created}  {scope:<4}  {users:>6} users  {bytes:>12} bytes  {file}"
    return as_lines(map(line.format_map, rows))
