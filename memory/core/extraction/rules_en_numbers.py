"""English statements about dates, ages and addresses that are numbers or signs. Data, as `rules_en.py`."""

from memory.core.extraction.rules import Rule, rule
from memory.core.extraction.shapes_en import (
    AGE,
    AM,
    DATE,
    EMAIL,
    OFTEN,
    PHONE,
)

NUMBERS: tuple[Rule, ...] = (
    rule(
        "birthday",
        r"My (?:birthday|date of birth|birth ?date|bday|dob)(?:'s| is|:)(?: actually)?(?: on)? (?P<value>.+)",
        DATE,
    ),
    rule("birthday", r"I was born (?:on|in(?= (?:the )?\d)|in(?= \w+ \d)) (?P<value>.+)", DATE),
    rule(
        "age",
        rf"(?:{AM}|I(?:'ve)?(?: just)? turned|Just turned|I(?:'ll be"
        rf"| turn)(?= \d+ today)) {OFTEN}(?P<value>\d{{1,3}})(?: years old| y/?o"
        r"| years of age| (?:now|today|already|this (?:week|month|year)|and|but|so)\b|,|$)",
        AGE,
    ),
    rule("age", rf"(?:{AM} |As )an? (?P<value>\d{{1,3}})[ -](?:years?[ -]old|y/?o)\b", AGE),
    rule(
        "phone",
        r"(?:(?:I(?:'ve got| have| got) a |My )new (?:phone |mobile )?number(?:,| is|:)(?: it's)?|My (?:phone "
        r"|mobile )?number (?:has )?"
        r"changed(?: to|,? it's(?: now)?)) (?P<value>\+?\(?\d.+)",
        PHONE,
    ),
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
        r"(?:My e-?mail(?: address)?(?: has)? changed,? (?:to|it's|it is|and it's|now it's)(?: now)?|(?:I(?:'ve got"
        r"| have| got) a |My )?new e-?mail(?: address)?(?::|,| is| -)(?: it's| it is)?) (?P<value>\S+@.+)",
        EMAIL,
    ),
    rule(
        "email",
        r"(?:(?:you can |please |just |feel free to )*(?:reach|contact|e-?mail|write(?: to)?|mail) me (?:at|on|under"
        r"|via)"
        rf"|{AM} (?:reachable )?at) (?P<value>\S+@.+)",
        EMAIL,
    ),
)
