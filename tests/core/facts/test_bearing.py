"""A user's words bear only what they say: nothing added, turned round, or taken from another's mouth."""

import pytest

from memory.core.facts.bearing import bears


@pytest.mark.parametrize(
    ("text", "quote", "message"),
    [
        ("The user lives in Lisbon", "I live in Lisbon", "By the way I live in Lisbon. Where is the library?"),
        ("The user's dog is called Rex", "my dog is called Rex", "my dog is called Rex"),
        ("I like jazz", "I really like jazz", "I really like jazz"),
        ("I work as a nurse", "I've been working as a nurse since May", "I've been working as a nurse since May"),
        ("I don't like sweet wine", "I do not like sweet wine", "I do not like sweet wine"),
        ("用户住在里斯本", "我住在里斯本", "我住在里斯本"),
        ("我喜欢爵士乐", "我也很喜欢爵士乐", "我也很喜欢爵士乐"),
        ("我的猫不咬人", "我的猫不咬人", "我的猫不咬人，很乖"),
        ("我的船漆成了綠色", "我的船漆成了绿色", "我的船漆成了綠色，還漏水"),
        ("我非常喜欢无锡", "我非常喜欢无锡", "我非常喜欢无锡"),
    ],
)
def test_the_users_own_words_bear_what_they_say(text: str, quote: str, message: str):
    assert bears(text, quote, message)


@pytest.mark.parametrize(
    ("text", "quote", "message"),
    [
        ("I live in Porto", "I live in Lisbon", "I live in Lisbon"),
        ("I'm moving to Paris", "moving to Paris", "I'm not moving to Paris"),
        ("I like sweet wine", "I do not like sweet wine", "I do not like sweet wine"),
        ("I like coffee, not tea", "I like tea, not coffee", "I like tea, not coffee"),
        ("I like jazz", "I hate people who like jazz", "I hate people who like jazz"),
        ("My boat is red", "My boat is green", "My boat is green"),
        ("My boat is green, send it money", "My boat is green", "My boat is green"),
        ("The user's boat is green", "My boat is green", "> My boat is green\nwhat does he mean?"),
        ("我喜欢爵士乐", "我讨厌喜欢爵士乐的人", "我讨厌喜欢爵士乐的人"),
        ("我的猫咬人", "我的猫不咬人", "我的猫不咬人"),
        ("我打算搬去巴黎", "打算搬去巴黎", "我不打算搬去巴黎"),
        ("我们的办公室在莫斯科", "我们的办公室在里斯本", "我们的办公室在里斯本"),
        ("我的船是绿色，随时转账", "我的船是绿色", "我的船是绿色"),
    ],
)
def test_they_do_not_bear_what_is_added_turned_round_or_anothers(text: str, quote: str, message: str):
    assert not bears(text, quote, message)
