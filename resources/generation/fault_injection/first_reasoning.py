"""Reasoning of the first attempt: the task, its interface, the requirements and the code that is to meet them.

Written from the prompt, the interface, the router's instructions and the attempt's own code, nothing else.
"""

from random import Random

from resources.generation.fault_injection.phrases import lowered, paragraph, quoted, say, text_of
from resources.generation.fault_injection.reading import (
    advice,
    best_match,
    first_heading,
    interface_lines,
    line_about,
    requirements,
    shortened,
    telling_lines,
)
from resources.generation.generator import GenerationRequest

_OPENING = (
    "The task: {title}.",
    "I have to write {title}.",
    "What is asked for is {title}.",
    "{title}: let me go through the specification before writing anything.",
    "Let me read the specification of {title}.",
    "First the specification, {title}.",
    "So: {title}.",
)
_INTERFACE = (
    "The interface fixes {ports}.",
    "Given are {ports}.",
    "From the interface: {ports}.",
    "The names I have to keep: {ports}.",
    "The checker will look for {ports}.",
    "{ports} are fixed by the interface.",
)
_REQUIREMENT = (
    'It says "{text}" I write that as `{line}` (line {number}).',
    '"{text}" Line {number}, `{line}`, is for this.',
    'From "{text}" I get `{line}`.',
    'The sentence "{text}" leads to `{line}` in line {number}.',
    'For "{text}" the code has `{line}`.',
    'Line {number} `{line}` answers "{text}"',
    'Next, "{text}" That becomes `{line}`.',
)
_UNPLACED = (
    'I also keep in mind: "{text}"',
    'To remember: "{text}"',
    'There is also "{text}"',
    '"{text}" follows from the rest.',
)
_PLAN = (
    "The parts in order: {parts}.",
    "Structure: {parts}.",
    "I lay it out as {parts}.",
    "The code then consists of {parts}.",
    "Going from top to bottom: {parts}.",
    "What carries the design: {parts}.",
)
_ADVICE = (
    "For this kind of task: {advice}. Here that concerns line {number}, `{line}`.",
    "A point of the instructions: {advice}; so I look at `{line}` once more.",
    "As to `{line}` (line {number}), the instructions want this: {advice}.",
    "One thing to watch: {advice}. In this code it is about `{line}`.",
    "With regard to `{line}`: {advice}.",
)
_RISK = (
    "Where this can go wrong: {names}, so that is what I compare first if a check fails.",
    "The likely places for a slip are {names}.",
    "If something differs, I would look at {names} first.",
    "I am least sure about {names}; the run will tell.",
    "The run has to show whether {names} behave as described.",
)


def reason_about_task(request: GenerationRequest, code: str, chance: Random) -> str:
    """Grows with the number of requirements in the prompt and with the size of the code."""
    bundle = request.bundle
    ports = interface_lines(bundle.interface)
    opening = paragraph(
        say(chance, _OPENING, title=lowered(first_heading(bundle.prompt))),
        say(chance, _INTERFACE, ports=quoted(ports, 8)) if ports else "",
    )
    lines = telling_lines(code)
    plan = say(chance, _PLAN, parts=_parts(chance, [line.text for line in lines])) if lines else ""
    return text_of([opening, _requirements(request, code, chance), plan, _watch(request, code, chance)])


def _requirements(request: GenerationRequest, code: str, chance: Random) -> str:
    """Each sentence beside the line that is to meet it; the more code, the more of them are gone through."""
    sentences = requirements(request.bundle.prompt)
    count = min(len(sentences), 3 + code.count("\n") // 12)
    chosen = sorted(chance.sample(range(len(sentences)), count))
    said: list[str] = []
    for text in (sentences[index] for index in chosen):
        line = line_about(code, text)
        variants = _REQUIREMENT if line else _UNPLACED
        said.append(say(chance, variants, text=text, line=line and line.text, number=line and line.number))
    return paragraph(*said)


def _parts(chance: Random, lines: list[str]) -> str:
    count = min(len(lines), 3 + len(lines) // 6)
    return quoted([lines[index] for index in sorted(chance.sample(range(len(lines)), count))], 12)


def _watch(request: GenerationRequest, code: str, chance: Random) -> str:
    """The router's advice where the code gives it something to hold on to, and what is least certain."""
    said: list[str] = []
    points = advice(request.instructions.text)
    for point in chance.sample(points, min(len(points), 2 + code.count("\n") // 40)):
        line = line_about(code, point)
        if line is not None:
            said.append(say(chance, _ADVICE, advice=lowered(shortened(point, 200)), line=line.text, number=line.number))
    focus = best_match(requirements(request.bundle.prompt), code)
    line = line_about(code, focus, writing=True)
    return paragraph(*said, say(chance, _RISK, names=f"`{line.text}`") if line else "")
