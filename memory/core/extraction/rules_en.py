"""English statements about who one is: names, places, work, dates, numbers. Data; shapes are in `shapes_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AM,
    ANYMORE,
    DAYS_AND_MONTHS,
    EMPLOYER,
    FOOD,
    GIVEN_NAME,
    LIST,
    NAME,
    NOT,
    OCCUPATION,
    OFTEN,
    PLACE,
    TASTE,
    THING,
    TONGUE,
)
from memory.core.language.nouns_en import NATIONALITY, PARTNER

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
        r")",
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
    rule("likes", r"I(?:'ve| have)? (?:gone|went) off (?P<value>.+)", TASTE, retracts=True),
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
        r"(?:please |just |(?:can|could|would|will) you |you can |you may |people |(?:my |all my )?(?:friends|family) "
        r"|everyone |they |everybody |i(?:'d| would) (?:rather|prefer) (?:that |if )?you |i(?:'d"
        r"| would) like you to ){0,2}"
        r"call(?:s|ed)? me (?P<value>.+)",
        NAME,
    ),
    rule("called", r"(?:I (?:go by|prefer to be called|like to be called)|My nickname is) (?P<value>.+)", NAME),
    rule(
        "home",
        r"(?:I|we)(?:'ve| have)? (?:finally |just |recently )*moved,? (?:and )?(?:it's|we're in|i'm in)(?: now)? "
        r"(?P<value>(?-i:[A-Z]).+?)(?: now)?$",
        PLACE,
    ),
    rule("home", rf"(?:I|we) {OFTEN}(?:live|reside)(?: now| currently| actually| here)? in (?P<value>.+)", PLACE),
    rule(
        "home",
        r"As (?:some(?:one|body)|an? [\w -]{2,30}?) (?:who (?:is )?|that )?(?:lives|living|based) in (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:me and (?:my )?[\w' ]{2,25}?|my [\w' ]{2,25}? and (?:I|me)) (?:both |currently "
        r"|now )*live in (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:(?<=these days )|(?<=these days, )|(?<=nowadays )|(?<=now ))I(?:'m| am) in (?P<value>(?-i:[A-Z]).+)",
        PLACE,
    ),
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
        rf"(?:{AM}|I'?ve been|I'll be|we'll be|we're|we are) {OFTEN}(?:living in|based (?:in|out of)|located in"
        rf"|residing in) (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:I|we)(?:'ve| have)? (?:just |recently |finally |now |actually |already )*(?:moved|relocated)"
        r"(?: back| over| here)?(?: from [^,]{1,40}?)? to (?P<value>.+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:I|we)(?:'ve| have)? (?:just |recently |finally )*(?:ended up (?:moving to|living in)|settled (?:down )?in)"
        r" (?P<value>(?-i:[A-Z]).+)",
        PLACE,
    ),
    rule(
        "home",
        r"(?:just |recently |finally )*(?:moved|relocated)(?: back| over)? to(?=.*\b(?:last|this|now|recently|ago"
        r"|in \d{4}"
        rf"|yesterday|for (?:work|good))\b) (?!(?:{DAYS_AND_MONTHS})\b)(?P<value>(?-i:[A-Z]).+)",
        PLACE,
    ),
    rule("home", rf"{AM} (?:an? )?(?:{NATIONALITY})(?: \w+)?,? (?:living|based) in (?P<value>.+)", PLACE),
    rule(
        "home",
        r"I(?:'m| am) (?:writing|e-?mailing|calling|texting"
        r"|messaging)(?: to)?(?: you)? from (?P<value>(?-i:[A-Z])[^,]+),"
        r" where (?:I|we) (?:live|reside|am based|'m based)\b.*",
        PLACE,
    ),
    rule("home", r"My (?:flat|house|apartment|home|place) is in (?P<value>(?-i:[A-Z]).+)", PLACE),
    rule("home", r"Home is (?:in )?(?P<value>(?-i:[A-Z]).+)", PLACE),
    rule("home", r"My (?:(?:home|current|new) (?:city|town|home) is|home is(?: in)?) (?P<value>(?!in\b).+)", PLACE),
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
)
