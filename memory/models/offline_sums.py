"""Sums that a message asks for, in figures or words, as an expression the calculator takes."""

import re

from memory.core.language.text import normalise


def expression_in(text: str) -> str | None:
    """Return the sum a short text asks for, as digits and operators; None if it is not just that."""
    plain = normalise(text).replace("’", "'")
    asked = plain.endswith(("?", "="))
    lead = _LEAD.match(plain)
    if lead:
        asked = asked or lead["asks"] is not None
        plain = plain[lead.end() :]
    plain = _END.sub("", plain, count=1)
    for pattern, sign in _OPERATORS:
        plain = pattern.sub(sign, plain)
    return plain.strip() if _is_sum(plain.strip(), asked) else None


def _is_sum(expression: str, asked: bool) -> bool:
    """Tell a sum from a date or a telephone number; without a question a minus alone makes none."""
    if not _EXPRESSION.fullmatch(expression) or _NO_SUM.fullmatch(expression):
        return False
    return bool(re.search(r"\d\D*[-+*/%]\D*\d" if asked else r"\d\D*[+*/]\D*\d", expression)) or "**" in expression


# On normalised text: lower case, half-width, simplified.
_LEAD = re.compile(
    r"(?:(?:so|hey|ok|please|can you|could you|tell me|and|请问|请|帮我|麻烦|你|能)[ ,]*)*"
    r"(?P<asks>what(?:'s| is| are)|how much (?:is|are)|calculate|compute|evaluate|work out|solve"
    r"|计算一下|算一下|计算|算算|算出|算)?\s*"
)
_END = re.compile(r"\s*(?:=|equals?|is|等于|是|得)?\s*(?:what|how much|多少|几)?\s*[呢啊]?[\s=?.!。]*$")
_OPERATORS = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"\s*(?:%|percent)\s*of\s*", "/100*"),
        (r"multiplied by|times|乘以|乘上|乘|×|·|(?<=[\d) ])x(?=[\d( ])", "*"),
        (r"divided by|除以|÷", "/"),
        (r"plus|加上|加", "+"),
        (r"minus|减去|减|−|–", "-"),
        (r"to the power of|\^", "**"),
        (r"squared|的平方", "**2"),
        (r"(?<=\d),(?=\d{3}(?!\d))", ""),
    )
)
_EXPRESSION = re.compile(r"[\d\s.+\-*/()%]+")
_NO_SUM = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|(?:\d+-){2,}\d+|\+?\d[\d ]{6,}")
