"""Family `analog_monitor`: an ADC channel, sampled by a periodic interrupt, filtered, with alarms and a question."""

import random
from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.demands import AlwaysCheck, DeedCheck, IntegersCheck
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    MemoryCheck,
    RegisterCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import AnalogInput, ScenarioRecord, UartInput
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
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily, aside
from resources.domains.embedded_systems.tasks.families.monitor_model import (
    SAMPLING,
    Monitor,
    alarms,
    draw_monitor,
    filtered,
)
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import pin_demands, wave_checks
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_ADC_KHZ = 8000


def _scenario(
    monitor: Monitor, name: str, samples: Sequence[int], asked: Sequence[int], since: int = 0, times: int = 1
) -> ScenarioRecord:
    """`asked` are the ticks after which the question comes, so many times."""
    tick, ticks = monitor.tick, len(samples)
    values = filtered(monitor, samples)
    levels = alarms(monitor, values)
    answers = "".join(
        (f"{values[at - 1]:03X}\r\n" if monitor.in_hex else f"{values[at - 1]}\r\n") * times for at in asked
    )
    checks: list[Check] = [
        *wave_checks((monitor.pin,), [0, *levels], tick, since),
        UartCheck("USART2", equals=answers),
        InterruptCheck(tick.interrupt, (ticks, ticks + 1)),
        sleep_check(
            ticks * tick.period_ms,
            events=ticks + (1 + times) * len(asked),
            sent=len(answers),
            work_ms=ticks * (monitor.sampling + 12) / _ADC_KHZ,
        ),
        CORE,
    ]
    if monitor.counts:
        begun = sum(now > before for before, now in zip([0, *levels], levels, strict=False))
        checks.append(MemoryCheck("alarms", (begun,)))
    stimuli: list[AnalogInput | UartInput] = [AnalogInput(0, monitor.channel, samples[0])]
    stimuli += [
        AnalogInput((at + 0.5) * tick.period_ms, monitor.channel, samples[at])
        for at in range(1, ticks)
        if samples[at] != samples[at - 1]
    ]
    stimuli += [UartInput((at + 0.35) * tick.period_ms, "USART2", text=f"x{monitor.question * times}") for at in asked]
    register = ("SMPR2", 3) if monitor.channel == 1 else ("SMPR1", 0)
    number, shift = 2 * (monitor.channel % 10), 3 if monitor.channel == 1 else 0
    port = monitor.analog_pin[1]
    demands = (
        *pin_demands((monitor.pin,), tick),
        DeedCheck((f"convert channel {monitor.channel}",), (ticks, ticks + 1)),
        DeedCheck(("convert *",), (ticks, ticks + 1)),
        AlwaysCheck(monitor.sampled, "sample channel *"),
        DeedCheck(("start ADC1",), (ticks, ticks + 1), by=(tick.interrupt,), alone=True),
        DeedCheck((f"take the value of channel {monitor.channel}",), (ticks, 2 * ticks + 2)),
        RegisterCheck(f"ADC1->{register[0]}", SAMPLING[monitor.sampling] << shift, 7 << shift),
        RegisterCheck(f"GPIO{port}->MODER", 3 << number, 3 << number),
        IntegersCheck(True),
    )
    return ScenarioRecord(name, (ticks + 0.9) * tick.period_ms, tuple(checks), demands, tuple(stimuli))


def _scenarios(monitor: Monitor, choice: random.Random) -> Iterator[ScenarioRecord]:
    hold, low, high = monitor.depth + 2, monitor.low, monitor.high
    limits = [high, high + 1, low, low - 1, high, high + 1, 4095, low, low - 1, 0]
    base = [0] * 9 if monitor.filter == "range" else []
    yield _scenario(
        monitor, "around the limits", base + [level for level in limits for _ in range(hold)], (5, hold * 4)
    )
    drawn = [choice.randrange(4096) for _ in range(36)]
    yield _scenario(monitor, "drawn samples", drawn, (1, 2, 3, 5, 9, 15, 22, 30))
    near = [choice.choice((low, high, low - 1, high + 1, low + 1, high - 1)) for _ in range(36)]
    yield _scenario(monitor, "samples near the limits", near, (4, 12, 20, 33))
    beside = aside(choice)
    many = [beside.choice((low, high, low - 1, high + 1, 0, 4095)) for _ in range(310)]
    yield _scenario(monitor, "more samples than eight bits count", many, (40, 254, 255, 256, 257, 300), 240)
    yield _scenario(monitor, "asked again at once", [0] * 16, (6,), times=3)
    full = [4095] * (hold + 6) + [0] * (hold + 8)
    yield _scenario(monitor, "full scale", full, (hold + 4, hold + 8, len(full) - 2))


def _filter_told(monitor: Monitor) -> str:
    depth = monitor.depth
    fewer = f"as long as there are fewer than {depth}, of those that there are"
    return {
        "none": "The value is the last sample.",
        "mean": f"The value is the mean of the last {depth} samples, rounded down; {fewer}.",
        "smooth": f"The value is y / {2**depth}, rounded down, where y begins at 0 and becomes y + x - y / {2**depth} "
        "(this quotient, too, rounded down) with each sample x.",
        "median": "The value is the median of the last three samples; before there are three, it is the last one.",
        "peak": f"The value is the largest of the last {depth} samples; {fewer}.",
        "range": f"The value is the difference between the largest and the smallest of the last {depth} samples; "
        f"{fewer}.",
    }[monitor.filter]


def _points(monitor: Monitor, choice: random.Random) -> tuple[Point, ...]:
    tick, pin = monitor.tick, monitor.pin
    wave = f"changes_of {pin.name}"
    port = monitor.analog_pin[1]
    register = "SMPR2" if monitor.channel == 1 else "SMPR1"
    on, off = (f"below {monitor.low}", f"above {monitor.high}")
    on, off = (on, off) if monitor.below else (off, on)
    form = "three upper-case hexadecimal digits" if monitor.in_hex else "decimal without leading zeros"
    counted = [says("The global `uint32_t alarms` counts how often the alarm goes on.", "memory alarms")]
    return (
        Point("Samples", (
            tick.sentence(f"starts one conversion of ADC1 channel {monitor.channel} ({monitor.analog_pin}, analog "
                          f"mode)",
                          f"interrupt {tick.interrupt}", f"done convert channel {monitor.channel}", "done start ADC1",
                          f"register GPIO{port}->MODER"),
            says("Nothing else is converted, and each result is taken before the next conversion is started.",
                 "done convert *", f"done take the value of channel {monitor.channel}"),
            says(f"The sampling time is {monitor.sampling} cycles.", f"register ADC1->{register}",
                 f"always {monitor.sampled}"),
            says("The first sample is taken one period after the start, to within 0.2 ms.", wave),
        )),
        Point("Value", (
            says(_filter_told(monitor), "uart USART2", wave),
            says("Compute with integers alone.", "integers_only"),
        )),
        Point("Alarm", (
            says(f"{pin.told} is high while the alarm is on; it is off at the start.", wave, f"driven {pin.name}"),
            says(f"The alarm goes on with a value {on} and off with one {off}; other values leave it as it is.", wave),
            says("The pin changes in the handler, within 0.1 ms after it is entered.", f"paced {pin.name}",
                 f"driven {pin.name}"),
            *counted * monitor.counts,
        )),
        Point("Question", (
            says(f"The byte `{monitor.question}` on the terminal (USART2, 115200 baud) is answered by the value after "
                 f"the last sample, in {form}, with carriage return and line feed.", "uart USART2"),
            says("Other bytes are ignored.", "uart USART2"),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


_FILTERED = {
    "none": "    return sample;\n",
    "mean": """    uint32_t sum = 0;
    keep(sample);
    for (uint32_t index = 0; index < kept; index++) {
        sum += last[index];
    }
    return sum / kept;
""",
    "smooth": "    static uint32_t sum;\n    sum = sum + sample - sum / DEPTH;\n    return sum / DEPTH;\n",
    "median": """    static uint32_t before[2];
    static uint32_t count;
    uint32_t first = before[0];
    uint32_t second = before[1];
    uint32_t middle = first > second ? first : second;
    uint32_t least = first > second ? second : first;
    before[0] = second;
    before[1] = sample;
    count++;
    if (count < DEPTH || (sample >= least && sample <= middle)) {
        return sample;
    }
    return sample > middle ? middle : least;
""",
    "peak": """    uint32_t most = 0;
    keep(sample);
    for (uint32_t index = 0; index < kept; index++) {
        if (last[index] > most) {
            most = last[index];
        }
    }
    return most;
""",
    "range": """    uint32_t most = 0;
    uint32_t least = 4095U;
    keep(sample);
    for (uint32_t index = 0; index < kept; index++) {
        if (last[index] > most) {
            most = last[index];
        }
        if (last[index] < least) {
            least = last[index];
        }
    }
    return most - least;
""",
}
_KEEP = """static uint32_t last[DEPTH];
static uint32_t kept;

static void keep(uint32_t sample) {
    static uint32_t place;
    last[place] = sample;
    place = (place + 1U) % DEPTH;
    if (kept < DEPTH) {
        kept++;
    }
}

"""


def _alarm_code(monitor: Monitor) -> str:
    count = "            alarms++;\n" if monitor.counts else ""
    on, off = f"> {monitor.high}U", f"< {monitor.low}U"
    on, off = (off, on) if monitor.below else (on, off)
    if not monitor.counts:
        body = (
            f"    if (value {on}) {{\n        {monitor.pin.high}\n    }} else if (value {off}) {{\n"
            f"        {monitor.pin.low}\n    }}\n"
        )
        return f"static void watch(void) {{\n{body}}}\n\n"
    return (
        f"static void watch(void) {{\n    static uint32_t on;\n    if (value {on}) {{\n        if (!on) {{\n"
        f"{count}        }}\n"
        f"        on = 1;\n        {monitor.pin.high}\n    }} else if (value {off}) {{\n        on = 0;\n"
        f"        {monitor.pin.low}\n    }}\n}}\n\n"
    )


def _reference(monitor: Monitor) -> str:
    depth = 2**monitor.depth if monitor.filter == "smooth" else monitor.depth
    define = "" if monitor.filter == "none" else f"#define DEPTH {depth}U\n\n"
    keep = _KEEP if monitor.filter in ("mean", "peak", "range") else ""
    register = (
        f"SMPR2 = {SAMPLING[monitor.sampling]}U << 3"
        if monitor.channel == 1
        else f"SMPR1 = {SAMPLING[monitor.sampling]}U"
    )
    shift = 2 if monitor.channel == 1 else 0
    port = monitor.analog_pin[1]
    printed = "hexadecimal(value, 3);" if monitor.in_hex else "number(value);"
    return (
        f"{INCLUDE}{define}{'volatile uint32_t alarms;' + chr(10) if monitor.counts else ''}"
        f"static volatile uint32_t value;\n\n{keep}static uint32_t filtered(uint32_t sample) {{\n"
        f"{_FILTERED[monitor.filter]}}}\n\n{_alarm_code(monitor)}"
        f"void {monitor.tick.handler}(void) {{\n{monitor.tick.acknowledge}    ADC1->CR2 |= ADC_CR2_SWSTART;\n"
        "    while (!(ADC1->SR & ADC_SR_EOC)) {\n    }\n    value = filtered(ADC1->DR);\n    watch();\n}\n\n"
        "static volatile uint32_t asked;\n\nvoid USART2_IRQHandler(void) {\n"
        f"    if ((uint8_t)USART2->DR == '{monitor.question}') {{\n        asked++;\n    }}\n}}\n\n"
        f"{TERMINAL}{SEND}{HEX if monitor.in_hex else NUMBER}"
        f"int main(void) {{\n    terminal_init();\n{clock_ports([port, monitor.pin.port])}"
        f"{make_outputs([monitor.pin])}    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;\n"
        f"    GPIO{port}->MODER |= 3U << {shift};\n    ADC1->{register};\n    ADC1->SQR3 = {monitor.channel}U;\n"
        "    ADC1->CR2 = ADC_CR2_ADON;\n    USART2->CR1 |= USART_CR1_RXNEIE;\n    NVIC_EnableIRQ(USART2_IRQn);\n"
        f"{monitor.tick.start}    for (;;) {{\n        __disable_irq();\n        if (!asked) {{\n            __WFI();\n"
        "            __enable_irq();\n            continue;\n        }\n        asked--;\n        __enable_irq();\n"
        f"        {printed}\n        send('\\r');\n        send('\\n');\n    }}\n}}\n"
    )


def _lazy(monitor: Monitor, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.busy_ring(points[-1].sentences[1].says)
    yield lazy.edited(
        "answers_all", "Other bytes are ignored", (f"USART2->DR == '{monitor.question}'", "USART2->DR != 0U")
    )
    yield lazy.edited("answers_once", "is answered by the value", ("        asked++;\n", "        asked = 1;\n"))
    if monitor.filter == "median":
        eight = ("    count++;\n", "    count = (uint8_t)(count + 1U);\n")
        yield lazy.edited("counts_eight_bits", "before there are three", eight)
    register = "SMPR2" if monitor.channel == 1 else "SMPR1"
    start, take = "    ADC1->CR2 |= ADC_CR2_SWSTART;\n", "    value = filtered(ADC1->DR);\n"
    another = f"    uint32_t kept = ADC1->{register};\n    ADC1->{register} = kept ^ 9U;\n"
    yield lazy.edited("another_time_while_it_samples", f"The sampling time is {monitor.sampling} cycles",
                      (start, f"{another}{start}"), (take, f"    ADC1->{register} = kept;\n{take}"))  # fmt: skip
    yield lazy.edited("one_limit", "other values leave it as it is", (f"< {monitor.low}U", f"< {monitor.high + 1}U"))
    yield lazy.edited(
        "converts_twice",
        "Nothing else is converted",
        (
            "    value = filtered(ADC1->DR);\n",
            "    value = filtered(ADC1->DR);\n    ADC1->CR2 |= ADC_CR2_SWSTART;\n"
            "    while (!(ADC1->SR & ADC_SR_EOC)) {\n    }\n    (void)ADC1->DR;\n",
        ),
    )


def draw(choice: random.Random) -> Firmware:
    monitor = draw_monitor(choice)
    points = _points(monitor, choice)
    return Firmware(
        title=f"Analog monitor on {monitor.analog_pin}",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C that watches the voltage on {monitor.analog_pin} and raises an alarm.",
                        f"An input, {monitor.analog_pin}, is to be sampled, filtered and watched by bare-metal C.",
                    )
                ),
                f"changes_of {monitor.pin.name}",
            ),
        ),
        points=points,
        declared=(
            *["volatile uint32_t alarms;\n"] * monitor.counts,
            f"void {monitor.tick.handler}(void);",
        ),
        reference=_reference(monitor),
        scenarios=tuple(_scenarios(monitor, choice)),
        lazy=tuple(_lazy(monitor, points)),
        tags=("adc", "filter", monitor.filter, "timer" if monitor.tick.is_timer else "systick"),
    )


ANALOG_MONITORS = FirmwareFamily(
    "analog_monitor", "1.2", "a sampled ADC channel: six filters, two limits, an answer to a question", draw
)
