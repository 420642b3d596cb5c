"""What made-up calls show of a candidate against its baseline: features, as shares of the calls.

The baseline's own paths decide which calls are kept: short ones that reach as much of it as can be.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from resources.domains.code_optimization.assembly import Assembly
from resources.domains.code_optimization.calling_convention import CALLEE_SAVED
from resources.domains.code_optimization.interpretation.arguments import Call, Prototype, calls, read_prototype
from resources.domains.code_optimization.interpretation.machine import (
    MASKS,
    RETURN_ADDRESS,
    STACK,
    STACK_POINTER,
    WINDOW_BITS,
    Ending,
    Region,
    number_of,
)
from resources.domains.code_optimization.interpretation.program import Path, Program
from resources.domains.code_optimization.registers import ARGUMENTS
from resources.execution.bundle import EnvironmentBundle

_MOST_STEPS_OF_A_CALL, _MOST_STEPS, _MOST_CALLS = 500, 1400, 6
_STACK_BYTES, _CALLERS_BYTES = 16 << 10, 512
_MARK = 0x5AFE_0000
_KEPT = tuple(number_of(name) for name in CALLEE_SAVED)
_PLACES = tuple(number_of(name) for name in ARGUMENTS)
_STACK_CONTENT = bytes(range(1, 252)) * 68
OUTCOMES = ("same", "different", "unbalanced", "memory", "arithmetic", "illegal", "endless", "unknown")


@dataclass(frozen=True)
class Result:
    """What a call leaves behind: how it ended, the result, and the memory that its arguments point to."""

    path: Path
    value: int
    rooms: tuple[bytes, ...]
    is_balanced: bool


@dataclass(frozen=True)
class Expected:
    """One call of one function, and what the baseline makes of it."""

    name: str
    prototype: Prototype
    call: Call
    result: Result


def compare(bundle: EnvironmentBundle, source: Assembly) -> Mapping[str, float]:
    """Shares of the calls by what becomes of them; empty where the baseline itself cannot be followed."""
    wanted = expected(bundle.reference, bundle.interface, bundle.settings.get("entry", ""), _shown_texts(bundle))
    if not wanted:
        return {}
    program = Program(source)
    found: list[str] = []
    steps = before = 0
    for item in wanted:
        if found and found[-1] == "endless":
            break
        outcome, result = _followed(program, item)
        found.append(outcome)
        if outcome == "same" and result is not None:
            steps, before = steps + result.path.steps, before + item.result.path.steps
    counts = Counter(found)
    first = next((outcome for outcome in found if outcome != "same"), "same")
    return {
        **{f"calls_{outcome}": counts[outcome] / len(found) for outcome in OUTCOMES},
        **{f"first_{outcome}": float(outcome == first) for outcome in OUTCOMES},
        "steps_of_baseline": steps / before if before else 1.0,
    }


def _followed(program: Program, item: Expected) -> tuple[str, Result | None]:
    start = program.entry(item.name)
    if start is None:
        return "unknown", None
    most = 2 * item.result.path.steps + 250
    result = _run(program, start, item.prototype, item.call, most)
    return _outcome(result, item.result), result


def _outcome(result: Result, baseline: Result) -> str:
    if result.path.ending is not Ending.RETURNED:
        return str(result.path.ending.value)
    if not result.is_balanced:
        return "unbalanced"
    return "same" if (result.value, result.rooms) == (baseline.value, baseline.rooms) else "different"


@lru_cache(maxsize=256)
def expected(reference: str, interface: str, entry: str, texts: tuple[bytes, ...]) -> tuple[Expected, ...]:
    """The calls that are kept, small ones first, as tests mostly have them."""
    program = Program(Assembly(reference))
    kept: list[Expected] = []
    for name in entry.split():
        prototype, start = read_prototype(interface, name), program.entry(name)
        if prototype is not None and start is not None:
            tried = [_tried(program, start, name, prototype, call) for call in calls(prototype, texts)]
            kept += _chosen([item for item in tried if item.result.path.ending is Ending.RETURNED])
    return tuple(kept)


def _tried(program: Program, start: int, name: str, prototype: Prototype, call: Call) -> Expected:
    return Expected(name, prototype, call, _run(program, start, prototype, call, _MOST_STEPS_OF_A_CALL, covers=True))


def _chosen(tried: Sequence[Expected]) -> list[Expected]:
    """Greedily those that reach most that is new, up to the number of steps that a comparison may take."""
    left, steps = list(tried), 0
    kept: list[Expected] = []
    covered: set[int] = set()
    while left and len(kept) < _MOST_CALLS:
        best = max(left, key=lambda item: (len(item.result.path.covered - covered), -item.result.path.steps))
        left.remove(best)
        if steps + best.result.path.steps <= _MOST_STEPS:
            kept.append(best)
            covered |= best.result.path.covered
            steps += best.result.path.steps
    return sorted(kept, key=lambda item: item.call.count)


def _run(
    program: Program, start: int, prototype: Prototype, call: Call, most_steps: int, *, covers: bool = False
) -> Result:
    machine = program.machine
    stack = STACK << WINDOW_BITS
    regions = {room.window: room.region() for room in call.rooms}
    regions[STACK] = Region(stack, bytearray(_STACK_CONTENT[:_STACK_BYTES]))
    program.prepare(regions)
    registers = [_MARK + 0x1111 * place for place in range(16)]
    for place, value in zip(_PLACES, call.values, strict=False):
        registers[place] = value
    registers[STACK_POINTER] = stack + _STACK_BYTES - _CALLERS_BYTES
    machine.registers[:] = registers
    machine.vectors[:] = [(_MARK + place) * 0x1_0000_0003 for place in range(16)]
    machine.flags = (0, 0, 0, 0, 1)
    machine.push(RETURN_ADDRESS)
    covered: set[int] = set()
    path = program.run(start, most_steps, covered if covers else None)
    kept = all(machine.registers[place] == registers[place] for place in (*_KEPT, STACK_POINTER))
    value = machine.registers[0] & MASKS[prototype.result] if prototype.result else 0
    rooms = tuple(bytes(regions[room.window].content) for room in call.rooms)
    return Result(Path(path.ending, path.steps, frozenset(covered)), value, rooms, kept)


@lru_cache(maxsize=256)
def _texts_of(suite: str) -> tuple[bytes, ...]:
    try:
        tests = json.loads(suite)
        shown = [test["stdin"] for test in tests if test.get("shown")]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()
    return tuple(str(text).partition("\n")[2].encode("utf-8", "replace") for text in shown[:8])


def _shown_texts(bundle: EnvironmentBundle) -> tuple[bytes, ...]:
    return tuple(text for text in _texts_of(bundle.files.get("tests.json", "")) if text)
