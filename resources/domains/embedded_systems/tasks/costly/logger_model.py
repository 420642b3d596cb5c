"""The model of a data logger: what it is, which records its samples make, what the terminal shows, and the scenarios.

Expected lines come from the whole list of samples, cut into groups.
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
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    OutputPin,
    Tick,
    draw_outputs,
    draw_tick,
)
from resources.domains.embedded_systems.tasks.families.monitor_model import SAMPLING
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import pin_demands, wave_checks

_ADC_KHZ = 8000
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


def scenarios(logger: Logger, choice: random.Random) -> Iterator[ScenarioRecord]:
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
