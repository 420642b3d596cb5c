"""Family `pin_pattern`: outputs that show one pattern after another, paced by a periodic interrupt."""

import random
from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.records import InterruptCheck, MemoryCheck
from resources.domains.embedded_systems.execution.checks.scenarios import PinInput, ScenarioRecord
from resources.domains.embedded_systems.tasks.demands import Sentence
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    INCLUDE,
    SLEEP_FOREVER,
    clock_ports,
    core_sentence,
    make_outputs,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.pattern_model import Pattern, draw_pattern, simulate
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import pin_demands, wave_checks
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer

_HELD_AT = (7.5, 12.5, 18.5, 19.5, 26.5, 31.5)


def _scenario(pattern: Pattern, name: str, presses: Sequence[float], ticks: int, since: int = 0) -> ScenarioRecord:
    """`presses` are the ticks between which the button goes down and up in turn; halves are between two of them."""
    held = [sum(press < tick for press in presses) % 2 == 1 for tick in range(1, ticks + 1)]
    shown, tick = list(simulate(pattern, held)), pattern.tick
    levels = [0, *(state.level for state in shown)]
    checks = [*wave_checks(pattern.pins, levels, tick, since), InterruptCheck(tick.interrupt, (ticks, ticks + 1)), CORE]
    checks += [MemoryCheck("steps", (shown[-1].steps,))] * pattern.counts
    edges = [PinInput(press * tick.period_ms, "PC13", level=place % 2) for place, press in enumerate(presses)]
    return ScenarioRecord(
        name,
        (ticks + 0.5) * tick.period_ms,
        (*checks, sleep_check(ticks * tick.period_ms, events=ticks)),
        pin_demands(pattern.pins, tick),
        (PinInput(0, "PC13", level=1), *edges),
    )


def _scenarios(pattern: Pattern, choice: random.Random) -> Iterator[ScenarioRecord]:
    turn = min(44, 2 * sum(pattern.lengths) + 3)
    yield _scenario(pattern, "nobody presses", (), turn)
    yield _scenario(pattern, "more ticks than eight bits count", (), 310, 240)
    if pattern.control == "none":
        yield _scenario(pattern, "the button means nothing", _HELD_AT, 34)
        return
    yield _scenario(pattern, "held a few times", _HELD_AT, 40)
    yield _scenario(pattern, "held for longer than eight bits count", (5.5, 281.5), 320, 250)
    yield _scenario(pattern, "held from the start", (0.1, 2.5, 9.5, 10.5), 24)
    places = sorted(choice.sample(range(2, 40), 8))
    yield _scenario(pattern, "held at drawn times", [place + 0.5 for place in places], 48)


_RULES = {
    "walk": "exactly one pin is high, at the first step the {first} one of the list, then with each step the next one "
    "{way} the list, and after the {last} one the {first} one again",
    "bounce": "exactly one pin is high, at the first step the first one of the list, then with each step the next one, "
    "at the last one it turns and goes back, and at the first one it turns again (each end is shown once a turn)",
    "johnson": "as in a Johnson counter, the first pin takes the inverse of what the last pin of the list "
    "showed, and every other pin takes what the pin before it in the list showed",
    "register": "as in a shift register with feedback, at the first step only the first pin is high; with each further "
    "step the first pin takes the exclusive or of what the last two pins of the list showed, and every other pin takes "
    "what the pin before it in the list showed",
}


def _rule(pattern: Pattern) -> str:
    width = len(pattern.pins)
    if pattern.kind in ("counter", "gray"):
        code = "in binary" if pattern.kind == "counter" else "in Gray code (n ^ n >> 1)"
        by = pattern.step if pattern.kind == "counter" else 1
        how = f"adds {by}" if by > 0 else f"subtracts {-by}"
        return (
            f"each step {how} to a number that begins at 0 (modulo {1 << width}), and the pins show it {code}, the "
            "first pin of the list the lowest bit"
        ).replace("subtracts 1 to", "subtracts 1 from")
    up = pattern.step > 0
    return _RULES[pattern.kind].format(
        first="first" if up else "last", last="last" if up else "first", way="down" if up else "up"
    )


def _pattern_sentences(pattern: Pattern) -> tuple[Sentence, ...]:
    waves = tuple(f"changes_of {pin.name}" for pin in pattern.pins)
    names = ", ".join(pin.told for pin in pattern.pins)
    listed = says(f"The pins are {names}, in this order.", *waves, *(f"driven {pin.name}" for pin in pattern.pins))
    start = says("All of them are low until the first tick, which does the first step.", *waves)
    if not pattern.is_table:
        return (listed, start, says(f"Each tick does one step by this rule: {_rule(pattern)}.", *waves))
    rows = ", ".join(
        f"{''.join(str(level >> bit & 1) for bit in range(len(pattern.pins)))} for {length}"
        for level, length in zip(pattern.levels, pattern.lengths, strict=True)
    )
    return (
        listed,
        start,
        says(f"A step shows the next of these patterns (a digit a pin, in the order of the list) and lasts as many "
             f"ticks as follow: {rows}; then they begin anew.", *waves),
    )  # fmt: skip


def _control_sentences(pattern: Pattern) -> tuple[Sentence, ...]:
    waves = tuple(f"changes_of {pin.name}" for pin in pattern.pins)
    told = {
        "none": "The button (PC13) has no influence.",
        "pause": "At a tick at which the button (PC13) is held down (level 0) nothing advances: the pattern stays and "
        "no tick of its time passes.",
        "reverse": "At a tick at which the button (PC13) is held down (level 0) the step goes backwards, to the "
        "pattern that comes before the one shown in the endless sequence (before the first step, the sequence stands "
        "at its last pattern, although the pins are low).",
        "blank": "At a tick at which the button (PC13) is held down (level 0) the step is done as always, but all pins "
        "are low; the first tick at which it is up shows the pattern that is then due.",
        "restart": "Each tick at which the button (PC13) is held down (level 0) does the first step again, and the "
        "pattern goes on from there once it is up.",
    }
    return (says(told[pattern.control], *waves),)


def _points(pattern: Pattern, choice: random.Random) -> tuple[Point, ...]:
    tick, waves = pattern.tick, tuple(f"changes_of {pin.name}" for pin in pattern.pins)
    driven = tuple(f"driven {pin.name}" for pin in pattern.pins)
    paced = tuple(f"paced {pin.name}" for pin in pattern.pins)
    counted = says(
        "The global `uint32_t steps` counts the steps (a step is the showing of a pattern that begins anew).",
        "memory steps",
    )
    return (
        Point("Tick", (
            tick.sentence("does all the work below", f"interrupt {tick.interrupt}", *driven),
            says("Pins change within 0.1 ms after the handler is entered, and nowhere else.", *paced),
            says("The first tick comes one period after the start, to within 0.2 ms.", *waves),
        )),
        Point("Pattern", _pattern_sentences(pattern)),
        Point("Button", _control_sentences(pattern)),
        *[Point("Count", (counted,))] * pattern.counts,
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _advance(pattern: Pattern) -> str:
    """Statements that make the next value; `back` where it may go backwards."""
    width, full, back = len(pattern.pins), pattern.full, pattern.control == "reverse"
    if pattern.is_table:
        return f"""    if (left > 1U) {{
        left--;
    }} else {{
        shown = levels[next];
        left = lengths[next];
        next = next == {len(pattern.levels) - 1}U ? 0U : next + 1U;
{"        steps++;" if pattern.counts else ""}
    }}
"""
    if pattern.kind in ("counter", "gray"):
        step = pattern.step if pattern.kind == "counter" else 1
        value = f"held ? count - {step}U : count + {step}U" if back else f"count + {step}U"
        if step < 0:
            value = f"held ? count + {-step}U : count - {-step}U" if back else f"count - {-step}U"
        coded = "count" if pattern.kind == "counter" else "count ^ (count >> 1)"
        made = f"    count = ({value}) & {full}U;\n    shown = {coded};\n"
    elif pattern.kind == "bounce":
        turns = 2 * width - 2
        on = (
            f"held ? (place + {turns - 1}U) % {turns}U : (place + 1U) % {turns}U"
            if back
            else f"(place + 1U) % {turns}U"
        )
        made = f"    place = {on};\n    shown = 1U << (place < {width}U ? place : {turns}U - place);\n"
    elif pattern.kind == "register":
        made = f"""    if (shown == 0U) {{
        shown = 1U;
    }} else {{
        shown = ((shown << 1) | (((shown >> {width - 1}) ^ (shown >> {width - 2})) & 1U)) & {full}U;
    }}
"""
    else:
        made = _shift(pattern)
    return made + ("    steps++;\n" if pattern.counts else "")


def _shift(pattern: Pattern) -> str:
    """Walking bits and Johnson counters: a shift by one place, in either direction."""
    _width, full, top = len(pattern.pins), pattern.full, len(pattern.pins) - 1
    if pattern.kind == "johnson":
        on = f"((shown << 1) | (~(shown >> {top}) & 1U)) & {full}U"
        off = f"(shown >> 1) | ((~shown & 1U) << {top})"
    else:
        on = f"shown == {1 << top}U ? 1U : shown << 1"
        off = f"shown == 1U ? {1 << top}U : shown >> 1"
        on, off = (on, off) if pattern.step > 0 else (off, on)
    if pattern.control != "reverse":
        onward = f"    shown = {on};\n"
    else:
        onward = f"    if (held) {{\n        shown = {off};\n    }} else {{\n        shown = {on};\n    }}\n"
    if pattern.kind == "johnson":
        return onward
    first = 1 if pattern.step > 0 else 1 << top
    before = (1 << top - 1 if first == 1 else 2) if pattern.control == "reverse" else first
    begin = f"held ? {before}U : {first}U" if before != first else f"{first}U"
    indented = "".join(f"    {line}\n" for line in onward.rstrip("\n").split("\n"))
    return f"    if (shown == 0U) {{\n        shown = {begin};\n    }} else {{\n{indented}    }}\n"


def _state(pattern: Pattern) -> str:
    if pattern.is_table:
        rows = ", ".join(f"{level}" for level in pattern.levels)
        lengths = ", ".join(f"{length}" for length in pattern.lengths)
        return (
            f"static const uint8_t levels[] = {{{rows}}};\nstatic const uint8_t lengths[] = {{{lengths}}};\n"
            "static uint32_t shown;\nstatic uint32_t next;\nstatic uint32_t left;\n"
        )
    if pattern.kind in ("counter", "gray"):
        return "static uint32_t shown;\nstatic uint32_t count;\n"
    if pattern.kind == "bounce":
        return f"static uint32_t shown;\nstatic uint32_t place = {2 * len(pattern.pins) - 3}U;\n"
    return "static uint32_t shown;\n"


def _restart(pattern: Pattern) -> str:
    if pattern.is_table:
        return "        next = 0;\n        left = 0;\n"
    if pattern.kind in ("counter", "gray"):
        return "        count = 0;\n"
    return f"        place = {2 * len(pattern.pins) - 3}U;\n" if pattern.kind == "bounce" else "        shown = 0;\n"


def _reference(pattern: Pattern) -> str:
    control, advance = pattern.control, _advance(pattern).replace("\n\n", "\n")
    held = "    uint32_t held = !(GPIOC->IDR & (1U << 13));\n" if control != "none" else ""
    if control == "pause":
        advance = "    if (held) {\n        return;\n    }\n" + advance
    elif control == "restart":
        advance = f"    if (held) {{\n{_restart(pattern)}    }}\n" + advance
    shown = "held ? 0U : shown" if control == "blank" else "shown"
    sets = "".join(f"    {pin.set_to(f'level & {1 << bit}U')}\n" for bit, pin in enumerate(pattern.pins))
    ports = [pin.port for pin in pattern.pins] + ["C"] * (control != "none")
    return (
        INCLUDE
        + ("volatile uint32_t steps;\n" if pattern.counts else "")
        + _state(pattern)
        + f"\nstatic void show(uint32_t level) {{\n{sets}}}\n\n"
        + f"void {pattern.tick.handler}(void) {{\n{pattern.tick.acknowledge}{held}{advance}    show({shown});\n}}\n\n"
        + f"int main(void) {{\n{clock_ports(ports)}{make_outputs(pattern.pins)}{pattern.tick.start}{SLEEP_FOREVER}}}\n"
    )


def _lazy(pattern: Pattern, power: Point) -> Iterator[LazyAnswer]:
    yield lazy.empty_handler(pattern.tick, "does all the work below")
    yield lazy.never_sleeps(power.sentences[1].says)
    if pattern.control != "none":
        held = "!(GPIOC->IDR & (1U << 13))"
        yield lazy.edited("never_looks", "held down (level 0)", (held, "0U"))
        yield lazy.edited("other_level", "held down (level 0)", (held, "!!(GPIOC->IDR & (1U << 13))"))
    cycle = sum(pattern.lengths)
    after = next(count for count in range(255, 200, -1) if count % cycle)
    yield lazy.forgets(
        pattern.tick, after, _restart(pattern), "then they begin anew" if pattern.is_table else "Each tick"
    )
    if pattern.counts:
        eight = ("    steps++;\n", "    steps = (uint8_t)(steps + 1U);\n")
        yield lazy.edited("counts_eight_bits", "counts the steps", eight)
    if pattern.is_table:
        yield lazy.edited("one_tick_longer", "lasts as many ticks as follow", ("left > 1U", "left > 0U"))


def draw(choice: random.Random) -> Firmware:
    pattern = draw_pattern(choice)
    points = _points(pattern, choice)
    shown = {"table": "table of patterns", "gray": "Gray counter", "walk": "walking bit", "bounce": "bouncing bit",
             "johnson": "Johnson counter", "register": "shift register"}.get(pattern.kind, "counter")  # fmt: skip
    return Firmware(
        title=f"A {shown} on {len(pattern.pins)} pins",
        opening=(
            says(
                f"Write bare-metal C that shows a {shown} on {len(pattern.pins)} pins, paced by {pattern.tick.source}.",
                f"interrupt {pattern.tick.interrupt}",
            ),
        ),
        points=points,
        declared=(
            *["volatile uint32_t steps;\n"] * pattern.counts,
            f"void {pattern.tick.handler}(void);",
        ),
        reference=_reference(pattern),
        scenarios=tuple(_scenarios(pattern, choice)),
        lazy=tuple(_lazy(pattern, points[-1])),
        tags=("gpio", "timer" if pattern.tick.is_timer else "systick", pattern.kind),
    )


PIN_PATTERNS = FirmwareFamily(
    "pin_pattern", "1.1", "outputs that step through tables, counters and shift registers, paced by an interrupt", draw
)
