"""The tool that calculates, so that no model has to."""

import ast
import math
import operator
import re
import unicodedata
from typing import Annotated, Any

from langchain_core.tools import ToolException, tool
from simpleeval import InvalidExpression, SimpleEval

LENGTH = 200
"""Characters of an expression, at most."""
POWER_BITS = 4_096
"""Bits of the result of a power, at most."""
DIGITS = 1_000
"""Digits of a whole result, at most."""

_FUNCTIONS = {"abs": abs, "round": round, "min": min, "max": max, "sqrt": math.sqrt}
_SIGNS = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", "—": "-", "、": ",", "^": "**"})
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_TIMES = re.compile(r"(?<=[\d)])\s*[xX]\s*(?=[\d(])")
_PERCENT_OF = re.compile(r"%\s*(?:of|的)\s*", re.IGNORECASE)
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%(?!\s*[\d.(a-z])")
_ALLOWED = re.compile(rf"(?:[\d\s.,+\-*/%()]|(?<=\d)e|\b(?:{'|'.join(_FUNCTIONS)})\b)+")


@tool
async def calculator(
    expression: Annotated[str, "Numbers with + - * / // % ** ( ), sqrt, round, abs, min, max; 15% is a percentage."],
) -> str:
    """Calculate an arithmetic expression exactly as written and return the result."""
    return _shown(_value(_plain(expression)))


def _plain(expression: str) -> str:
    """Return an expression in ASCII operators: full-width forms, × ÷ ^, thousands separators and percentages read."""
    plain = unicodedata.normalize("NFKC", expression).translate(_SIGNS).strip().removesuffix("=").strip()
    plain = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), plain)
    plain = _PERCENT.sub(r"(\1/100)", _PERCENT_OF.sub("/100*", _TIMES.sub("*", plain)))
    if not plain:
        raise ToolException("expression: is empty. Send a sum like 12*3.5.")
    if len(plain) > LENGTH:
        raise ToolException(f"expression: is longer than {LENGTH} characters. Calculate it in parts.")
    if not _ALLOWED.fullmatch(plain):
        raise ToolException("expression: holds something that is no arithmetic. Use numbers, operators and brackets.")
    return plain


def _value(plain: str) -> int | float:
    evaluator = SimpleEval(operators=_OPERATORS, functions=_FUNCTIONS, names={})
    try:
        value = evaluator.eval(plain)
    except ZeroDivisionError as exc:
        raise ToolException("expression: divides by zero.") from exc
    except (OverflowError, MemoryError, RecursionError) as exc:
        raise ToolException("expression: the result is too large to calculate.") from exc
    except (SyntaxError, InvalidExpression, TypeError, ValueError) as exc:
        raise ToolException(f"expression: cannot be calculated ({exc}).") from exc
    if not isinstance(value, int | float) or (isinstance(value, float) and not math.isfinite(value)):
        raise ToolException("expression: the result is no number.")
    return value


def _power(base: float, exponent: float) -> Any:
    if base and abs(exponent) * max(1.0, abs(math.log2(abs(base)))) > POWER_BITS:
        raise OverflowError
    return base**exponent


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


def _shown(value: float) -> str:
    """Return a result as people write it: whole numbers whole, 0.1+0.2 as 0.3."""
    if isinstance(value, int):
        if abs(value) >= 10**DIGITS:
            raise ToolException("expression: the result is too large to calculate.")
        return str(value)
    return format(value, ".15g")
