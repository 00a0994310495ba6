"""The graders of the boundary evals: boolean functions, each of which says one thing about one step.

They look at the context report and the prompt first (was it in the window, was it not) and then at the reply. A name
that is a field of `boundaries_cases.Expect` grades that field; those in `ALWAYS` grade every answered message.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from evals.targets import Observation, PromptMessage
from memory.core.language.quoting import quoted
from memory.core.window.fences import read_fences, without_fences
from memory.core.window.section_texts import PASSAGES


def in_window(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text is told by something the context report names, and stood in a prompt."""
    prompt = _prompt(seen)
    named = [told["text"] for told in seen["told"]] + [m["content"] for m in _tool_results(seen)]
    return all(text in prompt and any(text in one for one in named) for text in texts)


def not_in_window(seen: Observation, texts: Sequence[str]) -> bool:
    """No text stood in any prompt, nor in a fact, passage or summary that the report names."""
    prompt = _prompt(seen)
    named = "\n".join(told["text"] for told in seen["told"] if told["part"] != "message")
    return bool(seen["calls"]) and not any(text in prompt or text in named for text in texts)


def in_facts(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text is told by a fact in the window: profile, standing instruction or recalled."""
    named = [told["text"] for told in seen["told"] if told["part"] in _FACTS]
    shown = _facts(seen)
    return all(text in shown and any(text in one for one in named) for text in texts)


def not_in_facts(seen: Observation, texts: Sequence[str]) -> bool:
    """No text is told by a fact in the window."""
    named = "\n".join(told["text"] for told in seen["told"] if told["part"] in _FACTS)
    shown = _facts(seen)
    return bool(seen["calls"]) and not any(text in shown or text in named for text in texts)


def in_summary(seen: Observation, texts: Sequence[str]) -> bool:
    """The report names a summary, and each text stands in the one in the window."""
    shown = _fenced(seen, "summary")
    return bool(seen["report"].get("summary")) and all(text in shown for text in texts)


def in_messages(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text stands in a message of this conversation that is in the window."""
    shown = _messages(seen)
    return all(text in shown for text in texts)


def not_in_messages(seen: Observation, texts: Sequence[str]) -> bool:
    """No message of this conversation in the window has a text: it lies beyond the window, or was masked."""
    shown = _messages(seen)
    return bool(seen["calls"]) and not any(text in shown for text in texts)


def in_passages(seen: Observation, passages: Sequence[dict[str, str]]) -> bool:
    """Each passage is in the window with its date, its conversation and who said it, and the report names it."""
    named = [told["text"] for told in seen["told"] if told["part"] == "passage"]
    lines = _passage_lines(seen)
    return all(any(p["text"] in one for one in named) and any(_attributes(ln, p) for ln in lines) for p in passages)


def reply_has(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text stands in the reply."""
    return all(text in seen["reply"] for text in texts)


def reply_has_not(seen: Observation, texts: Sequence[str]) -> bool:
    """No text stands in the reply, nor in the error that came in its place."""
    return not any(text in seen["reply"] or text in seen["error"] for text in texts)


def refused(seen: Observation, _: bool) -> bool:
    """The message was refused as someone else's, without a reply and without asking a model."""
    return seen["error"].startswith("OwnershipError") and not seen["reply"] and not seen["calls"]


def answered_once(seen: Observation, _: bool) -> bool:
    """The transcript has the message once, and one whole answer after it, which is the reply."""
    entries = seen["transcript"]
    own = [i for i, entry in enumerate(entries) if entry["id"] == seen["message_id"]]
    after = entries[own[0] + 1 :] if len(own) == 1 else []
    answers = [e for e in after if e["role"] == "assistant" and e["text"] and not e["mark"]]
    return [answer["text"] for answer in answers] == [seen["reply"]]


def in_transcript(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text stands in the conversation as its user reads it."""
    return all(any(text in entry["text"] for entry in seen["transcript"]) for text in texts)


def not_in_transcript(seen: Observation, texts: Sequence[str]) -> bool:
    """No text stands in the conversation as its user reads it."""
    return not any(text in entry["text"] for entry in seen["transcript"] for text in texts)


def in_history(seen: Observation, texts: Sequence[str]) -> bool:
    """Each text is told by a fact that was kept and no longer holds."""
    return all(any(text in fact for fact in seen["history"]) for text in texts)


def not_stored(seen: Observation, texts: Sequence[str]) -> bool:
    """No text stands in any document of the user but the transcript: facts, pending, summaries, leaves, events."""
    return not any(text in document for document in seen["stored"] for text in texts)


def begun(seen: Observation, wanted: bool) -> bool:
    """Whether the conversation looked up has begun for the user who looks."""
    return seen.get("begun") is wanted


def answered(seen: Observation, _: bool) -> bool:
    """The message was answered, with a reply and without an error."""
    return bool(seen["reply"]) and not seen["error"]


def report_names_window(seen: Observation, _: bool) -> bool:
    """The report names as many messages, facts and passages as stood in the last prompt, and a summary if one did."""
    if not seen["calls"]:
        return False
    last = seen["calls"][-1]
    fences = _fences(last)
    facts, _heading, passages = fences.get("memory", "").partition(PASSAGES)
    shown = {
        "message": len(last) - 1,  # the first is the system message
        "profile": _bullets(fences.get("profile", "")),
        "instruction": _bullets(fences.get("instructions", "")),
        "fact": _bullets(facts),
        "passage": _bullets(passages),
        "summary": int("summary" in fences),
    }
    told = [one["part"] for one in seen["told"]]
    return {part: told.count(part) for part in shown} == shown


def prompt_within_budget(seen: Observation, _: bool) -> bool:
    """What the report counts, and what the prompts take when they are counted anew, is within the budget."""
    budget = seen["report"]["budget"]
    return bool(seen["report"]["total_tokens"] <= budget and seen["tokens"] <= budget)


def valid_tool_sequence(seen: Observation, _: bool) -> bool:
    """In every prompt each call is followed by its one result, before anything else, and no result lacks its call."""
    return all(_is_valid(call) for call in seen["calls"])


Grader = Callable[[Observation, Any], bool]
_EXPECTED: tuple[Grader, ...] = (
    in_window,
    not_in_window,
    in_facts,
    not_in_facts,
    in_summary,
    in_messages,
    not_in_messages,
    in_passages,
    reply_has,
    reply_has_not,
    refused,
    answered_once,
    in_transcript,
    not_in_transcript,
    in_history,
    not_stored,
    begun,
)
GRADERS: dict[str, Grader] = {grader.__name__: grader for grader in _EXPECTED}
"""By the field of `Expect` they grade."""
ALWAYS: dict[str, Grader] = {
    grader.__name__: grader for grader in (answered, report_names_window, prompt_within_budget, valid_tool_sequence)
}
"""What holds of every message that is not refused."""

_FACTS = ("profile", "instruction", "fact")


def _prompt(seen: Observation) -> str:
    """Return all that the turn's prompts held but the user's own message, which the case's author wrote."""
    return "\n".join(message["content"] for call in seen["calls"] for message in call)


def _tool_results(seen: Observation) -> Iterator[PromptMessage]:
    return (m for call in seen["calls"] for m in call if m["role"] == "tool")


def _messages(seen: Observation) -> str:
    shown = [m["content"] for call in seen["calls"] for m in call if m["role"] in {"user", "assistant"}]
    return "\n".join(map(without_fences, shown))


def _fences(call: Sequence[PromptMessage]) -> dict[str, str]:
    return read_fences("\n".join(message["content"] for message in call))


def _fenced(seen: Observation, *tags: str) -> str:
    return "\n".join(_fences(call).get(tag, "") for call in seen["calls"] for tag in tags)


def _facts(seen: Observation) -> str:
    recalled = [_fences(call).get("memory", "").partition(PASSAGES)[0] for call in seen["calls"]]
    return "\n".join([_fenced(seen, "profile", "instructions"), *recalled])


def _passage_lines(seen: Observation) -> list[str]:
    blocks = [_fences(call).get("memory", "").partition(PASSAGES)[2] for call in seen["calls"]]
    return [line for block in blocks for line in block.splitlines()]


def _attributes(line: str, passage: dict[str, str]) -> bool:
    head, _, text = line.partition(f"conversation {quoted(passage['conversation'])}] {passage['by']}: ")
    return passage["text"] in text and head.startswith("- [20")


def _bullets(text: str) -> int:
    return sum(line.startswith("- ") for line in text.splitlines())


def _is_valid(messages: Sequence[PromptMessage]) -> bool:
    waiting: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message["answers"] not in waiting:
                return False
            waiting.remove(message["answers"])
        elif waiting:
            return False
        waiting = [*waiting, *message["calls"]]
    return not waiting
