"""Family `dequantise`: bytes, and nibbles packed two in a byte, made floats by scales and zero points of a row, a
column or a group, with an expression behind."""

from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families.expression import Graph, Value, draw_graph
from resources.domains.gpu_kernels.tasks.families.oracle_text import returned, sized_cases
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of

_SIZES = ((1, 1), (0, 2), (3, 65), (9, 40), (2, 700), (150, 3), (4, 512))


@dataclass(frozen=True)
class Scheme:
    """`stored` is int8, uint8 or packed (two 4-bit numbers a byte, the low one first); `by` is row, column or group
    of `group` columns."""

    stored: str
    by: str
    group: int
    zero: bool

    @property
    def shape(self) -> str:
        return {"row": "(M,)", "column": "(N,)", "group": f"(M, N divided by {self.group}, rounded up)"}[self.by]

    @property
    def place(self) -> str:
        return {"row": "[i]", "column": "[j]", "group": f"[i, j // {self.group}]"}[self.by]


def draw_task(rng: Random) -> KernelTask:
    scheme = Scheme(
        rng.choice(("int8", "uint8", "packed", "packed")),
        rng.choice(("row", "column", "group", "group")),
        rng.choice((4, 8, 32)),
        rng.random() < 0.6,
    )
    other = rng.random() < 0.5
    values = [Value("d", 20.0), *([Value("residual", 4.5)] if other else [])]
    graph = draw_graph(rng, values, rng.randint(1, 3))
    return _task(rng, scheme, graph, other=other)


def _task(rng: Random, scheme: Scheme, graph: Graph, *, other: bool) -> KernelTask:
    names = ["codes", "scales", *(["zeros"] if scheme.zero else []), *(["residual"] if other else [])]
    entry = rng.choice(("dequantise", "expand_codes", "restore", "unpack_weights"))
    packed = scheme.stored == "packed"
    codes = (
        "a contiguous matrix (M, H) of uint8, N = 2 H: byte [i, k] holds the number of column 2 k in its low four bits "
        "and that of column 2 k + 1 in its high four, each 0 to 15"
        if packed
        else f"a contiguous matrix (M, N) of {scheme.stored}"
    )
    number = "the number of row i and column j in `codes`" if packed else "codes[i, j]"
    zero = f" - zeros{scheme.place}" if scheme.zero else ""
    shape = f"a contiguous tensor {scheme.shape} of float32"
    zeros = f"a contiguous tensor {scheme.shape} of {'uint8' if packed or scheme.stored == 'uint8' else 'int8'}"
    return KernelTask(
        title=f"Dequantisation by {scheme.by} of {'packed 4-bit numbers' if packed else scheme.stored}",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(names) + packed + (scheme.by == "group")),
        tags=("quantisation", "integer", "fusion"),
        parameters=", ".join(f"{name}: torch.Tensor" for name in names),
        returns="torch.Tensor",
        summary=f"`{graph.result}` of the task's formulas.",
        about=[
            f"codes: {'(M, H), uint8, two 4-bit numbers a byte' if packed else f'(M, N), {scheme.stored}'}, "
            "contiguous; M >= 0.",
            f"scales: {scheme.shape}, float32, contiguous.",
            *([f"zeros: {zeros.removeprefix('a contiguous tensor ')}, contiguous."] if scheme.zero else []),
            *(["residual: (M, N), float32, contiguous."] if other else []),
            "Returns (M, N), contiguous, float32.",
        ],
        sentences=[
            f"Write `{entry}({', '.join(names)})` with Triton, for speed in one fused kernel. For each row i and "
            "column j of the result compute in float32:",
            f"`codes` is {codes}.",
            f"`scales` is {shape}"
            + (
                f", one for each group of {scheme.group} neighbouring columns (the last group may be smaller)."
                if scheme.by == "group"
                else "."
            ),
            *([f"`zeros` is {zeros}: the code that stands for 0."] if scheme.zero else []),
            *(["`residual` is a contiguous matrix (M, N) of float32."] if other else []),
            f"Return `{graph.result}`, a new contiguous tensor (M, N) of float32.",
            f"M may be 0; {'H' if packed else 'N'} is at least 1 and a multiple of nothing. All numbers are finite.",
        ],
        formulas=[
            f"c = {number}",
            f"d = (c{zero}) * scales{scheme.place}" if zero else f"d = c * scales{scheme.place}",
            *graph.formulas,
        ],
        shared=_shared(scheme, other=other),
        cases=sized_cases("5, 301", "rows, stored", _SIZES),
        expected=_expected(scheme, graph, other=other),
        timing="return arguments(random, 2048, 4096)\n",
        kernels=_kernel(scheme, graph, other=other),
        host=_host(scheme, names),
        target=rng.choice(TARGETS),
    )


def _shared(scheme: Scheme, *, other: bool) -> str:
    low, high = {"int8": (-128, 128), "uint8": (0, 256), "packed": (0, 256)}[scheme.stored]
    zero_low, zero_high = {"int8": (-20, 20), "uint8": (100, 156), "packed": (0, 16)}[scheme.stored]
    kind = "int8" if scheme.stored == "int8" else "uint8"
    shape = {
        "row": "(rows,)",
        "column": "(columns,)",
        "group": f"(rows, (columns + {scheme.group - 1}) // {scheme.group})",
    }[scheme.by]
    largest = {"int8": 150.0, "uint8": 160.0, "packed": 16.0}[scheme.stored] * (1.0 if scheme.zero else 1.6)
    made = [
        f"torch.randint({low}, {high}, (rows, stored), generator=random).to(torch.{kind})",
        f"(torch.rand({shape}, generator=random) + 0.05) * {round(18.0 / largest, 4)}",
    ]
    if scheme.zero:
        made.append(f"torch.randint({zero_low}, {zero_high}, {shape}, generator=random).to(torch.{kind})")
    if other:
        made.append("torch.randn(rows, columns, generator=random).clamp(-4.5, 4.5)")
    columns = "    columns = 2 * stored\n" if scheme.stored == "packed" else "    columns = stored\n"
    declared = "def arguments(random: torch.Generator, rows: int, stored: int) -> tuple:\n"
    return declared + columns + returned(made)


def _expected(scheme: Scheme, graph: Graph, *, other: bool) -> str:
    unpack = (
        "c = torch.stack([codes & 15, codes >> 4], dim=2).flatten(1).double()\n"
        if scheme.stored == "packed"
        else "c = codes.double()\n"
    )
    spread = {
        "row": "{}.double()[:, None]",
        "column": "{}.double()[None, :]",
        "group": f"{{}}.double().repeat_interleave({scheme.group}, 1)[:, : c.shape[1]]",
    }[scheme.by]
    zero = f" - {spread.format('zeros')}" if scheme.zero else ""
    residual = "residual = residual.double()\n" if other else ""
    return f"{unpack}d = (c{zero}) * {spread.format('scales')}\n{residual}{graph.torch}return {graph.result}.float()\n"


def _kernel(scheme: Scheme, graph: Graph, *, other: bool) -> str:
    pointers = ["codes_pointer", "scales_pointer", *(["zeros_pointer"] if scheme.zero else [])]
    pointers += ["residual_pointer"] if other else []
    packed = scheme.stored == "packed"
    stored = "column // 2" if packed else "column"
    place = {"row": "row", "column": "column", "group": f"row * groups + column // {scheme.group}"}[scheme.by]
    masked = "" if scheme.by == "row" else ", mask=mask, other=0"
    lines = [f"    c = tl.load(codes_pointer + row * stored + {stored}, mask=mask, other=0).to(tl.int32)"]
    if packed:
        lines.append("    c = (c >> (column % 2 * 4)) & 15")
    if scheme.zero:
        lines.append(f"    c = c - tl.load(zeros_pointer + {place}{masked}).to(tl.int32)")
    lines.append(f"    d = c.to(tl.float32) * tl.load(scales_pointer + {place}{masked})")
    if other:
        lines.append("    residual = tl.load(residual_pointer + row * columns + column, mask=mask, other=0.0)")
    return (
        "@triton.jit\n"
        f"def restore_kernel({', '.join(pointers)}, output, columns, stored, groups, BLOCK: tl.constexpr):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
        "    mask = column < columns\n"
        + "\n".join(lines)
        + "\n"
        + graph.triton("    ")
        + f"    tl.store(output + row * columns + column, {graph.result}, mask=mask)\n"
    )


def _host(scheme: Scheme, names: list[str]) -> str:
    columns = "2 * stored" if scheme.stored == "packed" else "stored"
    return (
        f"rows, stored = codes.shape\ncolumns = {columns}\ngroups = (columns + {scheme.group - 1}) // {scheme.group}\n"
        "output = torch.empty((rows, columns), device=codes.device, dtype=torch.float32)\n"
        "if rows > 0:\n    restore_kernel[(rows, triton.cdiv(columns, 512))](\n"
        f"        {', '.join([*names, 'output', 'columns', 'stored', 'groups', 'BLOCK=512'])}\n    )\nreturn output\n"
    )
