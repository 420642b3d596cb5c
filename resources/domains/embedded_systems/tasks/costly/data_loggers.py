"""Family `data_logger`: samples over minutes, made into records, kept in a ring, and told on the terminal.

What is asked for, the reference, and lazy answers. What is right is `logger_model`'s, which cuts the whole list of
samples into groups; the reference counts and adds as samples come.
"""

import random
from collections.abc import Iterator

from resources.domains.embedded_systems.tasks.costly.logger_model import FIGURES, Logger, draw_logger, scenarios
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    INCLUDE,
    NUMBER,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    clock_ports,
    core_sentence,
    make_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.monitor_model import SAMPLING
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_FREE_MS = 60.0
"""At least so long before a record is made no command comes."""


def _points(logger: Logger, choice: random.Random) -> tuple[Point, ...]:
    tick, pin = logger.tick, logger.pin
    port = logger.analog_pin[1]
    register = "SMPR2" if logger.channel == 1 else "SMPR1"
    figures = [FIGURES[name][0] for name in logger.figures]
    figures += [f"how many of the samples are above {logger.above}"] * bool(logger.above)
    separator = {" ": "one space", ",": "a comma", ";": "a semicolon"}[logger.separator]
    full = "is dropped (it counts as made all the same)" if logger.keeps_old else "takes the place of the oldest one"
    order = "the newest first" if logger.newest_first else "the oldest first"
    after = "After that the memory is empty." if logger.clears else "The records stay in the memory."
    return (
        Point("Samples", (
            tick.sentence(f"starts one conversion of ADC1 channel {logger.channel} ({logger.analog_pin}, analog mode)",
                          f"interrupt {tick.interrupt}", f"done convert channel {logger.channel}", "done start ADC1",
                          f"register GPIO{port}->MODER"),
            says("Nothing else is converted.", "done convert *"),
            says(f"The sampling time is {logger.sampling} cycles.", f"register ADC1->{register}",
                 f"always {logger.sampled}"),
            says("The first sample is taken one period after the start, to within 0.2 ms.", f"changes_of {pin.name}"),
        )),
        Point("Records", (
            says(f"Each {logger.group} samples make one record, the first {logger.group} the first one, and so on for "
                 "as long as the device runs.", f"changes_of {pin.name}", "uart USART2"),
            says(f"A record is made of {len(figures)} numbers, in this order: {'; '.join(figures)}.", "uart USART2"),
            says("The global `uint32_t records` counts the records that were made.", "memory records"),
            says(f"{pin.told} is low at the start and changes its level with each record, in the handler, within 0.1 "
                 "ms after it is entered.", f"changes_of {pin.name}", f"driven {pin.name}", f"paced {pin.name}"),
            says(f"The device remembers {logger.places} records; one that is made while the memory is full {full}.",
                 "uart USART2"),
            says("Compute with integers alone.", "integers_only"),
        )),
        Point("Terminal", (
            says(f"The byte `{logger.dump}` on the terminal (USART2, 115200 baud) is answered by all remembered "
                 f"records, {order}, each on a line of its own: its numbers in decimal without leading zeros, "
                 f"{separator} between them, carriage return and line feed behind.", "uart USART2"),
            says("A line with a full stop alone follows.", "uart USART2"),
            says(after, "uart USART2"),
            says(f"The byte `{logger.question}` is answered by a line with the number of records that were made since "
                 "the start.", "uart USART2"),
            says("Other bytes are ignored.", "uart USART2"),
            tells(f"A command comes at least {_FREE_MS:g} ms before the next record is made, and not before the last "
                  "one is answered."),
        )),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


_STATE = {"lowest": "low", "highest": "high", "mean": "sum", "last": "", "spread": "low high", "total": "sum"}
_FIELD = {
    "lowest": "low",
    "highest": "high",
    "mean": "sum / GROUP",
    "last": "sample",
    "spread": "high - low",
    "total": "sum",
}


def _reference(logger: Logger) -> str:
    needed = {part for name in logger.figures for part in _STATE[name].split()}
    fields = [_FIELD[name] for name in logger.figures] + ["above"] * bool(logger.above)
    begin = {"low": "4095U", "high": "0", "sum": "0"}
    state = "".join(f"static uint32_t {name}{' = 4095U' * (name == 'low')};\n" for name in sorted(needed))
    state += "static uint32_t above;\n" * bool(logger.above)
    update = ("    if (sample < low) {\n        low = sample;\n    }\n") * ("low" in needed)
    update += ("    if (sample > high) {\n        high = sample;\n    }\n") * ("high" in needed)
    update += "    sum += sample;\n" * ("sum" in needed)
    update += f"    if (sample > {logger.above}U) {{\n        above++;\n    }}\n" * bool(logger.above)
    anew = "".join(f"    {name} = {begin[name]};\n" for name in sorted(needed))
    anew += "    above = 0;\n" * bool(logger.above)
    stored = "".join(f"    kept[newest % ROOM][{place}] = {field};\n" for place, field in enumerate(fields))
    if logger.keeps_old:
        keep = f"    if (newest - oldest < ROOM) {{\n{_indented(stored)}        newest++;\n    }}\n"
    else:
        keep = f"{stored}    newest++;\n    if (newest - oldest > ROOM) {{\n        oldest++;\n    }}\n"
    register = (
        f"SMPR2 = {SAMPLING[logger.sampling]}U << 3" if logger.channel == 1 else f"SMPR1 = {SAMPLING[logger.sampling]}U"
    )
    shift, port = (2 if logger.channel == 1 else 0), logger.analog_pin[1]
    order = "newest - 1U - index" if logger.newest_first else "oldest + index"
    clear = "    oldest = newest;\n" if logger.clears else ""
    return f"""{INCLUDE}#define GROUP {logger.group}U
#define ROOM {logger.places}U
#define FIELDS {len(fields)}U

volatile uint32_t records;

static volatile uint32_t kept[ROOM][FIELDS];
static volatile uint32_t oldest;
static volatile uint32_t newest;
static uint32_t taken;
{state}
static void make_record(uint32_t sample) {{
    (void)sample;
{keep}{anew}    taken = 0;
    records++;
    {logger.pin.toggle}
}}

void {logger.tick.handler}(void) {{
{logger.tick.acknowledge}    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {{
    }}
    uint32_t sample = ADC1->DR;
{update}    taken++;
    if (taken == GROUP) {{
        make_record(sample);
    }}
}}

{RING}{TERMINAL}{SEND}{NUMBER}static void end_line(void) {{
    send('\\r');
    send('\\n');
}}

static void dump(void) {{
    uint32_t count = newest - oldest;
    for (uint32_t index = 0; index < count; index++) {{
        for (uint32_t field = 0; field < FIELDS; field++) {{
            if (field) {{
                send('{logger.separator}');
            }}
            number(kept[({order}) % ROOM][field]);
        }}
        end_line();
    }}
    send('.');
    end_line();
{clear}}}

int main(void) {{
    terminal_init();
{clock_ports([port, logger.pin.port])}{make_outputs([logger.pin])}    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIO{port}->MODER |= 3U << {shift};
    ADC1->{register};
    ADC1->SQR3 = {logger.channel}U;
    ADC1->CR2 = ADC_CR2_ADON;
{RING_START}{logger.tick.start}    for (;;) {{
{RING_TAKE}        if (byte == '{logger.dump}') {{
            dump();
        }} else if (byte == '{logger.question}') {{
            number(records);
            end_line();
        }}
    }}
}}
"""


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def _lazy(logger: Logger, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.busy_ring(points[-1].sentences[1].says)
    yield lazy.edited(
        "counts_eight_bits",
        "counts the records that were made",
        ("    records++;\n", "    records = (uint8_t)(records + 1U);\n"),
    )
    fewer = (f"#define ROOM {logger.places}U", f"#define ROOM {logger.places - 1}U")
    yield lazy.edited("one_place_less", "The device remembers", fewer)
    if logger.clears:
        yield lazy.edited("never_clears", "After that the memory is empty", ("    oldest = newest;\n", ""))
    if {"mean", "total"} & set(logger.figures):
        short = ("    sum += sample;\n", "    sum = (uint16_t)(sum + sample);\n")
        yield lazy.edited("sums_sixteen_bits", "A record is made of", short)
    if logger.above:
        yield lazy.edited("never_anew", "how many of the samples", ("    above = 0;\n", ""))


def draw(choice: random.Random) -> Firmware:
    logger = draw_logger(choice)
    points = _points(logger, choice)
    return Firmware(
        title=f"Data logger on {logger.analog_pin}",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C for a data logger that watches the voltage on {logger.analog_pin} for "
                        "minutes and hours.",
                        f"A data logger in bare-metal C samples {logger.analog_pin} for as long as it has power.",
                    )
                ),
                "uart USART2",
            ),
        ),
        points=points,
        declared=("volatile uint32_t records;\n", f"void {logger.tick.handler}(void);"),
        reference=_reference(logger),
        scenarios=tuple(scenarios(logger, choice)),
        lazy=tuple(_lazy(logger, points)),
        tags=("adc", "uart", "logger", "timer" if logger.tick.is_timer else "systick"),
    )


DATA_LOGGERS = FirmwareFamily(
    "data_logger", "1.1", "samples over minutes of virtual time, made into records that a terminal asks for", draw
)
