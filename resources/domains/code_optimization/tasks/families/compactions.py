"""Family `compaction`: arrays changed in place: what is kept, dropped, moved apart, made unique or turned around."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.expression import (
    Graph,
    Predicate,
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
    drawn_scalar,
)
from resources.domains.code_optimization.tasks.families.integers import I8, I16, I32, U8, U16, U32, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("compact", "keep_some", "squeeze", "partition_by", "filter_in_place", "tidy_up")
KINDS = (I8, U8, I16, U16, I32, U32)


@dataclass(frozen=True)
class Stage:
    """A pass over the first `kept` elements of `a`, after which `kept` may be less. `c` are its statements."""

    name: str
    words: str
    c: tuple[str, ...]
    apply: Callable[[list[int]], list[int]]


def _filter(kind: IntegerType, test: Predicate) -> Stage:
    c = (
        "next = 0;",
        "for (size_t i = 0; i < kept; i++) {",
        f"    {_wide(kind)} x = a[i];",
        f"    if ({test.c})",
        "        a[next++] = a[i];",
        "}",
        "kept = next;",
    )
    words = f"Elements x are kept where {test.words}, in their order; the others are dropped."
    return Stage("filter", words, c, lambda values: [one for one in values if test.holds(one)])


def _unique(kind: IntegerType, mask: int) -> Stage:
    """Neighbours with the same key are one, the first of them."""

    def apply(values: list[int]) -> list[int]:
        return [one for place, one in enumerate(values) if not place or (one ^ values[place - 1]) & mask]

    c = (
        "next = 0;",
        f"{_wide(kind)} before = 0;",
        "for (size_t i = 0; i < kept; i++) {",
        f"    {_wide(kind)} x = a[i];",
        f"    if (i == 0 || ((x ^ before) & {mask}) != 0)",
        "        a[next++] = a[i];",
        "    before = x;",
        "}",
        "kept = next;",
    )
    words = f"Of neighbours whose bits of the mask {mask} are the same, all but the first are dropped."
    return Stage("unique", words, c, apply)


def _apart(kind: IntegerType, test: Predicate) -> Stage:
    """Not stable: from both ends."""

    def apply(values: list[int]) -> list[int]:
        values, low, high = [*values], 0, len(values)
        while low < high:
            if test.holds(values[low]):
                low += 1
            else:
                high -= 1
                values[low], values[high] = values[high], values[low]
        return values

    c = (
        "next = 0;",
        "for (size_t end = kept; next < end;) {",
        f"    {_wide(kind)} x = a[next];",
        f"    if ({test.c}) {{",
        "        next++;",
        "    } else {",
        "        end--;",
        "        a[next] = a[end];",
        f"        a[end] = ({kind.name})x;",
        "    }",
        "}",
    )
    words = (
        "From the first element on, x = `a[low]` is looked at, and `high` is the number of elements: where"
        f" {test.words}, `low` grows by one; else `high` is made less by one and `a[low]` and `a[high]` change places."
        " This ends where `low` is `high`."
    )
    return Stage("partition", words, c, apply)


def _mapped(kind: IntegerType, graph: Graph) -> Stage:
    value = graph.function()
    c = (
        "for (size_t i = 0; i < kept; i++) {",
        f"    {_wide(kind)} x = a[i];",
        *(f"    {line}" for line in graph.c),
        f"    a[i] = ({kind.name}){graph.result.name};",
        "}",
    )
    words = f"Each element x becomes `{graph.result.name}`, converted to {kind.name}: {graph.formulas}."
    return Stage("map", words, c, lambda values: [kind.wrapped(value(one)) for one in values])


def _turned(size: int) -> Stage:
    def apply(values: list[int]) -> list[int]:
        return [one for start in range(0, len(values), size) for one in reversed(values[start : start + size])]

    c = (
        f"for (size_t start = 0; start < kept; start += {size}) {{",
        f"    for (size_t low = start, high = start + {size} < kept ? start + {size} : kept; low + 1 < high; low++) {{",
        "        high--;",
        "        swapped = a[low];",
        "        a[low] = a[high];",
        "        a[high] = swapped;",
        "    }",
        "}",
    )
    words = f"Each block of {size} elements (the last one may be shorter) is turned around."
    return Stage("turn", words, c, apply)


def _differences(kind: IntegerType) -> Stage:
    def apply(values: list[int]) -> list[int]:
        return [kind.wrapped(one - (values[place - 1] if place else 0)) for place, one in enumerate(values)]

    c = ("for (size_t i = kept; i > 1; i--)", f"    a[i - 1] = ({kind.name})((uint32_t)a[i - 1] - (uint32_t)a[i - 2]);")
    words = (
        f"Each element but the first becomes its difference from the one before it, as both were; {kind.name} wraps."
    )
    return Stage("differences", words, c, apply)


def _thinned(every: int, kept: int) -> Stage:
    c = (
        "next = 0;",
        "for (size_t i = 0; i < kept; i++)",
        f"    if (i % {every} == {kept})",
        "        a[next++] = a[i];",
        "kept = next;",
    )
    words = f"Of elements whose index modulo {every} is {kept} all are kept; the others are dropped."
    return Stage("thin", words, c, lambda values: values[kept::every])


def _wide(kind: IntegerType) -> str:
    return typed("x", kind).kind


def draw_stages(random: Random, kind: IntegerType) -> list[Stage]:
    """Two or three, of which no two are alike, and one at least moves elements."""
    x = typed("x", kind)
    everything = [
        _filter(kind, draw_predicate(random, x)),
        _unique(kind, random.choice((kind.high, 7, 12))),
        _apart(kind, draw_predicate(random, x)),
        _mapped(kind, draw_graph(random, [x], random.randint(1, 3))),
        _turned(random.choice((3, 4, 8, 10))),
        _differences(kind),
        _thinned(random.choice((2, 3, 5)), random.choice((0, 1))),
    ]
    return random.sample(everything, random.choice((1, 2, 2, 3)))


def draw(random: Random) -> tuple[Function, Inputs]:
    kind, has_limit = random.choice(KINDS), random.random() < 0.35
    stages = draw_stages(random, kind)
    told = " ".join(line for stage in stages for line in stage.c)
    body = ["size_t kept = count" + (", next;" if "next" in told else ";")]
    body += [f"{kind.name} swapped;"] if "swapped" in told else []
    for number, stage in enumerate(stages):
        body += stage.c if number == 0 or not _declares(stage) else ["{", *(f"    {line}" for line in stage.c), "}"]
    body += ["if (kept > limit)", "    kept = limit;"] if has_limit else []
    body.append("return kept;")
    rules = [f"{'First' if not place else 'Then'}: {stage.words}" for place, stage in enumerate(stages)]
    if has_limit:
        rules.append("At the end all but the first `limit` elements are dropped, where there are more.")
    rules.append(
        "The result is how many elements are left; `a` begins with them, and what lies behind does not matter."
    )

    def model(given: Given) -> Answer:
        values = given.arrays["a"]
        for stage in stages:
            values = stage.apply(values)
        values = values[: given.numbers["limit"]] if has_limit else values
        return Answer(len(values), {"a": values})

    scalars = [counted("count", "the number of elements", random.choice((65_600, 66_000, 67_000)))]
    scalars += [drawn_scalar("limit", "size_t", 0, 0, 300, "how many elements are wanted at most")] if has_limit else []
    function = Function(
        entry=random.choice(_NAMES),
        title="In place: " + ", ".join(stage.name for stage in stages),
        returns="size_t",
        arguments=(Array("a", kind, Use.CHANGE, f"`count` numbers, {kind.name}", folded="result"), *scalars),
        body="\n".join(body),
        model=model,
        wording=Wording(
            random.choice(
                ("which changes an array in place", "which tidies up an array", "that moves elements within an array")
            ),
            tuple(rules),
        ),
        tags=("in_place", "branch", "memory_traffic"),
        head=1 if has_limit else 0,
    )
    return function, ANY


def _declares(stage: Stage) -> bool:
    return stage.name == "unique"
