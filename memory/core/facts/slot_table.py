"""The product's own profile slots: what a profile may hold, how many values, and the words that ask for or state it.

An operator adds slots of their own by data (`slot_rows.py`).
Cues are phrases as they stand in questions and statements: English without case, as whole words; Chinese in
simplified characters (texts are converted before they are compared). Longer cues count for more.
"""

from dataclasses import dataclass
from typing import Literal

from memory.core.facts.facts import Kind

Arity = Literal["one", "list", "keyed"]


@dataclass(frozen=True)
class Slot:
    """One row of the profile."""

    name: str
    arity: Arity
    """`one`: a newer value replaces the old; `list`: values add up; `keyed`: one value for each `key: value`."""
    kind: Kind
    label_en: str
    label_zh: str
    cues_en: tuple[str, ...]
    cues_zh: tuple[str, ...]
    names: str = ""
    """Other words for all that the slot holds, beside its labels."""
    opposite: str | None = None
    """The slot in which the same value would contradict this one."""
    says_en: tuple[str, ...] = ()
    """Of an operator's slot: beginnings of a statement that its value follows ("I wear size")."""
    says_zh: tuple[str, ...] = ()
    sensitive: bool = False
    """What it holds is private, whatever it says."""


def _slot(
    name: str,
    arity: Arity,
    kind: Kind,
    labels: tuple[str, str],
    cues_en: str,
    cues_zh: str,
    *,
    names: str = "",
    opposite: str | None = None,
) -> Slot:
    split = tuple(cue.strip() for cue in cues_en.split("|"))
    return Slot(name, arity, kind, labels[0], labels[1], split, tuple(cues_zh.split()), names, opposite)


ROWS: tuple[Slot, ...] = (
    _slot(
        "name",
        "one",
        "profile",
        ("name", "姓名"),
        "my name|who am i|i'm called|i am called|my full name|what am i called|know me by name",
        "我叫 我的名字 我名字 我姓 我是谁 我的姓名 名字",
    ),
    _slot(
        "called",
        "one",
        "profile",
        ("wants to be called", "称呼"),
        "call me|my nickname|address me|go by|my name",
        "叫我 称呼我 我的昵称 我的外号 怎么称呼",
    ),
    _slot(
        "home",
        "one",
        "profile",
        ("lives in", "住处"),
        "i live|do i live|i'm living|am i living|i reside|am i based|i'm based|i moved|my home|my city|my town"
        "|where i live|my country of residence|i am living|i am based|have i moved|did i move|i lived|did i live",
        "我住 我的住址 我家在 住在 住哪 我搬 搬到 搬去 我的城市 我在哪个城市 我的住处 我住的地方",
    ),
    _slot(
        "address",
        "one",
        "profile",
        ("address", "地址"),
        "my address|my street|my postal address|my home address|my street address|deliver to me",
        "我的地址 我家地址 家庭住址 收货地址 我的住址 地址",
    ),
    _slot(
        "origin",
        "one",
        "profile",
        ("comes from", "家乡"),
        "i'm from|i am from|am i from|i come from|do i come from|i grew up|did i grow up|my hometown|my home town"
        "|my nationality|where i'm from",
        "我来自 我的老家 我老家 我的家乡 我家乡 我是哪里人 我哪里人 哪里人",
    ),
    _slot(
        "work",
        "one",
        "profile",
        ("works for", "工作单位"),
        "i work at|i work for|do i work|my employer|my company|my job|i'm employed|where i work|i work"
        "|which company|my workplace",
        "我的公司 我公司 我在哪工作 我在哪里工作 我在哪上班 我在哪里上班 我的单位 我的工作 上班 我的雇主",
    ),
    _slot(
        "occupation",
        "one",
        "profile",
        ("occupation", "职业"),
        "my occupation|my profession|my job|do i do for a living|do i do for work|i work as|my line of work"
        "|my job title|my role|what's my job",
        "我的职业 我是做什么 我的工作 我做什么工作 我从事 职业",
    ),
    _slot(
        "studies",
        "one",
        "profile",
        ("studies", "学业"),
        "i study|do i study|i'm studying|am i studying|my major|my degree|my studies|my university|my school",
        "我的专业 我学什么 我在读 我就读 我的学校 我的大学 专业",
    ),
    _slot(
        "birthday",
        "one",
        "profile",
        ("birthday", "生日"),
        "my birthday|was i born|i was born|my date of birth|my birth date|my birthdate|my bday",
        "我的生日 我生日 我出生 我什么时候出生 出生日期 生日",
    ),
    _slot("age", "one", "profile", ("age", "年龄"), "my age|how old am i|years old", "我几岁 我多大 我的年龄 岁 年龄"),
    _slot(
        "partner",
        "one",
        "relationship",
        ("partner", "伴侣"),
        "my wife|my husband|my partner|my girlfriend|my boyfriend|my fiancé|my fiancée|my fiance|my fiancee"
        "|my spouse|i'm married|am i married|married to",
        "我老婆 我的老婆 我妻子 我的妻子 我太太 我的太太 我先生 我老公 我的老公 我丈夫 我的丈夫 我男朋友 我的男朋友 "
        "我女朋友 我的女朋友 我男友 我女友 我对象 我的对象 我爱人 我的爱人 我的伴侣 我的另一半",
    ),
    _slot(
        "children",
        "list",
        "relationship",
        ("children", "孩子"),
        "my son|my daughter|my kid|my kids|my children|my child|my sons|my daughters|my baby|my boy|my girl",
        "我儿子 我的儿子 我女儿 我的女儿 我孩子 我的孩子 我家孩子 我的小孩 我宝宝 我的宝宝",
    ),
    _slot(
        "people",
        "list",
        "relationship",
        ("family, friends and colleagues", "亲友同事"),
        "my mother|my mom|my mum|my father|my dad|my brother|my sister|my boss|my manager|my friend|my best friend"
        "|my colleague|my coworker|my roommate|my flatmate|my neighbour|my neighbor|my doctor|my teacher"
        "|my grandmother|my grandfather|my aunt|my uncle|my cousin|my landlord",
        "我妈妈 我妈 我的妈妈 我母亲 我的母亲 我爸爸 我爸 我的爸爸 我父亲 我的父亲 我哥哥 我的哥哥 我弟弟 我的弟弟 "
        "我姐姐 我的姐姐 我妹妹 我的妹妹 我老板 我的老板 我经理 我的经理 我朋友 我的朋友 我同事 我的同事 我室友 "
        "我的室友 我邻居 我的邻居 我的医生 我的老师",
    ),
    _slot(
        "pets",
        "list",
        "relationship",
        ("pets", "宠物"),
        "my dog|my cat|my pet|my pets|my dogs|my cats|my puppy|my kitten|my rabbit|my parrot|my hamster|my bird"
        "|my horse|my tortoise|do i have a pet|do i have any pets|have a dog|have a cat",
        "我的狗 我家狗 我的猫 我家猫 我的宠物 我养了 我养的 我的小狗 我的小猫 宠物 我的兔子 我的仓鼠 我的鹦鹉",
    ),
    _slot(
        "diet",
        "one",
        "preference",
        ("diet", "饮食"),
        "my diet|i'm vegetarian|i'm vegan|am i vegetarian|am i vegan|am i a vegetarian|am i a vegan|vegetarian|vegan"
        "|what can i eat|do i eat meat",
        "吃素 素食 纯素 我的饮食 我吃什么 饮食",
    ),
    _slot(
        "avoids",
        "list",
        "preference",
        ("does not eat or drink", "不吃不喝"),
        "i don't eat|i do not eat|do i not eat|don't i eat|what can't i eat|i avoid|i don't drink|i never eat"
        "|do i avoid|i never drink|do i eat",
        "我不吃 我不喝 我忌口 我的忌口 不能吃 忌口 我从不吃 我戒",
    ),
    _slot(
        "allergy",
        "list",
        "profile",
        ("allergies", "过敏"),
        "allergic|allergy|allergies|my allergy|my allergies|intolerant|intolerance",
        "过敏 不耐受 我的过敏",
    ),
    _slot(
        "health",
        "list",
        "profile",
        ("health", "健康"),
        "my health|my condition|my diagnosis|my illness|my medication|i suffer from|do i suffer|diagnosed",
        "我的病 我患有 我得了 我的健康 我的身体 确诊 健康状况",
    ),
    _slot(
        "language",
        "list",
        "profile",
        ("speaks", "语言"),
        "i speak|do i speak|my native language|my mother tongue|my languages|my first language|which languages",
        "我会说 我会讲 我说什么语言 我的母语 我的语言 什么语言 母语",
    ),
    _slot(
        "phone",
        "one",
        "profile",
        ("phone", "电话"),
        "my phone number|my number|my mobile number|my cell number|my mobile|my telephone|call me at|my cell",
        "我的电话 我电话 我的手机号 我手机号 电话号码 手机号",
    ),
    _slot(
        "email",
        "one",
        "profile",
        ("e-mail", "邮箱"),
        "my email|my e-mail|my email address|my mail address|email me at",
        "我的邮箱 我邮箱 我的电子邮件 我的邮件地址 邮箱",
    ),
    _slot(
        "timezone",
        "one",
        "profile",
        ("time zone", "时区"),
        "my time zone|my timezone|time zone am i|timezone am i",
        "我的时区 我在哪个时区 时区",
    ),
    _slot(
        "favourites",
        "keyed",
        "preference",
        ("favourites", "最喜欢"),
        "my favourite|my favorite|my favourites|my favorites|i like best|i like most",
        "我最喜欢的 我最爱的 最喜欢 最爱",
    ),
    _slot(
        "likes",
        "list",
        "preference",
        ("likes", "喜欢"),
        "i like|do i like|i love|do i love|i enjoy|do i enjoy|i prefer|do i prefer|i'm fond of|i'm a fan of|my taste",
        "我喜欢 我爱吃 我爱喝 我热爱 我偏爱 我更喜欢 我的喜好",
        opposite="dislikes",
    ),
    _slot(
        "dislikes",
        "list",
        "preference",
        ("dislikes", "不喜欢"),
        "i don't like|i do not like|i dislike|do i dislike|i hate|do i hate|i can't stand|don't i like|do i not like",
        "我不喜欢 我讨厌 我受不了 我最讨厌 我不爱吃 我不爱喝",
        opposite="likes",
    ),
    _slot(
        "hobbies",
        "list",
        "preference",
        ("hobbies", "爱好"),
        "my hobby|my hobbies|my interests|in my free time|in my spare time|i play|do i play|what do i do for fun",
        "我的爱好 我爱好 我的兴趣 业余时间 我的兴趣爱好 空闲时间 爱好",
    ),
    _slot(
        "projects",
        "list",
        "goal",
        ("projects", "项目"),
        "i'm working on|am i working on|my project|my projects|my side project|my thesis|my novel|my startup",
        "我的项目 我在做 我正在做 我在开发 我正在开发 我的论文 我在写 项目",
    ),
    _slot(
        "goals",
        "list",
        "goal",
        ("goals", "目标"),
        "my goal|my goals|my aim|my dream is|i'm learning|am i learning|i'm training for|am i training|i'm saving"
        "|am i saving",
        "我的目标 我的梦想 我在学 我正在学 我在备考 我的计划",
    ),
    _slot(
        "devices",
        "keyed",
        "profile",
        ("devices", "设备"),
        "my laptop|my computer|my phone|my tablet|my camera|my car|my watch|my bike|my printer|my router|my console"
        "|which phone|which laptop|which car|do i drive|what phone|what car|what laptop",
        "我的电脑 我的笔记本 我的手机 我的平板 我的相机 我车 我的车 我的手表 我用的手机 我用的电脑 我开的车",
    ),
    _slot(
        "reply_language",
        "one",
        "instruction",
        ("reply in", "回复语言"),
        "answer in|reply in|respond in|speak to me in|write to me in",
        "回复语言 用中文回 用英文回 用简体 用繁体",
    ),
)
