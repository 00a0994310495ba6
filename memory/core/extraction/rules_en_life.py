"""English statements about people, animals, food, health and tastes. Data, as `rules_en.py`."""

import re

from memory.core.extraction.rules import Rule, Shape, rule
from memory.core.extraction.shapes_en import (
    AM,
    ANY_CASE,
    CAPITALISED,
    FOOD,
    GIVEN_NAME,
    ILLNESS,
    LIST,
    NAME,
    NAMED,
    NAMES,
    OFTEN,
)
from memory.core.language.nouns_en import ANIMAL, CHILD, CHILDREN, NUMBER, OLD, PARTNER, PERSON

LIFE: tuple[Rule, ...] = (
    # People and animals
    rule(
        "partner",
        rf"My (?:new |lovely |dear )?{PARTNER}(?:'s name)?(?:'s| is)(?: called| named)? (?P<value>.+)",
        CAPITALISED,
    ),
    rule("partner", rf"My {PARTNER}(?:'s name is| is called| is named) (?P<value>.+)", NAME),
    rule(
        "partner",
        rf"{AM} (?:married|engaged) to (?P<value>(?-i:[A-Z]).+)",
        CAPITALISED,
    ),
    rule(
        "children",
        rf"(?:My|Our) {OLD}(?:{CHILD}|{CHILDREN})(?:(?:'s|s'|') names?)?(?:'s| is| are) (?!called|named)(?P<value>.+)",
        Shape(NAMED.cut, CAPITALISED.accept, CAPITALISED.reject, NAMED.limit),
        separator=NAMES,
    ),
    rule(
        "children",
        rf"(?:My|Our) {OLD}(?:{CHILD}|{CHILDREN})(?: is called| is named| are called| are named|(?:'s|s'"
        rf"|') names? (?:is|are))"
        r" (?P<value>.+)",
        NAMED,
        separator=NAMES,
    ),
    rule(
        "children",
        rf"(?:I|we)(?:'ve got|'ve| have got| have| had|'re raising) (?:{NUMBER} )?{OLD}(?:{CHILD}|{CHILDREN})"
        r"(?:,? (?:called|named) |[,:] (?=(?-i:[A-Z])))(?P<value>.+)",
        Shape(
            NAMED.cut,
            NAMED.accept,
            re.compile(rf"{NAMED.reject.pattern}|(?:neither|both|all|none|who|each|they)\b", ANY_CASE),
            40,
        ),
        separator=NAMES,
    ),
    rule(
        "pets",
        rf"(?:My|Our) {OLD}{ANIMAL}(?:'s name)?(?:'s| is)(?: called| named)? (?P<value>.+)",
        CAPITALISED,
        separator=NAMES,
    ),
    rule(
        "pets",
        rf"(?:My|Our) {OLD}{ANIMAL}s?(?:'s name is| is called| is named|s' names are| are called| are named) "
        r"(?P<value>.+)",
        Shape(re.compile(r"\s*[.!?;:]|\s+(?:but|so|because|who|which)\b", ANY_CASE), NAME.accept, NAME.reject, 40),
        separator=NAMES,
    ),
    rule(
        "pets",
        rf"(?:I|we)(?:'ve| have)? (?:just |recently )?(?:have|had|got|adopted|own|keep)? ?{NUMBER} "
        rf"(?:[\w-]+ ){{0,3}}?{ANIMAL}s?(?:,? (?:called|named|whose names? (?:is|are)) "
        r"|[,:] (?=(?-i:[A-Z])))(?P<value>.+)",
        NAMED,
        separator=NAMES,
    ),
    *(
        rule(
            slot,
            rf"(?!.*\b(?:passed away|died|put down)\b)(?:.{{0,160}}?\b)(?:my"
            rf"|our) {OLD}{who},? (?P<value>(?-i:[A-Z][\w'-]+(?:(?:, | and "
            r"|, and )[A-Z][\w'-]+)*))"
            r"(?!\w)(?! (?-i:[A-Z]))",
            Shape(NAMED.cut, CAPITALISED.accept, CAPITALISED.reject, 40),
            separator=NAMES,
            confidence=0.8,
        )
        for slot, who in (
            ("partner", PARTNER),
            ("children", rf"(?:{CHILD}|{CHILDREN})"),
            ("pets", rf"{ANIMAL}s?"),
        )
    ),
    rule("people", rf"My {OLD}{PERSON}(?:'s name is|(?: is|'s) (?:called|named)) (?P<value>.+)", NAME),
    rule(
        "people",
        rf"(?:I|we)(?:'ve got| have) {NUMBER} {OLD}{PERSON}s?,? (?:called|named) (?P<value>.+)",
        NAME,
        separator=NAMES,
    ),
    rule("people", rf"My {OLD}{PERSON} is (?P<value>(?-i:[A-Z]).+)", GIVEN_NAME, confidence=0.8),
    *(
        rule(
            slot,
            rf"(?:My|Our) {OLD}(?:{who}) (?P<value>(?-i:[A-Z][a-z]+))(?=,? (?:is|has(?! (?:passed|died))|had|was"
            rf"|and i|just"
            rf"|[a-z]{{3,}}s)\b)",
            NAMED,
            confidence=0.8,
        )
        for slot, who in (("partner", PARTNER), ("children", CHILD), ("pets", ANIMAL), ("people", PERSON))
    ),
    # Food and health
    rule(
        "diet",
        rf"(?:{AM} {OFTEN}|I(?:'ve| have) been |I(?:'ve| have)? (?:just |recently )*(?:switched|changed|gone|went)"
        r"(?: back)?(?: from [\w-]+)? to (?:being )?)(?:an? )?(?:(?:strict|strictly|lifelong|committed|mostly|fully"
        r"|completely|totally|entirely|100%) )?"
        rf"(?P<value>vegetarian|vegan"
        r"|pescatarian|pescetarian|flexitarian|omnivore|gluten.free|lactose.free)\b(?! (?:restaurant|food|recipe"
        r"|option|cook)\w*)",
    ),
    rule(
        "diet",
        r"We(?:'re| are) (?:both |all |strict |mostly )*(?P<value>(?:vegetarian|vegan|pescatarian|flexitarian)s?)\b",
    ),
    rule(
        "diet",
        r"(?:As|Being) an? (?:\w+ )?(?P<value>vegetarian|vegan|pescatarian|flexitarian)\b(?! \w+(?:ist|er)\b)",
        confidence=0.8,
    ),
    rule(
        "diet",
        rf"(?:I(?:'ve| have)? {OFTEN}(?:eat|keep|follow|go|gone|went|turned|became|become)|{AM} on) (?:fully "
        r"|completely |totally |strictly |mostly )?(?:an? )?(?P<value>vegetarian|vegan"
        r"|pescatarian|keto|paleo|halal|kosher|plant.based|low.carb|gluten.free)\b",
    ),
    rule(
        "avoids",
        r"(?!.* (?:after|before|past|at night|in the (?:morning|evening)s?|during|on (?:mon|tues|wednes|thurs|fri"
        r"|satur|sun)days?|with|at (?!all\b|the moment\b|present\b|any (?:time|point)\b)\w+|as (?:much|many|often)"
        r"|today|tonight)\b)"
        rf"I (?:{OFTEN})?(?:(?:don't|do not|never|can't|cannot|can not|no longer|stopped|gave up|have given up)"
        r"(?: ever)? (?:eat(?:ing)?|drink(?:ing)?|touch)|(?:can't|cannot|can not) have) (?P<value>.+)",
        FOOD,
        separator=LIST,
    ),
    rule(
        "avoids",
        rf"I {OFTEN}(?:(?:try to )?avoid|stay away from|gave up|have given up|eat no) (?P<value>.+)",
        Shape(
            re.compile(rf"{FOOD.cut.pattern}|\s+(?:in|last|this|since)\b", ANY_CASE),
            re.compile(
                r"(?:meat|pork|beef|alcohol|gluten|dairy|sugar|caffeine|coffee|milk|lactose|wheat|eggs?|seafood"
                r"|shellfish|fish|nuts|soy|onions?|garlic|smoking|red meat|carbs)",
                ANY_CASE,
            ),
            limit=30,
        ),
        separator=LIST,
    ),
    rule(
        "allergy",
        rf"{AM} {OFTEN}(?:very |severely |highly |deathly |mildly |slightly |badly "
        r"|extremely )*allergic to (?P<value>.+)",
        FOOD,
        separator=LIST,
    ),
    rule(
        "allergy",
        r"I(?: (?:also )?(?:have|have got|suffer from)|'ve(?: also)? got) (?:an? |severe |bad |serious |mild |strong )*"
        r"(?P<value>(?!(?:food|no|any|some|many)\b)[\w ]{2,30}?) allerg(?:y|ies)\b",
    ),
    rule(
        "allergy",
        r"(?:I(?: (?:also )?(?:have|have got)|'ve(?: also)? got) (?:an? |severe |bad |serious |mild )*allerg(?:y"
        r"|ies) to"
        r"|My allerg(?:y|ies)(?: is| are|:)) (?P<value>.+)",
        FOOD,
        separator=LIST,
    ),
    rule("allergy", rf"{AM} {OFTEN}(?P<value>(?:lactose|gluten|fructose|histamine))[ -]intolerant"),
    rule(
        "health",
        rf"(?:I (?:also )?(?:have|suffer from|live with|was diagnosed with)|{AM}|I(?:'ve| have) "
        r"(?:been diagnosed with|got)) (?P<value>.+)",
        ILLNESS,
    ),
)
