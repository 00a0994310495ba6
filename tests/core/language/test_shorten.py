from hypothesis import given
from hypothesis import strategies as st
from support.histories import IMAGE, call, message

from memory.core.language.shorten import calls_changed, head_and_tail, shortened, without_reasoning
from memory.core.transcript.entries import Message, text_of
from memory.models.tokenizer import count_text

TEXTS = st.text(alphabet="ab 中文繁體。\n📎", max_size=400)


@given(TEXTS, st.integers(1, 100))
def test_a_shortened_text_fits_its_limit_and_a_short_one_stays(text: str, limit: int):
    cut = head_and_tail(text, limit, count_text, " … ")
    assert count_text(cut) <= limit
    assert count_text(text) > limit or cut == text


def test_head_and_tail_of_english_and_chinese_are_shown():
    for text in (
        "begin " + "word " * 5_000 + "end",
        "开头" + "我们去上海" * 5_000 + "结尾",
        "開頭" + "臺灣" * 5_000 + "結尾",
    ):
        cut = head_and_tail(text, 100, count_text, "[…]")
        assert cut.startswith(text[:2])
        assert cut.endswith(text[-2:])
        assert 50 < count_text(cut) <= 100


def test_other_blocks_stay_when_the_text_of_a_message_is_cut():
    long = message("u", "user", [{"type": "text", "text": "很长" * 2_000}, IMAGE, "and " * 2_000])
    cut = shortened(long, 60, count_text)
    assert [b["type"] for b in cut["content"] if isinstance(b, dict)] == ["text", "image_url"]
    assert len(cut["content"]) == 2
    assert shortened(cut, 100, count_text) is cut


def test_changed_arguments_become_one_text_and_what_repeats_them_in_the_content_goes():
    args = {"path": "a.txt", "text": "数据 data " * 500}
    blocks = [{"type": "text", "text": "I write."}, {"type": "tool_use", "id": "x", "input": args}]
    asked = message("a", "assistant", blocks, tool_calls=[call("x", **args), call("y", q="short")])
    cut = calls_changed(asked, lambda text: text[:20] if len(text) > 100 else text)
    assert cut["content"] == blocks[:1]
    assert cut["tool_calls"][0]["args"] == {"shortened": '{"path": "a.txt", "t'}
    assert cut["tool_calls"][1] == asked["tool_calls"][1]
    assert asked["tool_calls"][0]["args"] == args


def test_arguments_that_are_no_json_are_changed_as_text():
    broken = {"id": "x", "name": "search", "args": "{" + "詞" * 90, "error": "no JSON"}
    cut = calls_changed(message("a", "assistant", invalid_tool_calls=[broken]), lambda text: text[:5])
    assert cut["invalid_tool_calls"][0]["args"] == "{詞詞詞詞"


def test_a_message_whose_calls_do_not_change_is_the_same_object():
    asked = message("a", "assistant", "ok", tool_calls=[call("x", q="短")])
    assert calls_changed(asked, str) is asked


def test_reasoning_goes_and_nothing_is_left_empty():
    thought = {"type": "thinking", "thinking": "想" * 100}
    assert without_reasoning(message("a", "assistant", [thought, "yes"]))["content"] == ["yes"]
    assert without_reasoning(message("a", "assistant", [thought]))["content"] == "…"


def test_a_tools_bulky_blocks_are_shortened_as_text_and_its_images_stay():
    bulk = {"type": "json", "json": {"航班": ["CA1234", "MU5100"] * 400}}
    picture = {"type": "image", "blob": "a" * 64, "mime_type": "image/png", "size": 5}
    result: Message = {"id": "r", "role": "tool", "content": ["found 找到", bulk, picture], "tool_call_id": "c"}
    cut = shortened(result, 200, count_text)
    assert count_text(text_of(cut)) <= 200
    assert text_of(cut).startswith("found 找到")
    assert cut["content"][-1] == picture
    small = {**result, "content": [{"type": "json", "json": 1}, picture]}
    assert shortened(small, 200, count_text) is small
