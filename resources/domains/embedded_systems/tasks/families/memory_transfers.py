"""Family `memory_transfer`: a table made from a byte, moved by DMA from memory to memory, and digested."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck, Demand, StoredCheck
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    MemoryCheck,
    RegisterCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    HEX,
    INCLUDE,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    core_sentence,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

DIGESTS = ("sum", "exclusive or", "largest", "weighted", "position")
_FIRST_MS, _PAUSE_MS = 1.0, 2.5
_ITEM_MS = 0.004


@dataclass(frozen=True)
class Transfer:
    """`items` of `width` bits are moved by stream `stream` of DMA2; where it `fills`, one item over and over. The table
    is a recurrence: x becomes x * factor + term (modulo the width), or is shifted and mixed where `mixes`."""

    stream: int
    width: int
    items: int
    fills: bool
    mixes: bool
    factor: int
    term: int
    digest: str

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1

    @property
    def type(self) -> str:
        return f"uint{self.width}_t"

    @property
    def digits(self) -> int:
        return {"sum": 8, "weighted": 8, "position": 2}.get(self.digest, self.width // 4)

    @property
    def interrupt(self) -> str:
        return f"DMA2_Stream{self.stream}"

    @property
    def flags(self) -> str:
        """A statement that clears the stream's flags."""
        register = "LIFCR" if self.stream < 4 else "HIFCR"
        return f"DMA2->{register} = 0x3DU << {(0, 6, 16, 22)[self.stream % 4]};"

    def table(self, start: int) -> list[int]:
        value, values = start, []
        for _ in range(self.items):
            values.append(value)
            if self.mixes:
                value = (value ^ value * 2 ** (self.width // 4 + 1) + self.term) & self.mask
            else:
                value = (value * self.factor + self.term) & self.mask
        return values

    def digested(self, moved: Sequence[int]) -> int:
        if self.digest == "largest":
            return max(moved)
        if self.digest == "position":
            return moved.index(max(moved))
        if self.digest == "exclusive or":
            folded = 0
            for value in moved:
                folded ^= value
            return folded
        weights = [place + 1 if self.digest == "weighted" else 1 for place in range(len(moved))]
        return sum(weight * value for weight, value in zip(weights, moved, strict=True)) & 0xFFFFFFFF


def draw_transfer(choice: random.Random) -> Transfer:
    width = choice.choice((8, 16, 32))
    return Transfer(
        stream=choice.randrange(8),
        width=width,
        items=choice.choice((24, 32, 40, 50, 64)),
        fills=choice.random() < 0.25,
        mixes=choice.random() < 0.4,
        factor=choice.choice((5, 13, 29, 77, 109)),
        term=choice.choice((3, 17, 51, 89, 113)),
        digest=choice.choice(DIGESTS),
    )


def _scenario(transfer: Transfer, name: str, starts: Sequence[int], flip: int = -1) -> ScenarioRecord:
    """`flip` is the item (of the first transfer) that arrives with another lowest bit."""
    stream, shown, table, moved = f"DMA2 stream {transfer.stream}", "", [], []
    for place, start in enumerate(starts):
        table = transfer.table(start)
        moved = [table[0]] * transfer.items if transfer.fills else list(table)
        if place == 0 and flip >= 0:
            moved[flip] ^= 1
        shown += f"{transfer.digested(moved):0{transfer.digits}X}\r\n"
    size, count = transfer.width // 8, transfer.items * len(starts)
    duration = _FIRST_MS + _PAUSE_MS * len(starts) + 1
    settings = {8: 0, 16: 0x2800, 32: 0x5000}[transfer.width]
    control = 0x480 | settings | (0 if transfer.fills else 0x200)
    checks: list[Check] = [
        UartCheck("USART2", equals=shown),
        MemoryCheck("source", tuple(table), size),
        MemoryCheck("destination", tuple(moved), size),
        MemoryCheck("transfers", (len(starts),)),
        InterruptCheck(transfer.interrupt, (len(starts), 2 * len(starts))),
        RegisterCheck(f"DMA2->S[{transfer.stream}].CR", control, 0x7EC0),
        sleep_check(duration, events=2 * len(starts), sent=len(shown), work_ms=_ITEM_MS * count),
        CORE,
    ]
    demands: list[Demand] = [
        DeedCheck(("move source to destination",), (count, count), by=(stream,), alone=True),
        StoredCheck("transfers", (transfer.interrupt,)),
        DeedCheck(("load destination",), (count * size, 16 * count * size + 64)),
        DeedCheck(("take a byte from USART2",), (len(starts), len(starts)), by=("USART2",), alone=True),
    ]
    if any(moved):
        demands.append(StoredCheck("destination", (stream,), even_zeros=True))
    stimuli = [
        UartInput(_FIRST_MS + _PAUSE_MS * place, "USART2", octets=(start,)) for place, start in enumerate(starts)
    ]
    error = {"kind": "bit_error", "stream": stream, "item": flip + 1, "flip": 1}
    return ScenarioRecord(
        name,
        duration,
        tuple(checks),
        tuple(demands),
        tuple(stimuli),
        devices=(error,) if flip >= 0 else (),
    )


def _scenarios(transfer: Transfer, choice: random.Random) -> Iterator[ScenarioRecord]:
    drawn = choice.sample(range(1, 255), 5)
    yield _scenario(transfer, "two tables", drawn[:2])
    yield _scenario(transfer, "start values at the ends", (0xFF, 0x00, 0x80, 0x01))
    flips = [place for place in range(transfer.items) if _shows(transfer, drawn[0], place)]
    yield _scenario(transfer, "a bit that changes on its way", drawn[:1], choice.choice(flips) if flips else -1)
    yield _scenario(transfer, "three tables", drawn[2:])


def _shows(transfer: Transfer, start: int, place: int) -> bool:
    """Whether another bit in that item changes what is printed."""
    table = transfer.table(start)
    moved = [table[0]] * transfer.items if transfer.fills else table
    changed = [value ^ (at == place) for at, value in enumerate(moved)]
    return transfer.digested(changed) != transfer.digested(moved)


_DIGEST_TOLD = {
    "sum": "the sum of its items, modulo 2^32, as eight",
    "weighted": "the sum of its items, each multiplied by its place counted from 1, modulo 2^32, as eight",
    "exclusive or": "the exclusive or of its items as {digits}",
    "largest": "its largest item as {digits}",
    "position": "the index (from 0) of the first one of its largest items as two",
}


def _points(transfer: Transfer, choice: random.Random) -> tuple[Point, ...]:
    array = f"`{transfer.type} source[{transfer.items}]`"
    modulo = f"modulo 2^{transfer.width}"
    step = (
        f"the exclusive or of x and (x * {2 ** (transfer.width // 4 + 1)} + {transfer.term}), {modulo}"
        if transfer.mixes
        else f"x * {transfer.factor} + {transfer.term}, {modulo}"
    )
    what = (
        "the first item of `source` goes to each item of it (the source address stays)"
        if transfer.fills
        else "all of `source` goes to it"
    )
    digits = {2: "two", 4: "four", 8: "eight"}[transfer.width // 4]
    told = _DIGEST_TOLD[transfer.digest].format(digits=digits)
    control = f"register DMA2->S[{transfer.stream}].CR"
    return (
        Point("Table", (
            says("Each byte received on the terminal (USART2, 115200 baud) begins a new table.", "uart USART2",
                 "memory source"),
            says(f"It fills the global {array}: the first item is the byte, and the item after one with the value x is "
                 f"{step}.", "memory source"),
        )),
        Point("Transfer", (
            says(f"Then DMA2 stream {transfer.stream} moves it from memory to memory, in items of {transfer.width} "
                 f"bits, "
                 f"into the global `{transfer.type} destination[{transfer.items}]`: {what}.",
                 "done move source to destination", "memory destination", control),
            says("Nothing but this stream ever puts anything into `destination`.", "stored destination",
                 "done move source to destination"),
            says(f"Its transfer-complete interrupt (`{transfer.interrupt}_IRQHandler`) clears the flag and counts in "
                 f"the "
                 "global `uint32_t transfers`.", f"interrupt {transfer.interrupt}", "stored transfers",
                 "memory transfers"),
        )),
        Point("Digest", (
            says(f"When `destination` is complete, the program prints {told} upper-case hexadecimal digits, with "
                 f"carriage "
                 "return and line feed.", "uart USART2"),
            says("It is computed from `destination`, as it arrived there.", "done load destination", "uart USART2"),
        )),
        Point("Means", (
            says("`USART2_IRQHandler` alone takes received bytes; one comes only when the last one has been answered.",
                 "done take a byte from USART2"),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _digest_code(transfer: Transfer) -> str:
    step = {
        "sum": "        result += destination[index];\n",
        "weighted": "        result += (index + 1U) * destination[index];\n",
        "exclusive or": "        result ^= destination[index];\n",
        "largest": "        if (destination[index] > result) {\n            result = destination[index];\n        }\n",
        "position": "        uint32_t value = destination[index];\n        if (value > most) {\n"
        "            most = value;\n"
        "            result = index;\n        }\n",
    }[transfer.digest]
    most = "    uint32_t most = 0;\n" if transfer.digest == "position" else ""
    return (
        f"static uint32_t digest(void) {{\n    uint32_t result = 0;\n{most}"
        f"    for (uint32_t index = 0; index < ITEMS; index++) {{\n{step}    }}\n    return result;\n}}\n\n"
    )


def _reference(transfer: Transfer) -> str:
    stream, shift = f"DMA2->S[{transfer.stream}]", transfer.width // 4 + 1
    sizes = "" if transfer.width == 8 else f" | DMA_SxCR_PSIZE_{transfer.width} | DMA_SxCR_MSIZE_{transfer.width}"
    walks = "" if transfer.fills else " | DMA_SxCR_PINC"
    step = (
        f"x ^ ((x << {shift}) + {transfer.term}U)" if transfer.mixes else f"x * {transfer.factor}U + {transfer.term}U"
    )
    return (
        f"{INCLUDE}#define ITEMS {transfer.items}U\n\n{transfer.type} source[ITEMS];\n"
        f"volatile {transfer.type} destination[ITEMS];\nvolatile uint32_t transfers;\n{RING}"
        f"void {transfer.interrupt}_IRQHandler(void) {{\n    {transfer.flags}\n    transfers++;\n}}\n\n"
        f"{TERMINAL}{SEND}{HEX}static void fill(uint32_t x) {{\n"
        f"    for (uint32_t index = 0; index < ITEMS; index++) {{\n        source[index] = ({transfer.type})x;\n"
        f"        x = {step};\n    }}\n}}\n\n"
        f"static void move(void) {{\n    uint32_t before = transfers;\n    {stream}.PAR = (uint32_t)source;\n"
        f"    {stream}.M0AR = (uint32_t)destination;\n    {stream}.NDTR = ITEMS;\n"
        f"    {stream}.CR = DMA_SxCR_DIR_M2M{walks} | DMA_SxCR_MINC{sizes} | DMA_SxCR_TCIE;\n"
        f"    {stream}.CR |= DMA_SxCR_EN;\n    while (transfers == before) {{\n    }}\n}}\n\n"
        f"{_digest_code(transfer)}int main(void) {{\n    terminal_init();\n    RCC->AHB1ENR |= RCC_AHB1ENR_DMA2EN;\n"
        f"    NVIC_EnableIRQ({transfer.interrupt}_IRQn);\n{RING_START}    for (;;) {{\n{RING_TAKE}        fill(byte);\n"
        f"        move();\n        hexadecimal(digest(), {transfer.digits});\n        send('\\r');\n"
        f"        send('\\n');\n"
        "    }\n}\n"
    )


def _lazy(transfer: Transfer, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    stream = f"DMA2->S[{transfer.stream}]"
    item = "source[0]" if transfer.fills else "source[index]"
    yield lazy.busy_ring(points[-1].sentences[1].says)
    yield lazy.edited(
        "copies_itself",
        "Nothing but this stream ever puts anything into `destination`",
        (
            f"    {stream}.CR |= DMA_SxCR_EN;\n    while (transfers == before) {{\n    }}\n",
            f"    for (uint32_t index = 0; index < ITEMS; index++) {{\n        destination[index] = {item};\n    }}\n"
            "    transfers = before + 1U;\n",
        ),
    )
    wiped = "    for (uint32_t index = 0; index < ITEMS; index++) {\n        destination[index] = 0;\n    }\n"
    head = "static void move(void) {\n"
    yield lazy.edited("wipes_first", "Nothing but this stream ever puts anything into", (head, f"{head}{wiped}"))
    code = _digest_code(transfer)
    yield lazy.edited(
        "digests_the_source", "computed from `destination`", (code, code.replace("destination[index]", item))
    )
    yield lazy.edited(
        "counts_in_main",
        "counts in the global `uint32_t transfers`",
        ("    transfers++;\n", "    arrived++;\n"),
        (
            f"void {transfer.interrupt}_IRQHandler",
            f"static volatile uint32_t arrived;\n\nvoid {transfer.interrupt}_IRQHandler",
        ),
        (
            "    while (transfers == before) {\n    }\n",
            "    while (arrived == before) {\n    }\n    transfers = arrived;\n",
        ),
    )


def draw(choice: random.Random) -> Firmware:
    transfer = draw_transfer(choice)
    points = _points(transfer, choice)
    verb = "Filling" if transfer.fills else "Copying"
    return Firmware(
        title=f"{verb} memory by DMA, in items of {transfer.width} bits",
        opening=(
            says(
                choice.choice(
                    (
                        "Write bare-metal C that makes tables, moves them by DMA and prints a digest of each.",
                        "Tables in memory are to be moved by DMA2 and digested, in bare-metal C.",
                    )
                ),
                "done move source to destination",
                "uart USART2",
            ),
        ),
        points=points,
        declared=(
            f"{transfer.type} source[{transfer.items}];",
            f"volatile {transfer.type} destination[{transfer.items}];",
            "volatile uint32_t transfers;\n",
            f"void {transfer.interrupt}_IRQHandler(void);",
            "void USART2_IRQHandler(void);",
        ),
        reference=_reference(transfer),
        scenarios=tuple(_scenarios(transfer, choice)),
        lazy=tuple(_lazy(transfer, points)),
        tags=("dma", "memory", transfer.digest.replace(" ", "_")),
    )


MEMORY_TRANSFERS = FirmwareFamily(
    "memory_transfer", "1.1", "tables moved from memory to memory by DMA: widths, streams, filling, digests", draw
)
