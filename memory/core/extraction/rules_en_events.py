"""English statements about schooling and what happened in a life, kept whole. Data, as `rules_en_self.py`."""

from memory.core.extraction.rules import Rule
from memory.core.extraction.rules_en_self import whole

EVENTS: tuple[Rule, ...] = (
    whole(
        r"I (?:graduated (?:from|in|with)|(?:have|got|hold|did|finished|earned)(?: my"
        r"| an?)? (?:\w+ )?(?:degree(?! project)|phd|ph\.d"
        r"|doctorate|master'?s|bachelor'?s|mba|msc|bsc|diploma|a-levels|apprenticeship)|went to (?:school|university"
        r"|college) (?:in|at))\b.*",
    ),
    whole(
        r"(?:I|we)(?:'ve| have|'re| are| am|'m)? (?:just |recently |finally )*(?:(?:got|getting|gotten) (?:married"
        r"|engaged"
        r"|divorced)|graduated(?= (?:from|in|with|last|this|two|three|\d|yesterday)|\W*$)|(?:quit|stopped|gave up"
        r"|started) (?:smoking|drinking|vaping)|had a (?:baby|son|daughter)"
        r"|bought (?:an?|our|my) (?:first |new )?(?:house|flat|apartment|home)|(?:expecting|having) a baby)\b.*",
        kind="event",
    ),
    whole(
        r"(?:My|Our) (?:lease|passport|visa|contract|subscription|membership|licen[cs]e|warranty|insurance"
        r"|residence permit"
        r"|tenancy|probation)\b[^?]{0,20}? (?:ends|expires|is up|runs out|starts|begins|is valid until|is due)\b.+",
        kind="event",
    ),
    whole(
        r"(?:I|we)(?:'m| am|'re| are)? (?:want to|plan to|planning to|going to) .+ (?:next year|this year|in 20\d\d"
        r"|by (?:the end of )?20\d\d|next (?:spring|summer|autumn|fall|winter))\b.*",
        kind="goal",
        confidence=0.7,
    ),
)
