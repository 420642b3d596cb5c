"""Family `spi_driver`: a device with registers on SPI1, set up at the start and asked over the terminal."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resources.domains.embedded_systems.execution.checks.demands import AlwaysCheck, DrivenCheck
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    DeviceCheck,
    LevelCheck,
    RegisterCheck,
    SpiCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    core_sentence,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.families.sleep_limits import BYTE_MS, sleep_check
from resources.domains.embedded_systems.tasks.families.spi_code import reference_of
from resources.domains.embedded_systems.tasks.families.spi_model import Action, Device, draw_device
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_SETTLE_MS = 6.0
_BETWEEN_MS = 7.0
_ACTION_MS, _FRAME_MS = 4.0, 0.01
_BUSY_US = 30
_BURST = 8
"""Letters that are typed right behind each other; drivers keep that many."""


@dataclass
class Session:
    """What goes over SPI and to the terminal; `registers` are the device's."""

    device: Device
    registers: dict[int, int]
    sent: list[int | None] = field(default_factory=list)
    shown: str = ""
    transfers: int = 0

    def read(self, address: int, count: int) -> list[int]:
        self.transfers += 1
        self.sent += [address | 0x80, *[None] * count]
        return [self.registers.get(address + place, 0) for place in range(count)]

    def write(self, address: int, value: int) -> None:
        self.transfers += 1
        self.sent += [address, value]
        self.registers[address] = value

    def begin(self) -> None:
        device = self.device
        (identity,) = self.read(device.identity_at, 1)
        if identity != device.identity:
            self.shown += f"{device.absent}\r\n"
            return
        for address, value in device.setup:
            self.write(address, value)
        self.shown += f"{device.present}\r\n"

    def do(self, action: Action) -> None:
        if action.kind == "values":
            data = bytes(self.read(action.address, action.count * action.width))
            values = [
                int.from_bytes(data[at : at + action.width], action.order, signed=action.signed)
                for at in range(0, len(data), action.width)
            ]
            self.shown += action.shown(values) + "\r\n"
        elif action.kind == "set":
            self.write(action.address, action.mask)
            self.shown += "*"
        else:
            (old,) = self.read(action.address, 1)
            new = {"raise": old | action.mask, "drop": old & ~action.mask, "flip": old ^ action.mask}[action.kind]
            self.write(action.address, new)
            self.shown += f"{new:02X}\r\n"


def _scenario(
    device: Device, name: str, registers: Mapping[int, int], typed: Sequence[str], busy_us: int = 0
) -> ScenarioRecord:
    """Letters of one text come right behind each other; BSY stays up for `busy_us` behind each transfer."""
    session = Session(device, dict(registers))
    session.begin()
    by_letter, stimuli, at = {action.letter: action for action in device.actions}, [], _SETTLE_MS
    for text in typed:
        stimuli.append(UartInput(round(at, 3), "USART2", text=text))
        asked = [by_letter[letter] for letter in text if letter in by_letter]
        for action in asked:
            session.do(action)
        at += max(_BETWEEN_MS, len(text) * BYTE_MS + _ACTION_MS * len(asked))
    written = {action.address for action in device.actions if action.kind != "values"}
    written |= {address for address, _ in device.setup}
    letters, duration = sum(map(len, typed)), round(at + 2, 1)
    work_ms = len(session.sent) * (8 * device.prescaler / 16000 + _FRAME_MS) + session.transfers * busy_us / 1000
    checks: list[Check] = [
        UartCheck("USART2", equals=session.shown),
        SpiCheck("SPI1", tuple(session.sent)),
        DeviceCheck(0, {address: session.registers.get(address, 0) for address in sorted(written)
                        if address in session.registers},
                    count=(session.transfers, session.transfers), cut=(0, 0)),
        RegisterCheck("SPI1->CR1", device.control, 0xBBF),
        LevelCheck("PA4", duration - 0.1, 1),
        sleep_check(duration, events=letters, sent=len(session.shown), work_ms=work_ms),
        CORE,
    ]  # fmt: skip
    listed = {str(address): value for address, value in sorted(registers.items())}
    connected: dict[str, Any] = {"kind": "spi_registers", "spi": "SPI1", "select": "PA4", "registers": listed}
    connected |= {"busy_us": busy_us} if busy_us else {}
    return ScenarioRecord(
        name, duration, tuple(checks), (DrivenCheck("PA4", "output"), AlwaysCheck(device.shifted, "shift SPI1 *")),
        tuple(stimuli), devices=(connected,),
    )  # fmt: skip


def _scenarios(device: Device, choice: random.Random) -> Iterator[ScenarioRecord]:
    letters = "".join(action.letter for action in device.actions)

    def content(identity: int, **fixed: int) -> dict[int, int]:
        drawn = {address: fixed.get("value", choice.randrange(256)) for address in device.used}
        return drawn | {device.identity_at: identity}

    other = next(letter for letter in "qjyQ" if letter not in letters)
    yield _scenario(device, "the right device", content(device.identity), letters)
    yield _scenario(device, "another device", content(device.identity ^ 1 << choice.randrange(8)), letters[0] + other)
    yield _scenario(device, "all bits set", content(device.identity, value=0xFF), letters + letters[-1])
    yield _scenario(device, "all bits clear", content(device.identity, value=0), letters, _BUSY_US)
    typed = "".join(choice.choice(letters + other + letters[0].swapcase()) for _ in range(9))
    yield _scenario(device, "drawn letters", content(device.identity), typed)
    held = dict.fromkeys(device.used, 0x5A) | {device.identity_at: device.identity}
    burst = (letters * _BURST)[:_BURST]
    yield _scenario(device, "letters right behind each other", held, [burst, other * 260, letters])


def _action_told(action: Action) -> str:
    address = f"0x{action.address:02X}"
    if action.kind == "set":
        return f"`{action.letter}` writes 0x{action.mask:02X} to register {address} and sends `*`."
    if action.kind != "values":
        what = {
            "raise": "sets in it the bits of",
            "drop": "clears in it the bits of",
            "flip": "inverts in it the bits of",
        }
        return (
            f"`{action.letter}` reads register {address}, {what[action.kind]} 0x{action.mask:02X}, writes it back, and "
            "sends the new value as two upper-case hexadecimal digits and a line end."
        )
    width = "a byte" if action.width == 1 else f"16 bits, {'high' if action.order == 'big' else 'low'} byte first"
    signed = "signed" if action.signed else "unsigned"
    size = action.count * action.width
    return (
        f"`{action.letter}` reads {size} byte{'s' * (size > 1)} from register {address} on in one transfer: "
        f"{action.count} value{'s' * (action.count > 1)}, each {width}, {signed}; it sends {action.form}, and a line "
        f"end."
    )


def _points(device: Device, choice: random.Random) -> tuple[Point, ...]:
    setup = " and then ".join(f"0x{value:02X} to register 0x{address:02X}" for address, value in device.setup)
    seen = ("spi SPI1", "device 0", "uart USART2")
    return (
        Point("Bus", (
            says("The device is on SPI1 (PA5 SCK, PA6 MISO, PA7 MOSI, alternate function 5); PA4, an output, selects "
                 "it "
                 "while it is low.", "spi SPI1", "driven PA4", "level_of PA4"),
            says(f"SPI1 is the master in mode {device.mode}, with eight bits, the highest first, prescaler "
                 f"{device.prescaler} and software select management (SSM and SSI).", "register SPI1->CR1",
                 f"always {device.shifted}"),
            says("A transfer selects the device, sends a register's address (with bit 7 set for a read), reads or "
                 "writes its bytes, and deselects it; within a transfer the address moves on by itself.",
                 "spi SPI1", "device 0"),
            says("The device is deselected only when the SPI is no longer busy.", "device 0", "level_of PA4"),
        )),
        Point("Start", (
            says(f"At the start register 0x{device.identity_at:02X} is read.", *seen),
            says(f"If it holds 0x{device.identity:02X}, the program writes {setup}, each in a transfer of its own, and "
                 f"sends `{device.present}`, else it writes nothing and sends `{device.absent}`; a line end follows "
                 "(carriage return and line feed, as everywhere here).", *seen),
            tells("Nothing is typed in the first 5 ms."),
        )),
        Point("Letters", (
            says("Letters from the terminal (USART2, 115200 baud) are obeyed, whatever the start has found.",
                 "uart USART2", "spi SPI1"),
            *(says(_action_told(action), *seen) for action in device.actions),
            says("Any other byte is ignored.", "uart USART2", "spi SPI1"),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _lazy(device: Device, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.edited("spins", points[-1].sentences[1].says, ("            __WFI();\n", ""))
    yield lazy.small_ring(2, "are obeyed")
    yield lazy.ring_of_eight_bits("are obeyed")
    waits = "    while (SPI1->SR & SPI_SR_BSY) {\n    }\n"
    yield lazy.edited("never_waits", "only when the SPI is no longer busy", (waits, ""))
    address = "    exchange(address | 0x80U);\n"
    apart = (address, f"{address}    deselect();\n    GPIOA->BSRR = 1U << 20;\n")
    yield lazy.edited("deselects_behind_the_address", "its bytes, and deselects it", apart)
    yield lazy.edited("always_there", f"else it writes nothing and sends `{device.absent}`",
                      (f"identity == 0x{device.identity:X}U", "identity != 0x100U"))  # fmt: skip
    divider = device.prescaler.bit_length() - 2
    clocks = [f"SPI1->CR1 = (SPI1->CR1 & ~(7U << 3)) | ({of}U << 3);\n" for of in (divider ^ 1, divider)]
    yield lazy.edited("another_clock_while_selected", f"prescaler {device.prescaler}",
                      ("    SPI1->DR = byte;\n", f"{waits}    {clocks[0]}    SPI1->DR = byte;\n"),
                      (f"{waits}    GPIOA->BSRR = 1U << 4;\n",
                       f"{waits}    GPIOA->BSRR = 1U << 4;\n    {clocks[1]}"))  # fmt: skip
    yield lazy.edited("no_read_bit", "with bit 7 set for a read", ("address | 0x80U", "address"))


def draw(choice: random.Random) -> Firmware:
    device = draw_device(choice)
    points = _points(device, choice)
    letters = ", ".join(f"`{action.letter}`" for action in device.actions)
    return Firmware(
        title=f"Driver of an SPI device with {len(device.actions)} commands",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C that drives a device on SPI1 and obeys the letters {letters}.",
                        f"A device on SPI1 wants a driver in bare-metal C; the terminal's letters {letters} use it.",
                    )
                ),
                "spi SPI1",
                "uart USART2",
            ),
        ),
        points=points,
        declared=("void USART2_IRQHandler(void);",),
        reference=reference_of(device),
        scenarios=tuple(_scenarios(device, choice)),
        lazy=tuple(_lazy(device, points)),
        tags=("spi", "driver", "usart"),
    )


SPI_DRIVERS = FirmwareFamily(
    "spi_driver",
    "1.2",
    "a device with registers on SPI: identity, setup, values in drawn forms, bits set and cleared",
    draw,
)
