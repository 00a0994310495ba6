import json
from copy import deepcopy

from hypothesis import given, settings
from hypothesis import strategies as st
from support.blocks import block_histories
from support.histories import call, histories, message, result
from support.validity import problems_of

from memory.core.messages.provider_form import for_providers
from memory.core.transcript.entries import Message, text_of
from memory.core.window.fenced_messages import fence_tokens, with_left_out, with_result_fenced
from memory.core.window.window import Window, fit_window
from memory.core.window.window_cut import WindowCut
from memory.models.tokenizer import count_message, count_text

SECRET = "a secret"
SAID = [
    "请把订单 DD20261129001 改到 12月3日下午三点，金额 3.5万元，联系人王小明。",
    "請幫我查訂單 TW-88231，電話 0912-345-678。",
    "Please move order AB-1234 to 2026-12-03, $1,250.50, for Mia Li. 🙂",
    "mixed 中英 text about HAT136 和 credit_card_4421486",
    "ok",
]


def as_sent(one: Message) -> int:
    return count_message(with_result_fenced(one, SECRET))


def fit(messages: list[Message], room: int, cut: WindowCut | None = None, start: int = 0) -> Window:
    tokens = fence_tokens(SECRET, count_text)
    since = "key" if start else None
    return fit_window(messages, room, as_sent, count_text, start=start, since=since, cut=cut, fence_tokens=tokens)


def sent(window: Window) -> list[Message]:
    results = [with_result_fenced(m, SECRET) for m in window.messages]
    return for_providers(with_left_out(results, window.left_out, SECRET))


def newest_user(messages: list[Message]) -> list[str]:
    return [m["id"] for m in messages if m["role"] == "user"][-1:]


@st.composite
def talks(draw: st.DrawFn) -> list[list[Message]]:
    """Draw exchanges as a healthy run leaves them: some with rounds of tools, short and long, in both languages."""
    drawn = []
    for n in range(draw(st.integers(6, 14))):
        exchange = [message(f"u{n}", "user", draw(st.sampled_from(SAID)) * draw(st.sampled_from([1, 1, 12])))]
        for r in range(draw(st.sampled_from([0, 0, 1, 3]))):
            rows = [{"flight": f"HAT{n:02}{r}{i}", "价格": i * 7, "date": "2026-12-01"} for i in range(20)]
            exchange.append(message(f"c{n}-{r}", "assistant", tool_calls=[call(f"x{n}-{r}", q=f"问题{n}")]))
            exchange.append(result(f"r{n}-{r}", f"x{n}-{r}", json.dumps(rows, ensure_ascii=False)))
        drawn.append([*exchange, message(f"a{n}", "assistant", draw(st.sampled_from(SAID)))])
    return drawn


ANY = block_histories(max_size=10) | histories(media=True) | talks().map(lambda t: [m for e in t for m in e])


@settings(max_examples=60)
@given(ANY, st.integers(900, 5_000), st.integers(0, 3))
def test_the_window_of_any_history_is_valid_in_its_room_and_holds_the_newest_question(
    history: list[Message], room: int, start: int
):
    before, start = deepcopy(history), min(start, len(history))
    window = fit(history, room, start=start)
    assert history == before
    assert problems_of(sent(window)) == [] or not window.messages
    assert newest_user(window.messages) == newest_user(history[start:])
    beside = [window.left_out] if window.left_out else []
    took = sum(map(as_sent, window.messages)) + window.earlier_tokens
    took += sum(count_text(line) + fence_tokens(SECRET, count_text) for line in beside)
    assert window.tokens == took
    assert took <= room or any("exceed" in note for note in window.notes)


@settings(max_examples=40)
@given(histories() | talks().map(lambda t: [m for e in t for m in e]), st.integers(1_500, 5_000))
def test_texts_and_tools_of_any_length_fit_and_what_fits_is_not_cut_again(history: list[Message], room: int):
    window = fit(history, room)
    assert window.tokens <= room
    again = fit(history, room, window.cut)
    assert (again.messages, again.left_out, again.cut) == (window.messages, window.left_out, window.cut)
    assert fit(window.messages, room).messages == window.messages


@settings(max_examples=30)
@given(histories(media=True) | block_histories(), st.integers(-500, 900))
def test_in_hardly_any_room_pairs_stay_whole_and_the_newest_question_stays(history: list[Message], room: int):
    window = fit(history, room)
    assert problems_of(sent(window)) == [] or not window.messages
    assert newest_user(window.messages) == newest_user(history)


@settings(max_examples=25)
@given(talks(), st.integers(1_200, 6_000))
def test_between_two_steps_a_window_only_grows_at_its_end(talk: list[list[Message]], room: int):
    cut: WindowCut | None = None
    said: list[Message] = []
    before: Window | None = None
    steps = 0
    for exchange in talk:
        said += exchange
        window = fit(said, room, cut)
        whole = not any("newest exchange" in note for note in window.notes)
        if before and window.cut == cut:
            assert whole
            assert window.left_out == before.left_out
            assert window.messages[: len(before.messages)] == before.messages
        steps += window.cut != cut
        cut, before = window.cut, window if whole else None
    assert steps <= len(talk)


@given(st.integers(0, 30))
def test_a_cut_of_another_branch_or_of_before_a_summary_counts_for_nothing(start: int):
    talk = [message(f"{role[0]}{n}", role, f"{SAID[n % 4]} {n}") for n in range(20) for role in ("user", "assistant")]
    strange: WindowCut = {"since": None, "cleared": "x", "shortened": "y", "start": "z", "strings": 500}
    assert fit(talk, 20_000, strange, start).messages == talk[start:]
    own: WindowCut = {"since": None, "cleared": None, "shortened": None, "start": "u3", "strings": 500}
    assert text_of(fit(talk, 20_000, own, start).messages[0]) == text_of(talk[start or 6])
