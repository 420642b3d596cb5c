"""Alternatives: the other lines that a log could speak of, each with what speaks against it.

Which line is the cause is decided elsewhere (`steps`); this only compares it with its neighbours in the text.
"""

import re
from random import Random

from resources.generation.fault_injection.evidence import named
from resources.generation.fault_injection.phrases import paragraph, quotable, say
from resources.generation.fault_injection.reading import (
    CodeLine,
    best_match,
    lines_with,
    names_in,
    requirements,
    shortened,
)
from resources.generation.fault_injection.steps import Step
from resources.generation.generator import GenerationRequest

_ALTERNATIVE = (
    "`{line}` (line {number}) [uses|has|mentions|works with] `{name}` too, but it {reason}.",
    "[Could it be|What about|Is it|Why not] line {number}, `{line}`? It {reason}, so no.",
    "I [rule out|set aside|dismiss|leave] `{line}` in line {number}: it {reason}.",
    "Line {number} (`{line}`) [is the other candidate|is another candidate|came to mind too|would be the next "
    "guess]; it {reason}.",
)


_ELSEWHERE = (
    "is not [the one|the line|what] the log [names|points at|speaks of][, which is|; that is|, that being] line {line}",
    "stands elsewhere, and the log [names|points at|says] line {line}",
)
_READS = ("[reads|uses|takes] `{name}` and does not [set|change|drive] it", "only [reads|uses|looks at] `{name}`")
_AS_ASKED = (
    '[does|says|is] what the task [asks|wants|demands], "{asked}"',
    '[follows|agrees with|comes from] the task, "{asked}"',
)


def alternatives(request: GenerationRequest, step: Step, before: str, after: str, chance: Random) -> str:
    """Other lines that the symbol of the log stands in and that stay, each with what speaks against it. Where an edit
    stands, nothing speaks against the line."""
    name = named(step)
    kept = {line.strip() for line in after.splitlines()}
    edited = {step.line_of(edit, before) for edit in step.before.edits}
    said: list[str] = []
    for line in (line for line in lines_with(before, name) if line.number not in edited):
        reason = _reason_against(request, step, line, name, chance)
        if line.text in kept and reason:
            said.append(
                say(chance, _ALTERNATIVE, line=quotable(line.text), number=line.number, name=name, reason=reason)
            )
    return paragraph(*chance.sample(said, min(len(said), 1 + len(step.removed) // 2)))


def _reason_against(request: GenerationRequest, step: Step, line: CodeLine, name: str, chance: Random) -> str:
    """Evidence from the log, the line itself or the task; "" where there is none."""
    named = [item.line for item in step.diagnostics if item.line]
    if named and line.number not in named:
        return say(chance, _ELSEWHERE, line=named[0])
    match = re.fullmatch(r"(.*?)(?<![<>=!])(?:<=|=)(?!=)(.*)", line.text)
    if match and name in names_in(match[2]) and name not in names_in(match[1]):
        return say(chance, _READS, name=name)
    asked = best_match(requirements(request.bundle.prompt), line.text, at_least=2)
    return say(chance, _AS_ASKED, asked=shortened(asked, 120)) if asked else ""
