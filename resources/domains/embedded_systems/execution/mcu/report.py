"""The report of one run: everything that checks may ask about, as JSON. No judgement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

from .board import Board
from .cpu import RAM
from .exceptions import name_of
from .machine import Machine

MAXIMUM_MEMORY = 4096


def board_report(board: Board, place_of: Callable[[int], Mapping[str, Any]]) -> dict[str, Any]:
    """What any board shows at the end of a run, whoever ran its program; `place_of` says where an access stands."""
    return {
        "name": board.scenario.name,
        "active": [name_of(exception) for exception in board.active],
        "ended_ns": board.ns_at(board.time),
        "violations": [{**asdict(item), "at": place_of(item.pc)} for item in board.violations.by_place.values()],
        "uart": {name: usart.sent for name, usart in board.usarts.items() if usart.sent},
        "spi": {name: spi.frames for name, spi in board.spis.items() if spi.frames},
        "pins": board.pins.waveforms,
        "registers": _registers(board),
        "devices": [device.report() for device in board.devices],
        "watchdog_feeds": board.watchdog.feeds,
        "cycles": board.time,
    }


def report_of(machine: Machine) -> dict[str, Any]:
    streak = machine.polling.streak
    return board_report(machine, partial(_place, machine)) | {
        "ended": machine.ended,
        "fault": _fault(machine),
        "interrupts": {name: asdict(tally) for name, tally in machine.exceptions.tallies.items()},
        "trace": [[a.operation, a.register, a.value, a.time_ns, a.count] for a in machine.trace.accesses()],
        "first_writes": machine.trace.written,
        "accesses": machine.trace.total,
        "memory": _memory(machine),
        "resets": machine.resets,
        "idle_cycles": machine.idle_cycles,
        "instructions": machine.instructions,
        "stack_bytes": _stack_used(machine),
        "conduct": machine.conduct.report(),
        "reached": sorted(machine.reached),
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


def _registers(board: Board) -> dict[str, int]:
    """End states, without the side effects of reading them."""
    values = {
        peripheral.register(offset): value
        for peripheral in board.peripherals()
        for offset, value in peripheral.values.items()
    }
    return values | {f"{port.name}->IDR": port.read(0x10) for port in board.ports.values()}


def _memory(machine: Machine) -> dict[str, str | None]:
    """The variables that the scenario names, as hexadecimal bytes; None for one that the program lacks."""
    contents: dict[str, str | None] = {}
    for name in machine.scenario.memory:
        symbol = machine.image.addresses.get(name)
        inside = symbol is not None and RAM <= symbol.value < RAM + machine.scenario.ram_bytes
        if symbol is not None and inside:
            size = min(symbol.size, MAXIMUM_MEMORY, RAM + machine.scenario.ram_bytes - symbol.value)
            contents[name] = machine.cpu.read_memory(symbol.value, size).hex()
        else:
            contents[name] = None
    return contents


def _stack_used(machine: Machine) -> int:
    bottom, top = machine.stack_bottom - RAM, machine.stack_top - RAM
    used = next((index for index in range(bottom, top) if machine.cpu.ram[index] != machine.paint[index]), top)
    return top - used
