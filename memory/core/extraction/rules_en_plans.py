"""English statements about plans, things, events and other people's affairs. Data, as `rules_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import AM, OFTEN, PROJECT, THING
from memory.core.language.nouns_en import CHILD, COMPUTERS, DEVICE, OLD, PARTNER, PERSON, PHONES

PLANS: tuple[Rule, ...] = (
    # Plans and things
    rule(
        "projects",
        rf"{AM} {OFTEN}(?:working on|building|developing|writing) (?P<value>(?:an? |my "
        r"|the )?[\w\s'\"&.-]+)",
        Shape(
            PROJECT.cut,
            re.compile(
                r"(?:my|an?|the) .*(?:project|app|book|novel|thesis|startup|website|game|paper|library"
                r"|dissertation|platform|album|podcast|compiler|bot|engine|system|tool|blog|report|film|course).*"
                r"|[A-Z].*",
                0,
            ),
            PROJECT.reject,
            80,
        ),
    ),
    rule(
        "projects",
        r"My (?:startup|app|blog|podcast|band|game|novel|channel) is (?:called|named) (?P<value>.+)",
        PROJECT,
    ),
    rule("projects", r"My (?:side |current |main |new )?project is (?:called |named )?(?P<value>.+)", PROJECT),
    rule(
        "goals",
        rf"(?:My (?:main |big )?(?:goal|aim|dream) is (?:to )?|{AM} {OFTEN}(?:learning|trying to learn|training for"
        rf"|saving "
        r"(?:up )?for|preparing for) )(?P<value>.+)",
        PROJECT,
    ),
    rule(
        "devices",
        rf"My (?:new |work |main |current )?(?P<key>{DEVICE})(?: is|'s) (?:an? |the )?(?P<value>.+)",
        Shape(THING.cut, re.compile(r".*[A-Z0-9].*"), THING.reject, 60),
    ),
    rule(
        "devices",
        r"(?:I|we)(?:'ve| have)? (?:just |recently )?(?:replaced|changed|upgraded"
        rf"|swapped|traded(?: in)?|exchanged) my (?:old )?(?P<key>{DEVICE}),?"
        r" (?:it's|it is|it's now|now it's|so it's now|and it's|for|to|with|and now (?:have|use)) (?:an? "
        r"|the )?(?P<value>.+)",
        Shape(THING.cut, re.compile(r".*[A-Z0-9].*"), THING.reject, 60),
    ),
    rule(
        "devices",
        rf"(?:I|we)(?:'ve| have)? (?:just |recently |finally )*(?:got|have|bought) a new (?P<key>{DEVICE}),? (?:and )?"
        r"(?:it's|it is|an?(?= )) (?:an? |the )?(?P<value>.+)",
        Shape(THING.cut, re.compile(r".*[A-Z0-9].*"), THING.reject, 60),
    ),
    rule(
        "devices",
        rf"I {OFTEN}drive (?:an? |my )?(?P<value>.+)",
        Shape(THING.cut, re.compile(r".*(?:[A-Z]|\d{3}).*"), THING.reject, 40),
        key="car",
    ),
    *(
        rule(
            "devices",
            rf"(?:I {OFTEN}(?:use|have|own|got|bought)|I've got"
            r"|I(?:'ve| have)? (?:just |recently |finally )*(?:switched|moved|changed|upgraded|gone back|went back) to"
            r"|I(?:'ve| have)? (?:just |recently )*(?:traded(?: in)?|swapped|exchanged|replaced) (?:my "
            r"|the )[\w ]{2,30}? "
            rf"(?:in )?(?:for|with)|{AM} {OFTEN}(?:on|using)) (?:an? |my |the )?(?:new "
            r"|old )?"
            rf"(?P<value>(?:(?:Apple|Google|Samsung|Lenovo|Dell|Microsoft) )?{brand}\b.*)",
            Shape(
                re.compile(rf"{THING.cut.pattern}|\s+(?:for|at|to|on|in|running|that|from)\b", re.IGNORECASE), limit=40
            ),
            key=key,
        )
        for key, brand in (("phone", PHONES), ("laptop", COMPUTERS), ("tablet", r"(?:ipad|kindle|galaxy tab)"))
    ),
    rule(None, rf"I {OFTEN}teach (?!you|me|him|her|them|my|how|a lesson)[\w' ]{{3,60}}(?=,|$)", kind="profile"),
    rule(
        None,
        rf"I {OFTEN}(?:run|own) (?:an? |my own )(?:[\w-]+ ){{0,3}}(?:shop|store|business|bakery|company|studio"
        r"|restaurant|cafe|café"
        r"|farm|salon|agency|gallery|clinic|practice|hotel|guesthouse|bar|pub|school)\b[^?]*$",
        kind="profile",
    ),
    # Private matters: the policy asks about them
    rule(
        None,
        rf"{AM} {OFTEN}(?:an? )?(?:(?:practi[sc]ing|devout|lapsed|non-?practi[sc]ing|openly|proud"
        r"|committed) )?(?:christian|catholic"
        r"|protestant|muslim|jew|jewish|hindu|buddhist|sikh|atheist|agnostic|mormon|quaker|gay|lesbian|bi|bisexual"
        r"|trans(?:gender)?"
        r"|non-?binary|queer|asexual|a member of the [\w ]{2,40}|republican|democrat|socialist|communist"
        r"|conservative|liberal)\b",
        kind="profile",
    ),
    rule(None, r"I (?:always )?(?:voted|vote) for .+", kind="profile", confidence=0.8),
    rule(
        None,
        rf"(?:I {OFTEN}(?:take|am on)|{AM} {OFTEN}on) (?:[\w-]+ ){{0,2}}(?:antidepressants?|insulin|medication|ssris"
        r"|lithium)\b",
    ),
    rule(
        None,
        r"(?:I(?:'ve| have)? (?:been |just |recently |was |got |once )*diagnosed (?:with|as) |I(?:'ve been| have been"
        r"|'m| am| was| went) (?:\w+ )?on (?=(?:[\w-]+ ){0,3}"
        r"(?:antidepressants?|insulin|medication|meds|ssris?|lithium|statins?|methadone|benzos|chemo|hrt|the pill"
        r"|dialysis|beta blockers|blood thinners))"
        r"|I(?:'ve| have)? (?:had|have had|got|need|am having|having) (?:an? |my )?(?:[\w-]+ ){0,2}(?:surgery"
        r"|operation|transplant|miscarriage|abortion|stroke|heart attack)\b"
        r"|(?:I(?:'m| am)|we(?:'re| are)) (?:[\w£€$¥,.-]+ ){0,5}in (?:debt|therapy|rehab|recovery|remission)\b"
        r"|I (?:regularly "
        r"|still )?(?:go to|attend) (?:aa|na|therapy|rehab|church|mosque|temple|mass)\b"
        r"|I (?:always |usually )?(?:vote|voted|voting) (?=(?-i:[A-Z]))|I(?:'m| am) (?:a )?(?:[\w-]+ )*(?:survivor"
        r"|recovering alcoholic|addict)\b"
        r"|I(?:'ve| have|'m| am) (?:been |got )?(?:clean and )?sober\b|I (?:owe|earn|make) (?=[^,]*\d)).*",
        kind="profile",
        confidence=0.5,
    ),
    # Events, as they were said
    rule(
        None,
        rf"(?!.*\b(?:try that|this (?:code|file|function|script|page|text)|refactor)\b)(?:{AM}|we're|we are|I'll"
        rf"|I will|I've got|I have|I've|we have) (?:moving|flying|travell?ing"
        r"|going|getting married|starting|leaving|visiting|having|meeting|be|an? |my |going to)[^?]*\b"
        r"(?:tomorrow|tonight|next (?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday"
        r"|sunday|spring|summer|autumn|fall|winter)|this (?:week|weekend|month|friday|saturday|sunday"
        r"|monday|tuesday|wednesday|thursday|summer|winter)|on (?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun"
        r"|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*|in (?:january|february|march|april|may|june"
        rf"|july|august|september|october|november|december|\d{{4}}))\b.*",
        kind="event",
        confidence=0.7,
    ),
    rule(
        None,
        r"(?!.*\b(?:letter|application|essay|variable|script|email|form)\b)My (?:flight|exam|interview|appointment"
        r"|wedding|surgery|operation|meeting|train|trip"
        r"|thesis defen[cs]e|holiday|vacation|deadline|presentation|move|contract|visa)[^?]{0,60}? (?:is"
        r"|starts|ends|leaves|expires|was moved to|is due)[^?]*(?:\d|tomorrow|tonight|monday|tuesday"
        r"|wednesday|thursday|friday|saturday|sunday|next|week|month).*",
        kind="event",
        confidence=0.7,
    ),
    rule(
        None,
        r"(?:Tomorrow|Next (?:week|month|year|\w+day)|Tonight|On (?:\w+day|the \w+|\d+ \w+)),? (?:I|we)"
        r"(?:'m|'re|'ll| am| are| will)? .+",
        kind="event",
        confidence=0.7,
    ),
    rule(
        None,
        rf"(?:Until [^,?]{{3,30}},? (?:{AM}|we're|we are)|(?:{AM}|we're|we are)(?=[^?]+ (?:until|till|through) ))"
        r" (?:staying |living )?(?:in|at|on)\b[^?]+",
        kind="event",
        confidence=0.7,
    ),
    # Data about someone else, kept apart by the policy
    rule(
        None,
        rf"My {OLD}(?:{PERSON}|{PARTNER}|{CHILD})(?:'s|s') (?:birthday|phone|phone number|number|e-?mail"
        r"|address|salary|password)(?: number| address)? is .+",
        kind="relationship",
    ),
    rule(
        None,
        rf"My {OLD}(?:{PERSON}|{PARTNER}|{CHILD}) (?:has|suffers from|is allergic to|is diagnosed with"
        r"|was diagnosed with|is pregnant|is gay|is vegetarian|is vegan|works? (?:at|for|as)"
        r"|lives? in)\b.+",
        kind="relationship",
        confidence=0.8,
    ),
)
