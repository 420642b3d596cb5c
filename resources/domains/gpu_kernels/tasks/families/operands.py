"""Operand: a tensor or scalar that an entry is given, in words, in the oracle and in a row's kernel; shared by the
families whose formulas are told element by element."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from resources.domains.gpu_kernels.tasks.families.expression import Value
from resources.domains.gpu_kernels.tasks.families.oracle_text import large_cases, returned, sized_cases

BOUND = 4.5
"""Of normal numbers in the tests, which are limited to it."""
DTYPES = "All tensors are float32, all float16 or all bfloat16"
ROUNDING = (
    "All tensors have one dtype: float32, float16 or bfloat16. Compute in float32 and round once at the end; a step is "
    "not rounded to 16 bits on the way."
)


def accumulation(formula: str) -> str:
    """A sentence behind `ROUNDING` where the formula adds up."""
    return " Sums are accumulated in float32." if "sum" in formula or "mean" in formula else ""


@dataclass(frozen=True)
class Operand:
    """`shape` is that of the oracle's tensors, "" of a scalar. `address` is where a kernel that knows `row` and
    `column` reads it, `view` brings it to (M, N) in torch."""

    name: str
    about: str
    shape: str
    address: str
    view: str

    @property
    def scalar(self) -> bool:
        return not self.shape

    @property
    def strided(self) -> bool:
        return "strides" in self.about

    @property
    def value(self) -> Value:
        return Value(self.name, 2.0 if self.scalar else BOUND)

    @property
    def sentence(self) -> str:
        return f"`{self.name}` is {self.about}."

    def load(self, indent: str) -> str:
        masked = ", mask=mask, other=0.0" if "column" in self.address else ""
        return f"{indent}{self.name} = tl.load({self.address}{masked}).to(tl.float32)\n"


def matrix(name: str, *, strided: bool) -> Operand:
    stride = f"{name}_stride" if strided else "columns"
    words = "a matrix (M, N), " + ("its rows may be views: strides (any, 1)" if strided else "contiguous")
    return Operand(name, words, "rows, columns", f"{name}_pointer + row * {stride} + column", "{}")


def row_vector(name: str) -> Operand:
    about = "a contiguous vector (N,), one value a column"
    return Operand(name, about, "columns", f"{name}_pointer + column", "{}[None, :]")


def column_vector(name: str) -> Operand:
    return Operand(name, "a contiguous vector (M,), one value a row", "rows", f"{name}_pointer + row", "{}[:, None]")


def scalar(name: str) -> Operand:
    return Operand(name, "a Python float", "", "", "{}")


TENSORS = (matrix("y", strided=False), row_vector("weight"), column_vector("gain"))
"""What may come beside `x`."""
TENSORS_AND_SCALAR = (*TENSORS, scalar("alpha"))


@dataclass(frozen=True)
class Operands:
    """What an entry is given, in order; the first is the matrix `x`."""

    each: Sequence[Operand]

    @property
    def tensors(self) -> list[Operand]:
        return [one for one in self.each if not one.scalar]

    @property
    def scalars(self) -> list[str]:
        return [one.name for one in self.each if one.scalar]

    @property
    def call(self) -> str:
        return ", ".join(one.name for one in self.each)

    @property
    def parameters(self) -> str:
        return ", ".join(f"{one.name}: {'float' if one.scalar else 'torch.Tensor'}" for one in self.each)

    @property
    def about(self) -> list[str]:
        return [f"{one.name}: {one.about}." for one in self.each]

    @property
    def sentences(self) -> list[str]:
        return [one.sentence for one in self.each]

    @property
    def loads(self) -> str:
        return self.loads_at("    ")

    def loads_at(self, indent: str) -> str:
        return "".join(one.load(indent) for one in self.tensors)

    def kernel_parameters(self, outputs: Sequence[str], *more: str) -> str:
        pointers = [f"{one.name}_pointer" for one in self.tensors]
        strides = [f"{one.name}_stride" for one in self.tensors if one.strided]
        return ", ".join([*pointers, *outputs, *strides, *self.scalars, *more])

    def kernel_arguments(self, outputs: Sequence[str], *more: str) -> str:
        strides = [f"{one.name}.stride(0)" for one in self.tensors if one.strided]
        return ", ".join([*(one.name for one in self.tensors), *outputs, *strides, *self.scalars, *more])

    def oracle_arguments(self, *more: str) -> str:
        """The oracle's function that makes them, and what else an entry is given."""
        made = [
            "float(torch.randn(1, generator=random).clamp(-2, 2))"
            if one.scalar
            else f"torch.randn({one.shape}, generator=random).clamp(-{BOUND}, {BOUND}).to(dtype)"
            for one in self.each
        ]
        declared = "def arguments(random: torch.Generator, rows: int, columns: int, dtype: torch.dtype) -> tuple:\n"
        return declared + returned([*made, *more])

    @property
    def as_double(self) -> str:
        """The oracle's first lines: every operand in double precision, in the shape (M, N)."""
        lines = ["dtype = x.dtype\n"]
        lines += [f"{one.name} = {one.view.format(one.name + '.double()')}\n" for one in self.tensors]
        lines += [f"{name} = torch.tensor({name}, dtype=torch.float32).double()\n" for name in self.scalars]
        return "".join(lines)

    def cases(self, sizes: Sequence[tuple[int, int, str]], *, steep: bool) -> str:
        """Two draws of one size, then the sizes, then a view where the matrix may be one. Where the formula is `steep`,
        large numbers, too."""
        view = (
            "wide = torch.randn(8, 200, generator=random).clamp(-4, 4)\n"
            "yield (wide[::2, 30:95], *arguments(random, 4, 65, torch.float32)[1:])\n"
            if self.each[0].strided
            else ""
        )
        large = large_cases("4, 70, torch.float32") if steep else ""
        return sized_cases("5, 301, torch.float32", "rows, columns, dtype", sizes) + view + large

    def row_host(self, kernel: str, *more: str, size: str = "(rows, columns)") -> str:
        """The entry's body where a kernel has a row in one block. `more` are arguments, `size` is the result's."""
        call = self.kernel_arguments(["output"], *more, "columns", "BLOCK=triton.next_power_of_2(columns)")
        return (
            f"rows, columns = x.shape\noutput = torch.empty({size}, device=x.device, dtype=x.dtype)\n"
            f"if rows > 0:\n    {kernel}[(rows,)](\n        {call}\n    )\nreturn output\n"
        )


def draw_operands(rng: Random, others: Sequence[Operand], least: int, most: int) -> Operands:
    """The matrix `x`, whose rows may be views at times, and some others."""
    first = matrix("x", strided=rng.random() < 0.6)
    return Operands([first, *rng.sample(others, rng.randint(least, most))])
