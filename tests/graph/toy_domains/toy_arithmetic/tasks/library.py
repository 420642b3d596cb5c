"""Four built-in tasks."""

from collections.abc import Sequence

from resources.domains.toy_arithmetic.execution.backend import POINTS

from resources.domains.seed import SeedOrigin, TaskSeed

TASKS = {
    "line": ("3 * x + 2", "three times x, plus two"),
    "square": ("x * x + 1", "the square of x, plus one"),
    "cubic": ("x * x * x - 2 * x + 7", "the cube of x, less twice x, plus seven"),
    "mixed": ("(x + 4) * (x - 3) + 6 * x", "x plus four, times x less three; to that six times x"),
}
"""The reference, and the task in words."""
SHOWN = (3, 4)
"""Points that the prompt shows; those that judge stay outside of it."""


def builtin_seeds() -> Sequence[TaskSeed]:
    return [_seed(name, *task) for name, task in TASKS.items()]


def _seed(name: str, expression: str, words: str) -> TaskSeed:
    shown = " and ".join(f"{_value(expression, x)} where x is {x}" for x in SHOWN)
    return TaskSeed(
        seed_id=f"toy/{name}",
        domain="toy_arithmetic",
        title=name,
        prompt=f"Write an arithmetic expression of x: {words}. It is {shown}.",
        interface="x",
        candidate_file="expression.txt",
        reference=expression,
        origin=SeedOrigin("toy", "1", "Apache-2.0", name),
        settings={f"at {x}": _value(expression, x) for x in POINTS},
    )


def _value(expression: str, x: int) -> str:
    return str(eval(expression, {"x": x}))
