"""What nvcc, or the CUDA shim, would say of the failure in which a followed CUDA candidate ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from resources.domains.gpu_kernels.arrays import Array
from resources.domains.gpu_kernels.comparing import compare, tolerances_of
from resources.domains.gpu_kernels.cuda.signature import Role, Signature, read_signature
from resources.domains.gpu_kernels.followed_nvcc import refusal
from resources.domains.gpu_kernels.followed_syntax import unread
from resources.domains.gpu_kernels.interpretation.comparison import ENDED, first_of
from resources.domains.gpu_kernels.interpretation.cuda.comparison import (
    AT_ONCE,
    Expected,
    expected,
    judged,
    most_steps,
    settled,
)
from resources.domains.gpu_kernels.interpretation.cuda.placed import PlacedParser, Stop
from resources.domains.gpu_kernels.interpretation.cuda.rooms import Room
from resources.domains.gpu_kernels.interpretation.cuda.runs import Ran, run
from resources.domains.gpu_kernels.interpretation.cuda.syntax import Parser
from resources.domains.gpu_kernels.interpretation.cuda.threads import Threads
from resources.domains.gpu_kernels.interpretation.cuda.witness import CudaWitness, Outside, Race, Touch
from resources.domains.gpu_kernels.interpretation.endings import Budget, PathEndedError
from resources.execution.bundle import EnvironmentBundle
from resources.execution.observation import Observation
from resources.execution.outcome import Outcome

_C_TYPES = {"float32": "float", "float64": "double", "int32": "int", "uint32": "unsigned int", "bool": "bool"}
_MOST_THREADS, _MOST_STATIC = 1024, 48 << 10


@dataclass(frozen=True)
class Followed:
    """One case: what it came to, and who saw it."""

    outcome: str
    ran: Ran
    item: Expected
    witness: CudaWitness | None


def followed_of_cuda(bundle: EnvironmentBundle, code: str) -> Observation | None:
    names = (bundle.settings.get("entry", ""), bundle.settings.get("arguments", "[]"))
    wanted = expected(bundle.reference, bundle.files.get("oracle.py", ""), *names)
    if not wanted:
        return None
    stops: list[Stop] = []
    try:
        program = PlacedParser(code, stops)
    except (PathEndedError, LookupError, ValueError):
        return _observed(Outcome.COMPILATION_ERROR, unread(code, stops), "compile")
    signature = read_signature({"entry": names[0], "arguments": names[1]})
    tried = _cases(bundle, program, signature, wanted)
    cases = [case for case in tried if case.outcome != "unknown"]
    if not cases:
        return None
    outcome = first_of([case.outcome for case in cases], AT_ONCE)
    first = next((case for case in cases if case.outcome == outcome), cases[0])
    if outcome == "refused":
        return _observed(Outcome.COMPILATION_ERROR, refusal(code, program, first.witness, first.ran.why), "compile")
    return _returned(bundle, signature, cases, len(tried)) if outcome in ENDED else _ended(first, signature)


def _cases(
    bundle: EnvironmentBundle, program: PlacedParser, signature: Signature, wanted: Sequence[Expected]
) -> list[Followed]:
    """As many as the features follow."""
    found: list[Followed] = []
    for item in wanted:
        found.append(_case(bundle, program, signature, item))
        if found[-1].outcome in (*AT_ONCE, "endless"):
            break
    return found


def _case(bundle: EnvironmentBundle, program: PlacedParser, signature: Signature, item: Expected) -> Followed:
    made: list[CudaWitness] = []

    def make(_: Parser, budget: Budget) -> CudaWitness:
        made.append(CudaWitness(program, budget))
        return made[-1]

    ran = settled(run(program, signature, item.case, item.ran.reaches, most_steps(item), make), item)
    outcome, _ = judged(ran, item.ran, signature, tolerances_of(bundle))
    return Followed(outcome, ran, item, made[-1] if made else None)


def _returned(
    bundle: EnvironmentBundle, signature: Signature, cases: Sequence[Followed], followed: int
) -> Observation | None:
    if len(cases) == followed and all(case.ran.launches == 0 for case in cases):
        return _observed(Outcome.REJECTED, "forbidden: no kernel was launched\n")
    kinds = [argument.dtype for argument in signature.arguments if argument.role is Role.OUTPUT]
    for case in cases:
        got, wanted = (_arrays(kinds, ran) for ran in (case.ran, case.item.ran))
        said = compare(got, wanted, tolerances_of(bundle)).message
        if said:
            return _observed(Outcome.FUNCTIONAL_MISMATCH, f"{said}\n")
    return None


def _arrays(kinds: Sequence[str], ran: Ran) -> list[Array]:
    return [Array(kind, values) for kind, values in zip(kinds, ran.outputs, strict=True)]


def _ended(case: Followed, signature: Signature) -> Observation | None:
    """A path that did not come to its end."""
    witness = case.witness
    if case.outcome == "endless":
        return _observed(Outcome.TIMEOUT, "emulator: timed out\n")
    if witness is None or witness.kernel is None:
        return None
    start, end = f"case {case.item.case.number}: ", f" (kernel {witness.kernel.name})\n"
    threads, outside, race = witness.launched, witness.watched.outside, witness.watched.race
    arguments = [item.name for item in signature.arguments if item.role is not Role.SCALAR]

    def name(room: Room) -> str:
        return witness.watched.name_of(room, arguments) if room.space == "device" else ""

    if case.outcome == "memory" and outside is not None and threads is not None:
        return _observed(Outcome.MEMORY_FAULT, start + _outside(outside, threads, name(outside.room)) + end)
    if case.outcome == "race" and race is not None and threads is not None:
        # Which of two places is met first depends on the emulator's turns.
        if race.earlier.line != race.later.line:
            return None
        return _observed(Outcome.RUNTIME_ERROR, start + _race(race, threads, name(race.room)) + end)
    return _unlaunched(case.outcome, witness, f"{start}launch of {witness.kernel.name} failed: ")


def _unlaunched(outcome: str, witness: CudaWitness, start: str) -> Observation | None:
    invalid = ": invalid configuration argument (cudaErrorInvalidConfiguration)\n"
    count = witness.block[0] * witness.block[1] * witness.block[2]
    if outcome == "launch":
        return _observed(Outcome.RUNTIME_ERROR, f"{start}a dimension of the grid or block is 0{invalid}")
    if outcome == "resources" and count > _MOST_THREADS:
        said = f"out of resource: threads, Required: {count}, Hardware limit: {_MOST_THREADS}"
        return _observed(Outcome.MEMORY_FAULT, f"{start}{said}{invalid}")
    if outcome == "resources" and witness.static_bytes > _MOST_STATIC and witness.kernel is not None:
        used = f"({witness.static_bytes:#x} bytes, {_MOST_STATIC:#x} max)"
        name = f"Entry function '{witness.kernel.name}'"
        return _observed(Outcome.MEMORY_FAULT, f"ptxas error   : {name} uses too much shared data {used}\n", "compile")
    return None


def _outside(found: Outside, threads: Threads, name: str) -> str:
    """Of a static array its own message, else that of an access."""
    at = f"kernel.cu:{found.touch.line}, {_who(found.touch.thread, threads)}"
    if not name:
        return f"Invalid array access: {at}; index {found.place} is out of bounds for type {_array_type(found)}"
    size, past = found.item_bytes, (found.place - found.size) * found.item_bytes
    where = f"{past} bytes past the end of" if past > 0 else "just past the end of"
    where = f"{-found.place * size} bytes before" if found.place < 0 else where
    room = f"the {found.size * size}-byte allocation of {name}"
    return f"Invalid __global__ {found.touch.what} of size {size} bytes: {at}; address is {where} {room}"


def _array_type(found: Outside) -> str:
    kind = _C_TYPES.get(next(iter(found.room.values.values())).dtype.name, "float")
    return f"'{kind} [{found.size}]'"


def _race(found: Race, threads: Threads, name: str) -> str:
    earlier, later = (_touched(touch, threads) for touch in (found.earlier, found.later))
    space = "__shared__" if not name else "__global__"
    room = "static shared memory" if not name else f"allocation of {name}"
    return f"Race reported between {earlier} and {later}: no barrier orders them in {space} memory ({room})"


def _touched(touch: Touch, threads: Threads) -> str:
    return f"{touch.what} access at kernel.cu:{touch.line} by {_who(touch.thread, threads)}"


def _who(number: int, threads: Threads) -> str:
    thread, block = number % threads.of_a_block, number // threads.of_a_block
    return f"thread {_coordinates(thread, threads.block)} of block {_coordinates(block, threads.grid)}"


def _coordinates(number: int, sizes: tuple[int, int, int]) -> tuple[int, int, int]:
    return number % sizes[0], number // sizes[0] % sizes[1], number // sizes[0] // sizes[1]


def _observed(outcome: Outcome, text: str, stage: str = "emulator") -> Observation | None:
    return Observation(outcome, stage, text.encode("utf-8", "replace")) if text else None
