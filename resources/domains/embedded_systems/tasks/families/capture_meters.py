"""Family `capture_meter`: periods and pulses of a signal by input capture, a few of them made into one result."""

import itertools
import random
from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck, Demand, DrivenCheck
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    LevelCheck,
    MemoryCheck,
    RegisterCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import PinInput, ScenarioRecord
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    HEX,
    INCLUDE,
    NUMBER,
    SEND,
    TERMINAL,
    clock_ports,
    core_sentence,
    make_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.meter_model import QUANTITIES, Meter, draw_meter, results
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_START_MS = 2.0
_LONG = (70_000, 66_200)


def _line(meter: Meter, value: int) -> str:
    """All lines that are right."""
    near = range(value - meter.slack, value + meter.slack + 1)
    if meter.result != "change":
        near = range(max(0, value - meter.slack), value + meter.slack + 1)
    return f"({'|'.join(f'{each:05X}' if meter.in_hex else str(each) for each in near)})\r\n"


def _repeated(line: str, times: int) -> str:
    return line if times == 1 else f"(?:{line}){{{times}}}"


def _scenario(meter: Meter, name: str, counts: Sequence[int]) -> ScenarioRecord:
    """`counts` are the lengths of high and low parts in turn; the signal begins low and rises first."""
    edges = list(itertools.accumulate((count * meter.count_us / 1000 for count in counts), initial=_START_MS))
    at = edges[-1]
    if meter.quantity == "period":
        measured = [high + low for high, low in zip(counts[::2], counts[1::2], strict=False)]
    else:
        measured = list(counts[0 if meter.quantity == "high" else 1 :: 2])
    values = results(meter, measured)
    lines = [_line(meter, value) for value in values]
    sent = (
        len(values) * (max(len(f"{value:05X}" if meter.in_hex else f"{value}") for value in values) + 2)
        if values
        else 0
    )
    both = meter.quantity != "period"
    captures = len(edges) if both else (len(edges) + 1) // 2
    duration = round(at + 3 + 0.8 * min(len(values), 12), 1)
    checks: list[Check] = [
        UartCheck("USART2", matches="".join(_repeated(line, len([*same])) for line, same in itertools.groupby(lines))),
        InterruptCheck("TIM2", (captures, 2 * captures), longest_us=20),
        sleep_check(duration, events=captures, sent=sent),
        RegisterCheck("TIM2->PSC", meter.prescaler - 1),
        RegisterCheck("TIM2->ARR", 0xFFFFFFFF),
        RegisterCheck("TIM2->CCMR1", 1, 3),
        RegisterCheck("TIM2->CR1", 1, 1),
        RegisterCheck("GPIOA->MODER", 2, 3),
        RegisterCheck("GPIOA->AFR[0]", 1, 15),
        CORE,
    ]
    demands: list[Demand] = [
        DeedCheck(("capture TIM2 channel 1",), (captures, captures)),
        DeedCheck(("read TIM2->CCR1",), (captures, 2 * captures), by=("TIM2",), alone=True),
        DeedCheck(("read TIM2->CNT", "write TIM2->CNT", "write TIM2->EGR"), (0, 0), by=("TIM2",)),
    ]
    if values:
        demands.append(DeedCheck(("write USART2->DR",), (3 * len(values), 9 * len(values)), by=("main",), alone=True))
    if meter.counts:
        checks.append(MemoryCheck("measured", (len(measured),)))
    if meter.pin:
        demands.append(DrivenCheck(meter.pin.name, "output", by=("main",)))
        if not values or abs(values[-1] - meter.limit) > meter.slack:
            level = int(bool(values) and values[-1] > meter.limit)
            checks.append(LevelCheck(meter.pin.name, duration - 0.1, level))
    stimuli = (PinInput(0, "PA0", level=0), *_signal(counts, edges, meter.count_us))
    return ScenarioRecord(name, duration, tuple(checks), tuple(demands), stimuli)


def _signal(counts: Sequence[int], edges: Sequence[float], count_us: float) -> Iterator[PinInput]:
    if len(set(counts)) == 1 < len(counts):
        yield PinInput(edges[0], "PA0", level=1, changes=len(edges), every_us=counts[0] * count_us)
        return
    for place, edge in enumerate(edges):
        yield PinInput(round(edge, 5), "PA0", level=1 - place % 2)


def _scenarios(meter: Meter, choice: random.Random) -> Iterator[ScenarioRecord]:
    least = meter.least

    def parts(number: int, most: int) -> list[int]:
        return [choice.randrange(least, most) for _ in range(2 * number)]

    group = max(2, meter.taken)
    yield _scenario(meter, "one result and a measurement more", [*parts(group + 1, least + 900)[:-1], least + 50])
    yield _scenario(meter, "steady", [least + 20, least + 71] * (2 * group + 1))
    yield _scenario(meter, "drawn lengths", parts(3 * group, 4 * least))
    yield _scenario(meter, "above the limit and below", _around(meter))
    long = [*_LONG * group] if meter.result == "smallest" else [*_LONG, *[least, least + 9] * (2 * group)]
    yield _scenario(meter, "longer than 16 bits hold", [*long, least])
    yield _scenario(meter, "two edges", [least])
    yield _scenario(meter, "more than 256 measurements, as fast as they come", [least] * (2 * 262 - 1 + 2))


def _around(meter: Meter) -> list[int]:
    """Parts that make a result above the limit, one below it, and the same again."""
    least, above, below = meter.least, [meter.limit + 40] * meter.taken, [meter.limit - 40] * meter.taken
    if meter.result == "spread":
        above, below = [2 * least + meter.limit + 40, *[2 * least] * (meter.taken - 1)], [2 * least] * meter.taken
    measured = [*above, *below] * 2
    pairs = {
        "period": [(time - least, least) for time in measured],
        "high": [(time, least) for time in measured],
        "low": [(least, time) for time in measured],
    }[meter.quantity]
    return [part for pair in pairs for part in pair]


def _result_told(meter: Meter) -> str:
    if meter.result == "each":
        return "Each measurement is a result."
    if meter.result == "change":
        return "With each measurement but the first, the result is it minus the one before, and may be negative."
    told = {"mean": "their mean, rounded down", "largest": "the largest of them", "smallest": "the smallest of them",
            "spread": "the difference between the largest and the smallest of them"}[meter.result]  # fmt: skip
    return f"Of each {meter.taken} measurements in turn the result is {told}; then the next {meter.taken} begin."


def _points(meter: Meter, choice: random.Random) -> tuple[Point, ...]:
    edges = "rising edges" if meter.quantity == "period" else "both edges (CC1P and CC1NP)"
    form = "five upper-case hexadecimal digits" if meter.in_hex else "decimal without leading zeros"
    counted = Point("Count", (
        says("The global `uint32_t measured` counts the measurements.", "memory measured"),
    ))  # fmt: skip
    limit = []
    if meter.pin:
        limit = [
            Point("Limit", (
                says(f"{meter.pin.told}, an output that is low at the start, is high after a result above "
                     f"{meter.limit} and low after any other; the main program sets it.",
                     f"level_of {meter.pin.name}", f"driven {meter.pin.name}"),
            ))
        ]  # fmt: skip
    return (
        Point("Capture", (
            says(f"TIM2 counts all its 32 bits in steps of {meter.count_us:g} us and never stops.",
                 "register TIM2->PSC", "register TIM2->ARR", "register TIM2->CR1", "uart USART2",
                 "done read TIM2->CNT or write TIM2->CNT or write TIM2->EGR"),
            says(f"Its channel 1 captures {edges} of PA0 (alternate function 1, CC1S = 1), with an interrupt for each.",
                 "done capture TIM2 channel 1", "register TIM2->CCMR1", "register GPIOA->MODER",
                 "register GPIOA->AFR[0]", "interrupt TIM2"),
            says("Times are differences of captured values, which `TIM2_IRQHandler` alone reads; it takes at most 20 "
                 "microseconds, and the main program does the rest.",
                 "done read TIM2->CCR1", "done write USART2->DR", "interrupt TIM2"),
        )),
        Point("Measurement", (
            says(f"A measurement is the time from {QUANTITIES[meter.quantity]}, the next one that comes, in counts of "
                 f"the timer, exact to one count.", "uart USART2"),
            tells("PA0 is low at the start, its edges are at least 0.5 ms apart, and no more than twelve measurements "
                  "ever wait for being printed."),
        )),
        Point("Result", (
            says(_result_told(meter), "uart USART2"),
            says(f"Each result is printed on the terminal (USART2, 115200 baud) in {form}, with carriage return and "
                 f"line "
                 "feed.", "uart USART2"),
        )),
        *limit,
        *[counted] * meter.counts,
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _handler(meter: Meter) -> str:
    keep = "        times[head % PLACES] = at - begin;\n        head++;\n"
    keep += "        measured++;\n" if meter.counts else ""
    if meter.quantity == "period":
        body = f"    if (begun) {{\n{keep}    }}\n    begin = at;\n    begun = 1;\n"
    else:
        starts = "GPIOA->IDR & 1U" if meter.quantity == "high" else "!(GPIOA->IDR & 1U)"
        body = (
            f"    if ({starts}) {{\n        begin = at;\n        begun = 1;\n    }} else if (begun) {{\n{keep}    }}\n"
        )
    return (
        "void TIM2_IRQHandler(void) {\n    static uint32_t begin;\n    static uint32_t begun;\n"
        f"    uint32_t at = TIM2->CCR1;\n{body}}}\n\n"
    )


def _result_code(meter: Meter) -> str:
    """`take(time)` prints what becomes a result."""
    shown = f"    {meter.pin.set_to(f'value > {meter.limit}U')}\n" if meter.pin else ""
    printed = "hexadecimal(value, 5);" if meter.in_hex else "number(value);"
    show = f"static void show(uint32_t value) {{\n{shown}    {printed}\n    send('\\r');\n    send('\\n');\n}}\n\n"
    if meter.result == "each":
        return show + "static void take(uint32_t time) {\n    show(time);\n}\n\n"
    if meter.result == "change":
        return (
            show
            + """static void take(uint32_t time) {
    static uint32_t before;
    static uint32_t known;
    if (known && time < before) {
        send('-');
        show(before - time);
    } else if (known) {
        show(time - before);
    }
    before = time;
    known = 1;
}

"""
        )
    start = {"mean": "0", "smallest": "0xFFFFFFFFU"}.get(meter.result, "0")
    gather = {
        "mean": "    sum += time;\n",
        "largest": "    if (time > sum) {\n        sum = time;\n    }\n",
        "smallest": "    if (time < sum) {\n        sum = time;\n    }\n",
        "spread": "    if (time > sum) {\n        sum = time;\n    }\n    if (time < least) {\n"
        "        least = time;\n    }\n",
    }[meter.result]
    result = {"mean": f"sum / {meter.taken}U", "spread": "sum - least"}.get(meter.result, "sum")
    least = meter.result == "spread"
    return (
        show
        + f"static void take(uint32_t time) {{\n    static uint32_t sum = {start};\n    static uint32_t count;\n"
        + ("    static uint32_t least = 0xFFFFFFFFU;\n" if least else "")
        + f"{gather}    count++;\n    if (count == {meter.taken}U) {{\n        show({result});\n"
        f"        sum = {start};\n"
        + ("        least = 0xFFFFFFFFU;\n" if least else "")
        + "        count = 0;\n    }\n}\n\n"
    )


def _reference(meter: Meter) -> str:
    edges = "TIM_CCER_CC1E" if meter.quantity == "period" else "TIM_CCER_CC1E | TIM_CCER_CC1P | (1U << 3)"
    pins = [meter.pin] if meter.pin else []
    return (
        f"{INCLUDE}#define PLACES 16U\n\n{'volatile uint32_t measured;' + chr(10) if meter.counts else ''}"
        "static volatile uint32_t times[PLACES];\nstatic volatile uint32_t head;\nstatic uint32_t tail;\n\n"
        f"{_handler(meter)}{TERMINAL}{SEND}{HEX if meter.in_hex else NUMBER}{_result_code(meter)}"
        f"int main(void) {{\n    terminal_init();\n"
        f"{clock_ports(['A', *(pin.port for pin in pins)])}{make_outputs(pins)}"
        "    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;\n    GPIOA->AFR[0] |= 1U;\n    GPIOA->MODER |= 2U;\n"
        f"    TIM2->PSC = {meter.prescaler}U - 1U;\n    TIM2->EGR = TIM_EGR_UG;\n    TIM2->CCMR1 = 1U;\n"
        f"    TIM2->CCER = {edges};\n    TIM2->DIER = TIM_DIER_CC1IE;\n    NVIC_EnableIRQ(TIM2_IRQn);\n"
        "    TIM2->CR1 = TIM_CR1_CEN;\n    for (;;) {\n        __disable_irq();\n        if (tail == head) {\n"
        "            __WFI();\n            __enable_irq();\n            continue;\n        }\n        __enable_irq();\n"
        "        uint32_t time = times[tail % PLACES];\n        tail++;\n        take(time);\n    }\n}\n"
    )


def _lazy(meter: Meter, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.busy_ring(points[-1].sentences[1].says)
    yield lazy.edited(
        "reads_the_counter", "differences of captured values", ("TIM2->CCR1;", "(TIM2->SR = 0, TIM2->CNT);")
    )
    yield lazy.edited("counts_16_bits", "all its 32 bits", ("= at - begin;", "= (uint16_t)(at - begin);"))
    yield lazy.edited("counts_31_bits", "all its 32 bits",
                      ("    TIM2->EGR", "    TIM2->ARR = 0x7FFFFFFFU;\n    TIM2->EGR"))  # fmt: skip
    yield lazy.ring_of_eight_bits("Each result is printed")
    if meter.pin:
        yield lazy.edited(
            "never_low", "low after any other", (meter.pin.set_to(f"value > {meter.limit}U"), meter.pin.high)
        )
    yield lazy.edited(
        "prints_in_the_handler",
        "the main program does the rest",
        ("        take(time);\n", ""),
        ("void TIM2_IRQHandler(void) {\n", "static void take(uint32_t time);\n\nvoid TIM2_IRQHandler(void) {\n"),
        (
            "        times[head % PLACES] = at - begin;\n",
            "        times[head % PLACES] = at - begin;\n        take(at - begin);\n",
        ),
        ("        uint32_t time = times[tail % PLACES];\n", ""),
    )


def draw(choice: random.Random) -> Firmware:
    meter = draw_meter(choice)
    points = _points(meter, choice)
    name = {"period": "Periods", "high": "High pulses", "low": "Low pulses"}[meter.quantity]
    return Firmware(
        title=f"{name} of a signal by input capture",
        opening=(
            says(
                choice.choice(
                    (
                        "Write bare-metal C that measures a signal on PA0 by input capture and prints what it "
                        "measures.",
                        "A signal on PA0 is to be measured with TIM2's input capture, in bare-metal C.",
                    )
                ),
                "done capture TIM2 channel 1",
                "uart USART2",
            ),
        ),
        points=points,
        declared=(
            *["volatile uint32_t measured;\n"] * meter.counts,
            "void TIM2_IRQHandler(void);",
        ),
        reference=_reference(meter),
        scenarios=tuple(_scenarios(meter, choice)),
        lazy=tuple(_lazy(meter, points)),
        tags=("timer", "input_capture", meter.result),
    )


CAPTURE_METERS = FirmwareFamily(
    "capture_meter", "1.1", "periods and pulses by input capture; means, extremes, changes, a limit", draw
)
