"""Repair tasks in the kind of VeriRepair: a design with one fault, what the tools say of it, and the bench to pass.

Twenty error types, five of each of four categories, in designs that families draw for exams: no home trains on those,
and what is too like one of them is the benchmark's in every home that has the set. The tools run while it is built, and
a fault that the bench does not see makes no task.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from resources.domains.chip_design.execution.backend import make_backend
from resources.domains.chip_design.faults.injector import fault_injector
from resources.domains.chip_design.tasks.families import FAMILIES
from resources.domains.families import FIRST_EXAM_NUMBER, LICENCE
from resources.domains.faults import Edit, FaultKind, apply_edits
from resources.domains.importing import ImportResult, counted
from resources.domains.seed import SeedOrigin, TaskSeed
from resources.domains.toolkit.source_tree import finished
from resources.execution.backend import Backend
from resources.execution.bundle import Candidate, EnvironmentBundle
from resources.execution.errors import EnvironmentGap, PermanentEnvironmentFailure
from resources.execution.sandbox.selection import make_sandbox

SOURCE = "verilog-repair"
VERSION = "1"
"""Changes whenever any task is another than before."""
FIRST_NUMBER = FIRST_EXAM_NUMBER + 500_000
"""Of the families' designs. Exams of the families themselves begin with the first exam number, so designs differ."""
EACH = 5
"""Tasks of an error type."""
_DRAWN = 8
"""Designs of a family."""
_MOST_TRIES = 6
_LOG_LINES = 40
ERROR_TYPES = (
    "missing_semicolon", "missing_end", "unbalanced_parenthesis", "misspelt_keyword", "malformed_literal",
    "undeclared_name", "wrong_width", "procedural_assignment_to_wire", "port_missing", "second_driver",
    "blocking_for_nonblocking", "wrong_clock_edge", "reset_polarity_inverted", "off_by_one_compare", "enable_dropped",
    "arithmetic_operator_swapped", "condition_inverted", "wrong_constant", "wrong_bit_index", "term_dropped",
)  # fmt: skip
"""Kinds of the domain's fault injector."""
_PROMPT = """The design below is wrong. Repair it: give its whole file.

{task}

The design, `{file}`:

```verilog
{broken}
```

What the tools say of it:

```
{log}
```
"""


@dataclass
class RepairSet:
    """Builds the set. `types` and `each` bound it; the same ones give the same tasks under the same tools."""

    backend: Backend
    types: Sequence[str] = ERROR_TYPES
    each: int = EACH
    _used: dict[str, int] = field(default_factory=dict)

    def tasks(self) -> Iterator[TaskSeed]:
        """Those of a type together. A type that too few designs show has fewer."""
        for kind in counted(self.types, "types of fault"):
            designs = sorted(_designs(), key=lambda seed: (self._used.get(seed.seed_id, 0), _drawn(kind, seed)))
            made = 0
            for design in designs:
                task = self._task(design, kind, made + 1) if made < self.each else None
                if task is not None:
                    self._used[design.seed_id] = self._used.get(design.seed_id, 0) + 1
                    made += 1
                    yield task

    def _task(self, design: TaskSeed, kind: str, number: int) -> TaskSeed | None:
        """None where no fault of this kind in the design is seen."""
        edits = [edit for edit in _edits(design.reference) if edit.kind == kind]
        Random(f"{VERSION}/{kind}/{design.seed_id}").shuffle(edits)
        for edit in edits[:_MOST_TRIES]:
            broken = apply_edits(design.reference, [edit])
            try:
                seen = self.backend.execute(_bundle(design), Candidate(broken))
            except (EnvironmentGap, PermanentEnvironmentFailure):
                continue
            if not seen.outcome.passed:
                return _repair(design, _kinds()[kind], number, broken, seen.text)
        return None


def read_set(path: Path, commit: str, licence: str) -> ImportResult:
    """The whole set; `path` and what is said of its origin are of no use here."""
    tasks = counted(RepairSet(make_backend(make_sandbox())).tasks())
    return finished(tasks, (), commit=f"{SOURCE}@{VERSION}")


@cache
def _designs() -> tuple[TaskSeed, ...]:
    return tuple(family.draw(FIRST_NUMBER + number) for number in range(_DRAWN) for family in FAMILIES)


@cache
def _edits(code: str) -> tuple[Edit, ...]:
    return tuple(fault_injector().edits(code))


@cache
def _kinds() -> dict[str, FaultKind]:
    return {kind.name: kind for kind in fault_injector().kinds}


def _drawn(kind: str, design: TaskSeed) -> float:
    return Random(f"{VERSION}/{kind}/{design.seed_id}/order").random()


def _bundle(seed: TaskSeed) -> EnvironmentBundle:
    return EnvironmentBundle(
        seed.domain,
        seed.seed_id,
        seed.prompt,
        seed.interface,
        seed.candidate_file,
        seed.reference,
        seed.files,
        seed.settings,
        seed.limits,
    )


def _repair(design: TaskSeed, kind: FaultKind, number: int, broken: str, log: str) -> TaskSeed:
    said = "\n".join(log.strip().splitlines()[:_LOG_LINES])
    told = _PROMPT.format(
        task=design.prompt.strip(), file=design.candidate_file, broken=broken.strip(), log=said or "(nothing)"
    )
    return replace(
        design,
        seed_id=f"{SOURCE}/{kind.name}-{number}",
        title=f"Repair: {design.title}",
        prompt=told,
        origin=SeedOrigin(SOURCE, "", LICENCE, design.seed_id),
        tags=(*design.tags, "repair", kind.category, kind.name),
    )
