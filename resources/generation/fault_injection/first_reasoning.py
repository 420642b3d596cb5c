"""Reasoning of the first attempt: a short plan, of the task's name, its interface and the parts of the code.

Who repairs a program without a language model did not think it up; sentences of the task beside lines that happen to
share their names would teach that pairing.
"""

from random import Random

from resources.generation.fault_injection.phrases import lowered, paragraph, quoted, say, text_of
from resources.generation.fault_injection.reading import (
    first_heading,
    interface_lines,
    telling_lines,
)
from resources.generation.generator import GenerationRequest

_OPENING = (
    "The task: {title}.",
    "The task says: {title}.",
    "What is asked: {title}.",
    "First the specification: {title}.",
    "So: {title}.",
    "In short: {title}.",
)
_INTERFACE = (
    "The interface fixes {ports}.",
    "Given are {ports}.",
    "From the interface: {ports}.",
    "The names I have to keep: {ports}.",
    "The checker will look for {ports}.",
    "{ports} are fixed by the interface.",
)
_PLAN = (
    "The parts in order: {parts}.",
    "Structure: {parts}.",
    "I lay it out as {parts}.",
    "The code then consists of {parts}.",
    "Going from top to bottom: {parts}.",
    "What carries the design: {parts}.",
)


def reason_about_task(request: GenerationRequest, code: str, chance: Random) -> str:
    """Grows with the size of the code."""
    bundle = request.bundle
    ports = interface_lines(bundle.interface)
    opening = paragraph(
        say(chance, _OPENING, title=lowered(first_heading(bundle.prompt))),
        say(chance, _INTERFACE, ports=quoted(ports, 8)) if ports else "",
    )
    lines = telling_lines(code)
    plan = say(chance, _PLAN, parts=_parts(chance, [line.text for line in lines])) if lines else ""
    return text_of([opening, plan])


def _parts(chance: Random, lines: list[str]) -> str:
    count = min(len(lines), 3 + len(lines) // 6)
    return quoted([lines[index] for index in sorted(chance.sample(range(len(lines)), count))], 12)
