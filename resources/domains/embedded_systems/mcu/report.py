"""The report of one run: everything that checks may ask about, as JSON. No judgement."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from .cpu import RAM
from .exceptions import name_of
from .machine import Machine

_PAINTED = 0xA5
MAXIMUM_MEMORY = 4096


def report_of(machine: Machine) -> dict[str, Any]:
    streak = machine.polling.streak
    return {
        "name": machine.scenario.name,
        "ended": machine.ended,
        "active": [name_of(exception) for exception in machine.active],
        "ended_ns": machine.ns_at(machine.time),
        "violations": [{**asdict(item), "at": _place(machine, item.pc)} for item in machine.violations.found.values()],
        "fault": _fault(machine),
        "uart": {name: usart.sent for name, usart in machine.usarts.items() if usart.sent},
        "spi": {name: spi.frames for name, spi in machine.spis.items() if spi.frames},
        "pins": machine.pins.waveforms,
        "registers": _registers(machine),
        "interrupts": {name: asdict(tally) for name, tally in machine.exceptions.tallies.items()},
        "trace": [[a.operation, a.register, a.value, a.time_ns, a.count] for a in machine.trace.accesses()],
        "first_writes": machine.trace.written,
        "accesses": machine.trace.total,
        "devices": [device.report() for device in machine.devices],
        "memory": _memory(machine),
        "resets": machine.resets,
        "watchdog_feeds": machine.watchdog.feeds,
        "cycles": machine.time,
        "idle_cycles": machine.idle_cycles,
        "instructions": machine.instructions,
        "stack_bytes": _stack_used(machine),
        "conduct": machine.conduct.report(),
        "poll": {"register": streak.register, "value": streak.value, "since_ns": machine.ns_at(streak.since),
                 "operation": streak.operation, "at": _place(machine, streak.pc)}
        if streak and streak.repeats else None,
    }  # fmt: skip


def _place(machine: Machine, pc: int) -> dict[str, Any]:
    return {"pc": pc, "function": machine.image.function_at(pc)}


def _fault(machine: Machine) -> dict[str, Any] | None:
    fault = machine.cpu.fault
    if fault is None:
        return None
    in_handler = bool(machine.exceptions.stack)
    return {**asdict(fault), "at": _place(machine, fault.pc), "in_handler": in_handler}


def _registers(machine: Machine) -> dict[str, int]:
    """End states, without the side effects of reading them."""
    found: dict[str, int] = {}
    for peripheral in machine.peripherals():
        for offset, value in peripheral.values.items():
            found[peripheral.register(offset)] = value
    for port in machine.ports.values():
        found[f"{port.name}->IDR"] = port.read(0x10)
    return found


def _memory(machine: Machine) -> dict[str, str | None]:
    """The variables that the scenario names, as hexadecimal bytes; None for one that the program lacks."""
    found: dict[str, str | None] = {}
    for name in machine.scenario.memory:
        symbol = machine.image.addresses.get(name)
        inside = symbol is not None and RAM <= symbol.value < RAM + machine.scenario.ram_bytes
        if symbol is not None and inside:
            size = min(symbol.size, MAXIMUM_MEMORY, RAM + machine.scenario.ram_bytes - symbol.value)
            found[name] = machine.cpu.read_memory(symbol.value, size).hex()
        else:
            found[name] = None
    return found


def _stack_used(machine: Machine) -> int:
    bottom, top = machine.stack_bottom - RAM, machine.stack_top - RAM
    used = next((index for index in range(bottom, top) if machine.cpu.ram[index] != _PAINTED), top)
    return top - used
