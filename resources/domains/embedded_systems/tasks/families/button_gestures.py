"""Family `button_gesture`: a bouncing button, sampled by a periodic interrupt; presses, clicks and holding."""

import random
from collections.abc import Iterator, Sequence

from resources.domains.embedded_systems.execution.checks.demands import DeedCheck, Demand
from resources.domains.embedded_systems.execution.checks.records import (
    Check,
    InterruptCheck,
    MemoryCheck,
    UartCheck,
)
from resources.domains.embedded_systems.execution.checks.scenarios import ScenarioRecord
from resources.domains.embedded_systems.tasks.demands import Sentence
from resources.domains.embedded_systems.tasks.families import lazy
from resources.domains.embedded_systems.tasks.families.board_code import (
    CORE,
    core_sentence,
    sleep_sentence,
)
from resources.domains.embedded_systems.tasks.families.button_code import reference_of
from resources.domains.embedded_systems.tasks.families.button_model import Button, debounced, draw_button, reported
from resources.domains.embedded_systems.tasks.families.firmware import Firmware, FirmwareFamily
from resources.domains.embedded_systems.tasks.families.prompt import Point, says
from resources.domains.embedded_systems.tasks.families.sleep_limits import sleep_check
from resources.domains.embedded_systems.tasks.families.waves import (
    pin_demands,
    sampled_input,
    tick_window,
    wave_checks,
)
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer


def _scenario(button: Button, name: str, runs: Sequence[int]) -> ScenarioRecord:
    """`runs` are lengths in ticks: released, held, released ... in turn."""
    held = [place % 2 for place, length in enumerate(runs) for _ in range(length)]
    tick, events = button.tick, reported(button, debounced(button, held))
    ticks = len(held)
    shown, level = [0], 0
    for at in range(1, ticks + 1):
        if at in events:
            level ^= 1 << button.events.index(events[at])
        shown.append(level)
    checks: list[Check] = [InterruptCheck(tick.interrupt, (ticks, ticks + 1)), CORE]
    checks.append(sleep_check(ticks * tick.period_ms, events=ticks, sent=len(events) if button.letters else 0))
    checks += [*wave_checks(button.pins, shown, tick)] if button.pins else []
    checks += [MemoryCheck("events", (len(events),))] * button.counts
    demands: list[Demand] = [*pin_demands(button.pins, tick)]
    if button.letters:
        checks += _letter_checks(button, events)
        demands += [DeedCheck(("write USART2->DR",), (len(events), len(events)))]
    port = button.pin[1]
    demands += [DeedCheck((f"read GPIO{port}->IDR",), (ticks, 4 * ticks + 4), by=(tick.interrupt,), alone=True)]
    levels = [button.pressed if pressed else 1 - button.pressed for pressed in held]
    return ScenarioRecord(
        name,
        (ticks + 0.6) * tick.period_ms,
        tuple(checks),
        tuple(demands),
        tuple(sampled_input(button.pin, levels, tick)),
    )


def _letter_checks(button: Button, events: dict[int, str]) -> Iterator[UartCheck]:
    letters = [(at, button.letters[button.events.index(events[at])]) for at in sorted(events)]
    yield UartCheck("USART2", equals="".join(letter for _, letter in letters))
    for at, letter in letters[:3]:
        start, end = tick_window(button.tick, at)
        yield UartCheck("USART2", equals=letter, window_ms=(start, end + 0.2))


def _scenarios(button: Button, choice: random.Random) -> Iterator[ScenarioRecord]:
    depth, long = button.depth, button.long
    rest = 2 * depth + long
    yield _scenario(button, "bounces and a press", (3, 1, 1, depth - 1, 2, depth - 1, depth + 1, depth + 3, rest))
    held = [depth + 2, rest, long - 1, rest, long, rest, long + 1, rest, 3 * long + 1, rest]
    yield _scenario(button, "held for as long as matters", (rest, *held))
    pauses = [depth, long - 1, depth, long, depth, rest, depth, long + 1, depth + 1, depth, depth, depth, depth, rest]
    yield _scenario(button, "pauses as long as matter", (4, *pauses))
    yield _scenario(button, "held for longer than eight bits count", (rest, 300, rest, depth + 1, rest))
    yield _scenario(button, "left alone for as long", (3, depth + 1, 300, depth + 1, rest))
    yield _scenario(button, "held down from the start", (0, depth + 4, rest, depth, rest))
    drawn = [choice.choice((1, depth - 1, depth, depth + 1, long // 2, long, long + 2)) for _ in range(24)]
    yield _scenario(button, "drawn", (2, *drawn, rest))


_TOLD = {
    "edges": ("Event `press` is the change to pressed, event `release` the change to released.",),
    "hold": (
        "Event `press` is the change to pressed.",
        "Event `long` comes {long} after it ({ticks} ticks), once, if the button is still pressed at that tick.",
    ),
    "repeat": (
        "Event `press` is the change to pressed.",
        "Event `repeat` comes each {long} after it ({ticks} ticks) for as long as the button is still pressed at that "
        "tick.",
    ),
    "clicks": (
        "Event `long` comes {long} ({ticks} ticks) after the change to pressed, once, if the button is still pressed "
        "at that tick.",
        "Event `short` is the change to released of a press that was not long.",
    ),
    "double": (
        "Event `double` is the change to pressed that comes at most {long} ({ticks} ticks) after a click was released; "
        "this second press is part of it and reports nothing more, however long it lasts.",
        "Event `single` comes {long} after the release of a click that no such press has followed.",
        "How long a click is held does not matter.",
    ),
}


def _outputs(button: Button) -> tuple[str, ...]:
    return (
        *["uart USART2"] * bool(button.letters),
        *(f"changes_of {pin.name}" for pin in button.pins),
        *["memory events"] * button.counts,
    )


def _event_point(button: Button) -> Point:
    outputs = _outputs(button)
    told = [text.format(long=f"{button.long_ms:g} ms", ticks=button.long) for text in _TOLD[button.style]]
    letters = [
        f"event `{event}` sends the character `{letter}`"
        for event, letter in zip(button.events, button.letters, strict=False)
    ]
    pins = [
        f"event `{event}` changes the level of {pin.told}"
        for event, pin in zip(button.events, button.pins, strict=False)
    ]
    sentences = [says(text, *outputs) for text in told]
    if letters:
        text = f"On the terminal (USART2, 115200 baud) {' and '.join(letters)}, and nothing else is sent."
        sentences.append(says(text, "uart USART2", "done write USART2->DR"))
    if pins:
        driven = [f"driven {pin.name}" for pin in button.pins]
        text = f"{' and '.join(pins)}; both are outputs and low at the start.".removeprefix("e")
        sentences.append(says(f"E{text}", *driven, *(f"changes_of {pin.name}" for pin in button.pins)))
        paced = [f"paced {pin.name}" for pin in button.pins]
        sentences.append(
            says("A level changes within 0.1 ms after the tick that it belongs to, in the handler.", *paced)
        )
    if button.counts:
        sentences.append(says("The global `uint32_t events` counts all events.", "memory events"))
    return Point("Events", tuple(sentences))


def _filter_sentences(button: Button) -> tuple[Sentence, ...]:
    outputs = _outputs(button)
    if button.filter == "row":
        return (
            says(f"A level becomes the state of the button at the tick that is the {button.depth}th in a row to sample "
                 "it; until then the state is what it was.".replace("2th", "second").replace("3th", "third"),
                 *outputs),
        )  # fmt: skip
    return (
        says(f"A sum begins at 0; a sample of a pressed button adds 1 to it, up to {button.depth}, and any other takes "
             "1 off, down to 0.", *outputs),
        says(f"The state becomes pressed when the sum reaches {button.depth} and released when it reaches 0; between "
             "them it is what it was.", *outputs),
    )  # fmt: skip


def _points(button: Button, choice: random.Random) -> tuple[Point, ...]:
    reads = f"done read GPIO{button.pin[1]}->IDR"
    return (
        Point("Samples", (
            button.tick.sentence(f"samples {button.pin}, and nothing else looks at the pin",
                                 f"interrupt {button.tick.interrupt}", reads),
            says("The first sample is taken one period after the start, to within 0.2 ms.", *_outputs(button)),
            says(f"The button is pressed at level {button.pressed} and bounces; it needs no pull.", *_outputs(button)),
        )),
        Point("State", (*_filter_sentences(button), says("It is released at the start.", *_outputs(button)))),
        _event_point(button),
        Point("Power", (core_sentence(choice), sleep_sentence(choice))),
    )  # fmt: skip


def _long_press_lost(button: Button) -> LazyAnswer:
    """Counts in eight bits how long the button is held, and takes the last of them for its end."""
    if button.style == "double":
        head, lost, breaks = "    static uint32_t second;\n", "second = 1", "How long a click is held does not matter"
    else:
        head, lost, breaks = "static void follow(uint32_t changed) {\n", "pressed = 0", "the change to pressed"
    count = "    static uint8_t down;\n    down = pressed ? down + 1U : 0U;\n"
    gives_up = f"    if (down == 255U) {{\n        {lost};\n    }}\n"
    return lazy.edited("loses_long_presses", breaks, (head, f"{head}{count}{gives_up}"))


def _lazy(button: Button, points: tuple[Point, ...]) -> Iterator[LazyAnswer]:
    yield lazy.empty_handler(button.tick, "and nothing else looks at the pin")
    yield lazy.never_sleeps(points[-1].sentences[1].says)
    if button.filter == "row":
        fewer = (f"same < {button.depth}U", f"same < {button.depth - 1}U")
        yield lazy.edited("one_sample_fewer", "in a row", fewer)
    else:
        yield lazy.edited("forgets_at_once", "takes 1 off", ("        sum--;\n", "        sum = 0;\n"))
    if button.style in ("hold", "clicks"):
        yield lazy.edited("one_tick_later", f"{button.long} ticks", ("held == LONG", "held == LONG + 1U"))
    yield _long_press_lost(button)
    if button.style == "double":
        yield lazy.edited("any_pause", "no such press has followed", ("        waiting--;\n", ""))


def draw(choice: random.Random) -> Firmware:
    button = draw_button(choice)
    points = _points(button, choice)
    events = " and ".join(f"`{event}`" for event in button.events)
    return Firmware(
        title=f"Button with {' and '.join(button.events)} events",
        opening=(
            says(
                choice.choice(
                    (
                        f"Write bare-metal C that debounces a button on {button.pin} and reports the events {events}.",
                        f"A button on {button.pin} bounces: write firmware that makes the events {events} of it.",
                    )
                ),
                *_outputs(button),
            ),
        ),
        points=points,
        declared=(
            *["volatile uint32_t events;\n"] * button.counts,
            f"void {button.tick.handler}(void);",
        ),
        reference=reference_of(button),
        scenarios=tuple(_scenarios(button, choice)),
        lazy=tuple(_lazy(button, points)),
        tags=("gpio", "debounce", button.style, "timer" if button.tick.is_timer else "systick"),
    )


BUTTON_GESTURES = FirmwareFamily(
    "button_gesture", "1.1", "a bouncing button: filters, presses, clicks, holding, double clicks", draw
)
