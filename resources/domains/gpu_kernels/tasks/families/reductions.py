"""Families `row_reduction` and `column_reduction`: an expression reduced along one axis, and what is made of the
result."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families import operands
from resources.domains.gpu_kernels.tasks.families.expression import Graph, draw_graph
from resources.domains.gpu_kernels.tasks.families.operands import TENSORS_AND_SCALAR, Operands, draw_operands
from resources.domains.gpu_kernels.tasks.families.task import ACCUMULATED, TARGETS, KernelTask, tier_of


@dataclass(frozen=True)
class Reduction:
    """`words` are its formula over e, `torch` reduces `e` along {axis}. A kernel starts from `start`, joins a block
    by `join` (over `total` and the masked `e`), and ends in `end` (over `total` and `count`)."""

    name: str
    words: str
    torch: str
    start: float
    fill: str
    join: str
    end: str


REDUCTIONS = (
    Reduction("sum", "sum of e", "e.sum({axis})", 0.0, "0.0", "total + tl.sum({e}, axis={a})", "total"),
    Reduction("mean", "mean of e", "e.mean({axis})", 0.0, "0.0", "total + tl.sum({e}, axis={a})", "total / count"),
    Reduction(
        "maximum", "maximum of e", "e.amax({axis})", float("-inf"), "float('-inf')",
        "tl.maximum(total, tl.max({e}, axis={a}))", "total",
    ),
    Reduction(
        "minimum", "minimum of e", "e.amin({axis})", float("inf"), "float('inf')",
        "tl.minimum(total, tl.min({e}, axis={a}))", "total",
    ),
    Reduction(
        "root mean square", "sqrt(mean of e * e)", "e.square().mean({axis}).sqrt()", 0.0, "0.0",
        "total + tl.sum({e} * {e}, axis={a})", "tl.sqrt(total / count)",
    ),
    Reduction(
        "norm", "sqrt(1 + sum of e * e)", "(1.0 + e.square().sum({axis})).sqrt()", 0.0, "0.0",
        "total + tl.sum({e} * {e}, axis={a})", "tl.sqrt(1.0 + total)",
    ),
    Reduction(
        "sum of magnitudes", "sum of |e|", "e.abs().sum({axis})", 0.0, "0.0",
        "total + tl.sum(tl.abs({e}), axis={a})", "total",
    ),
    Reduction(
        "largest magnitude", "maximum of |e|", "e.abs().amax({axis})", 0.0, "0.0",
        "tl.maximum(total, tl.max(tl.abs({e}), axis={a}))", "total",
    ),
)  # fmt: skip
_FINISHES: tuple[tuple[str, str, str], ...] = (
    ("r", "r", "r"),
    ("r / (1 + |r|)", "r / (1.0 + r.abs())", "r / (1.0 + tl.abs(r))"),
    ("log(1 + |r|)", "torch.log1p(r.abs())", "tl.log(1.0 + tl.abs(r))"),
    ("sigmoid(r)", "torch.sigmoid(r)", "tl.sigmoid(r)"),
    ("max(r, 0)", "torch.relu(r)", "tl.maximum(r, 0.0)"),
)
_SIZES = (
    (1, 1, "float32"),
    (3, 130, "bfloat16"),
    (9, 77, "float16"),
    (2, 2049, "float32"),
    (260, 3, "float32"),
    (70, 65, "bfloat16"),
    (4, 512, "float16"),
)


def draw_row_task(rng: Random) -> KernelTask:
    return _task(rng, along_rows=True)


def draw_column_task(rng: Random) -> KernelTask:
    return _task(rng, along_rows=False)


def _task(rng: Random, *, along_rows: bool) -> KernelTask:
    given = draw_operands(rng, TENSORS_AND_SCALAR, 0, 2)
    graph = draw_graph(rng, [one.value for one in given.each], rng.randint(1, 4))
    reduction, finish = rng.choice(REDUCTIONS), rng.choice(_FINISHES)
    axis, kept = ("row", "(M,)") if along_rows else ("column", "(N,)")
    entry = f"{axis}_{reduction.name.replace(' ', '_')}"
    return KernelTask(
        title=f"{reduction.name.capitalize()} of an expression along each {axis}",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(given.each) + 1),
        tags=("reduction", "fusion", "accumulation"),
        parameters=given.parameters,
        returns="torch.Tensor",
        summary=f"out of the task's formulas, one value a {axis}.",
        about=[
            *given.about,
            f"{operands.DTYPES}; M, N >= 1.",
            f"Returns {kept}, contiguous, of the dtype of x.",
        ],
        sentences=[
            f"Write `{entry}({given.call})` with Triton, for speed in one fused kernel. For each row i and column j "
            "compute e[i, j], where a matrix stands for its element [i, j], a row's vector for [i] and a column's for "
            f"[j]; then, for each {axis}, r over all of its elements, and `out`:",
            *given.sentences,
            f"Return `out`, a new contiguous vector {kept} of the dtype of `x`.",
            operands.ROUNDING + operands.accumulation(reduction.words),
            "M and N are at least 1 and multiples of nothing; neither fits into one block in general. All inputs are "
            "finite and stay unchanged.",
        ],
        formulas=[*graph.formulas, f"e = {graph.result}", f"r = {reduction.words}", f"out = {finish[0]}"],
        shared=given.oracle_arguments(),
        cases=given.cases(_SIZES, steep=graph.is_steep),
        expected=given.as_double
        + graph.torch
        + f"e = {graph.result}.expand(len(x), x.shape[1])\n"
        + f"r = {reduction.torch.format(axis='dim=1' if along_rows else 'dim=0')}\n"
        + f"return ({finish[1]}).to(dtype)\n",
        timing="return arguments(random, 4096, 4096, torch.float16)\n",
        kernels=(_row_kernel if along_rows else _column_kernel)(given, graph, reduction, finish[2]),
        host=_host(given, along_rows=along_rows),
        target=rng.choice(TARGETS),
        tolerances=ACCUMULATED,
    )


def _row_kernel(given: Operands, graph: Graph, reduction: Reduction, finish: str) -> str:
    parameters = given.kernel_parameters(["output"], "columns", "BLOCK: tl.constexpr")
    return (
        f"@triton.jit\ndef reduce_kernel({parameters}):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    count = columns\n"
        f"    total = {_constant(reduction.start)}\n"
        "    for start in range(0, columns, BLOCK):\n"
        "        column = start + tl.arange(0, BLOCK)\n"
        "        mask = column < columns\n"
        f"{given.loads_at(' ' * 8)}{graph.triton(' ' * 8)}"
        f"        e = tl.where(mask, {graph.result}, {reduction.fill})\n"
        f"        total = {reduction.join.format(e='e', a=0)}\n"
        f"    r = {reduction.end}\n"
        f"    tl.store(output + row, ({finish}).to(output.dtype.element_ty))\n"
    )


def _constant(value: float) -> str:
    return f"float('{value}')" if abs(value) == float("inf") else repr(value)


def _column_kernel(given: Operands, graph: Graph, reduction: Reduction, finish: str) -> str:
    """Blocks of rows by columns; a column's vector is a line, a row's a column of the block."""
    parameters = given.kernel_parameters(["output"], "rows", "columns", "ROWS: tl.constexpr", "COLUMNS: tl.constexpr")
    loads = "".join(_block_load(one) for one in given.tensors)
    return (
        f"@triton.jit\ndef reduce_kernel({parameters}):\n"
        "    column = tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS)\n"
        "    count = rows\n"
        f"    total = tl.full((COLUMNS,), {_constant(reduction.start)}, dtype=tl.float32)\n"
        "    for start in range(0, rows, ROWS):\n"
        "        row = (start + tl.arange(0, ROWS)).to(tl.int64)\n"
        "        mask = (row[:, None] < rows) & (column[None, :] < columns)\n"
        f"{loads}{graph.triton(' ' * 8)}"
        f"        e = tl.where(mask, {graph.result}, {reduction.fill})\n"
        f"        total = {reduction.join.format(e='e', a=0)}\n"
        f"    r = {reduction.end}\n"
        f"    tl.store(output + column, ({finish}).to(output.dtype.element_ty), mask=column < columns)\n"
    )


def _block_load(one: operands.Operand) -> str:
    name = one.name
    loads: dict[str, str] = {
        "rows, columns": f"{one.address.replace('row', 'row[:, None]').replace('column', 'column[None, :]')}, "
        "mask=mask",
        "columns": f"{name}_pointer + column[None, :], mask=column[None, :] < columns",
        "rows": f"{name}_pointer + row[:, None], mask=row[:, None] < rows",
    }
    address = loads[one.shape].replace("column[None, :]s", "columns").replace("row[:, None]s", "rows")
    return f"        {name} = tl.load({address}, other=0.0).to(tl.float32)\n"


def _host(given: Operands, *, along_rows: bool) -> str:
    size = "rows" if along_rows else "columns"
    if along_rows:
        grid, call = "(rows,)", given.kernel_arguments(["output"], "columns", "BLOCK=512")
    else:
        call = given.kernel_arguments(["output"], "rows", "columns", "ROWS=32", "COLUMNS=64")
        grid = "(triton.cdiv(columns, 64),)"
    return (
        f"rows, columns = x.shape\noutput = torch.empty({size}, device=x.device, dtype=x.dtype)\n"
        f"reduce_kernel[{grid}](\n    {call}\n)\nreturn output\n"
    )
