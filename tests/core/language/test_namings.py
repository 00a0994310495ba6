"""What only names a thing and tells nothing of it, in both languages."""

import pytest

from memory.core.language.namings import only_names, said_about

NAMED = [
    *("my dog", "My birthday", "my phone number", "my locker number", "my wife's birthday", "my dog's name"),
    *("my friend Tom's birthday", "Anna's birthday", "my favourite colour", "my keys", "my name and birthday"),
    *(
        "my dentist appointment",
        "our anniversary",
        "my allergies",
        "my mum",
        "my old address",
        "my writing style",
        "my Wi-Fi password",
        "my IBAN",
    ),
    *("我的生日", "我的狗", "我的貓", "我家的狗", "我的电话号码", "我老婆的生日", "我妈生日", "我妈", "我的儲物櫃號碼"),
    *("我的 birthday", "my 生日", "我的dog", "我最喜欢的颜色", "我的鞋码", "我的习惯", "我的过敏", "我的名字和生日"),
]
TOLD = [
    *("my peanut allergy", "my dyslexia", "my vegan diet", "my dog Rex", "my locker number 214", "my gluten-free diet"),
    *("my two cats", "my left-handedness", "my ADHD", "my fear of heights"),
    *("my favourite colour blue", "my dog hates thunder", "my appointment tomorrow", "my Tuesday appointment"),
    *("my name is Anna", "I live in Lisbon", "what I said", "the gate code"),
    *("我的狗怕打雷", "我的花生过敏", "我怕狗", "我有狗", "我的生日是5月3日", "我的手机是华为", "我喜歡狗", "我是护士"),
    *("我养狗", "我的猫叫咪咪", "我的工作在深圳", "我姓王", "我一三五健身", "我吃素", "我早起的习惯", "my dog 叫豆豆"),
]


@pytest.mark.parametrize("text", NAMED)
def test_a_thing_that_is_only_named_tells_nothing(text: str):
    assert only_names(text)


@pytest.mark.parametrize("text", TOLD)
def test_what_says_something_of_a_thing_tells_it(text: str):
    assert not only_names(text)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("what I said about my car", "my car"),
        ("everything I told you about my diet", "my diet"),
        ("what I've just mentioned earlier about the boiler", "the boiler"),
        ("我刚才说的车的事", "车"),
        ("我剛剛跟你說的我的狗的事", "我的狗"),
        ("我说的关于车的事", "车"),
        ("我刚才说的 car 的事", " car "),
    ],
)
def test_what_was_said_of_a_thing_is_meant_by_its_name(text: str, about: str):
    assert said_about(text) == about
