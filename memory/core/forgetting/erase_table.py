"""What an erase did, as lines for a person."""

from memory.core.forgetting.erase_docs import FactsTold, Receipt

_WIDTH = 20


def receipt_lines(receipt: Receipt) -> list[str]:
    """Return a receipt as a table: what was deleted, then what is out of reach."""
    who = receipt["user"] or "a user"
    what = f"everything of {who}" if receipt["what"] == "user" else f"{receipt['conversation']!r} of {who}"
    rows = [
        ("documents", str(sum(receipt["documents"].values()))),
        *((f"  {kind}", str(count)) for kind, count in receipt["documents"].items()),
        ("checkpoint threads", str(receipt["checkpoints"])),
        ("platform threads", str(receipt["threads"])),
        ("crons", str(receipt["crons"])),
        ("runs stopped", str(receipt["runs_stopped"])),
        ("written meanwhile", str(receipt["late"])),
        ("sweeps", str(receipt["passes"])),
        ("compacted", ", ".join(receipt["compacted"]) or "nothing of ours"),
        ("started", receipt["started"]),
        ("finished", receipt["finished"]),
    ]
    if receipt["what"] == "conversation":
        rows.insert(0, ("facts kept", str(receipt["facts_kept"])))
    if receipt["epoch"] is not None:
        rows.append(("epoch from now on", str(receipt["epoch"])))
    table = [f"  {name:<{_WIDTH}}{value}" for name, value in rows]
    found = receipt["documents"] or receipt["checkpoints"] or receipt["threads"]
    title = f"Erased {what}." if found else f"Nothing was found of {what.removeprefix('everything of ')}."
    return [title, *table, "Out of reach:", *(f"  - {line}" for line in receipt["out_of_reach"])]


def preview_lines(facts: FactsTold) -> list[str]:
    """Return what a conversation told of the user, as lines; none when it told nothing."""
    parts = [
        ("Facts known from this conversation alone (--facts delete erases them):", facts["only"]),
        ("Facts known from other conversations too, which stay:", facts["also"]),
        ("Proposals that wait for your decision, which go:", facts["pending"]),
    ]
    return [line for title, told in parts if told for line in (title, *(f"  - {fact['text']}" for fact in told))]
