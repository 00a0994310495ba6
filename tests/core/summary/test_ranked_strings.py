import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.core.anchors.anchors import as_anchor
from memory.core.anchors.exact_strings import strings_tokens
from memory.core.summary.ranked_strings import HANDED_SHARE, Strings, kept_strings, said_strings
from memory.models.tokenizer import count_text


def strings(*texts: tuple[str, str | None]) -> Strings:
    found = Strings()
    found.add_all(texts)  # type: ignore[arg-type]  # origins
    return found


def test_a_long_paste_takes_no_more_than_its_share_while_others_want_room():
    pasted = [(f"ID-{i:05d}", "handed") for i in range(200)]
    own = [(f"Name{i} Surname{i}", "own") for i in range(40)]
    kept = kept_strings(strings(*pasted, *own), count_text, 200)
    handed = [text for text in kept if text.startswith("ID-")]
    assert strings_tokens(handed, count_text) <= 200 * HANDED_SHARE
    assert len(kept) - len(handed) >= 10


def test_a_paste_fills_what_nobody_else_wants():
    pasted = [(f"ID-{i:05d}", "handed") for i in range(200)]
    kept = kept_strings(strings(*pasted), count_text, 200)
    assert strings_tokens(kept, count_text) > 180


def test_approved_facts_come_first_and_what_the_text_tells_last():
    found = strings(("Mia Li", None), ("AB-1234", None), ("CD-5678", None))
    approved, told = {as_anchor("Mia Li").normal}, {as_anchor("CD-5678").normal}
    room = strings_tokens(["Mia Li", "AB-1234"], count_text)
    assert kept_strings(found, count_text, room, approved=approved, told=told) == ["Mia Li", "AB-1234"]


def test_a_message_with_a_paste_tells_its_own_words_from_it():
    text = "Translate this:\nInvoice ZZ-1111 for Bob Ray, $77."
    assert dict(said_strings(f"My order is AB-1234.\n{text}", "user")) == {
        "AB-1234": "own",
        "ZZ-1111": "handed",
        "Bob Ray": "handed",
        "$77": "handed",
    }
    assert dict(said_strings("我的订单是AB-1234。\n请翻译以下内容：\n发票号ZZ-1111，共77元", "user")) == {
        "AB-1234": "own",
        "ZZ-1111": "handed",
        "77元": "handed",
    }
    assert dict(said_strings("AB-1234", "tool")) == {"AB-1234": "handed"}
    assert dict(said_strings("AB-1234", "assistant")) == {"AB-1234": None}


@pytest.mark.parametrize("text", ['He wrote "我[forgotten]" on TP443.', "他写了“住在[已忘记]”，航班TP443。"])
def test_what_stands_for_forgotten_words_is_no_exact_string(text: str):
    assert [one for one, _ in said_strings(text, "tool")] == ["TP443"]


def test_what_the_user_said_too_is_their_own_wherever_it_was_said_last():
    found = strings(("AB-1234", "own"), ("AB-1234", "handed"))
    assert found.origins_of(found.texts) == {"AB-1234": "own"}


@settings(max_examples=40)
@given(st.lists(st.tuples(st.from_regex(r"[A-Z]{2}-\d{3}", fullmatch=True), st.sampled_from(["own", None, "handed"]))))
def test_any_choice_fits_and_keeps_the_order(texts: list[tuple[str, str | None]]):
    found = strings(*texts)
    kept = kept_strings(found, count_text, 60)
    assert strings_tokens(kept, count_text) <= 60
    assert kept == [text for text in found.texts if text in kept]
