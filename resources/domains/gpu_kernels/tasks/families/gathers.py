"""Family `gather`: rows or elements taken by index, negative indices as padding, combined with other rows and
expressions."""

from random import Random

from resources.domains.gpu_kernels.tasks.families.expression import Graph, Value, draw_graph
from resources.domains.gpu_kernels.tasks.families.oracle_text import returned, sized_cases
from resources.domains.gpu_kernels.tasks.families.task import TARGETS, KernelTask, tier_of

_SIZES = (
    (1, 1, 1, "float32"),
    (0, 4, 8, "float16"),
    (9, 5, 77, "float16"),
    (6, 3, 130, "bfloat16"),
    (3, 40, 1500, "float32"),
    (4, 16, 512, "float16"),
)
_OTHERS = {
    "other": (
        "a contiguous matrix (M, N)",
        "rows, columns",
        "other_pointer + row * N + column, mask=mask, other=0.0",
        "other",
    ),
    "weight": (
        "a contiguous vector (N,)",
        "columns",
        "weight_pointer + column, mask=mask, other=0.0",
        "weight[None, :]",
    ),
    "gain": ("a contiguous vector (M,)", "rows", "gain_pointer + row", "gain[:, None]"),
}


def draw_task(rng: Random) -> KernelTask:
    by_element, padded = rng.random() < 0.4, rng.random() < 0.6
    two = not by_element and rng.random() < 0.4
    others = rng.sample(list(_OTHERS), rng.randint(0, 2))
    taken = ["g", "h"] if two else ["g"]
    graph = draw_graph(rng, [Value(name, 4.5) for name in (*taken, *others)], rng.randint(1, 4))
    return _task(rng, graph, taken, others, by_element=by_element, padded=padded)


def _task(
    rng: Random, graph: Graph, taken: list[str], others: list[str], *, by_element: bool, padded: bool
) -> KernelTask:
    entry = rng.choice(("lookup", "gather_rows", "take", "indexed")) if not by_element else "gather_elements"
    indices = ["index", *(["second"] if len(taken) > 1 else [])]
    names = ["table", *indices, *others]
    wide = "table is (M, R), one row of it for each row of the result" if by_element else "table is (R, N)"
    index_shape = "(M, N)" if by_element else "(M,)"
    place = "table[i, {}[i, j]]" if by_element else "table[{}[i], j]"
    padding = ", or 0 where the index is negative" if padded else ""
    formulas = [f"{name} = {place.format(index)}{padding}" for name, index in zip(taken, indices, strict=True)]
    lowest = "-1 and" if padded else "0 and"
    return KernelTask(
        title="Elements taken by index, with an expression"
        if by_element
        else "Rows taken by index, with an expression",
        entry=entry,
        tier=tier_of(len(graph.steps) + len(others) + len(taken) + padded),
        tags=("indexing", "gather", "fusion"),
        parameters=", ".join(f"{name}: torch.Tensor" for name in names),
        returns="torch.Tensor",
        summary=f"`{graph.result}` of the task's formulas.",
        about=[
            f"{wide}, contiguous; R, N >= 1, M >= 0.",
            *(f"{name}: {index_shape}, contiguous, int64 or int32, between {lowest} R - 1." for name in indices),
            *(f"{name}: {_OTHERS[name][0]}." for name in others),
            "All other tensors are float32, all float16 or all bfloat16.",
            "Returns (M, N), contiguous, of the dtype of table.",
        ],
        sentences=[
            f"Write `{entry}({', '.join(names)})` with Triton, for speed in one fused kernel. For each row i and "
            "column j of the result compute, where a matrix (M, N) stands for its element [i, j], a vector (M,) for "
            "[i] and a vector (N,) for [j]:",
            f"`{wide.partition(' ')[0]}` {wide.partition(' ')[2]}; it is contiguous.",
            *(
                f"`{name}` is a contiguous tensor {index_shape} of int64 or int32, each between {lowest} R - 1."
                + (" Negative ones mean padding." if padded else "")
                for name in indices
            ),
            *(f"`{name}` is {_OTHERS[name][0]}." for name in others),
            f"Return `{graph.result}`, a new contiguous tensor (M, N) of the dtype of `table`.",
            "The tensors that are no indices have one dtype: float32, float16 or bfloat16. Compute in float32 and "
            "round once at the end.",
            "M may be 0; R and N are at least 1 and multiples of nothing. The same index may come many times. All "
            "inputs are finite.",
        ],
        formulas=[*formulas, *graph.formulas],
        shared=_shared(indices, others, by_element=by_element, padded=padded),
        cases=sized_cases(
            "12, 7, 301, torch.float32, torch.int64",
            "rows, size, columns, dtype",
            _SIZES,
            more=", torch.int32 if rows == 9 else torch.int64",
        ),
        expected=_expected(graph, taken, indices, others, by_element=by_element),
        timing="return arguments(random, 4096, 1000, 4096, torch.float16, torch.int64)\n",
        kernels=_kernel(graph, taken, indices, others, by_element=by_element, padded=padded),
        host=_host(indices, others, by_element=by_element),
        target=rng.choice(TARGETS),
    )


def _shared(indices: list[str], others: list[str], *, by_element: bool, padded: bool) -> str:
    lowest, shape = (-1 if padded else 0), ("(rows, columns)" if by_element else "(rows,)")
    made = [
        f"torch.randn({'rows, size' if by_element else 'size, columns'}, generator=random).clamp(-4.5, 4.5).to(dtype)",
        *(f"torch.randint({lowest}, size, {shape}, generator=random).to(index)" for _ in indices),
        *(f"torch.randn({_OTHERS[name][1]}, generator=random).clamp(-4.5, 4.5).to(dtype)" for name in others),
    ]
    return (
        "def arguments(\n"
        "    random: torch.Generator, rows: int, size: int, columns: int, dtype: torch.dtype, index: torch.dtype\n"
        ") -> tuple:\n" + returned(made)
    )


def _expected(graph: Graph, taken: list[str], indices: list[str], others: list[str], *, by_element: bool) -> str:
    lines = ["dtype = table.dtype\n"]
    for name, index in zip(taken, indices, strict=True):
        kept = f"{index}.long().clamp(min=0)"
        value = f"table.double().gather(1, {kept})" if by_element else f"table.double()[{kept}]"
        known = f"({index} >= 0)" if by_element else f"({index} >= 0)[:, None]"
        lines.append(f"{name} = torch.where({known}, {value}, 0.0)\n")
    lines += [f"{name} = {_OTHERS[name][3].replace(name, name + '.double()')}\n" for name in others]
    return "".join(lines) + graph.torch + f"return {graph.result}.to(dtype)\n"


def _kernel(
    graph: Graph, taken: list[str], indices: list[str], others: list[str], *, by_element: bool, padded: bool
) -> str:
    pointers = ", ".join(f"{name}_pointer" for name in ("table", *indices, *others))
    lines = []
    for name, index in zip(taken, indices, strict=True):
        if by_element:
            lines.append(f"    {index} = tl.load({index}_pointer + row * N + column, mask=mask, other=0).to(tl.int64)")
            address = f"table_pointer + row * R + {index}"
        else:
            lines.append(f"    {index} = tl.load({index}_pointer + row).to(tl.int64)")
            address = f"table_pointer + {index} * N + column"
        known = f"mask & ({index} >= 0)" if padded else "mask"
        lines.append(f"    {name} = tl.load({address}, mask={known}, other=0.0).to(tl.float32)")
    lines += [f"    {name} = tl.load({_OTHERS[name][2]}).to(tl.float32)" for name in others]
    return (
        f"@triton.jit\ndef gather_kernel({pointers}, output, R, N, BLOCK: tl.constexpr):\n"
        "    row = tl.program_id(0).to(tl.int64)\n"
        "    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)\n"
        "    mask = column < N\n"
        + "\n".join(lines)
        + "\n"
        + graph.triton("    ")
        + f"    tl.store(output + row * N + column, {graph.result}.to(output.dtype.element_ty), mask=mask)\n"
    )


def _host(indices: list[str], others: list[str], *, by_element: bool) -> str:
    sizes = "M, N = index.shape\nR = table.shape[1]" if by_element else "M, (R, N) = index.shape[0], table.shape"
    return (
        f"{sizes}\noutput = torch.empty((M, N), device=table.device, dtype=table.dtype)\n"
        "if M > 0:\n    gather_kernel[(M, triton.cdiv(N, 512))](\n"
        f"        {', '.join(['table', *indices, *others, 'output', 'R', 'N', 'BLOCK=512'])}\n    )\nreturn output\n"
    )
