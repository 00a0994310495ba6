"""Forgetting: what is asked, which facts that is, what keeps them away, and what is masked."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Mask, Proposal, Source
from memory.core.forgetting.forget_requests import EVERYTHING, find_forgotten, forget_requests
from memory.core.forgetting.forgetting import (
    is_forgotten,
    locate_masks,
    make_tombstone,
    mask_content,
    mask_text,
    masks_of,
    revived,
)
from memory.core.transcript.entries import text_of

KEY = "secret"
JAN, FEB, MAR = (f"2026-0{n}-05T10:00:00+00:00" for n in (1, 2, 3))

ASKED: list[tuple[str, list[str]]] = [
    ("Forget that I live in Lisbon.", ["I live in Lisbon"]),
    ("Please forget my birthday", ["my birthday"]),
    ("Can you forget my phone number?", ["my phone number"]),
    ("Please delete what you know about my job.", ["my job"]),
    ("forget everything about my sister", ["my sister"]),
    ("Don't remember that I like jazz, please", ["I like jazz"]),
    ("Erase the fact that I am vegetarian", ["I am vegetarian"]),
    ("Remove my birthday from your memory", ["my birthday"]),
    ("Forget what I told you about Rex", ["Rex"]),
    ("Forget that I lived in Paris, I live in Lisbon now", ["I lived in Paris"]),
    ("please delete where I live", ["where I live"]),
    ("Forget about the parrot please", ["the parrot"]),
    ("忘掉我在哪上班", ["我在哪上班"]),
    ("忘记我住在里斯本", ["我住在里斯本"]),
    ("请忘掉我的生日吧。", ["我的生日"]),
    ("請忘記我住在臺北", ["我住在臺北"]),
    ("把我的电话号码忘了", ["我的电话号码"]),
    ("别记我的地址", ["我的地址"]),
    ("不要记住我的电话", ["我的电话"]),
    ("请删除你知道的关于我女儿的事情", ["我女儿"]),
    ("你能忘掉我的生日吗？", ["我的生日"]),
    ("Delete my phone number", ["my phone number"]),
    ("Could you delete my mobile number, please?", ["my mobile number"]),
    ("Erase my e-mail", ["my e-mail"]),
    ("Delete my home address, thanks", ["my home address"]),
    ("Erase my favourite colour", ["my favourite colour"]),
    ("Delete my dog's name", ["my dog's name"]),
    ("Delete my wife's birthday", ["my wife's birthday"]),
    ("Remove all my hobbies", ["all my hobbies"]),
    ("Forget the phone number I gave you", ["the phone number"]),
    ("I don't want you to keep my phone number", ["my phone number"]),
    ("Stop storing my address", ["my address"]),
    ("Wipe my address from memory.", ["my address"]),
    ("Delete that I like jazz", ["I like jazz"]),
    ("My phone number: forget it", ["My phone number"]),
    ("My dog's name, please delete that.", ["My dog's name"]),
    ("Please take my phone number out of your memory", ["my phone number"]),
    ("Keep my e-mail address out of your notes, thanks", ["my e-mail address"]),
    ("我的手机号，请忘掉", ["我的手机号"]),
    ("我在哪上班这条删了吧", ["我在哪上班"]),
    ("我的手機號，麻煩你忘了吧", ["我的手機號"]),
    ("我的 email，请删掉", ["我的 email"]),
    ("忘记我的狗", ["我的狗"]),
    ("忘記我的貓", ["我的貓"]),
    ("删除我的电话", ["我的电话"]),
    ("請刪除我的電話號碼", ["我的電話號碼"]),
    ("删一下我的地址", ["我的地址"]),
    ("从你的记忆里删掉我的邮箱", ["我的邮箱"]),
    ("能不能把我的电话删了？", ["我的电话"]),
    ("我不想让你记住我的电话", ["我的电话"]),
    ("我的電話以後不用記了", ["我的電話"]),
    ("我的手机号你忘了吧", ["我的手机号"]),
    ("删除我喜欢爵士乐这条", ["我喜欢爵士乐"]),
    ("删除 my phone number", ["my phone number"]),
    ("Delete 我的电话", ["我的电话"]),
    ("忘掉我的 email", ["我的 email"]),
    ("Wipe my phone number", ["my phone number"]),
    ("Wipe my phone from your memory", ["my phone"]),
    ("帮我把邮箱删了", ["邮箱"]),
    ("幫我把郵箱刪了，謝謝", ["郵箱"]),
    ("请帮我删除电话号码", ["电话号码"]),
    ("从你的记忆里把地址删掉", ["地址"]),
    ("能帮我把邮箱删了吗？", ["邮箱"]),
    ("帮我把 email 删了", ["email"]),
    ("Forget everything you know about me", [EVERYTHING]),
    ("Forget everything.", [EVERYTHING]),
    ("忘掉一切", [EVERYTHING]),
    ("把你记得的关于我的一切都忘掉", [EVERYTHING]),
    ("清空你的记忆", [EVERYTHING]),
]
NOT_ASKED = [
    *(
        "Forget about Lisbon, let's plan Porto",
        "Forget about it",
        "Don't forget that I live in Lisbon",
        "I forget where I put my keys",
    ),
    *("I always forget names", "Did you forget my birthday?", "I forgot my password", "How do I forget my ex?"),
    *("Forget it.", "Forget the meeting, let's talk about lunch", "Delete everything", "Delete everything in the list"),
    *("My mom said, forget my birthday", "> forget my birthday", '"forget my birthday"', "```\nforget my name\n```"),
    *("你忘了我的生日吗？", "我忘了带钥匙", "别忘了我的生日", "不要忘记我的生日", "忘了说，我住在里斯本"),
    *(
        "I keep forgetting my phone number",
        "Don't forget my phone number",
        "Can you delete my account?",
        "Delete my files",
    ),
    *("Delete my phone number from the signature", "How do I delete my phone number?", "Did you delete my e-mail?"),
    *("Delete Bob's phone number", "Forget his address", "I deleted my e-mail", "Don't delete my phone number"),
    *(
        "If I delete my phone number, what then?",
        "Delete my favourite file",
        "Delete my dog photos",
        "Delete my emails",
    ),
    *('My boss said "delete my phone number"', "Translate: delete my phone number", "I can't forget my dog"),
    *("别删我的电话", "我老是忘记我的电话", "删除他的电话", "我把我的電話刪了", "怎么删除我的电话", "“删除我的电话”"),
    *("删除我的账号", "刪除我的郵件", "从通讯录里删掉我的电话", "我的电话忘了", "我的电话你忘了", "我的账号删掉吧"),
    *("忘记我的狗是不可能的", "你删了我的电话", "如果删除我的电话会怎样？", "我不想忘记我的狗"),
    *("My dog ran away, forget it", "Take my phone number out of the signature", "Keep my dog out of your house"),
    *("My phone: delete it from the list", "我的账号，请删掉", "我的電話，你忘了嗎？"),
    *("Wipe my phone", "Clear my name", "Get rid of my dog", "Clear my e-mail", "Drop my job", "清空我的手机"),
    *(
        "把我的手機清空",
        "清除我的邮箱",
        "把邮箱删了",
        "删除邮箱",
        "我把邮箱删了",
        "他帮我把邮箱删了",
        "怎么帮我把邮箱删了",
    ),
    *("帮我把邮箱里的邮件删了", "帮我把表格里的地址删了", "你把我的电话删了吗？", "帮我 wipe 一下 my phone"),
    *("她说忘掉我的生日", "删除全部文件", "把文件删掉", "忘了我的钥匙放在哪里了", ""),
]


def said(text: str, entry: str = "e1", at: str = JAN) -> list[Proposal]:
    source: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": entry}
    return extract(text, source=source, observed_at=at)


KNOWN = (
    said(
        "My name is Anna. I live in Lisbon. My birthday is on May 3. I work at Acme as a nurse. I like jazz. "
        "I'm allergic to nuts and shrimp."
    )
    + said(
        "I have a dog named Rex. My cat is called Mimi. My daughter is called Eva. My favourite colour is blue. "
        "我住在里斯本. 我养了一只乌龟叫慢慢. 我的車是馬自達"
    )
    + said(
        "My phone number is 555 0199. My e-mail is anna@example.com. My address is 12 Rua Augusta. I like hot dogs. "
        "我养了一只狗叫豆豆. 我有一只猫叫咪咪. 我喜欢吃热狗. 我最喜欢的颜色是蓝色"
    )
)


@pytest.mark.parametrize(("text", "expected"), ASKED, ids=[t for t, _ in ASKED])
def test_what_the_user_asks_to_forget_is_told_in_their_words(text: str, expected: list[str]):
    assert forget_requests(text) == expected


@pytest.mark.parametrize("text", NOT_ASKED, ids=[repr(t)[:40] for t in NOT_ASKED])
def test_what_only_sounds_like_a_request_forgets_nothing(text: str):
    assert forget_requests(text) == []


@pytest.mark.parametrize("text", [t for t, _ in ASKED])
def test_a_request_to_forget_teaches_nothing_of_what_it_names(text: str):
    assert all(p["value"] != "Paris" for p in said(text))
    assert [p["text"] for p in said(text)] in ([], ["I live in Lisbon"])


@pytest.mark.parametrize(
    ("request_", "values"),
    [
        ("my birthday", ["May 3"]),
        ("I live in Lisbon", ["Lisbon"]),
        ("my name", ["Anna"]),
        ("my job", ["nurse", "Acme"]),
        ("that I'm allergic to nuts", ["nuts"]),
        ("my allergies", ["nuts", "shrimp"]),
        ("I have a nut allergy", ["nuts"]),
        ("the nut allergy", ["nuts"]),
        ("I love jazz music", ["jazz"]),
        ("我爱听爵士乐", []),
        ("my dog", ["Rex"]),
        ("my daughter Eva", ["Eva"]),
        ("my daughter Zoe", []),
        ("my favourite colour", ["colour: blue"]),
        ("I like jazz", ["jazz"]),
        ("Rex", ["Rex"]),
        ("我住在里斯本", ["里斯本"]),
        ("我的生日", ["May 3"]),
        ("我养乌龟", ["慢慢"]),
        ("我車子", ["车: 馬自達"]),
        ("my phone number", ["555 0199"]),
        ("all my phone numbers", ["555 0199"]),
        ("my e-mail", ["anna@example.com"]),
        ("my home address", ["12 Rua Augusta"]),
        ("my dog's name", ["Rex"]),
        ("我的dog", ["Rex"]),
        ("我的 dog", ["Rex"]),
        ("my 狗", ["豆豆"]),
        ("邮箱", ["anna@example.com"]),
        ("我的birthday", ["May 3"]),
        ("my parrot", []),
        ("my pets", ["Rex", "Mimi", "慢慢", "豆豆", "咪咪"]),
        ("我的狗", ["豆豆"]),
        ("我家的狗狗", ["豆豆"]),
        ("我的貓", ["咪咪"]),
        ("我养的猫", ["咪咪"]),
        ("我的電話號碼", ["555 0199"]),
        ("我最喜欢的颜色", ["颜色: 蓝色"]),
        ("我住的地方", ["Lisbon", "里斯本"]),
        ("my sister lives in Lisbon", []),
        ("the weather", []),
        ("", []),
    ],
)
def test_a_request_means_the_facts_of_the_slot_or_the_words_it_names(request_: str, values: list[str]):
    assert sorted(f["value"] or "" for f in find_forgotten(request_, KNOWN)) == sorted(values)


def test_everything_means_every_fact():
    assert find_forgotten(EVERYTHING, KNOWN) == KNOWN


def test_a_tombstone_holds_no_text():
    message = "By the way, I live in Lisbon with my wife."
    [home] = said(message)
    stone = make_tombstone(home, locate_masks(home["quote"], "e1", message), FEB)
    assert "lisbon" not in str(stone).lower()
    assert stone["content"] == home["id"]
    assert (stone["entries"], stone["threads"]) == (["e1"], ["t"])
    assert mask_text(message, masks_of([stone], "e1")) == "By the way, [forgotten]."
    assert masks_of([stone], "e2") == []


def test_a_tombstone_covers_every_entry_that_tells_the_fact():
    [home] = said("I live in Lisbon")
    spans = [
        *locate_masks("I live in Lisbon", "e1", "I live in Lisbon"),
        *locate_masks("i live in lisbon", "e9", "forget that I live in Lisbon"),
    ]
    stone = make_tombstone(home, spans, FEB, threads=["t", "t2"])
    assert stone["entries"] == ["e1", "e9"]
    assert stone["threads"] == ["t", "t2"]


def test_what_was_forgotten_stays_forgotten_when_an_old_entry_is_read_again():
    [home] = said("I live in Lisbon")
    stone = make_tombstone(home, [], FEB)
    assert is_forgotten(home, [stone], KEY)
    assert is_forgotten(said("i live in LISBON", "another", JAN)[0], [stone], KEY)
    assert is_forgotten(said("I live in Lisbon", "e1", MAR)[0], [stone], KEY)
    assert not is_forgotten(said("I live in Porto", "e2", JAN)[0], [stone], KEY)


def test_another_reading_of_a_forgotten_entry_does_not_fill_the_slot_again():
    [home] = said("I live in Lisbon")
    stone = make_tombstone(home, [], FEB)
    [loose] = said("I live in Lisbon, Portugal", "e1", JAN)
    assert loose["id"] != home["id"]
    assert is_forgotten(loose, [stone], KEY)


def test_said_anew_after_the_forget_it_is_a_fact_again():
    [home] = said("我住在里斯本")
    stone = make_tombstone(home, [], FEB)
    [anew] = said("我住在里斯本", "e2", MAR)
    assert not is_forgotten(anew, [stone], KEY)
    assert revived(anew, [stone], KEY) == [stone]
    assert revived(home, [stone], KEY) == []


@pytest.mark.parametrize(
    ("quote", "text", "masked"),
    [
        ("I live in Lisbon", "Hi. I LIVE  in\nLisbon! ok", "Hi. [forgotten]! ok"),
        ("I live in Lisbon", "I live in Lisbonne", "I live in Lisbonne"),
        ("我住在臺北", "你好，我住在台北。我住在臺北！", "你好，[已忘记]。[已忘记]！"),
        ("５月３日", "我的生日是5月3日", "我的生日是[已忘记]"),
        ("", "nothing", "nothing"),
    ],
)
def test_a_quote_is_masked_in_any_spelling(quote: str, text: str, masked: str):
    assert mask_text(text, locate_masks(quote, "e", text)) == masked


def mask(start: int, end: int) -> Mask:
    return {"entry": "e", "start": start, "end": end}


def test_overlapping_and_overlong_masks_hide_each_stretch_once():
    assert mask_text("0123456789", [mask(2, 5), mask(4, 7), mask(9, 99), mask(8, 8)], "#") == "01#78#"


def test_only_text_blocks_of_a_message_are_masked():
    image = {"type": "image", "url": "x"}
    content: list[Any] = [{"type": "text", "text": "I live"}, image, "in Lisbon", {"type": "text", "text": ""}]
    text = text_of({"content": content})
    shown = mask_content(content, locate_masks("Lisbon", "e", text))
    assert shown == [{"type": "text", "text": "I live"}, image, "in [forgotten]", {"type": "text", "text": ""}]
    assert content[2] == "in Lisbon"


blocks = st.one_of(
    st.text(max_size=12),
    st.fixed_dictionaries({"type": st.just("text"), "text": st.text(max_size=12)}),
    st.just({"type": "image", "url": "x"}),
)


@given(st.lists(blocks, max_size=6), st.data())
def test_masking_blocks_equals_masking_their_text(content: list[Any], data: st.DataObject):
    text = text_of({"content": content})
    lines, at, spans = [t for b in content if (t := b if isinstance(b, str) else b.get("text", ""))], 0, []
    for line in lines:
        start = data.draw(st.integers(0, len(line)))
        spans.append(mask(at + start, at + data.draw(st.integers(start, len(line)))))
        at += len(line) + 1
    assert text_of({"content": mask_content(content, spans, "#")}) == mask_text(text, spans, "#")


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_what_is_masked_is_found_again_by_its_own_words(text: str, start: int, end: int):
    quote = text[min(start, end) : max(start, end)]
    for span in locate_masks(quote, "e", text):
        assert 0 <= span["start"] < span["end"] <= len(text)
