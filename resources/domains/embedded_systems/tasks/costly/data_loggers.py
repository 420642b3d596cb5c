"""Family `data_logger`: samples over minutes, made into records, kept in a ring, and told on the terminal.

Expected lines come from the whole list of samples, cut into groups; the reference counts and adds as samples come.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from resources.domains.embedded_systems.execution.checks.demands import (
    AlwaysCheck,
    DeedCheck,
    Demand,
    IntegersCheck,
    PacedCheck,
)
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    MemoryCheck,
    RegisterCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import AnalogInput, ScenarioRecord, UartInput
from resources.domains.embedded_systems.execution.mcu.conduct import MAXIMUM_ENTRIES
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    INCLUDE,
    NUMBER,
    RING,
    RING_START,
    RING_TAKE,
    SEND,
    TERMINAL,
    OutputPin,
    Tick,
    clock_ports,
    core_sentence,
    draw_outputs,
    draw_tick,
    make_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.monitor_model import SAMPLING
from resources.domains.embedded_systems.tasks.families.prompt import Point, says, tells
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import pin_demands, wave_checks
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_ADC_KHZ = 8000
_FREE_MS = 60.0
"""At least so long before a record is made no command comes."""
_LONG = 300
"""Records of the long scenario: more than eight bits count."""
FIGURES: Mapping[str, tuple[str, Callable[[Sequence[int]], int]]] = {
    "lowest": ("the smallest sample", min),
    "highest": ("the largest sample", max),
    "mean": ("the mean of the samples, rounded down", lambda group: sum(group) // len(group)),
    "last": ("the last sample", lambda group: group[-1]),
    "spread": ("the largest sample minus the smallest", lambda group: max(group) - min(group)),
    "total": ("the sum of the samples", sum),
}


@dataclass(frozen=True)
class Logger:
    """`above` also counts the samples above a limit, as the last figure of a record; 0: none does. `keeps_old`: a full
    ring takes no new record, else the oldest is overwritten. `clears`: a dump empties the ring."""

    tick: Tick
    channel: int
    sampling: int
    group: int
    figures: tuple[str, ...]
    above: int
    places: int
    keeps_old: bool
    clears: bool
    newest_first: bool
    separator: str
    dump: str
    question: str
    pin: OutputPin

    @property
    def sampled(self) -> str:
        """The deed that each of its conversions is."""
        return f"sample channel {self.channel} for {self.sampling} cycles"

    @property
    def analog_pin(self) -> str:
        return "PA1" if self.channel == 1 else "PC0"

    @property
    def record_ms(self) -> float:
        return self.group * self.tick.period_ms


@dataclass(frozen=True)
class Command:
    """A byte that comes after the tick of that number."""

    tick: int
    letter: str


def draw_logger(choice: random.Random) -> Logger:
    dump, question = choice.sample("dlpr?n=", 2)
    return Logger(
        tick=draw_tick(choice, (12500, 16000, 20000)),
        channel=choice.choice((1, 10)),
        sampling=choice.choice(tuple(SAMPLING)),
        group=choice.choice((20, 24, 25, 28)),
        figures=tuple(choice.sample(list(FIGURES), choice.choice((2, 3)))),
        above=choice.choice((0, choice.randrange(1000, 3000))),
        places=choice.choice((5, 6, 8, 9)),
        keeps_old=choice.random() < 0.4,
        clears=choice.random() < 0.6,
        newest_first=choice.random() < 0.4,
        separator=choice.choice((" ", ",", ";")),
        dump=dump,
        question=question,
        pin=draw_outputs(choice, 1)[0],
    )


def records_of(logger: Logger, samples: Sequence[int]) -> list[str]:
    """The line of each record."""
    lines = []
    for end in range(logger.group, len(samples) + 1, logger.group):
        group = samples[end - logger.group : end]
        numbers = [FIGURES[name][1](group) for name in logger.figures]
        numbers += [sum(sample > logger.above for sample in group)] * bool(logger.above)
        lines.append(logger.separator.join(map(str, numbers)))
    return lines


def terminal_text(logger: Logger, samples: Sequence[int], commands: Sequence[Command]) -> str:
    """All that is answered. What a dump shows is what was kept since the last one that cleared."""
    lines, shown, since = records_of(logger, samples), "", 0
    for command in commands:
        made = command.tick // logger.group
        if command.letter == logger.question:
            shown += f"{made}\r\n"
        elif command.letter == logger.dump:
            kept = lines[since:made]
            kept = kept[: logger.places] if logger.keeps_old else kept[-logger.places :]
            kept = kept[::-1] if logger.newest_first else kept
            shown += "".join(f"{line}\r\n" for line in [*kept, "."])
            since = made if logger.clears else since
    return shown


def _scenario(
    logger: Logger, name: str, samples: Sequence[int], commands: Sequence[Command], since: int = 0
) -> ScenarioRecord:
    tick, ticks = logger.tick, len(samples)
    text = terminal_text(logger, samples, commands)
    made = [at // logger.group for at in range(ticks + 1)]
    checks: list[Check] = [
        *wave_checks((logger.pin,), [number & 1 for number in made], tick, since),
        UartCheck("USART2", equals=text),
        InterruptCheck(tick.interrupt, (ticks, ticks + 1)),
        MemoryCheck("records", (made[-1],)),
        sleep_check(
            ticks * tick.period_ms,
            events=ticks + len(commands),
            sent=len(text),
            work_ms=ticks * (logger.sampling + 12) / _ADC_KHZ,
        ),
        CORE,
    ]
    stimuli: list[AnalogInput | UartInput] = [AnalogInput(0, logger.channel, samples[0])]
    stimuli += [
        AnalogInput((at + 0.5) * tick.period_ms, logger.channel, samples[at])
        for at in range(1, ticks)
        if samples[at] != samples[at - 1]
    ]
    stimuli += [UartInput((one.tick + 0.35) * tick.period_ms, "USART2", text=one.letter) for one in commands]
    register = ("SMPR2", 3) if logger.channel == 1 else ("SMPR1", 0)
    number, shift = 2 * (logger.channel % 10), register[1]
    demands = (
        *_pin_demands(logger),
        DeedCheck((f"convert channel {logger.channel}",), (ticks, ticks + 1)),
        DeedCheck(("convert *",), (ticks, ticks + 1)),
        AlwaysCheck(logger.sampled, "sample channel *"),
        DeedCheck(("start ADC1",), (ticks, ticks + 1), by=(tick.interrupt,), alone=True),
        RegisterCheck(f"ADC1->{register[0]}", SAMPLING[logger.sampling] << shift, 7 << shift),
        RegisterCheck(f"GPIO{logger.analog_pin[1]}->MODER", 3 << number, 3 << number),
        IntegersCheck(True),
    )
    return ScenarioRecord(name, (ticks + 0.9) * tick.period_ms, tuple(checks), demands, tuple(stimuli))


def _pin_demands(logger: Logger) -> Iterator[Demand]:
    """As `pin_demands`; how soon a pin changes is looked at as far as a report has the handler's entries."""
    window = (0.0, (MAXIMUM_ENTRIES - 1) * logger.tick.period_ms)
    for demand in pin_demands((logger.pin,), logger.tick):
        yield replace(demand, window_ms=window) if isinstance(demand, PacedCheck) else demand


def _samples(logger: Logger, choice: random.Random, records: int, changes: int) -> list[int]:
    """Of so many records and half of one; the level changes so often, also amid a record."""
    ticks = records * logger.group + logger.group // 2
    limit = logger.above or 2048
    levels = (0, 4095, limit, limit + 1, limit - 1)
    places = sorted(choice.sample(range(1, ticks), changes))
    samples, level = [], choice.randrange(4096)
    for start, end in zip([0, *places], [*places, ticks], strict=True):
        samples += [level] * (end - start)
        level = choice.choice(levels) if choice.random() < 0.3 else choice.randrange(4096)
    return samples


def _commands(logger: Logger, choice: random.Random, records: Sequence[int]) -> list[Command]:
    """In the first half of a group, behind that many records: a dump or a question, now and then another byte."""
    commands, letters = [], [logger.dump, logger.dump, logger.question]
    for place, made in enumerate(records):
        at = made * logger.group + choice.randint(2, logger.group // 5)
        letter = letters[place % 3] if choice.random() < 0.8 else choice.choice("xX0\n")
        commands.append(Command(at, letter))
    return commands


def _scenarios(logger: Logger, choice: random.Random) -> Iterator[ScenarioRecord]:
    places = logger.places
    first = [Command(3, logger.dump), Command(logger.group + 4, logger.dump), Command(2 * logger.group + 3, "x")]
    first.append(Command(3 * logger.group + 5, logger.question))
    first.append(Command(4 * logger.group + 5, logger.dump))
    yield _scenario(logger, "a few records", _samples(logger, choice, 5, 60), first)
    full = [places - 1, places, places + 1, places + 2, 2 * places + 4, 2 * places + 5]
    commands = [Command(made * logger.group + 4, logger.dump) for made in full]
    yield _scenario(logger, "a full ring", _samples(logger, choice, 2 * places + 6, 150), commands)
    asked = sorted({*choice.sample(range(20, _LONG - 8), 9), 254, 255, 256, 257, _LONG - 3, _LONG - 2, _LONG - 1})
    commands = _commands(logger, choice, asked)
    commands[-2:] = [Command(commands[-2].tick, logger.question), Command(commands[-1].tick, logger.dump)]
    yield _scenario(logger, "minutes", _samples(logger, choice, _LONG, 420), commands, since=(_LONG - 6) * logger.group)


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
        scenarios=tuple(_scenarios(logger, choice)),
        lazy=tuple(_lazy(logger, points)),
        tags=("adc", "uart", "logger", "timer" if logger.tick.is_timer else "systick"),
    )


DATA_LOGGERS = FirmwareFamily(
    "data_logger", "1.1", "samples over minutes of virtual time, made into records that a terminal asks for", draw
)
