"""Part: one made task before it is a seed, and how parts become a family. No family's own shapes."""

import random
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from manifold3d import Manifold

from resources.domains.cad_modeling.tasks.families.clearance import demand_clearance
from resources.domains.cad_modeling.tasks.library import CANDIDATE_FILE, LIMITS, interface
from resources.domains.families import MadeTask, TaskFamily
from resources.execution.bundle import Limits

COLUMNS = 118


@dataclass(frozen=True)
class Part:
    """`sentences` are the prompt, `reference` a CadQuery script that ends in `result`, `bodies` the same part by other
    means (see `solids`). `tier` is 1 to 5, `wall` the least wall in mm that is asked for."""

    title: str
    tier: int
    tags: tuple[str, ...]
    sentences: Sequence[str]
    reference: str
    bodies: Callable[[], Sequence[Manifold]]
    solids: int = 1
    wall: float = 0.0

    @property
    def prompt(self) -> str:
        return textwrap.fill(" ".join(self.sentences), COLUMNS, break_on_hyphens=False) + "\n"

    def solid(self) -> Manifold:
        """All bodies, each for itself."""
        return Manifold.compose(list(self.bodies()))


def part_family(name: str, version: str, description: str, draw: Callable[[random.Random], Part]) -> TaskFamily:
    """A family of the domain whose parts `draw` draws. One whose features touch is drawn again."""

    def make(rng: random.Random) -> MadeTask:
        part = draw(rng)
        for body in part.bodies():
            demand_clearance(body)
        return made_task(part)

    return TaskFamily("cad_modeling", name, version, description, make)


def made_task(part: Part, limits: Limits = LIMITS) -> MadeTask:
    several = part.solids > 1
    return MadeTask(
        title=part.title,
        prompt=part.prompt,
        interface=interface(part.solids, assembly=several),
        candidate_file=CANDIDATE_FILE,
        reference=part.reference,
        tier=part.tier,
        tags=part.tags,
        settings={
            "solids": str(part.solids),
            "assembly": "yes" if several else "no",
            "tolerance": "dimensioned",
            "wall": f"{part.wall:g}",
        },
        limits=limits,
    )


class Script:
    """A reference as it grows: one statement a line, `result` at the end."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, *statements: str) -> None:
        self._lines.extend(statements)

    def text(self, result: str) -> str:
        imports = ["import cadquery as cq", ""]
        if any("math." in line for line in self._lines):
            imports.insert(0, "import math\n")
        return "\n".join([*imports, *self._lines, "", f"result = {result}", ""])


def mm(value: float) -> str:
    """A length as drawings write it: no trailing zeros, no minus zero."""
    return f"{round(value, 4) + 0.0:.10g}"


def point(*coordinates: float) -> str:
    return f"({', '.join(map(mm, coordinates))})"


def listed(items: Sequence[str]) -> str:
    """ "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def stepped(rng: random.Random, low: float, high: float, step: float = 1.0) -> float:
    """A round length between two, both included."""
    return low + step * rng.randrange(round((high - low) / step) + 1)


def tier_of(features: int) -> int:
    """By how many features a part has: 1 of two or fewer, 5 of nine or more."""
    return min(5, max(1, 1 + (features - 1) // 2))
