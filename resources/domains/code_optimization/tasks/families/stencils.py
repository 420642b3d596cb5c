"""Family `stencil`: weighted sums, extremes and rules over drawn neighbours, along a line or in a grid."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from resources.domains.code_optimization.tasks.families.function import (
    Answer,
    Array,
    Function,
    Given,
    Scalar,
    Use,
    Wording,
    drawn_scalar,
)
from resources.domains.code_optimization.tasks.families.integers import I16, I32, U8, U16, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("apply_stencil", "blur_grid", "update_cells", "relax", "filter_image", "next_grid")
MOST_ROWS, MOST_CELLS = 90, 66_000
BORDERS = {
    "edge": "a place beyond the border counts as the nearest one within",
    "wrap": "a place beyond the border counts as the one that many steps from the opposite border",
    "zero": "a place beyond the border counts as 0",
    "keep": "a cell with a neighbour beyond the border stays as it is",
}
Place = tuple[int, int]


@dataclass(frozen=True)
class Stencil:
    """`taps` are places relative to a cell (row, column), each with a weight. `way` says what is made of them."""

    kind: IntegerType
    taps: tuple[tuple[Place, int], ...]
    border: str
    way: str
    shift: int
    born: frozenset[int] = frozenset()
    stays: frozenset[int] = frozenset()

    @property
    def reach(self) -> Place:
        return max(abs(row) for (row, _), _ in self.taps), max(abs(column) for (_, column), _ in self.taps)


def draw_stencil(random: Random) -> Stencil:
    way = random.choice(("weights", "weights", "weights", "greatest", "least", "rule", "differences"))
    flat = random.random() < 0.3
    around = [
        (row, column)
        for row in (range(1) if flat else range(-1, 2))
        for column in range(-2 if flat else -1, 3 if flat else 2)
    ]
    around = [place for place in around if way not in ("rule", "differences") or place != (0, 0)]
    if not flat and random.random() < 0.3:
        around += [(0, -2), (0, 2)]
    places = sorted(random.sample(around, random.randint(min(3, len(around)), min(7, len(around)))))
    weights = [random.choice((1, 1, 2, 3, 4, -1, -2)) if way == "weights" else 1 for _ in places]
    counts = range(len(places) + 1)
    return Stencil(
        kind=U8 if way == "rule" else random.choice((U8, I16, U16, I32)),
        taps=tuple(zip(places, weights, strict=True)),
        border=random.choice([*BORDERS]),
        way=way,
        shift=random.choice((0, 1, 2, 3)),
        born=frozenset(random.sample(counts, min(2, len(counts)))),
        stays=frozenset(random.sample(counts, min(2, len(counts)))),
    )


def _places(border: str, size: int, step: int) -> list[int]:
    """Along one side of a grid: where the neighbour of each place lies that is `step` further on; -1 for a zero."""
    places = range(step, size + step)
    if border == "wrap":
        return [place % size for place in places]
    if border == "edge":
        return [min(max(place, 0), size - 1) for place in places]
    return [place if 0 <= place < size else -1 for place in places]


def _made(drawn: Stencil, own: int, near: list[int]) -> int:
    """The cell, of its neighbours' values."""
    kind = drawn.kind
    match drawn.way:
        case "weights":
            total = sum(weight * value for (_, weight), value in zip(drawn.taps, near, strict=True))
            return kind.saturated(total >> drawn.shift)
        case "greatest":
            return max(near)
        case "least":
            return min(near)
        case "differences":
            return kind.saturated(own + (sum(value - own for value in near) >> drawn.shift))
        case _:
            alive = sum(value & 1 for value in near)
            return int(alive in (drawn.stays if own & 1 else drawn.born))


def _model(drawn: Stencil) -> Callable[[Given], Answer]:
    def model(given: Given) -> Answer:
        rows, columns, cells = given.numbers["rows"], given.numbers["columns"], given.arrays["in"]
        known: dict[tuple[int, ...], int] = {}
        results, (high, wide) = [], drawn.reach
        downs = [_places(drawn.border, rows, down) for (down, _), _ in drawn.taps]
        rights = [_places(drawn.border, columns, right) for (_, right), _ in drawn.taps]
        for row in range(rows):
            lines = [places[row] for places in downs]
            for column in range(columns):
                own = cells[row * columns + column]
                inside = high <= row < rows - high and wide <= column < columns - wide
                if drawn.border == "keep" and not inside:
                    results.append(own)
                    continue
                near = [
                    cells[line * columns + places[column]] if line >= 0 <= places[column] else 0
                    for line, places in zip(lines, rights, strict=True)
                ]
                key = (own, *near)
                if key not in known:
                    known[key] = _made(drawn, own, near)
                results.append(known[key])
        return Answer(arrays={"out": results})

    return model


def _helper(drawn: Stencil) -> str:
    """A neighbour in C. Places are signed; a grid is far from what 64 bits hold."""
    inside = {
        "wrap": [
            "    row = (row % rows + rows) % rows;",
            "    column = (column % columns + columns) % columns;",
        ],
        "edge": [
            "    row = row < 0 ? 0 : row >= rows ? rows - 1 : row;",
            "    column = column < 0 ? 0 : column >= columns ? columns - 1 : column;",
        ],
        "zero": ["    if (row < 0 || row >= rows || column < 0 || column >= columns)", "        return 0;"],
        "keep": [],
    }[drawn.border]
    head = (
        f"static int64_t cell(const {drawn.kind.name} *in, int64_t rows, int64_t columns, int64_t row, int64_t column)"
    )
    return "\n".join([head, "{", *inside, "    return in[row * columns + column];", "}"])


def _body(drawn: Stencil) -> str:
    kind = drawn.kind
    near = [
        f"cell(in, height, width, row + {down}, column + {right})".replace("+ -", "- ")
        for (down, right), _ in drawn.taps
    ]
    lines = ["int64_t own = in[row * width + column];"]
    high, wide = drawn.reach
    if drawn.border == "keep":
        edge = f"row < {high} || row >= height - {high} || column < {wide} || column >= width - {wide}"
        lines += [f"if ({edge}) {{", f"    out[row * width + column] = ({kind.name})own;", "    continue;", "}"]
    match drawn.way:
        case "weights":
            lines += ["int64_t total = 0;"]
            lines += [f"total += {weight} * {value};" for (_, weight), value in zip(drawn.taps, near, strict=True)]
            lines += [f"total = total >> {drawn.shift};" if drawn.shift else "", *_limited(kind)]
        case "greatest" | "least":
            sign = ">" if drawn.way == "greatest" else "<"
            lines += [f"int64_t total = {near[0]}, other;"]
            lines += [
                line
                for value in near[1:]
                for line in (f"other = {value};", f"total = other {sign} total ? other : total;")
            ]
        case "differences":
            lines += ["int64_t total = 0;", *(f"total += {value} - own;" for value in near)]
            lines += [f"total = own + (total >> {drawn.shift});", *_limited(kind)]
        case _:
            lines += ["int64_t total = 0;", *(f"total += {value} & 1;" for value in near)]
            born, stays = (_one_of(counts) for counts in (drawn.born, drawn.stays))
            lines += [f"total = own & 1 ? {stays} : {born};"]
    lines = [line for line in lines if line] + [f"out[row * width + column] = ({kind.name})total;"]
    inner = ["for (int64_t column = 0; column < width; column++) {", *(f"    {line}" for line in lines), "}"]
    loops = ["for (int64_t row = 0; row < height; row++)", *(f"    {line}" for line in inner)]
    return "\n".join(["int64_t height = (int64_t)rows, width = (int64_t)columns;", *loops])


def _one_of(counts: frozenset[int]) -> str:
    return "(" + " || ".join(f"total == {count}" for count in sorted(counts)) + ")"


def _limited(kind: IntegerType) -> list[str]:
    low = "INT32_MIN" if kind == I32 else str(kind.low)
    return [f"total = total < {low} ? {low} : total > {kind.high} ? {kind.high} : total;"]


def _rules(drawn: Stencil) -> tuple[str, ...]:
    kind = drawn.kind
    grid = "Cell (row, column) of the grids is element `row * columns + column`."
    places = ", ".join(
        (f"{weight} times " if drawn.way == "weights" else "") + f"({down:+d}, {right:+d})"
        for (down, right), weight in drawn.taps
    )
    near = f"A cell's neighbours are, as steps of rows and columns from it: {places}."
    down = f"shifted right by {drawn.shift}, " if drawn.shift else ""
    born, stays = (" or ".join(map(str, sorted(counts))) for counts in (drawn.born, drawn.stays))
    ways = {
        "weights": "A cell of `out` becomes the sum of its neighbours in `in`, weighted so,"
        f" {down}limited to what {kind.name} holds.",
        "greatest": "A cell of `out` becomes the greatest of its neighbours in `in`.",
        "least": "A cell of `out` becomes the least of its neighbours in `in`.",
        "differences": "A cell of `out` becomes that of `in` plus the sum of its neighbours' differences from it"
        f" (neighbour less cell), {down}the whole limited to what {kind.name} holds.",
        "rule": f"A cell lives where its lowest bit is 1. A living one becomes 1 with {stays} living neighbours,"
        f" another becomes 1 with {born}; all others become 0.",
    }
    border = BORDERS[drawn.border]
    return (grid, near, ways[drawn.way], f"{border[0].upper()}{border[1:]}.")


def _grid(name: str, kind: IntegerType, use: Use, about: str) -> Array:
    size = "rows * columns"
    return Array(
        name,
        kind,
        use,
        about,
        size,
        folded=size,
        sizes=lambda given: given.numbers["rows"] * given.numbers["columns"],
    )


def draw(random: Random) -> tuple[Function, Inputs]:
    drawn = draw_stencil(random)
    rows = drawn_scalar("rows", "size_t", 0, 1, MOST_ROWS, "the number of rows, 1 at least")
    columns = Scalar(
        "columns",
        "size_t",
        "there / rows",
        lambda head, there: there // (1 + head[0] % MOST_ROWS),
        "the number of columns, which may be 0",
        MOST_CELLS,
    )
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Stencil of {len(drawn.taps)} neighbours: {drawn.way}",
        returns="void",
        arguments=(
            _grid("in", drawn.kind, Use.READ, f"a grid of {drawn.kind.name}"),
            _grid("out", drawn.kind, Use.WRITE, "room for as large a grid"),
            rows,
            columns,
        ),
        body=_body(drawn),
        before=_helper(drawn),
        model=_model(drawn),
        wording=Wording(
            random.choice(
                (
                    "which computes a grid of another",
                    "which applies a stencil",
                    "that updates all cells of a grid at once",
                )
            ),
            _rules(drawn),
            (f"`rows * columns` is {MOST_CELLS} at most.",),
        ),
        tags=("stencil", "matrix", "address_arithmetic"),
        head=1,
    )
    return function, Inputs(ANY.makers, measured=240, rounds=4, large=800, widest=((0,), MOST_CELLS))
