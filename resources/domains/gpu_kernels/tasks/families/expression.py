"""Random expression graphs over tensors: the same steps as formulas, as torch in double precision and as Triton in
float32. Which tensors there are is each family's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

LARGEST = 60.0
"""No value of a graph is larger, so that float32 keeps within the tolerances."""
ENLARGED = 40
FAR = 128.0
LARGEST_OF_LARGE = 400.0
"""A sum of larger numbers may cancel to one that float32 has too few digits for."""


@dataclass(frozen=True)
class Value:
    """Something that has been computed or given. `bound` is what its magnitude stays below in the tests, `given` are
    the names of what it was computed from. `large` is the bound where what is given is `ENLARGED` times as large."""

    name: str
    bound: float
    given: frozenset[str] = frozenset()
    computed_large: float | None = None

    @property
    def large(self) -> float:
        return ENLARGED * self.bound if self.computed_large is None else self.computed_large

    @property
    def roots(self) -> frozenset[str]:
        return self.given or frozenset({self.name})


@dataclass(frozen=True)
class Operation:
    """Formats over {a}, {b} and {k} (a constant), and the bound of the result."""

    words: str
    torch: str
    triton: str
    bound: Callable[[float, float], float]
    operands: int = 1
    constants: tuple[float, ...] = (0.0,)


@dataclass(frozen=True)
class Step:
    name: str
    words: str
    torch: str
    triton: str
    large: float


UNARY = (
    Operation("sigmoid({a})", "torch.sigmoid({a})", "tl.sigmoid({a})", lambda a, k: 1.0),
    Operation("tanh({a})", "torch.tanh({a})", "2.0 * tl.sigmoid(2.0 * {a}) - 1.0", lambda a, k: 1.0),
    Operation("max({a}, 0)", "torch.relu({a})", "tl.maximum({a}, 0.0)", lambda a, k: a),
    Operation(
        "{a} where {a} > 0, else {k} * {a}",
        "torch.where({a} > 0, {a}, {k} * {a})",
        "tl.where({a} > 0, {a}, {k} * {a})",
        lambda a, k: a,
        constants=(0.1, 0.25, 0.01),
    ),
    Operation("|{a}|", "{a}.abs()", "tl.abs({a})", lambda a, k: a),
    Operation("{a} * {a}", "{a} * {a}", "{a} * {a}", lambda a, k: a * a),
    Operation("exp(-|{a}|)", "torch.exp(-{a}.abs())", "tl.exp(-tl.abs({a}))", lambda a, k: 1.0),
    Operation("log(1 + |{a}|)", "torch.log1p({a}.abs())", "tl.log(1.0 + tl.abs({a}))", lambda a, k: 5.0),
    Operation(
        "sqrt({k} + |{a}|)",
        "torch.sqrt({k} + {a}.abs())",
        "tl.sqrt({k} + tl.abs({a}))",
        lambda a, k: 9.0,
        1,
        (1.0, 0.5),
    ),
    Operation(
        "1 / ({k} + |{a}|)", "1.0 / ({k} + {a}.abs())", "1.0 / ({k} + tl.abs({a}))", lambda a, k: 2.0, 1, (1.0, 0.5)
    ),
    Operation(
        "{a} limited to [-{k}, {k}]",
        "{a}.clamp(-{k}, {k})",
        "tl.minimum(tl.maximum({a}, -{k}), {k})",
        lambda a, k: k,
        constants=(0.5, 1.0, 2.0, 3.0),
    ),
    Operation("{a} * sigmoid({a})", "{a} * torch.sigmoid({a})", "{a} * tl.sigmoid({a})", lambda a, k: a),
    Operation("{k} * {a}", "{k} * {a}", "{k} * {a}", lambda a, k: abs(k) * a, 1, (0.5, 2.0, -1.5, 0.125)),
    Operation("{a} + {k}", "{a} + {k}", "{a} + {k}", lambda a, k: a + abs(k), 1, (1.0, -0.5, 2.5)),
)
BINARY = (
    Operation("{a} + {b}", "{a} + {b}", "{a} + {b}", lambda a, b: a + b, 2),
    Operation("{a} - {b}", "{a} - {b}", "{a} - {b}", lambda a, b: a + b, 2),
    Operation("{a} * {b}", "{a} * {b}", "{a} * {b}", lambda a, b: a * b, 2),
    Operation("max({a}, {b})", "torch.maximum({a}, {b})", "tl.maximum({a}, {b})", max, 2),
    Operation("min({a}, {b})", "torch.minimum({a}, {b})", "tl.minimum({a}, {b})", max, 2),
    Operation("{a} / (1 + |{b}|)", "{a} / (1.0 + {b}.abs())", "{a} / (1.0 + tl.abs({b}))", lambda a, b: a, 2),
    Operation("{a} * sigmoid({b})", "{a} * torch.sigmoid({b})", "{a} * tl.sigmoid({b})", lambda a, b: a, 2),
)


@dataclass(frozen=True)
class Graph:
    """Steps in order; `result` is the last one's name."""

    steps: tuple[Step, ...]

    @property
    def result(self) -> str:
        return self.steps[-1].name

    @property
    def is_steep(self) -> bool:
        """Whether it has an exponential, which overflows where it is not written with care and numbers are large."""
        return self.bears_large and any(
            word in step.words for step in self.steps for word in ("exp(", "sigmoid(", "tanh(")
        )

    @property
    def bears_large(self) -> bool:
        return all(step.large <= LARGEST_OF_LARGE for step in self.steps)

    @property
    def formulas(self) -> list[str]:
        return [f"{step.name} = {step.words}" for step in self.steps]

    @property
    def torch(self) -> str:
        return "".join(f"{step.name} = {step.torch}\n" for step in self.steps)

    def triton(self, indent: str) -> str:
        return "".join(f"{indent}{step.name} = {step.triton}\n" for step in self.steps)


def draw_graph(rng: Random, given: Sequence[Value], size: int) -> Graph:
    """`size` steps at least, more where a given value would stay unused; every step but the last
    is used by a later one."""
    unused, steps = list(given), list[Step]()
    values = list(given)
    while len(steps) < size or len(unused) > 1:
        name = f"t{len(steps) + 1}"
        step, value, taken = _draw_step(rng, name, values, unused, closing=len(steps) >= size)
        steps.append(step)
        unused = [one for one in unused if one not in taken] + [value]
        values.append(value)
    return Graph(tuple(steps))


def _draw_step(
    rng: Random, name: str, values: Sequence[Value], unused: Sequence[Value], *, closing: bool
) -> tuple[Step, Value, tuple[Value, ...]]:
    """One that takes an unused value first, and joins two where the graph has to come to an end."""
    first = rng.choice(unused)
    others = [value for value in unused if value != first] or [value for value in values if value != first]
    if others and (closing or rng.random() < 0.55):
        second = rng.choice(others)
        operation = rng.choice([one for one in BINARY if _fits(one, first, second)])
        return _step(name, operation, first, second, 0.0)
    fits = [(one, k) for one in UNARY for k in one.constants if one.bound(first.bound, k) <= LARGEST]
    operation, constant = rng.choice(fits)
    return _step(name, operation, first, first, constant)


def _fits(operation: Operation, first: Value, second: Value) -> bool:
    """Sums of what has the same origin may cancel (tanh(x) - x), and then float32 keeps too few digits."""
    cancels = operation.words in ("{a} + {b}", "{a} - {b}") and bool(first.roots & second.roots)
    return not cancels and operation.bound(first.bound, second.bound) <= LARGEST


def _step(name: str, operation: Operation, a: Value, b: Value, k: float) -> tuple[Step, Value, tuple[Value, ...]]:
    words, torch, triton = (
        text.format(a=a.name, b=b.name, k=f"{k:g}" if text is operation.words else repr(k))
        for text in (operation.words, operation.torch, operation.triton)
    )
    bound, large = (
        operation.bound(*(bounds if operation.operands == 2 else (bounds[0], k)))
        for bounds in ((a.bound, b.bound), (a.large, b.large))
    )
    return Step(name, words, torch, triton, large), Value(name, bound, a.roots | b.roots, large), (a, b)
