"""Requests to remember are told by their grammar where no pattern fits, and nothing else is taken for one."""

import pytest

from memory.core.asks.addressed import addressed, says_something, told_beside
from memory.core.language.clauses import fold


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("so uh can u keep it in mind that im scared of dogs", "im scared of dogs"),
        ("sorry to be a pain, but can you rmember that my shifts are 2 on 3 off", "my shifts are 2 on 3 off"),
        ("my exam is on the 21st of May, dont let me forget", "my exam is on the 21st of May"),
        ("the boiler code is F28, note it down somewhere, I'll need it again", "the boiler code is F28"),
        ("we want this remembered: no onions", None),
        ("I want this remembered though: no onions", "no onions"),
        ("所以想让你替我记:备用钥匙在鞋柜最下面一层", "备用钥匙在鞋柜最下面一层"),
        ("可以把我喜欢靠窗座位这件事记到你的记忆里吗", "我喜欢靠窗座位"),
        ("你記低先:我屋企電話係2345 6789", "我家里电话是2345 6789"),
        ("帮我 save 到 memory:我的 office 在 12 楼", "我的 office 在 12 楼"),
    ],
)
def test_what_is_asked_to_be_kept_stands_beside_the_request(text: str, told: str | None):
    folded = fold(text)
    request = addressed(folded)
    beside = request and told_beside(folded, request)
    assert (folded[slice(*beside)] if beside else None) == told


@pytest.mark.parametrize(
    "text",
    [
        "I can never remember if it's affect or effect",
        "I need to remember to buy milk",
        "she told me she saved it in her notes",
        "no need to remember this",
        "do you remember where I live",
        "我怎么也记不住这个公式",
        "我记得小时候院子里有棵枣树",
        "这个不用记",
        "他让我记住的",
    ],
)
def test_what_is_not_addressed_to_the_assistant_is_no_request(text: str):
    assert addressed(fold(text)) is None


@pytest.mark.parametrize("text", ["lol", "thanks a million", "行不行", "后面寄快递要用", "nothing yet", "谢谢啦"])
def test_courtesies_and_purposes_say_nothing_to_be_kept(text: str):
    assert not says_something(text)


def test_a_long_sentence_is_read_in_time():
    for piece in ("one thing ", "remember ", "刚刚", "也都", "请记住,", "please note "):
        addressed(piece * (2_000 // len(piece)))
        says_something(piece * (2_000 // len(piece)))
