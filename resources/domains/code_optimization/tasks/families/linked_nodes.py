"""Family `linked_nodes`: walks over nodes that are linked by indices in arrays, with marks, ends and choices."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.expression import Predicate, draw_predicate, typed
from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Scalar,
    Use,
    Wording,
    counted,
    drawn_scalar,
)
from resources.domains.code_optimization.tasks.families.integers import I16, I32, I64, U8, U16, U32, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("follow_links", "walk_nodes", "traverse", "chase", "trace_chains", "visit_nodes")
VALUES = (U8, U16, I16, I32)


@dataclass(frozen=True)
class Tally:
    """What is made of the values on a way: C over `x` and `total`, and the same in Python, from `first` on."""

    words: str
    c: str
    step: Callable[[int, int, int], int]
    first: int = 0


TALLIES = (
    Tally("the sum of the values", "total += x;", lambda total, x, hop: total + x),
    Tally("the greatest value, and 0 at least", "total = x > total ? x : total;", lambda total, x, hop: max(total, x)),
    Tally("the least value, and 5 at most", "total = x < total ? x : total;", lambda total, x, hop: min(total, x), 5),
    Tally(
        "the sum of the values, each times its place on the way, from 1 on",
        "total += x * (int64_t)(hop + 1);",
        lambda total, x, hop: total + x * (hop + 1),
    ),
    Tally("the number of values that are odd", "total += x & 1;", lambda total, x, hop: total + (x & 1)),
    Tally("all values together by exclusive or", "total ^= x;", lambda total, x, hop: total ^ x),
)


@dataclass(frozen=True)
class Walk:
    """`second` says where the way goes on: by `other` where it holds, else by `next`. `stop` ends a way at a node,
    which still counts. `visits` marks nodes, and a way ends before one that is marked."""

    kind: IntegerType
    tally: Tally
    second: Predicate | None
    stop: Predicate | None
    hops: int
    visits: bool
    ends: str


def draw_walk(random: Random) -> Walk:
    kind = random.choice(VALUES)
    x = typed("x", kind)
    visits = random.random() < 0.35
    return Walk(
        kind,
        random.choice(TALLIES),
        draw_predicate(random, x) if random.random() < 0.55 else None,
        draw_predicate(random, x) if random.random() < 0.5 else None,
        random.choice((3, 5, 8)),
        visits,
        random.choice(("each", "sum", "longest")),
    )


def _body(walk: Walk) -> str:
    step = "at = " + (f"{walk.second.c} ? other[at] : next[at];" if walk.second else "next[at];")
    bound = "hop < count" if walk.visits else f"hop < {walk.hops}"
    inner = ["int64_t x = value[at];", walk.tally.c, *(["marks[at] = 1;"] if walk.visits else [])]
    inner += [f"if ({walk.stop.c})", "    at = count;", "else", f"    {step}"] if walk.stop else [step]
    fresh = " && !marks[at]" if walk.visits else ""
    way = ["size_t at = start, hop = 0;", f"int64_t total = {walk.tally.first};"]
    way += [f"for (; {bound} && at < count{fresh}; hop++) {{", *(f"    {line}" for line in inner), "}"]
    match walk.ends:
        case "each":
            begin, way, end = list[str](), [*way, "out[start] = total;"], list[str]()
        case "sum":
            begin, way, end = ["int64_t all = 0;"], [*way, "all += total;"], ["return all;"]
        case _:
            begin, end = (
                ["size_t longest = 0, best = 0;", "int64_t found = 0;"],
                ["return found * 64 + (int64_t)(best % 64);"],
            )
            way += ["if (hop > longest) {", "    longest = hop;", "    best = start;", "    found = total;", "}"]
    clears = ["for (size_t i = 0; i < count; i++)", "    marks[i] = 0;"] if walk.visits else []
    loop = ["for (size_t start = first; start < count; start += step) {", *(f"    {line}" for line in way), "}"]
    return "\n".join((*begin, *clears, *loop, *end))


def _model(walk: Walk) -> Callable[[Given], Answer]:
    def model(given: Given) -> Answer:
        count, marks = given.there, [0] * given.there
        totals = dict[int, tuple[int, int]]()
        for start in range(given.numbers["first"], count, given.numbers["step"]):
            totals[start] = _way(walk, given, start, marks)
        arrays = {"marks": marks} if walk.visits else {}
        match walk.ends:
            case "each":
                return Answer(arrays=arrays | {"out": [totals[start][0] for start in range(count)]})
            case "sum":
                return Answer(sum(total for total, _ in totals.values()), arrays)
            case _:
                best, (total, hops) = max(totals.items(), key=lambda item: item[1][1], default=(0, (0, 0)))
                return Answer(total * 64 + best % 64 if hops else 0, arrays)

    return model


def _way(walk: Walk, given: Given, start: int, marks: list[int]) -> tuple[int, int]:
    """What it comes to, and how many nodes it has."""
    values, links = given.arrays["value"], given.arrays["next"]
    others = given.arrays.get("other", links)
    at, hop, total, count = start, 0, walk.tally.first, given.there
    while at < count and (not marks[at] if walk.visits else hop < walk.hops):
        x = values[at]
        total, marks[at] = walk.tally.step(total, x, hop), int(walk.visits)
        at = (
            count
            if walk.stop and walk.stop.holds(x)
            else (others if walk.second and walk.second.holds(x) else links)[at]
        )
        hop += 1
    return total, hop


def _rules(walk: Walk) -> tuple[str, ...]:
    on = f"`other[at]` where {walk.second.words}, else `next[at]`" if walk.second else "`next[at]`"
    rules = [
        "A way begins at a node `at` and visits it; x is `value[at]`. An index that is `count` is no node, and ends the"
        " way."
    ]
    rules.append(f"From a visited node it goes on at {on}.")
    if walk.stop:
        rules.append(f"Where {walk.stop.words}, the way ends behind that node, which still counts.")
    if walk.visits:
        rules.append(
            "At first all `marks` are set to 0. A visited node's mark becomes 1, and a way ends before a node whose"
            " mark is 1, also where it would begin."
        )
    else:
        rules.append(f"A way has {walk.hops} nodes at most.")
    starts = (
        "A way begins at each node, in order"
        if walk.ends == "each"
        else ("Ways begin at the nodes `first`, `first` + `step`, and so on below `count`, in this order")
    )
    rules.append(f"{starts}. A way comes to {walk.tally.words}, in 64 bits ({walk.tally.first} without a node).")
    ends = {
        "each": "`out[i]` becomes what the way from node `i` comes to.",
        "sum": "Return the sum of what all ways come to.",
    }
    longest = (
        "Of the way with the most nodes (the first of such), return 64 times what it comes to, plus the index of its"
        " start modulo 64; 0 where no way has a node."
    )
    return (*rules, ends.get(walk.ends, longest))


def _link(name: str, about: str, place: int) -> Array:
    limit = "there + 1"
    return Array(name, U32, Use.READ, about, place=place, limit=limit, limits=lambda given: given.there + 1)


def draw(random: Random) -> tuple[Function, Inputs]:
    walk = draw_walk(random)
    arrays = [Array("value", walk.kind, Use.READ, f"each node's value, {walk.kind.name}", place=3)]
    arrays.append(_link("next", "each node's link, from 0 to `count`", 0))
    if walk.second:
        arrays.append(_link("other", "each node's second link, from 0 to `count`", 11))
    if walk.visits:
        arrays.append(Array("marks", U8, Use.WRITE, "a byte for each node"))
    if walk.ends == "each":
        arrays.append(Array("out", I64, Use.WRITE, "room for `count` results"))
    most = random.choice((65_600, 66_000))
    scalars: list[Scalar] = [counted("count", "the number of nodes", most)]
    if walk.ends != "each":
        scalars.append(drawn_scalar("first", "size_t", 0, 0, 9, "the first way's start"))
        scalars.append(drawn_scalar("step", "size_t", 1, 1, 5, "how far starts are apart, 1 at least"))
    body = _body(walk)
    if walk.ends == "each":
        body = body.replace("start = first;", "start = 0;").replace("start += step", "start++")
    model = _model(walk)

    def from_each(given: Given) -> Answer:
        given.numbers.update(first=0, step=1)
        return model(given)

    function = Function(
        entry=random.choice(_NAMES),
        title="Ways over linked nodes" + (", by one of two links" if walk.second else ""),
        returns="void" if walk.ends == "each" else "int64_t",
        arguments=(*arrays, *scalars),
        body=body,
        model=from_each if walk.ends == "each" else model,
        wording=Wording(
            random.choice(
                (
                    "which follows links from node to node",
                    "which walks over nodes that lie in arrays",
                    "that visits linked nodes",
                )
            ),
            _rules(walk),
        ),
        tags=("linked", "memory_traffic", "branch"),
        head=0 if walk.ends == "each" else 2,
    )
    return function, Inputs(ANY.makers, measured=300, rounds=5, large=1000)
