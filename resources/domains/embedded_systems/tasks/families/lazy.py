"""Lazy answers that several families share: the right outputs by means that are forbidden, or as far as it goes."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.tasks.families.board_code import Tick
from resources.domains.embedded_systems.tasks.lazy_answers import Edit, LazyAnswer

_ROUNDS, _ROUNDS_OF_BYTES = 4000, 20_000
_MODE = re.compile(r"    GPIOA->MODER \|= [^;]+;\n")
_SLEEP = re.compile(r"( +)__WFI\(\);\n(?: +__enable_irq\(\);\n)?")


def of_any(reference: str) -> Iterator[LazyAnswer]:
    """What the instructions of all tasks forbid."""
    modes = _MODE.findall(reference)
    if modes:
        yield edited("overwrites_modes", "Change only the bits that you mean", (modes[0], modes[0].replace("|=", "=")))
    asleep = _SLEEP.search(reference)
    if asleep:
        rounds = _ROUNDS_OF_BYTES if "enable" in asleep[0] else _ROUNDS
        loop = f"for (volatile uint32_t round = 0; round < {rounds}U; round++) {{\n{asleep[1]}}}\n"
        yield edited("dawdles", "WFI", (asleep[0], f"{asleep[0]}{asleep[1]}{loop}"))


def edited(name: str, breaks: str, *edits: tuple[str, str]) -> LazyAnswer:
    return LazyAnswer(name, breaks, tuple(Edit(old, new) for old, new in edits))


def empty_handler(tick: Tick, breaks: str) -> LazyAnswer:
    """What the handler should do is done by the main program, woken by it."""
    head = f"void {tick.handler}(void) {{\n{tick.acknowledge}"
    return edited(
        "empty_handler",
        breaks,
        (head, f"{head}}}\n\nstatic void work(void) {{\n"),
        ("        __WFI();\n", "        __WFI();\n        work();\n"),
    )


def one_too_many(tick: Tick, breaks: str) -> LazyAnswer:
    """A tick that takes a count more than it should: who counts to n counts from 0 to n - 1."""
    reload = "->ARR = " if tick.is_timer else "->LOAD = "
    line = next(line for line in tick.start.splitlines() if reload in line)
    return edited("one_too_many", breaks, (line, line.replace(" - 1U;", ";")))


def never_sleeps(breaks: str) -> LazyAnswer:
    return edited("never_sleeps", breaks, ("        __WFI();\n", ""))


def busy_ring(breaks: str) -> LazyAnswer:
    """A main program that spins until its ring buffer holds something."""
    return edited("busy_ring", breaks, ("            __WFI();\n", ""))


def small_ring(places: int, breaks: str) -> LazyAnswer:
    """A ring buffer that overflows where bytes come right behind each other."""
    return edited("small_ring", breaks, ("#define PLACES 128U", f"#define PLACES {places}U"))


def ring_of_eight_bits(breaks: str) -> LazyAnswer:
    """Where the writer's place begins anew behind 256 items, and the reader's does not."""
    return edited("ring_of_eight_bits", breaks, ("head++;\n", "head = (uint8_t)(head + 1U);\n"))


def forgets(tick: Tick, after: int, begin: str, breaks: str) -> LazyAnswer:
    """Begins anew, by the statements `begin`, when it has counted so many ticks in eight bits."""
    head = f"void {tick.handler}(void) {{\n{tick.acknowledge}"
    anew = f"    if (since == {after}U) {{\n        since = 0;\n{begin}    }}\n"
    return edited("forgets", breaks, (head, f"{head}    static uint8_t since;\n{anew}    since++;\n"))
