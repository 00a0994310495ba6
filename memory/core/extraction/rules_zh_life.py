"""Chinese statements about one's life: people, animals, food, health, tastes, plans, things. Data as `rules_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import ILLNESS as ILLNESS_EN
from memory.core.extraction.shapes_zh import (
    ALLERGEN,
    ANIMAL,
    BREED,
    CARS,
    CHILD,
    COMPUTERS,
    DEVICE,
    FOOD,
    ILLNESS,
    LIST,
    NAMES,
    OFTEN,
    PARTNER,
    PERSON,
    PET_NAME,
    PET_NAMES,
    PHONES,
    SELF_NAME,
    SOON,
    TASTE,
    TASTES,
    THING,
    TONGUE,
    TOPIC,
    WHICH_ONE,
)
from memory.core.language.nouns_en import PARTNER as PARTNER_EN

LIFE: tuple[Rule, ...] = (
    # People and animals
    rule("partner", rf"我的?{PARTNER}(?:的名字)?(?:叫做?|名叫|的名字是)(?P<value>.+)", PET_NAME),
    rule("partner", rf"我的?{PARTNER}现在是(?P<value>.+)", SELF_NAME),
    rule(
        "children",
        rf"我(?:的|家里?|们家?)?(?:[^,]{{0,4}}?[有生]了?[一两二三四\d]?[个位对]?)?{CHILD},?(?:的名字)?{WHICH_ONE}?(?:"
        r"分别)?(?:叫做?|名叫|的名字是)"
        r"(?P<value>.+)",
        PET_NAMES,
        separator=NAMES,
    ),
    rule(
        "pets",
        rf"我(?:的|家|家里)?(?:最近|刚刚?|又|还|也|新)*(?:养了|养着|养的?|有|的)?(?:[一两二三四\d]?[只条匹个])?"
        rf"(?:[\u3400-\u9fff]{{0,3}}色?的?)?(?:{ANIMAL}|{BREED}),?(?:的?名字)?{WHICH_ONE}?(?:分别)?(?:叫做?|名叫"
        r"|的名字是)"
        rf"(?P<value>.+)",
        PET_NAMES,
        separator=NAMES,
    ),
    rule(
        "pets",
        rf"我(?:家)?(?:养了|有|养着)[一两二三\d]?[只条匹个]?(?:叫做?|名叫)"
        rf"(?P<value>[^,]{{1,10}}?)的[\u3400-\u9fff]{{0,4}}?{ANIMAL}",
        PET_NAME,
    ),
    rule(
        "children",
        rf"我(?:的|家)?{CHILD}(?P<value>[\u3400-\u9fff]{{2}}|[A-Z][a-z]+)(?=今年|马上|刚刚?|现在|已经|明年|下个?月|快"
        r"|才|\d|上[小初高幼一二三四五六]|在[上读])",
        Shape(
            reject=re.compile(r"[今马刚现已明下快才上在也都还很最总老天每的是有要会不想喜爱]|.[的了也都还]"), limit=8
        ),
        confidence=0.8,
    ),
    rule(
        "pets",
        r"(?:我们?家?)?(?:[^,]{0,4}?)(?:又|还|刚)?(?:领养|收养|养|捡|买|抱)(?:了|回来?|到)+(?:一|两"
        r"|二)?[只条匹][^,]{0,6},?(?:名字)?(?:就)?叫(?P<value>.+)",
        PET_NAMES,
        separator=NAMES,
    ),
    rule("partner", rf"我的?\s?{PARTNER_EN}\s?(?:叫|名叫|is|的名字是)\s?(?P<value>.+)", PET_NAME),
    rule("partner", rf"My\s?{PARTNER}\s?(?:'s name )?(?:is(?: called| named)?|叫)\s?(?P<value>.+)", PET_NAME),
    rule("people", rf"我的?{PERSON}(?:的名字)?(?:叫做?|名叫|的名字是)(?P<value>.+)", PET_NAME),
    # Food and health
    rule(
        "diet",
        rf"我{OFTEN}(?:只|改|开始|一?[个名位])?(?P<value>吃全素|吃纯素|吃素|素食主义者|素食者|纯素主义者|纯素食者"
        rf"|严格素食者|清真|生酮饮食|低碳饮食)",
    ),
    rule(
        "avoids",
        rf"我{OFTEN}(?:从来?不|不能|不再|不|戒了?)(?:碰|沾|[吃喝])?(?<=[吃喝碰沾戒了])(?P<value>.+)",
        FOOD,
        separator=LIST,
    ),
    rule(
        "allergy",
        rf"我{OFTEN}对(?P<value>.+?)(?:严重|非常|很|都|也|有点|会|有|轻微|重度)*过敏",
        ALLERGEN,
        separator=LIST,
    ),
    rule("allergy", rf"我{OFTEN}有?(?:严重的?)?(?P<value>[^,有对]{{1,8}})过敏", ALLERGEN, separator=LIST),
    rule("allergy", rf"我{OFTEN}(?:有)?(?P<value>乳糖|麸质|果糖)不耐(?:受|症)?"),
    rule("health", rf"我{OFTEN}(?:患有|患了|得了|有|确诊了?|被诊断出?(?:患有|为)?|被确诊)(?P<value>.+)", ILLNESS),
    # Tastes
    rule(
        "favourites",
        r"我(?:最喜欢|最爱)的(?P<key>[^,是]{1,10}?)(?:现在|目前|一直|已经)?(?:是|:|[变换改]成了?)(?P<value>.+)",
        TASTE,
    ),
    rule(
        "dislikes",
        rf"我{OFTEN}(?:不(?:太|怎么|是很|是特别|大)?(?:喜欢|爱)|(?:最|很|特别?|超级?|巨|贼|真的?|非常|挺|蛮)*(?:讨厌|反感)|受不了)"
        rf"(?P<value>.+)",
        TASTE,
    ),
    rule(
        "likes",
        rf"我{OFTEN}(?:非常|很|特别?|最|比较|超级?|更|挺|都|蛮|十分|巨|贼|可|老|尤其)*(?:喜欢|爱|热爱|钟爱|偏爱|偏好)(?P<value>.+)",
        TASTE,
        separator=TASTES,
    ),
    rule("likes", rf"我{OFTEN}(?:迷上了|沉迷|痴迷于?)(?P<value>.+)", TASTE),
    rule("hobbies", r"我的?(?:业余)?(?:兴趣)?(?:爱好|兴趣)(?:是|有|包括|:)(?P<value>.+)", TOPIC, separator=LIST),
    rule("language", rf"我{OFTEN}(?:(?:会|能)[说讲]?|[说讲])(?P<value>.+)", TONGUE, separator=LIST),
    rule("language", r"我的?母语是(?P<value>.+)", TONGUE, separator=LIST),
    # Plans and things
    rule(
        "projects",
        rf"我{OFTEN}(?:正在|在)(?:做|开发|写|搞|准备)(?:一?[个款本篇部])?(?P<value>[^,]+(?:项目|应用|程序|小说|论文"
        rf"|网站|系统|游戏|产品|软件|库|书|课题|app))",
        TOPIC,
    ),
    rule("projects", r"我的?(?:新|副业)?项目(?:是|叫)(?P<value>.+)", TOPIC),
    rule(
        "goals",
        rf"我(?:的?(?:目标|梦想|理想)是|{OFTEN}(?:正在|在)(?:学习|学(?![习校生会])|备考|备战))(?P<value>.+)",
        TOPIC,
    ),
    *(
        rule(
            "devices",
            rf"我{OFTEN}(?:用的?是?|(?:的?(?:手机|电脑|笔记本)(?:用的?是?|换成了?))|在用|买了|换了|换成了?|开的?是?"
            rf"|开着)(?:一?[台部辆个])?(?P<value>{brand}[^,]*)",
            THING,
            key=key,
        )
        for key, brand in (
            ("手机", PHONES),
            ("电脑", COMPUTERS),
            ("车", CARS),
            ("平板", "(?:Kindle|iPad|Kobo|掌阅|Boox|文石)"),
        )
    ),
    rule(
        "devices",
        rf"我(?:的|又|刚|已经|最近)*(?:换了?)?(?:一?[个台部辆])?新?的?(?P<key>{DEVICE})(?:又|刚"
        rf"|已经)?(?:换了?)?了?,(?:现在|目前"
        r"|新的)?(?:用的?是?|是|开的?是?)(?:一[台部辆个])?(?P<value>.+)",
        THING,
    ),
    rule("devices", rf"我(?:已经|刚|最近)*把(?:我?的)?(?P<key>{DEVICE})换成了?(?P<value>.+)", THING),
    rule("devices", rf"我的?(?P<key>{DEVICE})(?:已经|刚)?换成了?(?P<value>.+)", THING),
    rule(
        "devices",
        rf"我(?:的|用的|开的|这)?新?(?P<key>{DEVICE})(?:用的)?(?:现在|目前|已经)?(?:换成了?|是)(?:一[台部辆]"
        r"|一?个)?(?P<value>.+)",
        THING,
    ),
    # Private matters: the policy asks about them
    rule(
        None,
        rf"我{OFTEN}(?:(?<=是)|是|信奉?|信仰)(?:[一个名位]{{0,2}})(?:虔诚的?)?(?:基督徒|天主教徒?|基督教徒?|穆斯林"
        r"|伊斯兰教徒?|佛教徒?|佛教|佛|道教徒?|道教|犹太教徒?"
        r"|无神论者|同性恋|双性恋|跨性别|无性恋|党员|中共党员|共产党员)",
        kind="profile",
    ),
    rule(None, rf"我{OFTEN}(?:投给?了|投票给?了?|选了)[^,]+", kind="profile", confidence=0.8),
    rule(
        None,
        rf"我{OFTEN}(?:[今去前]年|上个?月|上周|之前|以前|曾经|小时候|刚)*(?:(?:做|动|接受"
        r"|开)[过了]?[^,]{0,8}(?:手术|化疗|透析)|(?:被)?(?:确诊|查出|诊断)[^,]{1,14}"
        r"|(?:有过|得过|患过)[^,]{1,8}|(?:做过|有过)?流产|在?吃(?:抗抑郁|降压|激素|精神)[^,]{0,4}药)[^,]*",
    ),
    rule(
        None,
        rf"我{OFTEN}(?:是(?:一?[个名位])?)(?:男同|女同|同志|拉拉|les|gay|跨性别者?|双性恋者?|无神论者?)(?=\W|$|,)",
        confidence=0.5,
    ),
    rule(
        None,
        r"我(?:的|每月|每年|一个月|现在)*(?:月薪|年薪|工资|收入|月收入|年收入|负债|欠债|欠了?"
        r"|存款)[^,]*[\d一二三四五六七八九十百千万][^,]*",
    ),
    rule(None, rf"我{OFTEN}(?:有|患有|得了)\s?(?:{ILLNESS_EN.accept.pattern})", confidence=0.5),
    # Events, as they were said
    rule(
        None,
        rf"我们?(?:{SOON})[^?]*(?:去|搬|飞|开会|面试|考试|结婚|手术|出差|出发|开始|有|要|见|回)[^?]*",
        kind="event",
        confidence=0.7,
    ),
    rule(None, r"我们?(?:一直)?[到待呆]到?[^,?]{2,10}[日号天周月底]?都?在[^?]{1,12}", kind="event", confidence=0.7),
    rule(None, rf"(?:{SOON})[^?]{{0,6}}我们?(?:要|会|得|有|去|将|就)[^?]*", kind="event", confidence=0.7),
    rule(
        None,
        r"我的?(?:航班|考试|面试|预约|婚礼|手术|会议|火车|旅行|答辩|假期|截止日期|签证)[^?]{0,20}(?:是|在"
        r"|定在)[^?]*(?:\d|明天|后天|下周|月|号)[^?]*",
        kind="event",
        confidence=0.7,
    ),
    # Data about someone else, kept apart by the policy
    rule(
        None,
        rf"我的?(?:{PERSON}|{PARTNER}|{CHILD})的?(?:生日|电话|手机号?|邮箱|地址|工资|收入|密码)(?:号码)?是.+",
        kind="relationship",
    ),
    rule(
        None,
        rf"我的?(?:{PERSON}|{PARTNER}|{CHILD})(?:有|患有|得了|对[^,]+过敏|怀孕|是同性恋|住在|在[^,]+(?:工作|上班)"
        rf"|吃素).*",
        kind="relationship",
        confidence=0.8,
    ),
)
