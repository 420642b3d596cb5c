"""Four built-in tasks."""

from collections.abc import Sequence

from resources.domains.toy_arithmetic.execution.backend import POINTS

from resources.domains.seed import SeedOrigin, TaskSeed

TASKS = {
    "line": "3 * x + 2",
    "square": "x * x + 1",
    "cubic": "x * x * x - 2 * x + 7",
    "mixed": "(x + 4) * (x - 3) + 6 * x",
}


def builtin_seeds() -> Sequence[TaskSeed]:
    return [_seed(name, expression) for name, expression in TASKS.items()]


def _seed(name: str, expression: str) -> TaskSeed:
    values = {f"at {x}": str(eval(expression, {"x": x})) for x in POINTS}
    origin = SeedOrigin("toy", "1", "Apache-2.0", name)
    prompt = f"Write an expression of x: {expression} in words is not given; its values are {values}."
    return TaskSeed(
        f"toy/{name}", "toy_arithmetic", name, prompt, "x", "expression.txt", expression, origin, settings=values
    )
