"""The hindsight of this package's generator: why its corrected turns look as they do.

Replays the trajectory's plan, so it knows which edits were wrong, and says of a correction what was truly the cause,
what the change settles and where to look next. Evidence, alternatives and the contrast of the texts are those of the
reasoning that was written at the time; the wrong guesses are not.
"""

import re
from dataclasses import replace
from enum import Enum
from random import Random

from resources.domains.faults import Edit
from resources.generation.fault_injection.alternatives import alternatives
from resources.generation.fault_injection.contrast import contrast
from resources.generation.fault_injection.evidence import evidence, first_message, setback
from resources.generation.fault_injection.generator import FaultInjectionGenerator, replay
from resources.generation.fault_injection.phrases import lowered, paragraph, say, sentence, text_of, usual
from resources.generation.fault_injection.placing import construct_at
from resources.generation.fault_injection.plan import Plan, dice, draw_plan
from resources.generation.fault_injection.steps import Attempt, Move, Step, by_visibility, diagnostic_of, touched
from resources.generation.generator import GenerationRequest, GeneratorFailed
from resources.generation.hindsight import GeneratorHindsight, HindsightRequest

_CAUSE = (
    "`{message}` [comes from|goes back to|is made by|starts at] line {line}, in the {context}: {description}.{symptom}",
    "What [produces|gives|causes|leads to] `{message}` [stands|lies|is] in the {context}, line {line}: "
    "{description}.{symptom}",
    "[The cause|The reason|The mistake|What is wrong] is at line {line} ({context}): {description}[; that gives|, "
    "hence|; so I get|, which explains] `{message}`.{symptom}",
    "In the {context}, line {line}, {description}; [so it is here that `{message}` begins|which is where "
    "`{message}` comes from|and that accounts for `{message}`|and so the tool says `{message}`].{symptom}",
    "[Look at|Take|Read] line {line}, in the {context}: {description}[, hence|; so there is|; therefore|, and with it "
    "comes] `{message}`.{symptom}",
)
_BESIDE = (
    "I do not see [yet|so far] what `{message}` [comes from|goes back to], but line {line} in the {context} is wrong "
    "[whatever it is|in any case|by itself]: {description}.{symptom}",
    "Before I [follow|look into|chase] `{message}` further, the {context} at line {line} needs [mending|repair|a "
    "correction]: {description}.{symptom}",
    "Line {line} ({context}) cannot stay [either|like that|as it is]: {description}.{symptom} Whether `{message}` has "
    "to do with it [is open|I do not know|the log does not say].",
)
_AMONG = (
    "[Several things|More things than one] are wrong [here|in this text]. [One|The first] is line {line}, in the "
    "{context}: {description}.{symptom}",
    "[It is not one thing alone|There is more than one thing to mend]. Line {line}, in the {context}, [for one|to "
    "begin with]: {description}.{symptom}",
)
_ALSO = (
    "Line {line}, {context}, [goes with it|belongs to it|comes along]: {description}. {repair}",
    "[With the same run in mind|While I am at it|In the same pass|Reading on], line {line} in the {context}: "
    "{description}. {repair}",
    "[And|Also|Besides,|Further,] at line {line} ({context}) {description}. {repair}",
)
_TRIAL = (
    "I am not certain yet[. At|: at] line {other_line}, {other}, {doubt}, and that may be all there is to "
    "`{message}`; but first I see whether the {context}, line {line}, [has a part in it|plays a role|matters].",
    "For `{message}` I have the {context} at line {line} and, in the {other} at line {other_line}, that {doubt}[. "
    "One at a time: line {line} first, and if nothing moves it goes back|, and I try line {line} first].",
    "`{message}` [may have two sources|may leave two places]: line {line} in the {context}, or line "
    "{other_line}, {other}, if {doubt}. I [begin with|test|try] line {line}.",
)
_UNPLACED_TRIAL = (
    *_TRIAL,
    "Two places could give `{message}`: the {context} at line {line}, and the {other} at line {other_line}, where "
    "{doubt}. The log does not tell them apart[; I try|, so I try|: I take] line {line} alone, so that the next run "
    "does.",
)
_PLAIN = (
    "No line by itself [accounts for|explains|gives] `{message}`, so what is not needed goes, and the plain form "
    "[remains|is left].",
    "I write the parts that `{message}` could come from in their [plainest|simplest|barest] form.",
)
_UNDONE = (
    "Line {line} goes back to what it was: `{message}` [asks for no such change|does not call for it|is about "
    "something else].",
    "What I changed at line {line} is not what `{message}` is about; I [take it back|undo it|restore it].",
)
_SETTLED = (
    "With that, nothing in the file [gives|leads to|explains] `{message}` any more, and the {stage} stage should "
    "[let it through|accept it|be content].",
    "That [leaves nothing|should leave nothing] that `{message}` could come from; I expect the [run to go through|next "
    "run to pass|{stage} stage to accept it].",
    "I see nothing else that the {stage} stage [could|might|would] [object to|refuse|complain of].",
    "[No other line|Nothing else in the file|No further place] [can|could] [give|lead to|produce] `{message}`, so "
    "[this should do|that should be all|I expect a pass].",
    "If I [read|understand] `{message}` [rightly|as it is meant], [this is all of it|there is no more to do|the "
    "{stage} stage has no more to say].",
)
_LEFT = (
    "That need not be all: should another message [follow|come|appear], I [go on|search on|read on] from there.",
    "This settles one [message|complaint|point]; [more may follow|whether it is the last the next run shows].",
    "I do not count on a pass with this alone[; the next run says|: only the next run tells] what is left.",
    "[One cause less|That is one of them|So much for this one]; if the run still ends [badly|in a failure], the "
    "[new|next] message is where I [begin|start|read on].",
    "[Whether|If] it is enough [the next run shows|I will see|only the tools can tell].",
)
_TRIED = (
    "If the next run says the same, line {line} [goes back|returns] to what it was.",
    "The next run [tells|decides|shows it]: unless the message moves, line {line} was right before.",
    "Whatever [comes back|the tools say|I read] now, I learn whether line {line} has anything to do with it.",
    "Should the [message|log|answer] stay, line {line} [was not it|is cleared|is taken back].",
)

_PLACE = re.compile(r":\d+\b|\(\d+\):|\bline \d")
_WORD = re.compile(r"[A-Za-z_]\w+")


class Effect(Enum):
    """What a correction did to the log: its first message stays, another of the kind takes its place, it went on, or
    nothing is left of it."""

    NONE, ANOTHER, FURTHER, PASSED = range(4)


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
        paragraph(
            _cause(plan, step, before, _effect(request, step), chance),
            alternatives(asked, step, before, after, chance),
        ),
        _also(plan, step, before, chance),
        contrast(before, after, chance),
        _outlook(plan, step, before, after, chance),
    ]
    return text_of(parts)


def _cause(plan: Plan, step: Step, before: str, effect: Effect, chance: Random) -> str:
    """What the log is about; for a change that repairs something else, or nothing, also what speaks for it. A message
    that stays after the change came from elsewhere."""
    message = first_message(step)
    faults = _faults(plan, step.before, before, step)
    if step.move is Move.SIMPLIFY or step.focus is None or not faults:
        return say(chance, _PLAIN, message=message)
    if step.move is Move.WRONG_CHANGE:
        return _trial(plan, step, step.focus, faults[0], before, chance)
    facts = _facts(plan, step, step.focus, before, chance)
    own = diagnostic_of(step.focus, step.before, before, step.diagnostics)
    if effect is not Effect.PASSED and (effect is Effect.NONE or (own is None and _is_anothers(step, before))):
        return say(chance, _BESIDE, message=message, **facts)
    if effect is Effect.PASSED and not _others(plan, step, step.focus):
        return say(chance, _CAUSE, message=message, **facts)
    if own is not None and _is_anothers(step, before):
        return say(chance, _CAUSE, message=first_message(replace(step, diagnostics=(own,))), **facts)
    is_free = not (_is_anothers(step, before) or _is_one_of(plan, step, step.focus, before))
    is_sure = is_free and effect in (Effect.FURTHER, Effect.PASSED)
    return say(chance, _CAUSE if is_sure else _AMONG, message=message, **facts)


def _is_one_of(plan: Plan, step: Step, focus: Edit, before: str) -> bool:
    """Whether the first message may as well be about another fault that goes with the one in focus."""
    others = _others(plan, step, focus)
    return bool(others) and (
        not _is_about(step, focus, before) or any(_is_about(step, edit, before) for edit in others)
    )


def _others(plan: Plan, step: Step, focus: Edit) -> list[Edit]:
    """Faults that the same turn repairs beside the one in focus."""
    return [edit for edit in step.removed if edit is not focus and plan.kinds[edit.kind].is_fault]


def _trial(plan: Plan, step: Step, tried: Edit, fault: Edit, before: str, chance: Random) -> str:
    """What speaks for a change that repairs nothing, beside the fault that it leaves alone."""
    line, other_line = step.line_of(tried, before), step.line_of(fault, before)
    return say(
        chance,
        _TRIAL if _points_somewhere(step, tried, fault) else _UNPLACED_TRIAL,
        message=first_message(step),
        line=line,
        context=construct_at(tried, line, before),
        other=construct_at(fault, other_line, before),
        other_line=other_line,
        doubt=lowered(plan.kinds[fault.kind].description),
    )


def _points_somewhere(step: Step, tried: Edit, fault: Edit) -> bool:
    """Whether the log names a line, or a word that only one of the two places has."""
    if any(item.line for item in step.diagnostics) or _PLACE.search(step.observation.text):
        return True
    said = set(_WORD.findall(first_message(step)))
    one, other = (set(_WORD.findall(touched(edit))) for edit in (tried, fault))
    return bool(said & (one ^ other))


def _effect(request: HindsightRequest, step: Step) -> Effect:
    now, later = request.failed.observation, request.corrected.observation
    if later.outcome.passed:
        return Effect.PASSED
    again = replace(step, diagnostics=tuple(request.domain.diagnostics(later)), observation=later)
    if first_message(again) == first_message(step):
        return Effect.NONE
    return Effect.ANOTHER if (later.outcome, later.stage) == (now.outcome, now.stage) else Effect.FURTHER


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
            said.append(say(chance, _ALSO, **_facts(plan, step, edit, before, chance)))
        else:
            said.append(say(chance, _UNDONE, line=step.line_of(edit, before), message=first_message(step)))
    return paragraph(*said)


def _outlook(plan: Plan, step: Step, before: str, after: str, chance: Random) -> str:
    """What to expect of the next run. The plan knows what is still wrong, and the author does not: no line is named."""
    if step.move is Move.WRONG_CHANGE and step.focus is not None:
        return say(chance, _TRIED, line=step.line_of(step.focus, before))
    left = _faults(plan, step.after, after, step) if not step.after.plain else []
    if not left:
        return say(chance, _SETTLED, message=first_message(step), stage=step.observation.stage or "last")
    return say(chance, _LEFT)


def _faults(plan: Plan, attempt: Attempt, code: str, step: Step) -> list[Edit]:
    """The faults in an attempt's code, those that the log points at first."""
    ranked = by_visibility(plan, attempt, code, step.diagnostics)
    return [edit for edit in ranked if plan.kinds[edit.kind].is_fault]


def _facts(plan: Plan, step: Step, edit: Edit, before: str, chance: Random) -> dict[str, object]:
    kind, line = plan.kinds[edit.kind], step.line_of(edit, before)
    return {
        "line": line,
        "context": construct_at(edit, line, before),
        "description": lowered(kind.description),
        "symptom": usual(kind, chance),
        "repair": sentence(kind.repair),
    }
