"""A CUDA program over one case: its arguments made, its entry run, its outputs collected, or what is known of its
halt."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.execution.stages.cuda.signature import Role, Signature
from resources.domains.gpu_kernels.prediction.simulator.cuda.machine import Machine
from resources.domains.gpu_kernels.prediction.simulator.cuda.memory import AccessFault, Buffer, Outside, Race
from resources.domains.gpu_kernels.prediction.simulator.cuda.name_resolution import first_error
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Program, Routine
from resources.domains.gpu_kernels.prediction.simulator.cuda.unset import Unset
from resources.domains.gpu_kernels.prediction.simulator.cuda.values import Address, Value, cast
from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, refused
from resources.domains.gpu_kernels.prediction.simulator.triton.cases import Case
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT64, INT64, KINDS, Array, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.simulation import FailureSite, HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted

Sizes = tuple[int, int, int]


@dataclass(frozen=True)
class Halt:
    """What the machine had come to: its line, the kernel that ran or was launched, by `launch_line` with these sizes,
    and the function that was called last, with arguments of these kinds."""

    line: int
    kernel: str
    grid: Sizes | None
    block: Sizes
    launch_line: int
    static_bytes: int
    called: Routine | None
    arguments: tuple[Kind | Address | str, ...]
    fault: Outside | Race | None

    @property
    def site(self) -> FailureSite:
        return FailureSite(self.line, self.kernel or (self.called.name if self.called is not None else ""))


@dataclass(frozen=True)
class Execution:
    """How it ended, and its outputs. `reaches` is up to where each was accessed; `reads_unset` says whether a local
    variable was read that nobody had set, `zeros` whether those began with 0."""

    reason: HaltReason
    steps: int
    outputs: tuple[Any, ...] = ()
    reaches: tuple[int, ...] = ()
    launches: int = 0
    is_changed: bool = False
    why: str = ""
    halt: Halt | None = None
    reads_unset: bool = False
    zeros: bool = False


@dataclass(frozen=True)
class _Input:
    """Memory that the program must leave as it was."""

    buffer: Buffer
    before: Array

    @property
    def is_changed(self) -> bool:
        return not np.array_equal(self.buffer.values[""], self.before, equal_nan=self.before.dtype.kind == "f")


@dataclass(frozen=True)
class _Arguments:
    """Of the entry, and the memory behind those that are addresses."""

    values: list[Value] = field(default_factory=list)
    inputs: list[_Input] = field(default_factory=list)
    outputs: list[Buffer] = field(default_factory=list)


def execute(
    program: Program, signature: Signature, case: Case, sizes: Sequence[int], steps: int, *, zeros: bool = False
) -> Execution:
    """`sizes` are the elements of the outputs. With `zeros`, local variables begin with them. Never raises."""
    budget, unset = Budget(steps), Unset(with_zeros=zeros)
    machine = Machine(program, budget, unset)
    try:
        with np.errstate(all="ignore"):
            execution = _executed(program, machine, budget, signature, case, sizes)
            return replace(execution, reads_unset=unset.is_read, zeros=zeros)
    except ExecutionHalted as end:
        fault = end.fault if isinstance(end, AccessFault) else None
        return Execution(end.reason, budget.taken, why=end.why, halt=_halt(machine, fault), zeros=zeros)
    except RecursionError:
        return Execution(HaltReason.UNSUPPORTED, budget.taken, why="too deep", zeros=zeros)
    except Exception as error:  # What is not expected here is not modelled, and must not end a cheap check.
        return Execution(HaltReason.UNSUPPORTED, budget.taken, why=f"{type(error).__name__}: {error}", zeros=zeros)


def _executed(
    program: Program, machine: Machine, budget: Budget, signature: Signature, case: Case, sizes: Sequence[int]
) -> Execution:
    error = first_error(program)
    if error is not None:
        machine.expressions.node = error
        raise refused("a name or a call")
    machine.load()
    arguments = _arguments(machine, signature, case, sizes)
    machine.run(signature.entry, arguments.values)
    return Execution(
        HaltReason.RETURNED,
        budget.taken,
        tuple(buffer.values[""] for buffer in arguments.outputs),
        tuple(buffer.reach for buffer in arguments.outputs),
        machine.launches,
        any(item.is_changed for item in arguments.inputs),
    )


def _halt(machine: Machine, fault: Outside | Race | None) -> Halt:
    threads = machine.threads
    return Halt(
        machine.line,
        "" if machine.kernel is None else machine.kernel.name,
        None if threads is None else threads.grid,
        machine.block,
        machine.launch_line,
        machine.declarations.static_bytes,
        machine.called,
        tuple(value.kind for value in machine.arguments),
        fault,
    )


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
        buffer = machine.memory.buffer(address)[0]
        if isinstance(source, Tensor):
            buffer.values[""][:] = source.view.reshape(-1)
            made.inputs.append(_Input(buffer, buffer.values[""].copy()))
        else:
            made.outputs.append(buffer)
    return made


def _scalar(number: Any, kind: Kind) -> Value:
    value = Value(np.float64(number), FLOAT64) if isinstance(number, float) else Value(np.int64(number), INT64)
    return cast(value, kind)
