"""Family `array_reduction`: sums, extremes, counts, places and runs of an expression, each under a condition."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.expression import (
    Graph,
    Predicate,
    Value,
    draw_graph,
    draw_predicate,
    typed,
)
from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Use,
    Wording,
    counted,
    fixed_array,
)
from resources.domains.code_optimization.tasks.families.integers import I8, I16, I32, I64, U8, U16, U32, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("summarise", "measure_all", "tally", "digest_series", "statistics_of", "collect")
KINDS = (I8, U8, I16, U16, I32, U32)
MOST = (65_600, 66_000, 67_000, 70_000)
Kept = tuple[int, ...]


@dataclass(frozen=True)
class Accumulator:
    """C over {n}, its own number, {v}, the value, and the place `i`; `begin` are its variables with first values, of
    which the first is the result. `step` does in Python what `c` does."""

    name: str
    words: str
    begin: tuple[tuple[str, int], ...]
    c: tuple[str, ...]
    step: Callable[[Kept, int, int], Kept]
    otherwise: str = ""
    """C where the condition does not hold."""
    missed: Callable[[Kept], Kept] = lambda kept: kept


def _lowest(kept: Kept, value: int, place: int) -> Kept:
    return (place, value) if kept[0] < 0 or value < kept[1] else kept


def _highest(kept: Kept, value: int, place: int) -> Kept:
    return (place, value) if kept[0] < 0 or value >= kept[1] else kept


def _runs(kept: Kept, value: int, place: int) -> Kept:
    return (max(kept[0], kept[1] + 1), kept[1] + 1)


ACCUMULATORS = (
    Accumulator("sum", "the sum of all {v}", (("int64_t", 0),), ("r{n} += {v};",), lambda kept, v, i: (kept[0] + v,)),
    Accumulator("count", "how many there are", (("int64_t", 0),), ("r{n}++;",), lambda kept, v, i: (kept[0] + 1,)),
    Accumulator(
        "least",
        "the least {v}, and 1000000 where all are greater or there is none",
        (("int64_t", 1_000_000),),
        ("if ({v} < r{n})", "    r{n} = {v};"),
        lambda kept, v, i: (min(kept[0], v),),
    ),
    Accumulator(
        "greatest",
        "the greatest {v}, and -1000 where all are less or there is none",
        (("int64_t", -1000),),
        ("if ({v} > r{n})", "    r{n} = {v};"),
        lambda kept, v, i: (max(kept[0], v),),
    ),
    Accumulator(
        "parity",
        "all {v} together by exclusive or",
        (("int64_t", 0),),
        ("r{n} ^= {v};",),
        lambda kept, v, i: (kept[0] ^ v,),
    ),
    Accumulator(
        "lowest place",
        "the index of the first of the least {v}, -1 where there is none",
        (("int64_t", -1), ("int64_t", 0)),
        ("if (r{n} < 0 || {v} < s{n}) {{", "    r{n} = (int64_t)i;", "    s{n} = {v};", "}}"),
        _lowest,
    ),
    Accumulator(
        "highest place",
        "the index of the last of the greatest {v}, -1 where there is none",
        (("int64_t", -1), ("int64_t", 0)),
        ("if (r{n} < 0 || {v} >= s{n}) {{", "    r{n} = (int64_t)i;", "    s{n} = {v};", "}}"),
        _highest,
    ),
    Accumulator(
        "longest run",
        "how many elements the longest run of neighbours has that all count here",
        (("int64_t", 0), ("int64_t", 0)),
        ("s{n}++;", "if (s{n} > r{n})", "    r{n} = s{n};"),
        _runs,
        "s{n} = 0;",
        lambda kept: (kept[0], 0),
    ),
    Accumulator(
        "changes",
        "how often {v} differs from the one that counted before it (the first counts as differing from 0)",
        (("int64_t", 0), ("int64_t", 0)),
        ("r{n} += {v} != s{n};", "s{n} = {v};"),
        lambda kept, v, i: (kept[0] + (v != kept[1]), v),
    ),
    Accumulator(
        "mixed",
        "h = 31 h + {v}, from h = 7 on, of which 64 bits are kept, read as int64_t",
        (("uint64_t", 7),),
        ("r{n} = r{n} * 31 + (uint64_t){v};",),
        lambda kept, v, i: (I64.wrapped(kept[0] * 31 + v),),
    ),
)


@dataclass(frozen=True)
class Reduction:
    """Each accumulator has a condition of its own, or none."""

    operands: tuple[IntegerType, ...]
    graph: Graph
    parts: tuple[tuple[Accumulator, Predicate | None], ...]

    @property
    def names(self) -> list[str]:
        return [*"abc"][: len(self.operands)]

    @property
    def is_returned(self) -> bool:
        return len(self.parts) == 1


def draw_reduction(random: Random) -> Reduction:
    operands = tuple(random.choice(KINDS) for _ in range(random.choice((1, 1, 2))))
    given = [typed(name, kind) for name, kind in zip("xy", operands, strict=False)]
    graph = draw_graph(random, given, random.randint(1, 3))
    while graph.result.high >= 1 << 40 or graph.result.low <= -(1 << 40):
        graph = draw_graph(random, given, random.randint(1, 3))
    chosen = random.sample(ACCUMULATORS, random.choice((1, 2, 3, 3, 4)))
    values: list[Value] = [*given, graph.result]
    return Reduction(
        operands,
        graph,
        tuple(
            (part, draw_predicate(random, random.choice(values)) if part.otherwise or random.random() < 0.7 else None)
            for part in chosen
        ),
    )


def _body(drawn: Reduction) -> str:
    begins, loop, value = [], list[str](), drawn.graph.result.name
    for n, (part, predicate) in enumerate(drawn.parts):
        begins += [f"{kind} {letter}{n} = {first};" for letter, (kind, first) in zip("rs", part.begin, strict=False)]
        lines = [line.format(n=n, v=value) for line in part.c]
        if predicate is None:
            loop += lines
            continue
        loop += [f"if ({predicate.c}) {{", *(f"    {line}" for line in lines)]
        loop += [*(["} else {", f"    {part.otherwise.format(n=n)}"] if part.otherwise else []), "}"]
    loads = [f"{one.kind} {one.name} = {name}[i];" for one, name in zip(drawn.graph.given, drawn.names, strict=True)]
    inner = [f"    {line}" for line in (*loads, *drawn.graph.c, *loop)]
    ends = (
        ["return (int64_t)r0;"]
        if drawn.is_returned
        else [f"out[{n}] = (int64_t)r{n};" for n in range(len(drawn.parts))]
    )
    return "\n".join((*begins, "for (size_t i = 0; i < count; i++) {", *inner, "}", *ends))


def _model(drawn: Reduction) -> Callable[[Given], Answer]:
    names = [value.name for value in (*drawn.graph.given, drawn.graph.result)]
    places = [
        next((place for place, name in enumerate(names) if predicate and predicate.words.startswith(f"`{name}`")), 0)
        for _, predicate in drawn.parts
    ]

    value = drawn.graph.function()

    def model(given: Given) -> Answer:
        kept: list[Kept] = [tuple(first for _, first in part.begin) for part, _ in drawn.parts]
        for i, row in enumerate(zip(*(given.arrays[name] for name in drawn.names), strict=True)):
            values = (*row, value(*row))
            for n, (part, predicate) in enumerate(drawn.parts):
                if predicate is None or predicate.holds(values[places[n]]):
                    kept[n] = part.step(kept[n], values[-1], i)
                else:
                    kept[n] = part.missed(kept[n])
        results = [one[0] for one in kept]
        return Answer(results[0]) if drawn.is_returned else Answer(arrays={"out": results})

    return model


def _rules(drawn: Reduction) -> tuple[str, ...]:
    given = ", ".join(f"`{one.name}` = `{name}[i]`" for one, name in zip(drawn.graph.given, drawn.names, strict=True))
    value = f"`{drawn.graph.result.name}`"
    rules = [f"For each `i` below `count`, with {given}: {drawn.graph.formulas}."]
    for n, (part, predicate) in enumerate(drawn.parts):
        where = f"Of the elements where {predicate.words}" if predicate else "Of all elements"
        target = "it returns" if drawn.is_returned else f"`out[{n}]` is"
        rules.append(f"{where}, {target} {part.words.format(v=value)}.")
    return (*rules, "Nothing overflows but where it is said.")


def draw(random: Random) -> tuple[Function, Inputs]:
    drawn, most = draw_reduction(random), random.choice(MOST)
    arrays = [
        Array(name, kind, Use.READ, f"`count` numbers, {kind.name}", place=5 * place)
        for place, (name, kind) in enumerate(zip(drawn.names, drawn.operands, strict=True))
    ]
    parts = len(drawn.parts)
    if not drawn.is_returned:
        arrays.append(fixed_array("out", I64, Use.WRITE, f"room for {parts} results", parts))
    function = Function(
        entry=random.choice(_NAMES),
        title="Reduction: " + ", ".join(part.name for part, _ in drawn.parts),
        returns="int64_t" if drawn.is_returned else "void",
        arguments=(*arrays, counted("count", "the number of elements", most)),
        body=_body(drawn),
        model=_model(drawn),
        wording=Wording(
            random.choice(
                (
                    "which goes through numbers once and tells what they come to",
                    "which reduces arrays under conditions",
                    "that collects figures of a series",
                )
            ),
            _rules(drawn),
        ),
        tags=("reduction", "loop", "branch"),
    )
    return function, ANY
