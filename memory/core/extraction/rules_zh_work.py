"""Chinese statements about work and study. Data, as `rules_zh.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import OCCUPATION as TRADE_EN
from memory.core.extraction.shapes_zh import (
    AFTER,
    EMPLOYER,
    FIELDS,
    JOB,
    OCCUPATION,
    OCCUPATIONS,
    OFTEN,
    TOPIC,
)

WORK: tuple[Rule, ...] = (
    rule(
        "occupation",
        rf"我{OFTEN}(?:在[^,]{{2,20}}?)?(?:(?<=是)|是|当|做|担任)(?:一?[名个位])?(?P<value>.+)",
        OCCUPATION,
    ),
    rule(
        "occupation",
        rf"我{OFTEN}一[名位](?P<value>.+)",
        Shape(re.compile(AFTER), re.compile(r"[\u3400-\u9fff]{2,10}[师员家者生长手工匠]"), limit=12),
    ),
    rule(
        "occupation",
        rf"我{OFTEN}在[^,]{{1,15}}(?:店|所|院|公司|厂|馆|部|局|行|校|社|中心|工作室|机构|集团)(?:里)?(?:做|当"
        r"|担任)(?P<value>[\u3400-\u9fff]{2,8})$",
    ),
    rule("occupation", r"我的?(?:职业|工作|岗位|职位|职务)是(?:一?[名个位])?(?P<value>.+)", JOB),
    rule("occupation", rf"我{OFTEN}(?:在[^,]{{2,15}}?)?做(?P<value>(?:{FIELDS}|UX|UI)[^,]{{0,10}})$"),
    rule("occupation", rf"我{OFTEN}从事(?P<value>.+?)(?:的?(?:工作|行业)|$|,)", JOB),
    rule("occupation", rf"我{OFTEN}(?:转行|改行|转岗|转)(?:去|来)?(?:做|当|成)了?(?P<value>.+)", OCCUPATION),
    rule(
        "occupation",
        r"我(?:现在|目前|一直|平时|主要)?是(?:做|搞|干|跑)(?P<value>(?!饭|梦|这|那|什么|啥|作业|好|过|不"
        r"|到)[^,的]{2,10}?)(?:这一?行|行业|生意)?的$",
        confidence=0.8,
    ),
    rule(
        "occupation", r"(?:作为|身为)(?:一?[名个位])?(?P<value>[^,我]{2,12}?)(?:,?我.+|$)", OCCUPATION, confidence=0.8
    ),
    rule(
        "occupation", rf"我{OFTEN}(?:在[^,]{{1,20}}?)?(?:是|做|当|担任)(?:一?[名个位])?(?P<value>[A-Za-z].+)", TRADE_EN
    ),
    rule("occupation", rf"我{OFTEN}(?P<value>退休|失业|自由职业)了?$"),
    rule("occupation", rf"我{OFTEN}(?=[^,]{{0,6}}(?:老师|教师|医生|工程师|护士|职工|干部))(?P<value>退休.{{2,6}})$"),
    rule("work", rf"我{OFTEN}在(?P<value>[^,]{{2,15}}?)做(?:{FIELDS})", EMPLOYER),
    rule("work", rf"我{OFTEN}(?:受雇于|就职于|任职于|供职于|入职了?|加入了?)(?P<value>.+)", EMPLOYER),
    rule(
        "work",
        rf"我{OFTEN}在(?P<value>.+?)(?:工作|上班|任职|就职|实习|当|做[^,]{{0,4}}(?:{OCCUPATIONS})|担任|教书)",
        EMPLOYER,
    ),
    rule(
        "work",
        rf"我{OFTEN}(?:从[^,]{{1,15}}?)?(?:换|转|跳)?(?:到|去)了(?P<value>[^,]{{2,15}}?)(?:上班|工作|任职)了?$",
        EMPLOYER,
    ),
    rule(
        "work",
        rf"我{OFTEN}(?:从[^,]{{1,15}}?)?(?:(?:换|转|跳)(?:到|去)(?P<value>[^,]{{2,15}}?)(?:上班|工作|任职)了?)$",
        EMPLOYER,
    ),
    rule(
        "work",
        rf"我{OFTEN}(?:从[^,]{{1,15}}?)?(?:跳槽了?,?|跳)(?:到|去)了?(?P<value>[^,]{{2,15}}?)(?:上班|工作)?了?$",
        EMPLOYER,
    ),
    rule("work", rf"我{OFTEN}去(?P<value>[^,]{{2,15}}?)(?:上班|任职)了$", EMPLOYER),
    rule("work", r"我(?:的)?(?:公司|单位|雇主)(?:是|叫)(?P<value>.+)", EMPLOYER),
    rule(
        "studies",
        rf"我{OFTEN}(?:在[^,]{{2,15}}?)?(?:大学|本科|硕士|研究生|博士|专科)?(?:时候?|期间)?(?:主修|攻读|(?:学|读"
        r"|念)的(?:专业)?是)(?P<value>.+)",
        TOPIC,
    ),
    rule("studies", r"我的?(?:专业|major)\s?是(?P<value>.+)", TOPIC),
    rule("studies", rf"我{OFTEN}(?:现|一直)?就读(?:于|在)(?P<value>.+)", TOPIC),
    rule("studies", rf"我{OFTEN}在(?P<value>[^,]{{2,15}})就读", TOPIC),
    rule(
        "studies",
        rf"我{OFTEN}在[^,]{{2,15}}?(?:大学|学院)(?:读|学|念|修)(?P<value>(?!书|研|博|硕|习)[^,]{{2,12}})",
        TOPIC,
    ),
    rule("studies", rf"我{OFTEN}(?:读|念|学)的?(?:是)?(?P<value>[^,]{{2,10}}(?:专业|系))", TOPIC),
    rule(
        "studies",
        rf"我{OFTEN}在(?P<value>[^,]{{2,15}}(?:大学|学院|中学|高中)|[\u3400-\u9fff]{{1,3}}大)(?:读书|上学|读研|读博"
        r"|读本科|读硕士?|念书|学习)",
        Shape(limit=20),
    ),
)
