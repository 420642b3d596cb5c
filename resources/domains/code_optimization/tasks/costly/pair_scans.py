"""Family `pair_scan`: for each element, how many before it stand in a relation to it, by all pairs, over large inputs.

The baseline looks at all pairs, which takes the square of the size. The model keeps a sorted list of what it has seen,
so that expected values of large inputs take no time; an answer may do the like, or use lanes.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Model,
    Scalar,
    Use,
    Wording,
    counted,
)
from resources.domains.code_optimization.tasks.families.integers import I32, U32, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs
from resources.domains.code_optimization.tasks.families.task import made_task
from resources.domains.families import MadeTask
from resources.execution.bundle import Limits

LIMITS = Limits(wall_s=60.0, cpu_s=20)
MOST = 20_000
_MEASURED = 15_000
Counter = Callable[[Sequence[int], int], int]
"""How many of a sorted list stand in the relation to a number."""


@dataclass(frozen=True)
class Relation:
    """Between an earlier x and a later y: words, C on 64-bit numbers, and how a sorted list counts."""

    words: str
    c: str
    counted: Counter


@dataclass(frozen=True)
class PairScan:
    """`reach` is how far before it an earlier element may stand; 0: any. `figure` is what is returned: total, most,
    first or changes; `writes`: the counts go into an array, too."""

    kind: IntegerType
    relation: Relation
    reach: int
    figure: str
    writes: bool


def _relations(random: Random) -> Iterator[Relation]:
    near, limit = random.choice((5, 1000, 1 << 20, 1 << 28)), random.choice((1 << 16, 1 << 30, 3 << 30))
    factor = random.choice((2, 3))
    yield Relation("x > y", "x > y", lambda kept, y: len(kept) - bisect_right(kept, y))
    yield Relation("x <= y", "x <= y", lambda kept, y: bisect_right(kept, y))
    yield Relation(
        f"y - {near} <= x <= y + {near}",
        f"(x >= y - {near}) & (x <= y + {near})",
        lambda kept, y: bisect_right(kept, y + near) - bisect_left(kept, y - near),
    )
    yield Relation(f"x + y < {limit}", f"x + y < {limit}", lambda kept, y: bisect_left(kept, limit - y))
    yield Relation(f"x > {factor} * y", f"x > {factor} * y", lambda kept, y: len(kept) - bisect_right(kept, factor * y))
    yield Relation("x = y", "x == y", lambda kept, y: bisect_right(kept, y) - bisect_left(kept, y))


def draw_pair_scan(random: Random) -> PairScan:
    return PairScan(
        kind=random.choice((I32, U32)),
        relation=random.choice(list(_relations(random))),
        reach=random.choice((0, 0, 8000)),
        figure=random.choice(("total", "most", "first", "changes")),
        writes=random.random() < 0.4,
    )


def _model(scan: PairScan) -> Model:
    def model(given: Given) -> Answer:
        values = given.arrays["values"]
        kept: list[int] = []
        counts: list[int] = []
        for place, value in enumerate(values):
            if scan.reach and place > scan.reach:
                kept.pop(bisect_left(kept, values[place - scan.reach - 1]))
            counts.append(scan.relation.counted(kept, value))
            insort(kept, value)
        result = {
            "total": sum(counts),
            "most": max(counts, default=0),
            "first": counts.index(max(counts)) if counts else 0,
            "changes": sum(one != other for one, other in pairwise(counts)),
        }[scan.figure]
        return Answer(result, {"counts": counts} if scan.writes else {})

    return model


_FIGURES = {
    "total": ("the sum of all counts", "result += number;"),
    "most": ("the largest count, 0 where there are no elements", "if (number > result)\n            result = number;"),
    "first": (
        "the least place at which the count is the largest of all, 0 where there are no elements",
        "if (number > most) {\n            most = number;\n            result = place;\n        }",
    ),
    "changes": (
        "how many elements but the first have another count than the one right before them",
        "result += place && number != before;\n        before = number;",
    ),
}


def _body(scan: PairScan) -> str:
    start = f"place > {scan.reach} ? place - {scan.reach} : 0" if scan.reach else "0"
    more = {"first": "    uint32_t most = 0;\n", "changes": "    uint32_t before = 0;\n"}.get(scan.figure, "")
    writes = "        counts[place] = number;\n" * scan.writes
    figure = _FIGURES[scan.figure][1].replace("\n    ", "\n")
    return (
        f"uint64_t result = 0;\n{more.replace('    ', '', 1)}for (size_t place = 0; place < count; place++) {{\n"
        f"    int64_t y = values[place];\n    uint32_t number = 0;\n"
        f"    for (size_t other = {start}; other < place; other++) {{\n"
        f"        int64_t x = values[other];\n        number += {scan.relation.c};\n    }}\n"
        f"{writes.replace('        ', '    ', 1)}    {figure}\n}}\n"
        "return result;\n"
    )


def draw(random: Random) -> tuple[Function, Inputs]:
    scan = draw_pair_scan(random)
    name = random.choice(("count_partners", "scan_pairs", "pair_figure", "partners_before"))
    arguments: list[Array | Scalar] = [
        Array("values", scan.kind, Use.READ, f"`count` numbers of type `{scan.kind.name}`"),
        counted("count", "how many numbers there are", MOST),
    ]
    if scan.writes:
        arguments.append(Array("counts", U32, Use.WRITE, "takes the count of each element"))
    reach = f" and at most {scan.reach} places before it" if scan.reach else ""
    function = Function(
        entry=name,
        title=f"Pairs by {scan.relation.words}",
        returns="uint64_t",
        arguments=tuple(arguments),
        body=_body(scan),
        model=_model(scan),
        wording=Wording(
            "which counts, for each element, the elements before it that stand in a relation to it",
            (
                f"The count of an element y is the number of elements x before it{reach} for which "
                f"{scan.relation.words} (as whole numbers: nothing wraps).",
                f"It returns {_FIGURES[scan.figure][0]}; places count from 0.",
                *["`counts[k]` becomes the count of the element at place k."] * scan.writes,
            ),
        ),
        tags=("pairs", "large", "quadratic"),
    )
    return function, replace(ANY, measured=_MEASURED, rounds=1, large=4_000)


def make(random: Random) -> MadeTask:
    function, inputs = draw(random)
    return replace(made_task(function, inputs, random), limits=LIMITS)
