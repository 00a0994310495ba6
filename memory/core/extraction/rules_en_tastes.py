"""English statements about tastes, hobbies and languages. Data, as `rules_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AFTER,
    AM,
    ANY_CASE,
    LIST,
    OFTEN,
    TASTE,
    TONGUE,
    WHICH,
)

TASTES: tuple[Rule, ...] = (
    rule(
        "favourites",
        r"My (?:all.?time |absolute )?fav(?:ou?rite)? (?P<key>[\w ]{2,30}?)(?:'s| is| are|:| (?:has |have )?(?:"
        r"changed to|switched to|become|became|turned into)) (?:definitely |probably "
        r"|still |now )*(?P<value>.+)",
        Shape(TASTE.cut, reject=re.compile(WHICH, ANY_CASE), limit=60),
    ),
    rule(
        "dislikes",
        rf"I {OFTEN}(?:hate|dislike|detest|loathe|can't stand|cannot stand|can't bear|can't tolerate) "
        r"(?P<value>.+)",
        TASTE,
    ),
    rule(
        "dislikes",
        rf"(?:I {OFTEN}(?:don't|do not) (?:really |particularly |much )?(?:like|enjoy|care for)|{AM} (?:really )?not "
        r"(?:a )?(?:very |really |too |that )?(?:big |huge )?(?:fan of|fond of|into|keen on|big on)) (?P<value>.+)",
        TASTE,
    ),
    rule(
        "likes",
        rf"(?:I {OFTEN}(?:love|like|enjoy|adore|prefer)|{AM} {OFTEN}(?:a )?(?:big |huge |great )?(?:fan of"
        r"|fond of|into|keen on|crazy about|obsessed with)) (?P<value>.+)",
        TASTE,
    ),
    rule(
        "hobbies",
        r"(?:My (?:main |favou?rite )?(?:hobby|hobbies|interests?)(?: is| are| include|:)|In my (?:free"
        r"|spare) time,? I) (?P<value>.+)",
        Shape(
            re.compile(r"\s*[.!?;]|\s+(?:but|so|because)\b", ANY_CASE),
            limit=40,
            reject=re.compile(rf"{WHICH}", ANY_CASE),
            skip=re.compile(r"(?:do|enjoy|like|love|like to|love to)\s+(?=\w)", ANY_CASE),
        ),
        separator=LIST,
    ),
    rule(
        "hobbies",
        rf"I {OFTEN}play (?:the )?(?P<value>.+)",
        Shape(
            re.compile(rf"{AFTER}|\s+(?:on|every|at|for|in|twice|once|a lot|most)\b", ANY_CASE),
            re.compile(r"[a-zA-Z][\w' -]*"),
            re.compile(
                rf"{WHICH}|(?:a|an|with|along|by|to|around|on|for|hard|games?|music|my|some|no|fair|dumb|role)\b",
                ANY_CASE,
            ),
            30,
        ),
    ),
    rule(
        "language",
        rf"(?:I {OFTEN}(?:can )?speak(?: (?:\w+ )?languages:)?|My (?:native|first|second|mother) (?:language"
        rf"|tongue)(?: is|'s)|{AM} {OFTEN}(?:fluent|conversational) in"
        rf"|{AM} a native(?= [\w]+ speaker)) (?P<value>.+?)(?: speaker)?$",
        TONGUE,
        separator=LIST,
    ),
    rule(
        "favourites",
        r"(?P<value>(?!(?:this|that|it|he|she|they|which|what|who|here|there|so|one)\b)[\w'& -]{2,40}?) (?:is"
        r"|are) (?:definitely |still )?"
        r"my (?:all.?time |absolute )?fav(?:ou?rite)? (?P<key>[\w ]{2,30})$",
    ),
    rule(
        "hobbies",
        rf"I {OFTEN}collect (?P<value>.+)",
        Shape(re.compile(AFTER, ANY_CASE), reject=re.compile(WHICH, ANY_CASE), limit=30),
    ),
)
