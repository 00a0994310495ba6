"""Chinese statements about who one is. Clauses come simplified and half-width (`clauses.fold`). Data."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_zh import (
    ALLERGEN,
    CITY,
    DATE,
    EMPLOYER,
    FIRST_NAME,
    FOOD,
    FROM_REJECT,
    LIST,
    NAME,
    OCCUPATION,
    OFTEN,
    PLACE,
    SELF_NAME,
    SOON,
    TASTE,
    TONGUE,
    WE,
)

WHO: tuple[Rule, ...] = (
    # What ends something, before what it would be taken for.
    rule("home", r"我(?:已经|早就|现在)?(?:不再|不)住(?:在)?(?P<value>.+)", PLACE, retracts=True),
    rule("home", r"我(?:以前|之前|曾经|过去)住(?:在|过)?(?P<value>.+)", PLACE, retracts=True),
    rule("home", r"我(?:已经|刚)?从(?P<value>.+?)搬(?:走|出来)", PLACE, retracts=True),
    rule("work", r"我(?:已经)?(?:不再|不)在(?P<value>.+?)(?:工作|上班|任职)", EMPLOYER, retracts=True),
    rule("work", r"我(?:以前|之前|曾经)在(?P<value>.+?)(?:工作|上班|任职)", EMPLOYER, retracts=True),
    rule(
        "work",
        r"我(?:已经|刚刚?|最近|前几天|昨天|今天|上周|上个?月|这周|这个月|月底|月初|去年"
        r"|今年)*(?:从(?P<value>.+?))?(?:离职|辞职|失业|被裁)",
        EMPLOYER,
        retracts=True,
    ),
    rule(
        "work",
        r"我(?:已经|刚刚?|上周|上个?月)*被(?P<value>[^,]{2,12}?)(?:裁|开除|辞退|解雇|优化)(?:了|掉)",
        EMPLOYER,
        retracts=True,
    ),
    rule("occupation", r"我(?:已经)?(?:不再是|不是|不当|不做)(?:一?[名个位])?(?P<value>.+)", OCCUPATION, retracts=True),
    rule(
        "diet",
        r"我(?:已经|现在)?(?:不再|不)(?:是)?(?P<value>吃全素|吃纯素|吃素|素食主义者|素食者|纯素食者)",
        retracts=True,
    ),
    rule(
        "allergy",
        r"我(?:现在|已经)?对(?P<value>.+?)(?:不|不再|已经不|没有)过敏",
        ALLERGEN,
        retracts=True,
        separator=LIST,
    ),
    rule("name", r"我(?:不叫|的名字不是)(?P<value>.+)", NAME, retracts=True),
    rule("likes", r"我(?:已经|现在)?不再(?:喜欢|爱|热爱)(?P<value>.+)", TASTE, retracts=True),
    rule("likes", r"我(?:已经|现在)不(?:喜欢|爱)(?P<value>.+?)了", TASTE, retracts=True),
    rule("dislikes", r"我(?:已经|现在)?不(?:再)?讨厌(?P<value>.+)", TASTE, retracts=True),
    rule("avoids", r"我(?:现在)?又?(?:开始|重新|又|可以)[吃喝](?P<value>.+?)了", FOOD, retracts=True),
    rule("language", r"我不会[说讲](?P<value>.+)", TONGUE, retracts=True, separator=LIST),
    rule(
        "partner",
        r"我(?:已经|刚刚?|最近)?(?:离婚|分手)了|我(?:和|跟)(?:我的?)?(?:老婆|老公|男朋友|女朋友|男友|女友)分手了",
        retracts=True,
    ),
    rule("called", r"(?:请|你|您|以后)*(?:别|不要|不用)再?叫我(?P<value>.+?)了$", NAME, retracts=True),
    # Names and places
    rule("name", r"我的?(?:名字|全名|真名|姓名|本名|大名)(?:是|叫|:)(?P<value>.+)", NAME),
    rule("name", rf"我(?:名)?{OFTEN}叫做?(?P<value>.+)", NAME),
    rule("name", rf"我{OFTEN}(?:(?<=是)|是|(?<=本人))(?P<value>.+)", SELF_NAME, confidence=0.7),
    rule("name", "我是(?P<value>.+)", FIRST_NAME, confidence=0.7),
    rule(
        "called",
        r"(?:大家|我?的?朋友们?|我?家人|他们|同事们?|你|您|请|可以|能不能|能|都"
        r"|还是|改口|改|不如|就|干脆|那就?|以后|要不|直接|算了|今后){0,4}(?:叫|称呼|喊)我(?:为|做)?"
        r"(?P<value>.+)",
        NAME,
    ),
    rule("called", r"我的(?:昵称|外号|小名|英文名)(?:是|叫)(?P<value>.+)", NAME),
    rule("home", rf"{WE}{OFTEN}(?:(?:居?住|定居|生活)在|定居)(?P<value>.+)", PLACE),
    rule("home", rf"{WE}{OFTEN}住(?![在院校宿的得不了过一二三四五六七八九十几\d])(?P<value>.+)", PLACE),
    rule("home", rf"{WE}{OFTEN}在(?P<value>[^,]{{2,10}}?)(?:定居|安家|落户|买了?房)", PLACE),
    rule("home", rf"{WE}{OFTEN}(?:改住|落户(?:在|到)?|安家在?)(?P<value>.+)", PLACE),
    rule("home", rf"我们?家{OFTEN}搬(?:到|去|来|回)了?(?P<value>.+)", PLACE),
    rule("home", rf"我家{OFTEN}(?:住在?|在)(?P<value>.+)", PLACE),
    rule("home", rf"我{OFTEN}(?:现居|现住在?)(?P<value>.+)", PLACE),
    rule("home", r"我[和跟与][^,]{1,8}?(?:一起)?(?:都)?住在(?P<value>.+)", PLACE),
    rule("home", rf"我{OFTEN}坐标(?:是|在|:)?(?P<value>.+)", PLACE),
    rule("home", rf"我{OFTEN}在(?P<value>[^,]{{2,8}}?)(?:[待呆住]了|[待呆住])[^,]{{0,4}}[年月]", PLACE),
    rule("home", rf"我{OFTEN}(?:base|定居|常驻|长居)\s?在(?P<value>.+)", PLACE),
    rule(
        "home",
        rf"{WE}(?:刚刚?|已经|最近|上个?月|去年|前年|今年|昨天|前几天|上周)*(?:从[^,]{{1,15}}?)?搬(?:家)?(?:到|去|来"
        rf"|回)了?(?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        rf"(?=[^,]*{SOON})(?:{SOON}[^,]{{0,4}})?我们?(?:{SOON}|一号|要|会|就|将|准备)*搬(?:家)?(?:到|去)(?P<value>.+)",
        PLACE,
    ),
    rule(
        "address",
        r"我(?:的|家)(?:家庭|收货|住)?(?:地址|住址)(?:是|在|:)(?P<value>.+)",
        Shape(accept=re.compile(r".*[\d路街号].*"), cut=re.compile(r"[。!?;]"), limit=80),
    ),
    rule("origin", rf"我{OFTEN}来自(?P<value>.+)", PLACE),
    rule("origin", r"我的?(?:老家|家乡|故乡)(?:是|在)(?P<value>.+)", PLACE),
    rule("origin", r"我老家(?P<value>[\u3400-\u9fff]{2,3})$", PLACE),
    rule(
        "origin",
        rf"我{OFTEN}(?:土生土长的)?(?P<value>(?:{CITY}|[\u3400-\u9fff]{{1,3}}[国省市县]|东北|四川|湖南|湖北|广东"
        rf"|广西|福建|浙江|江苏|山东|山西|河南|河北|云南|贵州|台湾|安徽|江西|陕西|海南|日本|加拿大|意大利"
        rf"|葡萄牙))人",
    ),
    rule(
        "origin",
        rf"我{OFTEN}(?:(?<=是)|是)(?:土生土长的)?(?P<value>[\u3400-\u9fff]{{2,5}})人(?![士员类生家口物])",
        Shape(reject=FROM_REJECT, limit=5),
        confidence=0.7,
    ),
    rule("origin", rf"我{OFTEN}(?:从小)?在(?P<value>[^,]{{2,8}}?)(?:出生|长大|土生土长)", PLACE),
    rule(
        "origin",
        r"我(?:(?:出生|长大)[在于]|在(?=[^,]{2,8}(?:出生|长大)))(?P<value>[^\d一二三四五六七八九十].+)",
        PLACE,
    ),
    # Dates and numbers
    rule("birthday", r"我的?(?:生日|出生日期)(?:是|在|:)(?P<value>.+)", DATE),
    rule(
        "birthday",
        rf"我{OFTEN}(?:出生于|生于|出生在|(?=\d{{2,4}}年[^,]{{0,8}}(?:出生|生的|生人)))(?P<value>\d{{2,4}}年"
        rf"(?:\d{{1,2}}月)?(?:\d{{1,2}}[日号])?)(?:[^,]{{0,4}}?(?:出生|生)的?人?)?",
        DATE,
    ),
    rule(
        "age",
        rf"我{OFTEN}(?:快|都|刚满?)?(?P<value>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})岁(?=了|半|\W|$)",
        Shape(limit=4),
    ),
    rule("age", r"我今年(?:都|快|刚)?(?P<value>\d{2}|[一二三四五六七八九]?十[一二三四五六七八九]?)了?$"),
    rule(
        "phone",
        r"我的?新?(?:手机|电话|联系方式)(?:号码?)?(?:现在)?(?:是|:|换成了?|改成了?)\s*(?P<value>\+?\d.+)",
        Shape(accept=re.compile(r"\+?\d[\d\s-]{5,20}"), cut=re.compile(r"[,。;!?]"), limit=22),
    ),
    rule(
        "email",
        r"我的?(?:邮箱|电子邮件|电子邮箱|邮件地址|email)(?:地址)?(?:现在)?(?:是|:|换成了?|改成了?)?\s*(?P<value>.+)",
        Shape(
            accept=re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII),
            cut=re.compile(r"[^\w.+@-]", re.ASCII),
        ),
    ),
    rule(
        "email",
        r"我的?(?:换了?新?)?(?:邮箱|电子邮箱|email)(?:换|改)?了?,(?:现在|新的)?(?:用的?)?是?(?P<value>[\w.+-]+@.+)",
        Shape(
            accept=re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}", re.ASCII),
            cut=re.compile(r"[^\w.+@-]", re.ASCII),
        ),
    ),
    rule(
        "timezone",
        r"我(?:的|在)(?:时区(?:是|为))?(?P<value>.+?)(?:时区)?$",
        Shape(
            accept=re.compile(
                r"(?:UTC|GMT).{1,6}|[东西][一二三四五六七八九十\d]{1,2}区|[A-Z]\w+/\w+|(?:北京|太平洋|东部"
                r"|格林威治)时间"
            )
        ),
    ),
)
