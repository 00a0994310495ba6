"""A Chinese or mixed request that names nothing itself is told by its grammar, and means what stands beside it."""

import pytest

from memory.core.asks.pointing import is_silent, pieces, pointing
from memory.core.extraction.extraction import extract
from memory.core.facts.facts import Source
from memory.core.language.clauses import fold, sentences

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def kept(text: str, *earlier: str) -> list[str]:
    """Return the texts of what a message asks to be remembered."""
    read = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00", earlier=earlier)
    return [proposal["text"] for proposal in read if proposal["explicit"]]


def is_request(text: str) -> bool:
    """Tell whether a sentence holds a request that points to what is to be kept."""
    sentence = next(iter(sentences(fold(text))))
    return pointing(sentence, pieces(sentence)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "这组尺寸你先替我收着",
        "这两样麻烦你帮我记录在案",
        "你帮我惦记着点",
        "写进你那个小本本里",
        "放你那儿保管吧",
        "你往脑子里放一放",
        "数据就托付给你了",
        "号码这东西你给登记一下",
        "呢樣嘢你要入腦",
        "你先幫我背起來",
        "你袋住先",
        "把这条 pin 住",
        "幫我 mark 低呢個 number 先",
        "下次我再问，你可得答得上来",
        "这几条往后默认生效",
        "这个你别给我弄丢了",
        "你来当我的记事本",
    ],
)
def test_who_is_asked_a_verb_of_keeping_or_a_place_make_a_request(text: str) -> None:
    assert is_request(text)


@pytest.mark.parametrize(
    "text",
    [
        "我先替你收着",
        "这个不用你存",
        "钱包别丢了",
        "妈妈让我记住",
        "这道菜放点盐",
        "你帮我看看",
        "老师说你记着点",
        "这个任务就交给你了",
        "你记住了吗",
        "你把文件放桌上",
    ],
)
def test_what_asks_the_assistant_for_nothing_of_the_kind_is_no_request(text: str) -> None:
    assert not is_request(text)


@pytest.mark.parametrize(
    "text",
    ["怕哪天又忘了", "我转头就能忘", "省得每回都翻包", "之后开发票我会一直问你", "你脑子好使", "这两样我老是要用"],
)
def test_reasons_plans_and_words_to_the_assistant_are_not_kept(text: str) -> None:
    assert is_silent(fold(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("书柜我量过了，宽90高210。这组数你先替我收着，明天去店里我要用。", ["书柜我量过了，宽90高210"]),
        ("学号 20231405，教室在三楼 406。这两样我老是要用，麻烦帮我记录在案。", ["学号 20231405，教室在三楼 406"]),
        ("车停在B3层G27。\n怕晚上找不着，你帮我惦记着", ["车停在B3层G27"]),
        ("纪念日是6月27，去年我就忘了，日子先给我焊死在你那儿。", ["纪念日是6月27"]),
        ("滤芯型号 CX-258，19年买的。换一个要180，贵吗？型号这玩意儿你给登记一下。", ["滤芯型号 CX-258，19年买的"]),
        (
            "以前的别管了。公司色 #0B5FA5，字体是黑体。这几条往后默认生效，不用我再讲第二遍。",
            ["公司色 #0B5FA5，字体是黑体"],
        ),
        ("- 墙漆是 S1002\n- 瓷砖是 CH8260\n这些你都替我存着", ["墙漆是 S1002", "瓷砖是 CH8260"]),
        ("所有东西都放你这。第一个：序列号 C02X。第二个：保修到 2027 年。", ["序列号 C02X", "保修到 2027 年"]),
        ("装修备忘（请长期留着）：\n- 墙漆是 S1002\n- 踢脚线高 8 公分", ["墙漆是 S1002", "踢脚线高 8 公分"]),
        ("另外公司統編是 53129876，之後我會一直問你，就麻煩你先幫我筆記起來囉", ["公司統編是 53129876"]),
        ("我 flight 是 CX 872。帮我 note down，到时候 check-in 我会问你。", ["我 flight 是 CX 872"]),
        ("今天真累。这个不用存，我随口说的。", []),
        ("你帮我把报告改短一点，改完给我看看。", []),
    ],
)
def test_a_request_means_the_words_before_it_without_the_reason(text: str, told: list[str]) -> None:
    assert kept(text) == told


def test_a_request_of_its_own_message_means_the_message_before_or_the_one_behind() -> None:
    assert kept("没啥，就是怕找不着，你帮我惦记着", "我那辆电动车停在B3层G27") == ["我那辆电动车停在B3层G27"]
    assert kept("物业电话是 8832 6610", "接下来我发你一条信息，你收好。") == ["物业电话是 8832 6610"]
    assert kept("我等一下講的東西你要存進記憶裡喔") == []


def test_a_long_sentence_is_read_in_time() -> None:
    for piece in ("你帮我", "这个你", "以后都", "放你这儿,", "记着记", "别再", "上面的"):
        is_request(piece * (2_000 // len(piece)))
        kept(piece * (2_000 // len(piece)))
