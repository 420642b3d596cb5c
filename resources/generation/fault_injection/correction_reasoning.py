"""Reasoning of a correction: what the log says, where it points, what else it could be, what is changed.

Contrasts the failed attempt with the next one (error-driven chain of thought). Knows the log, both texts
and the decision; the words that name a fault come from the domain's kinds.
"""

from random import Random

from resources.generation.fault_injection.alternatives import alternatives
from resources.generation.fault_injection.contrast import contrast
from resources.generation.fault_injection.evidence import evidence, first_message, setback
from resources.generation.fault_injection.phrases import lowered, paragraph, quotable, say, sentence, text_of, usual
from resources.generation.fault_injection.placing import construct_at, line_changes
from resources.generation.fault_injection.plan import Plan
from resources.generation.fault_injection.reading import shortened
from resources.generation.fault_injection.steps import Move, Step
from resources.generation.generator import GenerationRequest

_HYPOTHESIS = (
    "In the {context}, line {line}: {description}. [That would fit|This would fit|It may well be that].{symptom}",
    "Line {line} in the {context} is where I [look|stop|go]: {description}.{symptom}",
    "My [explanation|reading|guess] is in the {context} (line {line}): {description}.{symptom}",
    "I [check|read|look at] the {context}, and at line {line} {description}.{symptom}",
    "Reading the {context} [again|once more|slowly], at line {line} {description}.{symptom}",
    "The cause would be at line {line}, {context}: {description}.{symptom}",
)
_GUESS = (
    "I suspect line {line} in the {context}: `{old}` may not mean there what I wanted, so I try `{new}`.",
    "What stands out is the {context}, line {line}. If `{old}` is the culprit, `{new}` should change the result.",
    "Line {line} ({context}) could produce this: with `{new}` for `{old}` the picture ought to be different.",
    "I take the {context} for the cause; at line {line} I write `{new}` where there is `{old}`.",
    "The {context} is the part I trust least. Line {line}: `{old}` becomes `{new}`.",
    "Nothing but line {line} comes to mind, {context}. I put `{new}` in place of `{old}` and see what the log does.",
)
_GUESS_MISSING = (
    "I suspect that something is missing at line {line}, in the {context}, and put `{new}` there to see.",
    "Perhaps the {context} (line {line}) lacks a line; with `{new}` the result ought to be different.",
    "Nothing in the {context} says `{new}`, and line {line} is where it would stand; I add it and look at the log.",
)
_GUESS_NEEDLESS = (
    "`{old}` at line {line} may be what disturbs the {context}; I take it out and see.",
    "Without `{old}` (line {line}, {context}) the run should tell me whether that line has a part in it.",
    "I doubt that the {context} needs `{old}` at line {line}, so it goes for this run.",
)
_GUESS_LAYOUT = (
    "I have no better idea than the layout of the {context}, at line {line}; if the log stays, it was not that.",
    "Only the layout changes, at line {line} in the {context}: a guess, to see whether anything moves.",
)
_MORE = (
    "On the way I see line {line}, {context}: {description}. {repair}",
    "The same pass over the code shows another one at line {line}: {description}. {repair}",
    "Line {line} needs attention too, {context}: {description}. {repair}",
    "There is more: in the {context} (line {line}) {description}. {repair}",
)
_UNDONE = (
    "My earlier change to line {line} (`{now}`) explains nothing, so I take it back.",
    "`{now}` in line {line} was a guess that the log does not support; it goes back to what it was.",
    "I also undo what I did to line {line}, now `{now}`, which the task does not ask for.",
)
_UNDONE_BLANK = (
    "The empty line at line {line} was a guess, and goes again.",
    "I also take back the empty line at line {line}, which nothing asks for.",
)
_SIMPLIFY = (
    "I find no line left that the log speaks against, so I return to the plainest form of the design.",
    "Nothing in the code contradicts the specification as I read it; I drop what is not needed and run it again.",
    "Since no single line explains `{first}`, I go back to the simplest writing and compare.",
)
_CHECK = (
    "If I am right, {stage} no longer [reports|says|shows] `{first}`.",
    "The next run [decides|tells|shows it]: `{first}` has to [be gone|vanish|disappear] from {stage}.",
    "To [check|be sure]: run again and [see|look] whether `{first}` is still there.",
    "What I [expect|want] of {stage} now is that `{first}` does not [come back|return|appear].",
    "Should `{first}` still appear, line {line} was not the [reason|cause|place].",
)


def reason_about_correction(
    request: GenerationRequest, plan: Plan, steps: list[Step], after: str, chance: Random
) -> str:
    """Grows with the log, the number of repairs and the setbacks so far."""
    step, before = steps[-1], request.history[-1].candidate.code
    parts = [
        setback(steps, chance),
        evidence(step, before, chance),
        paragraph(_hypothesis(plan, step, before, after, chance), alternatives(request, step, before, after, chance)),
        _also(plan, step, before, chance),
        contrast(before, after, chance),
        _check(step, before, chance),
    ]
    return text_of(parts)


def _hypothesis(plan: Plan, step: Step, before: str, after: str, chance: Random) -> str:
    edit = step.focus
    if step.move is Move.SIMPLIFY or edit is None:
        return say(chance, _SIMPLIFY, first=first_message(step))
    line = step.line_of(edit, before)
    if step.move is Move.WRONG_CHANGE:
        return _guess(line, construct_at(edit, line, before), before, after, chance)
    kind = plan.kinds[edit.kind]
    return say(
        chance,
        _HYPOTHESIS,
        line=line,
        context=construct_at(edit, line, before),
        description=lowered(kind.description),
        symptom=usual(kind, chance),
    )


def _also(plan: Plan, step: Step, before: str, chance: Random) -> str:
    """What else is repaired or taken back in the same turn."""
    said: list[str] = []
    for edit in step.removed:
        kind, line = plan.kinds[edit.kind], step.line_of(edit, before)
        if edit is step.focus:
            continue
        if kind.is_fault:
            facts = {"line": line, "context": construct_at(edit, line, before), "repair": sentence(kind.repair)}
            said.append(say(chance, _MORE, description=lowered(kind.description), **facts))
        else:
            now = quotable(shortened(before.splitlines()[line - 1], 100))
            said.append(say(chance, _UNDONE if now else _UNDONE_BLANK, line=line, now=now))
    return paragraph(*said)


def _guess(line: int, context: str, before: str, after: str, chance: Random) -> str:
    """Names the first changed place, old and new, as whole lines."""
    hunks = line_changes(before, after)
    old, new = (
        quotable(shortened(" ".join(lines), 110))
        for lines in ((hunks[0].removed, hunks[0].added) if hunks else ((), ()))
    )
    if not (old or new):
        return say(chance, _GUESS_LAYOUT, line=line, context=context)
    variants = _GUESS if old and new else _GUESS_MISSING if new else _GUESS_NEEDLESS
    return say(chance, variants, line=line, context=context, old=old, new=new)


def _check(step: Step, before: str, chance: Random) -> str:
    line = step.line_of(step.focus, before) if step.focus else 1
    return say(
        chance, _CHECK, stage=f"the {step.observation.stage or 'run'} stage", first=first_message(step), line=line
    )
