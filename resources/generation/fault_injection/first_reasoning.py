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
    "[The task|The job|The assignment|The question]: {title}.",
    "[The task|The specification|The description|The text] [says|reads|begins]: {title}.",
    "What is [asked|wanted|needed|to be done]: {title}.",
    "[First|Before anything else|To begin with], the [specification|description|task]: {title}.",
    "[So|Now|Well|In short|In a sentence]: {title}.",
)
_INTERFACE = (
    "The interface [fixes|names|asks for|sets] {ports}.",
    "[Fixed are|Named are|Settled are|I am held to] {ports}.",
    "From the interface[:| I take| I have| come] {ports}.",
    "[The names I have to keep|Names that must stay|What has to keep its name|To be kept]: {ports}.",
    "The [checker|judge|next stage] will look for {ports}.",
    "{ports} are [fixed|named|laid down|set] by the interface.",
)
_PLAN = (
    "[The parts|The pieces|The steps|Its parts], in order: {parts}.",
    "[Structure|Outline|Plan|Layout|Sketch]: {parts}.",
    "I [lay it out|build it|arrange it|write it] as {parts}.",
    "The [code|program|text|body] [then consists of|is made of|comes to|has] {parts}.",
    "[Going from top to bottom|From top to bottom|One after the other|In the order of the text]: {parts}.",
    "What [carries|makes up|matters in|holds together] the [design|program|whole]: {parts}.",
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
