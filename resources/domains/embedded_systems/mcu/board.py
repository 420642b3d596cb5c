"""Board: the peripherals of the STM32F405, put together, and what they share: DMA requests, traces, stimuli.

How they run in time is `machine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TypeVar

from unicorn.unicorn_py3.unicorn import UcError

from .bus import Bus, BusFault
from .clocks import HSI_HZ, Flash, Pwr, Rcc
from .converter import Adc, Crc
from .core_peripherals import Dwt, SystemSpace, Watchdog
from .cpu import PERIPHERAL_SPACE, RAM, Cpu
from .devices import Device, make_device
from .dma import Dma
from .findings import EnvironmentGap, Trace, Violation, Violations
from .gpio import Exti, Gpio, Pins, Syscfg
from .peripheral import NEVER, Peripheral
from .scenario import Scenario, Stimulus
from .spi import Spi
from .timer import Timer
from .usart import BITS_OF_FRAME, Usart

_RESET_FLAGS = {"power": 0x0E000000, "software": 0x14000000, "watchdog": 0x24000000}
_USARTS = (
    ("USART1", 0x40011000, 37, 2, (("PA9", 7), ("PB6", 7)), (("PA10", 7), ("PB7", 7))),
    ("USART2", 0x40004400, 38, 1, (("PA2", 7), ("PD5", 7)), (("PA3", 7), ("PD6", 7))),
    ("USART3", 0x40004800, 39, 1, (("PB10", 7), ("PC10", 7), ("PD8", 7)), (("PB11", 7), ("PC11", 7), ("PD9", 7))),
    ("USART6", 0x40011400, 71, 2, (("PC6", 8),), (("PC7", 8),)),
)
_SPIS = (
    ("SPI1", 0x40013000, 35, 2, (("PA5", 5), ("PB3", 5)), (("PA7", 5), ("PB5", 5)), (("PA6", 5), ("PB4", 5))),
    ("SPI2", 0x40003800, 36, 1, (("PB13", 5), ("PB10", 5)), (("PB15", 5), ("PC3", 5)), (("PB14", 5), ("PC2", 5))),
    ("SPI3", 0x40003C00, 51, 1, (("PB3", 6), ("PC10", 6)), (("PB5", 6), ("PC12", 6)), (("PB4", 6), ("PC11", 6))),
)
_TIMERS: tuple[tuple[str, int, tuple[int, ...], int, int, Mapping[int, tuple[str, ...]]], ...] = (
    ("TIM1", 0x40010000, (25, 27), 2, 1, {0: ("PA8", "PE9"), 1: ("PA9", "PE11"), 2: ("PA10", "PE13"), 3: ("PA11",)}),
    ("TIM2", 0x40000000, (28,), 1, 1, {0: ("PA0", "PA5", "PA15"), 1: ("PA1", "PB3"), 2: ("PA2", "PB10"), 3: ("PA3",)}),
    ("TIM3", 0x40000400, (29,), 1, 2, {0: ("PA6", "PB4", "PC6"), 1: ("PA7", "PB5", "PC7"), 2: ("PB0", "PC8"),
                                       3: ("PB1", "PC9")}),
    ("TIM4", 0x40000800, (30,), 1, 2, {0: ("PB6", "PD12"), 1: ("PB7", "PD13"), 2: ("PB8", "PD14"), 3: ("PB9", "PD15")}),
    ("TIM5", 0x40000C00, (50,), 1, 2, {0: ("PA0",), 1: ("PA1",), 2: ("PA2",), 3: ("PA3",)}),
    ("TIM6", 0x40001000, (54,), 1, 0, {}),
    ("TIM7", 0x40001400, (55,), 1, 0, {}),
)  # fmt: skip
_DMAS = (
    ("DMA1", 0x40026000, (11, 12, 13, 14, 15, 16, 17, 47)),
    ("DMA2", 0x40026400, (56, 57, 58, 59, 60, 68, 69, 70)),
)


Kind = TypeVar("Kind", bound=Peripheral)


class Board(ABC):
    """Peripherals by name, and what they ask of the `Machine`, which extends this. All times are CPU cycles."""

    cpu: Cpu
    ports: dict[str, Gpio]
    usarts: dict[str, Usart]
    adc: Adc
    watchdog: Watchdog

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.time = self.event_time = 0
        self.hertz = HSI_HZ
        self._base_cycle = self._base_ns = 0
        self.trace, self.violations = Trace(), Violations()
        self.pins = Pins(self)
        self._serving = False
        self._stimuli = list(scenario.stimuli)
        self.power_up("power", None)
        self.devices: list[Device] = [make_device(self, kind, options) for kind, options in scenario.devices]
        self.apply_stimuli()

    @abstractmethod
    def now(self) -> int:
        """The cycle of the instruction that is being executed."""

    @abstractmethod
    def end_slice(self) -> None:
        """Lets the CPU stop after the current instruction: something may have changed for it."""

    @abstractmethod
    def reset(self, reason: str) -> None:
        """After the current instruction: "software" or "watchdog"."""

    @abstractmethod
    def pending(self) -> set[int]:
        """Enabled exceptions that wait."""

    @property
    @abstractmethod
    def active(self) -> list[int]:
        """Exceptions in progress, innermost last."""

    # Time

    def now_ns(self) -> int:
        return self.ns_at(self.now())

    def ns_at(self, cycle: int) -> int:
        return self._base_ns + (cycle - self._base_cycle) * 1_000_000_000 // self.hertz

    def cycle_of_ns(self, at: int) -> int:
        """The first cycle that is not before a time."""
        return self._base_cycle + -(-(at - self._base_ns) * self.hertz // 1_000_000_000)

    def set_hertz(self, hertz: int) -> None:
        """From now on a cycle has another length."""
        now = self.now()
        self._base_ns, self._base_cycle, self.hertz = self.ns_at(now), now, hertz

    # Peripherals

    def power_up(self, reason: str, before: Board | None) -> None:
        """All peripherals as after a reset; what was recorded of those of `before` stays."""
        self.set_hertz(HSI_HZ)
        self.devices = [] if before is None else self.devices
        self.bus = Bus(self)
        self.rcc = self._attach(0x40023800, Rcc(self, "RCC"), awake=True)
        self.rcc.configure(_RESET_FLAGS[reason])
        self.flash = self._attach(0x40023C00, Flash(self, "FLASH"))
        self._attach(0x40007000, Pwr(self, "PWR"))
        self.system = self._attach(0xE000E000, SystemSpace(self), awake=True, size=0x1000)
        self._attach(0xE0001000, Dwt(self), size=0x1000)
        self._attach_ports(before)
        self._attach_serial(before)
        self.timers = [
            self._attach(
                base, Timer(self, name, lines, bus, function=function, pins=pins, wide=name in ("TIM2", "TIM5"))
            )
            for name, base, lines, bus, function, pins in _TIMERS
        ]
        self.dmas = [self._attach(base, Dma(self, name, lines)) for name, base, lines in _DMAS]
        self._attach_rest(before)

    def _attach(self, base: int, peripheral: Kind, *, awake: bool = False, size: int = 0x400) -> Kind:
        self.bus.attach(base, peripheral, size)
        if awake:
            self.bus.touched[peripheral.name] = peripheral
        return peripheral

    def _attach_ports(self, before: Board | None) -> None:
        self.syscfg = self._attach(0x40013800, Syscfg(self, "SYSCFG"))
        self.exti = self._attach(0x40013C00, Exti(self, "EXTI"), awake=True)
        ports = {letter: Gpio(self, letter) for letter in "ABCDE"}
        for index, port in enumerate(ports.values()):
            self._attach(0x40020000 + 0x400 * index, port)
            if before is not None:
                port.adopt(before.ports[port.letter])
        self.ports = ports
        self.pins.outputs.clear()
        for port in ports.values() if before is not None else ():
            port.refresh()

    def _attach_serial(self, before: Board | None) -> None:
        earlier = dict(self.usarts) if before is not None else {}
        self.usarts = {
            name: self._attach(base, Usart(self, name, (line,), bus, pins, receive), awake=True)
            for name, base, line, bus, pins, receive in _USARTS
        }
        for name, usart in earlier.items():
            self.usarts[name].adopt(usart)
        self.spis = {
            name: self._attach(base, Spi(self, name, (line,), bus, clock, out, back))
            for name, base, line, bus, clock, out, back in _SPIS
        }

    def _attach_rest(self, before: Board | None) -> None:
        adc, watchdog = Adc(self), Watchdog(self)
        if before is not None:
            adc.inputs, adc.conversions = self.adc.inputs, self.adc.conversions
            watchdog.feeds = self.watchdog.feeds
        self.adc = self._attach(0x40012000, adc)
        self.watchdog = self._attach(0x40003000, watchdog)
        self._attach(0x40023000, Crc(self, "CRC"))

    def peripherals(self) -> Iterator[Peripheral]:
        """Those that the program has written to, and those that are always there."""
        yield from self.bus.touched.values()

    # What peripherals report

    def violate(self, register: str, text: str) -> None:
        self.violations.add(Violation(register, text, self.cpu.pc, self.now_ns()))

    def unclocked(self, what: str, peripheral: Peripheral, register: str) -> None:
        self.violate(register, f"{what} while the clock of {peripheral.name} is off ({self.bus.gate_name(peripheral)})")

    def gap(self, what: str) -> None:
        raise EnvironmentGap(what)

    # DMA

    def dma_requests(self) -> None:
        """Lets DMA streams serve whatever peripheral asks, until none does."""
        if self._serving:
            return
        self._serving = True
        try:
            while any(dma.requests() for dma in self.dmas):
                pass
        finally:
            self._serving = False

    def dma_request(self, name: str, receive: bool) -> bool:
        asking = self.usarts.get(name) or self.spis.get(name) or (self.adc if name == "ADC1" else None)
        return asking is not None and asking.dma_request(receive)

    def timer_request(self, timer: str) -> None:
        for dma in self.dmas:
            dma.timer_request(timer)

    def dma_copy(self, source: int, target: int, size: int) -> bool:
        """Moves one item; False where an address cannot be reached."""
        try:
            self._dma_store(target, self._dma_load(source, size), size)
        except (BusFault, UcError):
            return False
        return True

    def _dma_load(self, address: int, size: int) -> int:
        if address < PERIPHERAL_SPACE:
            return int.from_bytes(self.cpu.read_memory(address, size), "little")
        peripheral, offset = self.bus.find(address)
        return peripheral.read(offset) >> 8 * (address & 3) & ((1 << 8 * size) - 1)

    def _dma_store(self, address: int, value: int, size: int) -> None:
        if address < PERIPHERAL_SPACE:
            if address < RAM:
                raise BusFault
            self.cpu.write_memory(address, (value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))
            return
        peripheral, offset = self.bus.find(address)
        peripheral.write(offset, value << 8 * (address & 3))

    # From outside

    def spi_exchange(self, name: str, value: int, bits: int) -> int:
        """What comes back while a frame goes out; an open line reads as ones."""
        answers = [device.exchange(name, value, bits) for device in self.devices]
        return next((answer for answer in answers if answer is not None), (1 << bits) - 1)

    def next_stimulus(self) -> int:
        return self.cycle_of_ns(self._stimuli[0].at_ns) if self._stimuli else NEVER

    def apply_stimuli(self) -> None:
        while self._stimuli and self.next_stimulus() <= self.time:
            self._apply(self._stimuli.pop(0))

    def _apply(self, stimulus: Stimulus) -> None:
        if stimulus.kind == "pin":
            self.pins.drive(stimulus.target, stimulus.value)
        elif stimulus.kind == "adc":
            self.adc.inputs[int(stimulus.target)] = stimulus.value or 0
        else:
            frame = BITS_OF_FRAME * self.hertz // stimulus.baud
            self.usarts[stimulus.target].receive(self.time + frame, stimulus.value or 0, stimulus.baud)
