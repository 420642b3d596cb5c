"""Family `matrix_kernel`: products of small matrices in drawn layouts and semirings, whole, banded or triangular."""

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
from resources.domains.code_optimization.tasks.families.integers import I8, I16, I32, I64, U8, U16, IntegerType
from resources.domains.code_optimization.tasks.families.suite import ANY, Inputs

_NAMES = ("multiply_blocks", "combine_matrices", "product_of", "relate", "contract", "join_tables")
MOST = (17, 20, 24, 33)
KINDS = (I8, U8, I16, U16, I32)


@dataclass(frozen=True)
class Semiring:
    """How two elements make a term, how terms are gathered, and what is there without one."""

    name: str
    words: str
    first: int
    c: str
    step: Callable[[int, int, int], int]


SEMIRINGS = (
    Semiring("sums of products", "the sum of all {a} {b}", 0, "total += x * y;", lambda total, x, y: total + x * y),
    Semiring("sums of products", "the sum of all {a} {b}", 0, "total += x * y;", lambda total, x, y: total + x * y),
    Semiring(
        "least sums",
        "the least {a} + {b}, and 1000000 at most",
        1_000_000,
        "total = x + y < total ? x + y : total;",
        lambda total, x, y: min(total, x + y),
    ),
    Semiring(
        "greatest of the less",
        "the greatest of the lesser ones of {a} and {b}, and -1 at least",
        -1,
        "least = x < y ? x : y;\ntotal = least > total ? least : total;",
        lambda total, x, y: max(total, min(x, y)),
    ),
    Semiring(
        "parities",
        "all {a} AND {b} together by exclusive or",
        0,
        "total ^= x & y;",
        lambda total, x, y: total ^ (x & y),
    ),
    Semiring(
        "distances",
        "the sum of all distances of {a} and {b}",
        0,
        "total += x < y ? y - x : x - y;",
        lambda total, x, y: total + abs(x - y),
    ),
    Semiring(
        "matches",
        "how often {a} and {b} have the same lowest two bits",
        0,
        "total += ((x ^ y) & 3) == 0;",
        lambda total, x, y: total + (not (x ^ y) & 3),
    ),
)


@dataclass(frozen=True)
class Layout:
    """Of a matrix of `rows` by `columns`, both C's names."""

    rows: str
    columns: str
    by_columns: bool

    def c(self, row: str, column: str) -> str:
        return f"{column} * {self.rows} + {row}" if self.by_columns else f"{row} * {self.columns} + {column}"

    @property
    def words(self) -> str:
        order = "column after column" if self.by_columns else "row after row"
        return f"`{self.rows}` by `{self.columns}`, {order}"


@dataclass(frozen=True)
class Product:
    """`part` of the result is computed: all, "lower" (column not above row), "band" (within two of
    the diagonal); the rest is 0. `inner` says which terms count: all, or those before the row. `adds` keeps what is
    in `c`."""

    a: Layout
    b: Layout
    c: Layout
    kinds: tuple[IntegerType, IntegerType]
    semiring: Semiring
    part: str
    inner: str
    adds: bool

    def has(self, row: int, column: int) -> bool:
        return self.part == "all" or (column <= row if self.part == "lower" else abs(row - column) <= 2)


def draw_product(random: Random) -> Product:
    vector = random.random() < 0.25
    return Product(
        Layout("rows", "depth", random.random() < 0.5),
        Layout("depth", "columns", random.random() < 0.5),
        Layout("rows", "columns", random.random() < 0.3),
        (random.choice(KINDS), random.choice(KINDS)),
        random.choice(SEMIRINGS),
        "all" if vector else random.choice(("all", "all", "lower", "band")),
        random.choice(("all", "all", "all", "before")),
        random.random() < 0.3,
    )


def _model(drawn: Product) -> Callable[[Given], Answer]:
    def model(given: Given) -> Answer:
        rows, columns, depth = (given.numbers[name] for name in ("rows", "columns", "depth"))
        a, b, c = given.arrays["a"], given.arrays["b"], given.arrays.get("c", [])
        left = [a[row::rows] if drawn.a.by_columns else a[row * depth : (row + 1) * depth] for row in range(rows)]
        right = [
            b[column * depth : (column + 1) * depth] if drawn.b.by_columns else b[column::columns]
            for column in range(columns)
        ]
        result = [0] * (rows * columns)
        for row in range(rows):
            for column in range(columns):
                total = drawn.semiring.first
                ends = min(row, depth) if drawn.inner == "before" else depth
                for x, y in zip(left[row][:ends], right[column][:ends], strict=True):
                    total = drawn.semiring.step(total, x, y)
                place = column * rows + row if drawn.c.by_columns else row * columns + column
                value = total if drawn.has(row, column) else 0
                result[place] = I64.wrapped(value + c[place]) if drawn.adds else value
        return Answer(arrays={"c": result})

    return model


def _body(drawn: Product) -> str:
    ends = "k < depth && k < row" if drawn.inner == "before" else "k < depth"
    least = ["int64_t least;"] if "least" in drawn.semiring.c else []
    inner = [
        f"int64_t x = a[{drawn.a.c('row', 'k')}], y = b[{drawn.b.c('k', 'column')}];",
        *least,
        *drawn.semiring.c.splitlines(),
    ]
    target = f"c[{drawn.c.c('row', 'column')}]"
    sums = [
        f"int64_t total = {drawn.semiring.first};",
        f"for (size_t k = 0; {ends}; k++) {{",
        *(f"    {line}" for line in inner),
        "}",
    ]
    stored = f"{target} = (int64_t)((uint64_t){target} + (uint64_t)total);" if drawn.adds else f"{target} = total;"
    test = {"lower": "column > row", "band": "row > column + 2 || column > row + 2"}.get(drawn.part)
    skip = [f"if ({test}) {{", *([] if drawn.adds else [f"    {target} = 0;"]), "    continue;", "}"] if test else []
    lines = [*skip, *sums, stored]
    loop = ["for (size_t column = 0; column < columns; column++) {", *(f"    {line}" for line in lines), "}"]
    return "\n".join(["for (size_t row = 0; row < rows; row++)", *(f"    {line}" for line in loop)])


def _rules(drawn: Product) -> tuple[str, ...]:
    terms = drawn.semiring.words.format(a="`a[row][k]`", b="`b[k][column]`")
    depth = "below `depth` and below the row" if drawn.inner == "before" else "below `depth`"
    rules = [
        f"Element (row, column) of the result comes to {terms}, over all k {depth}"
        f" ({drawn.semiring.first} without any)."
    ]
    parts = {
        "lower": "That is so where the column is not greater than the row; elsewhere it is 0.",
        "band": "That is so where row and column differ by 2 at most; elsewhere it is 0.",
    }
    rules += [parts[drawn.part]] if drawn.part != "all" else []
    if drawn.adds:
        rules.append("It is added to what `c` has there, of which 64 bits are kept; nothing else of `c` changes.")
    else:
        rules.append("It is written to `c`, all of which is written.")
    return tuple(rules)


def draw(random: Random) -> tuple[Function, Inputs]:
    drawn, names = draw_product(random), ("rows", "columns", "depth")
    least = {"rows": 1, "columns": random.choice((0, 1)), "depth": random.choice((0, 1))}
    scalars: list[Scalar] = [
        drawn_scalar(name, "size_t", place, least[name], random.choice(MOST), f"from {least[name]} on")
        for place, name in enumerate(names)
    ]

    def sized(one: str, other: str) -> Callable[[Given], int]:
        return lambda given: given.numbers[one] * given.numbers[other]

    arrays = []
    for place, (name, layout, kind) in enumerate(zip("ab", (drawn.a, drawn.b), drawn.kinds, strict=True)):
        size = f"{layout.rows} * {layout.columns}"
        about = f"a matrix {layout.words}, of {kind.name}"
        arrays.append(
            Array(name, kind, Use.READ, about, size, place=5 * place, sizes=sized(layout.rows, layout.columns))
        )
    size = "rows * columns"
    use = Use.CHANGE if drawn.adds else Use.WRITE
    about = f"a matrix {drawn.c.words}, of int64_t"
    arrays.append(Array("c", I64, use, about, size, folded=size, place=9, sizes=sized("rows", "columns")))
    function = Function(
        entry=random.choice(_NAMES),
        title=f"Matrices: {drawn.semiring.name}" + (f", {drawn.part}" if drawn.part != "all" else ""),
        returns="void",
        arguments=(*arrays, *scalars),
        body=_body(drawn),
        model=_model(drawn),
        wording=Wording(
            random.choice(
                (
                    "which combines two matrices",
                    "which makes a matrix of two others",
                    "that is a product of small matrices",
                )
            ),
            _rules(drawn),
            ("But for that nothing overflows 64 bits.",) if drawn.adds else ("Nothing overflows 64 bits.",),
        ),
        tags=("matrix", "loop", "address_arithmetic"),
        head=3,
    )
    sizes = (*range(1, 24), 31, 64, 100, 130)
    return function, Inputs(ANY.makers, measured=180, rounds=3, large=600, sizes=sizes)
