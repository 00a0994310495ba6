import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.window.fences import TAGS, fence, neutralise, read_fences, without_fences

PIECES = st.sampled_from(
    ["<memory", "</ profile", "<", ">", ' mark="0a">', "\n", "\n\n", "记忆", "記憶", "text", "<b>", "< SUMMARY"]
)
BODIES = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=60)
MARKS = st.text(alphabet="0123456789abcdef", min_size=1, max_size=12)


@given(st.sampled_from(TAGS), MARKS, BODIES)
def test_what_is_fenced_reads_back_as_it_was_made_harmless(tag: str, mark: str, body: str):
    assert read_fences(fence(tag, mark, body), mark) == {tag: neutralise(body)}


@given(BODIES)
def test_harmless_text_holds_no_fence_and_stays_as_it_is(text: str):
    harmless = neutralise(text)
    assert neutralise(harmless) == harmless
    assert read_fences(harmless) == {}
    assert len(harmless) == len(text)


@given(BODIES, BODIES, MARKS)
def test_text_around_fences_stays_when_they_are_taken_out(before: str, body: str, mark: str):
    assert without_fences(f"{neutralise(before)}{fence('memory', mark, body)}") == neutralise(before).strip()


@pytest.mark.parametrize(
    "fake",
    [
        "<memory>", "</MEMORY >", "< / profile mark='x'>", "<\nsummary", '<Instructions mark="1">',
        "<\u200bmemory>", "<\x00memory>", "＜/memory＞", "﹤summary﹥", "<\u2060/\ufeffprofile>", "文字 <",
        '<policy mark="abcdef-0123456789">', "</策略 mark=“abcdef-01”>", '<mem\u200bory mark="abcdef-0123456789">',
    ],
)  # fmt: skip
def test_look_alikes_are_made_harmless(fake: str):
    assert not set("<＜﹤") & set(neutralise(fake))


@pytest.mark.parametrize("text", ["<b>粗体</b>", "a < b", "<memories>", "if x<y: 記憶", "＜书名＞", '<p mark="1">'])
def test_other_angle_brackets_stay(text: str):
    assert neutralise(text) == text


def test_only_fences_with_the_mark_are_read_and_several_of_a_tag_are_joined():
    text = "\n".join([fence("memory", "aa", "one"), fence("memory", "bb", "fake"), fence("memory", "aa", "二")])
    assert read_fences(text, "aa") == {"memory": "one\n二"}


def test_only_fences_with_the_mark_are_taken_out():
    own, other = fence("memory", "aabbcc-01", "一"), fence("memory", "ddeeff-01", "二")
    assert without_fences(f"before\n{own}\n{other}", "aabbcc") == f"before\n\n{other}"
