"""Expression graphs over integers: steps as text of C, as words, and as functions of Python.

Each value has an interval, so that no step overflows C's type: steps are int32_t where results and what is computed on
the way fit, else int64_t.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.integers import (
    I8,
    I16,
    I32,
    U8,
    U16,
    IntegerType,
    constant,
    truncated,
)

_MOST = 1 << 60
Interval = tuple[int, int]


@dataclass(frozen=True)
class Value:
    """Something given or computed, with the least and the greatest it can be."""

    name: str
    low: int
    high: int

    @property
    def is_narrow(self) -> bool:
        return I32.low <= self.low and self.high <= I32.high

    @property
    def kind(self) -> str:
        return "int32_t" if self.is_narrow else "int64_t"


@dataclass(frozen=True)
class Operation:
    """Over {a}, {b} and {k}, a constant. `interval` is None where the operation cannot be used on such values, else of
    the result and of all that is computed on the way. {w} is a cast to int64_t where that needs one."""

    c: str
    words: str
    value: Callable[[int, int, int], int]
    interval: Callable[[Value, Value, int], Interval]
    operands: int = 2
    constants: tuple[int, ...] = (0,)
    between: Callable[[Value, Value, int], Interval] | None = None


def _product(a: Value, b: Value, k: int) -> Interval:
    corners = [one * other for one in (a.low, a.high) for other in (b.low, b.high)]
    return min(corners), max(corners)


def _all_bits(a: Value, b: Value, k: int) -> Interval:
    """Of what has no more bits than either operand."""
    bits = max(value.bit_length() for value in (a.low, a.high, b.low, b.high, ~a.low, ~b.low))
    return (0 if a.low >= 0 and b.low >= 0 else -(1 << bits)), (1 << bits) - 1


def _sum(a: Value, b: Value, k: int) -> Interval:
    return a.low + b.low, a.high + b.high


def _difference(a: Value, b: Value, k: int) -> Interval:
    return a.low - b.high, a.high - b.low


def _either(a: Value, b: Value, k: int) -> Interval:
    return min(a.low, b.low), max(a.high, b.high)


def _magnitude(a: Value) -> int:
    return max(abs(a.low), abs(a.high))


def _conversion(kind: IntegerType) -> Operation:
    return Operation(
        f"({kind.name}){{a}}",
        f"{{a}} converted to {kind.name}",
        lambda a, b, k: kind.wrapped(a),
        lambda a, b, k: (kind.low, kind.high),
        1,
    )


def _saturation(kind: IntegerType) -> Operation:
    return Operation(
        f"{{a}} < {kind.low} ? {kind.low} : {{a}} > {kind.high} ? {kind.high} : {{a}}",
        f"{{a}} limited to what {kind.name} holds",
        lambda a, b, k: kind.saturated(a),
        lambda a, b, k: (kind.low, kind.high),
        1,
    )


BINARY = (
    Operation("{w}{a} + {b}", "{a} + {b}", lambda a, b, k: a + b, _sum),
    Operation("{w}{a} - {b}", "{a} - {b}", lambda a, b, k: a - b, _difference),
    Operation("{w}{a} * {b}", "{a} * {b}", lambda a, b, k: a * b, _product),
    Operation("{a} < {b} ? {a} : {b}", "the less of {a} and {b}", lambda a, b, k: min(a, b), _either),
    Operation("{a} > {b} ? {a} : {b}", "the greater of {a} and {b}", lambda a, b, k: max(a, b), _either),
    Operation("{a} & {b}", "{a} AND {b}", lambda a, b, k: a & b, _all_bits),
    Operation("{a} | {b}", "{a} OR {b}", lambda a, b, k: a | b, _all_bits),
    Operation("{a} ^ {b}", "{a} XOR {b}", lambda a, b, k: a ^ b, _all_bits),
    Operation(
        "({w}{a} + {b} + 1) >> 1",
        "the mean of {a} and {b}, halves rounded up",
        lambda a, b, k: (a + b + 1) >> 1,
        _either,
        between=lambda a, b, k: (a.low + b.low, a.high + b.high + 1),
    ),
    Operation(
        "{a} < {b} ? {w}{b} - {a} : {w}{a} - {b}",
        "the distance of {a} and {b}",
        lambda a, b, k: abs(a - b),
        lambda a, b, k: (0, max(a.high - b.low, b.high - a.low)),
        between=_difference,
    ),
    Operation(
        "{a} < {b} ? {k} : {a}",
        "{k} where {a} < {b}, else {a}",
        lambda a, b, k: k if a < b else a,
        lambda a, b, k: (min(a.low, k), max(a.high, k)),
        constants=(0, -1, 7, 100),
    ),
    Operation(
        "{w}{a} * {k} + {b}",
        "{k} * {a} + {b}",
        lambda a, b, k: a * k + b,
        lambda a, b, k: (min(a.low * k, a.high * k) + b.low, max(a.low * k, a.high * k) + b.high),
        constants=(3, -2, 5, 11, -7),
    ),
)
UNARY = (
    Operation(
        "{a} >> {k}", "{a} >> {k}", lambda a, b, k: a >> k, lambda a, b, k: (a.low >> k, a.high >> k), 1, (1, 2, 3)
    ),
    Operation(
        "{w}{a} * {k}",
        "{k} * {a}",
        lambda a, b, k: a * k,
        lambda a, b, k: (min(a.low * k, a.high * k), max(a.low * k, a.high * k)),
        1,
        (3, 5, -3, 10, 17),
    ),
    Operation(
        "{w}{a} + {k}", "{a} + {k}", lambda a, b, k: a + k, lambda a, b, k: (a.low + k, a.high + k), 1, (1, -13, 64)
    ),
    Operation(
        "{a} < 0 ? -({w}{a}) : {a}",
        "|{a}|",
        lambda a, b, k: abs(a),
        lambda a, b, k: (0, _magnitude(a)),
        1,
        between=lambda a, b, k: (-_magnitude(a), _magnitude(a)),
    ),
    Operation("{a} & {k}", "{a} AND {k}", lambda a, b, k: a & k, lambda a, b, k: (0, k), 1, (15, 63, 85, 1023)),
    Operation(
        "{a} / {k}",
        "{a} / {k}, rounded towards zero",
        lambda a, b, k: truncated(a, k),
        lambda a, b, k: (truncated(a.low, k), truncated(a.high, k)),
        1,
        (3, 5, 7, 10, 25),
    ),
    Operation(
        "{a} % {k}",
        "the remainder of {a} / {k}, with the sign of {a}",
        lambda a, b, k: a - truncated(a, k) * k,
        lambda a, b, k: (0 if a.low >= 0 else 1 - k, k - 1),
        1,
        (3, 10, 13, 100),
    ),
    Operation(
        "{a} < {k} ? {k} : {a}",
        "{a}, but {k} at least",
        lambda a, b, k: max(a, k),
        lambda a, b, k: (max(a.low, k), max(a.high, k)),
        1,
        (0, -20, 16),
    ),
    *map(_conversion, (I8, U8, I16, U16)),
    *map(_saturation, (I8, U8, I16, U16)),
)


@dataclass(frozen=True)
class Step:
    """`places` are those of its operands among the values given and computed before."""

    result: Value
    c: str
    words: str
    operation: Operation
    places: tuple[int, int]
    constant: int


@dataclass(frozen=True)
class Graph:
    """Steps in order; the last one is the result."""

    given: tuple[Value, ...]
    steps: tuple[Step, ...]

    @property
    def result(self) -> Value:
        return self.steps[-1].result

    @property
    def c(self) -> list[str]:
        return [f"{step.result.kind} {step.result.name} = {step.c};" for step in self.steps]

    @property
    def formulas(self) -> str:
        return "; ".join(f"`{step.result.name}` = {step.words}" for step in self.steps)

    def function(self) -> Callable[..., int]:
        """The result, by the values given. It remembers: large inputs repeat."""
        known: dict[tuple[int, ...], int] = {}

        def result(*given: int) -> int:
            if given not in known:
                known[given] = self._computed(given)
            return known[given]

        return result

    def _computed(self, given: Sequence[int]) -> int:
        values = [*given]
        for step in self.steps:
            first, second = step.places
            values.append(step.operation.value(values[first], values[second], step.constant))
        return values[-1]


def draw_graph(random: Random, given: Sequence[Value], size: int) -> Graph:
    """`size` steps at least, and more where a given value would stay unused. Each step but the last is used."""
    values, unused, steps = [*given], list(range(len(given))), list[Step]()
    while len(steps) < size or len(unused) > 1:
        merges = len(unused) > 1 and (len(steps) >= size - 1 or random.random() < 0.5)
        first = random.choice(unused) if unused else random.randrange(len(values))
        second = (
            random.choice([place for place in unused if place != first]) if merges else _other(random, values, first)
        )
        step = _draw_step(random, values, (first, second), f"t{len(steps)}", merges)
        steps.append(step)
        unused = [place for place in unused if place != first and (step.operation.operands == 1 or place != second)]
        unused.append(len(values))
        values.append(step.result)
    return Graph(tuple(given), tuple(steps))


def _other(random: Random, values: Sequence[Value], first: int) -> int:
    others = [place for place in range(len(values)) if place != first]
    return random.choice(others) if others else first


def _draw_step(random: Random, values: Sequence[Value], places: tuple[int, int], name: str, binary: bool) -> Step:
    a, b = values[places[0]], values[places[1]]
    while True:
        pool = BINARY if binary or (a is not b and random.random() < 0.45) else UNARY
        operation = random.choice(pool)
        k = random.choice(operation.constants)
        low, high = operation.interval(a, b, k)
        if low < -_MOST or high > _MOST or low == high or _changes_nothing(operation, a, (low, high)):
            continue
        least, greatest = operation.between(a, b, k) if operation.between else (low, high)
        way = Value(name, min(low, least), max(high, greatest))
        if way.low < -_MOST or way.high > _MOST:
            continue
        cast = "" if way.is_narrow else "(int64_t)"
        return Step(
            Value(name, low, high),
            operation.c.format(a=a.name, b=b.name, k=constant(k), w=cast),
            operation.words.format(a=f"`{a.name}`", b=f"`{b.name}`", k=k),
            operation,
            places,
            k,
        )


def _changes_nothing(operation: Operation, a: Value, result: Interval) -> bool:
    """A limit or a conversion of what fits anyway, or |a| of what is not negative."""
    is_limit = operation.operands == 1 and (operation.c.startswith(("{a} <", "(")))
    return is_limit and result[0] <= a.low and a.high <= result[1]


@dataclass(frozen=True)
class Predicate:
    c: str
    words: str
    holds: Callable[..., bool]


def draw_predicate(random: Random, value: Value) -> Predicate:
    """A condition on one value; its constants are such that it holds for some values, and not for others."""
    span = min(value.high - value.low, 90)
    middle = value.low if value.low >= 0 else -span // 3
    first = middle + random.randint(1, max(2, span // 3))
    last = first + random.randint(2, max(3, span // 2))
    bits, name = random.choice((1, 3, 4, 5)), value.name
    divisor = random.choice((3, 5, 6, 7))
    return random.choice(
        (
            Predicate(f"{name} > {first}", f"`{name}` > {first}", lambda a: a > first),
            Predicate(f"{name} <= {last}", f"`{name}` <= {last}", lambda a: a <= last),
            Predicate(
                f"{name} >= {first} && {name} <= {last}",
                f"`{name}` is from {first} to {last}",
                lambda a: first <= a <= last,
            ),
            Predicate(
                f"{name} < {first} || {name} > {last}",
                f"`{name}` is not from {first} to {last}",
                lambda a: not first <= a <= last,
            ),
            Predicate(f"({name} & {bits}) != 0", f"`{name}` AND {bits} is not 0", lambda a: bool(a & bits)),
            Predicate(f"({name} & {bits}) == 0", f"`{name}` AND {bits} is 0", lambda a: not a & bits),
            Predicate(f"{name} % {divisor} == 0", f"`{name}` is a multiple of {divisor}", lambda a: a % divisor == 0),
        )
    )


def typed(name: str, kind: IntegerType) -> Value:
    return Value(name, kind.low, kind.high)
