"""Family `sliding_window`: windows of drawn width and border over a series, and scans with resets, limits and decay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from resources.domains.code_optimization.tasks.families.expression import Predicate, draw_predicate, typed
from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Use,
    Wording,
    counted,
)
from resources.domains.code_optimization.tasks.families.integers import (
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    IntegerType,
    truncated,
)
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("smooth_series", "running_figures", "window_scan", "track", "moving_figures", "roll_over")
KINDS = (I8, U8, I16, U16, I32)


@dataclass(frozen=True)
class Figure:
    """Of a window: C over `x`, `total` and `from` (the first place), and the same in Python of the values."""

    words: str
    first: str
    c: tuple[str, ...]
    value: Callable[[Sequence[int]], int]
    end: str = "total"


@dataclass(frozen=True)
class Series:
    """`out[i]` is made of what is before and at `i`. `body` are C's statements."""

    name: str
    rules: tuple[str, ...]
    body: tuple[str, ...]
    values: Callable[[list[int]], list[int]]


def _changes(values: Sequence[int]) -> int:
    return sum(one != other for one, other in pairwise(values))


def _figures(test: Predicate, width: int) -> list[Figure]:
    return [
        Figure("the sum", "0", ("total += x;",), sum),
        Figure("the greatest value", "x", ("total = x > total ? x : total;",), max),
        Figure("the least value", "x", ("total = x < total ? x : total;",), min),
        Figure(
            f"how many values x there are with {test.words}",
            "0",
            (f"total += {test.c};",),
            lambda values: sum(map(test.holds, values)),
        ),
        Figure(
            "the sum of the values, each times its place in the window, from 1 on",
            "0",
            ("total += x * (int64_t)(k - from + 1);",),
            lambda values: sum(place * one for place, one in enumerate(values, 1)),
        ),
        Figure(
            "how often a value is another one than the value before it",
            "0",
            ("total += k > from && x != in[k - 1];",),
            _changes,
        ),
        Figure(
            f"the sum divided by {width}, rounded towards zero",
            "0",
            ("total += x;",),
            lambda values: truncated(sum(values), width),
            f"total / {width}",
        ),
        Figure(
            "the distance of the greatest and the least value",
            "x",
            ("total = x > total ? x : total;", "least = x < least ? x : least;"),
            lambda values: max(values) - min(values),
            "total - least",
        ),
    ]


def draw_window(random: Random, kind: IntegerType) -> Series:
    """Whole windows alone, or shorter ones at the start, or around the place."""
    width, border = random.randint(2, 12), random.choice(("whole", "shorter", "around"))
    figure = random.choice(_figures(draw_predicate(random, typed("x", kind)), width))
    before = {"whole": width - 1, "shorter": width - 1, "around": width // 2}[border]
    after = width - 1 - before

    def values(series: list[int]) -> list[int]:
        results = []
        for place in range(len(series)):
            low, high = max(place - before, 0), min(place + after + 1, len(series))
            results.append(0 if border == "whole" and place < before else figure.value(series[low:high]))
        return results

    begins = f"size_t from = i < {before} ? 0 : i - {before}, to = i + {after + 1} < count ? i + {after + 1} : count;"
    lines = [
        begins,
        f"int64_t x = in[from], total = {figure.first}" + (", least = x;" if "least" in figure.end else ";"),
    ]
    lines += ["for (size_t k = from; k < to; k++) {", "    x = in[k];", *(f"    {line}" for line in figure.c), "}"]
    lines += [f"out[i] = {figure.end};"]
    if border == "whole":
        lines = [f"if (i < {before}) {{", "    out[i] = 0;", "    continue;", "}", *lines]
    told = {
        "whole": f"the {width} values that end with `in[i]`; where there are fewer, `out[i]` is 0",
        "shorter": f"the {width} values that end with `in[i]`, or all up to it where there are fewer",
        "around": f"`in[i]`, the {before} values before it and the {after} behind it, as far as there are such",
    }[border]
    rules = (f"The window of a place `i` is {told}.", f"`out[i]` becomes {figure.words} of the window.")
    return Series(
        f"window of {width}",
        rules,
        ("for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"),
        values,
    )


@dataclass(frozen=True)
class _Scan:
    """C over `state` and `x`, and the same in Python."""

    words: str
    c: str
    step: Callable[[int, int], int]


def _scans(random: Random) -> list[_Scan]:
    shift, limit, keep = random.choice((1, 2, 3, 4)), random.choice((100, 1000, 70_000)), random.choice((3, 5, 7))
    return [
        _Scan("state + x", "state + x", lambda state, x: state + x),
        _Scan(
            f"state + x, limited to -{limit} … {limit}",
            f"state + x < -{limit} ? -{limit} : state + x > {limit} ? {limit} : state + x",
            lambda state, x: min(max(state + x, -limit), limit),
        ),
        _Scan(
            f"state - (state >> {shift}) + x",
            f"state - (state >> {shift}) + x",
            lambda state, x: state - (state >> shift) + x,
        ),
        _Scan("the greater of state and x", "state > x ? state : x", max),
        _Scan(
            f"state * {keep} / 8 + x, the quotient rounded towards zero",
            f"state * {keep} / 8 + x",
            lambda state, x: truncated(state * keep, 8) + x,
        ),
        _Scan("x - state", "x - state", lambda state, x: x - state),
        _Scan("state XOR x", "state ^ x", lambda state, x: state ^ x),
    ]


def draw_scan(random: Random, kind: IntegerType) -> Series:
    """One state, which may begin anew under a condition; from either end."""
    scan = random.choice(_scans(random))
    reset = draw_predicate(random, typed("x", kind)) if random.random() < 0.6 else None
    start, backwards = random.choice((0, 0, 5, -9)), random.random() < 0.3
    exclusive = random.random() < 0.3

    def values(series: list[int]) -> list[int]:
        state, results = start, []
        for x in reversed(series) if backwards else series:
            before = state
            state = start if reset and reset.holds(x) else scan.step(state, x)
            results.append(before if exclusive else state)
        return results[::-1] if backwards else results

    place = "count - 1 - i" if backwards else "i"
    update = [f"state = {scan.c};"]
    if reset:
        update = [f"if ({reset.c})", f"    state = {start};", "else", f"    state = {scan.c};"]
    store = [f"out[{place}] = state;"]
    lines = [f"int64_t x = in[{place}];", *(store + update if exclusive else update + store)]
    body = (
        f"int64_t state = {start};",
        "for (size_t i = 0; i < count; i++) {",
        *(f"    {line}" for line in lines),
        "}",
    )
    order = "from the last element to the first" if backwards else "from the first element to the last"
    rules = [f"A state begins as {start}. For each x = `in[i]`, {order}, it becomes {scan.words}."]
    rules += [f"But where {reset.words}, it becomes {start} instead."] if reset else []
    rules.append(f"`out[i]` becomes the state as it was {'before' if exclusive else 'after'} that.")
    return Series("scan" + (" with resets" if reset else ""), tuple(rules), body, values)


def draw(random: Random) -> tuple[Function, Inputs]:
    kind = random.choice(KINDS)
    series = random.choice((draw_window, draw_window, draw_scan))(random, kind)

    def model(given: Given) -> Answer:
        return Answer(arrays={"out": series.values(given.arrays["in"])})

    function = Function(
        entry=random.choice(_NAMES),
        title=f"Series of {kind.name}: {series.name}",
        returns="void",
        arguments=(
            Array("in", kind, Use.READ, f"`count` numbers, {kind.name}"),
            Array("out", I64, Use.WRITE, "room for `count` results"),
            counted("count", "the number of elements", random.choice((65_600, 66_000, 67_000))),
        ),
        body="\n".join(series.body),
        model=model,
        wording=Wording(
            random.choice(
                (
                    "which computes figures along a series",
                    "which follows a series of numbers",
                    "that goes along a series",
                )
            ),
            (*series.rules, "All is exact in 64 bits."),
        ),
        tags=("window", "loop"),
    )
    return function, ANY
