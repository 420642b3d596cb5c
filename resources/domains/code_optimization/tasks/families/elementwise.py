"""Family `array_expression`: an expression graph over elements of mixed widths, guarded, in order or reversed, in place
or not."""

from collections.abc import Callable, Sequence
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
    Scalar,
    Use,
    Wording,
    counted,
    drawn_scalar,
)
from resources.domains.code_optimization.tasks.families.integers import I8, I16, I32, U8, U16, U32, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("mix_samples", "blend_rows", "scale_and_limit", "combine", "transform_all", "shade", "fuse_channels")
KINDS = (I8, U8, I16, U16, I32, U32)
MOST = (65_600, 66_000, 67_000, 70_000)


@dataclass(frozen=True)
class Elementwise:
    """`otherwise` is what an element is stored as where the guard does not hold: its first operand, or nothing is
    stored (in place only). `saturates` says how the result becomes `kind`."""

    operands: tuple[IntegerType, ...]
    scalar: Value | None
    graph: Graph
    guard: Predicate | None
    kind: IntegerType
    saturates: bool
    in_place: bool
    is_reversed: bool

    @property
    def names(self) -> list[str]:
        return [*"abc"][: len(self.operands)]


def draw_elementwise(random: Random) -> Elementwise:
    operands = tuple(random.choice(KINDS) for _ in range(random.choice((1, 2, 2, 3))))
    given = [typed(name, kind) for name, kind in zip("xyz", operands, strict=False)]
    scalar = Value("level", 0, 205) if random.random() < 0.4 else None
    graph = draw_graph(random, [*given, *([scalar] if scalar else [])], random.randint(3, 7))
    in_place = random.random() < 0.35
    return Elementwise(
        operands,
        scalar,
        graph,
        guard=draw_predicate(random, given[-1]) if random.random() < 0.5 else None,
        kind=operands[0] if in_place else random.choice(KINDS),
        saturates=random.random() < 0.5,
        in_place=in_place,
        is_reversed=not in_place and random.random() < 0.3,
    )


def _stored(drawn: Elementwise) -> str:
    """C of the result, as an element."""
    kind, result = drawn.kind, drawn.graph.result
    fits = kind.low <= result.low and result.high <= kind.high
    if fits or not drawn.saturates:
        return result.name if fits else f"({kind.name}){result.name}"
    low = f"{result.name} < {kind.low} ? {kind.low} : "
    return f"({kind.name})({low}{result.name} > {kind.high} ? {kind.high} : {result.name})"


def _body(drawn: Elementwise) -> str:
    target = drawn.names[0] if drawn.in_place else "out"
    place = "count - 1 - i" if drawn.is_reversed else "i"
    loads = [
        f"{value.kind} {value.name} = {name}[i];" for value, name in zip(drawn.graph.given, drawn.names, strict=False)
    ]
    lines = loads
    store = f"{target}[{place}] = {_stored(drawn)};"
    if drawn.guard and drawn.in_place:
        lines += [f"if (!({drawn.guard.c}))", "    continue;", *drawn.graph.c, store]
    elif drawn.guard:
        first = drawn.graph.given[0].name
        lines += [f"if ({drawn.guard.c}) {{", *(f"    {line}" for line in (*drawn.graph.c, store)), "} else {"]
        lines += [f"    {target}[{place}] = ({drawn.kind.name}){first};", "}"]
    else:
        lines += [*drawn.graph.c, store]
    return "\n".join(("for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"))


def _model(drawn: Elementwise) -> Callable[[Given], Answer]:
    fit = drawn.kind.saturated if drawn.saturates else drawn.kind.wrapped
    guard, value = drawn.guard, drawn.graph.function()

    def model(given: Given) -> Answer:
        columns = [given.arrays[name] for name in drawn.names]
        level = (given.numbers["level"],) if drawn.scalar else ()
        results = []
        for row in zip(*columns, strict=True):
            if guard is None or guard.holds(row[-1]):
                results.append(fit(value(*row, *level)))
            else:
                results.append(drawn.kind.wrapped(row[0]))
        return Answer(arrays={drawn.names[0] if drawn.in_place else "out": _ordered(results, drawn.is_reversed)})

    return model


def _ordered(values: Sequence[int], is_reversed: bool) -> list[int]:
    return [*reversed(values)] if is_reversed else [*values]


def _rules(drawn: Elementwise) -> tuple[str, ...]:
    given = ", ".join(
        f"`{value.name}` = `{name}[i]`" for value, name in zip(drawn.graph.given, drawn.names, strict=False)
    )
    target = f"`{drawn.names[0]}[i]`" if drawn.in_place else "`out[count - 1 - i]`" if drawn.is_reversed else "`out[i]`"
    kind, result = drawn.kind, drawn.graph.result.name
    how = f"limited to what {kind.name} holds" if drawn.saturates else f"converted to {kind.name}"
    rules = [
        f"For each `i` below `count`, with {given}: {drawn.graph.formulas}.",
        f"{target} becomes `{result}`, {how}.",
    ]
    if drawn.guard:
        kept = "stays as it is" if drawn.in_place else f"becomes `x` converted to {kind.name}"
        rules.append(f"This is so where {drawn.guard.words}; elsewhere {target} {kept}.")
    rules.append("All is computed without overflow, in numbers wide enough.")
    return tuple(rules)


def draw(random: Random) -> tuple[Function, Inputs]:
    drawn = draw_elementwise(random)
    most = random.choice(MOST)
    arrays = [
        Array(
            name,
            kind,
            Use.CHANGE if drawn.in_place and not place else Use.READ,
            f"`count` numbers, {kind.name}",
            place=7 * place,
        )
        for place, (name, kind) in enumerate(zip(drawn.names, drawn.operands, strict=True))
    ]
    if not drawn.in_place:
        arrays.append(Array("out", drawn.kind, Use.WRITE, f"room for `count` results, {drawn.kind.name}"))
    scalars: list[Scalar] = [counted("count", "the number of elements of each array", most)]
    if drawn.scalar:
        scalars.append(drawn_scalar("level", "int32_t", 0, 0, 206, "a number from 0 to 205"))
    steps = len(drawn.graph.steps)
    function = Function(
        entry=random.choice(_NAMES),
        title=f"{steps} steps over {len(arrays)} arrays" + (" in place" if drawn.in_place else ""),
        returns="void",
        arguments=(*arrays, *scalars),
        body=_body(drawn),
        model=_model(drawn),
        wording=Wording(
            random.choice(
                (
                    "which computes one expression for each element",
                    "which goes through arrays and stores a result for each place",
                    "that maps each element by the formulas below",
                )
            ),
            _rules(drawn),
        ),
        tags=(
            "elementwise",
            "loop",
            *(["saturation"] if drawn.saturates else []),
            *(["branch"] if drawn.guard else []),
        ),
        head=1 if drawn.scalar else 0,
    )
    return function, ANY
