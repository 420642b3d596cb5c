"""Lazy answers that several families share: the right outputs by means that the prompt forbids, as edits."""

from resources.domains.embedded_systems.tasks.families.board_code import Tick
from resources.domains.embedded_systems.tasks.lazy_answers import Edit, LazyAnswer


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


def never_sleeps(breaks: str) -> LazyAnswer:
    return edited("never_sleeps", breaks, ("        __WFI();\n", ""))


def busy_ring(breaks: str) -> LazyAnswer:
    """A main program that spins until its ring buffer holds something."""
    return edited("busy_ring", breaks, ("            __WFI();\n", ""))
