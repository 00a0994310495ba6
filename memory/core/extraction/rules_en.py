"""English statements about who one is: names, places, work, dates, numbers. Data; shapes are in `shapes_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AFTER,
    AGE,
    AM,
    ANY_CASE,
    ANYMORE,
    DATE,
    EMAIL,
    EMPLOYER,
    FOOD,
    GIVEN_NAME,
    JOB,
    LIST,
    NAME,
    NOT,
    OCCUPATION,
    OFTEN,
    PHONE,
    PLACE,
    TASTE,
    THING,
    TONGUE,
)
from memory.core.language.nouns_en import NATIONALITY, OCCUPATIONS, PARTNER

WHO: tuple[Rule, ...] = (
    # What ends something, before what it would be taken for.
    rule(
        "home",
        rf"(?:I {NOT} (?:actually )?live|{AM} (?:no longer|not) (?:living|based)) in (?P<value>.+)",
        PLACE,
        retracts=True,
    ),
    rule("home", r"I used to live in (?P<value>.+)", PLACE, retracts=True),
    rule(
        "home",
        r"I(?:'ve| have)? (?:just |recently )?(?:moved (?:away from|out of))(?! (?:my|the|work|home"
        r"|school|a|it)\b) (?P<value>(?-i:[A-Z]).+)",
        PLACE,
        retracts=True,
        confidence=0.7,
    ),
    rule(
        "work",
        rf"(?:I {NOT} (?:actually )?work|{AM} (?:no longer|not) (?:working|employed)) (?:at|for) "
        r"(?P<value>.+)",
        EMPLOYER,
        retracts=True,
    ),
    rule(
        "work",
        r"(?:I used to work (?:at|for)|I(?:'ve| have)? (?:just )?(?:left|quit|resigned from) my job at) "
        r"(?P<value>.+)",
        EMPLOYER,
        retracts=True,
    ),
    rule(
        "work",
        r"I(?:'ve| have)? (?:just |recently |finally )?(?:quit|left|lost|resigned from) my (?:old )?job(?! "
        r"(?:search|hunt))|I(?:'ve been| was|'m| am| got) (?:just )?(?:laid off|fired|made redundant|unemployed"
        r"|retired now)",
        retracts=True,
    ),
    rule("occupation", rf"{AM} (?:no longer|not) an? (?P<value>.+)", OCCUPATION, retracts=True),
    rule(
        "diet",
        rf"(?:{AM} (?:no longer|not)|I used to be) (?:an? )?(?P<value>vegetarian|vegan|pescatarian|pescetarian"
        r"|flexitarian"
        r"|keto|paleo)\b",
        retracts=True,
    ),
    rule("allergy", rf"{AM} (?:no longer|not) allergic to (?P<value>.+)", FOOD, retracts=True, separator=LIST),
    rule("name", r"My name (?:is not|isn't) (?P<value>.+)", NAME, retracts=True),
    rule("likes", r"I no longer (?:like|love|enjoy) (?P<value>.+)", TASTE, retracts=True),
    rule("likes", rf"{ANYMORE}I (?:don't|do not) (?:really )?(?:like|love|enjoy) (?P<value>.+)", TASTE, retracts=True),
    rule("dislikes", r"I no longer (?:hate|dislike) (?P<value>.+)", TASTE, retracts=True),
    rule("avoids", r"I (?:now )?(?:eat|drink) (?P<value>.+?) (?:again|now)\b", FOOD, retracts=True),
    rule("hobbies", rf"(?:I no longer|{ANYMORE}I (?:don't|do not)) play (?P<value>.+)", THING, retracts=True),
    rule("language", r"I (?:don't|do not|can't|cannot) speak (?P<value>.+)", TONGUE, retracts=True, separator=LIST),
    rule(
        "partner",
        rf"(?:My {PARTNER} and I (?:have )?(?:broke|broken|split) up|I(?:'m| am) (?:now )?(?:divorced"
        r"|single again)|I(?:'m| am) no longer (?:married|engaged))",
        retracts=True,
    ),
    # Names and places
    rule("name", r"My (?:full |first |real |legal |given )?name(?:'s| is|:)(?: now| actually)? (?P<value>.+)", NAME),
    rule("name", r"(?:It's|this is) (?P<value>(?-i:[A-Z])\w+) here\b", GIVEN_NAME),
    rule("name", r"The name(?:'s| is) (?P<value>(?-i:[A-Z]).+)", NAME),
    rule("name", r"Name's (?P<value>(?-i:[A-Z]).+)", NAME),
    rule("name", rf"{AM} {OFTEN}(?:called|named) (?P<value>.+)", NAME),
    rule("name", rf"(?:(?:this is|{AM}) )(?P<value>.+)", GIVEN_NAME, confidence=0.7),
    rule(
        "called",
        r"(?:please |just |you can |you may |people |(?:my |all my )?(?:friends|family) |everyone |they "
        r"|everybody ){0,2}calls? me (?P<value>.+)",
        NAME,
    ),
    rule("called", r"(?:I (?:go by|prefer to be called|like to be called)|My nickname is) (?P<value>.+)", NAME),
    rule("home", rf"(?:I|we) {OFTEN}(?:live|reside) in (?P<value>.+)", PLACE),
    rule(
        "home",
        r"(?=.*\b(?:tomorrow|next (?:week|month|year|\w+day)|in (?:\d+|an?|two|three) (?:day|week|month)s?"
        r"|on (?:the )?(?:\w+day|\d+|[a-z]+ \d+)|at the end of|from|in (?:january|february|march|april|may|june"
        r"|july|august|september|october|november|december))\b)(?:(?!I\b|we\b)[\w ]{3,30}?,? )?(?:I|we)"
        r"(?:'m|'re|'ll| am| are| will)? (?:(?:be )?moving|move|(?:be )?relocating|relocate) to (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:I|we)(?:'ve| have) (?:always |now )?lived in (?P<value>.+?) (?:since|for|all my|my whole|ever)\b",
        PLACE,
    ),
    rule(
        "home",
        rf"(?:{AM}|I'?ve been|we're|we are) {OFTEN}(?:living in|based (?:in|out of)|located in"
        rf"|residing in) (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:I|we)(?:'ve| have)? (?:just |recently |finally |now |actually |already )*(?:moved|relocated)"
        r"(?: back| over| here)?(?: from [^,]{1,40}?)? to (?P<value>.+)",
        PLACE,
    ),
    rule("home", r"My (?:(?:home|current|new) (?:city|town|home) is|home is in) (?P<value>.+)", PLACE),
    rule(
        "address",
        r"(?:My (?:new |home |postal |mailing |street |delivery )?address is|I live at(?= \d)) (?P<value>.+)",
        Shape(accept=re.compile(r".*\d.*"), cut=re.compile(r"\s*[!?;]|\s+(?:and|but|so|please)\b"), limit=120),
    ),
    rule(
        "origin",
        rf"(?:{AM} {OFTEN}(?:originally )?from|I (?:originally )?come from(?! an?\b)|I grew up in|I was born "
        r"(?:and raised )?in) (?P<value>.+)",
        PLACE,
    ),
    rule("origin", r"I(?:'m| am| was) (?:originally )?born and raised in (?P<value>.+)", PLACE),
    rule("origin", rf"{AM} {OFTEN}(?P<value>{NATIONALITY})$"),
    rule(
        "origin",
        rf"(?:{AM}|this is|my name is|name's) (?:(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?"
        rf"|[\u3400-\u9fff]{{2,4}}) from "
        r"(?P<value>(?-i:[A-Z]|[\u3400-\u9fff]).+)",
        PLACE,
    ),
    rule("origin", r"My (?:home ?town|country of origin|nationality) is (?P<value>.+)", PLACE),
    # Work
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
        rf"I {OFTEN}work(?:ed)?(?: as [^,]{{1,40}}?)?(?: full.time| part.time| remotely)? (?:at|for) "
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
    # Dates and numbers
    rule(
        "birthday",
        r"My (?:birthday|date of birth|birth ?date|bday|dob)(?:'s| is|:)(?: actually)?(?: on)? (?P<value>.+)",
        DATE,
    ),
    rule("birthday", r"I was born (?:on|in(?= (?:the )?\d)|in(?= \w+ \d)) (?P<value>.+)", DATE),
    rule(
        "age",
        rf"(?:{AM}|I(?:'ve)?(?: just)? turned|I(?:'ll be"
        rf"| turn)(?= \d+ today)) {OFTEN}(?P<value>\d{{1,3}})(?: years old| y/?o"
        r"| years of age| (?:now|today|already|this (?:week|month|year)|and|but|so)\b|,|$)",
        AGE,
    ),
    rule("age", rf"(?:{AM} |As )an? (?P<value>\d{{1,3}})[ -](?:years?[ -]old|y/?o)\b", AGE),
    rule(
        "phone",
        r"My (?:new )?(?:phone|mobile|cell|telephone|contact)?(?: ?phone)? ?(?:number)? ?(?:is|:)(?: now)? "
        r"(?P<value>\+?\(?\d.+)",
        PHONE,
    ),
    rule(
        "email", r"My (?:new |work |personal |private )?e-?mail(?: address)?(?: is|'s|:)(?: now)? (?P<value>.+)", EMAIL
    ),
    rule(
        "email",
        r"(?:(?:you can |please |just |feel free to )*(?:reach|contact|e-?mail|write(?: to)?|mail) me (?:at|on|under"
        r"|via)"
        rf"|{AM} (?:reachable )?at) (?P<value>\S+@.+)",
        EMAIL,
    ),
)
