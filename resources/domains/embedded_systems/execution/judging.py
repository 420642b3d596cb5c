"""From what the model reported to an outcome and its log: one function for each stage that is no tool's own verdict.

What a check compares is `checks`; the order of stages is `backend`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from resources.domains.embedded_systems.execution.checks.comparing import failure
from resources.domains.embedded_systems.execution.checks.conduct import unmet
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput, last_byte_ns
from resources.domains.embedded_systems.execution.stages.qemu import QemuFault
from resources.domains.embedded_systems.execution.stages.renode import RenodeReading
from resources.domains.toolkit.judging import judge_tool
from resources.execution.errors import EnvironmentGap
from resources.execution.outcome import Outcome
from resources.execution.sandbox.job import Ended, StepResult

MEMORY_BITS = frozenset(("PRECISERR", "IMPRECISERR", "STKERR", "UNSTKERR", "MSTKERR", "MUNSTKERR"))
PERIPHERALS, SYSTEM = 0x40000000, 0xE0000000
STUCK_PART = 0.8
"""A program that has done nothing but one poll for this part of a run that it fails is stuck in it."""
_SR_SENT, _SR_BUSY = 0xC0, 0xE0
"""A USART's status: TXE and TC, and RXNE with them."""

_ENDS = {
    "default handler": "{active} has no handler and ended in Default_Handler",
    "main returned": "main returned, and there is nothing to return to",
    "software reset": "the program reset the device",
    "watchdog reset": "the watchdog reset the device",
}


_DRIVER_SAYS = {
    b"CPU time limit exceeded": Ended.TIMED_OUT,
    b"Killed signal terminated": Ended.OUT_OF_MEMORY,
    b"File size limit exceeded": Ended.LIMIT_EXCEEDED,
}
"""How gcc's driver tells that a limit ended the compiler proper: the driver itself exits as for any error."""
SURE_PART = 0.25
"""Of the compiler's CPU limit: who takes more and ends meets the limit on a host that is four times slower. An ordinary
program takes a hundredth."""


@dataclass(frozen=True)
class Judged:
    """A stage's outcome (None lets the candidate through) and its lines for the log."""

    outcome: Outcome | None
    lines: tuple[str, ...] = ()


def build_end(step: StepResult) -> StepResult:
    """A step of gcc's driver with the end of its children: a limit that met one of them is its own."""
    ends = (ended for words, ended in _DRIVER_SAYS.items() if words in step.log and step.exit_code)
    return replace(step, ended=next(ends, step.ended))


def judge_build(step: StepResult, refusal: Outcome, cpu_s: int) -> Outcome | None:
    """A `build_end`: limits first, then `refusal`. Raises EnvironmentGap where the label would be the host's speed."""
    if step.ended is not Ended.TIMED_OUT and step.cpu_s > SURE_PART * cpu_s:
        took = f"{step.name} took {step.cpu_s:.1f} s of a processor"
        raise EnvironmentGap(f"{took}, and a slower one would have met the limit of {cpu_s} s")
    return judge_tool(step, refusal)


def place_of(at: Mapping[str, Any]) -> str:
    """Where an instruction stands, as "main.c:12 in main" or its address."""
    line = at.get("line") or f"0x{at['pc']:08X}"
    return f"{line} in {at['function']}" if at.get("function") else str(line)


def judge_model(runs: Sequence[Mapping[str, Any]], qemu: QemuFault | None) -> Judged:
    """Faults first, then forbidden sequences, then a program that ended by itself, in the order of the scenarios."""
    for judge in (_fault, _violations, _ended):
        for run in runs:
            judged = judge(run)
            if judged.outcome is not None:
                second = (_second_opinion(run["fault"], qemu),) if judge is _fault and qemu is not None else ()
                return Judged(judged.outcome, (*judged.lines, *second))
    return Judged(None)


def _second_opinion(fault: Mapping[str, Any], qemu: QemuFault) -> str:
    same = not set(fault["bits"]).isdisjoint(qemu.bits)
    return f"qemu {'agrees' if same else 'sees another fault'}: {qemu.words()}"


def _fault(run: Mapping[str, Any]) -> Judged:
    fault = run["fault"]
    if fault is None:
        return Judged(None)
    outcome = _fault_outcome(tuple(fault["bits"]), fault["address"])
    head = f"{place_of(fault['at'])}: {fault['exception']} {' '.join(fault['bits'])}: {fault['text']}"
    where = "in an interrupt handler" if fault["in_handler"] else "in the main program"
    return Judged(outcome, (f"{head}", f"scenario {run['name']}: CPU fault {where} at {run['ended_ns'] / 1e6:.4g} ms"))


def _fault_outcome(bits: tuple[str, ...], address: int | None) -> Outcome:
    """Out of the device's memory is a MEMORY_FAULT; the CPU's own refusals and missing registers are not."""
    outside = address is None or not (PERIPHERALS <= address < 0x60000000 or address >= SYSTEM)
    return Outcome.MEMORY_FAULT if MEMORY_BITS & set(bits) and outside else Outcome.HARDWARE_FAULT


def _violations(run: Mapping[str, Any]) -> Judged:
    if not run["violations"]:
        return Judged(None)
    lines = [
        f"{place_of(item['at'])}: {item['register']}: {item['text']} (at {item['time_ns'] / 1e6:.4g} ms)"
        for item in run["violations"]
    ]
    return Judged(Outcome.PROTOCOL_VIOLATION, (*lines, f"scenario {run['name']}: {len(lines)} forbidden sequences"))


def _ended(run: Mapping[str, Any]) -> Judged:
    if run["ended"] == "instructions":
        return Judged(
            Outcome.TIMEOUT,
            (f"scenario {run['name']}: the budget of instructions, register accesses and events is used up",),
        )
    if run["ended"] in _ENDS:
        what = _ENDS[run["ended"]].format(active=(run["active"] or ["the program"])[-1])
        line = f"scenario {run['name']}: {what} at {run['ended_ns'] / 1e6:.4g} ms"
        return Judged(Outcome.RUNTIME_ERROR, (line,))
    if run["ended"] == "flood":
        line = f"scenario {run['name']}: more output than is kept, at {run['ended_ns'] / 1e6:.4g} ms"
        return Judged(Outcome.RESOURCE_EXCEEDED, (line,))
    return Judged(None)


def judge_qemu(fault: QemuFault | None, executed: Callable[[int], bool]) -> Judged:
    """QEMU alone decides on faults of the instruction itself; others it may have from a peripheral that it lacks.

    Its registers read as 0, so that it comes to what the program does on another device: a trap behind an assertion. A
    fault counts where the model `executed` this very instruction, too, and saw none.
    """
    if fault is None or not fault.is_of_the_instruction or fault.pc is None or not executed(fault.pc):
        return Judged(None)
    return Judged(Outcome.HARDWARE_FAULT, (f"qemu: {fault.words()}: lock-up",))


def judge_renode(reading: RenodeReading) -> Judged:
    """Only an abort where Renode lacked nothing: what follows a register that it lacks may be Renode's own doing."""
    if not reading.abort or reading.gaps:
        return Judged(None)
    place = "" if reading.pc is None else f" at pc 0x{reading.pc:08X}"
    return Judged(Outcome.HARDWARE_FAULT, (f"renode: {reading.abort}{place}",))


@dataclass(frozen=True)
class Function:
    """All checks of all scenarios: what is judged, how many there were, how many failed."""

    judged: Judged
    checks: int
    failed: int


def judge_function(scenarios: Sequence[ScenarioRecord], runs: Sequence[Mapping[str, Any]]) -> Function:
    """All checks and demands. The model always reports conduct; the simulator knows of none."""
    lines: list[str] = []
    checks = sum(len(scenario.checks) + len(scenario.demands) for scenario in scenarios)
    failed: set[tuple[str, str]] = set()
    stuck = ""
    for scenario, run in _of_scenarios(scenarios, runs):
        wrong = _wrong(scenario, run)
        if run.get("again") and any((scenario.name, name) in failed for name in wrong):
            continue
        lines += [f"scenario {run['name']}: {text}" for text in wrong.values()]
        failed |= {(scenario.name, name) for name in wrong}
        stuck = stuck or (_stuck(run) if wrong and not _waits_for_more(scenario, scenarios, run["poll"]) else "")
    if not failed:
        return Function(Judged(None), checks, 0)
    lines.append(f"verdict: {len(failed)} of {checks} checks failed")
    if stuck:
        return Function(Judged(Outcome.TIMEOUT, (stuck, *lines)), checks, len(failed))
    return Function(Judged(Outcome.FUNCTIONAL_MISMATCH, tuple(lines)), checks, len(failed))


def _of_scenarios(
    scenarios: Sequence[ScenarioRecord], runs: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[ScenarioRecord, Mapping[str, Any]]]:
    """Each run with its scenario: one of each (ValueError where one is missing), then those that were run again."""
    count = len(scenarios)
    yield from zip(scenarios, runs[:count], strict=True)
    yield from ((scenarios[run["scenario"]], run) for run in runs[count:])


def _wrong(scenario: ScenarioRecord, run: Mapping[str, Any]) -> dict[str, str]:
    """What differs, by the number of the check or demand."""
    texts = {f"check {number}": failure(check, run) for number, check in enumerate(scenario.checks)}
    if "conduct" in run:
        texts |= {f"demand {number}": unmet(demand, run) for number, demand in enumerate(scenario.demands)}
    return {name: text for name, text in texts.items() if text}


def _waits_for_more(
    scenario: ScenarioRecord, all_of_them: Sequence[ScenarioRecord], poll: Mapping[str, Any] | None
) -> bool:
    """Whether a program that polls waits for the next byte, as its task wants, after it has seen all that come.

    A status in which the transmitter has nothing left to do can only be a wait for a byte.
    """
    if poll is None or poll["operation"] != "R" or poll["value"] & _SR_BUSY != _SR_SENT:
        return False
    usart, _, register = str(poll["register"]).partition("->")
    inputs = (item for each in all_of_them for item in each.stimuli if isinstance(item, UartInput))
    return (
        register == "SR"
        and any(item.uart == usart for item in inputs)
        and (poll["since_ns"] >= last_byte_ns(scenario, usart))
    )


def _stuck(run: Mapping[str, Any]) -> str:
    poll = run["poll"]
    if poll is None or run["ended_ns"] - poll["since_ns"] < STUCK_PART * run["ended_ns"]:
        return ""
    does = "writes" if poll["operation"] == "W" else "polls"
    return (
        f"{place_of(poll['at'])}: {does} {poll['register']} = 0x{poll['value']:X} without end "
        f"since {poll['since_ns'] / 1e6:.4g} ms (scenario {run['name']})"
    )


def trace_lines(run: Mapping[str, Any], limit: int) -> list[str]:
    """The register trace of a run, repeats folded, its first `limit` entries."""
    shown = [
        f"  {time_ns / 1e6:9.4f} ms {'read ' if operation == 'R' else 'write'} {register} 0x{value:X}"
        + (f" ({count} times)" if count > 1 else "")
        for operation, register, value, time_ns, count in run["trace"][:limit]
    ]
    left = run["accesses"] - len(shown)
    if not shown:
        return []
    return [f"trace of scenario {run['name']}:", *shown, *([f"  ... {left} more"] if left > 0 else [])]
