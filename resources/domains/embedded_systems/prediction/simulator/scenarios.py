"""One program simulated through one scenario, from power-up to a report like the model's own; and what a task's
reference comes to in each, beside which candidates are simulated.

A reference holds all checks on the model; one that the simulator lets fail says nothing of candidates and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from resources.domains.embedded_systems.execution.board_files import MEMORY_SCRIPT
from resources.domains.embedded_systems.execution.build_log import read_regions
from resources.domains.embedded_systems.execution.checks.comparing import failure
from resources.domains.embedded_systems.execution.checks.conduct import unmet
from resources.domains.embedded_systems.execution.checks.records import MemoryCheck
from resources.domains.embedded_systems.execution.checks.scenarios import (
    CHECKS_FILE,
    ScenarioRecord,
    for_model,
    read_checks,
)
from resources.domains.embedded_systems.execution.judging import judge_model
from resources.domains.embedded_systems.execution.mcu.cpu import RAM
from resources.domains.embedded_systems.execution.mcu.report import MAXIMUM_MEMORY, board_report
from resources.domains.embedded_systems.execution.mcu.scenario import Scenario, read_scenario
from resources.domains.embedded_systems.language.headers import HEADER
from resources.domains.embedded_systems.prediction.simulator.headers import header_for, included_in
from resources.domains.embedded_systems.prediction.simulator.machine import Finished, Restart
from resources.domains.embedded_systems.prediction.simulator.memory import CpuFault
from resources.domains.embedded_systems.prediction.simulator.program import Program
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted, UnsupportedConstruct
from resources.execution.bundle import EnvironmentBundle
from resources.execution.errors import PermanentEnvironmentFailure

_MOST_WORK, _MOST_OF_A_SCENARIO = 300_000, 300_000
_NEAR_RAM, _NEAR_END = 0x1000, 0x100
"""Bytes below the RAM, and above its begin, where a fault is the stack's doing."""
_STACK = re.compile(r"_stack_bytes = (\d+);")


@dataclass(frozen=True)
class Expected:
    """A scenario with the checks that the reference holds in it, its report, and the work that it took."""

    record: ScenarioRecord
    scenario: Scenario
    report: Mapping[str, Any]
    work: int


@dataclass(frozen=True)
class Board:
    """The files that a program is read with."""

    header: str
    memory: str
    watched: frozenset[str] = frozenset()
    """Variables that checks ask for."""


def board_of(bundle: EnvironmentBundle) -> Board:
    records = records_of(bundle.files.get(CHECKS_FILE, ""))
    watched = {check.memory for record in records for check in record.checks if isinstance(check, MemoryCheck)}
    return Board(bundle.files.get(HEADER, ""), bundle.files.get(MEMORY_SCRIPT, ""), frozenset(watched))


def records_of(checks: str) -> tuple[ScenarioRecord, ...]:
    """Of a checks file; none of one that cannot be read."""
    try:
        return read_checks(checks).scenarios
    except PermanentEnvironmentFailure:
        return ()


def read_program(code: str, board: Board, *, with_lines: bool = False) -> Program:
    """Raises UnsupportedConstruct."""
    try:
        stack = _STACK.search(board.memory)
        ram_bytes = read_regions(board.memory)["RAM"]
        header = header_for(included_in(code), board.header, with_lines=with_lines)
        stack_bytes = int(stack[1]) if stack else 0
        return Program(code, header, ram_bytes, stack_bytes, board.watched, with_lines=with_lines)
    except UnsupportedConstruct:
        raise
    except Exception as error:  # a text that is hardly C: it costs a feature, never the other checks
        raise UnsupportedConstruct(f"{type(error).__name__}: {error}") from error


def problem_of(code: str, board: Board) -> str:
    """What the simulator finds in a text that a compiler could refuse; "" where it reads all of it."""
    try:
        read_program(code, board)
    except UnsupportedConstruct as error:
        return error.why or "unsupported"
    return ""


@lru_cache(maxsize=256)
def expected(reference: str, checks: str, board: Board) -> tuple[Expected, ...]:
    """Looked up for a known reference; empty where it cannot be simulated."""
    try:
        program = read_program(reference, board)
    except UnsupportedConstruct:
        return ()
    scenarios: list[Expected] = []
    for record in records_of(checks):
        item = _simulated(program, record)
        if item is not None and sum(other.work for other in scenarios) + item.work <= _MOST_WORK:
            scenarios.append(item)
    return tuple(scenarios)


def _simulated(program: Program, record: ScenarioRecord) -> Expected | None:
    scenario = read_scenario(for_model(record, program.machine.memory.size))
    report = run(program, scenario, _MOST_OF_A_SCENARIO)
    if report["ended"] != "duration" or judge_model([report], None).outcome is not None:
        return None
    checks = tuple(check for check in record.checks if not failure(check, report))
    demands = tuple(demand for demand in record.demands if not unmet(demand, report))
    return (
        Expected(replace(record, checks=checks, demands=demands), scenario, report, report["work"]) if checks else None
    )


def expected_of(bundle: EnvironmentBundle) -> tuple[Expected, ...]:
    return expected(bundle.reference, bundle.files.get(CHECKS_FILE, ""), board_of(bundle))


def run(program: Program, scenario: Scenario, work: int) -> dict[str, Any]:
    """The report; `ended` is "budget" or "unknown" where it was cut. `work` is the machine's."""
    machine = program.machine
    fault: CpuFault | None = None
    try:
        machine.start(scenario, work)
        _power_cycles(program)
    except Finished:
        pass
    except CpuFault as met:
        fault, machine.ended = met, "fault"
    except ExecutionHalted as halted:
        machine.ended = halted.reason.value
    except Exception:  # what a peripheral makes of registers that nobody meant is our gap, never the candidate's
        machine.ended = HaltReason.UNSUPPORTED.value
    return _report(program, fault, work)


def _power_cycles(program: Program) -> None:
    """Ends by Finished or ExecutionHalted."""
    while True:
        try:
            program.power_up()
            program.run_main()
        except Restart:
            program.machine.boot()


def _report(program: Program, fault: CpuFault | None, work: int) -> dict[str, Any]:
    machine = program.machine
    return board_report(machine, program.marks.place_of) | {
        "ended": machine.ended,
        "fault": _fault(program, fault),
        "interrupts": {name: asdict(tally) for name, tally in machine.tallies.items()},
        "first_writes": machine.registers.first_writes,
        "memory": _memory(program),
        "resets": machine.resets,
        "idle_cycles": machine.idle_cycles,
        "poll": _poll(program),
        "conduct": machine.conduct.report(),
        "work": work - (machine.limit - machine.time),
    }


def _fault(program: Program, fault: CpuFault | None) -> Mapping[str, Any] | None:
    if fault is None:
        return None
    machine = program.machine
    return {
        "exception": fault.exception,
        "bits": fault.bits,
        "address": fault.address,
        "text": _words(fault, machine.stack),
        "at": program.marks.place_of(machine.cpu.pc),
        "in_handler": bool(machine.active),
    }


def _words(fault: CpuFault, stack: int) -> str:
    """Below the RAM it is the stack's doing where that has come to its end."""
    below = fault.address is not None and RAM - _NEAR_RAM <= fault.address < RAM
    return f"stack overflow, {fault.why}" if below and stack < RAM + _NEAR_END else fault.why


def _memory(program: Program) -> dict[str, str | None]:
    """The variables that the scenario names, as hexadecimal bytes; None for one that the program lacks."""
    memory, contents = program.machine.memory, dict[str, str | None]()
    for name in program.machine.scenario.memory:
        place = program.storage.globals.get(name)
        inside = place is not None and place.address >= RAM
        size = min(place.kind.size, MAXIMUM_MEMORY) if place is not None else 0
        contents[name] = memory.part(place.address, size).hex() if place is not None and inside else None
    return contents


def _poll(program: Program) -> Mapping[str, Any] | None:
    """The one register that the program has read since anything changed."""
    machine, polls = program.machine, program.machine.registers.polls
    if len(polls) != 1:
        return None
    ((address, poll),) = polls.items()
    if not poll.is_repeated:
        return None
    peripheral, offset = machine.bus.find(abs(address))
    return {
        "register": peripheral.register(offset),
        "value": poll.value,
        "operation": "W" if address < 0 else "R",
        "since_ns": machine.ns_at(poll.since),
        "at": program.marks.place_of(poll.mark),
    }
