"""What following a bundle's cases shows of a CUDA candidate against its reference: features, and no verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.comparing import EXACT, Tolerance, tolerances_of
from resources.domains.gpu_kernels.cuda.signature import Role, Signature, read_signature
from resources.domains.gpu_kernels.interpretation.cases import Case, cases_of
from resources.domains.gpu_kernels.interpretation.comparison import Run, error_of, features_of
from resources.domains.gpu_kernels.interpretation.cuda.machine import Machine
from resources.domains.gpu_kernels.interpretation.cuda.memory import PLACE_BITS
from resources.domains.gpu_kernels.interpretation.cuda.names import has_errors
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser, read
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, refused
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT64, INT64, KINDS
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_ROOM = 1 << 17
"""Elements of an output whose size the reference's own run shows."""
_STEPS_OF_A_REFERENCE, _STEPS_OF_ALL, _SHORT, _SLACK = 16_000, 4_000, 500, 1_500


@dataclass(frozen=True)
class Ran:
    """How a path ended, and its outputs."""

    ending: Ending
    steps: int
    outputs: tuple[Any, ...] = ()
    reaches: tuple[int, ...] = ()
    launches: int = 0
    is_changed: bool = False
    why: str = ""


def run(program: Parser, signature: Signature, case: Case, sizes: Sequence[int], steps: int) -> Ran:
    """Never raises."""
    budget = Budget(steps)
    try:
        with np.errstate(all="ignore"):
            return _ran(program, signature, case, sizes, budget)
    except PathEndedError as end:
        return Ran(end.ending, budget.taken, why=end.why)
    except RecursionError:
        return Ran(Ending.UNKNOWN, budget.taken, why="too deep")
    except Exception as error:  # What is not foreseen here is not modelled, and must not end a cheap check.
        return Ran(Ending.UNKNOWN, budget.taken, why=f"{type(error).__name__}: {error}")


def _ran(program: Parser, signature: Signature, case: Case, sizes: Sequence[int], budget: Budget) -> Ran:
    if program.is_refused is None:
        program.is_refused = has_errors(program)
    if program.is_refused:
        raise refused("a name or a call")
    machine = Machine(program, budget)
    given, outputs = iter(case.arguments), iter(sizes)
    values, inputs, results = [], [], []
    for argument in signature.arguments:
        kind = KINDS[argument.dtype]
        if argument.role is Role.SCALAR:
            number = next(given)
            value = Value(np.float64(number), FLOAT64) if isinstance(number, float) else Value(np.int64(number), INT64)
            values.append(cast(value, kind))
            continue
        size = next(outputs) if argument.role is Role.OUTPUT else 0
        source = next(given) if argument.role is Role.INPUT else None
        count = source.view.size if isinstance(source, Tensor) else size
        room = machine.memory.allocate({"": kind}, count, "device")
        values.append(Value(np.int64(room), Address(kind)))
        held = machine.memory.rooms[(room >> PLACE_BITS) - 1]
        if isinstance(source, Tensor):
            held.values[""][:] = source.view.reshape(-1)
            inputs.append((held, held.values[""].copy()))
        else:
            results.append(held)
    machine.run(signature.entry, values)
    changed = any(not np.array_equal(held.values[""], old, equal_nan=old.dtype.kind == "f") for held, old in inputs)
    parts = tuple(held.values[""] for held in results)
    reaches = tuple(held.reach for held in results)
    return Ran(Ending.RETURNED, budget.taken, parts, reaches, machine.launches, changed)


@dataclass(frozen=True)
class Expected:
    """A case, and what the reference makes of it."""

    case: Case
    ran: Ran


@lru_cache(maxsize=64)
def expected(reference: str, oracle: str, entry: str, arguments: str) -> tuple[Expected, ...]:
    program = read(reference)
    try:
        signature = read_signature({"entry": entry, "arguments": arguments})
    except PermanentEnvironmentFailure:
        return ()
    if program is None:
        return ()
    count = sum(argument.role is Role.OUTPUT for argument in signature.arguments)
    tried = [_tried(program, signature, case, count) for case in cases_of(oracle)]
    return tuple(_chosen([item for item in tried if item.ran.ending is Ending.RETURNED]))


def _tried(program: Parser, signature: Signature, case: Case, outputs: int) -> Expected:
    """With outputs that end where the reference's own accesses do."""
    first = run(program, signature, case, [_ROOM] * outputs, _STEPS_OF_A_REFERENCE)
    if first.ending is not Ending.RETURNED:
        return Expected(case, first)
    return Expected(case, run(program, signature, case, first.reaches, first.steps + 1))


def _chosen(tried: Sequence[Expected]) -> list[Expected]:
    """From the shortest on; of cases that are alike one."""
    chosen: list[Expected] = []
    seen: set[str] = set()
    steps = 0
    for item in sorted(tried, key=lambda item: item.ran.steps):
        name = repr(item.case.description)
        is_dear = item.ran.steps > _SHORT and steps + item.ran.steps > _STEPS_OF_ALL
        if name in seen or (chosen and is_dear):
            continue
        seen.add(name)
        chosen.append(item)
        steps += item.ran.steps
    return sorted(chosen, key=lambda item: item.case.number)


def compare(bundle: EnvironmentBundle, code: str) -> dict[str, float]:
    """Features named `followed…`, as for Triton."""
    names = (bundle.settings.get("entry", ""), bundle.settings.get("arguments", "[]"))
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), *names)
    program = read(code)
    if not wanted or program is None:
        # Few texts that are CUDA at all cannot be read where the reference can.
        return {"followed": 0.0, "followed_unread": float(bool(wanted))}
    signature = read_signature({"entry": names[0], "arguments": names[1]})
    runs: list[Run] = []
    for item in wanted:
        runs.append(_compared(program, signature, item, tolerances_of(bundle)))
        if runs[-1].outcome in (*_AT_ONCE, "endless"):
            break
    return features_of(runs, [item.ran.steps for item in wanted], _AT_ONCE)


_AT_ONCE = ("refused", "entry")


def _compared(program: Parser, signature: Signature, item: Expected, tolerances: Mapping[str, Tolerance]) -> Run:
    ran = run(program, signature, item.case, item.ran.reaches, 3 * item.ran.steps + _SLACK)
    outcome, error = _judged(ran, item.ran, signature, tolerances)
    return Run(outcome, error, ran.steps, ran.launches)


def _judged(ran: Ran, wanted: Ran, signature: Signature, tolerances: Mapping[str, Tolerance]) -> tuple[str, float]:
    if ran.ending is not Ending.RETURNED:
        return str(ran.ending), 0.0
    kinds = [argument.dtype for argument in signature.arguments if argument.role is Role.OUTPUT]
    worst = -9.0
    for one, other, kind in zip(ran.outputs, wanted.outputs, kinds, strict=True):
        worst = max(worst, error_of(one, other, tolerances.get(kind, EXACT)))
    if worst > 0.0:
        return "values", worst
    return ("changed" if ran.is_changed else "same"), worst
