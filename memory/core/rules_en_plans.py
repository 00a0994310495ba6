"""English statements about plans, things, events and other people's affairs. Data, as `rules_en.py`."""

import re

from memory.core.rules import Rule, Shape, rule
from memory.core.shapes_en import (
    AM,
    CHILD,
    DEVICE,
    OFTEN,
    OLD,
    PARTNER,
    PERSON,
    PROJECT,
    THING,
)

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
    rule("projects", r"My (?:side |current |main |new )?project is (?:called |named )?(?P<value>.+)", PROJECT),
    rule(
        "goals",
        rf"(?:My (?:main |big )?(?:goal|aim|dream) is (?:to )?|{AM} {OFTEN}(?:learning|training for|saving "
        r"(?:up )?for|preparing for) )(?P<value>.+)",
        PROJECT,
    ),
    rule(
        "devices",
        rf"My (?:new |work |main )?(?P<key>{DEVICE}) is (?:an? |the )?(?P<value>.+)",
        Shape(THING.cut, re.compile(r".*[A-Z0-9].*"), THING.reject, 60),
    ),
    rule(
        "devices",
        r"I drive (?:an? )?(?P<value>(?-i:[A-Z0-9]).+)",
        Shape(THING.cut, re.compile(r"[A-Z0-9].*"), limit=40),
    ),
    # Events, as they were said
    rule(
        None,
        rf"(?:{AM}|we're|we are|I'll|I will|I've got|I have|I've|we have) (?:moving|flying|travell?ing"
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
        r"My (?:flight|exam|interview|appointment|wedding|surgery|operation|meeting|train|trip"
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
