"""Every default in one table; ARCHITECTURE.md prints it and a test holds the two together."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Defaults:
    """Numbers a team may want to change; each is used from here alone."""

    context_budget: int = 16_000
    """Tokens of one model call's input, unless 60 % of the model's window is less."""
    output_reserve: int = 2_000
    """Tokens kept free for the answer."""
    adopt_share: float = 0.9
    """Share of the budget the window must pass before a newer summary is adopted."""
    window_share: float = 1 / 3
    """Share of the budget the window is cut to when a summary is adopted."""
    recall_deadline_ms: int = 100
    """Milliseconds recall may take before the turn goes on without it."""
    recall_facts: int = 8
    """Facts recalled a turn, at most."""
    recall_passages: int = 4
    """Passages of past conversations recalled a turn, at most."""
    recall_mb: int = 512
    """Megabytes that what a process finds passages by takes, about; one user's newest take seven eighths, at most."""
    active_facts: int = 200
    """Facts of a user in use at once, at most, standing instructions apart; the weakest go to the archive."""
    idle_days: float = 30.0
    """Days without a use after which a fact that is not important may go to the archive."""
    fold_entries: int = 20
    """Entries past the cursor and before the tail that make a fold due."""
    tail_entries: int = 20
    """Entries at the end of a thread that are never folded."""
    leaf_tokens: int = 300
    """Tokens of a leaf summary, at most."""
    summary_tokens: int = 600
    """Tokens of the running summary, at most, exact strings apart."""
    exact_tokens: int = 600
    """Tokens of the exact strings a leaf or the running summary carries, at most."""
    fold_read_tokens: int = 6_000
    """Tokens of entries that a model reads in one request to fold them; longer entries are read in pieces."""
    fold_merge_tokens: int = 4_000
    """Tokens of summaries that it merges in one request; more are merged in steps."""
    fold_calls: int = 60
    """Requests of one consolidation of a thread to that model; the rest is left to the next one."""
    fold_tries: int = 3
    """Times it is asked for one text; then rules write it."""
    fold_runs: int = 3
    """Consolidations that try again what rules had to write."""
    recalibrate_folds: int = 5
    """Folds after which a summary is merged anew from its leaves."""
    recalibrate_turns: int = 100
    """Messages of the user after which it is made anew from the transcript."""
    drift_limit: float = 0.3
    """Share of exact strings that may be lost when it is made anew from its leaves; past it the transcript is read."""
    long_tokens: int = 320
    """Tokens over which a user's or the assistant's message may be shortened once it is old."""
    short_tokens: int = 160
    """Tokens of a message's short form, at most."""
    short_forms: int = 20
    """Short forms a thread keeps, of its newest long messages."""
    extract_messages: int = 12
    """Messages of the user in which a model looks for facts at once."""
    extract_tokens: int = 2_000
    """Tokens of those, unless one message alone takes more."""
    extract_calls: int = 20
    """Requests of one consolidation of a thread to that model; the rest is left to the next one."""
    extract_runs: int = 3
    """Consolidations that try a message for which the model gives no answer that can be used."""
    extract_entries: int = 10
    """Entries past that model's cursor that start a consolidation; the cron takes up fewer."""
    message_facts: int = 10
    """Facts of one message that are written or wait, at most, and proposals the model may make in a turn."""
    day_facts: int = 200
    """Facts written for a user in 24 hours; what comes after waits for a decision."""
    shared_items: int = 10_000
    """Items of shared knowledge for everyone, and as many for each organisation, at most."""
    recall_shared: int = 4
    """Items of shared knowledge recalled a turn, at most."""
    pending_facts: int = 200
    """Facts of a user that may wait for a decision; what comes after is rejected."""
    pending_bytes: int = 262_144
    """Bytes of those, as above."""
    instructions: int = 20
    """Standing instructions that hold at once; what comes after waits for a decision."""
    working_entries: int = 20
    """Entries of a task's state, at most."""
    working_value_chars: int = 500
    """Characters of one of them, at most."""
    working_chars: int = 4_000
    """Characters of all of them together, at most."""
    working_days: int = 7
    """Days without a change after which a task's state is gone."""
    temporary_hours: int = 24
    """Hours without a message after which a temporary conversation ends and is erased."""
    state_messages: int = 200
    """Messages a thread's state keeps for front ends; up to a fifth more before the oldest go."""
    message_bytes: int = 1_048_576
    """Bytes of one user message's text, at most."""
    media_bytes: int = 12_582_912
    """Characters of one user message with its encoded images and files, at most."""
    message_media: int = 8
    """Images and files of one message, and of a model call, at most; older ones are told in a line."""
    blob_bytes: int = 8_388_608
    """Bytes of one image or file, at most."""
    inline_media_bytes: int = 1_024
    """Bytes of an image or file that stays in its message; a larger one becomes a blob."""
    storage_seconds: float = 5.0
    """Seconds a batch of the store may take in a turn before the turn goes on without memory."""
    statement_seconds: int = 30
    """Seconds one PostgreSQL statement may take, unless the address or the database sets a limit of its own."""
    lock_seconds: int = 10
    """Seconds a PostgreSQL statement waits for a lock, as above."""
    tool_seconds: float = 60.0
    """Seconds one tool call may take."""
    tool_rounds: int = 12
    """Rounds of tool calls in a turn; after them the model must answer."""
    tool_state_chars: int = 50_000
    """Characters of a tool result kept in the state; the transcript holds all of it."""
    model_seconds: float = 120.0
    """Seconds without a token before a model call fails."""
    model_retries: int = 2
    """Retries of a model call that failed before its first token."""
    cron: str = "0 3 * * *"
    """When consolidation of everything due runs."""
    backups_kept: int = 7
    """Backups made by the schedule that stay; the oldest go."""


DEFAULTS = Defaults()
