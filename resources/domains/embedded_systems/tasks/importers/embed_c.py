"""Firmware tasks in the kind of EmbedCGen: requirements, C that ARM GCC compiles and links, and a simulated board.

Families draw them by numbers that are for exams: no home trains on those, and what is too like one of them is the
benchmark's in every home that has the set.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from resources.domains.embedded_systems.tasks.families import FAMILIES
from resources.domains.families import FIRST_EXAM_NUMBER, LICENCE, TaskFamily
from resources.domains.importing import ImportResult, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import finished

SOURCE = "embed-c"
FIRST_NUMBER = FIRST_EXAM_NUMBER + 500_000
"""Exams of the families themselves begin with the first exam number, so tasks differ."""
EACH = 20
"""Tasks of a family."""
_LOOKED_AT = 200


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """The whole set; `path` and what is said of its origin are of no use here."""
    versions = " ".join(f"{family.name}@{family.version}" for family in FAMILIES)
    tasks = (task for family in counted(FAMILIES, "families") for task in _tasks(family))
    return finished(counted(tasks), (), commit=versions)


def _tasks(family: TaskFamily) -> Iterator[TaskSeed]:
    """The first ones whose programs differ: a family may draw one program for two numbers."""
    seen: set[str] = set()
    for number in range(FIRST_NUMBER, FIRST_NUMBER + _LOOKED_AT):
        if len(seen) == EACH:
            return
        drawn = family.draw(number)
        if drawn.reference not in seen:
            seen.add(drawn.reference)
            yield _own(drawn, f"{family.name}-{len(seen)}")


def _own(drawn: TaskSeed, name: str) -> TaskSeed:
    return replace(
        drawn,
        seed_id=f"{SOURCE}/{name}",
        tags=(*drawn.tags, "firmware from requirements"),
        origin=SeedOrigin(SOURCE, "", LICENCE, drawn.seed_id),
    )
