"""The hindsight of this package's generator: why its corrected turns look as they do.

Replays the trajectory's plan, so it knows which edits were wrong, and says of a correction what was truly the cause,
what the change settles and where to look next. Evidence, alternatives and the contrast of the texts are those of the
reasoning that was written at the time; the wrong guesses are not.
"""

from dataclasses import replace
from random import Random

from resources.domains.faults import Edit
from resources.generation.fault_injection.alternatives import alternatives
from resources.generation.fault_injection.contrast import contrast
from resources.generation.fault_injection.evidence import evidence, first_message, setback
from resources.generation.fault_injection.generator import FaultInjectionGenerator, replay
from resources.generation.fault_injection.phrases import lowered, paragraph, say, sentence, text_of
from resources.generation.fault_injection.placing import line_of
from resources.generation.fault_injection.plan import Plan, dice, draw_plan
from resources.generation.fault_injection.steps import Attempt, Move, Step, by_visibility, diagnostic_of, touched
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.hindsight import GeneratorHindsight, HindsightRequest

_CAUSE = (
    "`{message}` comes from line {line}, in the {context}: {description}. {symptom}",
    "What produces `{message}` stands in the {context}, line {line}: {description}. {symptom}",
    "The cause is at line {line} ({context}): {description}. That gives `{message}`. {symptom}",
    "In the {context}, line {line}, {description}; so it is here that `{message}` begins. {symptom}",
)
_BESIDE = (
    "`{message}` is not about it, but line {line} in the {context} is wrong as well: {description}. {symptom}",
    "Before I follow `{message}` further, the {context} at line {line} needs mending: {description}. {symptom}",
    "Line {line} ({context}) cannot stay either: {description}. {symptom} `{message}` may have more than one source.",
)
_ALSO = (
    "Line {line}, {context}, goes with it: {description}. {repair}",
    "With the same run in mind, line {line} in the {context}: {description}. {repair}",
    "And at line {line} ({context}) {description}. {repair}",
)
_TRIAL = (
    "Two places could give `{message}`: the {context} at line {line}, and the {other} at line {other_line}, where "
    "{doubt}. The log does not tell them apart; I try line {line} alone, so that the next run does.",
    "I am not certain yet. At line {other_line}, {other}, {doubt}, and that may be all there is to `{message}`; but "
    "first I see whether the {context}, line {line}, has a part in it.",
    "For `{message}` I have the {context} at line {line} and, in the {other} at line {other_line}, that {doubt}. "
    "One at a time: line {line} first, and if nothing moves it goes back.",
)
_PLAIN = (
    "No line by itself accounts for `{message}`, so what is not needed goes, and the plain form remains.",
    "I write the parts that `{message}` could come from in their plainest form.",
)
_UNDONE = (
    "Line {line} goes back to what it was: `{message}` asks for no such change.",
    "What I changed at line {line} is not what `{message}` is about; I take it back.",
)
_SETTLED = (
    "With that, nothing in the file gives `{message}` any more, and the {stage} stage should let it through.",
    "That was all that stood behind `{message}`; I expect the run to go through.",
    "I see nothing else that the {stage} stage could object to.",
)
_LEFT = (
    "That need not be all: should another message follow, the {context} around line {line} is where I look next.",
    "This settles one message. The {context} at line {line} is not checked against the task yet, so more may come.",
    "I do not count on a pass with this alone; line {line}, in the {context}, is the next one to read again.",
    "One cause less. If the run still ends badly, line {line} ({context}) is what I would suspect then.",
)
_TRIED = (
    "If the next run says the same, line {line} goes back to what it was.",
    "The next run tells: unless the message moves, line {line} was right before.",
    "Whatever comes back now, I learn whether line {line} has anything to do with it.",
)


def fault_injection_hindsight(generator: FaultInjectionGenerator) -> GeneratorHindsight:
    return GeneratorHindsight(
        generator, lambda request: reason_now(replace(request, bundle=generator.based(request.bundle)))
    )


def reason_now(request: HindsightRequest) -> str:
    """Tens of milliseconds. Raises GeneratorFailed for a trajectory of another generator, or of another version."""
    history = request.turns[: request.index]
    asked = GenerationRequest(request.domain, request.bundle, request.instructions, request.seed, history)
    plan = draw_plan(request.domain, request.bundle, request.seed)
    attempt, steps = replay(asked, plan)
    before, after = request.failed.candidate.code, request.corrected.candidate.code
    if attempt.code(plan, request.bundle) != after:
        raise GeneratorFailed(f"turn {request.index} was not written by this generator with seed {request.seed}")
    chance, step = dice(request.bundle, request.seed, f"hindsight {request.index}"), steps[-1]
    parts = [
        setback(steps, chance),
        evidence(step, before, chance),
        paragraph(_cause(plan, step, before, chance), alternatives(asked, step, before, after, chance)),
        _also(plan, step, before, chance),
        contrast(before, after, chance),
        _outlook(plan, step, before, after, chance),
    ]
    return text_of(parts)


def _cause(plan: Plan, step: Step, before: str, chance: Random) -> str:
    """What the log is about; for a change that repairs something else, or nothing, also what speaks for it."""
    message = first_message(step)
    faults = _faults(plan, step.before, before, step)
    if step.move is Move.SIMPLIFY or step.focus is None or not faults:
        return say(chance, _PLAIN, message=message)
    if step.move is Move.WRONG_CHANGE:
        facts = {"line": step.line_of(step.focus, before), "context": step.focus.context, "message": message}
        doubt = lowered(plan.kinds[faults[0].kind].description)
        other = {"other": faults[0].context, "other_line": step.line_of(faults[0], before), "doubt": doubt}
        return say(chance, _TRIAL, **facts, **other)
    facts = _facts(plan, step, step.focus, before)
    if not _is_anothers(step, before):
        return say(chance, _CAUSE, message=message, **facts)
    own = diagnostic_of(step.focus, step.before, before, step.diagnostics)
    if own is None:
        return say(chance, _BESIDE, message=message, **facts)
    return say(chance, _CAUSE, message=first_message(replace(step, diagnostics=(own,))), **facts)


def _is_anothers(step: Step, before: str) -> bool:
    """Whether the first message is about an edit that is not in focus."""
    others = [edit for edit in step.before.edits if edit is not step.focus]
    elsewhere = any(_is_about(step, edit, before) for edit in others)
    is_about_focus = step.focus is not None and _is_about(step, step.focus, before)
    return step.move is Move.REPAIR_ELSEWHERE or (elsewhere and not is_about_focus)


def _is_about(step: Step, edit: Edit, before: str) -> bool:
    """Whether the first message names the edit's line, or something that it touches."""
    first = step.diagnostics[:1]
    is_placed = diagnostic_of(edit, step.before, before, first) is not None
    return is_placed or any(item.symbol and item.symbol in touched(edit) for item in first)


def _also(plan: Plan, step: Step, before: str, chance: Random) -> str:
    """What else the same turn repairs or takes back."""
    said: list[str] = []
    for edit in (edit for edit in step.removed if edit is not step.focus):
        if plan.kinds[edit.kind].is_fault:
            said.append(say(chance, _ALSO, **_facts(plan, step, edit, before)))
        else:
            said.append(say(chance, _UNDONE, line=step.line_of(edit, before), message=first_message(step)))
    return paragraph(*said)


def _outlook(plan: Plan, step: Step, before: str, after: str, chance: Random) -> str:
    """What to expect of the next run, and where to look then: the plan says what is still wrong."""
    if step.move is Move.WRONG_CHANGE and step.focus is not None:
        return say(chance, _TRIED, line=step.line_of(step.focus, before))
    left = _faults(plan, step.after, after, step) if not step.after.plain else []
    if not left:
        return say(chance, _SETTLED, message=first_message(step), stage=step.observation.stage or "last")
    line = line_of(left[0], step.after.edits, after)
    return say(chance, _LEFT, context=left[0].context, line=line)


def _faults(plan: Plan, attempt: Attempt, code: str, step: Step) -> list[Edit]:
    """The faults in an attempt's code, those that the log points at first."""
    ranked = by_visibility(plan, attempt, code, step.diagnostics)
    return [edit for edit in ranked if plan.kinds[edit.kind].is_fault]


def _facts(plan: Plan, step: Step, edit: Edit, before: str) -> dict[str, object]:
    kind = plan.kinds[edit.kind]
    return {
        "line": step.line_of(edit, before),
        "context": edit.context,
        "description": lowered(kind.description),
        "symptom": sentence(kind.symptom),
        "repair": sentence(kind.repair),
    }
