"""A request to remember is a verb of keeping, what is kept and a place that is the assistant's, in whatever words."""

import pytest

from memory.core.asks.addressed import addressed, told_beside
from memory.core.asks.remember import requested
from memory.core.extraction.extraction import extract
from memory.core.extraction.handed_text import handed_text
from memory.core.facts.facts import Source
from memory.core.language.clauses import fold, sentences

SOURCE: Source = {"thread": "t", "conversation": "c", "message": "m", "entry": "e"}


def told(text: str) -> str | None:
    """Return what a text asks to be kept, as the grammar of its request tells it."""
    folded = fold(text)
    request = addressed(folded)
    beside = request and told_beside(folded, request)
    return folded[slice(*beside)] if beside else None


def kept(text: str) -> list[str]:
    """Return the texts of what a message asks to be remembered."""
    read = extract(text, source=SOURCE, observed_at="2026-03-05T10:00:00+00:00")
    return [proposal["text"] for proposal in read if proposal["explicit"]]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("keep both of these in your head: the hall is St Luke's", "the hall is St Luke's"),
        ("put this at the back of your mind: I can't do mornings", "I can't do mornings"),
        ("hold on to one more thing for me: my badge is 88120", "my badge is 88120"),
        ("a few facts for your memory: I teach chemistry", "I teach chemistry"),
        ("store these three details: the flight is BA 342", "the flight is BA 342"),
        ("one to keep for later: our house style is British", "our house style is British"),
        ("let me park this here for later: the paint is RAL 9010", "the paint is RAL 9010"),
        ("I'll leave a couple of details with you - seat 14C, row 3", "seat 14C, row 3"),
        ("I'd like to leave this with you: the gym code is 4471", "the gym code is 4471"),
        ("you'll have to be my memory this week: the key is with Ann", "the key is with Ann"),
        ("mental note for you: I'm not allowed ibuprofen", "I'm not allowed ibuprofen"),
        ("make this stick: I park in bay C14", "I park in bay C14"),
        ("my desk is on the third floor, you should know", "my desk is on the third floor"),
        ("往你的记忆里加一条:我们组周会改到周三", "我们组周会改到周三"),
        ("在你的备忘录里写一下,我下周二体检", "我下周二体检"),
        ("先放你这儿:自行车锁在地铁C口", "自行车锁在地铁C口"),
        ("這個先存在你那邊,遙控器在玄關抽屜", "遥控器在玄关抽屉"),
        ("你要知道,我晕船", "我晕船"),
        ("给你提个醒:我们家都不吃辣", "我们家都不吃辣"),
        ("跟你交代一下:我婆婆吃早斋", "我婆婆吃早斋"),
        ("麻烦记在 memory 里:老板 prefers bullet points", "老板 prefers bullet points"),
        ("帮我 mark 一下,investor 的 contact 是 Priya", "investor 的 contact 是 Priya"),
        ("你可唔可以 take note,我個 dentist 係 Dr. Fung", "我个 dentist 系 Dr. Fung"),
        ("帮我存一下取件码 83-2-7719", "取件码 83-2-7719"),
    ],
)
def test_a_verb_of_keeping_an_object_and_a_place_are_a_request(text: str, what: str) -> None:
    assert told(text) == what


@pytest.mark.parametrize(
    "text",
    [
        "I keep it all in my head and then it's gone",
        "my gran keeps everything in her head",
        "how do I keep a poem in my head",
        "let me leave it here for today: my head hurts",
        "write a short poem for me: my dog is Rex",
        "set a timer for me, I'm cooking pasta",
        "put the totals in the file, my boss wants them",
        "add the new rows to the database: my colleague needs them",
        "drop these tables in the database: users, orders",
        "mark this essay for me: my summer was fun",
        "keep both of them in the oven: it's hot",
        "take this with you, she said",
        "as you should know, Paris is in France",
        "is there anything else I need to know",
        "tell Siri to remember my birthday",
        "I told Alexa to keep it in mind that I park in bay 4",
        "remind my mum that dinner is at 8",
        "往表格里加一列,标题是价格",
        "往数据库里写一条记录,怎么写",
        "他把这件事放在心里,从来不说",
        "老师让我们记在本子上,明天交作业",
        "小王在备忘录里写了一条,周三开会",
        "放在你那里的书什么时候还我",
        "你要知道,世上没有免费的午餐",
        "他把钥匙放你那儿了吗",
        "mark 一下这道题的得分,满分十分",
        "帮我记账用什么软件好",
    ],
)
def test_what_others_keep_and_what_is_put_elsewhere_is_no_request(text: str) -> None:
    assert addressed(fold(text)) is None


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Keep my locker number in your head, it's 212.", "My locker number in your head, it's 212"),
        ("Could you store my booking reference, it's QK7-55102?", "My booking reference, it's QK7-55102"),
        ("快递柜取件码是 83-2-7719，你先帮我存一下，我下班再去拿。", "快递柜取件码是 83-2-7719"),
        ("停車位是 B3 的 147 號，先放你那邊，我怕我過兩天就忘了。", "停車位是 B3 的 147 號"),
        ("The boiler code is F28, note it down, I'll look for it again.", "The boiler code is F28"),
        ("老师说封面要放学号，那请你把我的学号记下来：B10902317。", "我的学号：B10902317"),
        ("pls dont forget im veggie now lol u keep giving me chicken", "Im veggie now"),
        ("In case I ask again: our logo is #1F6F5C.", "Our logo is #1F6F5C"),
        ("House rules: no emojis, metric units only.", "No emojis, metric units only"),
        ("以後都照這樣來喔：信件開頭用「您好」。", "信件開頭用「您好」"),
        ("把这句话保存下来：「山不来就我，我便去就山」", "山不来就我，我便去就山"),
    ],
)
def test_what_is_kept_stands_beside_the_request_and_not_its_reason(text: str, what: str) -> None:
    assert kept(text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "日记里怎么写：我今天很难过",
        "小王在备忘录里写了一条：周三开会",
        "老师让我们记在本子上：明天交作业",
        "I can't remember whether my appointment is on Monday.",
        "My teacher said: remember that the exam is on Friday.",
        "Should I keep my savings in the bank?",
        "我在脑子里过了一遍，还是不懂",
        "提醒我妈吃药怎么说比较好",
        "怎麼在微信裡備註好友",
        "take note 和 make a note 有什么区别",
    ],
)
def test_what_only_speaks_of_notes_and_memory_keeps_nothing(text: str) -> None:
    assert kept(text) == []


def test_a_list_that_is_asked_to_be_kept_ends_where_the_talk_turns() -> None:
    text = "Could you make a note of these please:\n- bin day is Tuesday\n- the brown bin is for the garden\n"
    assert kept(f"{text}And then tell me whether pizza boxes count as paper.") == [
        "Bin day is Tuesday",
        "The brown bin is for the garden",
    ]
    assert kept("你来当我的小本本，记两件事。钥匙在鞋柜里。车牌尾号是60928。好了，帮我改简历") == [
        "钥匙在鞋柜里",
        "车牌尾号是60928",
    ]


def test_who_is_to_be_ones_memory_keeps_all_that_follows() -> None:
    assert kept(
        "You'll have to be my memory. The key is with Ann. The plumber comes at 8. Is it hard to bleed a tap?"
    ) == [
        "The key is with Ann",
        "The plumber comes at 8",
    ]


def test_a_request_that_points_back_before_its_reason_means_the_sentence_before_it() -> None:
    assert kept("Second Glass is lovely. Remember that one, I want to show it to my partner.") == [
        "Second Glass is lovely"
    ]


def test_behind_a_text_in_quotation_marks_the_user_goes_on() -> None:
    text = 'Which of these sentences is better? "We regret it." And keep this in mind: our style is British.'
    assert [text[start:end].strip() for start, end in handed_text(text)] == ['"We regret it."']
    assert kept(text) == ["Our style is British"]


@pytest.mark.parametrize(
    "piece", ["keep my old ", "let me leave ", "the note for ", "放你那", "记在你的", "you should know, "]
)
def test_such_a_request_is_looked_for_in_time(piece: str) -> None:
    for sentence in sentences(piece * (2_000 // len(piece))):
        requested(sentence)
