"""Board: the peripherals of the STM32F405, put together, and what they share: DMA requests, traces, stimuli.

How they run in time is `machine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from unicorn.unicorn_py3.unicorn import UcError

from .bus import Bus, BusFault
from .clocks import HSI_HZ, Flash, Pwr, Rcc
from .converter import Adc, Crc
from .core_peripherals import FIRST_INTERRUPT, SystemSpace
from .cpu import PERIPHERAL_SPACE, RAM, Cpu
from .devices import BitError, Device, SlowClocks, SpiRegisters, make_device
from .dma import Dma
from .findings import EnvironmentGap, Trace, Violation, Violations
from .gpio import Exti, Gpio, Pins, Syscfg
from .peripheral import NEVER, Peripheral
from .scenario import Scenario, Stimulus
from .spi import Spi
from .timer import Timer
from .usart import BITS_OF_FRAME, Usart
from .watchdog import Dwt, Watchdog
from .wiring import DMAS, RESET_FLAGS, SPIS, TIMERS, USARTS

if TYPE_CHECKING:
    from .conduct import Conduct

Kind = TypeVar("Kind", bound=Peripheral)


class Board(ABC):
    """Peripherals by name, and what they ask of the `Machine`, which extends this. All times are CPU cycles."""

    cpu: Cpu
    ports: dict[str, Gpio]
    usarts: dict[str, Usart]
    spis: dict[str, Spi]
    adc: Adc
    watchdog: Watchdog
    conduct: Conduct

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
    def step(self, cost: int = 1) -> None:
        """Counts a thing that costs time of the host. May raise what ends the run: no loop is without an end."""

    @abstractmethod
    def reset(self, reason: str) -> None:
        """After the current instruction: "software", "watchdog", or "pin" from outside."""

    @abstractmethod
    def wake(self) -> None:
        """Sets the CPU's event flag, on which WFE goes on."""

    @abstractmethod
    def flooded(self) -> None:
        """More was put out than is kept: the run has shown enough."""

    @abstractmethod
    def is_masked(self) -> bool:
        """Whether PRIMASK or FAULTMASK holds interrupts back."""

    @property
    @abstractmethod
    def active(self) -> list[int]:
        """Exceptions in progress, innermost last."""

    def pending(self) -> set[int]:
        """Enabled exceptions that wait, active ones included."""
        self.system.latch({FIRST_INTERRUPT + line for line in self.lines()})
        return {number for number in self.system.pending if self.system.enabled(number)}

    def lines(self) -> set[int]:
        """The numbers of all interrupts whose line is high, enabled or not."""
        return {line for peripheral in self.bus.touched.values() for line in peripheral.lines()}

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
        self.blocks: dict[str, Peripheral] = {}
        earlier = None if before is None else before.rcc
        self.rcc: Rcc = self._attach(0x40023800, Rcc(self, "RCC"), awake=True)
        self.rcc.configure(RESET_FLAGS[reason], earlier)
        self.flash = self._attach(0x40023C00, Flash(self, "FLASH"))
        self.power = self._attach(0x40007000, Pwr(self, "PWR"))
        self.system = self._attach(0xE000E000, SystemSpace(self), awake=True, size=0x1000)
        self._attach(0xE0001000, Dwt(self), size=0x1000)
        self._attach_ports(before)
        self._attach_serial(before)
        self.timers = [
            self._attach(
                base, Timer(self, name, lines, bus, function=function, pins=pins, wide=name in ("TIM2", "TIM5"))
            )
            for name, base, lines, bus, function, pins in TIMERS
        ]
        self.dmas = [self._attach(base, Dma(self, name, lines)) for name, base, lines in DMAS]
        self._attach_rest(before)
        for peripheral in self.blocks.values():
            peripheral.settle_in()

    def _attach(self, base: int, peripheral: Kind, *, awake: bool = False, size: int = 0x400) -> Kind:
        self.bus.attach(base, peripheral, size)
        self.blocks[peripheral.name] = peripheral
        if awake:
            self.bus.touched[peripheral.name] = peripheral
        return peripheral

    def _attach_ports(self, before: Board | None) -> None:
        self.syscfg = self._attach(0x40013800, Syscfg(self, "SYSCFG"))
        self.exti = self._attach(0x40013C00, Exti(self), awake=True)
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
            for name, base, line, bus, pins, receive in USARTS
        }
        for name, usart in earlier.items():
            self.usarts[name].adopt(usart)
        frames = {name: spi.frames for name, spi in self.spis.items()} if before is not None else {}
        self.spis = {
            name: self._attach(base, Spi(self, name, (line,), bus, clock, out, back))
            for name, base, line, bus, clock, out, back in SPIS
        }
        for name, sent in frames.items():
            self.spis[name].frames = sent

    def _attach_rest(self, before: Board | None) -> None:
        adc, watchdog = Adc(self), Watchdog(self)
        if before is not None:
            adc.inputs = self.adc.inputs
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
        if self.bus.is_held(peripheral):
            self.violate(
                register, f"{what} while {peripheral.name} is held in reset ({self.bus.reset_name(peripheral)})"
            )
            return
        self.violate(register, f"{what} while the clock of {peripheral.name} is off ({self.bus.gate_name(peripheral)})")

    def restart(self, name: str) -> None:
        """A peripheral's registers are those of the start, and what it put out is gone."""
        self.blocks[name].restart()
        for pin, function in [place for place in self.pins.outputs if self.pins.drivers.get(place) == name]:
            del self.pins.outputs[pin, function]
        for port in self.ports.values():
            port.refresh()

    def gap(self, what: str) -> None:
        raise EnvironmentGap(what)

    def refuse_deep_sleep(self) -> None:
        """Where the CPU goes to sleep. Raises EnvironmentGap for the modes in which clocks stop."""
        if self.system.values.get(0xD10, 0) & 4:
            self.gap("Stop and Standby mode (SCB->SCR bit 2, SLEEPDEEP)")

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

    def dma_over(self, asking: tuple[str, bool] | None) -> None:
        """A stream has moved all items of its transfer, for whom it serves (None from memory to memory)."""
        if asking is not None and asking[0] == "ADC1":
            self.adc.dma_over()

    def timer_request(self, timer: str) -> None:
        for dma in self.dmas:
            dma.timer_request(timer)

    def dma_copy(self, stream: str, source: int, target: int, size: int) -> bool:
        """Moves one item; False where an address cannot be reached."""
        self.step()
        self.conduct.settle(self.conduct.context())
        self.conduct.stream = stream
        try:
            value = self._dma_load(source, size)
            for device in self.devices:
                value = device.carry(stream, value) if isinstance(device, BitError) else value
            self._dma_store(target, value, size)
            self.conduct.moved(source, target)
        except (BusFault, UcError):
            return False
        finally:
            self.conduct.stream = ""
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
        outer, self.conduct.register = self.conduct.register, peripheral.register(offset)
        peripheral.put(offset, value << 8 * (address & 3))
        self.conduct.register = outer

    # From outside

    def start_up_factor(self, source: str) -> int:
        """How many times slower than usual a clock source starts."""
        return max((device.factor(source) for device in self.devices if isinstance(device, SlowClocks)), default=1)

    def switch_cycles(self) -> int:
        """How long the CPU's clock takes to become another one."""
        lag_us = max((device.switch_us for device in self.devices if isinstance(device, SlowClocks)), default=0)
        return lag_us * self.hertz // 1_000_000

    def busy_lag(self, spi: str) -> int:
        """How much longer than it needs an SPI says that it is busy, in cycles."""
        lags = [device.busy_us for device in self.devices if isinstance(device, SpiRegisters) and device.spi == spi]
        return max(lags, default=0) * self.hertz // 1_000_000

    def spi_exchange(self, name: str, value: int, bits: int) -> int:
        """What comes back while a frame goes out; an open line reads as ones."""
        answers = [device.exchange(name, value, bits) for device in self.devices]
        return next((answer for answer in answers if answer is not None), (1 << bits) - 1)

    def next_stimulus(self) -> int:
        return self.cycle_of_ns(self._stimuli[0].at_ns) if self._stimuli else NEVER

    def apply_stimuli(self) -> None:
        while self._stimuli and self.next_stimulus() <= self.time:
            self._apply(self._stimuli.pop(0))

    def bring(self, stimulus: Stimulus) -> None:
        """The interrupt of a stimulus comes now: a byte that may be on its way is complete."""
        if stimulus in self._stimuli:
            self._stimuli.remove(stimulus)
            self._apply(stimulus)
        if stimulus.kind == "uart":
            self.usarts[stimulus.target].hasten(self._end_of_byte(stimulus), self.time)

    def _apply(self, stimulus: Stimulus) -> None:
        if stimulus.kind == "pin":
            self.pins.drive(stimulus.target, stimulus.value)
        elif stimulus.kind == "adc":
            self.adc.inputs[int(stimulus.target)] = stimulus.value or 0
        elif stimulus.kind == "reset":
            self.reset(stimulus.target)
        else:
            end = self._end_of_byte(stimulus)
            self.usarts[stimulus.target].receive(end, stimulus.value or 0, stimulus.baud)

    def _end_of_byte(self, stimulus: Stimulus) -> int:
        """The cycle at which its stop bit ends."""
        return self.cycle_of_ns(stimulus.at_ns) + BITS_OF_FRAME * self.hertz // stimulus.baud
