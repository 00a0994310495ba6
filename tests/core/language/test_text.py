"""Which language a text is in, whatever keys, addresses and names stand in it."""

import pytest

from memory.core.language.languages import Language, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("记住我的密钥 sk-proj-abc-def-ghi-jkl-mno-pqr-stu", "zh"),
        ("我的邮箱是anna.maria.long.name@some-example-domain.co.uk", "zh"),
        ("我的郵箱是 anna.maria.long.name@some-example-domain.co.uk", "zh-Hant"),
        ("链接 https://example.com/a/very/long/path/with/many/words?x=y&z=w 看看", "zh"),
        ("报错 `for i in range(10): print(i)` 怎么改", "zh"),
        ("```\nimport os\nfor x in y: do the thing now please\n```\n怎么改？", "zh"),
        ("地址：221B Baker Street, Marylebone, London NW1 6XE, United Kingdom", "zh"),
        ("我在 Google Cloud Platform 上用 Kubernetes Engine", "zh"),
        ("路径 C:\\Users\\anna\\documents\\long\\file.txt", "zh"),
        ("我的 email 是 a@b.co", "zh"),
        ("I live in 上海 and I work at 北京大学 as a teacher with many friends", "en"),
        ("Translate 你好 into English please", "en"),
        ("Rather in June 六月", "en"),
        ("My key is sk-proj-abc-def-ghi", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_that_of_the_words_and_not_of_keys_addresses_and_names(text: str, language: Language):
    assert language_of(text) == language
