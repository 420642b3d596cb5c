"""A CUDA program over one case: its arguments made, its entry run, its outputs collected."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.cuda.signature import Role, Signature
from resources.domains.gpu_kernels.interpretation.cases import Case
from resources.domains.gpu_kernels.interpretation.cuda.machine import Machine
from resources.domains.gpu_kernels.interpretation.cuda.names import has_errors
from resources.domains.gpu_kernels.interpretation.cuda.rooms import Room
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.interpretation.endings import Budget, Ending, PathEndedError, refused
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT64, INT64, KINDS, Array, Kind
from resources.domains.gpu_kernels.interpretation.tensors import Tensor


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


@dataclass(frozen=True)
class _Input:
    """Memory that the program must leave as it was."""

    room: Room
    before: Array

    @property
    def is_changed(self) -> bool:
        return not np.array_equal(self.room.values[""], self.before, equal_nan=self.before.dtype.kind == "f")


@dataclass(frozen=True)
class _Arguments:
    """Of the entry, and the memory behind those that are addresses."""

    values: list[Value] = field(default_factory=list)
    inputs: list[_Input] = field(default_factory=list)
    outputs: list[Room] = field(default_factory=list)


Make = Callable[[Parser, Budget], Machine]


def run(
    program: Parser, signature: Signature, case: Case, sizes: Sequence[int], steps: int, make: Make = Machine
) -> Ran:
    """`sizes` are the elements of the outputs; `make` sets up the machine. Never raises."""
    budget = Budget(steps)
    try:
        with np.errstate(all="ignore"):
            return _ran(program, signature, case, sizes, lambda: make(program, budget))
    except PathEndedError as end:
        return Ran(end.ending, budget.taken, why=end.why)
    except RecursionError:
        return Ran(Ending.UNKNOWN, budget.taken, why="too deep")
    except Exception as error:  # What is not foreseen here is not modelled, and must not end a cheap check.
        return Ran(Ending.UNKNOWN, budget.taken, why=f"{type(error).__name__}: {error}")


def _ran(program: Parser, signature: Signature, case: Case, sizes: Sequence[int], make: Callable[[], Machine]) -> Ran:
    if program.is_refused is None:
        program.is_refused = has_errors(program)
    if program.is_refused:
        raise refused("a name or a call")
    machine = make()
    arguments = _arguments(machine, signature, case, sizes)
    machine.run(signature.entry, arguments.values)
    changed = any(item.is_changed for item in arguments.inputs)
    parts = tuple(room.values[""] for room in arguments.outputs)
    reaches = tuple(room.reach for room in arguments.outputs)
    return Ran(Ending.RETURNED, machine.budget.taken, parts, reaches, machine.launches, changed)


def _arguments(machine: Machine, signature: Signature, case: Case, sizes: Sequence[int]) -> _Arguments:
    given, outputs = iter(case.arguments), iter(sizes)
    made = _Arguments()
    for argument in signature.arguments:
        kind = KINDS[argument.dtype]
        if argument.role is Role.SCALAR:
            made.values.append(_scalar(next(given), kind))
            continue
        size = next(outputs) if argument.role is Role.OUTPUT else 0
        source = next(given) if argument.role is Role.INPUT else None
        count = source.view.size if isinstance(source, Tensor) else size
        address = machine.memory.allocate({"": kind}, count, "device")
        made.values.append(Value(np.int64(address), Address(kind)))
        room = machine.memory.room(address)[0]
        if isinstance(source, Tensor):
            room.values[""][:] = source.view.reshape(-1)
            made.inputs.append(_Input(room, room.values[""].copy()))
        else:
            made.outputs.append(room)
    return made


def _scalar(number: Any, kind: Kind) -> Value:
    value = Value(np.float64(number), FLOAT64) if isinstance(number, float) else Value(np.int64(number), INT64)
    return cast(value, kind)
