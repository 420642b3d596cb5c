"""What the CUDA shim would say of the failure in which a simulated CUDA candidate ends. What nvcc would is `nvcc`."""

from collections.abc import Sequence
from dataclasses import replace

from resources.domains.gpu_kernels.execution.arrays import Array
from resources.domains.gpu_kernels.execution.comparison import compare, tolerances_of
from resources.domains.gpu_kernels.execution.stages.cuda.signature import Role, Signature
from resources.domains.gpu_kernels.prediction.diagnostic_templates.nvcc import refusal_log, syntax_log
from resources.domains.gpu_kernels.prediction.simulator.comparison import ENDED, first_of
from resources.domains.gpu_kernels.prediction.simulator.cuda.comparison import (
    AT_ONCE,
    Trial,
    expected_of,
    signature_of,
    trials,
)
from resources.domains.gpu_kernels.prediction.simulator.cuda.execution import Execution, Halt, Sizes
from resources.domains.gpu_kernels.prediction.simulator.cuda.machine import MOST_THREADS
from resources.domains.gpu_kernels.prediction.simulator.cuda.memory import Access, Outside, Race
from resources.domains.gpu_kernels.prediction.simulator.cuda.parser import parsed
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Unread
from resources.domains.gpu_kernels.prediction.simulator.cuda.statements import MOST_STATIC
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_C_TYPES = {"float32": "float", "float64": "double", "int32": "int", "uint32": "unsigned int", "bool": "bool"}
_WITH_ZEROS = "emulator: with local variables at 0 that are never set:\n"
_INVALID = ": invalid configuration argument (cudaErrorInvalidConfiguration)\n"


def simulated_failure_of_cuda(bundle: EnvironmentBundle, code: str) -> Observation | None:
    wanted = expected_of(bundle)
    if not wanted:
        return None
    program = parsed(code)
    if isinstance(program, Unread):
        log = "" if program.is_too_deep else syntax_log(code, program.missing)
        return _observed(Outcome.COMPILATION_ERROR, log, "compile")
    tried = trials(bundle, program, wanted)
    known = [trial for trial in tried if trial.is_known]
    if not known:
        return None
    outcome = first_of([trial.run.outcome for trial in known], AT_ONCE)
    first = next((trial for trial in known if trial.run.outcome == outcome), known[0])
    if outcome == "refused":
        log = refusal_log(code, program, first.execution.halt, first.execution.why)
        return _observed(Outcome.COMPILATION_ERROR, log, "compile")
    signature = signature_of(bundle)
    said = _returned(bundle, signature, known, len(tried)) if outcome in ENDED else _halted(first, signature)
    if said is None or not first.execution.zeros:
        return said
    return replace(said, log=_WITH_ZEROS.encode() + said.log)


def _returned(
    bundle: EnvironmentBundle, signature: Signature, trials: Sequence[Trial], tried: int
) -> Observation | None:
    if len(trials) == tried and all(trial.run.launches == 0 for trial in trials):
        return _observed(Outcome.REJECTED, "forbidden: no kernel was launched\n")
    kinds = [argument.dtype for argument in signature.arguments if argument.role is Role.OUTPUT]
    for trial in trials:
        got, wanted = _arrays(kinds, trial.execution), _arrays(kinds, trial.expected.execution)
        message = compare(got, wanted, tolerances_of(bundle)).message
        if message:
            return _observed(Outcome.FUNCTIONAL_MISMATCH, f"{message}\n")
    return None


def _arrays(kinds: Sequence[str], execution: Execution) -> list[Array]:
    return [Array(kind, values) for kind, values in zip(kinds, execution.outputs, strict=True)]


def _halted(trial: Trial, signature: Signature) -> Observation | None:
    outcome, halt = trial.run.outcome, trial.execution.halt
    if outcome == "endless":
        return _observed(Outcome.TIMEOUT, "emulator: timed out\n")
    if halt is None or not halt.kernel:
        return None
    start, end = f"case {trial.expected.case.number}: ", f" (kernel {halt.kernel})\n"
    arguments = [item.name for item in signature.arguments if item.role is not Role.SCALAR]
    fault = halt.fault
    if outcome == "memory" and isinstance(fault, Outside) and halt.grid is not None:
        text = _outside(fault, halt.grid, halt.block, _allocation(fault, arguments))
        return _observed(Outcome.MEMORY_FAULT, start + text + end)
    if outcome == "race" and isinstance(fault, Race) and halt.grid is not None:
        # Which of two places is met first depends on the emulator's turns.
        if fault.earlier.line != fault.later.line:
            return None
        text = _race(fault, halt.grid, halt.block, _allocation(fault, arguments))
        return _observed(Outcome.RUNTIME_ERROR, start + text + end)
    return _unlaunched(outcome, halt, f"{start}launch of {halt.kernel} failed: ", trial.execution.why)


def _unlaunched(outcome: str, halt: Halt, start: str, why: str) -> Observation | None:
    count = halt.block[0] * halt.block[1] * halt.block[2]
    if outcome == "launch":
        return _observed(Outcome.RUNTIME_ERROR, f"{start}{why}{_INVALID}")
    if outcome == "resources" and count > MOST_THREADS:
        text = f"out of resource: threads, Required: {count}, Hardware limit: {MOST_THREADS}"
        return _observed(Outcome.MEMORY_FAULT, f"{start}{text}{_INVALID}")
    if outcome == "resources" and halt.static_bytes > MOST_STATIC:
        used = f"({halt.static_bytes:#x} bytes, {MOST_STATIC:#x} max)"
        name = f"Entry function '{halt.kernel}'"
        return _observed(Outcome.MEMORY_FAULT, f"ptxas error   : {name} uses too much shared data {used}\n", "compile")
    return None


def _allocation(fault: Outside | Race, arguments: Sequence[str]) -> str:
    """The name of the device's memory, the entry's arguments first; "" of shared and local memory."""
    if fault.space != "device":
        return ""
    return f"argument {arguments[fault.number]}" if fault.number < len(arguments) else "cudaMalloc"


def _outside(fault: Outside, grid: Sizes, block: Sizes, name: str) -> str:
    """Of a static array its own message, else that of an access."""
    at = f"kernel.cu:{fault.access.line}, {_thread(fault.access.thread, grid, block)}"
    if not name:
        kind = f"'{_C_TYPES.get(fault.item_type, 'float')} [{fault.size}]'"
        return f"Invalid array access: {at}; index {fault.place} is out of bounds for type {kind}"
    size, past = fault.item_bytes, (fault.place - fault.size) * fault.item_bytes
    where = f"{past} bytes past the end of" if past > 0 else "just past the end of"
    where = f"{-fault.place * size} bytes before" if fault.place < 0 else where
    memory = f"the {fault.size * size}-byte allocation of {name}"
    return f"Invalid __global__ {fault.access.what} of size {size} bytes: {at}; address is {where} {memory}"


def _race(fault: Race, grid: Sizes, block: Sizes, name: str) -> str:
    earlier, later = (_accessed(access, grid, block) for access in (fault.earlier, fault.later))
    space = "__shared__" if not name else "__global__"
    memory = "static shared memory" if not name else f"allocation of {name}"
    return f"Race reported between {earlier} and {later}: no barrier orders them in {space} memory ({memory})"


def _accessed(access: Access, grid: Sizes, block: Sizes) -> str:
    return f"{access.what} access at kernel.cu:{access.line} by {_thread(access.thread, grid, block)}"


def _thread(number: int, grid: Sizes, block: Sizes) -> str:
    of_a_block = block[0] * block[1] * block[2]
    thread, number_of_block = number % of_a_block, number // of_a_block
    return f"thread {_coordinates(thread, block)} of block {_coordinates(number_of_block, grid)}"


def _coordinates(number: int, sizes: Sizes) -> Sizes:
    return number % sizes[0], number // sizes[0] % sizes[1], number // sizes[0] // sizes[1]


def _observed(outcome: Outcome, text: str, stage: str = "emulator") -> Observation | None:
    return Observation(outcome, stage, text.encode("utf-8", "replace")) if text else None
