"""Operators on numbers, as steps, and the numbers and texts that a program writes. Operands have the type of the
operation already.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from resources.domains.embedded_systems.prediction.simulator.floating import (
    LITERAL,
    bits_of,
    common_floating,
    literal,
    operation,
)
from resources.domains.embedded_systems.prediction.simulator.memory import CpuFault
from resources.domains.embedded_systems.prediction.simulator.types import (
    INT,
    Floating,
    Integer,
    common,
    fits,
    promoted,
)
from resources.domains.embedded_systems.prediction.simulator.values import (
    Code,
    Frame,
    Step,
    constant,
    converted,
    scalar,
)
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

ASSIGNING = frozenset(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="))
LEVELS = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7, "<<": 8, ">>": 8,
    "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
COMPARISONS = frozenset(("==", "!=", "<", ">", "<=", ">="))


def _shifted_left(value: int, count: int) -> int:
    count &= 255
    return value << count if count < 64 else 0


def _shifted_right(value: int, count: int) -> int:
    return value >> (count & 255)


def _quotient(left: int, right: int) -> int:
    """Towards zero. Raises CpuFault for a division by zero, which the core traps."""
    if not right:
        raise CpuFault(HaltReason.HARDWARE, "integer division by zero", ("DIVBYZERO",))
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    return left - right * _quotient(left, right)


_PLAIN: dict[str, Callable[[Step, Step], Step]] = {
    "&": lambda a, b: lambda f: a(f) & b(f),
    "|": lambda a, b: lambda f: a(f) | b(f),
    "^": lambda a, b: lambda f: a(f) ^ b(f),
    ">>": lambda a, b: lambda f: _shifted_right(a(f), b(f)),
    "==": lambda a, b: lambda f: a(f) == b(f),
    "!=": lambda a, b: lambda f: a(f) != b(f),
    "<": lambda a, b: lambda f: a(f) < b(f),
    ">": lambda a, b: lambda f: a(f) > b(f),
    "<=": lambda a, b: lambda f: a(f) <= b(f),
    ">=": lambda a, b: lambda f: a(f) >= b(f),
    "%": lambda a, b: lambda f: _remainder(a(f), b(f)),
}
"""Results that need no cut to the type's range."""
_PLAIN_CONSTANT: dict[str, Callable[[Step, int], Step]] = {
    "&": lambda a, k: lambda f: a(f) & k,
    "|": lambda a, k: lambda f: a(f) | k,
    "^": lambda a, k: lambda f: a(f) ^ k,
    ">>": lambda a, k: lambda f: a(f) >> k,
    "==": lambda a, k: lambda f: a(f) == k,
    "!=": lambda a, k: lambda f: a(f) != k,
    "<": lambda a, k: lambda f: a(f) < k,
    ">": lambda a, k: lambda f: a(f) > k,
    "<=": lambda a, k: lambda f: a(f) <= k,
    ">=": lambda a, k: lambda f: a(f) >= k,
}
_CUT: dict[str, Callable[[Step, Step, int, int], Step]] = {
    "+": lambda a, b, m, h: lambda f: ((a(f) + b(f) + h) & m) - h,
    "-": lambda a, b, m, h: lambda f: ((a(f) - b(f) + h) & m) - h,
    "*": lambda a, b, m, h: lambda f: ((a(f) * b(f) + h) & m) - h,
    "/": lambda a, b, m, h: lambda f: ((_quotient(a(f), b(f)) + h) & m) - h,
    "<<": lambda a, b, m, h: lambda f: ((_shifted_left(a(f), b(f)) + h) & m) - h,
}
"""With the type's mask, and half its range where it has a sign."""
_CUT_CONSTANT: dict[str, Callable[[Step, int, int, int], Step]] = {
    "+": lambda a, k, m, h: lambda f: ((a(f) + k + h) & m) - h,
    "-": lambda a, k, m, h: lambda f: ((a(f) - k + h) & m) - h,
    "*": lambda a, k, m, h: lambda f: ((a(f) * k + h) & m) - h,
    "<<": lambda a, k, m, h: lambda f: (((a(f) << k) + h) & m) - h,
}


_EXACT: dict[str, Callable[[int, int], int]] = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}


def _limits(kind: Integer) -> tuple[int, int]:
    """A type's mask, and half its range where it has a sign."""
    mask = (1 << 8 * kind.size) - 1
    return mask, (mask >> 1) + 1 if kind.signed else 0


def binary(operator: str, left: Code, right: Code) -> Code:
    """An arithmetic operator or comparison of two numbers, with the usual conversions."""
    floating = common_floating(left.kind, right.kind)
    if floating is not None:
        return _of_floating(operator, floating, converted(left, floating), converted(right, floating))
    kind = promoted(left.kind) if operator in ("<<", ">>") else common(left.kind, right.kind)
    one = converted(left, kind)
    other = converted(right, promoted(right.kind) if operator in ("<<", ">>") else kind)
    _check(operator, kind, one, other)
    run = _step(operator, kind, one, other)
    result = INT if operator in COMPARISONS else kind
    if one.value is not None and other.value is not None:
        return _folded(run, result)
    return Code(run, result)


def _of_floating(operator: str, kind: Floating, left: Code, right: Code) -> Code:
    combine, is_truth = operation(operator, kind.size)
    a, b, result = left.run, right.run, INT if is_truth else kind
    if left.value is not None and right.value is not None:
        return constant(combine(left.value, right.value), result)
    return Code(lambda f: combine(a(f), b(f)), result)


def _check(operator: str, kind: Integer, one: Code, other: Code) -> None:
    """What the task's flags make an error of constants."""
    a, k = one.value, other.value
    if k is None:
        return
    if operator in ("<<", ">>") and k >= 8 * kind.size:
        raise UnsupportedConstruct("a shift over the whole type")
    if operator in ("/", "%") and k == 0:
        raise UnsupportedConstruct("a division by zero that is seen")
    exact = _EXACT[operator](a, k) if a is not None and operator in _EXACT else 0
    if kind.signed and fits(kind, exact) != exact:
        raise UnsupportedConstruct("a result that does not fit")


def _step(operator: str, kind: Integer, one: Code, other: Code) -> Step:
    a, k = one.run, other.value
    if k and not kind.signed and operator in "/%":
        return (lambda f: a(f) // k) if operator == "/" else (lambda f: a(f) % k)
    known = k is not None and (operator not in ("<<", ">>") or 0 <= k < 64)
    if k is not None and known and operator in _PLAIN_CONSTANT:
        return _PLAIN_CONSTANT[operator](a, k)
    if operator in _PLAIN:
        return _PLAIN[operator](a, other.run)
    mask, half = _limits(kind)
    if k is not None and known and operator in _CUT_CONSTANT:
        return _CUT_CONSTANT[operator](a, k, mask, half)
    if operator not in _CUT:
        raise UnsupportedConstruct(operator)
    return _CUT[operator](a, other.run, mask, half)


def _folded(run: Step, kind: Integer) -> Code:
    try:
        return constant(int(run([])), kind)
    except CpuFault:
        return Code(run, kind)


def negative(code: Code) -> Code:
    if isinstance(code.kind, Floating):
        return binary("*", code, constant(bits_of(-1.0, code.kind.size), code.kind))
    kind = promoted(code.kind)
    return binary("-", constant(0, kind), code)


def inverted(code: Code) -> Code:
    kind = promoted(code.kind)
    return binary("^", converted(code, kind), constant(-1 if kind.signed else (1 << 8 * kind.size) - 1, kind))


def denied(code: Code) -> Code:
    code = scalar(code)
    run = code.run
    if code.value is not None:
        return constant(int(not code.value), INT)
    return Code(lambda f: not run(f), INT)


def both(left: Code, right: Code) -> Code:
    left, right = scalar(left), scalar(right)
    a, b = left.run, right.run
    if left.value is not None and right.value is not None:
        return constant(int(bool(left.value and right.value)), INT)
    return Code(lambda f: 1 if a(f) and b(f) else 0, INT)


def either(left: Code, right: Code) -> Code:
    left, right = scalar(left), scalar(right)
    a, b = left.run, right.run
    if left.value is not None and right.value is not None:
        return constant(int(bool(left.value or right.value)), INT)
    return Code(lambda f: 1 if a(f) or b(f) else 0, INT)


def chosen(test: Code, yes: Code, no: Code) -> Step:
    t, a, b = test.run, yes.run, no.run

    def run(f: Frame) -> int:
        return a(f) if t(f) else b(f)

    return run


_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|\d{1,20})([uUlL]*)")
_ESCAPES = {"n": 10, "r": 13, "t": 9, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11, "?": 63}
_LETTER = re.compile(r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^\\]", re.DOTALL)


def number(token: str) -> Code:
    floating = LITERAL.fullmatch(token)
    if floating is not None:
        return constant(*literal(floating[1], floating[2]))
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise UnsupportedConstruct(f"the number {token[:20]}")
    text, suffix = match[1], match[2].lower()
    octal = text.isdigit() and text[0] == "0" and len(text) > 1
    value = int(text, 8 if octal else 0) if not octal or set(text) <= set("01234567") else -1
    if not 0 <= value < 1 << 64:
        raise UnsupportedConstruct("a number without a type")
    signs = (False,) if "u" in suffix else (True,) if text.isdigit() and not octal else (True, False)
    sizes = (8,) if "ll" in suffix else (4, 8)
    for size in sizes:
        for signed in signs:
            if value < 1 << (8 * size - signed):
                return constant(value, Integer(size, signed))
    return constant(value, Integer(8, False))


def letters(text: str) -> list[int]:
    """The bytes of a literal."""
    octets: list[int] = []
    for part in _LETTER.findall(text):
        if part[0] != "\\":
            octets += part.encode()
        elif part[1] == "x":
            octets.append(int(part[2:], 16) & 0xFF)
        elif part[1] in "01234567":
            octets.append(int(part[1:], 8) & 0xFF)
        else:
            octets.append(_ESCAPES.get(part[1], ord(part[1]) & 0xFF))
    return octets
