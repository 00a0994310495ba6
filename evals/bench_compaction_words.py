"""What is said in the conversations of `bench_compaction`: an old harbour is rebuilt, in English and in Chinese."""

from dataclasses import dataclass

Kind = str
"""`date`, `amount`, `id` or `name`."""


@dataclass(frozen=True)
class Saying:
    """One thing that is told about each topic, once in a conversation."""

    kind: Kind
    told: str
    """Takes `topic` and `value`."""
    asked: str
    """How someone asks for it later, who does not remember it; takes `topic`."""


TOPICS = {
    "en": (
        "the slipway", "the crane", "the tide gate", "the fish market", "the rope store", "the lamp room",
        "the ferry ramp", "the ice house", "the signal mast", "the dry dock", "the sail loft", "the fuel berth",
        "the breakwater", "the customs shed", "the pilot boat", "the weigh house", "the chart library",
        "the oyster beds", "the net racks", "the quay wall", "the bell buoy", "the boat lift", "the pump house",
        "the harbour office", "the smokehouse",
    ),
    "zh": (
        "下水滑道", "起重机", "潮水闸门", "鱼市场", "缆绳仓库", "灯室", "渡轮坡道", "冰库", "信号桅杆", "干船坞",
        "船帆工坊", "加油泊位", "防波堤", "海关库房", "领航艇", "过磅房", "海图馆", "牡蛎养殖场", "晒网架", "码头岸墙",
        "铃声浮标", "升船机", "泵房", "港务办公室", "熏鱼坊",
    ),
}  # fmt: skip
SAYINGS = {
    "en": (
        Saying("date", "The inspection of {topic} is set for {value}.", "On which day will {topic} be inspected?"),
        Saying("date", "The spare parts for {topic} arrive on {value}.", "When do the spare parts for {topic} come?"),
        Saying("amount", "The quote for repairing {topic} is {value}.", "How much was quoted to repair {topic}?"),
        Saying("amount", "The insurance of {topic} covers {value}.", "For what sum is {topic} insured?"),
        Saying("id", "The order for {topic} has the number {value}.", "What is the order number for {topic}?"),
        Saying("id", "The permit for {topic} is filed under {value}.", "Which file holds the permit for {topic}?"),
        Saying("name", "The carpentry on {topic} is done by {value}.", "Who does the carpentry on {topic}?"),
        Saying("name", "The keys of {topic} are kept by {value}.", "Who has the keys to {topic}?"),
    ),
    "zh": (
        Saying("date", "{topic}的检查定在{value}。", "{topic}哪天检查？"),
        Saying("date", "{topic}的备件{value}到货。", "{topic}的备件什么时候到？"),
        Saying("amount", "{topic}的维修报价是{value}。", "修{topic}报价多少钱？"),
        Saying("amount", "{topic}的保险金额是{value}。", "{topic}投保了多少钱？"),
        Saying("id", "{topic}的订单编号是{value}。", "{topic}的订单是哪个编号？"),
        Saying("id", "{topic}的许可证归在{value}号档案。", "{topic}的许可证在哪份档案里？"),
        Saying("name", "{topic}的木工活由{value}负责。", "谁负责{topic}的木工活？"),
        Saying("name", "{topic}的钥匙由{value}保管。", "{topic}的钥匙在谁手里？"),
    ),
}
REMEMBER = {"en": "Please remember that {told}", "zh": "请记住，{told}"}
CALLING = {"en": "Let me look that up in the records of {topic}.", "zh": "我先查一下{topic}的档案。"}
QUESTIONS = {
    "en": (
        "What is still open at {topic} before the autumn storms begin?",
        "Could the work on {topic} begin a little earlier, or does the weather stand in its way?",
        "Someone at the council asked why {topic} takes so much longer than the rest.",
        "I walked past {topic} this morning and the scaffolding was still not up.",
        "It would help to know which part of {topic} has to stay as it was.",
        "The neighbours complain about the noise, so the heavy work should stay out of the evenings.",
        "My own feeling is that we should repair the old timber instead of replacing it.",
        "Do we need another drawing, or is the sketch from the last meeting enough for the builders?",
        "The council wants a short note on {topic}, two paragraphs at most and without technical words.",
        "I am not sure whether the paint that was chosen will hold against the salt.",
        "Please compare this with what we planned in the beginning and tell me where it differs.",
        "The apprentices could take over the sanding if somebody shows them how it is done.",
        "There was some talk of closing the road beside {topic} for a week or so.",
        "If it has to wait, I would rather hear that now than shortly before the opening.",
        "The old photographs show {topic} with a much lower roof, which I find more beautiful.",
        "Can you put the next steps in order, so that I can send them around?",
    ),
    "zh": (
        "在秋天的风暴来之前，{topic}还有哪些事情没有定下来？",
        "{topic}的施工能不能稍微提前一点，还是要看天气？",
        "委员会里有人问，为什么{topic}比别的地方慢那么多。",
        "今天早上我路过{topic}，脚手架还是没有搭起来。",
        "最好先弄清楚{topic}的哪些部分必须保持原样。",
        "附近的居民抱怨噪音太大，所以重活最好不要安排在晚上。",
        "我自己的想法是，旧木料能修就修，不要全部换掉。",
        "我们还需要再画一张图吗，还是上次会上的草图就够施工队用了？",
        "委员会想要一份关于{topic}的简短说明，最多两段，不要用专业词汇。",
        "选定的那种油漆能不能经得住海盐，我心里没有把握。",
        "请把这些和我们最初的计划对照一下，告诉我哪里不一样。",
        "只要有人教一教，打磨的活可以交给学徒们来做。",
        "听说{topic}旁边的路可能要封上一个星期左右。",
        "如果一定要往后推，我宁愿现在就知道，不要等到开放前夕。",
        "老照片上的{topic}屋顶矮得多，我觉得那样更好看。",
        "你能把接下来的步骤排个顺序吗，我好发给大家看。",
    ),
}
ANSWERS = {
    "en": (
        "The short answer is that {topic} can wait until the foundation has settled.",
        "The gap near the eastern corner has grown, though nobody knows yet since when.",
        "I would keep the old stones where they are and replace only the mortar between them.",
        "During the spring tides the water is too high for anyone to work on the lower steps.",
        "The offer covers timber and bolts, while the paint and the scaffolding are billed apart.",
        "If the frost comes early, the whole job moves behind the winter without harm.",
        "Two of the beams can be used again once the salt has been washed out of them.",
        "A second opinion costs little and would settle the quarrel about the drainage.",
        "Whatever is decided, {topic} should get a drawing of its own with every dimension on it.",
        "The supplier promised a delivery in several parts, which makes the storage easier.",
        "For the note it is enough to say what changes, what stays and who answers for it.",
        "Seen from the water the difference is hardly visible, which will please the neighbours.",
        "Most of the delay comes from the permit, so a call to the office is worth the time.",
        "The rails beneath {topic} have sunk a little, but they still run straight.",
        "A lighter roof would save some of the posts and leave more room for the boats.",
        "Nothing speaks against a trial on a small surface before the whole wall is painted.",
    ),
    "zh": (
        "简单地说，{topic}可以等到地基沉降稳定之后再动工。",
        "东边拐角附近的缝隙变大了，不过还没有人知道是从什么时候开始的。",
        "我建议把旧石块留在原处，只更换它们之间的灰浆。",
        "大潮期间水位太高，下面几级台阶没有办法施工。",
        "报价包括木料和螺栓，油漆和脚手架需要另外结算。",
        "要是霜冻来得早，整个工程推到冬天以后也没有什么损失。",
        "其中有些横梁洗掉盐分以后还可以继续使用。",
        "再请人看一次花不了多少钱，还能平息关于排水的争论。",
        "不管最后怎么定，{topic}都应该单独出一张标明全部尺寸的图。",
        "供货方答应分几批送来，这样存放起来也方便一些。",
        "说明里只要写清楚改什么、留什么、由谁负责就够了。",
        "从水面上看几乎看不出差别，附近的居民应该会满意。",
        "耽搁主要出在许可手续上，所以给办公室打个电话很值得。",
        "{topic}下面的轨道稍微下沉了一点，但还是直的。",
        "屋顶轻一些就能省下几根柱子，给船只留出更多地方。",
        "先在一小块墙面上试一试，再刷整面墙，没有什么坏处。",
    ),
}
FIRST_NAMES = {
    "en": ("Marta", "Tobias", "Ines", "Oskar", "Priya", "Hugh", "Salma", "Felix", "Noor", "Gwen", "Pavel", "Thea"),
    "zh": ("明远", "若溪", "嘉树", "静怡", "承宇", "晓岚", "文博", "思齐", "雨桐", "志衡", "清漪", "景行"),
}
LAST_NAMES = {
    "en": ("Quill", "Renner", "Falk", "Lindgren", "Nair", "Calloway", "Okafor", "Brandt", "Haddad", "Pryce", "Novak"),
    "zh": ("周", "林", "陈", "何", "宋", "许", "梁", "邓", "曹", "彭", "蒋"),
}
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")
