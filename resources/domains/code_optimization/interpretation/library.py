"""The C library's functions that baselines call, as far as the interpretation follows them."""

from collections.abc import Callable

from resources.domains.code_optimization.interpretation.machine import Machine, number_of

_MOST_BYTES = 1 << 16
_TARGET, _SOURCE, _COUNT, _RESULT = (number_of(name) for name in ("rdi", "rsi", "rdx", "rax"))
_LOST = tuple(number_of(name) for name in ("rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11"))
_LEFT_OVER = 0x5AFE_0F0F


def _set_bytes(machine: Machine) -> None:
    target, count = machine.registers[_TARGET], min(machine.registers[_COUNT], _MOST_BYTES)
    machine.fill(target, bytes([machine.registers[_SOURCE] & 0xFF]) * count)
    _done(machine, target)


def _copy_bytes(machine: Machine) -> None:
    target, count = machine.registers[_TARGET], min(machine.registers[_COUNT], _MOST_BYTES)
    machine.fill(target, machine.part(machine.registers[_SOURCE], count))
    _done(machine, target)


def _done(machine: Machine, result: int) -> None:
    """What a call leaves in the registers that it need not keep is nothing to rely on."""
    for number in _LOST:
        machine.registers[number] = _LEFT_OVER
    machine.registers[_RESULT] = result


FUNCTIONS: dict[str, Callable[[Machine], None]] = {"memset": _set_bytes, "memcpy": _copy_bytes, "memmove": _copy_bytes}
