"""One program followed through one scenario: from power-up to a report like the model's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from resources.domains.embedded_systems.interpretation.events import Finished, Restart
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.interpretation.program import Program
from resources.domains.embedded_systems.mcu.cpu import RAM
from resources.domains.embedded_systems.mcu.exceptions import name_of
from resources.domains.embedded_systems.mcu.report import MAXIMUM_MEMORY
from resources.domains.embedded_systems.mcu.scenario import Scenario

_FAULTS = (Ending.MEMORY, Ending.HARDWARE)
_NEAR_RAM, _NEAR_END = 0x1000, 0x100


def run(program: Program, scenario: Scenario, work: int) -> dict[str, Any]:
    """The report; `ended` is "budget" or "unknown" where the path was cut. `work` is the machine's."""
    machine = program.machine
    fault: PathEnded | None = None
    try:
        machine.start(scenario, work)
        _power_cycles(program)
    except Finished:
        pass
    except PathEnded as ended:
        fault = ended if ended.ending in _FAULTS else None
        machine.ended = "fault" if fault else ended.ending.value
    except Exception:  # what a peripheral makes of registers that nobody meant is our gap, never the candidate's
        machine.ended = Ending.UNKNOWN.value
    return _report(program, fault, work)


def _power_cycles(program: Program) -> None:
    """Ends by Finished or PathEnded."""
    while True:
        try:
            program.power_up()
            program.run_main()
        except Restart:
            program.machine.boot()


def _report(program: Program, fault: PathEnded | None, work: int) -> dict[str, Any]:
    machine = program.machine
    return {
        "name": machine.scenario.name,
        "ended": machine.ended,
        "active": [name_of(exception) for exception in machine.active],
        "ended_ns": machine.ns_at(machine.time),
        "violations": [{**asdict(item), "at": program.place_of(item.pc)} for item in machine.violations.found.values()],
        "fault": _fault(program, fault),
        "uart": {name: usart.sent for name, usart in machine.usarts.items() if usart.sent},
        "spi": {name: spi.frames for name, spi in machine.spis.items() if spi.frames},
        "pins": machine.pins.waveforms,
        "registers": _registers(program),
        "interrupts": {name: asdict(tally) for name, tally in machine.tallies.items()},
        "first_writes": machine.registers.first_writes,
        "devices": [device.report() for device in machine.devices],
        "memory": _memory(program),
        "resets": machine.resets,
        "watchdog_feeds": machine.watchdog.feeds,
        "cycles": machine.time,
        "idle_cycles": machine.idle_cycles,
        "poll": _poll(program),
        "work": work - (machine.limit - machine.time),
    }


def _fault(program: Program, fault: PathEnded | None) -> Mapping[str, Any] | None:
    if fault is None:
        return None
    machine = program.machine
    return {
        "exception": fault.exception,
        "bits": fault.bits,
        "address": fault.address,
        "text": _words(fault, machine.stack),
        "at": program.place_of(machine.cpu.pc),
        "in_handler": bool(machine.active),
    }


def _words(fault: PathEnded, stack: int) -> str:
    """Below the RAM it is the stack's doing where that has come to its end."""
    below = fault.address is not None and RAM - _NEAR_RAM <= fault.address < RAM
    return f"stack overflow, {fault}" if below and stack < RAM + _NEAR_END else str(fault)


def _registers(program: Program) -> dict[str, int]:
    """End states, without the side effects of reading them."""
    machine = program.machine
    found = {
        peripheral.register(offset): value
        for peripheral in machine.peripherals()
        for offset, value in peripheral.values.items()
    }
    return found | {f"{port.name}->IDR": port.read(0x10) for port in machine.ports.values()}


def _memory(program: Program) -> dict[str, str | None]:
    """The variables that the scenario names, as hexadecimal bytes; None for one that the program lacks."""
    memory, found = program.machine.memory, dict[str, str | None]()
    for name in program.machine.scenario.memory:
        place = program.globals.get(name)
        inside = place is not None and place.address >= RAM
        size = min(place.kind.size, MAXIMUM_MEMORY) if place is not None else 0
        found[name] = memory.part(place.address, size).hex() if place is not None and inside else None
    return found


def _poll(program: Program) -> Mapping[str, Any] | None:
    """The one register that the program has read since anything changed."""
    machine, polls = program.machine, program.machine.registers.polls
    if len(polls) != 1:
        return None
    ((address, poll),) = polls.items()
    peripheral, offset = machine.bus.find(abs(address))
    return {
        "register": peripheral.register(offset),
        "value": poll.value,
        "operation": "W" if address < 0 else "R",
        "since_ns": machine.ns_at(poll.since),
        "at": program.place_of(poll.mark),
    }
