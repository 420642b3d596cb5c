"""What a scenario connects to the board (register devices on I2C and SPI, a loop, wires) and what it disturbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from .board import Board


_LSBFIRST = 1 << 7


class Device(Protocol):
    """Sees every edge of every pin; may answer SPI frames."""

    def edge(self, pin: str, level: int) -> None: ...

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        """The answer to a frame; None where the device is not on this bus or not selected."""
        ...

    def report(self) -> Mapping[str, Any]: ...


class Wire:
    """One pin follows another, as if connected."""

    def __init__(self, machine: Board, source: str, target: str) -> None:
        self._machine, self._source, self._target = machine, source, target

    def edge(self, pin: str, level: int) -> None:
        if pin == self._source:
            self._machine.pins.drive(self._target, level)

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        return None

    def report(self) -> Mapping[str, Any]:
        return {}


class SpiLoop:
    """MISO is wired to MOSI."""

    def __init__(self, spi: str) -> None:
        self._spi = spi

    def edge(self, pin: str, level: int) -> None:
        return None

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        return value if spi == self._spi else None

    def report(self) -> Mapping[str, Any]:
        return {}


class SpiRegisters:
    """A sensor with 8-bit registers: the first byte is an address, bit 7 set for a read; select is active low.

    It takes modes 0 and 3, most significant bit first; in another mode it samples a bit too late. With `busy_us`, BSY
    falls that much later than it need: who waits for it is told from who is merely slow.
    """

    def __init__(self, machine: Board, options: Mapping[str, Any]) -> None:
        self._machine = machine
        self.spi, self._select = str(options["spi"]), str(options["select"])
        self.busy_us = int(options.get("busy_us", 0))
        self.registers = _registers(options)
        self._selected = False
        self._address: int | None = None
        self._reading = False
        self.transactions = self.cut = 0

    def edge(self, pin: str, level: int) -> None:
        if pin == self._select:
            if self._selected and self._machine.spis[self.spi].is_busy():
                self.cut += 1
                self._machine.violate(f"{self.spi}->SR", f"{pin} deselects the device while BSY is set")
            self._selected = level == 0
            self._address = None
            self.transactions += self._selected

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        if spi != self.spi or not self._selected:
            return None
        control = self._machine.spis[spi].values.get(0x00, 0)
        value = _reversed(value) if control & _LSBFIRST else value
        if control & 3 in (1, 2):
            value = (value << 1 | value & 1) & 0xFF
        answer = self._answer(value)
        return _reversed(answer) if control & _LSBFIRST else answer

    def _answer(self, value: int) -> int:
        if self._address is None:
            self._address, self._reading = value & 0x7F, bool(value & 0x80)
            return 0
        answer = self.registers.get(self._address, 0) if self._reading else 0
        if not self._reading:
            self.registers[self._address] = value & 0xFF
        self._address = (self._address + 1) & 0x7F
        return answer

    def report(self) -> Mapping[str, Any]:
        registers = {str(key): value for key, value in self.registers.items()}
        return {"registers": registers, "count": self.transactions, "cut": self.cut}


def _reversed(byte: int) -> int:
    return int(f"{byte & 0xFF:08b}"[::-1], 2)


class I2cRegisters:
    """A slave on two open-drain pins: a register address is written first, then bytes are written or read.

    It acknowledges the first `takes` bytes after each start, its address included, and refuses the next; its address
    for a read only where it `reads`.
    """

    def __init__(self, machine: Board, clock: str, data: str, options: Mapping[str, Any]) -> None:
        self._machine, self._clock, self._data, self._address = machine, clock, data, int(options["address"])
        self._takes, self._reads, self._taken = int(options.get("takes", 1 << 30)), options.get("reads", True), 0
        self.registers = _registers(options)
        self.transactions = self.refused = self.stops = self.acknowledged = 0
        self._levels = {clock: 1, data: 1}
        self._state = "idle"
        self._bits: list[int] = []
        self._out: list[int] = []
        self._pointer: int | None = None
        self._holding = False
        for pin in (clock, data):
            machine.pins.outside[pin] = 1

    def edge(self, pin: str, level: int) -> None:
        if pin not in self._levels or self._levels[pin] == level:
            return
        self._levels[pin] = level
        if pin == self._data:
            if self._levels[self._clock] and not self._holding:
                self._start_or_stop(level)
        elif level:
            self._rise()
        else:
            self._fall()

    def _start_or_stop(self, level: int) -> None:
        self._state, self._bits, self._out = ("idle", [], []) if level else ("address", [], [])
        self._taken = 0
        self.transactions += level == 0
        self.stops += level

    def _rise(self) -> None:
        if self._state in ("address", "write") and len(self._bits) < 8:
            self._bits.append(self._levels[self._data])
        elif self._state == "read acknowledge" and self._levels[self._data]:
            self._state = "ignore"

    def _fall(self) -> None:
        if self._state in ("address", "write"):
            self._fall_while_listening()
        elif self._state == "acknowledge":
            self._release()
            self._state, self._bits = "write", []
        elif self._state == "acknowledge read":
            self._load()
        elif self._state == "read":
            self._shift()
        elif self._state == "read acknowledge":
            self.acknowledged += 1
            self._load()

    def _fall_while_listening(self) -> None:
        if len(self._bits) < 8:
            return
        byte = sum(bit << 7 - index for index, bit in enumerate(self._bits))
        if self._taken == self._takes or (self._state == "address" and not self._is_called(byte)):
            self._state = "ignore"
            self.refused += 1
            return
        self._taken += 1
        if self._state == "address":
            self._state = "acknowledge read" if byte & 1 else "acknowledge"
            self._pointer = self._pointer if byte & 1 else None
        else:
            self._store(byte)
            self._state = "acknowledge"
        self._hold(0)

    def _is_called(self, byte: int) -> bool:
        return byte >> 1 == self._address and (self._reads or not byte & 1)

    def _store(self, byte: int) -> None:
        if self._pointer is None:
            self._pointer = byte
        else:
            self.registers[self._pointer] = byte
            self._pointer = (self._pointer + 1) & 0xFF

    def _load(self) -> None:
        pointer = self._pointer or 0
        byte = self.registers.get(pointer, 0xFF)
        self._pointer = (pointer + 1) & 0xFF
        self._out = [byte >> 7 - index & 1 for index in range(8)]
        self._state = "read"
        self._shift()

    def _shift(self) -> None:
        if self._out:
            self._hold(self._out.pop(0))
        else:
            self._release()
            self._state = "read acknowledge"

    def _hold(self, level: int) -> None:
        self._drive(level)

    def _release(self) -> None:
        self._drive(1)

    def _drive(self, level: int) -> None:
        self._holding = True
        self._machine.pins.drive(self._data, level)
        self._holding = False

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        return None

    def report(self) -> Mapping[str, Any]:
        registers = {str(key): value for key, value in self.registers.items()}
        return {
            "registers": registers, "count": self.transactions, "refused": self.refused, "stops": self.stops,
            "acknowledged": self.acknowledged,
        }  # fmt: skip


class BitError:
    """One item that a DMA stream moves arrives with other bits: `item` counts all that the stream moves."""

    def __init__(self, stream: str, item: int, flip: int) -> None:
        self._stream, self._item, self._flip = stream, item, flip
        self._moved = 0

    def edge(self, pin: str, level: int) -> None:
        return None

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        return None

    def carry(self, stream: str, value: int) -> int:
        """The item as it arrives."""
        if stream != self._stream:
            return value
        self._moved += 1
        return value ^ self._flip if self._moved == self._item else value

    def report(self) -> Mapping[str, Any]:
        return {}


class SlowClocks:
    """Clock sources take a `factor` of their usual time to start, and the switch to another one `switch_us`."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._factors = {name: int(options[name]) for name in ("HSE", "PLL") if name in options}
        self.switch_us = int(options.get("switch_us", 0))

    def factor(self, source: str) -> int:
        return self._factors.get(source, 1)

    def edge(self, pin: str, level: int) -> None:
        return None

    def exchange(self, spi: str, value: int, bits: int) -> int | None:
        return None

    def report(self) -> Mapping[str, Any]:
        return {}


def _registers(options: Mapping[str, Any]) -> dict[int, int]:
    return {int(key): int(value) for key, value in options.get("registers", {}).items()}


def make_device(machine: Board, kind: str, options: Mapping[str, Any]) -> Device:
    """A scenario's device. Raises KeyError for an unknown kind or a missing option."""
    makers: dict[str, Callable[[], Device]] = {
        "wire": lambda: Wire(machine, options["from"], options["to"]),
        "spi_loop": lambda: SpiLoop(options["spi"]),
        "spi_registers": lambda: SpiRegisters(machine, options),
        "bit_error": lambda: BitError(options["stream"], int(options["item"]), int(options["flip"])),
        "i2c_registers": lambda: I2cRegisters(machine, options["clock"], options["data"], options),
        "slow_clocks": lambda: SlowClocks(options),
    }
    return makers[kind]()
