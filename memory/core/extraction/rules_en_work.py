"""English statements about work and study. Data, as `rules_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AFTER,
    AM,
    ANY_CASE,
    DAYS_AND_MONTHS,
    EMPLOYER,
    JOB,
    OCCUPATION,
    OFTEN,
    THING,
)
from memory.core.language.nouns_en import OCCUPATIONS

WORK: tuple[Rule, ...] = (
    rule("occupation", rf"{AM} {OFTEN}(?:an? |the )(?P<value>.+)", OCCUPATION),
    rule("occupation", rf"I {OFTEN}work(?: (?:at|for) [^,]{{1,40}}?)? as (?:an? |the )?(?P<value>.+)", JOB),
    rule(
        "occupation",
        rf"(?:{AM}|My name(?:'s| is)|Name's) (?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?, (?:an? |the )?(?P<value>.+)",
        OCCUPATION,
    ),
    rule("occupation", r"As an? (?P<value>.+)", OCCUPATION, confidence=0.8),
    rule(
        "occupation",
        r"I(?:'ve| have)? (?:(?:just |recently )?(?:became|become|turned)|(?:re-?trained|re-?skilled|qualified"
        r"|started (?:out )?(?:work(?:ing)? )?) as|switched to being|went (?:back to|into) being) an? (?P<value>.+)",
        OCCUPATION,
    ),
    rule("occupation", r"Been (?:working as )?an? (?P<value>.+)", OCCUPATION, confidence=0.8),
    rule(
        "occupation",
        r"I(?:'ve| have)? (?:just |recently )?(?:started|begun|got hired|been hired) as (?:an? )(?P<value>.+)",
        JOB,
    ),
    rule("occupation", rf"{AM} {OFTEN}working as (?:an? |the )?(?P<value>.+)", JOB),
    rule(
        "occupation", r"My (?:job|occupation|profession|job title|role) is (?:an? |the |being an? )?(?P<value>.+)", JOB
    ),
    rule(
        "occupation", rf"{AM} (?:(?:now|already|happily) )?(?P<value>retired|self-employed|unemployed|between jobs)\b"
    ),
    rule(
        "work",
        rf"(?:I {OFTEN}work|I(?:'ve| have) {OFTEN}worked)(?: as [^,]{{1,40}}?| in [\w &]{{2,25}}?)?(?: full.time"
        r"| part.time| remotely)? (?:at|for) "
        r"(?P<value>.+)",
        EMPLOYER,
    ),
    rule(
        "work",
        rf"(?:{AM}|I(?:'ve| have) been) {OFTEN}(?:working|employed)(?: as [^,]{{1,40}}?)? (?:at|for|by) (?P<value>.+)",
        EMPLOYER,
    ),
    rule(
        "work",
        rf"{AM} {OFTEN}an? (?:[\w-]+ ){{0,4}}?(?:{OCCUPATIONS})(?<!student) (?:at|for) (?P<value>(?-i:[A-Z]).+)",
        EMPLOYER,
    ),
    rule(
        "work",
        r"(?:I(?:'ve| have)? (?:just |recently )?(?:started(?: working)?(?: a job)?(?: a new job)?|joined"
        r"|got a (?:new )?job)) ?(?:at|with)? (?P<value>(?-i:[A-Z0-9]).+)",
        Shape(EMPLOYER.cut, re.compile(r"[A-Z0-9].+"), EMPLOYER.reject, 60),
    ),
    rule(
        "work",
        r"I(?:'ve| have)? (?:just |recently |only )?(?:started(?: work(?:ing)?)?|got (?:a|my) (?:new )?job) (?:at"
        r"|in) (?:the|an?) "
        r"(?P<value>(?:[\w'-]+ ){0,2}(?:bakery|school|hospital|library|caf[eé]|restaurant|hotel|bank|shop|store"
        r"|clinic|factory"
        r"|university|college|museum|post office|warehouse|gym|bookshop|bar|pub|nursery|salon|garage|council"
        r"|law firm|agency"
        r"|startup|start-up|pharmacy|supermarket|farm|brewery|theatre|theater|newspaper|lab|office))\b",
    ),
    rule(
        "work",
        r"I(?:'m| am|'ll| will)? (?:be )?(?:(?:start|starting)(?: work| working| a (?:new )?job)? (?:at|with)"
        r"|joining(?= .* as ))"
        r" (?P<value>(?-i:[A-Z]).+)",
        Shape(EMPLOYER.cut, re.compile(r"[A-Z].+"), re.compile(rf"(?:{DAYS_AND_MONTHS})\b", ANY_CASE), 60),
    ),
    rule(
        "work",
        r"(?:I(?:'ve| have)? (?:just |recently )?(?:changed|switched|got a new|have a new|started a new) (?:jobs?"
        r"|companies|employers?)|I(?:'ve| have)? (?:just )?(?:left|quit) (?-i:[A-Z])[\w&' -]*|Not (?:at|with) "
        r"(?-i:[A-Z])[\w&' -]* any ?(?:more|longer)(?: btw)?|New job),? (?:and |so |but )?(?:I(?:'m| am) )?(?:now )?"
        r"(?:at|with) (?P<value>(?-i:[A-Z]).+)",
        EMPLOYER,
    ),
    rule(
        "work",
        r"My (?:employer|company|workplace) is (?:called |named )?(?P<value>.+)",
        Shape(EMPLOYER.cut, re.compile(r"[A-Z0-9].+"), EMPLOYER.reject, 60),
    ),
    rule(
        "studies",
        rf"(?:{AM} {OFTEN}(?:doing|pursuing|finishing|working towards|taking)(?= (?:an? |my )?(?:phd|ph\.d|doctorate"
        r"|master'?s?"
        rf"|bachelor'?s?|mba|degree|msc|bsc|ma\b|ba\b))|I {OFTEN}(?:study|major in)(?! (?:every|hard|all|a lot|alone"
        rf"|in|at|with|for|here|too)\b)|{AM} {OFTEN}"
        rf"(?:studying|majoring in)|My major is) (?P<value>.+)",
        Shape(
            re.compile(rf"{AFTER}|\s+(?:for|every|hard|all|late)\b", ANY_CASE),
            re.compile(r"\D.+"),
            THING.reject,
            60,
            re.compile(r"(?:an?|my)\s+(?=\w)", ANY_CASE),
        ),
    ),
)
