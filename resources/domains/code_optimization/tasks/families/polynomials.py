"""Family `fixed_polynomial`: polynomials in fixed point, with rounding and limits, in pieces."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Use,
    Wording,
    counted,
)
from resources.domains.code_optimization.tasks.families.integers import I16, I32, I64, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("evaluate_curve", "apply_polynomial", "linearise", "correct_samples", "gain_curve", "response")
ROUNDINGS = {"down": "towards minus infinity", "half up": "to the nearest, halves up", "zero": "towards zero"}


@dataclass(frozen=True)
class Polynomial:
    """Coefficients with the highest power first, one row for each piece; piece `n` is for x below `bounds[n]`. After
    each product `shift` bits are rounded away. `limit` is what each sum is limited to, 0 for nothing."""

    source: IntegerType
    shift: int
    rounding: str
    bounds: tuple[int, ...]
    pieces: tuple[tuple[int, ...], ...]
    limit: int
    target: IntegerType
    saturates: bool
    end: str

    def rounded(self, value: int) -> int:
        if self.rounding == "down":
            return value >> self.shift
        if self.rounding == "half up":
            return (value + (1 << self.shift - 1)) >> self.shift
        return abs(value) >> self.shift if value >= 0 else -(abs(value) >> self.shift)

    def value(self, x: int) -> int:
        piece = next((n for n, bound in enumerate(self.bounds) if x < bound), len(self.bounds))
        y = self.pieces[piece][0]
        for coefficient in self.pieces[piece][1:]:
            y = self.rounded(y * x) + coefficient
            if self.limit:
                y = min(max(y, -self.limit), self.limit)
        return y


def draw_polynomial(random: Random) -> Polynomial:
    source, degree = I16, random.randint(2, 5)
    pieces = random.choice((1, 1, 2, 3))
    bounds = sorted(random.sample(range(-9000, 9000, 125), pieces - 1))
    limit = random.choice((0, 32767, 100_000, 1 << 20))
    shift = random.choice((8, 10, 12, 14)) if limit else random.choice((12, 14, 15))
    return Polynomial(
        source,
        shift,
        random.choice([*ROUNDINGS]),
        tuple(bounds),
        tuple(tuple(random.randint(-4000, 4000) or 1 for _ in range(degree + 1)) for _ in range(pieces)),
        limit,
        random.choice((I16, I32)),
        random.random() < 0.6,
        random.choice(("each", "each", "sum", "greatest place")),
    )


def _body(drawn: Polynomial) -> tuple[str, str]:
    """What stands before the function, and in it."""
    degree, many = len(drawn.pieces[0]) - 1, len(drawn.pieces) > 1
    rows = ",\n".join("    {" + ", ".join(map(str, row)) + "}" for row in drawn.pieces)
    table = f"static const int32_t pieces[{len(drawn.pieces)}][{degree + 1}] = {{\n{rows},\n}};"
    shift = drawn.shift
    product = {
        "down": f"y * x >> {shift}",
        "half up": f"(y * x + {1 << shift - 1}) >> {shift}",
        "zero": f"y * x / {1 << shift}",
    }[drawn.rounding]
    chosen = ["size_t piece = 0;", *(f"piece += x >= {bound};" for bound in drawn.bounds)] if many else []
    row = "pieces[piece]" if many else "pieces[0]"
    inner = [f"y = ({product}) + {row}[power];"]
    if drawn.limit:
        inner += [f"y = y < -{drawn.limit} ? -{drawn.limit} : y > {drawn.limit} ? {drawn.limit} : y;"]
    lines = [
        "int64_t x = samples[i];",
        *chosen,
        f"int64_t y = {row}[0];",
        f"for (size_t power = 1; power <= {degree}; power++) {{",
    ]
    lines += [*(f"    {line}" for line in inner), "}"]
    begin, end = list[str](), list[str]()
    match drawn.end:
        case "each":
            lines.append(f"out[i] = {_stored(drawn)};")
        case "sum":
            begin, end = ["int64_t total = 0;"], ["return total;"]
            lines.append("total += y;")
        case _:
            begin, end = ["int64_t best = 0;", "size_t place = 0;"], ["return (int64_t)place;"]
            lines += ["if (i == 0 || y > best) {", "    best = y;", "    place = i;", "}"]
    loop = ["for (size_t i = 0; i < count; i++) {", *(f"    {line}" for line in lines), "}"]
    return table, "\n".join((*begin, *loop, *end))


def _stored(drawn: Polynomial) -> str:
    kind = drawn.target
    if not drawn.saturates:
        return f"({kind.name})y"
    return f"({kind.name})(y < {_literal(kind.low)} ? {_literal(kind.low)} : y > {kind.high} ? {kind.high} : y)"


def _literal(value: int) -> str:
    return "INT32_MIN" if value == I32.low else str(value)


def _model(drawn: Polynomial) -> Callable[[Given], Answer]:
    fit = drawn.target.saturated if drawn.saturates else drawn.target.wrapped
    known: dict[int, int] = {}

    def value(x: int) -> int:
        if x not in known:
            known[x] = drawn.value(x)
        return known[x]

    def model(given: Given) -> Answer:
        values = [value(x) for x in given.arrays["samples"]]
        match drawn.end:
            case "each":
                return Answer(arrays={"out": [fit(y) for y in values]})
            case "sum":
                return Answer(sum(values))
            case _:
                return Answer(max(range(len(values)), key=values.__getitem__, default=0))

    return model


def _rules(drawn: Polynomial) -> tuple[str, ...]:
    names = [" ".join(f"{one}," for one in row).rstrip(",") for row in drawn.pieces]
    rules = []
    if len(names) == 1:
        rules.append(f"For each sample x, with the coefficients {names[0]}:")
    else:
        told = [f"for x below {bound} they are {row}" for bound, row in zip(drawn.bounds, names, strict=False)]
        rules.append(
            f"For each sample x there are coefficients, by the first of these that holds: {'; '.join(told)}; else"
            f" {names[-1]}."
        )
    limit = f", and is then limited to -{drawn.limit} … {drawn.limit}" if drawn.limit else ""
    rules.append(
        f"y begins as the first coefficient. With each further one, y becomes y x / {1 << drawn.shift}, rounded"
        f" {ROUNDINGS[drawn.rounding]}, plus that coefficient{limit}. All is exact in 64 bits."
    )
    how = f"limited to what {drawn.target.name} holds" if drawn.saturates else f"converted to {drawn.target.name}"
    ends = {"each": f"`out[i]` becomes y of `samples[i]`, {how}.", "sum": "Return the sum of all y."}
    rules.append(ends.get(drawn.end, "Return the index of the first of the greatest y, 0 without samples."))
    return tuple(rules)


def draw(random: Random) -> tuple[Function, Inputs]:
    drawn = draw_polynomial(random)
    before, body = _body(drawn)
    arrays = [Array("samples", drawn.source, Use.READ, f"`count` samples, {drawn.source.name}")]
    if drawn.end == "each":
        arrays.append(Array("out", drawn.target, Use.WRITE, f"room for `count` results, {drawn.target.name}"))
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Polynomial of degree {len(drawn.pieces[0]) - 1} in fixed point"
        + (f", {len(drawn.pieces)} pieces" if drawn.bounds else ""),
        returns="void" if drawn.end == "each" else I64.name,
        arguments=(*arrays, counted("count", "the number of samples", random.choice((65_600, 66_000, 67_000)))),
        body=body,
        before=before,
        model=_model(drawn),
        wording=Wording(
            random.choice(
                (
                    "which evaluates a curve in fixed point",
                    "which corrects samples by a polynomial",
                    "that computes polynomials",
                )
            ),
            _rules(drawn),
        ),
        tags=("fixed_point", "loop"),
    )
    return function, ANY
