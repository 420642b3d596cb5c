"""Family `task_schedule`: periodic tasks with offsets and priorities, switched on and off over the terminal."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck, Demand, DrivenCheck, PacedCheck
from resources.domains.embedded_systems.execution.checks.records import (
    ChangesCheck,
    Check,
    InterruptCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord, UartInput
from resources.domains.embedded_systems.tasks.demands import Sentence
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    INCLUDE,
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
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_LATE_MS = 1.0


@dataclass(frozen=True)
class Task:
    """Due at tick `offset` and every `period` ticks from there, `runs` times or, where that is 0, for ever. It sends
    its letter, or changes its pin."""

    letter: str
    pin: OutputPin | None
    offset: int
    period: int
    runs: int


@dataclass(frozen=True)
class Schedule:
    """`tasks` are in the order of priority. A task that is switched on again keeps its phase, or begins a period."""

    tick: Tick
    tasks: tuple[Task, ...]
    switches: bool
    keeps_phase: bool
    starts_off: int | None


@dataclass(frozen=True)
class Happened:
    """What the terminal shows, the ticks at which each task ran, and what was sent at each tick."""

    shown: str
    ran: Mapping[int, Sequence[int]]
    at_tick: Mapping[int, str]


def draw_schedule(choice: random.Random) -> Schedule:
    count = choice.choice((3, 4, 5))
    pins = draw_outputs(choice, 2)
    pinned = choice.sample(range(count), choice.choice((0, 1, 2)))
    tasks = [
        Task(
            letter=letter,
            pin=pins[pinned.index(place)] if place in pinned else None,
            offset=choice.randint(1, 5),
            period=choice.choice((2, 3, 4, 5, 6, 7)),
            runs=choice.choice((0, 0, 0, 3, 4)),
        )
        for place, letter in enumerate(choice.sample("ABCDEFGHKLMNPRSTUVWXYZ", count))
    ]
    switches = choice.random() < 0.7
    return Schedule(
        tick=draw_tick(choice, (4000, 5000)),
        tasks=tuple(tasks),
        switches=switches,
        keeps_phase=choice.random() < 0.5,
        starts_off=choice.choice((None, choice.randrange(count))) if switches else None,
    )


def simulate(schedule: Schedule, ticks: int, commands: Mapping[int, str]) -> Happened:
    """`commands` come after the tick of their number, several right behind each other. Due ticks are
    computed here; the reference counts down."""
    count = len(schedule.tasks)
    is_on = [place != schedule.starts_off for place in range(count)]
    since = [task.offset for task in schedule.tasks]
    ran: dict[int, list[int]] = {place: [] for place in range(count)}
    shown, at_tick = "", {}
    for now in range(ticks + 1):
        sent = ""
        for place, task in enumerate(schedule.tasks):
            is_due = now >= since[place] and (now - since[place]) % task.period == 0
            if now and is_due and is_on[place] and not (task.runs and len(ran[place]) >= task.runs):
                ran[place].append(now)
                sent += "" if task.pin else task.letter
        at_tick[now] = sent
        shown += sent
        for place in (ord(letter) - ord("1") for letter in commands.get(now, "")):
            if not schedule.switches or not 0 <= place < count:
                continue
            is_on[place] = not is_on[place]
            shown += "+" if is_on[place] else "-"
            if is_on[place] and not schedule.keeps_phase:
                since[place] = now + schedule.tasks[place].period
    return Happened(shown, ran, at_tick)


def _scenario(schedule: Schedule, name: str, ticks: int, commands: Mapping[int, str], since: int = 0) -> ScenarioRecord:
    """Pins are looked at behind tick `since`."""
    tick, happened = schedule.tick, simulate(schedule, ticks, commands)
    checks: list[Check] = [
        UartCheck("USART2", equals=happened.shown),
        InterruptCheck(tick.interrupt, (ticks, ticks + 1), longest_us=20),
        sleep_check(ticks * tick.period_ms, events=ticks + sum(map(len, commands.values())), sent=len(happened.shown)),
        CORE,
    ]
    for at in [at for at, sent in happened.at_tick.items() if sent][:6]:
        window = (at * tick.period_ms - 0.01, at * tick.period_ms + _LATE_MS)
        checks.append(UartCheck("USART2", equals=happened.at_tick[at], window_ms=window))
    demands: list[Demand] = [
        DeedCheck(("write USART2->DR",), (len(happened.shown),) * 2, by=("main",), alone=True),
        tick.counted,
    ]
    for place, task in enumerate(schedule.tasks):
        if task.pin:
            changes = [
                (number % 2, at * tick.period_ms - 0.01, at * tick.period_ms + _LATE_MS)
                for number, at in enumerate(happened.ran[place], 1)
                if at > since
            ]
            looked_at = (since * tick.period_ms + _LATE_MS, (ticks + 1) * tick.period_ms) if since else None
            checks.append(ChangesCheck(task.pin.name, tuple(changes), looked_at))
            demands.append(DrivenCheck(task.pin.name, "output", by=("main",)))
            demands.append(PacedCheck(task.pin.name, tick.interrupt, _LATE_MS * 1000))
    stimuli = [UartInput((at + 0.5) * tick.period_ms, "USART2", text=letter) for at, letter in sorted(commands.items())]
    return ScenarioRecord(name, (ticks + 0.4) * tick.period_ms, tuple(checks), tuple(demands), tuple(stimuli))


def _scenarios(schedule: Schedule, choice: random.Random) -> Iterator[ScenarioRecord]:
    count = len(schedule.tasks)
    yield _scenario(schedule, "nobody types", 44, {})
    late = {250: "1", 258: "1", 262: f"{count}", 275: f"{count}"} if schedule.switches else {}
    yield _scenario(schedule, "more ticks than eight bits count", 300, late, since=230)
    if not schedule.switches:
        yield _scenario(schedule, "typing means nothing", 24, {3: "1", 4: "a", 9: "2"})
        return
    other = str(count + 1)
    yield _scenario(schedule, "each task off and on", 50, {
        **{4 + place: str(place + 1) for place in range(count)},
        **{14 + 3 * place: str(place + 1) for place in range(count)},
        32: "0", 33: other, 34: "/", 35: "x",
    })  # fmt: skip
    every = "".join(str(place + 1) for place in range(count))
    yield _scenario(schedule, "bytes right behind each other", 40, {3: f"{every}x{every}", 9: every, 17: f"1{every}1"})
    for number in (1, 2):
        moments = choice.sample(range(0, 44), 10)
        drawn = {at: str(choice.randint(1, count)) for at in sorted(moments)}
        yield _scenario(schedule, f"drawn switching, {number}", 48, drawn)


def _task_told(schedule: Schedule, place: int, task: Task) -> str:
    deed = f"changes the level of {task.pin.told}" if task.pin else f"sends `{task.letter}`"
    ended = f", {task.runs} times in all" if task.runs else ""
    off = " (switched off at the start)" if place == schedule.starts_off else ""
    return f"task {place + 1} {deed} at tick {task.offset} and every {task.period} ticks from there{ended}{off}"


def _points(schedule: Schedule, choice: random.Random) -> tuple[Point, ...]:
    tick = schedule.tick
    pins = [task.pin for task in schedule.tasks if task.pin]
    seen = ("uart USART2", *(f"changes_of {pin.name}" for pin in pins))
    listed = "; ".join(_task_told(schedule, place, task) for place, task in enumerate(schedule.tasks))
    driven = tuple(f"driven {pin.name}" for pin in pins)
    paced = tuple(f"paced {pin.name}" for pin in pins)
    switching: tuple[Sentence, ...]
    if schedule.switches:
        phase = (
            "A task keeps its phase: while it is off its due ticks pass, and do not count as times that it has run."
            if schedule.keeps_phase
            else "While a task is off, its due ticks pass and do not count as times that it has run; switched on, it "
            "is "
            "due as many ticks after the last tick as its period has, and every period from there."
        )
        switching = (
            says(f"A digit from 1 to {len(schedule.tasks)} switches the task of that number off, or on where it is "
                 f"off; "
                 "the program sends `-` for off and `+` for on.", *seen),
            says(phase, *seen),
            says("Any other byte means nothing.", *seen),
        )  # fmt: skip
    else:
        switching = (says("Received bytes mean nothing.", *seen),)
    outputs = [says("The pins are outputs and low at the start.", *driven, *(f"changes_of {pin.name}" for pin in pins))]
    return (
        Point("Tick", (
            tick.sentence("only counts ticks, in at most 20 microseconds", f"interrupt {tick.interrupt}",
                          "done write USART2->DR", f"always {tick.counted.always}", *driven),
            says("Tick 1 comes one period after the start, to within 0.2 ms.", *seen),
        )),
        Point("Tasks", (
            says(f"These are the tasks, the most urgent one first: {listed}.", *seen),
            says("Tasks that are due at the same tick run in this order, all of them within 1 ms after the tick.",
                 *seen, *paced),
            says("Tasks run in the main program, which sends by polling on the terminal (USART2, 115200 baud).",
                 "uart USART2", "done write USART2->DR", *driven),
            *outputs * bool(pins),
        )),
        Point("Terminal", switching),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _run_code(schedule: Schedule) -> str:
    cases = "".join(
        f"    case {place}:\n        {task.pin.toggle if task.pin else f'send({chr(39)}{task.letter}{chr(39)});'}\n"
        "        break;\n"
        for place, task in enumerate(schedule.tasks)
    )
    return f"static void run(uint32_t index) {{\n    switch (index) {{\n{cases}    }}\n}}\n\n"


def _tick_code(schedule: Schedule) -> str:
    on = "item->on && " if schedule.switches else ""
    return f"""static void tick(void) {{
    for (uint32_t index = 0; index < TASKS; index++) {{
        task *item = &tasks[index];
        item->left--;
        if (item->left != 0U) {{
            continue;
        }}
        item->left = item->period;
        if ({on}item->runs != 0U) {{
            item->runs--;
            run(index);
        }}
    }}
}}

"""


def _switch_code(schedule: Schedule) -> str:
    restart = "    if (item->on) {\n        item->left = item->period;\n    }\n" if not schedule.keeps_phase else ""
    return f"""static void obey(uint8_t byte) {{
    if (byte < '1' || byte > '0' + TASKS) {{
        return;
    }}
    task *item = &tasks[byte - '1'];
    item->on = !item->on;
{restart}    send(item->on ? '+' : '-');
}}

"""


_RECEIVE = """#define PLACES 32U

static volatile uint8_t typed[PLACES];
static volatile uint32_t received;
static uint32_t taken;

void USART2_IRQHandler(void) {
    typed[received % PLACES] = (uint8_t)USART2->DR;
    received++;
}

"""


def _reference(schedule: Schedule) -> str:
    tick, switches = schedule.tick, schedule.switches
    pins = [task.pin for task in schedule.tasks if task.pin]
    rows = ",\n".join(
        f"    {{{task.offset}U, {task.period}U, {f'{task.runs}U' if task.runs else '0xFFFFFFFFU'}"
        f"{f', {int(place != schedule.starts_off)}U' if switches else ''}}}"
        for place, task in enumerate(schedule.tasks)
    )
    on = "    uint32_t on;\n" if switches else ""
    receive = _RECEIVE if switches else ""
    obey = """        if (taken != received) {
            uint8_t byte = typed[taken % PLACES];
            taken++;
            __enable_irq();
            obey(byte);
            continue;
        }
"""
    listen = "    USART2->CR1 |= USART_CR1_RXNEIE;\n    NVIC_EnableIRQ(USART2_IRQn);\n" if switches else ""
    return (
        f"{INCLUDE}#define TASKS {len(schedule.tasks)}U\n\ntypedef struct {{\n    uint32_t left;\n"
        f"    uint32_t period;\n"
        f"    uint32_t runs;\n{on}}} task;\n\nstatic task tasks[TASKS] = {{\n{rows},\n}};\n"
        "static volatile uint32_t ticks;\n\n"
        f"void {tick.handler}(void) {{\n{tick.acknowledge}    ticks++;\n}}\n\n"
        f"{receive}{TERMINAL}{SEND}{_run_code(schedule)}"
        f"{_tick_code(schedule)}{_switch_code(schedule) if switches else ''}"
        "int main(void) {\n    uint32_t done = 0;\n    terminal_init();\n"
        f"{clock_ports([pin.port for pin in pins]) if pins else ''}{make_outputs(pins)}{listen}{tick.start}"
        "    for (;;) {\n        __disable_irq();\n        if (ticks != done) {\n            done++;\n"
        f"            __enable_irq();\n            tick();\n            continue;\n        }}\n"
        f"{obey if switches else ''}"
        "        __WFI();\n        __enable_irq();\n    }\n}\n"
    )


def _lazy(schedule: Schedule, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    tick = schedule.tick
    yield lazy.never_sleeps(points[-1].sentences[1].says)
    yield lazy.edited(
        "runs_in_the_handler",
        "Tasks run in the main program",
        (f"{tick.acknowledge}    ticks++;\n", f"{tick.acknowledge}    tick();\n"),
        (f"void {tick.handler}(void) {{\n", f"static void tick(void);\n\nvoid {tick.handler}(void) {{\n"),
    )
    yield lazy.edited(
        "least_urgent_first",
        "the most urgent one first",
        ("        task *item = &tasks[index];\n        item->left--;",
         "        task *item = &tasks[TASKS - 1U - index];\n        item->left--;"),
        ("            run(index);", "            run(TASKS - 1U - index);"),
    )  # fmt: skip
    yield lazy.one_too_many(tick, f"every {tick.told}")
    yield lazy.edited("counts_eight_bits", "only counts ticks",
                      ("    ticks++;\n", "    ticks = (uint8_t)(ticks + 1U);\n"))  # fmt: skip
    if schedule.switches:
        off = ("if (item->on && item->runs != 0U) {\n            item->runs--;\n",
               "if (item->runs != 0U) {\n            item->runs--;\n            if (item->on)\n    ")  # fmt: skip
        if any(task.runs for task in schedule.tasks):
            yield lazy.edited("counts_what_passes", "do not count as times that it has run", off)


def draw(choice: random.Random) -> Firmware:
    schedule = draw_schedule(choice)
    points = _points(schedule, choice)
    count = len(schedule.tasks)
    return Firmware(
        title=f"Scheduler of {count} periodic tasks",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C that runs {count} periodic tasks, paced by {schedule.tick.source}.",
                        f"A cooperative scheduler for {count} tasks is wanted, in bare-metal C, paced by "
                        f"{schedule.tick.source}.",
                    )
                ),
                f"interrupt {schedule.tick.interrupt}",
                "uart USART2",
            ),
        ),
        points=points,
        declared=(f"void {schedule.tick.handler}(void);",),
        reference=_reference(schedule),
        scenarios=tuple(_scenarios(schedule, choice)),
        lazy=tuple(_lazy(schedule, points)),
        tags=("scheduler", "usart", "timer" if schedule.tick.is_timer else "systick"),
    )


TASK_SCHEDULES = FirmwareFamily(
    "task_schedule", "1.2", "periodic tasks: offsets, priorities, numbers of runs, switching over the terminal", draw
)
