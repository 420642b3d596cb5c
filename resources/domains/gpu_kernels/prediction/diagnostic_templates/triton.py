"""What the stages of a Triton candidate say of the failure in which its simulated cases end.

The words of accesses are those of `triton_worker.memory_guard`, the compiler's are `triton_compiler`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.execution.arrays import Array
from resources.domains.gpu_kernels.execution.comparison import Tolerance, compare, tolerances_of
from resources.domains.gpu_kernels.language.triton_source import TritonSource, read_triton
from resources.domains.gpu_kernels.prediction.diagnostic_templates.triton_compiler import (
    compiler_words,
    traced,
)
from resources.domains.gpu_kernels.prediction.simulator.comparison import AT_ONCE, ENDED, first_of
from resources.domains.gpu_kernels.prediction.simulator.triton.comparison import Trial, trials
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import size_of
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import PLACE_BITS, Access, Conflict, Storage
from resources.domains.gpu_kernels.prediction.simulator.triton.results import first_changed, flattened
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Tracer
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_OTHER = {"write": "reads or writes with another value"}


def said_of_access(tracer: Tracer, access: Access) -> str:
    """One line. Addresses are those of storages apart from each other: what lies between is not known."""
    first, conflict = int(access.wanted.flat[0]), tracer.trace.conflict
    storage = tracer.memory.storage_at(first)
    if storage is None or storage.values.size == 0:
        what, size = access.what, size_of(access.kind) if access.kind else 4
        count = access.wanted.size
        return f"{_start(what, size, count, access.program)}; no argument has any memory\n"
    name = f"argument shape={tracer.shape_of(storage)} torch.{storage.kind.name}"
    places = access.wanted.reshape(-1) - (storage.number << PLACE_BITS)
    return _race(access, storage, conflict, name) if conflict is not None else _outside(access, storage, places, name)


def _start(what: str, size: int, count: int, program: tuple[int, ...]) -> str:
    access = f"Invalid __global__ {what} of size {size} bytes"
    return f"InvalidAccess: {access}: {count} lane(s) of program {program} out of bounds"


def _outside(access: Access, storage: Storage, places: Any, name: str) -> str:
    size, length = size_of(access.kind or storage.kind), storage.values.size
    wrong = places[(places < 0) | (places >= length)]
    first = int(wrong[0]) if wrong.size else length
    bytes_of_all = length * size
    distance = f"{(first + 1 - length) * size} bytes past the end of" if first >= 0 else f"{-first * size} bytes before"
    start = _start(access.what, size, int(wrong.size), access.program)
    return f"{start}; first is {distance} the {bytes_of_all}-byte allocation of {name}\n"


def _race(access: Access, storage: Storage, conflict: Conflict, name: str) -> str:
    verb = {"read": "reads", "write": "writes"}.get(access.what, "updates atomically")
    other = "updates atomically" if conflict.is_atomic else _OTHER.get(access.what, "writes")
    place = conflict.place * size_of(storage.kind)
    return (
        f"DataRace: data race: program {access.program} {verb} {name} at byte {place}, "
        f"which another program of this launch {other}\n"
    )


_SCALARS = {bool: "bool", int: "int64", float: "float32"}
"""What torch makes of a number that is returned."""


def simulated_failure_of_triton(bundle: EnvironmentBundle, code: str) -> Observation | None:
    source = read_triton(code)
    if source is None:
        return None
    tried = trials(bundle, source.module.tree, traces=True)
    known = [trial for trial in tried if trial.is_known]
    if not known:
        return None
    first = first_of([case.run.outcome for case in known], AT_ONCE)
    if first in ENDED:
        return _returned(known, len(tried), tolerances_of(bundle))
    return _ended(bundle.candidate_file, source, next(case for case in known if case.run.outcome == first))


def _returned(cases: Sequence[Trial], tried: int, tolerances: Mapping[str, Tolerance]) -> Observation | None:
    """In the pipeline's order: how results came about and what they are, over all cases, before their values."""
    if len(cases) == tried and all(case.result.launches == 0 for case in cases):
        return _observed(Outcome.REJECTED, "rejected: no Triton kernel was launched\n")
    for told in (_unusable, _changed, lambda case: _different(case, tolerances), lambda case: case.misplaced):
        said = next((text for case in cases if (text := told(case))), "")
        if said:
            return _observed(Outcome.FUNCTIONAL_MISMATCH, f"{said}\n")
    return None


def _unusable(case: Trial) -> str:
    wrong = [part for part in flattened(case.result.returned) if not isinstance(part, Tensor | bool | int | float)]
    return f"case {case.number}: returned {type(wrong[0]).__name__}, not a tensor" if wrong else ""


def _changed(case: Trial) -> str:
    place = first_changed(case.arguments, case.expected.case.arguments)
    return "" if place is None else f"case {case.number}: argument {place} was changed"


def _different(case: Trial, tolerances: Mapping[str, Tolerance]) -> str:
    """Numbers are those of made-up arguments."""
    got, wanted = ([_array(part) for part in parts] for parts in (flattened(case.result.returned), case.expected.parts))
    return compare(got, wanted, tolerances).message


def _array(part: Any) -> Array:
    if isinstance(part, Tensor):
        return Array(part.kind.name, part.view)
    return Array(_SCALARS.get(type(part), "float32"), np.asarray(part))


def _ended(file: str, source: TritonSource, case: Trial) -> Observation | None:
    """An execution that did not come to its end."""
    assert case.tracer is not None
    outcome, trace = case.run.outcome, case.tracer.trace
    lines = traced(file, trace.levels)
    if outcome == "endless":
        return _observed(Outcome.TIMEOUT, "interpreter: timed out\n")
    if outcome in ("memory", "race") and trace.access is not None:
        said = said_of_access(case.tracer, trace.access)
        return _observed(Outcome.MEMORY_FAULT if trace.conflict is None else Outcome.RUNTIME_ERROR, lines + said)
    if outcome == "refused":
        said = compiler_words(file, source, trace, case.result.why)
        stage = "compile" if case.expected.case.is_compiled else "interpreter"
        return _observed(Outcome.COMPILATION_ERROR, said, stage) if said else None
    return None


def _observed(outcome: Outcome, text: str, stage: str = "interpreter") -> Observation:
    return Observation(outcome, stage, text.encode("utf-8", "replace"))
