"""Talk about the rebuilding of a harbour, the same every time, in English or Chinese: about 200 tokens a turn."""

import random
from dataclasses import dataclass

LANGUAGES = ("en", "zh")
SENTENCES = {"en": (3, 8), "zh": (3, 7)}
"""Of a turn's question and of its answer."""

_TOPICS = {
    "en": (
        "the slipway", "the crane", "the tide gate", "the fish market", "the rope store", "the lamp room",
        "the ferry ramp", "the ice house", "the signal mast", "the dry dock", "the sail loft", "the fuel berth",
        "the breakwater", "the customs shed", "the pilot boat", "the weigh house", "the chart library",
        "the oyster beds", "the net racks", "the quay wall", "the bell buoy", "the boat lift", "the pump house",
        "the harbour office",
    ),
    "zh": (
        "下水滑道", "起重机", "潮水闸门", "鱼市场", "缆绳仓库", "灯室", "渡轮坡道", "冰库", "信号桅杆", "干船坞",
        "船帆工坊", "加油泊位", "防波堤", "海关库房", "领航艇", "过磅房", "海图馆", "牡蛎养殖场", "晒网架", "码头岸墙",
        "铃声浮标", "升船机", "泵房", "港务办公室",
    ),
}  # fmt: skip
_PEOPLE = {
    "en": ("Marta Quill", "Tobias Renner", "Ines Falk", "Oskar Lindgren", "Priya Nair", "Hugh Calloway"),
    "zh": ("周明远", "林若溪", "陈嘉树", "何静怡", "宋承宇", "许晓岚"),
}
_QUESTIONS = {
    "en": (
        "What is still open at {topic} after the visit of {person} on {month} {day}?",
        "The drawing {code} shows {topic} about {number} centimetres further north than the old survey.",
        "Could the work on {topic} begin before {month} {day}, or does the weather stand in its way?",
        "Someone wrote that {topic} needs {number} metres of new timber, which sounds like a lot.",
        "How does that go together with the estimate of {amount} euros for {topic}?",
        "The council asks for a short note on {topic}, two paragraphs at most.",
        "Is order {code} for {topic} the same one that {person} signed last spring?",
        "It would help to know which part of {topic} has to stay as it was.",
    ),
    "zh": (
        "{person}在{month}月{day}日看过之后，{topic}还有哪些事情没有定下来？",
        "图纸{code}上的{topic}比旧测量图往北偏了大约{number}厘米。",
        "{topic}的施工能不能赶在{month}月{day}日之前开始，还是要看天气？",
        "有人说{topic}需要{number}米新木料，听上去相当多。",
        "这和{topic}那份{amount}元的估算怎么对得上？",
        "委员会想要一份关于{topic}的简短说明，最多两段。",
        "{topic}的订单{code}和{person}去年春天签的那一份是同一份吗？",
        "最好先弄清楚{topic}的哪些部分必须保持原样。",
    ),
}
_ANSWERS = {
    "en": (
        "The short answer is that {topic} can wait until the foundation has settled.",
        "According to sheet {code} the load on {topic} stays below {number} kilonewtons.",
        "{person} measured it twice and found the same gap near the eastern corner.",
        "I would keep the old stones where they are and replace only the mortar between them.",
        "Before {month} {day} the tide is too high for anyone to work on the lower steps.",
        "The offer of {amount} euros covers timber and bolts, while the paint is billed apart.",
        "If the frost comes early, the whole job moves behind the winter without harm.",
        "Two of the beams can be used again once the salt has been washed out of them.",
        "A second opinion costs little and would settle the quarrel about the drainage.",
        "Whatever is decided, {topic} should get a drawing of its own with every dimension on it.",
        "The supplier named delivery {code}, though nobody has seen a date for it yet.",
        "For the note it is enough to say what changes, what stays and who answers for it.",
        "Seen from the water the difference is hardly visible, which will please the neighbours.",
        "Most of the delay comes from the permit, so a call to the office is worth the time.",
    ),
    "zh": (
        "简单地说，{topic}可以等到地基沉降稳定之后再动工。",
        "按照图纸{code}的计算，{topic}承受的荷载不会超过{number}千牛。",
        "{person}量了两遍，在东边的拐角附近发现了同样的缝隙。",
        "我建议把旧石块留在原处，只更换它们之间的灰浆。",
        "在{month}月{day}日之前潮位太高，下面几级台阶没有办法施工。",
        "{amount}元的报价包括木料和螺栓，油漆需要另外结算。",
        "要是霜冻来得早，整个工程推到冬天以后也没有什么损失。",
        "其中两根横梁洗掉盐分以后还可以继续使用。",
        "再请人看一次花不了多少钱，还能平息关于排水的争论。",
        "不管最后怎么定，{topic}都应该单独出一张标明全部尺寸的图。",
        "供货方提到了编号{code}的那批货，不过还没有人见到具体日期。",
        "说明里只要写清楚改什么、留什么、由谁负责就够了。",
        "从水面上看几乎看不出差别，附近的居民应该会满意。",
        "耽搁主要出在许可证上，所以给办公室打个电话很值得。",
    ),
}
_FACTS = {
    "en": "Please remember that {topic} belongs to phase {day} of the rebuilding, budget line {code}, {amount} euros.",
    "zh": "请记住，{topic}属于重建工程的第{day}期，预算科目{code}，金额{amount}元。",
}
_MONTHS = ("March", "April", "May", "June", "July", "August", "September", "October")


@dataclass(frozen=True)
class Turn:
    """What is said in one turn."""

    user: str
    assistant: str


def turn_of(number: int, language: str, *, talk: str = "now") -> Turn:
    """Return turn `number` (from 0) of one of the talks; each is another one, about the next of the topics."""
    dice = random.Random(f"{talk} {language} {number}")  # noqa: S311  # varies texts, no secret
    topic = _TOPICS[language][number % len(_TOPICS[language])]
    asked, answered = SENTENCES[language]
    questions = [_filled(s, topic, language, dice) for s in dice.sample(_QUESTIONS[language], asked)]
    answers = [_filled(s, topic, language, dice) for s in dice.sample(_ANSWERS[language], answered)]
    gap = " " if language == "en" else ""
    return Turn(gap.join(questions), gap.join(answers))


def fact_of(number: int, language: str) -> str:
    """Return a message that asks to remember something about a topic."""
    dice = random.Random(f"fact {language} {number}")  # noqa: S311  # as above
    return _filled(_FACTS[language], _TOPICS[language][number % len(_TOPICS[language])], language, dice)


def summary_of(language: str) -> str:
    """Return a summary of the talk, about 400 tokens, for systems that ask a model for one."""
    return "\n".join(turn_of(number, language, talk="summary").assistant for number in range(3))


def topics(language: str) -> int:
    """Return how many topics there are: after so many turns the first one is back."""
    return len(_TOPICS[language])


def _filled(sentence: str, topic: str, language: str, dice: random.Random) -> str:
    month = dice.randrange(len(_MONTHS))
    text = sentence.format(
        topic=topic,
        person=dice.choice(_PEOPLE[language]),
        month=_MONTHS[month] if language == "en" else month + 3,
        day=dice.randint(2, 28),
        number=dice.randint(11, 98),
        amount=f"{dice.randint(12, 940) * 100:,}",
        code=f"{dice.choice('HKRTW')}{dice.choice('BDFG')}-{dice.randint(1000, 9999)}",
    )
    return text[0].upper() + text[1:]
