"""Operators on numbers, as steps. Operands have the type of the operation already."""

from __future__ import annotations

from collections.abc import Callable

from resources.domains.embedded_systems.interpretation.code import Code, Frame, Step, constant, converted
from resources.domains.embedded_systems.interpretation.conversions import scalar
from resources.domains.embedded_systems.interpretation.kinds import INT, Integer, common, fits, promoted
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

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
    """Towards zero. Raises PathEnded for a division by zero, which the core traps."""
    if not right:
        raise PathEnded(Ending.HARDWARE, "integer division by zero", ("DIVBYZERO",))
    found = abs(left) // abs(right)
    return found if (left < 0) == (right < 0) else -found


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
    kind = promoted(left.kind) if operator in ("<<", ">>") else common(left.kind, right.kind)
    one = converted(left, kind)
    other = converted(right, promoted(right.kind) if operator in ("<<", ">>") else kind)
    _check(operator, kind, one, other)
    run = _step(operator, kind, one, other)
    result = INT if operator in COMPARISONS else kind
    if one.value is not None and other.value is not None:
        return _folded(run, result)
    return Code(run, result)


def _check(operator: str, kind: Integer, one: Code, other: Code) -> None:
    """What the task's flags make an error of constants."""
    a, k = one.value, other.value
    if k is None:
        return
    if operator in ("<<", ">>") and k >= 8 * kind.size:
        raise Unfollowed("a shift over the whole type")
    if operator in ("/", "%") and k == 0:
        raise Unfollowed("a division by zero that is seen")
    exact = _EXACT[operator](a, k) if a is not None and operator in _EXACT else 0
    if kind.signed and fits(kind, exact) != exact:
        raise Unfollowed("a result that does not fit")


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
        raise Unfollowed(operator)
    return _CUT[operator](a, other.run, mask, half)


def _folded(run: Step, kind: Integer) -> Code:
    try:
        return constant(int(run([])), kind)
    except PathEnded:
        return Code(run, kind)


def negative(code: Code) -> Code:
    kind = promoted(code.kind)
    return binary("-", constant(0, kind), code)


def inverted(code: Code) -> Code:
    kind = promoted(code.kind)
    return binary("^", converted(code, kind), constant(-1 if kind.signed else (1 << 8 * kind.size) - 1, kind))


def denied(code: Code) -> Code:
    run = scalar(code).run
    if code.value is not None:
        return constant(int(not code.value), INT)
    return Code(lambda f: not run(f), INT)


def both(left: Code, right: Code) -> Code:
    a, b = scalar(left).run, scalar(right).run
    if left.value is not None and right.value is not None:
        return constant(int(bool(left.value and right.value)), INT)
    return Code(lambda f: 1 if a(f) and b(f) else 0, INT)


def either(left: Code, right: Code) -> Code:
    a, b = scalar(left).run, scalar(right).run
    if left.value is not None and right.value is not None:
        return constant(int(bool(left.value or right.value)), INT)
    return Code(lambda f: 1 if a(f) or b(f) else 0, INT)


def chosen(test: Code, yes: Code, no: Code) -> Step:
    t, a, b = test.run, yes.run, no.run

    def run(f: Frame) -> int:
        return a(f) if t(f) else b(f)

    return run
